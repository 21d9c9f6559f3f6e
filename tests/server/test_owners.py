"""A table has one owner: others pass on what comes for it, and share what it leaves behind when it is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from lastcard.server.config import Config
from lastcard.server.edge.app import open_node
from lastcard.server.edge.guard import CLIENT, RELAYED
from lastcard.server.log.owning import Peer
from lastcard.server.log.schema import log, nodes, tables
from lastcard.server.log.store import Store
from lastcard.server.running.node import Node
from lastcard.server.running.peers import BEAT, SILENCE, Watch
from lastcard.server.table import entries as e
from lastcard.server.table.setup import Setup
from tests.server.harness import PATIENCE, Room, Server, begin, coming_from, eventually, refused, room, run
from tests.server.players import read_log
from tests.server.scenes import figure
from tests.server.test_nodes import come_back, two_nodes
from tests.server.test_time import HOUR, Set, set_clock
from tests.services import Postgres

__all__ = ["set_clock"]  # a fixture that is used here too

PROXY = ("--behind-proxy", "--joins", "6", "--sockets", "2")


@pytest.fixture(scope="module")
def limited(shared_postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two nodes behind a proxy that let an address do little."""
    name = shared_postgres.create_database()
    one, other = (Server(shared_postgres.url(name), *PROXY, limits=("--tables", "0")) for _ in range(2))
    with one, other:
        yield one, other
    shared_postgres.drop_database(name)


def through(here: Room, node: Server) -> None:
    """From now on requests go to this node."""
    here.http.base_url = httpx.URL(node.url)


# --- passing on -------------------------------------------------------------------------------------------------------


def test_every_node_answers_for_every_table(postgres_url: str) -> None:
    """What the owner must be asked for is asked for there; the answers are the same, refusals too."""
    with two_nodes(postgres_url) as (one, other):

        async def test() -> None:
            async with room(one) as here:
                ann = await (await here.create(seats=2)).enter()
                through(here, other)
                bob = await here.join(ann.code, "Bob")
                bob.url = other.url
                await bob.enter()
                await bob.ask("sit", seat=1)
                await begin([ann, bob])
                assert [figure(node, "lastcard_relayed") for node in (one, other)] == [0, 1]
                assert [figure(node, "lastcard_leases") for node in (one, other)] == [1, 0]
                lines = {"authorization": f"Bearer {bob.token}"}
                asked: list[tuple[str, dict[str, str]]] = [("", {}), ("/lines", lines), ("/lines", {}), ("/record", {})]
                for path, headers in asked:
                    answers = [
                        await here.http.get(f"{node.url}/api/tables/{ann.code}{path}", headers=headers)
                        for node in (one, other)
                    ]
                    assert answers[0].status_code == answers[1].status_code
                    assert answers[0].text == answers[1].text
                link = (await here.http.get(f"/api/tables/{ann.code}/invitation")).json()["link"]
                assert link == f"{other.url}/t/{ann.code}"
                assert (await refused(here.join(ann.code, "\u202e"))).code == "bad-name"
                assert (await refused(here.with_token(ann.code, "wrong").enter())).code == "wrong-token"

        run(test)


def test_limits_hold_for_whoever_is_passed_on(limited: tuple[Server, Server]) -> None:
    """The owner counts by the client's own address, not by that of the node in between."""
    one, other = limited

    async def test() -> None:
        async with room(one, coming_from("192.0.2.1")) as here:
            ann = await here.create(seats=2)
            for _ in range(2):
                watcher = here.watch(ann.code)
                watcher.url = other.url
                await watcher.enter()
            third = here.watch(ann.code)
            assert (await refused(third.enter())).code == "too-many"  # at the owner itself
            third.url = other.url
            assert (await refused(third.enter())).code == "too-many"
        async with room(other, coming_from("192.0.2.2")) as there:
            await there.watch(ann.code).enter()

    run(test)


@pytest.mark.parametrize("which", ["owner", "other"])
def test_nobody_outside_can_pretend_to_be_a_node(limited: tuple[Server, Server], which: str) -> None:
    """The headers by which a node passes something on mean nothing without the owner's secret."""
    one, other = limited
    asked = one if which == "owner" else other

    async def test() -> None:
        async with room(one, coming_from(f"192.0.2.{10 if which == 'owner' else 20}")) as here:
            ann = await here.create(seats=2)
            through(here, asked)
            codes = []
            for number in range(8):
                pretended = {CLIENT: f"203.0.113.{number}", RELAYED: "0" * 64}
                codes.append((await here.http.get(f"/api/tables/{ann.code}", headers=pretended)).status_code)
            assert codes == [200] * 6 + [429] * 2

    run(test)


