"""A player that sees all hands, for the arena alone: it shows how much there is to be had from knowing them.

It thinks as `search` does, in worlds in which every hand is the true one. The order of the draw pile stays hidden, and
so does all chance to come. No honest player can be so good, which makes it a mark to measure the others by. `bot()`
does not know it: at a table of people nobody sees another's hand.
"""

from __future__ import annotations

from dataclasses import fields

from lastcard.bots.effort import effort_of
from lastcard.bots.search_bot import SearchBot
from lastcard.bots.sight import Sight
from lastcard.engine.rules import MAX_CARDS
from lastcard.engine.schema import State
from lastcard.errors import ArenaError
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.reading import Reading, one_seat
from lastcard.view import View

NAME = "sees-all"
_KNOW = State.fields["know"]


class SeeingBot(SearchBot):
    """Thinks ahead with all hands before it."""

    thinks = False
    """It needs no game that could be the one at the table: it looks at that one."""
    weighs_challenges = True
    """Worlds with the true hands know whether a Wild Draw was a bluff."""

    def __init__(self, name: str, seed: int | str | None = None) -> None:
        super().__init__(name, effort_of(name), seed)
        self._game: Game | None = None

    def watch(self, game: Game) -> None:
        """Sit down at a table of the arena, to see its hands from now on."""
        self._game = game

    def choose(self, view: View) -> Move:
        """As `search` would, if it knew."""
        if self._game is None:
            msg = f"{self.name} sees hands at a table of the arena only; let lastcard arena seat it"
            raise ArenaError(msg)
        return super().choose(open_sight(self._game, view))


def open_sight(game: Game, view: View) -> Sight:
    """A game as a seat would see it if all hands were laid open to it; what is in the draw pile stays unknown.

    The past is left out: it says which hands are likely, and these are known.
    """
    seen = {field.name: getattr(view, field.name) for field in fields(View)}
    world = _told_hands(game.imagined(range(game.players)), view.seat)
    return Sight(**seen, rules=game.compiled, world=world, past=b"")


def _told_hands(world: bytes, seat: int) -> bytes:
    """The same state with a seat that knows both sides of every card in a hand, so that no new deal moves them."""
    told = bytearray(world)
    know = memoryview(told)[_KNOW.room].cast("h")
    for card in (card for hand in Reading(world).hands for card in hand):
        for side in (0, MAX_CARDS):
            know[side + card] |= one_seat(seat)
    know.release()
    return bytes(told)
