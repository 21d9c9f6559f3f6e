"""On a phone: everything is within reach of a thumb, on screens of 320 pixels too."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre
from tests.browser.people import come_in, get_ready, hurry, make_table, press_something, start
from tests.browser.staging import habit, stage
from tests.browser.table_page import IN_SIGHT, YOUR_TURN, Player, seated, words
from tests.browser.wanted import Wanted, after, asked, at_least, can_play, cards_in_hand
from tests.server.harness import Server

SCREENS = {"a usual phone": (360, 740), "the smallest": (320, 568)}

REACHABLE = """(cards) => cards.map((card) => {
    card.scrollIntoView({block: "nearest", inline: "nearest"});
    const {left, top, width} = card.getBoundingClientRect();
    const hits = (x, y) => document.elementFromPoint(x, y)?.closest("button") === card;
    const strip = Math.min(40, width);
    return hits(left + 4, top + 12) && hits(left + strip / 2, top + 24) && hits(left + strip - 4, top + 36);
})"""
"""Of each card, whether a finger that comes down on its uncovered strip hits it."""

INSIDE = """(all) => all.every((one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= document.documentElement.clientWidth && bottom <= innerHeight;
})"""
"""Whether all of something is on the screen."""


def phone(screen: str) -> dict[str, Any]:
    """A touch screen of this size."""
    width, height = SCREENS[screen]
    return {"phone": True, "width": width, "height": height}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_card_of_a_large_hand_can_be_pressed(theatre: Theatre, server: Server, screen: str) -> None:
    """Thirty cards: each shows a strip that a finger can hit, and a tap on it is a tap on that card."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & at_least(0, 30), people=1, policy=habit(plays=0.15))
        async with seated(chromium, server, staged, 0, **phone(screen)) as ann:
            hand = await ann.hand()
            assert len(hand) >= 30
            reachable: list[bool] = await ann.cards.evaluate_all(REACHABLE)
            assert [face for face, can in zip(hand, reachable, strict=True) if not can] == []
            refused = [await card.get_attribute("aria-disabled") for card in await ann.cards.all()].index("true")
            await ann.cards.nth(refused).tap(position={"x": 20, "y": 24}, force=True)
            await expect(ann.why).to_contain_text(f"Not {words(hand[refused])}: ")

    theatre.run(test)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_table_fits_on_a_phone_without_scrolling(theatre: Theatre, server: Server, screen: str) -> None:
    """The question, the buttons, the whole hand, the piles and the other players."""

    async def test(chromium: Browser) -> None:
        playable = Wanted("a card can be played", lambda game: any(move.kind == "play" for move in game.legal_moves(0)))
        staged = stage(server.database, "flip", 4, asked(0) & cards_in_hand(0, 7) & playable & after(4), people=1)
        async with seated(chromium, server, staged, 0, **phone(screen)) as ann:
            await ann.says(YOUR_TURN)
            for part in (
                ann.status,
                ann.cards,
                ann.shouts,
                ann.top,
                ann.draw_pile,
                ann.page.locator(".plate"),
                ann.page.locator("[data-key=draw]"),
            ):
                assert await part.evaluate_all(INSIDE), part

    theatre.run(test)


