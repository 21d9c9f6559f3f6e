"""Reading and writing the database: plain calls that wait. `journal.py` makes them fit for a server.

One code path serves SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from filelock import FileLock, Timeout

from lastcard.server import entries as e
from lastcard.server.errors import StartError, without_password
from lastcard.server.schema import VERSION, log, nodes, tables

NODE_TIMEOUT = 4.0
"""Seconds without a sign of life after which a node counts as gone."""

_PATIENT = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "options": f"-c statement_timeout=20000 -c idle_in_transaction_session_timeout={int(NODE_TIMEOUT * 1000)}",
}
"""How long PostgreSQL is waited for: a server that hangs is as good as one that is away.

And how long it waits for a node that stalls in the middle of writing: no longer than until others take over its tables,
which the locks would forbid.
"""

_MIGRATION_LOCK = 0x1A57CA2D


class Append(NamedTuple):
    """A line that shall be written, and what changes in the table's row along with it."""

    table: int
    line: e.Line
    changes: dict[str, Any] | None = None


class Found(NamedTuple):
    """A table's row."""

    id: int
    code: str
    node: str | None
    archived_at: int | None


class Store:
    """A database with the present schema."""

    def __init__(self, url: str) -> None:
        self.url = _parse(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._file_lock: FileLock | None = None
        if self.sqlite:
            self._lock_file()
        try:
            self.engine = _engine(self.url)
            with self.engine.connect():
                pass
            self._migrate()
        except sa.exc.DBAPIError as error:
            self.close()
            reason = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
            msg = f"the database {self.url.render_as_string()} can't be used: {reason}"
            raise StartError(msg) from None
        except StartError:
            self.close()
            raise
        self._insert = _insert_of(self.sqlite)
        self._append = self._insert(log).on_conflict_do_nothing().returning(log.c.table_id)

    def close(self) -> None:
        """Let go of the database."""
        if hasattr(self, "engine"):
            self.engine.dispose()
        if self._file_lock is not None:
            self._file_lock.release()
            self._file_lock = None

    def _lock_file(self) -> None:
        """One server for each SQLite file: a second one would not hear of the first one's moves."""
        name = self.url.database
        if not name or ":memory:" in name or self.url.query.get("mode") == "memory":
            msg = "a database in memory would lose every table; name a file, for example sqlite:///tables.db"
            raise StartError(msg)
        try:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(f"{name}.lock", thread_local=False)  # whichever thread closes the store lets go of it
            lock.acquire(blocking=False)
        except Timeout:
            msg = f"{name} is in use by another server; stop that one, or choose another file with --database"
            raise StartError(msg) from None
        except OSError as error:
            msg = f"the database {name} can't be opened: {error.strerror}"
            raise StartError(msg) from None
        self._file_lock = lock

    def _migrate(self) -> None:
        """Bring the schema up to date; nodes that start at once do it one after the other."""
        with self.engine.connect() as connection:
            if _version(connection) == VERSION:
                return
        from lastcard.server import migrate  # noqa: PLC0415 - a start should not wait for what it does not need

        with self.engine.begin() as connection:
            if not self.sqlite:
                connection.execute(
                    sa.text("SET LOCAL idle_in_transaction_session_timeout = 0")
                )  # a step may take its time
                connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            try:
                migrate.upgrade(connection)
            except migrate.TooNewError as known:
                msg = (
                    f"the database {self.url.render_as_string()} was written by a newer version; "
                    f"this one knows it up to {known}"
                )
                raise StartError(msg) from None

    # --- tables --------------------------------------------------------------------------------

    def create(self, row: dict[str, Any], lines: Sequence[e.Line]) -> int | None:
        """A new table with its first lines; its id, or None if its code is taken."""
        with self.engine.begin() as connection:
            made = connection.execute(
                self._insert(tables).values(row).on_conflict_do_nothing(index_elements=["code"]).returning(tables.c.id)
            ).scalar()
            if made is not None:
                connection.execute(sa.insert(log), [_row(made, line) for line in lines])
            return made

    def find(self, code: str) -> Found | None:
        """The table with this code."""
        with self.engine.connect() as connection:
            row = connection.execute(
                sa.select(tables.c.id, tables.c.code, tables.c.node, tables.c.archived_at).where(tables.c.code == code)
            ).first()
        return None if row is None else Found(*row)

    def public(self, limit: int) -> list[tuple[str, str]]:
        """Code and summary of the newest public tables that are awake."""
        shown = sa.select(tables.c.code, tables.c.summary).where(
            tables.c.public, tables.c.asleep_at.is_(None), tables.c.archived_at.is_(None)
        )
        with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(shown.order_by(tables.c.id.desc()).limit(limit))]

    def describe(self, table: int, public: bool, summary: str) -> None:
        """Change what the list of public tables says of a table."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.id == table).values(public=public, summary=summary))

    def archive(self, before: int, now: int) -> int:
        """Put away the tables that have slept since `before`; how many."""
        with self.engine.begin() as connection:
            done = connection.execute(
                sa.update(tables)
                .where(tables.c.asleep_at < before, tables.c.archived_at.is_(None))
                .values(archived_at=now)
            )
            return int(done.rowcount)

    # --- the log -------------------------------------------------------------------------------

    def append(self, appends: Sequence[Append]) -> set[int]:
        """Write lines of different tables in one transaction; the tables whose number was still free."""
        with self.engine.begin() as connection:
            in_order = sorted(
                appends, key=lambda append: append.table
            )  # two nodes with the same tables must not wait for each other
            rows = [_row(append.table, append.line) for append in in_order]
            written = {row[0] for row in connection.execute(self._append, rows)}
            for append in appends:
                if append.changes and append.table in written:
                    connection.execute(sa.update(tables).where(tables.c.id == append.table).values(append.changes))
        return written

    def read(self, table: int, after: int = 0) -> list[e.Line]:
        """The lines of a table after a number."""
        wanted = (
            sa.select(log.c.number, log.c.at, log.c.entry)
            .where(log.c.table_id == table, log.c.number > after)
            .order_by(log.c.number)
        )
        with self.engine.connect() as connection:
            return [e.Line(row[0], row[1], e.decode(row[2])) for row in connection.execute(wanted)]

    def numbers(self, wanted: Sequence[int]) -> dict[int, int]:
        """The last number of each table."""
        query = (
            sa.select(log.c.table_id, sa.func.max(log.c.number))
            .where(log.c.table_id.in_(wanted))
            .group_by(log.c.table_id)
        )
        with self.engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    # --- nodes and leases ----------------------------------------------------------------------

    def _clock(self) -> sa.ColumnElement[float]:
        """Now, by the one clock that all nodes share."""
        text = "(julianday('now') - 2440587.5) * 86400.0" if self.sqlite else "extract(epoch from clock_timestamp())"
        return sa.literal_column(text, sa.Double)

    def ping(self) -> None:
        """Whether the database answers; raises if not."""
        with self.engine.connect() as connection:
            connection.execute(sa.select(1))

    def _alive(self) -> sa.Select[str]:
        return sa.select(nodes.c.id).where(nodes.c.seen_at > self._clock() - NODE_TIMEOUT)

    def beat(self, node: str) -> None:
        """Say that a node is alive."""
        stmt = self._insert(nodes).values(id=node, seen_at=self._clock())
        with self.engine.begin() as connection:
            connection.execute(stmt.on_conflict_do_update(index_elements=["id"], set_={"seen_at": self._clock()}))
            connection.execute(sa.delete(nodes).where(nodes.c.seen_at < self._clock() - 3600))

    def forget_nodes(self, node: str | None = None) -> None:
        """A node says goodbye; None: all of them, for nobody else can be at work here."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(nodes) if node is None else sa.delete(nodes).where(nodes.c.id == node))

    def alive(self) -> set[str]:
        """The nodes that are alive."""
        with self.engine.connect() as connection:
            return set(connection.execute(self._alive()).scalars())

    def claim(self, table: int, node: str) -> bool:
        """Take the lease of a table that no living node has; whether this node has it now."""
        free = sa.or_(tables.c.node.is_(None), tables.c.node == node, tables.c.node.not_in(self._alive()))
        with self.engine.begin() as connection:
            done = connection.execute(
                sa.update(tables).where(tables.c.id == table, free).values(node=node, asleep_at=None, archived_at=None)
            )
            return bool(done.rowcount)

    def orphans(self, limit: int) -> list[tuple[int, str]]:
        """Tables that should be awake but whose node is gone."""
        lost = sa.and_(tables.c.node.is_not(None), tables.c.node.not_in(self._alive()))
        query = (
            sa.select(tables.c.id, tables.c.code)
            .where(lost, tables.c.asleep_at.is_(None), tables.c.archived_at.is_(None))
            .order_by(sa.func.random())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(query)]


