"""What is decided by who was first: calls, catches that wait for the end of the grace, and jump-ins.

Part of a table's fold: it depends on the lines alone. A catch within the grace waits in
silence (uno-3): nobody but its presser may learn of it before it is carried out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from lastcard.game import Game
from lastcard.server.table import entries as e

LATE = 3000
"""Milliseconds in which a catch that came too late is told so, and is no catch of nobody."""

_TURN = frozenset({"play", "draw", "pass"})
_LOUD = frozenset({"uno", "catch"})


class Waiting(NamedTuple):
    """A catch that waits for the end of the grace."""

    seat: int
    target: int
    person: int | None
    """Who pressed."""
    how: e.By = "player"

    def entry(self) -> e.Moved:
        """The move that carries it out."""
        return e.Moved(by=self.person, seat=self.seat, move=f"{self.seat} catch {self.target}", how=self.how)


class Settled(NamedTuple):
    """Why somebody who could be caught can't be any more."""

    why: str
    """`called`, `caught`, `turn` (the next one began), `more` (than one card in hand) or `over` (the round)."""
    by: int
    """Whose move it was."""
    at: int


class Missed(NamedTuple):
    """A catch that waited and came to nothing."""

    seat: int
    """Whom it was for."""
    why: str


class Taken(NamedTuple):
    """A turn that anybody could have taken by a jump-in, and who took it (jump-2)."""

    decision: int
    by: int
    face: str
    """What lay on top."""
    then: int
    """The decision that came after it."""


def kind_of(entry: e.Moved) -> str:
    """What kind of move it is."""
    return _kind(entry.move, entry.seat)


@lru_cache(4096)
def _kind(move: str, seat: int) -> str:
    return move.split()[0 if seat < 0 else 1]


def is_loud(entry: e.Moved) -> bool:
    """Whether it is a call or a catch, which answers no question."""
    return kind_of(entry) in _LOUD


def begins_turn(game: Game, entry: e.Moved) -> bool:
    """Whether a move that has not been made yet begins a turn, and so closes the window for catches (uno-2)."""
    return kind_of(entry) in _TURN and game.asks.kind in {"play", "stack"}


class Races:
    """The races of one game."""

    def __init__(self) -> None:
        self.liable: dict[int, tuple[int, int]] = {}
        """Who can be caught: since which line, and since when."""
        self.waiting: list[Waiting] = []
        """Catches that wait, first pressed first."""
        self.settled: dict[int, Settled] = {}
        self.taken: Taken | None = None

    def press(self, entry: e.Pressed) -> None:
        """A catch waits from now on."""
        self.waiting.append(Waiting(entry.seat, entry.target, entry.by, entry.how))

    def waits(self, seat: int | None) -> list[int]:
        """The seats that somebody's catches wait for."""
        return [catch.target for catch in self.waiting if catch.seat == seat]

    def begin_again(self, at: int) -> None:
        """The grace begins anew for all who can be caught: nobody could call while no server was there."""
        self.liable = {seat: (line, at) for seat, (line, _) in self.liable.items()}

    def move(self, game: Game, entry: e.Moved, decision: int, line: int, at: int) -> dict[int, list[Missed]]:
        """Make a move; by seat, the catches that came to nothing through it."""
        began = begins_turn(game, entry)
        if game.can_be_jumped and not is_loud(entry):
            self.taken = Taken(decision, entry.seat, game.top.front, line)
        game.play(entry.move)
        liable = game.liable
        if liable or self.liable:
            for seat in set(self.liable).difference(liable):
                self.settled[seat] = Settled(_why(game, entry, seat, began=began), entry.seat, at)
            self.liable = {seat: self.liable.get(seat, (line, at)) for seat in liable}
        return self._drop(entry) if self.waiting else {}

    def _drop(self, entry: e.Moved) -> dict[int, list[Missed]]:
        """Let go of the catches of those who can't be caught any more."""
        missed: dict[int, list[Missed]] = {}
        for catch in [catch for catch in self.waiting if catch.target not in self.liable]:
            self.waiting.remove(catch)
            if entry.move != catch.entry().move:
                missed.setdefault(catch.seat, []).append(Missed(catch.target, self.settled[catch.target].why))
        return missed


def _why(game: Game, entry: e.Moved, seat: int, *, began: bool) -> str:
    kind = kind_of(entry)
    if kind == "uno" and entry.seat == seat:
        return "called"
    if kind == "catch" and entry.move.endswith(f" {seat}"):
        return "caught"
    if game.round_over:
        return "over"
    return "turn" if began else "more"
