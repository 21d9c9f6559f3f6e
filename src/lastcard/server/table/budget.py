"""How much of a log a person may fill, and everybody together between two games: more than play needs, by far.

Moves and games cost nothing, since the rules bound them, and nobody is kept from leaving or a host from removing.
What a game needs before it begins is bounded for each seat alone: strangers can't use it up.
"""

from __future__ import annotations

from lastcard.server.errors import RefusedError
from lastcard.server.limits import Bucket
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person

_FREE = (e.Moved, e.Pressed, e.Performed, e.Started, e.Rematched, e.Left, e.Removed)
_NEEDED = (e.Sat, e.Stood, e.SeatedBot, e.SeatedProgram, e.Cleared, e.Changed, e.Consented, e.Readied)
"""What brings a game about."""
_AFTER_A_GAME = 60.0
"""Seconds in which a game could have begun: when it will, nobody knows."""
AT_ONCE = 0.3
"""The part of an hour's lines that may come at once."""


def purse_of(person: Person) -> int:
    """Whose lines are counted together: those of a seat, whoever has it, and those of all who have none.

    So nobody gets more by leaving and coming anew.
    """
    return -1 if person.seat is None else person.seat


def budget(lines: int) -> Bucket:
    """So many lines within an hour; 0: no bound."""
    return Bucket(lines / 3600, max(2.0, lines * AT_ONCE))


def spend(left: Bucket, entry: e.Entry) -> None:
    """Take a line that a person causes from what is left, or refuse."""
    if not isinstance(entry, _FREE) and not left.take():
        raise _too_much(left)


def spend_visit(left: Bucket) -> None:
    """The same for a person who comes, and who will go again: two lines, of which the second can't be refused."""
    if not left.take():
        raise _too_much(left)
    left.take()


def _too_much(left: Bucket) -> RefusedError:
    return RefusedError("slow-down", "too much of this in an hour; moves are always possible", retry=left.wait())


def check_between(table: Table, entry: e.Entry, most: int) -> None:
    """Refuse what would make the log of a table that plays no games ever longer."""
    if most and table.between >= most and not isinstance(entry, _FREE + _NEEDED):
        say = f"{most} things have happened here since the last game; begin the next one, or make another table"
        raise RefusedError("slow-down", say, retry=_AFTER_A_GAME)
