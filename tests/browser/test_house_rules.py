"""House rules on the page: chosen in the table's form, shown in the lobby, explained in the help, and played by."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from lastcard.editions.choices import CHOICES
from tests.browser.harness import Browser, Theatre, Visitor
from tests.browser.people import come_in, get_ready, start
from tests.browser.table_page import Player
from tests.browser.test_arriving import button, seat_of, two_in_a_lobby
from tests.server.harness import Server, room

PARTY = {"stacking": "same", "seven_zero": True, "jump_in": True, "draw_until": True}
PARTNERS = "Players opposite each other are partners"


async def new_table(visitor: Visitor, server: Server) -> Page:
    """The form for a table, once it knows the edition."""
    await visitor.page.goto(server.url + "/new")
    await expect(button(visitor.page, "Party")).to_be_visible()
    return visitor.page


async def make(visitor: Visitor) -> dict[str, Any]:
    """Make the table; its set-up."""
    await button(visitor.page, "Make the table").click()
    await visitor.page.wait_for_url("**/t/*")
    code = visitor.page.url.rpartition("/")[2]
    await visitor.heard(lambda: code in {table["code"] for table in visitor.tables()})
    setup: dict[str, Any] = visitor.tables()[-1]["setup"]
    return setup


def seat_row(page: Page, number: int) -> Locator:
    """A seat in the lobby."""
    return page.locator("section").filter(has=page.get_by_role("heading", name="Seats")).locator("li").nth(number)


def fact(page: Page, text: str) -> Locator:
    """Something that is special about a table's game."""
    return page.get_by_role("listitem").filter(has_text=text)


# --- the form -------------------------------------------------------------------------------------------


def test_a_party_is_one_press_and_remembered(theatre: Theatre, server: Server) -> None:
    """So is the booklet; every edition has them, and what was chosen last is there at the next visit."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            page = await new_table(ann, server)
            booklet, party = button(page, "As in the booklet"), button(page, "Party")
            await expect(booklet).to_have_attribute("aria-pressed", "true")
            await party.click()
            await expect(party).to_have_attribute("aria-pressed", "true")
            await expect(booklet).to_have_attribute("aria-pressed", "false")
            await page.locator("input[value=flip]").check()
            await expect(party).to_have_attribute("aria-pressed", "true")
            assert (await make(ann))["settings"] == PARTY

            await new_table(ann, server)
            await expect(party).to_have_attribute("aria-pressed", "true")
            await booklet.click()
            await expect(booklet).to_have_attribute("aria-pressed", "true")
            assert (await make(ann))["settings"] == {}
            await new_table(ann, server)
            await expect(booklet).to_have_attribute("aria-pressed", "true")

    theatre.run(test)


def test_each_house_rule_is_chosen_by_itself(theatre: Theatre, server: Server) -> None:
    """With its explanation; a mix is neither Party nor the booklet, and stays open when it comes back."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            page = await new_table(ann, server)
            await page.get_by_text("Choose each rule").click()
            stacking = page.get_by_label("Stacking", exact=True)
            await stacking.select_option(label="As many or more")
            await expect(stacking).to_have_accessible_description(
                "A Draw card may be answered with one that draws as many cards or more. "
                "The penalty adds up and goes on to the next player."
            )
            await page.get_by_label("Having to play").select_option(label="Always")
            await page.get_by_role("checkbox", name="Jump-in").check()
            await page.get_by_role("checkbox", name="7-0").check()
            await page.get_by_role("checkbox", name="7-0").uncheck()
            for name in ("As in the booklet", "Party"):
                await expect(button(page, name)).to_have_attribute("aria-pressed", "false")
            wanted = {"stacking": "rising", "must_play": "always", "jump_in": True}
            assert (await make(ann))["settings"] == wanted
            await new_table(ann, server)
            await expect(page.get_by_role("checkbox", name="Jump-in")).to_be_checked()
            await expect(stacking).to_be_visible()

    theatre.run(test)


