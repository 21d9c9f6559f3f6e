"""What a table does by itself: bots move, clocks run out, the absent are stood in for, nobody's table sleeps.

`next_due` looks at a table and says what is due next and when; it changes nothing. The
node that has the table's lease waits until then, looks again, and writes the entry.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lastcard.bots import (
    Effort,
    at_once,
    bot,
    decision,
    default_move,
    react_seconds,
    sight,
    think_seconds,
    thinks_ahead,
)
from lastcard.moves import Move
from lastcard.server.table import entries as e
from lastcard.server.table.beginning import begins_again, begun
from lastcard.server.table.fold import Table
from lastcard.server.table.people import PROGRAM_STAND_IN
from lastcard.server.table.races import Waiting, begins_turn
from lastcard.server.table.tempo import deal_pause, pace_of
from lastcard.view import View

NOTICE = 1.5
"""Seconds that a bot gives people to catch somebody, or to jump in, before its turn closes the window."""

PERFORMANCE = 3.0
"""Seconds that a bot takes to perform what the others vote on."""

LEAST_THOUGHT = 0.1
"""Seconds that a bot that thinks ahead takes at least, also where bots don't wait for people."""


class Thought(NamedTuple):
    """Something for a bot to think about."""

    question: tuple[int, int]
    """The table's line and the seat; the same for as long as the question stands."""
    begin: Callable[[], Callable[[Effort], Move]]
    """Takes along what the seat may know; what it returns can run in any thread."""
    entry: Callable[[Move], e.Entry]
    """The line for an answer."""


class Due(NamedTuple):
    """Something that happens at a time unless something else happens before."""

    at: float
    """Milliseconds since 1970."""
    entry: Callable[[], e.Entry]
    thought: Thought | None = None
    """What a bot may think about until then; without an answer `entry` is its line."""


def next_due(table: Table, salt: str, sleep_after: float) -> Due | None:
    """What comes first. `salt` is secret, so that nobody can foretell what a bot will do."""
    if table.asleep:
        return None
    if not table.somebody_present():
        return Due(table.empty_since + sleep_after * 1000, e.Slept)
    return min(_candidates(table, salt), key=lambda due: due.at, default=None)


def _candidates(table: Table, salt: str) -> Iterator[Due]:
    if table.phase == "playing":
        yield from _waiting_catches(table)
        yield from _decision(table, salt)
        yield from _reactions(table, salt)
        yield from _take_overs(table)
    elif begins_again(table):
        yield Due(table.at, lambda: begun(table))
    yield from _host_away(table)


# --- catches that wait (uno-3) ----------------------------------------------------------------------


def grace_end(table: Table, target: int) -> float:
    """Until when only the own call of somebody who can be caught counts, in milliseconds since 1970."""
    return table.races.liable[target][1] + table.setup.options.uno_grace * 1000


def _waiting_catches(table: Table) -> Iterator[Due]:
    """They are carried out when the grace is over, first pressed first."""
    for catch in _possible_catches(table):
        yield Due(grace_end(table, catch.target), catch.entry)


def _possible_catches(table: Table) -> Iterator[Waiting]:
    for catch in table.races.waiting:
        if table.game is not None and table.game.is_legal(catch.entry().move):
            yield catch


def catch_before(table: Table, entry: e.Entry, now: int) -> e.Entry | None:
    """The waiting catch that is carried out before a move is, if there is one.

    The move may begin a turn, or the grace may be over and no node have come to it yet.
    """
    if not table.races.waiting or not isinstance(entry, e.Moved) or table.game is None:
        return None
    for catch in _possible_catches(table):
        if catch.entry() == entry:
            return None
        if begins_turn(table.game, entry) or grace_end(table, catch.target) <= now:
            return catch.entry()
    return None


# --- the game -------------------------------------------------------------------------------------


def _decision(table: Table, salt: str) -> Iterator[Due]:
    assert table.game is not None
    asked, clock = table.asked(), clock_of(table)
    if table.performer is not None:
        yield from _performance(table, table.performer)
    elif asked < 0:
        yield from _deal(table)
    elif level := table.level_at(asked):
        yield _bot_turn(table, asked, level, salt)
    elif clock is not None and table.program_at(asked) is not None:
        due = max(table.decision_at + clock * 1000, _notice(table))
        yield Due(due, lambda: _decided(table, PROGRAM_STAND_IN, _seed(table, asked, salt)))
    elif clock is not None:
        yield Due(table.decision_at + clock * 1000, lambda: _by_default(table, asked))


def clock_of(table: Table) -> float | None:
    """Seconds that whoever is waited for has for the present decision, or to perform, or to deal.

    None: there is no clock, or a bot answers.
    """
    asked, options = table.awaited(), table.setup.options
    if asked < 0:
        return deal_pause(table)
    person = table.person_at(asked)
    if person is not None and person.program:
        return options.program_time if table.level_at(asked) is None else None
    return options.clock if table.seats[asked].level is None else None


