"""A node: the tables it owns, and the one way in which anything happens to them.

Look at the table, check, append to the log, apply, tell everybody. A table has one owner at
a time, who also runs its clocks and bots; what comes for a table of another node is passed on (`edge/relay.py`).
Every node is equal, and none keeps anything that is not in the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, ClassVar

import msgspec

from lastcard.server import codes
from lastcard.server.clock import TableClock, milliseconds
from lastcard.server.config import Config
from lastcard.server.errors import ElsewhereError, RefusedError, UnavailableError, UnreadableError
from lastcard.server.locks import Locks
from lastcard.server.log.appending import Append
from lastcard.server.log.journal import Journal
from lastcard.server.log.owning import Peer
from lastcard.server.log.store import Found
from lastcard.server.logs import log
from lastcard.server.metrics import Metrics
from lastcard.server.running.client import RESTART
from lastcard.server.running.dailies import Dailies
from lastcard.server.running.leases import Leases
from lastcard.server.running.live import Live
from lastcard.server.running.opening import Opening
from lastcard.server.running.peers import BEAT, Peers
from lastcard.server.running.reading import Readings
from lastcard.server.running.sessions import Sessions
from lastcard.server.running.spectators import Spectators
from lastcard.server.table import duties, granting, showing
from lastcard.server.table import entries as e
from lastcard.server.table import requests as r
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Setup
from lastcard.server.table.snapshot import EVERY, snapshot_of
from lastcard.server.tasks import Tasks

TIDY = 60.0
"""Seconds between putting away what is no longer needed."""
_CLOSED_SOCKETS = 200
_PUBLIC_TABLES = 100
_LOOKED_AT = 60.0
"""Seconds after which somebody may have looked at a table that was put aside."""
_LONGEST_CAUSE = 300

Make = Callable[[Table, int], e.Entry | None]
"""Looks at a table at a time and says what shall happen; None: nothing; or refuses."""


class Node:
    """One server process."""

    def __init__(
        self, config: Config, journal: Journal, metrics: Metrics, page_script: Callable[[], str] = str
    ) -> None:
        self.config, self.journal, self.metrics = config, journal, metrics
        self.id = config.node
        self.share = config.share
        self.peers = Peers(Peer(self.id, 0, config.internal, config.secret), journal)
        self.page_script = page_script
        """Names the script of the page that this server has, by which an older page knows that it is one."""
        self._tables: dict[int, Live] = {}
        self._codes: dict[str, int] = {}
        self._opening = Locks()
        self.tasks = Tasks(metrics)
        self.readings = Readings(config, journal)
        self.opening = Opening(journal, self.readings)
        self.sessions, self.spectators, self.leases = Sessions(self), Spectators(self), Leases(self)
        self.dailies = Dailies(self)
        self.alone = journal.store.sqlite and not config.crew
        """Whether no other node can write to the same log."""
        self.stopping = False
        self._clock = TableClock(0)
        self.closed = 0
        """Sockets closed since the last full collection of garbage."""
        metrics.tables.set_function(lambda: len(self._tables))
        metrics.leases.set_function(lambda: sum(not live.table.asleep for live in self._tables.values()))

    # --- starting and stopping -----------------------------------------------------------------

    async def start(self) -> None:
        """Begin to serve."""
        await self.peers.start()
        if not self.journal.store.sqlite:  # else whoever is lost is started again, and nobody takes its tables
            self.tasks.regularly(BEAT, self.peers.beat)
        self.tasks.regularly(BEAT, self.leases.look_around)
        self.tasks.regularly(BEAT, self.leases.open_waiting)
        self.tasks.regularly(TIDY, self._tidy)

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
        with contextlib.suppress(UnavailableError):
            await self.peers.stop()
        self.readings.close()
        await self.journal.close()

    # --- tables --------------------------------------------------------------------------------

    async def create(self, setup: Setup, name: str, seat: int | None, fill: str | None) -> tuple[str, int, str]:
        """A new table whose host is its first person: its code, the person, and the token."""
        now = milliseconds()
        token = granting.new_token()
        table = Table(0, "")
        lines: list[e.Line] = []

        def add(entry: e.Entry) -> None:
            entry = msgspec.structs.replace(entry, id=None)  # no client asked for it, so no client's id may be taken
            lines.append(e.Line(table.number + 1, now, entry))  # type: ignore[arg-type]
            table.apply(lines[-1])

        add(granting.create(setup))
        add(granting.join(table, name, token))
        host = table.people[1]
        if seat is not None:
            add(granting.grant(table, host, r.Sit(id="sit", seat=seat), now))
        for number, chair in enumerate(table.seats if fill else ()):
            if chair.empty and fill:
                add(granting.grant(table, host, r.Bot(id=f"bot-{number}", seat=number, level=fill), now))
        code = None
        while code is None:
            code = await self.establish(table, lines, self.journal.store.create)
        return code, host.id, token

    async def establish(
        self, table: Table, lines: list[e.Line], create: Callable[..., int | None], *more: Any
    ) -> str | None:
        """Write a new table down, by a call of the store, and keep it; its code, or None if it could not be had."""
        setup, code = table.setup, self.share.new_code()
        row = {"created_at": lines[0].at, "public": setup.public, "summary": showing.summary_of(table), "node": self.id}
        async with self._opening.of(code):  # nobody shall find it in the database, and open it, before it is here
            made = await self.journal.write(create, {**row, "code": code}, lines, *more)
            if made is None:
                return None
            live = Live(_named(table, made, code), 0, self.config.limits.lines)
            self._keep(live)
        self.leases.schedule(live)
        log(logging.INFO, "table created", table=code, edition=setup.edition, seats=setup.seats)
        return code

    @contextlib.asynccontextmanager
    async def table(self, code: str) -> AsyncIterator[Live]:
        """The table with this code, from memory or from its log; it stays in memory as long as somebody is in here.

        If another node owns it: `ElsewhereError`.
        """
        live = await self._open(codes.tidy(code))
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            self.drop_if_unused(live)

    async def _open(self, code: str) -> Live:
        if code not in self._codes:
            async with self._opening.of(code):  # to claim it twice is to lose it once
                if code not in self._codes:
                    await self._load(code)
        return self._tables[self._codes[code]]

    async def find(self, code: str) -> Found:
        """The row of the table with this code, put away or not; a code that can't be one is not looked for."""
        found = await self.journal.call(self.journal.store.find, code) if codes.possible(code) else None
        if found is None:
            say = f"there is no table {code!r:.20}; a code has {codes.LENGTH} letters and figures"
            raise RefusedError("no-table", say)
        return found

    async def find_open(self, code: str) -> Found:
        """The row of a table that people can come to."""
        code = codes.tidy(code)
        found = await self.find(code)
        if found.archived_at is not None:
            say = f"table {code} was put away after a long time without anybody; make a new one"
            raise RefusedError("archived", say)
        check_readable(found)
        return found

    async def _load(self, code: str) -> None:
        await self._own(await self.find_open(code))

    async def _own(self, found: Found) -> None:
        """Claim a table that no other node owns, and read it."""
        other = await self._other(found)
        if other is not None:
            raise ElsewhereError(other.id)
        claimed = await self.journal.write(self.journal.store.owners.claim, found.id, self.id)
        if claimed is None:
            raise ElsewhereError(found.node or "")
        try:
            table = await self.opening.table(found.id, found.code)
        except UnreadableError as error:
            await self._quarantine(found.id, found.code, error)
            raise quarantined(found.code) from None
        live = Live(table, claimed.epoch, self.config.limits.lines)
        if table.number != claimed.last:
            await self._mend(live, claimed.last)
        await self.leases.resume(live, max(0, claimed.last - table.number))
        live.check_kept()
        self._keep(live)
        self.dailies.look_at(live.table)  # what came of it may not have been kept when it ended

    async def _mend(self, live: Live, last: int) -> None:
        """The log has not the lines that it should have, as after a backup was put back: go on from those it has."""
        log(logging.WARNING, "the log ends elsewhere", table=live.table.code, number=live.table.number, expected=last)
        await self.journal.write(self.journal.store.owners.mend, live.table.id, live.epoch, live.table.number)

    def owns(self, code: str) -> bool:
        """Whether a table is in memory here, or can be nowhere else."""
        return self.alone or codes.tidy(code) in self._codes

    async def whereabouts(self, code: str) -> Peer | None:
        """The living node that owns a table or shall; None if this one does, or may, or if there is no such table."""
        if self.owns(code):
            return None
        try:
            return await self._other(await self.find(codes.tidy(code)))
        except (RefusedError, UnavailableError):
            return None

    async def _other(self, found: Found) -> Peer | None:
        """The other living node that owns a table or, if nobody does, the worker beside this one that shall."""
        owner = None if found.node is None or found.node == self.id else await self.peers.living(found.node)
        if owner is not None or found.node == self.id or self.share.has(found.code):
            return owner
        return await self.peers.living(self.config.crew[codes.slot_of(found.code, self.share.workers)])

    async def _take_snapshot(self, live: Live) -> None:
        table = live.table
        await self.journal.write(self.journal.store.keep_snapshot, table.id, table.number, snapshot_of(table))

    async def _quarantine(self, id_: int, code: str, error: UnreadableError) -> None:
        """Put a table aside whose log can't be read: once, and said once."""
        cause = f"line {error.number}: {type(error.cause).__name__}: {error.cause}"
        if await self.journal.write(self.journal.store.quarantine, id_, milliseconds(), cause[:_LONGEST_CAUSE]):
            self.metrics.failures.inc()
            log(logging.ERROR, "table quarantined", table=code, line=error.number, failure=error.cause)

    def _keep(self, live: Live) -> None:
        self._tables[live.table.id] = live
        self._codes[live.table.code] = live.table.id

    def drop_if_unused(self, live: Live) -> None:
        """Let go of a table that sleeps and that nobody looks at."""
        if live.users or not live.table.asleep or self._tables.get(live.table.id) is not live:
            return
        live.stop_timers()
        self._forget(live)
        self.tasks.spawn(self._release(live))

    async def _release(self, live: Live) -> None:
        with contextlib.suppress(UnavailableError):  # then whoever comes is sent here, and it is opened once more
            await self.journal.write(self.journal.store.owners.release, live.table.id, live.epoch)

    def _forget(self, live: Live) -> None:
        if self._tables.get(live.table.id) is live:  # and not the same table, read anew
            del self._tables[live.table.id], self._codes[live.table.code]

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
                live.check_kept()
                await self._clear_doubt(live)
                now = max(live.clock.now(), live.table.at)
                entry = make(live.table, now)
                if entry is None:
                    return live.table.number
                first = duties.catch_before(live.table, entry, now)
                line = e.Line(live.table.number + 1, max(now, live.table.at), first or entry)  # type: ignore[arg-type]
                if not await self._append(live, line):
                    await self._find_out(live)
                    continue
                self._take(live, line)
                self._count(line)
                if first is None:
                    return line.number

    async def _append(self, live: Live, line: e.Line) -> bool:
        live.doubt = True  # until it is known whether the line was written
        written = await self.journal.append(Append(live.table.id, line, live.epoch, self._changes(live, line)))
        live.doubt = False
        return written

    @staticmethod
    def _changes(live: Live, line: e.Line) -> dict[str, Any] | None:
        """What changes in the table's row in the same transaction as a line."""
        if isinstance(line.entry, e.Slept):
            return {"asleep_at": line.at}
        if live.table.asleep and isinstance(line.entry, e.Arrived):
            program = live.table.people[line.entry.person].program  # which wakes nobody's table
            return None if program else {"asleep_at": None, "archived_at": None}
        return None

    async def _find_out(self, live: Live) -> None:
        """A line was not taken: another node owns the table, or the log is not as long as was thought."""
        self.metrics.conflicts.inc()
        node, standing = await self.journal.call(self.journal.store.owners.standing, live.table.id)
        if (node, standing.epoch) != (self.id, live.epoch):
            self.lose(live)
            return
        await self._catch_up(live)
        if live.table.number != standing.last:
            await self._mend(live, standing.last)

    async def _clear_doubt(self, live: Live) -> None:
        if live.doubt:
            await self._catch_up(live)
            live.doubt = False

    def _take(self, live: Live, line: e.Line) -> None:
        """Take a line that is in the log. If that fails, the line counts all the same, and the table is read anew."""
        try:
            self._apply_and_tell(live, line)
        except Exception as failure:  # noqa: BLE001 - whatever it was, what is in memory is not to be trusted any more
            self.tasks.failed("a line can't be told", failure, table=live.table.code, line=line.number)
            self._read_anew(live)

    def lose(self, live: Live) -> None:
        """Another node owns the table now."""
        if not live.given_up:
            log(logging.WARNING, "table lost to another node", table=live.table.code, number=live.table.number)
            self._give_up(live)

    def _read_anew(self, live: Live) -> None:
        """What is in memory can't be trusted: open the table once more. If its log can't be read, that is said then."""
        self._give_up(live)
        self.leases.open_soon(live.table.code)

    def _give_up(self, live: Live) -> None:
        """Drop a table from memory. Its clients come back to a fresh view, wherever it is."""
        live.given_up = True
        live.stop_timers()
        self._forget(live)
        for client in live.everybody():
            client.bye("restart", "the table is read anew; come back in a moment", RESTART)

    def _apply_and_tell(self, live: Live, line: e.Line) -> None:
        past = live.apply(line)
        if past is not None:
            live.tell(past)
        if line.number % EVERY == 0:
            self.tasks.spawn(self._take_snapshot(live))
        consequence = self._CONSEQUENCES.get(type(line.entry))
        if consequence is not None:
            consequence(self, live, line.entry)
        self.leases.schedule(live)
        self.spectators.schedule(live)

    def _count(self, line: e.Line) -> None:
        if not isinstance(line.entry, e.SILENT):  # whoever sees the figures could count along
            self.metrics.lines.inc()
        if isinstance(line.entry, e.Moved):
            self.metrics.moved(line.entry.how)

    async def _catch_up(self, live: Live) -> None:
        """Take the lines that were written without this node having heard of it."""
        try:
            lines = await self.journal.call(self.journal.store.read, live.table.id, live.table.number)
        except UnreadableError as error:
            await self._quarantine(live.table.id, live.table.code, error)
            self._give_up(live)
            raise quarantined(live.table.code) from None
        for line in lines:
            self._take(live, line)
            live.check_kept()

    # --- what follows from a line -----------------------------------------------------------------

    def _after_changed(self, live: Live, entry: e.Changed) -> None:
        options = entry.setup.options
        if live.shown != (options.watching, options.delay):
            live.shown = options.watching, options.delay
            self.spectators.clear(live)
        self.tasks.spawn(self._describe(live))

    def _after_removed(self, live: Live, entry: e.Removed) -> None:
        self.sessions.show_out(live, entry.person, "removed", "the host removed you from this table")
        self._after_public_change(live, entry)

    def _after_left(self, live: Live, entry: e.Left) -> None:
        assert entry.by is not None
        self.sessions.show_out(live, entry.by, "left", "you left the table; your token still opens it")
        self._after_public_change(live, entry)

    def _after_seated_bot(self, live: Live, entry: e.SeatedBot) -> None:
        self.sessions.show_out_removed(live)
        self._after_public_change(live, entry)

    def _after_seated_program(self, live: Live, entry: e.SeatedProgram) -> None:
        self.sessions.show_out(live, entry.person, "wrong-token", "the host has made a new token for this seat")
        self._after_public_change(live, entry)

    def _after_moved(self, live: Live, entry: e.Moved) -> None:
        if live.table.phase == "over":
            self._after_public_change(live, entry)
            self.dailies.look_at(live.table)

    def _after_public_change(self, live: Live, _entry: e.Entry) -> None:
        """Keep the list of public tables true."""
        if live.table.setup.public:
            self.tasks.spawn(self._describe(live))

    async def _describe(self, live: Live) -> None:
        async with live.lock:
            summary = showing.summary_of(live.table)
            await self.journal.write(self.journal.store.describe, live.table.id, live.table.setup.public, summary)

    _CONSEQUENCES: ClassVar[dict[type[e.Entry], Callable[[Node, Live, Any], None]]] = {
        e.Changed: _after_changed,
        e.Removed: _after_removed,
        e.Left: _after_left,
        e.Sat: _after_public_change,
        e.Stood: _after_public_change,
        e.SeatedBot: _after_seated_bot,
        e.SeatedProgram: _after_seated_program,
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
        now = self._clock.now()  # a step of the machine's clock must not put everything away
        before = now - int(self.config.archive_after * 3_600_000)
        count = await self.journal.write(self.journal.store.archive, before, now, self.dailies.counting_from())
        if count:
            log(logging.INFO, "tables put away", count=count)
        await self.dailies.tidy()


def check_readable(found: Found) -> None:
    """Refuse a table that was put aside."""
    if found.quarantined_at is not None:
        raise quarantined(found.code)


def quarantined(code: str) -> RefusedError:
    """What somebody is told who wants a table whose log can't be read."""
    say = f"table {code} can't be read at the moment; nothing is lost, and whoever runs the server can look at it"
    return RefusedError("quarantined", say, retry=_LOOKED_AT)


def _named(table: Table, id_: int, code: str) -> Table:
    table.id, table.code = id_, code
    return table
