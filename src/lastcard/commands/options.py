"""Options that several commands share."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from lastcard.engine.rules import MAX_SEATS
from lastcard.errors import NotationError, PositionError, SettingsError


def add_setting(parser: argparse.ArgumentParser) -> None:
    """`--setting NAME=VALUE`, any number of times."""
    parser.add_argument(
        "--setting", "-s", action="append", default=[], metavar="NAME=VALUE",
        help='a setting, for example uno=auto, bluffing=false, scoring=lowest, custom=["custom-2","custom-8"]',
    )  # fmt: skip


def add_known_editions(parser: argparse.ArgumentParser) -> None:
    """`--edition FILE`, any number of times: editions that what is read may name by their ids."""
    parser.add_argument(
        "--edition", action="append", default=[], metavar="FILE",
        help="a file with an edition of your own, so that its id is known; may be given more than once",
    )  # fmt: skip


def know_editions(paths: list[str]) -> None:
    """Make the editions known that were given with `--edition FILE`; a printed one is known already."""
    from lastcard.editions import edition

    for path in paths:
        edition(path)


def read_settings(words: list[str]) -> dict[str, Any]:
    """The settings given with `--setting`: JSON values, or bare words."""
    settings: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in settings:
            msg = f"--setting {word!r:.60}: write NAME=VALUE, each name once"
            raise SettingsError(msg)
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = None if value == "none" else value
    return settings


def read_players(text: str) -> list[int]:
    """A number of players, or a range such as 2-10."""
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 2 <= low <= high <= MAX_SEATS:
        msg = f"--players {text!r:.20}: allowed are 2 to {MAX_SEATS}, or a range such as 2-4"
        raise PositionError(msg)
    return list(range(low, high + 1))


def read_text(path: str) -> str:
    """The text of a file that was named on the command line."""
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path}: can't be read as text: {error}"
        raise NotationError(msg) from None
