"""How a server is run: where it listens, what it keeps its logs in, and its limits."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


def default_database() -> str:
    """The embedded default: a file in the user's data directory."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('lastcard', appauthor=False)) / 'tables.db'}"


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
    """New tables for each address within an hour."""
    joins: int = 120
    """Attempts to find or join a table for each address within a minute."""
    message: int = 16_384
    """Bytes in a message or a request's body."""


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
    page: Path = PAGE
    """The folder with the built page."""
    limits: Limits = field(default_factory=Limits)
    node: str = field(default_factory=lambda: secrets.token_hex(8))
    """The name of this process among equals; a new one at each start."""
