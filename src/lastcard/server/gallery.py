"""Spectators without a token: what is public at once, or everything, but late.

A late copy of a table is made for the first who needs it and kept until what spectators
may see is changed or the table leaves the node's memory.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lastcard.server import telling
from lastcard.server.client import Client
from lastcard.server.clock import milliseconds
from lastcard.server.errors import RefusedError
from lastcard.server.live import Late, Live
from lastcard.server.table import Table

if TYPE_CHECKING:
    from lastcard.server.node import Node


class Gallery:
    """The spectators of a node."""

    def __init__(self, node: Node) -> None:
        self._node = node

    async def attach(self, live: Live, client: Client, last: int | None) -> None:
        """A spectator comes in."""
        async with live.lock:
            watching = live.table.setup.options.watching
            if watching == "off":
                raise RefusedError("no-watching", "this table does not let people watch; join it with a name")
            if watching == "delayed":
                late = live.late or await self._copy(live)
                table, viewer, clients, now = late.table, telling.OPEN, late.clients, milliseconds() - late.delay
            else:
                table, viewer, clients, now = live.table, telling.PUBLIC, live.clients, milliseconds()
            client.send(telling.encode(telling.welcome(table, None, last, viewer, now, self._node.page.script)))
            clients.add(client)

    async def _copy(self, live: Live) -> Late:
        """A late copy of the table, from its log."""
        live.late = await self._node.journal.call(self._read, live)
        self.schedule(live)
        return live.late

    def _read(self, live: Live) -> Late:
        table = live.table
        lines = self._node.journal.store.read(table.id)
        known = lines[: table.number]  # what another node has written since comes with everything else
        return Late(Table(table.id, table.code), known, table.setup.options.delay * 1000, milliseconds())

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
            client.bye("changed", "what spectators may see has changed; come in again")
        live.clients.difference_update(watchers)
        live.late = None
        if live.late_timer is not None:
            live.late_timer.cancel()  # it waits by the old delay
            live.late_timer = None

    def schedule(self, live: Live) -> None:
        """Wait until the next line is old enough to be told."""
        due = live.late.due() if live.late is not None else None
        if due is not None and live.late_timer is None and not self._node.stopping:
            wait = max(0.0, (due - milliseconds()) / 1000)
            live.late_timer = asyncio.get_running_loop().call_later(wait, self._advance, live)

    def _advance(self, live: Live) -> None:
        live.late_timer = None
        if live.late is not None:
            live.late.advance(milliseconds())
            self.schedule(live)
