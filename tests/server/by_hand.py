"""Tables folded from lines made by hand, without a server, and what they do next by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table.duties import next_due
from lastcard.server.table.fold import Table
from lastcard.server.table.records import Part, check_started
from lastcard.server.table.setup import Options, Setup

SLEEP_AFTER = 30
"""Seconds after which a table without anybody sleeps."""


def lobby(people: int, setup: Setup) -> Table:
    """A table before its game, with so many people on the first seats, all present."""
    table = Table(7, "ABCDEF")
    add(table, e.Created(setup=setup, secret="00" * 32, salt="00" * 32))
    for seat in range(people):
        add(table, e.Joined(person=seat + 1, name=f"P{seat}", token=f"{seat}" * 64))
        add(table, e.Sat(by=seat + 1, seat=seat))
        add(table, e.Arrived(person=seat + 1, node="n"))
    return table


def table_with(game: Game, *, bots: Mapping[int, str] | None = None, **options: Any) -> Table:
    """A table at which a game stands just so: a person on each seat, all present, but for those that bots have."""
    setup = Setup(edition=game.edition.id, seats=game.players, options=Options(**{"clock": 20, **options}))
    table = lobby(game.players, setup)
    for seat, level in (bots or {}).items():
        add(table, e.Stood(by=seat + 1))
        add(table, e.SeatedBot(by=1, seat=seat, level=level))
    add(table, e.Started(mixes=[""] * game.players))
    table.game = game
    return table


def add(table: Table, entry: e.AnyEntry, later: int = 0) -> None:
    """The next line."""
    table.apply(e.Line(table.number + 1, max(table.at, 1_000_000) + later, entry))


class Log:
    """Lines, and the table that follows them one by one."""

    def __init__(self, setup: Setup, people: int = 2) -> None:
        self.table, self.lines = Table(7, "ABCDEF"), list[e.Line]()
        self.add(e.Created(setup=setup, secret="00" * 32, salt="00" * 32))
        for person in range(1, people + 1):
            self.add(e.Joined(person=person, name=f"P{person}", token=f"{person}" * 64))
            self.add(e.Sat(by=person, seat=person - 1))
            self.add(e.Arrived(person=person, node="n"))

    def add(self, entry: e.AnyEntry) -> None:
        """The next line, a second later."""
        self.lines.append(e.Line(len(self.lines) + 1, 1_000_000 + 1000 * len(self.lines), entry))
        self.table.apply(self.lines[-1])

    def play_out(self) -> None:
        """A game from its deal to its end, each move with an id."""
        self.add(e.Started(mixes=[""] * len(self.table.seats)))
        game = self.table.game
        assert game is not None
        while not game.over:
            moves = game.legal_moves()
            plays = [move for move in moves if move.kind == "play"]
            made = game.check_move((plays or moves)[0])
            by = None if made.seat < 0 else self.table.seats[made.seat].person
            self.add(e.Moved(by=by, id=f"{len(self.lines)}", seat=made.seat, move=str(made)))

    def folded(self) -> Table:
        """The same table, read from the log at once."""
        table = Table(7, "ABCDEF")
        table.fold(self.lines)
        return table


def next_of(table: Table) -> tuple[float, e.Entry]:
    """What the table does next by itself, and in how many milliseconds."""
    due = next_due(table, "salt", SLEEP_AFTER)
    assert due is not None
    return due.at - table.at, due.entry()


def part_of(lines: list[e.Line], game: int | None = None) -> Part:
    """What a game needs of a whole log, looked for line by line; None: the last game."""
    deals = [i for i, line in enumerate(lines) if isinstance(line.entry, e.Started)]
    game = len(deals) if game is None else game
    check_started(game, len(deals))
    start = deals[game - 1]
    end = deals[game] if game < len(deals) else len(lines)
    before = [line for line in lines[:start] if not isinstance(line.entry, e.Moved | e.Pressed | e.Performed | e.Said)]
    moves = [line.number for line in lines[:start] if isinstance(line.entry, e.Moved)]
    rematches = [line.number for line in before if isinstance(line.entry, e.Rematched)]
    ends = [max(number for number in moves if number < rematch) for rematch in rematches]
    return Part(game, before, ends, sum(isinstance(line.entry, e.SILENT) for line in lines[:start]), lines[start:end])
