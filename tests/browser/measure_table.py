"""Figures about the table for docs/page.md: how much of the screen the game takes, its tempo, presses, shifts, frames.

`python -m tests.browser.measure_table [share] [presses] [shifts] [frames] [tempo]`; without a word all of them. A game
to 500 points is played as fast as people play it, so `tempo` takes some minutes. They need a quiet machine.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import expect

from tests.browser.harness import Browser, browser
from tests.browser.measure import FRAME, SLOWER
from tests.browser.people import is_over, moves
from tests.browser.staging import stage
from tests.browser.table_page import Player, seated
from tests.browser.wanted import Wanted, after, asked, at_least, can_play, side_is
from tests.server.harness import Server, sqlite_url

SCREENS = ((1440, 900), (2560, 1440))
THINKS = 2.0
"""Seconds that the person takes for an answer."""

SHARE = """() => {
    const step = 4;
    const parts = [...document.querySelectorAll("[data-anchor=hand] [data-card], .middle, .plate, .me")]
        .map((one) => one.getBoundingClientRect());
    let inside = 0, all = 0;
    for (let y = step / 2; y < innerHeight; y += step)
        for (let x = step / 2; x < innerWidth; x += step) {
            all++;
            if (parts.some((one) => x >= one.left && x < one.right && y >= one.top && y < one.bottom)) inside++;
        }
    return inside / all;
}"""
"""The part of the screen that is hand, piles and people."""

SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) {
            if (one.hadRecentInput) continue;
            const moved = one.sources.map(({node}) => node?.parentElement?.className + " " + node?.className);
            window.shifts.push([one.value, moved.join(", ")]);
        }
    }).observe({type: "layout-shift", buffered: true});
}"""

FRAMES = """async (milliseconds) => {
    const frame = () => new Promise(requestAnimationFrame);
    const times = [await frame()];
    while (times.at(-1) - times[0] < milliseconds) times.push(await frame());
    return times;
}"""

PLAYABLE = Wanted("a card can be played", lambda game: any(move.kind == "play" for move in game.legal_moves(0)))


async def share(chromium: Browser, server: Server) -> None:
    """Seven cards in the hand and three others, at both sizes."""
    for width, height in SCREENS:
        staged = stage(server.database, "classic", 4, asked(0) & PLAYABLE & at_least(0, 7), people=1, bots="casual")
        async with seated(chromium, server, staged, 0, width=width, height=height) as ann:
            print(f"share of {width} x {height}: {await ann.page.evaluate(SHARE):.0%}")  # noqa: T201


async def presses(chromium: Browser, server: Server) -> None:
    """How many presses a wild, a challenge and a vote are: each is done, and its presses are counted."""
    joke = {"custom": ["custom-8"]}
    for what, wanted, edition, settings, answer in (
        ("a wild", asked(0) & can_play(0, "W"), "classic", {}, "red"),
        ("a challenge", asked(0, "challenge"), "classic", {}, "Challenge"),
        ("a vote", asked(0, "vote"), "house", joke, "Yes"),
    ):
        staged = stage(server.database, edition, 3, wanted, people=2, settings=settings)
        async with seated(chromium, server, staged, 0) as ann:
            await ann.page.evaluate(
                "addEventListener('click', () => (window.presses = (window.presses ?? 0) + 1), true)"
            )
            decision = ann.view["decision"]
            if what == "a wild":
                await ann.press("W")
            await ann.answer(answer)
            await answered(ann, decision)
            print(f"presses for {what}: {await ann.page.evaluate('window.presses')}")  # noqa: T201


async def answered(ann: Player, decision: int) -> None:
    """Until something else is asked."""
    await ann.visitor.until(lambda view: view["decision"] != decision)


async def press_something(ann: Player) -> None:
    """The first card that can be played, else the first answer."""
    if "uno" in moves(ann):
        await ann.uno()
    if moves(ann) & {"play", "discard", "give"}:
        await ann.page.locator("[data-anchor=hand] .can").first.click(position={"x": 22, "y": 24})
        if await ann.answers.count():
            await ann.answers.first.click()
        elif await ann.page.locator("[data-key=confirm]").count():
            await ann.confirm()
    elif await ann.answers.count():
        await ann.answers.first.click()
    else:
        await ann.page.locator(".actions [data-key]").first.click()


