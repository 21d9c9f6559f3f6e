"""How a table in the terminal speaks: names for seats and cards, and texts that fit their columns.

What happened is said by `lastcard.sentences`, with a run of draws, discards or shown cards by one seat as one
sentence. Nothing here looks at a game: only at events a seat may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import wcwidth

from lastcard.cards import UNKNOWN, Card
from lastcard.editions import Edition, FaceKind
from lastcard.editions.model import SIDES
from lastcard.events import Event
from lastcard.sentences import Naming, say, say_drawn_for_the_deal

WIDTH = 80
NAME_WIDTH = 12

_RUNS = {"drew", "discarded", "showed"}
"""Kinds of events of which a run by one seat is one sentence."""


@dataclass(frozen=True)
class Words:
    """How a table speaks: its edition, the names at its seats, and who is called "you"."""

    edition: Edition
    names: tuple[str, ...]
    you: int | None = None
    custom: tuple[str, ...] = ()
    """The rules that the table wrote on its cards."""

    @property
    def naming(self) -> Naming:
        """How the table calls its seats."""
        return Naming(self.names, self.you)

    def who(self, seat: int | None) -> str:
        """A seat inside a sentence."""
        return self.naming.who(seat)

    def named(self, text: str) -> str:
        """A text of the game, with names in place of seat numbers."""
        names = dict(enumerate(self.names))
        return re.sub(r"\b[Ss]eat ([0-9]+)", lambda m: names.get(int(m[1]), m[0]), text)

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
        for (kind, _), group in groupby(events, key=_run):
            run = list(group)
            if kind == "dealer-draw":
                told.append(say_drawn_for_the_deal([(event.seat, _front(event.card, 0)) for event in run], self.naming))
            elif kind in _RUNS:
                told.append(say(run[0], self.naming, self._cards(run, now)))
            else:
                told += [say(_short(event), self.naming, self._card(event.card, now)) for event in run]
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


def _run(event: Event) -> tuple[str, int | None]:
    return event.kind, None if event.kind == "dealer-draw" else event.seat


def _short(event: Event) -> Event:
    """An event without what the score sheet tells at once."""
    return replace(event, number=None) if event.kind == "round-won" else event


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
    sides = zip(*(card.faces for card in cards), strict=True)
    faces = tuple(faces[0] if len(set(faces)) == 1 else UNKNOWN for faces in sides)
    return Event(first.kind, first.seat, Card(faces), first.other, first.number, first.word)


def wrap(text: str, width: int = WIDTH) -> list[str]:
    """A sentence in lines that fit."""
    return wcwidth.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False) or [""]


def columns(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return wcwidth.width(text)


def clip(text: str, width: int) -> str:
    """A text cut to a number of columns."""
    return text if columns(text) <= width else wcwidth.clip(text, 0, width - 2).rstrip() + ".."


def pad(text: str, width: int, fill: str = " ") -> str:
    """A text of exactly so many columns."""
    return wcwidth.ljust(clip(text, width), width, fill)


def clean_name(name: str) -> str:
    """A name that can't disturb the terminal or the record: printable and short."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return clip(" ".join(printable.split()), NAME_WIDTH)
