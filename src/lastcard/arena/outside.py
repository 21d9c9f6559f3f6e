"""Bots of the user's own, each in a process apart: a Python file (`FileBot`) or any program (`ProgramBot`).

Whoever does not answer in time is killed. Nothing that such a bot does ends the run: it becomes a `FaultError`, which
`seats` counts. A bot that was killed or has died is started again by the next `begin`.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import IO, Protocol

from lastcard.arena.entrants import Entrant
from lastcard.arena.host import host
from lastcard.errors import ArenaError
from lastcard.view import View

_START_SECONDS = 60.0
"""How long a process may take to begin, on top of the limit for a decision: it imports first."""
_LONGEST_LINE = 1 << 16


class FaultError(Exception):
    """An answer that can't be used."""

    def __init__(self, kind: str, said: str) -> None:
        super().__init__(said)
        self.kind, self.said = kind, said


class Outside(Protocol):
    """A bot in a process apart."""

    @property
    def running(self) -> bool:
        """Whether it can be asked."""
        ...

    def begin(self, seed: str) -> None:
        """Make ready for a game."""
        ...

    def ask(self, want: str, view: View) -> str | None:
        """Its answer as text; None for silence."""
        ...

    def close(self) -> None:
        """End its process."""
        ...


def outside(entrant: Entrant, limit: float) -> Outside:
    """The process of a bot of the user's own; it is started when it is needed."""
    return FileBot(entrant.file, limit) if entrant.file is not None else ProgramBot(entrant.words, limit)


def try_out(entrant: Entrant, limit: float, where: str = "") -> None:
    """Refuse a bot of the user's own that can't even begin."""
    tried = outside(entrant, limit)
    try:
        tried.begin("check")
    except FaultError as fault:
        msg = f"the bot {entrant.text!r:.80} can't begin{where}: {fault.said}"
        raise ArenaError(msg) from None
    finally:
        tried.close()


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Whatever is started here does not hear Ctrl-C, which is for us; it stays to be heard afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class FileBot:
    """A Python file with a `bot(seed)`."""

    def __init__(self, path: str, limit: float) -> None:
        self._path, self._limit = path, limit
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None

    def begin(self, seed: str) -> None:
        """A new bot for a new game, in the old process if there is one."""
        if self._process is None:
            self._start()
        self._request("begin", seed, self._limit)

    def ask(self, want: str, view: View) -> str | None:
        """Call `choose` or `react`."""
        return self._request(want, view, self._limit)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=host, args=(self._path, theirs), daemon=True)
        with without_interrupts():
            self._process.start()
        theirs.close()
        try:
            self._answer(_START_SECONDS + self._limit)
        except FaultError:
            self.close()
            raise

    def _request(self, what: str, value: str | View, seconds: float) -> str | None:
        assert self._pipe is not None
        try:
            self._pipe.send((what, value))
        except OSError:
            raise self._died() from None
        return self._answer(seconds)

    def _answer(self, seconds: float) -> str | None:
        assert self._pipe is not None
        try:
            if not self._pipe.poll(seconds):
                self.close()
                kind, said = "late", f"no answer within {seconds:g} s"
                raise FaultError(kind, said)
            ok, text = self._pipe.recv()
        except (EOFError, OSError):
            raise self._died() from None
        if not ok:
            kind, said = "crash", str(text)
            raise FaultError(kind, said)
        return None if text is None else str(text)

    def _died(self) -> FaultError:
        process = self._process
        if process is not None:
            process.join(1)
        code = None if process is None else process.exitcode
        self.close()
        return FaultError("crash", f"its process ended (exit code {code})")

    def close(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


class ProgramBot:
    """Any program that answers lines with lines."""

    def __init__(self, words: tuple[str, ...], limit: float) -> None:
        self._words, self._limit = words, limit
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader: threading.Thread | None = None
        self._seed = ""

    @property
    def running(self) -> bool:
        """Whether the program is there."""
        return self._process is not None

    def begin(self, seed: str) -> None:
        """Start the program if it is not running."""
        self._seed = seed
        if self._process is not None and self._process.poll() is not None:
            self.close()  # it has ended between two games
        if self._process is None:
            self._start()

    def _start(self) -> None:
        try:
            with without_interrupts():
                self._process = subprocess.Popen(
                    self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                    start_new_session=True,
                )  # fmt: skip
        except OSError as error:
            kind, said = "crash", f"it can't be started: {error.strerror}"
            raise FaultError(kind, said) from None
        assert self._process.stdout is not None
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()

    def ask(self, want: str, view: View) -> str | None:
        """One line out, one line back."""
        assert self._process is not None
        assert self._process.stdin is not None
        question = json.dumps({"want": want, "seed": self._seed, **view.to_dict()}, separators=(",", ":"))
        try:
            self._process.stdin.write(f"{question}\n")
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None
        try:
            line = self._lines.get(timeout=self._limit)
        except queue.Empty:
            self.close()
            kind, said = "late", f"no answer within {self._limit:g} s"
            raise FaultError(kind, said) from None
        if not line:
            raise self._died()
        return _said(line)

    def _died(self) -> FaultError:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.poll()
        self.close()
        return FaultError("crash", f"the program ended (exit code {code})")

    def close(self) -> None:
        """Kill the program and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
        process.wait()
        if self._reader is not None:
            self._reader.join(1)
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()


def _read(pipe: IO[str], lines: queue.Queue[str]) -> None:
    """Hand on line after line; an empty one is the end."""
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST_LINE):
            lines.put(line)
    lines.put("")


def _said(line: str) -> str | None:
    """A move as it is written, bare or as a JSON text; `null` is silence."""
    text = line.strip()
    if text.startswith('"'):
        with contextlib.suppress(ValueError):
            return str(json.loads(text))
    return None if text == "null" else text
