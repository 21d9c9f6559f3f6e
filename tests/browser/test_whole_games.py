"""Whole games as people play them.

From the first page to the score sheet, in every edition, by pressing what the page offers.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre, Visitor
from tests.browser.oracle import assert_no_hidden_card
from tests.browser.people import (
    assert_nothing_was_refused,
    assert_result_is_shown,
    come_in,
    get_ready,
    hurry,
    make_table,
    play_out,
    seat_names,
    start,
)
from tests.browser.table_page import Player
from tests.server.harness import Server

GAMES: dict[str, dict[str, Any]] = {
    "classic": {"target": 100},
    "house": {"target": 20},
    "flip": {"target": 20},
    "flip-marvel": {"target": 20},
    "flip-transformers": {},
}
"""By edition, how the game is shortened: mostly to a single round, which is all that Flip Transformers has anyway.

In classic there are mostly some more.
"""


async def begin(server: Server, ann: Visitor, bob: Visitor, **table: Any) -> str:
    """Ann makes a table for herself, Bob and a bot, Bob comes by the link, and the cards are dealt.

    The table's code.
    """
    code = await make_table(ann, **table)
    await hurry(server, ann, code)
    await come_in(bob, f"{server.url}/t/{code}", "Bob")
    await get_ready(bob)
    await start(ann)
    return code


async def play_together(*players: Player) -> None:
    """Everybody plays to the end of the game."""
    await asyncio.gather(*(play_out(player) for player in players))
    for player in players:
        await assert_result_is_shown(player)


@pytest.mark.long
@pytest.mark.parametrize("edition", GAMES)
def test_two_people_and_a_bot_play_a_game_to_its_end(theatre: Theatre, server: Server, edition: str) -> None:
    """In every edition, from the first page on.

    Nothing hidden reaches either page, and the page offers nothing that is refused (see-5).
    """

    async def test(chromium: Browser) -> None:
        async with (
            chromium.visitor(server.url) as ann,
            chromium.visitor(server.url) as bob,
        ):
            code = await begin(server, ann, bob, edition=edition, **GAMES[edition])
            players = [Player(ann, 0), Player(bob, 1)]
            await play_together(*players)
            for player in players:
                assert_no_hidden_card(player.visitor, server.database, code, player.seat)
                assert_nothing_was_refused(player.visitor)

    theatre.run(test, seconds=400)


@pytest.mark.long
def test_one_click_plays_a_game_against_bots_on_a_phone(theatre: Theatre, server: Server) -> None:
    """Nothing is asked before the cards are there, not even a name.

    Everything can be pressed on a small screen, while things move; the shuffle was fair.
    """

    async def test(chromium: Browser) -> None:
        chosen = {"edition": "flip-transformers", "seats": 2, "level": "hard"}  # a single round
        async with chromium.visitor(
            server.url, phone=True, width=360, height=740, preferences=chosen, moving=True
        ) as ann:
            await ann.page.get_by_role("button", name="Play now").click()
            player = Player(ann, 0)
            await player.arrived()
            guest, opponent = await seat_names(player)
            assert guest == "Guest"
            assert opponent in {"Rocco", "Mina", "Ivo"}
            await play_together(player)
            await ann.page.get_by_role("button", name="Check the shuffle").click()
            await ann.page.get_by_role("dialog").get_by_role("button", name="Check the shuffle").click()
            await expect(ann.page.get_by_text("The shuffle was fair: all checks are right.")).to_be_visible()
            await expect(ann.page.get_by_text("This seed deals exactly the cards that you got.")).to_be_visible()
            code = ann.page.url.rsplit("/", 1)[1]
            assert_no_hidden_card(ann, server.database, code, 0)
            assert_nothing_was_refused(ann)

    theatre.run(test, seconds=400)
