"""How a server is run: where it listens, what it keeps its logs in, and its limits."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from lastcard.cores import cores
from lastcard.server.codes import MOST_WORKERS, Share


def default_database() -> str:
    """The embedded default: a file in the user's data directory."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('lastcard', appauthor=False)) / 'tables.db'}"


def can_share() -> bool:
    """Whether several processes can serve at one port here: one hands sockets to another."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


MOST_ON_POSTGRES = 8
"""Workers that there are at most without being asked for: each has connections, of which a database allows so many."""


def default_workers(database: str = "") -> int:
    """A worker for each core, where that is tried out."""
    if sys.platform != "linux" or not can_share():
        return 1
    return min(cores(), MOST_ON_POSTGRES if database.startswith("postgres") else MOST_WORKERS)


PAGE = Path(__file__).parent / "page"
"""Where `make page` puts the built page."""


@dataclass(frozen=True)
class Limits:
    """What one client or one address may use. 0 turns a limit off."""

    rate: float = 20
    """Messages a second for each person, however many sockets; twice as many at once."""
    sockets: int = 50
    """Open sockets for each address."""
    tables: int = 30
    """New tables for each address within an hour, other than solo games."""
    solo: int = 20
    """Games against bots alone for each address within a minute; four times as many at once, for a school class."""
    daily: int = 200
    """Daily deals begun from each address within a day."""
    joins: int = 120
    """Attempts to find or join a table for each address within a minute."""
    message: int = 16_384
    """Bytes in a message or a request's body."""
    lines: int = 1000
    """Lines of a table's log that a person may cause within an hour, other than moves."""
    between: int = 5000
    """Lines of a table's log between two games."""


@dataclass(frozen=True)
class Config:
    """A server's settings."""

    host: str = "0.0.0.0"  # noqa: S104 - phones in the same network shall reach it
    port: int = 8470
    database: str = field(default_factory=default_database)
    redis: str | None = None
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect, for example https://cards.example."""
    behind_proxy: bool = False
    """Whether the address of a client is the one that a proxy in front tells."""
    sleep_after: float = 30
    """Seconds without anybody present after which a table is put to sleep."""
    archive_after: float = 24
    """Hours of sleep after which a table is put away."""
    editions: tuple[str, ...] = ()
    """Files and folders of the editions that are offered beside the printed ones, for processes that must know them."""
    kept: int = 32_000_000
    """Bytes of records and replays of finished games that are kept in memory, to be given again."""
    page: Path = PAGE
    """The folder with the built page."""
    limits: Limits = field(default_factory=Limits)
    internal: str = ""
    """Where other nodes reach this one, HOST:PORT; empty: nowhere, for there are no others."""
    workers: int = 1
    """Processes that serve tables; with more than one there are others beside them (`operating/supervisor.py`)."""
    node: str = field(default_factory=lambda: secrets.token_hex(8))
    """The name of this process among equals; a new one at each start of the server."""
    secret: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    """By which this process knows what another one passes on."""
    crew: tuple[str, ...] = ()
    """The names of all workers of this server, this one's too; empty: there is only this process."""

    clock: Callable[[], int] | None = None
    """The time by which a day begins and ends, in milliseconds since 1970; None: the machine's."""
    ticks: Callable[[], float] = time.monotonic
    """Seconds that never go back, by which what was counted for everybody grows old."""

    @property
    def share(self) -> Share:
        """The tables that this process looks after, if nobody else does."""
        return Share(self.crew.index(self.node), len(self.crew)) if self.crew else Share()
