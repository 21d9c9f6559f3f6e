"""Tables with very long logs: how soon they open, and what it costs those who play meanwhile if they are read.

Live tables are played at first alone, and then while the long ones are opened, and their records, replays and
lines are asked for. Both are measured in one run, as nothing else on the machine is the same in two.
"""

from __future__ import annotations

import asyncio
import http.client
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from lastcard.bots import bot, decision
from lastcard.load import servers
from lastcard.load.checks import Watch
from lastcard.load.errors import LoadError
from lastcard.load.figures import Figures, percentile
from lastcard.load.http import exchange
from lastcard.load.player import Player
from lastcard.load.run import Plan, close_all, in_loop, open_all, play_all
from lastcard.load.table import Table as LiveTable
from lastcard.server.log.schema import log, snapshots, tables
from lastcard.server.log.store import Store
from lastcard.server.table import entries as e
from lastcard.server.table import granting, showing
from lastcard.server.table import requests as r
from lastcard.server.table.duties import next_due
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.snapshot import EVERY, snapshot_of

SLEEP = ("--sleep-after", "1")
_READERS = 4
"""How many long tables are read at the same time."""
_GAMES = 40
"""Games after which the same ones come again: playing them all would take longer than everything else."""
_BEGUN = 8
"""Moves of the game that goes on when everybody leaves."""
_STEP = 100
"""Milliseconds between two lines."""
_NODE = "load"


class Long(NamedTuple):
    """A table with a long log."""

    code: str
    token: str
    lines: int
    games: int


# --- writing the logs -------------------------------------------------------------------------------------------------


class _Log:
    """A log in the making: one person and bots who play game after game."""

    def __init__(self, seats: int, edition: str) -> None:
        self.table, self.lines, self._now = Table(0, ""), list[e.Line](), int(time.time() * 1000) - 10**9
        self.token = granting.new_token()
        options = Options(pace=0, clock=None)
        self.add(granting.create(Setup(edition=edition, seats=seats, settings={"scoring": "hand"}, options=options)))
        self.add(granting.join(self.table, "Ann", self.token))
        self._ask(r.Sit(id="sit", seat=0))
        for seat in range(1, seats):
            self._ask(r.Bot(id="bot", seat=seat, level="simple"))
        self.add(e.Arrived(person=1, node=_NODE))

    def add(self, entry: e.Entry) -> None:
        self._now += _STEP
        entry = msgspec.structs.replace(entry, id=None)
        self.lines.append(e.Line(self.table.number + 1, self._now, entry))  # type: ignore[arg-type]
        self.table.apply(self.lines[-1])

    def _ask(self, request: r.Request) -> None:
        entry = granting.grant(self.table, self.table.people[1], request, self._now)
        assert entry is not None
        self.add(entry)

    def play(self, games: int) -> None:
        """So many games more, to the end of the last one."""
        goal = self.table.games + games
        while self.table.games < goal or self.table.phase != "over":
            if self.table.phase == "playing":
                self._move()
            else:
                self._ask(r.Start(id="start", mix="c0ffee") if self.table.phase == "lobby" else r.Rematch(id="again"))

    def _move(self) -> None:
        game = self.table.game
        if self.table.asked() == 0 and game is not None:
            self.add(e.Moved(by=1, seat=0, move=str(decision(game, bot("easy", self.table.number)))))
            return
        due = next_due(self.table, "salt", 1e9)
        assert due is not None
        self.add(due.entry())

    def repeat(self, begin: int, end: int) -> None:
        """The lines from one rematch to the next once more: the same shuffle makes the same game of the same moves."""
        for line in self.lines[begin:end]:
            self._now += _STEP
            self.lines.append(e.Line(len(self.lines) + 1, self._now, line.entry))

    def leave(self) -> None:
        """Nobody is there any more, and the table sleeps, in the middle of a game."""
        self._ask(r.Rematch(id="again"))
        self._ask(r.Start(id="start", mix="c0ffee"))
        for _ in range(_BEGUN):
            if self.table.phase == "playing":
                self._move()
        self.add(e.Dropped(person=1, node=_NODE))
        self.add(e.Slept())


