"""How much one client or one address may ask for."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

_MANY = 10_000
"""Addresses that are remembered, however long they have not come; of more only those that matter."""


class Bucket:
    """So many a second on average, twice as many at once. A rate of 0 never says no."""

    def __init__(self, rate: float, burst: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, 2 * rate if burst is None else burst, clock
        self._left, self._seen = self._burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed now; if so it counts."""
        if self.empty():
            return False
        self._left -= 1
        return True

    def empty(self) -> bool:
        """Whether no more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        return self._rate > 0 and self._left < 1

    def wait(self) -> float:
        """Seconds until one more is allowed."""
        return (1 - self._left) / self._rate if self.empty() else 0.0

    @property
    def fills_in(self) -> float:
        """Seconds until all of it can be used at once."""
        return (self._burst - self._left) / self._rate - (self._clock() - self._seen) if self._rate > 0 else 0.0


class Buckets:
    """A bucket for each address. A rate of 0 never says no."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, Bucket] = {}
        self._forgets_at = 0.0

    def take(self, address: str) -> bool:
        """Whether one more is allowed for this address now; if so it counts."""
        if not self._rate:
            return True
        self._forget()
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._burst, self._clock))
        return bucket.take()

    def wait(self, address: str) -> float:
        """Seconds until one more is allowed for this address."""
        bucket = self._buckets.get(address)
        return 0.0 if bucket is None else bucket.wait()

    def _forget(self) -> None:
        """Drop the addresses whose bucket has filled up again."""
        if len(self._buckets) > _MANY and self._clock() >= self._forgets_at:  # seldom: it takes a look at each
            self._forgets_at = self._clock() + self._burst / self._rate / 10
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if bucket.fills_in > 0}


class Window:
    """So many for each address within a time. A limit of 0 never says no."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._seconds, self._clock = limit, seconds, clock
        self._times: dict[str, deque[float]] = {}
        self._forgets_at = 0.0

    def take(self, address: str) -> bool:
        """Whether one more is allowed for this address now; if so it counts."""
        if self.full(address):
            return False
        if self._limit:
            now = self._clock()
            self._times.setdefault(address, deque()).append(now)
            self._forget(now)
        return True

    def give_back(self, address: str) -> None:
        """What was counted last did not happen after all."""
        times = self._times.get(address)
        if times:
            times.pop()

    def full(self, address: str) -> bool:
        """Whether no more is allowed for this address now."""
        times = self._times.get(address)
        if not self._limit or times is None:
            return False
        while times and times[0] <= self._clock() - self._seconds:
            times.popleft()
        return len(times) >= self._limit

    def wait(self, address: str) -> float:
        """Seconds until one more is allowed for this address."""
        return self._times[address][0] + self._seconds - self._clock() if self.full(address) else 0.0

    def _forget(self, now: float) -> None:
        """Drop the addresses that have not come for a while."""
        if len(self._times) > _MANY and now >= self._forgets_at:  # seldom: it takes a look at each
            self._forgets_at = now + self._seconds / 10
            self._times = {
                name: times for name, times in self._times.items() if times and times[-1] > now - self._seconds
            }


class Count:
    """How many of something each address has open. A limit of 0 never says no."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: defaultdict[str, int] = defaultdict(int)

    def take(self, address: str) -> bool:
        """Whether one more may be opened."""
        if self._limit and self._open[address] >= self._limit:
            return False
        self._open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """One was closed."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
