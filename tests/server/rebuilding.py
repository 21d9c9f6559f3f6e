"""What a viewer of a game may be sent, rebuilt from the log beside an independent account of who knows what."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import msgspec

from lastcard.checks.fairness import commitment_of
from lastcard.editions.language import take_apart
from lastcard.editions.settings import custom_sentences
from lastcard.editions.suggested import SUGGESTED
from lastcard.reading import whole
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import explaining, granting, showing, telling
from lastcard.server.table import requests as r
from lastcard.server.table.fold import Table
from tests.server.following import ANSWERS, VERSION, check_of, event_of
from tests.server.harness import Guest
from tests.server.knowledge import FIELDS, Knowledge
from tests.server.players import SEED, told_lines

# --- rebuilding -----------------------------------------------------------------------------------

PUBLIC_PARTS = {
    "joined": ("person", "name"), "sat": ("seat",), "seated-bot": ("seat", "level"),
    "seated-program": ("seat", "person", "name"), "cleared": ("seat",),
    "readied": ("on",), "started": ("mixes",),
    "moved": ("seat", "how"), "told": ("seat", "how"), "arrived": ("person",), "dropped": ("person",),
    "took-over": ("seat",),
    "removed": ("person",), "said": ("text",),
    "reacted": ("reaction",), "rematched": ("again",), "paced": ("speed",), "faced": ("face",),
    "held": ("on",),
}  # fmt: skip
"""What everybody may know of a line of the log, apart from its kind and who asked for it."""


def told_rule(rule: str) -> dict[str, Any]:
    """A rule on a Customizable card, which is the same for everybody."""
    steps = [take_apart(sentence).to_dict() for sentence in custom_sentences(rule)]
    return {"rule": rule, "says": SUGGESTED[rule].says if rule in SUGGESTED else rule, "steps": steps}


Viewer = int | None | str
"""A seat, None for the public, or `open`."""


UNSAID: dict[str, Any] = {"how": "player", "again": False}
"""What is not worth a word."""


def _slowest(table: Table) -> int:
    wishes = []
    for seat in table.seats:
        person = table.people.get(seat.person) if seat.person is not None else None
        if person is not None and person.nodes and not person.program and not seat.stand_in:
            wishes.append(person.tempo)
    return min(wishes) if wishes else 1


class Rebuilt:
    """All that may be told of one table, line by line, from its log and the account of who may know what."""

    def __init__(self, lines: list[e.Line], code: str) -> None:
        self.lines = told_lines(lines)
        self.what: list[dict[str, Any]] = []
        self.events: list[dict[Viewer, list[list[Any]]]] = []
        self.missed: list[dict[Viewer, list[dict[str, Any]]]] = []
        self.views: list[dict[Viewer, dict[str, Any]]] = []
        self.tables: list[dict[str, Any]] = []
        self.games: list[int] = []
        self.seats: list[dict[int, int | None]] = []
        """After each line, the seat of each person."""
        self.phases: list[str] = []
        self.rng = random.Random(f"{SEED} {code}")
        self.compared = self.tried = self.pressed = 0
        self.clocks: dict[tuple[int, bool], Clock] = {}
        """By line, and apart for those who are told late, what was told of the clock."""
        self.waiting: list[tuple[int, int]] = []
        """Who waits to catch whom, first pressed first."""
        table = Table(0, code)
        knowledge: Knowledge | None = None
        views: dict[Viewer, dict[str, Any]] = {}
        for line in lines:
            entry = line.entry
            if isinstance(entry, e.Pressed):
                self._press(line, table)
                continue
            table.apply(line)
            events: dict[Viewer, list[list[Any]]] = {}
            if isinstance(entry, e.Started | e.Moved):
                assert table.game is not None
                if isinstance(entry, e.Started):
                    knowledge = Knowledge(table.game)
                assert knowledge is not None
                challenge = isinstance(entry, e.Moved) and entry.move.endswith(" challenge")
                knowledge.follow(entry.seat if challenge and isinstance(entry, e.Moved) else None)
                events = {viewer: knowledge.events(eyes) for viewer, eyes in self._viewers(knowledge)}
                views = {
                    viewer: self._view(table, knowledge, viewer, eyes) for viewer, eyes in self._viewers(knowledge)
                }
                self._try_moves(table, knowledge)
            elif table.game is None:
                views = {}
            self.what.append(self._what(entry))
            self.events.append(events)
            self.missed.append(self._settle(table, [event_of(event) for event in events.get("open", [])]))
            self.views.append({viewer: self._sent(view, table, viewer) for viewer, view in views.items()})
            self.tables.append(self._table(table))
            self.games.append(table.games)
            self.seats.append({person.id: person.seat for person in table.people.values()})
            self.phases.append(table.phase)

    # --- catches that wait ----------------------------------------------------------------------

    def _press(self, line: e.Line, table: Table) -> None:
        """A catch waits: all that anybody else could be sent stays what it was, byte for byte."""
        entry = line.entry
        assert isinstance(entry, e.Pressed)
        others = [showing.PUBLIC, showing.OPEN, *(set(range(len(table.seats))) - {entry.seat})]

        def shown() -> list[Any]:
            views = [showing.view_of(table, viewer, line.at) for viewer in others]
            past = [telling.tell_line(table, past, viewer) for past in table.past for viewer in others]
            return [views, past, showing.table_of(table), showing.summary_of(table), table.told_number, table.decision]

        before = shown()
        assert table.apply(line) is None
        assert shown() == before
        self.waiting.append((entry.seat, entry.target))
        self.pressed += 1

    def _settle(self, table: Table, events: list[dict[str, Any]]) -> dict[Viewer, list[dict[str, Any]]]:
        """By seat, the catches that came to nothing with a line."""
        liable = table.game.liable if table.game is not None else ()
        missed: dict[Viewer, list[dict[str, Any]]] = {}
        caught = {event["seat"]: event["other"] for event in events if event["kind"] == "caught"}
        called = {event["seat"] for event in events if event["kind"] == "called"}
        for seat, target in [catch for catch in self.waiting if catch[1] not in liable]:
            self.waiting.remove((seat, target))
            if caught.get(target) != seat:
                over = any(event["kind"] == "round-won" for event in events)
                why = "caught" if target in caught else "called" if target in called else "over" if over else "more"
                missed.setdefault(seat, []).append({"seat": target, "why": why})
        return missed

    def _sent(self, view: dict[str, Any], table: Table, viewer: Viewer) -> dict[str, Any]:
        """A view as it is sent, but for the clock; there are no votes before what they are about was told."""
        moves = [move for move in view["moves"] if table.performer is None or not move.startswith("vote ")]
        catching = [target for seat, target in self.waiting if seat == viewer]
        shown = {**view, "moves": moves, "decision": table.decision, "telling": table.performer, "catching": catching}
        return dict(json.loads(json.dumps(shown)))

    @staticmethod
    def _viewers(knowledge: Knowledge) -> list[tuple[Viewer, frozenset[int] | None]]:
        seats: list[tuple[Viewer, frozenset[int] | None]] = [
            (seat, frozenset({seat})) for seat in range(knowledge.players)
        ]
        return [*seats, (None, knowledge.all), ("open", None)]

    def _view(self, table: Table, knowledge: Knowledge, viewer: Viewer, eyes: frozenset[int] | None) -> dict[str, Any]:
        if not isinstance(viewer, int):
            return knowledge.view(eyes, None)
        shown = knowledge.view(eyes, viewer)
        # everything is the same in another deal that looks the same to this seat
        alike = knowledge.twin(viewer, self.rng)
        view = alike.view(viewer)
        seen = {**view.to_dict(), "moves": [move.short for move in view.moves]}
        assert json.dumps({name: seen[name] for name in FIELDS}) == json.dumps(shown)
        other = copy.copy(table)
        other.game = alike
        assert showing.view_of(other, viewer, table.at) == showing.view_of(table, viewer, table.at)
        assert table.game is not None
        assert alike.reasons(viewer) == table.game.reasons(viewer)
        self.compared += 1
        return shown

    def _try_moves(self, table: Table, knowledge: Knowledge) -> None:
        """Whatever a seat tries, it is answered alike in another deal that looks the same to it."""
        if self.rng.random() > 0.1:
            return
        assert table.game is not None
        sides = [[face.text for face in side.faces] for side in table.game.edition.sides]
        for person in table.seated():
            assert person.seat is not None
            hand = [whole(table.game._printed, table.game._read(), card).text for card in knowledge.hands[person.seat]]
            others = [self.rng.choice(sides[0]) + "|" + self.rng.choice(sides[-1]) for _ in range(10)]
            cards = [*sides[0], *sides[-1], *hand, *others, *(card.split("|")[0] + "|?" for card in hand), "?", "?|?"]
            tries = [f"{kind} {card}" for kind in ("play", "discard") for card in cards]
            tries += [
                "draw",
                "pass",
                "done",
                "uno",
                "challenge",
                "accept",
                "dare",
                "chicken",
                "silent",
                "deal",
                "vote yes",
                "target none",
            ]
            tries += [f"{kind} {seat}" for kind in ("catch", "target") for seat in range(4)]
            other = copy.copy(table)
            other.game = knowledge.twin(person.seat, self.rng)
            requests: list[r.Move | r.Why] = [r.Move(id="a", move=words) for words in self.rng.sample(tries, 25)]
            requests += [r.Why(id="a", card=card) for card in self.rng.sample(cards, 10)]
            for request in requests:
                assert self._answer(table, person, request) == self._answer(other, person, request), request
                self.tried += 1

    @staticmethod
    def _answer(table: Table, person: Any, request: r.Move | r.Why) -> tuple[Any, ...]:
        try:
            if isinstance(request, r.Why):
                return ("explained", explaining.why_not(table, person, request.card))
            granting.grant(table, person, request, table.at)
        except RefusedError as refused:
            return (refused.code, refused.say, refused.rule)
        return ("granted",)

    @staticmethod
    def _what(entry: e.Entry) -> dict[str, Any]:
        told: dict[str, Any] = {"t": entry.__struct_config__.tag}
        of_a_seat = isinstance(entry, e.Moved | e.Performed) and entry.seat >= 0  # which says whose move it was
        if entry.by is not None and not of_a_seat:
            told["by"] = entry.by
        parts = {name: getattr(entry, name) for name in PUBLIC_PARTS.get(str(told["t"]), ())}
        return told | {name: value for name, value in parts.items() if name not in UNSAID or value != UNSAID[name]}

    @staticmethod
    def _table(table: Table) -> dict[str, Any]:
        people = [person for person in table.people.values() if not person.gone and not person.removed]
        told: dict[str, Any] = {
            "code": table.code,
            "phase": table.phase,
            "host": table.host,
            "setup": msgspec.to_builtins(table.setup),
            "daily": table.daily or None,
            "seats": [
                {"name": name, "person": seat.person, "bot": seat.bot, "stand_in": seat.stand_in}
                for name, seat in zip(table.names(), table.seats, strict=True)
            ],
            "people": [
                {
                    "id": p.id,
                    "name": p.name,
                    "seat": p.seat,
                    "present": bool(p.nodes),
                    "ready": p.ready,
                    "consented": p.consented,
                    "program": p.program,
                    "tempo": p.tempo,
                    "face": p.face,
                }
                for p in people
            ],
            "rules": table.rules,
            "custom": [told_rule(rule) for rule in table.setup.custom],
            "games": table.games,
            "commitment": commitment_of(table.shuffle.secret, table.shuffle.salt),
            "again": table.again,
            "tempo": _slowest(table),
            "held": sorted(p.id for p in people if p.id in table.held and p.nodes),
        }
        if table.phase != "lobby":
            told["mixes"] = [mix.hex() for mix in table.shuffle.mixes]
        if table.phase == "over" and not table.daily:
            told |= {"secret": table.shuffle.secret.hex(), "salt": table.shuffle.salt.hex()}
        return told

    # --- frames --------------------------------------------------------------------------------

    def line(self, number: int, viewer: Viewer, games: int | None = None) -> dict[str, Any]:
        """A line as a viewer may be told it; when `games` is not its game any more, without what happened."""
        i = number - 1
        told = {"t": self.what[i]["t"], "n": number, "at": self.lines[i].at} | self.what[i]
        events = self.events[i].get(viewer, []) if games in {None, self.games[i]} else []
        missed = self.missed[i].get(viewer, [])
        return told | ({"events": events} if events else {}) | ({"missed": missed} if missed else {})

    def told(self, number: int, viewer: Viewer, clock: Clock) -> dict[str, Any]:
        """A line as it is sent when it happens, with what a viewer may know to have changed; `clock` if it did."""
        i = number - 1
        told = self.line(number, viewer)
        before, after = self.views[i - 1].get(viewer) if i else None, self.views[i].get(viewer)
        told |= _room(self.tables[i - 1] if i else {}, self.tables[i])
        return told | changes_between(before, after, number, clock)

    def welcome(self, message: dict[str, Any], viewer: Viewer, person: int | None) -> dict[str, Any]:
        """The welcome that somebody may be given at a line; how much of the past it tells is up to the server."""
        i = message["n"] - 1
        past = [self.line(told["n"], viewer, self.games[i]) for told in message["past"]]
        told = {"t": "welcome", "v": VERSION, "n": message["n"], "you": person, "fresh": message["fresh"], "past": past}
        if "page" in message:  # there is one if it was built
            assert re.fullmatch(r"/assets/[\w.-]+\.js", message["page"])
            told["page"] = message["page"]
        told["table"] = self.tables[i]
        view = self.views[i].get(viewer)
        return told if view is None else {**told, "view": view, "check": check_of(view)}

    def viewer(self, guest: Guest, number: int, late: bool) -> Viewer:
        """Whose eyes somebody has after a line."""
        if guest.person is None:
            return "open" if late else None
        return self.seats[number - 1].get(guest.person)

    def check(self, guest: Guest, *, late: bool) -> int:
        """Every frame that somebody was sent; how many."""
        for text in guest.frames:
            message = json.loads(text)
            assert text == json.dumps(message, separators=(",", ":"), ensure_ascii=False), (
                "there is more in the bytes than in the message"
            )
            if message["t"] in ANSWERS - {"welcome"}:
                assert set(message) <= {"t", "id", "n", "waits", "code", "say", "rule", "seat", "retry"}
                assert "retry" not in message or message["code"] in {"slow-down", "too-many", "unavailable"}
                continue
            viewer = self.viewer(guest, message["n"], late)
            clock = self._clock(message, late=late and guest.person is None)
            expected = (
                self.welcome(message, viewer, guest.person)
                if message["t"] == "welcome"
                else self.told(message["n"], viewer, clock)
            )
            assert json.dumps(message) == json.dumps(expected), (
                f"line {message['n']} to {viewer!r}: {difference(message, expected)}"
            )
        return len(guest.frames)

    def _clock(self, message: dict[str, Any], *, late: bool) -> Clock:
        """What a message says of the clock: nothing in it is secret, and all are told it, or all are not.

        Of whole views it is taken out.
        """
        told = message.get("set", {})
        clock: Clock = message["view"].pop("clock") if "view" in message else told.get("clock", "unchanged")
        assert clock in {None, "unchanged"} or (isinstance(clock, int) and 0 <= clock <= 60_000)
        if message["t"] != "welcome":
            same = clock if clock in {None, "unchanged"} else "runs"
            assert self.clocks.setdefault((message["n"], late), same) == same, f"line {message['n']}"
        return clock


Clock = int | str | None
"""Milliseconds, None if it was stopped, `unchanged` if nothing is told of it."""

_ADDED = ("telling", "clock", "draw_top", "moves", "catching")
"""The fields of a view that are told after all the others."""


def changes_between(
    before: dict[str, Any] | None, after: dict[str, Any] | None, number: int, clock: Clock
) -> dict[str, Any]:
    """What a line tells to have changed in a view, worked out from what its receiver may know before and after it."""
    if after is None:
        return {}
    check = {} if number % 64 else {"check": check_of(after)}
    if before is None or before["round"] != after["round"]:
        return {"view": after} | check
    return _named("set", _set(before, after, number, clock)) | _named("edit", _edits(before, after)) | check


def _named(name: str, value: dict[str, Any]) -> dict[str, Any]:
    return {name: value} if value else {}


def _differing(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if name not in before or before[name] != value}


def _room(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What is different of a table: of its people what is new of each, or all of them if somebody has gone."""
    told, old, people = _differing(before, after), before.get("people", []), after["people"]
    told.pop("people", None)
    if [person["id"] for person in old] != [person["id"] for person in people[: len(old)]]:
        return {"table": {**told, "people": people}}
    known = {person["id"]: person for person in old}
    differ = [person for person in people if person != known.get(person["id"])]
    news = [
        {
            name: value
            for name, value in person.items()
            if name == "id" or (name, value) not in known[person["id"]].items()
        }
        if person["id"] in known
        else person
        for person in differ
    ]
    return _named("table", told) | ({"people": news} if news else {})


