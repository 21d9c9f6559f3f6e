"""Five UNO-family card games as one exact and very fast rules engine.

>>> from lastcard import Game
>>> game = Game("flip", players=2, seed=1)
>>> len(game.view(0).hand)
7

Unofficial; not affiliated with the makers of the games.
"""

from lastcard.editions import Edition, Settings, edition, load_edition
from lastcard.editions import names as edition_names
from lastcard.errors import IllegalMoveError, LastcardError
from lastcard.events import Event
from lastcard.game import Game
from lastcard.notation import Card, Move
from lastcard.position import Layout
from lastcard.record import read_record, write_record
from lastcard.view import View

__version__ = "0.1.0"

__all__ = [
    "Card", "Edition", "Event", "Game", "IllegalMoveError", "LastcardError", "Layout", "Move", "Settings", "View",
    "edition", "edition_names", "load_edition", "read_record", "write_record",
]  # fmt: skip
