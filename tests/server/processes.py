"""The processes of a server, found from outside: whatever runs below the command that started it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

_TURN = 0.02


class Process(NamedTuple):
    """A process, told apart from a later one with the same number."""

    pid: int
    begun: str


def _parents() -> dict[Process, int]:
    """All processes of this machine that have not ended, each with the number of its parent."""
    if not Path("/proc/self/stat").exists():
        command = ["ps", "-A", "-o", "pid=,ppid=,stat=,lstart="]
        listed = subprocess.run(command, check=True, capture_output=True)
        rows = (line.split(None, 3) for line in listed.stdout.decode().splitlines())
        return {Process(int(pid), begun): int(parent) for pid, parent, state, begun in rows if state[0] != "Z"}
    found: dict[Process, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            if fields[0] != "Z":
                found[Process(int(path.parent.name), fields[19])] = int(fields[1])
    return found


def tree(root: int) -> list[Process]:
    """A process and all below it, the root first; nothing if it has ended."""
    parents = _parents()
    found = [process for process in parents if process.pid == root]
    for process in found:  # which grows meanwhile
        found += [child for child, parent in parents.items() if parent == process.pid]
    return found


def words(process: Process) -> str:
    """What a process was started as, in a few words."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{process.pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        return text.strip()[:120]
    return "?"


def end(process: Process) -> None:
    """Kill -9."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)


def end_all(root: int) -> None:
    """Kill -9 for a process and all below it at once, so that none of them can start another one meanwhile."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(root, signal.SIGSTOP)
    for process in tree(root):
        end(process)


def left_of(processes: list[Process], seconds: float) -> list[Process]:
    """Those of these processes that have not ended within some seconds."""
    until = time.monotonic() + seconds
    while left := [process for process in processes if process in _parents()]:
        if time.monotonic() > until:
            return left
        time.sleep(_TURN)
    return []
