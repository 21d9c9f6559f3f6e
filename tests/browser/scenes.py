"""Every page and state that a person can see, each led to by real steps: for pictures and for accessibility.

`screenshots.py` takes a picture of each, and `test_accessibility.py` asks axe about each; a new state of the page
belongs here, or among those before a game in `scenes_arriving.py`, with the rules of the people in
`scenes_party.py`, or with what makes people come back in `scenes_returning.py`.
"""

from __future__ import annotations

from playwright.async_api import expect

import tests.browser.scenes_arriving
import tests.browser.scenes_party
import tests.browser.scenes_returning  # noqa: F401 - and then these
from tests.browser.fingers import strip_of
from tests.browser.harness import NETWORK
from tests.browser.scene import SCENES, At, scene, showing
from tests.browser.staging import habit
from tests.browser.wanted import (
    Wanted,
    after,
    asked,
    at_least,
    bluff,
    can,
    can_only_draw,
    game_over,
    round_over,
    side_is,
    two_cards,
    won_by,
)

__all__ = ["SCENES", "At", "showing"]


# --- preferences ------------------------------------------------------------------------------------------


@scene
async def preferences(at: At) -> None:
    """The preferences, over the first page."""
    await at.come("/")
    await at.button("Preferences").click()
    await expect(at.page.get_by_role("dialog")).to_be_visible()


@scene
async def shortcuts(at: At) -> None:
    """The list of shortcuts, over a table."""
    await your_turn(at)
    await at.page.keyboard.press("?")
    await expect(at.page.get_by_role("dialog")).to_be_visible()


# --- a game ---------------------------------------------------------------------------------------------


@scene
async def first_game_guide(at: At) -> None:
    """The guide in a first game."""
    staged = at.stage("classic", 4, asked(0) & after(8), people=1, bots="casual")
    await at.sit(staged, preferences={"guide": ""})
    await expect(at.button("Skip the guide")).to_be_visible()


@scene
async def your_turn(at: At) -> None:
    """Some cards can be played."""
    playable = Wanted("something can be played", lambda game: any(move.kind == "play" for move in game.legal_moves(0)))
    await at.sit(at.stage("classic", 4, asked(0) & after(14) & playable & at_least(0, 6), people=1, bots="casual"))


@scene
async def somebody_elses_turn(at: At) -> None:
    """Another person thinks."""
    await at.sit(at.stage("flip", 4, asked(1) & after(9), people=2, bots="casual"))


@scene
async def nothing_fits(at: At) -> None:
    """Only drawing is possible."""
    await at.sit(at.stage("classic", 3, can_only_draw(0) & after(5), people=1))


@scene
async def why_not(at: At) -> None:
    """A card that can't be played was touched."""
    await your_turn(at)
    await at.page.locator("[data-anchor=hand] [aria-disabled=true]").first.click(force=True)
    await expect(at.page.get_by_role("link", name="Rule turn-1")).to_be_visible()


@scene
async def card_dragged(at: At) -> None:
    """A card is held so far above the hand that it would be played."""
    playable = Wanted("something can be played", lambda game: any(move.kind == "play" for move in game.legal_moves(0)))
    await at.sit(at.stage("flip", 4, asked(0) & side_is("dark") & playable & at_least(0, 8), people=1))
    x, y = await strip_of(at.page.locator("[data-anchor=hand] .can").first)
    await at.page.mouse.move(x, y)
    await at.page.mouse.down()
    await at.page.mouse.move(x + 30, y - 160, steps=4)
    await expect(at.page.locator(".air.far")).to_be_visible()


@scene
async def card_drawn(at: At) -> None:
    """The card just drawn can be played or kept."""
    await at.sit(at.stage("flip-marvel", 3, asked(0, "drawn"), people=1))


@scene
async def wild_raised(at: At) -> None:
    """A wild is about to be played: its colour is asked."""
    await at.sit(at.stage("classic", 4, bluff(0, "W+4") & after(8), people=2))
    await at.page.get_by_role("button", name="Wild Draw Four", exact=True).first.click()
    await expect(at.button("blue")).to_be_visible()


@scene
async def color_asked(at: At) -> None:
    """A colour must be named."""
    await at.sit(at.stage("flip", 3, asked(0, "color") & side_is("dark"), people=2))


@scene
async def challenge_asked(at: At) -> None:
    """A Wild Draw Four can be challenged."""
    await at.sit(at.stage("classic", 3, asked(0, "challenge"), people=2))


@scene
async def target_asked(at: At) -> None:
    """Somebody to swap hands with can be chosen."""
    await at.sit(at.stage("house", 5, asked(0, "target"), people=2))


@scene
async def duel_target_asked(at: At) -> None:
    """Somebody for a duel must be chosen."""
    await at.sit(at.stage("flip-transformers", 4, asked(0, "target"), people=2))