def test_what_will_be_played_is_chosen_at_one_go(theatre: Theatre, server: Server) -> None:
    """The choice stays open until it is shut."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url, **phone("a usual phone")) as ann:
            await ann.page.get_by_text("Change", exact=True).click()
            await ann.page.locator("input[value=flip]").check()
            await ann.page.get_by_label("How many play?").select_option(label="3 players")
            await expect(ann.page.get_by_text("Flip, 3 players.")).to_be_visible()
            await ann.page.locator("input[value=house]").check()
            await expect(ann.page.get_by_text("House, 3 players.")).to_be_visible()

    theatre.run(test)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_first_game_is_guided_without_being_in_the_way(theatre: Theatre, server: Server, screen: str) -> None:
    """A reason why not does not lie over the hint."""

    async def test(chromium: Browser) -> None:
        not_playable = Wanted(
            "a card can't be played", lambda game: any(game.why_not(0, card.text) for card in game.hands[0])
        )
        staged = stage(server.database, "classic", 3, asked(0) & cards_in_hand(0, 5) & not_playable)
        async with seated(chromium, server, staged, 0, preferences={"guide": ""}, **phone(screen)) as ann:
            skip = ann.page.get_by_role("button", name="Skip the guide")
            await expect(skip).to_be_visible()
            await ann.page.locator("[data-anchor=hand] button[aria-disabled=true]").first.press("Enter")
            await expect(ann.why).to_contain_text("Not ")
            await skip.click()
            await expect(skip).to_have_count(0)

    theatre.run(test)


def test_two_phones_come_to_a_table_talk_and_play(theatre: Theatre, server: Server) -> None:
    """Made, joined, begun and played with fingers.

    The log is behind a button and lies over the table while it is read.
    """

    async def test(chromium: Browser) -> None:
        usual = phone("a usual phone")
        async with chromium.visitor(server.url, **usual) as ann, chromium.visitor(server.url, **usual) as bob:
            code = await make_table(ann, edition="flip")
            await hurry(server, ann, code)
            await ann.page.get_by_role("button", name="Invite", exact=True).click()
            link = await ann.page.get_by_role("dialog", name="Invite friends").get_by_role("status").inner_text()
            await ann.page.get_by_role("button", name="Close").click()
            await come_in(bob, link, "Bob")
            await get_ready(bob)
            await start(ann)
            players = [Player(ann, 0), Player(bob, 1)]
            await players[1].arrived()
            await bob.page.get_by_role("button", name="Log and talk").click()
            await bob.page.get_by_label("Say something").fill("Hello from my phone")
            await bob.page.get_by_role("button", name="Send").click()
            await bob.page.keyboard.press("Escape")
            await expect(bob.page.get_by_role("button", name="Log and talk")).to_be_focused()
            await ann.page.get_by_role("button", name="Log and talk").click()
            await expect(ann.page.get_by_role("log")).to_contain_text("Bob Hello from my phone")
            await ann.page.get_by_role("complementary").get_by_role("button", name="Close").click()
            for _ in range(4):
                asked_seat = (await ann.until(lambda view: view["asks"][0] in {0, 1}))["asks"][0]
                await press_something(players[asked_seat])
                await ann.heard(lambda: ann.view["decision"] == bob.view["decision"])

    theatre.run(test)


QUESTIONS: dict[str, tuple[str, int, Wanted]] = {
    "a colour": ("classic", 4, asked(0) & can_play(0, "W")),
    "a challenge": ("classic", 3, asked(0, "challenge")),
    "a player": ("house", 5, asked(0, "target")),
    "a discard": ("flip-marvel", 3, asked(0, "discard")),
}
"""By what is asked: the edition, how many play, and when."""


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "size", [(390, 844), (360, 740), (740, 360), (1440, 900)], ids=lambda size: "x".join(map(str, size))
)
def test_a_question_covers_neither_the_piles_nor_the_players(
    theatre: Theatre, server: Server, question: str, size: tuple[int, int]
) -> None:
    """Nor the colour in play, and its answers are in reach beside UNO: what is answered depends on all of them."""
    edition, players, wanted = QUESTIONS[question]
    width, height = size

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, edition, players, wanted, people=2)
        async with seated(chromium, server, staged, 0, phone=width < 1000, width=width, height=height) as ann:
            if question == "a colour":
                await ann.press("W")
            if question == "a discard":
                await ann.page.locator("[data-anchor=hand] .can").first.click()
            else:
                await expect(ann.answers.first).to_be_visible()
            color = ann.page.locator(".middle .color")
            uno = ann.dock.locator("button.uno")
            for part in (ann.draw_pile, ann.top, color, uno, ann.answers, ann.page.locator(".plate .who")):
                assert all(await part.evaluate_all(IN_SIGHT)), part

    theatre.run(test)
