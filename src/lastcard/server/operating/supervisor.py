"""The process that starts all others of a server with several workers, and starts again whichever is lost.

It serves nobody itself, so it has nothing that could fail. It keeps what must outlive the others: the sockets that
listen, the pairs over which sockets are handed, and the lock of an SQLite file.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import logging
import os
import secrets
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lastcard.server import handing
from lastcard.server.config import Config
from lastcard.server.edge.addresses import internal_address
from lastcard.server.edge.relay import host_and_port
from lastcard.server.errors import StartError
from lastcard.server.log.store import Store
from lastcard.server.logs import log
from lastcard.server.operating.children import FAILED, READY, STOP, Slot, Work, become, hand_out, serve, write
from lastcard.server.operating.listening import bind

_WELL = 2.0
"""Seconds that a process has to be at work before it counts as one that can be."""
_FIRST_PAUSE = 0.05
"""Seconds before one is started again that can't; twice as many each time."""
_LONGEST_PAUSE = 3.0
_STOP_SECONDS = 15.0
"""For how long an orderly end is waited for."""


class Child:
    """A process that shall be there, and the one that is."""

    def __init__(self, name: str, work: Work, needs: Sequence[socket.socket]) -> None:
        self.name, self.work, self.needs = name, work, needs
        self.pid: int | None = None
        self.end: socket.socket | None = None
        """The parent's end of the pair."""
        self.ready = False
        self.why = ""
        """Why it could not begin, as it said itself."""
        self.due: float | None = None
        """When it is started again."""
        self._since = 0.0
        self._pause = _FIRST_PAUSE

    def start(self, others: Sequence[socket.socket]) -> None:
        """Begin; of what the parent has open, `others`, the child keeps only what it needs."""
        end, its = socket.socketpair()
        sys.stdout.flush()
        sys.stderr.flush()
        try:
            pid = os.fork()
        except OSError:
            end.close()
            its.close()
            raise
        if pid == 0:
            for one in (end, *others):
                if one not in self.needs:
                    one.close()
            become(self.name, self.work, its)
        its.close()
        self.pid, self.end, self.why, self.due, self._since = pid, end, "", None, time.monotonic()

    def heard(self) -> bool:
        """Listen to it; False if it is gone."""
        assert self.end is not None
        with contextlib.suppress(ConnectionError):
            told = self.end.recv(4096)
            self.ready = self.ready or told.startswith(READY)
            if told.startswith(FAILED):
                self.why = told.removeprefix(FAILED).decode("utf-8", "replace").strip()
            return bool(told)
        return False

    def tell(self, message: bytes) -> None:
        """Say something to it."""
        if self.end is not None:
            with contextlib.suppress(OSError):
                self.end.send(message)

    def bury(self) -> int:
        """It is gone, or shall be at once; its exit code, or the signal that ended it as a negative one."""
        assert self.end is not None
        assert self.pid is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self.end.close()
        self.pid = self.end = None
        self.ready = False
        return os.waitstatus_to_exitcode(status)

    def pause(self) -> float:
        """Seconds until it is started again: at once, unless it never came to work."""
        if time.monotonic() - self._since > _WELL:
            self._pause = _FIRST_PAUSE
            return 0.0
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        return self._pause / 2


