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
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, ClassVar

from lastcard.server import asking, duties, telling
from lastcard.server import entries as e
from lastcard.server import requests as r
from lastcard.server.bus import Bus
from lastcard.server.client import NORMAL, POLICY, RESTART, Client
from lastcard.server.config import Config
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.journal import Journal
from lastcard.server.live import Late, Live
from lastcard.server.logs import log
from lastcard.server.metrics import Metrics
from lastcard.server.setup import Setup
from lastcard.server.store import Append, Found
from lastcard.server.table import Person, Table

BEAT = 1.0
"""Seconds between signs of life."""
HEAL = 2.0
"""Seconds between looks at the log for lines that nobody told of."""
TIDY = 60.0
"""Seconds between putting away what is no longer needed."""
_ORPHANS = 100
_CLOSED_SOCKETS = 200
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 6
_PUBLIC_TABLES = 100

Make = Callable[[Table, int], e.Entry | None]
"""Looks at a table at a time and says what shall happen; None: nothing; or refuses."""


def milliseconds() -> int:
    """Now, as logs have it."""
    return time.time_ns() // 1_000_000


class Node:
    """One server process."""

    def __init__(self, config: Config, journal: Journal, bus: Bus, metrics: Metrics) -> None:
        self.config, self.journal, self.bus, self.metrics = config, journal, bus, metrics
        self.id = config.node
        self._tables: dict[int, Live] = {}
        self._codes: dict[str, int] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._salt = secrets.token_hex(16)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stopping = False
        self.closed = 0
        """Sockets closed since the last full collection of garbage."""
        metrics.tables.set_function(lambda: len(self._tables))
        metrics.leases.set_function(lambda: sum(live.mine for live in self._tables.values()))

    # --- starting and stopping -----------------------------------------------------------------

    async def start(self) -> None:
        """Begin to serve."""
        if self.journal.store.sqlite:
            await self.journal.write(self.journal.store.forget_nodes)  # whoever wrote there before is gone
        await self.journal.write(self.journal.store.beat, self.id)
        await self.bus.start(self._hear)
        self.spawn(self._every(BEAT, self._beat))
        self.spawn(self._every(TIDY, self._tidy))
        if not self.journal.store.sqlite:
            self.spawn(self._every(HEAL, self._heal))

    async def stop(self) -> None:
        """Say goodbye to all clients and leave the tables for whoever comes next. Nothing is lost."""
        self._stopping = True
        clients = [client for live in self._tables.values() for client in self._clients(live)]
        for live in self._tables.values():
            live.stop_timers()
        for client in clients:
            client.bye("restart", "the server is stopping; come back in a moment", RESTART)
        await asyncio.gather(*(client.finish() for client in clients))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()
        with contextlib.suppress(UnavailableError):
            await self.journal.write(self.journal.store.forget_nodes, self.id)
        await self.journal.close()

    def spawn(self, work: Any) -> None:
        """Run something beside everything else."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.failed("a task failed", task.exception())

    def failed(self, what: str, failure: BaseException | None, **more: Any) -> None:
        """Note an error; a database that is away is expected to come back and is said in one line."""
        if isinstance(failure, UnavailableError):
            log(logging.WARNING, what, reason=type(failure.__cause__).__name__, **more)
        else:
            self.metrics.failures.inc()
            log(logging.ERROR, what, failure=failure, **more)

    async def _every(self, seconds: float, do: Callable[[], Any]) -> None:
        while True:
            try:
                await do()
            except Exception as failure:  # noqa: BLE001 - the next time may go well
                self.failed("a regular task failed", failure)
            await asyncio.sleep(seconds)

    # --- tables --------------------------------------------------------------------------------

    async def create(self, setup: Setup, name: str, seat: int | None, fill: str | None) -> tuple[str, int, str]:
        """A new table whose host is its first person: its code, the person, and the token."""
        now = milliseconds()
        token = asking.new_token()
        table = Table(0, "")
        lines: list[e.Line] = []

        def add(entry: e.Entry) -> None:
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
        await self._adjust_late(live)
        self._schedule(live)
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
            self._drop_if_unused(live)

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
            raise RefusedError("no-table", f"there is no table {code!r:.20}; a code has {_CODE_LENGTH} letters and figures")
        return found

    async def _load(self, code: str) -> None:
        found = await self.find(code)
        if found.archived_at is not None:
            raise RefusedError("archived", f"table {code} was put away after a long time without anybody; make a new one")
        table = Table(found.id, code)
        table.fold(await self.journal.call(self.journal.store.read, found.id))
        live = Live(table)
        await self._adjust_late(live)
        if code not in self._codes:  # somebody else may have been quicker
            self._keep(live)

    def _keep(self, live: Live) -> None:
        self._tables[live.table.id] = live
        self._codes[live.table.code] = live.table.id

    def _drop_if_unused(self, live: Live) -> None:
        """Forget a table that nobody here looks at and that this node does not run."""
        if live.mine or live.users or self._tables.get(live.table.id) is not live:
            return
        live.stop_timers()
        self._tables.pop(live.table.id, None)
        self._codes.pop(live.table.code, None)

    @staticmethod
    def _clients(live: Live) -> list[Client]:
        return [*live.clients, *(live.late.clients if live.late else ())]

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
                line = e.Line(live.table.number + 1, max(now, live.table.at), entry)  # type: ignore[arg-type]
                if await self._append(live, line):
                    self._take(live, line)
                    self._count(line)
                    self.bus.tell(live.table.id, line.number)
                    return line.number
                self.metrics.conflicts.inc()
                await self._catch_up(live)

    async def _made(self, live: Live, make: Make, now: int) -> e.Entry | None:
        """What shall happen; a refusal counts only if no other node has written what would change it."""
        try:
            return make(live.table, now)
        except RefusedError:
            before = live.table.number
            if not self.journal.store.sqlite:
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
        live.tell(past, max(milliseconds(), line.at))
        consequence = self._CONSEQUENCES.get(type(line.entry))
        if consequence is not None:
            consequence(self, live, line.entry)
        self._schedule(live)

    def _count(self, line: e.Line) -> None:
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
        """Another node runs the table now; if it thought that this one is gone, say who is still here."""
        if entry.node != self.id:
            live.mine = False
        if self.id in entry.gone:
            for person in list(live.sockets):
                self.spawn(self._arrive(live, live.table.people[person]))

    def _after_changed(self, live: Live, _entry: e.Changed) -> None:
        self.spawn(self._adjust_late(live))
        self._after_public_change(live)

    def _after_removed(self, live: Live, entry: e.Removed) -> None:
        self._show_out(live, entry.person, "removed", "the host removed you from this table")
        self._after_public_change(live)

    def _after_left(self, live: Live, entry: e.Left) -> None:
        assert entry.by is not None
        self._show_out(live, entry.by, "left", "you left the table; your token still opens it")
        self._after_public_change(live)

    def _after_moved(self, live: Live, entry: e.Moved) -> None:
        if live.table.phase == "over":
            self._after_public_change(live, entry)

    def _after_public_change(self, live: Live, _entry: e.Entry | None = None) -> None:
        """Keep the list of public tables true."""
        if live.mine and (live.table.setup.public or isinstance(_entry, e.Changed) or _entry is None):
            self.spawn(self._describe(live))

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

    def _show_out(self, live: Live, person: int, code: str, say: str) -> None:
        """Close a person's sockets here, after the request that brought it about has been answered."""
        for client in [client for client in live.clients if client.person == person]:
            live.clients.discard(client)
            asyncio.get_running_loop().call_soon(client.bye, code, say, POLICY if code == "removed" else NORMAL)

    # --- people --------------------------------------------------------------------------------

    async def join(self, live: Live, name: str) -> tuple[int, str]:
        """A new person at the table: the number and the token."""
        token = asking.new_token()
        await self.act(live, lambda table, _now: asking.join(table, name, token))
        person = asking.person_with(live.table, token)
        return person.id, token

    async def attach(self, live: Live, client: Client, hello: r.Hello) -> None:
        """A client comes in: it gets a welcome, and from then on every line."""
        if not self.journal.store.sqlite:
            await self._look(live)  # another node may have told this client, or given it its token, a moment ago
        if hello.token is None:
            await self._attach_watcher(live, client, hello)
            return
        person = asking.person_with(live.table, hello.token)
        client.person = person.id
        live.sockets[person.id] += 1
        await self._arrive(live, person)
        async with live.lock:
            self._welcome(live, client, live.table.people[person.id], hello.last)
            live.clients.add(client)

    async def _attach_watcher(self, live: Live, client: Client, hello: r.Hello) -> None:
        if live.table.setup.options.watching == "off":
            raise RefusedError("no-watching", "this table does not let people watch; join it with a name")
        async with live.lock:
            now = milliseconds()
            if live.late is not None:
                message = telling.welcome(live.late.table, None, hello.last, telling.OPEN, now)
                live.late.clients.add(client)
                client.send(telling.encode(message))
            else:
                self._welcome(live, client, None, hello.last)
                live.clients.add(client)

    def _welcome(self, live: Live, client: Client, person: Person | None, last: int | None) -> None:
        viewer = telling.viewer_of(live.table, person)
        client.send(telling.encode(telling.welcome(live.table, person, last, viewer, milliseconds())))

    async def _arrive(self, live: Live, person: Person) -> None:
        def arrived(table: Table, _now: int) -> e.Entry | None:
            mine = table.people[person.id]
            if mine.removed:
                raise RefusedError("removed", "the host removed you from this table")
            here = self.id in mine.nodes or not live.sockets[person.id]
            return None if here else e.Arrived(person=person.id, node=self.id)

        await self.act(live, arrived)
        await self._claim(live)

    async def detach(self, live: Live, client: Client) -> None:
        """A client has gone."""
        live.clients.discard(client)
        if live.late is not None:
            live.late.clients.discard(client)
        if client.person is not None:
            person = client.person
            live.sockets[person] -= 1
            if live.sockets[person] <= 0:
                del live.sockets[person]
                if not self._stopping:
                    await self._leave_node(live, person)

    async def _leave_node(self, live: Live, person: int) -> None:
        def dropped(table: Table, _now: int) -> e.Entry | None:
            still = live.sockets[person] > 0 or self.id not in table.people[person].nodes
            return None if still else e.Dropped(person=person, node=self.id)

        try:
            await self.act(live, dropped)
        except UnavailableError:
            self._later(BEAT, lambda: self._leave_later(live.table.code, person))

    async def _leave_later(self, code: str, person: int) -> None:
        """Say that somebody has gone who went while the database was away."""
        try:
            async with self.table(code) as live:
                await self._leave_node(live, person)
        except UnavailableError:
            self._later(BEAT, lambda: self._leave_later(code, person))

    async def request(self, live: Live, client: Client, request: r.Request) -> int:
        """Grant a request; the number of its line."""

        def make(table: Table, now: int) -> e.Entry | None:
            assert client.person is not None
            person = table.people[client.person]
            if request.id in person.granted:
                return None
            _check_still_here(person)
            return asking.grant(table, person, request, now)

        number = await self.act(live, make)
        assert client.person is not None
        return live.table.people[client.person].granted.get(request.id, number)

    # --- leases --------------------------------------------------------------------------------

    async def _claim(self, live: Live) -> None:
        """Take the table's lease if no living node has it."""
        if live.mine or live.table.asleep:
            return
        store = self.journal.store
        if not await self.journal.write(store.claim, live.table.id, self.id):
            return
        alive = await self.journal.call(store.alive)

        def resumed(table: Table, _now: int) -> e.Entry:
            gone = {node for person in table.people.values() for node in person.nodes} - alive - {self.id}
            return e.Resumed(node=self.id, gone=sorted(gone))

        live.mine = True
        try:
            await self.act(live, resumed)
        except UnavailableError:
            live.mine = False
            self._later(BEAT, lambda: self._claim(live))
            raise
        log(logging.INFO, "table taken on", table=live.table.code, number=live.table.number)

    def _later(self, seconds: float, work: Callable[[], Any]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, lambda: None if self._stopping else self.spawn(work()))

    def _schedule(self, live: Live) -> None:
        """Wait for what is due next, if this node runs the table."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if live.mine and not self._stopping:
            due = duties.next_due(live.table, self._salt, self.config.sleep_after)
            if due is not None:
                wait = max(0.0, (due.at - milliseconds()) / 1000)
                live.timer = self._later(wait, lambda: self._do_due(live))
        self._schedule_late(live)

    async def _do_due(self, live: Live) -> None:
        def make(table: Table, now: int) -> e.Entry | None:
            due = duties.next_due(table, self._salt, self.config.sleep_after) if live.mine else None
            return due.entry() if due is not None and due.at <= now else None

        try:
            before = live.table.number
            if await self.act(live, make) == before:
                self._schedule(live)
            self._drop_if_unused(live)  # it may have gone to sleep
        except Exception as failure:  # noqa: BLE001 - the table must go on, whatever it was
            self.failed("a table can't go on", failure, table=live.table.code)
            live.timer = self._later(BEAT, lambda: self._do_due(live))

    # --- spectators who see all, late ------------------------------------------------------------

    async def _adjust_late(self, live: Live) -> None:
        """Keep a late copy of the table if its set-up asks for one."""
        options = live.table.setup.options
        wanted = options.delay * 1000 if options.watching == "delayed" else None
        if options.watching != "off" and wanted == (live.late.delay if live.late else None):
            return
        async with live.lock:
            watchers = [client for client in self._clients(live) if client.person is None]
            for client in watchers:
                client.bye("changed", "what spectators may see has changed; come in again")
            live.clients.difference_update(watchers)
            live.late = None
            if wanted is not None:
                lines = await self.journal.call(self.journal.store.read, live.table.id)
                live.late = Late(Table(live.table.id, live.table.code), lines, wanted, milliseconds())
        self._schedule_late(live)

    def _schedule_late(self, live: Live) -> None:
        if live.late is None or live.late_timer is not None or self._stopping:
            return
        due = live.late.due()
        if due is not None:
            wait = max(0.0, (due - milliseconds()) / 1000)
            live.late_timer = asyncio.get_running_loop().call_later(wait, self._advance_late, live)

    def _advance_late(self, live: Live) -> None:
        live.late_timer = None
        if live.late is not None:
            live.late.advance(milliseconds())
            self._schedule_late(live)

    # --- what happens regularly ----------------------------------------------------------------

    async def _beat(self) -> None:
        await self.journal.write(self.journal.store.beat, self.id)
        for _, code in await self.journal.call(self.journal.store.orphans, _ORPHANS):
            with contextlib.suppress(RefusedError):
                async with self.table(code) as live:
                    await self._claim(live)

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
            self.spawn(self._follow(live))

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            if live.heard > live.table.number:
                await self._catch_up(live)
            live.heard = 0

    async def _look(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)


def _check_still_here(person: Person) -> None:
    """Refuse what was on its way when its sender left or was removed."""
    if person.removed:
        raise RefusedError("removed", "the host removed you from this table")
    if person.gone:
        raise RefusedError("not-now", "you have left the table; your token still opens it")


def _named(table: Table, id_: int, code: str) -> Table:
    table.id, table.code = id_, code
    return table
