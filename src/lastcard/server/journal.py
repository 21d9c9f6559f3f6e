"""The log as the server uses it: many tables append at once, one transaction takes them all.

A writer thread takes whatever is waiting, writes it in one transaction and only then
says so (group commit). A line that was said to be written is on the disk.
"""

from __future__ import annotations

import asyncio
import functools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from lastcard.server.errors import UnavailableError
from lastcard.server.store import Append, Store

T = TypeVar("T")

_BATCH = 500
_READERS = 2


class _Waiting(NamedTuple):
    append: Append
    written: asyncio.Future[bool]


class _Call(NamedTuple):
    do: Callable[[], Any]
    done: asyncio.Future[Any]


class Journal:
    """A store that an event loop can wait for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Waiting | _Call | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()
        self._closed = False
        self._pool = ThreadPoolExecutor(_READERS, thread_name_prefix="database")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="slow")

    async def append(self, append: Append) -> bool:
        """Write a line; False if its number is taken. When this returns True the line is durable."""
        self._check_open()
        written: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put(_Waiting(append, written))
        return await written

    async def write(self, do: Callable[..., T], *arguments: Any) -> T:
        """Run a call that writes in the writer's thread: SQLite lets only one write at a time."""
        self._check_open()
        done: asyncio.Future[T] = self._loop.create_future()
        self._queue.put(_Call(functools.partial(do, *arguments), done))
        return await done

    async def call(self, do: Callable[..., T], *arguments: Any) -> T:
        """Run a call that only reads, without holding up the server."""
        self._check_open()
        try:
            return await self._loop.run_in_executor(self._pool, do, *arguments)
        except sa.exc.SQLAlchemyError as error:
            raise _unavailable(error) from error

    async def slowly(self, do: Callable[..., T], *arguments: Any) -> T:
        """Run something long that nobody at a table waits for, one at a time."""
        self._check_open()
        return await self._loop.run_in_executor(self._slow, do, *arguments)

    def _check_open(self) -> None:
        if self._closed:
            msg = "the server is stopping; come back in a moment"
            raise UnavailableError(msg)

    async def close(self) -> None:
        """Finish what is waiting, then let go."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._pool.shutdown()
        self._slow.shutdown(cancel_futures=True)
        self.store.close()

    # --- the writer's thread -------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            batch, after = self._take()
            if batch:
                self._write_batch(batch)
            if after is None:
                return
            if isinstance(after, _Call):
                self._write_call(after)

    def _take(self) -> tuple[list[_Waiting], _Waiting | _Call | None]:
        """All appends that are waiting now, and what ended them.

        A call, the last of a full batch, or None for the end.
        """
        batch: list[_Waiting] = []
        item = self._queue.get()
        while isinstance(item, _Waiting):
            batch.append(item)
            if len(batch) >= _BATCH:
                break
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
        return batch, item

    def _write_call(self, call: _Call) -> None:
        try:
            result = call.do()
        except Exception as failed:  # noqa: BLE001 - whoever waits must be told, whatever it was
            self._loop.call_soon_threadsafe(_fail, call.done, _unavailable(failed))
        else:
            self._loop.call_soon_threadsafe(_settle, call.done, result)

    def _write_batch(self, batch: list[_Waiting]) -> None:
        written: set[int] = set()
        error: Exception | None = None
        try:
            written = self.store.append([waiting.append for waiting in batch])
        except Exception as failed:  # noqa: BLE001 - whoever waits must be told, whatever it was
            error = _unavailable(failed)
        self._loop.call_soon_threadsafe(_resolve, batch, written, error)


def _resolve(batch: list[_Waiting], written: set[int], error: Exception | None) -> None:
    for waiting in batch:
        if error is not None:
            _fail(waiting.written, error)
        else:
            _settle(waiting.written, waiting.append.table in written)


def _settle(done: asyncio.Future[Any], result: Any) -> None:
    if not done.done():
        done.set_result(result)


def _fail(done: asyncio.Future[Any], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)


def _unavailable(error: Exception) -> Exception:
    """What the caller is told: of the database's own troubles only that it is away."""
    if not isinstance(error, sa.exc.SQLAlchemyError):
        return error
    made = UnavailableError("the database can't be reached at the moment; nothing was changed, try again")
    made.__cause__ = error
    return made