async def solo(chromium: Browser, server: Server, length: str, moved: Callable[[float], None], thinks: float) -> float:
    """A game against three bots at the usual tempo; how many seconds it took. `moved` is told every wait for a turn."""
    preferences = {"length": length, "guide": "done"}
    async with chromium.visitor(server.url, preferences=preferences, moving=True) as visitor:
        await visitor.page.evaluate(SHIFTS)
        await visitor.page.get_by_role("button", name="Play now").click()
        ann = Player(visitor, 0)
        await ann.arrived()
        begun = since = time.monotonic()
        while not is_over(ann):
            await visitor.until(lambda view: view["asks"][0] == 0 or view["asks"][1] in {"round over", "game over"})
            if is_over(ann):
                break
            if ann.view["asks"][1] == "round over":
                await visitor.until(lambda view: view["asks"][1] != "round over")
                since = time.monotonic()
                continue
            moved(time.monotonic() - since)
            decision = ann.view["decision"]
            await asyncio.sleep(thinks)
            if ann.view["decision"] == decision:
                await press_something(ann)
                await answered(ann, decision)
            since = time.monotonic()
        seconds = time.monotonic() - begun
        shifts: list[tuple[float, str]] = await visitor.page.evaluate("window.shifts")
        largest, what = max(shifts, default=(0, "nothing"))
        print(f"layout shifts in the game: {len(shifts)}, largest {largest:.4f} ({what})")  # noqa: T201
        return seconds


async def tempo(chromium: Browser, server: Server) -> None:
    """A game to 500 points of somebody who answers in two seconds."""
    waits: list[float] = []
    seconds = await solo(chromium, server, "500", waits.append, THINKS)
    turns = [wait for wait in waits if wait > 0.05]  # what follows from one's own card comes at once
    print(f"a game to 500 points: {seconds / 60:.1f} minutes, {len(turns)} turns")  # noqa: T201
    print(  # noqa: T201
        f"wait for the own turn: median {statistics.median(turns):.1f} s, "
        f"95 % within {statistics.quantiles(turns, n=20)[-1]:.1f} s, longest {max(turns):.1f} s"
    )


async def shifts(chromium: Browser, server: Server) -> None:
    """A single hand, and how much the page moved by itself."""
    await solo(chromium, server, "hand", lambda _: None, 0.3)


async def frames(chromium: Browser, server: Server) -> None:
    """The frames while a card is played, while somebody is hit, and during a flip, with a slow processor."""
    scenes = (
        ("play", "classic", asked(0) & can_play(0, "5"), "5", 600),
        ("hit", "classic", asked(0) & can_play(0, "+2"), "+2", 1000),
        ("flip", "flip", asked(0) & can_play(0, "F") & side_is("light") & after(8), "F", 950),
    )
    for what, edition, wanted, symbol, milliseconds in scenes:
        staged = stage(server.database, edition, 4, wanted, people=1, bots="casual", options={"pace": 3})
        async with seated(chromium, server, staged, 0, moving=True) as ann:
            card = ann.page.locator(f"[data-anchor=hand] .can[data-card$='{symbol}']").first
            await expect(card).to_be_visible()
            devtools = await ann.visitor.context.new_cdp_session(ann.page)
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            await card.click(position={"x": 22, "y": 24})
            times: list[float] = await ann.page.evaluate(FRAMES, milliseconds)
        lasted = [later - before for before, later in itertools.pairwise(times)]
        in_time = sum(one <= 1.5 * FRAME for one in lasted) / len(lasted)
        print(  # noqa: T201
            f"{what}, processor {SLOWER} times slower: {len(lasted)} frames, median "
            f"{statistics.median(lasted):.1f} ms, worst {max(lasted):.1f} ms, {in_time:.0%} in time"
        )


MEASURES: dict[str, Callable[[Browser, Server], Awaitable[None]]] = {
    "share": share,
    "presses": presses,
    "shifts": shifts,
    "frames": frames,
    "tempo": tempo,
}


async def main(wanted: list[str]) -> None:
    """Measure what is named, or everything."""
    unknown = [name for name in wanted if name not in MEASURES]
    if unknown:
        sys.exit(f"there is no measure {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    with tempfile.TemporaryDirectory() as folder, Server(sqlite_url(Path(folder))) as server:
        async with browser() as chromium:
            for name in wanted or MEASURES:
                await MEASURES[name](chromium, server)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
