"""The nodes that share a database: each gives signs of life, and each judges for itself who is silent.

A sign of life is a counter that grows. Whoever looks compares it with what it was, by its own clock that nobody can
set; no two machines need to agree on the time. One that did not grow for `SILENCE` while somebody looked takes its
node's row away, and with it everything that the node owns (`log/owning.py`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable

from lastcard.server.log.journal import Journal
from lastcard.server.log.owning import Peer
from lastcard.server.logs import log

BEAT = 0.5
"""Seconds between signs of life."""
SILENCE = 2.5
"""Seconds without one after which a node counts as gone."""
_STALLED = SILENCE / 2
"""Seconds between two signs of life after which others may have thought that this node is gone."""


class Watch:
    """For how long nodes have been silent, as one who looks now and then can know.

    Time in which nobody looked counts for little: if the database was away, all are silent and none is gone.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked = clock()
        self._beats: dict[str, int] = {}
        self._silent: dict[str, float] = {}

    def look(self, peers: Iterable[Peer]) -> list[Peer]:
        """Take note of all counters; the nodes that have been silent for too long."""
        now = self._clock()
        gone_by, self._looked = min(now - self._looked, 2 * BEAT), now
        peers = list(peers)
        self._silent = {
            peer.id: self._silent.get(peer.id, 0.0) + gone_by if self._beats.get(peer.id) == peer.beat else 0.0
            for peer in peers
        }
        self._beats = {peer.id: peer.beat for peer in peers}
        return [peer for peer in peers if self._silent[peer.id] >= SILENCE]


class Peers:
    """A node among the others."""

    def __init__(self, me: Peer, journal: Journal) -> None:
        self.me = me
        self._journal, self._owners = journal, journal.store.owners
        self._watch = Watch()
        self._known: dict[str, Peer] = {}
        self._bound: dict[str, set[Callable[[], None]]] = {}
        self._looked = time.monotonic()
        self.fewer = True
        """Whether a node has gone since this was last set to False: it may have left tables behind."""
        self.doubtful = True
        """Whether others may have thought that this node is gone, or it was, since this was last set to False."""

    async def start(self) -> None:
        """Be there, in place of whoever was there before."""
        await self._journal.write(self._owners.succeed, self.me)
        await self.look()

    async def stop(self) -> None:
        """Be gone, so that others need not wait to find out."""
        await self._journal.write(self._owners.forget, self.me.id)

    async def beat(self) -> None:
        """Give a sign of life, and look who else does."""
        if not await self._journal.pulse(self._owners.beat, self.me):
            self.doubtful = True
        for silent in self._watch.look(await self.look()):
            if silent.id != self.me.id and await self._journal.pulse(self._owners.bury, silent):
                log(logging.WARNING, "a node counts as gone", node=silent.id)
                self._part_with(silent.id)
        before, self._looked = self._looked, time.monotonic()
        if self._looked - before > _STALLED:
            self.doubtful = True

    async def look(self) -> list[Peer]:
        """All nodes that are not gone."""
        found = {peer.id: peer for peer in await self._journal.pulse(self._owners.nodes)}
        for node in set(self._known) - set(found):
            self._part_with(node)
        self._known = found
        return list(found.values())

    def _part_with(self, node: str) -> None:
        self._known.pop(node, None)
        self.fewer = True
        for end in self._bound.pop(node, set()):
            end()

    def bind(self, node: str, end: Callable[[], None]) -> None:
        """Have something ended when a node is gone: it may be silent without having closed anything."""
        self._bound.setdefault(node, set()).add(end)

    def unbind(self, node: str, end: Callable[[], None]) -> None:
        """It has ended by itself."""
        bound = self._bound.get(node, set())
        bound.discard(end)
        if not bound:
            self._bound.pop(node, None)

    async def living(self, node: str) -> Peer | None:
        """Another node, unless it is gone; one that has just come is looked for."""
        if node not in self._known:
            await self.look()
        return self._known.get(node)
