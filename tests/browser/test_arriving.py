"""Coming to a table: links that work and links that don't, seats that are lost, and guests."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.browser.harness import Browser, Theatre, Visitor, from_nearby
from tests.browser.people import come_in, make_table
from tests.browser.staging import stage
from tests.browser.table_page import Player
from tests.browser.wanted import after, asked
from tests.server.harness import Guest, Server, room, sqlite_url

NOT_THERE = ("404", "409", "410")
"""The browser itself writes to the console that the server refused something."""


def seat_of(guest: Guest) -> dict[str, Any]:
    """What the browser of somebody who has a seat remembers."""
    return {f"lastcard.seat.{guest.code}": {"token": guest.token}}


def heading(page: Page, name: str | re.Pattern[str]) -> Locator:
    """The page's title."""
    return page.get_by_role("heading", level=1, name=name)


def button(page: Page, name: str) -> Locator:
    """A button by its name."""
    return page.get_by_role("button", name=name, exact=True)


@contextlib.asynccontextmanager
async def two_in_a_lobby(
    chromium: Browser, server: Server, **table: Any
) -> AsyncIterator[tuple[Visitor, Visitor, str]]:
    """Ann, who is the host, and Bob at a table for two, each at a browser; and the table's code."""
    async with room(server) as here:
        host = await here.create("Ann", seats=2, **table)
        link = f"{server.url}/t/{host.code}"
        async with (
            chromium.visitor(link, storage=seat_of(host)) as ann,
            chromium.visitor(server.url) as bob,
        ):
            await come_in(bob, link, "Bob")
            yield ann, bob, host.code


@pytest.mark.parametrize(
    ("language", "play", "says"),
    [
        ("en", "Play now", "Too many tables or connections come from your network. Try again in 40 seconds."),
        (
            "fr",
            "Jouer tout de suite",
            "Trop de tables ou de connexions viennent de ton réseau. Réessaie dans 40 secondes.",
        ),
    ],
)
def test_whoever_is_refused_for_a_limit_is_told_when_to_try_again(
    theatre: Theatre, server: Server, language: str, play: str, says: str
) -> None:
    """In words and in the own language; after that it goes."""

    async def refuse(route: Route) -> None:
        if route.request.method == "POST":
            await route.fulfill(status=429, json={"code": "too-many", "say": "too many", "retry": 40})
        else:  # the list of tables is at the same address
            await route.continue_()

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url, expects=["429"], preferences={"language": language}) as ann:
            await ann.page.route("**/api/tables", refuse)
            await button(ann.page, play).click()
            await expect(ann.page.get_by_role("alert").filter(has_text="40")).to_have_text(says)
            await ann.page.unroute("**/api/tables")
            await button(ann.page, play).click()
            await ann.until(lambda view: view["round"] == 1)

    theatre.run(test)


# --- ways that lead nowhere -------------------------------------------------------------------------------


def test_a_link_to_no_table_says_so_and_asks_for_the_right_code(theatre: Theatre, server: Server) -> None:
    """Whether the code is unknown or is none at all; the right one leads to the table."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here, chromium.visitor(server.url + "/t/AAAAAA", expects=NOT_THERE) as bob:
            code = (await here.create("Ann", seats=2)).code
            for wrong in ("AAAAAA", "A", "%21%22%C2%A7", "A" * 300):
                await bob.page.goto(f"{server.url}/t/{wrong}")
                await expect(heading(bob.page, re.compile("^There is no table "))).to_be_visible()
            await bob.page.get_by_label("Join a table").fill("what?")
            await button(bob.page, "Join").click()
            await expect(bob.page.get_by_role("alert")).to_contain_text("That is no code.")
            await bob.page.get_by_label("Join a table").fill(f" {code[:3].lower()}-{code[3:].lower()} ")
            await button(bob.page, "Join").click()
            await expect(heading(bob.page, "You are invited to play Classic")).to_be_visible()

    theatre.run(test)


def test_an_address_that_is_none_leads_back_to_the_start(theatre: Theatre, server: Server) -> None:
    """A link of which something is missing, or something was added."""

    async def test(chromium: Browser) -> None:
        for path in ("/t/", "/t/AAAAAA/other", "/tables"):
            async with chromium.visitor(server.url + path, expects=NOT_THERE) as bob:
                await expect(heading(bob.page, "Nothing is here")).to_be_visible()
                await bob.page.get_by_role("link", name="To the start").click()
                await expect(heading(bob.page, "Be the first without cards")).to_be_visible()

    theatre.run(test)


def test_a_table_that_was_put_away_says_so(theatre: Theatre, tmp_path: Path) -> None:
    """To somebody with a seat and to a newcomer; both can make another one."""

    async def test(chromium: Browser) -> None:
        staged = stage(sqlite_url(tmp_path), "classic", 2, after(4))
        with Server(
            staged.database, "--archive-after", "0.0001"
        ) as server:  # when it starts, it looks for tables that sleep for too long
            for storage in (staged.storage(0), None):
                async with chromium.visitor(server.url + staged.path, storage=storage, expects=NOT_THERE) as ann:
                    await expect(heading(ann.page, f"Table {staged.code} was put away")).to_be_visible()
                    await ann.page.get_by_role("link", name="Make a table of your own").click()
                    await expect(heading(ann.page, "A table for friends")).to_be_visible()

    theatre.run(test)


def test_a_full_table_that_nobody_may_watch_says_so(theatre: Theatre, server: Server) -> None:
    """Before anybody tries to come in, and also if the last seat is taken in that moment."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await (await here.create("Ann", seats=2, options={"watching": "off"})).enter()
            async with chromium.visitor(f"{server.url}/t/{host.code}", expects=NOT_THERE) as late:
                await expect(button(late.page, "Join the table")).to_be_visible()
                await expect(button(late.page, "Only watch")).to_have_count(0)
                bob = await (await here.join(host.code, "Bob")).enter()
                await bob.ask("sit", seat=1)
                await button(late.page, "Join the table").click()
                await expect(late.page.get_by_role("alert").filter(has_text="This table is full.")).to_be_visible()
                await late.page.reload()
                await expect(heading(late.page, f"Table {host.code} is private")).to_be_visible()
                await expect(
                    late.page.get_by_text("This table lets nobody watch, and all its seats are taken.")
                ).to_be_visible()
                await late.page.get_by_role("link", name="Make a table of your own").click()
                await expect(heading(late.page, "A table for friends")).to_be_visible()

    theatre.run(test)


