"""The browser that the tests drive: which one there is, and installing one if there is none.

`python -m tests.browser.chromium` is for the Makefile: it says nothing if a browser is
there already. Neither the product nor the other tests need one.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "LASTCARD_BROWSER"
"""The environment variable that names the program to use, before all others."""

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

_DOWNLOADS = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)
_ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_ADVICE = f"""\
no Chromium or Chrome to test the page with, and none could be installed. Do one of these:
  as root on Debian:   apt-get install chromium
  with a download:     python -m playwright install --with-deps chromium
  with one elsewhere:  {VARIABLE}=/path/to/chrome make test
"""


class NoBrowserError(RuntimeError):
    """There is no browser to test with."""


def find() -> Path | None:
    """The browser to use; None if there is none that runs."""
    if named := os.environ.get(VARIABLE):
        found = shutil.which(named)
        if found is None or not runs(found):
            msg = f"{VARIABLE} is {named!r}, which is no program that runs; name a Chromium or Chrome, or unset it"
            raise NoBrowserError(msg)
        return Path(found)
    return next((Path(program) for program in _candidates() if runs(program)), None)


def needed() -> Path:
    """The browser to use; an error that says what to do if there is none."""
    found = find()
    if found is None:
        raise NoBrowserError(_ADVICE)
    return found


def _candidates() -> Iterator[str]:
    """What is on the PATH, then what Playwright has downloaded, the newest first, then where else one may be."""
    yield from filter(None, map(shutil.which, NAMES))
    for pattern in _DOWNLOADS:
        yield from map(str, sorted(_download_folder().glob(pattern), reverse=True))
    yield from (program for program in _ELSEWHERE if Path(program).is_file())


def _download_folder() -> Path:
    """Where Playwright keeps its downloads."""
    if given := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path.home() / "AppData" / "Local" / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


@functools.cache
def runs(program: str) -> bool:
    """Whether a program is a browser; some systems have a stand-in of that name which only says what to install."""
    if sys.platform == "win32":  # there a browser opens a window instead of telling its version
        return Path(program).is_file()
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return said.returncode == 0 and "Chrom" in said.stdout


def _installers() -> Iterator[list[list[str]]]:
    """Ways to install one, each a list of commands, the likeliest first."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and shutil.which("apt-get"):
        yield [
            ["dpkg", "--configure", "-a"],  # an install that was stopped half-way would forbid every later one
            ["apt-get", "update"],
            # the shell has no window to draw, which makes it much quicker; a page needs letters
            ["apt-get", "install", "-y", "--no-install-recommends", "chromium-headless-shell", "fonts-dejavu-core"],
        ]
    yield [[sys.executable, "-m", "playwright", "install", *(["--with-deps"] if root else []), "chromium"]]


def install() -> Path | None:
    """Install a browser; None if that did not work."""
    for commands in _installers():
        for command in commands:
            print("+", *command, file=sys.stderr, flush=True)  # noqa: T201 - somebody waits for it
            done = subprocess.run(
                command, stdout=sys.stderr, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            )
            if done.returncode != 0:
                break
        runs.cache_clear()
        if found := find():
            return found
    return None


def main() -> int:
    """See that there is a browser; 1 if there can't be."""
    try:
        found = find() or install()
    except NoBrowserError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    if found is None:
        print(_ADVICE, end="", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
