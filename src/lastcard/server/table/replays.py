"""A finished game for stepping through: each move with what it brought about and the game after it.

It is told through the eyes of one seat, of the public, or with all hands open, by the same
functions as at the table. A game that still goes on is refused (see `records.py`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from lastcard.editions.model import SIDES, Edition
from lastcard.moves import Move
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import showing, telling
from lastcard.server.table.catalogue import custom_rule
from lastcard.server.table.fold import Past
from lastcard.server.table.records import Finished, Part

MOST_STEPS = 200
"""How many steps one answer may have."""

_EYES = {"open": showing.OPEN, "public": showing.PUBLIC}


def replay_of(part: Part, eyes: str, first: int, count: int) -> bytes:
    """Some steps of a game, from the step `first` on; step 0 is the deal."""
    found = Finished(part)
    table = found.table
    viewer = _viewer(eyes, len(table.seats))
    head = {
        "game": found.number,
        "edition": table.setup.edition,
        "names": table.names(),
        "setup": table.setup,
        "custom": [custom_rule(rule) for rule in table.setup.custom],
        "eyes": viewer if viewer >= 0 else eyes,
    }
    steps: list[dict[str, Any]] = []
    rounds: list[int] = []
    flips: list[int] = []
    side = SIDES[0]  # every round begins on it
    total = 0
    for total, past in enumerate(found.play(), 1):
        game = table.game
        assert game is not None
        kinds = {event.kind for event in game.tell(past.happened, "public")}
        if "dealt" in kinds:
            rounds.append(total - 1)
        if "flipped" in kinds:
            flips.append(total - 1)
        if first < total <= first + count:
            steps.append({**_move(past, game.edition, SIDES.index(side)), **telling.replayed(table, past, viewer)})
        side = game.side
    return msgspec.json.encode(
        {**head, "total": total, "from": first, "rounds": rounds, "flips": flips, "steps": steps}
    )


def _viewer(eyes: str, seats: int) -> int:
    """Whose eyes are meant."""
    if eyes in _EYES:
        return _EYES[eyes]
    if not (eyes.isascii() and eyes.isdigit() and len(eyes) <= 2 and int(eyes) < seats):
        raise RefusedError(
            "bad-message", f"eyes is {eyes!r:.20}; allowed: open, public, or a seat from 0 to {seats - 1}"
        )
    return int(eyes)


def _move(past: Past, edition: Edition, side: int) -> dict[str, Any]:
    """Who did what.

    A card is laid down for all to see, so its face in play may be told to everybody, and nothing more is.
    """
    entry, told = past.line.entry, {"seat": -1, "move": "deal", "how": "player", "at": past.line.at}
    if isinstance(entry, e.Moved):
        move = Move.parse(entry.move, edition, SIDES[side])
        value = move.card.face(side) if move.card is not None else move.value
        told |= {"seat": move.seat, "move": f"{move.kind} {value}".rstrip(), "how": entry.how}
    return told
