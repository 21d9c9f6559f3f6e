"""Players that are programs. A bot gets what a person in its seat may know, and nothing else.

`bot` builds one by its name: a level that people can choose at a table (`LEVELS`), or one that is only for programs,
such as `search`, which thinks ahead. `next_move` runs a table where only bots sit. `pace` says how long a bot takes,
`defaults` what an absent player does.
"""

from lastcard.bots.base import Bot
from lastcard.bots.defaults import default_move
from lastcard.bots.effort import Effort, effort_of
from lastcard.bots.erring_bot import ErringBot
from lastcard.bots.levels import LEVELS, Level, Mistakes, level_called
from lastcard.bots.pace import react_seconds, think_seconds
from lastcard.bots.random_bot import EagerBot, RandomBot
from lastcard.bots.sharp_bot import SharpBot
from lastcard.bots.sight import Sight, sight
from lastcard.bots.simple_bot import SimpleBot
from lastcard.bots.table import decision, next_move, reaction
from lastcard.errors import SettingsError

BOT_NAMES = tuple(LEVELS)
"""The bots that people can choose, strongest first."""


def bot(name: str, seed: int | str | None = None) -> Bot:
    """The bot called `name`; with the same seed it plays the same way.

    Besides the levels there are `eager`, who plays anything and draws only when it must, and `search`, who thinks
    ahead; `search@500` makes so many play-outs a decision, `search@50ms` thinks for so long.
    """
    if not isinstance(seed, int | str | None):
        msg = f"the seed of a bot is {seed!r:.40}; allowed: a whole number, a text, or None for fresh randomness"
        raise SettingsError(msg)
    if name == "eager":
        return EagerBot(seed)
    if isinstance(name, str) and name.split("@", maxsplit=1)[0] == "search":
        from lastcard.bots.search_bot import SearchBot  # noqa: PLC0415 - needs NumPy, which other bots do without

        return SearchBot(name, effort_of(name), seed)
    level = level_called(name)
    if level.mistakes is not None:
        return ErringBot(level, seed)
    if name == "sharp":
        return SharpBot(seed)
    return SimpleBot(seed) if name == "simple" else RandomBot(seed)


__all__ = [
    "BOT_NAMES",
    "LEVELS",
    "Bot",
    "Effort",
    "ErringBot",
    "Level",
    "Mistakes",
    "RandomBot",
    "SharpBot",
    "Sight",
    "SimpleBot",
    "bot",
    "decision",
    "default_move",
    "level_called",
    "next_move",
    "react_seconds",
    "reaction",
    "sight",
    "think_seconds",
]
