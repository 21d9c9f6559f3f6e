"""How long a bot takes, so that people can follow a table: seconds to think, and seconds to react.

Nothing here waits; whoever runs a table does. A time depends only on what everybody
may know: a wait that grew with the cards that fit would tell how many there are.
"""

from __future__ import annotations

import random as randomness

from lastcard.bots.characters import sitter_called
from lastcard.view import View

SHORTEST, LONGEST = 0.3, 4.0
"""No bot is quicker or slower than this, in seconds."""

_QUESTIONS = {
    "play": 1.0,
    "drawn": 0.9,
    "color": 1.0,
    "challenge": 1.3,
    "target": 1.0,
    "discard": 0.9,
    "give": 0.9,
    "vote": 1.2,
    "dare": 1.3,
    "uno": 0.7,
    "catch": 0.9,
    "stack": 1.2,
    "jump": 0.8,
}
"""Seconds for each question, for the simple bot with two cards."""

_EACH_CARD = 0.06
"""Seconds for each further card in the hand."""

_CARDS = 9
"""More cards than this take no longer."""

_OTHERWISE, _AFTER_CALL = 0.6, 0.5
_LEAST, _USUAL, _MOST = 0.75, 0.95, 1.35
"""Times are spread between these multiples."""

_REACTION = (0.5, 0.8, 1.5)
"""Least, usual and most seconds to a call, catch or jump-in out of turn, for the simple bot."""


def think_seconds(bot: str, view: View, random: randomness.Random) -> float:
    """How long a bot with this name, such as `hard` or `otto@hard`, thinks about what its seat is asked in `view`."""
    slowness = sitter_called(bot).slowness
    seat, question = view.asks
    if question in {"play", "drawn"} and seat in view.called:  # it knows which card it called for
        seconds = _AFTER_CALL
    else:
        seconds = _QUESTIONS.get(question, _OTHERWISE) * slowness
        if question in {"play", "discard", "give"}:
            seconds += _EACH_CARD * slowness * (min(view.sizes[seat], _CARDS) - 2)
    return _bounded(seconds * random.triangular(_LEAST, _MOST, _USUAL))


def react_seconds(bot: str, random: randomness.Random) -> float:
    """How long a bot with this name takes to call, to catch or to jump in out of turn."""
    least, usual, most = _REACTION
    return _bounded(sitter_called(bot).slowness * random.triangular(least, most, usual))


def _bounded(seconds: float) -> float:
    return min(max(seconds, SHORTEST), LONGEST)
