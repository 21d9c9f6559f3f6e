"""A table's fold as bytes, so that a long log need not be folded from its first line.

A snapshot says nothing that the log does not say. One that can't be read, because it was written by another version or
the rules have changed since, is as good as none: the log is folded from the beginning.
"""

from __future__ import annotations

import msgspec

from lastcard.checks.fairness import Shuffle
from lastcard.game import Game
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person, Seat
from lastcard.server.table.races import Races, Settled, Taken, Waiting
from lastcard.server.table.setup import Setup

EVERY = 256
"""Lines from one snapshot of a table to the next."""
_FORMAT = 5
"""Raised when the fold of a table comes to keep something else."""


class Snapshot(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All that a table is, but the last lines themselves: whoever goes on from here reads those again."""

    format: int
    number: int
    at: int
    told_number: int
    setup: Setup
    daily: str
    phase: str
    people: list[Person]
    seats: list[Seat]
    host: int | None
    rules: int
    secret: bytes
    salt: bytes
    mixes: tuple[bytes, ...]
    game: str | None
    """As a position, which is read only under the rules that it was written under."""
    games: int
    decision: int
    decision_at: int
    changed: int
    changed_at: int
    liable: dict[int, tuple[int, int]]
    waiting: list[Waiting]
    settled: dict[int, Settled]
    taken: Taken | None
    performer: int | None
    held: set[int]
    again: bool
    asleep: bool
    empty_since: int
    between: int


_SAME = (
    "number", "at", "told_number", "setup", "phase", "seats", "host", "rules", "games", "decision", "decision_at",
    "changed", "changed_at", "performer", "held", "again", "asleep", "empty_since", "between", "daily",
)  # fmt: skip
"""What a table and its snapshot call alike."""
_RACES = ("liable", "waiting", "settled", "taken")


def snapshot_of(table: Table) -> bytes:
    """A table as it is now. It holds every secret."""
    shuffle, game = table.shuffle, table.game
    made = Snapshot(
        format=_FORMAT,
        people=list(table.people.values()),
        secret=shuffle.secret,
        salt=shuffle.salt,
        mixes=shuffle.mixes,
        game=None if game is None else game.position(),
        **{name: getattr(table, name) for name in _SAME},
        **{name: getattr(table.races, name) for name in _RACES},
    )
    return msgspec.json.encode(made)


def table_from(id_: int, code: str, data: bytes) -> Table:
    """The table of which a snapshot was taken; an exception if that can't be read here."""
    found = msgspec.json.decode(data, type=Snapshot)
    if found.format != _FORMAT:
        msg = f"the snapshot has format {found.format}; this is {_FORMAT}"
        raise ValueError(msg)
    table = Table(id_, code)
    for name in _SAME:
        setattr(table, name, getattr(found, name))
    table.people = {person.id: person for person in found.people}
    table.shuffle = Shuffle(found.secret, found.salt, found.mixes)
    table.game = None if found.game is None else Game.from_position(found.game, history=False)
    table.races = Races()
    for name in _RACES:
        setattr(table.races, name, getattr(found, name))
    return table
