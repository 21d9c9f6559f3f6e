"""Moves and questions as values, and how a move is written: `SEAT KIND [VALUE]`, for example `0 play r7`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from lastcard.cards import Card
from lastcard.editions.model import SIDES, Edition
from lastcard.editions.nearest import did_you_mean
from lastcard.engine.kinds import MOVE_KINDS
from lastcard.engine.rules import MAX_SEATS
from lastcard.errors import NotationError
from lastcard.whole import whole_between

WITH_CARD = ("play", "discard", "give")
_VALUES = {
    "play": "a card", "discard": "a card", "give": "a card", "color": "a colour", "target": 'a seat or "none"',
    "catch": "a seat", "vote": '"yes" or "no"',
}  # fmt: skip
NO_SEAT = -1
"""The seat of `deal`, which nobody in particular does; and of a question that nobody is asked."""


class Question(NamedTuple):
    """Who must decide what. When the round or the game is over, the seat is -1."""

    seat: int
    kind: str


class Move:
    """One move: who does what, with which card, colour, player or answer. Moves that are written alike are equal.

    >>> from lastcard import Game
    >>> move = Game("classic", seed=1).move("0 play r7")
    >>> move.seat, move.kind, move.card.color
    (0, 'play', 'red')
    """

    __slots__ = ("_hash", "card", "color", "kind", "seat", "short", "target", "text", "value", "yes")

    def __init__(
        self,
        seat: int,
        kind: str,
        card: Card | None = None,
        *,
        color: str | None = None,
        target: int | None = None,
        yes: bool | None = None,
    ) -> None:
        """A move of any kind but those with a card takes no card; `target=None` is `target none`."""
        if not isinstance(kind, str) or kind not in MOVE_KINDS:
            hint = did_you_mean(kind, MOVE_KINDS) if isinstance(kind, str) else ""
            msg = f"{kind!r:.20} is no kind of move; {hint}allowed: {', '.join(MOVE_KINDS)}"
            raise NotationError(msg)
        if card is not None and not isinstance(card, Card):
            msg = f"found {card!r:.40} for a card; a move from its text is game.move('0 play r7')"
            raise NotationError(msg)
        who = whole_between(seat, NO_SEAT, NO_SEAT) if kind == "deal" else whole_between(seat, 0, MAX_SEATS - 1)
        if who is None:
            right = "deal is made by nobody: its seat is -1" if kind == "deal" else f"seats are 0 to {MAX_SEATS - 1}"
            msg = f"{seat!r:.20} can't {kind}: {right}"
            raise NotationError(msg)
        whom = None if target is None else whole_between(target, 0, MAX_SEATS - 1)
        if whom is None and target is not None:
            msg = f"{kind} {target!r:.20}: seats are 0 to {MAX_SEATS - 1}"
            raise NotationError(msg)
        if not isinstance(color, str | None) or not isinstance(yes, bool | None):
            msg = f"found color={color!r:.20} and yes={yes!r:.20}; a colour is a text, and yes is True or False"
            raise NotationError(msg)
        self.seat, self.kind, self.card, self.color, self.target, self.yes = who, kind, card, color, whom, yes
        self.value = self._written()
        """The card, colour, seat or answer as it is written; empty for a move without one."""
        self.short = f"{kind} {self.value}" if self.value else kind
        """The move without its seat, as in lists of what a player can do."""
        self.text = f"{who} {self.short}" if who >= 0 else kind
        """How it is written."""
        self._hash = hash(self.text)

    def _written(self) -> str:
        """The value in words; what does not belong to this kind of move is refused."""
        kind = self.kind
        given = {
            "a card": self.card is not None,
            "a colour": self.color is not None,
            "a seat": self.target is not None,
            '"yes" or "no"': self.yes is not None,
        }
        wanted = _VALUES.get(kind, "nothing")
        wrong = [what for what, there in given.items() if there != (what == wanted)]
        if kind == "target":
            wrong = [what for what, there in given.items() if there and what != "a seat"]
        if wrong:
            msg = f"after {kind!r} comes {wanted}; found {wrong[0] if given[wrong[0]] else 'nothing'}"
            raise NotationError(msg)
        if kind in WITH_CARD and self.card is not None:
            return self.card.text
        if kind == "target":
            return "none" if self.target is None else str(self.target)
        if kind == "vote":
            return "yes" if self.yes else "no"
        return str(self.target) if self.target is not None else self.color or ""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.seat, self.kind, self.card, self.color, self.target, self.yes)

    @classmethod
    def parse(cls, text: str, edition: str | Path | Edition, side: str = SIDES[0]) -> Move:
        """A move from its text, in a game of `edition` with `side` in play."""
        if not isinstance(text, str):
            msg = f"{text!r:.60} is no move; a move is a Move or a text such as '0 play r7'"
            raise NotationError(msg)
        seat, kind, value = split(text)
        if kind in WITH_CARD:
            return cls(seat, kind, Card.parse(value, edition, side))
        if kind == "color":
            return cls(seat, kind, color=value)
        if kind in {"target", "catch"}:
            return cls(seat, kind, target=_seat(text, value, none=kind == "target"))
        if kind == "vote":
            if value not in {"yes", "no"}:
                msg = f'{text!r:.60}: after \'vote\' comes "yes" or "no"; found {value!r:.20}'
                raise NotationError(msg)
            return cls(seat, kind, yes=value == "yes")
        return cls(seat, kind)


def _made(seat: int, kind: str, card: Card | None, color: str | None, target: int | None, yes: bool | None) -> Move:
    return Move(seat, kind, card, color=color, target=target, yes=yes)


def split(text: str) -> tuple[int, str, str]:
    """The seat, kind and value of a move as it is written; whether the value fits a game is another question."""
    words = text.split()
    if words == ["deal"]:
        return NO_SEAT, "deal", ""
    if len(words) < 2 or not re.fullmatch(r"[0-9]{1,2}", words[0]):
        msg = f"{text!r:.60} is no move; write it as SEAT KIND [VALUE], for example '0 play r7', or 'deal'"
        raise NotationError(msg)
    seat, kind, values = int(words[0]), words[1], words[2:]
    if kind not in MOVE_KINDS or kind == "deal":
        kinds = [k for k in MOVE_KINDS if k != "deal"]
        hint = did_you_mean(kind, kinds)
        msg = f"{text!r:.60}: {kind!r:.20} is no kind of move; {hint}allowed: {', '.join(kinds)}"
        raise NotationError(msg)
    if len(values) != (1 if kind in _VALUES else 0):
        wanted = _VALUES.get(kind, "nothing")
        msg = f"{text!r:.60}: after {kind!r} comes {wanted}; found {' '.join(values) or 'nothing'!r:.40}"
        raise NotationError(msg)
    if seat >= MAX_SEATS:
        msg = f"{text!r:.60}: seats are 0 to {MAX_SEATS - 1}"
        raise NotationError(msg)
    return seat, kind, values[0] if values else ""


def _seat(text: str, value: str, *, none: bool) -> int | None:
    if none and value == "none":
        return None
    if not re.fullmatch("[0-9]{1,2}", value) or int(value) >= MAX_SEATS:
        msg = f"{text!r:.60}: {value!r:.20} is no seat; seats are 0 to {MAX_SEATS - 1}{', or none' if none else ''}"
        raise NotationError(msg)
    return int(value)
