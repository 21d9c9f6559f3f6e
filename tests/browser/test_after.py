"""After a round and after a game.

The score sheet, another game, the replay, the record, and the proof of the shuffle.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from lastcard import commands
from lastcard.game import Game
from tests.browser.harness import Browser, Theatre
from tests.browser.staging import Staged, stage
from tests.browser.table_page import Player, seated, words
from tests.browser.wanted import Wanted, asked, can_win, face_of, game_over, in_round, round_over, won_by
from tests.server.following import whole_of
from tests.server.harness import Server, room

LAST_IS_NO_WILD = Wanted(
    "Ann's last card is no wild",
    lambda game: bool(game.hands[0]) and not face_of(game, game.hands[0][0].text).kind.wild,
)


def button(page: Page, name: str) -> Locator:
    """A button by its name."""
    return page.get_by_role("button", name=name, exact=True)


def sheet(page: Page) -> Locator:
    """The score sheet."""
    return page.get_by_role("table", name="Points of the round")


def plain(text: str | None) -> str:
    """Words as they are read, without the space between elements."""
    return " ".join((text or "").split())


async def rows(page: Page) -> dict[str, list[str]]:
    """What the score sheet has for everybody, by name, from left to right."""
    found = {}
    for row in await sheet(page).locator("tr:has(th[scope=row])").all():
        name = plain(await row.get_by_role("rowheader").text_content()).removesuffix(" Winner").removesuffix(" (you)")
        found[name] = [plain(text) for text in await row.get_by_role("cell").all_text_contents()]
    return found


async def left_to(page: Page, name: str) -> list[str]:
    """The cards that somebody was left with, as the score sheet names them."""
    return [
        plain(text)
        for text in await page.get_by_role("list", name=f"Cards left to {name}")
        .locator("li .unseen")
        .all_text_contents()
    ]


def points(number: int) -> str:
    """So many points in words."""
    return f"{number} point" if number == 1 else f"{number} points"


def expected_left(game: Game, seat: int) -> list[str]:
    """The same by the game itself, which is over."""
    faces = [face_of(game, card.text) for card in game.hands[seat]]
    return [f"{words(face.text)}: {points(face.kind.points)}" for face in faces]


# --- a round --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["classic", "flip"])
def test_the_score_sheet_of_a_round_shows_the_cards_left_and_what_they_count(
    theatre: Theatre, server: Server, edition: str
) -> None:
    """Every card with its points, the sum for whoever is out, and the totals.

    Then the next round is dealt (score-1).
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, edition, 3, round_over() & in_round(2), people=2)
        game = staged.game
        names = ["Ann", "Bob", "Bot 3"]
        winner = next(seat for seat, hand in enumerate(game.hands) if not hand)
        async with seated(chromium, server, staged, 0) as ann:
            title = "You are out of cards" if winner == 0 else f"{names[winner]} is out of cards"
            await expect(ann.page.get_by_role("region", name=title)).to_be_visible()
            shown = await rows(ann.page)
            worth = sum(face_of(game, card.text).kind.points for hand in game.hands for card in hand)
            for seat, name in enumerate(names):
                own = sum(face_of(game, card.text).kind.points for card in game.hands[seat])
                assert shown[name] == [str(own), f"+{worth}" if seat == winner else "0", str(game.scores[seat])]
                if seat != winner:
                    label = f"{name} (you)" if seat == 0 else name
                    assert sorted(await left_to(ann.page, label)) == sorted(expected_left(game, seat))
            await expect(ann.page.get_by_text("no cards left")).to_have_count(1)
            await button(ann.page, "Deal the next round").click()
            await expect(sheet(ann.page)).to_have_count(0)
            assert ann.view["round"] == 3
            await ann.logged("Everybody gets 7 cards.")

    theatre.run(test)