def write(database: str, count: int, lines: int, plan: Plan) -> list[Long]:
    """Tables that have so many lines each, a few more or less, asleep in a database."""
    made = _Log(plan.seats, plan.editions[0])
    made.play(1)
    begin = made.table.number
    made.play(_GAMES)
    end = made.table.number
    while len(made.lines) < lines - (end - begin):
        made.repeat(begin, end)
    made.table = _folded(made.lines)
    while made.table.number < lines:
        made.play(1)
    made.leave()
    last = made.table.number
    kept = [number - number % EVERY for number in (last - EVERY, last)]
    shots = [(number, snapshot_of(_folded(made.lines[:number]))) for number in kept]
    store = Store(database)
    try:
        row = {"created_at": made.lines[0].at, "public": False, "summary": showing.summary_of(made.table)}
        codes = [_code(number) for number in range(count)]
        first = store.create({**row, "code": codes[0], "node": None, "asleep_at": int(time.time() * 1000)}, made.lines)
        assert first is not None
        for number, data in shots:
            store.keep_snapshot(first, number, data)
        _copy(store.engine, first, codes[1:])
    finally:
        store.close()
    return [Long(code, made.token, last, made.table.games) for code in codes]


def _folded(lines: Sequence[e.Line]) -> Table:
    table = Table(0, "")
    table.fold(lines)
    return table


