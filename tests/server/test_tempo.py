"""How fast a table goes: the tempo that its people wish, rounds that wait for somebody, and games that begin again."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.game import Game
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import granting
from lastcard.server.table import requests as r
from lastcard.server.table.duties import next_due
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Setup
from lastcard.server.table.showing import clock_left, table_of
from lastcard.server.table.snapshot import snapshot_of, table_from
from lastcard.server.table.tempo import SPEEDS, tempo_of
from tests.server.by_hand import SLEEP_AFTER, Log, add, next_of, table_with
from tests.server.harness import Server, begin, refused, room, run
from tests.server.turns import play_out, play_until

QUICK: dict[str, Any] = {"scoring": "hand", "uno": "auto"}
LAST_CARD = "classic hands=r7/b2,b3/y1,y2 discard=r5 turn=0"
"""Seat 0 ends the round, and not the game."""


def granted(table: Table, person: int, request: r.Request) -> e.Entry | None:
    """What a request brings about."""
    return granting.grant(table, table.people[person], request, table.at)


def code_of(table: Table, person: int, request: r.Request) -> str:
    """Why a request is refused."""
    with pytest.raises(RefusedError) as caught:
        granted(table, person, request)
    return caught.value.code


# --- tempo --------------------------------------------------------------------------------------------------


def three(**options: Any) -> Table:
    """Two people and a bot, who is asked."""
    game = Game.from_position("classic hands=g1,g2,g3/b2,b3/y1,y2 discard=r5 turn=1", history=False)
    return table_with(game, bots={1: "simple"}, **options)


def test_the_slowest_wish_of_those_who_play_counts() -> None:
    """Whoever watches, is away, or has a bot play in place of them hurries and holds up nobody."""
    table = three()
    assert tempo_of(table) == 1
    add(table, e.Paced(by=1, speed=4))
    assert tempo_of(table) == 1
    add(table, e.Paced(by=3, speed=2))
    assert tempo_of(table) == table_of(table)["tempo"] == 2
    add(table, e.Paced(by=2, speed=1))  # gave the seat to the bot and watches
    assert tempo_of(table) == 2
    add(table, e.Dropped(person=3, node="n"))
    assert tempo_of(table) == 4
    add(table, e.Arrived(person=3, node="n"))
    add(table, e.TookOver(seat=2))
    assert tempo_of(table) == 4


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_bot_takes_its_time_divided_by_the_tempo(speed: int) -> None:
    """Which is that of the slowest who plays."""
    table = three()
    slow = next_of(table)[0]
    for person in (1, 3):
        add(table, e.Paced(by=person, speed=speed))
    wait, entry = next_of(table)
    assert isinstance(entry, e.Moved)
    assert entry.how == "bot"
    assert wait == pytest.approx(slow / speed)


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_person_has_as_much_time_as_ever(speed: int) -> None:
    """Nobody is hurried by the tempo of bots."""
    table = table_with(Game("classic", 2, seed=1, history=False), clock=20)
    for person in (1, 2):
        add(table, e.Paced(by=person, speed=speed))
    assert clock_left(table, table.at) == 20_000


def test_a_bot_answers_between_six_and_ten_tenths_of_a_second() -> None:
    """At the usual tempo, however slow by level and temper."""
    table = three()
    game = table.game
    assert game is not None
    for salt in map(str, range(30)):
        for level in ("pip@easy", "ivo@easy", "simple", "rocco"):
            table.seats[1].bot = level
            due = next_due(table, salt, SLEEP_AFTER)
            assert due is not None
            assert 600 <= due.at - table.changed_at <= 1000


def test_a_tempo_is_one_two_or_four() -> None:
    """Others are refused, and a wish that is known already is no line."""
    table = three()
    assert granted(table, 1, r.Tempo(id="a", speed=2)) == e.Paced(by=1, id="a", speed=2)
    assert granted(table, 1, r.Tempo(id="a", speed=1)) is None
    for speed in (0, 3, 8, -1):
        assert code_of(table, 1, r.Tempo(id="a", speed=speed)) == "bad-tempo"


# --- the next round -----------------------------------------------------------------------------------------


def after_a_round(**options: Any) -> Table:
    """Seat 0 has just ended a round."""
    table = table_with(Game.from_position(LAST_CARD, history=False), **options)
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    assert table.phase == "playing"
    return table


@pytest.mark.parametrize(
    ("options", "wait"),
    [
        ({"clock": 45, "deal_after": 8}, 8000),
        ({"clock": None, "deal_after": 8}, 8000),
        ({"clock": 5, "deal_after": 8}, 5000),
        ({"clock": 45}, 45_000),
    ],
)
def test_the_next_round_is_dealt_by_itself(options: dict[str, Any], wait: int) -> None:
    """After the time that the table has for it, or when the clock runs out."""
    table = after_a_round(**options)
    assert next_of(table) == (wait, e.Moved(seat=-1, move="deal", how="clock"))
    assert clock_left(table, table.at) == wait


def test_a_round_waits_for_whoever_holds_it() -> None:
    """Until that person lets it go, or goes; then the time is over already. A deal is never forbidden."""
    table = after_a_round(clock=None, deal_after=8)
    deal = e.Moved(seat=-1, move="deal", how="clock")
    assert granted(table, 2, r.Hold(id="a")) == e.Held(by=2, id="a", on=True)
    add(table, e.Held(by=2, on=True), later=7000)
    assert table_of(table)["held"] == [2]
    assert granted(table, 2, r.Hold(id="a")) is None
    assert next_due(table, "salt", SLEEP_AFTER) is None
    assert clock_left(table, table.at) is None
    add(table, e.Held(by=2, on=False), later=60_000)
    assert next_of(table)[1] == deal
    assert next_of(table)[0] < 0
    add(table, e.Held(by=3, on=True))
    add(table, e.Dropped(person=3, node="n"))
    assert next_due(table, "salt", SLEEP_AFTER).entry() == deal  # type: ignore[union-attr]
    add(table, e.Held(by=1, on=True))
    add(table, e.Moved(by=1, seat=-1, move="deal"))
    assert table_of(table)["held"] == []
    assert table.held == set()


def test_only_a_round_that_is_over_can_be_held_and_only_by_players() -> None:
    """In a round there is nothing to hold."""
    table = table_with(Game.from_position(LAST_CARD, history=False))
    assert code_of(table, 1, r.Hold(id="a")) == "not-now"
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    add(table, e.Joined(person=4, name="Dana", token="4" * 64))
    assert code_of(table, 4, r.Hold(id="a")) == "not-seated"


@pytest.mark.parametrize("seconds", [0, 0.5, 61])
def test_the_time_until_a_deal_is_within_bounds(seconds: float) -> None:
    """The refusal names them."""
    with pytest.raises(RefusedError, match=r"deal_after is .*; allowed: null, or 1 to 60 seconds"):
        table_with(Game("classic", 2, seed=1), deal_after=seconds).setup.check()


# --- again --------------------------------------------------------------------------------------------------


def over(people: int = 2, **setup: Any) -> Log:
    """A table whose game is over."""
    log = Log(Setup(seats=max(people, 2), settings=QUICK, **setup), people)
    if people == 1:
        log.add(e.SeatedBot(by=1, seat=1, level="simple"))
    log.play_out()
    return log


def test_another_game_begins_by_itself_when_all_are_ready() -> None:
    """Nobody has to start it; the cards come from the mixes that were given for the new commitment."""
    log = over()
    table = log.table
    assert granted(table, 2, r.Rematch(id="a", again=True)).again is True  # type: ignore[union-attr]
    log.add(e.Rematched(by=2, secret="11" * 32, salt="11" * 32, again=True))
    assert table_of(table)["again"] is True
    log.add(e.Readied(by=2, on=True, mix="bb"))
    assert next_due(table, "salt", SLEEP_AFTER) is None
    log.add(e.Readied(by=1, on=True, mix="aa"))
    wait, entry = next_of(table)
    assert isinstance(entry, e.Started)
    assert (wait, entry.mixes) == (0, ["aa", "bb"])
    log.add(entry)
    assert (table.phase, table.again) == ("playing", False)


def test_a_rematch_without_again_waits_for_its_host() -> None:
    """As ever."""
    log = over()
    log.add(e.Rematched(by=2, secret="11" * 32, salt="11" * 32))
    for person in (1, 2):
        log.add(e.Readied(by=person, on=True))
    assert next_due(log.table, "salt", SLEEP_AFTER) is None


def test_a_change_of_the_table_ends_what_would_begin_by_itself() -> None:
    """People said yes to the game as it was."""
    log = over()
    log.add(e.Rematched(by=2, secret="11" * 32, salt="11" * 32, again=True))
    log.add(e.Changed(by=1, setup=Setup(seats=2, settings={**QUICK, "draw_until": True})))
    for person in (1, 2):
        log.add(e.Readied(by=person, on=True))
    assert log.table.again is False
    assert next_due(log.table, "salt", SLEEP_AFTER) is None


def test_a_snapshot_remembers_wishes_and_what_waits() -> None:
    """Whoever takes the table on goes on as fast, and deals no sooner."""
    table = after_a_round(clock=None, deal_after=8)
    add(table, e.Paced(by=1, speed=4))
    add(table, e.Held(by=2, on=True))
    read = table_from(7, "ABCDEF", snapshot_of(table))
    assert (read.held, read.again, read.people[1].tempo) == ({2}, False, 4)
    assert table_of(read) == table_of(table)


def test_two_people_play_again_over_real_sockets(server: Server) -> None:
    """One asks, both say that they are ready, and nobody starts it."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, settings=QUICK)
            await play_out([ann, bob])
            await ann.seen(await bob.ask("rematch", again=True))
            assert (await refused(ann.ask("rematch", again=True))).code == "not-now"
            await bob.ask("ready", mix="bb" * 16)
            await ann.ask("ready", mix="aa" * 16)
            await bob.until(lambda: bob.table["phase"] == "playing" and bob.table["games"] == 2)
            assert bob.table["mixes"] == ["aa" * 16, "bb" * 16]
            assert bob.table["again"] is False
            await play_out([ann, bob])

    run(test)


