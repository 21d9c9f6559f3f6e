"""A table for the rule tests: lay out a position, make moves, say what must be true.

Positions, moves and expectations are written in notation, with the keys of the
conformance cases, so that a test reads as a case of the rule it names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pytest

from lastcard import Card, Game, IllegalMoveError, Layout
from lastcard.checks.conformance import check_step
from lastcard.editions.model import SIDES
from lastcard.standing import Viewer

_GIVEN = {field.name for field in fields(Layout)}


def table(edition: str, hands: Sequence[str] | None = None, **given: Any) -> Game:
    """A game laid out by hand: keys of a position as in a case's `given`, all others are settings.

    The turn is seat 0's unless `turn` says otherwise or a first card is still to be turned up.
    """
    layout = {key: given.pop(key) for key in list(given) if key in _GIVEN}
    if hands is not None and "discard" in layout:
        layout.setdefault("turn", 0)
    return Game.from_layout(edition, Layout(hands=hands, **layout), **given)


def play(game: Game, *moves: str) -> Game:
    """Make moves one after the other."""
    for move in moves:
        game.play(move)
    return game


def expect(game: Game, **wanted: Any) -> None:
    """Assert what must be true now: the keys of a case's `expect`."""
    problem = check_step(game, wanted)
    assert not problem, problem


def refusal(game: Game, move: str, *, as_seen: bool = False) -> str:
    """What a move that must be refused is answered with; the position must stay as it is."""
    before = game.position()
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move, as_seen=as_seen)
    assert game.position() == before
    return str(caught.value)


def bare(cards: Sequence[Card], side: str = "light") -> str:
    """The faces of cards on one side, in order."""
    return " ".join(card.face(SIDES.index(side)) for card in cards)


def all_cards(game: Game) -> Counter[str]:
    """Every card of the game, written whole, wherever it is."""
    piles = [*game.hands, game.discard, game.draw]
    return Counter(str(card) for pile in piles for card in pile)


def told(game: Game, seat: Viewer = "open") -> list[str]:
    """The last move's events as `seat` may know them, in sentences."""
    return [event.text for event in game.events(seat)]
