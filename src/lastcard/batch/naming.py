"""Action numbers in words (`engine/actions.py` has the numbers, `docs/actions.md` the tables)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lastcard.cards import side_number
from lastcard.editions import edition as find_edition
from lastcard.editions.model import SIDES, Edition
from lastcard.editions.nearest import did_you_mean
from lastcard.engine import actions as a
from lastcard.engine.rules import MAX_COLORS, MAX_SEATS
from lastcard.errors import NotationError

_PLAIN = {
    a.DRAW: "draw", a.PASS: "pass", a.CHALLENGE: "challenge", a.ACCEPT: "accept", a.DONE: "done", a.UNO: "uno",
    a.SILENT: "silent", a.DARE: "dare", a.CHICKEN: "chicken", a.VOTE_NO: "vote no", a.VOTE_YES: "vote yes",
    a.DEAL: "deal", a.TARGET_NONE: "target none",
}  # fmt: skip


def action_names(edition: str | Path | Edition) -> tuple[str, ...]:
    """What each action number of an edition means.

    A seat is counted clockwise from the one who acts (`target +1`), a colour is the first, second … of the side
    in play (`color 1`), and `play r7 #2` plays the second of several cards with that face that look different.
    A face that both sides have is marked on the second, `play W (dark)`.
    """
    return _names(find_edition(edition))


@lru_cache(maxsize=64)
def _names(edition: Edition) -> tuple[str, ...]:
    names = dict(_PLAIN)
    names |= {a.TARGET + i: f"target +{i + 1}" for i in range(MAX_SEATS - 1)}
    names |= {a.CATCH + i: f"catch +{i + 1}" for i in range(MAX_SEATS - 1)}
    names |= {a.COLOR + i: f"color {i + 1}" for i in range(MAX_COLORS)}
    listed = [names[number] for number in range(a.CARDS)]
    faces = _faces(edition)
    further = [(text, nth) for text, copies in faces for nth in range(2, copies + 1)] if edition.two_sided else []
    for kind in ("play", "discard"):
        listed += [f"{kind} {text}" for text, _ in faces]
    for kind in ("play", "discard"):
        listed += [f"{kind} {text} #{nth}" for text, nth in further]
    return tuple(listed)


def _faces(edition: Edition) -> list[tuple[str, int]]:
    """Each face of both sides as an action's name has it, and how many cards have it."""
    light, *dark = ([(face.text, face.kind.copies) for face in side.faces] for side in edition.sides)
    both = {text for text, _ in light}
    return light + [(_marked(text) if text in both else text, copies) for side in dark for text, copies in side]


def _marked(text: str) -> str:
    return f"{text} ({SIDES[1]})"


def action_number(edition: str | Path | Edition, name: str, side: str = SIDES[0]) -> int:
    """The number of an action by its name; `color red` and `play W` are understood for the side in play."""
    edition = find_edition(edition)
    names = action_names(edition)
    colors = edition.sides[side_number(edition, side)].colors
    if not isinstance(name, str):
        msg = f"{name!r:.40} is no action; an action is named by a text, for example {names[0]!r}"
        raise NotationError(msg)
    kind, _, value = name.partition(" ")
    if kind == "color" and value in colors:
        return a.COLOR + colors.index(value)
    if side == SIDES[1] and f"{kind} {_marked(value)}" in names:
        return names.index(f"{kind} {_marked(value)}")
    if name not in names:
        examples = f"examples are {', '.join(names[:4])}, {names[a.CARDS]}"
        msg = f"{name!r:.40} is no action of edition {edition.id}; {did_you_mean(name, names)}{examples}"
        raise NotationError(msg)
    return names.index(name)
