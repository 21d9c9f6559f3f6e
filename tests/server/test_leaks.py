"""What a seat may not know never reaches it (see-5): every byte sent is rebuilt from what its receiver may know.

Games of every edition are played over real sockets, and every frame is kept. Afterwards
the log is replayed beside a second, independent account of who may know which face
(`knowledge.py`), and each frame must be just what that account yields.
"""

from __future__ import annotations

import asyncio
import copy
import json
import math
import random
import re
import time
from typing import Any

import msgspec
import pytest

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
from tests.server.harness import Guest, Refused, Room, Server, room, run
from tests.server.knowledge import Knowledge
from tests.server.players import SEED, Crowd, Player, read_log
from tests.server.secrecy import Secrets

OPTIONS: dict[str, Any] = {"pace": 0.01, "uno_grace": 0.1, "away_grace": 30, "clock": 60}
LATE: dict[str, Any] = {**OPTIONS, "watching": "delayed", "delay": 1}
LINES = 200
"""How many lines each table plays at least."""

PLAYED: dict[str, tuple[list[dict[str, Any]], set[str]]] = {
    "classic": (
        [
            {"people": 3, "seats": 3, "watchers": 1},
            {
                "people": 2,
                "seats": 4,
                "watchers": 1,
                "options": LATE,
                "settings": {"scoring": "lowest", "target": 60, "uno": "ask"},
            },
        ],
        {"challenged", "showed", "called", "drew", "reshuffled"},
    ),
    "house": (
        [
            {"people": 3, "seats": 3, "watchers": 1, "settings": {"custom": ["custom-7", "custom-7", "custom-8"]}},
            {
                "people": 2,
                "seats": 3,
                "watchers": 1,
                "options": LATE,
                "settings": {"custom": ["custom-9", "custom-10", "custom-5"]},
            },
            {
                "people": 2,
                "seats": 2,
                "watchers": 1,
                "settings": {"custom": ["custom-1", "custom-2", "custom-6"], "bluffing": False},
            },
        ],
        {"swapped", "hands-open", "hands-closed", "discarded", "voted", "dared", "notice", "showed"},
    ),
    "flip": (
        [
            {"people": 3, "seats": 3, "watchers": 1},
            {
                "people": 2,
                "seats": 3,
                "watchers": 1,
                "options": LATE,
                "settings": {"scoring": "hand", "pairing": "fixed"},
            },
        ],
        {"flipped", "challenged", "showed", "reshuffled"},
    ),
    "flip-marvel": (
        [{"people": 4, "seats": 4, "watchers": 1}, {"people": 2, "seats": 2, "watchers": 1, "options": LATE}],
        {"flipped", "discarded", "challenged"},
    ),
    "flip-transformers": (
        [
            {"people": 3, "seats": 3, "watchers": 1, "settings": {"scoring": "points"}},
            {"people": 2, "seats": 3, "watchers": 1, "options": LATE},
        ],
        {"flipped", "won-duel", "showed", "discarded", "chose"},
    ),
}
"""For each edition its tables, and what must have happened at them to make the proof worth something."""


# --- playing --------------------------------------------------------------------------------------


async def play(server: Server, here: Room, name: str) -> Crowd:
    """The tables of an edition, played until enough has happened."""
    tables, wanted = PLAYED[name]
    crowd = Crowd()
    for i, table in enumerate(tables):
        code = await crowd.seat(here, where=lambda: server.url, edition=name, **{"options": OPTIONS, **table})
        crowd.players[code].append(Player(await here.join(code, "Eve"), lambda: server.url))  # a name, but no seat
        for player in crowd.players[code]:
            player.eager = 0.25 if i == 0 else 0.7  # hands grow, and the draw pile is used up
    crowd.begin()
    end = time.monotonic() + 60
    seen: set[str] = set()
    read = 0
    while time.monotonic() < end:
        await crowd.further(10)
        if min(player.guest.number for player in crowd.everybody()) > LINES:
            fresh = [len(player.guest.told) for player in crowd.everybody()]
            if sum(fresh) > read:
                seen |= {
                    event["kind"]
                    for player in crowd.everybody()
                    for told in player.guest.told
                    for event in told.get("events", ())
                }
                read = sum(fresh)
            if seen >= wanted:
                break
        if read == 0:
            await ask_http(here, crowd)
    assert seen >= wanted, f"never seen: {wanted - seen}"
    await crowd.end()
    return crowd


