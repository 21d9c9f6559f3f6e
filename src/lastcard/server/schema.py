"""The database: tables, their logs, and the nodes that serve them.

`migrations/` builds it step by step; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text

VERSION = "0001"
"""The newest migration."""

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("summary", Text, nullable=False),  # what the list of public tables shows, as JSON
    Column("node", String(40), index=True),  # who runs its clocks and bots; null while it sleeps
    Column("asleep_at", BigInteger, index=True),
    Column("archived_at", BigInteger),
)
"""One row for each table. Only what must be found without reading logs."""

log = Table(
    "log",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
)
"""The truth. Unique on (table, number): of two nodes that write the same number, one is told to look again."""

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("seen_at", Double, nullable=False),  # seconds, by the clock of the database
)
"""The nodes that are alive say so here."""
