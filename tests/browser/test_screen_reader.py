"""For somebody who listens: all that is needed to play is in the roles and names of the page.

Nothing else is used in here.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.harness import Browser, Theatre
from tests.browser.staging import stage
from tests.browser.table_page import COLORS, YOUR_TURN, seated
from tests.browser.wanted import Wanted, after, asked, at_least, can, game_over, penalty, top_is
from tests.server.harness import Server, room

NOT_NOW = " (not now)"
MINE = re.compile(
    r"^(Your turn|Play the card|Name a colour|Was that a bluff|Choose a player|Discard a card|You may discard)"
)
OVER = re.compile(r"(wins!|^You win!)$")


class Ears:
    """Somebody who knows a page by its roles and names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dock = page.get_by_role("region", name="Your hand and what is asked")
        self.hand = self.dock.get_by_role("list", name=re.compile(r"^Your hand: \d+ cards?$"))
        self.answers = self.dock.get_by_role("group", name="Answers")
        self.log = page.get_by_role("log", name="Log and talk")
        self.end = page.get_by_role("heading", level=2, name=OVER)

    def status(self, says: str | re.Pattern[str]) -> Locator:
        """The news that says whose turn it is."""
        return self.dock.get_by_role("status").filter(has_text=says)

    async def cards(self) -> list[str]:
        """The own cards in order, as they are read out."""
        return re.findall(r'button "([^"]+)"', await self.hand.aria_snapshot())

    async def activate(self, within: Locator, name: str | re.Pattern[str]) -> None:
        """Press a button, as assistive technology does."""
        await within.get_by_role("button", name=name, exact=isinstance(name, str)).first.press("Enter")


# --- a game ---------------------------------------------------------------------------------------------


async def take_turn(ears: Ears) -> None:
    """Answer what is asked, and wait until the log tells what came of it."""
    heard = await ears.log.inner_text()
    if await ears.dock.get_by_role("button", name="UNO!", disabled=False).count():
        await ears.activate(ears.dock, "UNO!")
        await expect(ears.log).to_contain_text("You call UNO!")
        heard = await ears.log.inner_text()
    playable = [name for name in await ears.cards() if not name.endswith(NOT_NOW)]
    if playable:
        await ears.activate(ears.hand, playable[0])
        if playable[0].split()[0] in COLORS.values():  # it lies at once, and what is asked then may be the next thing
            await expect(ears.log).not_to_have_text(heard, use_inner_text=True)
            return
    finish = ears.dock.get_by_role("button", name=re.compile("^(Play|Discard)"))
    named = None
    if await ears.answers.get_by_role("button").count():
        answer = ears.answers.get_by_role("button").first
        if playable:  # the colour is chosen along with a wild, and named by itself when the card lies
            words = ears.log.get_by_text(f"You name {await answer.inner_text()}.")
            named = words.nth(await words.count())
        await answer.press("Enter")
    elif await finish.count():
        await finish.press("Enter")
    elif not playable:
        await ears.activate(ears.dock, re.compile("^(Draw a card|Keep it|Pass|No more discards)$"))
    await expect(ears.log).not_to_have_text(heard, use_inner_text=True)
    if named:
        await expect(named.or_(ears.end).first).to_be_attached()  # heard, whether the log is seen or not


def test_a_game_is_played_by_roles_and_names_alone(theatre: Theatre, server: Server) -> None:
    """From the lobby to the score sheet, whose table says who has what."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create(
                "Ann", seats=2, fill="simple", settings={"scoring": "hand"}, options={"clock": None}
            )
            storage = {f"lastcard.seat.{host.code}": {"token": host.token}}
            async with chromium.visitor(f"{server.url}/t/{host.code}", storage=storage) as ann:
                ears = Ears(ann.page)
                await ann.page.get_by_role("button", name="Start the game").press("Enter")
                turn = ears.status(MINE).or_(ears.end)
                await expect(turn.first).to_be_visible()
                while not await ears.end.count():
                    await take_turn(ears)
                    await expect(turn.first).to_be_visible()
                table = ann.page.get_by_role("table", name="Points of the round")
                await expect(table.get_by_role("columnheader", name="Player")).to_be_visible()
                await expect(table.get_by_role("rowheader", name="Ann (you)")).to_be_visible()
                await expect(table.get_by_role("rowheader", name="Bot 2")).to_be_visible()
                await expect(ann.page.get_by_role("button", name="Play again", exact=True)).to_be_visible()

    theatre.run(test)


# --- the table ------------------------------------------------------------------------------------------


def test_the_table_is_told_in_order(theatre: Theatre, server: Server) -> None:
    """Whose turn it is, the piles with colour and direction, and the others with their cards.

    Also the own hand by colour, and what happened.
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, asked(0) & after(6) & at_least(0, 6))
        async with seated(chromium, server, staged, 0) as ann:
            ears, page, view = Ears(ann.page), ann.page, ann.view
            await expect(page.get_by_role("heading", level=1, name="Classic: the table")).to_have_count(1)
            await expect(ears.status(YOUR_TURN)).to_have_count(1)
            await expect(ears.log).to_contain_text("Everybody gets 7 cards.")
            await expect(page.get_by_role("button", name=re.compile(r"^Discard pile, on top: "))).to_have_count(1)
            await expect(
                page.get_by_role("button", name=re.compile(rf"Draw pile: {view['draw_size']} cards$"))
            ).to_have_count(1)
            await expect(page.get_by_text(re.compile("^Play runs to the (left|right)"))).to_have_count(1)
            for seat, name in ((1, "Bob"), (2, "Bot 3")):
                size = view["sizes"][seat]
                plate = page.get_by_role("button", name=re.compile(rf"^{name},? {size} cards?, \d+ points?"))
                await expect(plate).to_have_count(1)
            cards = await ears.cards()
            assert len(cards) == len(view["hand"])
            await expect(page.get_by_role("list", name=f"Your hand: {len(cards)} cards", exact=True)).to_have_count(1)
            order = [*COLORS.values(), "Wild"]
            places = [order.index(name.split()[0]) for name in cards]
            assert places == sorted(places)
            playable = sum(move.startswith("play ") for move in view["moves"])
            assert sum(not name.endswith(NOT_NOW) for name in set(cards)) == playable

    theatre.run(test)


