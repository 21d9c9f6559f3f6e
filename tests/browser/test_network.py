"""When the network or the server goes away.

The page says so, comes back by itself, and nothing is lost or done twice.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from lastcard.server.config import PAGE, Config, Limits
from lastcard.server.table import entries as e
from tests.browser.harness import NETWORK, Browser, Theatre, Visitor, offline
from tests.browser.line import Line
from tests.browser.oracle import assert_no_hidden_card
from tests.browser.staging import Staged, stage
from tests.browser.table_page import YOUR_TURN, Player, words
from tests.browser.wanted import Wanted, after, asked
from tests.server.harness import Server, room, serving, sqlite_url
from tests.server.players import check_log, read_log
from tests.server.turns import play_until

LOST = "Connection lost. Reconnecting …"
OFFLINE = "You are offline. The game goes on as soon as you are back."

PLAIN_CARD = Wanted(
    "a number can be played",
    lambda game: any(
        move.kind == "play" and move.value[-1].isdigit() and not move.value.startswith("W")
        for move in game.legal_moves(0)
    ),
)
"""A card that is played with a single press."""


@contextlib.asynccontextmanager
async def over(line: Line, chromium: Browser, staged: Staged, seat: int = 0) -> AsyncIterator[Player]:
    """The person on a seat, who comes over a line that may be cut; in the end nothing hidden must have come over it."""
    async with chromium.visitor(line.url + staged.path, storage=staged.storage(seat), expects=NETWORK) as visitor:
        player = Player(visitor, seat)
        await player.arrived()
        yield player
        assert_no_hidden_card(visitor, staged.database, staged.code, seat)


async def playable(player: Player) -> str:
    """A number that the player can play now, as the page was told."""
    moves: list[str] = player.view["moves"]
    plays = [move.partition(" ")[2] for move in moves if move.startswith("play ")]
    return next(card for card in plays if card[-1].isdigit() and "+" not in card)


def moves_in_log(staged: Staged) -> list[str]:
    """All moves that were made at a table since it was staged."""
    lines = read_log(staged.database, staged.code)
    check_log(lines)
    return [line.entry.move for line in lines[len(staged.lines) :] if isinstance(line.entry, e.Moved)]


async def says(player: Player, bar: str) -> None:
    """The page tells about the connection."""
    await expect(player.page.get_by_role("status").filter(has_text=bar)).to_be_visible()


async def is_quiet(player: Player) -> None:
    """Nothing is wrong with the connection any more."""
    for bar in (LOST, OFFLINE):
        await expect(player.page.get_by_text(bar)).to_have_count(0)


# --- the network ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("knows", [False, True], ids=["the server can't be reached", "the browser is offline"])
def test_what_happened_while_the_network_was_gone_is_told_afterwards_once(
    theatre: Theatre, server: Server, knows: bool
) -> None:
    """The page says that it is cut off, and when it is back it has what a page has that was there all the time."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(1) & after(6))
        async with (
            Line(server.port) as line,
            Line(server.port) as good,
            over(line, chromium, staged) as ann,
            over(good, chromium, staged) as same,
            room(server) as here,
        ):
            bob = await here.with_token(staged.code, staged.tokens[1], staged.people[1].person).enter()
            async with offline(ann.visitor, line) if knows else contextlib.nullcontext():
                line.cut()
                await says(ann, OFFLINE if knows else LOST)
                await play_until([bob], lambda: bob.view["asks"] == [0, "play"])
                await same.says(YOUR_TURN)
                await expect(ann.status).not_to_have_text(YOUR_TURN)
            line.restore()
            await ann.says(YOUR_TURN)
            await is_quiet(ann)
            assert await ann.log() == await same.log() != []
            assert await ann.hand() == await same.hand()

    theatre.run(test)


