"""Lines out, lines in: a terminal or a pipe, with or without colour."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import TextIO

from lastcard.editions import Edition
from lastcard.terminal.paint import painter
from lastcard.terminal.words import wrap


class StopAskingError(Exception):
    """There is nobody left to ask. `code` is the exit code, the text says why."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


def left() -> StopAskingError:
    """Somebody leaves: that is no failure."""
    return StopAskingError("You have left the game; it is not finished.", 0)


class Console:
    """Where a game is shown and where its people answer."""

    def __init__(self, edition: Edition, stdin: TextIO, stdout: TextIO, pace: float) -> None:
        self._in, self._out, self._pace = stdin, stdout, pace
        self._terminal = stdout.isatty()
        colored = self._terminal and not os.environ.get("NO_COLOR")
        self._paint = painter(edition) if colored else str
        self._encoding = getattr(stdout, "encoding", None) or "utf-8"

    def say(self, lines: Iterable[str]) -> None:
        """Print lines."""
        for line in lines:
            self._write(self._paint(line) + "\n")
        self._out.flush()

    def tell(self, text: str) -> None:
        """Print a sentence, wrapped."""
        self.say(wrap(text))

    def _write(self, text: str) -> None:
        # A terminal that can't show a letter of a name shows `?` for it.
        self._out.write(text.encode(self._encoding, "replace").decode(self._encoding))

    def read(self, prompt: str) -> str:
        """One line from whoever is at the terminal."""
        self._write(prompt)
        self._out.flush()
        try:
            line = self._in.readline()
        except UnicodeDecodeError:
            msg = "The input is no text that can be read: the game stops here."
            raise StopAskingError(msg, 1) from None
        if not line:
            self._write("\n")
            msg = "The input has ended: the game stops here."
            raise StopAskingError(msg, 1)
        if not self._in.isatty():
            self._write(line.rstrip("\n") + "\n")  # so that a transcript can be read
        return line.strip()

    def pause(self) -> None:
        """Leave time to follow what a bot does."""
        if self._pace > 0:
            time.sleep(self._pace)

    def hide(self) -> None:
        """Take what is on the screen out of sight."""
        self._write("\x1b[2J\x1b[3J\x1b[H" if self._terminal else "\n" * 24)
