"""The levels of bots as data: what each is called, what it says of itself, who plays it, its mistakes and its pace.

How a mistake looks is in `erring_bot`; how long a bot takes is in `pace`. A level has no face: who sits at a table with
people is a character (`characters`), who plays at some level with a temper of its own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mistakes:
    """How often each mistake is made when there is a chance to make it: 0 never, 1 always."""

    overlooks_card: float = 0
    """Does not see a card that could be played; if it sees none, it draws."""
    keeps_drawn: float = 0
    """Keeps a card just drawn that could be played."""
    any_card: float = 0
    """Plays any card that it sees in place of the best."""
    wastes_wild: float = 0
    """Plays a wild though a coloured card would do."""
    wrong_color: float = 0
    """Names a colour that is not the best."""
    forgets_call: float = 0
    """Does not think of calling UNO; there may be a second chance, after the play."""
    misses_catch: float = 0
    """Does not notice that somebody can be caught."""
    challenges_wildly: float = 0
    """Challenges without a reason."""
    never_challenges: float = 0
    """Accepts without a thought."""
    any_target: float = 0
    """Swaps, or picks an opponent, without looking at the hands."""
    any_discard: float = 0
    """Gives up any card in place of the one it can best do without."""


@dataclass(frozen=True)
class Level:
    """One level of bots."""

    name: str
    says: str
    """One sentence for whoever picks an opponent."""
    player: str
    """Who plays at this level: `random`, `simple`, `sharp` or `search`."""
    slowness: float
    """How long it takes, as a multiple of the simple bot's time."""
    mistakes: Mistakes | None = None
    """What the simple bot does wrong at this level."""


_MEDIUM = Mistakes(
    overlooks_card=0.1,
    keeps_drawn=0.1,
    any_card=0.3,
    wastes_wild=0.2,
    wrong_color=0.25,
    forgets_call=0.3,
    misses_catch=0.55,
    challenges_wildly=0.1,
    never_challenges=0.4,
    any_target=0.25,
    any_discard=0.25,
)
_EASY = Mistakes(
    overlooks_card=0.3,
    keeps_drawn=0.25,
    any_card=0.7,
    wastes_wild=0.4,
    wrong_color=0.5,
    forgets_call=0.65,
    misses_catch=0.85,
    challenges_wildly=0.25,
    never_challenges=0.5,
    any_target=0.5,
    any_discard=0.5,
)

LEVELS = {
    level.name: level
    for level in (
        Level(
            "easy",
            "Is still learning: overlooks cards, wastes wilds and forgets to call UNO.",
            "simple",
            slowness=1.5,
            mistakes=_EASY,
        ),
        Level("medium", "Knows the game but is not always paying attention.", "simple", slowness=1.2, mistakes=_MEDIUM),
        Level("hard", "Weighs every card, and knows when to strike.", "sharp", slowness=0.95),
        Level("expert", "Thinks ahead, and remembers what everybody did.", "search", slowness=1.05),
    )
}
"""The levels that people choose from, weakest first."""

PLAYERS = {
    level.name: level
    for level in (
        Level("random", "Plays anything that is allowed, without any plan.", "random", slowness=1.6),
        Level("simple", "Plays sensibly, holds wilds back and rarely lets you off.", "simple", slowness=1.0),
        Level("sharp", "Weighs every card, and knows when to strike.", "sharp", slowness=0.95),
    )
}
"""Bots for programs to choose: whom to measure oneself against, without mistakes."""

_FORMER = {"newcomer": "easy", "casual": "medium"}
"""What levels were once called, as tables and records may still have it."""


def find_level(name: str) -> Level | None:
    """The level with this name, if there is one."""
    now = _FORMER.get(name, name)
    return LEVELS.get(now) or PLAYERS.get(now)
