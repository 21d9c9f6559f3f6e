"""Calls and catches over sockets (uno-2, uno-3): the grace, catches that wait for its end, and races."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lastcard.server.table import entries as e
from lastcard.server.table.races import kind_of
from tests.server.harness import Guest, Refused, Room, Server, refused, room, run, sqlite_url
from tests.server.players import check_log, read_log
from tests.server.scenes import LEAVES_ONE, ann_forgets, figure, kinds, staged_at
from tests.server.test_nodes import two_nodes
from tests.services import Postgres

LONG = 5.0
"""Seconds of grace that are not over while a test asks for a few things; if they are, the test tries again."""

TRIES = 5
TOO_SLOW = "the machine is too slow for a grace of five seconds"

CAUGHT = ["caught", "drew", "drew"]


async def forgotten(
    here: Room, server: Server, players: int = 3, grace: float = LONG, seed: object = 0, urls: Sequence[str] = ()
) -> list[Guest]:
    """Ann, Bob and Cem; Ann has one card and has not called, and Bob is next."""
    options = {"uno_grace": grace, "clock": None, "away_grace": 3600}
    staged = staged_at(server.database, players, LEAVES_ONE, options=options, seed=seed)
    return await ann_forgets(here, staged, urls)


async def catch(guest: Guest, words: str = "catch 0", **more: Any) -> bool:
    """Catch Ann; whether it waits."""
    before = len(guest.waiting)
    await guest.move(words, **more)
    return len(guest.waiting) > before


def was_late(server: Server, guest: Guest) -> bool:
    """Whether a catch has been carried out, by the log: the machine was so busy that the grace was over too soon."""
    entries = [line.entry for line in read_log(server.database, guest.code)]
    return any(isinstance(entry, e.Moved) and kind_of(entry) == "catch" for entry in entries)


async def waiting(here: Room, server: Server, *pressing: int, urls: Sequence[str] = ()) -> list[Guest]:
    """The same, and these seats have pressed, one after the other, before the grace was over."""
    for seed in range(TRIES):
        guests = await forgotten(here, server, seed=seed, urls=urls)
        waits: list[bool] = []
        with contextlib.suppress(Refused):
            waits = [await catch(guests[seat]) for seat in pressing]
        if not was_late(server, guests[0]):
            assert waits == [True] * len(pressing)
            return guests
        for guest in guests:
            await guest.drop()
    raise AssertionError(TOO_SLOW)


# --- the grace ------------------------------------------------------------------------------------------


def test_a_call_within_the_grace_counts(server: Server) -> None:
    """Nobody can catch any more; who tries a moment later is told kindly, and may try as often as they like."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, _ = await forgotten(here, server)
            await bob.seen(await ann.move("uno"))
            assert bob.view["liable"] == []
            assert kinds(bob.told[-1]) == ["called"]
            no = await refused(bob.move("catch 0"))
            assert (no.code, no.rule, no.seat) == ("too-late", "uno-2", 0)
            assert no.say == "Ann has called UNO in time"
            assert ann.view["sizes"][0] == 1

    run(test)


