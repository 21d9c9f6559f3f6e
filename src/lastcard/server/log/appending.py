"""Writing lines, the one thing that happens all the time: many tables' lines in one transaction, and cheaply.

A line is written together with `tables.last`, and only if its table has no later line and no later owner: whoever
was an owner once and does not know that it is no more can write nothing (a fence). So the driver is asked directly,
over a connection of the writer's own, with as few statements as there can be: the writer's thread has to wait for the
interpreter after each of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
import sqlalchemy as sa

from lastcard.server.table import entries as e


class Append(NamedTuple):
    """A line that shall be written by the owner of that epoch, and what changes in the table's row along with it."""

    table: int
    line: e.Line
    epoch: int = 0
    changes: dict[str, Any] | None = None


class _Writing(Protocol):
    """The words of one database."""

    errors: Any
    """The driver's module, which has the names of its errors."""

    def prepare(self, connection: Any) -> None:
        """Make a fresh connection fit for it."""

    def together(self, connection: Any, appends: Sequence[Append]) -> list[bool]:
        """Write lines in one transaction; for each whether it was taken."""

    def undo(self, connection: Any) -> None:
        """Leave nothing half done."""


class Appends:
    """The writer's connection."""

    def __init__(self, engine: sa.Engine, *, sqlite: bool) -> None:
        self._engine = engine
        self._words: _Writing = _Sqlite() if sqlite else _Postgres()
        self._pooled: Any = None

    def write(self, appends: Sequence[Append]) -> list[bool]:
        """Write lines of different tables in one transaction; for each whether it was taken."""
        if len({append.table for append in appends}) < len(appends):  # a line whose writer did not wait for it
            return [self._tried([append])[0] for append in appends]
        order = sorted(range(len(appends)), key=lambda i: appends[i].table)
        taken = [False] * len(appends)  # two nodes with the same tables must not wait for each other, so by table
        for i, was_taken in zip(order, self._tried([appends[i] for i in order]), strict=True):
            taken[i] = was_taken
        return taken

    def _tried(self, appends: Sequence[Append]) -> list[bool]:
        """A connection that was lost in silence is replaced once.

        If the lines were written all the same, they are not taken now, and their owner finds them in the log.
        """
        kept = self._pooled is not None
        try:
            return self._written(appends)
        except self._words.errors.Error as failed:
            self.close()
            if not kept:
                raise _wrapped(failed) from failed
        try:
            return self._written(appends)
        except self._words.errors.Error as failed:
            self.close()
            raise _wrapped(failed) from failed

    def _written(self, appends: Sequence[Append]) -> list[bool]:
        connection = self._connection()
        try:
            return self._words.together(connection, appends)
        except self._words.errors.IntegrityError:
            self._words.undo(connection)
            return [self._alone(connection, append) for append in appends]

    def _alone(self, connection: Any, append: Append) -> bool:
        """One line by itself: a table whose row and log differ must not hold up the others."""
        try:
            return self._words.together(connection, [append])[0]
        except self._words.errors.IntegrityError:
            self._words.undo(connection)
            return False

    def _connection(self) -> Any:
        if self._pooled is None:
            try:
                self._pooled = self._engine.raw_connection()
            except sa.exc.DBAPIError as failed:
                raise failed.orig or failed from None
            self._words.prepare(self._pooled.driver_connection)
        return self._pooled.driver_connection

    def close(self) -> None:
        """Let go of the connection."""
        if self._pooled is not None:
            self._pooled.invalidate()
            self._pooled = None


def _wrapped(failed: Exception) -> Exception:
    """A driver's error as everything else in the database's room has it."""
    return sa.exc.OperationalError("append", {}, failed)


def _changed(changes: dict[str, Any], mark: str) -> str:
    columns = ", ".join(f"{name} = {mark}" for name in changes)
    return f"UPDATE tables SET {columns} WHERE id = {mark}"  # noqa: S608 - the names are the schema's


def _change(execute: Callable[..., Any], mark: str, appends: Sequence[Append], taken: Sequence[bool]) -> None:
    """What changes in the rows of the tables whose lines were taken."""
    for append, was_taken in zip(appends, taken, strict=True):
        if append.changes and was_taken:
            execute(_changed(append.changes, mark), (*append.changes.values(), append.table))


