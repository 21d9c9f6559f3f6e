"""A vote on a performance opens when it was performed (custom-8): somebody presses "told", or time is up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table import requests as r
from lastcard.server.table.duties import PERFORMANCE, next_due
from lastcard.server.table.showing import clock_left
from tests.browser.wanted import asked, can_play
from tests.server.by_hand import add, table_with
from tests.server.harness import Guest, Room, Server, refused, room, run
from tests.server.scenes import come_in, staged_at

JOKE = {"custom": ["custom-8", "custom-8", "custom-8"]}
TOLD = 'house settings={"custom":["custom-8"]} hands=W1,g4,g6/b2,b3,b4/y1,y2,y3 discard=r9 turn=0'
FREE = {"custom": ["words: everybody hums"] * 3}


async def joking(here: Room, server: Server, settings: dict[str, Any] = JOKE, **options: Any) -> list[Guest]:
    """Ann has played a card with a joke, and Bob votes first."""
    options = {"clock": None, "away_grace": 3600, **options}
    staged = staged_at(
        server.database, 3, asked(0) & can_play(0, "W1"), edition="house", settings=settings, options=options
    )
    guests = await come_in(here, staged)
    number = await guests[0].move("play W1")
    for guest in guests:
        await guest.seen(number)
    assert guests[0].view["asks"][1] == "vote"
    return guests


@pytest.mark.rule("custom-8")
def test_nobody_votes_before_the_joke_is_told(server: Server) -> None:
    """Everybody sees whom all wait for; then the vote goes on as always, and is not told again."""

    async def test() -> None:
        async with room(server) as here:
            guests = await joking(here, server)
            ann = guests[0]
            eve = await here.watch(ann.code).enter()
            voter = guests[ann.view["asks"][0]]
            assert {guest.view["telling"] for guest in (*guests, eve)} == {0}
            assert {guest.view["teller"] for guest in (*guests, eve)} == {0}
            assert voter.moves() == []
            assert (await refused(voter.move("vote yes"))).code == "not-told"
            assert (await refused(voter.ask("told"))).code == "not-now"
            assert (await refused(eve.ask("told"))).code == "not-seated"
            number = await ann.ask("told", id="once")
            assert await ann.ask("told", id="once") == number
            assert (await refused(ann.ask("told"))).code == "not-now"
            for guest in (*guests, eve):
                await guest.seen(number)
                assert guest.told[-1]["what"] == {"t": "told", "by": ann.person, "seat": 0, "how": "player"}
                assert (guest.view["telling"], guest.view["decision"]) == (None, number)
            assert voter.moves() == ["vote yes", "vote no"]
            for _ in range(2):
                voter = guests[ann.view["asks"][0]]
                number = await voter.move("vote no", decision=voter.view["decision"])
                for guest in guests:
                    await guest.seen(number)
                    assert guest.view["telling"] is None
            assert ann.view["teller"] is None
            assert ann.view["asks"][1] != "vote"

    run(test)


def test_a_vote_by_everyone_opens_at_once(server: Server) -> None:
    """There is nothing that its player would have to perform first."""

    async def test() -> None:
        async with room(server) as here:
            guests = await joking(here, server, FREE)
            assert [(guest.view["telling"], guest.view["teller"]) for guest in guests] == [(None, None)] * 3
            voter = guests[guests[0].view["asks"][0]]
            await voter.move("vote yes")

    run(test)


def test_the_clock_of_the_performer_runs_and_then_it_counts_as_told(server: Server) -> None:
    """The voter's clock begins only then."""

    async def test() -> None:
        async with room(server) as here:
            guests = await joking(here, server, clock=5)
            bob = guests[1]
            played = bob.told[-1]
            assert 0 < bob.view["clock"] <= 5000
            await bob.until(lambda: bob.told[-1]["what"]["t"] == "told")
            assert bob.told[-1]["what"] == {"t": "told", "seat": 0, "how": "clock"}
            assert bob.told[-1]["at"] >= played["at"] + 5000
            assert bob.view["clock"] > 0

    run(test)


def test_for_a_performer_who_leaves_it_is_told(server: Server) -> None:
    """The bot that plays on tells it."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, _cem = await joking(here, server)
            await ann.leave()
            await bob.until(lambda: bob.view["telling"] is None)
            told = next(told["what"] for told in reversed(bob.told) if told["what"]["t"] == "told")
            assert told == {"t": "told", "seat": 0, "how": "bot"}

    run(test)


@pytest.mark.rule("custom-8")
def test_a_bot_takes_a_while_to_perform_and_bots_vote_after_it() -> None:
    """As everybody waits for the performer, nothing else is due."""
    game = Game.from_position(TOLD, history=False)
    table = table_with(game, pace=1.0)
    for seat in (0, 1):
        table.seats[seat].person, table.seats[seat].bot = None, "simple"
    add(table, e.Moved(seat=0, move="0 play W1", how="bot"), later=10_000)
    assert (table.performer, table.awaited(), table.asked()) == (0, 0, 1)
    due = next_due(table, "salt", 30)
    assert due is not None
    assert (due.at - table.at, due.entry()) == (PERFORMANCE * 1000, e.Performed(seat=0, how="bot"))
    assert clock_left(table, table.at) is None
    add(table, e.Performed(seat=0, how="bot"), later=3000)
    due = next_due(table, "salt", 30)
    assert due is not None
    vote = due.entry()
    assert isinstance(vote, e.Moved)
    assert vote.move.startswith("1 vote ")


def test_an_older_log_in_which_votes_came_without_a_word_goes_on() -> None:
    """Whoever has voted did not wait for anything."""
    game = Game.from_position(TOLD, history=False)
    table = table_with(game)
    add(table, e.Moved(by=1, seat=0, move="0 play W1"))
    add(table, e.Moved(by=2, seat=1, move="1 vote no"))
    assert (table.performer, table.asked()) == (None, 2)


def test_the_words_on_the_wire_and_in_the_log_are_the_old_ones() -> None:
    """Clients and logs from before are understood, and understand what is written now."""
    performed = e.Performed(by=1, seat=0, how="clock")
    assert msgspec.json.decode(e.encode(performed))["t"] == "told"
    assert e.decode('{"t":"told","by":1,"seat":0,"how":"clock"}') == performed
    assert r.decode('{"t":"told","id":"a"}') == r.Performed(id="a")
