"""What must be true of every state, in words, by the numbers that `kernel/invariants.py` gives."""

from __future__ import annotations

VIOLATIONS = (
    "",
    "a card is missing or in two places",
    "the number of cards changed",
    "a hand is empty while the round goes on",
    "the discard pile is empty",
    "the colour in play is not a colour",
    "the side or direction is out of range",
    "the seat asked or in turn does not exist",
    "nobody can move although the game is not over",
    "a listed move is not legal",
    "a holder does not know an own card",
    "a back that faces the others is not known to them",
    "a seat knows a card that lies hidden in the draw pile",
    "the top of the discard pile is not known to all",
    "somebody who does not exist knows something",
    "a liable seat does not hold one card",
    "points were lost or made up",
    "the game is over without a winner",
    "a round that is over still asks",
)
"""What each number means; the first is that all is well."""
