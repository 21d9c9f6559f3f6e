"""Five UNO-family card games as one exact and very fast rules engine.

>>> from lastcard import Game
>>> game = Game("flip", players=2, seed=1)
>>> len(game.view(0).hand)
7

What is offered here is imported when it is first asked for, so that `import lastcard` costs nothing.

Unofficial; not affiliated with the makers of the games.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lastcard.cards import Card
    from lastcard.editions import Edition, Settings, edition, load_edition
    from lastcard.editions import names as edition_names
    from lastcard.errors import IllegalMoveError, LastcardError
    from lastcard.events import Event
    from lastcard.game import Game
    from lastcard.moves import Move, Question
    from lastcard.record import Record, read_record, write_record
    from lastcard.text.layout import Layout
    from lastcard.view import View

__version__ = "0.1.0"

__all__ = [
    "Card", "Edition", "Event", "Game", "IllegalMoveError", "LastcardError", "Layout", "Move", "Question", "Record",
    "Settings", "View", "edition", "edition_names", "load_edition", "read_record", "write_record",
]  # fmt: skip

_HOMES = {
    "Card": "cards",
    "Edition": "editions",
    "Event": "events",
    "Game": "game",
    "IllegalMoveError": "errors",
    "LastcardError": "errors",
    "Layout": "text.layout",
    "Move": "moves",
    "Question": "moves",
    "Record": "record",
    "Settings": "editions",
    "View": "view",
    "edition": "editions",
    "edition_names": "editions:names",
    "load_edition": "editions",
    "read_record": "record",
    "write_record": "record",
}
"""Where each name lives: a module of the package, with the name that it has there if that is another."""


if not TYPE_CHECKING:  # type checkers know the names from above, and that there are no others

    def __getattr__(name: str) -> Any:
        """A name of `__all__`, from its home (PEP 562). It is asked for once: then it is here."""
        if name not in _HOMES:
            msg = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(msg)
        module, _, there = _HOMES[name].partition(":")
        value = getattr(import_module(f"{__name__}.{module}"), there or name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """What completion shows."""
    return sorted({*globals(), *__all__})
