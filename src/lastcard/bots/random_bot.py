"""A bot that does anything that is allowed, each move as likely as the others.

It is the floor that every other bot must beat. It forgets half of its calls and catches.
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
