"""The scenes before a game: the first page, making a table, the lobby, and the rules to read."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.harness import NETWORK
from tests.browser.scene import At, scene
from tests.browser.wanted import Wanted

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
    for part in await at.page.locator("details > summary").all():
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
async def lobby_with_bots(at: At) -> None:
    """Three characters at the table, whom the host chose by name and level."""
    await _lobby(at, "flip")
    for seat, who in ((2, "Rocco (Hard)"), (3, "Sol (Expert)"), (4, "Pip (Easy)")):
        await at.button(f"Add a bot on seat {seat}").click()
        await at.page.get_by_label(f"Bot on seat {seat}", exact=True).select_option(label=who)
    await expect(at.page.get_by_text("Is so glad")).to_be_visible()


@scene
async def lobby_with_program(at: At) -> None:
    """The host has given a seat to somebody's program, and sees its token."""
    await _lobby(at, "flip")
    await at.button("Add a bot on seat 2").click()
    await at.page.get_by_label("Bot on seat 2", exact=True).select_option(label="A program …")
    await at.button("Make a token").click()
    await expect(at.button("Copy the token")).to_be_visible()


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
