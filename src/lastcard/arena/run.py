"""A run of the arena: what is still to be played, by whatever crew there is, and what is known so far.

Deals come back in any order and are counted in by their numbers, so that the same seed gives the same result on any
number of workers, here or on a cluster, stopped and resumed or not.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from time import perf_counter

from lastcard.arena.crew import Piece, hire
from lastcard.arena.outside import try_out
from lastcard.arena.plan import KERNEL_CHUNK, Match, Plan
from lastcard.arena.tally import Tally

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

    def __init__(self, plan: Plan, *, workers: int | None, limit: float, on: str | None = None) -> None:
        self.plan, self.limit = plan, limit
        self._crew = hire(plan.matches, workers, limit, on)
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
            try_out(one, self.limit)

    def go(self) -> Generator[None, None, None]:
        """Play all that is missing; whoever looks on has a word after each piece."""
        begun, before = perf_counter(), self.seconds
        pieces = self._crew.play(self._tasks())
        try:
            for number, first, tally in pieces:
                self.courses[number].add(first, tally)
                self.seconds = before + perf_counter() - begun
                yield
        finally:
            pieces.close()

    def _tasks(self) -> Iterator[Piece]:
        """All that is missing, what the kernel plays first."""
        order = sorted(range(len(self.courses)), key=lambda number: self.courses[number].match.policies is None)
        for number in order:
            for first, end in list(self.courses[number].missing(self.plan.deals)):
                yield number, first, end