def test_partners_ask_for_a_number_of_players_that_fits(theatre: Theatre, server: Server) -> None:
    """teams: it is said before the server is asked, and the table can be made once it fits."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            page = await new_table(ann, server)
            await page.get_by_text("Choose each rule").click()
            await page.get_by_role("checkbox", name="Partners").check()
            said = page.get_by_text("Partners need 4, 6, 8 or 10 players, and 5 are chosen.")
            await expect(said).to_have_count(0)
            await page.get_by_label("How many play?").select_option(label="5 players")
            await expect(said).to_have_count(1)
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.method + request.url))
            await button(page, "Make the table").click()
            await expect(page.get_by_role("alert").filter(has=said)).to_be_visible()
            assert not [one for one in asked if one.startswith("POST")]
            await page.get_by_label("How many play?").select_option(label="6 players")
            await expect(said).to_have_count(0)
            assert (await make(ann))["settings"] == {"teams": True}

    theatre.run(test)


def test_a_game_against_bots_can_be_a_party(theatre: Theatre, server: Server) -> None:
    """One choice on the first page, remembered like the others."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            await ann.page.get_by_label("House rules").select_option(label="Party")
            await expect(ann.page.get_by_text("House rules: Party.")).to_be_visible()
            await ann.page.reload()
            await expect(ann.page.get_by_label("House rules")).to_have_value("1")
            await button(ann.page, "Play now").click()
            await Player(ann, 0).arrived()
            assert ann.tables()[-1]["setup"]["settings"] == PARTY

    theatre.run(test)


# --- the lobby ------------------------------------------------------------------------------------------


def test_everybody_sees_what_differs_from_the_booklet(theatre: Theatre, server: Server) -> None:
    """Each rule by name and in words, Party with what is played besides, partners on their seats; and each change."""

    async def test(chromium: Browser) -> None:
        async with two_in_a_lobby(chromium, server) as (ann, bob, _):
            for page in (ann.page, bob.page):
                await expect(fact(page, "As in the booklet")).to_be_visible()
                await expect(page.get_by_text("Partner:")).to_have_count(0)
            await button(ann.page, "Change the game").click()
            window = ann.page.get_by_role("dialog", name="Change the game")
            await window.get_by_label("How many play?").select_option(label="4 players")
            await window.get_by_role("button", name="Party").click()
            await window.get_by_text("Choose each rule").click()
            await window.get_by_role("checkbox", name="Partners").check()
            await expect(window.get_by_role("button", name="Party")).to_have_accessible_description(
                re.compile(r"fits\. Besides: Partners\.$")
            )
            await button(ann.page, "Save the changes").click()
            await expect(window).to_have_count(0)
            await button(ann.page, "Add a bot on seat 4").click()
            await ann.page.get_by_label("Bot on seat 4", exact=True).select_option("vega")
            for page in (ann.page, bob.page):
                await expect(page.get_by_role("heading", name="House rules: Party and Partners")).to_be_visible()
                await expect(fact(page, "As in the booklet")).to_have_count(0)
                for words in ("Stacking", "A 7", "very same card", "goes on drawing", PARTNERS):
                    await expect(fact(page, words).first).to_be_visible()
                for seat, partner in enumerate(("Seat 3", "Vega", "Ann", "Bob")):
                    await expect(seat_row(page, seat)).to_contain_text(f"Partner: {partner}")
            await button(bob.page, "Move here, to seat 3").click()
            for page in (ann.page, bob.page):
                await expect(seat_row(page, 0)).to_contain_text("Partner: Bob")

            await button(ann.page, "Change the game").click()
            await window.get_by_text("Choose each rule").click()
            await expect(window.get_by_role("checkbox", name="Partners")).to_be_checked()
            await window.get_by_role("checkbox", name="Partners").uncheck()
            await window.get_by_role("checkbox", name="Draw until it fits").uncheck()
            await button(ann.page, "Save the changes").click()
            for page in (ann.page, bob.page):
                await expect(page.get_by_role("heading", name="House rules", exact=True)).to_be_visible()
                await expect(page.get_by_text("Partner:")).to_have_count(0)
                await expect(fact(page, "goes on drawing")).to_have_count(0)

    theatre.run(test)


