"""A state read into plain Python values, as far as they are wanted.

All who tell about a game share one `Reading`. It holds every secret. What of it may be told is decided card by
card, with a viewer: the set of seats, as bits, that must all be allowed to know a face. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from struct import Struct
from typing import Any, Generic, TypeVar, overload

from lastcard.cards import Card, Printed
from lastcard.engine.flat import reader
from lastcard.engine.rules import FACE_BITS, MAX_CARDS
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, RING, State

ALL_SEEING = 0
"""The viewer that sees every face: there is nobody in it who would have to know it."""

_now: Any = reader(State)
_FACE, _KNOW = (State.fields[name].room for name in ("face", "know"))
_HAND, _RING = (State.fields[name].offset for name in ("hand", "ring"))
_held = Struct(f"={State.fields['held'].items}{State.fields['held'].kind}").unpack_from
_HELD = State.fields["held"].offset
_piles = Struct("=4h").unpack_from
_PILES = State.fields["start"].offset
"""Where each pile begins, and after that how many cards are in each."""


def one_seat(seat: int) -> int:
    """The viewer who sits there."""
    return 1 << seat


def every_seat(players: int) -> int:
    """The viewer who sees what everybody may know, and so nothing that would be news to a player."""
    return (1 << players) - 1


T = TypeVar("T")


class _once(Generic[T]):  # noqa: N801 - it is used like `functools.cached_property`
    """A value that is read when it is first wanted.

    As `functools.cached_property`, whose lock (before Python 3.12) takes longer than to read most of what is here.
    """

    def __init__(self, read: Callable[[Any], T]) -> None:
        self._read, self._name, self.__doc__ = read, read.__name__, read.__doc__

    @overload
    def __get__(self, of: None, kind: type) -> _once[T]: ...
    @overload
    def __get__(self, of: object, kind: type) -> T: ...
    def __get__(self, of: object | None, kind: type) -> T | _once[T]:
        if of is None:
            return self
        value = of.__dict__[self._name] = self._read(of)
        return value


class Reading:
    """What stands in a state. Seats in a set are bits; cards are the engine's numbers and must not be told."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.now: State = _now(raw)
        """All single numbers of the state."""

    def row(self, name: str) -> tuple[int, ...]:
        """A row of the state that has a number for each seat."""
        field = State.fields[name]
        row: Any = memoryview(self.raw)[field.room].cast(field.kind)  # type: ignore[call-overload]
        return tuple(row[: self.now.players])

    @_once
    def scores(self) -> tuple[int, ...]:
        """Points so far."""
        return self.row("scores")

    @_once
    def know(self) -> tuple[Any, Any]:
        """For each side who may know each card's face."""
        both = memoryview(self.raw)[_KNOW].cast("h")
        return both[:MAX_CARDS], both[MAX_CARDS:]

    @_once
    def face(self) -> tuple[bytes, bytes]:
        """For each side the face of each card."""
        both = self.raw[_FACE]
        return both[:MAX_CARDS], both[MAX_CARDS:]

    @_once
    def front(self) -> bytes:
        """The face of each card on the side in play."""
        return self.face[self.now.side]

    @_once
    def hands(self) -> list[bytes]:
        """Each longest held first."""
        raw = self.raw
        return [raw[_HAND + seat * MAX_CARDS : _HAND + seat * MAX_CARDS + size] for seat, size in enumerate(self.sizes)]

    @_once
    def sizes(self) -> tuple[int, ...]:
        """How many cards each hand has."""
        held: tuple[int, ...] = _held(self.raw, _HELD)
        return held[: self.now.players]

    @_once
    def draw(self) -> bytes:
        """The draw pile, top first."""
        return self._pile(DRAW_PILE)

    @property
    def draw_size(self) -> int:
        """How many cards that has."""
        size: int = _piles(self.raw, _PILES)[2 + DRAW_PILE]
        return size

    @_once
    def discard(self) -> bytes:
        """The discard pile, top first."""
        return self._pile(DISCARD_PILE)

    def _pile(self, pile: int) -> bytes:
        starts_and_counts = _piles(self.raw, _PILES)
        begin, count = starts_and_counts[pile], starts_and_counts[2 + pile]
        room = _RING + pile * RING
        cards = self.raw[room + begin : room + min(begin + count, RING)]
        if begin + count > RING:  # it runs around the end
            cards += self.raw[room : room + begin + count - RING]
        return cards if self.now.side == 1 else cards[::-1]

    def all_cards(self) -> list[int]:
        """Every card in the order in which a position is written."""
        return [*(card for hand in self.hands for card in hand), *self.discard[::-1], *self.draw]


def known(printed: Printed, reading: Reading, cards: Iterable[int], viewer: int) -> list[int]:
    """Cards as a viewer may know them, as numbers of `Printed`."""
    know, face, hidden = reading.know[0], reading.face[0].translate(printed.places[0]), printed.hidden[0]
    if not printed.two_sided:
        return [face[card] if know[card] & viewer == viewer else hidden for card in cards]
    dark_know, dark_face = reading.know[1], reading.face[1].translate(printed.places[1])
    dark_hidden = printed.hidden[1]
    return [
        (face[card] if know[card] & viewer == viewer else hidden) << FACE_BITS
        | (dark_face[card] if dark_know[card] & viewer == viewer else dark_hidden)
        for card in cards
    ]


def as_seen(printed: Printed, reading: Reading, cards: Iterable[int], viewer: int) -> tuple[Card, ...]:
    """Cards as a viewer may know them."""
    return tuple(map(printed.cards[reading.now.side].__getitem__, known(printed, reading, cards, viewer)))


def seen(printed: Printed, reading: Reading, card: int, viewer: int) -> Card:
    """A card as a viewer may know it."""
    return as_seen(printed, reading, (card,), viewer)[0]


def whole(printed: Printed, reading: Reading, card: int) -> Card:
    """A card with all its faces."""
    return seen(printed, reading, card, ALL_SEEING)


def seen_then(printed: Printed, reading: Reading, card: int, side: int, knew: tuple[int, int], viewer: int) -> Card:
    """A card as a viewer might know it when `side` was in play and the seats in `knew` knew its two faces."""
    number = 0
    for which, hidden in enumerate(printed.hidden):
        is_known = knew[which] & viewer == viewer
        number = number << FACE_BITS | (printed.places[which][reading.face[which][card]] if is_known else hidden)
    return printed.cards[side][number]


@lru_cache(1024)
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set."""
    return tuple(seat for seat in range(bits.bit_length()) if (bits >> seat) & 1)
