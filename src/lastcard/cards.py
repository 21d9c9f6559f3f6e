"""Cards as values: what is known of a card, and how it is written. `docs/notation.md` has the grammar.

A card is written by its faces: `r7`, `W+4`, and in two-sided editions `r7|tA`, with `?` for a face that is not
known. In a move a bare face, `r7`, means any card with that face. Only this module takes a card's text apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from lastcard.editions import edition as find_edition
from lastcard.editions.model import SIDES, Edition, Face
from lastcard.editions.nearest import did_you_mean
from lastcard.engine.rules import FACE_BITS, MAX_FACES
from lastcard.engine.schema import Order
from lastcard.errors import NotationError

UNKNOWN = "?"
"""A face that is not known."""
ANY = ""
"""In a bare card: the face on the other side, whatever it is."""


@dataclass(frozen=True, order=True)
class Card:
    """What is known of a card: the text of each of its faces, `?` where it is not known.

    >>> from lastcard import edition
    >>> card = Card.parse("r7|tA", edition("flip"))
    >>> card.color, card.symbol, card.number, card.points, card.wild
    ('red', '7', 7, 7, False)
    >>> card.turned.color, card.turned.name
    ('teal', 'Skip Everyone')
    """

    faces: tuple[str, ...]
    in_play: int = field(default=0, compare=False, repr=False)
    """Which of its sides counts: colour, symbol, number and points are those of the face there."""
    printed: tuple[Face | None, ...] = field(default=(), compare=False, repr=False)
    """What is printed on each face, as far as it is known."""

    def __post_init__(self) -> None:
        if not isinstance(self.faces, tuple):
            msg = f"found {self.faces!r:.40}; a card from its text is Card.parse(text, edition)"
            raise NotationError(msg)

    @cached_property
    def text(self) -> str:
        """How it is written."""
        if ANY in self.faces:
            return "".join(self.faces)
        return UNKNOWN if all(face == UNKNOWN for face in self.faces) else "|".join(self.faces)

    def __str__(self) -> str:
        return self.text

    def face(self, side: int) -> str:
        """The text of the face on a side: 0 light, 1 dark."""
        return self.faces[side]

    @property
    def side(self) -> str:
        """The side that counts."""
        return SIDES[self.in_play]

    @property
    def front(self) -> str:
        """The text of the face that counts."""
        return self.faces[self.in_play]

    @property
    def back(self) -> str | None:
        """The text of the other face; a one-sided card has none."""
        return self.faces[1 - self.in_play] if len(self.faces) > 1 else None

    @property
    def known(self) -> bool:
        """Whether the face that counts is known."""
        return self._face is not None

    @property
    def _face(self) -> Face | None:
        return self.printed[self.in_play] if self.printed else None

    @property
    def color(self) -> str | None:
        """The name of its colour; None for a wild, and for a face that is not known."""
        return self._face.color_name if self._face else None

    @property
    def symbol(self) -> str | None:
        """Its number or symbol without the colour: `7`, `+2`, `R`, `W+4`."""
        return self._face.kind.symbol if self._face else None

    @property
    def number(self) -> int | None:
        """Its number; None for a symbol."""
        return self._face.kind.number if self._face else None

    @property
    def points(self) -> int | None:
        """What it counts when it is left in a hand."""
        return self._face.kind.points if self._face else None

    @property
    def wild(self) -> bool:
        """Whether it has no colour."""
        return self._face is not None and self._face.kind.wild

    @property
    def name(self) -> str | None:
        """What it is called: `Draw Two`; a number is called by itself."""
        return self._face.kind.name if self._face else None

    @property
    def does(self) -> tuple[str, ...]:
        """The sentences of what it does when played."""
        return self._face.kind.does if self._face else ()

    @property
    def bare(self) -> bool:
        """Whether it stands for any card with its face."""
        return ANY in self.faces

    @property
    def turned(self) -> Card:
        """The same card with its other side in play."""
        return Card(self.faces, len(self.faces) - 1 - self.in_play, self.printed)

    @classmethod
    def parse(cls, text: str, edition: str | Path | Edition, side: str = SIDES[0]) -> Card:
        """A card as it is written; a bare face is one on `side`."""
        game = find_edition(edition)
        return printed(game).parse(text, side_number(game, side))


def side_number(edition: Edition, side: str) -> int:
    """The number of a side by its name."""
    names = SIDES[: len(edition.sides)]
    if not isinstance(side, str) or side not in names:
        hint = did_you_mean(side, names) if isinstance(side, str) else ""
        msg = f"edition {edition.id} has no side {side!r:.20}; {hint}allowed: {', '.join(names)}"
        raise NotationError(msg)
    return names.index(side)


class Printed:
    """The cards of an edition in words.

    A card, as far as it is known, is also one number here: for each side the place of
    its face among all texts. Sorting these numbers sorts the cards by what they say.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.two_sided = edition.two_sided
        self.faces = [side.faces for side in edition.sides]
        """For each side, its faces in the order of the engine's numbers."""
        self.texts = [[face.text for face in side.faces] for side in edition.sides]
        self.numbers = [{text: number for number, text in enumerate(texts)} for texts in self.texts]
        """For each side, the engine's number for the text of a face."""
        self._sorted = [sorted([*texts, UNKNOWN]) for texts in self.texts]
        self.hidden = [texts.index(UNKNOWN) for texts in self._sorted]
        """For each side, the place of a face that is not known."""
        self.places = [
            bytes([places.index(text) for text in texts]).ljust(256, b"\0")
            for texts, places in zip(self.texts, self._sorted, strict=True)
        ]
        """For each side, the place of each face among all texts."""
        self.order = self._order()
        """The same as the engine takes it."""
        self.cards = [_Cards(self, side) for side in range(len(self.texts))]
        """For each side in play, the card of each number."""
        self._parsed: dict[tuple[str, int], Card] = {}
        self.bare_cards = [
            [self._card(self._bare(face.text, side), side) for face in faces] for side, faces in enumerate(self.faces)
        ]
        """For each side and face, the bare card."""

    def _order(self) -> bytes:
        order = Order.blank()
        for side, places in enumerate(self.places):
            order["place"][side] = list(places[:MAX_FACES])
            order["hidden"][side] = self.hidden[side]
        return bytes(Order.pack(order))

    def _bare(self, text: str, side: int) -> tuple[str, ...]:
        if not self.two_sided:
            return (text,)
        return (text, ANY) if side == 0 else (ANY, text)

    def _card(self, faces: tuple[str, ...], side: int) -> Card:
        found = [self.numbers[i].get(text) for i, text in enumerate(faces)]
        return Card(faces, side, tuple(None if n is None else self.faces[i][n] for i, n in enumerate(found)))

    def card_of(self, number: int, side: int) -> Card:
        """The card of a number, with `side` in play. `cards` remembers these."""
        if not self.two_sided:
            return self._card((self._sorted[0][number],), side)
        return self._card(
            (self._sorted[0][number >> FACE_BITS], self._sorted[1][number & ((1 << FACE_BITS) - 1)]), side
        )

    def parse(self, text: str, side: int) -> Card:
        """A card as it is written; a bare face is the one on `side`."""
        if not isinstance(text, str):
            msg = f"{text!r:.40} is no card; a card is written as a text, for example {self.texts[side][0]!r}"
            raise NotationError(msg)
        found = self._parsed.get((text, side))
        if found is None:
            found = self._parsed[text, side] = self._read(text, side)
        return found

    def typed(self, text: str, side: int) -> Card | None:
        """A card as a person types it: capitals do not matter, and `front/back` is as well as `light|dark`.

        None if it is no card.
        """
        front, slash, back = text.partition("/")
        if slash and self.two_sided:
            text = "|".join((front, back) if side == 0 else (back, front))
        parts = text.split("|")
        places = [side] if len(parts) == 1 else range(len(parts))
        if len(parts) > len(self.texts):
            return None
        faces = [self._typed_face(part, place) for part, place in zip(parts, places, strict=True)]
        return None if None in faces else self.parse("|".join(map(str, faces)), side)

    def _typed_face(self, text: str, side: int) -> str | None:
        known = [*self.texts[side], UNKNOWN]
        return text if text in known else next((face for face in known if face.casefold() == text.casefold()), None)

    def _read(self, text: str, side: int) -> Card:
        if not self.two_sided:
            return self._card((self._face(text, 0),), 0)
        if "|" not in text:
            face = self._face(text, side)
            return self._card((UNKNOWN, UNKNOWN) if face == UNKNOWN else self._bare(face, side), side)
        parts = text.split("|")
        if len(parts) != 2:
            msg = f"card {text!r:.40} has {len(parts)} faces; write it as light|dark"
            raise NotationError(msg)
        return self._card((self._face(parts[0], 0), self._face(parts[1], 1)), side)

    def _face(self, text: str, side: int) -> str:
        if text == UNKNOWN or text in self.numbers[side]:
            return text
        here = self.edition.sides[side]
        symbols = " ".join(kind.symbol for kind in here.kinds if not kind.wild)
        wilds = " ".join(kind.symbol for kind in here.kinds if kind.wild) or "none"
        msg = (
            f"{text!r:.40} is no face of edition {self.edition.id}"
            f"{f' on its {here.name} side' if self.two_sided else ''}; allowed: "
            f"a colour ({' '.join(here.letters)}) with a symbol ({symbols}), or a wild ({wilds})"
        )
        raise NotationError(msg)


class _Cards(dict[int, Card]):
    """Cards by their number, each made when it is first wanted."""

    def __init__(self, printed: Printed, side: int) -> None:
        super().__init__()
        self._printed, self._side = printed, side

    def __missing__(self, number: int) -> Card:
        card = self[number] = self._printed.card_of(number, self._side)
        return card


@lru_cache(maxsize=64)
def printed(edition: Edition) -> Printed:
    """The cards of `edition` in words."""
    return Printed(edition)
