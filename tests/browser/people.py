"""What people do from the first page to the last card.

They make a table, send its link, come in, and press what the page offers.

    code = await make_table(ann, edition="flip", target=40)
    await come_in(bob, server.url + f"/t/{code}", "Bob")
    await get_ready(bob)
    await start(ann)
    await asyncio.gather(play_out(Player(ann, 0)), play_out(Player(bob, 1)))

No rule of the game is known here: what the page offers is all there is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

from playwright.async_api import Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from tests.browser.harness import Visitor
from tests.browser.table_page import Player
from tests.server.harness import PATIENCE, Server, room

_PATIENT_WITH_A_RACE = 4000
"""Milliseconds to try pressing what may be gone by then."""


# --- before the game ------------------------------------------------------------------------------------


async def make_table(
    visitor: Visitor,
    *,
    edition: str = "classic",
    name: str = "Ann",
    seats: int = 3,
    bots: str | None = "Medium",
    target: int | None = None,
    scoring: str | None = None,
    watching: str | None = None,
    listed: bool = False,
) -> str:
    """From the first page to the lobby of a new table without a clock; its code.

    `bots` is a level, None leaves seats free.
    """
    page = visitor.page
    await page.get_by_role("link", name="Make a table for friends").click()
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("group", name="Which game?").locator(f"input[value={edition}]").check()
    await page.get_by_label("How many play?").select_option(label=f"{seats} players")
    await page.get_by_label("Time for each move").select_option(label="No clock")
    if bots is not None:
        await page.get_by_role("radio", name="Bots, until friends come").check()
        await page.get_by_label("How good are the bots?").select_option(label=bots)
    await page.get_by_text("More settings").click()
    for choice in filter(None, (scoring, watching)):
        await page.get_by_role("radio", name=choice).check()
    if target is not None:
        await page.get_by_role("spinbutton", name="Target").fill(str(target))
    if listed:
        await page.get_by_role("checkbox", name="An open table").check()
    await page.get_by_role("button", name="Make the table").click()
    await page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[1]
    await expect(page.get_by_role("heading", level=1, name=f"Table {code}")).to_be_visible()
    return code


async def come_in(visitor: Visitor, link: str, name: str) -> None:
    """Open a link that somebody sent, and join."""
    page = visitor.page
    await page.goto(link)
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name="Join the table").click()
    await expect(page.get_by_role("button", name="I am ready")).to_be_visible()


async def agree(page: Page) -> None:
    """Agree to the rules on the Customizable cards, if there are any."""
    button = page.get_by_role("button", name="I agree to these rules")
    if await page.get_by_role("heading", name="Rules on the Customizable cards").count():
        await button.click()
        await expect(button).to_have_count(0)


async def get_ready(visitor: Visitor) -> None:
    """Agree to what must be agreed to, and be ready."""
    await agree(visitor.page)
    await visitor.page.get_by_role("button", name="I am ready").click()


async def start(visitor: Visitor) -> None:
    """The host agrees as well, and deals as soon as that is possible."""
    page = visitor.page
    await agree(page)
    await expect(page.get_by_role("status").filter(has_text="Everybody is ready.")).to_be_visible()
    await page.get_by_role("button", name="Start the game").click()
    await Player(visitor).arrived()


async def kept_seat(visitor: Visitor, code: str) -> dict[str, Any]:
    """What the browser keeps about its seat at a table."""
    text: str = await visitor.page.evaluate("(key) => localStorage.getItem(key)", f"lastcard.seat.{code}")
    kept: dict[str, Any] = json.loads(text)
    return kept


async def hurry(server: Server, host: Visitor, code: str, settings: dict[str, Any] | None = None) -> None:
    """The bots of a table think for less time than the page has to offer; nobody waits for a clock.

    `settings` are for tests that are not about the page's form.
    """
    async with room(server) as here:
        again = await here.with_token(code, (await kept_seat(host, code))["token"], 1).enter()
        options = {**again.table["setup"]["options"], "pace": 0.02, "uno_grace": 0.2, "clock": None}
        await again.ask("change", options=options, settings=settings or again.table["setup"]["settings"])


# --- the game -------------------------------------------------------------------------------------------


def is_over(player: Player) -> bool:
    """Whether the player's page was told that the game is over."""
    return bool(player.view) and player.view["asks"][1] == "game over"


def moves(player: Player) -> set[str]:
    """The kinds of moves that the player's page was told of."""
    return {move.split()[0] for move in player.view.get("moves", ())}


async def play_out(player: Player, *, dealer: int = 0, rng: random.Random | None = None) -> None:
    """Press what the page offers until the game is over: cards first, then answers by chance.

    UNO is called and people are caught. After a round it is the person on the seat `dealer` who deals.
    """
    rng = rng or random.Random(player.seat)
    tried: set[int] = set()
    """The decisions during which a catch was tried: once is enough, it may have been too early."""

    def is_due() -> bool:
        if not player.view:
            return False
        asked, question = player.view["asks"]
        if (teller := player.view.get("telling")) is not None:  # a vote opens when what it is about was told
            asked = teller
        return (
            asked == player.seat
            or (question == "round over" and player.seat == dealer)
            or is_over(player)
            or may_catch()
        )

    def may_catch() -> bool:
        return "catch" in moves(player) and player.view["decision"] not in tried

    while True:
        await player.visitor.heard(is_due)
        if is_over(player):
            return
        if may_catch():
            tried.add(player.view["decision"])
            with contextlib.suppress(PlaywrightTimeoutError):
                await player.shouts.filter(has_text="Catch").first.click(timeout=_PATIENT_WITH_A_RACE)
        elif player.view["asks"][1] == "round over":
            await deal(player)
        elif player.view.get("telling") == player.seat:
            await player.do("Told!")
            await player.visitor.until(lambda view: view.get("telling") is None)
        else:
            await press_something(player, rng)


