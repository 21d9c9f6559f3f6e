"""A player that thinks ahead: every move is tried in many worlds, and the sharp player's own is left only for a better.

Moves that fall behind are given up early (sequential halving), so that time goes to those between which it is close.
A move is preferred to the sharp player's only if it is better by more than chance explains. How often a Wild Draw is
challenged is mixed, as the sharp player mixes it: worlds can't tell, for they don't know why it was laid.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lastcard.batch.weighing import Weighing
from lastcard.bots.effort import Effort
from lastcard.bots.sharp_bot import SharpBot, move_of
from lastcard.bots.sight import Sight
from lastcard.bots.temper import CALM, Temper
from lastcard.engine.kinds import KIND_MASK, KIND_SHIFT, Act
from lastcard.moves import Move

CAUTION = 0.7
"""By how many standard errors a move must be better than the sharp player's."""
HOPELESS = 2.5
"""By how many standard errors all others must be worse to stop thinking."""
CHUNK = 64
"""Worlds that are dealt at once."""
HASTE = 128
"""Play-outs between two looks at the time, where time is limited."""
LEAST_WORLDS, MOST_WORLDS = 8, 20_000
"""Worlds that each move is tried in at least, in each step, and at most."""
_QUICK = frozenset({"vote", "uno", "catch"})
"""Questions that are not thought about."""


class Tally:
    """What each candidate came to, compared with the first of them in the same worlds."""

    def __init__(self, count: int) -> None:
        self.worlds = np.zeros(count)
        self.ahead, self.squares = np.zeros(count), np.zeros(count)

    def add(self, alive: npt.NDArray[np.intp], worth: npt.NDArray[np.int32]) -> None:
        """Count further worlds in; the first of `alive` is the one that all are compared with."""
        difference = (worth - worth[:, :1]).astype(float)
        self.worlds[alive] += len(worth)
        self.ahead[alive] += difference.sum(axis=0)
        self.squares[alive] += (difference * difference).sum(axis=0)

    def lead(self, alive: npt.NDArray[np.intp]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """By how much each is better than the first, and the standard error of that."""
        mean = self.ahead[alive] / self.worlds[alive]
        spread = np.sqrt(np.maximum(0.0, self.squares[alive] / self.worlds[alive] - mean * mean) / self.worlds[alive])
        return mean, spread


class Share(NamedTuple):
    """How much is thought in one step: so many worlds, and until when."""

    worlds: int | None
    until: float


class SearchBot(SharpBot):
    """Thinks ahead."""

    weighs_challenges = False
    """Whether its worlds can tell if a Wild Draw was a bluff."""

    def __init__(self, name: str, effort: Effort, seed: int | str | None = None, temper: Temper = CALM) -> None:
        super().__init__(seed, temper)
        self.name, self.effort = name, effort
        self.playouts = 0
        """How many worlds it has played out so far."""

    def answer(self, sight: Sight) -> Move:
        """The move that came to most, or the sharp player's."""
        seed = self._random.getrandbits(62)
        weighing = Weighing(sight.rules, sight.seat, sight.world, sight.past, seed=seed)
        moves, own = candidates(weighing, challenges=self.weighs_challenges)
        if len(moves) == 1 or sight.asks.kind in _QUICK:
            return move_of(sight, weighing, own)
        return move_of(sight, weighing, self._best(weighing, moves))

    def _best(self, weighing: Weighing, moves: npt.NDArray[np.int32]) -> int:
        """Sequential halving; the sharp player's move, which is the first, stays to the end."""
        rounds = max(1, math.ceil(math.log2(len(moves))))
        begun, tally, alive = time.perf_counter(), Tally(len(moves)), np.arange(len(moves))
        for number in range(1, rounds + 1):
            share = Share(
                worlds=max(LEAST_WORLDS, self.effort.playouts // rounds // len(alive))
                if self.effort.playouts
                else None,
                until=begun + self.effort.seconds * number / rounds if self.effort.seconds else math.inf,
            )
            self._look(weighing, moves, alive, tally, share)
            mean, spread = tally.lead(alive)
            if (mean + HOPELESS * spread)[1:].max() < 0:
                return int(moves[0])
            if time.perf_counter() >= begun + (self.effort.seconds or math.inf):
                break
            order = 1 + np.argsort(-mean[1:], kind="stable")[: max(1, (len(alive) - 1) // 2)]
            alive = alive[np.concatenate(([0], np.sort(order)))] if number < rounds else alive
        return int(moves[clearly_best(tally, alive)])

    def _look(
        self,
        weighing: Weighing,
        moves: npt.NDArray[np.int32],
        alive: npt.NDArray[np.intp],
        tally: Tally,
        share: Share,
    ) -> None:
        """Spend this round's share of the effort."""
        left = min(MOST_WORLDS - int(tally.worlds[0]), share.worlds or MOST_WORLDS)
        chunk = CHUNK if share.until == math.inf else max(LEAST_WORLDS, min(CHUNK, HASTE // len(alive)))
        while left > 0:
            worlds = min(chunk, left)
            tally.add(alive, weighing.weigh(moves[alive], worlds))
            self.playouts += worlds * len(alive)
            left -= worlds
            if time.perf_counter() >= share.until:
                return


def clearly_best(tally: Tally, alive: npt.NDArray[np.intp]) -> int:
    """The candidate that is ahead of the first by more than chance makes, or the first."""
    mean, spread = tally.lead(alive)
    clear = mean - CAUTION * spread
    clear[0] = 0.0
    return int(alive[int(clear.argmax())])


def candidates(weighing: Weighing, *, challenges: bool = False) -> tuple[npt.NDArray[np.int32], int]:
    """The seat's answers, the sharp player's first, and that one; with `challenges` those are thought about, too."""
    own = weighing.choice()
    answers = weighing.answers()
    mixed = [] if challenges else [code for code in answers if is_challenge(code)]
    others = [code for code in answers if code != own and code not in mixed]
    return np.array([own, *([] if own in mixed else others)], np.int32), own


def is_challenge(code: int) -> bool:
    """Whether a move is one that is mixed and not thought about; with stacking it is one answer of several."""
    return (code >> KIND_SHIFT) & KIND_MASK == Act.CHALLENGE