def test_fifty_people_are_enough(theatre: Theatre, server: Server) -> None:
    """The next one is told that the table is full, and may still look on."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create("Ann", seats=2)
            for number in range(49):
                await here.join(host.code, f"Guest {number}")
            async with chromium.visitor(f"{server.url}/t/{host.code}", expects=NOT_THERE) as late:
                await button(late.page, "Join the table").click()
                await expect(late.page.get_by_role("alert").filter(has_text="This table is full.")).to_be_visible()
                await button(late.page, "Only watch").click()
                await expect(late.page.get_by_text("You are only watching.")).to_be_visible()

    theatre.run(test)


# --- seats that are lost --------------------------------------------------------------------------------


def test_a_seat_that_the_table_does_not_know_can_be_replaced_by_joining_anew(theatre: Theatre, server: Server) -> None:
    """The old key is thrown away, and the new one works."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await (await here.create("Ann", seats=2)).enter()
            wrong = {f"lastcard.seat.{host.code}": {"token": "bm90IGEgdG9rZW4gb2YgdGhpcyB0YWJsZSBhdCBhbGwh"}}
            async with chromium.visitor(f"{server.url}/t/{host.code}", storage=wrong) as bob:
                await expect(heading(bob.page, f"Table {host.code} does not know you")).to_be_visible()
                await button(bob.page, "Join anew").click()
                await button(bob.page, "Join the table").click()
                await expect(button(bob.page, "I am ready")).to_be_visible()
                await bob.page.reload()
                await expect(button(bob.page, "I am ready")).to_be_visible()

    theatre.run(test)


def test_the_host_removes_somebody_after_being_asked_twice(theatre: Theatre, server: Server) -> None:
    """The removed one is told so, and the seat is free again."""

    async def test(chromium: Browser) -> None:
        async with two_in_a_lobby(chromium, server) as (ann, bob, code):
            await expect(button(bob.page, "Remove Ann")).to_have_count(0)
            await button(ann.page, "Remove Bob").click()
            await button(ann.page, "Cancel").click()
            await button(ann.page, "Remove Bob").click()
            await expect(ann.page.get_by_text("Remove Bob for good?")).to_be_visible()
            await button(ann.page, "Remove").click()
            await expect(heading(bob.page, f"You were removed from table {code}")).to_be_visible()
            await expect(bob.page.get_by_role("link", name="Make a table of your own")).to_be_visible()
            await expect(button(ann.page, "Add a bot on seat 2")).to_be_visible()
            assert await bob.page.evaluate("(key) => localStorage.getItem(key)", f"lastcard.seat.{code}") is None

    theatre.run(test)


def test_whoever_leaves_the_lobby_can_come_back_and_sit_down_again(theatre: Theatre, server: Server) -> None:
    """After being asked whether to stay; the table greets them as before."""

    async def test(chromium: Browser) -> None:
        async with two_in_a_lobby(chromium, server) as (ann, bob, code):
            await button(bob.page, "Leave the table").click()
            await button(bob.page, "Stay").click()
            await button(bob.page, "Leave the table").click()
            await button(bob.page, "Leave").click()
            await expect(heading(bob.page, f"You left table {code}")).to_be_visible()
            await expect(button(ann.page, "Remove Bob")).to_have_count(0)
            await button(bob.page, "Come back").click()
            await button(bob.page, "Sit here, on seat 2").click()
            await expect(button(bob.page, "I am ready")).to_be_visible()
            await expect(button(ann.page, "Remove Bob")).to_be_visible()

    theatre.run(test)


