"""Results as a table of text, and the line that shows them while they grow."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

from lastcard.arena.figures import Interval
from lastcard.arena.results import BotResult, MatchResult, Results, results
from lastcard.arena.run import Run

_PAUSE = 0.2
"""Seconds between two lines of progress."""


def report(found: Results) -> list[str]:
    """The lines that a run ends with."""
    if not found.matches:
        return ["nothing is known yet: no deal was played to its end"]
    lines = []
    for match in found.matches:
        lines += [*_match_lines(match), ""]
    lines += rating_lines(found)
    if not found.complete:
        played = sum(match.deals for match in found.matches)
        lines.append(
            f"stopped: {played:,} deals have been played, {found.deals:,} of each match were asked for; "
            "with --resume the same command goes on"
        )
    return lines


def rating_lines(found: Results) -> list[str]:
    """Who is how strong."""
    if found.lead is not None:
        one, two = found.ratings
        return [f"Elo difference from the wins: {one.name} is {elo(found.lead)} above {two.name}"]
    wide = max(len(one.name) for one in found.ratings)
    lines = [f"{one.name:{wide}}  {elo(one.elo)}" for one in found.ratings]
    return ["Elo from the wins of all, 0 is the mean of these bots:", *lines]


def elo(rating: Interval) -> str:
    """A rating with its interval."""
    return f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"


def percent(value: float) -> str:
    """A share in hundredths."""
    return f"{100 * value:.1f} %"


def _match_lines(match: MatchResult) -> list[str]:
    rows = table(match)
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [match.title, settings_said(match), counted(match)]
    for name, *cells in rows:
        right = [f"{cell:>{width}}" for cell, width in zip(cells, wide[1:], strict=True)]
        lines.append("  ".join([f"{name:{wide[0]}}", *right]).rstrip())
    lines += [f"first fault of {one.name}: {one.first_fault}" for one in match.bots if one.first_fault]
    return lines


def settings_said(match: MatchResult) -> str:
    """The rules that were chosen, and the seed."""
    said = ", ".join(f"{name} = {value}" for name, value in match.settings.items())
    return f"settings: {said or 'those of the booklet'}; seed {match.seed!r:.60}"


def counted(match: MatchResult) -> str:
    """How much was played."""
    line = f"{match.deals:,} deals, each from all seats: {match.games:,} games, {match.moves:,} moves"
    if match.seconds:
        line += f", {match.moves / match.seconds:,.0f} moves a second on one core"
    if match.even:
        line += f"; {match.even:,} games without a winner"
    if match.unfinished:
        line += f", {match.unfinished:,} of them stopped because they did not end"
    return line


def table(match: MatchResult) -> list[list[str]]:
    """A match as rows of words, the first of them what stands above; columns that nobody has are left out."""
    columns: dict[str, list[str]] = {
        "bot": [one.name for one in match.bots],
        "seats": [str(one.seats) for one in match.bots],
        "wins": [percent(one.share.value) for one in match.bots],
        "95 %": [f"{100 * one.share.low:.1f} to {100 * one.share.high:.1f}" for one in match.bots],
        "even": [percent(one.even) for one in match.bots],
        "of even": [f"{100 * one.of_even.value:.0f} %" for one in match.bots],
        "points a round": [_number(one.points, 1) for one in match.bots],
        "ms a decision": [_number(one.milliseconds, 3) for one in match.bots],
        "decisions/s": [_number(one.decisions_a_second, 0) for one in match.bots],
        "faults": [faults(one) for one in match.bots],
    }
    shown = {head: cells for head, cells in columns.items() if {*cells} != {_NONE}}
    return [list(shown), *(list(row) for row in zip(*shown.values(), strict=True))]


_NONE = "-"


def _number(value: float | None, digits: int) -> str:
    return _NONE if value is None else f"{value:,.{digits}f}"


def faults(one: BotResult) -> str:
    """What was wrong, and how often."""
    return ", ".join(f"{count:,} {kind}" for kind, count in one.faults.items()) or _NONE


class Progress:
    """One line on a terminal; elsewhere nothing."""

    def __init__(self, run: Run, file: TextIO | None = None) -> None:
        self._run, self._file = run, file or sys.stderr
        self._on = self._file.isatty()
        self._begun, self._before, self._shown = time.monotonic(), run.played, 0.0

    def show(self) -> None:
        """What is known now, if the last line is a moment old."""
        now = time.monotonic()
        if not self._on or now - self._shown < _PAUSE:
            return
        self._shown = now
        line = progress_line(self._run, now - self._begun, self._before)
        width = shutil.get_terminal_size().columns - 1
        self._file.write(f"\r{line[:width]:{width}}")
        self._file.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._on and self._shown:
            width = shutil.get_terminal_size().columns - 1
            self._file.write(f"\r{'':{width}}\r")
            self._file.flush()


def progress_line(run: Run, seconds: float, before: int) -> str:
    """How far a run is, with its running result."""
    played, wanted = run.played, run.wanted
    line = f"{played:,}/{wanted:,} deals"
    if played > before and played < wanted:
        left = seconds * (wanted - played) / (played - before)
        line += f", {left // 60:.0f}:{left % 60:02.0f} left"
    found = results(run)
    if len(found.matches) == 1:
        parts = [
            f"{one.name} {100 * one.share.value:.1f} ± {50 * (one.share.high - one.share.low):.1f} %"
            for one in found.matches[0].bots
        ]
    else:
        parts = [f"{one.name} {one.elo.value:+.0f}" for one in found.ratings]
    return "  ".join([line, *parts])
