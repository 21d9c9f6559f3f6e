"""The engine's own parts: randomness, and the cache of compiled code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from lastcard import Game
from lastcard.position import new_state

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "lastcard"


def test_threefry_gives_the_published_words() -> None:
    """Threefry-4x64-20 agrees with the known answer for key and counter zero."""
    code = (
        "import numpy as np; from lastcard.engine.kernel.randomness import threefry;"
        "print(' '.join(f'{int(w):016x}' for w in threefry(np.zeros(4, np.uint64), np.uint64(0))))"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.stdout.split() == ["09218ebde6c85537", "55941f5266d86105", "4bd25e16282434dc", "ee29ec846bd2e40b"]


def test_shuffles_are_fair() -> None:
    """Every card is the first one drawn about equally often (chi-squared, far from its limit)."""
    seen = Counter(str(Game("classic", 2, seed=seed, dealer=0).draw_pile()[0]) for seed in range(3000))
    expected = {face: (1 if face.endswith("0") else 4 if face.startswith("W") else 2) / 108 * 3000 for face in seen}
    assert sum(expected.values()) > 2990
    chi_squared = sum((seen[face] - expected[face]) ** 2 / expected[face] for face in expected)
    assert chi_squared < 110  # 53 degrees of freedom: passed by chance in all but one of 100,000 runs


def test_the_same_seed_deals_the_same_game() -> None:
    """Seeds of every kind are repeatable, and different seeds differ."""
    for seed in (0, 7, "a table", b"bytes", b"x" * 32):
        assert Game("flip", 3, seed=seed).position() == Game("flip", 3, seed=seed).position()
    assert Game("flip", 3, seed=1).position() != Game("flip", 3, seed="1").position()
    assert Game("flip", 3).position() != Game("flip", 3).position()


def test_a_new_state_knows_nothing() -> None:
    """An empty state has no cards and no knowledge."""
    state = new_state(4, (1, 2, 3, 4))
    assert not state.know.any()
    assert not state.held.any()
    assert np.array_equal(state.key, np.array([1, 2, 3, 4], np.uint64))


_PROBE = """
from lastcard.editions import Settings, compile_rules, edition
from lastcard.engine.kernel import entries
from lastcard.position import new_state

classic, state = edition("classic"), new_state(2, (0,) * 4)
state.hand[0, :3], state.held[0] = range(3), 3
entries.look(state, compile_rules(classic, Settings.of(classic)).rules)
print((state.know[0] != 0).sum())
"""
"""What a seat knows at first sight of a hand of three cards: quick to compile, with most of it in other files."""


def _run(folder: Path, code: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder / "src"), "LASTCARD_CACHE": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env, cwd=folder)
    return done.stdout.strip()


def test_a_changed_engine_file_is_never_run_from_a_stale_cache(tmp_path: Path) -> None:
    """A change deep inside the engine, in a file with no entry point of its own, takes effect at the next start.

    An unchanged engine is not compiled again.
    """
    shutil.copytree(PACKAGE, tmp_path / "src" / "lastcard", ignore=shutil.ignore_patterns("__pycache__"))
    assert _run(tmp_path, _PROBE) == "3"
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")}
    assert kept
    assert _run(tmp_path, _PROBE) == "3"
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")} == kept
    inner = tmp_path / "src" / "lastcard" / "engine" / "kernel" / "cards.py"
    text = inner.read_text("utf-8")
    sees_each, sees_one = (f"see_in_hand(state, rules, seat, int(state.hand[seat, {which}]))" for which in ("i", "0"))
    assert text.count(sees_each) == 1
    inner.write_text(text.replace(sees_each, sees_one), "utf-8")
    os.utime(inner, ns=(0, 0))
    assert _run(tmp_path, _PROBE) == "1"


def test_a_damaged_cache_is_compiled_again(tmp_path: Path) -> None:
    """Garbage in the cache costs time, never correctness."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "lastcard", ignore=shutil.ignore_patterns("__pycache__"))
    assert _run(tmp_path, _PROBE) == "3"
    for file in [*(tmp_path / "cache").rglob("*.nbc"), *(tmp_path / "cache").rglob("*.nbi")]:
        file.write_bytes(b"garbage")
    assert _run(tmp_path, _PROBE) == "3"


def test_of_processes_that_start_at_once_one_compiles(tmp_path: Path) -> None:
    """The others wait for what it keeps; all come to the same."""
    probe = _PROBE + "print(sum(entries.look.stats.cache_misses.values()), sum(entries.look.stats.cache_hits.values()))"
    environment = {**os.environ, "LASTCARD_CACHE": str(tmp_path)}
    starting = [subprocess.Popen([sys.executable, "-c", probe], stdout=subprocess.PIPE, text=True, env=environment) for _ in range(3)]
    assert sorted(process.communicate()[0].split() for process in starting) == [["3", "0", "1"], ["3", "0", "1"], ["3", "1", "0"]]
