"""Servers that tests share, one for each kind of database and worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server, sqlite_url
from tests.services import Postgres


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the embedded default's kind of database."""
    with Server(sqlite_url(tmp_path_factory.mktemp("tables"))) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(shared_postgres: Postgres) -> Iterator[Server]:
    """A server as one of many nodes, on PostgreSQL."""
    name = shared_postgres.create_database()
    with Server(shared_postgres.url(name)) as server:
        yield server
    shared_postgres.drop_database(name)


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server of each kind, for what must be the same on both."""
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def fuzzed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of one module alone, which may harm it; on each kind of database."""
    if request.param == "sqlite":
        with Server(sqlite_url(tmp_path_factory.mktemp("fuzz"))) as server:
            yield server
        return
    postgres: Postgres = request.getfixturevalue("shared_postgres")
    name = postgres.create_database()
    with Server(postgres.url(name)) as server:
        yield server
    postgres.drop_database(name)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        yield request.getfixturevalue("postgres_url")
