"""Playing over sockets: whole games, refusals, calls and catches, clocks and bots."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lastcard.bots import LEVELS, PLAYERS
from lastcard.editions import names
from tests.server.harness import Guest, Server, begin, refused, room, run
from tests.server.turns import idle, play_out, play_until, take_turn

QUICK = {"scoring": "hand"}
CALM: dict[str, Any] = {"clock": None}
"""Nothing happens by itself."""


def _asked(guests: list[Guest]) -> Guest:
    return next(guest for guest in guests if guest.asked)


# --- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", names())
def test_a_game_is_played_to_its_end_and_everybody_agrees(server: Server, edition: str) -> None:
    """Two to four people, bots and a spectator get gapless numbers and the same lines."""
    _play_and_compare(server, edition, "race")


@pytest.mark.parametrize("uno", ["ask", "auto"])
def test_calls_may_also_be_asked_for_or_made_by_themselves(sqlite_server: Server, uno: str) -> None:
    """Such games come to their end too, and everybody agrees."""
    _play_and_compare(sqlite_server, "house", uno)


def _play_and_compare(server: Server, edition: str, uno: str) -> None:
    people = 2 + names().index(edition) % 3

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(people, start=False, edition=edition, settings={**QUICK, "uno": uno})
            host = guests[0]
            if people < 4:
                await host.ask("change", seats=people + 1)
                await host.ask("bot", seat=people, level="medium")
            for guest in guests:
                await guest.seen(await host.ask("ping"))
            await begin(guests)
            eve = await here.watch(host.code).enter()
            await play_out(guests)
            for guest in (*guests, eve):
                await guest.seen(host.number)
                assert guest.table == host.table
                for part in ("sizes", "scores", "winners", "discard", "top", "color", "side", "round_winner"):
                    assert guest.view[part] == host.view[part], part
                lines = _lines(guest)
                assert sorted(lines) == list(range(min(lines), host.number + 1))
                assert all(line == lines[number] for number, line in _lines(host).items() if number in lines)
            assert len(host.view["winners"]) == 1
            assert 0 in host.view["sizes"]

    run(test)


def _lines(guest: Guest) -> dict[int, tuple[int, Any]]:
    return {told["n"]: (told["at"], told["what"]) for told in guest.told}


def test_a_game_of_several_rounds_is_dealt_by_its_players(server: Server) -> None:
    """Until somebody reaches the target, with points kept from round to round."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, settings={"target": 120, "uno": "auto"}, options=CALM)
            await play_out(guests)
            assert max(guests[0].view["scores"]) >= 120
            deals = [told for told in guests[0].told if told["what"]["t"] == "moved" and told["what"]["seat"] == -1]
            assert len(deals) == guests[0].view["round"] - 1

    run(test)


@pytest.mark.parametrize("level", [*LEVELS, *PLAYERS])
def test_bots_of_each_level_finish_a_game(server: Server, level: str) -> None:
    """With one person among them who only draws; experts think beside the loop."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (
                await here.create(seats=4, fill=level, settings=QUICK, options={"pace": 0, "uno_grace": 0})
            ).enter()
            await ann.seen(await ann.ask("start"))
            await play_out([ann], idle)
            assert len(ann.view["winners"]) == 1
            assert {told["what"]["how"] for told in ann.told if told["what"]["t"] == "moved"} == {"player", "bot"}

    run(test)


# --- what is refused ------------------------------------------------------------------------------------


def test_a_move_out_of_turn_is_refused(server: Server) -> None:
    """The refusal names the rule and who must decide."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            asked = _asked(guests)
            other = guests[1 - guests.index(asked)]
            no = await refused(other.move("draw"))
            assert (no.code, no.rule) == ("illegal-move", "turn-1")
            assert f"for seat {asked.seat}" in no.say

    run(test)


