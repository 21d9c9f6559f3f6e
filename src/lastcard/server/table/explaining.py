"""Why a player can't play a card of the own hand now: for who wants to know it, and nobody else."""

from __future__ import annotations

from lastcard.reasons import Reason
from lastcard.server.errors import RefusedError
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person


def why_not(table: Table, person: Person, card: str) -> Reason | None:
    """The reason for a card as its holder sees it, or by its face in play; None if it can be played."""
    if person.seat is None:
        raise RefusedError("not-seated", "only somebody with a seat has cards")
    if table.game is None:
        raise RefusedError("not-now", "no game goes on, so nobody has cards")
    hand = table.game.view(person.seat).hand
    texts, fronts = [each.text for each in hand], [each.front for each in hand]
    if card not in texts and card not in fronts:
        raise RefusedError("notation", f"{card!r:.20} is no card of your hand: {', '.join(texts)}")
    place = texts.index(card) if card in texts else fronts.index(card)
    return table.game.reasons(person.seat)[place]