def test_any_player_may_deal_the_next_round(theatre: Theatre, server: Server) -> None:
    """Two pages show the sheet; one of them deals, and both go on. A spectator is told to wait."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, round_over())
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
            chromium.visitor(server.url + staged.path) as eve,
        ):
            await button(eve.page, "Only watch").click()
            await expect(eve.page.get_by_text("The players deal the next round.")).to_be_visible()
            await expect(button(eve.page, "Deal the next round")).to_have_count(0)
            await button(bob.page, "Deal the next round").click()
            for page in (ann.page, bob.page, eve.page):
                await expect(sheet(page)).to_have_count(0)

    theatre.run(test)


@pytest.mark.parametrize("over", ["round", "game"])
@pytest.mark.parametrize("screen", [(390, 844), (360, 640), (740, 360)], ids=lambda screen: "x".join(map(str, screen)))
def test_whoever_won_stands_on_top_and_in_sight(
    theatre: Theatre, server: Server, over: str, screen: tuple[int, int]
) -> None:
    """Also among ten, the winner on the last seat, on a phone upright and on its side."""

    async def test(chromium: Browser) -> None:
        out = Wanted("the last seat is out of cards", lambda game: not game.hands[9])
        wanted = round_over() & out if over == "round" else won_by(9)
        settings = {"target": 5000 if over == "round" else 100}
        staged = stage(server.database, "classic", 10, wanted, people=1, settings=settings)
        width, height = screen
        async with seated(chromium, server, staged, 0, phone=True, width=width, height=height) as ann:
            row = sheet(ann.page).locator("tr:has(th[scope=row])").first
            await expect(row.get_by_role("rowheader")).to_contain_text("Bot 10 Winner")
            await expect(row).to_be_in_viewport(ratio=1)
            at = "(element) => element.getBoundingClientRect().toJSON()"
            seen = await row.evaluate(at)
            buttons = await ann.page.locator("section.sheet footer").evaluate(at)
            assert seen["bottom"] <= buttons["top"] or seen["right"] <= buttons["left"]

    theatre.run(test)


async def still(page: Page) -> None:
    """The page's time stands still from now on; what flies arrives all the same."""
    await page.clock.install()
    await page.clock.pause_at(await page.evaluate("() => Date.now() + 1000"))


def test_the_score_sheet_waits_until_the_winning_card_was_seen(theatre: Theatre, server: Server) -> None:
    """It has landed and lies open for a while; all else is told at once.

    Nothing waits where nothing moves, nor on a page that comes when all is over.
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, can_win(0) & LAST_IS_NO_WILD, people=3, settings={"target": 20})
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1, moving=True) as bob,
            seated(chromium, server, staged, 2, moving=True) as cem,
        ):
            await still(bob.page)
            await still(cem.page)
            [card] = await ann.hand()
            await ann.play(card)
            await expect(sheet(ann.page)).to_be_visible()
            for player in (bob, cem):
                await player.says("The game is won by Ann.")
                await expect(player.page.locator(".ghost")).to_have_count(0)
                await expect(player.page.locator("[data-top]")).to_be_visible()
                await expect(sheet(player.page)).to_have_count(0)
            await bob.page.clock.run_for(1100)
            await expect(sheet(bob.page)).to_have_count(0)
            await bob.page.clock.run_for(200)
            await expect(sheet(bob.page)).to_be_visible()
            await cem.page.keyboard.press("Shift")
            await expect(sheet(cem.page)).to_be_visible()
        async with chromium.visitor(None, storage=staged.storage(1), moving=True) as late:
            await late.page.clock.install(time=0)
            await late.page.clock.pause_at(1000)
            await late.page.goto(server.url + staged.path)
            await expect(sheet(late.page)).to_be_visible()

    theatre.run(test)


def test_a_garland_hangs_for_winners_alone(theatre: Theatre, server: Server) -> None:
    """Whoever lost, or only watches, is not celebrated."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, won_by(0), settings={"target": 60})
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
            chromium.visitor(server.url + staged.path) as eve,
        ):
            await button(eve.page, "Only watch").click()
            for page, pendants in {ann.page: 8, bob.page: 0, eve.page: 0}.items():
                await expect(sheet(page)).to_be_visible()
                await expect(page.locator("section.sheet .pendant")).to_have_count(pendants)

    theatre.run(test)