@pytest.mark.rule("uno-3")
def test_a_catch_within_the_grace_waits_and_is_carried_out_at_its_end(server: Server) -> None:
    """The one who did not call draws two, and learned nothing before: the next line is the catch."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cem = await waiting(here, server, 1)
            eve = await here.watch(ann.code).enter()
            last, frames = ann.told[-1], len(ann.frames)
            assert bob.number == last["n"]
            await ann.until(lambda: ann.number > last["n"])
            assert kinds(ann.told[-1]) == CAUGHT
            assert ann.told[-1]["what"] == {"t": "moved", "by": bob.person, "seat": 1, "how": "player"}
            assert ann.told[-1]["at"] >= last["at"] + LONG * 1000
            assert ann.view["sizes"][0] == 3
            assert [json.loads(text)["t"] for text in ann.frames[frames:]] == ["moved"]
            for guest in (bob, cem, eve):
                await guest.seen(ann.number)
                assert "missed" not in guest.told[-1]
            assert [guest.view["catching"] for guest in (ann, bob, cem, eve)] == [[]] * 4

    run(test)


@pytest.mark.rule("uno-3")
def test_a_call_in_time_brings_a_waiting_catch_to_nothing_which_costs_nothing(server: Server) -> None:
    """Whoever pressed is told why, nobody else; no card is drawn, and no catch is counted as wrong."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cem = await waiting(here, server, 2)
            number = await ann.move("uno")
            for guest in (ann, bob, cem):
                await guest.seen(number)
                assert kinds(guest.told[-1]) == ["called"]
            assert cem.told[-1]["missed"] == [{"seat": 0, "why": "called"}]
            assert "missed" not in ann.told[-1]
            assert "missed" not in bob.told[-1]
            assert ann.view["sizes"] == bob.view["sizes"]
            assert ann.view["sizes"][0] == 1
            for _ in range(4):  # as many as may be wrong at once: none was counted
                assert (await refused(cem.move("catch 1"))).code == "illegal-move"
            drew = await bob.move("draw")
            await ann.seen(drew)
            assert drew == number + 1  # the catch is gone for good
            assert kinds(ann.told[-1])[0] == "drew"

    run(test)


@pytest.mark.rule("uno-3")
@pytest.mark.parametrize("with_decision", [True, False])
def test_a_waiting_catch_comes_before_the_turn_of_the_next_player(server: Server, with_decision: bool) -> None:
    """The move that would have closed the window is made as well, right after it."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, _cem = await waiting(here, server, 2)
            pressed_at = ann.number
            decision = {"decision": bob.view["decision"]} if with_decision else {}
            number = await bob.move("draw", **decision)
            await ann.seen(number)
            assert number == pressed_at + 2
            assert [kinds(told)[:1] for told in ann.told[-2:]] == [["caught"], ["drew"]]
            assert [event["other"] for event in ann.told[-2]["events"] if event["kind"] == "caught"] == [2]
            assert ann.view["sizes"][0] == 3
            assert [(told["what"]["seat"], told["what"]["how"]) for told in ann.told[-2:]] == [
                (2, "player"),
                (1, "player"),
            ]

    run(test)


@pytest.mark.rule("uno-3")
def test_the_next_player_may_catch_and_play_at_once(server: Server) -> None:
    """The own turn does not close the window before the own catch."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, _cem = await waiting(here, server, 1)
            await ann.seen(await bob.move("draw"))
            assert [kinds(told)[:1] for told in ann.told[-2:]] == [["caught"], ["drew"]]

    run(test)


@pytest.mark.rule("uno-3")
@pytest.mark.parametrize("first", [1, 2])
def test_of_two_who_wait_the_first_is_served(server: Server, first: int) -> None:
    """The other is told that it was caught already; only two cards are drawn."""

    async def test() -> None:
        async with room(server) as here:
            guests = await waiting(here, server, first, 3 - first)
            ann, winner, loser = guests[0], guests[first], guests[3 - first]
            number = ann.number + 1
            await guests[1].move("draw")
            for guest in guests:
                await guest.seen(number + 1)
            assert [event["other"] for event in ann.told[-2]["events"] if event["kind"] == "caught"] == [first]
            assert loser.told[-2]["missed"] == [{"seat": 0, "why": "caught"}]
            assert "missed" not in winner.told[-2]
            assert ann.view["sizes"][0] == 3

    run(test)


