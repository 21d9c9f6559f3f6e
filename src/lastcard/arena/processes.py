"""Worker processes that play deals, each handed one after the other through a pipe.

They are started afresh (spawn) on every platform, end with whoever started them, and can be stopped at any moment,
in the middle of a deal too; the bots' own processes end with them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Generator, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from lastcard.arena.deals import Tables
from lastcard.arena.host import end_with_parent
from lastcard.arena.outside import without_interrupts
from lastcard.arena.plan import Match
from lastcard.arena.tally import Tally
from lastcard.errors import ArenaError

_AHEAD = 2
"""Deals that a worker has at hand, so that it never waits for the next."""


def work(pipe: Connection, matches: Sequence[Match], limit: float) -> None:
    """What a worker does: play what comes until nothing more does."""
    tables = Tables(limit)

    def stop(*_: Any) -> None:
        try:
            tables.close()
        finally:
            os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    end_with_parent(tables.close)
    try:
        while (task := pipe.recv()) is not None:
            number, deal = task
            try:
                pipe.send((task, tables.play_deal(matches[number], deal), ""))
            except Exception:  # noqa: BLE001 - told to whoever has asked
                pipe.send((task, None, traceback.format_exc()))
    except (EOFError, OSError):
        pass
    finally:
        tables.close()


class Processes:
    """All workers."""

    def __init__(self, matches: Sequence[Match], workers: int, limit: float) -> None:
        self._matches, self._workers, self._limit = matches, workers, limit
        self._processes: dict[Connection, multiprocessing.process.BaseProcess] = {}

    def _hire(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self._matches, self._limit))
        with without_interrupts():
            process.start()
        theirs.close()
        self._processes[ours] = process
        return ours

    def play(self, tasks: Iterator[tuple[int, int]]) -> Generator[tuple[int, int, Tally], None, None]:
        """Give each deal as it is done: the number of its match, its own, and what came out."""
        try:
            for _ in range(self._workers):
                task = next(tasks, None)
                if task is None:
                    break
                self._hire().send(task)
            waiting = dict.fromkeys(self._processes, 1)
            for pipe in waiting:
                self._feed(pipe, tasks, waiting)
            while any(waiting.values()):
                for pipe in [pipe for ready in wait(list(waiting)) for pipe in waiting if pipe is ready]:
                    (number, deal), tally = self._take(pipe)
                    waiting[pipe] -= 1
                    self._feed(pipe, tasks, waiting)
                    yield number, deal, tally
        finally:
            self.close()

    @staticmethod
    def _feed(pipe: Connection, tasks: Iterator[tuple[int, int]], waiting: dict[Connection, int]) -> None:
        while waiting[pipe] < _AHEAD:
            task = next(tasks, None)
            if task is None:
                return
            pipe.send(task)
            waiting[pipe] += 1

    def _take(self, pipe: Connection) -> tuple[tuple[int, int], Tally]:
        try:
            task, tally, error = pipe.recv()
        except (EOFError, OSError):
            self._processes[pipe].join(1)
            code = self._processes[pipe].exitcode
            msg = f"a worker has ended by itself (exit code {code}); is there memory for so many? See --workers"
            raise ArenaError(msg) from None
        if tally is None:
            msg = f"a worker failed:\n{error}"
            raise RuntimeError(msg)
        return task, tally

    def close(self) -> None:
        """Stop all workers, whatever they are doing."""
        for process in self._processes.values():
            process.terminate()
        for pipe, process in self._processes.items():
            process.join()
            process.close()
            pipe.close()
        self._processes.clear()