def test_a_preset_that_somebody_asked_for_by_name_is_shown_and_can_be_changed(theatre: Theatre, server: Server) -> None:
    """A program may make a table with `preset`; what is given beside it wins."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create("Ann", seats=4, settings={"preset": "party", "must_play": "drawn"})
            async with chromium.visitor(f"{server.url}/t/{host.code}", storage=seat_of(host)) as ann:
                heading = ann.page.get_by_role("heading", name="House rules: Party and Having to play")
                await expect(heading).to_be_visible()
                await expect(fact(ann.page, "A card just drawn that fits must be played.")).to_be_visible()
                await button(ann.page, "Change the game").click()
                window = ann.page.get_by_role("dialog", name="Change the game")
                await expect(window.get_by_role("button", name="Party")).to_have_attribute("aria-pressed", "true")
                await window.get_by_text("Choose each rule").click()
                await window.get_by_role("checkbox", name="7-0").uncheck()
                await button(ann.page, "Save the changes").click()
                await expect(window).to_have_count(0)
                wanted = {**PARTY, "must_play": "drawn"}
                del wanted["seven_zero"]
                assert ann.tables()[-1]["setup"]["settings"] == wanted

    theatre.run(test)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"preset": "party"}, "House rules: Party."),
        ({"preset": "party", "teams": True}, "House rules: Party and Partners."),
        ({"stacking": "any", "jump_in": True}, "House rules: Stacking and Jump-in."),
        ({"uno": "ask"}, None),
    ],
)
def test_an_invitation_says_which_house_rules_are_played(
    theatre: Theatre, server: Server, settings: dict[str, Any], says: str | None
) -> None:
    """Before anybody comes in; of a table that plays as in the booklet it says nothing."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create("Ann", seats=4, settings=settings)
            async with chromium.visitor(f"{server.url}/t/{host.code}") as bob:
                await expect(button(bob.page, "Join the table")).to_be_visible()
                if says:
                    await expect(bob.page.get_by_text(says, exact=True)).to_be_visible()
                else:
                    async with bob.page.expect_response("**/api/editions/classic"):
                        await bob.page.reload()
                    await expect(button(bob.page, "Join the table")).to_be_visible()
                    await expect(bob.page.get_by_text("House rules")).to_have_count(0)

    theatre.run(test)


FIELDS = {
    "scoring": "Who wins the game?", "target": "Target", "uno": "Calling UNO", "dealer": "Who deals first?",
    "two_player_reverse": "A Reverse between two players", "pairing": "Fronts and backs of cards",
    "bluffing": "Bluffing", "swap_hands": "Swap Hands", "custom": "Customizable cards", "stacking": "Stacking",
    "seven_zero": "7-0", "jump_in": "Jump-in", "draw_until": "Draw until it fits", "must_play": "Having to play",
    "teams": PARTNERS,
}  # fmt: skip
"""By setting, the words at its field."""


def test_every_setting_has_a_field(theatre: Theatre, server: Server) -> None:
    """In the form for a table of an edition that has it, as the server tells."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            page = await new_table(ann, server)
            await page.get_by_label("How many play?").select_option(label="2 players")
            await page.get_by_text("More settings").click()
            await page.get_by_text("Choose each rule").click()
            found: set[str] = set()
            for edition in ("house", "flip"):
                await page.locator(f'input[type=radio][value="{edition}"]').check(force=True)
                async with room(server) as here:
                    about = (await here.http.get(f"/api/editions/{edition}")).json()
                for name in about["settings"]:
                    if name == "pairing" and len(about["faces"]) == 1:
                        continue  # cards without two faces have nothing to pair
                    await expect(page.get_by_text(FIELDS[name]).first).to_be_visible()
                    found.add(name)
            assert found == set(CHOICES) == set(FIELDS)

    theatre.run(test)


def test_a_table_chooses_when_the_next_round_is_dealt(theatre: Theatre, server: Server) -> None:
    """By a player, or by itself after some seconds; a single round has no next one."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            page = await new_table(ann, server)
            await page.get_by_text("More settings").click()
            deals = page.get_by_label("When is the next round dealt?")
            await expect(deals.locator("option:checked")).to_have_text("When a player wants it")
            await page.get_by_role("radio", name="A single round").check()
            await expect(deals).to_have_count(0)
            await page.get_by_role("radio", name="The first with enough points").check()
            await deals.select_option(label="By itself, after 15 seconds")
            assert (await make(ann))["options"]["deal_after"] == 15

    theatre.run(test)


# --- the dealer -----------------------------------------------------------------------------------------


