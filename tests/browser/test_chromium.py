"""Which browser the tests take, and how one is installed if there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are shell scripts here")


def program(file: Path, script: str) -> Path:
    """A program that does what a shell script says."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
    file.chmod(0o755)
    return file


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing in it, on a machine without downloads."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "_ELSEWHERE", ())
    chromium.runs.cache_clear()
    return tmp_path / "bin"


def test_the_first_that_runs_is_taken(path: Path, tmp_path: Path) -> None:
    """A download if there is nothing else, what is on the PATH before it.

    But no stand-in that only says what to install.
    """
    assert chromium.find() is None
    download = program(tmp_path / "downloads" / "chromium-1234" / "chrome-linux64" / "chrome", "echo Chromium 1")
    assert chromium.find() == download
    program(path / "chromium-browser", "echo install the snap; exit 1")
    assert chromium.find() == download
    chrome = program(path / "google-chrome", "echo Google Chrome 1")
    assert chromium.find() == chrome


def test_the_variable_comes_before_all_others(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it names no browser, that is said and nothing else is taken."""
    program(path / "chromium", "echo Chromium 1")
    own = program(tmp_path / "own", "echo Chromium 2")
    monkeypatch.setenv(chromium.VARIABLE, str(own))
    assert chromium.find() == own
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "nothing"))
    with pytest.raises(chromium.NoBrowserError, match=r"LASTCARD_BROWSER is .*nothing"):
        chromium.find()
    assert chromium.main() == 1


def test_nothing_is_said_or_done_if_there_is_one(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """So that it can be asked for before each run of the tests."""
    program(path / "chromium", "echo Chromium 1; echo noise >&2")
    assert chromium.main() == 0
    assert capfd.readouterr() == ("", "")


def test_one_is_installed_by_the_first_way_that_works(
    path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A way that fails, or that leaves nothing which runs, is followed by the next one."""
    ways = [[["false"], ["never"]], [["true"]], [["update"], ["install", "-y", "chromium"]], [["never"]]]
    monkeypatch.setattr(chromium, "_installers", lambda: ways)
    done: list[list[str]] = []
    really = subprocess.run

    def run(command: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        if command[-1] == "--version":
            return really(command, **more)  # type: ignore[call-overload, no-any-return]
        done.append(command)
        if command[0] == "install":
            program(path / "chromium", "echo Chromium 1")
        return subprocess.CompletedProcess(command, command == ["false"])

    monkeypatch.setattr(chromium.subprocess, "run", run)  # type: ignore[attr-defined]
    assert chromium.main() == 0
    assert done == [["false"], ["true"], ["update"], ["install", "-y", "chromium"]]
    assert "+ install -y chromium" in capfd.readouterr().err


def test_it_is_said_what_to_install_if_nothing_works(
    path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """With an exit code for `make`."""
    program(path / "false", "exit 1")
    monkeypatch.setattr(chromium, "_installers", lambda: [[[str(path / "false")]]])
    assert chromium.main() == 1
    assert "apt-get install chromium" in capfd.readouterr().err
    with pytest.raises(chromium.NoBrowserError, match="apt-get install chromium"):
        chromium.needed()