def test_a_move_pressed_without_a_network_is_made_once_afterwards(theatre: Theatre, server: Server) -> None:
    """However often the card is pressed meanwhile; the page shows nothing that has not happened."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        async with Line(server.port) as line, over(line, chromium, staged) as ann:
            card = await playable(ann)
            hand = await ann.hand()
            async with offline(ann.visitor, line):
                await says(ann, OFFLINE)
                for _ in range(2):
                    await ann.press(card)
                assert await ann.hand() == hand
            await ann.logged(f"You play {words(card)}.")
            await is_quiet(ann)
            await expect(ann.why).to_be_empty()
            assert [move for move in moves_in_log(staged) if move.startswith("0 ")] == [f"0 play {card}"]
            assert [message["move"] for message in ann.visitor.sent() if message["t"] == "move"] == [f"play {card}"]

    theatre.run(test)


def test_a_move_whose_answer_was_lost_is_not_made_twice(theatre: Theatre, server: Server) -> None:
    """The page sends it again with the same id, and the table knows it already."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        async with Line(server.port) as line, over(line, chromium, staged) as ann, room(server) as here:
            bob = await here.with_token(staged.code, staged.tokens[1], staged.people[1].person).enter()
            card = await playable(ann)
            line.delay = 1
            await ann.press(card)
            await bob.until(
                lambda: (
                    {"kind": "played", "seat": 0, "card": card}
                    in [event for line in bob.told for event in line.get("events", ())]
                )
            )
            line.cut()
            line.delay = 0
            await says(ann, LOST)
            line.restore()
            await ann.logged(f"You play {words(card)}.")
            await is_quiet(ann)
            sent = [message for message in ann.visitor.sent() if message["t"] == "move"]
            assert len(sent) == 2
            assert sent[0] == sent[1]
            await ann.visitor.heard(
                lambda: any(message.get("id") == sent[0]["id"] for message in ann.visitor.messages())
            )
            assert moves_in_log(staged) == [f"0 play {card}"]
            assert (await ann.log()).count(f"You play {words(card)}.") == 1

    theatre.run(test)


def test_a_line_that_says_nothing_for_long_is_given_up(theatre: Theatre, server: Server) -> None:
    """As when a phone leaves the network: nobody closes the socket, so the page must notice the silence."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        async with (
            Line(server.port) as line,
            chromium.visitor(line.url + "/healthz", storage=staged.storage(0), expects=("favicon",)) as visitor,
        ):
            await visitor.page.clock.install()
            await visitor.page.goto(line.url + staged.path)
            ann = Player(visitor, 0)
            await ann.arrived()
            line.hush()
            await visitor.page.clock.fast_forward(11_000)  # it asks for a sign of life
            await expect(visitor.page.get_by_text(LOST)).to_have_count(0)
            await visitor.page.clock.fast_forward(30_000)
            await says(ann, LOST)
            line.restore()
            await is_quiet(ann)
            card = await playable(ann)
            await ann.press(card)
            await ann.logged(f"You play {words(card)}.")

    theatre.run(test)


def test_a_page_in_the_background_keeps_its_socket(theatre: Theatre, server: Server) -> None:
    """A browser wakes the timers of a hidden page about once a minute.

    Silence in between is no sign that the line is dead.
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        async with chromium.visitor(None, storage=staged.storage(0)) as visitor:
            await visitor.page.clock.install()
            await visitor.page.goto(server.url + staged.path)
            ann = Player(visitor, 0)
            await ann.arrived()

            def answered() -> int:
                return sum(message["t"] == "ok" for message in visitor.messages())

            for pings in range(1, 4):
                await visitor.page.clock.fast_forward(60_000)
                await visitor.heard(lambda pings=pings: answered() >= pings)  # type: ignore[misc]
            assert {message["t"] for message in visitor.sent()} == {"hello", "ping"}
            assert len(visitor.sockets) == 1
            await is_quiet(ann)

    theatre.run(test)


def test_a_socket_that_is_never_welcomed_is_given_up(theatre: Theatre, server: Server) -> None:
    """It opens, and then the network lets nothing through: the page tries another one."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        deaf = True

        async def first_is_deaf(socket: WebSocketRoute) -> None:
            nonlocal deaf
            if deaf:
                deaf = False
            else:
                socket.connect_to_server()

        async with chromium.visitor(None, storage=staged.storage(0)) as visitor:
            await visitor.page.clock.install()
            await visitor.page.route_web_socket("**/ws/*", first_is_deaf)
            await visitor.page.goto(server.url + staged.path)
            await expect(visitor.page.get_by_text("Connecting …")).to_be_visible()
            await visitor.page.clock.fast_forward(11_000)
            await visitor.page.clock.fast_forward(11_000)
            await expect(visitor.page.get_by_role("region", name="Your hand and what is asked")).to_be_visible()

    theatre.run(test)


def test_a_table_whose_cards_can_not_be_loaded_is_asked_for_again(theatre: Theatre, server: Server) -> None:
    """The table comes over the socket, what its cards are by another way: both are needed."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        async with chromium.visitor(None, storage=staged.storage(0), expects=("503",)) as visitor:
            await visitor.page.route(
                "**/api/editions/*",
                lambda route: route.fulfill(status=503, json={"code": "unavailable", "say": "away"}),
                times=1,
            )
            await visitor.page.goto(server.url + staged.path)
            await Player(visitor, 0).arrived()
            assert visitor.expected

    theatre.run(test)


