"""Two nodes, one PostgreSQL.

Every table is one table, whichever node somebody is at and whichever goes away.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from lastcard.server.table import entries as e
from tests.server.harness import FAST, PATIENCE, Guest, Refused, Room, Server, begin, room, run
from tests.server.players import GONE, Crowd, check_log, check_table, read_log
from tests.server.scenes import figure
from tests.services import Postgres

TAKEN_OVER = 10.0
"""Seconds within which another node does the work of one that is gone.

The machine may be busy, so tests wait longer.
"""


@contextlib.contextmanager
def two_nodes(database: str, *options: str) -> Iterator[tuple[Server, Server]]:
    """Two nodes at work; both start at once."""
    nodes = Server(database, *options), Server(database, *options)
    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(Server.start, nodes))
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    node.process.send_signal(signal.SIGCONT)
                node.kill()


@pytest.fixture(scope="module")
def pair(shared_postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two nodes for tests that leave them running."""
    name = shared_postgres.create_database()
    with two_nodes(shared_postgres.url(name)) as nodes:
        yield nodes
    shared_postgres.drop_database(name)


def check_healthy(*nodes: Server) -> None:
    """No node has failed at anything."""
    for node in nodes:
        assert not any("Traceback" in line or '"level": "error"' in line for line in node.log), node.log[-3:]
        assert figure(node, "lastcard_failures_total") == 0


async def at_nodes(here: Room, nodes: list[Server], **setup: Any) -> list[Guest]:
    """A table with somebody at each of these nodes, by seat, who have all come in; the first one made it."""
    setup.setdefault("seats", len(nodes))
    here.http.base_url = httpx.URL(nodes[0].url)
    host = await here.create(**setup)
    guests = [host, *[await here.join(host.code, f"Guest {i}") for i in range(1, len(nodes))]]
    for seat, (guest, node) in enumerate(zip(guests, nodes, strict=True)):
        guest.url = node.url
        await guest.enter()
        if seat:
            await guest.ask("sit", seat=seat)
    number = await guests[-1].ask("ping")
    for guest in guests:
        await guest.seen(number)
    return guests


