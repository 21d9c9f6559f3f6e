"""The judge of mutants: a pytest plugin that runs the collected tests once for every mutant, each in a fork.

Tests are collected once. A fork takes up its mutant before the kernel or the edition is loaded and stops at the
first test that fails. Files on disk are never changed. Mutants of the kernel run as plain Python, those of editions
with the built engine.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from tests.mutants.kernel import KERNEL
from tests.mutants.mutant import ROOT, Mutant

PATIENCE = 3.0
"""Seconds of computing that a test may take on top of ten times what it usually does; a mutant may well never end."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    by: str
    """The test that caught it, or why it did not get so far; nothing if it survived."""
    seconds: float

    @property
    def caught(self) -> bool:
        """Whether anything went wrong, as it should."""
        return bool(self.by)


@dataclass
class Judge:
    """The plugin."""

    mutants: Sequence[Mutant]
    jobs: int
    fits: Callable[[str, str], bool]
    """Whether a test, by its name, is worth its time for mutants of a file."""
    tell: Callable[[Verdict], None]
    verdicts: list[Verdict] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """Tests that fail without any mutant; nothing is judged then."""
    _failed: str = ""
    _lasted: dict[str, float] = field(default_factory=dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure, and how long each test takes."""
        if report.failed and not self._failed:
            self._failed = report.nodeid
        self._lasted[report.nodeid] = self._lasted.get(report.nodeid, 0) + report.duration

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of one run of the tests: a run without any mutant, and one for each."""
        loaded = {_module(mutant.file.removesuffix(".py")) for mutant in self.mutants} & {*sys.modules}
        assert f"{_module(KERNEL)}.entries" not in sys.modules, "a fork can't change a kernel that is loaded"
        assert not loaded, f"a test would keep these as they are: {sorted(loaded)}"
        if session.testsfailed:
            self.broken.append("the tests can't be collected")
            return True
        plain, built = ([m for m in self.mutants if m.file.startswith(KERNEL) == kernel] for kernel in (True, False))
        for mutants, is_plain in ((plain, True), (built, False)):
            if mutants and not self.broken:
                files = {mutant.file for mutant in mutants}
                items = [item for item in session.items if any(self.fits(item.nodeid, file) for file in files)]
                self._judge(items, mutants, is_plain)
        return True

    def _judge(self, items: list[pytest.Item], mutants: list[Mutant], is_plain: bool) -> None:
        waits = _Forks(1)
        waits.start(None, lambda out: self._first_run(items, is_plain, out))
        ((_, text, _),) = waits.ended(600)
        lines = text.splitlines()
        if not lines or lines[-1] != "ok":
            self.broken += lines[-1:] or ["the tests without any mutant"]
            return
        lasted = {name: float(seconds) for seconds, name in (line.split(" ", 1) for line in lines[:-1])}
        total = 10 * sum(lasted.values()) + 60
        forks = _Forks(self.jobs)
        try:
            for mutant in mutants:
                for ended in forks.ended(total) if forks.full else ():
                    self._note(*ended)
                forks.start(mutant, partial(self._try, mutant, items, lasted, is_plain))
            while forks.busy:
                for ended in forks.ended(total):
                    self._note(*ended)
        finally:
            forks.stop()

    def _note(self, mutant: Mutant | None, text: str, seconds: float) -> None:
        assert mutant is not None
        by = text.strip().splitlines()[-1] if text.strip() else "it ended the process"
        self.verdicts.append(Verdict(mutant, "" if by == "survived" else by, seconds))
        self.tell(self.verdicts[-1])

    def _first_run(self, items: list[pytest.Item], is_plain: bool, out: int) -> None:
        os.environ["LASTCARD_PLAIN"] = str(int(is_plain))
        for item in self._run(items):
            if self._failed:
                os.write(out, f"{self._failed}\n".encode())
                return
            os.write(out, f"{self._lasted[item.nodeid]:.3f} {item.nodeid}\n".encode())
        os.write(out, b"ok\n")

    def _try(
        self, mutant: Mutant, items: list[pytest.Item], lasted: dict[str, float], is_plain: bool, out: int
    ) -> None:
        os.environ["LASTCARD_PLAIN"] = str(int(is_plain))
        now = "it does not end"

        def ring(*_: object) -> None:
            os.write(out, f"never ends: {now}\n".encode())
            os._exit(0)

        signal.signal(signal.SIGPROF, ring)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            take_up(mutant)
        except Exception as error:  # noqa: BLE001 - whatever a fault leads to
            os.write(out, f"does not load: {type(error).__name__}\n".encode())
            return
        worth = [item for item in items if self.fits(item.nodeid, mutant.file)]
        for item in self._run(worth, lambda item: 10 * lasted[item.nodeid] + PATIENCE):
            now = item.nodeid
            if self._failed:
                os.write(out, f"{self._failed}\n".encode())
                return
        os.write(out, b"survived\n")

    @staticmethod
    def _run(items: list[pytest.Item], limit: Callable[[pytest.Item], float] | None = None) -> Iterator[pytest.Item]:
        for item, following in zip(items, [*items[1:], None], strict=True):
            if limit is not None:
                signal.setitimer(signal.ITIMER_PROF, limit(item))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item


def take_up(mutant: Mutant) -> None:
    """Have this process use the mutant in place of its file."""
    if mutant.file.startswith(KERNEL):
        name = _module(mutant.file.removesuffix(".py"))
        module = types.ModuleType(name)
        module.__file__ = str(ROOT / mutant.file)
        sys.modules[name] = module
        exec(compile(mutant.text, module.__file__, "exec"), module.__dict__)  # noqa: S102 - our own source
    else:
        from lastcard.editions import registry
        from lastcard.editions.load import parse

        name, usual = Path(mutant.file).stem, registry._printed
        changed = parse(mutant.text, f"{name}.toml")
        registry._printed = lambda which: changed if which == name else usual(which)  # type: ignore[assignment]


def _module(path: str) -> str:
    return path.removeprefix("src/").replace("/", ".")


class _Forks:
    """Processes that each do one thing, write what comes out into a pipe, and may be ended if they take too long."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.busy: dict[int, tuple[int, Mutant | None, float, bytearray]] = {}
        """By the pipe's end: the process, what it is about, when it began, what it has written."""
        self._selector = selectors.DefaultSelector()

    @property
    def full(self) -> bool:
        return len(self.busy) >= self.most

    def start(self, about: Mutant | None, work: Callable[[int], None]) -> None:
        """Fork, and do the work there."""
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            try:
                os.setsid()
                os.close(reading)
                nowhere = os.open(os.devnull, os.O_RDWR)
                for stream in (0, 1, 2):
                    os.dup2(nowhere, stream)
                work(writing)
            except BaseException as error:  # noqa: BLE001 - a fork must never go on as its parent
                os.write(writing, f"ended the run: {type(error).__name__}\n".encode())
            finally:
                os._exit(0)
        os.close(writing)
        self.busy[reading] = process, about, time.monotonic(), bytearray()
        self._selector.register(reading, selectors.EVENT_READ)

    def stop(self) -> None:
        """End all that are still at it, as when somebody breaks the run off."""
        for process, *_ in self.busy.values():
            os.killpg(process, signal.SIGKILL)

    def ended(self, limit: float) -> list[tuple[Mutant | None, str, float]]:
        """Wait until one or more have ended; those that take longer than `limit` seconds are."""
        found: list[tuple[Mutant | None, str, float]] = []
        while not found:
            ready = {key.fd for key, _ in self._selector.select(1.0)}
            for end, (process, about, begun, written) in [*self.busy.items()]:
                seconds = time.monotonic() - begun
                more = os.read(end, 65536) if end in ready else None
                written.extend(more or b"")
                if seconds > limit:
                    os.killpg(process, signal.SIGKILL)
                    written.extend(b"\nnever ends\n")
                if more == b"" or seconds > limit:
                    os.waitpid(process, 0)
                    self._selector.unregister(end)
                    os.close(end)
                    del self.busy[end]
                    found.append((about, written.decode("utf-8", "replace"), seconds))
        return found
