"""Cards and moves as text. `docs/notation.md` has the grammar.

A card is written by its faces: `r7`, `W+4`, and in two-sided editions `r7|tA`,
with `?` for a face that is not known. A move is `SEAT KIND [VALUE]`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from lastcard.editions import Edition
from lastcard.engine.rules import MAX_SEATS
from lastcard.errors import NotationError

UNKNOWN = "?"


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """What is known of a card: the text of each of its faces, `?` where it is not known."""

    faces: tuple[str, ...]
    text: str = field(init=False, repr=False, compare=False)
    """How it is written."""

    def __post_init__(self) -> None:
        nothing = all(face == UNKNOWN for face in self.faces)
        object.__setattr__(self, "text", UNKNOWN if nothing else "|".join(self.faces))

    def __str__(self) -> str:
        return self.text

    def face(self, side: int) -> str:
        """The face on a side."""
        return self.faces[side]


def face_numbers(edition: Edition, side: int) -> dict[str, int]:
    """Each face of a side by its text."""
    return {face.text: number for number, face in enumerate(edition.sides[side].faces)}


def parse_card(text: str, edition: Edition, side: int) -> Card:
    """A card as it is written; a bare face is the one on `side`."""
    if not edition.two_sided:
        return Card((_face(text, edition, 0),))
    if "|" in text:
        parts = text.split("|")
        if len(parts) != 2:
            msg = f"card {text!r:.40} has {len(parts)} faces; write it as light|dark"
            raise NotationError(msg)
        return Card((_face(parts[0], edition, 0), _face(parts[1], edition, 1)))
    face = _face(text, edition, side)
    return Card((face, UNKNOWN) if side == 0 else (UNKNOWN, face))


def _face(text: str, edition: Edition, side: int) -> str:
    if text == UNKNOWN or text in face_numbers(edition, side):
        return text
    here = edition.sides[side]
    symbols = " ".join(kind.symbol for kind in here.kinds if not kind.wild)
    wilds = " ".join(kind.symbol for kind in here.kinds if kind.wild)
    msg = (
        f"{text!r:.40} is no face of edition {edition.id}"
        f"{f' on its {here.name} side' if edition.two_sided else ''}; allowed: "
        f"a colour ({' '.join(here.letters)}) with a symbol ({symbols}), or a wild ({wilds})"
    )
    raise NotationError(msg)


MOVE_KINDS = (
    "play", "draw", "pass", "color", "challenge", "accept", "target", "discard", "done",
    "uno", "catch", "vote", "dare", "chicken", "silent", "deal",
)  # fmt: skip
"""The kinds of moves, in the order of the engine's numbers for them."""

ASKS = ("play", "drawn", "color", "challenge", "target", "discard", "vote", "dare", "uno", "catch", "round over", "game over")
"""The questions that a game can ask, in the order of the engine's numbers for them."""

_WITH_VALUE = {"play": "a card", "discard": "a card", "color": "a colour", "target": 'a seat or "none"', "catch": "a seat", "vote": '"yes" or "no"'}


class Move(NamedTuple):
    """One move: who, what, and with which card, colour, seat or answer."""

    seat: int
    """-1 for `deal`, which nobody in particular does."""
    kind: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.seat} {self.short}" if self.seat >= 0 else self.short

    @property
    def short(self) -> str:
        """The move without its seat, as in lists of what a player can do."""
        return f"{self.kind} {self.value}" if self.value else self.kind

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from its text."""
        words = text.split()
        if words == ["deal"]:
            return cls(-1, "deal")
        if len(words) < 2 or not re.fullmatch(r"[0-9]{1,2}", words[0]):
            msg = f"{text!r:.60} is no move; write it as SEAT KIND [VALUE], for example '0 play r7', or 'deal'"
            raise NotationError(msg)
        seat, kind, values = int(words[0]), words[1], words[2:]
        if kind not in MOVE_KINDS or kind == "deal":
            msg = f"{text!r:.60}: {kind!r:.20} is no kind of move; allowed: {', '.join(k for k in MOVE_KINDS if k != 'deal')}"
            raise NotationError(msg)
        if len(values) != (1 if kind in _WITH_VALUE else 0):
            wanted = _WITH_VALUE.get(kind, "nothing")
            msg = f"{text!r:.60}: after {kind!r} comes {wanted}; found {' '.join(values) or 'nothing'!r:.40}"
            raise NotationError(msg)
        if seat >= MAX_SEATS:
            msg = f"{text!r:.60}: seats are 0 to {MAX_SEATS - 1}"
            raise NotationError(msg)
        return cls(seat, kind, *values)
