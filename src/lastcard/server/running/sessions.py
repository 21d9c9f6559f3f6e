"""Who comes in and who goes: people with a token, and what they ask for.

Whether somebody is present is a line of the log like everything else, written when the
first socket of a person opens and when the last one closes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lastcard.server.errors import ElsewhereError, RefusedError, UnavailableError
from lastcard.server.running.client import NORMAL, POLICY, Client
from lastcard.server.running.live import Live
from lastcard.server.table import entries as e
from lastcard.server.table import granting, moving, showing, telling
from lastcard.server.table import requests as r
from lastcard.server.table.budget import check_between, purse_of, spend, spend_visit
from lastcard.server.table.explaining import why_not
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person

if TYPE_CHECKING:
    from lastcard.server.running.node import Node

_AGAIN = 1.0
"""Seconds after which is said again what a database that is away did not hear."""


class Sessions:
    """The people at the tables of a node."""

    def __init__(self, node: Node) -> None:
        self._node = node

    async def join(self, live: Live, name: str) -> tuple[int, str]:
        """A new person at the table: the number and the token."""
        token = granting.new_token()

        def joined(table: Table, _now: int) -> e.Entry:
            entry = granting.join(table, name, token)
            check_between(table, entry, self._node.config.limits.between)
            return entry

        await self._node.act(live, joined)
        person = granting.person_with(live.table, token)
        return person.id, token

    async def attach(self, live: Live, client: Client, hello: r.Hello) -> None:
        """A client comes in: it gets a welcome, and from then on every line."""
        if hello.token is None:
            await self._node.spectators.attach(live, client, hello.last)
            return
        person = granting.person_with(live.table, hello.token)
        client.person = person.id
        client.allowed = live.allowances.setdefault(person.id, client.allowed)
        live.sockets[person.id] += 1
        await self.arrive(live, person.id, spending=True)
        async with live.lock:
            live.check_kept()
            person = granting.person_with(live.table, hello.token)  # the host may have made another meanwhile
            _check_still_here(person)
            viewer = showing.viewer_of(live.table, person)
            client.send(
                telling.encode(
                    telling.welcome(live.table, person, hello.last, viewer, live.clock.now(), self._node.page_script())
                )
            )
            live.admit(client)

    async def arrive(self, live: Live, person: int, *, spending: bool = False) -> None:
        """Write down that a person is present here, unless it is known; `spending` of what that person may write."""

        def arrived(table: Table, _now: int) -> e.Entry | None:
            mine = table.people[person]
            if mine.removed:
                raise RefusedError("removed", "the host removed you from this table")
            if self._node.id in mine.nodes or not live.sockets[person]:
                return None
            if spending:
                spend_visit(live.visits[person])
            return e.Arrived(person=person, node=self._node.id)

        await self._node.act(live, arrived)

    async def detach(self, live: Live, client: Client) -> None:
        """A client has gone."""
        live.clients.discard(client)
        self._node.spectators.detach(live, client)
        if client.person is None or client.shown_out:
            return
        live.sockets[client.person] -= 1
        if live.sockets[client.person] <= 0:
            del live.sockets[client.person]
            if not self._node.stopping and not live.given_up:  # whoever opens it next says that all have gone
                await self._gone(live, client.person)

    async def _gone(self, live: Live, person: int) -> None:
        def dropped(table: Table, _now: int) -> e.Entry | None:
            still = live.sockets[person] > 0 or self._node.id not in table.people[person].nodes
            return None if still else e.Dropped(person=person, node=self._node.id)

        try:
            await self._node.act(live, dropped)
        except UnavailableError:
            if not live.given_up:
                self._node.tasks.later(_AGAIN, lambda: self._gone_later(live.table.code, person))

    async def _gone_later(self, code: str, person: int) -> None:
        """Say that somebody has gone who went while the database was away."""
        try:
            async with self._node.table(code) as live:
                await self._gone(live, person)
        except UnavailableError:
            self._node.tasks.later(_AGAIN, lambda: self._gone_later(code, person))
        except (ElsewhereError, RefusedError):
            pass  # it is another node's table now, or was put aside

    def show_out(self, live: Live, person: int, code: str, say: str) -> None:
        """Close a person's sockets here, after the request that brought it about has been answered."""
        for client in [client for client in live.clients if client.person == person]:
            live.clients.discard(client)
            live.sockets[person] -= 1
            client.shown_out = True  # whatever it still sends is too late, and when it hangs up nobody goes
            asyncio.get_running_loop().call_soon(client.bye, code, say, NORMAL if code == "left" else POLICY)
        if live.sockets[person] <= 0:
            del live.sockets[person]

    def show_out_removed(self, live: Live) -> None:
        """Close the sockets of programs whose seat the host has given to somebody else."""
        for person in {client.person for client in live.clients if client.person is not None}:
            if live.table.people[person].removed:
                self.show_out(live, person, "removed", "the host gave the seat to somebody else")

    async def request(self, live: Live, client: Client, request: r.Request) -> telling.Ok:
        """Grant a request."""
        asker = client.person
        assert asker is not None

        token = granting.new_token() if isinstance(request, r.Program) else ""
        checked = False

        def make(table: Table, now: int) -> e.Entry | None:
            nonlocal checked
            person = table.people[asker]
            if request.id in person.granted or moving.waits(table, person, request):
                return None
            if not checked:  # after that: what was granted before is granted again, however often
                checked = True  # it is asked once more if its line was not taken
                client.allowed.check(request)
            _check_still_here(person)
            if client.shown_out:
                raise RefusedError("wrong-token", "the host has made a new token for this seat")
            entry = (
                granting.seat_program(table, person, request, token)
                if isinstance(request, r.Program)
                else granting.grant(table, person, request, now)
            )
            if entry is not None:
                check_between(table, entry, self._node.config.limits.between)
                spend(live.budgets[purse_of(person)], entry)
            return entry

        await self._node.act(live, make)
        person = live.table.people[asker]
        number = person.granted.get(request.id, live.table.told_number)
        ok = telling.Ok(id=request.id, n=number, waits=moving.waits(live.table, person, request))
        seated = granting.program_with(live.table, token) if token else None
        if seated is not None:  # else it was granted before, with a token that nobody can tell again
            ok.person, ok.token = seated.id, token
        return ok

    @staticmethod
    def why(live: Live, client: Client, request: r.Why) -> telling.Ok:
        """Say why a card can't be played, if it can't; nothing happens by it."""
        assert client.person is not None
        reason = why_not(live.table, live.table.people[client.person], request.card)
        why = None if reason is None else telling.Why(reason.rule, reason.sentence)
        return telling.Ok(id=request.id, n=live.table.told_number, why=why)


def _check_still_here(person: Person) -> None:
    """Refuse what was on its way when its sender left or was removed."""
    if person.removed:
        raise RefusedError("removed", "the host removed you from this table")
    if person.gone:
        raise RefusedError("not-now", "you have left the table; your token still opens it")
