"""A sign of life while the engine is compiled, which happens once on each machine."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import TextIO

from lastcard.engine.jit import CompileNotice, set_notice

_PATIENCE = 0.7
"""Seconds of compiling that nobody needs to be told about."""


class _Spinner(CompileNotice):
    """Says that the engine is being compiled, then adds a dot every second, or turns a clock in a terminal."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def started(self, name: str) -> None:
        del name
        if self._thread is None:
            self._stop.clear()
            self._thread = threading.Thread(target=self._turn, daemon=True)
            self._thread.start()

    def finished(self, name: str) -> None:
        del name
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None

    def _turn(self) -> None:
        begun = time.monotonic()
        if self._stop.wait(_PATIENCE):
            return
        words = "Compiling the engine for this machine (first start only) "
        print(words, end="", file=self._out, flush=True)
        terminal = self._out.isatty()
        while not self._stop.wait(1):
            seconds = int(time.monotonic() - begun)
            print(f"\r{words}{seconds} s " if terminal else ".", end="", file=self._out, flush=True)
        print(f"\r{words}done in {time.monotonic() - begun:.0f} s" if terminal else " done", file=self._out, flush=True)


@contextlib.contextmanager
def show_compiling(out: TextIO) -> Iterator[None]:
    """Tell about compiling on `out` meanwhile, and no longer: `out` may be closed afterwards."""
    set_notice(_Spinner(out))
    try:
        yield
    finally:
        set_notice(CompileNotice())
