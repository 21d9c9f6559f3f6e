"""What is to be played: matches, each of one edition for one number of players with a list of bots.

A deal is played once for each rotation of the list, so that every bot has every seat of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from lastcard.arena.entrants import BOTS, Entrant, entrant, told_apart
from lastcard.editions import Edition, Settings, compile_rules, edition
from lastcard.errors import ArenaError
from lastcard.game import key_from_seed
from lastcard.text.layout import check_deal

USUAL = {"scoring": "hand", "uno": "ask"}
"""The arena's own defaults: single hands, and calls and catches asked for in a fixed order."""
KERNEL_CHUNK = 1024
"""Deals that the kernel plays in one call. Part of what makes a run repeatable: the players' randomness depends on
a deal's place in its chunk."""

_WORD = 1 << 64


@dataclass(frozen=True)
class Match:
    """Bots at one kind of table."""

    edition: Edition
    settings: Settings
    players: int
    entrants: tuple[Entrant, ...]
    """The bots that are compared."""
    lineup: tuple[int, ...]
    """For each place of the list which of them sits there."""
    seed: str

    @property
    def seats(self) -> tuple[int, ...]:
        """How many places each bot has."""
        return tuple(self.lineup.count(number) for number in range(len(self.entrants)))

    @property
    def stream(self) -> str:
        """What all randomness of the match comes from. Bots are no part of it: others play the same deals."""
        return f"{self.seed}/{self.edition.id}/{self.players}"

    @cached_property
    def _first_key(self) -> bytes:
        return key_from_seed(f"arena/{self.stream}")

    def key(self, deal: int) -> bytes:
        """The key of a deal, which is the same in all its rotations; a batch counts keys in the same way."""
        last = (int.from_bytes(self._first_key[24:], "big") + deal) % _WORD
        return self._first_key[:24] + last.to_bytes(8, "big")

    def sitting(self, rotation: int) -> tuple[int, ...]:
        """Which bot sits at each seat in a rotation."""
        return tuple(self.lineup[(seat - rotation) % self.players] for seat in range(self.players))

    @cached_property
    def policies(self) -> tuple[str, ...] | None:
        """The kernel's policy for each bot, if all have one and it does there what it does elsewhere."""
        found = [one.way.policy for one in self.entrants]
        policies = tuple(policy for policy in found if policy is not None)
        if len(policies) < len(found):
            return None
        in_turn = self.settings.uno == "ask" or (self.settings.uno == "auto" and not self.settings.jump_in)
        return policies if in_turn or any(one.way.make is None for one in self.entrants) else None

    @property
    def title(self) -> str:
        """What is played, in words."""
        return f"{self.edition.id}, {self.players} players: {self.pairing}"

    @property
    def pairing(self) -> str:
        """Who plays whom."""
        counted = zip(self.entrants, self.seats, strict=True)
        named = [f"{seats} x {one.name}" if seats > 1 else one.name for one, seats in counted]
        return (" against " if len(named) == 2 else ", ").join(named)

    def to_dict(self) -> dict[str, Any]:
        """What tells this match from others, as plain values."""
        return {
            "edition": self.edition.id,
            "rules": compile_rules(self.edition, self.settings).digest,
            "players": self.players,
            "bots": [self.entrants[place].text for place in self.lineup],
            "digests": [one.digest for one in self.entrants],
            "settings": self.settings.chosen(self.edition),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Plan:
    """All that is to be played: so many deals of each match."""

    matches: tuple[Match, ...]
    deals: int
    seed: str


def match_of(game: Edition, players: int, bots: Sequence[Entrant], choices: Mapping[str, Any], seed: str) -> Match:
    """One match, refused if it can't be played."""
    settings = Settings.of(game, {**USUAL, **choices})
    check_deal(game, settings, players)
    lists = _seated(bots, players)
    distinct = tuple(dict.fromkeys(lists))
    if len(distinct) == 1:  # a bot against itself: every place is a bot of its own
        distinct, lineup = told_apart(lists), tuple(range(players))
    else:
        lineup = tuple(distinct.index(one) for one in lists)
    match = Match(game, settings, players, told_apart(distinct), lineup, seed)
    _check_way(match)
    return match


def _seated(bots: Sequence[Entrant], players: int) -> list[Entrant]:
    """A bot for each place."""
    if len(bots) == players:
        return list(bots)
    if len(bots) == 2:
        return [bots[0], *[bots[1]] * (players - 1)]
    one_each = f"{players}, one for each seat" if players != 2 else "no other number with 2 players"
    two = f"2, the first against {players - 1} of the second" if players > 2 else "2, one for each seat"
    msg = f"{len(bots)} bots can't share the seats of {players} players; allowed: {two}; {one_each}"
    raise ArenaError(msg)


def _check_way(match: Match) -> None:
    inside = [one.name for one in match.entrants if not one.own and one.way.make is None]
    outside = [one.name for one in match.entrants if one.way.policy is None]
    if inside and outside:
        allowed = [name for name, way in BOTS.items() if way.policy is not None]
        msg = (
            f"{', '.join(inside)} plays inside the kernel and can't sit at a table with {', '.join(outside)}; "
            "allowed beside it: " + ", ".join(allowed)
        )
        raise ArenaError(msg)
    if match.settings.draw_until and any(one.text == "random" for one in match.entrants):
        msg = "random draws on a whim, and with draw_until its games need not end; eager draws only when it must"
        raise ArenaError(msg)


def arena_plan(game: str, players: int, bots: Sequence[str], deals: int, seed: str, choices: Mapping[str, Any]) -> Plan:
    """One match."""
    chosen = [entrant(text) for text in bots]
    return Plan((match_of(edition(game), players, chosen, choices, seed),), deals, seed)


def tournament_plan(
    games: Sequence[str], players: Sequence[int], bots: Sequence[str], deals: int, seed: str, choices: Mapping[str, Any]
) -> Plan:
    """All pairs of bots over all editions and numbers of players.

    With more than two players each of a pair is once alone among the other's.
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        msg = f"a tournament needs at least two bots, each named once; found {', '.join(bots)[:80]}"
        raise ArenaError(msg)
    chosen = told_apart([entrant(text) for text in bots])
    editions = [edition(name) for name in games]
    matches = []
    for game in editions:
        for count in players:
            for one, two in combinations(chosen, 2):
                pairs = [(one, two)] if count == 2 else [(one, two), (two, one)]
                matches += [match_of(game, count, pair, choices, seed) for pair in pairs]
    return Plan(tuple(matches), deals, seed)
