"""A sensible player: a few habits of people, no search.

It gets rid of cards, holds wilds back, hurts the next player when that one is close to
going out, and drops expensive cards when somebody is. It knows only its view. Weaker
bots have the same habits and get in their own way (`erring_bot`).
"""

from __future__ import annotations

import random
from collections import Counter

from lastcard.bots import faces
from lastcard.bots.temper import CALM, Temper, shows, tempered
from lastcard.cards import Card
from lastcard.moves import Move
from lastcard.view import View

_NOTICES = 0.7
"""How often it sees that somebody did not call; people miss some, too."""

_FEW = 3
"""A hand this small is a danger."""


class SimpleBot:
    """Plays by habit."""

    def __init__(self, seed: int | str | None = None, temper: Temper = CALM) -> None:
        self.name = "simple"
        self._random = random.Random(seed)
        self._temper = temper

    def react(self, view: View) -> Move | None:
        """Always calls; catches, and jumps in, mostly. With two cards it calls only if it then jumps in."""
        call, jump = first(view, "uno"), first(view, "play") if view.asks.seat != view.seat else None
        if call is not None and len(view.hand) == 1 and self._remembers():
            return call
        if not self._notices():
            return None
        if call is not None and jump is not None and self._remembers():
            return call
        return first(view, "catch") or jump

    def choose(self, view: View) -> Move:
        """The move for the question that is asked, as its temper lets it be made."""
        return tempered(self._temper, view, self._own(view), self._random)

    def _own(self, view: View) -> Move:
        seat, question = view.asks
        if seat != view.seat:
            return view.moves[0]
        if question in {"play", "drawn"}:
            return self._turn(view)
        answer = {
            "color": self._color,
            "challenge": self._challenge,
            "target": self._target,
            "discard": self._discard,
            "give": self._discard,
            "vote": self._vote,
            "stack": self._stack,
            "jump": self._jump,
        }.get(question)
        if answer is None:
            return view.moves[0]  # the dare, the call and the catch stand first in the fixed order
        return answer(view)

    def _turn(self, view: View) -> Move:
        plays = [move for move in view.moves if move.kind == "play"]
        call = first(view, "uno")
        if call is not None and (plays or view.seat in view.liable) and self._remembers():
            return call
        if first(view, "catch") is not None and self._notices():
            return pick(view, "catch")
        seen = self._seen(plays, view)
        if not seen:
            return first(view, "draw") or pick(view, "pass")
        return self._card(seen, view)

    def _remembers(self) -> bool:
        """Whether it thinks of its own call."""
        return not shows(self._temper.forgets_call, self._random)

    def _notices(self) -> bool:
        """Whether it sees that somebody can be caught."""
        return self._random.random() < _NOTICES and not shows(self._temper.misses_catch, self._random)

    def _seen(self, plays: list[Move], view: View) -> list[Move]:  # noqa: ARG002 - others look worse
        """The plays that it sees; none: it draws, or keeps the card just drawn."""
        return plays

    def _card(self, plays: list[Move], view: View) -> Move:
        """Which of the plays it sees it makes."""
        return max(plays, key=lambda move: (self._worth(move, view), self._random.random()))

    def _worth(self, move: Move, view: View) -> float:
        """How good it is to play this card now."""
        card = move.card
        assert card is not None
        worth = 2.0 * (_colors(view)[card.color] - 1) if card.color else _wild_worth(card, view)
        if faces.hits_next(card):
            worth += 15 if view.sizes[next_seat(view)] <= _FEW else 1
        if _danger(view):
            worth += (card.points or 0) / 5
        return worth

    def _color(self, view: View) -> Move:
        """The colour it holds most of on the side in play."""
        held = _colors(view)
        choices = [move for move in view.moves if move.kind == "color"]
        return max(choices, key=lambda move: (held[move.color], self._random.random()))

    def _challenge(self, view: View) -> Move:
        """A challenge when a card of the colour was seen in that hand, else now and then.

        Large hands are rarely without a colour.
        """
        known = {card.color for card in view.hands[view.turn]}
        before = view.discard[-2].color if len(view.discard) > 1 else None
        if before and before in known:
            return pick(view, "challenge")
        odds = min(0.4, 0.04 * view.sizes[view.turn])
        return pick(view, "challenge" if self._random.random() < odds else "accept")

    def _stack(self, view: View) -> Move:
        """Another Draw card if it has one; else as with any challenge."""
        plays = [move for move in view.moves if move.kind == "play"]
        if plays:
            call = first(view, "uno")
            return call if call is not None and self._remembers() else self._card(plays, view)
        return self._challenge(view) if first(view, "challenge") is not None else pick(view, "accept")

    def _jump(self, view: View) -> Move:
        """Jumps in if it sees that it can."""
        jump = first(view, "play")
        return jump if jump is not None and self._notices() else pick(view, "silent")

    def _target(self, view: View) -> Move:
        """Where it is free to choose, the smallest hand if that is smaller than its own; else the largest."""
        seats = [move for move in view.moves if move.kind == "target" and move.target is not None]
        free = Move(view.seat, "target")
        self._random.shuffle(seats)  # among equals nobody is singled out

        def size(move: Move) -> int:
            return view.sizes[move.target or 0]

        if free not in view.moves:
            return max(seats, key=size)
        smallest = min(seats, key=size)
        return smallest if size(smallest) < len(view.hand) else free

    def _discard(self, view: View) -> Move:
        """The most expensive card that can't be played; wilds stay as long as there is another."""
        choices = [move for move in view.moves if move.kind in {"discard", "give"}]

        def cost(move: Move) -> tuple[bool, bool, int]:
            card = move.card
            assert card is not None
            return not faces.matches(card, view), not card.wild, card.points or 0

        return max(choices, key=cost)

    def _vote(self, view: View) -> Move:
        return self._random.choice([move for move in view.moves if move.kind == "vote"])


def first(view: View, kind: str) -> Move | None:
    """The first move of a kind that this seat can make, if there is one."""
    return next((move for move in view.moves if move.kind == kind and move.seat == view.seat), None)


def pick(view: View, kind: str) -> Move:
    """The first move of a kind that is known to be there."""
    move = first(view, kind)
    assert move is not None
    return move


def next_seat(view: View) -> int:
    """Who is next after this seat."""
    return (view.seat + (1 if view.direction == "left" else -1)) % view.players


def _danger(view: View) -> bool:
    return min(size for seat, size in enumerate(view.sizes) if seat != view.seat) <= _FEW


def _colors(view: View) -> Counter[str | None]:
    """How many cards of each colour are in hand; wilds under None."""
    return Counter(card.color for card in view.hand)


def _wild_worth(card: Card, view: View) -> float:
    """Wilds are kept; a Wild Draw most of all while the colour in play is in hand, for it can be challenged."""
    if not faces.can_be_challenged(card):
        return -20
    return -40 if view.color and _colors(view)[view.color] else -25
