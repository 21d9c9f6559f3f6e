"""What each setting may be and what it means: for checking it, and for whoever builds a form for it.

The rules themselves are told in `docs/rules.md`. `settings.py` has the usual values and checks
with this; `lastcard.server` hands it to clients.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lastcard.engine.rules import MAX_SEATS

MAX_TARGET = 1_000_000
MAX_RULE = 600
"""Characters of a rule on a Customizable card."""


@dataclass(frozen=True)
class Choice:
    """What a setting may be."""

    type: str
    """As JSON calls it: `string`, `boolean`, `integer` or `array`, whose items are texts."""
    means: str
    values: dict[str, str] = field(default_factory=dict)
    """Of a string: what it may be, and what that means."""
    low: int | None = None
    high: int | None = None
    """Of an integer: the least and the most."""
    or_none: bool = False
    """Whether there need not be any."""

    def allows(self, value: Any) -> bool:
        """Whether a setting may have this value."""
        if value is None:
            return self.or_none
        if self.type == "string":
            return isinstance(value, str) and value in self.values
        if self.type == "boolean":
            return isinstance(value, bool)
        if self.type == "integer":
            assert self.low is not None
            assert self.high is not None
            return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        return isinstance(value, tuple) and all(isinstance(item, str) for item in value)

    @property
    def allowed(self) -> str:
        """The same in words."""
        if self.type == "string":
            return ", ".join(self.values)
        if self.type == "boolean":
            return "true, false"
        if self.type == "integer":
            return f"a whole number from {self.low} to {self.high}" + (", or none" if self.or_none else "")
        return "a list of rules"


CHOICES = {
    "uno": Choice(
        "string",
        "How UNO is called and its lack is caught.",
        {
            "race": "at any time, and whoever is first counts",
            "ask": "the players are asked one after another",
            "auto": "it is always called",
        },
    ),
    "bluffing": Choice(
        "boolean", "Whether a Wild Draw may be laid by a player who could follow, at the risk of a challenge."
    ),
    "two_player_reverse": Choice(
        "string",
        "What a Reverse does between two players.",
        {"skip": "the other one misses a turn", "turn": "only the direction turns, so the other one is next"},
    ),
    "pairing": Choice(
        "string",
        "Which dark face is on the back of which light one, where cards have two.",
        {"shuffled": "other ones in each game", "fixed": "the same ones in all games"},
    ),
    "scoring": Choice(
        "string",
        "What is counted after a round.",
        {
            "points": "whoever ends it gets the points of all cards left, and wins the game with the target",
            "lowest": "everybody gets those of the own cards, and at the target the lowest total wins",
            "hand": "nothing: one round is the game",
        },
    ),
    "target": Choice("integer", "The points at which the game ends.", low=1, high=MAX_TARGET),
    "dealer": Choice(
        "integer", "The seat that deals first; none: the players draw for it.", low=0, high=MAX_SEATS - 1, or_none=True
    ),
    "swap_hands": Choice("boolean", "Whether the Wild Swap Hands card is in the deck."),
    "custom": Choice(
        "array",
        "The rules on the Customizable cards, one card for each: a ready rule by its name, sentences joined by ;, "
        "or free words after words:",
    ),
    "stacking": Choice(
        "string",
        "Which Draw cards may be answered with which, so that the penalty goes on.",
        {
            "off": "none",
            "same": "with the same symbol",
            "rising": "with one that draws as many cards, or more",
            "any": "with any Draw card",
        },
    ),
    "seven_zero": Choice("boolean", "Whether a 7 swaps two hands and a 0 moves all hands on."),
    "jump_in": Choice("boolean", "Whether the very same card as the top one may be played out of turn."),
    "draw_until": Choice("boolean", "Whether a player who draws goes on until a card fits."),
    "must_play": Choice(
        "string",
        "Whether a card that can be played must be.",
        {"off": "no", "drawn": "one just drawn", "always": "every card"},
    ),
    "teams": Choice("boolean", "Whether players opposite each other are partners; for 4, 6, 8 or 10 players."),
}
"""By name, in the order of `Settings`."""
