"""The rows of daily deals: the secret that their cards are made of, who plays them, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from lastcard.server.log.schema import daily, secrets, tables
from lastcard.server.table import entries as e
from lastcard.server.table.daily import Result

LONGEST = 60
"""Rounds that are kept of a result."""


class Begun(NamedTuple):
    """Somebody's daily deal."""

    code: str
    result: Result | None


class Deals:
    """What a database has of them."""

    def __init__(
        self,
        engine: sa.Engine,
        insert: Callable[..., Any],
        add: Callable[[sa.Connection, dict[str, Any], Sequence[e.Line]], int | None],
    ) -> None:
        """`insert` begins such a statement of this database; `add` adds a table in a transaction."""
        self._engine, self._insert, self._add = engine, insert, add

    def secret(self) -> bytes:
        """What the cards of all days are made of."""
        with self._engine.connect() as connection:
            found: str = connection.execute(sa.select(secrets.c.value).where(secrets.c.name == "daily")).scalar_one()
        return bytes.fromhex(found)

    def begin_daily(self, row: dict[str, Any], lines: Sequence[e.Line], day: str, player: str) -> int | None:
        """A new table for a player's deal of a day; None if there is one, or if the code is taken."""
        with self._engine.connect() as connection:
            made = self._add(connection, row, lines)
            if made is None:
                return None
            first = self._insert(daily).values(day=day, player=player, table_id=made).on_conflict_do_nothing()
            if connection.execute(first.returning(daily.c.player)).scalar() is None:
                connection.rollback()
                return None
            connection.commit()
            return made

    def begun(self, day: str, player: str) -> Begun | None:
        """A player's deal of a day."""
        wanted = sa.select(tables.c.code, daily.c.lead, daily.c.points, daily.c.rounds).join_from(daily, tables)
        with self._engine.connect() as connection:
            row = connection.execute(wanted.where(daily.c.day == day, daily.c.player == player)).first()
        if row is None:
            return None
        return Begun(row[0], None if row[1] is None else Result(row[1], row[2], row[3]))

    def day_of(self, table: int) -> str | None:
        """The day whose deal a table is, as long as that is kept."""
        with self._engine.connect() as connection:
            found: str | None = connection.execute(sa.select(daily.c.day).where(daily.c.table_id == table)).scalar()
        return found

    def is_open(self, table: int) -> bool:
        """Whether a table is a deal of which nothing has come yet."""
        wanted = sa.select(daily.c.day).where(daily.c.table_id == table, daily.c.lead.is_(None))
        with self._engine.connect() as connection:
            return connection.execute(wanted).first() is not None

    def finish_daily(self, table: int, result: Result) -> bool:
        """What came of a deal; what was said first stays. Whether it is new."""
        mine = sa.update(daily).where(daily.c.table_id == table, daily.c.lead.is_(None))
        kept = mine.values(lead=result.lead, points=result.points, rounds=result.rounds[:LONGEST])
        with self._engine.begin() as connection:
            return bool(connection.execute(kept).rowcount)

    def leads(self, day: str) -> dict[int, int]:
        """How often each lead was had on a day."""
        wanted = sa.select(daily.c.lead, sa.func.count()).where(daily.c.day == day, daily.c.lead.is_not(None))
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(wanted.group_by(daily.c.lead))}

    def forget_daily(self, before: str) -> int:
        """Forget the days before one; how many deals that were."""
        with self._engine.begin() as connection:
            return int(connection.execute(sa.delete(daily).where(daily.c.day < before)).rowcount)
