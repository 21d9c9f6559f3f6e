"""Losing the connection and coming back: what was missed, and who plays meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.server.table import entries as e
from lastcard.server.table.duties import next_due
from lastcard.server.table.fold import WINDOW, Table
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.tempo import DEAL_PAUSE
from tests.server.harness import Guest, Server, refused, room, run
from tests.server.turns import idle, play_out, play_until, take_turn

CALM: dict[str, Any] = {"clock": None, "away_grace": 3600}
"""Nothing happens by itself."""


def who_is_asked(guests: list[Guest]) -> Guest:
    """The guest who must decide."""
    return next(guest for guest in guests if guest.asked)


def kinds_of(lines: list[dict[str, Any]]) -> list[str]:
    """What kinds of lines these are."""
    return [line["what"]["t"] for line in lines]


def _as_past(told: dict[str, Any]) -> dict[str, Any]:
    """A line without what only the newest has."""
    return {name: value for name, value in told.items() if name not in {"view", "table"}}


# --- coming back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["classic", "flip"])
def test_whoever_comes_back_is_told_exactly_what_was_missed(server: Server, edition: str) -> None:
    """In order, each line as the seat may know it: the same as for a socket of the same seat that stayed."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, edition=edition, options=CALM)
            bob = guests[1]
            gone = await here.twin(bob).enter()
            await gone.drop()
            last = gone.number
            while bob.number < last + WINDOW - 6:
                await take_turn(who_is_asked(guests))
                await bob.seen(guests[0].number)
                await guests[0].seen(bob.number)
            await gone.enter(last=last)
            assert gone.welcome["fresh"] is False
            stayed = [_as_past(told) for told in bob.told if told["n"] > last]
            assert [_as_past(told) for told in gone.welcome["past"]] == stayed
            assert any(told["events"] for told in gone.welcome["past"] if "events" in told)
            assert gone.view == {**bob.view, "clock": gone.view["clock"]}
            assert gone.table == bob.table

    run(test)


def test_whoever_missed_nothing_is_told_nothing(server: Server) -> None:
    """But the own return."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            ann, bob = guests
            await bob.drop()
            await ann.until(lambda: kinds_of(ann.told)[-1] == "dropped")
            await bob.enter(last=bob.number)
            assert bob.welcome["fresh"] is False
            assert kinds_of(bob.welcome["past"]) == ["dropped", "arrived"]

    run(test)


def test_whoever_was_away_too_long_is_told_the_recent_past(server: Server) -> None:
    """With `fresh`, so that the client starts anew; also for a number that does not exist yet, or without one."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, settings={"target": 100_000}, options=CALM)
            ann, bob = guests
            last = bob.number
            await play_until(guests, lambda: ann.number > last + WINDOW + 5)
            for wanted in (last, 0, ann.number + 1000, 2**60, None):
                await bob.drop()
                await bob.enter(last=wanted)
                assert bob.welcome["fresh"] is True
                numbers = [told["n"] for told in bob.welcome["past"]]
                assert numbers == list(range(bob.number - WINDOW + 1, bob.number + 1))
                assert bob.view["hand"]

    run(test)


def test_a_number_of_an_earlier_game_starts_anew(server: Server) -> None:
    """Cards of a game that is over are not told in the next one."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, settings={"scoring": "hand"}, options=CALM)
            ann, bob = guests
            await play_until(guests, lambda: max(ann.view["sizes"]) and min(ann.view["sizes"]) <= 2)
            await bob.drop()
            last = bob.number
            away = [ann, await here.twin(bob).enter()]
            await play_out(away)
            await ann.ask("rematch")
            await away[1].ask("ready")
            await away[1].seen(await ann.ask("start"))
            await bob.enter(last=last)
            assert bob.welcome["fresh"] is True
            old = [told for told in bob.welcome["past"] if told["n"] < ann.told[-1]["n"] - 5 and told.get("events")]
            assert old == []

    run(test)


@pytest.mark.parametrize("token", ["", "x", "é" * 40, "0" * 100])
def test_a_wrong_token_is_refused(server: Server, token: str) -> None:
    """With a goodbye that says so, and the place of nobody is taken."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create()).enter()
            thief = here.with_token(ann.code, token)
            no = await refused(thief.enter())
            assert no.code == "wrong-token"
            await thief.until(lambda: thief.closed)
            assert thief.close_code == 1008
            await ann.ask("ping")

    run(test)


