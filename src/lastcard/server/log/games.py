"""One game of a table, read without the moves of the others.

A long log is mostly moves. Which lines are of which kind is looked for in the database, so that nothing is
read and decoded here but the game that is wanted and what happened around the games before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from lastcard.server.log.schema import log
from lastcard.server.log.store import Store, line_of
from lastcard.server.table import entries as e
from lastcard.server.table.records import Part, check_started

_PASSED_OVER = (e.Moved, *e.SILENT, e.Performed, e.Said, e.Reacted)
"""Lines of which nothing is left when the next game begins."""


def _is(*kinds: type[e.Entry]) -> sa.ColumnElement[bool]:
    """Whether a line is of one of these kinds: an entry begins with its kind."""
    beginnings = (f'{{"t":"{kind.__struct_config__.tag}"' for kind in kinds)
    return sa.or_(*(sa.func.substr(log.c.entry, 1, len(text)) == text for text in beginnings))


def game_count(store: Store, table: int) -> int:
    """How many games were started at a table."""
    wanted = sa.select(sa.func.count()).where(log.c.table_id == table, _is(e.Started))
    with store.engine.connect() as connection:
        return int(connection.execute(wanted).scalar_one())


def read_game(store: Store, table: int, game: int) -> Part:
    """The game with this number, 1 for a table's first."""
    around = _read(store, log.c.table_id == table, sa.not_(_is(*_PASSED_OVER)))
    deals = [line for line in around if isinstance(line.entry, e.Started)]
    check_started(game, len(deals))
    deal = deals[game - 1].number
    of_game = [log.c.table_id == table, log.c.number >= deal]
    if game < len(deals):
        of_game.append(log.c.number < deals[game].number)
    before = [line for line in around if line.number < deal]
    ends = _ends(store, table, _doubtful(before))
    return Part(game, before, ends, _silent(store, table, deal), _read(store, *of_game))


def _doubtful(lines: list[e.Line]) -> list[int]:
    """The rematches after which it must be known when the game was over: somebody went in it, or only after it."""
    found, went = [], False
    for line in lines:
        if isinstance(line.entry, e.Left | e.Removed):
            went = True
        elif isinstance(line.entry, e.Started):
            went = False
        elif isinstance(line.entry, e.Rematched) and went:
            found.append(line.number)
    return found


def _read(store: Store, *conditions: sa.ColumnElement[bool]) -> list[e.Line]:
    wanted = sa.select(log.c.number, log.c.at, log.c.entry).where(*conditions).order_by(log.c.number)
    with store.engine.connect() as connection:
        return [line_of(row[0], row[1], row[2]) for row in connection.execute(wanted)]


def _ends(store: Store, table: int, rematches: Sequence[int]) -> list[int]:
    """The last move before each rematch."""
    last = sa.select(log.c.number).where(log.c.table_id == table, _is(e.Moved)).order_by(log.c.number.desc()).limit(1)
    with store.engine.connect() as connection:
        found = [connection.execute(last.where(log.c.number < number)).scalar() for number in rematches]
    return [number for number in found if number is not None]


def _silent(store: Store, table: int, before: int) -> int:
    wanted = sa.select(sa.func.count()).where(log.c.table_id == table, log.c.number < before, _is(*e.SILENT))
    with store.engine.connect() as connection:
        return int(connection.execute(wanted).scalar_one())
