"""An edition as data: its sides, their faces, and the numbers of its booklet.

These are plain, frozen values. Reading them from a file is `load.py`, turning
them into the engine's arrays is `compile.py`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

SIDES = ("light", "dark")
"""The names of the two sides in every notation. A one-sided edition has only the first."""

GOES_BACK = "goes back"


@dataclass(frozen=True)
class FaceKind:
    """What is printed on a kind of card, whatever its colour."""

    symbol: str
    name: str
    copies: int
    """In each colour; of a wild, in all."""
    points: int
    number: int | None = None
    wild: bool = False
    does: tuple[str, ...] = ()
    turned_up: tuple[str, ...] | str = ()
    """Sentences for when it is turned up first, or `GOES_BACK`."""
    as_last_card: tuple[str, ...] = ()
    in_deck: str = ""
    """The name of a setting that must be on for the card to be in the deck."""
    written: int = 0
    """1, 2, 3: does the first, second, third rule of the setting `custom`."""


@dataclass(frozen=True)
class Face:
    """One printed face: a kind in a colour, or a wild."""

    text: str
    kind: FaceKind
    color: int
    """The colour's place in its side, or -1 for a wild."""
    color_name: str | None = None
    """The colour by its name; a wild has none."""


@dataclass(frozen=True)
class Side:
    """One side of the deck."""

    name: str
    called: str
    colors: tuple[str, ...]
    letters: tuple[str, ...]
    kinds: tuple[FaceKind, ...]

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """All faces in their fixed order: by colour, each in the order of the kinds, then the wilds."""
        colored = [
            Face(letter + kind.symbol, kind, color, self.colors[color])
            for color, letter in enumerate(self.letters)
            for kind in self.kinds
            if not kind.wild
        ]
        return (*colored, *(Face(kind.symbol, kind, -1) for kind in self.kinds if kind.wild))

    @cached_property
    def kind_of(self) -> dict[str, FaceKind]:
        """Each kind by its symbol."""
        return {kind.symbol: kind for kind in self.kinds}

    @cached_property
    def letter_of(self) -> dict[str, str]:
        """Each colour's letter by its name."""
        return dict(zip(self.colors, self.letters, strict=True))


@dataclass(frozen=True)
class Edition:
    """One booklet: everything about a game that is not a table's choice."""

    id: str
    title: str
    about: str
    cards: int
    hand: int
    caught_draws: int
    wild_is_match: bool
    defaults: tuple[tuple[str, Any], ...]
    sides: tuple[Side, ...]

    def __hash__(self) -> int:
        """Worked out once: editions are looked up by themselves all the time."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.cards, self.hand, self.defaults, self.sides))

    @property
    def two_sided(self) -> bool:
        """Whether each card has a second face."""
        return len(self.sides) > 1

    @cached_property
    def digest(self) -> str:
        """A short text that changes with the cards and rules, and not with what is only said about them."""
        data = {name: value for name, value in asdict(self).items() if name not in {"title", "about"}}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def own_settings(self) -> frozenset[str]:
        """Settings that only some editions have, and this one does."""
        kinds = [kind for side in self.sides for kind in side.kinds]
        own = {kind.in_deck for kind in kinds if kind.in_deck}
        if any(kind.written for kind in kinds):
            own.add("custom")
        return frozenset(own)

    @cached_property
    def custom_slots(self) -> int:
        """How many cards a table can write its own rules on."""
        return max((kind.written for side in self.sides for kind in side.kinds), default=0)
