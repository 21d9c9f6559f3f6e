"""Private servers for a load test: `lastcard serve` in processes of their own, and what they use of the machine."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from lastcard.load.errors import LoadError

_START_SECONDS = 180
"""The first start compiles the engine."""
_STOP_SECONDS = 30
UNLIMITED = tuple(
    text for name in ("rate", "sockets", "tables", "solo", "joins", "lines", "between") for text in (f"--{name}", "0")
)
"""Options of a server that refuses nobody for how much they do."""


class Node:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, log: Path) -> None:
        self.process, self.url, self.log = process, url, log

    def memory(self) -> int | None:
        """Resident bytes of all its processes, what they share counted once; None where the system does not tell."""
        with contextlib.suppress(OSError):
            tree = _tree(self.process.pid)
            if len(tree) == 1:
                return _kilobytes(f"/proc/{self.process.pid}/status", "VmRSS")
            return sum(_kilobytes(f"/proc/{pid}/smaps_rollup", "Pss") for pid in tree) or None
        return None

    def cpu(self) -> float | None:
        """Seconds of processor time so far, of all its processes; None where the system does not tell."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            # its own time, and that of those whose end it has seen
            ticks = sum(sum(map(int, fields[11:15])) for fields in _tree(self.process.pid).values())
            return ticks / os.sysconf("SC_CLK_TCK") or None
        return None

    def complaints(self) -> list[str]:
        """What the server has logged as a warning or an error."""
        return [line for line in self.log.read_text("utf-8", "replace").splitlines() if line.startswith("{")]


def _tree(root: int) -> dict[int, list[str]]:
    """A process with all that came of it, and what the system tells of each after its name."""
    told: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just gone
            told[int(path.parent.name)] = path.read_text("ascii", "replace").rpartition(")")[2].split()
    found = {root: told[root]} if root in told else {}
    grown = True
    while grown:
        more = {pid: fields for pid, fields in told.items() if int(fields[1]) in found and pid not in found}
        grown = bool(more)
        found |= more
    return found


def _kilobytes(path: str, name: str) -> int:
    """Bytes that a file of the system tells in kilobytes."""
    found = re.search(rf"^{name}:\s+([0-9]+) kB", Path(path).read_text("ascii"), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


@contextlib.contextmanager
def running(count: int, database: str | None, *options: str) -> Iterator[list[Node]]:
    """Servers on free ports of this machine, stopped at the end.

    Their logs and a database of their own vanish with them.
    """
    with tempfile.TemporaryDirectory(prefix="lastcard-load-", ignore_cleanup_errors=True) as folder:
        url = database or f"sqlite:///{Path(folder) / 'tables.db'}"
        command = [
            sys.executable, "-m", "lastcard", "serve", "--host", "127.0.0.1", "--port", "0", "--database", url,
            "--log", "warning", *UNLIMITED, *options,
        ]  # fmt: skip
        nodes: list[Node] = []
        try:
            for number in range(count):
                # one by one: those that started are stopped if one does not
                nodes.append(_start(command, Path(folder) / f"node-{number}.log"))  # noqa: PERF401
            yield nodes
        finally:
            for node in nodes:
                _stop(node.process)


def _start(command: list[str], log: Path) -> Node:
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        gone = process.poll() is not None
        text = log.read_text("utf-8", "replace")
        found = re.search(r"http://127\.0\.0\.1:[0-9]+", text)
        if found:
            return Node(process, found[0], log)
        if gone:
            msg = f"the server did not start: {' '.join(text.split()) or f'exit code {process.returncode}'}"
            raise LoadError(msg)
        time.sleep(0.05)
    _stop(process)
    msg = f"the server did not start within {_START_SECONDS} s"
    raise LoadError(msg)


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