def _version(connection: sa.Connection) -> str | None:
    """The last step that was taken in a database; None if there is nothing in it."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _insert_of(sqlite: bool) -> Any:
    """The insert that knows of conflicts, in the words of the database; the other one's are not loaded."""
    if sqlite:
        from sqlalchemy.dialects.sqlite import insert  # noqa: PLC0415
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]  # noqa: PLC0415
    return insert


def _row(table: int, line: e.Line) -> dict[str, Any]:
    return {"table_id": table, "number": line.number, "at": line.at, "entry": e.encode(line.entry)}


def _parse(url: str) -> sa.URL:
    """A database address, with the driver that is used here filled in."""
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        msg = (
            f"--database {without_password(url)!r:.80} is no database address; "
            "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        )
        raise StartError(msg) from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite")
    if backend in {"postgresql", "postgres"}:
        return parsed.set(drivername="postgresql+psycopg")
    msg = f"--database: {backend!r:.20} is not supported; write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    raise StartError(msg)


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})
        sa.event.listen(engine, "connect", _prepare_sqlite)
        return engine
    try:
        return sa.create_engine(url, pool_size=4, max_overflow=4, pool_pre_ping=True, connect_args=_PATIENT)
    except ModuleNotFoundError:
        msg = "PostgreSQL needs another package: pip install 'lastcard[nodes]'"
        raise StartError(msg) from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # an acknowledged move outlives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
