"""Figures about the page for docs/page.md: its size, when it can be used, and how evenly a flip moves.

`python -m tests.browser.measure`.

They need a quiet machine. The tests hold the size only: how fast a machine is, is nothing that a test should fail for.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import tempfile
from pathlib import Path

from playwright.async_api import expect

from tests.browser.harness import Browser, Visitor, browser
from tests.browser.staging import stage
from tests.browser.wanted import asked, can_play, side_is
from tests.server.harness import Server, sqlite_url

RUNS = 5
SLOWER = 4
"""How many times slower the processor is made for the flip: about a phone of the middle range."""
FRAME = 1000 / 60


async def transferred(visitor: Visitor, url: str) -> int:
    """The bytes that came over the network for a first visit, as they were sent.

    Compressed, without headers, the service worker's included.
    """
    await visitor.page.goto(url)
    await expect(visitor.page.get_by_role("button", name="Play now")).to_be_enabled()
    await visitor.page.wait_for_load_state("networkidle")
    return int(
        await visitor.page.evaluate(
            "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
            ".reduce((sum, one) => sum + one.encodedBodySize, 0)"
        )
    )


async def usable_after(chromium: Browser, server: Server) -> float:
    """Milliseconds from asking for the first page until its main button can be pressed, with an empty cache."""
    async with chromium.visitor(None) as visitor:
        await visitor.page.goto(server.url, wait_until="commit")
        await visitor.page.wait_for_selector("button.main:not([disabled])")
        return float(await visitor.page.evaluate("performance.now()"))


_TURN = """async () => {
    const turning = document.querySelector(".turning");
    const frame = () => new Promise(requestAnimationFrame);
    let at = await frame();
    while (!turning.getAnimations().length) at = await frame();
    const times = [at];
    while (turning.getAnimations().length) times.push(await frame());
    return times;
}"""


async def flip(chromium: Browser, server: Server, number: int) -> list[float]:
    """The times between the frames while a flip turns the table over, in milliseconds."""
    staged = stage(
        server.database,
        "flip",
        4,
        asked(0) & can_play(0, "F") & side_is("light"),
        people=1,
        bots="casual",
        options={"pace": 3},
        seed=number,
    )
    async with chromium.visitor(server.url + staged.path, storage=staged.storage(0), moving=True) as visitor:
        card = visitor.page.locator("[data-anchor=hand] .can[data-card$=F]").first
        await card.wait_for()
        await visitor.page.wait_for_timeout(500)
        devtools = await visitor.context.new_cdp_session(visitor.page)
        await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        watching = asyncio.ensure_future(visitor.page.evaluate(_TURN))
        await card.click()
        times: list[float] = await watching
    return [after - before for before, after in itertools.pairwise(times)]


async def main() -> None:
    """Measure and tell."""
    with tempfile.TemporaryDirectory() as folder, Server(sqlite_url(Path(folder))) as server:
        async with browser() as chromium:
            async with chromium.visitor(None, service_workers="allow") as visitor:
                print(f"first page: {await transferred(visitor, server.url) / 1000:.1f} kB compressed")  # noqa: T201
            times = [await usable_after(chromium, server) for _ in range(RUNS)]
            print(  # noqa: T201
                f"usable after {statistics.median(times):.0f} ms (median of {RUNS}, "
                f"{min(times):.0f} to {max(times):.0f})"
            )
            for number in range(RUNS):
                frames = await flip(chromium, server, number)
                in_time = sum(frame <= 1.5 * FRAME for frame in frames) / len(frames)
                print(  # noqa: T201
                    f"flip, processor {SLOWER} times slower: {len(frames)} frames, "
                    f"median {statistics.median(frames):.1f} ms, worst {max(frames):.1f} ms, {in_time:.0%} in time"
                )


if __name__ == "__main__":
    asyncio.run(main())
