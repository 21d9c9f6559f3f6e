"""Action numbers in words (`engine/actions.py` has the numbers, `docs/actions.md` the tables)."""

from __future__ import annotations

from functools import lru_cache

from lastcard.editions.model import SIDES, Edition
from lastcard.engine import actions as a
from lastcard.engine.rules import MAX_COLORS, MAX_SEATS
from lastcard.errors import NotationError

_PLAIN = {
    a.DRAW: "draw", a.PASS: "pass", a.CHALLENGE: "challenge", a.ACCEPT: "accept", a.DONE: "done", a.UNO: "uno",
    a.SILENT: "silent", a.DARE: "dare", a.CHICKEN: "chicken", a.VOTE_NO: "vote no", a.VOTE_YES: "vote yes",
    a.DEAL: "deal", a.TARGET_NONE: "target none",
}  # fmt: skip


@lru_cache(maxsize=64)
def action_names(edition: Edition) -> tuple[str, ...]:
    """What each action number of an edition means.

    A seat is counted clockwise from the one who acts (`target +1`), a colour is the first, second … of the side
    in play (`color 1`), and `play r7 #2` plays the second of several cards with that face that look different.
    """
    names = dict(_PLAIN)
    names |= {a.TARGET + i: f"target +{i + 1}" for i in range(MAX_SEATS - 1)}
    names |= {a.CATCH + i: f"catch +{i + 1}" for i in range(MAX_SEATS - 1)}
    names |= {a.COLOR + i: f"color {i + 1}" for i in range(MAX_COLORS)}
    listed = [names[number] for number in range(a.CARDS)]
    faces = [face for side in edition.sides for face in side.faces]
    further = [(face, nth) for face in faces for nth in range(2, face.kind.copies + 1)] if edition.two_sided else []
    for kind in ("play", "discard"):
        listed += [f"{kind} {face.text}" for face in faces]
    for kind in ("play", "discard"):
        listed += [f"{kind} {face.text} #{nth}" for face, nth in further]
    return tuple(listed)


def action_number(edition: Edition, name: str, side: str = SIDES[0]) -> int:
    """The number of an action by its name; `color red` is understood too, for the side in play."""
    names = action_names(edition)
    colors = edition.sides[SIDES.index(side)].colors
    kind, _, value = name.partition(" ")
    if kind == "color" and value in colors:
        return a.COLOR + colors.index(value)
    if name not in names:
        msg = f"{name!r:.40} is no action of edition {edition.id}; examples are {', '.join(names[:4])}, {names[a.CARDS]}"
        raise NotationError(msg)
    return names.index(name)
