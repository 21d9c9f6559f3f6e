"""Who owns which table, and which nodes there are.

A node without a row here is gone, and its tables are for whoever comes first; `running/peers.py` decides when a
silent one loses its row. Each claim raises the table's epoch, so that an owner who was only silent can't write any
more (`appending.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from lastcard.server.codes import LENGTH
from lastcard.server.log.schema import nodes, snapshots, tables


class Peer(NamedTuple):
    """A node's row."""

    id: str
    beat: int
    address: str
    """Where other nodes reach it: HOST:PORT."""
    secret: str
    """By which it knows what another node passes on."""


class Claimed(NamedTuple):
    """A table that a node owns from now on."""

    epoch: int
    last: int
    """The number of its last line."""


class Owned(NamedTuple):
    """A table as its row says who owns it."""

    id: int
    code: str
    epoch: int
    asleep: bool


class Owners:
    """The rows of nodes, and those columns of the tables' rows that say who owns them."""

    def __init__(self, engine: sa.Engine, *, sqlite: bool) -> None:
        self._engine, self._sqlite = engine, sqlite

    # --- nodes ---------------------------------------------------------------------------------

    def beat(self, me: Peer) -> bool:
        """Give a sign of life; False if this node had no row, because it is new or counted as gone."""
        with self._engine.begin() as connection:
            mine = sa.update(nodes).where(nodes.c.id == me.id).values(beat=nodes.c.beat + 1)
            if connection.execute(mine).rowcount:
                return True
            connection.execute(sa.insert(nodes).values(me._asdict()))
            return False

    def nodes(self) -> list[Peer]:
        """All nodes that are not gone."""
        with self._engine.connect() as connection:
            wanted = sa.select(nodes.c.id, nodes.c.beat, nodes.c.address, nodes.c.secret)
            return [Peer(*row) for row in connection.execute(wanted)]

    def bury(self, silent: Peer) -> bool:
        """A node counts as gone, unless it has given a sign of life meanwhile; whether it does."""
        with self._engine.begin() as connection:
            done = connection.execute(sa.delete(nodes).where(nodes.c.id == silent.id, nodes.c.beat == silent.beat))
            return bool(done.rowcount)

    def succeed(self, me: Peer) -> None:
        """Be there. Whoever was at this node's address or had its name before is gone."""
        before = nodes.c.id == me.id
        if me.address:
            before |= nodes.c.address == me.address
        with self._engine.begin() as connection:
            connection.execute(sa.delete(nodes).where(before))
            connection.execute(sa.insert(nodes).values(me._asdict()))

    def forget(self, node: str | None = None) -> None:
        """A node says goodbye; None: all of them, for nobody else can be at work here."""
        with self._engine.begin() as connection:
            connection.execute(sa.delete(nodes) if node is None else sa.delete(nodes).where(nodes.c.id == node))

    # --- tables --------------------------------------------------------------------------------

    @staticmethod
    def _nobodys() -> sa.ColumnElement[bool]:
        """Whether no living node owns a table."""
        return sa.or_(tables.c.node.is_(None), tables.c.node.not_in(sa.select(nodes.c.id)))

    def claim(self, table: int, node: str) -> Claimed | None:
        """Own a table that is nobody's, or own it once more; None if another node has it."""
        free = sa.or_(tables.c.node == node, self._nobodys())
        mine = sa.update(tables).where(tables.c.id == table, free).values(node=node, epoch=tables.c.epoch + 1)
        with self._engine.begin() as connection:
            row = connection.execute(mine.returning(tables.c.epoch, tables.c.last)).first()
            return None if row is None else Claimed(*row)

    def claim_lost(self, node: str, limit: int, ends: Sequence[str] | None = None) -> list[str]:
        """Own some of the tables that should be awake and whose node is gone: their codes.

        Any of them: several nodes that do this at once share them. With `ends`, only those whose codes end so.
        """
        awake = (tables.c.asleep_at.is_(None), tables.c.archived_at.is_(None), tables.c.quarantined_at.is_(None))
        lost = sa.select(tables.c.id).where(tables.c.node.is_not(None), self._nobodys(), *awake).limit(limit)
        if ends is not None:
            lost = lost.where(sa.func.substr(tables.c.code, LENGTH - len(ends[0]) + 1).in_(ends))
        if not self._sqlite:
            lost = lost.with_for_update(skip_locked=True)
        mine = sa.update(tables).where(tables.c.id.in_(sa.select(lost.cte("lost").c.id)))
        with self._engine.begin() as connection:
            done = connection.execute(mine.values(node=node, epoch=tables.c.epoch + 1).returning(tables.c.code))
            return list(done.scalars())

    def release(self, table: int, epoch: int) -> None:
        """Own a table no longer; nothing if somebody claimed it since."""
        with self._engine.begin() as connection:
            mine = sa.update(tables).where(tables.c.id == table, tables.c.epoch == epoch)
            connection.execute(mine.values(node=None))

    def owned(self, node: str) -> list[Owned]:
        """All tables of a node."""
        wanted = sa.select(tables.c.id, tables.c.code, tables.c.epoch, tables.c.asleep_at.is_not(None))
        with self._engine.connect() as connection:
            return [Owned(*row) for row in connection.execute(wanted.where(tables.c.node == node))]

    def standing(self, table: int) -> tuple[str | None, Claimed]:
        """Who owns a table, since when, and its last line."""
        wanted = sa.select(tables.c.node, tables.c.epoch, tables.c.last).where(tables.c.id == table)
        with self._engine.connect() as connection:
            node, epoch, last = connection.execute(wanted).one()
            return node, Claimed(epoch, last)

    def mend(self, table: int, epoch: int, last: int) -> None:
        """Let the row say what the log says, if they differ: a part of the database was lost or put back.

        Snapshots of lines that are gone go as well: other lines will have their numbers.
        """
        with self._engine.begin() as connection:
            mine = sa.update(tables).where(tables.c.id == table, tables.c.epoch == epoch)
            if connection.execute(mine.values(last=last)).rowcount:
                gone = (snapshots.c.table_id == table) & (snapshots.c.number > last)
                connection.execute(sa.delete(snapshots).where(gone))
