"""Keeps the table and the game as one client was told them, by what each line says has changed.

Written from `docs/protocol.md` and nothing else: nothing of the server's telling is used. What was
there before a line stays as it was, so that both can be compared.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from msgspec import UNSET

from lastcard.load.wire import Message, Room, View

_encode = msgspec.json.Encoder().encode
_OF_A_GAME = ("mixes", "secret", "salt")
"""What a table in the lobby has not."""


class Following:
    """A table and its game, from a welcome on."""

    def __init__(self) -> None:
        self.room: Room = {}
        self.view: View | None = None

    def begin(self, welcome: Message) -> None:
        """A welcome tells everything anew."""
        self.room = {} if welcome.table is UNSET else welcome.table
        self.view = None if welcome.view is UNSET else welcome.view

    def line(self, line: Message) -> None:
        """What changed with a line; KeyError, IndexError, TypeError or ValueError if that can't be."""
        if line.table is not UNSET:
            self.room = {**self.room, **line.table}
            if self.room["phase"] == "lobby":
                self.view = None
                for name in _OF_A_GAME:
                    self.room.pop(name, None)
        if line.people is not UNSET:
            self.room = {**self.room, "people": _met(self.room["people"], line.people)}
        if line.view is not UNSET:
            self.view = line.view
        elif line.set is not UNSET or line.edit is not UNSET:
            self.view = _changed(self.view, line)


def _met(people: list[Room], news: list[Room]) -> list[Room]:
    """People after what is new of some of them."""
    known = {person["id"]: person for person in people}
    for new in news:
        known[new["id"]] = {**known.get(new["id"], {}), **new}
    return list(known.values())


def _changed(before: View | None, line: Message) -> View:
    if before is None:
        msg = "something changed in a view that there is not"
        raise ValueError(msg)
    view = dict(before)
    if line.set is not UNSET:
        view |= line.set
        if "asks" in line.set:
            view["decision"] = line.n
            seat, kind = line.set["asks"]
            view["turn"] = seat if kind == "play" else view["turn"]
    if line.edit is not UNSET:
        for path, change in line.edit.items():
            name, _, place = path.partition(".")
            if place:
                outer = view[name] = list(view[name])
                outer[int(place)] = _spliced(outer[int(place)], *change)
            else:
                view[name] = _spliced(view[name], *change)
    return view


def _spliced(before: list[Any], start: int, remove: int, *insert: Any) -> list[Any]:
    return [*before[:start], *insert, *before[start + remove :]]


def digest(view: View) -> int:
    """The number by which a client sees that its view is the server's."""
    return zlib.crc32(_encode(sorted(pair for pair in view.items() if pair[0] != "clock")))
