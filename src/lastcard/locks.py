"""Files that one process holds at a time, and lets go of however it ends."""

from __future__ import annotations

import time
from pathlib import Path
from typing import IO

_PAUSE = 0.05


def hold(path: Path, patience: float = 0) -> IO[str] | None:
    """Hold a file until it is closed; None if another process still holds it after `patience` seconds.

    A system without such locks lets everybody have it.
    """
    file = path.open("w", encoding="ascii")
    until = time.monotonic() + patience
    while not _taken(file):
        if time.monotonic() >= until:
            file.close()
            return None
        time.sleep(_PAUSE)
    return file


def _taken(file: IO[str]) -> bool:
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:  # pragma: no cover
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