HTTP: dict[str, list[tuple[int, str]]] = {}
"""By table, what HTTP answered while the game went on, and the last number seen then."""


async def ask_http(here: Room, crowd: Crowd) -> None:
    """Ask for everything that HTTP has about the tables."""
    for code, players in crowd.players.items():
        of_table = [
            f"/api/tables/{code}{path}" for path in ("", "/record", "/replay", "/replay?eyes=0&game=1", "/invitation")
        ]
        for path in (*of_table, "/api/tables", "/metrics"):
            answer = await here.http.get(path)
            HTTP.setdefault(code, []).append((players[0].guest.number, answer.text + str(answer.headers)))


# --- rebuilding -----------------------------------------------------------------------------------

PUBLIC_PARTS = {
    "joined": ("person", "name"), "sat": ("seat",), "seated-bot": ("seat", "level"), "cleared": ("seat",),
    "readied": ("on",), "started": ("mixes",),
    "moved": ("seat", "how"), "arrived": ("person",), "dropped": ("person",), "took-over": ("seat",),
    "removed": ("person",), "said": ("text",),
    "reacted": ("reaction",),
}  # fmt: skip
"""What everybody may know of a line of the log, apart from its kind and who asked for it."""

RULE_STEPS = {rule: [take_apart(sentence).to_dict() for sentence in custom_sentences(rule)] for rule in SUGGESTED}
"""The rules that are played with, taken apart; they are the same for everybody."""

Viewer = int | None | str
"""A seat, None for the public, or `open`."""


class Rebuilt:
    """All that may be told of one table, line by line, from its log and the account of who may know what."""

    def __init__(self, lines: list[e.Line], code: str) -> None:
        self.lines = lines
        self.what: list[dict[str, Any]] = []
        self.events: list[dict[Viewer, list[dict[str, Any]]]] = []
        self.views: list[dict[Viewer, dict[str, Any]]] = []
        self.tables: list[dict[str, Any]] = []
        self.games: list[int] = []
        self.seats: list[dict[int, int | None]] = []
        """After each line, the seat of each person."""
        self.phases: list[str] = []
        self.rng = random.Random(f"{SEED} {code}")
        self.compared = self.tried = 0
        table = Table(0, code)
        knowledge: Knowledge | None = None
        views: dict[Viewer, dict[str, Any]] = {}
        for line in lines:
            table.apply(line)
            entry = line.entry
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
            self.views.append({viewer: {**_sent(view), "decision": table.decision} for viewer, view in views.items()})
            self.tables.append(self._table(table))
            self.games.append(table.games)
            self.seats.append({person.id: person.seat for person in table.people.values()})
            self.phases.append(table.phase)

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
            "custom": [
                {"rule": rule, "says": SUGGESTED[rule].says, "steps": RULE_STEPS[rule]} for rule in table.setup.custom
            ],
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
        return told | ({"events": events} if events else {})

    def event(self, number: int, viewer: Viewer) -> dict[str, Any]:
        """An event as it is sent when it happens."""
        i = number - 1
        told = self.line(number, viewer)
        kind = self.what[i]["t"]
        if viewer in self.views[i] and kind in {"started", "moved", "arrived", "resumed", "took-over"}:
            told["view"] = self.views[i][viewer]
        if kind not in {"moved", "said", "reacted", "muted"} or (kind == "moved" and self.phases[i] == "over"):
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
                assert set(message) <= {"t", "id", "n", "code", "say", "rule"}
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
                f"line {message['n']} to {viewer!r}: {_difference(message, expected)}"
            )
        return len(guest.frames)


def _sent(view: dict[str, Any]) -> dict[str, Any]:
    """A view as it is sent: without the hands that are counted while there are none."""
    return {name: value for name, value in view.items() if name != "left" or value}


def _difference(found: Any, expected: Any, where: str = "") -> str:
    """The first place where two messages differ."""
    if isinstance(found, dict) and isinstance(expected, dict) and list(found) == list(expected):
        return next(
            (
                _difference(found[name], expected[name], f"{where}.{name}")
                for name in found
                if found[name] != expected[name]
            ),
            "",
        )
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return next(
            (
                _difference(one, other, f"{where}.{i}")
                for i, (one, other) in enumerate(zip(found, expected, strict=True))
                if one != other
            ),
            "",
        )
    return f"{where} is {found!r:.300} and not {expected!r:.300}"


