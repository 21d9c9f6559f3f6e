"""What a bot reads off a face: its colour, its points, and whether it hurts the next player.

It reads the edition's sentences, so it needs no list of cards. Of an edition that was
never made known by its id, it reads as much as the text of a face tells.
"""

from __future__ import annotations

from lastcard.editions import FaceKind, Side, find
from lastcard.editions.model import SIDES
from lastcard.notation import UNKNOWN, Card
from lastcard.view import View


def letter(face: str) -> str:
    """The colour of a face as its letter; empty for a wild, and for a face that is not known."""
    return face[0] if face[:1].islower() else ""


def front(card: Card, view: View) -> str:
    """The face on the side in play."""
    return card.face(SIDES.index(view.side))


def bare(text: str, view: View) -> str:
    """The face on the side in play of a card as a move writes it, bare or whole."""
    return text.split("|")[SIDES.index(view.side)] if "|" in text else text


def _side(view: View) -> Side | None:
    """The side in play as it is printed, if the edition is known."""
    known = find(view.edition)
    return known.sides[SIDES.index(view.side)] if known else None


def color_letters(view: View) -> dict[str, str]:
    """Each colour's letter by its name, on the side in play."""
    side = _side(view)
    return side.letter_of if side else {}


def kind_of(face: str, view: View) -> FaceKind:
    """What is printed on a face of the side in play."""
    symbol = face[1:] if letter(face) else face
    side = _side(view)
    found = side.kind_of.get(symbol) if side else None
    return found or FaceKind(symbol, symbol, copies=0, points=0, wild=not letter(face))


def hits_next(kind: FaceKind) -> bool:
    """Whether the next player draws or misses the turn."""
    hits = ("next player draws", "next player misses", "everyone else misses")
    return any(sentence.startswith(hits) for sentence in kind.does)


def can_be_challenged(kind: FaceKind) -> bool:
    """Whether it is a Wild Draw, which needs a hand without the colour in play (bluff-1)."""
    return any("may challenge" in sentence for sentence in kind.does)


def matches(face: str, view: View) -> bool:
    """turn-1: whether a face could lie on the top card."""
    if face == UNKNOWN:
        return False
    top, own = front(view.top, view), letter(face)
    if not own:
        return True
    in_play = color_letters(view).get(view.color or "", letter(top))
    return own == in_play or (letter(top) != "" and face[1:] == top[1:])
