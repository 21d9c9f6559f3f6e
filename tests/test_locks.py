"""A file is held by one at a time, and is free again when its holder ends, however that is."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

from lastcard.locks import hold


def test_what_is_held_can_not_be_held_by_another(tmp_path: Path) -> None:
    """Not at once, and not with some patience."""
    file = tmp_path / "one.lock"
    held = hold(file)
    assert held is not None
    begun = time.monotonic()
    assert hold(file) is None
    assert hold(file, patience=0.2) is None
    assert time.monotonic() - begun >= 0.2
    held.close()
    again = hold(file)
    assert again is not None
    again.close()


def test_whichever_thread_closes_it_lets_go(tmp_path: Path) -> None:
    """The one that took it may have ended."""
    file = tmp_path / "one.lock"
    held = hold(file)
    closing = threading.Thread(target=held.close)
    closing.start()
    closing.join()
    again = hold(file)
    assert again is not None
    again.close()


def test_a_killed_holder_lets_go(tmp_path: Path) -> None:
    """Whoever waits gets it."""
    file = tmp_path / "one.lock"
    code = "import sys, pathlib, lastcard.locks as l; held = l.hold(pathlib.Path(sys.argv[1])); print('held'); input()"
    command = [sys.executable, "-u", "-c", code, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert hold(file) is None
        holder.kill()
        freed = hold(file, patience=20)
    assert freed is not None
    freed.close()
