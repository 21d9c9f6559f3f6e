"""A run of the arena: what is still to be played, on all cores, and what is known so far.

Deals come back in any order and are counted in by their numbers, so that the same seed gives the same result on any
number of workers, stopped and resumed or not.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from time import perf_counter

from lastcard.arena.crew import Crew
from lastcard.arena.kernel import play_chunk
from lastcard.arena.outside import FaultError, outside
from lastcard.arena.plan import KERNEL_CHUNK, Match, Plan
from lastcard.arena.tally import Tally
from lastcard.errors import ArenaError

Pieces = Generator[tuple[int, int, Tally], None, None]
"""The number of a match, the first of its deals, and what came out of them."""
_MOST_STEPS = 80
"""Points in the course of a match that are kept, at most."""


class Course:
    """One match as far as it has been played."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tally = Tally(len(match.entrants))
        """All deals from the first to the last before a gap."""
        self.ahead: dict[int, Tally] = {}
        """Deals after the gap, by the first of them."""
        self.every = KERNEL_CHUNK if match.policies is not None else 1
        self.steps: list[list[int]] = []
        """What was known after so many deals: their number, and of each bot the parts and the squares of them."""

    @property
    def last(self) -> int:
        """The end of all that is known."""
        return max([self.tally.deals, *(first + tally.deals for first, tally in self.ahead.items())])

    def add(self, first: int, tally: Tally) -> None:
        """Count in deals from `first` on."""
        self.ahead[first] = tally
        while self.tally.deals in self.ahead:
            self.tally.add(self.ahead.pop(self.tally.deals))
            self._step()

    def _step(self) -> None:
        if self.tally.deals % self.every:
            return
        self.steps.append(self.now())
        if len(self.steps) > _MOST_STEPS:
            self.every *= 2
            self.steps = [step for step in self.steps if step[0] % self.every == 0]

    def now(self) -> list[int]:
        """A step of the course."""
        tally = self.tally
        return [tally.deals, *tally.parts, *(tally.products[bot][bot] for bot in range(tally.bots))]

    def missing(self, deals: int) -> Iterator[tuple[int, int]]:
        """The pieces that are still to be played, from a deal to before another."""
        size = KERNEL_CHUNK if self.match.policies is not None else 1
        done = {first: tally.deals for first, tally in self.ahead.items()}
        place = self.tally.deals
        while place < deals:
            if place in done:
                place += done[place]
                continue
            end = min([deals, place - place % size + size, *(first for first in done if first > place)])
            yield place, end
            place = end


class Run:
    """All matches of a plan."""

    def __init__(self, plan: Plan, *, workers: int, limit: float) -> None:
        self.plan, self.workers, self.limit = plan, workers, limit
        self.courses = [Course(match) for match in plan.matches]
        self.seconds = 0.0
        """How long it took, all together."""

    @property
    def played(self) -> int:
        """How many deals have been played."""
        return sum(course.tally.deals + sum(t.deals for t in course.ahead.values()) for course in self.courses)

    @property
    def wanted(self) -> int:
        """How many deals there will be."""
        return self.plan.deals * len(self.courses)

    def check_bots(self) -> None:
        """Refuse bots of the user's own that can't even begin."""
        own = {one.text: one for match in self.plan.matches for one in match.entrants if one.own}
        for one in own.values():
            tried = outside(one, self.limit)
            try:
                tried.begin("check")
            except FaultError as fault:
                msg = f"the bot {one.text!r:.80} can't begin: {fault.said}"
                raise ArenaError(msg) from None
            finally:
                tried.close()

    def go(self) -> Generator[None, None, None]:
        """Play all that is missing; whoever looks on has a word after each piece."""
        kernel = [number for number, course in enumerate(self.courses) if course.match.policies is not None]
        others = [number for number in range(len(self.courses)) if number not in kernel]
        for numbers, play in ((kernel, self._in_threads), (others, self._in_processes)):
            begun, before = perf_counter(), self.seconds
            pieces = play((number, first, end) for number in numbers for first, end in self._missing(number))
            try:
                for number, first, tally in pieces:
                    self.courses[number].add(first, tally)
                    self.seconds = before + perf_counter() - begun
                    yield
            finally:
                pieces.close()

    def _missing(self, number: int) -> list[tuple[int, int]]:
        return list(self.courses[number].missing(self.plan.deals))

    def _in_processes(self, tasks: Iterator[tuple[int, int, int]]) -> Pieces:
        crew = Crew(self.plan.matches, self.workers, self.limit)
        return crew.play((number, deal) for number, first, end in tasks for deal in range(first, end))

    def _in_threads(self, tasks: Iterator[tuple[int, int, int]]) -> Pieces:
        """The kernel gives up Python's lock, so threads are enough."""
        pool = ThreadPoolExecutor(self.workers)
        pending: dict[Future[Tally], tuple[int, int]] = {}
        try:
            more = True
            while more or pending:
                while more and len(pending) < 2 * self.workers:
                    task = next(tasks, None)
                    more = task is not None
                    if task is not None:
                        number, first, end = task
                        pending[pool.submit(play_chunk, self.plan.matches[number], first, end)] = number, first
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    yield *pending.pop(future), future.result()
        finally:
            pool.shutdown(cancel_futures=True)
