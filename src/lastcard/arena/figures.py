"""The statistics of the arena: intervals whose unit is the deal, and ratings that explain all results at once.

The games of a deal are no independent trials, since all of them are played with the same cards. So a bot's result of
a deal is its mean over the rotations, and the spread of these means over deals makes the interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Z = 1.959964
"""Standard errors on either side of a mean that hold 95 % of a normal distribution."""
ELO = 400 / log(10)
"""Points of an Elo rating for a factor of e in the odds of winning."""
_STEPS = 100
_ALIKE = 1e-9

Floats = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate with the 95 % interval around it."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Interval:
        """On another scale."""
        return Interval(self.value * factor, self.low * factor, self.high * factor)


def share(deals: int, total: int, squares: int, whole: int) -> Interval:
    """A bot's share of the games: its parts of all deals, their squares, and how many parts a deal has.

    If all deals came out alike they say nothing about their spread; then the interval is Wilson's, for so many
    independent trials.
    """
    mean = total / (deals * whole)
    spread = squares * deals - total * total  # exact: whole numbers
    if spread > 0 and deals > 1:
        error = Z * sqrt(spread / (deals * deals * (deals - 1))) / whole
        return Interval(mean, max(0.0, mean - error), min(1.0, mean + error))
    around = (mean + Z * Z / (2 * deals)) / (1 + Z * Z / deals)
    error = Z * sqrt(mean * (1 - mean) / deals + Z * Z / (4 * deals * deals)) / (1 + Z * Z / deals)
    return Interval(mean, max(0.0, min(mean, around - error)), min(1.0, max(mean, around + error)))  # rounding aside


@dataclass(frozen=True)
class Outcome:
    """A match as the ratings see it."""

    bots: tuple[int, ...]
    """The numbers of its bots among all."""
    seats: tuple[int, ...]
    deals: int
    parts: Sequence[int]
    products: Sequence[Sequence[int]]
    whole: int
    """How many parts a deal has."""


def ratings(count: int, outcomes: Sequence[Outcome]) -> tuple[list[Interval], Floats]:
    """Elo ratings of all bots, around 0, with intervals; and the covariance of them.

    A bot wins in proportion to its strength times its seats (Luce's choice; between two, the model of Bradley and
    Terry), and the ratings are those under which the results were most likely. Every match is counted with one
    more deal of an even result, so that a bot that never won has a rating, too. The intervals come from the spread
    over deals, and not from the number of games (a sandwich estimate).
    """
    strengths = np.zeros(count)
    matches = [_observed(outcome) for outcome in outcomes]
    for _ in range(_STEPS):
        slope, curve = _slope(strengths, outcomes, matches)
        step = np.linalg.pinv(curve, rcond=1e-10) @ slope
        strengths = strengths + np.clip(step, -2, 2)
        strengths -= strengths.mean()
        if np.abs(step).max() < 1e-12:
            break
    _, curve = _slope(strengths, outcomes, matches)
    inverse = np.linalg.pinv(curve, rcond=1e-10)
    noise = np.zeros((count, count))
    for outcome, (deals, _, spread) in zip(outcomes, matches, strict=True):
        place = np.ix_(outcome.bots, outcome.bots)
        noise[place] += deals * spread
    covariance = inverse @ noise @ inverse * ELO**2
    errors = Z * np.sqrt(np.maximum(0, np.diag(covariance)))
    found = strengths * ELO
    return [Interval(float(x), float(x - e), float(x + e)) for x, e in zip(found, errors, strict=True)], covariance


def difference(found: Sequence[Interval], covariance: Floats, one: int, two: int) -> Interval:
    """How far one bot is above another."""
    value = found[one].value - found[two].value
    variance = covariance[one, one] + covariance[two, two] - 2 * covariance[one, two]
    error = Z * sqrt(max(0.0, float(variance)))
    return Interval(value, value - error, value + error)


def _observed(outcome: Outcome) -> tuple[int, Floats, Floats]:
    """Deals, mean shares and their covariance over deals, with the even deal counted in."""
    deals = outcome.deals + 1
    seats = np.array(outcome.seats, float)
    even = seats / seats.sum()
    shares = (np.array(outcome.parts, float) / outcome.whole + even) / deals
    squares = np.array(outcome.products, float) / outcome.whole**2 + np.outer(even, even)
    spread = (squares - deals * np.outer(shares, shares)) / max(1, deals - 1)
    if np.abs(spread).max() < _ALIKE:  # deals that came out alike say nothing of their spread: taken for single games
        spread = np.diag(shares) - np.outer(shares, shares)
    return deals, shares, spread


def _slope(strengths: Floats, outcomes: Sequence[Outcome], matches: Sequence[Any]) -> tuple[Floats, Floats]:
    """The slope of the likelihood, and how it bends."""
    slope, curve = np.zeros(len(strengths)), np.zeros((len(strengths), len(strengths)))
    for outcome, (deals, shares, _) in zip(outcomes, matches, strict=True):
        own = list(outcome.bots)
        weights = np.array(outcome.seats) * np.exp(strengths[own])
        expected = weights / weights.sum()
        slope[own] += deals * (shares - expected)
        curve[np.ix_(own, own)] += deals * (np.diag(expected) - np.outer(expected, expected))
    return slope, curve
