"""Kills processes of servers at random moments while people play, and holds all logs against what they were told.

A storm goes in rounds: fresh tables, some kills, another move at every table, and then each line and each answer that
anybody got is looked for in the log. What is found to be wrong is a fault in words, so that a command can list it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from lastcard.server.table import entries as e
from tests.server import processes
from tests.server.harness import PATIENCE, Server, eventually, room
from tests.server.players import Crowd, Player, check_told, check_views, faults_of_answers, faults_of_log, read_log
from tests.services import Postgres

CALM: dict[str, Any] = {"pace": 0.02, "uno_grace": 0.1, "away_grace": 5}
TABLES: list[dict[str, Any]] = [
    {"people": 2, "watchers": 1, "edition": "classic", "seats": 3},
    {"people": 3, "edition": "house", "seats": 3, "settings": {"custom": ["custom-7", "custom-8", "custom-6"]}},
    {"people": 2, "edition": "flip", "seats": 4},
    {"people": 2, "edition": "flip-marvel", "seats": 2, "settings": {"scoring": "hand"}},
]
"""People's seats come first, bots take the rest."""

ORPHANED = 15.0
"""Seconds that processes may outlive the server that they belonged to."""
RECOVERY = 4 * PATIENCE
"""Seconds within which every table must have another move; a busy machine takes long to start servers."""
_TOGETHER = 0.15
"""How often two servers are hit at once."""
_A_MOMENT = 0.2
"""Seconds in which a server ends that has lost a process and does not go on without it."""
_WAITS = (0, 0.02, 0.2, 0.5, 0.8)
_SHOWN = 20


