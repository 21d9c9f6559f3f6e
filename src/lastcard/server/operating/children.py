"""The processes of a server with several workers: what each of them does, from its birth to its end.

A child is a copy of the process that starts it (`supervisor.py`) and does not come back from here. It takes no
signals: it is told over a pair of sockets to come to an end, and ends at once when whoever started it is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from lastcard.errors import LastcardError
from lastcard.server import logs
from lastcard.server.config import Config
from lastcard.server.edge.app import open_node
from lastcard.server.edge.door import Door
from lastcard.server.log.process import WriterLoop
from lastcard.server.log.remote import RemoteWriter
from lastcard.server.log.store import Store
from lastcard.server.operating.serving import Server, loop_factory

READY, STOP = b"ready\n", b"stop\n"
FAILED = b"failed "
_PR_SET_PDEATHSIG = 1


class Leash:
    """A child's end of the pair: what its parent has to say, and that there is a parent."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def ready(self) -> None:
        """Say that the work has begun."""
        self._end.send(READY)

    def hold(self, stop: Callable[[], None]) -> None:
        """Have `stop` called in the event loop when it is time; without a parent, end at once, whatever goes on."""
        loop = asyncio.get_running_loop()

        def listen() -> None:
            with contextlib.suppress(OSError):
                if self._end.recv(len(STOP)):
                    loop.call_soon_threadsafe(stop)
                    self._end.recv(1)
            os._exit(1)

        threading.Thread(target=listen, name="leash", daemon=True).start()


Work = Callable[[Leash], None]


def become(name: str, work: Work, end: socket.socket) -> NoReturn:
    """Be a child from now on."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        _take_name(name)
        _die_with_parent()
        work(Leash(end))
        code = 0
    except LastcardError as error:
        with contextlib.suppress(OSError):
            end.send(FAILED + str(error).encode()[:1000] + b"\n")
    except BaseException as failure:  # noqa: BLE001 - this is the end of the process
        logs.log(logging.ERROR, "a process failed", failure=failure)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _die_with_parent() -> None:
    """Where the system can see to it, end with the parent even if this process stands still and can't notice."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _take_name(name: str) -> None:
    """Be told apart in the logs and, where the system has a place for it, in its list of processes."""
    logs.name_process(name)
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text("lastcard " + name.replace("worker ", "w"), "ascii")


# --- the writer -------------------------------------------------------------------------------------------------------


def write(config: Config, door: socket.socket, leash: Leash) -> None:
    """Write SQLite for all workers."""

    async def work() -> None:
        stopped = asyncio.Event()
        leash.hold(stopped.set)
        writer = WriterLoop(Store(config.database, beside=True), door)
        leash.ready()
        await stopped.wait()
        writer.close()

    _run(work)


# --- a worker ---------------------------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """What a worker has that stays when it is started again."""

    config: Config
    """Its own: with its name, its secret and its address."""
    private: socket.socket
    """Where other workers reach it."""
    gives: socket.socket
    takes: socket.socket
    """The two ends of the pair by which it is handed connections."""


def serve(slot: Slot, writer: socket.socket | None, leash: Leash) -> None:
    """Own tables and serve whoever comes; `writer`: where the process is reached that writes."""

    async def work() -> None:
        store = Store(slot.config.database, beside=writer is not None)
        node = await open_node(slot.config, store, None if writer is None else RemoteWriter(store, writer))
        server = Server(slot.config, node, slot.takes, leash.ready)
        leash.hold(server.stop)
        await server.serve(sockets=[slot.private])

    _run(work)


# --- the edge ---------------------------------------------------------------------------------------------------------


def hand_out(listening: socket.socket, workers: Sequence[socket.socket], leash: Leash) -> None:
    """Accept connections for the workers."""

    async def work() -> None:
        stopped = asyncio.Event()
        leash.hold(stopped.set)
        door = Door(listening, workers)
        leash.ready()
        await stopped.wait()
        door.close()

    _run(work)


def _run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(work())
