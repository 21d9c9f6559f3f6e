"""A table in its owner's memory: its fold, the clients that look at it, and since when it is owned.

`Late` is the same table as it was some time ago, for spectators who may see all hands,
but only late.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque

from lastcard.server.clock import TableClock
from lastcard.server.errors import GivenUpError
from lastcard.server.limits import Bucket
from lastcard.server.running.client import Allowance, Client, frame_of
from lastcard.server.running.thinking import Pondering
from lastcard.server.table import entries as e
from lastcard.server.table import telling
from lastcard.server.table.budget import budget
from lastcard.server.table.changing import Stand, Teller, somebody_came, stand_of
from lastcard.server.table.fold import Past, Table
from lastcard.server.table.people import Person
from lastcard.server.table.showing import OPEN, viewer_of


class Audience:
    """Clients who are told of a table: at first how it stands, and then line by line what changed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clients: set[Client] = set()
        self._stood: Stand | None = None
        """How the table stood when they were told last; None while nobody is there."""

    def admit(self, client: Client) -> None:
        """Somebody who was just told how the table stands is told every line from now on."""
        self._stood = stand_of(self.table) if self._stood is None else somebody_came(self.table, self._stood)
        self.clients.add(client)

    def tell(self, past: Past) -> None:
        """Tell a line, that the table has taken, to every client here."""
        if not self.clients or self._stood is None:
            self._stood = None
            return
        teller = Teller(self.table, past, self._stood)
        self._stood = teller.after
        entry = past.line.entry
        for_all = not isinstance(entry, telling.NOT_FOR_ALL)
        frames: dict[tuple[int, bool], bytes] = {}
        for client in self.clients:
            person = None if client.person is None else self.table.people[client.person]
            key = self.eyes(person), for_all or telling.heard_by(person, entry)
            frame = frames.get(key)
            if frame is None:
                frame = frames[key] = frame_of(teller.text(key[0], heard=key[1]))
            client.write(frame)

    def eyes(self, person: Person | None) -> int:
        """Whose eyes somebody has."""
        return viewer_of(self.table, person)


class Late(Audience):
    """A table as it was `delay` milliseconds ago."""

    def __init__(self, table: Table, lines: list[e.Line], delay: int, now: int) -> None:
        super().__init__(table)
        self.delay = delay
        old = sum(line.at + delay <= now for line in lines)
        if not table.number:
            old = max(1, old)  # that there is a table may be known at once
        table.fold(lines[:old])
        self._waiting: deque[e.Line] = deque(lines[old:])
        self.newest = lines[-1].number if lines else table.number
        """The number of the last line that it knows, old enough or not."""

    def eyes(self, _person: Person | None) -> int:
        """Everybody here may see all hands."""
        return OPEN

    def add(self, line: e.Line) -> None:
        """A line that will be told when it is old enough; one that was read with the others is known already."""
        if line.number > self.newest:
            self._waiting.append(line)
            self.newest = line.number

    def due(self) -> float | None:
        """When the next line is old enough, in milliseconds since 1970."""
        return self._waiting[0].at + self.delay if self._waiting else None

    def advance(self, now: int) -> None:
        """Tell what is old enough by now."""
        while self._waiting and self._waiting[0].at + self.delay <= now:
            past = self.table.apply(self._waiting.popleft())
            if past is not None:
                self.tell(past)


class Live(Audience):
    """A table that this node owns: nobody else writes to its log."""

    def __init__(self, table: Table, epoch: int, lines: int = 0) -> None:
        """With so many lines an hour for each person; 0: no bound."""
        super().__init__(table)
        self.epoch = epoch
        self.clock = TableClock(table.at)
        self.lock = asyncio.Lock()
        """Held from looking at the table until the line is written and told: who comes first is first."""
        self.sockets: Counter[int] = Counter()
        """Open sockets here for each person."""
        self.allowances: dict[int, Allowance] = {}
        """How much each person may still say; all sockets of a person share one."""
        self.budgets: defaultdict[int, Bucket] = defaultdict(lambda: budget(lines))
        """How many lines of the log may still be caused from each seat, and by all who have none."""
        self.visits: defaultdict[int, Bucket] = defaultdict(lambda: budget(lines))
        """How many each person may still cause by coming and going."""
        self.users = 0
        """How many conversations and requests hold on to it now; while there is one it stays in memory."""
        self.pondering = Pondering()
        """What a bot thinks about."""
        self.given_up = False
        """Whether it was dropped from memory: not what the log says, or another node's. Whoever waits looks anew."""
        self.doubt = False
        """Whether a line may have been written that is not applied: look at the log first."""
        self.timer: asyncio.Handle | None = None
        self.timer_at = 0.0
        """When it runs out, by the loop's clock."""
        self.shown = (table.setup.options.watching, table.setup.options.delay)
        """What spectators are shown."""
        self.late: Late | None = None
        self.late_timer: asyncio.Handle | None = None

    def check_kept(self) -> None:
        """Refuse what waited for a table that was dropped meanwhile; the same request can be sent again."""
        if self.given_up:
            msg = "the table is read anew; come back and ask again"
            raise GivenUpError(msg)

    def apply(self, line: e.Line) -> Past | None:
        """Take the next line; None if nobody is told of it."""
        past = self.table.apply(line)
        if self.late is not None:
            self.late.add(line)
        return past

    def everybody(self) -> list[Client]:
        """All clients here, the late ones too."""
        return [*self.clients, *(self.late.clients if self.late else ())]

    def stop_timer(self) -> None:
        """Nothing is due."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def stop_timers(self) -> None:
        """Nothing happens by itself any more."""
        self.stop_timer()
        if self.late_timer is not None:
            self.late_timer.cancel()
            self.late_timer = None
