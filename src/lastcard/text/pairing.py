"""deck-2: which cards of the deck are meant, where the pairing of light and dark faces is fixed.

A position may leave out a face, or a whole card. With a fixed pairing not every face fits on every back, so each
card that is mentioned is given one of the deck that fits it, in such a way that there is one for every other, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from lastcard.cards import UNKNOWN
from lastcard.editions import Edition

Faces = tuple[int, ...]
"""A card of the deck: the numbers of its two faces."""
Wanted = tuple[int | None, ...]
"""A card that is mentioned; None for a face that is left out."""


def fits(card: Faces, wanted: Wanted) -> bool:
    """Whether a card has the faces that are wanted."""
    return all(face is None or face == printed for face, printed in zip(wanted, card, strict=True))


def give_out(wanted: Sequence[Wanted], deck: Sequence[Faces]) -> list[int | None]:
    """For each card wanted the place in the deck of one that fits, no card twice; None where none is left.

    This is Kuhn's way of matching: who finds all fitting cards taken asks those who have them to take others.
    """
    owner: dict[int, int] = {}
    given: list[int | None] = [None] * len(wanted)

    def find(who: int, asked: set[int]) -> bool:
        for place, card in enumerate(deck):
            if place in asked or not fits(card, wanted[who]):
                continue
            asked.add(place)
            if place not in owner or find(owner[place], asked):
                owner[place], given[who] = who, place
                return True
        return False

    # Those who know most of what they want choose first: they are the ones that can be wrong.
    for who in sorted(range(len(wanted)), key=lambda who: wanted[who].count(None)):
        find(who, set())
    return given


def why_none(game: Edition, deck: Sequence[Faces], wanted: Wanted) -> str:
    """Why there is no card, or none any more, that has the faces that are wanted; and which there are."""

    def text(faces: Wanted) -> str:
        pairs = zip(game.sides, faces, strict=True)
        return "|".join(UNKNOWN if face is None else side.faces[face].text for side, face in pairs)

    fitting = [text(card) for card in deck if fits(card, wanted)]
    if fitting:
        there = f"with the fixed pairing {game.id} has only {', '.join(fitting)}"
        return f"no card is left for {text(wanted)}: {there}"
    near = dict.fromkeys(text(card) for card in deck if card[0] == wanted[0] or card[1] == wanted[1])
    return (
        f"{text(wanted)} is no card of {game.id} with the fixed pairing; with one of its faces it has {', '.join(near)}"
    )