def check_secrets(lines: list[e.Line], players: list[Player], said: list[str], code: str) -> None:
    """No token, digest or node's name is in anything sent.

    What the shuffle is made of only after the game, mixes only with the deal.
    """
    secrets = Secrets(lines, code)
    secrets.never |= {player.guest.token for player in players if player.guest.token}
    for player in players:
        for text in player.guest.frames:
            message = json.loads(text)
            secrets.check(text, message["n"] if message["t"] in {"event", "welcome"} else -math.inf)
    for number, text in HTTP[code]:
        secrets.check(text, number + 20)  # sockets may lag a little behind
    for text in said:
        secrets.check(text, -math.inf)


def check_delay(guest: Guest, lines: list[e.Line], delay: int) -> None:
    """A late spectator gets nothing younger than the delay."""
    assert guest.heard
    for number, heard in guest.heard.items():
        assert heard * 1000 >= lines[number - 1].at + delay - 20, f"line {number} came too early"
    first = json.loads(guest.frames[0])
    began = min(guest.heard.values()) * 1000
    assert first["n"] == 1 or lines[first["n"] - 1].at + delay <= began


@pytest.mark.parametrize("name", PLAYED)
def test_every_byte_sent_is_built_from_what_its_receiver_may_know(sqlite_server: Server, name: str) -> None:
    """Seats, spectators and late spectators get exactly the messages that the rules of knowledge yield.

    No secret is in any.
    """

    async def test() -> None:
        print(f"LASTCARD_SEED={SEED}")  # noqa: T201 - shown if it fails
        async with room(sqlite_server) as here:
            crowd = await play(sqlite_server, here, name)
        for code, players in crowd.players.items():
            lines = read_log(sqlite_server.database, code)
            created = lines[0].entry
            assert isinstance(created, e.Created)
            late = created.setup.options.watching == "delayed"
            rebuilt = Rebuilt(lines, code)
            for player in players:
                assert rebuilt.check(player.guest, late=late) > 100
                if late and player.guest.person is None:
                    check_delay(player.guest, lines, created.setup.options.delay * 1000)
            assert rebuilt.compared > 100
            assert rebuilt.tried > 100
            check_secrets(lines, players, list(sqlite_server.log), code)

    run(test, 180)


def test_guessing_the_back_of_an_own_card_tells_nothing(sqlite_server: Server) -> None:
    """Whether a guess is right or wrong, and whosever card it is, the refusal is the same."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            guests = await here.table_of(2, edition="flip", options={"clock": None, "uno_grace": 0})
            tried = 0
            while tried < 6:
                asked = next(guest for guest in guests if guest.asked)
                tried += await guess(sqlite_server, asked, guests)
                await asked.move(asked.moves()[-1] if asked.moves()[-1] != "uno" else asked.moves()[0])
                await asyncio.gather(*(guest.seen(asked.number) for guest in guests))

    run(test)


async def guess(server: Server, asked: Guest, guests: list[Guest]) -> int:
    """Try all backs for the cards of both hands; for how many cards it was done."""
    table = Table(0, asked.code)
    table.fold(read_log(server.database, asked.code))
    assert table.game is not None
    side = 0 if table.game.side == "light" else 1
    backs = [face.text for face in table.game.edition.sides[1 - side].faces]
    done = 0
    for guest in guests:
        assert guest.seat is not None
        hand = table.game.hands[guest.seat]
        known = [card for card in guest.view["hand"] if "?" not in card]
        fronts = {card.face(side) for card in hand} - {card.split("|")[side] for card in known}
        for front in sorted(fronts)[:2]:
            true = [card.face(1 - side) for card in hand if card.face(side) == front]
            says = set()
            for back in [*true, *backs[::7]]:
                faces = (front, back) if side == 0 else (back, front)
                with pytest.raises(Refused) as refused:
                    await guest.move("play " + "|".join(faces))
                says.add((refused.value.code, refused.value.rule, refused.value.say.replace("|".join(faces), "*")))
            assert len(says) == 1, says
            done += 1
    return done
