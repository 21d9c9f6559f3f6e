"""What a bot reads off a card: whether it hurts the next player, can be challenged, or fits.

It reads the sentences on the card, so it needs no list of cards.
"""

from __future__ import annotations

from lastcard.cards import Card
from lastcard.view import View

_HITS = ("next player draws", "next player misses", "everyone else misses")


def hits_next(card: Card) -> bool:
    """Whether the next player draws or misses the turn."""
    return any(sentence.startswith(_HITS) for sentence in card.does)


def can_be_challenged(card: Card) -> bool:
    """Whether it is a Wild Draw, which needs a hand without the colour in play (bluff-1)."""
    return any("may challenge" in sentence for sentence in card.does)


def matches(card: Card, view: View) -> bool:
    """turn-1: whether a card could lie on the top card."""
    if not card.known or card.wild:
        return card.wild
    in_play = view.color or view.top.color
    return card.color == in_play or (not view.top.wild and card.symbol == view.top.symbol)
