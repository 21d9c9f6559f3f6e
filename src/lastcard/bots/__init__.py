"""Players that are programs. A bot gets a `View` and nothing else, so it knows what a person in its seat may know.

`bot` builds one by the name of its level (`LEVELS`); `next_move` runs a table where
only bots sit. `pace` says how long a bot takes, `defaults` what an absent player does.
"""

from lastcard.bots.base import Bot
from lastcard.bots.defaults import default_move
from lastcard.bots.erring_bot import ErringBot
from lastcard.bots.levels import LEVELS, Level, Mistakes, level_called
from lastcard.bots.pace import react_seconds, think_seconds
from lastcard.bots.random_bot import RandomBot
from lastcard.bots.simple_bot import SimpleBot
from lastcard.bots.table import next_move, reaction
from lastcard.errors import SettingsError

BOT_NAMES = tuple(LEVELS)
"""The bots that there are, strongest first."""


def bot(name: str, seed: int | str | None = None) -> Bot:
    """The bot called `name`; with the same seed it plays the same way."""
    level = level_called(name)
    if not isinstance(seed, int | str | None):
        msg = f"the seed of a bot is {seed!r:.40}; allowed: a whole number, a text, or None for fresh randomness"
        raise SettingsError(msg)
    if level.mistakes is not None:
        return ErringBot(level, seed)
    return SimpleBot(seed) if name == "simple" else RandomBot(seed)


__all__ = [
    "BOT_NAMES",
    "LEVELS",
    "Bot",
    "ErringBot",
    "Level",
    "Mistakes",
    "RandomBot",
    "SimpleBot",
    "bot",
    "default_move",
    "level_called",
    "next_move",
    "react_seconds",
    "reaction",
    "think_seconds",
]
