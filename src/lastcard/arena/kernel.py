"""Many deals at once, by policies of the kernel: in one call for each rotation of a chunk of deals."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from lastcard.arena.plan import KERNEL_CHUNK, Match
from lastcard.arena.tally import GAME, Tally
from lastcard.batch import Batch


def play_chunk(match: Match, first: int, last: int) -> Tally:
    """Deals `first` to `last - 1`, of one chunk, by the policies of the kernel."""
    assert match.policies is not None
    tally = Tally(len(match.entrants))
    base = first - first % KERNEL_CHUNK
    chosen = match.settings.chosen(match.edition)
    begun = perf_counter()
    parts = np.zeros((last - first, len(match.entrants)), np.int64)
    for rotation in range(match.players):
        sitting = match.sitting(rotation)
        batch = Batch(match.edition, match.players, last - base, seed=match.key(base), threads=1, **chosen)
        batch.play_out([match.policies[bot] for bot in sitting], seed=f"{match.stream}/{base}/{rotation}")
        _count_in(batch, first - base, sitting, parts, tally)
    tally.deals = last - first
    tally.parts = parts.sum(axis=0).tolist()
    tally.products = (parts.T @ parts).tolist()
    tally.seconds = perf_counter() - begun
    return tally


def _count_in(batch: Batch, skip: int, sitting: tuple[int, ...], parts: np.ndarray, tally: Tally) -> None:
    """Count in the games of one rotation, without the first ones."""
    winners = batch.winners[skip:]
    number = winners.sum(axis=1)
    shared = np.where(number[:, None] == 0, True, winners)
    each = GAME // np.where(number == 0, batch.players, number)
    for bot in range(tally.bots):
        seats = [seat for seat, who in enumerate(sitting) if who == bot]
        parts[:, bot] += shared[:, seats].sum(axis=1) * each
        tally.wins[bot] += int(winners[:, seats].any(axis=1).sum())
        tally.points[bot] += int(batch.scores[skip:, seats].sum())
    tally.games += len(winners)
    tally.even += int((number == 0).sum())
    tally.rounds += int(batch.states["round_number"][skip:].sum())
    tally.moves += int(batch.states["moves"][skip:].sum())
