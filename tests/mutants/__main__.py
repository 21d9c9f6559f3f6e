"""`make mutants`: put small faults into the kernel and the editions, and list those that no test notices."""

from __future__ import annotations

import argparse
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutants.judge import Judge, Verdict
from tests.mutants.kernel import kernel_mutants
from tests.mutants.mutant import ROOT, Change, Mutant, sample
from tests.mutants.printed import edition_mutants

SEED = "mutants"
WANTED = 0.95
"""The share that must be caught of all that are not known to be equivalent."""
TESTS = ("mutants/cases.py", "test_golden.py", "rules", "test_counting.py", "test_randomness.py", "test_digests.py")
"""In this order: most faults are caught by the first ones."""
ONLY_FOR = {
    "test_digests.py": "editions/data",
    "test_golden_games_hold_every_kind": "editions/data",
    "test_completeness.py": "editions/data",
    "test_a_view_stays_the_same_whatever": "kernel/cards",
    "in_the_draw_for_the_deal": "kernel/rounds.py",
    "players_who_tie_draw_again": "kernel/rounds.py",
    "cards_drawn_for_the_dealer": "kernel/rounds.py",
}
"""Tests that take a second or more in plain Python, and the files that they are worth it for."""
EQUIVALENT = Path(__file__).resolve().parent / "equivalent.toml"


def known_equivalents() -> dict[tuple[str, str, str, str], str]:
    """Changes that make no difference to any game, each with the reason."""
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(one["file"], one["place"], one["before"], one["after"]): one["why"] for one in entries}


def fits(test: str, file: str) -> bool:
    """Whether a test is run for mutants of a file."""
    return all(only in file for name, only in ONLY_FOR.items() if name in test)


def judged(mutants: Sequence[Mutant], tests: Sequence[str] = TESTS, *, jobs: int, tell: bool = True) -> Judge:
    """The judge after it has judged."""
    begun, known = time.monotonic(), known_equivalents()

    def say(verdict: Verdict) -> None:
        done = len(judge.verdicts)
        if not verdict.caught and verdict.mutant.change().key not in known:
            print(f"survived: {verdict.mutant.change()}", flush=True)
        if done % 50 == 0:
            print(f"{done} of {len(mutants)} after {time.monotonic() - begun:.0f} s", flush=True)

    judge = Judge(mutants, jobs, fits, say if tell else lambda _: None)
    files = [str(ROOT / "tests" / name) for name in tests]
    options = [
        "--quiet",
        "--no-header",
        "--no-summary",
        "--assert=plain",
        "--tb=no",
        "--capture=no",
        "-pno:cacheprovider",
    ]
    pytest.main([*options, "-pno:xdist", f"--rootdir={ROOT}", *files], plugins=[judge])
    return judge


def report(judge: Judge, seconds: float) -> tuple[str, bool]:
    """What came out, and whether it is good enough."""
    known = known_equivalents()
    survivors = [verdict.mutant.change() for verdict in judge.verdicts if not verdict.caught]
    equivalent = [change for change in survivors if change.key in known]
    others = [change for change in survivors if change.key not in known]
    counted = len(judge.verdicts) - len(equivalent)
    caught = len(judge.verdicts) - len(survivors)
    lines = [f"survived: {change}" for change in sorted(others, key=_place)]
    lines += _by_file(judge.verdicts, {*equivalent})
    share = caught / counted if counted else 1.0
    lines.append(
        f"{len(judge.verdicts)} mutants in {seconds:.0f} s: {caught} caught, {len(equivalent)} equivalent, "
        f"{len(others)} survived; {share:.1%} of those that matter are caught, wanted are {WANTED:.0%}"
    )
    return "\n".join(lines), share >= WANTED


def _by_file(verdicts: Sequence[Verdict], equivalent: set[Change]) -> list[str]:
    total, caught, alike = Counter[str](), Counter[str](), Counter[str](change.file for change in equivalent)
    for verdict in verdicts:
        total[verdict.mutant.file] += 1
        caught[verdict.mutant.file] += verdict.caught
    lines = [f"{'':50}mutants  caught  equivalent"]
    return lines + [f"{file:50}{total[file]:7}{caught[file]:8}{alike[file]:12}" for file in sorted(total)]


def _place(change: Change) -> tuple[str, int]:
    return change.file, change.line


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, the same for the same seed; 0: all")
    parser.add_argument("--seed", default=SEED, help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--files", default="", help="only those with this text in their path")
    options = parser.parse_args()
    mutants = [mutant for mutant in [*kernel_mutants(), *edition_mutants()] if options.files in mutant.file]
    begun = time.monotonic()
    judge = judged(sample(mutants, options.sample, options.seed), jobs=options.jobs)
    if judge.broken:
        print(f"without any mutant there is a failure already: {', '.join(judge.broken)}", file=sys.stderr)
        return 2
    text, good = report(judge, time.monotonic() - begun)
    print(text)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
