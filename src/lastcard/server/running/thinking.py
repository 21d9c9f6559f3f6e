"""Bots that think ahead do so beside the server's loop: in a few threads, of lower priority, until they are due.

The engine does not hold the interpreter while it thinks. A thought begins when the question is asked and ends before
the bot's pace lets it answer; whoever is not done by then, or found no room, answers at once as one level lower
would. So a busy machine makes bots think less, never later, and when an answer comes tells nothing.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from lastcard.bots import Effort
from lastcard.cores import cores
from lastcard.engine.native import kernel
from lastcard.moves import Move
from lastcard.server.logs import log
from lastcard.server.metrics import Metrics
from lastcard.server.table.duties import Thought

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
        self._threads = threads or max(1, cores() - 1)
        self._waiting = 0
        self._closed = False
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def begin(self, pondering: Pondering, thought: Thought, seconds: float) -> None:
        """Think about a question that must be answered in so many seconds; not a second time about the same."""
        if not pondering.begun(thought.question):
            pondering.replace(thought.question, self._given_out(thought, time.monotonic() + seconds - _MARGIN))

    def _given_out(self, thought: Thought, until: float) -> Future[Move | None] | None:
        """The thought on its way to a thread; None: there is no room, or it can't be had."""
        with self._lock:
            if self._closed or self._waiting >= self._threads * _WAITING or kernel().plain:
                return None
            self._waiting += 1
        try:
            future = self._threads_that_think().submit(self._think, thought.begin(), until)
        except Exception as failure:  # noqa: BLE001 - the table goes on without a thought
            self._one_less(failure)
            return None
        future.add_done_callback(lambda done: self._one_less(None if done.cancelled() else done.exception()))
        return future

    def _threads_that_think(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, "thinking", initializer=_give_way)
        return self._pool

    def _one_less(self, failure: BaseException | None) -> None:
        with self._lock:
            self._waiting -= 1
        if failure is not None:
            self._metrics.failures.inc()
            log(logging.ERROR, "a bot can't think", failure=failure)

    def _think(self, think: Callable[[Effort], Move], until: float) -> Move | None:
        """With others waiting, each gets its share of the time that is left."""
        left = (until - time.monotonic()) / max(1.0, self._waiting / self._threads)
        if left < _LEAST:
            return None
        return think(Effort(MOST.playouts, min(MOST.seconds, left)))

    def close(self) -> None:
        """Think no more."""
        with self._lock:
            self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    if sys.platform != "linux":  # elsewhere it would be meant for a whole process
        return
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)