def _performance(table: Table, seat: int) -> Iterator[Due]:
    """A bot performs for a while; a person who takes longer than the clock allows has performed."""
    clock, pace = clock_of(table), pace_of(table)
    if table.level_at(seat) is not None:
        yield Due(table.decision_at + PERFORMANCE * pace * 1000, lambda: e.Performed(seat=seat, how="bot"))
    elif clock is not None:
        yield Due(table.decision_at + clock * 1000, lambda: e.Performed(seat=seat, how="clock"))


def _deal(table: Table) -> Iterator[Due]:
    wait = deal_pause(table)
    if wait is not None:
        yield Due(table.decision_at + wait * 1000, lambda: e.Moved(seat=-1, move="deal", how="clock"))


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
    view = table.game.view(seat)
    due = table.changed_at + think_seconds(level, view, _luck(table, seat, line, salt)) * 1000 * pace_of(table)
    due = max(due, _notice(table))
    seed = _seed(table, seat, salt)
    if not thinks_ahead(level):
        return Due(due, lambda: _decided(table, level, seed))
    thought = Thought((line, seat), lambda: _thinking(table, level, seed), lambda move: _moved(table, move, "bot"))
    due = max(due, table.changed_at + LEAST_THOUGHT * 1000)
    return Due(due, lambda: _decided(table, at_once(level), seed), thought)


def _notice(table: Table) -> float:
    """Before when no bot answers, since it would close a window that people have just seen open."""
    assert table.game is not None
    pace, due = pace_of(table), 0.0
    for _, since in table.races.liable.values():
        due = max(due, since + (table.setup.options.uno_grace + NOTICE * pace) * 1000)
    return max(due, table.decision_at + NOTICE * pace * 1000) if table.game.can_be_jumped else due


def _seed(table: Table, seat: int, salt: str) -> str:
    if table.daily:  # after the same moves bots do the same at everybody's table, on whichever node
        assert table.game is not None
        return f"{table.shuffle.secret.hex()} {int(table.game.state.moves)} {seat} daily"
    return f"{salt} {table.id} {table.changed} {seat} move"


def _decided(table: Table, level: str, seed: str) -> e.Entry:
    assert table.game is not None
    return _moved(table, decision(table.game, bot(level, seed)), "bot")


def _thinking(table: Table, level: str, seed: str) -> Callable[[Effort], Move]:
    """Takes along what the seat may know, and nothing of the table."""
    assert table.game is not None
    seen = sight(table.game, table.game.asks.seat)
    return lambda effort: bot(level, seed, effort=effort).choose(seen)


def _reactions(table: Table, salt: str) -> Iterator[Due]:
    """What bots do out of turn; each looks once at each chance, and never at once."""
    game = table.game
    assert game is not None
    if not table.races.liable and not game.can_be_jumped:
        return
    for number in range(len(table.seats)):
        level = table.level_at(number)
        if level is not None and number != game.asks.seat and game.legal_moves(number):
            view = game.view(number)
            if table.races.liable and game.settings.uno == "race":
                yield from _shout(table, view, level, salt)
            if game.can_be_jumped:
                yield from _jump(table, view, level, salt)


def _shout(table: Table, view: View, level: str, salt: str) -> Iterator[Due]:
    """A call or a catch. A call with two cards belongs to a jump-in."""
    liable = table.races.liable
    line, since = max(liable.values())
    kinds = {"uno", "catch"} if view.sizes[view.seat] == 1 else {"catch"}
    move = _reaction(view, level, kinds, f"{salt} {table.id} {line} {view.seat} react")
    if move is None:
        return
    wait = react_seconds(level, _luck(table, view.seat, line, salt)) * pace_of(table)
    if move.kind == "catch":
        since = liable[move.target or 0][1]
        wait += table.setup.options.uno_grace
    yield Due(since + wait * 1000, lambda: _moved(table, move, "bot"))


def _jump(table: Table, view: View, level: str, salt: str) -> Iterator[Due]:
    """A card out of turn (jump-1), after a call if that leaves one card."""
    seed = f"{salt} {table.id} {table.decision} {view.seat} jump"
    move = _reaction(view, level, {"uno", "play"} if view.sizes[view.seat] == 2 else {"play"}, seed)
    if move is not None:
        wait = react_seconds(level, random.Random(seed)) * pace_of(table)
        yield Due(table.decision_at + wait * 1000, lambda: _moved(table, move, "bot"))


def _reaction(view: View, level: str, kinds: set[str], seed: str) -> Move | None:
    """What a bot does out of turn, of some kinds of moves; the same however often it is looked at."""
    moves = tuple(move for move in view.moves if move.kind in kinds)
    return bot(at_once(level), seed).react(dataclasses.replace(view, moves=moves)) if moves else None


# --- people ---------------------------------------------------------------------------------------


def _take_overs(table: Table) -> Iterator[Due]:
    grace = table.setup.options.away_grace * 1000
    for number, seat in enumerate(table.seats):
        person = None if seat.person is None else table.people[seat.person]
        if person is not None and not (person.nodes or person.program or seat.stand_in):
            yield Due(person.away_since + grace, lambda number=number: e.TookOver(seat=number))  # type: ignore[misc]


def _host_away(table: Table) -> Iterator[Due]:
    host = None if table.host is None else table.people[table.host]
    if host is not None and not host.present and table.somebody_present():
        yield Due(host.away_since + table.setup.options.away_grace * 1000, e.HostAway)