class Supervisor:
    """All processes of a server."""

    def __init__(self, config: Config, store: Store, listening: socket.socket) -> None:
        store.engine.dispose()  # no child may get an open connection
        self._slots = [_slot(config, number, private=store.sqlite) for number in range(config.workers)]
        door = handing.pair() if store.sqlite else None
        self._writers = [Child("writer", functools.partial(write, config, door[1]), [door[1]])] if door else []
        self._workers = [_worker(number, slot, door[0] if door else None) for number, slot in enumerate(self._slots)]
        gives = [slot.gives for slot in self._slots]
        self._edges = [Child("edge", functools.partial(hand_out, listening, gives), [listening, *gives])]
        self._open = [listening, *(door or ())]
        for slot in self._slots:
            self._open += [slot.private, slot.gives, slot.takes]
        self._selector = selectors.DefaultSelector()
        self._stopping = False

    @property
    def _children(self) -> list[Child]:
        return [*self._writers, *self._workers, *self._edges]

    def run(self, ready: Callable[[], None]) -> None:
        """Run everything until a signal says stop; `ready` is called once clients can come."""
        try:
            with self._signals():
                self._begin()
                if not self._stopping:
                    ready()
                while not self._stopping:
                    self._start_those_due()
                    for child in self._look():
                        self._start_again(child)
                for group in (self._edges, self._workers, self._writers):
                    self._stop(group)
        finally:
            for child in self._children:
                if child.pid is not None:
                    child.bury()
            self._selector.close()
            for one in self._open:
                one.close()

    def _begin(self) -> None:
        """Start all of them for the first time, those first that others need; if one can't begin, nothing does."""
        for group in (self._writers, self._workers, self._edges):
            for child in group:
                self._start(child)
            while not self._stopping and not all(child.ready for child in group):
                for child in self._look():
                    code = child.bury()
                    raise StartError(child.why or f"the {child.name} can't begin: it ended with code {code}")

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Take the signals that say stop; they wake up whoever waits for children."""
        self._woken, wakes = socket.socketpair()
        wakes.setblocking(False)
        self._open += [self._woken, wakes]
        before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
        signal.set_wakeup_fd(wakes.fileno())
        self._selector.register(self._woken, selectors.EVENT_READ, None)
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _start(self, child: Child) -> None:
        ends = [other.end for other in self._children if other.end is not None]
        child.start([*self._open, *ends])
        assert child.end is not None
        self._selector.register(child.end, selectors.EVENT_READ, child)

    def _look(self) -> list[Child]:
        """Wait until something happens; the children that are gone."""
        gone: list[Child] = []
        for key, _ in self._selector.select(self._seconds()):
            child: Child | None = key.data
            if child is None:
                self._woken.recv(64)
                self._stopping = True
            elif not child.heard():
                self._selector.unregister(key.fileobj)
                gone.append(child)
        return gone

    def _start_those_due(self) -> None:
        for child in self._children:
            if child.due is not None and child.due <= time.monotonic():
                try:
                    self._start(child)
                except OSError as error:  # the system has no room for one more at the moment
                    log(logging.ERROR, "a process can't be started", process=child.name, reason=error.strerror)
                    child.due = time.monotonic() + _LONGEST_PAUSE

    def _seconds(self) -> float | None:
        """How long can be waited."""
        if self._stopping:
            return 0.2
        due = [child.due for child in self._children if child.due is not None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _start_again(self, child: Child) -> None:
        """It is gone: see that there is another one soon."""
        code, pause = child.bury(), child.pause()
        more: dict[str, Any] = {"why": child.why} if child.why else {}
        log(logging.WARNING, "a process is gone and is started again", process=child.name, code=code, **more)
        child.due = time.monotonic() + pause

    def _stop(self, group: Sequence[Child]) -> None:
        """Have some of them come to an end, in order if they can."""
        alive = [child for child in group if child.pid is not None]
        for child in alive:
            child.tell(STOP)
        until = time.monotonic() + _STOP_SECONDS
        while any(child.pid is not None for child in alive) and time.monotonic() < until:
            for child in self._look():
                child.bury()
        for child in alive:
            if child.pid is not None:
                log(logging.WARNING, "a process does not come to an end and is killed", process=child.name)


# --- what workers have ------------------------------------------------------------------------------------------------


def _slot(config: Config, number: int, *, private: bool) -> Slot:
    """What a worker has that stays when it is started again; `private`: nobody on other machines need reach it."""
    crew = tuple(f"{config.node}.{one}" for one in range(config.workers))
    if private:
        host, listening = "127.0.0.1", bind("127.0.0.1", 0)
    elif config.internal:
        host, port = host_and_port(config.internal)
        listening = _bind_internal(config, host, port + number)
    else:
        host, listening = config.host, bind(config.host, 0)
    address = internal_address(host, listening.getsockname()[1])
    own = dataclasses.replace(config, node=crew[number], crew=crew, secret=secrets.token_hex(32), internal=address)
    return Slot(own, listening, *handing.pair())


def _bind_internal(config: Config, host: str, port: int) -> socket.socket:
    try:
        return bind(host, port, options=("--internal",))
    except StartError as error:
        msg = f"{error}; each of the {config.workers} workers needs a port there, and --workers 1 needs none"
        raise StartError(msg) from None


def _worker(number: int, slot: Slot, writer: socket.socket | None) -> Child:
    needs = [slot.private, slot.takes, *([] if writer is None else [writer])]
    return Child(f"worker {number}", functools.partial(serve, slot, writer), needs)
