"""What just happened, as data that a page or a log can show; `sentences` says it in English.

The engine writes events down with who may know each card at that moment, so an
event can be told to any seat later without telling too much.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import NamedTuple

from lastcard.editions import Compiled
from lastcard.editions.model import SIDES
from lastcard.notation import UNKNOWN, Card
from lastcard.position import DIRECTIONS
from lastcard.reading import Printed, Reading, seats_in
from lastcard.sentences import say

KINDS = (
    "dealer-draw", "dealer", "dealt", "turned-up", "went-back", "played", "drew", "kept", "passed", "reshuffled",
    "named", "direction", "missed", "again", "flipped", "challenged", "accepted", "chose", "swapped", "showed",
    "won-duel", "discarded", "voted", "vote-result", "dared", "chickened", "notice", "notices-lifted", "hands-open",
    "hands-closed", "called", "caught", "round-won", "round-void", "game-won", "take-instead",
)  # fmt: skip
"""The kinds of events, by the engine's numbers for them."""

_CARD_KINDS = {"turned-up", "played", "drew", "showed", "discarded"}
_OTHER_SEAT = {"challenged", "chose", "swapped", "won-duel", "caught"}
_NUMBERED = {"dealt", "reshuffled", "round-won", "take-instead"}
_ROW = Struct("=6h")


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
    """A second seat: the one challenged, chosen, swapped with, beaten; of `caught`, who caught."""
    number: int | None = None
    word: str = ""
    """A colour, side, direction, verdict, answer, or the words of a dare, vote or notice."""

    @property
    def text(self) -> str:
        """A sentence for a log."""
        return say(self)


def read_events(printed: Printed, compiled: Compiled, reading: Reading, happened: Happened, viewer: int) -> list[Event]:
    """What happened, as far as a viewer might know it at the time; any reading of the same game will do."""
    events = []
    for kind, seat, first, second, light, dark in _ROW.iter_unpack(happened.rows):
        name = KINDS[kind]
        if name in _CARD_KINDS:
            card = printed.seen_then(reading, first, (light, dark), viewer)
            if name == "showed" and card.face(second) == UNKNOWN:
                continue  # a hand shown to somebody else
            events.append(Event(name, seat if seat >= 0 else None, card=card))
        else:
            events.append(_plain(printed, compiled, happened.side, name, seat if seat >= 0 else None, first, second))
    return events


def _plain(
    printed: Printed, compiled: Compiled, side: int, kind: str, seat: int | None, first: int, second: int
) -> Event:
    """An event that everybody may know all of."""
    if kind in {"dealer-draw", "went-back"}:
        hidden = (UNKNOWN,) if printed.two_sided else ()
        return Event(kind, seat, card=Card((printed.texts[0][first], *hidden)))
    other = first if kind in _OTHER_SEAT and first >= 0 else None
    number = first if kind in _NUMBERED else None
    return Event(kind, seat, other=other, number=number, word=_word(printed, compiled, side, kind, first, second))


def _word(printed: Printed, compiled: Compiled, side: int, kind: str, first: int, second: int) -> str:
    if kind == "named":
        return printed.edition.sides[side].colors[first]
    if kind == "direction":
        return DIRECTIONS[first]
    if kind == "flipped":
        return SIDES[first]
    if kind == "challenged":
        return "guilty" if second == 1 else "innocent"
    if kind in {"voted", "vote-result"}:
        return "yes" if first else "no"
    if kind in {"dared", "chickened", "notice"}:
        return compiled.words[first]
    if kind == "game-won":
        return " and ".join(f"seat {seat}" for seat in seats_in(first))
    return ""
