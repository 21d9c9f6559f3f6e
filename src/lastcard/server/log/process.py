"""The process that writes SQLite for all workers of a server: nothing else, and one request after the other.

All lines that have come from any worker while the last transaction was written go into the next one (group commit).
It has no state but the open file, so it can be killed at any moment: a line that was acknowledged is on the disk.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator

import msgspec
import sqlalchemy as sa

from lastcard.server import handing
from lastcard.server.log.calls import Done, Failed, MakeCall, Messages, WriteLine, decode_request, encode, writing_calls
from lastcard.server.log.store import Store
from lastcard.server.log.writing import BATCH
from lastcard.server.logs import log


class WriterLoop:
    """The writer as an event loop that does its work itself: while it writes, requests gather in the sockets."""

    def __init__(self, store: Store, door: socket.socket) -> None:
        self._store, self._door = store, door
        self._calls = writing_calls(store)
        self._loop = asyncio.get_running_loop()
        self._requests: list[tuple[_Worker, WriteLine | MakeCall]] = []
        self._opening: set[asyncio.Task[object]] = set()
        self._loop.add_reader(door, self._welcome)

    def _welcome(self) -> None:
        """Talk to every worker that comes."""
        for handed in handing.take(self._door):
            handed.setblocking(False)
            task = self._loop.create_task(self._loop.create_unix_connection(lambda: _Worker(self), sock=handed))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    def take(self, worker: _Worker, request: WriteLine | MakeCall) -> None:
        """A request came; when all sockets have been read it is carried out."""
        if not self._requests:
            self._loop.call_soon(self._carry_out)
        self._requests.append((worker, request))

    def _carry_out(self) -> None:
        """Do everything that was asked for, in order."""
        requests, self._requests = self._requests, []
        for part in _parts(requests):
            worker, request = part[0]
            if isinstance(request, MakeCall):
                worker.send(self._called(request))
            else:
                self._write(part)

    def _write(self, part: list[tuple[_Worker, WriteLine | MakeCall]]) -> None:
        """Write lines in one transaction."""
        lines = [request for _, request in part if isinstance(request, WriteLine)]
        answers: list[Done | Failed]
        try:
            written = self._store.append([line.append() for line in lines])
        except Exception as failure:  # noqa: BLE001 - whoever waits must be told, whatever it was
            answers = [_failed(line, failure) for line in lines]
        else:
            answers = [Done(line.id, _YES if one else _NO) for line, one in zip(lines, written, strict=True)]
        for (worker, _), answer in zip(part, answers, strict=True):
            worker.send(answer)

    def _called(self, request: MakeCall) -> Done | Failed:
        try:
            return Done(request.id, msgspec.Raw(encode(self._calls[request.name].make(request.arguments))))
        except Exception as failure:  # noqa: BLE001 - the same
            return _failed(request, failure)

    def close(self) -> None:
        """Do what is waiting, and let go of the file."""
        self._loop.remove_reader(self._door)
        self._carry_out()
        self._store.close()


class _Worker(Messages):
    """The connection of a worker."""

    def __init__(self, writer: WriterLoop) -> None:
        super().__init__()
        self._writer = writer

    def received(self, message: bytes) -> None:
        """It wants something."""
        self._writer.take(self, decode_request(message))


_YES, _NO = (msgspec.Raw(encode(taken)) for taken in (True, False))


def _parts(
    requests: list[tuple[_Worker, WriteLine | MakeCall]],
) -> Iterator[list[tuple[_Worker, WriteLine | MakeCall]]]:
    """Runs of lines that can be written together, and calls one by one."""
    run: list[tuple[_Worker, WriteLine | MakeCall]] = []
    for one in requests:
        if run and (len(run) >= BATCH or isinstance(one[1], MakeCall)):
            yield run
            run = []
        run.append(one)
        if isinstance(one[1], MakeCall):
            yield run
            run = []
    if run:
        yield run


def _failed(request: WriteLine | MakeCall, failure: Exception) -> Failed:
    away = isinstance(failure, sa.exc.SQLAlchemyError)
    if not away:
        log(logging.ERROR, "the writer can't do what it was asked", failure=failure)
    return Failed(request.id, type(failure).__name__, away)
