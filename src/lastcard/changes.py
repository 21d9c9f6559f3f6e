"""What a move changed, as anybody may know it: two readings of a game say where to look, so no views are compared.

A view says how a game stands; a table that tells many people about every move tells them only what is different.
`outline` has all that is no list of cards and that everybody may know; `CardChanges` has the lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import and_, itemgetter, ne, or_
from typing import Any, NamedTuple

from lastcard.cards import Printed, printed
from lastcard.engine.rules import MAX_CARDS, MAX_SEATS
from lastcard.engine.schema import State
from lastcard.moves import NO_SEAT
from lastcard.reading import ALL_SEEING, Reading, every_seat, known, one_seat, seats_in
from lastcard.standing import Standing

Edit = list[Any]
"""How a list changes: where, how many go there, and what comes in their place."""

_KNOW = State.fields["know"].room
_KNOWERS = State.fields["know"].size // (2 * MAX_CARDS) * 8
"""Bits that the record has for those who know a face."""


class _Shown(NamedTuple):
    """A field that everybody may know: the parts of the record that it depends on, and how it is shown."""

    parts: tuple[str, ...]
    of: Callable[[Standing], Any]


def _left(game: Standing) -> list[list[str]]:
    return [[card.text for card in hand] for hand in game.left]


_OUTLINE: dict[str, _Shown] = {
    "round": _Shown(("round_number",), lambda game: game.round),
    "dealer": _Shown(("dealer",), lambda game: game.dealer),
    "turn": _Shown(("turn",), lambda game: game.turn),
    "asks": _Shown(("asked", "ask"), lambda game: list(game.asks)),
    "side": _Shown(("side",), lambda game: game.side),
    "direction": _Shown(("direction",), lambda game: game.direction),
    "color": _Shown(("color", "side"), lambda game: game.color),
    "draw_size": _Shown(("count",), lambda game: game.draw_size),
    "scores": _Shown(("scores",), lambda game: list(game.scores)),
    "liable": _Shown(("liable", "ask", "suspect"), lambda game: list(game.liable)),
    "called": _Shown(("called",), lambda game: list(seats_in(game.reading().now.called))),
    "hands_open": _Shown(("open_until",), lambda game: game.reading().now.open_until != 0),
    "notices": _Shown(("notice",), lambda game: [list(notice) for notice in game.notices]),
    "text": _Shown(("ask", "pc"), lambda game: game.asked_text()),
    "round_winner": _Shown(("round_winner", "ask"), lambda game: game.round_winner),
    "round_points": _Shown(("round_points",), lambda game: list(game.round_points)),
    "winners": _Shown(("winners",), lambda game: list(game.winners)),
    "left": _Shown(("ask",), _left),  # hands don't change once a round is over
    "penalty": _Shown(("penalty",), lambda game: game.penalty),
    "until": _Shown(("until",), lambda game: game.until),
    "teller": _Shown(("ask", "pc", "actor"), lambda game: game.teller),
}
_NUMBERS = [
    (place, part)
    for place, (part, field) in enumerate((part, field) for part, field in State.fields.items() if not field.shape)
    if any(part in shown.parts for shown in _OUTLINE.values())
]
"""The single numbers of the record of which something is shown: the place of each among them, and its name."""
_numbers_of = itemgetter(*(place for place, _ in _NUMBERS))
_ROWS = [
    (State.fields[part].room, part)
    for part in dict.fromkeys(part for shown in _OUTLINE.values() for part in shown.parts)
    if State.fields[part].shape
]
"""Where rows of numbers lie in the record of which something is shown, and the name of each."""


def outline(game: Standing) -> dict[str, Any]:
    """What everybody may know of how a game stands, as plain values named as in a view, without its piles and hands."""
    return {name: shown.of(game) for name, shown in _OUTLINE.items()}


def changed_outline(game: Standing, before: Reading, outlined: dict[str, Any]) -> dict[str, Any]:
    """What of it is different from how it was `outlined` at an earlier reading."""
    after = game.reading()
    numbers = compress(_NUMBERS, map(ne, _numbers_of(before.now), _numbers_of(after.now)))  # type: ignore[arg-type]
    rows = [part for room, part in _ROWS if before.raw[room] != after.raw[room]]
    told = {name: of(game) for name, of in _depending((*(part for _, part in numbers), *rows))}
    return {name: value for name, value in told.items() if value != outlined[name]}


@lru_cache(1024)  # a few hundred come up
def _depending(parts: tuple[str, ...]) -> list[tuple[str, Callable[[Standing], Any]]]:
    """What is shown of some parts of the record."""
    return [(name, shown.of) for name, shown in _OUTLINE.items() if not set(parts).isdisjoint(shown.parts)]


class Cards(NamedTuple):
    """The cards of a game as one viewer sees them, each as it is written."""

    draw_top: str | None
    discard: list[str]
    """Bottom to top."""
    hands: list[list[str]]
    """The own one longest held first; others' in no particular order."""


