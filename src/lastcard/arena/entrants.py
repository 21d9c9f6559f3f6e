"""Who can play in the arena, and how each is run.

A bot of ours is an object in a worker process, a policy of the kernel, or both. A bot of the user's own is a Python
file or a program; both run in a process apart (`outside`), since they may hang, crash or cheat.
"""

from __future__ import annotations

import hashlib
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lastcard.arena.seeing import NAME, SeeingBot
from lastcard.bots import CHARACTERS, LEVELS, Bot, RandomBot, bot, sitter_called
from lastcard.bots.effort import effort_of
from lastcard.bots.random_bot import EagerBot
from lastcard.editions.nearest import did_you_mean
from lastcard.errors import ArenaError, SettingsError

PROGRAM = "cmd:"
"""What a program's command line begins with."""
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Way:
    """How a bot of ours is run: as an object made from a seed, by a policy of the kernel, or either."""

    make: Callable[[str], Bot] | None = None
    policy: str | None = None
    says: str = ""


BOTS = {
    "search": Way(partial(bot, "search"), says="thinks ahead; search@500 plays so much out, search@50ms so long"),
    "sharp": Way(partial(bot, "sharp"), policy="sharp", says="weighs every card"),
    "simple": Way(partial(bot, "simple"), says="plays sensibly, by habits"),
    "sensible": Way(policy="sensible", says="as simple, inside the engine; beside others that play there"),
    "eager": Way(EagerBot, policy="eager", says="any move, but draws only when it must"),
    "random": Way(RandomBot, policy="uniform", says="any move"),
    NAME: Way(partial(SeeingBot, NAME), says="as search, and sees all hands: a mark to measure others by"),
}
"""Every player that is known by a name. A new one is one line here; levels and characters are known besides."""


THINKERS: dict[str, Callable[[str, str], Bot]] = {"search": bot, NAME: SeeingBot}
"""Those of them whose name may say after an @ how much they think; made from that name and a seed."""


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part."""

    text: str
    """As it was written on the command line."""
    name: str
    """As it stands in tables."""
    words: tuple[str, ...] = ()
    """The command line of a program."""
    file: str | None = None
    digest: str = ""
    """Of a file, so that a run goes on only with the bot that it began with."""

    @property
    def own(self) -> bool:
        """Whether it is the user's own, and so runs in a process apart."""
        return bool(self.words) or self.file is not None

    @property
    def way(self) -> Way:
        """How a bot of ours is run."""
        if self.own:
            return Way()
        return BOTS.get(self.text) or Way(partial(THINKERS.get(_kind(self.text), bot), self.text))


def entrant(text: str) -> Entrant:
    """The bot that is meant by a name, the path of a Python file, or `cmd:` and a command line."""
    if text.startswith(PROGRAM):
        return _program(text)
    if text in BOTS:
        return Entrant(text, text)
    if text.endswith(".py"):
        return _file(text)
    if _kind(text) in THINKERS:
        effort_of(text)  # refuses what is none
        return Entrant(text, text)
    try:
        sitter_called(text)
    except SettingsError as error:
        if _kind(text) in CHARACTERS:
            raise ArenaError(str(error)) from None
        msg = f"there is no bot {text!r:.60}; {did_you_mean(text, {**BOTS, **LEVELS, **CHARACTERS})}{_allowed()}"
        raise ArenaError(msg) from None
    return Entrant(text, text)


def _kind(text: str) -> str:
    return text.partition("@")[0]


def _allowed() -> str:
    names, people = ", ".join(BOTS), ", ".join([*LEVELS, *CHARACTERS])
    own = f"a Python file such as my_bot.py, or {PROGRAM}PROGRAM ARGS"
    return f"there are {names}, search@500 or search@50ms; levels and characters: {people}, otto@hard; {own}"


def _program(text: str) -> Entrant:
    try:
        words = tuple(shlex.split(text.removeprefix(PROGRAM)))
    except ValueError as error:
        msg = f"{text!r:.80} is no command line: {error}"
        raise ArenaError(msg) from None
    if not words or shutil.which(words[0]) is None:
        msg = f"{text!r:.80}: there is no such program; write {PROGRAM}PROGRAM ARGS with a program that can be run"
        raise ArenaError(msg)
    return Entrant(text, " ".join(words)[:_LONGEST_NAME], words=words)


def _file(text: str) -> Entrant:
    try:
        content = Path(text).read_bytes()
    except OSError as error:
        msg = f"the bot {text!r:.80} can't be read: {error.strerror}; {_allowed()}"
        raise ArenaError(msg) from None
    digest = hashlib.sha256(content).hexdigest()[:16]
    return Entrant(text, Path(text).name[:_LONGEST_NAME], file=str(Path(text).resolve()), digest=digest)


def told_apart(chosen: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The same with a name for each that no other has: files by their folder, all others by numbers."""
    seen: dict[str, int] = {}
    named = []
    for one in chosen:
        if one.file is not None and any(other.name == one.name and other.file != one.file for other in chosen):
            one = replace(one, name=f"{Path(one.file).parent.name}/{one.name}"[-_LONGEST_NAME:])  # noqa: PLW2901
        seen[one.name] = seen.get(one.name, 0) + 1
        named.append(one if seen[one.name] == 1 else replace(one, name=f"{one.name} ({seen[one.name]})"))
    return tuple(named)
