"""A real Chromium for the tests, and visitors in it.

Each with a storage of its own, and with everything noted that goes wrong.

    async def test() -> None:
        async with browser() as chromium, chromium.visitor(server.url + staged.path, storage=staged.storage(0)) as ann:
            await ann.page.get_by_role("button", name="Draw").click()
            await ann.until(lambda view: view["asks"][0] == 1)

    run(test)

Leaving a visitor fails the test if its page wrote an error or a warning to the console, threw, broke the content
security policy or could not load something, unless the test expects it. There is no way out to any other machine.
The rules of the page itself are not known here.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser as Chromium
from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    WebError,
    WebSocket,
    async_playwright,
)
from playwright.async_api import Error as PlaywrightError

from tests.browser import chromium
from tests.browser.line import Line
from tests.server.following import Following
from tests.server.harness import PATIENCE

PREFERENCES: dict[str, Any] = {"guide": "done", "sound": False, "language": "en"}
"""What a visitor's page remembers besides seats, unless a test says otherwise: somebody who has been here before."""

NETWORK = (
    r"WebSocket connection to .* failed",
    r"net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET|TIMED_OUT|FAILED)",
    r"Failed to fetch",
)
"""What a page can't help writing to the console when the network is lost: for `expects`."""

NEAR = "phone.test"
"""A name for this machine by which the page is no secure context, as for a phone in the same network."""

_ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--metrics-recording-only",
    "--autoplay-policy=no-user-gesture-required",
    f"--host-resolver-rules=MAP {NEAR} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


def from_nearby(url: str) -> str:
    """The same address as another device in the same network would have it.

    No secure context, so no clipboard and no `crypto.subtle`.
    """
    return url.replace("127.0.0.1", NEAR, 1)


