"""Jump-ins over sockets (jump-1 to jump-3): the order of arrival decides, and nobody loses a card or a turn by it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from lastcard.editions import load_edition, registry
from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table.duties import NOTICE, next_due
from lastcard.server.table.fold import Table
from tests.browser.wanted import Wanted, asked
from tests.server.by_hand import add, table_with
from tests.server.harness import Guest, Refused, Room, Server, refused, room, run, sqlite_url
from tests.server.players import check_log, read_log
from tests.server.scenes import come_in, kinds, staged_at
from tests.server.turns import idle, play_until

JUMPS = {"jump_in": True, "uno": "auto"}
CALM: dict[str, Any] = {"clock": None, "uno_grace": 0, "away_grace": 3600}

CROWD = """
id = "crowd"
title = "Crowd"
about = "So few faces that many hold the same."
cards = 66
hand = 6
caught_draws = 2

[light]
called = "Cards"
colors = { n = "navy", s = "sand", c = "coral" }

[[light.numbers]]
from = 0
to = 1
copies = 10

[[light.face]]
symbol = "S"
name = "Fog"
copies = 2
points = 15
does = ["next player misses the turn"]
turned_up = "does"
"""


def can_jump(*seats: int) -> Wanted:
    """Each of these seats could play out of turn now."""
    return Wanted(
        f"{seats} can jump in",
        lambda game: all(any(move.kind == "play" for move in game.legal_moves(seat)) for seat in seats),
    )


def cards(guest: Guest) -> list[str]:
    """The own hand."""
    hand: list[str] = guest.view["hand"]
    return hand


async def ready_to_jump(here: Room, server: Server, *jumpers: int, seed: object = 0, **more: Any) -> list[Guest]:
    """Three people at a table where Bob is asked to play and these others could jump in."""
    more = {"settings": JUMPS, "options": CALM, **more}
    staged = staged_at(server.database, more.pop("players", 3), asked(1) & can_jump(*jumpers), seed=seed, **more)
    return await come_in(here, staged)


def jump_of(guest: Guest) -> str:
    """The first card that could be played out of turn."""
    return next(move for move in guest.moves() if move.startswith("play "))


async def told_to(guests: list[Guest], number: int) -> None:
    """Everybody has seen a line."""
    for guest in guests:
        await guest.seen(number)


# --- races ------------------------------------------------------------------------------------------------


@pytest.mark.rule("jump-2")
@pytest.mark.parametrize("jumper", [0, 2])
def test_who_jumps_in_first_has_taken_the_turn(server: Server, jumper: int) -> None:
    """Whose turn it was is told who was faster, and has all cards; the card lies."""

    async def test() -> None:
        async with room(server) as here:
            guests = await ready_to_jump(here, server, jumper)
            bob, quick = guests[1], guests[jumper]
            before, decision, move = cards(bob), bob.view["decision"], jump_of(quick)
            await told_to(guests, await quick.move(move, decision=quick.view["decision"]))
            assert kinds(bob.told[-1])[:2] == ["jumped", "played"]
            no = await refused(bob.move("draw", decision=decision))
            assert (no.code, no.rule, no.seat) == ("too-late", "jump-2", jumper)
            assert no.say.startswith("Ann was faster" if jumper == 0 else "Cem was faster")
            assert cards(bob) == before
            assert bob.view["asks"][0] != 1 or bob.view["decision"] > decision

    run(test)


@pytest.mark.rule("jump-1")
def test_who_comes_after_the_turn_has_begun_keeps_the_card(server: Server) -> None:
    """With the decision that it was for, a jump-in is too late, and never played in another place."""

    async def test() -> None:
        async with room(server) as here:
            guests = await ready_to_jump(here, server, 2)
            _ann, bob, cem = guests
            decision, move, before = cem.view["decision"], jump_of(cem), cards(cem)
            await told_to(guests, await bob.move("draw", decision=decision))
            no = await refused(cem.move(move, decision=decision))
            assert (no.code, no.rule, no.seat) == ("too-late", "jump-2", 1)
            assert cards(cem) == before
            assert (await refused(bob.move("draw", decision=decision))).code == "stale"  # nobody else was faster

    run(test)


@pytest.mark.rule("jump-1")
def test_a_jump_in_without_a_decision_is_told_that_it_is_too_late(server: Server) -> None:
    """As long as the next decision is open; later it is a move out of turn like any other."""

    async def test() -> None:
        async with room(server) as here:
            wanted = asked(1) & can_jump(2) & Wanted("Bob covers it", lambda game: _covers(game) is not None)
            staged = staged_at(server.database, 3, wanted, settings=JUMPS, options=CALM)
            guests = await come_in(here, staged)
            _ann, bob, cem = guests
            move, before = jump_of(cem), cards(cem)
            covering = _covers(staged.game)
            assert covering is not None
            await told_to(guests, await bob.move(covering))
            no = await refused(cem.move(move))
            assert (no.code, no.rule, no.seat) == ("too-late", "jump-2", 1)
            assert cards(cem) == before
            other = next(card for card in before if card != move.split()[1])
            assert (await refused(cem.move(f"play {other}"))).code == "illegal-move"

    run(test)


def _covers(game: Game) -> str | None:
    """A card of Bob's with another face, after which Ann is asked and Cem can't play."""
    for move in game.legal_moves(1):
        if move.kind == "play" and move.card is not None and move.card.front != game.top.front:
            later = game.copy()
            later.make(move)
            if later.asks == (0, "play") and not any(one.kind == "play" for one in later.legal_moves(2)):
                return move.short
    return None


@pytest.mark.rule("jump-1", "jump-2")
def test_of_a_turn_and_a_jump_in_at_the_same_moment_the_first_to_arrive_counts(server: Server) -> None:
    """The other one is refused, keeps the card, and the log has one of them."""

    async def test() -> None:
        async with room(server) as here:
            for seed in range(4):
                guests = await ready_to_jump(here, server, 2, seed=seed)
                _ann, bob, cem = guests
                hands, number, decision = [cards(bob), cards(cem)], bob.number, bob.view["decision"]
                moves = ["draw", jump_of(cem)]
                answers = await asyncio.gather(
                    bob.move(moves[0], decision=decision), cem.move(moves[1], decision=decision), return_exceptions=True
                )
                [won] = [i for i, answer in enumerate(answers) if isinstance(answer, int)]
                lost = answers[1 - won]
                assert isinstance(lost, Refused)
                assert (lost.code, lost.seat) == ("too-late", 1 + won)
                await told_to(guests, number + 1)
                assert [told["what"]["seat"] for told in bob.told if told["n"] > number] == [1 + won]
                assert cards([bob, cem][1 - won]) == hands[1 - won]
                assert len(cards([bob, cem][won])) == len(hands[won]) + (1 if won == 0 else -1)
                check_log(read_log(server.database, bob.code))

    run(test)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an edition in which many hold the same card."""
    folder = tmp_path_factory.mktemp("editions")
    (folder / "crowd.toml").write_text(CROWD, "utf-8")
    known = dict(registry._known)
    load_edition(folder / "crowd.toml")
    with Server(sqlite_url(tmp_path_factory.mktemp("tables")), "--editions", str(folder)) as server:
        yield server
    registry._known.clear()
    registry._known.update(known)


