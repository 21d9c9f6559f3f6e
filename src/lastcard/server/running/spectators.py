"""Spectators without a token: what is public at once, or everything, but late.

A late copy of a table is made for the first who needs it and kept until what spectators
may see is changed or the table leaves the node's memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from lastcard.server.errors import RefusedError
from lastcard.server.running.client import Client
from lastcard.server.running.live import Audience, Late, Live
from lastcard.server.running.reading import SHORT, ReadingError, State
from lastcard.server.table import telling
from lastcard.server.table.fold import Table
from lastcard.server.table.showing import OPEN, PUBLIC
from lastcard.server.table.snapshot import EVERY, table_from

if TYPE_CHECKING:
    from lastcard.server.running.node import Node

_CHANGED = "what spectators may see has changed; come in again"


class Spectators:
    """The spectators of a node."""

    def __init__(self, node: Node) -> None:
        self._node = node

    async def attach(self, live: Live, client: Client, last: int | None) -> None:
        """A spectator comes in."""
        if live.late is None and live.shown[0] == "delayed":
            await self._copy(live)
        async with live.lock:
            live.check_kept()
            watching = live.table.setup.options.watching
            if watching == "off":
                raise RefusedError("no-watching", "this table does not let people watch; join it with a name")
            if watching == "delayed":
                late = live.late
                if late is None:
                    raise RefusedError("changed", _CHANGED)
                audience: Audience = late
                viewer, now = OPEN, live.clock.now() - late.delay
            else:
                audience, viewer, now = live, PUBLIC, live.clock.now()
            welcome = telling.welcome(audience.table, None, last, viewer, now, self._node.page_script())
            client.send(telling.encode(welcome))
            audience.admit(client)

    async def _copy(self, live: Live) -> None:
        """Make a late copy of the table, from its log; the table goes on meanwhile."""
        store = self._node.journal.store
        late = await self._node.journal.slowly(self._read, live, await self._begun(live))
        async with live.lock:
            if live.late is None and live.shown == ("delayed", late.delay // 1000):
                for line in await self._node.journal.call(store.read, live.table.id, late.newest):
                    late.add(line)
                live.late = late
                self.schedule(live)

    async def _begun(self, live: Live) -> Table:
        """The table to make the copy from; if too many lines came after it, a newer one from another process."""
        store, readings, table = self._node.journal.store, self._node.readings, live.table
        until = live.clock.now() - table.setup.options.delay * 1000
        base = await self._node.journal.slowly(self._base, table.id, table.code, until)
        number = await self._node.journal.slowly(store.number_at, table.id, until)
        if number - base.number > SHORT:
            with contextlib.suppress(ReadingError):  # then it is made here, and takes longer
                return table_from(table.id, table.code, await readings.read_beside(State(table.id, number)))
        return base

    def _read(self, live: Live, base: Table) -> Late:
        """The copy, beside the event loop."""
        delay, now = live.table.setup.options.delay * 1000, live.clock.now()
        return Late(base, self._node.journal.store.read(base.id, base.number), delay, now)

    def _base(self, id_: int, code: str, until: int) -> Table:
        """A table to begin with, as it was then or before."""
        data = self._node.journal.store.snapshot(id_, EVERY)
        if data is not None:
            with contextlib.suppress(Exception):  # the log itself says the same, if only more slowly
                table = table_from(id_, code, data)
                if table.at <= until:
                    return table
        return Table(id_, code)

    @staticmethod
    def detach(live: Live, client: Client) -> None:
        """A spectator has gone."""
        if live.late is not None:
            live.late.clients.discard(client)

    @staticmethod
    def clear(live: Live) -> None:
        """What spectators may see has changed: all must come in again."""
        watchers = [client for client in live.everybody() if client.person is None]
        for client in watchers:
            client.bye("changed", _CHANGED)
        live.clients.difference_update(watchers)
        live.late = None
        if live.late_timer is not None:
            live.late_timer.cancel()  # it waits by the old delay
            live.late_timer = None

    def schedule(self, live: Live) -> None:
        """Wait until the next line is old enough to be told."""
        due = live.late.due() if live.late is not None else None
        if due is not None and live.late_timer is None and not self._node.stopping:
            wait = max(0.0, (due - live.clock.now()) / 1000)
            live.late_timer = asyncio.get_running_loop().call_later(wait, self._advance, live)

    def _advance(self, live: Live) -> None:
        live.late_timer = None
        if live.late is not None:
            live.late.advance(live.clock.now())
            self.schedule(live)
