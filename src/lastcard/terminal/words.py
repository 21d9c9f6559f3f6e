"""What happened, in sentences with names. Nothing here looks at a game: only at events a seat may know.

A run of draws, discards or shown cards by one seat is one sentence.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from lastcard.editions import Edition, FaceKind
from lastcard.editions.model import SIDES
from lastcard.events import Event
from lastcard.notation import UNKNOWN, Card

WIDTH = 80
NAME_WIDTH = 12

_TEXTS = {
    "dealer": "{A} {deals/deal}.",
    "dealt": "Everybody gets {number} cards.",
    "turned-up": "{card} is turned up.",
    "went-back": "{card} is turned up and goes back into the deck.",
    "played": "{A} {plays/play} {card}.",
    "kept": "{A} {keeps/keep} the drawn card.",
    "passed": "{A} can neither play nor draw.",
    "reshuffled": "The discard pile becomes a new draw pile of {number} cards.",
    "named": "{A} {names/name} {word}.",
    "direction": "Play now runs to the {word}.",
    "missed": "{A} {misses/miss} the turn.",
    "again": "{A} {plays/play} next.",
    "flipped": "Everything flips to the {word} side.",
    "challenged": "{A} {challenges/challenge} {b}: {word}.",
    "accepted": "{A} {does/do} not challenge.",
    "chose": "{A} {chooses/choose} {b}.",
    "swapped": "{A} {swaps/swap} hands with {b}.",
    "won-duel": "{A} {wins/win} against {b}.",
    "voted": "{A} {votes/vote} {word}.",
    "vote-result": "The vote says {word}.",
    "dared": "{A} {takes/take} the dare: {word}.",
    "chickened": "{A} {chickens/chicken} out.",
    "notice": "{A} {is/are} under notice: {word}.",
    "notices-lifted": "{A} {is/are} no longer under notice.",
    "hands-open": "All hands lie open until {a}'s next turn.",
    "hands-closed": "Hands are closed again.",
    "called": "{A} {calls/call} UNO.",
    "caught": "{A} did not call UNO and {is/are} caught by {b}.",
    "round-won": "{A} {is/are} out of cards.",
    "round-void": "Nobody can play or draw: the round is void.",
    "game-won": "The game is won by {word}.",
    "take-instead": "If {a} {does/do} not play, it costs {number} cards this turn.",
}
_RUNS = {"drew": "{A} {draws/draw} {cards}.", "discarded": "{A} {discards/discard} {cards}.", "showed": "{A} {shows/show} {cards}."}


@dataclass(frozen=True)
class Words:
    """How a table speaks: its edition, the names at its seats, and who is called "you"."""

    edition: Edition
    names: tuple[str, ...]
    you: int | None = None

    def who(self, seat: int | None) -> str:
        """A seat inside a sentence."""
        if seat is None:
            return "nobody"
        return "you" if seat == self.you else self.names[seat]

    def named(self, text: str) -> str:
        """A text of the game, with names in place of seat numbers."""
        return re.sub(r"\b[Ss]eat ([0-9]+)", lambda m: self.names[int(m[1])] if int(m[1]) < len(self.names) else m[0], text)

    def kind(self, face: str, side: int) -> FaceKind | None:
        """What is printed on a face."""
        return next((f.kind for f in self.edition.sides[side].faces if f.text == face), None)

    def face(self, face: str, side: int) -> str:
        """A face with its name, where its text alone does not say it: `r+2 (red Draw Two)`."""
        name = self.face_name(face, side)
        return f"{face} ({name})" if name else face

    def face_name(self, face: str, side: int) -> str:
        """The name of a face; nothing for a number."""
        here = self.edition.sides[side]
        found = next((f for f in here.faces if f.text == face), None)
        if found is None or found.kind.number is not None:
            return ""
        return f"{here.colors[found.color]} {found.kind.name}" if found.color >= 0 else found.kind.name

    def sentences(self, events: Iterable[Event], side: str) -> list[str]:
        """The events of one move in words; `side` was in play when it began."""
        told = []
        now = SIDES.index(side)
        for (kind, seat), group in groupby(events, key=_run):
            run = list(group)
            if kind == "dealer-draw":
                told.append(f"Drawn for the deal: {', '.join(f'{self.who(e.seat)} {_front(e.card, 0)}' for e in run)}.")
            elif kind in _RUNS:
                told.append(self._fill(_RUNS[kind], Event(kind, seat), cards=self._cards(run, now)))
            else:
                told.extend(self._fill(_TEXTS[kind], event, card=self._card(event.card, now)) for event in run)
            if kind == "flipped":
                now = SIDES.index(run[-1].word)
        return told

    def _card(self, card: Card | None, side: int) -> str:
        front = _front(card, side)
        return "a card" if front == UNKNOWN else self.face(front, side)

    def _cards(self, run: Sequence[Event], side: int) -> str:
        fronts = [_front(event.card, side) for event in run]
        if UNKNOWN not in fronts:
            return ", ".join(self.face(face, side) for face in fronts)
        backs = [_front(event.card, 1 - side) for event in run] if self.edition.two_sided else []
        seen = ", ".join(back for back in backs if back != UNKNOWN)
        count = "a card" if len(run) == 1 else f"{len(run)} cards"
        return f"{count} (back{'s' if len(run) > 1 else ''} {seen})" if seen else count

    def _fill(self, text: str, event: Event, *, card: str = "", cards: str = "") -> str:
        mine = event.seat is not None and event.seat == self.you
        a = self.who(event.seat)
        text = text.replace("{a}'s", "your" if mine else "{a}'s")
        text = re.sub(r"\{([^{}/]+)/([^{}/]+)\}", lambda m: m[2] if mine else m[1], text)
        word = self.named(event.word) if event.kind == "game-won" else event.word
        return text.format(
            A=a[:1].upper() + a[1:] if mine else a, a=a, b=self.who(event.other), card=card, cards=cards, number=event.number, word=word
        )


def _run(event: Event) -> tuple[str, int | None]:
    return event.kind, None if event.kind == "dealer-draw" else event.seat


def _front(card: Card | None, side: int) -> str:
    return UNKNOWN if card is None else card.face(side)


def shared(views: Sequence[list[Event]]) -> list[Event]:
    """What all of several seats may know of the same move: for a screen that they all look at."""
    if len({len(events) for events in views}) > 1:  # a hand was shown to some of them only
        views = [[event for event in events if event.kind != "showed"] for events in views]
    return [_least(events) for events in zip(*views, strict=True)]


def _least(events: Sequence[Event]) -> Event:
    first = events[0]
    cards = [event.card for event in events if event.card is not None]
    if not cards:
        return first
    faces = tuple(face[0] if len(set(face)) == 1 else UNKNOWN for face in zip(*(card.faces for card in cards), strict=True))
    return Event(first.kind, first.seat, Card(faces), first.other, first.number, first.word)


def wrap(text: str, width: int = WIDTH) -> list[str]:
    """A sentence in lines that fit."""
    return textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False) or [""]


def columns(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def clip(text: str, width: int) -> str:
    """A text cut to a number of columns."""
    if columns(text) <= width:
        return text
    while columns(text) > width - 2:
        text = text[:-1]
    return text.rstrip() + ".."


def pad(text: str, width: int) -> str:
    """A text of exactly so many columns."""
    text = clip(text, width)
    return text + " " * (width - columns(text))


def clean_name(name: str) -> str:
    """A name that can't disturb the terminal or the record: printable and short."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return clip(" ".join(printable.split()), NAME_WIDTH)
