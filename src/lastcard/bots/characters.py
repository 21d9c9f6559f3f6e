"""A dozen characters as data: a name, a line, the level that each usually plays at, and a temper.

Each can play at any level: `otto` plays at his own, `otto@hard` at that one. At a table no two are alike.
"""

from __future__ import annotations

import random as randomness
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lastcard.bots.levels import LEVELS, PLAYERS, Level, find_level
from lastcard.bots.temper import CALM, Temper
from lastcard.editions.nearest import did_you_mean
from lastcard.errors import SettingsError

AT = "@"
"""Between a character and the level it plays at."""


@dataclass(frozen=True)
class Character:
    """Somebody who can sit at a table."""

    name: str
    level: str
    """The level that it usually plays at."""
    says: str
    """One line for whoever picks an opponent."""
    temper: Temper = CALM

    @property
    def id(self) -> str:
        """As it is written in commands, requests and logs."""
        return self.name.lower()


CHARACTERS = {
    character.id: character
    for character in (
        Character("Pip", "easy", "Is so glad to be nearly out that the call is forgotten.",
                  Temper(forgets_call=0.9, slowness=0.8)),
        Character("Dot", "easy", "Has a favourite colour, and everybody knows which.",
                  Temper(favorite=0)),
        Character("Bruno", "easy", "Never met a wild card he could keep.",
                  Temper(spends_wilds=0.9)),
        Character("Wilma", "medium", "Saves every wild for a rainy day.",
                  Temper(hoards_wilds=0.95, keeps_drawn=0.3)),
        Character("Otto", "medium", "Believes nobody, and challenges to prove it.",
                  Temper(doubts=0.75)),
        Character("Fern", "medium", "Would rather not hurt you, and mostly does not.",
                  Temper(spares=0.9, trusts=0.9)),
        Character("Hazel", "medium", "Never forgets a face, nor a card once seen in your hand.",
                  Temper(remembers=1, slowness=1.1)),
        Character("Rocco", "hard", "Strikes first and counts cards later.",
                  Temper(strikes=0.8, slowness=0.8)),
        Character("Mina", "hard", "Smiles just the same when she bluffs.",
                  Temper(bluffs=0.5)),
        Character("Ivo", "hard", "Plays beautifully, and hears nothing.",
                  Temper(misses_catch=0.8, trusts=0.5, slowness=1.2)),
        Character("Sol", "expert", "Was thinking about your next card before you were.",
                  Temper(slowness=0.9)),
        Character("Vega", "expert", "Gets rid of the dear cards first, without hurry.",
                  Temper(sheds=0.15, slowness=1.2)),
    )
}  # fmt: skip
"""All characters by what they are called in commands."""


@dataclass(frozen=True)
class Sitter:
    """Who plays on a seat: a level, and whose face and temper, if anybody's."""

    level: Level
    character: Character | None = None

    @property
    def name(self) -> str:
        """As it is written in logs, whatever it was once called: `otto@hard`, `simple`."""
        return self.level.name if self.character is None else f"{self.character.id}{AT}{self.level.name}"

    @property
    def temper(self) -> Temper:
        """Its habits."""
        return CALM if self.character is None else self.character.temper

    @property
    def slowness(self) -> float:
        """How long it takes, as a multiple of the simple bot's time."""
        return self.level.slowness * self.temper.slowness


def sitter_called(name: str) -> Sitter:
    """Who is meant by `hard`, `otto` or `otto@hard`; an error lists who there is."""
    who, at, said = name.partition(AT) if isinstance(name, str) else ("", "", "")
    character = CHARACTERS.get(who)
    level = find_level(said if at else character.level if character else who)
    if character is not None and (level is None or level.player == "random"):
        msg = f"{character.name} has no level {said!r:.40}; allowed: {', '.join(LEVELS)}, such as {who}{AT}hard"
        raise SettingsError(msg)
    if level is None or (character is None and at):
        known = {**LEVELS, **PLAYERS, **CHARACTERS}
        hint = did_you_mean(name, known) if isinstance(name, str) else ""
        levels, players, characters = (", ".join(some) for some in (LEVELS, PLAYERS, CHARACTERS))
        msg = (
            f"there is no bot {name!r:.40}; {hint}there are the levels {levels}, the players {players}, search (also "
            f"search@500 or search@50ms), and the characters {characters}, each also at a level: otto@hard"
        )
        raise SettingsError(msg)
    return Sitter(level, character)


def thinks_ahead(name: str) -> bool:
    """Whether whoever is called this takes time to compute, so that it is better asked beside everything else."""
    return sitter_called(name).level.player == "search"


def at_once(name: str) -> str:
    """The same bot when it has no time to think ahead; whoever never does stays as it is."""
    if not thinks_ahead(name):
        return name
    character = character_of(name)
    return "hard" if character is None else f"{character.id}{AT}hard"


def character_of(name: str) -> Character | None:
    """Who sits there under a name such as `otto@hard`; None for a bot without a face."""
    return CHARACTERS.get(name.partition(AT)[0])


def somebody(level: str, taken: Iterable[str], random: randomness.Random) -> str:
    """A character who is not at the table yet, at a level: one who usually plays at it, as long as there is one.

    Where everybody is there already it is the level, without a face.
    """
    there = [character_of(name) for name in taken]
    free = [character for character in CHARACTERS.values() if character not in there]
    usual = [character for character in free if character.level == level]
    return f"{random.choice(usual or free).id}{AT}{level}" if free else level


def seat_all(wishes: Sequence[str], random: randomness.Random) -> list[str]:
    """Who sits on each of some seats: for a level somebody who plays at it, and nobody twice."""
    named = Counter(character.name for character in map(character_of, wishes) if character is not None)
    if twice := [name for name, seats in named.items() if seats > 1]:
        msg = (
            f"{', '.join(twice)} can't sit on two seats; name a level for all, somebody else for each, "
            "or play with fewer"
        )
        raise SettingsError(msg)
    seated: list[str] = []
    for wish in wishes:
        seated.append(somebody(wish, [*wishes, *seated], random) if wish in LEVELS else wish)
    return seated
