"""Which tables this node owns, and running them: it does what is due (`table/duties.py`).

Tables of a node that is gone are claimed many at a time, by all that are left, and opened one by one beside everything
else; a table for which somebody comes is opened at once. Should two nodes ever think that they own the same table, no
harm is done: only the later one can write.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from lastcard.cores import cores
from lastcard.server.errors import ElsewhereError, RefusedError, UnavailableError
from lastcard.server.logs import log
from lastcard.server.running.live import Live
from lastcard.server.running.peers import BEAT
from lastcard.server.running.thinking import Thinking
from lastcard.server.table import duties
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table

if TYPE_CHECKING:
    from lastcard.server.running.node import Node

LOOK_AGAIN = 5.0
"""Seconds after which a timer is looked at again, though it has longer to wait: no clock shall run for long unseen."""
COMPARE = 30.0
"""Seconds after which memory and database are compared, though nothing has happened."""
_CLAIM = 200
"""Tables of a lost node that are claimed at once."""
_PAUSE = 0.05
"""Seconds between two such claims, in which other nodes get their share."""
_AT_ONCE = 4
"""Tables that are opened in the background at the same time; opening is mostly waiting for the database."""
_BREATH = 0.002
"""Seconds of rest at least after each of them."""


class Leases:
    """The tables that a node owns."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._salt = secrets.token_hex(16)
        share = node.config.share
        self._thinking = Thinking(node.metrics, max(1, (cores() - 1) // share.workers))
        self._ends = share.ends()
        """How the codes end of tables that are claimed here when their node is gone; other workers take the rest."""
        self._waiting: dict[str, None] = {}
        """Codes of tables that are owned and not in memory yet."""
        self._wake = asyncio.Event()
        self._compared = time.monotonic()

    def close(self) -> None:
        """No bot thinks any more."""
        self._thinking.close()

    # --- owning --------------------------------------------------------------------------------

    async def look_around(self) -> None:
        """See whether a node has left tables behind, or has taken some of this one's."""
        peers = self._node.peers
        late = time.monotonic() - self._compared > COMPARE
        if peers.fewer or late:
            peers.fewer = False
            await self._take_over()
        if peers.doubtful or late:
            peers.doubtful = False
            self._compared = time.monotonic()
            await self._compare()

    async def _take_over(self) -> None:
        """Claim what nodes that are gone have left, until there is nothing more."""
        node, owners = self._node, self._node.journal.store.owners
        try:
            while codes := await node.journal.write(owners.claim_lost, node.id, _CLAIM, self._ends):
                log(logging.INFO, "tables taken on", count=len(codes))
                for code in codes:
                    self.open_soon(code)
                await asyncio.sleep(_PAUSE)
        except BaseException:
            node.peers.fewer = True  # there may be more
            raise

    async def _compare(self) -> None:
        """Drop tables that another node has claimed since, and open those that are owned but were not."""
        node = self._node
        before = node.in_memory()  # whatever is opened while the database answers is right
        owned = {one.id: one for one in await node.journal.call(node.journal.store.owners.owned, node.id)}
        for live in before:
            found = owned.get(live.table.id)
            if found is None or found.epoch != live.epoch:
                node.lose(live)
        for one in owned.values():
            if not one.asleep:
                self.open_soon(one.code)

    def open_soon(self, code: str) -> None:
        """Open a table of this node in the background."""
        self._waiting.setdefault(code)
        self._wake.set()

    async def open_waiting(self) -> None:
        """Open what is waiting, a few at a time."""
        await self._wake.wait()
        self._wake.clear()
        await asyncio.gather(*(self._open_some() for _ in range(_AT_ONCE)))

    async def _open_some(self) -> None:
        """Open one table after the other, and rest as long as each took."""
        while self._waiting:
            code = next(iter(self._waiting))
            del self._waiting[code]
            begun = time.monotonic()
            try:
                await self._open(code)
            except UnavailableError:  # again later, after all others
                self.open_soon(code)
                await asyncio.sleep(BEAT)
            else:
                await asyncio.sleep(max(_BREATH, time.monotonic() - begun))

    async def _open(self, code: str) -> None:
        try:
            async with self._node.table(code):
                pass
        except (RefusedError, ElsewhereError):
            pass  # put aside, or claimed by another node meanwhile
        except UnavailableError:
            raise
        except Exception as failure:  # noqa: BLE001 - one table that can't be read must not hold up the others
            self._node.tasks.failed("a table can't be taken on", failure, table=code)

    async def resume(self, live: Live, lost: int = 0) -> None:
        """Write that this node runs the table from now on, and how many lines it has lost.

        Whoever was connected anywhere must come in again.
        """
        gone = sorted({node for person in live.table.people.values() for node in person.nodes})
        if live.table.asleep and not lost and not gone:  # a program may have been there while it slept
            return
        await self._node.act(live, lambda _table, _now: e.Resumed(node=self._node.id, gone=gone, lost=lost))

    # --- running -------------------------------------------------------------------------------

    def schedule(self, live: Live) -> None:
        """Wait for what is due next."""
        due = self._next_due(live)
        if due is None:
            live.stop_timer()
            return
        wait = max(0.0, (due.at - live.clock.now()) / 1000)
        self._look_in(live, min(wait, LOOK_AGAIN))
        if due.thought is not None:
            self._thinking.begin(live.pondering, due.thought, wait)

    def _look_in(self, live: Live, seconds: float) -> None:
        """Look at a table after so long, or before: a timer that is early enough is left, as most are never needed."""
        then = asyncio.get_running_loop().time() + seconds
        if live.timer is not None and live.timer_at <= then:
            return
        live.stop_timer()
        live.timer_at = then

        def look() -> Coroutine[Any, Any, None]:
            live.timer = None
            return self._do_due(live)

        live.timer = self._node.tasks.later(seconds, look)

    def _next_due(self, live: Live) -> duties.Due | None:
        if live.given_up or self._node.stopping:
            return None
        return duties.next_due(live.table, self._salt, self._node.config.sleep_after)

    async def _do_due(self, live: Live) -> None:
        def make(_table: Table, now: int) -> e.Entry | None:
            due = self._next_due(live)
            return _written(live, due) if due is not None and due.at <= now else None

        due = self._next_due(live)
        if live.given_up:
            return
        if due is not None and due.at > live.clock.now():
            self.schedule(live)
            return
        try:
            before = live.table.number
            if await self._node.act(live, make) == before:
                self.schedule(live)
            self._node.drop_if_unused(live)  # it may have gone to sleep
        except Exception as failure:  # noqa: BLE001 - the table must go on, whatever it was
            if live.given_up:
                return
            self._node.tasks.failed("a table can't go on", failure, table=live.table.code)
            self._look_in(live, 2 * BEAT)


def _written(live: Live, due: duties.Due) -> e.Entry:
    """What is written now; a thought that is done comes before what is done without one."""
    answer = live.pondering.answer(due.thought.question) if due.thought is not None else None
    return due.entry() if due.thought is None or answer is None else due.thought.entry(answer)
