"""A whole load test, from the first table to the report. It is bounded in time and stops by itself."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tqdm import tqdm

from lastcard.editions import by_id
from lastcard.load import servers
from lastcard.load.errors import LoadError
from lastcard.load.figures import Figures
from lastcard.load.http import Desk, figure
from lastcard.load.player import PATIENCE, LostError, RefusalError
from lastcard.load.servers import Node
from lastcard.load.table import Game, Table
from lastcard.server.operating.files import allow_files

T = TypeVar("T")

WAVE = 24
"""Tables that are opened or closed at the same time."""
IDLE_MOVES = 12
"""Moves at an idle table, after which it remembers as many lines as it ever does."""
_TICK = 0.5
_STAY = ("--sleep-after", "86400")


@dataclass(frozen=True)
class Plan:
    """What shall be done."""

    tables: int = 10
    seats: int = 4
    seconds: float = 10.0
    rate: float | None = 1.0
    """Moves a second at each table; None: as many as possible."""
    editions: tuple[str, ...] = ("classic",)
    edition_file: str | None = None
    """The file of an edition that does not come with the package, for private servers."""
    urls: tuple[str, ...] = ()
    """Running servers; none: private ones are started."""
    nodes: int = 1
    workers: int = 1
    """Of each private server."""
    database: str | None = None
    bots: str | None = None
    """Who plays with one person at each table; None: only people."""

    @property
    def people(self) -> int:
        """How many sockets there are at each table."""
        return self.seats if self.bots is None else 1

    routed: bool = False
    """Whether all seats of a table come to the same node."""

    def ways(self, number: int, urls: Sequence[str]) -> Sequence[str]:
        """The nodes to which a table's seats come in turn."""
        return [urls[number % len(urls)]] if self.routed else urls

    @property
    def options(self) -> tuple[str, ...]:
        """What a private server must be told of it."""
        editions = () if self.edition_file is None else ("--editions", self.edition_file)
        return ("--workers", str(self.workers), *editions)

    def game(self, number: int) -> Game:
        """What a table plays: the editions in turn; every other time a single hand, so that games end and begin."""
        name = self.editions[number % len(self.editions)]
        single = number // len(self.editions) % 2 == 1
        return Game(name, by_id(name).two_sided, self.seats, {"scoring": "hand"} if single else {}, self.bots)


def run(plan: Plan) -> Figures:
    """Play at many tables."""
    _allow_sockets(plan.tables * plan.people + 100)
    with _servers(plan) as (urls, nodes):
        return in_loop(_play(plan, urls, nodes))


def run_idle(plan: Plan) -> IdleFigures:
    """Leave started games behind that nobody is connected to, and see what they cost."""
    with servers.running(1, plan.database, *_STAY, *plan.options) as (node,):
        if node.memory() is None:
            msg = "the memory of a process can't be read on this system"
            raise LoadError(msg)
        return in_loop(_idle(plan, node))


@contextlib.contextmanager
def _servers(plan: Plan) -> Iterator[tuple[Sequence[str], list[Node]]]:
    if plan.urls:
        yield plan.urls, []
        return
    with servers.running(plan.nodes, plan.database, *plan.options) as nodes:
        yield [node.url for node in nodes], nodes


def in_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run something, as quickly as this machine can."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    with contextlib.suppress(ImportError):
        import uvloop  # noqa: PLC0415 - not on every system

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


def _allow_sockets(count: int) -> None:
    """The servers that are started inherit the limit."""
    allowed = allow_files(count)
    if allowed is not None and allowed < count:
        msg = (
            f"{count} open sockets are needed, and this system allows {allowed}; raise it with ulimit -n, "
            "or ask for fewer tables"
        )
        raise LoadError(msg)


# --- playing --------------------------------------------------------------------------------------


async def _play(plan: Plan, urls: Sequence[str], nodes: list[Node]) -> Figures:
    figures = Figures(
        tables=plan.tables,
        sockets=plan.tables * plan.people,
        nodes=len(urls),
        asked_rate=None if plan.rate is None else plan.rate * plan.tables,
    )
    tables = [Table(number, plan.ways(number, urls), plan.game(number), figures) for number in range(plan.tables)]
    try:
        await open_all(tables)
        gc.collect()
        gc.freeze()  # what is here now stays until the end
        await play_all(plan, tables, nodes, figures)
    finally:
        gc.unfreeze()
        await close_all(tables)
    for node in nodes:
        if node.process.poll() is not None:
            figures.error("server", f"the server ended by itself with exit code {node.process.returncode}")
        for line in node.complaints():
            figures.error("server", line[:300])
    return figures


async def open_all(tables: Sequence[Table], *, quiet: bool = False) -> None:
    """Open all tables, in waves."""
    desk, turn = Desk(), asyncio.Semaphore(WAVE)
    with tqdm(
        total=len(tables), desc="opening", unit=" tables", file=sys.stderr, mininterval=_TICK, disable=quiet or None
    ) as bar:

        async def open_one(table: Table) -> None:
            async with turn:
                try:
                    await table.open(desk)
                except (LostError, RefusalError) as error:
                    msg = f"a table can't be opened: {error}"
                    raise LoadError(msg) from None
                bar.update()

        try:
            await _all(open_one(table) for table in tables)
        finally:
            desk.close()


