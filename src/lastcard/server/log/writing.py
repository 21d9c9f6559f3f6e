"""Who writes for a journal: a thread of this process. `remote.py` asks another process in its place.

It takes whatever is waiting, writes it in one transaction and only then says so (group commit). A line that
was said to be written is on the disk.
"""

from __future__ import annotations

import asyncio
import functools
import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

from lastcard.server.errors import UnavailableError
from lastcard.server.log.appending import Append
from lastcard.server.log.store import Store

T = TypeVar("T")

BATCH = 500
"""Lines in a transaction, at most."""

ANSWER_SECONDS = 10.0
"""For how long a database is waited for that does not say that it is away, because a network lets nothing through."""


class Patience:
    """Answers that are waited for only so long: one timer for all of them, as nearly all come soon."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[float, asyncio.Future[Any]]] = deque()
        """When each is too late, and the answer; those that have come are forgotten when another is waited for."""
        self._timer: asyncio.TimerHandle | None = None

    def of(self, answer: asyncio.Future[T]) -> asyncio.Future[T]:
        """The same answer, which fails if it does not come in time; what the database does after that nobody hears."""
        waiting, loop = self._waiting, answer.get_loop()
        while waiting and waiting[0][1].done():
            waiting.popleft()
        waiting.append((loop.time() + ANSWER_SECONDS, answer))
        if self._timer is None:
            self._timer = loop.call_at(waiting[0][0], self._look, loop)
        return answer

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        waiting, now = self._waiting, loop.time()
        while waiting and (waiting[0][1].done() or waiting[0][0] <= now):
            fail(waiting.popleft()[1], unanswered())
        self._timer = loop.call_at(waiting[0][0], self._look, loop) if waiting else None


def unanswered() -> UnavailableError:
    """What the caller is told of a database that does not answer in time."""
    return UnavailableError(
        "the database does not answer at the moment; ask again, with the same id, to hear what became of it"
    )


class Writer(Protocol):
    """Whoever writes for a journal, in the order in which it is asked."""

    async def append(self, append: Append) -> bool:
        """Write a line; False if its writer does not own the table. When this returns True the line is durable.

        If the database does not answer in time this fails, and the line may be written later all the same.
        """

    async def write(self, do: Callable[..., T], *arguments: Any) -> T:
        """Make a call of the store that writes."""

    async def close(self) -> None:
        """Finish what is waiting, then let go."""


class _Waiting(NamedTuple):
    append: Append
    written: asyncio.Future[bool]


class _Call(NamedTuple):
    do: Callable[[], Any]
    done: asyncio.Future[Any]


_Item = _Waiting | _Call | None
"""What is asked of the thread; None: come to an end."""


class WriterThread:
    """A writer beside the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._gathered: list[_Item] = []
        """What this turn of the event loop asks for. It is handed over at its end at once: waking the thread takes
        longer than anything else that is done here for a line."""
        self._queue: queue.SimpleQueue[list[_Item]] = queue.SimpleQueue()
        self._ready: deque[_Item] = deque()
        """What the thread has been handed and has not taken yet; its own."""
        self._patience = Patience()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> bool:
        """Put it to what is waiting."""
        written: asyncio.Future[bool] = self._loop.create_future()
        self._ask(_Waiting(append, written))
        return await self._patience.of(written)

    async def write(self, do: Callable[..., T], *arguments: Any) -> T:
        """The same: SQLite lets only one write at a time."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._ask(_Call(functools.partial(do, *arguments), done))
        return await done

    async def close(self) -> None:
        """Let the thread come to its end."""
        self._ask(None)
        await asyncio.to_thread(self._thread.join)

    def _ask(self, item: _Item) -> None:
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(item)

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    # --- the thread ----------------------------------------------------------------------------

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
        if not self._ready:
            self._ready.extend(self._queue.get())
        while self._ready or self._more():
            item = self._ready.popleft()
            if not isinstance(item, _Waiting):
                return batch, item
            batch.append(item)
            if len(batch) >= BATCH:
                break
        return batch, batch[-1]

    def _more(self) -> bool:
        """Whether something else has been handed over meanwhile."""
        try:
            self._ready.extend(self._queue.get_nowait())
        except queue.Empty:
            return False
        return True

    def _write_call(self, call: _Call) -> None:
        try:
            result = call.do()
        except Exception as failed:  # noqa: BLE001 - whoever waits must be told, whatever it was
            self._loop.call_soon_threadsafe(fail, call.done, unavailable(failed))
        else:
            self._loop.call_soon_threadsafe(settle, call.done, result)

    def _write_batch(self, batch: list[_Waiting]) -> None:
        written: list[bool] = []
        error: Exception | None = None
        try:
            written = self._store.append([waiting.append for waiting in batch])
        except Exception as failed:  # noqa: BLE001 - whoever waits must be told, whatever it was
            error = unavailable(failed)
        self._loop.call_soon_threadsafe(_resolve, batch, written, error)


def _resolve(batch: list[_Waiting], written: list[bool], error: Exception | None) -> None:
    if error is not None:
        for waiting in batch:
            fail(waiting.written, error)
        return
    for waiting, was_written in zip(batch, written, strict=True):
        settle(waiting.written, was_written)


def settle(done: asyncio.Future[Any], result: Any) -> None:
    """Tell whoever waits, unless it was given up."""
    if not done.done():
        done.set_result(result)


def fail(done: asyncio.Future[Any], error: Exception) -> None:
    """Tell whoever waits that it failed."""
    if not done.done():
        done.set_exception(error)


def unavailable(error: Exception) -> Exception:
    """What the caller is told: of the database's own troubles only that it is away."""
    if not isinstance(error, sa.exc.SQLAlchemyError):
        return error
    made = UnavailableError("the database can't be reached at the moment; nothing was changed, try again")
    made.__cause__ = error
    return made
