"""Sources stay readable: lines that fit beside another window, and modules that fit in a head.

Formatters keep most lines short by themselves (ruff, Prettier); this looks at what they leave as it is: strings,
comments, and files that have no formatter. Data is no source, and neither is what is built or fetched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COLUMNS = 120
LINES = 500

KINDS = {".css", ".html", ".js", ".mako", ".py", ".svelte", ".toml", ".ts", ".yml"}
NAMES = {"Makefile", "run"}
"""Sources that have no ending."""
DATA = {"tests/conformance", "tests/data", "tests/golden", "tests/perft", "tests/snapshots"}
BUILT = {"build", "dist", "src/lastcard/server/page", "web/node_modules"}
MADE = {"web/src/lib/wire.ts"}
"""Written by a command, from a description that has its own modules: as long as what it lists."""
HIDDEN = {".ci"}
"""Folders with a dot that are looked into; others belong to tools."""


def sources(root: Path) -> Iterator[Path]:
    """All source files below a folder."""
    for place, folders, files in os.walk(root):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if (here / name).relative_to(root).as_posix() not in DATA | BUILT
            and (name in HIDDEN or not name.startswith("."))
        )
        yield from (here / name for name in sorted(files) if Path(name).suffix in KINDS or name in NAMES)


def long_lines(root: Path) -> list[str]:
    """The places of lines that go on after the last column."""
    return [
        f"{path.relative_to(root)}:{number}: {len(line)} columns"
        for path in sources(root)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > COLUMNS
    ]


def long_modules(root: Path) -> list[str]:
    """The sources with too many lines."""
    written = ((path.relative_to(root).as_posix(), path) for path in sources(root))
    counted = ((name, len(path.read_text(encoding="utf-8").splitlines())) for name, path in written if name not in MADE)
    return [f"{name}: {count} lines" for name, count in counted if count > LINES]


def test_no_line_is_longer_than_120_columns() -> None:
    """Every line of every source ends before or at column 120."""
    assert long_lines(ROOT) == []


def test_no_module_is_longer_than_500_lines() -> None:
    """A source that grows longer is two things, and is split by what they mean."""
    assert long_modules(ROOT) == []


def test_every_part_of_the_project_is_looked_at() -> None:
    """Sources are those of engine, page, tests and what builds them, and nothing that is fetched or built."""
    found = {path.relative_to(ROOT).as_posix() for path in sources(ROOT)}
    assert {".ci/run", "Makefile", "pyproject.toml", "src/lastcard/game.py", "tests/test_sources.py"} <= found
    assert {"web/index.html", "web/public/sw.js", "web/src/App.svelte", "web/src/app.css", "web/src/main.ts"} <= found
    assert not [name for name in found if "node_modules" in name or "/page/" in name]


@pytest.mark.parametrize("name", ["web/src/Wide.svelte", "tests/test_wide.py", "Makefile", "mkdocs.yml"])
def test_a_long_line_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    """A line with one column too many is named; the longest that is allowed is not."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{'x' * COLUMNS}\n{'y' * (COLUMNS + 1)}\n", encoding="utf-8")
    assert long_lines(tmp_path) == [f"{name}:2: 121 columns"]


def test_a_long_module_is_found_and_data_is_not(tmp_path: Path) -> None:
    """A module with one line too many is named; data, and what is made or fetched, may be as long as it is."""
    for name in ("src/long.py", "tests/golden/long.toml", "web/node_modules/long.js", *MADE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x\n" * (LINES + 1), encoding="utf-8")
    (tmp_path / "src" / "whole.py").write_text("x\n" * LINES, encoding="utf-8")
    assert long_modules(tmp_path) == ["src/long.py: 501 lines"]
