"""The levels of bots as data: what each is called, what it says of itself, its mistakes and its pace.

How a mistake looks is in `erring_bot`; how long a bot takes is in `pace`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastcard.editions.nearest import did_you_mean
from lastcard.errors import SettingsError


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
    slowness: float
    """How long it takes, as a multiple of the strongest bot's time."""
    mistakes: Mistakes | None = None
    """For a level with the simple bot's habits and mistakes on top; None for a bot with ways of its own."""


_CASUAL = Mistakes(
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
_NEWCOMER = Mistakes(
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
        Level("sharp", "Weighs every card, and knows when to strike.", slowness=0.95),
        Level("simple", "Plays sensibly, holds wilds back and rarely lets you off.", slowness=1.0),
        Level("casual", "Knows the game but is not always paying attention.", slowness=1.2, mistakes=_CASUAL),
        Level(
            "newcomer",
            "Is still learning: overlooks cards, wastes wilds and forgets to call UNO.",
            slowness=1.5,
            mistakes=_NEWCOMER,
        ),
        Level("random", "Plays anything that is allowed, without any plan.", slowness=1.6),
    )
}
"""All levels by name, strongest first."""


def level_called(name: str) -> Level:
    """The level with this name, or an error that lists what there is."""
    if not isinstance(name, str) or name not in LEVELS:
        hint = did_you_mean(name, LEVELS) if isinstance(name, str) else ""
        msg = f"there is no bot {name!r:.40}; {hint}there are {', '.join(LEVELS)}"
        raise SettingsError(msg)
    return LEVELS[name]
