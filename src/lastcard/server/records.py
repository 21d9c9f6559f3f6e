"""The record of a finished game, from the table's log."""

from __future__ import annotations

from lastcard.editions import edition
from lastcard.fairness import Shuffle
from lastcard.game import Game
from lastcard.record import write_record
from lastcard.server import entries as e
from lastcard.server.errors import RefusedError
from lastcard.server.table import Table


def record_of(lines: list[e.Line], wanted: int | None) -> str:
    """The record of the game with this number, 1 for a table's first; None: the last one."""
    starts = [i for i, line in enumerate(lines) if isinstance(line.entry, e.Started)]
    number = len(starts) if wanted is None else wanted
    if not 1 <= number <= len(starts):
        played = f"games 1 to {len(starts)} were started" if starts else "no game was started yet"
        raise RefusedError("no-game", f"there is no game {number} at this table; {played}")
    start = starts[number - 1]
    end = starts[number] if number < len(starts) else len(lines)
    table = Table(0, "")
    table.fold(lines[:start])
    started = lines[start].entry
    assert isinstance(started, e.Started)
    shuffle = Shuffle(table.shuffle.secret, table.shuffle.salt, tuple(bytes.fromhex(mix) for mix in started.mixes))
    game = Game(edition(table.setup.edition), table.setup.seats, seed=shuffle.key, **table.setup.settings)
    for line in lines[start:end]:
        if isinstance(line.entry, e.Moved):
            game.make(line.entry.move)
    if not game.over:
        raise RefusedError("game-running", f"game {number} is not over; its record can be had after it")
    return write_record(game, table.names(), shuffle=shuffle)
