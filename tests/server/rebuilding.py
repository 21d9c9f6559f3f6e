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
from lastcard.server import asking, telling
from lastcard.server import entries as e
from lastcard.server import requests as r
from lastcard.server.errors import RefusedError
from lastcard.server.table import Table
from tests.server.harness import Guest
from tests.server.knowledge import Knowledge
from tests.server.players import SEED, told_lines

# --- rebuilding -----------------------------------------------------------------------------------

PUBLIC_PARTS = {
    "joined": ("person", "name"), "sat": ("seat",), "seated-bot": ("seat", "level"), "cleared": ("seat",),
    "readied": ("on",), "started": ("mixes",),
    "moved": ("seat", "how"), "told": ("seat", "how"), "arrived": ("person",), "dropped": ("person",),
    "took-over": ("seat",),
    "removed": ("person",), "said": ("text",),
    "reacted": ("reaction",),
}  # fmt: skip
"""What everybody may know of a line of the log, apart from its kind and who asked for it."""


def told_rule(rule: str) -> dict[str, Any]:
    """A rule on a Customizable card, which is the same for everybody."""
    steps = [take_apart(sentence).to_dict() for sentence in custom_sentences(rule)]
    return {"rule": rule, "says": SUGGESTED[rule].says if rule in SUGGESTED else rule, "steps": steps}


Viewer = int | None | str
"""A seat, None for the public, or `open`."""