async def deal(player: Player) -> None:
    """Deal the next round."""
    number = player.view["round"]
    await player.page.get_by_role("button", name="Deal the next round").click()
    await player.visitor.until(lambda view: view["round"] > number)


async def is_shown(player: Player) -> None:
    """Wait until the page shows the last thing it was told: either of the two may be a moment ahead."""
    call = player.shouts.filter(has_text="UNO!")

    async def shows() -> bool:
        if await player.dock.get_attribute("data-decision") != str(player.view["decision"]):
            return False
        return "uno" not in moves(player) or await call.get_attribute("aria-disabled") == "false"

    async with asyncio.timeout(PATIENCE):
        while not await shows():
            await player.page.evaluate("new Promise(requestAnimationFrame)")


async def press_something(player: Player, rng: random.Random | None = None) -> None:
    """Answer what is asked with one of the buttons that the page shows, and wait until the server has heard it.

    Somebody may jump in and take the turn meanwhile: then there is nothing to press any more.
    """
    rng = rng or random.Random(player.seat)
    # somebody else's page may have been told of the question first
    await player.visitor.until(lambda view: view["asks"][0] == player.seat)
    await is_shown(player)
    decision, color_chosen = player.view["decision"], False

    def is_asked() -> bool:
        return bool(player.view["asks"][0] == player.seat and player.view["decision"] == decision)

    while is_asked():
        with contextlib.suppress(PlaywrightTimeoutError):
            color_chosen = await _press(player, rng)
            break
    else:
        return
    # a colour that was chosen along with the card is named by the page itself when it is asked for
    await player.visitor.until(
        lambda view: view["decision"] != decision and not (color_chosen and view["asks"] == [player.seat, "color"])
    )


async def _press(player: Player, rng: random.Random) -> bool:
    """Call UNO if that is due, then answer; whether a colour was chosen along with a card."""
    decision = player.view["decision"]
    if "uno" in moves(player):
        await player.shouts.filter(has_text="UNO!").click(timeout=_PATIENT_WITH_A_RACE)
        await player.visitor.until(lambda view: view["decision"] != decision or "uno" not in moves(player))
    if moves(player) & {"play", "discard", "give"}:
        card = player.page.locator("[data-anchor=hand] .can").first
        raised = await card.get_attribute("aria-pressed", timeout=_PATIENT_WITH_A_RACE) is not None
        await card.click(position={"x": 22, "y": 24}, timeout=_PATIENT_WITH_A_RACE)
        return raised and await _answer(player, rng)
    if await player.answers.count():
        await _answer(player, rng)
    else:
        await player.page.locator(".actions [data-key]").first.click(timeout=_PATIENT_WITH_A_RACE)
    return False


async def _answer(player: Player, rng: random.Random) -> bool:
    """Press one of the answers; False if there are none, and what is raised is confirmed."""
    await player.dock.locator(".chooser").wait_for(timeout=_PATIENT_WITH_A_RACE)
    count = await player.answers.count()
    if count:
        await player.answers.nth(rng.randrange(count)).click(timeout=_PATIENT_WITH_A_RACE)
    else:
        await player.page.locator("[data-key=confirm]").click(timeout=_PATIENT_WITH_A_RACE)
    return count > 0


# --- the end --------------------------------------------------------------------------------------------


async def assert_result_is_shown(player: Player) -> None:
    """The score sheet says who won and what everybody has, as the server told it."""
    view, page = player.view, player.page
    names = await seat_names(player)
    [winner] = view["winners"]
    title = "You win!" if winner == player.seat else f"{names[winner]} wins!"
    await expect(page.get_by_role("region", name=title)).to_be_visible()
    await expect(page.get_by_role("button", name="Play again", exact=True)).to_be_visible()
    rows = page.get_by_role("table", name="Points of the round").get_by_role("rowheader")
    shown = [
        " ".join(text.split()).removesuffix(" Winner").removesuffix(" (you)") for text in await rows.all_text_contents()
    ]
    assert sorted(shown) == sorted(names)
    assert shown[0] == names[winner]


async def seat_names(player: Player) -> list[str]:
    """Everybody by seat, as the page calls them."""
    seats = player.visitor.tables()[-1]["seats"]
    return [
        f"Bot {number + 1}" if seat["name"].startswith(f"Bot {number} (") else seat["name"]
        for number, seat in enumerate(seats)
    ]


def assert_nothing_was_refused(visitor: Visitor) -> None:
    """The page never asked for anything that the server does not allow.

    A call or a catch may come too early or too late.
    """
    asked = {message["id"]: message for message in visitor.sent() if "id" in message}
    refused = [(message, asked[message["id"]]) for message in visitor.messages() if message["t"] == "no"]
    assert [pair for pair in refused if pair[1].get("move", "").split()[:1] not in (["uno"], ["catch"])] == []