@scene
async def discard_asked(at: At) -> None:
    """A card may be discarded."""
    await at.sit(at.stage("flip-marvel", 3, asked(0, "discard"), people=2))
    await at.page.locator("[data-anchor=hand] .can").first.click()


@scene
async def vote_asked(at: At) -> None:
    """The table votes on a joke."""
    await at.sit(at.stage("house", 3, asked(0, "vote"), people=2, settings={"custom": ["custom-8"]}))


@scene
async def dare_asked(at: At) -> None:
    """A dare."""
    await at.sit(at.stage("house", 3, asked(0, "dare"), people=2, settings={"custom": ["custom-10"]}))


@scene
async def hands_open(at: At) -> None:
    """All hands lie open."""
    lying_open = Wanted("hands lie open", lambda game: game.view(0).hands_open)
    await at.sit(at.stage("house", 4, asked(0) & lying_open, people=2, settings={"custom": ["custom-7"]}))


@scene
async def call_uno(at: At) -> None:
    """Two cards left on the own turn: UNO can be called."""
    await at.sit(at.stage("classic", 3, two_cards(0), people=2))


@scene
async def catch_somebody(at: At) -> None:
    """Somebody forgot to call."""
    await at.sit(at.stage("flip", 3, can("0 catch 1"), people=2, policy=habit(calls=0)))


@scene
async def dark_side(at: At) -> None:
    """The night room."""
    await at.sit(at.stage("flip", 5, asked(0) & side_is("dark") & after(20), people=1, bots="casual"))


@scene
async def ten_players(at: At) -> None:
    """A full table."""
    await at.sit(at.stage("flip", 10, asked(0) & after(18), people=1, bots="casual"))


@scene
async def thirty_cards(at: At) -> None:
    """A very large hand."""
    await at.sit(at.stage("classic", 2, asked(0) & at_least(0, 30), people=1, policy=habit(plays=0.15)))


@scene
async def log_and_talk(at: At) -> None:
    """The log is opened."""
    await your_turn(at)
    await at.button("Log and talk").click()
    await expect(at.page.get_by_role("log")).to_be_visible()


@scene
async def people(at: At) -> None:
    """Who is here."""
    await somebody_elses_turn(at)
    await at.button("People").click()
    await expect(at.page.get_by_role("dialog")).to_be_visible()


@scene
async def cards_of_somebody(at: At) -> None:
    """What is known of another hand."""
    await dark_side(at)
    await at.page.locator("[data-anchor=seat-1]").click()
    await expect(at.page.get_by_role("dialog")).to_be_visible()


@scene
async def discard_pile(at: At) -> None:
    """The discard pile, spread out."""
    await your_turn(at)
    await at.page.locator("[data-anchor=discard]").click()
    await expect(at.page.get_by_role("dialog")).to_be_visible()


@scene
async def spectator(at: At) -> None:
    """Somebody who only watches."""
    staged = at.stage("flip-marvel", 4, after(14), people=2)
    await at.come(staged.path)
    await at.page.get_by_role("button", name="watch").click()
    await expect(at.page.get_by_role("region", name="Your hand and what is asked")).to_be_visible()


@scene
async def connection_lost(at: At) -> None:
    """The network is gone in the middle of a game."""
    line = await at.line()
    await at.sit(at.stage("classic", 3, asked(0) & after(8), people=2), url=line.url, expects=NETWORK)
    line.cut()
    await expect(at.page.get_by_text("Connection lost")).to_be_visible()


# --- after ------------------------------------------------------------------------------------------------


@scene
async def round_is_over(at: At) -> None:
    """The score sheet of a round."""
    await at.sit(at.stage("flip", 4, round_over(), people=2))
    await expect(at.button("Deal the next round")).to_be_visible()


@scene
async def game_won(at: At) -> None:
    """The own win."""
    await at.sit(at.stage("classic", 3, won_by(0), people=2, settings={"target": 100}))
    await expect(at.button("Play again")).to_be_visible()


@scene
async def game_lost(at: At) -> None:
    """Somebody else's win, in an edition without points."""
    await at.sit(at.stage("flip-transformers", 3, won_by(1), people=2))
    await expect(at.button("Play again")).to_be_visible()


@scene
async def shuffle_checked(at: At) -> None:
    """The check of the shuffle, done."""
    await game_won(at)
    await at.page.get_by_role("button", name="Check the shuffle").first.click()
    await expect(at.page.get_by_role("dialog")).to_be_visible()
    with_it = at.page.get_by_role("dialog").get_by_role("button", name="Check the shuffle")
    if await with_it.count():
        await with_it.click()


@scene
async def replay(at: At) -> None:
    """A finished game, with all hands open."""
    staged = at.stage("flip", 3, game_over(), people=2, settings={"target": 60})
    await at.come(f"{staged.path}/replay")
    await expect(at.page.get_by_role("slider")).to_be_visible()
    for _ in range(9):
        await at.page.keyboard.press("ArrowRight")