class Rebuilt:
    """All that may be told of one table, line by line, from its log and the account of who may know what."""

    def __init__(self, lines: list[e.Line], code: str) -> None:
        self.lines = told_lines(lines)
        self.what: list[dict[str, Any]] = []
        self.events: list[dict[Viewer, list[dict[str, Any]]]] = []
        self.missed: list[dict[Viewer, list[dict[str, Any]]]] = []
        self.views: list[dict[Viewer, dict[str, Any]]] = []
        self.tables: list[dict[str, Any]] = []
        self.games: list[int] = []
        self.seats: list[dict[int, int | None]] = []
        """After each line, the seat of each person."""
        self.phases: list[str] = []
        self.rng = random.Random(f"{SEED} {code}")
        self.compared = self.tried = self.pressed = 0
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
            events: dict[Viewer, list[dict[str, Any]]] = {}
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
            self.missed.append(self._settle(table, events.get("open", [])))
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
        others = [telling.PUBLIC, telling.OPEN, *(set(range(len(table.seats))) - {entry.seat})]

        def shown() -> list[Any]:
            views = [telling.view_of(table, viewer, line.at) for viewer in others]
            past = [telling.tell_line(table, past, viewer) for past in table.past for viewer in others]
            return [views, past, telling.table_of(table), telling.summary_of(table), table.told_number, table.decision]

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
        """A view as it is sent: without the hands that are counted while there are none.

        Nor are there votes before what they are about was told.
        """
        shown = {name: value for name, value in view.items() if name != "left" or value}
        shown |= {"decision": table.decision, "telling": table.performer}
        if table.performer is not None:
            shown["moves"] = [move for move in shown["moves"] if " vote " not in move]
        catching = [target for seat, target in self.waiting if seat == viewer]
        return shown | ({"catching": catching} if catching else {})

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
        # why a card can't be played, and everything else, is the same in another deal that looks the same to this seat
        alike = knowledge.twin(viewer, self.rng)
        seen = alike.view(viewer).to_dict()
        assert json.dumps(seen) == json.dumps(shown)
        numbers: dict[Any, int] = {}
        shown["why"] = [
            None if reason is None else numbers.setdefault(reason, len(numbers)) for reason in alike.reasons(viewer)
        ]
        shown["reasons"] = [{"rule": reason.rule, "say": reason.sentence} for reason in numbers]
        other = copy.copy(table)
        other.game = alike
        assert telling.view_of(other, viewer, table.at) == telling.view_of(table, viewer, table.at)
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
            for words in self.rng.sample(tries, 25):
                request = r.Move(id="a", move=words)
                assert self._answer(table, person, request) == self._answer(other, person, request), words
                self.tried += 1

    @staticmethod
    def _answer(table: Table, person: Any, request: r.Move) -> tuple[str, ...]:
        try:
            asking.grant(table, person, request, table.at)
        except RefusedError as refused:
            return (refused.code, refused.say, refused.rule)
        return ("granted",)

    @staticmethod
    def _what(entry: e.Entry) -> dict[str, Any]:
        told: dict[str, Any] = {"t": entry.__struct_config__.tag}
        if entry.by is not None:
            told["by"] = entry.by
        return told | {name: getattr(entry, name) for name in PUBLIC_PARTS.get(str(told["t"]), ())}

    @staticmethod
    def _table(table: Table) -> dict[str, Any]:
        people = [person for person in table.people.values() if not person.gone and not person.removed]
        told: dict[str, Any] = {
            "code": table.code,
            "phase": table.phase,
            "host": table.host,
            "setup": msgspec.to_builtins(table.setup),
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
                }
                for p in people
            ],
            "rules": table.rules,
            "custom": [told_rule(rule) for rule in table.setup.custom],
            "games": table.games,
            "commitment": commitment_of(table.shuffle.secret, table.shuffle.salt),
        }
        if table.phase != "lobby":
            told["mixes"] = [mix.hex() for mix in table.shuffle.mixes]
        if table.phase == "over":
            told |= {"secret": table.shuffle.secret.hex(), "salt": table.shuffle.salt.hex()}
        return told

    # --- frames --------------------------------------------------------------------------------

    def line(self, number: int, viewer: Viewer, games: int | None = None) -> dict[str, Any]:
        """A line as a viewer may be told it; when `games` is not its game any more, without what happened."""
        i = number - 1
        told: dict[str, Any] = {"t": "event", "n": number, "at": self.lines[i].at, "what": self.what[i]}
        events = self.events[i].get(viewer, []) if games in {None, self.games[i]} else []
        missed = self.missed[i].get(viewer, [])
        return told | ({"events": events} if events else {}) | ({"missed": missed} if missed else {})

    def event(self, number: int, viewer: Viewer) -> dict[str, Any]:
        """An event as it is sent when it happens."""
        i = number - 1
        told = self.line(number, viewer)
        kind = self.what[i]["t"]
        if viewer in self.views[i] and kind in {"started", "moved", "told", "arrived", "resumed", "took-over"}:
            told["view"] = self.views[i][viewer]
        if kind not in {"moved", "told", "said", "reacted", "muted"} or (kind == "moved" and self.phases[i] == "over"):
            told["table"] = self.tables[i]
        return told

    def welcome(self, message: dict[str, Any], viewer: Viewer, person: int | None) -> dict[str, Any]:
        """The welcome that somebody may be given at a line; how much of the past it tells is up to the server."""
        i = message["n"] - 1
        past = [self.line(told["n"], viewer, self.games[i]) for told in message["past"]]
        told = {"t": "welcome", "v": 1, "n": message["n"], "you": person, "fresh": message["fresh"], "past": past}
        if "page" in message:  # there is one if it was built
            assert re.fullmatch(r"/assets/[\w.-]+\.js", message["page"])
            told["page"] = message["page"]
        told["table"] = self.tables[i]
        return told | ({"view": self.views[i][viewer]} if viewer in self.views[i] else {})

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
            if message["t"] in {"ok", "no", "bye"}:
                assert set(message) <= {"t", "id", "n", "waits", "code", "say", "rule", "seat"}
                continue
            viewer = self.viewer(guest, message["n"], late)
            expected = (
                self.event(message["n"], viewer)
                if message["t"] == "event"
                else self.welcome(message, viewer, guest.person)
            )
            if "view" in message:
                clock = message["view"].pop("clock")
                assert clock is None or 0 <= clock <= 60_000
            expected = json.loads(json.dumps(expected))
            assert json.dumps(message) == json.dumps(expected), (
                f"line {message['n']} to {viewer!r}: {difference(message, expected)}"
            )
        return len(guest.frames)


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
