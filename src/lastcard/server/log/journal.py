"""The log as the server uses it: reading beside the event loop, and one writer for everything that is written."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa

from lastcard.server.errors import UnavailableError
from lastcard.server.log.appending import Append
from lastcard.server.log.store import Store
from lastcard.server.log.writing import ANSWER_SECONDS, Writer, WriterThread, unanswered, unavailable

T = TypeVar("T")

_READERS = 2


class Journal:
    """A store that an event loop can wait for."""

    def __init__(self, store: Store, writer: Writer | None = None) -> None:
        """Without a writer it gets one of its own."""
        self.store = store
        self._loop = asyncio.get_running_loop()
        self._writer = writer or WriterThread(store)
        self._closed = False
        self._pool = ThreadPoolExecutor(_READERS, thread_name_prefix="database")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="slow")
        self._pulse = ThreadPoolExecutor(1, thread_name_prefix="pulse")

    def append(self, append: Append) -> Awaitable[bool]:
        """Write a line; False if its writer does not own the table. When this returns True the line is durable.

        If the database does not answer in time the line may be written later all the same.
        """
        self._check_open()
        return self._writer.append(append)

    async def write(self, do: Callable[..., T], *arguments: Any) -> T:
        """Make a call of the store that writes, where all writing is done."""
        self._check_open()
        return await _in_time(self._writer.write(do, *arguments))

    async def call(self, do: Callable[..., T], *arguments: Any) -> T:
        """Run a call that only reads, without holding up the server."""
        return await _in_time(self._in(self._pool, do, *arguments))

    async def slowly(self, do: Callable[..., T], *arguments: Any) -> T:
        """Run something long that nobody at a table waits for, one at a time."""
        return await self._in(self._slow, do, *arguments)

    async def pulse(self, do: Callable[..., T], *arguments: Any) -> T:
        """Run something that must wait neither for what is read nor for what is written: a sign of life."""
        return await self._in(self._pulse, do, *arguments)

    async def _in(self, pool: ThreadPoolExecutor, do: Callable[..., T], *arguments: Any) -> T:
        self._check_open()
        try:
            return await self._loop.run_in_executor(pool, do, *arguments)
        except sa.exc.SQLAlchemyError as error:
            raise unavailable(error) from error

    def _check_open(self) -> None:
        if self._closed:
            msg = "the server is stopping; come back in a moment"
            raise UnavailableError(msg)

    async def close(self) -> None:
        """Finish what is waiting, then let go."""
        self._closed = True
        await self._writer.close()
        self._pool.shutdown()
        self._pulse.shutdown()
        self._slow.shutdown(cancel_futures=True)
        self.store.close()


async def _in_time(answer: Awaitable[T]) -> T:
    """An answer of the database; what it still does after that nobody waits for."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await answer
    except TimeoutError as error:
        raise unanswered() from error
