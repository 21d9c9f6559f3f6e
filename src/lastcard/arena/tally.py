"""What deals have come to, as whole numbers: sums of them are exact, in whatever order they are made."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from math import lcm
from typing import Any

from lastcard.engine.rules import MAX_SEATS

GAME = lcm(*range(1, MAX_SEATS + 1))
"""A won game, in parts that any number of winners can share evenly."""
FAULTS = ("late", "crash", "illegal", "away")
"""What can be wrong with an answer: it did not come in time; the bot failed; it is no legal move; the bot has been late
or has died in this game, and is not asked again before the next."""


@dataclass
class Tally:
    """Deals of one match, counted for each of its bots."""

    bots: int
    deals: int = 0
    games: int = 0
    parts: list[int] = field(default_factory=list)
    """Of all games, the parts that each bot has won."""
    products: list[list[int]] = field(default_factory=list)
    """Sums over deals of the parts of one bot times those of another: for variances, whose unit is the deal."""
    wins: list[int] = field(default_factory=list)
    """Games that each bot has won, alone or with others."""
    even: int = 0
    """Games that nobody won; everybody has the same part of them."""
    unfinished: int = 0
    """Those of them that were stopped because they did not end."""
    rounds: int = 0
    points: list[int] = field(default_factory=list)
    moves: int = 0
    seconds: float = 0.0
    """How long the games took, on one core."""
    decisions: list[int] = field(default_factory=list)
    thinking: list[float] = field(default_factory=list)
    """Seconds that each bot has taken for its decisions."""
    faults: list[dict[str, int]] = field(default_factory=list)
    first_fault: list[str] = field(default_factory=list)
    """For each bot where and what the first one was; empty if there is none."""

    def __post_init__(self) -> None:
        for name in ("parts", "wins", "points", "decisions"):
            setattr(self, name, getattr(self, name) or [0] * self.bots)
        self.thinking = self.thinking or [0.0] * self.bots
        self.products = self.products or [[0] * self.bots for _ in range(self.bots)]
        self.faults = self.faults or [dict.fromkeys(FAULTS, 0) for _ in range(self.bots)]
        self.first_fault = self.first_fault or [""] * self.bots

    def end_deal(self, parts: list[int]) -> None:
        """Count in a deal by the parts of its games that each bot has won."""
        self.deals += 1
        for one in range(self.bots):
            self.parts[one] += parts[one]
            for two in range(self.bots):
                self.products[one][two] += parts[one] * parts[two]

    def fault(self, bot: int, kind: str, said: str) -> None:
        """Count a fault."""
        self.faults[bot][kind] += 1
        self.first_fault[bot] = self.first_fault[bot] or said

    def add(self, other: Tally) -> None:
        """Count in deals that come after these."""
        for name in ("deals", "games", "even", "unfinished", "rounds", "moves", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for bot in range(self.bots):
            for name in ("parts", "wins", "points", "decisions", "thinking"):
                getattr(self, name)[bot] += getattr(other, name)[bot]
            for two in range(self.bots):
                self.products[bot][two] += other.products[bot][two]
            for kind in FAULTS:
                self.faults[bot][kind] += other.faults[bot][kind]
            self.first_fault[bot] = self.first_fault[bot] or other.first_fault[bot]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any, bots: int, players: int) -> Tally:
        """What `to_dict` made of deals for so many players; a `ValueError` for anything else."""
        blank = cls(bots)
        if not isinstance(data, dict) or {*data} != {one.name for one in fields(cls)}:
            msg = "a tally has other keys"
            raise ValueError(msg)
        for name, value in asdict(blank).items():
            if not _alike(value, data[name]):
                msg = f"{name} is {data[name]!r:.40}"
                raise ValueError(msg)
        if data["bots"] != bots:
            msg = f"it is for {data['bots']} bots"
            raise ValueError(msg)
        found = cls(**data)
        if not found._adds_up(players):
            msg = "its numbers don't add up"
            raise ValueError(msg)
        return found

    def _adds_up(self, players: int) -> bool:
        """Whether deals can have come to this: every game has one worth, and a square is not below that of the mean."""
        each, everybody = players * GAME, range(self.bots)
        return (
            self.games == self.deals * players
            and sum(self.parts) == self.deals * each
            and all(won <= self.games for won in self.wins)
            and self.unfinished <= self.even <= self.games <= self.rounds
            and all(self.products[one][two] == self.products[two][one] for one in everybody for two in everybody)
            and all(sum(self.products[bot]) == self.parts[bot] * each for bot in everybody)
            and all(self.products[bot][bot] * self.deals >= self.parts[bot] ** 2 for bot in everybody)
        )


def _alike(pattern: Any, value: Any) -> bool:
    """Whether a value has the shape of another, with numbers that can be sums."""
    if isinstance(pattern, dict):
        return (
            isinstance(value, dict)
            and {*value} == {*pattern}
            and all(_alike(pattern[key], value[key]) for key in value)
        )
    if isinstance(pattern, list):
        return (
            isinstance(value, list)
            and len(value) == len(pattern)
            and all(_alike(one, two) for one, two in zip(pattern, value, strict=True))
        )
    if isinstance(pattern, float):
        return isinstance(value, float | int) and not isinstance(value, bool) and 0 <= value < 1e15
    if isinstance(pattern, int):
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return isinstance(value, str)
