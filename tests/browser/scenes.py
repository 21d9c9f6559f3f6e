"""Every page and state that a person can see, each led to by real steps: for pictures and for accessibility.

A scene is a function that brings a visitor there. `screenshots.py` takes a picture of each, and
`test_accessibility.py` asks axe about each; a new state of the page belongs here.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.async_api import Locator, Page, expect

from tests.browser.harness import NETWORK, Browser, Visitor
from tests.browser.line import Line
from tests.browser.staging import Staged, habit, stage
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
from tests.server.harness import Server


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


SOON = Wanted("some moves were made", lambda game: len(game.history) >= 6)


# --- arriving -----------------------------------------------------------------------------------------


@scene
async def home(at: At) -> None:
    """The first page, for somebody who is new."""
    await at.come("/", newcomer=True)
    await expect(at.button("Play now")).to_be_visible()


@scene
async def home_unreachable(at: At) -> None:
    """The server is gone when somebody wants to play."""
    line = await at.line()
    await at.come("/", url=line.url, expects=NETWORK)
    await expect(at.button("Play now")).to_be_visible()
    line.cut()
    await at.button("Play now").click()
    await expect(at.page.get_by_role("alert")).to_be_visible()


@scene
async def new_table(at: At) -> None:
    """Making a table for friends."""
    await at.come("/new")
    await expect(at.button("Make the table")).to_be_visible()


@scene
async def new_table_workshop(at: At) -> None:
    """Making a table with Customizable cards, all settings unfolded."""
    await at.come("/new", preferences={"edition": "house"})
    await expect(at.button("Make the table")).to_be_visible()
    await at.page.get_by_role("radio", name="House").check()
    for part in await at.page.locator("details:not([open]) > summary").all():
        await part.click()


async def _show_from(place: Locator) -> None:
    """Scroll so that something is at the top of the screen."""
    await place.evaluate("(element) => element.scrollIntoView()")


@scene
async def new_table_house_rules(at: At) -> None:
    """The house rules of a table, each with its picture; Party, with partners beside it."""
    await at.come("/new")
    await at.button("Party").click()
    await at.page.get_by_text("Choose each rule").click()
    await at.page.get_by_role("checkbox", name="Partners").check()
    await _show_from(at.page.get_by_text("Choose each rule"))


@scene
async def new_table_partners_do_not_fit(at: At) -> None:
    """Partners, and a number of players that can't be divided."""
    await new_table_house_rules(at)
    await at.page.get_by_label("How many play?").select_option(label="5 players")
    await at.button("Make the table").click()
    await expect(at.page.get_by_role("alert").filter(has_text="Partners need")).to_be_visible()


@scene
async def workshop_if_yes_if_no(at: At) -> None:
    """Free words on a card, with what follows from the vote."""
    await at.come("/new", preferences={"edition": "house"})
    card = at.page.get_by_role("group", name="Customizable card 1")
    await card.get_by_label("What is on it?").select_option(label="Our own words")
    await card.get_by_label("What the card says").fill("Did the next player sing?")
    no = card.get_by_role("region", name="If no")
    await no.get_by_role("button", name="Add a sentence").click()
    await expect(card.get_by_role("status")).to_contain_text("If no, the next player draws 2.")
    await _show_from(card)


@scene
async def gate(at: At) -> None:
    """A friend opens the link."""
    staged = at.stage("flip", 3, SOON, people=2)
    await at.come(staged.path)
    await expect(at.page.get_by_role("button", name="watch")).to_be_visible()


async def _lobby(at: At, edition: str, **more: Any) -> None:
    await at.come("/new", preferences={"name": "Ann", "edition": edition}, **more)
    await expect(at.button("Make the table")).to_be_visible()
    await at.button("Make the table").click()
    await at.page.wait_for_url("**/t/*")
    await expect(at.page.get_by_role("heading", level=1)).to_be_visible()


@scene
async def lobby(at: At) -> None:
    """The host waits for friends."""
    await _lobby(at, "flip")


@scene
async def lobby_with_rules(at: At) -> None:
    """The host waits, and there are rules on Customizable cards to agree to."""
    await _lobby(at, "house")


@scene
async def lobby_party(at: At) -> None:
    """The lobby of a table with house rules, and partners on their seats."""
    await at.come("/new", preferences={"name": "Ann"})
    await at.button("Party").click()
    await at.page.get_by_text("Choose each rule").click()
    await at.page.get_by_role("checkbox", name="Partners").check()
    await at.page.get_by_role("radio", name="Bots, until friends come").check()
    await at.page.get_by_text("More settings").click()
    await at.page.get_by_label("Who deals first?").select_option(label="Seat 3")
    await at.button("Make the table").click()
    await _show_from(at.page.get_by_role("heading", name="House rules: Party"))


@scene
async def table_unknown(at: At) -> None:
    """A link to a table that does not exist."""
    await at.come("/t/AAAAAA", expects=("404",))
    await expect(at.page.get_by_role("heading", level=1)).to_be_visible()


@scene
async def seat_lost(at: At) -> None:
    """The browser has a token that the table does not know."""
    staged = at.stage("classic", 2, SOON)
    await at.come(
        staged.path, {f"lastcard.seat.{staged.code}": {"token": "bm90IGEgdG9rZW4gb2YgdGhpcyB0YWJsZSBhdCBhbGwh"}}
    )
    await expect(at.page.get_by_role("heading", level=1)).to_be_visible()


@scene
async def nowhere(at: At) -> None:
    """An address that leads nowhere."""
    await at.come("/no/such/page", expects=("404",))
    await expect(at.page.get_by_role("heading", name="Nothing is here")).to_be_visible()


# --- help and preferences --------------------------------------------------------------------------------


@scene
async def help_classic(at: At) -> None:
    """The rules."""
    await at.come("/help/classic")
    await expect(at.page.get_by_role("heading", level=1)).to_be_visible()


@scene
async def help_house(at: At) -> None:
    """The rules, with the suggested rules for Customizable cards."""
    await at.come("/help/house")
    await expect(at.page.get_by_role("heading", level=1)).to_be_visible()


@scene
async def help_house_rules(at: At) -> None:
    """What the help says about house rules, with the table of answers."""
    await at.come("/help/flip#chapter-house")
    await expect(at.page.get_by_role("table")).to_be_visible()


@scene
async def help_transformers(at: At) -> None:
    """The rules of a two-sided edition."""
    await at.come("/help/flip-transformers")
    await expect(at.page.get_by_role("heading", level=1)).to_be_visible()


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
async def card_drawn(at: At) -> None:
    """The card just drawn can be played or kept."""
    await at.sit(at.stage("flip-marvel", 3, asked(0, "drawn"), people=1))


@scene
async def wild_raised(at: At) -> None:
    """A wild is about to be played, and its colour chosen."""
    await at.sit(at.stage("classic", 4, bluff(0, "W+4") & after(8), people=2))
    await at.page.get_by_role("button", name="Wild Draw Four", exact=True).first.click()
    await at.button("blue").click()


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
    """The log; on a phone it is opened."""
    await your_turn(at)
    if at.phone:
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
