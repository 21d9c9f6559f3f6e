"""A client's side of the protocol, written from `docs/protocol.md`: what changed becomes the whole again.

The tests read lines in one form, whatever they look like on the wire: `what` it was, the `events` by the
names of their parts, and the whole `view` and `table` after it, where they changed. The view has what is
read out of the rest of it: `top`, `sizes` and `hand`.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

VERSION = 2
"""The version of the protocol that is spoken here."""

ANSWERS = frozenset({"ok", "no", "bye", "welcome"})
"""The kinds of messages that are no lines."""

KINDS = frozenset(
    {
        "created", "joined", "sat", "stood", "seated-bot", "cleared", "changed", "consented", "readied", "started",
        "moved", "told", "rematched", "arrived", "dropped", "resumed", "took-over", "host-away", "slept", "left",
        "removed", "said", "reacted", "muted", "seated-program", "paced", "faced", "held", "other",
    }
)  # fmt: skip
"""The kinds of lines; the last is one that is none of the receiver's business."""

EVENT_PARTS = ("kind", "seat", "card", "other", "number", "word")
DERIVED = ("top", "sizes", "hand")
_CHANGES = {"table", "people", "view", "set", "edit", "check"}


def is_line(message: dict[str, Any]) -> bool:
    """Whether a message tells a line."""
    return message["t"] not in ANSWERS


def event_of(parts: list[Any]) -> dict[str, Any]:
    """An event by the names of its parts; what it has not is left out."""
    assert parts[-1] is not None
    return {name: part for name, part in zip(EVENT_PARTS, parts, strict=False) if part is not None}


def line_of(message: dict[str, Any]) -> dict[str, Any]:
    """A line without what changed with it."""
    assert message["t"] in KINDS
    apart = {"n", "at", "events", "missed", *_CHANGES}
    told = {"t": "event", "n": message["n"], "at": message["at"]}
    if message["t"] != "other":
        told["what"] = {name: value for name, value in message.items() if name not in apart}
        if message["t"] in {"moved", "told"}:
            told["what"].setdefault("how", "player")
    if "events" in message:
        assert message["events"]
        told["events"] = [event_of(event) for event in message["events"]]
    return told | ({"missed": message["missed"]} if "missed" in message else {})


def whole_of(view: dict[str, Any]) -> dict[str, Any]:
    """A view with what is read out of it."""
    seat, hands = view["seat"], view["hands"]
    return {
        **view,
        "top": view["discard"][-1],
        "sizes": [len(hand) for hand in hands],
        "hand": [] if seat is None else hands[seat],
    }


def check_of(view: dict[str, Any]) -> int:
    """The number of a view."""
    pairs = sorted([name, value] for name, value in view.items() if name != "clock" and name not in DERIVED)
    return zlib.crc32(json.dumps(pairs, separators=(",", ":"), ensure_ascii=False).encode())


def changed(view: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    """A view as it is on the wire, after the changes of a line; the one before stays as it was."""
    after = {**view, **line.get("set", {})}
    if "asks" in line.get("set", {}):
        after["decision"] = line["n"]
        if after["asks"][1] == "play":
            assert "turn" not in line["set"]
            after["turn"] = after["asks"][0]
    for path, (start, remove, *insert) in line.get("edit", {}).items():
        *outer, name = path.split(".")
        holder: Any = after
        for step in outer:
            holder[step] = list(holder[step])
            holder = holder[step]
        place = int(name) if isinstance(holder, list) else name
        old = holder[place]
        assert isinstance(old, list)
        assert 0 <= start <= start + remove <= len(old), f"{path} has {len(old)} and {start}, {remove} change"
        holder[place] = [*old[:start], *insert, *old[start + remove :]]
    return after


class Following:
    """A table and its game, as somebody was told them."""

    def __init__(self) -> None:
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        """As it is on the wire."""

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message as the tests read it."""
        if message["t"] == "welcome":
            return self._welcome(message)
        return self._line(message) if is_line(message) else message

    def _welcome(self, message: dict[str, Any]) -> dict[str, Any]:
        self.table, self.view = message["table"], message.get("view")
        self._check(message, wanted=self.view is not None)
        told = {**message, "past": [self._with_mover(line_of(line)) for line in message["past"]]}
        return told if self.view is None else {**told, "view": whole_of(self.view)}

    def _line(self, message: dict[str, Any]) -> dict[str, Any]:
        told = line_of(message)
        if "table" in message:
            assert message["table"]
            self.table = told["table"] = {**self.table, **message["table"]}
            if message["table"].get("phase") == "lobby":
                for name in ("mixes", "secret", "salt"):
                    self.table.pop(name, None)
                self.view = None
        if "people" in message:
            assert message["people"]
            people = {person["id"]: person for person in self.table["people"]}
            for new in message["people"]:
                people[new["id"]] = {**people.get(new["id"], {}), **new}
            self.table = told["table"] = {**self.table, "people": list(people.values())}
        assert not ("view" in message and ("set" in message or "edit" in message))
        if "view" in message:
            self.view = message["view"]
        elif "set" in message or "edit" in message:
            assert self.view is not None, f"line {message['n']} changes a view that there is not"
            self.view = changed(self.view, message)
        self._check(message, wanted=self.view is not None and message["n"] % 64 == 0)
        if not message.keys().isdisjoint({"view", "set", "edit"}):
            assert self.view is not None
            told["view"] = whole_of(self.view)
        return self._with_mover(told)

    def _check(self, message: dict[str, Any], *, wanted: bool) -> None:
        assert ("check" in message) == wanted, f"line {message['n']}"
        if wanted:
            assert self.view is not None
            assert check_of(self.view) == message["check"], f"after line {message['n']} the view is another one"

    def _with_mover(self, told: dict[str, Any]) -> dict[str, Any]:
        """With the person who made a move, where the line leaves it to the seat to say so."""
        what = told.get("what", {})
        if what.get("t") in {"moved", "told"} and what["seat"] >= 0 and what["how"] == "player":
            told["what"] = {"t": what["t"], "by": self.table["seats"][what["seat"]]["person"], **what}
        return told
