"""Who plays the pieces of a run. A crew takes pieces and gives each back when it is played, in any order.

There are two: `Cores` plays on this machine, in threads and processes, and `RayCrew` (`cluster.py`) on the machines of
a Ray cluster. What comes out is the same, since all chance in a piece comes from its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import groupby
from typing import Protocol, TypeVar

from lastcard.arena.kernel import play_chunk
from lastcard.arena.plan import Match
from lastcard.arena.processes import Processes
from lastcard.arena.tally import Tally
from lastcard.cores import cores

Piece = tuple[int, int, int]
"""The number of a match, the first of its deals that are to be played, and the one before which to stop."""
Pieces = Generator[tuple[int, int, Tally], None, None]
"""The number of a match, the first of the deals that were played, and what came out of them."""
Handed = TypeVar("Handed")


class Crew(Protocol):
    """Whoever plays."""

    def play(self, tasks: Iterator[Piece]) -> Pieces:
        """Give each piece as it is done. To close what is given stops all play, at any moment."""
        ...


def hire(matches: Sequence[Match], workers: int | None, limit: float, on: str | None = None) -> Crew:
    """The cores of this machine, or of the cluster that is named; all of them, or so many."""
    if on is None:
        return Cores(matches, workers or cores(), limit)
    from lastcard.arena.cluster import RayCrew  # noqa: PLC0415 - an extra that few have

    return RayCrew(matches, workers, limit, on)


def handed_out(
    tasks: Iterator[Piece],
    room: Callable[[], int],
    hand: Callable[[Piece], Handed],
    finished: Callable[[list[Handed]], Iterable[tuple[Handed, Tally]]],
) -> Pieces:
    """Keep as many pieces in hands as there is `room` for, and give what is `finished` of them."""
    pending: dict[Handed, Piece] = {}
    more = True
    while more or pending:
        most = room()
        while more and len(pending) < most:
            task = next(tasks, None)
            more = task is not None
            if task is not None:
                pending[hand(task)] = task
        for one, tally in finished(list(pending)) if pending else ():
            number, first, _ = pending.pop(one)
            yield number, first, tally


class Cores:
    """The cores of this machine: threads where the kernel plays, and processes where Python does."""

    def __init__(self, matches: Sequence[Match], workers: int, limit: float) -> None:
        self._matches, self._workers, self._limit = matches, workers, limit

    def play(self, tasks: Iterator[Piece]) -> Pieces:
        """One kind of match after the other, as they come."""
        for in_kernel, some in groupby(tasks, lambda task: self._matches[task[0]].policies is not None):
            yield from (self._in_threads if in_kernel else self._in_processes)(some)

    def _in_processes(self, tasks: Iterator[Piece]) -> Pieces:
        processes = Processes(self._matches, self._workers, self._limit)
        return processes.play((number, deal) for number, first, end in tasks for deal in range(first, end))

    def _in_threads(self, tasks: Iterator[Piece]) -> Pieces:
        """The kernel gives up Python's lock, so threads are enough."""
        pool = ThreadPoolExecutor(self._workers)

        def hand(task: Piece) -> Future[Tally]:
            number, first, end = task
            return pool.submit(play_chunk, self._matches[number], first, end)

        def finished(pending: list[Future[Tally]]) -> Iterable[tuple[Future[Tally], Tally]]:
            return [(future, future.result()) for future in wait(pending, return_when=FIRST_COMPLETED).done]

        try:
            yield from handed_out(tasks, lambda: 2 * self._workers, hand, finished)
        finally:
            pool.shutdown(cancel_futures=True)