@pytest.mark.rule("jump-1", "jump-2")
def test_of_many_who_jump_in_at_once_one_does(crowded: Server) -> None:
    """All others are told who was faster, keep their cards, and can jump in on that card with their next press."""

    async def test() -> None:
        async with room(crowded) as here:
            for seed in range(4):
                guests = await ready_to_jump(here, crowded, 0, 2, 3, players=4, edition="crowd", seed=seed)
                jumpers = [guests[seat] for seat in (0, 2, 3)]
                hands, number = [cards(guest) for guest in guests], guests[0].number
                answers = await asyncio.gather(
                    *(guest.move(jump_of(guest), decision=guest.view["decision"]) for guest in jumpers),
                    return_exceptions=True,
                )
                [winner] = [guest for guest, answer in zip(jumpers, answers, strict=True) if isinstance(answer, int)]
                late = [answer for answer in answers if isinstance(answer, Refused)]
                assert [(no.code, no.seat) for no in late] == [("too-late", winner.seat)] * 2
                await told_to(guests, number + 1)
                for guest, hand in zip(guests, hands, strict=True):
                    assert len(cards(guest)) == len(hand) - (guest is winner)
                second = next(guest for guest in jumpers if guest is not winner)
                await second.seen(await second.move(jump_of(second), decision=second.view["decision"]))
                assert len(cards(second)) == len(hands[second.seat or 0]) - 1

    run(test)


