"""Pictures of every page and state, on a phone upright and on its side, on a desktop and on a large screen.

`make screenshots`, or `python -m tests.browser.screenshots NAME …`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.browser.harness import Browser, browser
from tests.browser.scenes import SCENES, At, showing
from tests.server.harness import Server, sqlite_url

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
SCREENS = {"phone": (360, 740), "side": (740, 360), "desktop": (1440, 900), "large": (2560, 1440)}
PHONES = ("phone", "side")
NIGHT = (
    "home", "new-table", "new-table-house-rules", "lobby", "lobby-party", "your-turn", "penalty-at-me", "jump-in",
    "teams", "round-is-over", "help-classic", "help-house-rules", "preferences",
    "home-again", "own-games", "daily-played",
)  # fmt: skip
"""Scenes that are also shown to people who like dark screens; the dark side of the cards is a scene of its own."""


async def take(chromium: Browser, server: Server, name: str) -> None:
    """All pictures of a scene."""
    for screen, (width, height) in SCREENS.items():
        schemes: tuple[str, ...] = ("light", "dark") if name in NIGHT else ("light",)
        for scheme in schemes:
            at = At(chromium, server, width, height, "dark" if scheme == "dark" else "light", phone=screen in PHONES)
            async with showing(name, at):
                picture = FOLDER / f"{name}-{screen}{'-dark' if scheme == 'dark' else ''}.png"
                await at.page.wait_for_timeout(400)
                await at.page.screenshot(path=picture)
    print(name, flush=True)  # noqa: T201 - a command tells how far it is


async def main(wanted: list[str]) -> None:
    """The pictures of the scenes that are named, or of all."""
    unknown = [name for name in wanted if name not in SCENES]
    if unknown:
        sys.exit(f"there is no scene {', '.join(unknown)}; there are {', '.join(SCENES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(sqlite_url(Path(folder))) as server:
        async with browser() as chromium:
            for name in wanted or SCENES:
                await take(chromium, server, name)
    print(f"pictures are in {FOLDER}")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
