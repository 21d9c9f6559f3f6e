"""Tempers: habits on top of whatever level somebody plays at, as data, and what comes of them at a table.

A habit looks only at the view, and at what the player would do by itself. Now and then it changes that, or keeps
the player from speaking up; what it chooses is always one of the moves that are there.
"""

from __future__ import annotations

import random as randomness
from collections.abc import Callable
from dataclasses import dataclass

from lastcard.bots import faces
from lastcard.moves import Move
from lastcard.view import View


@dataclass(frozen=True)
class Temper:
    """How often each habit shows when there is a chance to: 0 never, 1 always."""

    hoards_wilds: float = 0
    """Keeps a wild while another card can be played."""
    spends_wilds: float = 0
    """Plays a wild as soon as there is one."""
    bluffs: float = 0
    """Plays a Wild Draw though it holds the colour in play."""
    strikes: float = 0
    """Plays a card that hits the next player whenever there is one."""
    spares: float = 0
    """Plays no card that hits the next player while there is another."""
    sheds: float = 0
    """Plays the card that is worth most."""
    keeps_drawn: float = 0
    """Keeps a card just drawn that could be played."""
    favorite: int | None = None
    """The colour that it names whenever it holds one of it: its place among the colours of the side in play."""
    doubts: float = 0
    """Challenges."""
    trusts: float = 0
    """Accepts in place of challenging, unless it has seen the card."""
    remembers: float = 0
    """Challenges whoever it has seen with a card of the colour."""
    forgets_call: float = 0
    """Does not think of calling UNO."""
    misses_catch: float = 0
    """Does not notice that somebody can be caught, or that it could jump in."""
    slowness: float = 1
    """How long it takes, as a multiple of what its level takes."""


CALM = Temper()
"""No habits at all."""


def tempered(temper: Temper, view: View, own: Move, random: randomness.Random) -> Move:
    """What becomes of the answer that a player would give by itself."""
    look = _HABITS.get(view.asks.kind) if temper is not CALM and view.asks.seat == view.seat else None
    return look(temper, view, own, random) if look else own


def shows(chance: float, random: randomness.Random) -> bool:
    """Whether a habit shows this time; no chance is drawn for one that nobody has."""
    return chance > 0 and random.random() < chance


def _turn(temper: Temper, view: View, own: Move, random: randomness.Random) -> Move:
    """Another card, of those that a habit is for; an own choice among them stays."""
    if own.kind != "play" or len(view.hand) == 1:
        return own
    plays = [move for move in view.moves if move.kind == "play"]
    for chance, wanted in _CARDS:
        some = wanted(plays, view)
        if some and shows(chance(temper), random):
            return own if own in some else random.choice(some)
    return own


def _drawn(temper: Temper, view: View, own: Move, random: randomness.Random) -> Move:
    keep = next((move for move in view.moves if move.kind == "pass"), own)
    return keep if own.kind == "play" and len(view.hand) > 1 and shows(temper.keeps_drawn, random) else own


def _color(temper: Temper, view: View, own: Move, _random: randomness.Random) -> Move:
    choices = [move for move in view.moves if move.kind == "color"]
    if temper.favorite is None or not choices:
        return own
    favorite = choices[temper.favorite % len(choices)]
    return favorite if any(card.color == favorite.color for card in view.hand) else own


def _challenge(temper: Temper, view: View, own: Move, random: randomness.Random) -> Move:
    moves = {move.kind: move for move in view.moves if move.seat == view.seat}
    if "challenge" not in moves or own.kind not in {"challenge", "accept"}:
        return own
    before = view.discard[-2].color if len(view.discard) > 1 else None
    seen = before is not None and any(card.color == before for card in view.hands[view.turn])
    if (seen and shows(temper.remembers, random)) or shows(temper.doubts, random):
        return moves["challenge"]
    return moves["accept"] if not seen and shows(temper.trusts, random) else own


_HABITS: dict[str, Callable[[Temper, View, Move, randomness.Random], Move]] = {
    "play": _turn, "drawn": _drawn, "color": _color, "challenge": _challenge, "stack": _challenge,
}  # fmt: skip


def _wild(move: Move) -> bool:
    return move.card is not None and move.card.wild


def _hits(move: Move) -> bool:
    return move.card is not None and faces.hits_next(move.card)


def _bluffing(plays: list[Move], view: View) -> list[Move]:
    """Wild Draws, while a card of the colour in play is in hand."""
    if not view.color or all(card.color != view.color for card in view.hand):
        return []
    return [move for move in plays if move.card is not None and faces.can_be_challenged(move.card)]


def _dearest(plays: list[Move], _view: View) -> list[Move]:
    points = [(move.card.points or 0) if move.card is not None else 0 for move in plays]
    return [move for move, worth in zip(plays, points, strict=True) if worth == max(points)]


_CARDS: tuple[tuple[Callable[[Temper], float], Callable[[list[Move], View], list[Move]]], ...] = (
    (lambda temper: temper.bluffs, _bluffing),
    (lambda temper: temper.spends_wilds, lambda plays, _view: [move for move in plays if _wild(move)]),
    (lambda temper: temper.hoards_wilds, lambda plays, _view: [move for move in plays if not _wild(move)]),
    (lambda temper: temper.strikes, lambda plays, _view: [move for move in plays if _hits(move)]),
    (lambda temper: temper.spares, lambda plays, _view: [move for move in plays if not _hits(move)]),
    (lambda temper: temper.sheds, _dearest),
)
"""Which of the cards that can be played a habit is for; the first habit that shows decides."""