@pytest.mark.rule("jump-3")
def test_with_questions_a_jump_in_is_asked_for(server: Server) -> None:
    """Nobody but the one who is asked can answer, with `silent` too."""

    async def test() -> None:
        async with room(server) as here:
            staged = staged_at(
                server.database, 3, asked(2, "jump"), settings={"jump_in": True, "uno": "ask"}, options=CALM
            )
            guests = await come_in(here, staged)
            ann, bob, cem = guests
            assert cem.moves()[-1] == "silent"
            assert (ann.moves(), bob.moves()) == ([], [])
            for guest in (ann, bob):
                assert (await refused(guest.move("silent"))).code == "illegal-move"
            await told_to(guests, await cem.move("silent", decision=cem.view["decision"]))
            assert cem.view["asks"][1] in {"jump", "play"}

    run(test)


# --- bots -------------------------------------------------------------------------------------------------


def test_bots_jump_in_at_their_pace(sqlite_server: Server) -> None:
    """Sooner or later, however quick the person among them is: a bot's turn leaves the others time."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seats=4, fill="simple", settings=JUMPS, options={"clock": None})).enter()
            await ann.seen(await ann.ask("start"))

            def jumped() -> bool:
                return any("jumped" in kinds(told) and told["what"]["how"] == "bot" for told in ann.told)

            while not jumped():
                await play_until([ann], jumped, idle)
                if ann.table["phase"] == "over":
                    await ann.seen(await ann.ask("rematch"))
                    await ann.seen(await ann.ask("start"))

    run(test)


def jumping_bot(hand: str = "r5,y2,y3") -> Table:
    """A table at which seat 1 is asked, and seat 2, a bot, could jump in on the r5 that was just laid."""
    position = f'classic settings={{"jump_in":true}} hands=r5,g4,g6/b2,b3,b4/{hand} discard=r9 turn=0'
    table = table_with(Game.from_position(position, history=False), uno_grace=1.0, pace=1.0)
    table.seats[2].person, table.seats[2].bot = None, "simple"
    add(table, e.Moved(by=1, seat=0, move="0 play r5"), later=10_000)
    return table


def test_a_bot_looks_once_at_a_chance_to_jump_in_and_takes_a_persons_time() -> None:
    """What it does, and when, does not change with what is said meanwhile; and it is never at once."""
    waits, jumps = [], 0
    for salt in range(40):
        table = jumping_bot()
        due = next_due(table, str(salt), 30)
        assert due is not None
        entry = due.entry()
        assert isinstance(entry, e.Moved)
        if entry.how == "clock":  # it did not notice, so Bob's clock is next
            continue
        jumps += 1
        assert (entry.seat, entry.move) == (2, "2 play r5")
        waits.append(due.at - table.at)
        add(table, e.Said(by=1, text="hm"), later=100)
        again = next_due(table, str(salt), 30)
        assert again is not None
        assert (again.at, again.entry()) == (due.at, entry)
    assert 15 < jumps < 40  # simple bots notice most
    assert min(waits) >= 500
    assert len(set(waits)) == jumps


def test_a_bots_turn_leaves_people_time_to_jump_in() -> None:
    """Whether anybody could or not: the wait tells nothing."""
    for salt in range(20):
        table = jumping_bot()
        table.seats[2].person, table.seats[2].bot = 3, None
        table.seats[1].person, table.seats[1].bot = None, "simple"
        due = next_due(table, str(salt), 30)
        assert due is not None
        assert due.at >= table.at + NOTICE * 1000


def test_a_bot_calls_before_a_jump_in_that_leaves_one_card_and_then_jumps() -> None:
    """Never the one without the other."""
    seen: set[str] = set()
    for salt in range(30):
        table = jumping_bot("r5,y2")
        due = next_due(table, str(salt), 30)
        assert due is not None
        call = due.entry()
        assert isinstance(call, e.Moved)
        seen.add(call.move)
        if call.seat == 2:
            assert call.move == "2 uno"
            add(table, call, later=900)
            due = next_due(table, str(salt), 30)
            assert due is not None
            jump = due.entry()
            assert isinstance(jump, e.Moved)
            assert jump.move == "2 play r5"
    assert "2 uno" in seen
