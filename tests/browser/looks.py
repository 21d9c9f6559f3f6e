"""What a page does wrong by the rules of accessibility, as axe-core finds it."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.browser.harness import Visitor

AXE = Path(
    os.environ.get("LASTCARD_AXE") or Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
)
"""axe-core, which the page's own development packages bring along."""

COLORS = ("cat.color",)
"""The rules that are about colours alone."""

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


async def axe(
    visitor: Visitor,
    within: str = "html",
    *,
    without: Sequence[str] = (),
    off: Sequence[str] = (),
    tags: Sequence[str] = TAGS,
) -> list[str]:
    """What a visitor's page does wrong by the rules of accessibility, each with its places in words; empty is good.

    `within` and `without` are CSS selectors, `off` are ids of rules that are not asked. Wait until nothing moves: a
    text that is being faded in has little contrast.
    """
    page = visitor.page
    if not await page.evaluate("() => typeof axe === 'object'"):
        await page.evaluate(_axe())  # past the content security policy
    options = {
        "runOnly": {"type": "tag", "values": list(tags)},
        "rules": {rule: {"enabled": False} for rule in off},
        "resultTypes": ["violations"],
    }
    found: list[dict[str, Any]] = await page.evaluate(_RUN_AXE, [within, list(without), options])
    return [_in_words(violation) for violation in found]


def _in_words(violation: dict[str, Any]) -> str:
    places = [f"  {node['where']}\n    " + node["why"].replace("\n", "\n    ") for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']}): {violation['help']}", *places])
