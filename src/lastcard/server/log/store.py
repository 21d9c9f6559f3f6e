"""Reading and writing the database: plain calls that wait. `journal.py` makes them fit for a server.

One code path serves SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from filelock import FileLock, Timeout

from lastcard.server.errors import StartError, UnreadableError, without_password
from lastcard.server.log.appending import Append, Appends
from lastcard.server.log.deals import Deals
from lastcard.server.log.owning import Owners
from lastcard.server.log.schema import VERSION, daily, log, snapshots, tables
from lastcard.server.table import entries as e

_STALLED = 4000
"""Milliseconds for which PostgreSQL waits for a node that stalls in the middle of writing."""

_PATIENT = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "options": f"-c statement_timeout=20000 -c idle_in_transaction_session_timeout={_STALLED}",
}
"""How long PostgreSQL is waited for: a server that hangs is as good as one that is away.

And how long it waits for a node that stalls in the middle of writing: not much longer than until others take over its
tables, which the locks would forbid.
"""

_SNAPSHOTS = 2
"""Snapshots that are kept of a table: the newest may be too near to the end to go on from."""

_MIGRATION_LOCK = 0x1A57CA2D


class Found(NamedTuple):
    """A table's row."""

    id: int
    code: str
    node: str | None
    archived_at: int | None
    quarantined_at: int | None


class Quarantined(NamedTuple):
    """A table that was put aside."""

    code: str
    at: int
    cause: str


