"""The thin edge of a server with several workers: it accepts connections and hands each to a worker, unread.

It looks at the first bytes of a request and leaves them where they are. If a table's code is in them the connection is
for the worker to which the table belongs, else for any. From then on the edge has nothing to do with it: no byte is
copied, and nobody who is connected notices if it dies. What has not asked for anything after some seconds is closed,
and so is who has waited longest when too many wait, so nobody can keep others out by being slow.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import socket
from collections.abc import Sequence

from lastcard.server import handing
from lastcard.server.codes import slot_of, tidy
from lastcard.server.logs import log

FIRST_LINE_SECONDS = 10.0
"""For how long the first line of a request may be on its way."""
MOST_WAITING = 4096
"""Connections whose first line has not come."""
_MOST_BYTES = 1024
"""Of a request; a code stands nearer to its beginning."""
_AT_ONCE = 64
"""Connections accepted in one go."""
_PAUSE = 0.5
"""Seconds without accepting anybody when the system has no more sockets."""
_AGAIN = 0.02
"""Seconds after which is looked again at a line that was not whole, at first; then twice as many each time."""

_FOR_TABLE = re.compile(rb"[A-Z]{1,16} /(?:ws|t|api/tables)/([A-Za-z0-9]{1,12})[/? ]")
_BEGINNING = re.compile(rb"[A-Z]{1,16}(?: [^ \r\n]*)?")
"""All that is needed of a first line may still come."""


def table_of(request: bytes, *, whole: bool) -> str | None:
    """The code of the table that a request is for, '' if it is for none; None: that can't be told yet.

    `whole`: no more of it will be looked at.
    """
    found = _FOR_TABLE.match(request)
    if found:
        return tidy(found[1].decode("ascii"))
    return None if not whole and _BEGINNING.fullmatch(request) else ""


class Door:
    """Accepts connections for workers, each of which has an end of a pair for what it is handed."""

    def __init__(self, listening: socket.socket, workers: Sequence[socket.socket]) -> None:
        self._listening, self._workers = listening, workers
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[_Comer, None] = {}
        self._full = False
        listening.setblocking(False)
        self._open()

    def _open(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                accepted, _ = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:  # no more files: those who are here will go
                self._pause(error)
                return
            self._full = False
            if len(self._waiting) >= MOST_WAITING:
                next(iter(self._waiting)).close()
            accepted.setblocking(False)
            comer = _Comer(self, accepted)
            self._waiting[comer] = None
            comer.look()

    def _pause(self, error: OSError) -> None:
        if not self._full:
            log(logging.WARNING, "nobody can be let in for a moment", reason=error.strerror)
        self._full = True
        self._loop.remove_reader(self._listening)
        self._loop.call_later(_PAUSE, self._open)

    def hand_over(self, comer: socket.socket, code: str) -> bool:
        """Give a connection to the worker of a table, or to any; False if it can't take more at the moment.

        Any is by chance: taken in turn, one might get all that visitors ask for last, which is to make a table.
        """
        slot = slot_of(code, len(self._workers)) if code else random.randrange(len(self._workers))
        return handing.give(self._workers[slot], comer)

    def forget(self, comer: _Comer) -> None:
        """It was handed over, or closed."""
        self._waiting.pop(comer, None)

    def close(self) -> None:
        """Accept nobody any more."""
        self._loop.remove_reader(self._listening)
        for comer in list(self._waiting):
            comer.close()


class _Comer:
    """A connection until its first line has come."""

    def __init__(self, door: Door, accepted: socket.socket) -> None:
        self._door, self._socket = door, accepted
        self._loop = asyncio.get_running_loop()
        self._end = self._again = self._loop.call_later(FIRST_LINE_SECONDS, self.close)
        self._pause = _AGAIN

    def look(self) -> None:
        """See what it wants, without taking a byte of it."""
        try:
            request = self._socket.recv(_MOST_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            self._loop.add_reader(self._socket, self.look)
            return
        except OSError:
            request = b""
        self._loop.remove_reader(self._socket)
        if not request:
            self.close()
            return
        code = table_of(request, whole=len(request) >= _MOST_BYTES)
        if code is not None and self._door.hand_over(self._socket, code):
            self.close()  # it is open at the worker
            return
        # the bytes that are there stay there, so the system can't tell when there are more
        self._again = self._loop.call_later(self._pause, self.look)
        self._pause *= 2

    def close(self) -> None:
        """No more to do with it here."""
        self._loop.remove_reader(self._socket)
        self._end.cancel()
        self._again.cancel()
        self._door.forget(self)
        self._socket.close()
