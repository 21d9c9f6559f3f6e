"""What changed with a line: all that clients are told once they have seen everything in their welcome.

`Stand` is how things stood when they were told last. `Teller` holds the table against it after a line: what
everybody may know is written once, what only some may know once for all who know the same.
"""

from __future__ import annotations

import functools
import operator
from typing import Any, NamedTuple

import msgspec

from lastcard.changes import CardChanges, changed_outline, outline
from lastcard.events import knowers
from lastcard.game import Game
from lastcard.reading import ALL_SEEING, Reading, every_seat
from lastcard.server.table import entries as e
from lastcard.server.table import telling
from lastcard.server.table.fold import Past, Table
from lastcard.server.table.showing import (
    check_of,
    clock_end,
    eyes_of,
    moves_by_seat,
    table_of,
    view_of,
)

CHECK_EVERY = 64
"""A line whose number is a multiple of this tells a number by which clients can check their view."""

_json = msgspec.json.Encoder()


class Stand(NamedTuple):
    """How a table stood."""

    table: dict[str, bytes]
    """Its fields, written."""
    games: int
    """How many games were begun; 0 if there is none now."""
    reading: Reading | None
    outline: dict[str, Any]
    decision: int
    performer: int | None
    clock_end: int | None
    moves: list[list[str]]
    """By seat, what it could do."""
    catching: list[list[int] | None]
    """By seat, whom its catches waited for; None if not all who have it were told the same."""


def stand_of(table: Table) -> Stand:
    """How a table stands now."""
    return _gone_on(table, Stand(_written(table), 0, None, {}, 0, None, None, [], []), {})


def somebody_came(table: Table, before: Stand) -> Stand:
    """How a table stood when everybody was told last, who was told then or has just come in.

    Nobody is told when a catch begins to wait, so whoever comes in after that knows more than others of that seat:
    it is told with the next line, whatever has become of it.
    """
    told = zip(before.catching, _catching(table), strict=True) if before.catching else ()
    return before._replace(catching=[old if old == new else None for old, new in told])


def _gone_on(table: Table, before: Stand, changed: dict[str, Any]) -> Stand:
    """How a table stands, of which the fields are known; `changed` gets what is new of what everybody may know."""
    game = table.game
    if game is None:
        return Stand(before.table, 0, None, {}, table.decision, None, None, [], [])
    reading = game.reading()
    same = reading is before.reading
    if before.reading is None or before.games != table.games:
        changed |= outline(game)
    elif not same:
        changed |= changed_outline(game, before.reading, before.outline)
    return Stand(
        table=before.table,
        games=table.games,
        reading=reading,
        outline=before.outline | changed,
        decision=table.decision,
        performer=table.performer,
        clock_end=clock_end(table),
        moves=before.moves if same and table.performer == before.performer else moves_by_seat(table),
        catching=_catching(table),
    )


def _catching(table: Table) -> list[list[int] | None]:
    """By seat, whom its catches wait for."""
    seats = len(table.seats)
    return [table.races.waits(seat) for seat in range(seats)] if table.races.waiting else [[]] * seats


def _written(table: Table) -> dict[str, bytes]:
    return {name: _json.encode(value) for name, value in table_of(table).items()}


def changes_table(table: Table, past: Past) -> bool:
    """Whether what `table_of` shows may have changed."""
    entry = past.line.entry
    return not isinstance(entry, _CHANGING_NO_TABLE) or (isinstance(entry, e.Moved) and table.phase == "over")


_CHANGING_NO_TABLE = (e.Moved, e.Performed, e.Said, e.Reacted, e.Muted)


class _Told(NamedTuple):
    """What viewers are told who know the same."""

    events: bytes
    fields: bytes
    """What has a new value."""
    edits: bytes
    """How piles and hands change."""
    whole: bytes
    """All of the message, for those who are told nothing else."""
    before: bytes
    """The message up to where fields can be added, which `after` ends."""
    after: bytes


_ORDINARY = -1
"""Stands for all seats that know nothing that not every seat knows."""