@pytest.mark.rule("uno-3")
def test_pressing_many_times_neither_costs_nor_gains_anything(server: Server) -> None:
    """Every press is answered alike, one catch waits, and one is carried out."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cem = await waiting(here, server, *[2] * 15)
            before = ann.number
            assert [cem.acknowledged[press] for press in cem.waiting] == [before] * 15
            lines = read_log(server.database, ann.code)
            presses = [line.entry for line in lines if isinstance(line.entry, e.Pressed)]
            assert [(press.seat, press.target) for press in presses] == [(2, 0)]
            await ann.seen(await bob.move("draw"))
            assert [kinds(told)[:1] for told in ann.told if told["n"] > before] == [["caught"], ["drew"]]
            assert ann.view["sizes"][0] == 3
            check_log(read_log(server.database, ann.code))

    run(test)


@pytest.mark.rule("uno-3")
@pytest.mark.parametrize("words", ["catch 00", " catch  0 "])
def test_pressing_again_in_another_spelling_is_pressing_again(server: Server, words: str) -> None:
    """What is compared is the move and not how it is written: nothing is written a second time."""

    async def test() -> None:
        async with room(server) as here:
            for seed in range(TRIES):
                ann, _, cem = await forgotten(here, server, seed=seed)
                waits: list[bool] = []
                with contextlib.suppress(Refused):
                    waits = [await catch(cem), await catch(cem, words)]
                if not was_late(server, ann):
                    break
            else:
                raise AssertionError(TOO_SLOW)
            assert waits == [True, True]
            lines = read_log(server.database, ann.code)
            presses = [line.entry for line in lines if isinstance(line.entry, e.Pressed)]
            assert [(press.seat, press.target) for press in presses] == [(2, 0)]

    run(test)


def test_a_catch_that_waits_is_granted_once(server: Server) -> None:
    """Sent again, on another socket too and when all is over, it gets the same answer and does nothing more."""

    async def test() -> None:
        async with room(server) as here:
            for seed in range(TRIES):
                ann, bob, cem = await forgotten(here, server, seed=seed)
                number = await cem.move("catch 0", id="once")
                twin = await here.twin(cem).enter()
                assert await twin.move("catch 0", id="once") == number
                await cem.drop()
                await cem.enter(last=cem.number)
                if not was_late(server, ann):
                    break
            else:
                raise AssertionError(TOO_SLOW)
            assert {"once"} == cem.waiting == twin.waiting
            assert number == ann.number
            assert cem.view["catching"] == [0]
            assert bob.view["catching"] == []
            await cem.seen(await bob.move("draw"))
            cem.waiting.clear()
            assert await cem.move("catch 0", id="once") == number
            assert cem.waiting == set()
            assert sum(kinds(told) == CAUGHT for told in ann.told) == 1

    run(test)


@pytest.mark.parametrize("how", ["leave", "drop"])
def test_a_catch_waits_on_when_its_presser_has_gone(server: Server, how: str) -> None:
    """It was pressed in time."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cem = await waiting(here, server, 2)
            await (cem.leave() if how == "leave" else cem.drop())
            await bob.move("draw")
            await ann.until(lambda: any(kinds(told) == CAUGHT for told in ann.told))
            caught = next(told for told in ann.told if kinds(told) == CAUGHT)
            assert caught["what"] == {"t": "moved", "by": cem.person, "seat": 2, "how": "player"}

    run(test)


@pytest.mark.rule("uno-3")
def test_a_waiting_catch_is_told_to_whoever_comes_back_too_late(server: Server) -> None:
    """What was missed has what came of it, for its presser alone."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cem = await waiting(here, server, 2)
            await cem.drop()
            last = cem.number
            await ann.move("uno")
            await cem.enter(last=last)
            missed = [told["missed"] for told in cem.welcome["past"] if "missed" in told]
            assert missed == [[{"seat": 0, "why": "called"}]]
            await bob.drop()
            await bob.enter(last=last)
            assert not any("missed" in told for told in bob.welcome["past"])

    run(test)


# --- without a grace --------------------------------------------------------------------------------------


def test_of_two_who_catch_at_once_only_one_does(server: Server) -> None:
    """The other is told who was faster, and only two cards are drawn."""

    async def test() -> None:
        async with room(server) as here:
            ann, *others = await forgotten(here, server, grace=0)
            answers = await asyncio.gather(*(guest.move("catch 0") for guest in others), return_exceptions=True)
            granted = [answer for answer in answers if isinstance(answer, int)]
            late = [answer for answer in answers if isinstance(answer, Refused)]
            assert len(granted) == 1
            assert [(no.code, no.rule) for no in late] == [("too-late", "uno-2")]
            winner = next(guest for guest, answer in zip(others, answers, strict=True) if isinstance(answer, int))
            assert late[0].seat == winner.seat
            await ann.seen(granted[0])
            assert ann.view["sizes"][0] == 3

    run(test)


def test_a_call_and_a_catch_at_once_do_not_both_count(server: Server) -> None:
    """Whoever is first in the log is right."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await forgotten(here, server, 2, grace=0)
            call, caught = await asyncio.gather(ann.move("uno"), bob.move("catch 0"), return_exceptions=True)
            assert isinstance(call, int) != isinstance(caught, int)
            await ann.seen(call if isinstance(call, int) else int(str(caught)))
            assert ann.view["sizes"][0] == (1 if isinstance(call, int) else 3)

    run(test)


