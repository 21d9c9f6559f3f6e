"""Finished games, from the table's log: their records.

`Finished` finds a game in the log and is where a game that still goes on is refused;
`replays.py` uses it too.
"""

from __future__ import annotations

from collections.abc import Iterator

from lastcard.editions import by_id
from lastcard.errors import EditionError
from lastcard.game import Game
from lastcard.record import write_record
from lastcard.server import entries as e
from lastcard.server.errors import RefusedError
from lastcard.server.table import Past, Table


def fold(table: Table, lines: list[e.Line]) -> None:
    """Bring a table to the end of its lines, or refuse: its edition may be gone, or other than it was."""
    try:
        table.fold(lines)
        by_id(table.setup.edition)
    except EditionError:
        name = table.setup.edition
        say = f"this table plays {name!r}, an edition that the server does not have any more, or that has changed since"
        raise RefusedError("bad-setup", say) from None


class Finished:
    """A game of a table, to be played again from its log; only at its end is it known to be finished."""

    def __init__(self, lines: list[e.Line], wanted: int | None) -> None:
        """The game with this number, 1 for a table's first; None: the last one."""
        starts = [i for i, line in enumerate(lines) if isinstance(line.entry, e.Started)]
        self.number = len(starts) if wanted is None else wanted
        if not 1 <= self.number <= len(starts):
            played = f"games 1 to {len(starts)} were started" if starts else "no game was started yet"
            raise RefusedError("no-game", f"there is no game {self.number} at this table; {played}")
        start = starts[self.number - 1]
        end = starts[self.number] if self.number < len(starts) else len(lines)
        self.table = Table(0, "")
        """The table, first as it was when the cards were dealt."""
        fold(self.table, lines[: start + 1])
        self._lines = lines[start + 1 : end]

    def moves(self) -> Iterator[e.Moved]:
        """Every move of the game; the table stays as it is."""
        return (line.entry for line in self._lines if isinstance(line.entry, e.Moved))

    def play(self) -> Iterator[Past]:
        """The deal and every move, the table following; at the end a refusal if the game is not over."""
        yield self.table.past[-1]
        for line in self._lines:
            if self.table.phase == "over":
                return
            past = self.table.apply(line)
            if past is not None and isinstance(line.entry, e.Moved):
                yield past
        self.check(over=self.table.phase == "over")

    def check(self, *, over: bool) -> None:
        """Refuse a game that still goes on."""
        if not over:
            raise RefusedError("game-running", f"game {self.number} is not over; it can be looked at afterwards")


def record_of(lines: list[e.Line], wanted: int | None) -> str:
    """The record of the game with this number, 1 for a table's first; None: the last one."""
    found = Finished(lines, wanted)
    table, shuffle = found.table, found.table.shuffle
    game = Game(by_id(table.setup.edition), table.setup.seats, seed=shuffle.key, **table.setup.settings)
    for entry in found.moves():
        game.make(entry.move)
    found.check(over=game.over)
    return write_record(game, table.names(), shuffle=shuffle)
