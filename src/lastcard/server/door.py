"""Who comes in and who goes: people with a token, and what they ask for.

Whether somebody is present is a line of the log like everything else, written by the
node that the first socket of a person opens at, and by the one that the last one closes at.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lastcard.server import asking, telling
from lastcard.server import entries as e
from lastcard.server import requests as r
from lastcard.server.client import NORMAL, POLICY, Client
from lastcard.server.clock import milliseconds
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.live import Live
from lastcard.server.table import Person, Table

if TYPE_CHECKING:
    from lastcard.server.node import Node

_AGAIN = 1.0
"""Seconds after which is said again what a database that is away did not hear."""


class Door:
    """The door of a node."""

    def __init__(self, node: Node) -> None:
        self._node = node

    async def join(self, live: Live, name: str) -> tuple[int, str]:
        """A new person at the table: the number and the token."""
        token = asking.new_token()
        await self._node.act(live, lambda table, _now: asking.join(table, name, token))
        person = asking.person_with(live.table, token)
        return person.id, token

    async def attach(self, live: Live, client: Client, hello: r.Hello) -> None:
        """A client comes in: it gets a welcome, and from then on every line."""
        if not self._node.alone:
            await self._node.look(live)  # another node may have told this client, or given it its token, a moment ago
        if hello.token is None:
            await self._node.gallery.attach(live, client, hello.last)
            return
        person = asking.person_with(live.table, hello.token)
        client.person = person.id
        client.allowed = live.allowances.setdefault(person.id, client.allowed)
        live.sockets[person.id] += 1
        await self.arrive(live, person.id)
        async with live.lock:
            person = live.table.people[person.id]
            _check_still_here(person)
            viewer = telling.viewer_of(live.table, person)
            client.send(
                telling.encode(
                    telling.welcome(live.table, person, hello.last, viewer, milliseconds(), self._node.page.script)
                )
            )
            live.clients.add(client)

    async def arrive(self, live: Live, person: int) -> None:
        """Write down that a person is present here, unless it is known."""

        def arrived(table: Table, _now: int) -> e.Entry | None:
            mine = table.people[person]
            if mine.removed:
                raise RefusedError("removed", "the host removed you from this table")
            known = self._node.id in mine.nodes or not live.sockets[person]
            return None if known else e.Arrived(person=person, node=self._node.id)

        await self._node.act(live, arrived)
        await self._node.leases.claim(live)

    async def detach(self, live: Live, client: Client) -> None:
        """A client has gone."""
        live.clients.discard(client)
        self._node.gallery.detach(live, client)
        if client.person is None:
            return
        live.sockets[client.person] -= 1
        if live.sockets[client.person] <= 0:
            del live.sockets[client.person]
            if not self._node.stopping:
                await self._gone(live, client.person)

    async def _gone(self, live: Live, person: int) -> None:
        def dropped(table: Table, _now: int) -> e.Entry | None:
            still = live.sockets[person] > 0 or self._node.id not in table.people[person].nodes
            return None if still else e.Dropped(person=person, node=self._node.id)

        try:
            await self._node.act(live, dropped)
        except UnavailableError:
            self._node.tasks.later(_AGAIN, lambda: self._gone_later(live.table.code, person))

    async def _gone_later(self, code: str, person: int) -> None:
        """Say that somebody has gone who went while the database was away."""
        try:
            async with self._node.table(code) as live:
                await self._gone(live, person)
        except UnavailableError:
            self._node.tasks.later(_AGAIN, lambda: self._gone_later(code, person))

    def show_out(self, live: Live, person: int, code: str, say: str) -> None:
        """Close a person's sockets here, after the request that brought it about has been answered."""
        for client in [client for client in live.clients if client.person == person]:
            live.clients.discard(client)
            asyncio.get_running_loop().call_soon(client.bye, code, say, POLICY if code == "removed" else NORMAL)

    async def request(self, live: Live, client: Client, request: r.Request) -> telling.Ok:
        """Grant a request."""
        asker = client.person
        assert asker is not None

        def make(table: Table, now: int) -> e.Entry | None:
            person = table.people[asker]
            if request.id in person.granted or asking.waits(table, person, request):
                return None
            _check_still_here(person)
            return asking.grant(table, person, request, now)

        await self._node.act(live, make)
        person = live.table.people[asker]
        number = person.granted.get(request.id, live.table.told_number)
        return telling.Ok(id=request.id, n=number, waits=asking.waits(live.table, person, request))


def _check_still_here(person: Person) -> None:
    """Refuse what was on its way when its sender left or was removed."""
    if person.removed:
        raise RefusedError("removed", "the host removed you from this table")
    if person.gone:
        raise RefusedError("not-now", "you have left the table; your token still opens it")
