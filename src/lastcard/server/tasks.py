"""What a node does beside answering: tasks of their own, things to be done later, and things done regularly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from lastcard.server.errors import UnavailableError
from lastcard.server.logs import log
from lastcard.server.metrics import Metrics


class Tasks:
    """Runs things, and notes those that fail."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._running: set[asyncio.Task[Any]] = set()
        self._stopping = False

    def spawn(self, work: Any) -> None:
        """Run something beside everything else."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._done)

    def later(self, seconds: float, work: Callable[[], Any]) -> asyncio.Handle:
        """Run something after a while."""
        return asyncio.get_running_loop().call_later(seconds, lambda: None if self._stopping else self.spawn(work()))

    def regularly(self, seconds: float, do: Callable[[], Any]) -> None:
        """Do something now and again and again, so long after it was done."""
        self.spawn(self._every(seconds, do))

    async def _every(self, seconds: float, do: Callable[[], Any]) -> None:
        while True:
            try:
                await do()
            except Exception as failure:  # noqa: BLE001 - the next time may go well
                self.failed("a regular task failed", failure)
            await asyncio.sleep(seconds)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.failed("a task failed", task.exception())

    def failed(self, what: str, failure: BaseException | None, **more: Any) -> None:
        """Note an error; a database that is away is expected to come back and is said in one line."""
        if isinstance(failure, UnavailableError):
            log(logging.WARNING, what, reason=type(failure.__cause__).__name__, **more)
        else:
            self._metrics.failures.inc()
            log(logging.ERROR, what, failure=failure, **more)

    def close(self) -> None:
        """Begin nothing more."""
        self._stopping = True

    async def stop(self) -> None:
        """End everything."""
        self.close()
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
