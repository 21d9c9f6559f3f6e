"""What a move changed, as anybody may know it: the engine says where to look, so no views are compared.

A view says how a game stands; a table that tells many people about every move tells them only what is different.
`outline` has all that is no list of cards and that everybody may know; `Differences` says what of it is new, and
how the lists changed for each viewer.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from functools import lru_cache
from struct import Struct
from typing import Any, NamedTuple

from lastcard.cards import Printed, printed
from lastcard.engine.kinds import Shown
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.rules import MAX_SEATS
from lastcard.engine.schema import DISCARD_PATH, NO_CARD, SAME_TOP, VIEWERS, Changes, State
from lastcard.reading import Reading, known, one_seat, seats_in
from lastcard.standing import Standing

PUBLIC, OPEN = -1, -2
"""Viewers without a seat: who sees what every seat may know, and who sees all. Others are seats."""


# --- what everybody may know ------------------------------------------------------------------------------------------


def _left(game: Standing, _now: State) -> Any:
    return tuple(tuple(card.text for card in hand) for hand in game.left)


_OUTLINE: dict[Shown, Callable[[Standing, State], Any]] = {
    Shown.ROUND: lambda _, now: now.round_number,
    Shown.DEALER: lambda _, now: now.dealer,
    Shown.TURN: lambda _, now: now.turn,
    Shown.ASKS: lambda game, _: game.asks,
    Shown.SIDE: lambda game, _: game.side,
    Shown.DIRECTION: lambda game, _: game.direction,
    Shown.COLOR: lambda game, _: game.color,
    Shown.DRAW_SIZE: lambda game, _: game.draw_size,
    Shown.SCORES: lambda game, _: game.scores,
    Shown.LIABLE: lambda game, _: game.liable,
    Shown.CALLED: lambda _, now: seats_in(now.called),
    Shown.HANDS_OPEN: lambda _, now: now.open_until != 0,
    Shown.NOTICES: lambda game, _: game.notices,
    Shown.TEXT: lambda game, _: game.asked_text(),
    Shown.ROUND_WINNER: lambda game, _: game.round_winner,
    Shown.ROUND_POINTS: lambda game, _: game.round_points,
    Shown.WINNERS: lambda game, _: game.winners,
    Shown.LEFT: _left,
    Shown.PENALTY: lambda _, now: now.penalty,
    Shown.UNTIL: lambda _, now: now.until,
    Shown.TELLER: lambda game, _: game.teller,
}
_NAMES = {shown: shown.name.lower() for shown in _OUTLINE}


def outline(game: Standing) -> dict[str, Any]:
    """What everybody may know of how a game stands, without its piles and hands: plain values named as in a view.

    They can be hashed, lists being tuples, so that whoever writes them needs to write each only once.
    """
    now = game.reading().now
    return {_NAMES[shown]: of(game, now) for shown, of in _OUTLINE.items()}


@lru_cache(1024)  # a few hundred come up
def _shown(bits: int) -> list[tuple[str, Callable[[Standing, State], Any]]]:
    """What is shown of a set of `Shown`."""
    return [(_NAMES[shown], of) for shown, of in _OUTLINE.items() if bits >> shown & 1]


# --- cards ------------------------------------------------------------------------------------------------------------


class Cards(NamedTuple):
    """The cards of a game as one viewer sees them, each as it is written."""

    draw_top: str | None
    discard: list[str]
    """Bottom to top."""
    hands: list[list[str]]
    """The own one longest held first; others' in no particular order."""


def cards_seen(game: Standing, seat: int, eyes: int) -> Cards:
    """The cards as a viewer may know them, who sits on `seat` or nowhere."""
    reading, words = game.reading(), printed(game.edition)
    cards = words.cards[0]

    def texts(numbers: Iterable[int]) -> list[str]:
        return [cards[number].text for number in numbers]

    def hand(holder: int) -> list[str]:
        own = holder == seat
        seen = known(words, reading, reading.hands[holder], one_seat(seat) if own else eyes)
        return texts(seen if own else sorted(seen))

    top = texts(known(words, reading, reading.draw[:1], eyes))
    discard = texts(known(words, reading, reading.discard[::-1], eyes))
    return Cards(top[0] if top else None, discard, [hand(holder) for holder in range(reading.now.players)])


class _Quoted(dict[int, bytes]):
    """Cards by their number as they are written in JSON, each with a comma before it."""

    def __init__(self, words: Printed) -> None:
        super().__init__()
        self._cards = words.cards[0]

    def __missing__(self, number: int) -> bytes:
        self[number] = text = b"," + json.dumps(self._cards[number].text, ensure_ascii=False).encode()
        return text


@lru_cache(maxsize=64)
def _quoted(words: Printed) -> _Quoted:
    return _Quoted(words)


_PATHS = {DISCARD_PATH: b"discard", **{seat: b"hands.%d" % seat for seat in range(MAX_SEATS)}}
_head = Struct(f"=ih{VIEWERS}h").unpack_from
_TOLD = Changes.fields["told"].offset


class _Desk(threading.local):
    """What the engine writes differences on, of which only what is told is kept; one for each thread."""

    def __init__(self) -> None:
        self.memory = Room(Changes).memory
        self.told = memoryview(self.memory).cast("B")[_TOLD : Changes.fields["told"].end].cast("h")


_DESK = _Desk()


class Differences:
    """What is different between an earlier reading of a game and now, within one round."""

    def __init__(self, game: Standing, before: Reading) -> None:
        words, memory = printed(game.edition), _DESK.memory
        kernel().differences(before.raw, game.reading().raw, game.compiled.raw, words.order, memory)
        self._game, self._quoted = game, _quoted(words)
        self._shown, used, *begins = _head(memory)
        self._begins: list[int] = begins
        self._told: list[int] = _DESK.told[:used].tolist()

    def outline(self) -> dict[str, Any]:
        """What may be new of what everybody may know; it looks like `outline`."""
        game = self._game
        now = game.reading().now
        return {name: of(game, now) for name, of in _shown(self._shown)}

    def sight(self, viewer: int) -> int:
        """The same number for viewers for whom the same changes."""
        return self._begins[viewer]  # those without a seat are the last ones

    def written(self, viewer: int) -> tuple[bytes, bytes]:
        """What a viewer is told of the cards, as fields in JSON: the next card to be drawn, and how lists change.

        Nothing where nothing changed.
        """
        sight = self._begins[viewer]
        if sight < 0:
            return b"", b""
        told, quoted = self._told, self._quoted
        end, top, at = sight + told[sight], told[sight + 1], sight + 2
        edits = []
        while at < end:
            path, start, gone, come = told[at : at + 4]
            at += 4 + come
            cards = b"".join([quoted[number] for number in told[at - come : at]])
            edits.append(b'"%s":[%d,%d%s]' % (_PATHS[path], start, gone, cards))
        edit = b'"edit":{%s}' % b",".join(edits) if edits else b""
        return b"" if top == SAME_TOP else b'"draw_top":%s' % self._top(top), edit

    def _top(self, number: int) -> bytes:
        return b"null" if number == NO_CARD else self._quoted[number][1:]
