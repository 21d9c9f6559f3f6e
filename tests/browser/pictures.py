"""The pictures of the README: four that stand still, and a flip that moves.

`make pictures`, or `python -m tests.browser.pictures`, into `docs/pictures`. Each is WebP, as Chromium packs it.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.harness import Browser, Visitor, browser
from tests.browser.scenes import At, showing
from tests.browser.staging import stage
from tests.browser.wanted import after, asked, at_least, can_play, side_is
from tests.browser.webp import moving
from tests.server.harness import Server, sqlite_url

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
QUALITY = 0.8
STILLS = {
    "table": ("your-turn", (1280, 800), False),
    "lobby": ("lobby-with-rules", (1280, 800), False),
    "dark-side": ("dark-side", (360, 740), True),
    "score": ("game-won", (360, 740), True),
}
"""By file: the scene, the size of the screen, and whether it is a phone's."""

SIZE = (720, 450)
SCREEN = (1440, 900)
STEP = 50
LASTS = 1000
"""Milliseconds between two frames of the flip, and of all of it."""
REST = 1400
"""Milliseconds for which each side is looked at."""

PACK = """async ([png, width, height, quality]) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const canvas = Object.assign(document.createElement("canvas"), {width, height});
    const context = canvas.getContext("2d", {alpha: false});
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""

HOLD = """() => {
    window.held = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...more) {
        const one = animate.apply(this, more);
        one.pause();
        window.held.push(one);
        return one;
    };
}"""
"""From now on whatever begins to move stands still until it is told the time."""
AT = """(time) => window.held.forEach((one) => {
    if (time < one.effect.getComputedTiming().endTime) one.currentTime = time;
    else one.finish();
})"""


async def packed(packer: Page, png: bytes, width: int, height: int) -> bytes:
    """A picture as a WebP file of this size."""
    text = await packer.evaluate(PACK, [base64.b64encode(png).decode(), width, height, QUALITY])
    return base64.b64decode(text)


async def still(chromium: Browser, server: Server, packer: Page, name: str) -> bytes:
    """A scene."""
    scene, (width, height), phone = STILLS[name]
    async with showing(scene, At(chromium, server, width, height, phone=phone)) as at:
        await at.page.wait_for_timeout(400)
        return await packed(packer, await at.page.screenshot(scale="css"), width, height)


async def flip(chromium: Browser, server: Server, packer: Page) -> bytes:
    """A Flip card is played, and the table turns over."""
    wanted = asked(0) & can_play(0, "F") & side_is("light") & after(12) & at_least(0, 6)
    staged = stage(server.database, "flip", 4, wanted, people=4)
    width, height = SCREEN
    async with contextlib.AsyncExitStack() as room:

        async def come(seat: int, **more: Any) -> Visitor:
            opening = chromium.visitor(server.url + staged.path, storage=staged.storage(seat), **more)
            return await room.enter_async_context(opening)

        for seat in range(1, 4):  # people who are there, and are slower than the picture is made
            await come(seat)
        visitor = await come(0, width=width, height=height, moving=True)
        page = visitor.page
        card = page.locator("[data-anchor=hand] .can[data-card$='F']").first
        await expect(card).to_be_visible()
        await page.wait_for_timeout(1500)
        frames = [(await packed(packer, await page.screenshot(), *SIZE), REST)]
        await page.evaluate(HOLD)
        await card.click(position={"x": 22, "y": 24})
        await page.wait_for_function("() => window.held.length > 9")
        for time in range(STEP, LASTS, STEP):
            await page.evaluate(AT, time)
            await page.evaluate("new Promise(requestAnimationFrame)")
            frames.append((await packed(packer, await page.screenshot(), *SIZE), STEP))
        frames[-1] = (frames[-1][0], REST)
        return moving(frames, *SIZE)


async def main() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as folder, Server(sqlite_url(Path(folder))) as server:
        async with browser() as chromium, chromium.visitor(None) as workshop:
            packer = workshop.page
            for name in STILLS:
                (FOLDER / f"{name}.webp").write_bytes(await still(chromium, server, packer, name))
            (FOLDER / "flip.webp").write_bytes(await flip(chromium, server, packer))
    for picture in sorted(FOLDER.glob("*.webp")):
        print(f"{picture.name}: {picture.stat().st_size / 1000:.0f} kB")  # noqa: T201 - a command tells what it made


if __name__ == "__main__":
    asyncio.run(main())