def test_a_tempo_and_a_hold_are_told_over_real_sockets(server: Server) -> None:
    """To everybody at the table; the deal ends the hold."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, settings={"uno": "auto"}, options={"deal_after": 60, "clock": None})
            for guest in (ann, bob):
                await guest.ask("tempo", speed=4)
            await ann.until(lambda: ann.table["tempo"] == 4)
            assert (await refused(ann.ask("tempo", speed=3))).code == "bad-tempo"
            await play_until([ann, bob], lambda: ann.view["asks"][1] == "round over")
            await bob.seen(await ann.ask("hold"))
            assert bob.table["held"] == [ann.person]
            assert bob.view["clock"] is None
            await bob.seen(await ann.ask("move", move="deal"))
            await bob.until(lambda: bob.table["held"] == [])

    run(test)


def test_whoever_plays_alone_is_asked_for_nothing_else(server: Server) -> None:
    """One press is another game."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (
                await here.create(seats=2, fill="simple", settings=QUICK, options={"pace": 0, "clock": None})
            ).enter()
            await begin([ann])
            await play_out([ann])
            await ann.ask("rematch", again=True)
            await ann.ask("ready", mix="aa" * 16)
            await ann.until(lambda: ann.table["phase"] == "playing" and ann.table["games"] == 2)

    run(test)
