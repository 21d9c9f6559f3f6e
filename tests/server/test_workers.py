"""A server of several processes: an edge, workers that own tables by hash, and with SQLite a writer.

Whichever is killed, what was acknowledged is there once, and play goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lastcard.server.codes import LETTERS, Share, slot_of
from lastcard.server.operating.listening import bind
from lastcard.server.table import entries as e
from tests.server.following import VERSION
from tests.server.harness import PATIENCE, Guest, Room, Server, begin, eventually, room, run, sqlite_url
from tests.server.players import SEED, Crowd, check_table, read_log
from tests.server.scenes import figure
from tests.server.storm import CALM, TABLES
from tests.server.test_kill import MORE
from tests.services import Postgres

TWO = ("--workers", "2")


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers and a writer."""
    with Server(sqlite_url(tmp_path_factory.mktemp("workers")), *TWO) as server:
        yield server


@pytest.fixture(scope="module")
def on_postgres(shared_postgres: Postgres) -> Iterator[Server]:
    """Two workers, each of which writes itself."""
    name = shared_postgres.create_database()
    with Server(shared_postgres.url(name), *TWO) as server:
        yield server
    shared_postgres.drop_database(name)


@pytest.fixture(params=["on_sqlite", "on_postgres"])
def workers(request: pytest.FixtureRequest) -> Server:
    """A server of several processes, on each kind of database."""
    found: Server = request.getfixturevalue(request.param)
    return found


def processes(server: Server) -> dict[str, int]:
    """The children of a server, by what they are."""
    assert server.process is not None
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, fields = path.read_text("ascii", "replace").rpartition(")")
            name = (path.parent / "comm").read_text("ascii", "replace").strip()
        except OSError:  # it has just gone
            continue
        if int(fields.split()[1]) == server.process.pid and fields.split()[0] != "Z" and name != "lastcard":
            found[name.removeprefix("lastcard ")] = int(path.parent.name)
    return found


def of_worker(server: Server, name: str) -> list[float]:
    """A figure of each worker."""
    lines = httpx.get(server.url + "/metrics", timeout=PATIENCE).text.splitlines()
    return [
        sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(f'{name}{{worker="{slot}"'))
        for slot in range(2)
    ]


@contextlib.asynccontextmanager
async def house(server: Server) -> AsyncIterator[Room]:
    """A room each of whose requests comes over a connection of its own, so that they go to workers by chance."""
    async with room(server) as here:
        here.http.headers["connection"] = "close"
        yield here


async def one_of_each(here: Room, **setup: Any) -> list[Guest]:
    """The hosts of two tables, one of each worker, who have not entered yet."""
    found: dict[int, Guest] = {}
    while len(found) < 2:
        host = await here.create(**setup)
        found.setdefault(slot_of(host.code, 2), host)
    return [found[0], found[1]]


def check_healthy(server: Server, *, kills: bool = False) -> None:
    """Nothing failed; if processes were killed, nothing but what follows from that."""
    assert not any("Traceback" in line or '"level": "error"' in line for line in server.log), server.log[-5:]
    if not kills:
        assert figure(server, "lastcard_failures_total") == 0


# --- whose a table is -------------------------------------------------------------------------------------------------


def test_every_code_belongs_to_one_worker_and_a_new_one_to_whoever_makes_it() -> None:
    """The ends by which a database is asked for a worker's tables say the same; any text has a worker."""
    for count in (2, 3, 7, 64, 256):
        shares = [Share(slot, count) for slot in range(count)]
        ends = [share.ends() or [] for share in shares]
        assert sorted(sum(ends, [])) == sorted(one + other for one in LETTERS for other in LETTERS)  # noqa: RUF017
        assert max(map(len, ends)) - min(map(len, ends)) <= 1
        for share, mine in zip(shares, ends, strict=True):
            code = share.new_code()
            assert code[-2:] in mine
            assert [one.has(code) for one in shares].count(True) == 1
    assert Share().ends() is None
    assert all(0 <= slot_of(text, 3) < 3 for text in ("", "a", "%%", "0O1I"))


