"""The keyboard alone plays: every press in here is a key."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.harness import Browser, Theatre
from tests.browser.people import assert_nothing_was_refused, assert_result_is_shown, is_over, is_shown, moves
from tests.browser.staging import stage
from tests.browser.table_page import YOUR_TURN, Player, seated
from tests.browser.wanted import Wanted, after, asked, at_least, round_over
from tests.server.harness import Server

FOCUS = """() => {
    const there = document.activeElement;
    return {
        name: there.ariaLabel ?? there.labels?.[0]?.innerText ?? there.innerText ?? "",
        kind: there.dataset.key ?? "", value: there.value ?? "", tag: there.tagName,
        seen: there.matches(":focus-visible"),
        inside: there.closest("[data-anchor=hand]") ? "hand" : there.closest("dialog") ? "dialog"
            : there.closest("main") ? "main" : "",
    };
}"""
"""What has the focus."""

PLAYABLE = Wanted("a card can be played", lambda game: any(move.kind == "play" for move in game.legal_moves(0)))


class Keys:
    """Somebody with a keyboard and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def press(self, *keys: str) -> None:
        """Some keys, one after the other."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def focus(self) -> dict[str, str]:
        """What the keys go to now."""
        found: dict[str, str] = await self.page.evaluate(FOCUS)
        return found

    async def walk_to(self, name: str = "", *, kind: str = "", value: str = "", by: str = "Tab") -> None:
        """Go from one thing to the next until the right one is reached, where the focus must be seen."""
        for _ in range(120):
            await self.press(by)
            there = await self.focus()
            if name in there["name"] and kind in {"", there["kind"]} and value in {"", there["value"]}:
                assert there["seen"]
                return
        msg = f"{by} never came to {name or kind or value!r}"
        raise AssertionError(msg)


# --- a game ---------------------------------------------------------------------------------------------


async def answer(keys: Keys, player: Player) -> None:
    """The first answer by its number; where there is nothing to choose, the button that confirms."""
    if await player.answers.count():
        await keys.press("1")
    else:
        await keys.walk_to(kind="confirm", by="Shift+Tab")
        await keys.press("Enter")


async def play_by_keys(keys: Keys, player: Player) -> None:
    """Answer what is asked: a card with the arrows and Enter, everything else with its key."""
    decision = player.view["decision"]
    await is_shown(player)
    if "uno" in moves(player):
        await keys.press("u")
        await player.visitor.until(lambda _: "uno" not in moves(player))
    color_chosen = False
    if moves(player) & {"play", "discard"}:
        await keys.press("h")
        raised = await player.page.evaluate("() => document.activeElement.ariaPressed !== null")
        await keys.press("Enter")
        if raised:
            await expect(player.page.locator("[data-key=undo]")).to_be_visible()
            color_chosen = await player.answers.count() > 0
            await answer(keys, player)
    elif await player.answers.count():
        await answer(keys, player)
    else:
        await keys.press("d" if "draw" in moves(player) else "k")
    await player.visitor.until(
        lambda view: view["decision"] != decision and not (color_chosen and view["asks"] == [player.seat, "color"])
    )


@pytest.mark.long
def test_a_game_is_played_from_the_first_page_to_its_end_with_the_keyboard_alone(
    theatre: Theatre, server: Server
) -> None:
    """Past the top of the page, the name typed, the game chosen with arrow keys.

    Then a round against a bot, and the way home.
    """

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url) as ann:
            keys, player = Keys(ann.page), Player(ann, 0)
            await expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()
            await keys.press("Tab")
            assert (await keys.focus())["name"] == "Skip to the content"
            await keys.press("Enter", "Tab")
            assert (await keys.focus())["name"] == "Your name"
            await ann.page.keyboard.type("Ann")
            await keys.walk_to(value="classic")
            await keys.walk_to(value="flip-transformers", by="ArrowDown")
            await keys.walk_to("How many play?")
            await ann.page.keyboard.type("2")
            await keys.walk_to("Play now", by="Shift+Tab")
            await keys.press("Enter")
            await player.arrived()
            while not is_over(player):
                await ann.until(lambda view: view["asks"][0] in {0, -1})
                if not is_over(player):
                    await play_by_keys(keys, player)
            await assert_result_is_shown(player)
            assert_nothing_was_refused(ann)
            await keys.walk_to("To the start")
            await keys.press("Enter")
            await expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()

    theatre.run(test, seconds=400)


def test_the_next_round_is_dealt_by_keyboard(theatre: Theatre, server: Server) -> None:
    """The score sheet is within reach."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, round_over())
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            await keys.walk_to("Deal the next round")
            await keys.press("Enter")
            await ann.visitor.until(lambda view: view["round"] == 2)

    theatre.run(test)


# --- single keys ----------------------------------------------------------------------------------------