def test_whoever_keeps_catching_nobody_must_wait(server: Server) -> None:
    """A few wrong catches are refused as such, more of them not even looked at; other moves go on."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, _ = await forgotten(here, server)
            codes = [(await refused(ann.move("catch 1"))).code for _ in range(30)]
            assert codes[:4] == ["illegal-move"] * 4
            assert codes.count("slow-down") >= 20
            await bob.move("draw")

    run(test)


def test_the_figures_tell_nobody_that_a_catch_waits(tmp_path: Path) -> None:
    """Anybody may read them, so neither the line in which it stands is counted nor how long its answer took."""

    def figures(server: Server) -> tuple[float, ...]:
        return tuple(figure(server, f"lastcard_{name}") for name in ("lines_total", "request_seconds_count"))

    async def test(server: Server) -> None:
        async with room(server) as here:
            ann, bob, cem = await forgotten(here, server)
            lines, answers = figures(server)
            waits = await catch(cem)
            assert figures(server) == (lines + (not waits), answers + (not waits))
            await ann.seen(await bob.move("draw"))
            assert figures(server) == (lines + 2, answers + 1 + (not waits))

    with Server(sqlite_url(tmp_path)) as server:
        run(lambda: test(server))


# --- servers that go away, and several of them -------------------------------------------------------------


@pytest.mark.rule("uno-3")
def test_a_waiting_catch_outlives_a_killed_server(tmp_path: Path) -> None:
    """The grace begins anew, as nobody could call meanwhile; then the catch is carried out."""

    async def test(server: Server) -> None:
        async with room(server) as here:
            ann, bob, cem = await waiting(here, server, 2)
            server.kill()
            for guest in (ann, bob, cem):
                await guest.until(lambda guest=guest: guest.closed)  # type: ignore[misc]
            server.start()
            for guest in (ann, bob, cem):
                guest.url = server.url
                await guest.enter(last=guest.number)
            assert cem.view["liable"] == [0]
            await ann.until(lambda: kinds(ann.told[-1]) == CAUGHT)
            resumed = max(told["at"] for told in ann.told if told["what"]["t"] == "resumed")
            assert ann.told[-1]["at"] >= resumed + LONG * 1000
            assert ann.told[-1]["what"]["by"] == cem.person
            check_log(read_log(server.database, ann.code))

    with Server(sqlite_url(tmp_path)) as server:
        run(lambda: test(server))


@pytest.mark.rule("uno-3")
def test_a_catch_that_waits_at_one_node_comes_before_a_turn_at_another(shared_postgres: Postgres) -> None:
    """Whichever node a move comes through, the log knows what waits; and one node's death loses nothing."""

    async def test(one: Server, other: Server) -> None:
        async with room(one) as here:
            ann, bob, cem = await waiting(here, one, 2, urls=[one.url, one.url, other.url])
            before = ann.number
            await ann.seen(await bob.move("draw", decision=bob.view["decision"]))
            assert [kinds(told)[:1] for told in ann.told if told["n"] > before] == [["caught"], ["drew"]]
            await cem.seen(ann.number)

            ann, bob, cem = await waiting(here, one, 2, urls=[other.url, other.url, one.url])
            one.kill()
            await ann.until(lambda: any(kinds(told) == CAUGHT for told in ann.told))
            assert ann.view["sizes"][0] == 3

    name = shared_postgres.create_database()
    with two_nodes(shared_postgres.url(name)) as (one, other):
        run(lambda: test(one, other))
    shared_postgres.drop_database(name)
