"""Locks by name, each of which is there as long as somebody holds it or waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Hashable


class _Lock(asyncio.Lock):
    users = 0
    """Who holds it or waits for it."""


class Locks:
    """Whatever has the same name happens one after the other."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, _Lock] = {}

    @contextlib.asynccontextmanager
    async def of(self, name: Hashable) -> AsyncIterator[None]:
        """Hold the lock of this name."""
        lock = self._locks.setdefault(name, _Lock())
        lock.users += 1
        try:
            async with lock:
                yield
        finally:
            lock.users -= 1
            if not lock.users:  # else whoever comes next would get another than those who wait
                del self._locks[name]
