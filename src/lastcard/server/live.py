"""A table in a node's memory: its fold, the clients that look at it, and the lease.

`Late` is the same table as it was some time ago, for spectators who may see all hands,
but only late.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque

from lastcard.server import entries as e
from lastcard.server import telling
from lastcard.server.client import Allowance, Client
from lastcard.server.table import Past, Table
from lastcard.server.thinking import Pondering


class Late:
    """A table as it was `delay` milliseconds ago."""

    def __init__(self, table: Table, lines: list[e.Line], delay: int, now: int) -> None:
        self.table, self.delay = table, delay
        self.clients: set[Client] = set()
        old = max(1, sum(line.at + delay <= now for line in lines))  # that there is a table may be known at once
        table.fold(lines[:old])
        self._waiting: deque[e.Line] = deque(lines[old:])
        self._newest = len(lines)

    def add(self, line: e.Line) -> None:
        """A line that will be told when it is old enough; one that was read with the others is known already."""
        if line.number > self._newest:
            self._waiting.append(line)
            self._newest = line.number

    def due(self) -> float | None:
        """When the next line is old enough, in milliseconds since 1970."""
        return self._waiting[0].at + self.delay if self._waiting else None

    def advance(self, now: int) -> None:
        """Tell what is old enough by now."""
        while self._waiting and self._waiting[0].at + self.delay <= now:
            past = self.table.apply(self._waiting.popleft())
            if past is None:
                continue
            teller = telling.Teller(self.table, past, now - self.delay)
            heard = telling.heard_by(None, past.line.entry)
            for client in self.clients:
                client.send(teller.text(telling.OPEN, heard=heard))


class Live:
    """A table that somebody looks at, or that this node runs."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Held from looking at the table until the line is written and told: who comes first is first."""
        self.clients: set[Client] = set()
        self.sockets: Counter[int] = Counter()
        """Open sockets here for each person."""
        self.allowances: dict[int, Allowance] = {}
        """How much each person may still say; all sockets of a person share one."""
        self.users = 0
        """How many conversations and requests hold on to it now; while there is one it stays in memory."""
        self.mine = False
        """Whether this node has the lease."""
        self.pondering = Pondering()
        """What a bot thinks about."""
        self.doubt = False
        """Whether a line may have been written that is not applied: look at the log first."""
        self.heard = 0
        """The number that another node said the log has reached."""
        self.timer: asyncio.TimerHandle | None = None
        self.shown = (table.setup.options.watching, table.setup.options.delay)
        """What spectators are shown."""
        self.late: Late | None = None
        self.late_timer: asyncio.TimerHandle | None = None

    def apply(self, line: e.Line) -> Past | None:
        """Take the next line; None if nobody is told of it."""
        past = self.table.apply(line)
        if self.late is not None:
            self.late.add(line)
        return past

    def everybody(self) -> list[Client]:
        """All clients here, the late ones too."""
        return [*self.clients, *(self.late.clients if self.late else ())]

    def tell(self, past: Past, now: int) -> None:
        """Tell a line to every client here."""
        if not self.clients:
            return
        teller = telling.Teller(self.table, past, now)
        for client in self.clients:
            person = None if client.person is None else self.table.people[client.person]
            heard = telling.heard_by(person, past.line.entry)
            client.send(teller.text(telling.viewer_of(self.table, person), heard=heard))

    def stop_timers(self) -> None:
        """Nothing happens by itself any more."""
        for timer in (self.timer, self.late_timer):
            if timer is not None:
                timer.cancel()
        self.timer = self.late_timer = None
