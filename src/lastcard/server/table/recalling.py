"""A person's lines once more, from the whole log and not only from what a table remembers.

Told by the same functions as at the table, to the same eyes as in a welcome: what somebody was
not told then, they are not told here. Events belong to the game that is there now; of games
before a rematch there are replays.
"""

from __future__ import annotations

from collections import deque

import msgspec

from lastcard.server.table import entries as e
from lastcard.server.table import showing, telling
from lastcard.server.table.fold import Past, Table
from lastcard.server.table.granting import person_with
from lastcard.server.table.people import Person
from lastcard.server.table.records import fold

MOST_LINES = 200
"""How many lines one answer may have."""


def lines_of(lines: list[e.Line], token: str, wanted: int, count: int) -> msgspec.Raw:
    """The lines from the number `wanted` on that the person with this token was told."""
    table = Table(0, "")
    table.past = deque()  # which remembers every line
    fold(table, lines)
    person = person_with(table, token)
    first, viewer = _joined(table, person), showing.viewer_of(table, person)
    told = [
        telling.tell_line(table, past, viewer, heard=telling.heard_by(person, past.line.entry))
        for past in _some(table, max(wanted, first), count)
    ]
    return msgspec.Raw(msgspec.json.encode({"n": table.told_number, "first": first, "lines": told}))


def _some(table: Table, first: int, count: int) -> list[Past]:
    return [past for past in table.past if first <= past.told_number < first + count]


def _joined(table: Table, person: Person) -> int:
    """The line with which a person came: what was said before was said to others."""
    return next(
        past.told_number
        for past in table.past
        if isinstance(past.line.entry, e.Joined | e.SeatedProgram) and past.line.entry.person == person.id
    )