QUESTIONS: dict[str, tuple[str, Wanted, dict[str, Any], set[str]]] = {
    "color": ("classic", asked(0, "color"), {}, {"red", "green", "blue", "yellow"}),
    # with the apostrophe as it is written
    "challenge": ("classic", asked(0, "challenge"), {}, {"Challenge", "Don’t challenge"}),  # noqa: RUF001
    "stack": (
        "classic",
        asked(0, "stack") & penalty(4) & can("0 challenge"),
        {"settings": {"stacking": "any"}},
        {"Challenge", "Take 4 cards"},
    ),
    "target": ("house", asked(0, "target") & top_is("WX"), {}, {"Bob", "Bot 3", "Nobody"}),
    "vote": ("house", asked(0, "vote"), {"settings": {"custom": ["custom-8"]}}, {"Yes", "No"}),
    "dare": ("house", asked(0, "dare"), {"settings": {"custom": ["custom-10"]}}, {"Take the dare", "Chicken out"}),
}
"""By what is asked: where that comes up, and the names of the answers."""


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_question_is_a_group_of_named_answers(theatre: Theatre, server: Server, kind: str) -> None:
    """The status asks, and each answer is a button that says what it is."""

    async def test(chromium: Browser) -> None:
        edition, wanted, more, names = QUESTIONS[kind]
        async with seated(chromium, server, stage(server.database, edition, 3, wanted, **more), 0) as ann:
            ears = Ears(ann.page)
            buttons = ears.answers.get_by_role("button")
            assert set(re.findall(r'button "([^"]+)"', await ears.answers.aria_snapshot())) == names
            await buttons.last.press("Enter")
            await ann.visitor.until(lambda view: view["asks"] != [0, kind])

    theatre.run(test)


# --- every page -----------------------------------------------------------------------------------------


HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((one) => one.checkVisibility() && !one.closest("dialog"))
    .map((one) => [Number(one.tagName[1]), one.innerText])"""


async def assert_headings_in_order(page: Page) -> None:
    """One title, and no level is left out on the way down."""
    headings: list[tuple[int, str]] = await page.evaluate(HEADINGS)
    levels = [level for level, _ in headings]
    assert levels.count(1) == 1, headings
    assert all(now <= before + 1 for before, now in zip([0, *levels], levels, strict=False)), headings


def test_headings_come_in_order_on_every_page(theatre: Theatre, server: Server) -> None:
    """On the first page, while a table is made, in its lobby, during a game, and after it.

    Also in the replay and in the rules.
    """

    async def test(chromium: Browser) -> None:
        playing = stage(server.database, "house", 3, asked(0) & after(4))
        over = stage(server.database, "flip", 2, game_over(), settings={"target": 20})
        storage = {**playing.storage(0), **over.storage(0)}
        async with room(server) as here, chromium.visitor(server.url, storage=storage) as ann:
            lobby = (await here.create("Cem", edition="house", seats=3)).code
            pages: dict[str, str | re.Pattern[str]] = {
                "/": "Be the first without cards",
                "/new": "A table for friends",
                f"/t/{lobby}": "You are invited to play House",
                playing.path: "House: the table",
                over.path: "Flip: the table",
                f"{over.path}/replay": "Replay of game 1",
                "/help/flip": re.compile("Flip"),
            }
            for path, title in pages.items():
                await ann.page.goto(server.url + path)
                await expect(ann.page.get_by_role("heading", level=1, name=title)).to_have_count(1)
                await assert_headings_in_order(ann.page)
            await ann.page.goto(f"{server.url}/t/{lobby}")
            await ann.page.get_by_role("button", name="Only watch").click()
            await expect(ann.page.get_by_role("heading", level=1, name=f"Table {lobby}")).to_have_count(1)
            await assert_headings_in_order(ann.page)

    theatre.run(test)


def test_every_window_has_a_name(theatre: Theatre, server: Server) -> None:
    """Which is its heading."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "flip", 3, asked(0) & after(6))
        async with seated(chromium, server, staged, 0) as ann:
            windows: dict[str | re.Pattern[str], str] = {
                "Preferences": "Preferences",
                "People": "People",
                re.compile("^Discard pile"): "The discard pile, newest first",
                re.compile("^Bob"): "The cards of Bob",
            }
            for opener, title in windows.items():
                await ann.page.get_by_role("button", name=opener).click()
                window = ann.page.get_by_role("dialog", name=title, exact=True)
                await expect(window.get_by_role("heading", level=2, name=title, exact=True)).to_be_visible()
                await window.get_by_role("button", name="Close").click()
                await expect(window).to_have_count(0)

    theatre.run(test)
