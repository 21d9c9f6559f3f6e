"""The database: tables, their logs, and the nodes that serve them.

`migrations/` builds it step by step; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

VERSION = "0005"
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
    Column("node", String(40), index=True),  # who has it in memory, and alone may write; null while nobody does
    Column("asleep_at", BigInteger, index=True),
    Column("archived_at", BigInteger),
    Column("quarantined_at", BigInteger),  # since when its log can't be read
    Column("quarantine", Text),  # and why
    Column("last", Integer, nullable=False, server_default="0"),  # the number of the last line
    Column("epoch", Integer, nullable=False, server_default="0"),  # how often it was claimed: older owners can't write
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
"""The truth. Unique on (table, number); a line is written only together with `tables.last`, by the owner."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the line after which it was taken
    Column("data", LargeBinary, nullable=False),
)
"""Tables as they were after some of their lines. They say nothing that the log does not say."""

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("beat", BigInteger, nullable=False),  # one more with each sign of life
    Column("address", String(300), nullable=False),  # where other nodes reach it: HOST:PORT
    Column("secret", String(64), nullable=False),  # by which it knows what another node passes on
)
"""The nodes that are alive. One without a row is gone."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)
"""What all nodes know and nobody else: what the daily deals are made of. It never changes."""

daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("player", String(64), primary_key=True),  # a digest that differs each day
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=False, index=True),
    Column("lead", Integer),  # as in `Result`; null as long as there is none that counts
    Column("points", Integer),
    Column("rounds", String(60)),
)
"""Who plays a daily deal, and what came of it; forgotten after some weeks."""