@dataclass
class Tally:
    """What a storm has done and found."""

    kills: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    """Tables whose logs were compared."""
    acknowledged: int = 0
    refused: int = 0
    again: int = 0
    """Requests that had to be sent once more, as a kill had swallowed the answer."""
    lines: int = 0
    """Lines in these logs."""
    told: int = 0
    """Lines that clients were told, each counted for each client."""
    faults: list[str] = field(default_factory=list)

    def report(self) -> list[str]:
        """All of it as lines to read."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items())) or "none"
        lines = [
            f"kills         {self.kills.total():,}: {kinds}",
            f"acknowledged  {self.acknowledged:,} requests, {self.again:,} of them sent again after a kill",
            f"compared      {self.lines:,} lines of {self.tables} tables, and {self.told:,} as clients were told them",
        ]
        if not self.faults:
            return [*lines, "verdict       nothing lost, nothing doubled, every table went on"]
        lines.append(f"verdict       {len(self.faults)} faults")
        return lines + [f"  {fault}" for fault in self.faults[:_SHOWN]]


class Target:
    """A server that is hit: as a whole, or one of its processes. If it died of it, it is started again."""

    def __init__(self, kind: str, server: Server | Postgres) -> None:
        self.kind, self.server = kind, server

    @property
    def root(self) -> int:
        """The process that the command started."""
        if isinstance(self.server, Postgres):
            return self.server.pid
        assert self.server.process is not None
        return self.server.process.pid

    def running(self) -> bool:
        """Whether the server's first process is there."""
        if isinstance(self.server, Postgres):
            return self.server.running
        return self.server.process is not None and self.server.process.poll() is None

    def hit(self, rng: random.Random) -> str:
        """Kill one of its processes, or all of them; which kind of kill it was."""
        found = processes.tree(self.root)
        if len(found) == 1 or rng.random() < 1 / 3:
            kind = f"whole {self.kind}"
            processes.end_all(self.root)
        elif rng.random() < 1 / len(found):
            kind = f"{self.kind}, first process"
            processes.end(found[0])
        else:
            processes.end(rng.choice(found[1:]))
            return f"{self.kind}, other process"
        self._await_end(20)
        return kind

    def _await_end(self, seconds: float) -> None:
        process = self.server._process if isinstance(self.server, Postgres) else self.server.process
        assert process is not None
        process.wait(seconds)

    def recover(self, before: Sequence[processes.Process]) -> str | None:
        """Start it again if it is gone; what it left running that it should not have."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._await_end(_A_MOMENT)
        if self.running():  # whoever watches over the process that was hit starts it again
            self._until_answering()
            return None
        left = processes.left_of(list(before), ORPHANED)
        for orphan in left:
            processes.end(orphan)
        self.server.start()
        named = ", ".join(processes.words(orphan) for orphan in left)
        return f"orphan: {len(left)} processes outlived their {self.kind} by {ORPHANED:g} s: {named}" if left else None

    def _until_answering(self) -> None:
        """A database that has lost a process comes back by itself, and no node can start before."""
        end = time.monotonic() + RECOVERY
        while isinstance(self.server, Postgres) and self.running() and not self.server._answers():
            assert time.monotonic() < end, "stuck: the database does not come back"
            time.sleep(0.05)


class Storm:
    """Kills among some servers that share a database."""

    def __init__(
        self,
        database: str,
        nodes: Sequence[Server],
        rng: random.Random,
        tally: Tally,
        *,
        postgres: Postgres | None = None,
    ) -> None:
        self.database, self.nodes, self.rng, self.tally = database, nodes, rng, tally
        self.targets = [Target("node", node) for node in nodes]
        self.outages = postgres is not None
        if postgres is not None:
            self.targets.append(Target("PostgreSQL", postgres))
        self._turns: list[Target] = []

    async def rounds(self, kills: int, each: int = 25, tell: Callable[[], None] = lambda: None) -> None:
        """So many kills, fresh tables after some of them; it ends early if something is wrong."""
        goal = self.tally.kills.total() + kills
        while (left := goal - self.tally.kills.total()) > 0 and not self.tally.faults:
            await self.round(min(each, left))
            tell()

    async def round(self, kills: int) -> None:
        """Some kills while people play at fresh tables, and the comparison."""
        await eventually(self._all_healthy, RECOVERY)
        async with room(self.nodes[0]) as here:
            crowd = await sit_down(here, self._where, outages=self.outages)
            try:
                goal = self.tally.kills.total() + kills
                while (left := goal - self.tally.kills.total()) > 0:
                    await asyncio.sleep(self.rng.choice(_WAITS) * self.rng.random())
                    await self._strike(crowd, left)
                    if self.rng.random() < 2 / 3:  # else it may hit while people are still coming back
                        await crowd.further(self.rng.randint(1, 15), RECOVERY)
                    crowd.check()
                await crowd.move_on(RECOVERY)
                await crowd.end()
            except Exception as failure:  # noqa: BLE001 - whatever a player met is part of the verdict
                self.tally.faults.append(f"{type(failure).__name__}: {failure}")
                self.tally.faults += [f"a node's last words: {line}" for node in self.nodes for line in node.log[-5:]]
                await crowd.give_up()
            for player in crowd.everybody():  # bots play on, and nobody shall be told of more than is read then
                await player.guest.drop()
            await asyncio.to_thread(self.compare, crowd)

    def _where(self) -> str:
        """A node to come back to; which one is left to chance, and it need not be there."""
        return self.rng.choice([node.url for node in self.nodes])

    async def _all_healthy(self) -> bool:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            for node in self.nodes:
                try:
                    if (await http.get(f"{node.url}/healthz")).status_code != httpx.codes.OK:
                        return False
                except httpx.HTTPError:
                    return False
        return True

    async def _strike(self, crowd: Crowd, most: int) -> None:
        count = 2 if self.rng.random() < _TOGETHER else 1
        hit = list({id(target): target for target in (self._next() for _ in range(min(count, most)))}.values())
        for target in hit:
            if not target.running():  # it ended by itself, as one of its processes had been killed
                await asyncio.to_thread(target.recover, [])
        before = [processes.tree(target.root) for target in hit]
        for target in hit:
            self.tally.kills[await asyncio.to_thread(target.hit, self.rng)] += 1
        crowd.rest(0.1)  # so that starting takes less long
        # the database first: without it no node starts
        for target, trees in sorted(zip(hit, before, strict=True), key=lambda pair: pair[0].kind == "node"):
            fault = await asyncio.to_thread(target.recover, trees)
            if fault is not None:
                self.tally.faults.append(fault)
        crowd.rest(0)

    def _next(self) -> Target:
        """Each in its turn, in an order that is new every time."""
        if not self._turns:
            self._turns = self.rng.sample(self.targets, len(self.targets))
        return self._turns.pop()

    def compare(self, crowd: Crowd) -> None:
        """Hold everything that anybody was told and granted against the logs."""
        for code, players in crowd.players.items():
            lines = read_log(self.database, code)
            told, faults = compared(lines, players, code)
            self.tally.faults += [f"table {code}: {fault}" for fault in faults]
            self.tally.tables += 1
            self.tally.lines += len(lines)
            self.tally.told += told
            for player in players:
                self.tally.acknowledged += len(player.granted)
                self.tally.refused += len(player.refused)
                self.tally.again += player.resent


def compared(lines: list[e.Line], players: Sequence[Player], code: str) -> tuple[int, list[str]]:
    """How many lines the people of a table were told, and what is wrong with its log."""
    told, faults = 0, list(faults_of_log(lines))
    for player in players:
        faults += [f"person {player.guest.person}, {fault}" for fault in faults_of_answers(lines, player)]
        try:
            told += check_told(lines, player)
        except AssertionError as fault:
            faults.append(f"person {player.guest.person}, {fault}")
    if not faults:
        try:
            check_views(lines, players, code)
        except AssertionError as fault:
            faults.append(f"view: {fault}")
    return told, faults


async def sit_down(here: Any, where: Callable[[], str], *, outages: bool = False) -> Crowd:
    """Fresh tables, everybody playing."""
    crowd = Crowd()
    crowd.outages = outages
    for wanted in TABLES:
        await crowd.seat(here, where=where, options=CALM, **wanted)
    crowd.begin()
    await crowd.further(10, RECOVERY)
    return crowd


def mixed(seed: str, what: object) -> random.Random:
    """Luck that comes again with its seed."""
    return random.Random(f"{seed} {what}")
