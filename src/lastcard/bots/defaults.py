"""What happens for a player who is away: one harmless answer to every question, without chance.

It is no bot: it does not try to win. It keeps the game going, hurts nobody by choice,
gives nothing away and never speaks for a player. `docs/bots.md` has the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from lastcard.errors import IllegalMoveError
from lastcard.moves import Move
from lastcard.view import View


def default_move(view: View) -> Move:
    """The answer of an absent player to what the seat of `view` is asked; when the round is over, `deal`."""
    seat, question = view.asks
    choices = [move for move in view.moves if move.kind in _ANSWERS.get(question, ())]
    if seat not in {view.seat, -1} or not choices:
        asked = f"seat {seat} is asked ({question})" if seat >= 0 else f"the {question.removesuffix(' over')} is over"
        msg = (
            f"there is no default for seat {view.seat}: {asked}; "
            "a default is for the seat that is asked, or deals a next round"
        )
        raise IllegalMoveError(msg)
    choose = _CHOICES.get(question)
    return choose(choices, view) if choose else _first(choices, *_ANSWERS[question])


_ANSWERS = {
    "play": ("draw", "pass", "play"),
    "drawn": ("pass", "play"),
    "color": ("color",),
    "challenge": ("accept",),
    "target": ("target",),
    "discard": ("done", "discard"),
    "give": ("give",),
    "vote": ("vote",),
    "dare": ("chicken",),
    "uno": ("silent",),
    "catch": ("silent",),
    "stack": ("accept",),
    "jump": ("silent",),
    "round over": ("deal",),
}
"""For each question the kinds of moves that may be its default, best first."""


def _first(choices: list[Move], *kinds: str) -> Move:
    """The first move of the first kind that there is."""
    return min(choices, key=lambda move: kinds.index(move.kind))


def _color(choices: list[Move], view: View) -> Move:
    """The colour held most on the side in play; among equals the first in the edition's order."""
    held = Counter(card.color for card in view.hand)
    return max(choices, key=lambda move: held[move.color])


def _target(choices: list[Move], view: View) -> Move:
    """Nobody, if that is allowed; else the next seat in playing order."""
    step = 1 if view.direction == "left" else -1
    return min(choices, key=lambda move: 0 if move.target is None else (move.target - view.seat) * step % view.players)


def _discard(choices: list[Move], view: View) -> Move:
    """No card, if that is allowed; else the one that came last.

    It is offered as the one longest held of those that look like it.
    """
    if choices[-1].kind == "done":
        return choices[-1]
    offered = {move.value: move for move in choices}
    newest = view.hand[-1]
    return offered.get(newest.text) or offered[newest.front]


def _vote(choices: list[Move], view: View) -> Move:  # noqa: ARG001 - all of these take a view
    """No."""
    return next(move for move in choices if not move.yes)


_CHOICES: dict[str, Callable[[list[Move], View], Move]] = {
    "color": _color, "target": _target, "discard": _discard, "give": _discard, "vote": _vote,
}  # fmt: skip
"""Questions whose default takes a look at more than the kind of move."""