def test_an_illegal_move_is_refused_with_its_rule_and_what_is_possible(server: Server) -> None:
    """A card that does not match, a card not in the hand, an answer to another question."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            await play_until(guests, lambda: _has_idle_cards(_asked(guests)))
            asked = _asked(guests)
            card = _idle_cards(asked)[0]
            before = asked.view
            for move in (f"play {card}", "pass", "challenge", "color red", "vote yes", "target 0"):
                no = await refused(asked.move(move))
                assert no.code == "illegal-move"
                assert no.rule
            assert "Possible: " in no.say
            missing = next(
                f"{color}{number}"
                for color in "rgby"
                for number in range(10)
                if f"{color}{number}" not in asked.view["hand"]
            )
            no = await refused(asked.move(f"play {missing}"))
            assert (no.code, no.rule) == ("illegal-move", "turn-1")
            assert f"no {missing} in the hand" in no.say
            assert asked.view == before

    run(test)


@pytest.mark.parametrize(
    "move",
    ["", " ", "dance", "play", "play zz", "0 draw", "draw 0 0", "play r7 r8", "catch x", "catch ²", "\x00", "deal now"],
)
def test_a_move_that_is_not_in_the_notation_is_refused(sqlite_server: Server, move: str) -> None:
    """It is answered like any other, and the table is unharmed."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            guests = await here.table_of(2, options=CALM)
            no = await refused(_asked(guests).move(move))
            assert no.code in {"notation", "illegal-move"}
            assert no.say
            await take_turn(_asked(guests))

    run(test)


def test_no_moves_are_made_in_the_lobby_and_after_the_game(server: Server) -> None:
    """Both are `not-now`."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, start=False, settings=QUICK, options=CALM)
            no = await refused(guests[0].move("draw"))
            assert no.code == "not-now"
            assert "has not begun" in no.say
            await guests[1].ask("ready")
            number = await guests[0].ask("start")
            for guest in guests:
                await guest.seen(number)
            await play_out(guests)
            for move in ("draw", "deal", "uno"):
                no = await refused(guests[0].move(move))
                assert no.code == "not-now"
                assert "is over" in no.say

    run(test)


def test_a_spectators_move_is_refused(server: Server) -> None:
    """With and without a name."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            eve = await here.watch(guests[0].code).enter()
            dan = await (await here.join(guests[0].code, "Dan")).enter()
            for guest in (eve, dan):
                for kind, more in (("move", {"move": "draw"}), ("rematch", {}), ("sit", {"seat": 0})):
                    answer = await refused(guest.ask(kind, **more))
                    assert answer.code in ({"not-seated"} if guest is eve or kind != "sit" else {"not-now"})
            assert (await refused(eve.ask("chat", text="hello"))).code == "not-seated"

    run(test)


def test_an_answer_to_a_decision_that_is_over_is_stale(server: Server) -> None:
    """So that a late click never plays a card by accident."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            old = guests[0].view["decision"]
            await take_turn(_asked(guests), idle)
            for guest in guests:
                await guest.seen(max(other.number for other in guests))
            asked = _asked(guests)
            assert asked.view["decision"] > old
            assert (await refused(asked.move(asked.moves()[0], decision=old))).code == "stale"
            await asked.move(asked.moves()[0], decision=asked.view["decision"])

    run(test)


# --- once and only once -----------------------------------------------------------------------------------


def test_the_same_request_sent_twice_is_granted_once(server: Server) -> None:
    """Both answers name the same line, also on another socket."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            asked = _asked(guests)
            move = idle(asked)
            number = await asked.move(move, id="once")
            assert await asked.move(move, id="once") == number
            await asked.drop()
            await asked.enter()
            assert await asked.move(move, id="once") == number
            other = guests[1 - guests.index(asked)]
            lines = [
                told for told in other.told if told["what"].get("by") == asked.person and told["what"]["t"] == "moved"
            ]
            assert [told["n"] for told in lines] == [number]

    run(test)


def test_the_same_request_at_the_same_moment_from_two_sockets_is_granted_once(server: Server) -> None:
    """A person may have two windows open."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options=CALM)
            asked = _asked(guests)
            twin = await here.twin(asked).enter()
            move = idle(asked)
            numbers = await asyncio.gather(asked.move(move, id="once"), twin.move(move, id="once"))
            assert numbers[0] == numbers[1]
            await twin.drop()
            await asked.ask("ping")
            assert asked.table["people"][asked.seat or 0]["present"]

    run(test)


def test_two_people_may_use_the_same_id(server: Server) -> None:
    """An id belongs to whoever sends it."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, options=CALM)
            first = await ann.ask("chat", text="one", id="same")
            second = await bob.ask("chat", text="two", id="same")
            assert second > first

    run(test)


