"""Views made of what changed are the same as views shown whole, whoever looks on and whatever happens.

Tables go on at random without sockets: everybody who is there keeps what the protocol tells
(`following.py`), and after each line it is held against the table itself.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any, cast

import msgspec
import pytest

from lastcard.server.running.client import Client
from lastcard.server.running.live import Audience, Late
from lastcard.server.table import entries as e
from lastcard.server.table import showing, telling
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Options, Setup
from tests.server.following import Following, is_line
from tests.server.players import SEED

EDITIONS = ["classic", "house", "flip", "flip-marvel", "flip-transformers"]
LINES = 100
"""How many lines each table is followed for; lines with a number to check are 64 apart."""
MOST_TABLES = 200
DELAY = 30_000
"""Milliseconds by which those are late who see all hands."""
QUICK: dict[str, Any] = {"target": 60}


class Ear:
    """A client that only listens; the frames are real ones."""

    def __init__(self, person: int | None, viewer: int) -> None:
        self.person, self._without_seat = person, viewer
        self.following = Following()
        self.now = 0
        self.clock_end: int | None = None
        self.heard: Counter[str] = Counter()

    def write(self, frame: bytes) -> None:
        """What the server sends."""
        self.take(json.loads(frame[2 if frame[1] < 126 else 4 if frame[1] == 126 else 10 :]))

    def take(self, message: dict[str, Any]) -> None:
        """Follow a message, and note when the clock ends that begins with it."""
        told = self.following.take(message)
        new = message.get("view") or message.get("set") or {}
        if self.following.view is not None and ("asks" in new or "clock" in new):
            clock = self.following.view["clock"]
            self.clock_end = None if clock is None else message.get("at", self.now) + clock
        self.heard.update({name: 1 for name in ("view", "set", "edit", "table", "check") if name in message})
        if is_line(message):
            self.heard.update(event["kind"] for event in told.get("events", ()))

    def viewer(self, table: Table) -> int:
        """Whose eyes this one has."""
        if self.person is None:
            return self._without_seat
        return showing.viewer_of(table, table.people[self.person])

    def welcome(self, table: Table, now: int) -> None:
        """Come in."""
        self.now = now
        person = None if self.person is None else table.people[self.person]
        self.take(json.loads(telling.encode(telling.welcome(table, person, None, self.viewer(table), now))))

    def compare(self, table: Table) -> None:
        """What was followed is what there is."""
        where = f"line {table.told_number}, {self.viewer(table)}"
        assert self.following.table == plain(showing.table_of(table)), where
        view = plain(showing.view_of(table, self.viewer(table), self.now))
        mine = self.following.view
        if mine is None or view is None:
            assert mine == view, where
            return
        assert {**mine, "clock": None} == {**view, "clock": None}, where
        assert self.clock_end == showing.clock_end(table), where
        assert (mine["clock"] is None) == (self.clock_end is None)


def plain(value: Any) -> Any:
    """As it goes over the wire."""
    return json.loads(msgspec.json.encode(value))


class Evening:
    """A table that goes on at random, and everybody who listens."""

    def __init__(self, setup: Setup, luck: random.Random) -> None:
        self.luck, self.setup = luck, setup
        self.table, self.lines = Table(7, "ABCDEF"), list[e.Line]()
        self.at = 1_000_000
        self.audience = Audience(self.table)
        self.late: Late | None = None
        self.ears: list[Ear] = []
        self.gone: list[int] = []
        self.seen: Counter[str] = Counter()
        self.add(e.Created(setup=setup, secret=self._random(), salt=self._random()))
        for seat in range(setup.seats):
            self.join(seat)
        self.hear(None)
        self.join(None)

    def _random(self) -> str:
        return self.luck.randbytes(32).hex()

    # --- everybody -----------------------------------------------------------------------------

    def join(self, seat: int | None) -> None:
        """Another person, who listens from now on."""
        person = len(self.table.people) + 1
        self.add(e.Joined(person=person, name=f"P{person}", token=f"{person}"))
        if seat is not None:
            self.add(e.Sat(by=person, seat=seat))
        self.add(e.Arrived(person=person, node="n"))
        self.hear(person)

    def hear(self, person: int | None) -> None:
        """Somebody comes in."""
        self._enter(self.audience, Ear(person, showing.PUBLIC), self.at)

    def _enter(self, audience: Audience, ear: Ear, now: int) -> None:
        ear.welcome(audience.table, now)
        audience.admit(cast("Client", ear))
        self.ears.append(ear)
        ear.compare(audience.table)

    def hear_late(self) -> None:
        """Somebody comes who sees all hands, but late."""
        self.late = Late(Table(7, "ABCDEF"), self.lines, DELAY, self.at)
        self._enter(self.late, Ear(None, showing.OPEN), self.at - DELAY)

    def leave(self) -> None:
        """Somebody who plays goes; a bot has the seat until they are back."""
        here = [person for person in self.table.seated() if person.id not in self.gone]
        if len(here) < 2:
            return
        person = self.luck.choice(here)
        self.gone.append(person.id)
        if self.luck.random() < 0.5:
            self.add(e.Left(by=person.id))
        else:
            self.add(e.Dropped(person=person.id, node="n"))
            self.add(e.TookOver(seat=person.seat if person.seat is not None else 0))
        for ear in [ear for ear in self.ears if ear.person == person.id]:
            self.audience.clients.discard(cast("Client", ear))
            self.ears.remove(ear)
            self.seen += ear.heard

    def come_back(self) -> None:
        """With two windows, one before the table knows of it."""
        person = self.gone.pop(self.luck.randrange(len(self.gone)))
        self.hear(person)
        self.add(e.Arrived(person=person, node="n"))
        self.hear(person)

    # --- what happens ----------------------------------------------------------------------------

    def add(self, entry: e.AnyEntry) -> None:
        """The next line; everybody who is there is told, and compares."""
        self.at += self.luck.randrange(100, 3000)
        line = e.Line(len(self.lines) + 1, self.at, entry)
        self.lines.append(line)
        past = self.table.apply(line)
        for ear in self.ears:
            ear.now = self.at
        if past is not None:  # else nobody is told yet
            self.audience.tell(past)
            for client in self.audience.clients:
                cast("Ear", client).compare(self.table)
        if self.late is not None:
            self._tell_late(line)

    def _tell_late(self, line: e.Line) -> None:
        assert self.late is not None
        self.late.add(line)
        while (due := self.late.due()) is not None and due <= self.at:
            for client in self.late.clients:
                cast("Ear", client).now = int(due) - DELAY
            self.late.advance(int(due))
            for client in self.late.clients:
                cast("Ear", client).compare(self.late.table)

    def step(self) -> None:
        """Something happens: mostly a move."""
        what = self.luck.random()
        if self.table.game is None or self.table.phase == "over":
            self.begin()
        elif what < 0.03:
            self.add(e.Said(by=1, text="Straße 🂡"))
        elif what < 0.05:
            self.add(e.Muted(by=1, person=2, on=self.luck.random() < 0.5))
        elif what < 0.055:
            self.add(e.Faced(by=1, face=self.luck.choice(["", "fox", "owl"])))
        elif what < 0.08:
            self.leave()
        elif what < 0.14 and self.gone:
            self.come_back()
        elif what < 0.16:
            self.hear(self.luck.choice([None, *(p.id for p in self.table.seated() if p.id not in self.gone)]))
        elif what < 0.17:
            self.add(e.Resumed(node="n"))
        elif what < 0.18 and self.late is None:
            self.hear_late()
        else:
            self.move()

    def begin(self) -> None:
        """The next game."""
        if self.table.phase == "over":
            self.add(e.Rematched(by=1, secret=self._random(), salt=self._random()))
        for seat, chair in enumerate(self.table.seats):
            if chair.empty:  # somebody has left
                self.add(e.SeatedBot(by=1, seat=seat, level="simple"))
        self.add(e.Started(by=1, mixes=[self.luck.randbytes(2).hex() for _ in self.table.seats]))

    def move(self) -> None:
        """Any move of anybody, or a catch that waits."""
        game, luck = self.table.game, self.luck
        assert game is not None
        if self.table.performer is not None:
            self.add(e.Performed(seat=self.table.performer, how=luck.choice(["player", "clock"])))
            return
        moves = game.legal_moves()
        catches = [move for move in moves if move.kind == "catch"]
        plays = [move for move in moves if move.kind == "play"]
        if catches and luck.random() < 0.7:
            move = luck.choice(catches)
            if luck.random() < 0.5:
                self.add(e.Pressed(seat=move.seat, target=move.target if move.target is not None else 0))
                self.seen["waits"] += 1
                return
        else:
            move = luck.choice(plays if plays and luck.random() < 0.8 else moves)
        made = game.check_move(move)
        by = None if made.seat < 0 else self.table.seats[made.seat].person
        self.add(e.Moved(by=by, seat=made.seat, move=str(made)))

    def go_on(self, lines: int) -> Counter[str]:
        """For so many lines; what was heard by all, and how often."""
        while len(self.lines) < lines:
            self.step()
        return sum((ear.heard for ear in self.ears), self.seen)


def settings_of(edition: str, *, party: bool) -> dict[str, Any]:
    """What is played: as in the booklet, or as people do."""
    more: dict[str, Any] = {"preset": "party"} if party else {}
    if edition == "house":
        more["custom"] = ["custom-7", "custom-8", "everyone else gives 1 to player"]
    return {**QUICK, **more}


@pytest.mark.parametrize("party", [False, True], ids=["booklet", "party"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_made_of_changes_is_what_is_shown_whole(edition: str, party: bool) -> None:
    """For 2 to 10 seats, spectators, people without a seat, late ones who see all hands, and those who come back."""
    print(f"LASTCARD_SEED={SEED}")  # noqa: T201 - shown if it fails
    wanted = {"view", "set", "edit", "table", "check", "waits", "drew", "played", "called", "caught"}
    wanted |= {"swapped"} if party else set()
    wanted |= {"flipped"} if edition.startswith("flip") else set()
    seen: Counter[str] = Counter()
    for number in range(MOST_TABLES):
        if number > 8 and wanted <= seen.keys():
            return
        seats = number + 2 if number <= 8 else 2
        setup = Setup(
            edition=edition, seats=seats, settings=settings_of(edition, party=party), options=Options(clock=60)
        )
        evening = Evening(setup, random.Random(f"{SEED} {edition} {party} {number}"))
        seen += evening.go_on(LINES + 3 * seats)
    raise AssertionError(wanted - seen.keys())
