"""What a table does by itself: bots move, clocks run out, the absent are stood in for, nobody's table sleeps.

`next_due` looks at a table and says what is due next and when; it changes nothing. The
node that has the table's lease waits until then, looks again, and writes the entry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lastcard.bots import bot, default_move, react_seconds, think_seconds
from lastcard.moves import Move
from lastcard.server import entries as e
from lastcard.server.table import Seat, Table

NOTICE = 1.5
"""Seconds that a bot gives people to catch somebody before its turn closes the window."""

UNWATCHED_PACE = 0.3
"""The least pace of bots while no person is playing with them: nobody waits, and the server has other things to do."""

DEAL_PAUSE = 5.0
"""Seconds after a round in which only bots are left to deal the next one."""


class Due(NamedTuple):
    """Something that happens at a time unless something else happens before."""

    at: float
    """Milliseconds since 1970."""
    entry: Callable[[], e.Entry]


def next_due(table: Table, salt: str, sleep_after: float) -> Due | None:
    """What comes first. `salt` is secret, so that nobody can foretell what a bot will do."""
    if table.asleep:
        return None
    if not table.somebody_present():
        return Due(table.empty_since + sleep_after * 1000, e.Slept)
    return min(_candidates(table, salt), key=lambda due: due.at, default=None)


def _candidates(table: Table, salt: str) -> Iterator[Due]:
    if table.phase == "playing":
        yield from _decision(table, salt)
        yield from _reactions(table, salt)
        yield from _take_overs(table)
    yield from _host_away(table)


# --- the game -------------------------------------------------------------------------------------


def _decision(table: Table, salt: str) -> Iterator[Due]:
    assert table.game is not None
    asked, clock = table.asked(), table.setup.options.clock
    if asked < 0:
        yield from _deal(table)
    elif level := table.seats[asked].level:
        yield _bot_turn(table, asked, level, salt)
    elif clock is not None:
        yield Due(table.decision_at + clock * 1000, lambda: _by_default(table, asked))


def _deal(table: Table) -> Iterator[Due]:
    wait = deal_pause(table)
    if wait is not None:
        yield Due(table.decision_at + wait * 1000, lambda: e.Moved(seat=-1, move="deal", how="clock"))


def deal_pause(table: Table) -> float | None:
    """A round is over: a player deals.

    Without one, or when the clock runs out, it happens by itself after so many seconds.
    """
    return table.setup.options.clock if _somebody_plays(table) else DEAL_PAUSE


def _somebody_plays(table: Table) -> bool:
    return any(
        seat.person is not None and not seat.stand_in and table.people[seat.person].present for seat in table.seats
    )


def _by_default(table: Table, seat: int) -> e.Entry:
    assert table.game is not None
    return _moved(table, default_move(table.game.view(seat)), "clock")


def _moved(table: Table, move: Move, how: str) -> e.Entry:
    """A move of a bot or of the clock; cards are taken as the seat knows them."""
    assert table.game is not None
    made = table.game.check_move(move, as_seen=True)
    return e.Moved(seat=made.seat, move=str(made), how="bot" if how == "bot" else "clock")


def _luck(table: Table, seat: int, line: int, salt: str) -> random.Random:
    """The same for the same question, however often it is looked at."""
    return random.Random(f"{salt} {table.id} {line} {seat}")


def _bot_turn(table: Table, seat: int, level: str, salt: str) -> Due:
    assert table.game is not None
    line = table.changed
    pace = table.setup.options.pace if _somebody_plays(table) else max(UNWATCHED_PACE, table.setup.options.pace)
    view = table.game.view(seat)
    due = table.changed_at + think_seconds(level, view, _luck(table, seat, line, salt)) * 1000 * pace
    for _, since in table.liable.values():
        due = max(due, since + (table.setup.options.uno_grace + NOTICE * pace) * 1000)
    return Due(due, lambda: _moved(table, bot(level, f"{salt} {table.id} {line} {seat} move").choose(view), "bot"))


def _reactions(table: Table, salt: str) -> Iterator[Due]:
    """Calls and catches of bots out of turn, each considered once for each player who became liable."""
    game = table.game
    if game is None or not table.liable or game.settings.uno != "race":
        return
    asked = game.asks[0]
    for number, seat in enumerate(table.seats):
        if seat.level is not None and number != asked:
            yield from _reaction(table, number, seat, salt)


def _reaction(table: Table, number: int, seat: Seat, salt: str) -> Iterator[Due]:
    assert table.game is not None
    assert seat.level is not None
    view = table.game.view(number)
    if not view.moves:
        return
    line, since = max(table.liable.values())
    move = bot(seat.level, f"{salt} {table.id} {line} {number} react").react(view)
    if move is None:
        return
    wait = react_seconds(seat.level, _luck(table, number, line, salt)) * table.setup.options.pace
    if move.kind == "catch":
        since = table.liable[move.target or 0][1]
        wait += table.setup.options.uno_grace
    yield Due(since + wait * 1000, lambda: _moved(table, move, "bot"))


# --- people ---------------------------------------------------------------------------------------


def _take_overs(table: Table) -> Iterator[Due]:
    grace = table.setup.options.away_grace * 1000
    for number, seat in enumerate(table.seats):
        if seat.person is not None and not seat.stand_in and not table.people[seat.person].present:
            due = table.people[seat.person].away_since + grace
            yield Due(due, lambda number=number: e.TookOver(seat=number))  # type: ignore[misc]


def _host_away(table: Table) -> Iterator[Due]:
    host = None if table.host is None else table.people[table.host]
    if host is not None and not host.present and any(person.present for person in table.here()):
        yield Due(host.away_since + table.setup.options.away_grace * 1000, e.HostAway)