# --- a game ---------------------------------------------------------------------------------------------


def test_the_last_card_ends_the_game_and_everybody_may_play_again(theatre: Theatre, server: Server) -> None:
    """Both pages say who won; the same people begin another game, with another shuffle."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, can_win(0) & LAST_IS_NO_WILD, settings={"target": 20})
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            [card] = await ann.hand()
            await ann.play(card)
            await expect(ann.page.get_by_role("region", name="You win!")).to_be_visible()
            await expect(bob.page.get_by_role("region", name="Ann wins!")).to_be_visible()
            for page in (ann.page, bob.page):
                await expect(page.get_by_text("20 points were needed.")).to_be_visible()
                assert list(await rows(page)) == ["Ann", "Bob"]
            first = ann.visitor.tables()[-1]["commitment"]
            await button(bob.page, "Play again").click()
            await expect(bob.page.get_by_role("button", name="Not ready after all")).to_be_visible()
            await expect(bob.page.get_by_text("as soon as Ann wants to play again, too.")).to_be_visible()
            await expect(ann.page.get_by_text("Bob wants to play again. The cards are dealt")).to_be_visible()
            await button(ann.page, "Play again").click()
            await bob.arrived()
            table = ann.visitor.tables()[-1]
            assert table["games"] == 2
            assert table["commitment"] != first
            assert ann.view["scores"] == [0, 0]
            assert len(ann.view["hand"]) >= 7

    theatre.run(test)


def test_whoever_plays_alone_plays_again_with_one_press(theatre: Theatre, server: Server) -> None:
    """The same bots, the same rules, dealt at once; no lobby in between."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, can_win(0) & LAST_IS_NO_WILD, people=1, settings={"target": 20})
        async with seated(chromium, server, staged, 0) as ann:
            [card] = await ann.hand()
            await ann.play(card)
            await expect(ann.page.get_by_text("Same bots, same rules, dealt at once.")).to_be_visible()
            await button(ann.page, "Play again").click()
            await expect(ann.page.get_by_role("region", name="You win!")).to_have_count(0)
            await ann.arrived()
            table = ann.visitor.tables()[-1]
            assert (table["games"], table["setup"]["settings"]) == (2, {"target": 20})

    theatre.run(test)


def test_a_round_that_somebody_looks_at_is_not_dealt_by_itself(theatre: Theatre, server: Server) -> None:
    """The others see who is still looking, and no time runs; when that is over, it runs again."""

    async def test(chromium: Browser) -> None:
        options = {"deal_after": 60, "clock": None}
        staged = stage(server.database, "classic", 2, round_over() & in_round(2), options=options)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            counting = re.compile(r"next round.* \d+ second", re.IGNORECASE)
            await expect(ann.page.get_by_text(counting)).to_be_visible()
            await button(bob.page, "Wait with the next round").click()
            await expect(ann.page.get_by_text("Bob is still looking.")).to_be_visible()
            await expect(ann.page.get_by_text(counting)).to_have_count(0)
            await button(bob.page, "Wait with the next round").click()
            await expect(ann.page.get_by_text(counting)).to_be_visible()

    theatre.run(test)


# --- the replay -----------------------------------------------------------------------------------------