# --- SQLite -----------------------------------------------------------------------------------------------------------

_ADVANCE = "UPDATE tables SET last = last + 1 WHERE (id, last, epoch) IN (VALUES {})"
_INSERT = "INSERT INTO log (table_id, number, at, entry) VALUES {}"


@functools.lru_cache(1024)
def _for(statement: str, row: str, count: int) -> str:
    return statement.format(",".join([row] * count))


class _Sqlite(_Writing):
    def __init__(self) -> None:
        import sqlite3  # noqa: PLC0415 - only one of the two drivers is needed

        self.errors = sqlite3

    def prepare(self, connection: Any) -> None:
        connection.isolation_level = None  # transactions are begun here

    def together(self, connection: Any, appends: Sequence[Append]) -> list[bool]:
        """Two statements for all, which is the usual case; if one is not taken, two for each."""
        execute = connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            taken = [True] * len(appends)
            if not self._all(execute, appends):
                execute("ROLLBACK")
                execute("BEGIN IMMEDIATE")
                taken = [self._all(execute, [append]) for append in appends]
            _change(execute, "?", appends, taken)
            execute("COMMIT")
        except BaseException:
            self.undo(connection)
            raise
        return taken

    @staticmethod
    def _all(execute: Callable[..., Any], appends: Sequence[Append]) -> bool:
        """Write all lines; False: not all of them can be, and nothing was inserted."""
        before: list[int] = []
        rows: list[int | str] = []
        for table, line, epoch, _ in appends:
            before += (table, line.number - 1, epoch)
            rows += (table, line.number, line.at, e.encode(line.entry))
        count = len(appends)
        if execute(_for(_ADVANCE, "(?,?,?)", count), before).rowcount != count:
            return False
        execute(_for(_INSERT, "(?,?,?,?)", count), rows)
        return True

    def undo(self, connection: Any) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


# --- PostgreSQL -------------------------------------------------------------------------------------------------------

_NAME = b"lastcard_append"
_WRITE = b"""
WITH wanted AS (
    SELECT * FROM json_to_recordset($1::json) AS w (id int, number int, epoch int, at bigint, entry text)
), taken AS (
    UPDATE tables SET last = wanted.number FROM wanted
    WHERE tables.id = wanted.id AND tables.last = wanted.number - 1 AND tables.epoch = wanted.epoch
    RETURNING wanted.id, wanted.number, wanted.at, wanted.entry
)
INSERT INTO log (table_id, number, at, entry) SELECT id, number, at, entry FROM taken RETURNING table_id
"""
"""One round trip for everything. The database takes it as one transaction without being told of one."""


class _Postgres(_Writing):
    def __init__(self) -> None:
        import psycopg  # noqa: PLC0415 - only one of the two drivers is needed

        self.errors = psycopg

    def prepare(self, connection: Any) -> None:
        """The library's own calls are used: what the driver does around them takes longer than writing a line."""
        connection.autocommit = True
        self._check(connection.pgconn.prepare(_NAME, _WRITE))

    def together(self, connection: Any, appends: Sequence[Append]) -> list[bool]:
        if not any(append.changes for append in appends):
            return self._all(connection, appends)
        with connection.transaction():
            taken = self._all(connection, appends)
            _change(connection.execute, "%s", appends, taken)
        return taken

    def _all(self, connection: Any, appends: Sequence[Append]) -> list[bool]:
        rows = [
            {"id": table, "number": line.number, "epoch": epoch, "at": line.at, "entry": e.encode(line.entry)}
            for table, line, epoch, _ in appends
        ]
        found = self._check(connection.pgconn.exec_prepared(_NAME, [msgspec.json.encode(rows)]))
        taken = {int(found.get_value(row, 0)) for row in range(found.ntuples)}
        return [append.table in taken for append in appends]

    def _check(self, result: Any) -> Any:
        """A result, or the error that it is."""
        if result.status in {self.errors.pq.ExecStatus.COMMAND_OK, self.errors.pq.ExecStatus.TUPLES_OK}:
            return result
        raise self.errors.errors.error_from_result(result)

    def undo(self, connection: Any) -> None:
        """It undoes what failed by itself."""