def _set(before: dict[str, Any], after: dict[str, Any], number: int, clock: Clock) -> dict[str, Any]:
    """The fields that have a new value, and who is asked if that is a new decision."""
    told = _differing(before, after)
    begun = told.pop("decision", None)
    for name in ("discard", "hands"):  # edited
        told.pop(name, None)
    if begun is not None:
        assert begun == number, "a decision is counted by the line that began it"
        told["asks"] = after["asks"]
    if after["asks"][1] == "play":
        assert after["turn"] == after["asks"][0]
        if "asks" in told:
            told.pop("turn", None)  # which follows from it
    last = {**told, "clock": clock} if clock != "unchanged" else told
    return {name: value for name, value in told.items() if name not in _ADDED} | {
        name: last[name] for name in _ADDED if name in last
    }


def _edits(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """How lists of cards changed, worked out from nothing but what was and is seen of them."""
    lists = {"discard": (before["discard"], after["discard"])}
    lists |= {f"hands.{i}": pair for i, pair in enumerate(zip(before["hands"], after["hands"], strict=True))}
    return {path: _edit(old, new) for path, (old, new) in lists.items() if old != new}


def _edit(old: list[str], new: list[str]) -> list[Any]:
    """What stays at the beginning, then what stays at the end; all in between is exchanged."""
    most = min(len(old), len(new))
    first = next((place for place in range(most) if old[place] != new[place]), most)
    rest = most - first
    last = next((place for place in range(rest) if old[-1 - place] != new[-1 - place]), rest)
    return [first, len(old) - first - last, *new[first : len(new) - last]]


def difference(found: Any, expected: Any, where: str = "") -> str:
    """The first place where two messages differ."""
    if isinstance(found, dict) and isinstance(expected, dict) and list(found) == list(expected):
        return next(
            (
                difference(found[name], expected[name], f"{where}.{name}")
                for name in found
                if found[name] != expected[name]
            ),
            "",
        )
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return next(
            (
                difference(one, other, f"{where}.{i}")
                for i, (one, other) in enumerate(zip(found, expected, strict=True))
                if one != other
            ),
            "",
        )
    return f"{where} is {found!r:.300} and not {expected!r:.300}"