def test_games_are_played_over_all_workers_and_each_socket_is_where_its_table_is(workers: Server) -> None:
    """Nothing is passed on, for the edge knows whose a table is; the figures are those of all workers."""

    async def test() -> None:
        async with house(workers) as here:
            crowd = Crowd()
            while len({slot_of(code, 2) for code in crowd.players}) < 2 or len(crowd.players) < 4:
                edition = ("classic", "flip")[len(crowd.players) % 2]
                await crowd.seat(here, 2, lambda: workers.url, watchers=1, edition=edition, seats=3, options=CALM)
            crowd.begin()
            await crowd.further(60)
            lines = of_worker(workers, "lastcard_lines_total")
            assert min(lines) > 60
            assert of_worker(workers, "lastcard_relayed") == [0, 0]
            here_and_there = [[slot_of(code, 2) for code in crowd.players].count(slot) for slot in range(2)]
            assert of_worker(workers, "lastcard_leases") == here_and_there
            assert figure(workers, "lastcard_leases") == len(crowd.players)
            assert of_worker(workers, "lastcard_sockets") == [3 * count for count in here_and_there]
            await crowd.end()
            for code, players in crowd.players.items():
                check_table(workers.database, code, players)
            check_healthy(workers)

    run(test, 240)


def test_a_connection_that_is_kept_asks_for_tables_of_all_workers(workers: Server) -> None:
    """The first request decides where it is; what is another worker's is asked there, and answered the same."""

    async def test() -> None:
        async with (
            house(workers) as here,
            httpx.AsyncClient(base_url=workers.url, timeout=PATIENCE, limits=httpx.Limits(max_connections=1)) as kept,
        ):
            hosts = await one_of_each(here, seats=3)
            for _ in range(3):
                for host in hosts:
                    answer = await kept.get(f"/api/tables/{host.code}")
                    assert (answer.status_code, answer.json()["code"]) == (200, host.code)
                    answer = await kept.post(f"/api/tables/{host.code}/people", json={"name": "Bob"})
                    assert answer.status_code == 201
            assert (await kept.get("/healthz")).json() == {"status": "ok"}
            unknown = await kept.get("/api/tables/QQQQQQ")
            assert (unknown.status_code, unknown.json()["code"]) == (404, "no-table")
            for host in hosts:
                await host.enter()
                assert len(host.table["people"]) == 4
            assert of_worker(workers, "lastcard_relayed") == [0, 0]
            check_healthy(workers)

    run(test)


def test_a_table_that_sleeps_is_opened_by_the_worker_that_it_belongs_to(tmp_path: Path) -> None:
    """Whoever is asked for it; so later sockets for it find it where the edge sends them."""

    async def test() -> None:
        async with house(server) as here, httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as kept:
            hosts = await one_of_each(here, seats=3)

            async def asleep() -> bool:
                return figure(server, "lastcard_tables") == 0

            await eventually(asleep)
            before = of_worker(server, "lastcard_lines_total")
            for host in (*hosts, *hosts):
                assert (await kept.post(f"/api/tables/{host.code}/people", json={"name": "Bob"})).status_code == 201
            assert of_worker(server, "lastcard_lines_total") == [before[0] + 2, before[1] + 2]
            check_healthy(server)

    with Server(sqlite_url(tmp_path), *TWO, "--sleep-after", "0.2") as server:
        run(test)


def test_the_figures_of_all_workers_are_told_whoever_is_asked(on_sqlite: Server) -> None:
    """Each has its own series, so that one that was started again is no drop of the sum."""

    async def test() -> None:
        async with house(on_sqlite) as here:
            before = of_worker(on_sqlite, "lastcard_sockets")
            hosts = await one_of_each(here, seats=2)
            for host in hosts:
                await host.enter()
            again = await here.twin(hosts[1]).enter()
            for _ in range(4):  # by whichever is next
                assert of_worker(on_sqlite, "lastcard_sockets") == [before[0] + 1, before[1] + 2]
            text = (await here.http.get("/metrics")).text
            assert text.count("# TYPE lastcard_moves_total counter") == 1
            assert 'lastcard_request_seconds_bucket{le="+Inf",worker="1"}' in text
            await again.drop()

    run(test)