class Store:
    """A database with the present schema.

    A server has its SQLite file for itself. Whoever belongs to it, only looks, or changes a single row, may do so
    beside it (`beside`).
    """

    def __init__(self, url: str, *, beside: bool = False) -> None:
        self.url = _parse(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._file_lock: FileLock | None = None
        if self.sqlite and beside:
            _check_file(self.url.database or "")
        elif self.sqlite:
            self._lock_file()
        try:
            self.engine = _engine(self.url)
            with self.engine.connect():
                pass
            self._migrate(beside=beside)
        except sa.exc.DBAPIError as error:
            self.close()
            reason = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
            msg = f"the database {self.url.render_as_string()} can't be used: {reason}"
            raise StartError(msg) from None
        except StartError:
            self.close()
            raise
        self._insert = _insert_of(self.sqlite)
        self._appends = Appends(self.engine, sqlite=self.sqlite)
        self.owners = Owners(self.engine, sqlite=self.sqlite)
        self.deals = Deals(self.engine, self._insert, self._add)
        if self._file_lock is not None:
            self.owners.forget()  # nobody else can be at work here, so whatever node was there is gone

    def close(self) -> None:
        """Let go of the database."""
        if hasattr(self, "_appends"):
            self._appends.close()
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

    def _migrate(self, *, beside: bool) -> None:
        """Bring the schema up to date; nodes that start at once do it one after the other."""
        with self.engine.connect() as connection:
            found = _version(connection)
        if found == VERSION:
            return
        if beside:
            msg = f"the database {self.url.render_as_string()} is of another version; start a server of this one first"
            raise StartError(msg)
        from lastcard.server.log import migrate  # noqa: PLC0415 - a start should not wait for what it does not need

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
            return self._add(connection, row, lines)

    def _add(self, connection: sa.Connection, row: dict[str, Any], lines: Sequence[e.Line]) -> int | None:
        made: int | None = connection.execute(
            self._insert(tables)
            .values({**row, "last": lines[-1].number})
            .on_conflict_do_nothing(index_elements=["code"])
            .returning(tables.c.id)
        ).scalar()
        if made is not None:
            connection.execute(sa.insert(log), [_row(made, line) for line in lines])
        return made

    def find(self, code: str) -> Found | None:
        """The table with this code."""
        with self.engine.connect() as connection:
            row = connection.execute(
                sa.select(
                    tables.c.id, tables.c.code, tables.c.node, tables.c.archived_at, tables.c.quarantined_at
                ).where(tables.c.code == code)
            ).first()
        return None if row is None else Found(*row)

    def public(self, limit: int) -> list[tuple[str, str]]:
        """Code and summary of the newest public tables that are awake."""
        shown = sa.select(tables.c.code, tables.c.summary).where(
            tables.c.public,
            tables.c.asleep_at.is_(None),
            tables.c.archived_at.is_(None),
            tables.c.quarantined_at.is_(None),
        )
        with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(shown.order_by(tables.c.id.desc()).limit(limit))]

    def describe(self, table: int, public: bool, summary: str) -> None:
        """Change what the list of public tables says of a table."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.id == table).values(public=public, summary=summary))

    def archive(self, before: int, now: int, counting: str) -> int:
        """Put away the tables that have slept since `before`, but no daily deals from a day on; how many."""
        spared = sa.exists().where(daily.c.table_id == tables.c.id, daily.c.day >= counting)
        with self.engine.begin() as connection:
            done = connection.execute(
                sa.update(tables)
                .where(tables.c.asleep_at < before, tables.c.archived_at.is_(None), ~spared)
                .values(archived_at=now)
            )
            return int(done.rowcount)

    def quarantine(self, table: int, at: int, cause: str) -> bool:
        """Put aside a table whose log can't be read; whether it was not aside already."""
        aside = sa.update(tables).where(tables.c.id == table, tables.c.quarantined_at.is_(None))
        with self.engine.begin() as connection:
            done = connection.execute(aside.values(node=None, quarantined_at=at, quarantine=cause))
            return bool(done.rowcount)

    def quarantined(self) -> list[Quarantined]:
        """All tables that are put aside, the latest first."""
        wanted = sa.select(tables.c.code, tables.c.quarantined_at, tables.c.quarantine)
        order = tables.c.quarantined_at.desc()
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.where(tables.c.quarantined_at.is_not(None)).order_by(order))
            return [Quarantined(row[0], row[1], row[2] or "") for row in rows]

    def release(self, code: str) -> bool:
        """Let a table that was put aside be opened again; whether there was one."""
        back = sa.update(tables).where(tables.c.code == code, tables.c.quarantined_at.is_not(None))
        with self.engine.begin() as connection:
            done = connection.execute(back.values(quarantined_at=None, quarantine=None))
            return bool(done.rowcount)

    # --- the log -------------------------------------------------------------------------------

    def append(self, appends: Sequence[Append]) -> list[bool]:
        """Write lines of different tables in one transaction; for each whether it was taken."""
        return self._appends.write(appends)

    def read(self, table: int, after: int = 0) -> list[e.Line]:
        """The lines of a table after a number."""
        return [line_of(*row) for row in self.written(table, after)]

    def written(self, table: int, after: int = 0) -> list[tuple[int, int, str]]:
        """The same as they are written: number, time and text."""
        wanted = sa.select(log.c.number, log.c.at, log.c.entry).where(log.c.table_id == table, log.c.number > after)
        with self.engine.connect() as connection:
            return [(row[0], row[1], row[2]) for row in connection.execute(wanted.order_by(log.c.number))]

    def last(self, table: int) -> int:
        """The number of the last line that there is of a table; 0 if there is none."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(sa.func.max(log.c.number)).where(log.c.table_id == table)).scalar()
        return found or 0

    def number_at(self, table: int, until: int) -> int:
        """The number of the last line that a table had at a time; 0 if it had none."""
        then = sa.select(sa.func.max(log.c.number)).where(log.c.table_id == table, log.c.at <= until)
        with self.engine.connect() as connection:
            return connection.execute(then).scalar() or 0

    def keep_snapshot(self, table: int, number: int, data: bytes) -> None:
        """Keep a table as it is after a line, and forget all but the one before."""
        mine = snapshots.c.table_id == table
        kept = sa.select(snapshots.c.number).where(mine).order_by(snapshots.c.number.desc()).limit(_SNAPSHOTS)
        with self.engine.begin() as connection:
            connection.execute(
                self._insert(snapshots).values(table_id=table, number=number, data=data).on_conflict_do_nothing()
            )
            connection.execute(sa.delete(snapshots).where(mine, snapshots.c.number.not_in(kept.scalar_subquery())))

    def snapshot(self, table: int, before: int) -> bytes | None:
        """The newest snapshot with at least so many lines after it; None if there is none."""
        last = sa.select(sa.func.max(log.c.number)).where(log.c.table_id == table).scalar_subquery()
        mine = (snapshots.c.table_id == table) & (snapshots.c.number <= last - before)
        newest = sa.select(snapshots.c.data).where(mine).order_by(snapshots.c.number.desc()).limit(1)
        with self.engine.connect() as connection:
            found: bytes | None = connection.execute(newest).scalar()
        return found

    def ping(self) -> None:
        """Whether the database answers; raises if not."""
        with self.engine.connect() as connection:
            connection.execute(sa.select(1))


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


def line_of(number: int, at: int, text: str) -> e.Line:
    """A line as it was written."""
    try:
        return e.Line(number, at, e.decode(text))
    except msgspec.MsgspecError as error:
        raise UnreadableError(number, error) from error


def _check_file(name: str) -> None:
    """Make no new file where somebody only wants to look at one."""
    if not Path(name).is_file():
        msg = f"there is no database {name!r:.80}; name the one of your server with --database"
        raise StartError(msg)


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
