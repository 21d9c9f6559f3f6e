"""Bots that do anything that is allowed, each move as likely as the others.

The random one is the floor that every other bot must beat. The eager one only likes to play: it is the twin of the
kernel's policy of that name, for tables in the arena. Both forget half of their calls and catches.
"""

from __future__ import annotations

import random

from lastcard.moves import Move
from lastcard.view import View

_SPEAKS = 0.5
"""How often it uses a chance to call or to catch."""


class RandomBot:
    """Plays at random."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)

    def choose(self, view: View) -> Move:
        """Any legal move."""
        return self._random.choice(view.moves)

    def react(self, view: View) -> Move | None:
        """Any call or catch, about every second time."""
        if self._random.random() < _SPEAKS:
            return self._random.choice(view.moves)
        return None


class EagerBot(RandomBot):
    """Plays at random, but draws or passes only when nothing else can be done."""

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self.name = "eager"

    def choose(self, view: View) -> Move:
        """Any legal move that gets on."""
        moves = [move for move in view.moves if move.kind not in {"draw", "pass"}]
        gets_on = any(move.kind not in {"uno", "catch"} for move in moves)
        return self._random.choice(moves if gets_on else view.moves)
