"""Finished games, from a part of the table's log: their records.

`Finished` plays a game again and is where one that still goes on is refused; `replays.py`
uses it too. The moves of other games are not even read (`log/games.py`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

from lastcard.editions import by_id
from lastcard.errors import EditionError, RuleError, SettingsError
from lastcard.game import Game
from lastcard.record import write_record
from lastcard.server.errors import RefusedError, UnreadableError
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Past, Table


def fold(table: Table, lines: list[e.Line]) -> None:
    """Bring a table to the end of its lines, or refuse: its edition may be gone, or other than it was.

    A line that can't be taken is an `UnreadableError`.
    """
    with _checked(table):
        try:
            table.fold(lines)
        except (EditionError, RuleError, SettingsError):
            raise
        except Exception as failure:
            raise UnreadableError(table.number, failure) from failure


@contextlib.contextmanager
def _checked(table: Table) -> Iterator[None]:
    try:
        yield
        _ = table.setup.custom  # which asks for the edition and reads its rules
    except EditionError:
        name = table.setup.edition
        say = f"this table plays {name!r}, an edition that the server does not have any more, or that has changed since"
        raise RefusedError("bad-setup", say) from None
    except (RuleError, SettingsError) as error:  # a rule, say, that an older version let pass
        raise RefusedError("bad-setup", f"this table has settings that are not possible any more: {error}") from None


class Part(NamedTuple):
    """What one of a table's games needs of the log."""

    game: int
    """Its number, 1 for a table's first."""
    before: list[e.Line]
    """The lines before it that matter: not those of moves and talk."""
    ends: list[int]
    """The numbers of the moves that ended the games before it, as far as somebody went in them or after them."""
    silent: int
    """How many lines before it nobody was told of."""
    lines: list[e.Line]
    """The deal, and all that came after it until the next one."""


def check_started(game: int, started: int) -> None:
    """Refuse a game that there is not, of so many that were started."""
    if not 1 <= game <= started:
        played = f"games 1 to {started} were started" if started else "no game was started yet"
        raise RefusedError("no-game", f"there is no game {game} at this table; {played}")


class Finished:
    """A game of a table, to be played again; only at its end is it known to be finished."""

    def __init__(self, part: Part) -> None:
        self.number = part.game
        self.table = Table(0, "")
        """The table, first as it was when the cards were dealt."""
        with _checked(self.table):
            self.table.fold_room(part.before, part.ends, part.lines[0], part.silent)
        self._lines = part.lines[1:]

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


def record_of(part: Part) -> bytes:
    """The record of a game."""
    found = Finished(part)
    table, shuffle = found.table, found.table.shuffle
    game = Game(by_id(table.setup.edition), table.setup.seats, seed=shuffle.key, **table.setup.settings)
    for entry in found.moves():
        game.make(entry.move)
    found.check(over=game.over)
    return write_record(game, table.names(), shuffle=shuffle).encode()
