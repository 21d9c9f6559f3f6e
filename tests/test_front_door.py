"""The front door is light: what is not asked for is not imported, and nothing is written."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import lastcard
from lastcard.commands import COMMANDS, parser

HEAVY = ("numpy", "numba", "llvmlite", "starlette", "sqlalchemy", "uvicorn", "msgspec", "platformdirs", "tqdm")
LIGHT = {"lastcard", "lastcard.__main__", "lastcard.commands", "lastcard.errors"}


def modules_after(code: str, *arguments: str, folder: Path | None = None) -> set[str]:
    """Run some code in a process of its own; the modules that it has imported at the end."""
    shown = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    names = ("HOME", "XDG_CACHE_HOME", "LASTCARD_CACHE")
    home = {} if folder is None else {name: str(folder / name) for name in names}
    done = subprocess.run(
        [sys.executable, "-B", "-c", shown + code, *arguments],
        capture_output=True, text=True, check=True, env={**os.environ, **home}, cwd=folder,
    )  # fmt: skip
    return set(done.stderr.split())


PROGRAM = "import runpy; runpy.run_module('lastcard', run_name='__main__', alter_sys=True)"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_version_and_the_help_import_nothing_heavy(option: str, tmp_path: Path) -> None:
    """Neither the engine nor the server nor what they need, and nothing is written to disk."""
    modules = modules_after(PROGRAM, option, folder=tmp_path)
    assert "lastcard.commands" in modules
    assert sorted(modules & set(HEAVY)) == []
    assert {name for name in modules if name.split(".")[0] == "lastcard"} <= LIGHT
    assert list(tmp_path.iterdir()) == []


def test_importing_the_package_imports_none_of_its_modules(tmp_path: Path) -> None:
    """And writes nothing."""
    modules = modules_after("import lastcard; lastcard.__version__; dir(lastcard)", folder=tmp_path)
    assert {name for name in modules if name.split(".")[0] == "lastcard"} == {"lastcard"}
    assert list(tmp_path.iterdir()) == []


def test_a_name_brings_its_module_and_no_more() -> None:
    """Errors need no engine."""
    modules = modules_after("from lastcard import LastcardError; LastcardError('x')")
    assert "lastcard.errors" in modules
    assert sorted(modules & {*HEAVY, "lastcard.game"}) == []


def test_a_game_is_made_and_played_without_what_only_its_analysis_needs() -> None:
    """NumPy, bots and batches come when a position is analysed, and not before."""
    played = "from lastcard import Game; game = Game('classic', 2, seed=1); game.play(game.legal_moves()[0])"
    modules = modules_after(played)
    assert sorted(modules & {"numpy", "lastcard.analysis", "lastcard.bots", "lastcard.batch"}) == []
    assert {"numpy", "lastcard.analysis"} <= modules_after(f"{played}; game.analyse(playouts=1)")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_imports_no_other_command(command: str) -> None:
    """Only its own module, and no game, server or compiler."""
    modules = modules_after(PROGRAM, command, "--help")
    others = {f"lastcard.commands.{other}" for other in COMMANDS if other != command}
    assert f"lastcard.commands.{command}" in modules
    assert sorted(modules & {*others, "numba", "starlette", "sqlalchemy", "lastcard.game", "lastcard.server"}) == []


def test_every_name_of_the_front_door_is_there() -> None:
    """By import, by attribute and with `*`, and completion knows it."""
    found: dict[str, object] = {}
    exec("from lastcard import *", found)  # noqa: S102
    for name in lastcard.__all__:
        assert found[name] is getattr(lastcard, name)
        assert name in dir(lastcard)


def test_what_type_checkers_see_is_what_there_is() -> None:
    """The imports for them name the same things, in the same modules, as the table that is used."""
    source = Path(lastcard.__file__).read_text("utf-8")
    block = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    seen = {}
    for line in block.body:
        assert isinstance(line, ast.ImportFrom)
        for alias in line.names:
            seen[alias.asname or alias.name] = getattr(import_module(line.module or ""), alias.name)
    assert sorted(seen) == sorted(lastcard.__all__) == sorted(lastcard._HOMES)
    assert all(getattr(lastcard, name) is value for name, value in seen.items())


def test_a_name_that_is_not_there_is_refused_as_usual() -> None:
    """With the words of Python."""
    with pytest.raises(AttributeError, match="module 'lastcard' has no attribute 'Gmae'"):
        _ = lastcard.Gmae  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="cannot import name 'Gmae'"):
        exec("from lastcard import Gmae")  # noqa: S102


def test_every_command_is_a_module_with_options_and_something_to_do() -> None:
    """The table names each, and none is forgotten."""
    folder = Path(lastcard.__file__).parent / "commands"
    found = {file.stem for file in folder.glob("*.py") if "def add(parser" in file.read_text("utf-8")}
    assert found == set(COMMANDS)
    for command in COMMANDS:
        module = import_module(f"lastcard.commands.{command}")
        assert callable(module.run)
        assert parser(command).format_help() == parser().format_help()
