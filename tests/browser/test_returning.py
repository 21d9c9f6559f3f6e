"""A reason to return: games are counted once, can be taken along and deleted, and the first page greets by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from lastcard.editions import edition
from lastcard.game import Game
from lastcard.server.config import Config
from tests.browser.harness import Browser, Theatre
from tests.browser.returning import stage_daily, statistics
from tests.browser.staging import Staged, stage
from tests.browser.wanted import Wanted, asked, face_of
from tests.server.dealing import DAY, HOUR, NOON, Clock, forward
from tests.server.harness import Server, eventually, serving

ANN: dict[str, Any] = {"name": "Ann", "face": "fox"}


def _ends_with_a_number(game: Game) -> bool:
    plays = [move for move in game.legal_moves(0) if move.kind == "play"]
    return len(game.hands[0]) == 1 and bool(plays) and face_of(game, plays[0].value).kind.number is not None


LAST_CARD = asked(0) & Wanted("the last card is a number that fits", _ends_with_a_number)


def nearly_won(server: Server, seed: int = 0) -> Staged:
    """A single hand that the next press wins."""
    return stage(server.database, "classic", 3, LAST_CARD, people=1, settings={"scoring": "hand"}, seed=seed)


async def kept(page: Page) -> dict[str, Any]:
    """What the browser remembers."""
    found: dict[str, Any] = json.loads(await page.evaluate("localStorage['lastcard.statistics'] || '{}'"))
    return found


async def games(page: Page) -> int:
    """How many games are counted."""
    return sum(one["games"] for one in (await kept(page)).get("editions", {}).values())


def read(path: Path) -> Any:
    """What is in a file."""
    return json.loads(path.read_text("utf-8"))


async def win(page: Page) -> None:
    """Play the last card."""
    await page.locator("[data-anchor=hand] .can").first.click()
    await expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_game_is_counted_when_it_is_over_and_no_second_time(theatre: Theatre, server: Server) -> None:
    """Neither by a reload nor by another tab, one that is open already or one that comes later."""

    async def test(chromium: Browser) -> None:
        staged = nearly_won(server)
        async with chromium.visitor(server.url + staged.path, storage=staged.storage(0), preferences=ANN) as ann:
            beside = await ann.context.new_page()
            await beside.goto(server.url + staged.path)
            await expect(beside.locator("[data-anchor=hand] .can").first).to_be_visible()
            await win(ann.page)
            await expect(beside.get_by_role("button", name="Play again")).to_be_visible()
            assert await games(ann.page) == 1
            for page in (ann.page, beside):
                await page.reload()
                await expect(page.get_by_role("button", name="Play again")).to_be_visible()
            assert await games(ann.page) == 1
            await ann.page.goto(server.url)
            await expect(ann.page.get_by_role("heading", name="Welcome back, Ann!")).to_be_visible()
            await expect(ann.page.get_by_text("1 game played · 1 won")).to_be_visible()

    theatre.run(test)


def test_whoever_only_sees_the_end_has_not_played(theatre: Theatre, server: Server) -> None:
    """A game that was over before this browser saw it counts for nobody; nor does one that is watched."""

    async def test(chromium: Browser) -> None:
        staged = nearly_won(server, 1)
        async with (
            chromium.visitor(server.url + staged.path, storage=staged.storage(0)) as ann,
            chromium.visitor(server.url + staged.path) as eve,
        ):
            await eve.page.get_by_role("button", name="Only watch").click()
            await win(ann.page)
            await expect(eve.page.get_by_role("heading", name="Ann wins!")).to_be_visible()
            assert await games(eve.page) == 0
            async with chromium.visitor(server.url + staged.path, storage=staged.storage(0)) as later:
                await expect(later.page.get_by_role("button", name="Play again")).to_be_visible()
                assert await games(later.page) == 0

    theatre.run(test)


def test_the_own_games_are_shown_saved_and_deleted(theatre: Theatre, server: Server) -> None:
    """With the keyboard alone; the file has what was shown, and nothing is left afterwards."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url, storage=statistics(), preferences=ANN) as ann:
            page = ann.page
            await page.get_by_role("link", name="Your games").first.press("Enter")
            await expect(page.get_by_role("heading", level=1, name="Your games")).to_be_visible()
            for words in ("145 points behind", "has beaten you 4 times", "Of the last 22 games you won 14."):
                await expect(page.get_by_text(words)).to_be_visible()
            row = page.get_by_role("row", name="Flip")
            await expect(row.get_by_role("cell").nth(0)).to_have_text("4")
            await expect(row.get_by_text("Hazel")).to_be_visible()
            async with page.expect_download() as coming:
                await page.get_by_role("button", name="Save as a file").press("Enter")
            download = await coming.value
            assert download.suggested_filename == "lastcard-statistics.json"
            told = read(await download.path())
            assert (told["editions"]["classic"]["games"], told["longest"], len(told["last"])) == (18, 5, 22)
            await page.get_by_role("button", name="Delete", exact=True).press("Enter")
            await expect(page.get_by_role("dialog")).to_be_visible()
            await page.keyboard.press("Escape")
            await expect(page.get_by_role("dialog")).to_have_count(0)
            assert await games(page) == 22
            await page.get_by_role("button", name="Delete", exact=True).press("Enter")
            await page.get_by_role("button", name="Delete them").press("Enter")
            await expect(page.get_by_role("status").filter(has_text="Everything was deleted")).to_be_visible()
            await expect(page.get_by_role("heading", level=1)).to_be_focused()
            assert await kept(page) == {}
            await page.goto(server.url)
            await expect(page.get_by_role("heading", name="Be the first without cards")).to_be_visible()

    theatre.run(test)