def test_whoever_is_passed_on_comes_back_when_the_owner_dies(postgres_url: str) -> None:
    """The other node owns the table then."""
    with two_nodes(postgres_url) as (one, other):

        async def test() -> None:
            async with room(one) as here:
                ann = await here.create(seats=2)
                ann.url = other.url
                await ann.enter()
                number = await ann.ask("chat", text="before")
                one.kill()
                await ann.until(lambda: ann.closed)
                await come_back(ann, other)
                assert await ann.ask("chat", text="after") > number
                assert [figure(other, name) for name in ("lastcard_leases", "lastcard_relayed")] == [1, 0]

        run(test)


# --- who is alive -----------------------------------------------------------------------------------------------------


def beats(**counters: int) -> list[Peer]:
    """Nodes with their counters."""
    return [Peer(name, beat, "", "") for name, beat in counters.items()]


def test_a_node_is_gone_when_its_counter_stands_still_while_somebody_looks() -> None:
    """By the clock of whoever looks, and not before it has been watched for that long."""
    now = [100.0]
    watch = Watch(lambda: now[0])
    silent = []
    for look in range(12):
        silent.append([peer.id for peer in watch.look(beats(quick=look, stuck=7))])
        now[0] += BEAT
    looks = int(SILENCE / BEAT)
    assert silent[:looks] == [[]] * looks
    assert silent[looks:] == [["stuck"]] * (12 - looks)


def test_time_in_which_nobody_could_look_does_not_count() -> None:
    """When a database comes back after an hour, nobody is gone who goes on then."""
    now = [100.0]
    watch = Watch(lambda: now[0])
    assert watch.look(beats(one=1)) == []
    now[0] += 3600
    assert watch.look(beats(one=1)) == []
    now[0] += BEAT
    assert watch.look(beats(one=2)) == []


def test_a_wrong_clock_changes_nothing_about_who_is_alive(postgres_url: str, set_clock: Set) -> None:
    """An hour on or back, at any node."""

    async def counters(store: Store) -> dict[str, int]:
        return {peer.id: peer.beat for peer in await asyncio.to_thread(store.owners.nodes)}

    async def test() -> None:
        opened: list[Node] = []
        for name, step in (("one", HOUR), ("other", -HOUR)):
            set_clock(step)
            opened.append(await open_node(Config(database=postgres_url, node=name), Store(postgres_url)))
        code, _, _ = await opened[0].create(Setup(), "Ann", 0, None)
        store = opened[1].journal.store
        before = await counters(store)
        for step in (HOUR, -HOUR, 0):
            set_clock(step)
            goal = {name: count + 2 * int(SILENCE / BEAT) for name, count in (await counters(store)).items()}

            async def grown(goal: dict[str, int] = goal) -> bool:
                found = await counters(store)
                return all(found[name] >= goal[name] for name in before)

            await eventually(grown)
            assert opened[0].owns(code)
            assert await opened[1].whereabouts(code) is not None
        for node in opened:
            await node.stop()

    run(test)


# --- what a lost node leaves behind -----------------------------------------------------------------------------------

MANY = 100


def test_all_tables_of_a_lost_node_go_on_at_the_others(postgres_url: str) -> None:
    """Each has an owner again, whether somebody comes or not; one that can't be read disturbs none."""
    options = ("--sleep-after", "3600")
    third = Server(postgres_url, *options)
    with two_nodes(postgres_url, *options) as (one, other), third:

        async def test() -> None:
            async with room(one) as here:
                made = [await here.create(seats=2, fill="simple", options={"clock": None}) for _ in range(MANY)]
                codes = [guest.code for guest in made]
                poisoned = codes[MANY // 2]
                poison(postgres_url, poisoned)
                one.kill()
                left = (other, third)

                async def taken() -> bool:
                    return sum(figure(node, "lastcard_leases") for node in left) == MANY - 1

                await eventually(taken, 4 * PATIENCE)
                through(here, other)
                for code in codes:
                    answer = await here.http.get(f"/api/tables/{code}")
                    assert answer.status_code == (503 if code == poisoned else 200)
                for code in codes:
                    if code != poisoned:
                        resumed = [line for line in read_log(postgres_url, code) if isinstance(line.entry, e.Resumed)]
                        assert len(resumed) == 1
                assert owners(postgres_url) <= {None, *living(postgres_url)}

        run(test, 240)


def poison(database: str, code: str) -> None:
    """Spoil a line of a table."""
    _execute(
        database,
        sa.update(log)
        .where(
            log.c.number == 2, log.c.table_id == sa.select(tables.c.id).where(tables.c.code == code).scalar_subquery()
        )
        .values(entry="{"),
    )


def owners(database: str) -> set[str | None]:
    """The nodes that own tables."""
    return {row[0] for row in _execute(database, sa.select(tables.c.node))}


def living(database: str) -> set[str]:
    """The nodes that are there."""
    return {row[0] for row in _execute(database, sa.select(nodes.c.id))}


def _execute(database: str, statement: Any) -> list[Any]:
    engine = sa.create_engine(database, poolclass=sa.NullPool)
    with engine.begin() as connection:
        done = connection.execute(statement)
        return list(done) if done.returns_rows else []