def test_limits_know_where_a_client_comes_from(tmp_path: Path) -> None:
    """A socket that was handed over is still the client's own."""

    async def greeted(here: Room, code: str, address: str) -> dict[str, Any]:
        url = here.url.replace("http", "ws", 1) + f"/ws/{code}"
        opened = await connect(url, local_addr=(address, 0))
        guests.append(opened)
        with contextlib.suppress(ConnectionClosed):  # a server that lets nobody in says so before it is greeted
            await opened.send(json.dumps({"t": "hello", "v": VERSION}))
        told: dict[str, Any] = json.loads(await opened.recv())
        return told

    async def test() -> None:
        async with house(server) as here:
            host = await here.create(seats=2)
            assert (await greeted(here, host.code, "127.0.0.1"))["t"] == "welcome"
            assert (await greeted(here, host.code, "127.0.0.1"))["code"] == "too-many"
            assert (await greeted(here, host.code, "127.0.0.2"))["t"] == "welcome"
            for guest in guests:
                await guest.close()

    guests: list[ClientConnection] = []
    with Server(sqlite_url(tmp_path), *TWO, limits=("--sockets", "1")) as server:
        run(test)


# --- whoever is slow --------------------------------------------------------------------------------------------------


def test_clients_that_are_slow_to_ask_hold_up_nobody(on_sqlite: Server) -> None:
    """Hundreds that say nothing, or half a line; whoever goes on is served, however the request was cut."""

    async def test() -> None:
        streams = [await asyncio.open_connection("127.0.0.1", on_sqlite.port) for _ in range(300)]
        try:
            for number, (_, writer) in enumerate(streams):
                writer.write(b"GET /api/tables/AB"[: number % 19])
            async with house(on_sqlite) as here:
                for host in await one_of_each(here, seats=2, fill="simple"):
                    await host.enter()
                    await begin([host])
            reader, writer = streams[18]
            for part in (b"CD", b"EF/reco", b"rd HTTP/1.1\r\nHost: x\r\n", b"\r\n"):
                writer.write(part)
                await asyncio.sleep(0.05)
            assert (await reader.readline()).split()[1] == b"404"
        finally:
            for _, writer in streams:
                writer.close()

    run(test)


# --- kills ------------------------------------------------------------------------------------------------------------


def kill(server: Server, name: str) -> None:
    """Kill -9 of one process of a server, if it is there at the moment."""
    pid = processes(server).get(name)
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def gone(was: dict[str, int]) -> bool:
    """Whether none of these processes is there any more."""
    return not any(Path(f"/proc/{pid}").exists() for pid in was.values())


def back(server: Server, was: dict[str, int]) -> bool:
    """Whether all processes are there that were."""
    return processes(server).keys() == was.keys()


async def play_under_kills(server: Server, kills: int, rng: random.Random) -> None:
    """Play while one process after the other is killed, and hold the logs against what everybody was told."""
    async with house(server) as here:
        crowd = Crowd()
        for wanted in TABLES:
            await crowd.seat(here, where=lambda: server.url, options=CALM, **wanted)
        while len({slot_of(code, 2) for code in crowd.players}) < 2:
            await crowd.seat(here, where=lambda: server.url, options=CALM, **TABLES[0])
        for player in crowd.everybody():
            player.outages = True
        crowd.begin()
        await crowd.further(10)
        was = processes(server)
        for number in range(kills):
            await asyncio.sleep(rng.choice([0, 0.05, 0.3, 0.6]) * rng.random())
            victims = rng.sample(sorted(was), 1 if rng.random() < 0.8 else 2)
            for victim in victims:
                kill(server, victim)
            if number % 3:
                await crowd.further(rng.randint(1, 10), 120)
            crowd.check()
        await crowd.further(10, 120)
        await crowd.end()
        assert sum(player.resent for player in crowd.everybody()) > 0, "no kill left a request without an answer"
        assert back(server, was)
        for code, players in crowd.players.items():
            assert len(check_table(server.database, code, players)) > 50
        check_healthy(server, kills=True)