def test_a_motion_that_fails_does_not_hold_up_the_game(theatre: Theatre, server: Server) -> None:
    """What a browser can't show is left out; everything else is there."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        async with chromium.visitor(
            server.url + staged.path, storage=staged.storage(0), moving=True, expects=("no motion today",)
        ) as visitor:
            ann = Player(visitor, 0)
            await ann.arrived()
            await visitor.page.evaluate(
                "() => { Element.prototype.animate = () => { throw new Error('no motion today'); }; }"
            )
            card = await playable(ann)
            await ann.press(card)
            await ann.logged(f"You play {words(card)}.")
            await visitor.page.get_by_role("button", name="Log and talk").click()
            await visitor.page.get_by_label("Say something").fill("Still here")
            await visitor.page.get_by_label("Say something").press("Enter")
            await expect(visitor.page.get_by_role("log")).to_contain_text("Still here")
            assert visitor.expected

    theatre.run(test)


# --- the server -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_a_game_goes_on_when_the_server_is_back(theatre: Theatre, tmp_path: Path, how: str) -> None:
    """Killed or stopped in the middle of a game and started again.

    The page comes back by itself and the player plays on.
    """

    async def test(chromium: Browser) -> None:
        with Server(sqlite_url(tmp_path)) as server:
            server.options = ("--port", str(server.port))
            staged = stage(server.database, "classic", 3, asked(0) & PLAIN_CARD & after(6), people=1)
            async with chromium.visitor(
                server.url + staged.path, storage=staged.storage(0), expects=NETWORK
            ) as visitor:
                ann = Player(visitor, 0)
                await ann.arrived()
                hand = await ann.hand()
                getattr(server, how)()
                await says(ann, LOST)
                server.start()
                await is_quiet(ann)
                assert await ann.hand() == hand
                await ann.says(YOUR_TURN)
                card = await playable(ann)
                await ann.press(card)
                await ann.logged(f"You play {words(card)}.")
                assert moves_in_log(staged)[0] == f"0 play {card}"
                assert_no_hidden_card(visitor, server.database, staged.code, 0)

    theatre.run(test)


# --- the page itself ------------------------------------------------------------------------------------


async def controlled(visitor: Visitor) -> None:
    """Wait until the page is kept by its service worker."""
    await visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_the_page_opens_without_a_network_and_says_so(theatre: Theatre, server: Server) -> None:
    """Somebody who was here before gets the page, and the own table as soon as the network is back."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & after(4))
        async with (
            Line(server.port) as line,
            chromium.visitor(line.url, storage=staged.storage(0), expects=NETWORK, service_workers="allow") as ann,
        ):
            page = ann.page
            await controlled(ann)
            await page.goto(line.url + staged.path)
            await Player(ann).says(YOUR_TURN)
            async with offline(ann, line):
                await page.goto(line.url)
                await expect(page.get_by_role("heading", name="Be the first without cards")).to_be_visible()
                await expect(page.get_by_text("You are offline.")).to_be_visible()
                await page.get_by_role("button", name="Play now").click()
                await expect(
                    page.get_by_role("alert").filter(has_text="Is it running, and are you online?")
                ).to_be_visible()
                await page.goto(line.url + staged.path)
                await says(Player(ann), OFFLINE)
            await Player(ann).says(YOUR_TURN)
            await is_quiet(Player(ann))

    theatre.run(test)


def port_of(url: str) -> int:
    """Where a server listens."""
    return int(url.rsplit(":", 1)[1])


def newer(folder: Path) -> Path:
    """The built page once more, as it would be after a change: its script has another name."""
    page = folder / "page"
    shutil.copytree(PAGE, page)
    script = next(
        file
        for file in page.glob("assets/index-*.js")
        if file.name in (page / "index.html").read_text(encoding="utf-8")
    )
    for file in [page / "index.html", *page.glob("assets/*.js")]:
        file.write_text(file.read_text(encoding="utf-8").replace(script.name, "index-newer.js"), encoding="utf-8")
    script.rename(script.with_name("index-newer.js"))
    return page


