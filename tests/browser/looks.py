"""What can be measured about how a page looks and moves: accessibility by axe-core, and the rate of its frames."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import statistics
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from tests.browser.harness import Visitor

AXE = Path(os.environ.get("LASTCARD_AXE") or Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js")
"""axe-core, which the page's own development packages bring along."""

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

_RUN_AXE = """async ([within, without, options]) => {
    const found = await axe.run({include: [within], exclude: without.map((one) => [one])}, options);
    return found.violations.map((v) => ({
        id: v.id, impact: v.impact, help: v.help,
        nodes: v.nodes.map((n) => ({where: n.target.flat(9).join(" "), why: n.failureSummary})),
    }));
}"""


@functools.cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


async def axe(visitor: Visitor, within: str = "html", *, without: Sequence[str] = (), off: Sequence[str] = (), tags: Sequence[str] = TAGS) -> list[str]:
    """What a visitor's page does wrong by the rules of accessibility, each with its places in words; empty is good.

    `within` and `without` are CSS selectors, `off` are ids of rules that are not asked. Wait until nothing moves: a
    text that is being faded in has little contrast.
    """
    page = visitor.page
    if not await page.evaluate("() => typeof axe === 'object'"):
        await page.evaluate(_axe())  # past the content security policy
    options = {"runOnly": {"type": "tag", "values": list(tags)}, "rules": {rule: {"enabled": False} for rule in off}, "resultTypes": ["violations"]}
    found: list[dict[str, Any]] = await page.evaluate(_RUN_AXE, [within, list(without), options])
    return [_in_words(violation) for violation in found]


def _in_words(violation: dict[str, Any]) -> str:
    places = [f"  {node['where']}\n    " + node["why"].replace("\n", "\n    ") for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']}): {violation['help']}", *places])


# --- frames -------------------------------------------------------------------------------------------

_WATCH = """() => {
    const kept = {frames: [], tasks: [], on: true};
    const look = (at) => { if (kept.on) { kept.frames.push(at); requestAnimationFrame(look); } };
    requestAnimationFrame(look);
    kept.observer = new PerformanceObserver((list) => kept.tasks.push(...list.getEntries().map((e) => e.duration)));
    kept.observer.observe({entryTypes: ["longtask"]});
    return kept;
}"""
_STOP = """(kept) => {
    kept.on = false;
    kept.tasks.push(...kept.observer.takeRecords().map((e) => e.duration));
    kept.observer.disconnect();
    return [kept.frames, kept.tasks];
}"""


class FrameRate:
    """How evenly frames came, in milliseconds; known once the probe is over."""

    def __init__(self) -> None:
        self.intervals: list[float] = []
        """Between each frame and the next."""
        self.long_tasks: list[float] = []
        """How long the page was busy, each time that it was busy for more than 50 ms."""

    @property
    def median(self) -> float:
        """Half of the intervals were shorter."""
        return statistics.median(self.intervals)

    @property
    def worst(self) -> float:
        """The longest interval."""
        return max(self.intervals)

    def share_within(self, milliseconds: float) -> float:
        """How many of the intervals were that short, from 0 to 1."""
        return sum(interval <= milliseconds for interval in self.intervals) / len(self.intervals)

    def __repr__(self) -> str:
        if not self.intervals:
            return "<FrameRate: no frames>"
        return f"<FrameRate: {len(self.intervals)} frames, median {self.median:.1f} ms, worst {self.worst:.1f} ms, long tasks {[round(t) for t in self.long_tasks]}>"


@contextlib.asynccontextmanager
async def frame_rate(visitor: Visitor, *, slower: float = 1) -> AsyncIterator[FrameRate]:
    """Watch the frames of a visitor's page for as long as something goes on, with a processor that is so many times slower."""
    rate = FrameRate()
    devtools = await visitor.context.new_cdp_session(visitor.page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    try:
        kept = await visitor.page.evaluate_handle(_WATCH)
        yield rate
        frames, rate.long_tasks = await kept.evaluate(_STOP)
        rate.intervals = [after - before for before, after in itertools.pairwise(frames)]
    finally:
        await devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        await devtools.detach()
