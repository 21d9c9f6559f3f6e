"""The time: of the machine, as logs have it, and of one table, which nobody can set."""

from __future__ import annotations

import time


def milliseconds() -> int:
    """Milliseconds since 1970, by the clock of this machine."""
    return time.time_ns() // 1_000_000


def _gone_by() -> int:
    """Milliseconds on a clock that nobody can set; only differences mean something."""
    return time.monotonic_ns() // 1_000_000


class TableClock:
    """The time at one table: that of its last line, and what has gone by since.

    The machine's clock is asked once, when the table is opened. Whatever happens to it afterwards, nobody at the table
    gets more time or less, and if it was set back before, time goes on from the last line all the same.
    """

    def __init__(self, last: int) -> None:
        self._ahead = max(last, milliseconds()) - _gone_by()

    def now(self) -> int:
        """Milliseconds since 1970, about."""
        return _gone_by() + self._ahead
