"""A writer that is another process: the only one of its server that writes to an SQLite file.

To reach it a worker makes a pair of sockets and hands it one of them. If the writer dies the other one closes: whatever
was asked for is in doubt then, as when a database fails, and the next request makes a new pair, which waits for the
next writer.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from lastcard.server import handing
from lastcard.server.errors import UnavailableError
from lastcard.server.log.appending import Append
from lastcard.server.log.calls import Done, MakeCall, Messages, WriteLine, decode_answer, decode_taken, writing_calls
from lastcard.server.log.calls import encode as encoded
from lastcard.server.log.store import Store
from lastcard.server.log.writing import Patience, fail, settle
from lastcard.server.table import entries as e

T = TypeVar("T")

_PATIENCE = 20.0
"""Seconds after which a writer that does not answer counts as gone."""
_LOOK = 1.0
"""Seconds between two looks whether it answers."""
_CLOSE = 5.0
"""Seconds for which answers are waited for at the end."""


class _Link(Messages):
    """A connection to the writer, and what is waiting for an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = False
        self._count = 0
        self._waiting: dict[int, tuple[float, asyncio.Future[msgspec.Raw]]] = {}
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(_LOOK, self._look)

    def number(self) -> int:
        """The number of the next request."""
        self._count += 1
        return self._count

    def ask(self, request: WriteLine | MakeCall) -> asyncio.Future[msgspec.Raw]:
        """Send a request."""
        answer: asyncio.Future[msgspec.Raw] = self._loop.create_future()
        self._waiting[request.id] = time.monotonic(), answer
        self.send(request)
        return answer

    def received(self, message: bytes) -> None:
        """Give the answer to whoever waits for it."""
        answer = decode_answer(message)
        _, future = self._waiting.pop(answer.id)
        if isinstance(answer, Done):
            settle(future, answer.result)
        else:
            fail(future, _away(answer.kind) if answer.away else WriterError(answer.kind))

    def _look(self) -> None:
        asked, _ = next(iter(self._waiting.values()), (None, None))
        if asked is not None and time.monotonic() - asked > _PATIENCE:
            self.transport.abort()
        else:
            self._timer = self._loop.call_later(_LOOK, self._look)

    async def answered(self) -> None:
        """Wait for all answers, not for ever."""
        if self._waiting:
            await asyncio.wait([future for _, future in self._waiting.values()], timeout=_CLOSE)

    def connection_lost(self, _error: Exception | None) -> None:
        """Nobody knows what became of the requests without an answer."""
        self.lost = True
        self._timer.cancel()
        for _, future in self._waiting.values():
            fail(future, _away("the writer is gone"))
        self._waiting.clear()


class WriterError(Exception):
    """The writer could not do what it was asked to, through no fault of the database."""


class RemoteWriter:
    """A writer as a worker sees it."""

    def __init__(self, store: Store, door: socket.socket) -> None:
        self._door = door
        self._calls = {call.do: call for call in writing_calls(store).values()}
        self._link: _Link | None = None
        self._opening = asyncio.Lock()
        self._patience = Patience()

    async def append(self, append: Append) -> bool:
        """Have a line written."""
        link = await self._linked()
        table, line, epoch, changes = append
        entry = e.encode(line.entry)
        asked = link.ask(WriteLine(link.number(), table, line.number, line.at, entry, epoch, changes))
        answer = await self._patience.of(asked)
        return decode_taken(answer)

    async def write(self, do: Callable[..., T], *arguments: Any) -> T:
        """Have a call of the store made."""
        call = self._calls[do]
        link = await self._linked()
        answer = await link.ask(MakeCall(link.number(), call.name, msgspec.Raw(encoded(arguments))))
        result: T = call.decode_result(answer)
        return result

    async def _linked(self) -> _Link:
        link = self._link
        if link is not None and not link.lost:
            return link
        async with self._opening:
            if self._link is None or self._link.lost:
                self._link = await self._open()
            return self._link

    async def _open(self) -> _Link:
        mine, its = socket.socketpair()
        with its:
            if not handing.give(self._door, its):
                mine.close()
                raise _away("no more can wait for the writer")  # noqa: TRY003 - it is no class
        mine.setblocking(False)
        _, link = await asyncio.get_running_loop().create_unix_connection(_Link, sock=mine)
        return link

    async def close(self) -> None:
        """Wait for the answers, then hang up."""
        if self._link is not None and not self._link.lost:
            await self._link.answered()
            self._link.transport.close()


def _away(why: str) -> UnavailableError:
    made = UnavailableError("the database can't be reached at the moment; nothing was changed, try again")
    made.__cause__ = ConnectionError(why)
    return made
