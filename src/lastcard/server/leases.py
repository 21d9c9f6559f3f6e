"""Which tables this node runs, and running them: it does what is due (`duties.py`).

A lease lasts as long as its node gives signs of life. If two nodes should ever think
that they have the same one, no harm is done: each line is written only once.
"""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING

from lastcard.server import duties
from lastcard.server import entries as e
from lastcard.server.clock import milliseconds
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.live import Live
from lastcard.server.logs import log
from lastcard.server.table import Table
from lastcard.server.thinking import Thinking

if TYPE_CHECKING:
    from lastcard.server.node import Node

BEAT = 1.0
"""Seconds between signs of life."""
_ORPHANS = 100


class Leases:
    """The tables that a node runs."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._salt = secrets.token_hex(16)
        self._thinking = Thinking(node.metrics)

    def close(self) -> None:
        """No bot thinks any more."""
        self._thinking.close()

    async def beat(self) -> None:
        """Give a sign of life, whatever else there is to do."""
        await self._node.journal.write(self._node.journal.store.beat, self._node.id)

    async def look_around(self) -> None:
        """Take on the tables of nodes that give no sign of life, and see that presence is told truly."""
        store, journal = self._node.journal.store, self._node.journal
        for _, code in await journal.call(store.orphans, _ORPHANS):
            try:
                async with self._node.table(code) as live:
                    await self.claim(live)
            except RefusedError:
                pass
            except Exception as failure:  # noqa: BLE001 - one table that can't be read must not hold up the others
                self._node.tasks.failed("a table can't be taken on", failure, table=code)
        await self._miss_people()
        await self._greet_people()

    async def _miss_people(self) -> None:
        """Of the tables that this node runs: whoever was connected to a node that has gone is away."""
        mine = {live: _nodes(live.table) - {self._node.id} for live in self._node.in_memory() if live.mine}
        if not any(mine.values()):
            return
        alive = await self._node.journal.call(self._node.journal.store.alive)
        for live, nodes in mine.items():
            if nodes - alive and live.mine:
                await self._resume(live, nodes - alive)

    async def _greet_people(self) -> None:
        """Whoever is connected here is present, also if another node thought that this one is gone."""
        for live in self._node.in_memory():
            for person in [person for person in live.sockets if self._node.id not in live.table.people[person].nodes]:
                if not live.table.people[person].gone and not live.table.people[person].removed:
                    await self._node.door.arrive(live, person)

    async def claim(self, live: Live) -> None:
        """Take the table's lease if no living node has it; if the database is away, again and again."""
        try:
            await self._take_on(live)
        except UnavailableError:
            self._node.tasks.later(BEAT, lambda: self._claim_again(live.table.code))
            raise

    async def _claim_again(self, code: str) -> None:
        try:
            async with self._node.table(code) as live:
                await self._take_on(live)
        except UnavailableError:
            self._node.tasks.later(BEAT, lambda: self._claim_again(code))
        except RefusedError:
            pass  # it was put away meanwhile

    async def _take_on(self, live: Live) -> None:
        if live.mine or live.table.asleep:
            return
        store, journal = self._node.journal.store, self._node.journal
        if not await journal.write(store.claim, live.table.id, self._node.id):
            return
        nodes = _nodes(live.table) - {self._node.id}
        live.mine = True
        try:
            await self._resume(live, nodes - await journal.call(store.alive))
        except UnavailableError:
            live.mine = False
            raise
        log(logging.INFO, "table taken on", table=live.table.code, number=live.table.number)

    async def _resume(self, live: Live, gone: set[str]) -> None:
        """Write that this node runs the table, and which nodes are gone: their people are away.

        Not if another one runs it by now.
        """
        await self._node.act(
            live, lambda _table, _now: e.Resumed(node=self._node.id, gone=sorted(gone)) if live.mine else None
        )

    def schedule(self, live: Live) -> None:
        """Wait for what is due next, if this node runs the table."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = self._next_due(live)
        if due is not None:
            wait = max(0.0, (due.at - milliseconds()) / 1000)
            live.timer = self._node.tasks.later(wait, lambda: self._do_due(live))
            if due.thought is not None:
                self._thinking.begin(live.pondering, due.thought, wait)

    def _next_due(self, live: Live) -> duties.Due | None:
        if not live.mine or self._node.stopping:
            return None
        return duties.next_due(live.table, self._salt, self._node.config.sleep_after)

    async def _do_due(self, live: Live) -> None:
        def make(_table: Table, now: int) -> e.Entry | None:
            due = self._next_due(live)
            return _written(live, due) if due is not None and due.at <= now else None

        try:
            before = live.table.number
            if await self._node.act(live, make) == before:
                self.schedule(live)
            self._node.drop_if_unused(live)  # it may have gone to sleep
        except Exception as failure:  # noqa: BLE001 - the table must go on, whatever it was
            self._node.tasks.failed("a table can't go on", failure, table=live.table.code)
            live.timer = self._node.tasks.later(BEAT, lambda: self._do_due(live))


def _written(live: Live, due: duties.Due) -> e.Entry:
    """What is written now; a thought that is done comes before what is done without one."""
    answer = live.pondering.answer(due.thought.question) if due.thought is not None else None
    return due.entry() if due.thought is None or answer is None else due.thought.entry(answer)


def _nodes(table: Table) -> set[str]:
    """The nodes to which somebody is connected, as far as the table knows."""
    return {node for person in table.people.values() for node in person.nodes}
