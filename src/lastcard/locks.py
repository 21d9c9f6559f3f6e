"""Files that one process holds at a time, and lets go of however it ends: `filelock`, as the compile cache uses it."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout


def hold(path: Path, patience: float = 0) -> Any:
    """Hold a file until what this returns is closed; None if another still holds it after `patience` seconds."""
    lock = FileLock(path, timeout=patience, thread_local=False)  # whichever thread closes it lets go
    held = ExitStack()
    try:
        held.enter_context(lock)
    except Timeout:
        return None
    return held
