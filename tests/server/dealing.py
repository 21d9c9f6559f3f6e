"""Daily deals for the tests: the day, who plays, and games that are played by hand, with and without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from lastcard.server.config import Config, Limits
from lastcard.server.log.appending import Append
from lastcard.server.log.schema import daily as daily_rows
from lastcard.server.log.schema import tables
from lastcard.server.log.store import Store
from lastcard.server.table import daily, duties, granting
from lastcard.server.table import entries as e
from lastcard.server.table import requests as r
from lastcard.server.table.fold import Table
from tests.server.harness import Guest, Room, eventually, serving

SECRET = bytes(range(32))
DAY = "2026-11-19"
HOUR = 3_600_000
NOON = daily.end_of(DAY) - 12 * HOUR
ANN, BOB, CEM = ("A" * 22, "Bob-_" * 6, "C" * 64)
"""What three browsers say to be known again."""


@dataclass
class Played:
    """A daily deal that is played by hand, with the lines of its log."""

    number: int = 7
    salt: str = "salt"
    day: str = DAY
    secret: bytes = SECRET
    token: str = ""
    lines: list[e.Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table(self.number, "ABCDEF")
        for entry in daily.opening(self.secret, self.day, "Ann", self.token, self.table):
            self.add(entry)
        self.add(e.Arrived(person=1, node="n"))

    def add(self, entry: e.Entry) -> None:
        """The next line."""
        at = 1_000_000 + 1000 * len(self.lines)
        self.lines.append(e.Line(self.table.number + 1, at, entry))  # type: ignore[arg-type]
        self.table.apply(self.lines[-1])

    def ask(self, request: r.Request) -> None:
        """What the player asks for."""
        entry = granting.grant(self.table, self.table.people[1], request, 0)
        assert entry is not None
        self.add(entry)

    def play(self, moves: int = 10_000, between: Callable[[Played], None] = lambda _: None) -> list[str]:
        """Go on for so many moves, the player by a rule; what was done."""
        done: list[str] = []
        while self.table.phase == "playing" and len(done) < moves:
            between(self)
            game = self.table.game
            assert game is not None
            if self.table.asked() == daily.SEAT or self.table.asked() < 0:
                own = [move for move in game.legal_moves() if move.seat in {daily.SEAT, -1}]
                plays = [move for move in own if move.kind == "play"]
                move = (plays or own)[len(done) % len(plays or own)]
                self.ask(r.Move(id="m", move=move.short))
            else:
                due = duties.next_due(self.table, self.salt, 30)
                assert due is not None
                self.add(due.entry())
            last = self.lines[-1].entry
            assert isinstance(last, e.Moved)
            done.append(last.move)
        return done


# --- on a server ---------------------------------------------------------------------------------


@dataclass
class Clock:
    """A time that a test sets."""

    at: int = NOON
    ticks: float = 0
    """Seconds for what grows old."""

    def __call__(self) -> int:
        """The time now."""
        return self.at


async def forward(url: str, code: str, leave: int = 0) -> int:
    """Write a game on in the log until so many moves are left, while nobody has it in memory; how many were written."""
    store = Store(url, beside=True)
    try:
        found = store.find(code)
        assert found is not None
        await eventually(lambda: _asleep(store, code))
        lines = store.read(found.id)
        whole, played = (_going_on(found.id, lines) for _ in range(2))
        count = len(whole.play()) - leave
        played.play(count)
        epoch = store.owners.standing(found.id)[1].epoch
        for line in played.lines[len(lines) :]:
            assert store.append([Append(found.id, line, epoch)]) == [True]
        return count
    finally:
        store.close()


def _going_on(number: int, lines: list[e.Line]) -> Played:
    played = Played()
    played.table, played.lines = Table(number, "ABCDEF"), list(lines)
    played.table.fold(lines)
    played.add(e.Arrived(person=1, node="n"))
    return played


async def _asleep(store: Store, code: str) -> bool:
    with store.engine.connect() as connection:
        found = connection.execute(sa.select(tables.c.asleep_at, tables.c.node).where(tables.c.code == code)).one()
    return found[0] is not None and found[1] is None


@asynccontextmanager
async def day_at(url: str, clock: Clock, **limits: int) -> AsyncIterator[Room]:
    """A server whose day a test sets."""
    config = Config(database=url, clock=clock, ticks=lambda: clock.ticks, sleep_after=0.05)
    async with serving(replace(config, limits=replace(Limits(), **limits))) as here:
        yield here


async def begin(here: Room, key: str, name: str = "Ann") -> Guest:
    """Somebody who plays today's deal and has not come in yet."""
    answer = await here.http.post("/api/daily", json={"name": name, "player": key})
    return here._guest(answer)


async def standing(here: Room, key: str | None = None, **asked: str) -> dict[str, Any]:
    """How a day stands."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    answer = await here.http.get("/api/daily", params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def counted(here: Room, key: str, **asked: str) -> dict[str, Any]:
    """A player's result, as soon as it is kept."""

    async def kept() -> bool:
        return "result" in (await standing(here, key, **asked))["mine"]

    await eventually(kept)
    found: dict[str, Any] = (await standing(here, key, **asked))["mine"]["result"]
    return found


def note(url: str, player: str, *, lead: int, day: str = DAY) -> None:
    """Another result of a day, as if somebody had played."""
    store = Store(url, beside=True)
    try:
        with store.engine.begin() as connection:
            table = connection.execute(sa.select(tables.c.id)).scalars().first()
            row = {"day": day, "player": player, "table_id": table, "lead": lead, "points": 200, "rounds": "0"}
            connection.execute(sa.insert(daily_rows).values(row))
    finally:
        store.close()
