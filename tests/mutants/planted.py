"""`make planted`: faults that a careless editor could make in tables, views and bots, each with who must notice it.

The faults are data (`faults/`). Each is put into one module while it is loaded, in a process of its own that
runs the tests named for it; files on disk are never changed. A server that a test starts as a process of its own
has no fault in it, so the tests are those that call functions.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutant import ROOT

DATA = Path(__file__).resolve().parent / "faults"
VARIABLE = "LASTCARD_PLANTED"
"""Names the fault to the process in which it is planted."""
PATIENCE = 300
"""Seconds after which a fault counts as one that never ends."""


@dataclass(frozen=True)
class Fault:
    """One small change to one file."""

    what: str
    """What goes wrong, as a sentence."""
    file: str
    """Its path from the root of the repository."""
    before: str
    after: str
    tests: tuple[str, ...]
    """Each notices it: a file below `tests/`, and the name of a function in it."""

    @property
    def module(self) -> str:
        """The module that has the fault."""
        return self.file.removeprefix("src/").removesuffix(".py").replace("/", ".")

    @property
    def text(self) -> str:
        """The file with the fault; its place must be the only one."""
        text = (ROOT / self.file).read_text("utf-8")
        assert text.count(self.before) == 1, f"{self.file} has {text.count(self.before)} times: {self.before}"
        return text.replace(self.before, self.after)


def faults() -> list[Fault]:
    """All of them."""
    files = sorted(DATA.glob("*.toml"))
    found = [one for file in files for one in tomllib.loads(file.read_text("utf-8"))["fault"]]
    return [Fault(**{**one, "tests": tuple(one["tests"])}) for one in found]


def run(tests: Sequence[str], fault: Fault | None = None) -> int:
    """Run some tests with a fault planted or without; pytest's exit code."""
    options = ["--quiet", "--no-header", "--assert=plain", "--tb=no", "--noconftest", "-oaddopts=", "-Wignore"]
    options += ["-p", "tests.mutants.planting"] if fault else []
    command = [sys.executable, "-m", "pytest", *options, *(f"tests/{test}" for test in tests)]
    env = {**os.environ, VARIABLE: fault.what if fault else "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    try:
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return 1
    return done.returncode


def verdict(fault: Fault) -> list[str]:
    """What is wrong with a fault or its tests; nothing if each of them notices it."""
    codes = {test: run([test], fault) for test in fault.tests}
    return [
        f"{'not noticed' if code == 0 else 'can not be tried'}: {fault.what} ({fault.file})\n"
        f"  - {fault.before}\n  + {fault.after}\n  by {test}"
        for test, code in codes.items()
        if code != 1
    ]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--only", default="", help="only faults with this text in their file or sentence")
    options = parser.parse_args()
    planted = [fault for fault in faults() if options.only in fault.file or options.only in fault.what]
    begun = time.monotonic()
    if run(sorted({test for fault in planted for test in fault.tests})) != 0:
        print("without any fault there is a failure already", file=sys.stderr)
        return 2
    with ThreadPoolExecutor(options.jobs) as pool:
        wrong = [line for lines in pool.map(verdict, planted) for line in lines]
    print("\n".join([*wrong, f"{len(planted)} faults in {time.monotonic() - begun:.0f} s, {len(wrong)} not noticed"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