def test_a_token_of_another_table_is_refused(server: Server) -> None:
    """A token is the key to one seat at one table."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.create("Ann"), await here.create("Bob")
            thief = here.with_token(ann.code, bob.token)
            assert (await refused(thief.enter())).code == "wrong-token"

    run(test)


def test_somebody_with_two_sockets_is_away_only_when_both_are_closed(server: Server) -> None:
    """Everybody sees it once."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, options=CALM)
            twin = await here.twin(bob).enter()
            await bob.drop()
            await ann.ask("ping")
            assert "dropped" not in kinds_of(ann.told)
            await twin.drop()
            await ann.until(lambda: kinds_of(ann.told)[-1] == "dropped")
            assert [person["present"] for person in ann.table["people"]] == [True, False]

    run(test)


# --- a bot takes over ---------------------------------------------------------------------------------------


def test_a_bot_takes_over_after_the_grace_and_hands_back_on_return(server: Server) -> None:
    """The game goes on meanwhile, and whoever returns plays on with the same seat."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, settings={"target": 100_000}, options={"clock": None, "away_grace": 1})
            ann, bob = guests
            await bob.drop()
            await ann.until(lambda: kinds_of(ann.told)[-1] == "dropped")
            dropped = ann.told[-1]["at"]
            await play_until([ann], lambda: ann.table["seats"][1]["stand_in"], idle)
            took_over = next(told for told in ann.told if told["what"]["t"] == "took-over")
            assert took_over["what"]["seat"] == 1
            assert took_over["at"] >= dropped + 1000
            await play_until([ann], lambda: any(told["what"].get("how") == "bot" for told in ann.told), idle)
            last = bob.number
            await bob.enter(last=last)
            await ann.until(lambda: not ann.table["seats"][1]["stand_in"])
            await play_until(guests, lambda: ann.number > last + 60, idle)
            assert kinds_of(ann.told).count("took-over") == 1
            back = next(told["n"] for told in bob.told if told["what"]["t"] == "arrived" and told["n"] > last)
            moved = [told["what"] for told in bob.told if told["n"] > back and told["what"]["t"] == "moved"]
            assert {what["how"] for what in moved} == {"player"}
            assert {what["seat"] for what in moved} >= {0, 1}

    run(test)


SETUP = Setup(seats=2, options=Options(clock=20, away_grace=10))


class _Made:
    """A table folded from lines made by hand."""

    def __init__(self, setup: Setup = SETUP) -> None:
        self.table = Table(7, "ABCDEF")
        self.at = 1_000_000
        self.add(e.Created(setup=setup, secret="00" * 32, salt="00" * 32))
        for person in (1, 2):
            self.add(e.Joined(person=person, name=f"P{person}", token=f"{person}" * 64))
            self.add(e.Sat(seat=person - 1, by=person))
            self.add(e.Arrived(person=person, node="n"))

    def add(self, entry: e.AnyEntry, later: int = 0) -> None:
        self.at += later
        self.table.apply(e.Line(self.table.number + 1, self.at, entry))

    def start(self) -> None:
        self.add(e.Started(mixes=["", ""]))

    def due(self) -> tuple[float, e.Entry] | None:
        """What is due next, in milliseconds from now."""
        due = next_due(self.table, "salt", 30)
        return None if due is None else (due.at - self.at, due.entry())


def test_nothing_is_due_in_a_lobby_where_the_host_is_present() -> None:
    """It waits for people."""
    assert _Made().due() is None


def test_the_clock_is_due_for_the_asked_player() -> None:
    """After its time a default move is made."""
    made = _Made()
    made.start()
    due = made.due()
    assert due is not None
    assert due[0] == 20_000
    assert isinstance(due[1], e.Moved)
    assert (due[1].seat, due[1].how) == (made.table.asked(), "clock")


def test_an_absent_player_is_stood_in_for_after_the_grace() -> None:
    """Before the clock, if the grace is shorter."""
    made = _Made()
    made.start()
    other = 2 - made.table.asked()  # whoever is not asked
    made.add(e.Dropped(person=other, node="n"), later=3000)
    due = made.due()
    assert due is not None
    assert due[0] == 10_000
    assert isinstance(due[1], e.TookOver)


def test_the_clock_of_a_returning_player_starts_anew_only_after_a_bot_stood_in() -> None:
    """Dropping the connection for a moment gains no time."""
    made = _Made()
    made.start()
    asked = made.table.asked()
    person = asked + 1
    begun = made.table.decision_at
    made.add(e.Dropped(person=person, node="n"), later=5000)
    made.add(e.Arrived(person=person, node="n"), later=1000)
    assert made.table.decision_at == begun
    made.add(e.Dropped(person=person, node="n"), later=1000)
    made.add(e.TookOver(seat=asked), later=10_000)
    assert made.table.seats[asked].level == "simple"
    made.add(e.Arrived(person=person, node="n"), later=1000)
    assert made.table.seats[asked].level is None
    assert made.table.decision_at == made.at
    due = made.due()
    assert due is not None
    assert due[0] == 20_000


def test_nobody_loses_time_to_a_server_that_was_not_there() -> None:
    """When a node takes a table on, clocks start anew, and whoever was at the old node is away."""
    made = _Made()
    made.start()
    made.add(e.Resumed(node="m", gone=["n"]), later=90_000)
    assert made.table.decision_at == made.at
    assert not made.table.somebody_present()
    assert all(person.away_since == made.at for person in made.table.people.values())


def test_a_table_without_anybody_is_put_to_sleep_and_does_nothing_then() -> None:
    """Neither clocks nor bots go on."""
    made = _Made()
    made.start()
    for person in (1, 2):
        made.add(e.Dropped(person=person, node="n"), later=1000)
    due = made.due()
    assert due is not None
    assert due[0] == 30_000
    assert isinstance(due[1], e.Slept)
    made.add(e.Slept(), later=30_000)
    assert made.due() is None
    made.add(e.Arrived(person=1, node="n"), later=3_600_000)
    assert made.table.decision_at == made.at
    assert made.due() is not None


def test_an_absent_host_is_followed_by_the_next_player() -> None:
    """Only if somebody else is present."""
    made = _Made()
    made.add(e.Dropped(person=1, node="n"))
    due = made.due()
    assert due is not None
    assert due[0] == 10_000
    assert isinstance(due[1], e.HostAway)
    made.add(due[1], later=10_000)
    assert made.table.host == 2


def test_without_a_clock_a_round_waits_for_its_players_to_be_dealt() -> None:
    """If only bots are left to deal, it happens after a pause."""
    made = _Made(Setup(seats=2, settings={"uno": "auto"}, options=Options(clock=None)))
    made.start()
    game = made.table.game
    assert game is not None
    while not game.round_over:
        moves = game.legal_moves()
        plays = [move for move in moves if move.kind == "play"]
        made.add(e.Moved(seat=moves[0].seat, move=str(game.check_move((plays or moves)[0]))))
    assert made.due() is None
    for seat in (0, 1):
        made.add(e.Dropped(person=seat + 1, node="n"))
        made.add(e.TookOver(seat=seat))
    made.add(e.Joined(person=3, name="P3", token="3" * 64))
    made.add(e.Arrived(person=3, node="n"))
    due = made.due()
    assert due is not None
    assert due[0] == DEAL_PAUSE * 1000
    assert due[1] == e.Moved(seat=-1, move="deal", how="clock")
