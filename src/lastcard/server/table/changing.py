"""What changed with a line: all that clients are told once they have seen everything in their welcome.

`Stand` is how things stood when they were told last. `Teller` holds the table against it after a line: what
everybody may know is written once, what only some may know once for all who know the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from lastcard.changes import Differences, outline
from lastcard.engine.kinds import Ask
from lastcard.events import knowers
from lastcard.game import Game
from lastcard.reading import Reading, every_seat
from lastcard.server.table import entries as e
from lastcard.server.table import telling
from lastcard.server.table.fold import Past, Table
from lastcard.server.table.showing import (
    OPEN,
    check_of,
    clock_end,
    eyes_of,
    moves_by_seat,
    table_of,
    view_of,
)

CHECK_EVERY = 64
"""A line whose number is a multiple of this tells a number by which clients can check their view."""

_encoded = msgspec.json.Encoder().encode

_Fields = dict[str, bytes]
"""Fields of a view or a table by their names, each as it is written."""


class Stand(NamedTuple):
    """How a table stood."""

    table: _Fields
    people: list[dict[str, Any]]
    """Those of the table, who are told apart: a person changes more often than who is there."""
    games: int
    """How many games were begun; 0 if there is none now."""
    reading: Reading | None
    outline: _Fields
    decision: int
    performer: int | None
    clock_end: int | None
    clock: int | None
    """The view's `clock` as all clients have it; -1 if not all were told the same."""
    moves: list[list[str]]
    """By seat, what it could do."""
    catching: list[list[int] | None]
    """By seat, whom its catches waited for; None if not all who have it were told the same."""


_NOT_ALIKE = -1
_NOWHERE = Stand({}, [], 0, None, {}, 0, None, None, _NOT_ALIKE, [], [])


def stand_of(table: Table) -> Stand:
    """How a table stands now."""
    room = table_of(table)
    before = _NOWHERE._replace(table=_written(room), people=room["people"])
    return _gone_on(table, before, None, {}, table.at)._replace(clock=_NOT_ALIKE)


def somebody_came(table: Table, before: Stand) -> Stand:
    """How a table stood when everybody was told last, who was told then or has just come in.

    Nobody is told when a catch begins to wait, so whoever comes in after that knows more than others of that seat:
    it is told with the next line, whatever has become of it. And the others have a clock that began before.
    """
    told = zip(before.catching, _catching(table), strict=True) if before.catching else ()
    return before._replace(catching=[old if old == new else None for old, new in told], clock=_NOT_ALIKE)


def _differences(table: Table, before: Stand) -> Differences | None:
    """What is different in the game; None if it is another one, or as it was."""
    if table.game is None or before.reading is None or before.games != table.games:
        return None
    return None if table.game.reading() is before.reading else Differences(table.game, before.reading)


def _gone_on(table: Table, before: Stand, different: Differences | None, changed: _Fields, at: int) -> Stand:
    """How a table stands, of which the fields are known; `changed` gets what is new of what everybody may know."""
    game = table.game
    if game is None:
        return _NOWHERE._replace(table=before.table, people=before.people, decision=table.decision)
    reading, outlined = game.reading(), before.outline
    if before.reading is None or before.games != table.games:
        changed |= {name: _field(name, value) for name, value in outline(game).items()}
        outlined = changed.copy()
    elif different is not None:
        for name, value in different.outline().items():
            field = _field(name, value)
            if field != outlined[name]:
                changed[name] = field
        if changed:
            outlined = outlined | changed
    performer, end = table.performer, clock_end(table)
    same = reading is before.reading and performer == before.performer
    return Stand(
        before.table,
        before.people,
        table.games,
        reading,
        outlined,
        table.decision,
        performer,
        end,
        None if end is None else max(0, end - at),
        before.moves if same else moves_by_seat(table),
        _catching(table),
    )


def _catching(table: Table) -> list[list[int] | None]:
    """By seat, whom its catches wait for."""
    seats = len(table.seats)
    return [table.races.waits(seat) for seat in range(seats)] if table.races.waiting else [[]] * seats


@lru_cache(10_000)
def _field(name: str, value: Any) -> bytes:
    """A field of a view: most are written again and again."""
    return b'"%s":%s' % (name.encode(), _encoded(value))