def test_a_page_that_is_older_than_the_server_says_so_and_loads_the_new_one(theatre: Theatre, tmp_path: Path) -> None:
    """The server was updated while a game was open: the page goes on, and offers to load itself anew."""

    async def test(chromium: Browser) -> None:
        limits = Limits(rate=0, sockets=0, tables=0, solo=0, joins=0)
        settings: dict[str, Any] = {"database": sqlite_url(tmp_path), "limits": limits}
        staged = stage(settings["database"], "classic", 2, asked(0) & after(4))
        update = "There is a newer version of this page."
        async with contextlib.AsyncExitStack() as running:
            old = await running.enter_async_context(serving(Config(**settings)))
            async with Line(port_of(old.url)) as line, over(line, chromium, staged) as ann:
                await expect(ann.page.get_by_text(update)).to_have_count(0)
                line.cut()
                await running.aclose()
                async with serving(Config(**settings, page=newer(tmp_path))) as new:
                    line.to = port_of(new.url)
                    line.restore()
                    await says(ann, update)
                    await ann.says(YOUR_TURN)
                    await ann.page.get_by_role("button", name="Load it").click()
                    await expect(ann.page.get_by_text(update)).to_have_count(0)
                    await ann.says(YOUR_TURN)
                    assert await ann.page.evaluate(
                        "() => document.querySelector('script[type=module][src]').src.endsWith('index-newer.js')"
                    )

    theatre.run(test)


def test_a_page_that_speaks_an_old_protocol_is_told_to_load_itself_anew(theatre: Theatre, server: Server) -> None:
    """The server refuses its version, and the page says what helps."""
    old = True

    def carry(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()
        socket.on_message(lambda text: far.send(str(text).replace('"v":2', '"v":1') if old else text))

    async def test(chromium: Browser) -> None:
        nonlocal old
        staged = stage(server.database, "classic", 2, asked(0) & after(4))
        async with chromium.visitor(server.url + "/healthz", storage=staged.storage(0), expects=("favicon",)) as ann:
            await ann.page.route_web_socket("**/ws/*", carry)
            await ann.page.goto(server.url + staged.path)
            await expect(ann.page.get_by_role("heading", level=1, name="This page is too old")).to_be_visible()
            await expect(
                ann.page.get_by_text("This page is older than the server. Load it anew to go on.")
            ).to_be_visible()
            old = False
            await ann.page.get_by_role("button", name="Load it").click()
            await Player(ann).says(YOUR_TURN)

    theatre.run(test)


def test_a_page_whose_view_is_not_the_servers_is_told_everything_anew(theatre: Theatre, server: Server) -> None:
    """The number in a line is another one than that of the page's view: it comes in again and the game goes on."""
    hellos: list[dict[str, Any]] = []
    spoilt: list[int] = []

    def carry(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()

        def to_server(text: str | bytes) -> None:
            if '"hello"' in str(text):
                hellos.append(json.loads(text))
            far.send(text)

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "moved" and not spoilt:
                spoilt.append(message["n"])
                text = json.dumps({**message, "check": 1})
            socket.send(text)

        socket.on_message(to_server)
        far.on_message(to_page)

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAIN_CARD)
        expected = ("favicon", "the view is not as the server has it", "told wrongly")
        async with (
            room(server) as here,
            chromium.visitor(server.url + "/healthz", storage=staged.storage(0), expects=expected) as ann,
        ):
            await ann.page.route_web_socket("**/ws/*", carry)
            await ann.page.goto(server.url + staged.path)
            player = Player(ann)
            await player.says(YOUR_TURN)
            bob = await here.with_token(staged.code, staged.tokens[1], staged.people[1].person).enter()
            await player.press(staged.playable(0, "number"))
            await bob.until(lambda: bob.view["asks"][0] == 1)
            await play_until([bob], lambda: bob.view["asks"] == [0, "play"])
            decision = str(bob.view["decision"])
            await expect(ann.page.locator("[data-decision]")).to_have_attribute("data-decision", decision)
            await player.says(YOUR_TURN)
            assert len(spoilt) == 1
            assert [hello.keys() for hello in hellos] == [{"t", "v", "token"}] * 2
            assert any("the view is not as the server has it" in problem for problem in ann.expected)

    theatre.run(test)
