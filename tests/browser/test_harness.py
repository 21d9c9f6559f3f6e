"""The harness itself.

What goes wrong in a page is noticed, what came over its sockets is kept, and a line can be cut.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.browser.harness import NETWORK, PREFERENCES, Browser, Visitor, browser, from_nearby, offline
from tests.browser.line import Line
from tests.browser.looks import AXE, axe
from tests.browser.oracle import assert_no_hidden_card
from tests.browser.staging import Staged, stage
from tests.browser.wanted import asked, bluff, side_is
from tests.server.harness import Server, room, run
from tests.server.turns import play_until

PLAIN = "/healthz"
"""A page with nothing on it."""

ICON = (r"favicon\.ico",)
"""Browsers ask for an icon where a page names none."""

JOIN = """([code, token]) => new Promise((done) => {
    window.socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/" + code);
    window.ended = null;
    socket.onopen = () => socket.send(JSON.stringify({t: "hello", v: 2, token}));
    socket.onmessage = (message) => done(JSON.parse(message.data).t);
    socket.onclose = (event) => { window.ended = event.code; done("closed"); };
})"""
"""The least that a page must do to be at a table."""


async def joined(visitor: Visitor, staged: Staged, seat: int) -> None:
    """Open a socket in the page and come in."""
    assert await visitor.page.evaluate(JOIN, [staged.code, staged.tokens[seat]]) == "welcome"


WRONG: dict[str, tuple[str, str]] = {
    "an error in the console": ("() => console.error('oh no')", "error: oh no"),
    "a warning in the console": ("() => console.warn('hm')", "warning: hm"),
    "an exception": (
        (
            "() => { setTimeout(() => { throw new Error('broken') }); "
            "return new Promise((done) => setTimeout(done, 50)); }"
        ),
        "thrown: .*broken",
    ),
    "a promise nobody waits for": (
        "() => { Promise.reject(new Error('lost')); return new Promise((done) => setTimeout(done, 50)); }",
        "thrown: .*lost",
    ),
    "an inline script": (
        (
            "() => { const script = document.createElement('script'); "
            "script.textContent = '1'; document.head.append(script); }"
        ),
        "Content Security Policy",
    ),
    "a picture from elsewhere": (
        (
            "() => new Promise((done) => { const i = new Image(); "
            "i.onerror = done; i.src = 'https://example.com/a.png'; })"
        ),
        "Content Security Policy",
    ),
    "something that is not there": ("() => fetch('/nothing')", "404"),
}
"""By name: what a page does, and how it is told."""


def test_whatever_goes_wrong_in_a_page_fails_the_test(server: Server) -> None:
    """At the latest when the visitor leaves; unless it is expected."""

    async def visit(chromium: Browser, *scripts: str, expects: tuple[str, ...] = ()) -> None:
        async with chromium.visitor(server.url + PLAIN, newcomer=True, expects=(*ICON, *expects)) as visitor:
            for script in scripts:
                await visitor.page.evaluate(script)

    async def test() -> None:
        async with browser() as chromium:
            for script, told in WRONG.values():
                with pytest.raises(AssertionError, match=told):
                    await visit(chromium, script)
            scripts, all_told = zip(*WRONG.values(), strict=True)
            await visit(chromium, *scripts, expects=(*all_told, "example.com"))

    run(test)


def test_a_failing_test_tells_what_the_page_showed(server: Server) -> None:
    """And its own failure stays the one that is raised."""

    async def test() -> None:
        async with browser() as chromium:
            with pytest.raises(ZeroDivisionError) as caught:  # noqa: PT012 - it is about how the block is left
                async with chromium.visitor(server.url + PLAIN, expects=ICON) as visitor:
                    await visitor.page.evaluate("() => console.error('by the way')")
                    raise ZeroDivisionError
            assert any('"status":"ok"' in note and "by the way" in note for note in caught.value.__notes__)

    run(test)


def test_visitors_have_a_storage_of_their_own_from_the_start(server: Server) -> None:
    """A seat and preferences are there before the page; what is deleted stays deleted; a newcomer has nothing."""

    async def kept(visitor: Visitor) -> dict[str, Any]:
        stored: dict[str, Any] = await visitor.page.evaluate(
            "() => Object.fromEntries(Object.entries(localStorage).map(([k, v]) => [k, JSON.parse(v)]))"
        )
        return stored

    async def test() -> None:
        staged = stage(server.database, "classic", 2, asked(0))
        async with browser() as chromium:
            seat = {"token": staged.tokens[1], "mix": staged.people[1].mix, "commitment": staged.commitment}
            async with chromium.visitor(
                server.url + PLAIN, storage=staged.storage(1), preferences={"name": "Bob"}, expects=ICON
            ) as bob:
                assert await kept(bob) == {
                    "lastcard.preferences": {**PREFERENCES, "name": "Bob"},
                    f"lastcard.seat.{staged.code}": seat,
                }
                await bob.page.evaluate("() => localStorage.clear()")
                await bob.page.reload()
                assert await kept(bob) == {}
            async with chromium.visitor(server.url + PLAIN, newcomer=True, expects=ICON) as new:
                assert await kept(new) == {}

    run(test)


def test_visitors_differ_as_people_do(server: Server) -> None:
    """A phone in the same network, at night, in German, that does not want to see things move."""

    async def test() -> None:
        async with browser() as chromium:
            url = from_nearby(server.url + PLAIN)
            async with chromium.visitor(url, phone=True, scheme="dark", locale="de-DE", expects=ICON) as visitor:
                found = await visitor.page.evaluate("""() => [
                    isSecureContext, innerWidth, navigator.maxTouchPoints > 0, navigator.language,
                    matchMedia("(prefers-color-scheme: dark)").matches,
                    matchMedia("(prefers-reduced-motion: reduce)").matches]""")
                assert found[0] is False
                assert found[2:] == [True, "de-DE", True, True]
                assert (visitor.page.viewport_size or {}) == {"width": 390, "height": 844}

    run(test)


def test_every_frame_is_kept_and_held_against_the_log(server: Server) -> None:
    """A page at a seat sees what that seat may know; the same frames would be wrong for another seat."""

    async def test() -> None:
        staged = stage(server.database, "flip", 3, side_is("dark") & bluff(0, "W+C"))
        async with (
            browser() as chromium,
            room(server) as here,
            chromium.visitor(server.url + PLAIN, expects=ICON) as ann,
        ):
            await joined(ann, staged, 0)
            assert ann.view["hand"] == staged.game.view(0).to_dict()["hand"]
            await ann.page.evaluate("() => socket.send(JSON.stringify({t: 'move', id: 'a', move: 'play W+C'}))")
            view = await ann.until(lambda view: view["asks"] == [0, "color"])
            bob = await here.with_token(staged.code, staged.tokens[1], staged.people[1].person).enter()
            color = next(move for move in view["moves"] if "color" in move)
            await ann.page.evaluate("(move) => socket.send(JSON.stringify({t: 'move', id: 'b', move}))", color)
            await play_until([bob], lambda: bob.view["asks"] == [0, "play"])
            await ann.heard(lambda: ann.messages()[-1].get("n") == bob.number)
            assert [message["t"] for message in ann.sent()] == ["hello", "move", "move"]
            assert "played" in [event["kind"] for event in ann.events()]
            assert assert_no_hidden_card(ann, server.database, staged.code, 0) >= 4
            with pytest.raises(AssertionError, match="may be"):
                assert_no_hidden_card(ann, server.database, staged.code, 1)
            ann.sockets[0].received.append(json.dumps({"t": "ok", "id": "c", "n": 1, "say": staged.tokens[0]}))
            with pytest.raises(AssertionError, match="secret"):
                assert_no_hidden_card(ann, server.database, staged.code, 0)

    run(test)


def test_a_line_can_be_cut_and_restored(server: Server) -> None:
    """An open socket breaks, no other can be opened, and afterwards all is well.

    The browser knows that it is offline.
    """

    async def test() -> None:
        staged = stage(server.database, "classic", 2, asked(0))
        async with (
            browser() as chromium,
            Line(server.port) as line,
            chromium.visitor(line.url + PLAIN, expects=ICON) as ann,
        ):
            await joined(ann, staged, 0)
            assert line.connections > 0
            async with offline(ann, line):
                await ann.heard(lambda: ann.sockets[-1].closed)
                await ann.page.wait_for_function("() => ended === 1006 && !navigator.onLine")
                assert await ann.page.evaluate(JOIN, [staged.code, staged.tokens[0]]) == "closed"
                assert line.connections == 0
            await joined(ann, staged, 0)

    run(test)


def test_a_line_can_be_cut_without_the_browser_knowing(server: Server) -> None:
    """The network is there, but the server can't be reached: connections break and new ones are refused."""

    async def test() -> None:
        staged = stage(server.database, "classic", 2, asked(0))
        async with (
            browser() as chromium,
            Line(server.port) as line,
            chromium.visitor(line.url + PLAIN, expects=(*ICON, *NETWORK)) as ann,
        ):
            await joined(ann, staged, 0)
            line.cut()
            await ann.page.wait_for_function("() => ended === 1006 && navigator.onLine")
            assert await ann.page.evaluate("() => fetch('/healthz').then(() => 'there', () => 'away')") == "away"
            line.restore()
            assert await ann.page.evaluate("() => fetch('/healthz').then(() => 'there', () => 'away')") == "there"

    run(test)