def _written(room: dict[str, Any]) -> _Fields:
    """A table's fields without its people."""
    return {name: b'"%s":%s' % (name.encode(), _encoded(value)) for name, value in room.items() if name != "people"}


def _people(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> tuple[bytes, bytes]:
    """The people of a table, if they can't be told by what is new of some; else that, which is nearly always less."""
    if [person["id"] for person in before] != [person["id"] for person in after[: len(before)]]:
        return b'"people":%s' % _encoded(after), b""
    news = [
        {name: value for name, value in new.items() if name == "id" or value != old[name]}
        for old, new in zip(before, after, strict=False)
        if old != new
    ]
    news += after[len(before) :]
    return b"", b'"people":%s' % _encoded(news) if news else b""


def changes_table(table: Table, past: Past) -> bool:
    """Whether what `table_of` shows may have changed."""
    entry = past.line.entry
    if isinstance(entry, e.Moved):  # a deal ends what it waited for
        return table.phase == "over" or entry.seat < 0
    return not isinstance(entry, _CHANGING_NO_TABLE)


_CHANGING_NO_TABLE = (e.Performed, e.Said, e.Reacted, e.Muted)


class _Told(NamedTuple):
    """What viewers are told who know the same."""

    fields: bytes
    """What has a new value."""
    edits: bytes
    """How piles and hands change."""
    whole: bytes
    """All of the message, for those who are told nothing else."""
    before: bytes
    """The message up to where fields can be added, which `after` ends."""
    after: bytes


class Teller:
    """Tells one line, and what changed with it, to any number of viewers."""

    def __init__(self, table: Table, past: Past, before: Stand) -> None:
        self._table, self._past, self._at = table, past, past.line.at
        self._different = _differences(table, before)
        shared: _Fields = {}
        self.after = _gone_on(table, before, self._different, shared, self._at)
        self._room = b""
        if changes_table(table, past):
            room = table_of(table)
            self.after = self.after._replace(table=_written(room), people=room["people"])
            self._room = self._changed_room(before)
        self._add_table(before, shared)
        self._whole = bool(self.after.games) and (self.after.games != before.games or "round" in shared)
        """Whether so much has changed that the whole view is told."""
        self._set = b",".join(shared.values())
        self._checked = past.told_number % CHECK_EVERY == 0
        self._plain = not (self._whole or self._checked or past.missed)
        """Whether there is nothing but what happened and what changed."""
        self._knowers = self._who_knew()
        self._own = self._told_alone(before) if self.after.games and not self._whole else []
        self._heads: dict[bool, bytes] = {}
        self._events: dict[int, bytes] = {}
        self._alike: dict[tuple[int, int], _Told] = {}

    def _who_knew(self) -> list[int]:
        """The sets of seats that knew cards in what happened, but those of all or of nobody."""
        if not self._past.happened:
            return []
        everybody = every_seat(len(self._table.seats))
        return [knew for knew in knowers(self._past.happened) if knew and knew & everybody != everybody]

    def _changed_room(self, before: Stand) -> bytes:
        changed = [field for name, field in self.after.table.items() if field != before.table.get(name)]
        all_people, some = _people(before.people, self.after.people)
        fields = _inner(*changed, all_people)
        return _inner(b'"table":{%s}' % fields if fields else b"", some)

    def _add_table(self, before: Stand, shared: _Fields) -> None:
        """What the table adds to the fields of a view that changed and that everybody may know."""
        after = self.after
        if after.reading is None:
            return
        if after.decision != before.decision:
            shared["asks"] = after.outline["asks"]  # a new decision, by which clients count it
        if after.performer != before.performer:
            shared["telling"] = _field("telling", after.performer)
        self._add_clock(before, shared)
        if "asks" in shared and after.reading.now.ask == Ask.PLAY:
            shared.pop("turn", None)  # whoever is asked for a card has the turn

    def _add_clock(self, before: Stand, shared: _Fields) -> None:
        """The clock, unless it begins with a new decision and has as long as the last time."""
        after = self.after
        if after.clock != before.clock if "asks" in shared else after.clock_end != before.clock_end:
            shared["clock"] = _field("clock", after.clock)
        elif after.clock != before.clock:  # it goes on, and nothing is told of it
            self.after = after._replace(clock=before.clock)

    # --- for one viewer --------------------------------------------------------------------------

    def text(self, viewer: int, *, heard: bool = True) -> bytes:
        """The message for a viewer; `heard` is False for what is none of the viewer's business."""
        if not self.after.games:
            return _joined(self._head(heard=heard), self._room)
        told = self._told(viewer)
        own = self._own[viewer] if viewer >= 0 and self._own else b""
        if self._plain and heard:
            return b"%s%s%s" % (told.before, own, told.after) if own else told.whole
        if self._whole:
            changed = b'"view":%s' % _encoded(self._view(viewer))
        else:
            changed = _changes(_inner(told.fields, own), told.edits)
        check = b'"check":%d' % check_of(self._view(viewer)) if self._checked else b""
        head, events = self._head(heard=heard), self._told_events(viewer)
        return _joined(head, events, self._missed(viewer), self._room, changed, check)

    @property
    def _game(self) -> Game:
        assert self._table.game is not None
        return self._table.game

    def _told(self, viewer: int) -> _Told:
        """What a viewer is told of what not everybody may know; the same for all who know the same."""
        sight = -1 if self._different is None else self._different.sight(viewer)
        key = sight, self._knew(viewer)
        if key not in self._alike:
            self._alike[key] = self._tell(viewer)
        return self._alike[key]

    def _knew(self, viewer: int) -> int:
        """The same number for all who knew the same of what happened."""
        bits = int(viewer == OPEN)
        for knew in self._knowers:
            bits = bits << 1 | (knew >> viewer & 1 if viewer >= 0 else 0)
        return bits

    def _tell(self, viewer: int) -> _Told:
        top, edits = (b"", b"") if self._different is None else self._different.written(viewer)
        fields = _inner(self._set, top)
        begun = _inner(self._head(heard=True), self._told_events(viewer), self._room)
        return _Told(
            fields,
            edits,
            _joined(begun, _changes(fields, edits)),
            b'{%s,"set":{%s' % (begun, fields + b"," if fields else b""),
            b"},%s}" % edits if edits else b"}}",
        )

    def _view(self, viewer: int) -> dict[str, Any]:
        view = view_of(self._table, viewer, self._at)
        assert view is not None
        return view

    def _head(self, *, heard: bool) -> bytes:
        if heard not in self._heads:
            self._heads[heard] = _encoded(telling.head_of(self._past, heard=heard))[1:-1]
        return self._heads[heard]

    def _told_events(self, viewer: int) -> bytes:
        knew = self._knew(viewer)
        if knew not in self._events:
            events: list[Any] = []
            if self._past.happened:
                events = telling.events_of(self._game, self._past.happened, eyes_of(self._game, viewer)[1])
            self._events[knew] = b'"events":%s' % _encoded(events) if events else b""
        return self._events[knew]

    def _missed(self, viewer: int) -> bytes:
        missed = self._past.missed.get(viewer) if self._past.missed else None
        return b'"missed":%s' % _encoded([each._asdict() for each in missed]) if missed else b""

    def _told_alone(self, before: Stand) -> list[bytes]:
        """By seat, what its player alone is told: what can be done, and whom a catch waits for."""
        after = self.after
        own = [
            b'"moves":%s' % _encoded(new) if new != old else b""
            for old, new in zip(before.moves, after.moves, strict=True)
        ]
        if after.catching != before.catching:
            for seat, (old, new) in enumerate(zip(before.catching, after.catching, strict=True)):
                if new != old:
                    own[seat] = _inner(own[seat], b'"catching":%s' % _encoded(new))
        return own


def _changes(fields: bytes, edits: bytes) -> bytes:
    """What has a new value, and how lists change."""
    return _inner(b'"set":{%s}' % fields if fields else b"", edits)


def _inner(*parts: bytes) -> bytes:
    """Some fields and others; what is empty is left out."""
    return b",".join(filter(None, parts))


def _joined(*parts: bytes) -> bytes:
    """A message of some fields and others."""
    return b"{%s}" % _inner(*parts)