def test_arrow_keys_move_along_the_hand(theatre: Theatre, server: Server) -> None:
    """As the cards lie; the first and the last are one key away."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAYABLE & at_least(0, 5))
        async with seated(chromium, server, staged, 0) as ann:
            keys, hand = Keys(ann.page), await ann.hand()

            async def held() -> str:
                return str(await ann.page.evaluate("() => document.activeElement.dataset.card"))

            await keys.press("h", "Home")
            walked = [await held()]
            for _ in hand[1:]:
                await keys.press("ArrowRight")
                walked.append(await held())
            assert walked == hand
            await keys.press("ArrowRight")
            assert await held() == hand[-1]
            await keys.press("Home", "End", "ArrowLeft")
            assert await held() == hand[-2]

    theatre.run(test)


def test_an_answer_is_given_by_its_number(theatre: Theatre, server: Server) -> None:
    """One press; Escape is no answer."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0, "challenge"))
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            await expect(ann.answers).to_have_count(2)
            await keys.press("Escape")
            assert not [message for message in ann.visitor.sent() if message["t"] == "move"]
            await keys.press("2")
            await ann.logged("You do not challenge.")

    theatre.run(test)


def test_the_focus_stays_in_the_hand(theatre: Theatre, server: Server) -> None:
    """A card that is taken back has it again; the place of one that was played has the next card."""

    async def test(chromium: Browser) -> None:
        wild = Wanted(
            "a wild and another card can be played",
            lambda game: {"W", "W+4"} & {m.value for m in game.legal_moves(0)} != set(),
        )
        staged = stage(server.database, "classic", 2, asked(0) & at_least(0, 4) & wild & PLAYABLE)
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            await ann.page.locator("[data-anchor=hand] [data-card^=W].can").first.focus()
            name = (await keys.focus())["name"]
            await keys.press("Enter")
            await expect(ann.status).to_have_text(f"Choose a colour for {name}.")
            await keys.walk_to("Undo", by="Shift+Tab")
            await keys.press("Enter")
            await expect(ann.page.locator("[data-key=undo]")).to_have_count(0)
            there = await keys.focus()
            assert (there["name"], there["inside"]) == (name, "hand")
            await keys.press("Enter", "1", "1")
            await ann.logged(f"You play {name}.")
            assert (await keys.focus())["inside"] == "hand"

    theatre.run(test)


def test_letters_that_are_typed_are_no_shortcuts(theatre: Theatre, server: Server) -> None:
    """T leads to the field for talk; what is said there is only said."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & after(4))
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            await keys.press("t")
            await ann.page.keyboard.type("duck? 12")
            await keys.press("Enter")
            await ann.logged("Ann duck? 12")
            assert [message["t"] for message in ann.visitor.sent()] == ["hello", "chat"]
            await ann.says(YOUR_TURN)

    theatre.run(test)


def test_the_list_of_shortcuts_opens_and_closes_by_keyboard(theatre: Theatre, server: Server) -> None:
    """The question mark opens it, Escape closes it, and the focus is where it was."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAYABLE)
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            window = ann.page.get_by_role("dialog", name="Keyboard shortcuts")
            await keys.press("h")
            before = await keys.focus()
            await keys.press("?")
            await expect(window).to_be_visible()
            assert (await keys.focus())["inside"] == "dialog"
            await keys.press("d", "Escape")
            await expect(window).to_have_count(0)
            assert await keys.focus() == before
            assert [message["t"] for message in ann.visitor.sent()] == ["hello"]

    theatre.run(test)


def test_without_shortcuts_single_keys_do_nothing_and_the_others_still_play(theatre: Theatre, server: Server) -> None:
    """Switched off in the preferences by keyboard; Tab and Enter draw a card all the same."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & PLAYABLE & after(4))
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            await keys.walk_to("Preferences")
            await keys.press("Enter")
            await expect(ann.page.get_by_role("dialog", name="Preferences")).to_be_visible()
            await keys.walk_to("Single-key shortcuts")
            await keys.press(" ", "Escape")
            await expect(ann.page.get_by_role("dialog")).to_have_count(0)
            await keys.press("d", "u", "c", "h", "t", "1", "?", "k")
            await expect(ann.page.get_by_role("dialog")).to_have_count(0)
            await expect(ann.why).to_be_empty()
            assert (await keys.focus())["inside"] != "hand"
            assert [message["t"] for message in ann.visitor.sent()] == ["hello"]
            await keys.walk_to("Draw a card", kind="draw")
            await keys.press("Enter")
            await ann.visitor.until(lambda view: view["asks"] != [0, "play"])
            assert [message.get("move") for message in ann.visitor.sent()] == [None, "draw"]

    theatre.run(test)


@pytest.mark.parametrize("plate", ["seat-1", "discard"])
def test_windows_over_the_table_open_and_close_by_keyboard(theatre: Theatre, server: Server, plate: str) -> None:
    """Another player's cards and the discard pile; the focus comes back to what opened them."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & after(4))
        async with seated(chromium, server, staged, 0) as ann:
            keys = Keys(ann.page)
            await ann.page.locator(f"[data-anchor={plate}]").focus()
            before = await keys.focus()
            await keys.press("Enter")
            await expect(ann.page.get_by_role("dialog")).to_be_visible()
            await keys.press("Escape")
            await expect(ann.page.get_by_role("dialog")).to_have_count(0)
            assert await keys.focus() == before

    theatre.run(test)
