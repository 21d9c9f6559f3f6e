"""What a bot gets that thinks ahead: its view, a game that could be the one at the table, and what was seen so far.

The game is dealt anew from what the seat knows (`Game.imagined`): two games that the seat can't tell apart give the
same, to the byte. So a bot can't peek, whatever it does with it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from lastcard.editions import Compiled
from lastcard.errors import SettingsError
from lastcard.game import Game
from lastcard.view import View


@dataclass(frozen=True, kw_only=True)
class Sight(View):
    """A view for whoever thinks ahead."""

    rules: Compiled
    world: bytes
    """A state of the engine in which everything that the seat can't know is dealt anew."""
    past: bytes
    """What the others were seen to do (`Game.past`)."""


def sight(game: Game, seat: int) -> Sight:
    """A game as a seat sees it."""
    view = game.view(seat)
    seen = {field.name: getattr(view, field.name) for field in fields(View)}
    return Sight(**seen, rules=game.compiled, world=game.imagined(seat), past=game.past)


def as_sight(view: View) -> Sight:
    """What a bot that thinks ahead was given, which must be more than a view."""
    if isinstance(view, Sight):
        return view
    msg = "this bot thinks ahead, for which a view is not enough; give it sight(game, seat), or let decision() ask it"
    raise SettingsError(msg)