@pytest.mark.parametrize("broken", ['{"version": 1, "editions": ', "[]", '"games"', '{"version": 1, "last": {}}'])
def test_what_can_not_be_read_is_no_trouble(theatre: Theatre, server: Server, broken: str) -> None:
    """The page is a newcomer's, and counts from there."""

    async def test(chromium: Browser) -> None:
        storage = {"lastcard.statistics": broken}
        async with chromium.visitor(server.url, storage=storage) as ann:
            await expect(ann.page.get_by_role("heading", name="Be the first without cards")).to_be_visible()
            await ann.page.goto(server.url + "/statistics")
            await expect(ann.page.get_by_text("No game has been counted yet")).to_be_visible()

    theatre.run(test)


def test_a_game_that_is_kept_twice_is_shown_once(theatre: Theatre, server: Server) -> None:
    """The picture of the last games knows each by its key, and two of one key would leave the page empty."""

    async def test(chromium: Browser) -> None:
        game = {"key": "K7QM2X.1", "at": 1, "edition": "classic", "won": True}
        async with chromium.visitor(server.url + "/statistics", storage=statistics(last=[game, game])) as ann:
            await expect(ann.page.get_by_text("Of the last game, 1 was won.")).to_be_visible()

    theatre.run(test)


def test_what_a_newer_page_keeps_is_left_alone(theatre: Theatre, server: Server) -> None:
    """It is neither shown nor overwritten."""

    async def test(chromium: Browser) -> None:
        newer = {"version": 2, "something": "else"}
        staged = nearly_won(server, 2)
        storage = {**staged.storage(0), "lastcard.statistics": newer}
        async with chromium.visitor(server.url + staged.path, storage=storage) as ann:
            await win(ann.page)
            assert await kept(ann.page) == newer
            await ann.page.goto(server.url + "/statistics")
            await expect(ann.page.get_by_text("A newer version of this page")).to_be_visible()

    theatre.run(test)


@pytest.mark.parametrize(("language", "hello"), [("de", "Willkommen zurück, Ann!"), ("ar", "أهلًا بعودتك يا Ann!")])
def test_the_greeting_is_in_the_players_language(theatre: Theatre, server: Server, language: str, hello: str) -> None:
    """Also in one that is written from right to left."""

    async def test(chromium: Browser) -> None:
        chosen = {**ANN, "language": language}
        async with chromium.visitor(server.url, storage=statistics(), preferences=chosen) as ann:
            await expect(ann.page.get_by_role("heading", name=hello)).to_be_visible()
            for path in ("/statistics", "/daily"):
                await ann.page.goto(server.url + path)
                await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
            assert await ann.page.evaluate("document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")

    theatre.run(test)


SHARES = "navigator.share = async (data) => { window.shared = data.text; };"