async def eventually(condition: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait until something is so, and how long that took."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds, f"not within {seconds} seconds: {what}"
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


async def until_moved_on(guests: list[Guest], lines: int, seconds: float, what: str) -> None:
    """Wait until everybody was told so many more lines; whoever is asked moves."""
    goal = max(guest.number for guest in guests) + lines
    begun = time.monotonic()
    while min(guest.number for guest in guests) < goal:
        assert time.monotonic() - begun < seconds, f"not within {seconds} seconds: {what}"
        for guest in guests:
            if guest.asked and guest.moves() and not guest.closed:
                with contextlib.suppress(Refused):
                    await guest.move(guest.moves()[0], decision=guest.view["decision"])
        await asyncio.sleep(0.02)


def test_players_at_different_nodes_see_the_same_lines_in_the_same_order(pair: tuple[Server, Server]) -> None:
    """Flat-out play over both nodes: everybody is told the log, each as they may know it."""
    one, other = pair

    async def test() -> None:
        async with room(one) as here:
            crowd = Crowd()
            turns = itertools.cycle([one.url, other.url])
            for edition in ("classic", "flip"):
                await crowd.seat(
                    here,
                    3,
                    lambda: next(turns),
                    edition=edition,
                    seats=4,
                    watchers=2,
                    options={**FAST, "away_grace": 30},
                )
            crowd.begin()
            await crowd.further(150, 120)
            await crowd.end()
            for code, players in crowd.players.items():
                assert {player.guest.url for player in players} == {one.url, other.url}
                lines = check_table(one.database, code, players)
                whats = [{told["n"]: told["what"] for told in player.guest.told} for player in players]
                shared = set.intersection(*map(set, whats))
                assert len(shared) > 100
                assert all(len({str(what[n]) for what in whats}) == 1 for n in shared)
                assert {line.entry.node for line in lines if isinstance(line.entry, e.Arrived)} == {
                    line.entry.node for line in lines if isinstance(line.entry, e.Arrived | e.Resumed)
                }
            check_healthy(*pair)

    run(test, 240)


def test_requests_at_both_nodes_at_once_take_each_number_once(pair: tuple[Server, Server]) -> None:
    """Several tables are flooded from both nodes.

    Each request is granted once, with its own number; only the owner writes, so nobody ever meets another at a number.
    """

    async def flood(guest: Guest, granted: dict[str, int], other: int) -> None:
        for i in range(40):
            id_ = f"{guest._prefix}/{i}"
            granted[id_] = await guest.ask("mute", id=id_, person=other, on=i % 2 == 0)

    async def test() -> None:
        async with room(pair[0]) as here:
            before = sum(figure(node, "lastcard_conflicts_total") for node in pair)
            tables = [await at_nodes(here, [pair[0], pair[1], pair[0], pair[1]]) for _ in range(4)]
            granted: list[dict[str, int]] = [{} for _ in tables]
            work = [
                flood(guest, numbers, (guest.person or 0) % 4 + 1)
                for guests, numbers in zip(tables, granted, strict=True)
                for guest in guests
            ]
            await asyncio.gather(*work)
            for guests, numbers in zip(tables, granted, strict=True):
                assert len(set(numbers.values())) == len(numbers) == 160
                lines = read_log(pair[0].database, guests[0].code)
                check_log(lines)
                assert {line.entry.id: line.number for line in lines if isinstance(line.entry, e.Muted)} == numbers
                for guest in guests:
                    await guest.seen(len(lines))
            assert sum(figure(node, "lastcard_conflicts_total") for node in pair) == before
            assert figure(pair[1], "lastcard_relayed") >= 2 * len(tables)
            check_healthy(*pair)

    run(test, 240)


def test_of_a_call_and_catches_at_both_nodes_one_comes_first(pair: tuple[Server, Server]) -> None:
    """The first one in the log counts, and all the others are refused, wherever they were made."""

    async def race(guests: list[Guest], liable: int) -> bool:
        """All go for it at once; whether it was the call that came first."""
        numbers = {guest.number for guest in guests}
        words = ["uno" if guest.seat == liable else f"catch {liable}" for guest in guests]
        answers = await asyncio.gather(
            *(guest.move(word) for guest, word in zip(guests, words, strict=True)), return_exceptions=True
        )
        granted = [word for word, answer in zip(words, answers, strict=True) if isinstance(answer, int)]
        assert len(granted) == 1, (words, answers, numbers)
        refused = [answer for answer in answers if not isinstance(answer, int)]
        assert all(
            isinstance(answer, Refused) and (answer.rule == "uno-2" or answer.code == "slow-down") for answer in refused
        ), refused
        return granted == ["uno"]

    async def test() -> None:
        async with room(pair[0]) as here:
            guests = await at_nodes(here, [pair[0], pair[1], pair[1], pair[0]], options={"clock": None, "uno_grace": 0})
            await begin(guests)
            calls = races = 0
            while races < 6:
                number = max(guest.number for guest in guests)
                await asyncio.gather(*(guest.seen(number) for guest in guests))
                if liable := guests[0].view["liable"]:
                    calls += await race(guests, liable[0])
                    races += 1
                    continue
                asked = next(guest for guest in guests if guest.asked)
                plays = [move for move in asked.moves() if move not in {"uno", "draw"} and not move.startswith("catch")]
                await asked.move(plays[0] if plays else asked.moves()[0])
            lines = read_log(pair[0].database, guests[0].code)
            check_log(lines)
            moves = [line.entry.move.split()[1:2] for line in lines if isinstance(line.entry, e.Moved)]
            assert moves.count(["uno"]) == calls
            assert moves.count(["catch"]) == races - calls

    run(test, 240)


def test_somebody_who_drops_at_one_node_and_is_at_another_is_not_away(pair: tuple[Server, Server]) -> None:
    """Presence is counted over all nodes; only without any socket is somebody away, and then a bot stands in."""
    one, other = pair

    async def test() -> None:
        async with room(one) as here:
            ann, bob = await at_nodes(here, [one, other], options={"away_grace": 1, "clock": None})
            await begin([ann, bob])
            again = Guest(one.url, {"token": bob.token, "person": bob.person}, bob.code)
            here.guests.append(again)
            await again.enter()
            await bob.drop()
            number = await ann.ask("chat", text="Who is there?")
            await asyncio.gather(ann.seen(number), again.seen(number))
            await asyncio.sleep(2.5)
            assert [person["present"] for person in ann.table["people"]] == [True, True]
            assert not any(seat["stand_in"] for seat in ann.table["seats"])
            await again.drop()
            await ann.until(lambda: not ann.table["people"][1]["present"])
            await ann.until(lambda: ann.table["seats"][1]["stand_in"])
            bob.url = other.url
            await bob.enter(last=bob.number)
            await ann.until(lambda: ann.table["people"][1]["present"] and not ann.table["seats"][1]["stand_in"])

    run(test)


def test_a_table_sleeps_at_one_node_and_wakes_at_another(postgres_url: str) -> None:
    """Nobody is there, so nothing goes on; whoever returns finds the game as it was, at whichever node."""
    with two_nodes(postgres_url, "--sleep-after", "1") as (one, other):

        async def test() -> None:
            async with room(one) as here:
                ann, bob = await at_nodes(here, [one, other], seats=3, fill="simple", options=FAST)
                await begin([ann, bob])
                await until_moved_on([ann, bob], 10, PATIENCE, "a game")
                await ann.drop()
                await bob.drop()
                await eventually(
                    lambda: isinstance(read_log(postgres_url, ann.code)[-1].entry, e.Slept),
                    PATIENCE,
                    "the table sleeps",
                )
                await asyncio.sleep(1)
                lines = read_log(postgres_url, ann.code)
                assert isinstance(lines[-1].entry, e.Slept), "somebody went on in the sleep"
                assert [figure(node, "lastcard_leases") for node in (one, other)] == [0, 0]
                assert [figure(node, "lastcard_tables") for node in (one, other)] == [0, 0]
                ann.url = other.url
                await ann.enter(last=ann.number)
                await eventually(
                    lambda: figure(other, "lastcard_leases") == 1, PATIENCE, "the other node takes the table"
                )
                bob.url = one.url
                await bob.enter(last=bob.number)
                await until_moved_on([ann, bob], 20, PATIENCE, "the game goes on after the sleep")
                check_log(read_log(postgres_url, ann.code))
                check_healthy(one, other)

        run(test)


def test_the_other_node_goes_on_with_bots_and_clocks_when_the_one_that_ran_them_is_killed(
    postgres_url: str,
) -> None:
    """Within seconds bots move again at the other node, and a clock runs out there."""
    with two_nodes(postgres_url) as (one, other):

        async def test() -> None:
            async with room(one) as here:
                ann, bob = await at_nodes(
                    here, [one, other], seats=4, fill="simple", options={**FAST, "clock": 5, "away_grace": 3600}
                )
                await begin([ann, bob])
                await until_moved_on([ann, bob], 10, PATIENCE, "a game")
                assert figure(one, "lastcard_leases") == 1
                one.kill()
                await come_back(bob, other)
                assert "resumed" in {told["what"]["t"] for told in bob.told}
                # Ann does not come back, but the table did not lose her: bots move, and the clock answers for her
                bots = [told for told in bob.told if told["what"]["t"] == "moved" and told["what"]["how"] == "bot"]
                clocks = [told for told in bob.told if told["what"]["t"] == "moved" and told["what"]["how"] == "clock"]

                def gone_on() -> bool:
                    moved = [told["what"]["how"] for told in bob.told if told["what"]["t"] == "moved"]
                    return moved.count("bot") > len(bots) and moved.count("clock") > len(clocks)

                end = time.monotonic() + 2 * PATIENCE
                while not gone_on():
                    assert time.monotonic() < end, "no bot and no clock at the other node"
                    if bob.asked and bob.moves():
                        with contextlib.suppress(Refused):
                            await bob.move(bob.moves()[0], decision=bob.view["decision"])
                    await asyncio.sleep(0.05)
                ann.url = other.url
                await ann.enter(last=ann.number)
                await until_moved_on([ann, bob], 10, PATIENCE, "everybody at the other node")
                check_log(read_log(postgres_url, ann.code))
                check_healthy(other)

        run(test, 180)


async def come_back(guest: Guest, node: Server) -> None:
    """Open a socket again at a node, as soon as the table is there."""
    guest.url = node.url
    async with asyncio.timeout(2 * PATIENCE):
        while True:
            try:
                await guest.enter(last=guest.number)
            except (Refused, *GONE) as no:
                assert not isinstance(no, Refused) or no.code in {"restart", "unavailable"}, no  # noqa: PT017
                await asyncio.sleep(0.05)
            else:
                return


def test_people_of_a_killed_node_are_away_even_if_another_ran_their_table(postgres_url: str) -> None:
    """Their sockets end at the owner, who notices at once; after the grace a bot stands in."""
    with two_nodes(postgres_url) as (one, other):

        async def test() -> None:
            async with room(one) as here:
                ann, bob = await at_nodes(here, [one, other], options={"clock": None, "away_grace": 1})
                await begin([ann, bob])
                assert figure(one, "lastcard_leases") == 1
                other.kill()
                await ann.until(lambda: not ann.table["people"][1]["present"], 2 * TAKEN_OVER)
                await ann.until(lambda: ann.table["seats"][1]["stand_in"], 2 * TAKEN_OVER)
                assert ann.table["people"][0]["present"]
                bob.url = one.url
                await bob.enter(last=bob.number)
                await until_moved_on([ann, bob], 10, PATIENCE, "the game goes on")
                assert not any(seat["stand_in"] for seat in ann.table["seats"])
                check_healthy(one)

        run(test)


def test_a_node_that_stalls_loses_its_tables_and_can_write_to_them_no_more(postgres_url: str) -> None:
    """It wakes up after another has taken over, and both believe that they own the tables.

    What it would write is not taken, its people come back to the new owner, and nothing is lost or done twice.
    """
    with two_nodes(postgres_url) as (one, other):

        async def test() -> None:
            async with room(one) as here:
                crowd = Crowd()
                turns = itertools.cycle([one, other])
                for edition in ("classic", "flip"):
                    await crowd.seat(
                        here, 3, lambda: next(turns).url, edition=edition, seats=4, options={**FAST, "away_grace": 30}
                    )
                idle = await (await here.create("Idle", seats=2, options={"clock": None})).enter()
                crowd.begin()
                await crowd.further(10)
                assert figure(one, "lastcard_leases") == 3
                os.kill(one.process.pid, signal.SIGSTOP)  # type: ignore[union-attr]
                await eventually(lambda: figure(other, "lastcard_leases") == 3, PATIENCE, "the other owns all tables")
                os.kill(one.process.pid, signal.SIGCONT)  # type: ignore[union-attr]
                await idle.until(lambda: idle.closed)  # also where nothing was to be written
                assert idle.bye is not None
                assert idle.bye["code"] == "restart"
                await come_back(idle, one)
                await crowd.further(30, 4 * PATIENCE)
                await crowd.end()
                for code, players in crowd.players.items():
                    lines = check_table(postgres_url, code, players)
                    assert len([line for line in lines if isinstance(line.entry, e.Resumed)]) == 1
                assert [figure(node, "lastcard_leases") for node in (one, other)] == [0, 3]
                check_healthy(one, other)

        run(test, 240)


def test_everybody_comes_back_when_both_nodes_were_gone(postgres_url: str) -> None:
    """Both nodes are killed and started again under other addresses; every table goes on, and nobody had to make it."""
    with two_nodes(postgres_url) as nodes:

        async def test() -> None:
            async with room(nodes[0]) as here:
                crowd = Crowd()
                turns = itertools.cycle(nodes)
                for edition in ("house", "flip"):
                    await crowd.seat(
                        here, 2, lambda: next(turns).url, edition=edition, seats=3, options={**FAST, "away_grace": 30}
                    )
                crowd.begin()
                await crowd.further(20)
                for node in nodes:
                    node.kill()
                await asyncio.gather(*(asyncio.to_thread(node.start) for node in nodes))
                await crowd.further(20, 2 * PATIENCE)
                await crowd.end()
                for code, players in crowd.players.items():
                    check_table(postgres_url, code, players)
                check_healthy(*nodes)

        run(test, 180)
