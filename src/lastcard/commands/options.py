"""Options that several commands share, and how what is written for an option is read.

A reader is a `type` of argparse: it takes the text of one option and gives a value, or says what is wrong with the
text and what is allowed.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, cast

from lastcard.engine.rules import MAX_SEATS


class TextFile(NamedTuple):
    """A file that was named on the command line, and what is in it."""

    path: str
    text: str


def add_setting(parser: argparse.ArgumentParser) -> None:
    """`--setting NAME=VALUE`, any number of times: a mapping of names to values."""
    parser.add_argument(
        "--setting", "-s", type=setting, action=_Settings, default={}, metavar="NAME=VALUE",
        help='a setting, for example uno=auto, bluffing=false, scoring=lowest, custom=["custom-2","custom-8"]; '
        "house rules: preset=party (stacking=same, seven_zero, jump_in and draw_until), "
        "stacking=off|same|rising|any, seven_zero=true, jump_in=true, draw_until=true, must_play=off|drawn|always, "
        "teams=true (4, 6, 8 or 10 players)",
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


class _Settings(argparse.Action):
    """Puts pairs of a name and a value together."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse's interface
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        name, value = cast("tuple[str, Any]", values)
        settings = getattr(namespace, self.dest)
        if name in settings:
            raise argparse.ArgumentError(self, f"{name!r:.60} stands twice: write NAME=VALUE, each name once")
        setattr(namespace, self.dest, {**settings, name: value})


def setting(text: str) -> tuple[str, Any]:
    """A setting's name and value, which is JSON or a bare word."""
    name, equals, value = text.partition("=")
    if not equals:
        msg = f"{text!r:.60}: write NAME=VALUE, each name once"
        raise argparse.ArgumentTypeError(msg)
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, None if value == "none" else value


def player_counts(text: str) -> list[int]:
    """A number of players, or a range such as 2-10."""
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 2 <= low <= high <= MAX_SEATS:
        msg = f"{text!r:.20}: allowed are 2 to {MAX_SEATS}, or a range such as 2-4"
        raise argparse.ArgumentTypeError(msg)
    return list(range(low, high + 1))


def player_count(text: str) -> int:
    """The number of players at one table."""
    if not (re.fullmatch("[0-9]{1,3}", text) and 2 <= int(text) <= MAX_SEATS):
        msg = f"{text!r:.20}: one number is needed; allowed are 2 to {MAX_SEATS}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        # More digits than Python is ready to read are too many for every option.
        value = int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else -1
        if not low <= value <= (value if high is None else high):
            allowed = f"allowed are {low} to {high}" if high is not None else f"allowed are whole numbers from {low}"
            msg = f"{text!r:.20}: {allowed}"
            raise argparse.ArgumentTypeError(msg)
        return value

    return read


def number(most: float = inf, *, zero: bool = False) -> Callable[[str], float]:
    """A reader of numbers above 0, or from 0 with `zero`, up to `most`."""
    start = "from 0" if zero else "above 0"
    allowed = f"a number {start} is needed" if most == inf else f"a number {start} and up to {most:g} is needed"

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1
        if not (0 <= value <= most and value < inf and (zero or value > 0)):
            msg = f"{text!r:.20}: {allowed}"
            raise argparse.ArgumentTypeError(msg)
        return value

    return read


def duration(text: str) -> float:
    """A time such as 500ms or 2s, as seconds."""
    match = re.fullmatch(r"([0-9]{1,9})(ms|s)", text)
    if not match or int(match[1]) == 0:
        msg = f"{text!r:.20}: a time above 0 is needed, such as 500ms or 2s"
        raise argparse.ArgumentTypeError(msg)
    return int(match[1]) / (1000 if match[2] == "ms" else 1)


def text_file(path: str) -> TextFile:
    """A file and its text."""
    try:
        return TextFile(path, Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        msg = f"{path}: can't be read as text: {error}"
        raise argparse.ArgumentTypeError(msg) from None