def test_the_daily_deal_from_the_first_page_to_the_shared_text(theatre: Theatre, tmp_path: Path) -> None:
    """One game a day, which the first page knows of; what is shared has figures and shapes, and no card."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def test(chromium: Browser) -> None:
        clock = Clock(NOON)
        async with (
            serving(Config(database=url, clock=clock, sleep_after=0.05)) as here,
            chromium.visitor(here.url, preferences=ANN) as ann,
        ):
            await ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = ann.page
            await page.get_by_role("link", name="Play today").click()
            await expect(page.get_by_text("Thursday, November 19, 2026")).to_be_visible()
            await page.get_by_role("button", name="Play today").click()
            await page.wait_for_url("**/t/*")
            await expect(page.get_by_role("region", name="Your hand and what is asked")).to_be_visible()
            code = page.url.rpartition("/")[2]
            await page.goto(here.url)
            await expect(page.get_by_text("deal is begun and not over")).to_be_visible()
            await page.get_by_role("link", name="Go on with today").click()
            await expect(page.get_by_role("button", name="Go on with today")).to_be_visible()
            await forward(url, code)
            await page.get_by_role("button", name="Go on with today").click()
            await expect(page.get_by_text("You are the first to finish it today.")).to_be_visible()
            await expect(page.get_by_role("button", name="Play again")).to_have_count(0)
            await expect(page.get_by_text("Its cards are shown in 13 hours")).to_be_visible()
            await page.get_by_role("button", name="Copy the result").click()
            await expect(page.get_by_text("The text is copied")).to_be_visible()
            text: str = await page.evaluate("navigator.clipboard.readText()")
            check_says_nothing_of_cards(text, here.url)
            assert await games(page) == 1
            await page.get_by_role("link", name="Daily deal").click()
            await expect(page.locator("pre")).to_have_text(text)
            await expect(page.get_by_text("1 person has played it")).to_be_visible()
            await page.goto(here.url)
            await expect(page.get_by_text("deal is played.")).to_be_visible()
            clock.at += 24 * HOUR
            await page.reload()
            await expect(page.get_by_text("deal is waiting for you")).to_be_visible()
            await page.goto(f"{here.url}/t/{code}")
            await expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()

    theatre.run(test)


def check_says_nothing_of_cards(text: str, url: str) -> None:
    """The day, a result, a shape for each round, and the way to the page."""
    day, result, shapes, link = text.split("\n")
    assert day == f"Last Card, daily deal {DAY}"
    assert result.split(":")[0] in {"Won", "Lost"}
    assert set(shapes) <= set("◆◇· ")
    assert link == f"{url}/daily"
    classic = edition("classic")
    names = {kind.name.lower() for side in classic.sides for kind in side.kinds if kind.number is None}
    assert not [word for word in (*names, "red", "green", "blue", "yellow") if word in text.lower()]


def test_a_result_is_shared_as_the_device_does_it(theatre: Theatre, tmp_path: Path) -> None:
    """Where it has a way of its own; the text is the same."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def test(chromium: Browser) -> None:
        async with (
            serving(Config(database=url, clock=Clock(NOON), sleep_after=0.05)) as here,
            chromium.visitor(None, phone=True) as ann,
        ):
            await ann.context.add_init_script(SHARES)
            page = ann.page
            await page.goto(here.url + "/daily")
            await page.get_by_role("button", name="Play today").click()
            await page.wait_for_url("**/t/*")
            await expect(page.get_by_role("region", name="Your hand and what is asked")).to_be_visible()
            code = page.url.rpartition("/")[2]
            await page.goto(here.url + "/daily")
            await forward(url, code)
            await page.get_by_role("button", name="Go on with today").click()
            await page.get_by_role("button", name="Share").click()
            check_says_nothing_of_cards(await page.evaluate("window.shared"), here.url)

    theatre.run(test)


def test_the_score_sheet_has_a_way_on_whatever_can_not_be_loaded(theatre: Theatre, tmp_path: Path) -> None:
    """Neither a part of the page nor the result: both can be tried again, and left."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def test(chromium: Browser) -> None:
        async with serving(Config(database=url, clock=Clock(NOON), sleep_after=0.05)) as here:
            dealt = stage_daily(url, now=NOON)
            expects = ("DailyEnd", "Failed to load", "503")
            async with chromium.visitor(None, storage=dealt.storage, expects=expects) as ann:
                await ann.context.route("**/assets/DailyEnd*.js", lambda route: route.abort())
                page = ann.page
                await page.goto(here.url + dealt.path)
                await expect(page.get_by_role("link", name="Daily deal")).to_be_visible()
                await expect(page.get_by_role("link", name="To the start")).to_be_visible()
                await ann.context.unroute("**/assets/DailyEnd*.js")
                await ann.context.route("**/api/daily*", _fails)
                await page.clock.install()
                await page.get_by_role("button", name="Try again").click()
                await expect(page.get_by_text("Your result is being counted")).to_be_visible()

                async def given_up() -> bool:
                    await page.clock.fast_forward(5000)
                    return await page.get_by_text("be asked how it went").is_visible()

                await eventually(given_up)
                await ann.context.unroute("**/api/daily*")
                await page.get_by_role("button", name="Try again").click()
                await expect(page.get_by_text("You are the first to finish it today.")).to_be_visible()

    theatre.run(test)


async def _fails(route: Route) -> None:
    await route.fulfill(status=503, json={"code": "unavailable", "say": "the database is away"})


def test_a_deal_of_long_ago_can_be_looked_at(theatre: Theatre, tmp_path: Path) -> None:
    """Nobody knows any more how that day went; its cards are no secret."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def test(chromium: Browser) -> None:
        clock = Clock(NOON)
        async with serving(Config(database=url, clock=clock, sleep_after=0.05)) as here:
            dealt = stage_daily(url, now=NOON)
            clock.at += 40 * 24 * HOUR
            async with chromium.visitor(here.url + dealt.path, storage=dealt.storage, expects=("404",)) as ann:
                await expect(ann.page.get_by_role("link", name="Watch the replay")).to_be_visible()
                await expect(ann.page.get_by_role("button", name="Copy the result")).to_have_count(0)

    theatre.run(test)
