"""How a server of several processes starts, ends, and starts with another number; and what it refuses."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from lastcard.commands import main
from lastcard.server import config
from lastcard.server.codes import MOST_WORKERS, slot_of
from lastcard.server.log.schema import nodes, tables
from tests.server.harness import PATIENCE, Server, eventually, run, sqlite_url
from tests.server.players import Crowd, check_table
from tests.server.scenes import figure
from tests.server.storm import CALM
from tests.server.test_workers import TWO, check_healthy, house, of_worker


def test_another_number_of_workers_takes_over_every_table(tmp_path: Path) -> None:
    """An orderly end says goodbye; at the next start each table is at the worker that it belongs to then."""

    async def test() -> None:
        async with house(server) as here:
            crowd = Crowd()
            for _ in range(6):
                await crowd.seat(here, 2, lambda: server.url, seats=2, options=CALM)
            crowd.begin()
            await crowd.further(10)
            for stops, count in enumerate((3, 1, 2), 1):
                assert await asyncio.to_thread(server.stop) == 0
                assert server.log[-1] == "Stopped. Every table goes on at the next start."
                server.options = ("--workers", str(count))
                await asyncio.to_thread(server.start)
                await crowd.further(10, 120)
                assert all(player.byes == ["restart"] * stops for player in crowd.everybody())
                for code, owner in owners(server.database).items():
                    assert owner.endswith(f".{slot_of(code, count)}") or count == 1
                assert figure(server, "lastcard_relayed") == 0
                check_healthy(server)
            await crowd.end()
            for code, players in crowd.players.items():
                check_table(server.database, code, players)

    with Server(sqlite_url(tmp_path), *TWO) as server:
        run(test, 240)


def owners(database: str) -> dict[str, str]:
    """The nodes that own tables, by code."""
    engine = sa.create_engine(database, poolclass=sa.NullPool)
    with engine.connect() as connection:
        living = set(connection.execute(sa.select(nodes.c.id)).scalars())
        rows = connection.execute(sa.select(tables.c.code, tables.c.node).where(tables.c.node.is_not(None)))
        found = {code: node for code, node in rows}  # noqa: C416 - of two columns
    assert set(found.values()) <= living
    return found


def test_a_machine_of_workers_and_other_nodes_take_over_from_each_other(postgres_url: str) -> None:
    """Each worker takes its share of what a lost node leaves behind, and a node all that a lost machine had."""
    alone, machine = Server(postgres_url), Server(postgres_url, *TWO)

    async def test() -> None:
        async with house(alone) as here:
            codes = [(await here.create(seats=2, options={"clock": None})).code for _ in range(12)]
            alone.kill()

            async def taken() -> bool:
                return sum(of_worker(machine, "lastcard_leases")) == len(codes)

            await eventually(taken, 2 * PATIENCE)
            found = owners(postgres_url)
            assert {code: int(found[code].rpartition(".")[2]) for code in codes} == {
                code: slot_of(code, 2) for code in codes
            }
            await asyncio.to_thread(alone.start)
            here.http.base_url = httpx.URL(alone.url)
            for code in codes:  # asked where it is not
                assert (await here.http.get(f"/api/tables/{code}")).status_code == 200
            machine.kill()

            async def taken_back() -> bool:
                return figure(alone, "lastcard_leases") == len(codes)

            await eventually(taken_back, 2 * PATIENCE)

    with alone, machine:
        run(test, 240)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("0", "--workers: '0': allowed are whole numbers from 1"),
        ("-2", "--workers: '-2': allowed are whole numbers from 1"),
        ("two", "--workers: 'two': allowed are whole numbers from 1"),
        ("257", "--workers 257: allowed are 1 to 256"),
    ],
)
def test_a_number_of_workers_that_makes_no_sense_is_refused(
    value: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what is allowed."""
    assert main(["serve", "--workers", value]) == 2
    assert words in capsys.readouterr().err


def test_where_sockets_can_not_be_handed_on_there_is_one_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """More are refused with the reason; elsewhere there is one for each core, where that is tried out."""
    monkeypatch.setattr(config, "cores", lambda: 6)
    assert config.default_workers() == (6 if sys.platform == "linux" else 1)
    monkeypatch.setattr(config, "cores", lambda: 384)
    if sys.platform == "linux":
        assert config.default_workers("sqlite:///tables.db") == MOST_WORKERS
        assert config.default_workers("postgresql://db/cards") == config.MOST_ON_POSTGRES
    monkeypatch.delattr(socket, "send_fds")
    assert config.default_workers() == 1
    assert main(["serve", "--workers", "2"]) == 2
    assert "this system can't pass sockets from one process to another; allowed is 1" in capsys.readouterr().err


def test_workers_that_can_not_have_their_ports_are_said(postgres_url: str, tmp_path: Path) -> None:
    """In one line with the exit code 2, and nothing is left running."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [
            sys.executable, "-m", "lastcard", "serve", "--host", "127.0.0.1", "--port", "0", "--database", postgres_url,
            *TWO, "--internal", f"127.0.0.1:{port - 1}",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert f"port {port}" in lines[0]
    assert "choose another with --internal; each of the 2 workers needs a port there" in lines[0]
