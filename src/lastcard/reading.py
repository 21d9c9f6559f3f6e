"""A state read once into plain Python values, and cards in words made once.

Reading a single field of a NumPy record takes as long as reading all of them from its
bytes, so all who tell about a game share one `Reading`. It holds every secret. What of
it may be told is decided card by card, with a viewer: the set of seats, as bits, that
must all be allowed to know a face. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from struct import Struct

from lastcard.editions import Edition
from lastcard.engine import layout as s
from lastcard.engine.layout import STATE_DTYPE
from lastcard.engine.rules import MAX_CARDS
from lastcard.notation import UNKNOWN, Card, face_numbers, parse_card

ALL_SEEING = 0
"""The viewer that sees every face: there is nobody in it who would have to know it."""

_BITS = 6
"""A face's place among the texts of its side, the unknown one included, fits into these."""


def one_seat(seat: int) -> int:
    """The viewer who sits there."""
    return 1 << seat


def every_seat(players: int) -> int:
    """The viewer who sees what everybody may know, and so nothing that would be news to a player."""
    return (1 << players) - 1


def _struct(*names: str) -> Struct:
    """Reads these fields of a state, which must be in its order, from its bytes."""
    at, parts = 0, ["="]
    for name in names:
        kind, offset = STATE_DTYPE.fields[name][:2]  # type: ignore[index]
        base, shape = kind.subdtype or (kind, ())
        parts.append(f"{offset - at}x{prod(shape)}{base.char}")
        at = offset + kind.itemsize
    return Struct("".join(parts))


def _room(name: str) -> slice:
    """Where a field lies in the bytes of a state."""
    kind, offset = STATE_DTYPE.fields[name][:2]  # type: ignore[index]
    return slice(offset, offset + kind.itemsize)


_SINGLE = _struct(
    "round_number", "winners", "players", "dealer", "round_winner", "side", "direction", "color", "turn", "ask", "asked", "drawn",
    "pc", "called", "liable", "suspect", "open_until",
)  # fmt: skip
_SCORES, _ROUND_POINTS, _NOTICE, _KNOW = _struct("scores"), _struct("round_points"), _struct("notice"), _struct("know")
_PILES, _HELD = _struct("start", "count"), _struct("held")
_FACE, _RING, _HAND = _room("face"), _room("ring"), _room("hand")


class Reading:
    """What stands in a state. Seats in a set are bits; cards are the engine's numbers and must not be told."""

    __slots__ = (
        "ask", "asked", "called", "color", "dealer", "direction", "discard", "draw", "drawn", "face", "hands", "know", "liable",
        "notice", "open_until", "pc", "players", "raw", "round_number", "round_points", "round_winner", "scores", "side", "suspect",
        "turn", "winners",
    )  # fmt: skip
    round_number: int
    winners: int
    players: int
    dealer: int
    round_winner: int
    side: int
    direction: int
    color: int
    turn: int
    ask: int
    asked: int
    drawn: int
    pc: int
    called: int
    liable: int
    suspect: int
    open_until: int

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        (
            self.round_number, self.winners, self.players, self.dealer, self.round_winner, self.side, self.direction, self.color,
            self.turn, self.ask, self.asked, self.drawn, self.pc, self.called, self.liable, self.suspect, self.open_until,
        ) = _SINGLE.unpack_from(raw)  # fmt: skip
        players = self.players
        self.scores: tuple[int, ...] = _SCORES.unpack_from(raw)[:players]
        self.round_points: tuple[int, ...] = _ROUND_POINTS.unpack_from(raw)[:players]
        self.notice: tuple[int, ...] = _NOTICE.unpack_from(raw)[:players]
        know = _KNOW.unpack_from(raw)
        self.know = (know[:MAX_CARDS], know[MAX_CARDS:])
        face = raw[_FACE]
        self.face = (face[:MAX_CARDS], face[MAX_CARDS:])
        hand, held = raw[_HAND], _HELD.unpack_from(raw)
        self.hands = [hand[seat * MAX_CARDS : seat * MAX_CARDS + held[seat]] for seat in range(players)]
        """Each longest held first."""
        ring = raw[_RING]
        draw_start, discard_start, draw_count, discard_count = _PILES.unpack_from(raw)
        self.draw = self._pile(ring[: s.RING], draw_start, draw_count)
        """Top first."""
        self.discard = self._pile(ring[s.RING :], discard_start, discard_count)
        """Top first."""

    def _pile(self, ring: bytes, start: int, count: int) -> bytes:
        cards = (ring + ring)[start : start + count]
        return cards if self.side == 1 else cards[::-1]


