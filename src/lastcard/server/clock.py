"""The time, as logs have it."""

from __future__ import annotations

import time


def milliseconds() -> int:
    """Milliseconds since 1970, by the clock of this machine."""
    return time.time_ns() // 1_000_000