def cards_seen(game: Standing, seat: int, eyes: int) -> Cards:
    """The cards as a viewer may know them, who sits on `seat` or nowhere."""
    reading, seen = game.reading(), _Seen(printed(game.edition), game.reading().now.side)
    hands = [seen.hand(reading, other, own=other == seat, eyes=eyes) for other in range(reading.now.players)]
    top, discard = seen.pile(reading, reading.draw[:1], eyes), seen.pile(reading, reading.discard[::-1], eyes)
    return Cards(seen.texts(top)[0] if top else None, seen.texts(discard), [seen.texts(hand) for hand in hands])


class _Seen:
    """Cards as far as a viewer knows them, as numbers of `Printed`, and as they are written with a side in play."""

    def __init__(self, words: Printed, side: int) -> None:
        self._words, self._cards = words, words.cards[side]
        self.nothing = words.nothing

    def texts(self, numbers: Iterable[int]) -> list[str]:
        return [self._cards[number].text for number in numbers]

    def pile(self, reading: Reading, cards: bytes, eyes: int) -> list[int]:
        return known(self._words, reading, cards, eyes)

    def hand(self, reading: Reading, seat: int, *, own: bool, eyes: int) -> list[int]:
        if own:
            return self.pile(reading, reading.hands[seat], one_seat(seat))
        return sorted(self.pile(reading, reading.hands[seat], eyes))


_HANDS = [f"hands.{seat}" for seat in range(MAX_SEATS)]


