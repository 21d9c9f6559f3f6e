"""The network breaks between a node and the database, or between two nodes, while clients stay connected.

Each node reaches the database, and is reached by the other, through a wire that can be broken (`wires.py`). Tables may
have two nodes that believe they own them; only one can write.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from sqlalchemy import make_url
from websockets.exceptions import ConnectionClosed

from lastcard.server.running.peers import SILENCE
from lastcard.server.table import entries as e
from tests.server.harness import FAST, Guest, Room, Server, refused, room, run
from tests.server.players import Crowd, Player, read_log
from tests.server.scenes import figure
from tests.server.storm import RECOVERY, compared
from tests.server.test_nodes import come_back, eventually
from tests.server.wires import DOWN, Wire
from tests.services import Postgres

IN_FLIGHT = 0.5
"""Seconds in which what the database had answered before a wire broke reaches the clients."""


@dataclass
class Site:
    """Two nodes on one database, and what is between them all."""

    database: str
    """Past all wires."""
    nodes: list[Server]
    to_database: list[Wire]
    to_node: list[Wire]
    """On the way to each node from the other one."""


@pytest.fixture(scope="module")
def site(shared_postgres: Postgres) -> Iterator[Site]:
    """One for all tests here; each leaves it whole."""
    name = shared_postgres.create_database()
    url = shared_postgres.url(name)
    with contextlib.ExitStack() as stack:
        to_database = [stack.enter_context(Wire(shared_postgres.port)) for _ in range(2)]
        to_node = [stack.enter_context(Wire()) for _ in range(2)]
        nodes = [
            Server(
                make_url(url).set(port=database.port).render_as_string(),
                *("--internal", f"127.0.0.1:{internal.port}", "--sleep-after", "3600"),
            )
            for database, internal in zip(to_database, to_node, strict=True)
        ]
        for node in nodes:
            stack.callback(node.kill)
        with ThreadPoolExecutor() as pool:
            list(pool.map(Server.start, nodes))
        for node, internal in zip(nodes, to_node, strict=True):
            internal.target = node.port
        yield Site(url, nodes, to_database, to_node)
    shared_postgres.drop_database(name)


@contextlib.asynccontextmanager
async def playing(site: Site) -> AsyncIterator[tuple[Room, Crowd]]:
    """Tables of the first node, at each of which some people are connected there and some to the other one.

    At the end everything is whole and goes on, and all logs are held against what everybody was told.
    """
    for wire in (*site.to_database, *site.to_node):
        wire.heal()
    async with room(site.nodes[0]) as here:
        crowd = Crowd()
        crowd.outages = True
        for edition in ("classic", "flip"):
            options = {**FAST, "away_grace": 30}
            code = await crowd.seat(here, 4, lambda: here.url, edition=edition, seats=5, options=options)
            for player, node in zip(crowd.players[code], itertools.cycle(site.nodes), strict=False):
                await _settle(player, node.url)
        crowd.begin()
        try:
            await crowd.further(10, RECOVERY)
            yield here, crowd
        finally:
            for wire in (*site.to_database, *site.to_node):
                wire.heal()
        await crowd.move_on(RECOVERY)
        await crowd.end()
        for code, players in crowd.players.items():
            lines = read_log(site.database, code)
            assert compared(lines, players, code)[1] == []


async def _settle(player: Player, home: str) -> None:
    """From now on somebody is at this node."""
    await player.guest.drop()
    player.where = lambda: home


async def _closed(guest: Guest) -> None:
    """Whoever asks something and gets no answer is let go before long."""
    with contextlib.suppress(ConnectionClosed):
        await guest.send_raw('{"t": "ping", "id": "anybody there?"}')
    await guest.until(lambda: guest.closed)


def at(crowd: Crowd, node: Server) -> list[Player]:
    """Those who are connected to a node."""
    return [player for player in crowd.everybody() if player.guest.url == node.url]


def owned(node: Server) -> int:
    """How many tables a node has in memory."""
    return int(figure(node, "lastcard_leases"))


def granted(players: list[Player]) -> int:
    """How many requests were acknowledged that are in the log."""
    return sum(len(player.granted.keys() - player.pings) for player in players)


def resumed(database: str, code: str) -> int:
    """How often a table went on at another node."""
    return sum(isinstance(line.entry, e.Resumed) for line in read_log(database, code))


@pytest.mark.parametrize("how", ["nothing arrives", "no answers arrive", "connections are reset"])
def test_a_node_that_is_cut_off_from_the_database_acknowledges_nothing_and_is_fenced(site: Site, how: str) -> None:
    """The other node takes its tables, both believe that they own them, and when it heals only one does."""
    one, other = site.nodes

    async def test() -> None:
        async with playing(site) as (_, crowd):
            codes, before = set(crowd.players), owned(other)
            stranded = at(crowd, one)
            if how == "connections are reset":
                site.to_database[0].cut()
            else:
                site.to_database[0].stall(*((DOWN,) if how == "no answers arrive" else ()))
            await asyncio.sleep(IN_FLIGHT)
            acknowledged = granted(stranded)
            await eventually(lambda: owned(other) == before + len(codes), RECOVERY, "the other has its tables")
            assert granted(stranded) == acknowledged
            assert owned(one) == len(codes), "both shall believe that they own the tables"
            site.to_database[0].heal()
            await crowd.move_on(RECOVERY)
            await eventually(lambda: owned(one) == 0, RECOVERY, "it has let go of them")
            for code in codes:
                assert resumed(site.database, code) == 1

    run(test, 600)


def test_whoever_asks_a_node_that_the_database_does_not_answer_is_told_so(site: Site) -> None:
    """Not at once, but before long, and the same request is granted afterwards, once."""

    async def test() -> None:
        async with room(site.nodes[0]) as here:
            ann = await (await here.create(seats=2, options={"clock": None})).enter()
            number = await ann.ask("chat", text="before")
            site.to_database[0].stall()
            assert (await refused(ann.ask("chat", id="once", text="meanwhile"))).code == "unavailable"
            assert ann.number == number
            site.to_database[0].heal()
            await ann.until(lambda: ann.closed)
            assert ann.bye is not None
            assert ann.bye["code"] == "restart"
            await come_back(ann, site.nodes[1])
            await ann.ask("chat", id="once", text="meanwhile")
            said = [line for line in read_log(site.database, ann.code) if line.entry.id == "once"]
            assert len(said) == 1

    run(test, 300)


@pytest.mark.parametrize("how", ["nothing arrives", "connections are reset"])
def test_nodes_that_do_not_reach_each_other_send_clients_away_and_tables_stay_where_they_are(
    site: Site, how: str
) -> None:
    """Who is at the owner plays on; who is not, is told to come back; nobody else takes the table."""
    one, other = site.nodes

    async def test() -> None:
        async with playing(site) as (here, crowd):
            before = owned(one), owned(other)
            far = at(crowd, other)
            way = site.to_node[0]
            if how == "nothing arrives":
                way.stall()
            else:
                way.cut()
            await asyncio.gather(*(_closed(player.guest) for player in far))
            if how == "connections are reset":  # else it takes as long to find that out each time
                guest = here.twin(far[0].guest)
                guest.url = other.url
                assert (await refused(guest.enter())).code == "restart"
                answer = await here.http.get(f"{other.url}/api/tables/{guest.code}")
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            for player in at(crowd, one):  # the game itself may be waiting for somebody who is not there
                await player.guest.ask("mute", person=2, on=False)
            way.heal()
            await crowd.move_on(RECOVERY)
            assert (owned(one), owned(other)) == before
            assert [resumed(site.database, code) for code in crowd.players] == [0] * len(crowd.players)

    run(test, 600)


def test_a_node_that_only_passes_on_needs_no_database_for_it(site: Site) -> None:
    """It counts as gone and gets none of the tables, but whoever is connected through it plays on."""
    one, other = site.nodes

    async def test() -> None:
        async with playing(site) as (_, crowd):
            site.to_database[1].stall()
            await eventually(lambda: any("counts as gone" in line for line in one.log), RECOVERY, "it counts as gone")
            assert not any(player.guest.closed for player in at(crowd, other))
            await crowd.move_on(RECOVERY)
            assert [resumed(site.database, code) for code in crowd.players] == [0] * len(crowd.players)

    run(test, 600)


def test_when_no_node_reaches_the_database_all_tables_stay_where_they_are(site: Site) -> None:
    """Time in which nobody could look counts for nobody."""

    async def test() -> None:
        async with playing(site) as (_, crowd):
            for wire in site.to_database:
                wire.stall()
            await asyncio.sleep(1.5 * SILENCE)
            for wire in site.to_database:
                wire.heal()
            await crowd.move_on(RECOVERY)
            assert [resumed(site.database, code) for code in crowd.players] == [0] * len(crowd.players)

    run(test, 600)