def test_a_bot_plays_for_whoever_leaves_the_game_until_they_come_back(theatre: Theatre, server: Server) -> None:
    """The others see it, and whoever comes back has the own hand again."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & after(4))
        async with (
            chromium.visitor(server.url + staged.path, storage=staged.storage(0)) as ann,
            chromium.visitor(server.url + staged.path, storage=staged.storage(1)) as bob,
        ):
            seen, leaving = Player(ann, 0), Player(bob, 1)
            await leaving.arrived()
            hand = await leaving.hand()
            await button(bob.page, "People").click()
            await button(bob.page, "Leave the table").click()
            await expect(bob.page.get_by_text("A bot plays on for you.")).to_be_visible()
            await button(bob.page, "Leave").click()
            await expect(heading(bob.page, f"You left table {staged.code}")).to_be_visible()
            await expect(seen.plate(1)).to_contain_text("a bot plays")
            await button(bob.page, "Come back").click()
            await leaving.arrived()
            await leaving.holds(hand)
            await expect(seen.plate(1)).not_to_contain_text("a bot plays")

    theatre.run(test)


# --- invitations ----------------------------------------------------------------------------------------


def test_the_name_is_remembered(theatre: Theatre, server: Server) -> None:
    """From the first page to a table, and at the next visit."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here, chromium.visitor(server.url, newcomer=True) as bob:
            host = await (await here.create("Ann", seats=2)).enter()
            await bob.page.get_by_label("Your name").fill("Bob")
            await bob.page.goto(f"{server.url}/t/{host.code}")
            await expect(bob.page.get_by_label("Your name")).to_have_value("Bob")
            await button(bob.page, "Join the table").click()
            await expect(button(bob.page, "I am ready")).to_be_visible()
            await host.until(lambda: "Bob" in [person["name"] for person in host.table["people"]])
            await bob.page.goto(server.url)
            await expect(bob.page.get_by_label("Your name")).to_have_value("Bob")
            await bob.page.get_by_role("link", name=f"Classic, table {host.code}").click()
            await expect(button(bob.page, "I am ready")).to_be_visible()

    theatre.run(test)


def test_the_link_can_be_copied_and_leads_a_friend_to_the_table(theatre: Theatre, server: Server) -> None:
    """The code, the link and a QR code are shown; what is copied is the link."""

    async def test(chromium: Browser) -> None:
        async with (
            chromium.visitor(server.url, permissions=["clipboard-read", "clipboard-write"]) as ann,
            chromium.visitor(server.url) as bob,
        ):
            code = await make_table(ann, bots=None)
            link = f"{server.url}/t/{code}"
            await expect(ann.page.get_by_text(link, exact=True)).to_be_visible()
            drawn = (
                await ann.page.get_by_role("img", name="QR code with the link to this table")
                .locator("path")
                .get_attribute("d")
            )
            assert drawn
            await button(ann.page, "Copy the link").click()
            await expect(ann.page.get_by_text("The link is copied. Send it to your friends.")).to_be_visible()
            assert await ann.page.evaluate("() => navigator.clipboard.readText()") == link
            await bob.page.get_by_label("Join a table").fill(f"Come and play! {link}")
            await button(bob.page, "Join").click()
            await expect(bob.page.get_by_text("At the table: Ann.")).to_be_visible()

    theatre.run(test)


def test_where_copying_is_not_allowed_the_page_says_what_to_do(theatre: Theatre, server: Server) -> None:
    """A phone in the same network has no clipboard for a page without encryption."""

    async def test(chromium: Browser) -> None:
        async with room(server) as here:
            host = await here.create("Ann", seats=2)
            url = from_nearby(f"{server.url}/t/{host.code}")
            async with chromium.visitor(url, storage=seat_of(host), phone=True) as ann:
                await button(ann.page, "Invite").click()
                window = ann.page.get_by_role("dialog", name="Invite friends")
                await window.get_by_role("button", name="Copy the link").click()
                await expect(window.get_by_role("alert")).to_contain_text("copy it by hand")
                await expect(window.get_by_text(url, exact=True)).to_be_visible()

    theatre.run(test)


def test_open_tables_are_listed_and_others_are_not(theatre: Theatre, server: Server) -> None:
    """Who comes to the first page sees them, and joins with one click."""

    async def test(chromium: Browser) -> None:
        async with (
            chromium.visitor(server.url) as ann,
            chromium.visitor(server.url) as cem,
            room(server) as here,
        ):
            listed = await make_table(ann, edition="flip", bots=None, listed=True)
            hidden = await (await here.create("Dana", seats=2)).enter()
            await cem.page.reload()
            await expect(cem.page.get_by_role("heading", name="Open tables")).to_be_visible()
            await expect(cem.page.get_by_text(hidden.code)).to_have_count(0)
            await cem.page.get_by_role("link", name=f"Join table {listed}").click()
            await expect(heading(cem.page, "You are invited to play Flip")).to_be_visible()

    theatre.run(test)
