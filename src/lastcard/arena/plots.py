"""Plots as pieces of SVG.

They stretch with the page, while lines keep their width and all words are the page's own text, so that a plot can be
read on a phone as well as on a wide screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10

from lastcard.arena.figures import Interval

_TICKS = 5
"""About as many marks on a scale."""
COLORS = 6
"""Colours of lines; a bot after the last has the first again, with dashes."""


class Scale:
    """Values put into a width of 100, with round numbers to mark it."""

    def __init__(self, values: Sequence[float]) -> None:
        low, high = min(values), max(values)
        spare = (high - low or abs(high) or 1.0) * 0.08
        self.low, self.high = low - spare, high + spare

    def at(self, value: float) -> float:
        """Where a value stands, never outside."""
        return round(min(100.0, max(0.0, 100 * (value - self.low) / (self.high - self.low))), 2)

    def ticks(self) -> list[float]:
        """Round numbers inside."""
        raw = (self.high - self.low) / _TICKS
        size = 10.0 ** floor(log10(raw))
        step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw)
        first = floor(self.low / step) + 1
        return [round((first + i) * step, 10) for i in range(20) if (first + i) * step <= self.high]


def rows(
    values: Sequence[tuple[int, str, Interval, str]], middle: float, said: Callable[[float], str], about: str
) -> str:
    """A row for each bot: its name, a mark with its interval on a common scale, and the figures in words.

    Each is given with the number of its colour.
    """
    scale = Scale([middle, *(x for _, _, interval, _ in values for x in (interval.low, interval.high))])
    parts = [f'<div class="rows" role="group" aria-label="{escape(about)}">']
    for number, name, interval, words in values:
        parts.append(
            f'<div class="name">{escape(name)}</div><div class="figure">{words}</div>'
            f'<svg class="row {color(number)}" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">'
            f"{_upright(scale.at(middle), 'even')}"
            f'<line class="span" x1="{scale.at(interval.low)}" x2="{scale.at(interval.high)}" y1="12" y2="12"/>'
            f'<line class="mark" x1="{scale.at(interval.value)}" x2="{scale.at(interval.value)}" y1="3" y2="21"/>'
            f"</svg>"
        )
    marks = "".join(f'<span style="left:{scale.at(x)}%">{said(x)}</span>' for x in _marked(scale))
    parts.append(f'<div class="axis">{marks}</div></div>')
    return "\n".join(parts)


def course(
    bots: Sequence[tuple[int, str]],
    steps: Sequence[tuple[int, Sequence[Interval]]],
    middle: float,
    said: Callable[[float], str],
) -> str:
    """How the estimates came to rest: a line with its band for each bot, over the deals."""
    if len(steps) < 3:
        return ""
    late = [interval for deals, found in steps if deals * 8 >= steps[-1][0] for interval in found]
    scale = Scale([middle, *(x for interval in late for x in (interval.low, interval.high))])
    most = steps[-1][0]

    def place(deals: int, value: float) -> str:
        return f"{round(100 * deals / most, 2)},{round(100 - scale.at(value), 2)}"

    drawn = [f'<line class="even" x1="0" x2="100" y1="{100 - scale.at(middle)}" y2="{100 - scale.at(middle)}"/>']
    for who, (number, _) in enumerate(bots):
        lower = [place(deals, found[who].low) for deals, found in steps]
        upper = [place(deals, found[who].high) for deals, found in steps]
        line = " ".join(place(deals, found[who].value) for deals, found in steps)
        drawn.append(
            f'<g class="{color(number)}"><polygon class="band" points="{" ".join([*lower, *upper[::-1]])}"/>'
            f'<polyline class="line" points="{line}"/></g>'
        )
    marks = "".join(f'<span style="bottom:{scale.at(x)}%">{said(x)}</span>' for x in _marked(scale))
    key = "".join(
        f'<li class="{color(number)}"><svg viewBox="0 0 24 8" aria-hidden="true">'
        f'<line class="line" x1="0" x2="24" y1="4" y2="4"/></svg>{escape(name)}</li>'
        for number, name in bots
    )
    return (
        f'<figure class="course"><div class="scale">{marks}</div>'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        f'aria-label="The estimates over the course of {most} deals">{"".join(drawn)}</svg>'
        f'<div class="deals"><span>0</span><span>{most:,} deals</span></div><ul class="key">{key}</ul></figure>'
    )


def _marked(scale: Scale) -> list[float]:
    """Round numbers with room for their words."""
    return [x for x in scale.ticks() if 4 <= scale.at(x) <= 96]


def color(number: int) -> str:
    """The class of a bot's colour."""
    return f"c{number % COLORS}{' dashed' if number >= COLORS else ''}"


def _upright(x: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="0" y2="24"/>'
