"""Bots that think ahead do so beside the server's loop: in a few threads, of lower priority, until they are due.

The engine does not hold the interpreter while it thinks. A thought begins when the question is asked and ends before
the bot's pace lets it answer; whoever is not done by then, or found no room, answers at once as one level lower
would. So a busy machine makes bots think less, never later, and when an answer comes tells nothing.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from lastcard.bots import Effort
from lastcard.moves import Move
from lastcard.server import entries as e
from lastcard.server.metrics import Metrics

MOST = Effort(playouts=4000, seconds=0.25)
"""What a thought takes at most, however much time there is."""
_WAITING = 32
"""Thoughts that may wait for each thread."""
_MARGIN = 0.02
"""Seconds before it is due by which a thought ends."""
_LEAST = 0.002
"""With less time than this left, in seconds, nobody begins to think."""
_POLITE = 10
"""By how much threads that think give way to those that serve people, on systems where a thread can."""


class Thought(NamedTuple):
    """Something for a bot to think about."""

    question: tuple[int, int]
    """The table's line and the seat; the same for as long as the question stands."""
    begin: Callable[[], Callable[[Effort], Move]]
    """Takes along what the seat may know; what it returns can run in any thread."""
    entry: Callable[[Move], e.Entry]
    """The line for an answer."""


class Pondering:
    """A thought that was begun at a table, if any."""

    def __init__(self) -> None:
        self._question: tuple[int, int] | None = None
        self._future: Future[Move | None] | None = None

    def begun(self, question: tuple[int, int]) -> bool:
        """Whether this question was given out, or could not be."""
        return self._question == question

    def replace(self, question: tuple[int, int], future: Future[Move | None] | None) -> None:
        """Think about another question; what was thought before is of no more use."""
        if self._future is not None:
            self._future.cancel()
        self._question, self._future = question, future

    def answer(self, question: tuple[int, int]) -> Move | None:
        """What came of it; None if it is not done."""
        future = self._future
        if not self.begun(question) or future is None or not future.done() or future.cancelled():
            return None
        return None if future.exception() is not None else future.result()


class Thinking:
    """The threads in which a node's bots think."""

    def __init__(self, metrics: Metrics, threads: int = 0) -> None:
        self._metrics = metrics
        self._threads = threads or max(1, (os.cpu_count() or 1) - 1)
        self._waiting = 0
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def begin(self, pondering: Pondering, thought: Thought, seconds: float) -> None:
        """Think about a question that must be answered in so many seconds; not a second time about the same."""
        if pondering.begun(thought.question):
            return
        until = time.monotonic() + seconds - _MARGIN
        with self._lock:
            room = self._waiting < self._threads * _WAITING
            self._waiting += room
        if not room:
            pondering.replace(thought.question, None)
            return
        future = self._threads_that_think().submit(self._think, thought.begin(), until)
        future.add_done_callback(self._one_less)
        pondering.replace(thought.question, future)

    def _threads_that_think(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, "thinking", initializer=_give_way)
        return self._pool

    def _one_less(self, future: Future[Move | None]) -> None:
        with self._lock:
            self._waiting -= 1
        failure = None if future.cancelled() else future.exception()
        if failure is not None:
            self._metrics.failures.inc()

    def _think(self, think: Callable[[Effort], Move], until: float) -> Move | None:
        """With others waiting, each gets its share of the time that is left."""
        left = (until - time.monotonic()) / max(1.0, self._waiting / self._threads)
        if left < _LEAST:
            return None
        return think(Effort(MOST.playouts, min(MOST.seconds, left)))

    def close(self) -> None:
        """Think no more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)
