"""The engine's own parts: randomness, and the cache of compiled code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard import Game
from lastcard.engine import build, native
from lastcard.engine.rules import Rules
from lastcard.engine.schema import Log, Scratch, State
from lastcard.errors import EngineError
from lastcard.text.layout import new_state

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "lastcard"


def test_threefry_gives_the_published_words() -> None:
    """Threefry-4x64-20 agrees with the known answer for key and counter zero."""
    from lastcard.engine.kernel.randomness import threefry

    zero = np.zeros(1, State.dtype())[0]
    with np.errstate(over="ignore"):
        words = [f"{int(word):016x}" for word in threefry(zero)]
    assert words == ["09218ebde6c85537", "55941f5266d86105", "4bd25e16282434dc", "ee29ec846bd2e40b"]


def test_shuffles_are_fair() -> None:
    """Every card is the first one drawn about equally often (chi-squared, far from its limit)."""
    seen = Counter(str(Game("classic", 2, seed=seed, dealer=0).draw[0]) for seed in range(3000))
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
    state = np.frombuffer(State.pack(new_state(4, (1, 2, 3, 4))), State.dtype())[0]
    assert not state.know.any()
    assert not state.held.any()
    assert np.array_equal(state.key, np.array([1, 2, 3, 4], np.uint64))


def test_a_record_lies_in_memory_as_numpy_would_lay_it() -> None:
    """The places worked out from the table of fields are those of C, and values survive packing."""
    for record in (State, Rules, Log, Scratch):
        dtype = record.dtype()
        assert dtype.itemsize == record.size
        assert {name: dtype.fields[name][1] for name in dtype.names} == {  # type: ignore[index, union-attr]
            field.name: field.offset for field in record.fields.values()
        }
        values = {name: _counted(field.shape, i) for i, (name, field) in enumerate(record.fields.items())}
        assert record.unpack(record.pack(values)) == values


def _counted(shape: tuple[int, ...], start: int) -> Any:
    return start % 100 if not shape else [_counted(shape[1:], start + i) for i in range(shape[0])]


# --- the library ---------------------------------------------------------------------------------

_PROBE = """
import sys
from lastcard import Game
print(sum(bin(bits).count("1") for bits in Game("classic", 2, seed=1).state.know[0].tolist()), "numba" in sys.modules)
"""
"""How much is known after the deal: 14 cards by their holders, and one by both."""

_NO_TOOLS = """
import sys

import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in ("numba", "llvmlite") else find(name, package)
"""
"""A machine without the build tools."""


def _copied(folder: Path) -> Path:
    """The package in a folder of its own, with the library that it has; its kernel's cards module."""
    shutil.copytree(PACKAGE, folder / "src" / "lastcard", ignore=shutil.ignore_patterns("__pycache__", "page"))
    return folder / "src" / "lastcard" / "engine"


def _run(folder: Path, code: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(folder / "src"), "LASTCARD_CACHE": str(folder / "cache"), **more}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env, cwd=folder
    )


def _change(engine: Path) -> None:
    """Deep inside the kernel: nobody sees more than the first card of a hand."""
    inner = engine / "kernel" / "cards.py"
    text = inner.read_text("utf-8")
    each, one = (f"see_in_hand(state, rules, seat, int(state.hand[seat, {which}]))" for which in ("i", "0"))
    assert text.count(each) == 1
    inner.write_text(text.replace(each, one), "utf-8")


_DEALING = """
from lastcard.engine.kernel.marks import entry
from lastcard.engine.kernel.rounds import start_game
from lastcard.engine.rules import Rules
from lastcard.engine.schema import Log, State

@entry
def start(state: State, rules: Rules, log: Log) -> None:
    log.used = 0
    start_game(state, rules, log)
"""
"""The one door of the kernel that is needed to deal."""


def _only_deal(engine: Path) -> None:
    """Leave only what deals, which is built in a third of the time; `make` has built all of it."""
    needed = {
        "__init__",
        "cards",
        "legal",
        "log",
        "marks",
        "randomness",
        "rounds",
        "rounds_end",
        "seats",
        "turns",
        "verbs",
    }
    for module in (engine / "kernel").glob("*.py"):
        if module.stem not in needed:
            module.unlink()
    (engine / "kernel" / "entries.py").write_text(_DEALING, "utf-8")


def test_a_built_library_is_used_without_the_tools_that_built_it(tmp_path: Path) -> None:
    """Numba is not loaded, and nothing is written."""
    engine = _copied(tmp_path)
    before = sorted(engine.rglob("*.so"))
    done = _run(tmp_path, _NO_TOOLS + _PROBE)
    assert (done.stdout, done.stderr) == ("16 False\n", "")
    assert sorted(engine.rglob("*.so")) == before
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("damage", ["sources", "library", "missing"])
def test_a_library_of_other_sources_is_refused_where_it_cant_be_built(tmp_path: Path, damage: str) -> None:
    """The sentence says what to install; code that does not belong to the sources never runs."""
    engine = _copied(tmp_path)
    (library,) = engine.glob(f"kernel-*{native._SUFFIX}")
    if damage == "sources":
        _change(engine)
    elif damage == "library":
        library.write_bytes(b"garbage")
    else:
        library.unlink()
    done = _run(tmp_path, _NO_TOOLS + _PROBE)
    assert done.returncode == 1
    assert "EngineError" in done.stderr
    assert "pip install 'lastcard[build]'" in done.stderr


@pytest.mark.long
def test_changed_sources_are_built_anew_by_one_of_the_processes_that_need_them(tmp_path: Path) -> None:
    """It is said that and how long; the change takes effect; and a system without a linker takes the object file."""
    engine = _copied(tmp_path)
    _change(engine)
    _only_deal(engine)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "CC": "no-such-compiler", "PATH": ""}
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", _PROBE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        )
        for _ in range(2)
    ]
    told = [process.communicate() for process in starting]
    assert [out for out, _ in told] == ["4 False\n", "4 False\n"], told
    words = "".join(err for _, err in told)
    assert words.count("building the engine for these sources") == 1
    assert re.search(r"done in [0-9]+ s", words)
    (loose,) = engine.glob("kernel-*.o")
    linked = loose.with_suffix(native._SUFFIX)
    build.link(build.find_compiler() or ["cc"], loose, linked)
    loose.unlink()
    assert _run(tmp_path, _NO_TOOLS + _PROBE).stdout == "4 False\n"


def test_what_cant_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the engine must be built and nothing can be written, the folders are named."""
    monkeypatch.setattr(native, "_writable", lambda _: False)
    monkeypatch.setenv("LASTCARD_CACHE", str(tmp_path / "cache"))
    with pytest.raises(EngineError, match=r"nothing can be written to .*cache"):
        native._build_somewhere()


def test_the_kernel_may_need_nothing_of_python() -> None:
    """A kernel that raises or keeps an array is refused when it is built."""

    class Function:
        def __init__(self, name: str) -> None:
            self.name, self.is_declaration = name, True

    class Module:
        functions = (Function("llvm.memcpy"), Function("memset"), Function("NRT_Free"))

    with pytest.raises(build.BuildError, match="NRT_Free"):
        build._check_alone(Module())