class Printed:
    """The cards of an edition in words.

    A card, as far as it is known, is also one number here: for each side the place of
    its face among all texts. Sorting these numbers sorts the cards by what they say.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.two_sided = edition.two_sided
        self.texts = [[face.text for face in side.faces] for side in edition.sides]
        """For each side, the text of each face."""
        self.numbers = [face_numbers(edition, side) for side in range(len(edition.sides))]
        self._sorted = [sorted([*texts, UNKNOWN]) for texts in self.texts]
        self._hidden = [texts.index(UNKNOWN) for texts in self._sorted]
        self._places = [
            bytes([places.index(text) for text in texts]).ljust(256, b"\0")
            for texts, places in zip(self.texts, self._sorted, strict=True)
        ]
        self.cards = _Cards(self._sorted)
        """The card of each number."""
        self._parsed: dict[tuple[str, int], Card] = {}

    def known(self, reading: Reading, cards: Iterable[int], viewer: int) -> list[int]:
        """Cards as a viewer may know them, as numbers."""
        know, face, hidden = reading.know[0], reading.face[0].translate(self._places[0]), self._hidden[0]
        if not self.two_sided:
            return [face[card] if know[card] & viewer == viewer else hidden for card in cards]
        dark_know, dark_face, dark_hidden = reading.know[1], reading.face[1].translate(self._places[1]), self._hidden[1]
        return [
            (face[card] if know[card] & viewer == viewer else hidden) << _BITS
            | (dark_face[card] if dark_know[card] & viewer == viewer else dark_hidden)
            for card in cards
        ]

    def whole(self, reading: Reading, card: int) -> Card:
        """A card with all its faces."""
        return self.cards[self.known(reading, (card,), ALL_SEEING)[0]]

    def seen(self, reading: Reading, card: int, viewer: int) -> Card:
        """A card as a viewer may know it."""
        return self.cards[self.known(reading, (card,), viewer)[0]]

    def seen_then(self, reading: Reading, card: int, knew: tuple[int, int], viewer: int) -> Card:
        """A card as a viewer might know it at a time when the seats in `knew` knew its light and its dark face."""
        number = 0
        for side, hidden in enumerate(self._hidden):
            known = knew[side] & viewer == viewer
            number = number << _BITS | (self._places[side][reading.face[side][card]] if known else hidden)
        return self.cards[number]

    def parse(self, text: str, side: int) -> Card:
        """A card as it is written; a bare face is the one on `side`."""
        found = self._parsed.get((text, side))
        if found is None:
            found = self._parsed[text, side] = parse_card(text, self.edition, side)
        return found


class _Cards(dict[int, Card]):
    """Cards by their number, each made when it is first wanted."""

    def __init__(self, texts: list[list[str]]) -> None:
        super().__init__()
        self._texts = texts

    def __missing__(self, number: int) -> Card:
        if len(self._texts) == 1:
            card = Card((self._texts[0][number],))
        else:
            card = Card((self._texts[0][number >> _BITS], self._texts[1][number & ((1 << _BITS) - 1)]))
        self[number] = card
        return card


@lru_cache(maxsize=64)
def printed(edition: Edition) -> Printed:
    """The cards of `edition` in words."""
    return Printed(edition)


def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set."""
    return tuple(seat for seat in range(bits.bit_length()) if (bits >> seat) & 1)
