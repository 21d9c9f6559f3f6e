"""What happened, in English: one sentence for each kind of event, whoever tells it.

A log says "Seat 0 plays r7.", a terminal "Ada plays r7 (red 7)." or "You play r7.". The sentences are the same; a
`Naming` says how seats are called, and verbs agree with it. Nothing here knows a game, an edition or a screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

SENTENCES = {
    "dealer-draw": "{A} {a:draws|draw} {card} for the deal.",
    "dealer": "{A} {a:deals|deal}.",
    "dealt": "Everybody gets {number} cards.",
    "turned-up": "{card} is turned up.",
    "went-back": "{card} is turned up and goes back into the deck.",
    "played": "{A} {a:plays|play} {card}.",
    "drew": "{A} {a:draws|draw} {card}.",
    "kept": "{A} {a:keeps|keep} the card.",
    "passed": "{A} can neither play nor draw.",
    "reshuffled": "The discard pile becomes a new draw pile of {number} cards.",
    "named": "{A} {a:names|name} {word}.",
    "direction": "Play now runs to the {word}.",
    "missed": "{A} {a:misses|miss} the turn.",
    "again": "{A} {a:plays|play} next.",
    "flipped": "Everything flips to the {word} side.",
    "challenged": "{A} {a:challenges|challenge} {b}, who {b:is|are} {word}.",
    "accepted": "{A} {a:takes|take} the penalty: {penalty}.",
    "chose": "{A} {a:chooses|choose} {b}.",
    "swapped": "{A} {a:swaps|swap} hands with {b}.",
    "showed": "{A} {a:shows|show} {card}.",
    "won-duel": "{A} {a:wins|win} against {b}.",
    "discarded": "{A} {a:discards|discard} {card}.",
    "gave": "{A} {a:gives|give} {card} to {b}.",
    "voted": "{A} {a:votes|vote} {word}.",
    "vote-result": "The vote says {word}.",
    "dared": "{A} {a:takes|take} the dare: {word}.",
    "chickened": "{A} {a:chickens|chicken} out.",
    "notice": "{A} {a:is|are} under notice: {word}.",
    "notices-lifted": "{A} {a:is|are} no longer under notice.",
    "hands-open": "All hands lie open until {a.next_turn}.",
    "hands-closed": "Hands are closed again.",
    "called": "{A} {a:calls|call} UNO.",
    "caught": "{A} did not call UNO and {a:is|are} caught by {b}.",
    "round-won": "{A} {a:is|are} out of cards; the cards left count {number}.",
    "round-void": "Nobody gets anywhere: the round is void.",
    "game-won": "The game is won by {word}.",
    "take-instead": "A draw by {a} is {number} cards this turn.",
    "stacked": "{A} {a:faces|face} a penalty of {penalty}.",
    "jumped": "{A} {a:jumps|jump} in.",
    "hands-moved": "All hands move on to the {word}.",
}
"""By the kind of event. `{a}` is its seat, `{A}` the same where a sentence begins, `{b}` its second seat;
`{a:draws|draw}` is the form of the verb that fits it."""

_UNCOUNTED = {"round-won": "{A} {a:is|are} out of cards.", "accepted": "{A} {a:does|do} not challenge."}
"""For events that are told without their number."""

_PENALTIES = {"stacked", "accepted"}
"""Events of a penalty: the number of cards, and how often until the colour as their word (stack-3)."""


class Told(Protocol):
    """What a sentence is made of; `lastcard.events.Event` has it all."""

    @property
    def kind(self) -> str:
        """What happened, as one word."""

    @property
    def seat(self) -> int | None:
        """Who did it."""

    @property
    def card(self) -> object:
        """The card, whose text is its notation."""

    @property
    def other(self) -> int | None:
        """A second seat."""

    @property
    def number(self) -> int | None:
        """How many."""

    @property
    def word(self) -> str:
        """A colour, side, direction, verdict, answer, or words of the table's own."""


@dataclass(frozen=True)
class Naming:
    """How seats are called: by their numbers, or by name; and one of them perhaps "you"."""

    names: tuple[str, ...] = ()
    you: int | None = None

    def who(self, seat: int | None) -> str:
        """A seat inside a sentence."""
        if seat is None:
            return "nobody"
        if seat == self.you:
            return "you"
        return self.names[seat] if self.names else f"seat {seat}"

    def at_start(self, seat: int | None) -> str:
        """A seat where a sentence begins. A name is left as it is written."""
        return self.who(seat) if self._by_name(seat) else self.who(seat).capitalize()

    def next_turn(self, seat: int | None) -> str:
        """The turn that a seat will have next."""
        if seat is not None and seat == self.you:
            return "your next turn"
        return f"{self.who(seat)}'s next turn" if self._by_name(seat) else f"the next turn of {self.who(seat)}"

    def _by_name(self, seat: int | None) -> bool:
        return bool(self.names) and seat is not None and seat != self.you


BY_NUMBER = Naming()
"""Seats as the notation has them, for logs and for programs."""


class _Seat(NamedTuple):
    """A seat in a sentence: `{a}` is its name, `{a:draws|draw}` the form of a verb that agrees with it."""

    number: int | None
    naming: Naming

    @property
    def next_turn(self) -> str:
        return self.naming.next_turn(self.number)

    def __format__(self, forms: str) -> str:
        if not forms:
            return self.naming.who(self.number)
        others, yours = forms.split("|")
        return yours if self.number is not None and self.number == self.naming.you else others


def say(event: Told, naming: Naming = BY_NUMBER, card: str | None = None) -> str:
    """An event in a sentence; `card` are other words for its card, or for the cards of several events alike."""
    sentence = SENTENCES[event.kind]
    if event.number is None:
        sentence = _UNCOUNTED.get(event.kind, sentence)
    return sentence.format(
        A=naming.at_start(event.seat),
        a=_Seat(event.seat, naming),
        b=_Seat(event.other, naming),
        card=event.card if card is None else card,
        number=event.number,
        penalty=said_penalty(event.number or 0, int(event.word or 0)) if event.kind in _PENALTIES else "",
        word=_seats_named(event.word, naming) if event.kind == "game-won" else event.word,
    )


def said_penalty(cards: int, until: int) -> str:
    """An open penalty in words (stack-3)."""
    parts = [f"{cards} card{'s' * (cards > 1)}"] if cards else []
    parts += ["until the colour comes" + (f", {until} times" if until > 1 else "")] if until else []
    return " and ".join(parts)


def say_drawn_for_the_deal(draws: Iterable[tuple[int | None, str]], naming: Naming = BY_NUMBER) -> str:
    """All draws for the deal in one sentence: seats and what they drew."""
    return f"Drawn for the deal: {', '.join(f'{naming.who(seat)} {card}' for seat, card in draws)}."


def _seats_named(word: str, naming: Naming) -> str:
    return re.sub("seat ([0-9]+)", lambda match: naming.who(int(match[1])), word)