class Film:
    """The page of a replay."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.slider = page.get_by_role("slider", name="Position in the game")

    async def is_at(self, step: int) -> None:
        """The step that is shown, from 1."""
        await expect(self.page.get_by_text(re.compile(rf"^Step {step} of \d+$"))).to_be_visible()

    async def press(self, name: str) -> None:
        """A button of the controls."""
        await button(self.page, name).click()

    async def look_through(self, eyes: str) -> None:
        """Whose eyes."""
        await self.page.get_by_label("Whose eyes").select_option(label=eyes)

    async def hand_of(self, name: str) -> list[str]:
        """The hand that is shown below the table."""
        hand = self.page.get_by_role("region", name=f"The hand of {name}")
        await expect(hand).to_be_visible()
        return [plain(text) for text in await hand.locator("li .unseen").all_text_contents()]

    def open_cards(self, seat: int) -> Locator:
        """The cards of a seat that lie open on the table."""
        return self.page.locator(f"[data-anchor=seat-{seat}] .card[data-color]")


async def replay_of(server: Server, code: str, eyes: str, step: int) -> dict[str, Any]:
    """A step of a replay as the server tells it."""
    async with room(server) as here:
        answer = (
            await here.http.get(f"/api/tables/{code}/replay", params={"eyes": eyes, "from": step, "count": 1})
        ).json()
        (told,) = answer["steps"]
        return {**answer, **told, "view": whole_of(told["view"])}


def finished(server: Server) -> Staged:
    """A finished game of several rounds."""
    return stage(server.database, "classic", 2, game_over() & ~in_round(1), settings={"target": 60})


def test_a_game_can_be_watched_again_step_by_step(theatre: Theatre, server: Server) -> None:
    """By buttons, by keys, by the slider, round by round, and by itself."""

    async def test(chromium: Browser) -> None:
        staged = finished(server)
        about = await replay_of(server, staged.code, "open", 0)
        total, second = about["total"], about["rounds"][1]
        async with chromium.visitor(server.url + staged.path, storage=staged.storage(0)) as ann:
            await ann.page.get_by_role("link", name="Watch the replay").click()
            film = Film(ann.page)
            await film.is_at(1)
            await film.press("One step forward")
            await film.press("One step forward")
            await film.is_at(3)
            await film.press("One step back")
            await film.is_at(2)
            await film.press("To the end")
            await film.is_at(total)
            await film.press("To the beginning")
            await film.is_at(1)
            await ann.page.locator("body").click(position={"x": 2, "y": 2})
            for key, step in {"ArrowRight": 2, "End": total, "ArrowLeft": total - 1, "Home": 1}.items():
                await ann.page.keyboard.press(key)
                await film.is_at(step)
            await film.slider.fill("7")
            await film.is_at(8)
            await expect(film.slider).to_have_attribute("aria-valuetext", f"Step 8 of {total}, round 1")
            await ann.page.get_by_label("Go to round").select_option(label="2")
            await film.is_at(second + 1)
            await expect(ann.page.get_by_role("status").filter(has_text="Everybody gets 7 cards.")).to_be_visible()
            await film.press("To the beginning")
            await ann.page.get_by_label("Speed").select_option(index=2)
            await film.press("Play")
            await expect(ann.page.get_by_text(re.compile(r"^Step ([4-9]|\d\d+) of \d+$"))).to_be_visible()
            await film.press("Pause")
            await ann.page.get_by_role("link", name="To the table").click()
            await expect(button(ann.page, "Play again")).to_be_visible()

    theatre.run(test)


def test_a_replay_shows_what_each_of_its_viewers_saw(theatre: Theatre, server: Server) -> None:
    """Every seat sees its own hand and no other.

    All hands lie open for the one who wants that, and none for the public.
    """

    async def test(chromium: Browser) -> None:
        staged = finished(server)
        async with chromium.visitor(f"{server.url}{staged.path}/replay") as eve:
            film = Film(eve.page)
            await film.is_at(1)
            for _ in range(3):
                await film.press("One step forward")
            sizes = (await replay_of(server, staged.code, "open", 3))["view"]["sizes"]
            for seat in (0, 1):
                await expect(film.open_cards(seat)).to_have_count(sizes[seat])
            for seat, name in enumerate(("Ann", "Bob")):
                await film.look_through(name)
                told = await replay_of(server, staged.code, str(seat), 3)
                assert sorted(await film.hand_of(name)) == sorted(words(card) for card in told["view"]["hand"])
                await expect(eve.page.locator(f"[data-anchor=seat-{seat}]")).to_have_count(0)
                await expect(film.open_cards(1 - seat)).to_have_count(0)
            await film.look_through("What everybody sees")
            for seat in (0, 1):
                await expect(eve.page.locator(f"[data-anchor=seat-{seat}]")).to_be_visible()
                await expect(film.open_cards(seat)).to_have_count(0)

    theatre.run(test)


def test_a_game_that_goes_on_is_not_shown(theatre: Theatre, server: Server) -> None:
    """The page says why, and leads to the table."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0))
        async with chromium.visitor(
            f"{server.url}{staged.path}/replay", storage=staged.storage(0), expects=("409",)
        ) as ann:
            await expect(ann.page.get_by_role("heading", level=1, name=re.compile("can.t be shown"))).to_be_visible()
            await expect(ann.page.get_by_text("This game is still going on.")).to_be_visible()
            await ann.page.get_by_role("link", name="To the table").click()
            await Player(ann).says("Your turn: play a card or draw.")

    theatre.run(test)


