"""A sharp player at any table.

How it decides is in the engine (`engine/kernel/sharp.py`), so that millions of games can be played by it; here it
sits at a table like every other bot.
"""

from __future__ import annotations

import random

from lastcard.bots.sight import Sight, as_sight
from lastcard.bots.simple_bot import SimpleBot, first, pick
from lastcard.bots.temper import CALM, Temper, shows, tempered
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
        return not shows(self._temper.misses_catch, self._random)


class SharpBot:
    """Weighs every card."""

    thinks = True
    """It gets a `Sight`."""

    def __init__(self, seed: int | str | None = None, temper: Temper = CALM) -> None:
        self.name = "sharp"
        self._random = random.Random(seed)
        self._reacts = Attentive(seed, temper)
        self._temper = temper

    def react(self, view: View) -> Move | None:
        """Every call and catch that there is, and nearly every jump-in."""
        return self._reacts.react(view)

    def choose(self, view: View) -> Move:
        """A call or a catch first, then the answer, as its temper lets it be given."""
        said = self.says_first(view)
        return said if said is not None else tempered(self._temper, view, self.answer(as_sight(view)), self._random)

    def says_first(self, view: View) -> Move | None:
        """uno-2: what is said before the answer, if anything is."""
        if view.asks.seat != view.seat:
            return None
        if view.asks.kind in {"uno", "catch"}:
            return self._slip(view)
        call, catch = first(view, "uno"), first(view, "catch")
        wants = call is not None and (view.seat in view.liable or first(view, "play") is not None)
        if wants and not shows(self._temper.forgets_call, self._random):
            return call
        return catch if catch is not None and not shows(self._temper.misses_catch, self._random) else None

    def _slip(self, view: View) -> Move | None:
        """uno-4: where it is asked whether it calls or catches, a temper may keep it silent."""
        chance = self._temper.forgets_call if view.asks.kind == "uno" else self._temper.misses_catch
        return pick(view, "silent") if shows(chance, self._random) else None

    def answer(self, sight: Sight) -> Move:
        """What it answers."""
        answering = Answering(sight.rules, sight.seat, sight.world, seed=self._random.getrandbits(62))
        return move_of(sight, answering, answering.choice())


def move_of(sight: Sight, answering: Answering, code: int) -> Move:
    """The move that a number of the engine means to the seat."""
    return sight.moves[answering.moves().index(code)]
