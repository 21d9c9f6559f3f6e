"""A node: the tables it has in memory, and the one way in which anything happens to them.

Look at the table, check, append to the log, apply, tell everybody. If another node
took the number first: look again. Whoever has a table's lease also runs its clocks and
bots. Every node is equal, and none keeps anything that is not in the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any, ClassVar

import msgspec

from lastcard.server import asking, duties, telling
from lastcard.server import entries as e
from lastcard.server import requests as r
from lastcard.server.bus import Bus
from lastcard.server.client import RESTART
from lastcard.server.clock import milliseconds
from lastcard.server.config import Config
from lastcard.server.door import Door
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.gallery import Gallery
from lastcard.server.journal import Journal
from lastcard.server.leases import BEAT, Leases
from lastcard.server.live import Live
from lastcard.server.logs import log
from lastcard.server.metrics import Metrics
from lastcard.server.pages import Page
from lastcard.server.records import fold
from lastcard.server.setup import Setup
from lastcard.server.store import Append, Found
from lastcard.server.table import Table
from lastcard.server.tasks import Tasks

HEAL = 2.0
"""Seconds between looks at the log for lines that nobody told of."""
TIDY = 60.0
"""Seconds between putting away what is no longer needed."""
_CLOSED_SOCKETS = 200
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 6
_PUBLIC_TABLES = 100

Make = Callable[[Table, int], e.Entry | None]
"""Looks at a table at a time and says what shall happen; None: nothing; or refuses."""


class Node:
    """One server process."""

    def __init__(self, config: Config, journal: Journal, bus: Bus, metrics: Metrics) -> None:
        self.config, self.journal, self.bus, self.metrics = config, journal, bus, metrics
        self.id = config.node
        self.page = Page(config.page)
        self._tables: dict[int, Live] = {}
        self._codes: dict[str, int] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self.tasks = Tasks(metrics)
        self.door, self.gallery, self.leases = Door(self), Gallery(self), Leases(self)
        self.alone = journal.store.sqlite
        """Whether no other node can write to the same log."""
        self.stopping = False
        self.closed = 0
        """Sockets closed since the last full collection of garbage."""
        metrics.tables.set_function(lambda: len(self._tables))
        metrics.leases.set_function(lambda: sum(live.mine for live in self._tables.values()))

    # --- starting and stopping -----------------------------------------------------------------

    async def start(self) -> None:
        """Begin to serve."""
        if self.alone:
            await self.journal.write(self.journal.store.forget_nodes)  # whoever wrote there before is gone
        await self.journal.write(self.journal.store.beat, self.id)
        await self.bus.start(self._hear)
        self.tasks.regularly(BEAT, self.leases.beat)
        self.tasks.regularly(BEAT, self.leases.look_around)
        self.tasks.regularly(TIDY, self._tidy)
        if not self.alone:
            self.tasks.regularly(HEAL, self._heal)

    async def stop(self) -> None:
        """Say goodbye to all clients and leave the tables for whoever comes next. Nothing is lost."""
        self.stopping = True
        self.tasks.close()
        clients = [client for live in self._tables.values() for client in live.everybody()]
        for live in self._tables.values():
            live.stop_timers()
        for client in clients:
            client.bye("restart", "the server is stopping; come back in a moment", RESTART)
        await asyncio.gather(*(client.finish() for client in clients))
        self.leases.close()
        await self.tasks.stop()
        await self.bus.close()
        with contextlib.suppress(UnavailableError):
            await self.journal.write(self.journal.store.forget_nodes, self.id)
        await self.journal.close()

    # --- tables --------------------------------------------------------------------------------

    async def create(self, setup: Setup, name: str, seat: int | None, fill: str | None) -> tuple[str, int, str]:
        """A new table whose host is its first person: its code, the person, and the token."""
        now = milliseconds()
        token = asking.new_token()
        table = Table(0, "")
        lines: list[e.Line] = []

        def add(entry: e.Entry) -> None:
            entry = msgspec.structs.replace(entry, id=None)  # no client asked for it, so no client's id may be taken
            lines.append(e.Line(table.number + 1, now, entry))  # type: ignore[arg-type]
            table.apply(lines[-1])

        add(asking.create(setup))
        add(asking.join(table, name, token))
        host = table.people[1]
        if seat is not None:
            add(asking.grant(table, host, r.Sit(id="sit", seat=seat), now))
        for number, chair in enumerate(table.seats if fill else ()):
            if chair.empty and fill:
                add(asking.grant(table, host, r.Bot(id=f"bot-{number}", seat=number, level=fill), now))
        row = {"created_at": now, "public": setup.public, "summary": telling.summary_of(table), "node": self.id}
        while True:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
            made = await self.journal.write(self.journal.store.create, {**row, "code": code}, lines)
            if made is not None:
                break
        live = Live(_named(table, made, code))
        live.mine = True
        self._keep(live)
        self.leases.schedule(live)
        log(logging.INFO, "table created", table=code, edition=setup.edition, seats=setup.seats)
        return code, host.id, token

    @contextlib.asynccontextmanager
    async def table(self, code: str) -> AsyncIterator[Live]:
        """The table with this code, from memory or from its log; it stays in memory as long as somebody is in here."""
        live = await self._open(code.strip().upper())
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            self.drop_if_unused(live)

    async def _open(self, code: str) -> Live:
        if code not in self._codes:
            async with self._opening.setdefault(code, asyncio.Lock()):
                try:
                    if code not in self._codes:
                        await self._load(code)
                finally:
                    self._opening.pop(code, None)
        return self._tables[self._codes[code]]

    async def find(self, code: str) -> Found:
        """The row of the table with this code, put away or not; a code that can't be one is not looked for."""
        possible = len(code) == _CODE_LENGTH and set(code) <= set(_CODE_LETTERS)
        found = await self.journal.call(self.journal.store.find, code) if possible else None
        if found is None:
            raise RefusedError(
                "no-table", f"there is no table {code!r:.20}; a code has {_CODE_LENGTH} letters and figures"
            )
        return found

    async def _load(self, code: str) -> None:
        found = await self.find(code)
        if found.archived_at is not None:
            raise RefusedError(
                "archived", f"table {code} was put away after a long time without anybody; make a new one"
            )
        table = await self.journal.call(self._fold, found.id, code)
        if code not in self._codes:  # somebody else may have been quicker
            self._keep(Live(table))

    def _fold(self, id_: int, code: str) -> Table:
        """A table from its log; a long one takes a while, so this runs beside the event loop."""
        table = Table(id_, code)
        fold(table, self.journal.store.read(id_))
        return table

    def _keep(self, live: Live) -> None:
        self._tables[live.table.id] = live
        self._codes[live.table.code] = live.table.id

    def drop_if_unused(self, live: Live) -> None:
        """Forget a table that nobody here looks at and that this node does not run."""
        if live.mine or live.users or self._tables.get(live.table.id) is not live:
            return
        live.stop_timers()
        self._tables.pop(live.table.id, None)
        self._codes.pop(live.table.code, None)

    def in_memory(self) -> list[Live]:
        """All tables in memory."""
        return list(self._tables.values())

    async def public_tables(self) -> list[tuple[str, str]]:
        """Code and summary of public tables."""
        return await self.journal.call(self.journal.store.public, _PUBLIC_TABLES)

    # --- the one way in which anything happens -------------------------------------------------

    async def act(self, live: Live, make: Make) -> int:
        """Let something happen at a table; the number of its line, or of the last one if nothing had to."""
        async with live.lock:
            while True:
                await self._clear_doubt(live)
                now = max(milliseconds(), live.table.at)
                entry = await self._made(live, make, now)
                if entry is None:
                    return live.table.number
                first = duties.catch_before(live.table, entry, now)
                line = e.Line(live.table.number + 1, max(now, live.table.at), first or entry)  # type: ignore[arg-type]
                if not await self._append(live, line):
                    self.metrics.conflicts.inc()
                    await self._catch_up(live)
                    continue
                self._take(live, line)
                self._count(line)
                self.bus.tell(live.table.id, line.number)
                if first is None:
                    return line.number

    async def _made(self, live: Live, make: Make, now: int) -> e.Entry | None:
        """What shall happen; a refusal counts only if no other node has written what would change it."""
        try:
            return make(live.table, now)
        except RefusedError:
            before = live.table.number
            if not self.alone:
                await self._catch_up(live)
            if live.table.number == before:
                raise
            return make(live.table, now)

    async def _append(self, live: Live, line: e.Line) -> bool:
        live.doubt = True  # until it is known whether the line was written
        written = await self.journal.append(Append(live.table.id, line, self._changes(line)))
        live.doubt = False
        return written

    @staticmethod
    def _changes(line: e.Line) -> dict[str, Any] | None:
        """What changes in the table's row in the same transaction as a line."""
        return {"node": None, "asleep_at": line.at} if isinstance(line.entry, e.Slept) else None

    async def _clear_doubt(self, live: Live) -> None:
        if live.doubt:
            await self._catch_up(live)
            live.doubt = False

    def _take(self, live: Live, line: e.Line) -> None:
        """Apply a line that is in the log, and tell everybody here."""
        past = live.apply(line)
        if past is not None:
            live.tell(past, max(milliseconds(), line.at))
        consequence = self._CONSEQUENCES.get(type(line.entry))
        if consequence is not None:
            consequence(self, live, line.entry)
        self.leases.schedule(live)
        self.gallery.schedule(live)

    def _count(self, line: e.Line) -> None:
        if not isinstance(line.entry, e.SILENT):  # whoever sees the figures could count along
            self.metrics.lines.inc()
        if isinstance(line.entry, e.Moved):
            self.metrics.moves.labels(line.entry.how).inc()

    async def _catch_up(self, live: Live) -> None:
        """Take the lines that other nodes have written."""
        for line in await self.journal.call(self.journal.store.read, live.table.id, live.table.number):
            self._take(live, line)

    # --- what follows from a line, whoever wrote it ----------------------------------------------

    def _after_slept(self, live: Live, _entry: e.Slept) -> None:
        live.mine = False

    def _after_resumed(self, live: Live, entry: e.Resumed) -> None:
        """Another node runs the table now. If it thought that this one is gone, `Leases` says who is still here."""
        if entry.node != self.id:
            live.mine = False

    def _after_changed(self, live: Live, entry: e.Changed) -> None:
        options = entry.setup.options
        if live.shown != (options.watching, options.delay):
            live.shown = options.watching, options.delay
            self.gallery.clear(live)
        self.tasks.spawn(self._describe(live))

    def _after_removed(self, live: Live, entry: e.Removed) -> None:
        self.door.show_out(live, entry.person, "removed", "the host removed you from this table")
        self._after_public_change(live, entry)

    def _after_left(self, live: Live, entry: e.Left) -> None:
        assert entry.by is not None
        self.door.show_out(live, entry.by, "left", "you left the table; your token still opens it")
        self._after_public_change(live, entry)

    def _after_moved(self, live: Live, entry: e.Moved) -> None:
        if live.table.phase == "over":
            self._after_public_change(live, entry)

    def _after_public_change(self, live: Live, _entry: e.Entry) -> None:
        """Keep the list of public tables true."""
        if live.mine and live.table.setup.public:
            self.tasks.spawn(self._describe(live))

    async def _describe(self, live: Live) -> None:
        async with live.lock:
            summary = telling.summary_of(live.table)
            await self.journal.write(self.journal.store.describe, live.table.id, live.table.setup.public, summary)

    _CONSEQUENCES: ClassVar[dict[type[e.Entry], Callable[[Node, Live, Any], None]]] = {
        e.Slept: _after_slept,
        e.Resumed: _after_resumed,
        e.Changed: _after_changed,
        e.Removed: _after_removed,
        e.Left: _after_left,
        e.Sat: _after_public_change,
        e.Stood: _after_public_change,
        e.SeatedBot: _after_public_change,
        e.Cleared: _after_public_change,
        e.Started: _after_public_change,
        e.Moved: _after_moved,
        e.Rematched: _after_public_change,
    }

    # --- what happens regularly ----------------------------------------------------------------

    async def _tidy(self) -> None:
        if self.closed > _CLOSED_SOCKETS:
            self.closed = 0
            gc.collect()
        now = milliseconds()
        before = now - int(self.config.archive_after * 3_600_000)
        count = await self.journal.write(self.journal.store.archive, before, now)
        if count:
            log(logging.INFO, "tables put away", count=count)

    async def _heal(self) -> None:
        """Find lines that no message told of."""
        numbers = await self.journal.call(self.journal.store.numbers, list(self._tables))
        for table, number in numbers.items():
            self._hear(table, number)

    def _hear(self, table: int, number: int) -> None:
        """Another node says that a table's log has reached a number."""
        live = self._tables.get(table)
        if live is not None and number > max(live.table.number, live.heard):
            live.heard = number
            self.tasks.spawn(self._follow(live))

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            heard, live.heard = live.heard, 0  # if looking fails, somebody shall tell again
            if heard > live.table.number:
                await self._catch_up(live)

    async def look(self, live: Live) -> None:
        """See whether another node has written something."""
        async with live.lock:
            await self._catch_up(live)


def _named(table: Table, id_: int, code: str) -> Table:
    table.id, table.code = id_, code
    return table