# --- the record and the shuffle -------------------------------------------------------------------------


def test_the_record_is_downloaded_and_verified_by_the_command_that_the_page_shows(
    theatre: Theatre, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the commitment and the mix that this browser kept, and not with others."""
    monkeypatch.chdir(tmp_path)

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "flip", 3, won_by(0), people=2, settings={"target": 40})
        async with seated(chromium, server, staged, 0) as ann:
            async with ann.page.expect_download() as download:
                await ann.page.get_by_role("link", name="Download the record").click()
            file = await download.value
            await file.save_as(tmp_path / file.suggested_filename)
            await button(ann.page, "Check the shuffle").click()
            await ann.page.get_by_text("Check it yourself, without this page").click()
            command = shlex.split(await ann.page.get_by_role("dialog").locator("details code").inner_text())
            assert command[:3] == ["lastcard", "verify", file.suggested_filename]
            assert staged.commitment in command
            assert f"0={staged.people[0].mix}" in command
            assert commands.main(command[1:]) == 0
            assert commands.main([*command[1:3], "--commitment", "00" * 32]) != 0

    theatre.run(test)


OTHER = "5" * 32
WRONG: dict[str, dict[str, Any]] = {
    "": {},
    "commitment": {"commitment": "5" * 64},
    "mix": {"mix": OTHER},
    "deal": {"dealt": ["r1", "r1", "r1", "g1", "g1", "g1", "b1"]},
}
"""By the check that must find it: what the browser kept otherwise than the server has it."""


@pytest.mark.parametrize("wrong", WRONG, ids=lambda name: name or "nothing")
def test_the_check_of_the_shuffle_finds_whatever_is_not_as_it_was_kept(
    theatre: Theatre, server: Server, wrong: str
) -> None:
    """Four ticks for an honest game.

    A cross for another commitment, another mix, or another hand than this browser noted.
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, won_by(0), settings={"target": 60})
        [(key, kept)] = staged.storage(0).items()
        async with chromium.visitor(server.url + staged.path, storage={key: {**kept, **WRONG[wrong]}}) as ann:
            await button(ann.page, "Check the shuffle").click()
            window = ann.page.get_by_role("dialog", name="A fair shuffle")
            await window.get_by_role("button", name="Check the shuffle").click()
            verdict = (
                "Something is wrong with this shuffle." if wrong else "The shuffle was fair: all checks are right."
            )
            await expect(window.get_by_text(verdict)).to_be_visible()
            found = {
                await one.get_attribute("data-check"): await one.get_attribute("data-verdict")
                for one in await window.locator("[data-check]").all()
            }
            assert found == {name: "bad" if name == wrong else "good" for name in ("commitment", "mix", "key", "deal")}
            await expect(window.get_by_text("Wrong:")).to_have_count(1 if wrong else 0)

    theatre.run(test)
