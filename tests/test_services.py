"""The servers that tests run against are real, are each test's own, and come back after an outage."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis
from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.engine import make_url

from tests import services
from tests.services import Postgres, Redis, ServerError

seen: set[str] = set()


def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    """Carry out one statement and commit; the rows, if it has any."""
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        result = connection.execute(text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []


def test_postgres_answers(postgres_url: str) -> None:
    """A statement gets its answer."""
    assert rows(postgres_url, "SELECT 1") == [(1,)]


def test_postgres_keeps_its_promises(postgres_url: str) -> None:
    """What is committed is on the disk, as in real use."""
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        assert rows(postgres_url, f"SHOW {setting}") == [("on",)]


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_a_fresh_database(postgres_url: str, turn: int) -> None:
    """Two tests may make the same table, in different databases."""
    name = make_url(postgres_url).database
    assert name is not None
    assert name not in seen, turn
    seen.add(name)
    rows(postgres_url, "CREATE TABLE mine (number integer)")


def test_postgres_is_not_root(shared_postgres: Postgres) -> None:
    """PostgreSQL runs as an ordinary user, even if the tests run as root."""
    assert (shared_postgres.data / "postmaster.pid").stat().st_uid != 0


def test_an_installation_that_others_can_not_read_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root, programs in a closed folder are copied to where the servers' user can run them, and run there."""
    programs = services.postgres_programs()
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "packages").symlink_to(programs.parents[2])
    found = services.readable(closed / "packages" / programs.relative_to(programs.parents[2]))
    assert found.is_relative_to(closed) == (os.geteuid() != 0)
    monkeypatch.setattr(services, "postgres_programs", lambda: found)
    with Postgres() as postgres:
        assert postgres.execute("SELECT 1") == [(1,)]


@pytest.mark.parametrize("turn", [1, 2])
def test_redis_answers_and_is_empty(redis_url: str, turn: int) -> None:
    """Redis answers, and does not know what another test has stored."""
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()
        assert client.get("key") is None, turn
        client.set("key", "value")


def test_postgres_comes_back_after_a_stop_and_a_crash(own_postgres: Postgres) -> None:
    """What was committed is there after a stop and after a crash; in between nobody answers; the address stays."""
    url = own_postgres.url(own_postgres.create_database())
    rows(url, "CREATE TABLE kept (number integer)")
    for number, end in enumerate((own_postgres.stop, own_postgres.kill)):
        rows(url, "INSERT INTO kept VALUES (1)")
        end()
        assert not own_postgres.running
        with pytest.raises(psycopg.OperationalError):
            own_postgres.execute("SELECT 1")
        own_postgres.start()
        assert own_postgres.url(make_url(url).database or "") == url
        assert rows(url, "SELECT count(*) FROM kept") == [(number + 1,)]


def test_redis_comes_back_after_a_stop_and_a_crash(own_redis: Redis) -> None:
    """After a stop and after a crash it answers at the same address, and is empty."""
    with redis.Redis.from_url(own_redis.url(), retry=None) as client:
        for end in (own_redis.stop, own_redis.kill):
            client.set("key", "value")
            end()
            with pytest.raises(redis.ConnectionError):
                client.ping()
            own_redis.start()
            assert client.get("key") is None


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a server program the error says which, where it was looked for, and what to do."""
    monkeypatch.setattr(services, "wheel_folder", lambda _: Path("/nonexistent"))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(Path, "is_file", lambda _: False)
    for find, name in ((services.postgres_programs, "PostgreSQL"), (services.redis_program, "Redis")):
        with pytest.raises(ServerError, match=f"no {name} to test with"):
            find.__wrapped__()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_nothing_stays_when_the_tests_are_ended(number: signal.Signals) -> None:
    """Interrupted or killed, the tests leave no server and no file."""
    code = (
        "from tests.services import Postgres, Redis; import signal, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background job would begin deaf to it
        "with Postgres() as postgres, Redis() as redis:\n"
        "    for server in (postgres, redis): print(server.pid, server.folder, flush=True)\n"
        "    time.sleep(60)\n"
    )
    root = Path(__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=root
    ) as process:
        assert process.stdout is not None
        servers = [process.stdout.readline().split() for _ in range(2)]
        process.send_signal(number)
        assert process.wait() != 0
    end = time.monotonic() + 20
    while remaining := [folder for _, folder in servers if Path(folder).exists()]:
        assert time.monotonic() < end, remaining
        time.sleep(0.05)
    for pid, _ in servers:
        assert not runs(int(pid))


def runs(pid: int) -> bool:
    """Whether there is such a process, other than one that has ended and that nobody has asked for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
