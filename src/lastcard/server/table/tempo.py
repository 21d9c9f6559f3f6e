"""How fast a table goes: what its people wish, and how soon the next round is dealt.

The slowest wish counts, so that nobody is hurried. Nothing here gives anybody less time to
decide: clocks and the grace before a catch stay as they are.
"""

from __future__ import annotations

from lastcard.server.table.fold import Table

SPEEDS = (1, 2, 4)
"""How many times as fast as usual bots play."""

UNWATCHED_PACE = 0.3
"""The least pace of bots while no person is playing with them: nobody waits, and the server has other things to do."""

DEAL_PAUSE = 5.0
"""Seconds after a round in which only bots are left to deal the next one."""


def tempo_of(table: Table) -> int:
    """How many times as fast as usual: as the slowest of those who play wishes."""
    return min((table.people[id_].tempo for id_ in _playing(table)), default=SPEEDS[0])


def pace_of(table: Table) -> float:
    """How long bots take, as a multiple of their usual time."""
    pace = table.setup.options.pace / tempo_of(table)
    return pace if _playing(table) else max(UNWATCHED_PACE, pace)


def holders(table: Table) -> list[int]:
    """The people who want to look at a round that is over, so that the next one is not dealt by itself."""
    return sorted(id_ for id_ in table.held if table.people[id_].attends)


def deal_pause(table: Table) -> float | None:
    """Seconds after a round until the next one is dealt, if no player does it before; None: somebody must."""
    options = table.setup.options
    if not _playing(table):
        return DEAL_PAUSE
    if options.deal_after is None or holders(table):
        return options.clock
    pause = options.deal_after / tempo_of(table)
    return pause if options.clock is None else min(pause, options.clock)


def _playing(table: Table) -> list[int]:
    """The people who are there and play themselves."""
    return [
        seat.person
        for seat in table.seats
        if seat.person is not None and not seat.stand_in and table.people[seat.person].attends
    ]