def test_a_hushed_line_says_nothing_and_breaks_nothing(server: Server) -> None:
    """What was held back comes afterwards."""

    async def test() -> None:
        staged = stage(server.database, "classic", 2, asked(0))
        async with (
            browser() as chromium,
            Line(server.port) as line,
            chromium.visitor(line.url + PLAIN, expects=ICON) as ann,
        ):
            await joined(ann, staged, 0)
            line.hush()
            frames = len(ann.frames)
            await ann.page.evaluate("() => socket.send(JSON.stringify({t: 'ping', id: 'a'}))")
            await asyncio.sleep(0.3)
            assert len(ann.frames) == frames
            assert not ann.sockets[0].closed
            line.restore()
            await ann.heard(lambda: any(message.get("id") == "a" for message in ann.messages()))

    run(test)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm ci in web)")
def test_axe_finds_what_is_not_accessible(server: Server) -> None:
    """In words, with the place; and it is not kept out by the page's content security policy."""

    async def test() -> None:
        async with browser() as chromium, chromium.visitor(server.url + PLAIN, expects=ICON) as visitor:
            await visitor.page.evaluate(
                "() => { document.body.innerHTML = '<main><h1>Cards</h1><button id=bare></button></main>'; }"
            )
            found = await axe(visitor, "main")
            assert len(found) == 1
            assert "button-name (critical)" in found[0]
            assert "#bare" in found[0]
            assert (
                await axe(visitor, "main", without=["#bare"]) == await axe(visitor, "main", off=["button-name"]) == []
            )

    run(test)
