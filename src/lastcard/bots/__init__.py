"""Players that are programs. A bot gets a `View` and nothing else, so it knows what a person in its seat may know.

`bot` builds one by its name; `next_move` runs a table where only bots sit.
"""

from collections.abc import Callable

from lastcard.bots.base import Bot
from lastcard.bots.random_bot import RandomBot
from lastcard.bots.simple_bot import SimpleBot
from lastcard.bots.table import next_move, reaction
from lastcard.errors import SettingsError

_BOTS: dict[str, Callable[[int | str | None], Bot]] = {"simple": SimpleBot, "random": RandomBot}

BOT_NAMES = ("simple", "random")
"""The bots that there are."""


def bot(name: str, seed: int | str | None = None) -> Bot:
    """The bot called `name`; with the same seed it plays the same way."""
    if name not in _BOTS:
        msg = f"there is no bot {name!r:.40}; there are {', '.join(BOT_NAMES)}"
        raise SettingsError(msg)
    return _BOTS[name](seed)


__all__ = ["BOT_NAMES", "Bot", "RandomBot", "SimpleBot", "bot", "next_move", "reaction"]