@pytest.mark.long
def test_whatever_was_acknowledged_outlives_the_kills_of_any_process(tmp_path: Path) -> None:
    """The edge, a worker, the writer, or two of them, again and again at any moment; nothing is done twice."""
    kills = round(20 * MORE)
    print(f"LASTCARD_SEED={SEED}, {kills} kills")  # noqa: T201 - shown if it fails
    with Server(sqlite_url(tmp_path), *TWO) as server:
        run(lambda: play_under_kills(server, kills, random.Random(f"{SEED} workers")), 60 + 15 * kills)


@pytest.mark.long
def test_workers_on_postgresql_outlive_kills_too(postgres_url: str) -> None:
    """Where each writes itself, and a worker that is back in time keeps its tables."""
    kills = round(8 * MORE)
    print(f"LASTCARD_SEED={SEED}, {kills} kills")  # noqa: T201 - shown if it fails
    with Server(postgres_url, *TWO) as server:
        assert sorted(processes(server)) == ["edge", "w0", "w1"]
        run(lambda: play_under_kills(server, kills, random.Random(f"{SEED} nodes")), 60 + 15 * kills)


def test_an_edge_that_dies_takes_nobody_along(on_sqlite: Server) -> None:
    """Who is connected stays connected, and who comes meanwhile waits for the next one."""

    async def test() -> None:
        async with house(on_sqlite) as here:
            hosts = [await host.enter() for host in await one_of_each(here, seats=2)]
            was = processes(on_sqlite)
            assert sorted(was) == ["edge", "w0", "w1", "writer"]
            kill(on_sqlite, "edge")
            for host in hosts:
                assert await host.ask("chat", text="still here")
                assert not host.closed
                twin = here.twin(host)
                await twin.enter()
                assert not host.closed
            found = processes(on_sqlite)
            assert found.pop("edge") != was.pop("edge")
            assert found == was

    run(test)


def test_a_worker_that_dies_opens_its_own_tables_again(on_sqlite: Server) -> None:
    """Also those to which nobody comes back. Those of the other do not notice, and take nothing over."""

    async def test() -> None:
        async with house(on_sqlite) as here:
            lost, other = [await host.enter() for host in await one_of_each(here, seats=2, fill="simple")]
            left, _ = await one_of_each(here, seats=2, fill="simple")
            await begin([lost])
            await begin([await left.enter()])
            before = lost.number
            kill(on_sqlite, "w0")
            assert await other.ask("chat", text="hello")
            await lost.until(lambda: lost.closed)
            await lost.enter(last=lost.number)
            assert lost.welcome["n"] > before
            assert "resumed" in {told["what"]["t"] for told in lost.told if told["n"] > before}
            assert await lost.ask("chat", text="hello again")
            assert not other.closed

            async def resumed() -> bool:
                return any(isinstance(line.entry, e.Resumed) for line in read_log(on_sqlite.database, left.code))

            await eventually(resumed)
            assert of_worker(on_sqlite, "lastcard_relayed") == [0, 0]

    run(test)


def test_nothing_lingers_when_everything_is_killed_at_the_root(tmp_path: Path) -> None:
    """A kill -9 of the first process ends all others, stopped ones too; a new start works at once, and tables go on."""
    server = Server(sqlite_url(tmp_path), *TWO)

    async def test() -> None:
        async with house(server) as here:
            hosts = await one_of_each(here, seats=2)
            numbers = [await (await host.enter()).ask("chat", text="before") for host in hosts]
            rounds: list[list[str]] = [[], ["w1"]]
            for stopped in rounds:
                was = processes(server)
                for name in stopped:
                    os.kill(was[name], signal.SIGSTOP)
                port = server.port
                server.kill()

                await eventually(lambda was=was: asyncio.to_thread(gone, was))  # type: ignore[misc]
                with bind("127.0.0.1", port):
                    pass
                await asyncio.to_thread(server.start)
                for i, host in enumerate(hosts):
                    host.url = server.url
                    await host.enter(last=numbers[i])
                    assert "before" in [told["what"].get("text") for told in host.told]
                    numbers[i] = await host.ask("chat", text="after")
                assert of_worker(server, "lastcard_relayed") == [0, 0]

    with server:
        run(test)
