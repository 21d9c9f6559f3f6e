"""What just happened, as data that a page or a log can show; `sentences` says it in English.

The engine writes events down with who may know each card at that moment, so an
event can be told to any seat later without telling too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from struct import Struct
from typing import NamedTuple, overload

from lastcard.cards import UNKNOWN, Card, Printed
from lastcard.editions import Compiled
from lastcard.editions.model import SIDES
from lastcard.engine.kinds import EVENT_KINDS
from lastcard.engine.schema import GUILTY
from lastcard.reading import ALL_SEEING, Reading, seats_in, seen_then
from lastcard.sentences import say
from lastcard.view import DIRECTIONS

KINDS = EVENT_KINDS
"""The kinds of events, by the engine's numbers for them."""

_CARD_KINDS = {"turned-up", "played", "drew", "showed", "discarded", "gave"}
_OTHER_SEAT = {"challenged", "chose", "swapped", "won-duel", "caught", "jumped"}
_NUMBERED = {"dealt", "reshuffled", "round-won", "take-instead", "stacked"}
ROW = Struct("=7h")
"""One event as the engine writes it."""


class Happened(NamedTuple):
    """What a move or a deal brought about, as the engine wrote it down.

    It has every secret of it, to be told later in the same game.
    """

    side: int
    """The side in play when it began; colours that were named then are on it."""
    rows: bytes


@dataclass(frozen=True)
class Event:
    """One thing that happened. `text` says it in a sentence."""

    kind: str
    seat: int | None = None
    card: Card | None = None
    other: int | None = None
    """A second seat: the one challenged, chosen, swapped with, beaten; of `caught`, who caught;
    of `jumped`, whose turn it was; of `gave`, who got the card."""
    number: int | None = None
    word: str = ""
    """A colour, side, direction, verdict, answer, or the words of a dare, vote or notice;
    of `stacked` and `accepted`, how often until the colour, if at all."""

    @property
    def text(self) -> str:
        """A sentence for a log."""
        return say(self)

    def __str__(self) -> str:
        return self.text


class Told(Sequence[Event]):
    """What a move brought about, read when it is first looked at: most who make a move don't look."""

    def __init__(self, printed: Printed, compiled: Compiled, raw: bytes, happened: Happened) -> None:
        self._source = (printed, compiled, raw, happened)

    @cached_property
    def _events(self) -> list[Event]:
        printed, compiled, raw, happened = self._source
        return read_events(printed, compiled, Reading(raw), happened, ALL_SEEING)

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        return self._events[place]

    def __len__(self) -> int:
        return len(self._events)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._events)


def read_events(printed: Printed, compiled: Compiled, reading: Reading, happened: Happened, viewer: int) -> list[Event]:
    """What happened, as far as a viewer might know it at the time; any reading of the same game will do."""
    return [Event(*row) for row in read_rows(printed, compiled, reading, happened, viewer)]


Row = tuple[str, int | None, Card | None, int | None, int | None, str]
"""The values of an event, in the order in which it has them."""


def read_rows(printed: Printed, compiled: Compiled, reading: Reading, happened: Happened, viewer: int) -> list[Row]:
    """The same as plain values."""
    events: list[Row] = []
    for kind, seat, first, second, light, dark, other in ROW.iter_unpack(happened.rows):
        name = KINDS[kind]
        if name in _CARD_KINDS:
            card = seen_then(printed, reading, first, second, (light, dark), viewer)
            if name == "showed" and card.face(second) == UNKNOWN:
                continue  # a hand shown to somebody else
            whom = other if name == "gave" else None
            events.append((name, seat if seat >= 0 else None, card, whom, None, ""))
        else:
            events.append(_plain(printed, compiled, happened.side, name, seat if seat >= 0 else None, first, second))
    return events


def knowers(happened: Happened) -> set[int]:
    """The sets of seats that knew the cards in what happened: viewers that are alike to all of them are told alike."""
    return {
        knew
        for kind, _, _, _, light, dark, _ in ROW.iter_unpack(happened.rows)
        if KINDS[kind] in _CARD_KINDS
        for knew in (light, dark)
    }


def _plain(
    printed: Printed, compiled: Compiled, side: int, kind: str, seat: int | None, first: int, second: int
) -> Row:
    """An event that everybody may know all of."""
    if kind in {"dealer-draw", "went-back"}:
        hidden = f"|{UNKNOWN}" if printed.two_sided else ""
        return kind, seat, printed.parse(printed.texts[0][first] + hidden, 0), None, None, ""
    other = first if kind in _OTHER_SEAT and first >= 0 else None
    is_penalty = kind == "accepted" and first + second > 0  # a Wild Draw that can't be answered tells none
    number = first if kind in _NUMBERED or is_penalty else None
    return kind, seat, None, other, number, _word(printed, compiled, side, kind, first, second)


def _word(printed: Printed, compiled: Compiled, side: int, kind: str, first: int, second: int) -> str:
    if kind == "named":
        return printed.edition.sides[side].colors[first]
    if kind in {"direction", "hands-moved"}:
        return DIRECTIONS[first]
    if kind in {"stacked", "accepted"}:
        return str(second or "")
    if kind == "flipped":
        return SIDES[first]
    if kind == "challenged":
        return "guilty" if second == GUILTY else "innocent"
    if kind in {"voted", "vote-result"}:
        return "yes" if first else "no"
    if kind in {"dared", "chickened", "notice"}:
        return compiled.words[first]
    if kind == "game-won":
        return " and ".join(f"seat {seat}" for seat in seats_in(first))
    return ""
