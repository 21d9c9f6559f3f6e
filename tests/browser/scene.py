"""A scene: a function that brings a visitor to a page or state by real steps, and where it plays."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.async_api import Locator, Page, expect

from lastcard.server.config import Config
from tests.browser.harness import Browser, Visitor
from tests.browser.line import Line
from tests.browser.returning import Dealt, others_play, stage_daily
from tests.browser.staging import Staged, stage
from tests.browser.wanted import Wanted
from tests.server.dealing import NOON, Clock
from tests.server.harness import Server, serving, sqlite_url


@dataclass
class At:
    """Where a scene plays: a browser with a screen of some size, and a server."""

    chromium: Browser
    server: Server
    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"
    phone: bool = False
    visitor: Visitor = field(init=False)
    _stack: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)

    @property
    def page(self) -> Page:
        """The visitor's page."""
        return self.visitor.page

    async def come(
        self, path: str, storage: dict[str, Any] | None = None, *, url: str | None = None, **more: Any
    ) -> None:
        """Open an address; what moves is left out, so that a picture is not taken halfway."""
        if self.phone:
            more = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2, **more}
        size = {"width": self.width, "height": self.height, "scheme": self.scheme}
        opening = self.chromium.visitor((url or self.server.url) + path, storage=storage, **{**size, **more})
        self.visitor = await self._stack.enter_async_context(opening)

    async def sit(self, staged: Staged, seat: int = 0, **more: Any) -> None:
        """Open a staged table with somebody's seat."""
        await self.come(staged.path, staged.storage(seat), **more)
        await expect(self.page.get_by_role("region", name="Your hand and what is asked")).to_be_visible()

    def stage(self, edition: str, players: int, wanted: Wanted, **more: Any) -> Staged:
        """A table where a situation has come up."""
        return stage(self.server.database, edition, players, wanted, **more)

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def line(self) -> Line:
        """A network that can be cut."""
        return await self._stack.enter_async_context(Line(self.server.port))

    async def at_noon(self, leads: list[int] | None = None) -> tuple[str, Dealt]:
        """A server of the scene's own, and a deal that is played there, by others with these leads too.

        It is always noon of the same day there, as midnight must not come between two looks.
        """
        url = sqlite_url(Path(self._stack.enter_context(TemporaryDirectory())))
        here = await self._stack.enter_async_context(serving(Config(database=url, clock=Clock(NOON))))
        dealt = stage_daily(url, now=NOON)
        if leads:
            others_play(url, dealt.code, leads, day=dealt.day)
        return here.url, dealt

    async def done(self) -> None:
        """Everybody goes home."""
        await self._stack.aclose()


Scene = Callable[[At], Awaitable[None]]
SCENES: dict[str, Scene] = {}


def scene(work: Scene) -> Scene:
    """Add a scene to the list, by its function's name."""
    SCENES[work.__name__.replace("_", "-")] = work
    return work


@contextlib.asynccontextmanager
async def showing(name: str, at: At) -> AsyncIterator[At]:
    """A scene, as long as it is looked at."""
    try:
        await SCENES[name](at)
        yield at
    finally:
        await at.done()
