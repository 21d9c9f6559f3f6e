"""How long a bot takes, so that people can follow a table and need not wait for it: seconds to think, and to react.

Nothing here waits; whoever runs a table does. A time depends only on what everybody
may know: a wait that grew with the cards that fit would tell how many there are.
"""

from __future__ import annotations

import random as randomness

from lastcard.bots.characters import sitter_called
from lastcard.view import View

SHORTEST, LONGEST = 0.2, 2.0
"""No bot is quicker or slower than this, in seconds."""

_STEP = (0.6, 1.0)
"""Least and most seconds for a step of its own: to play or to draw."""
_PART = (0.35, 0.7)
"""For what belongs to a step, its own or somebody else's: people see it as one scene."""
_AT_ONCE = (0.2, 0.35)
"""For what comes with a card: its colour, and to challenge it or not."""
_QUESTIONS = {
    "play": _STEP,
    "drawn": _STEP,
    "stack": _STEP,
    "color": _AT_ONCE,
    "challenge": _AT_ONCE,
}
"""For each question; all others are parts."""
_AFTER_CALL = 0.45
"""To play the card for which it has just called."""

_REACTION = (0.5, 1.5)
"""Least and most seconds to a call, catch or jump-in out of turn, for the simple bot."""

_CARDS = 9
"""More cards than this take no longer."""
_FULL_HAND = 0.25
"""How much of the room between least and most a full hand takes up by itself."""
_SPREAD = 0.5
"""How much of it is chance."""
_SLOW = 1.6
"""A bot that is so many times as slow as the simple one begins at the middle of what is left."""


def think_seconds(bot: str, view: View, random: randomness.Random) -> float:
    """How long a bot with this name, such as `hard` or `otto@hard`, thinks about what its seat is asked in `view`."""
    seat, question = view.asks
    least, most = _QUESTIONS.get(question, _PART)
    if question in {"play", "drawn"} and seat in view.called:  # it knows which card it called for
        return _AFTER_CALL
    part = (sitter_called(bot).slowness / _SLOW) * (1 - _SPREAD - _FULL_HAND)
    if question in {"play", "discard", "give"}:
        part += _FULL_HAND * min(view.sizes[seat], _CARDS) / _CARDS
    part += _SPREAD * random.random()
    return least + (most - least) * min(part, 1)


def react_seconds(bot: str, random: randomness.Random) -> float:
    """How long a bot with this name takes to call, to catch or to jump in out of turn."""
    least, most = _REACTION
    seconds = sitter_called(bot).slowness * random.triangular(least, most, (2 * least + most) / 3)
    return min(max(seconds, SHORTEST), LONGEST)