class Socket:
    """A WebSocket that a page opened, and all that went over it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[str] = []
        """Every frame, as it came."""
        self.messages: list[dict[str, Any]] = []
        """The same, as `following.py` reads them: lines with the whole view and table after them."""
        self.following = Following()
        self.sent: list[dict[str, Any]] = []
        self.closed = False


class Visitor:
    """Somebody at a browser: a page, what came over its sockets, and what went wrong."""

    def __init__(self, context: BrowserContext, expects: Iterable[str] = ()) -> None:
        self.context = context
        self.sockets: list[Socket] = []
        self.problems: list[str] = []
        """Errors and warnings of the console, exceptions, failed requests; without those that are expected."""
        self.expected: list[str] = []
        """Those that are."""
        self.console: list[str] = []
        """All of the console, also what is no problem."""
        self.addresses: list[str] = []
        """Every address that was asked for."""
        self._page: Page | None = None
        self._expects = [re.compile(pattern) for pattern in expects]
        self._news = asyncio.Event()
        context.on("page", self._watch)
        context.on("console", self._heard)
        context.on("weberror", self._thrown)
        context.on("request", lambda request: self.addresses.append(request.url))
        context.on("requestfailed", self._failed)

    @property
    def page(self) -> Page:
        """The visitor's first page."""
        assert self._page is not None
        return self._page

    async def open(self, url: str | None) -> None:
        """A page, at an address if there is one."""
        self._page = await self.context.new_page()
        if url is not None:
            await self._page.goto(url)

    # --- what goes wrong ----------------------------------------------------------------------------

    def expect(self, *patterns: str) -> None:
        """From now on also this is expected."""
        self._expects += map(re.compile, patterns)

    def _problem(self, text: str) -> None:
        (self.expected if any(pattern.search(text) for pattern in self._expects) else self.problems).append(text)

    def _heard(self, message: ConsoleMessage) -> None:
        text = f"{message.type}: {message.text} ({message.location.get('url', '')})"
        self.console.append(text)
        if message.type in {"error", "warning", "assert"}:
            self._problem(text)

    def _thrown(self, error: WebError) -> None:
        self._problem(f"thrown: {error.error}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page itself, or a walk to another page, ended it
            self._problem(f"failed: {request.method} {request.url}: {request.failure}")

    async def check(self) -> None:
        """Raise if something went wrong so far."""
        with contextlib.suppress(PlaywrightError):  # what the page did before this is told before its answer
            await self.page.evaluate("() => 0")
        assert not self.problems, "the page had problems:\n  " + "\n  ".join(self.problems)

    async def describe(self) -> str:
        """What there is to see and to know, for the message of a test that failed.

        A picture goes to the folder LASTCARD_SHOTS.
        """
        shown = ""
        with contextlib.suppress(PlaywrightError):
            shown = await self.page.locator("body").inner_text(timeout=1000)
            if folder := os.environ.get("LASTCARD_SHOTS"):
                await self.page.screenshot(path=Path(folder) / f"{os.getpid()}-{id(self)}.png", timeout=5000)
        lines = [line for line in shown.splitlines() if line.strip()]
        return "\n".join([f"page {self.page.url} showed:", *lines[:40], "problems:", *self.problems[:20]])

    # --- what it was told ---------------------------------------------------------------------------

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._follow)
        page.on("crash", lambda _: self._problem("the page crashed"))

    def _follow(self, websocket: WebSocket) -> None:
        socket = Socket(websocket.url)
        self.sockets.append(socket)

        def receive(frame: str | bytes) -> None:
            socket.received.append(frame if isinstance(frame, str) else frame.decode())
            try:
                socket.messages.append(socket.following.take(json.loads(frame)))
            except AssertionError as fault:
                self._problem(f"told wrongly: {fault}")
            self._news.set()

        def send(frame: str | bytes) -> None:
            socket.sent.append(json.loads(frame))
            self._news.set()

        def close(_: WebSocket) -> None:
            socket.closed = True
            self._news.set()

        websocket.on("framereceived", receive)
        websocket.on("framesent", send)
        websocket.on("close", close)

    @property
    def frames(self) -> list[str]:
        """Every frame that the page received, as it came; socket after socket."""
        return [frame for socket in self.sockets for frame in socket.received]

    def messages(self) -> list[dict[str, Any]]:
        """The same, read."""
        return [message for socket in self.sockets for message in socket.messages]

    def sent(self) -> list[dict[str, Any]]:
        """Every message that the page sent."""
        return [message for socket in self.sockets for message in socket.sent]

    def views(self) -> list[dict[str, Any]]:
        """Every view of the game that the page was given."""
        return [message["view"] for message in self.messages() if "view" in message]

    def tables(self) -> list[dict[str, Any]]:
        """Every state of the table that the page was given."""
        return [message["table"] for message in self.messages() if "table" in message]

    def events(self) -> list[dict[str, Any]]:
        """What happened in the game since the page came, as it was told."""
        return [event for message in self.messages() if message["t"] == "event" for event in message.get("events", ())]

    @property
    def view(self) -> dict[str, Any]:
        """The game as the page was told last; empty if there is none."""
        told = (message for socket in reversed(self.sockets) for message in reversed(socket.messages))
        return next((message["view"] for message in told if "view" in message), {})

    async def until(self, condition: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait until the page has been told a view of which something is so; that view."""
        await self.heard(lambda: bool(self.view) and condition(self.view), seconds)
        return self.view

    async def heard(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is so, looking again whenever a frame came or went or a socket closed."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._news.clear()
                await self._news.wait()


class Browser:
    """A Chromium process."""

    def __init__(self, process: Chromium) -> None:
        self.process = process

    @contextlib.asynccontextmanager
    async def visitor(
        self,
        url: str | None,
        *,
        width: int | None = None,
        height: int | None = None,
        scheme: Literal["light", "dark"] = "light",
        locale: str = "en-US",
        moving: bool = False,
        phone: bool = False,
        storage: Mapping[str, Any] | None = None,
        preferences: Mapping[str, Any] | None = None,
        newcomer: bool = False,
        expects: Iterable[str] = (),
        **more: Any,
    ) -> AsyncIterator[Visitor]:
        """Somebody who comes to an address with a browser of their own; None: who has a page and nothing in it.

        `storage` is what the page's site has in its localStorage from the start (`Staged.storage` has a seat's),
        `preferences` comes on top of `PREFERENCES`; a newcomer has nothing but `storage`. A desktop's screen is 1280 by
        800; with `phone` it is 390 by 844, and a touch screen. Nothing moves unless it is `moving`, and there is no
        service worker unless `service_workers` is "allow": both take time. `expects` are patterns of problems that are
        none. `more` goes to Playwright's `new_context`.
        """
        usual_width, usual_height = (390, 844) if phone else (1280, 800)
        if phone:
            more = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2, **more}
        kept = {} if newcomer else {"lastcard.preferences": {**PREFERENCES, **(preferences or {})}}
        context = await self.process.new_context(
            viewport={"width": width or usual_width, "height": height or usual_height},
            color_scheme=scheme,
            locale=locale,
            reduced_motion="no-preference" if moving else "reduce",
            **{"service_workers": "block", **more},
        )
        await _store(context, {**kept, **(storage or {})})
        context.set_default_timeout(PATIENCE * 1000)
        visitor = Visitor(context, [*expects, "Service Worker registration blocked by Playwright"])
        try:
            await visitor.open(url)
            yield visitor
        except Exception as failure:
            if visitor._page is not None:
                failure.add_note(await visitor.describe())
            raise
        else:
            await visitor.check()
        finally:
            await context.close()


async def _store(context: BrowserContext, items: Mapping[str, Any]) -> None:
    """Put things into a site's localStorage before its first page, once: what the page deletes stays deleted."""
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in items.items()}
    await context.add_init_script(
        f"""if (location.protocol.startsWith("http") && !document.cookie.includes("stored")) {{
            for (const [name, text] of Object.entries({json.dumps(texts)})) localStorage.setItem(name, text);
            document.cookie = "stored=yes; path=/";
        }}"""
    )


@contextlib.asynccontextmanager
async def browser(*arguments: str) -> AsyncIterator[Browser]:
    """A Chromium of the test's own; `arguments` are more of its command line."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    async with async_playwright() as playwright:
        process = await playwright.chromium.launch(
            executable_path=chromium.needed(),
            args=[*_ARGUMENTS, *(["--no-sandbox"] if root else []), *arguments],
            chromium_sandbox=not root,
        )
        try:
            yield Browser(process)
        finally:
            await process.close()


class Theatre:
    """A Chromium that tests share, with the loop in which it lives; visitors have nothing in common but the process."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._stack = contextlib.AsyncExitStack()
        self._browser = self._runner.run(self._stack.enter_async_context(browser()))

    def run(self, test: Callable[[Browser], Awaitable[None]], seconds: float = 120) -> None:
        """Run a test that needs a browser."""

        async def bounded() -> None:
            async with asyncio.timeout(seconds):
                await test(self._browser)

        self._runner.run(bounded())

    def close(self) -> None:
        """End the process."""
        self._runner.run(self._stack.aclose())
        self._runner.close()


@contextlib.asynccontextmanager
async def offline(visitor: Visitor, line: Line) -> AsyncIterator[None]:
    """The visitor, who came over the line, has no network for a while: open sockets break, and the browser knows."""
    visitor.expect(*NETWORK)
    await visitor.context.set_offline(offline=True)
    line.cut()
    try:
        yield
    finally:
        line.restore()
        with contextlib.suppress(PlaywrightError):
            await visitor.context.set_offline(offline=False)
