"""How soon tables go on whose node was killed: owned by others, in memory there, and open to those who come back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from lastcard.server.log.schema import tables
from tests.server import processes
from tests.server.harness import PATIENCE, Guest, Refused, Room, Server
from tests.server.players import GONE
from tests.server.scenes import figure
from tests.services import Postgres

WANTED = 5.0
"""Seconds within which the tables of a killed node shall have moved."""
GUESTS = 100
"""Tables at which somebody sits when the node is killed."""
_TURN = 0.02


@dataclass
class Moved:
    """What was measured, in seconds from the kill on."""

    tables: int
    owned: float = 0.0
    """Until every table belonged to a node that is there."""
    opened: float = 0.0
    """Until every table was in memory there."""
    back: list[float] = field(default_factory=list)
    """Until those who sat at a table were welcomed again, and could say something."""

    @property
    def faults(self) -> list[str]:
        """What took too long."""
        return [f"took {self.owned:.1f} s, wanted are {WANTED:g}"] if self.owned > WANTED else []

    def report(self) -> list[str]:
        """The figures as lines to read."""
        back = sorted(self.back)
        owned = f"owned by others after {self.owned:.1f} s, all in memory there after {self.opened:.1f} s"
        half = f"half of them after {back[len(back) // 2]:.1f} s, all after {back[-1]:.1f} s"
        return [
            f"moved         {self.tables:,} tables of a killed node: {owned}",
            f"back          {len(back)} people at tables of theirs: {half}",
            *self.faults,
        ]


def move(count: int, nodes: int, serve: Sequence[str] = ()) -> Moved:
    """Kill a node that owns so many tables."""
    with contextlib.ExitStack() as stack:
        postgres = stack.enter_context(Postgres())
        url = postgres.url(postgres.create_database())
        servers = [stack.enter_context(Server(url, "--sleep-after", "3600", *serve)) for _ in range(max(2, nodes))]
        return asyncio.run(_move(count, url, servers))


async def _move(count: int, url: str, servers: list[Server]) -> Moved:
    lost, *others = servers
    process = lost.process
    assert process is not None
    moved = Moved(count)
    here = Room(lost.url)
    try:
        guests = [await here.create(seats=2, fill="simple", options={"clock": None}) for _ in range(count)]
        sitting = guests[:: max(1, count // GUESTS)]
        for guest in sitting:
            await guest.enter()
        engine = sa.create_engine(url)
        with engine.connect() as connection:
            gone = set(connection.execute(sa.select(tables.c.node).distinct()).scalars())
        processes.end_all(process.pid)
        begun = time.monotonic()
        back = [
            asyncio.create_task(_come_back(guest, others[i % len(others)], begun)) for i, guest in enumerate(sitting)
        ]
        moved.owned = await _until(begun, lambda: _left(engine, gone) == 0)
        moved.opened = await _until(
            begun, lambda: sum(figure(node, "lastcard_leases") for node in others) >= count, pause=0.2
        )
        moved.back = list(await asyncio.gather(*back))
        engine.dispose()
    finally:
        await here.close()
    return moved


def _left(engine: sa.Engine, lost: set[str]) -> int:
    """Tables that still belong to one of these nodes, or to none."""
    wanted = sa.select(sa.func.count()).where(tables.c.node.in_(lost) | tables.c.node.is_(None))
    with engine.connect() as connection:
        left: int = connection.execute(wanted).scalar_one()
    return left


async def _until(begun: float, condition: Callable[[], bool], pause: float = _TURN) -> float:
    while not await asyncio.to_thread(condition):
        assert time.monotonic() - begun < 4 * PATIENCE, "stuck: the tables of a killed node do not move"
        await asyncio.sleep(pause)
    return time.monotonic() - begun


async def _come_back(guest: Guest, node: Server, begun: float) -> float:
    """Come in at another node and say something, as soon as that is possible."""
    await guest.until(lambda: guest.closed)
    guest.url = node.url
    while True:
        try:
            await guest.enter(last=guest.number)
            await guest.ask("chat", text="back")
        except (Refused, OSError, *GONE):
            await asyncio.sleep(0.1)
        else:
            return time.monotonic() - begun
