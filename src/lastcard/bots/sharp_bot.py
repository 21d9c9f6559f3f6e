"""A sharp player at any table.

How it decides is in the engine (`engine/kernel/sharp.py`), so that millions of games can be played by it; here it
sits at a table like every other bot.
"""

from __future__ import annotations

import random

from lastcard.bots.sight import Sight, as_sight
from lastcard.bots.simple_bot import SimpleBot, first
from lastcard.minds.answering import Answering
from lastcard.moves import Move
from lastcard.view import View

_LETS_BE = 1 / 8


class Attentive(SimpleBot):
    """Sees every chance to call and to catch, and jumps in nearly always."""

    def react(self, view: View) -> Move | None:
        """Now and then it lets a jump-in be: two who never do could hand the same two cards to and fro for ever."""
        move = super().react(view)
        jumps = move is not None and (move.kind == "play" or len(view.hand) == 2)
        return None if jumps and self._random.random() < _LETS_BE else move

    def _notices(self) -> bool:
        return True


class SharpBot:
    """Weighs every card."""

    thinks = True
    """It gets a `Sight`."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.name = "sharp"
        self._random = random.Random(seed)
        self._reacts = Attentive(seed)

    def react(self, view: View) -> Move | None:
        """Every call and catch that there is, and nearly every jump-in."""
        return self._reacts.react(view)

    def choose(self, view: View) -> Move:
        """A call or a catch first, then the answer."""
        said = self.says_first(view)
        return said if said is not None else self.answer(as_sight(view))

    def says_first(self, view: View) -> Move | None:
        """uno-2: what is said before the answer, if anything is."""
        if view.asks.seat != view.seat or view.asks.kind in {"uno", "catch"}:
            return None
        call = first(view, "uno")
        if call is not None and (view.seat in view.liable or first(view, "play") is not None):
            return call
        return first(view, "catch")

    def answer(self, sight: Sight) -> Move:
        """What it answers."""
        answering = Answering(sight.rules, sight.seat, sight.world, seed=self._random.getrandbits(62))
        return move_of(sight, answering, answering.choice())


def move_of(sight: Sight, answering: Answering, code: int) -> Move:
    """The move that a number of the engine means to the seat."""
    return sight.moves[answering.moves().index(code)]