def test_a_table_chooses_who_deals_first(theatre: Theatre, server: Server) -> None:
    """By the seat, with the names of those who sit there; the game begins so (setup-1)."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann, chromium.visitor(server.url) as bob:
            page = await new_table(ann, server)
            await page.get_by_label("How many play?").select_option(label="2 players")
            await page.get_by_text("More settings").click()
            dealer = page.get_by_label("Who deals first?")
            await expect(dealer.locator("option")).to_have_text(["The cards decide", "Seat 1 (you)", "Seat 2"])
            await dealer.select_option(label="Seat 2")
            assert (await make(ann))["settings"] == {"dealer": 1}
            await expect(fact(ann.page, "Seat 2 deals first")).to_be_visible()
            await come_in(bob, ann.page.url, "Bob")
            for one in (ann, bob):
                await expect(fact(one.page, "Bob deals first")).to_be_visible()
            await get_ready(bob)
            await start(ann)
            assert (await ann.until(lambda view: view["round"] == 1))["dealer"] == 1

    theatre.run(test)


def test_a_dealer_whose_seat_is_given_up_is_drawn_for(theatre: Theatre, server: Server) -> None:
    """In the form, and where the host gives up the empty seats in the lobby."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create("Ann", seats=4, settings={"dealer": 3})
            async with chromium.visitor(f"{server.url}/t/{host.code}", storage=seat_of(host)) as ann:
                await expect(fact(ann.page, "Seat 4 deals first")).to_be_visible()
                await button(ann.page, "Change the game").click()
                window = ann.page.get_by_role("dialog", name="Change the game")
                await window.get_by_text("More settings").click()
                await expect(window.get_by_label("Who deals first?")).to_have_value("4")
                await window.get_by_label("How many play?").select_option(label="3 players")
                await expect(window.get_by_label("Who deals first?")).to_have_value("0")
                await window.get_by_label("Who deals first?").select_option(label="Seat 3")
                await button(ann.page, "Save the changes").click()
                await expect(fact(ann.page, "Seat 3 deals first")).to_be_visible()
                await button(ann.page, "Add a bot on seat 2").click()
                await button(ann.page, "Play with 2").click()
                await expect(fact(ann.page, "2 players")).to_be_visible()
                await expect(fact(ann.page, "deals first")).to_have_count(0)
                assert ann.tables()[-1]["setup"]["settings"] == {}

    theatre.run(test)


def test_seats_are_not_given_up_where_partners_would_not_fit(theatre: Theatre, server: Server) -> None:
    """Nothing is offered that the server would refuse."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create("Ann", seats=6, settings={"teams": True})
            async with chromium.visitor(f"{server.url}/t/{host.code}", storage=seat_of(host)) as ann:
                for seat in (2, 3):
                    await button(ann.page, f"Add a bot on seat {seat}").click()
                await expect(ann.page.get_by_text("3 seats are empty.")).to_be_visible()
                await expect(button(ann.page, "Play with 3")).to_have_count(0)
                await button(ann.page, "Add a bot on seat 4").click()
                await ann.page.get_by_label("Bot on seat 2", exact=True).select_option("vega")
                await button(ann.page, "Play with 4").click()
                await expect(seat_row(ann.page, 3)).to_contain_text("Partner: Vega")

    theatre.run(test)


# --- the help -------------------------------------------------------------------------------------------

ALWAYS = ("stack-1", "stack-2", "stack-3", "stack-4", "stack-5", "seven", "seven-zero-limits", "jump-1", "jump-2",
          "jump-3", "draw-until", "must-play", "teams", "party-order")  # fmt: skip


@pytest.mark.parametrize(
    ("name", "zero", "rows"),
    [
        ("classic", True, ["Draw Two", "Wild Draw Four"]),
        ("flip", False, ["Draw One", "Wild Draw Two", "Draw Five", "Wild Draw Color"]),
    ],
)
def test_the_help_explains_every_house_rule(
    theatre: Theatre, server: Server, name: str, zero: bool, rows: list[str]
) -> None:
    """In words with the rule's id, and what answers what with the edition's own cards."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(f"{server.url}/help/{name}#rule-stack-1") as ann:
            for rule in ALWAYS:
                await expect(ann.page.locator(f"#rule-{rule}")).not_to_be_empty()
            await expect(ann.page.locator("#rule-zero")).to_have_count(int(zero))
            table = ann.page.get_by_role("table", name="What may answer what")
            await expect(table.get_by_role("rowheader")).to_have_text(rows)
            first = table.get_by_role("row").nth(1).get_by_role("cell")
            assert [(await cell.inner_text()).split("\n") for cell in await first.all()] == [
                [rows[0]],
                rows[:2],
                rows[:2],
            ]
            await expect(ann.page.get_by_text("a catch pressed within it waits until it is over")).to_be_visible()

    theatre.run(test)