async def _all(works: Iterator[Coroutine[Any, Any, None]]) -> None:
    """Do everything at once; the first failure ends it."""
    try:
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(work)
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None


async def close_all(tables: Sequence[Table]) -> None:
    """Everybody goes."""
    turn = asyncio.Semaphore(WAVE)

    async def close_one(table: Table) -> None:
        async with turn:
            await table.close()

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE + 0.1 * len(tables)):
            await _all(close_one(table) for table in tables)


async def play_all(plan: Plan, tables: list[Table], nodes: list[Node], figures: Figures) -> None:
    """Play at tables that are open, as the plan says."""
    pause = 0.0 if plan.rate is None else 1 / plan.rate
    figures.lines = figures.moves = figures.moves_told = figures.received = 0
    figures.latencies = type(figures.latencies)("d")
    cpu_before, server_before = time.process_time(), _total([node.cpu() for node in nodes])
    begun = time.perf_counter()
    until = begun + plan.seconds
    bar = asyncio.create_task(_show(plan, figures, begun))
    try:
        async with asyncio.timeout(plan.seconds + 2 * PATIENCE):
            await _all(
                table.play(begun + pause * number / len(tables), pause, until) for number, table in enumerate(tables)
            )
    except TimeoutError:
        figures.error("lost", "not all tables came to an end in time")
    figures.seconds = time.perf_counter() - begun
    figures.client_cpu = time.process_time() - cpu_before
    server_after = _total([node.cpu() for node in nodes])
    if server_before is not None and server_after is not None:
        figures.server_cpu = server_after - server_before
    memory = _total([node.memory() for node in nodes])
    figures.server_memory = None if memory is None else int(memory)
    bar.cancel()
    await asyncio.gather(bar, return_exceptions=True)


def _total(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


async def _show(plan: Plan, figures: Figures, begun: float) -> None:
    form = "{desc}: {percentage:3.0f}%|{bar}| {n:.0f}/{total:.0f} s [{postfix}]"
    with tqdm(
        total=plan.seconds, desc="playing", bar_format=form, file=sys.stderr, mininterval=_TICK, disable=None
    ) as bar:
        while True:
            await asyncio.sleep(_TICK)
            passed = time.perf_counter() - begun
            bar.set_postfix_str(
                f"{figures.moves / passed:,.0f} moves/s, {figures.errors.total()} errors", refresh=False
            )
            bar.update(min(passed, plan.seconds) - bar.n)


# --- idle tables ----------------------------------------------------------------------------------


@dataclass
class IdleFigures:
    """What idle tables cost."""

    tables: int
    before: int
    """Resident bytes of the server before them."""
    after: int
    figures: Figures

    @property
    def each(self) -> float:
        """Bytes for each table."""
        return (self.after - self.before) / self.tables

    def to_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        return {
            "idle_tables": self.tables,
            "server_memory_before": self.before,
            "server_memory": self.after,
            "kb_per_table": round(self.each / 1000, 2),
            "errors": dict(self.figures.errors),
            "says": self.figures.says,
        }

    def report(self) -> list[str]:
        """The figures as lines to read."""
        mb = 2**20
        lines = [
            f"idle tables {self.tables:,}, each with a game that has begun and nobody connected",
            (
                f"memory      {self.before / mb:,.1f} MB before, {self.after / mb:,.1f} MB after: "
                f"{self.each / 1000:.1f} kB for each table"
            ),
        ]
        lines.append(
            "errors      "
            + (", ".join(f"{count} {kind}" for kind, count in self.figures.errors.most_common()) or "none")
        )
        return lines + [f"  {say}" for say in self.figures.says]


async def _idle(plan: Plan, node: Node) -> IdleFigures:
    figures = Figures()
    await _leave_behind(
        range(2 * WAVE), plan, node, figures, quiet=True
    )  # so that the server has what it needs for any tables
    before = node.memory()
    await _leave_behind(range(plan.tables), plan, node, figures, quiet=False)
    after = node.memory()
    kept = await asyncio.to_thread(figure, node.url, "lastcard_tables")
    if kept < plan.tables:
        figures.error("idle", f"the server has only {kept:g} tables in memory")
    assert before is not None
    assert after is not None
    for line in node.complaints():
        figures.error("server", line[:300])
    return IdleFigures(plan.tables, before, after, figures)


async def _leave_behind(numbers: range, plan: Plan, node: Node, figures: Figures, *, quiet: bool) -> None:
    """Open tables, make some moves, and go."""
    with tqdm(
        total=len(numbers), desc="idle", unit=" tables", file=sys.stderr, mininterval=_TICK, disable=quiet or None
    ) as bar:
        for start in range(0, len(numbers), WAVE):
            tables = [Table(number, [node.url], plan.game(number), figures) for number in numbers[start : start + WAVE]]
            await open_all(tables, quiet=True)
            await _all(_some_moves(table, figures) for table in tables)
            await close_all(tables)
            bar.update(len(tables))
    await asyncio.sleep(1)  # the server hears that the last ones have gone


async def _some_moves(table: Table, figures: Figures) -> None:
    try:
        for _ in range(IDLE_MOVES):
            await table.step()
    except (LostError, RefusalError) as error:
        figures.error("lost", str(error))
