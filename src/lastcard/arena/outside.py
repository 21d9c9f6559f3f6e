"""Bots of the user's own, each in a process apart: a Python file (`FileBot`) or any program (`ProgramBot`).

Whoever does not answer in time is killed, with all that it has started. Nothing that such a bot does ends the run or
holds it up: it becomes a `FaultError`, which `seats` counts. Pipes are read and written by threads apart (`pipes`),
since a bot may leave half an answer, or a question unread. A bot that was killed or has died is started again by the
next `begin`.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import queue
import signal
import subprocess
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Protocol

from lastcard.arena.entrants import Entrant
from lastcard.arena.host import host
from lastcard.arena.pipes import Answers, Questions, read_lines, read_messages
from lastcard.errors import ArenaError
from lastcard.view import View

_START_SECONDS = 60.0
"""How long a process may take to begin, on top of the limit for a decision: it imports first."""


class FaultError(Exception):
    """An answer that can't be used."""

    def __init__(self, kind: str, said: str) -> None:
        super().__init__(said)
        self.kind, self.said = kind, shown(said)


def shown(text: str) -> str:
    """What a bot has said, on one line and in letters that any file can hold."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


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
        self._answers = Answers()

    @property
    def running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None

    def begin(self, seed: str) -> None:
        """A new bot for a new game, in the old process if there is one."""
        if self._process is None:
            self._start()
        self._request("begin", seed)

    def ask(self, want: str, view: View) -> str | None:
        """Call `choose` or `react`."""
        return self._request(want, view)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=host, args=(self._path, theirs), daemon=True)
        with without_interrupts():
            self._process.start()
        theirs.close()
        self._pipe, self._answers = ours, Answers()
        self._answers.listen(read_messages, ours)
        try:
            self._answer(_START_SECONDS + self._limit)
        except FaultError:
            self.close()
            raise

    def _request(self, what: str, value: str | View) -> str | None:
        assert self._pipe is not None
        self._answers.forget()
        try:
            self._pipe.send((what, value))
        except OSError:
            raise self._died() from None
        return self._answer(self._limit)

    def _answer(self, seconds: float) -> str | None:
        try:
            message = self._answers.next(seconds)
        except queue.Empty:
            self.close()
            raise _late(seconds) from None
        if not message:
            raise self._died()
        try:
            ok, text = json.loads(message)
        except (ValueError, TypeError):
            self.close()
            kind, said = "crash", "it wrote to the pipe that carries its answers"
            raise FaultError(kind, said) from None
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
        """Kill the process and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill_group(process.pid)
        process.kill()  # it may not have had time to make a group of its own
        process.join()
        process.close()
        self._answers.end()


class ProgramBot:
    """Any program that answers lines with lines."""

    def __init__(self, words: tuple[str, ...], limit: float) -> None:
        self._words, self._limit = words, limit
        self._process: subprocess.Popen[bytes] | None = None
        self._questions, self._answers = Questions(), Answers()
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
                    self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
        except OSError as error:
            kind, said = "crash", f"it can't be started: {error.strerror}"
            raise FaultError(kind, said) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions, self._answers = Questions(), Answers()
        self._questions.go_to(self._process.stdin)
        self._answers.listen(read_lines, self._process.stdout)

    def ask(self, want: str, view: View) -> str | None:
        """One line out, one line back; whatever it has said unasked does not count."""
        question = json.dumps({"want": want, "seed": self._seed, **view.to_dict()}, separators=(",", ":"))
        self._answers.forget()
        try:
            self._questions.put(f"{question}\n".encode(), self._limit)
            line = self._answers.next(self._limit)
        except (queue.Empty, queue.Full):
            self.close()
            raise _late(self._limit) from None
        if not line:
            raise self._died()
        return _said(line.decode("utf-8", "replace"))

    def _died(self) -> FaultError:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.poll()
        self.close()
        ended = "closed its output" if code is None else f"ended (exit code {code})"
        return FaultError("crash", f"the program {ended}")

    def close(self) -> None:
        """Kill the program and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill_group(process.pid)
        process.kill()
        process.wait()
        self._questions.end()
        self._answers.end()


def _kill_group(leader: int | None) -> None:
    if leader is not None and hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(leader, signal.SIGKILL)


def _late(seconds: float) -> FaultError:
    return FaultError("late", f"no answer within {seconds:g} s")


def _said(line: str) -> str | None:
    """A move as it is written, bare or as a JSON text; `null` is silence."""
    text = line.strip()
    if text.startswith('"'):
        with contextlib.suppress(ValueError):
            return str(json.loads(text))
    return None if text == "null" else text