class Teller:
    """Tells one line, and what changed with it, to any number of viewers."""

    def __init__(self, table: Table, past: Past, before: Stand, now: int) -> None:
        self._table, self._past, self._before, self._now = table, past, before, now
        shared: dict[str, Any] = {}
        self.after = _gone_on(table, before, shared)
        self._room = b""
        if changes_table(table, past):
            self.after = self.after._replace(table=_written(table))
            self._room = self._changed_room()
        self._add_table(shared)
        self._whole = bool(self.after.games) and (self.after.games != before.games or "round" in shared)
        """Whether so much has changed that the whole view is told."""
        self._set = _inside(shared)
        self._cards = self._changed_cards()
        self._checked = past.told_number % CHECK_EVERY == 0
        self._plain = bool(self.after.games) and not (self._whole or self._checked or past.missed)
        """Whether there is nothing but what happened and what changed."""
        self._knowers = self._who_knew()
        self._knowing = functools.reduce(operator.or_, self._knowers, self._cards.knowing if self._cards else 0)
        """The seats that may know something that not all know."""
        self._own = self._told_alone() if self.after.games and not self._whole else []
        self._heads: dict[bool, bytes] = {}
        self._events: dict[tuple[bool, ...], bytes] = {}
        self._alike: dict[tuple[int, ...] | int, _Told] = {}

    def _who_knew(self) -> list[int]:
        """The sets of seats that knew cards in what happened, but those of all or of nobody."""
        if not self._past.happened:
            return []
        everybody = every_seat(len(self._table.seats))
        return [knew for knew in knowers(self._past.happened) if knew and knew & everybody != everybody]

    def _changed_room(self) -> bytes:
        changed = [
            b'"%s":%s' % (name.encode(), text)
            for name, text in self.after.table.items()
            if text != self._before.table.get(name)
        ]
        return b'"table":{%s}' % b",".join(changed) if changed else b""

    def _add_table(self, shared: dict[str, Any]) -> None:
        """What the table adds to the fields of a view that changed and that everybody may know."""
        before, after = self._before, self.after
        if not after.games:
            return
        if after.decision != before.decision:
            shared["asks"] = after.outline["asks"]  # a new decision, by which clients count it
        if after.performer != before.performer:
            shared["telling"] = after.performer
        if after.clock_end != before.clock_end:
            shared["clock"] = None if after.clock_end is None else max(0, after.clock_end - self._now)
        if "asks" in shared and shared["asks"][1] == "play":
            shared.pop("turn", None)  # whoever is asked for a card has the turn

    @property
    def _game(self) -> Game:
        assert self._table.game is not None
        return self._table.game

    def _changed_cards(self) -> CardChanges | None:
        before, game = self._before.reading, self._table.game
        if self._whole or game is None or before is None or before is self.after.reading:
            return None
        return CardChanges(game, before)

    # --- for one viewer --------------------------------------------------------------------------

    def text(self, viewer: int, *, heard: bool = True) -> bytes:
        """The message for a viewer; `heard` is False for what is none of the viewer's business."""
        if not self.after.games:
            return _joined(self._head(heard=heard), self._room)
        told = self._told(viewer)
        own = self._own[viewer] if viewer >= 0 and self._own else b""
        if self._plain and heard:
            return b"%s%s%s" % (told.before, own, told.after) if own else told.whole
        shown = b'"view":%s' % _json.encode(self._view(viewer)) if self._whole else _changes(told, own)
        check = b'"check":%d' % check_of(self._view(viewer)) if self._checked else b""
        return _joined(self._head(heard=heard), told.events, self._missed(viewer), self._room, shown, check)

    def _told(self, viewer: int) -> _Told:
        """What a viewer is told of what not everybody may know; the same for all who know the same."""
        ordinary = viewer >= 0 and not self._knowing >> viewer & 1
        seat, eyes = eyes_of(self._game, viewer)
        key = _ORDINARY if ordinary else self._sight(seat, eyes)
        if key not in self._alike:
            self._alike[key] = self._tell(seat, eyes)
        return self._alike[key]

    def _sight(self, seat: int, eyes: int) -> tuple[int, ...]:
        """A key that is the same for viewers who are told the same."""
        cards = self._cards.sight(seat, eyes) if self._cards is not None else ()
        return (eyes == ALL_SEEING, *[knew & eyes == eyes for knew in self._knowers], *cards)

    def _tell(self, seat: int, eyes: int) -> _Told:
        events, (fields, edits) = self._told_events(eyes), self._told_cards(seat, eyes)
        begun = _inner(self._head(heard=True), events, self._room)
        changed = b'"set":{%s}' % fields if fields else b""
        return _Told(
            events,
            fields,
            edits,
            _joined(begun, changed, edits),
            b'{%s,"set":{%s' % (begun, fields + b"," if fields else b""),
            b"},%s}" % edits if edits else b"}}",
        )

    def _view(self, viewer: int) -> dict[str, Any]:
        view = view_of(self._table, viewer, self._now)
        assert view is not None
        return view

    def _head(self, *, heard: bool) -> bytes:
        if heard not in self._heads:
            self._heads[heard] = _inside(telling.head_of(self._past, heard=heard))
        return self._heads[heard]

    def _told_events(self, eyes: int) -> bytes:
        if not self._past.happened:
            return b""
        key = (eyes == ALL_SEEING, *[knew & eyes == eyes for knew in self._knowers])
        if key not in self._events:
            events = telling.events_of(self._game, self._past.happened, eyes)
            self._events[key] = b'"events":%s' % _json.encode(events) if events else b""
        return self._events[key]

    def _missed(self, viewer: int) -> bytes:
        missed = self._past.missed.get(viewer)
        return b'"missed":%s' % _json.encode([each._asdict() for each in missed]) if missed else b""

    def _told_cards(self, seat: int, eyes: int) -> tuple[bytes, bytes]:
        """What has a new value, and how piles and hands change."""
        if self._cards is None:
            return self._set, b""
        tops, edits = self._cards.draw_top(eyes), self._cards.edits(seat, eyes)
        top = b'"draw_top":%s' % _json.encode(tops[0]) if tops else b""
        return _inner(self._set, top), b'"edit":%s' % _json.encode(edits) if edits else b""

    def _told_alone(self) -> list[bytes]:
        """By seat, what its player alone is told: what can be done, and whom a catch waits for."""
        before, after = self._before, self.after
        own = [
            b'"moves":%s' % _json.encode(new) if new != old else b""
            for old, new in zip(before.moves, after.moves, strict=True)
        ]
        if after.catching != before.catching:
            for seat, (old, new) in enumerate(zip(before.catching, after.catching, strict=True)):
                if new != old:
                    own[seat] = _inner(own[seat], b'"catching":%s' % _json.encode(new))
        return own


def _changes(told: _Told, own: bytes) -> bytes:
    """What has a new value, and how lists change."""
    changed = _inner(told.fields, own)
    return _inner(b'"set":{%s}' % changed if changed else b"", told.edits)


def _inside(fields: dict[str, Any]) -> bytes:
    """Fields as they are written, without the braces around them."""
    return _json.encode(fields)[1:-1]


def _inner(*parts: bytes) -> bytes:
    """Some fields and others; what is empty is left out."""
    return b",".join(filter(None, parts))


def _joined(*parts: bytes) -> bytes:
    """A message of some fields and others."""
    return b"{%s}" % _inner(*parts)