# --- reasons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["classic", "flip"])
def test_every_card_that_can_not_be_played_has_its_reason(server: Server, edition: str) -> None:
    """Whoever asks why gets the rule and a sentence, and neither for a card that can be played."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, edition=edition, settings=QUICK, options=CALM)
            seen: set[str] = set()
            for _ in range(60):
                for guest in guests:
                    await guest.seen(max(other.number for other in guests))
                    seen.update(await _check_reasons(guest))
                if guests[0].table["phase"] != "playing":
                    break
                await take_turn(_asked(guests))
            assert "turn-1" in seen

    run(test)


def _has_idle_cards(guest: Guest) -> bool:
    return guest.view["asks"][1] == "play" and len(_idle_cards(guest)) > 0


async def _check_reasons(guest: Guest) -> list[str]:
    """Hold the reasons against the legal moves; the rules that are named."""
    rules, idle = [], _idle_cards(guest)
    for card in dict.fromkeys(guest.view["hand"]):
        why = await guest.why(card)
        assert (why is not None) == (card in idle), (card, guest.moves())
        if why is not None:
            assert why["rule"]
            assert why["say"]
            rules.append(why["rule"])
    return rules


def _idle_cards(guest: Guest) -> list[str]:
    """The cards of the hand that can't be played now."""
    side = 0 if guest.view["side"] == "light" else 1

    def front(card: str) -> str:
        return card.split("|")[side] if "|" in card else card

    playable = {front(move.split()[1]) for move in guest.moves() if move.startswith("play ")}
    return [card for card in guest.view["hand"] if front(card) not in playable]


def test_why_is_for_a_card_of_the_own_hand(server: Server) -> None:
    """Nothing happens by it; a card may be named by its face; others' cards and what is no card are refused."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, edition="flip", options=CALM)
            ann = guests[0]
            card = ann.view["hand"][0]
            number = ann.number
            side = 0 if ann.view["side"] == "light" else 1  # the first card may have flipped everything
            assert await ann.why(card) == await ann.why(card.split("|")[side])
            assert ann.number == number
            hand = {held.split("|")[side] for held in ann.view["hand"]}
            foreign = next(face for face in ("r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9") if face not in hand)
            for wrong in (foreign, "?", "", "r7|?|?", "x" * 5000):
                no = await refused(ann.why(wrong))
                assert (no.code, len(no.say) < 200) == ("notation", True), wrong
            eve = await (await here.join(ann.code, "Eve")).enter()
            assert (await refused(eve.why(card))).code == "not-seated"
            watcher = await here.watch(ann.code).enter()
            assert (await refused(watcher.why(card))).code == "not-seated"
            lobby = await (await here.create(seats=2)).enter()
            assert (await refused(lobby.why("r7"))).code == "not-now"

    run(test)


# --- the clock ----------------------------------------------------------------------------------------------


def test_a_player_who_does_nothing_gets_the_default_move(server: Server) -> None:
    """The clock counts down for everybody to see; a card is drawn and the turn passes."""
    clock = 5

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, options={"clock": clock})
            await play_until(guests, lambda: _asked(guests).view["asks"][1] == "play")
            asked = _asked(guests)
            decided = asked.told[-1]["at"]
            begun = asked.view["clock"]
            assert 0 < begun <= clock * 1000
            await asyncio.sleep(0.5)
            eve = await here.watch(asked.code).enter()
            assert eve.view["clock"] is not None
            assert eve.view["clock"] <= begun - 400
            number = asked.number
            await asked.until(lambda: asked.number > number)
            last = asked.told[-1]
            assert last["what"] == {"t": "moved", "seat": asked.seat, "how": "clock"}
            assert last["at"] >= decided + clock * 1000
            assert last["events"][0]["kind"] == "drew"
            await eve.seen(last["n"])
            assert eve.view["clock"] > 0

    run(test)


def test_without_a_clock_and_while_a_bot_thinks_none_is_shown(server: Server) -> None:
    """`clock` is null then."""

    async def test() -> None:
        async with room(server) as here:
            ann, _bob = await here.table_of(2, options=CALM)
            assert ann.view["clock"] is None
            cid = await (
                await here.create(
                    "Cid", seats=2, fill="simple", settings={"dealer": 0}, options={"clock": 600, "pace": 3}
                )
            ).enter()
            await cid.seen(await cid.ask("start"))
            asked = cid.view["asks"][0]
            assert (cid.view["clock"] is None) == (asked == 1)
            if asked == 0:
                await play_until([cid], lambda: cid.view["asks"][0] == 1)
                assert cid.view["clock"] is None

    run(test)
