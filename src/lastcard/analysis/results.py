"""What an analysis has found, as values and as plain data for JSON. Nothing in it is hidden from the seat it is for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from lastcard.arena.figures import Interval
from lastcard.cards import Card
from lastcard.moves import Move

_DIGITS = 5


@dataclass(frozen=True)
class MoveChance:
    """What came of a move."""

    move: Move
    wins: Interval
    """The chance that the seat, or its partner, wins the round: goes out first."""
    points: Interval | None
    """What the seat gets for the round on average; None if no points are counted (`scoring = "hand"`)."""
    lead: Interval | None
    """How many points it is ahead of the best other, its partner apart; with `scoring = "lowest"` how many below."""
    behind: float
    """By how much its chance to win is smaller than that of the first move."""
    clear: bool
    """Whether that is more than chance explains, to 95 %: both were tried in the same worlds."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "move": str(self.move),
            "wins": _interval(self.wins),
            "points": _interval(self.points),
            "lead": _interval(self.lead),
            "behind": round(self.behind, _DIGITS),
            "clear": self.clear,
        }


class Held(NamedTuple):
    """How likely a face is in a hand."""

    chance: float
    """That there is at least one."""
    copies: float
    """How many there are on average."""


@dataclass(frozen=True)
class LikelyHand:
    """What another seat may hold, by the faces on the side in play."""

    seat: int
    size: int
    seen: tuple[Card, ...]
    """Its cards as far as the seat that thinks has seen them."""
    colors: dict[str, float]
    """For each colour the chance that there is a card of it."""
    wild: float
    """The chance that there is a wild."""
    draw_card: float
    """The chance that there is a Draw card: one that makes the next player draw and miss the turn."""
    faces: dict[str, Held]
    """Every face of the side in play."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "seat": self.seat,
            "size": self.size,
            "seen": [card.text for card in self.seen],
            "colors": {color: round(chance, _DIGITS) for color, chance in self.colors.items()},
            "wild": round(self.wild, _DIGITS),
            "draw_card": round(self.draw_card, _DIGITS),
            "faces": {
                face: {"chance": round(held.chance, _DIGITS), "copies": round(held.copies, _DIGITS)}
                for face, held in self.faces.items()
            },
        }


@dataclass(frozen=True)
class Analysis:
    """What a position is worth to the seat that is asked."""

    edition: str
    players: int
    seat: int
    question: str
    """What the seat is asked."""
    scoring: str
    side: str
    worlds: int
    """How many worlds every move was tried in."""
    playouts: int
    """How many rounds were played to their end for that: a world with each move."""
    moves: tuple[MoveChance, ...]
    """The seat's legal moves, the one with the best chance to win first."""
    search: Move
    """What the bot `search` does, with its usual effort."""
    hands: tuple[LikelyHand, ...]
    """The hands of the others, in the order of the seats."""

    @property
    def best(self) -> Move:
        """The move with the best chance to win the round."""
        return self.moves[0].move

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "edition": self.edition,
            "players": self.players,
            "seat": self.seat,
            "question": self.question,
            "scoring": self.scoring,
            "side": self.side,
            "worlds": self.worlds,
            "playouts": self.playouts,
            "moves": [move.to_dict() for move in self.moves],
            "search": str(self.search),
            "hands": [hand.to_dict() for hand in self.hands],
        }

    def __str__(self) -> str:
        """For people."""
        from lastcard.analysis.text import report  # noqa: PLC0415 - which says what is here

        return "\n".join(report(self))


def _interval(found: Interval | None) -> dict[str, float] | None:
    return None if found is None else {name: round(value, _DIGITS) for name, value in found._asdict().items()}
