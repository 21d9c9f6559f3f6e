"""The scenes of somebody who comes back: the greeting, the own games, and the daily deal."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from tests.browser.returning import OTHERS, statistics
from tests.browser.scene import At, scene

ANN: dict[str, Any] = {"preferences": {"name": "Ann", "face": "fox"}}


@scene
async def home_again(at: At) -> None:
    """The first page, for somebody who has played here before."""
    await at.come("/", statistics(), **ANN)
    await expect(at.page.get_by_role("heading", name="Welcome back, Ann!")).to_be_visible()
    await expect(at.page.get_by_text("deal is waiting")).to_be_visible()


@scene
async def own_games(at: At) -> None:
    """What the browser has counted."""
    await at.come("/statistics", statistics(), **ANN)
    await expect(at.button("Delete")).to_be_visible()


@scene
async def own_games_delete(at: At) -> None:
    """Whether to delete it."""
    await own_games(at)
    await at.button("Delete").click()
    await expect(at.page.get_by_role("dialog")).to_be_visible()


@scene
async def own_games_none(at: At) -> None:
    """Nothing was counted yet."""
    await at.come("/statistics", newcomer=True)
    await expect(at.page.get_by_text("No game has been counted yet")).to_be_visible()


@scene
async def daily_deal(at: At) -> None:
    """Today's deal, before it is played."""
    await at.come("/daily")
    await expect(at.page.get_by_role("button", name="Play today")).to_be_visible()


@scene
async def daily_played(at: At) -> None:
    """Today's deal, played, among others."""
    url, dealt = await at.at_noon(OTHERS)
    await at.come(dealt.path, dealt.storage, url=url, **ANN)
    await expect(at.page.get_by_text("Place ")).to_be_visible()
    await at.page.goto(url + "/daily")
    await expect(at.page.get_by_text("How everybody did today")).to_be_visible()


@scene
async def daily_over(at: At) -> None:
    """The score sheet at the end of a daily deal."""
    url, dealt = await at.at_noon(OTHERS)
    await at.come(dealt.path, dealt.storage, url=url, **ANN)
    await expect(at.page.get_by_text("How everybody did today")).to_be_visible()
