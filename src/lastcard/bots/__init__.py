"""Players that are programs. A bot gets what a person in its seat may know, and nothing else.

`bot` builds one by its name: a level that people can choose at a table (`LEVELS`), somebody who plays at one
(`CHARACTERS`), or one that is only for programs, such as `search`, which thinks ahead. `next_move` runs a table where
only bots sit. `pace` says how long a bot takes, `defaults` what an absent player does.
"""

from lastcard.bots.base import Bot
from lastcard.bots.characters import (
    CHARACTERS,
    Character,
    Sitter,
    at_once,
    character_of,
    seat_all,
    sitter_called,
    somebody,
    thinks_ahead,
)
from lastcard.bots.defaults import default_move
from lastcard.bots.effort import USUAL_EFFORT, Effort, effort_of
from lastcard.bots.erring_bot import ErringBot
from lastcard.bots.levels import LEVELS, PLAYERS, Level, Mistakes
from lastcard.bots.pace import react_seconds, think_seconds
from lastcard.bots.random_bot import EagerBot, RandomBot
from lastcard.bots.sharp_bot import SharpBot
from lastcard.bots.sight import Sight, sight
from lastcard.bots.simple_bot import SimpleBot
from lastcard.bots.table import decision, next_move, reaction
from lastcard.bots.temper import CALM, Temper
from lastcard.errors import SettingsError

BOT_NAMES = (*LEVELS, *PLAYERS, *CHARACTERS)
"""Every bot that can sit at a table, by name: levels, weakest first; players without mistakes; and characters."""


def bot(name: str, seed: int | str | None = None, *, effort: Effort = USUAL_EFFORT) -> Bot:
    """The bot called `name`; with the same seed it plays the same way.

    `hard` is a level, `otto` somebody who usually plays at one, `otto@hard` the same at that level. Besides there are
    `eager`, who plays anything and draws only when it must, and `search`, who thinks ahead; `search@500` makes so many
    play-outs a decision, `search@50ms` thinks for so long. `effort` is how much other bots that think ahead do so.
    """
    if not isinstance(seed, int | str | None):
        msg = f"the seed of a bot is {seed!r:.40}; allowed: a whole number, a text, or None for fresh randomness"
        raise SettingsError(msg)
    if name == "eager":
        return EagerBot(seed)
    if isinstance(name, str) and name.split("@", maxsplit=1)[0] == "search":
        return _search(name, effort_of(name), seed, CALM)
    sitter = sitter_called(name)
    made = _player(sitter, seed, effort)
    made.name = name
    return made


def _player(sitter: Sitter, seed: int | str | None, effort: Effort) -> Bot:
    level, temper = sitter.level, sitter.temper
    if level.mistakes is not None:
        return ErringBot(level, seed, temper)
    if level.player == "search":
        return _search(level.name, effort, seed, temper)
    if level.player == "sharp":
        return SharpBot(seed, temper)
    return SimpleBot(seed, temper) if level.player == "simple" else RandomBot(seed)


def _search(name: str, effort: Effort, seed: int | str | None, temper: Temper) -> Bot:
    from lastcard.bots.search_bot import SearchBot  # noqa: PLC0415 - needs NumPy, which other bots do without

    return SearchBot(name, effort, seed, temper)


__all__ = [
    "BOT_NAMES",
    "CHARACTERS",
    "LEVELS",
    "PLAYERS",
    "Bot",
    "Character",
    "Effort",
    "ErringBot",
    "Level",
    "Mistakes",
    "RandomBot",
    "SharpBot",
    "Sight",
    "SimpleBot",
    "Temper",
    "at_once",
    "bot",
    "character_of",
    "decision",
    "default_move",
    "next_move",
    "react_seconds",
    "reaction",
    "seat_all",
    "sight",
    "sitter_called",
    "somebody",
    "think_seconds",
    "thinks_ahead",
]