def _code(number: int) -> str:
    return "LNG" + "".join("ABCDEFGH"[number // 8**place % 8] for place in (2, 1, 0))


def _copy(engine: sa.Engine, source: int, codes: Sequence[str]) -> None:
    """The same table under other codes."""
    with engine.begin() as connection:
        for code in codes:
            columns = [column for column in tables.c if column.name not in {"id", "code"}]
            names = ["code", *(column.name for column in columns)]
            row = sa.select(sa.literal(code), *columns).where(tables.c.id == source)
            connection.execute(sa.insert(tables).from_select(names, row))
            new = sa.select(tables.c.id).where(tables.c.code == code).scalar_subquery()
            for of in (log, snapshots):
                rest = [column for column in of.c if column.name != "table_id"]
                rows = sa.select(new, *rest).where(of.c.table_id == source)
                connection.execute(sa.insert(of).from_select(["table_id", *(column.name for column in rest)], rows))


# --- reading them -----------------------------------------------------------------------------------------------------


@dataclass
class LongFigures:
    """What was measured."""

    tables: int
    lines: int
    alone: list[float] = field(default_factory=list)
    """Seconds until a long table was open, with nothing else to do."""
    took: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds for each kind of reading, while others play."""
    before: Figures = field(default_factory=Figures)
    """The live tables by themselves."""
    meanwhile: Figures = field(default_factory=Figures)
    """The live tables while the long ones are read."""

    def to_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        return {
            "long_tables": self.tables,
            "lines_each": self.lines,
            "opened_alone_ms": _of(self.alone),
            "meanwhile_ms": {kind: {"count": len(took), **_of(took)} for kind, took in sorted(self.took.items())},
            "live_before": self.before.to_dict(),
            "live_meanwhile": self.meanwhile.to_dict(),
            "errors": dict(self.before.errors + self.meanwhile.errors),
        }

    def report(self) -> list[str]:
        """The figures as lines to read."""
        told = self.to_dict()
        lines = [
            f"long tables  {self.tables} with {self.lines:,} lines each",
            f"alone        opened {_said(told['opened_alone_ms'])}",
        ]
        lines += [
            f"meanwhile    {kind}: {took['count']:,} times, {_said(took)}"
            for kind, took in told["meanwhile_ms"].items()
        ]
        for name, figures in (("before", self.before), ("meanwhile", self.meanwhile)):
            ms = figures.to_dict()["latency_ms"]
            lines.append(
                f"live tables  {name}: {figures.moves:,} moves, p50 {ms['p50']} ms, p95 {ms['p95']} ms, "
                f"p99 {ms['p99']} ms, max {ms['max']} ms"
            )
        says = self.before.says + self.meanwhile.says
        return [*lines, f"errors       {told['errors'] or 'none'}", *(f"  {say}" for say in says)]


def _of(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {name: round(percentile(ordered, share) * 1000, 1) for name, share in (("p50", 0.5), ("max", 1.0))}


def _said(figures: dict[str, float]) -> str:
    return f"p50 {figures['p50']:,.1f} ms, max {figures['max']:,.1f} ms"


def run_long(plan: Plan, count: int, lines: int) -> LongFigures:
    """Write the long tables, and measure."""
    with TemporaryDirectory(prefix="lastcard-long-") as folder:
        database = plan.database or f"sqlite:///{Path(folder) / 'tables.db'}"
        long = write(database, count, lines, plan)
        with servers.running(1, database, *SLEEP, *plan.options) as (node,):
            figures = LongFigures(count, long[0].lines)
            in_loop(_measure(plan, node, long, figures))
            for line in node.complaints():
                figures.meanwhile.error("server", line[:300])
        return figures


async def _measure(plan: Plan, node: servers.Node, long: list[Long], figures: LongFigures) -> None:
    for table in long:
        figures.alone.append(await _open(node.url, table))
    live = Figures()
    tables = [LiveTable(number, [node.url], plan.game(number), live) for number in range(plan.tables)]
    pool = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
    try:
        await open_all(tables)
        await _play(plan, tables, node, figures.before)
        reading = [asyncio.create_task(_read(node.url, long[i::_READERS], pool, figures.took)) for i in range(_READERS)]
        while not all(task.done() for task in reading):
            await _play(plan, tables, node, figures.meanwhile)
        await asyncio.gather(*reading)
    finally:
        pool.shutdown()
        await close_all(tables)


async def _play(plan: Plan, tables: list[LiveTable], node: servers.Node, into: Figures) -> None:
    """Play for a while, and add what came of it."""
    part = Figures()
    for table in tables:
        table.figures = part
        for player in table.players:
            player.figures = part
    await play_all(plan, tables, [node], part)
    into.add(part)


async def _open(url: str, table: Long) -> float:
    """Come in at a table that is in no memory, and go; how long it took until there was a welcome."""
    player = Player(url, 1, table.token, Watch(0, two_sided=False), Figures())
    begun = time.perf_counter()
    await player.enter(table.code)
    took = time.perf_counter() - begun
    await player.leave()
    return took


async def _read(url: str, long: Sequence[Long], pool: ThreadPoolExecutor, took: dict[str, list[float]]) -> None:
    """Open one long table after the other, and ask for everything that it has."""
    luck, loop = random.Random(len(long)), asyncio.get_running_loop()
    for table in long:
        game, first = luck.randint(1, table.games - 1), luck.randrange(table.lines)
        asked: dict[str, tuple[str, dict[str, str]]] = {
            "record": (f"/record?game={game}", {}),
            "replay": (f"/replay?game={game}&count=200", {}),
            "lines": (f"/lines?from={first}", {"authorization": f"Bearer {table.token}"}),
        }
        took["opened"].append(await _open(url, table))
        for kind, (path, headers) in asked.items():
            begun = time.perf_counter()
            address = f"/api/tables/{table.code}{path}"
            status, text = await loop.run_in_executor(pool, exchange, url, "GET", address, None, headers)
            if status != http.client.OK:
                msg = f"{kind} of {table.code}: {text[:200]!r}"
                raise LoadError(msg)
            took[kind].append(time.perf_counter() - begun)