class CardChanges:
    """How piles and hands changed between two readings of a game; viewers who see alike are told alike (`sight`)."""

    def __init__(self, game: Standing, before: Reading) -> None:
        after = game.reading()
        self._before, self._after = before, after
        self._seen = _Seen(printed(game.edition), after.now.side)
        learned = _differing(before.raw[_KNOW], after.raw[_KNOW])
        self._laid = _laid(before.discard, after.discard, learned)
        """The cards that were laid on the discard pile, top first; None if it changed in another way."""
        self._hands = [
            seat
            for seat, (old, new) in enumerate(zip(before.hands, after.hands, strict=True))
            if old != new or not learned.isdisjoint(new)
        ]
        """The hands that changed."""
        tops = before.draw[:1], after.draw[:1]
        self._new_top = tops[0] != tops[1] or not learned.isdisjoint(tops[1])
        """Whether the draw pile may show something else."""
        self._closed: set[int] = set()
        """Hands of which nobody but their holder knew or knows a card."""
        everybody = every_seat(after.now.players)
        self._knowers = [
            (every, some) for every, some in set(self._all_knowers(tops)) if some and every & everybody != everybody
        ]
        """Who knows all and who knows any of what changed, where that is not the same for all seats."""
        self.knowing = reduce(or_, (some for _, some in self._knowers), sum(map(one_seat, self._hands)))
        """The seats that may know something of it that not all know; the others are alike."""

    def _all_knowers(self, tops: tuple[bytes, bytes]) -> Iterator[tuple[int, int]]:
        before, after = self._before, self._after
        if self._laid is None:
            yield from _knowers(before, before.discard)
            yield from _knowers(after, after.discard)
        else:
            yield from _knowers(after, self._laid)
        if self._new_top:
            yield from _knowers(before, tops[0])
            yield from _knowers(after, tops[1])
        for seat in self._hands:
            knowers = [*_knowers(before, before.hands[seat]), *_knowers(after, after.hands[seat])]
            if any(some & ~one_seat(seat) for _, some in knowers):
                yield from knowers  # the holder is told apart by the seat
            else:
                self._closed.add(seat)

    def sight(self, seat: int, eyes: int) -> tuple[int, ...]:
        """A key that is the same for viewers for whom the same changes."""
        if seat in self._hands:
            return (seat,)
        return (
            NO_SEAT,
            eyes == ALL_SEEING,
            *[_ALL if every & eyes == eyes else eyes if some & eyes else _NONE for every, some in self._knowers],
        )

    def edits(self, seat: int, eyes: int) -> dict[str, Edit]:
        """By the path in a view, what changes for a viewer who sits on `seat` or nowhere."""
        found = {"discard": self._discard(eyes)}
        for hand in self._hands:
            found[_HANDS[hand]] = self._hand(hand, seat, eyes)
        return {path: edit for path, edit in found.items() if edit is not None}

    def _hand(self, hand: int, seat: int, eyes: int) -> Edit | None:
        before, after, seen = self._before, self._after, self._seen
        if hand in self._closed and hand != seat and eyes != ALL_SEEING:
            was, has = before.sizes[hand], after.sizes[hand]
            more = seen.texts([seen.nothing] * (has - was))
            return None if was == has else [min(was, has), max(0, was - has), *more]
        old, new = (seen.hand(reading, hand, own=hand == seat, eyes=eyes) for reading in (before, after))
        return self._edit(old, new)

    def _edit(self, old: list[int], new: list[int]) -> Edit | None:
        found = edit(old, new)
        return found and [*found[:2], *self._seen.texts(found[2:])]

    def _discard(self, eyes: int) -> Edit | None:
        if self._laid is not None:
            laid = self._seen.pile(self._after, self._laid[::-1], eyes)
            return [len(self._before.discard), 0, *self._seen.texts(laid)] if laid else None
        return self._edit(
            *(self._seen.pile(reading, reading.discard[::-1], eyes) for reading in (self._before, self._after))
        )

    def draw_top(self, eyes: int) -> list[str | None]:
        """The next card to be drawn, as a viewer sees it; nothing if that is as before."""
        if not self._new_top:
            return []
        old, new = (self._seen.pile(reading, reading.draw[:1], eyes) for reading in (self._before, self._after))
        return [] if old == new else [*self._seen.texts(new)] or [None]


def _laid(old: bytes, new: bytes, learned: set[int]) -> bytes | None:
    if not new.endswith(old) or any(card in old for card in learned):
        return None
    return new[: len(new) - len(old)]


_ALL, _NONE = -1, -2
"""What somebody sees of some cards: every face, or no face. Who sees some is alike to nobody else."""


def _knowers(reading: Reading, cards: bytes) -> Iterator[tuple[int, int]]:
    """For each side, who knows all of some cards, and who knows any of them."""
    if cards:
        for know in reading.know:
            knows = [know[card] for card in cards]
            yield reduce(and_, knows), reduce(or_, knows)


def _differing(before: bytes, after: bytes) -> set[int]:
    """The cards of which somebody knows more, or less, than before."""
    differing: set[int] = set()
    rest = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    while rest:
        place = ((rest & -rest).bit_length() - 1) // _KNOWERS
        differing.add(place % MAX_CARDS)
        rest = rest >> (place + 1) * _KNOWERS << (place + 1) * _KNOWERS
    return differing


def edit(old: Sequence[Any], new: Sequence[Any]) -> Edit | None:
    """How one list becomes another; None if it is the same."""
    if old == new:
        return None
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [start, len(old) - start - end, *new[start : len(new) - end]]
