"""What is counted over worlds: who won after each move and by how much, and which cards lay in whose hand.

All sums are whole numbers, so the result does not depend on how many worlds are counted in at a time.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from lastcard.arena.figures import Interval, Z, share
from lastcard.editions import Compiled
from lastcard.editions.draw_cards import answers
from lastcard.editions.model import Side
from lastcard.engine.kinds import Ask
from lastcard.engine.rules import SCORE_LOWEST

Counts = npt.NDArray[np.int64]


class Outcomes:
    """What each move came to in the same worlds."""

    def __init__(self, rules: Compiled, players: int, seat: int, moves: int) -> None:
        self._sign = -1 if rules.values["scoring"] == SCORE_LOWEST else 1
        self._seat = seat
        self._team = [seat, (seat + players // 2) % players] if rules.values["teams"] else [seat]
        self._others = [other for other in range(players) if other not in self._team]
        self.worlds = 0
        self.together = np.zeros((moves, moves), np.int64)
        """In how many worlds both of two moves won; a move with itself: in how many it won."""
        self.points, self.lead = Mean(moves), Mean(moves)

    def add(self, ends: list[npt.NDArray[Any]]) -> None:
        """Count in how further worlds ended, after each of the moves."""
        found = [self._judged(states) for states in ends]
        won, points, lead = (np.stack(column, axis=1) for column in zip(*found, strict=True))
        self.worlds += len(won)
        self.together += won.T @ won
        self.points.add(points)
        self.lead.add(lead)

    def _judged(self, states: npt.NDArray[Any]) -> tuple[Counts, Counts, Counts]:
        """For each world whether its round is won, the points, and the lead; nothing for one that did not end."""
        over = states["ask"] >= Ask.ROUND_OVER
        won = over & np.isin(states["round_winner"], self._team)
        points = np.where(over[:, None], states["round_points"], 0).astype(np.int64)
        best = (self._sign * points[:, self._others]).max(axis=1)
        return won.astype(np.int64), points[:, self._seat], self._sign * points[:, self._seat] - best

    def wins(self, move: int) -> Interval:
        """The chance to win with a move."""
        won = int(self.together[move, move])
        return share(self.worlds, won, won, 1)

    def behind(self, best: int, move: int) -> float:
        """By how much a move wins less often than another."""
        return float(self.together[best, best] - self.together[move, move]) / self.worlds

    def is_clear(self, best: int, move: int) -> bool:
        """Whether that is more than chance explains.

        Worlds in which both moves win, or neither, say nothing. Of the others the better move must have won more than
        a fair coin would give it (McNemar's test, corrected for whole numbers).
        """
        both = int(self.together[best, move])
        for_it, against = int(self.together[best, best]) - both, int(self.together[move, move]) - both
        return for_it - against - 1 >= Z * sqrt(max(1, for_it + against))


class Mean:
    """The mean of something for each move, with its spread."""

    def __init__(self, moves: int) -> None:
        self._worlds, self._sum, self._squares = 0, np.zeros(moves, np.int64), np.zeros(moves, np.int64)

    def add(self, found: Counts) -> None:
        """Count in a row for each world."""
        self._worlds += len(found)
        self._sum += found.sum(axis=0)
        self._squares += (found * found).sum(axis=0)

    def of(self, move: int) -> Interval:
        """The mean of a move, with its 95 % interval."""
        total, count = int(self._sum[move]), self._worlds
        spread = max(0, int(self._squares[move]) * count - total * total)  # exact: whole numbers
        error = Z * sqrt(spread / (count * count * max(1, count - 1)))
        return Interval(total / count, total / count - error, total / count + error)


class Hands:
    """What lay in the other hands."""

    def __init__(self, side: Side, number: int, seats: list[int]) -> None:
        self._number, self._faces, self.seats = number, len(side.faces), seats
        self.worlds = 0
        self._kinds = _kinds(side)
        """A column for each kind of card that is asked for: the colours, wilds, Draw cards."""
        self.copies = np.zeros((len(seats), self._faces), np.int64)
        self.has = np.zeros((len(seats), self._faces), np.int64)
        self.has_kind = np.zeros((len(seats), self._kinds.shape[1]), np.int64)

    def add(self, worlds: npt.NDArray[Any]) -> None:
        """Count further worlds in."""
        self.worlds += len(worlds)
        rows = np.arange(len(worlds))[:, None]
        for place, seat in enumerate(self.seats):
            cards = worlds["hand"][:, seat, : int(worlds["held"][0, seat])]  # everybody sees how many there are
            faces = worlds["face"][:, self._number][rows, cards].astype(np.int64)
            held = np.bincount((rows * self._faces + faces).ravel(), minlength=len(worlds) * self._faces)
            held = held.reshape(len(worlds), self._faces)
            self.copies[place] += held.sum(axis=0)
            self.has[place] += (held > 0).sum(axis=0)
            self.has_kind[place] += (held @ self._kinds > 0).sum(axis=0)


def _kinds(side: Side) -> Counts:
    """For each face whether it has each colour, is a wild, and is a Draw card."""
    draws = answers(side, "any")
    columns = [
        *([face.color == color for face in side.faces] for color in range(len(side.colors))),
        [face.kind.wild for face in side.faces],
        [face.kind.symbol in draws for face in side.faces],
    ]
    return np.array(columns, np.int64).T
