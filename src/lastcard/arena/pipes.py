"""Talk with a process that may not read, may not write, or may never stop writing.

A thread blocks in place of whoever asks. It ends with the process; if something that the process has started keeps the
pipe open, it stays behind, blocked, and hurts nobody. Nobody else closes its pipe: that would block, too.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator
from multiprocessing.connection import Connection
from typing import IO, TypeVar

P = TypeVar("P")
Pieces = Generator[bytes, None, None]
_MOST_WAITING = 16
"""Answers that wait to be looked at; whoever says more is not listened to until then."""
_LONGEST = 1 << 16
_LOOK_SECONDS = 0.1
"""How soon a thread that waits for room sees that nobody listens any more."""


class Answers:
    """What a process says, in pieces; an empty one is the end."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[bytes] = queue.Queue(_MOST_WAITING)
        self._ended = threading.Event()

    def listen(self, pieces: Callable[[P], Pieces], pipe: P) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, args=(pieces(pipe),), daemon=True).start()

    def _read(self, pieces: Pieces) -> None:
        with contextlib.closing(pieces), contextlib.suppress(OSError, EOFError, ValueError):
            for piece in pieces:
                if not self._put(piece):
                    return
        self._put(b"")

    def _put(self, piece: bytes) -> bool:
        while not self._ended.is_set():
            with contextlib.suppress(queue.Full):
                self._waiting.put(piece, timeout=_LOOK_SECONDS)
                return True
        return False

    def forget(self) -> None:
        """What has been said so far was not asked for; the end is kept in mind."""
        with contextlib.suppress(queue.Empty):
            while self._waiting.get_nowait():
                pass
            self._waiting.put_nowait(b"")

    def next(self, seconds: float) -> bytes:
        """The next piece; `queue.Empty` if none comes in time."""
        return self._waiting.get(timeout=seconds)

    def end(self) -> None:
        """Nobody listens any more."""
        self._ended.set()


class Questions:
    """What a process is to read, one piece after the other."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[bytes] = queue.Queue(1)

    def go_to(self, pipe: IO[bytes]) -> None:
        """Begin to write."""
        threading.Thread(target=self._write, args=(pipe,), daemon=True).start()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while piece := self._waiting.get():
                pipe.write(piece)
                pipe.flush()

    def put(self, piece: bytes, seconds: float) -> None:
        """Write; `queue.Full` if the one before has not been read by then."""
        self._waiting.put(piece, timeout=seconds)

    def end(self) -> None:
        """Nothing more comes. A thread that is about to write finds nobody to read."""
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(b"")


def read_lines(pipe: IO[bytes]) -> Pieces:
    """Line after line; of an overlong one, piece after piece."""
    with pipe:
        while line := pipe.readline(_LONGEST):
            yield line


def read_messages(pipe: Connection) -> Pieces:
    """Message after message."""
    with pipe:
        while True:
            yield pipe.recv_bytes(_LONGEST)
