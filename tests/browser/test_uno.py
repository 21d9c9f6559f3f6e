"""UNO at a table where everybody is quick or not: called, forgotten, caught, and always within reach."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre
from tests.browser.staging import Policy, Staged, habit, stage, wild
from tests.browser.table_page import YOUR_TURN, Player, say, seated, words
from tests.browser.wanted import Wanted, asked, can_only_draw, can_play, leads_to, liable, two_cards
from tests.server.harness import Server, eventually

NOT_CALLED = "has not called UNO"
LEAVES_ONE = two_cards(0) & leads_to(asked(1) & liable(0), "0 play number")
"""Ann can leave one card with a number, after which it is Bob's turn."""


def staged_for(server: Server, wanted: Wanted = LEAVES_ONE, grace: float = 0.0, policy: Policy | None = None) -> Staged:
    """Ann and Bob, and so many seconds in which only the own call counts."""
    return stage(server.database, "classic", 2, wanted, options={"uno_grace": grace}, policy=policy)


async def shouted(player: Player) -> list[str]:
    """What was called and who was caught, as the log has it."""
    return [line for line in await player.log() if "UNO" in line]


def test_uno_can_be_called_just_before_the_play(server: Server, theatre: Theatre) -> None:
    """uno-2: with two cards on the own turn; then there is nobody to catch."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server)
        card = staged.playable(0, "number")
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.uno()
            await ann.logged("You call UNO!")
            await expect(ann.own).to_contain_text("UNO!")
            await expect(bob.plate(0)).to_contain_text("UNO!")
            await ann.says(YOUR_TURN)
            await ann.play(card)
            await bob.logged("Ann calls UNO!", f"Ann plays {words(card)}.")
            await bob.says(YOUR_TURN)
            await expect(bob.plate(0)).not_to_contain_text(NOT_CALLED)
            await bob.do("Catch", in_vain=True)
            await expect(bob.why).to_have_text(f"{say('why.catch')} Rule uno-2")

    theatre.run(test)


def test_uno_can_be_called_after_the_play_until_somebody_catches(server: Server, theatre: Theatre) -> None:
    """uno-2: everybody sees that the call is missing, and that it came."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play(staged.playable(0, "number"))
            await expect(ann.own).to_contain_text("you have not called UNO")
            await expect(bob.plate(0)).to_contain_text(NOT_CALLED)
            await expect(bob.page.get_by_role("button", name="Catch Ann!")).to_be_visible()
            await ann.uno()
            await bob.logged("Ann calls UNO!")
            await expect(bob.page.get_by_role("button", name="Catch Ann!")).to_have_count(0)
            await expect(bob.plate(0)).not_to_contain_text(NOT_CALLED)
            await expect(ann.cards).to_have_count(1)

    theatre.run(test)


def test_whoever_forgets_uno_is_caught_and_draws_two(server: Server, theatre: Theatre) -> None:
    """uno-1: the other player presses one button."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server)
        card = staged.playable(0, "number")
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play(card)
            await bob.catch("Ann")
            await bob.logged(
                f"Ann plays {words(card)}.", "Ann did not call UNO and is caught by you.", "Ann draws 2 cards."
            )
            await ann.logged("You did not call UNO and are caught by Bob.")
            await ann.holds([held.text for held in staged.then(f"0 play {card}", "1 catch 0").hands[0]])
            await expect(bob.plate(0)).to_contain_text("3 cards")
            await bob.says(YOUR_TURN)
            await ann.do("UNO!", in_vain=True)
            await expect(ann.why).to_have_text(f"{say('why.uno')} Rule uno-2")
            await expect(ann.why.get_by_role("link")).to_have_attribute("href", "/help/classic#rule-uno-2")

    theatre.run(test)


def test_a_catch_within_the_grace_waits_and_its_presser_alone_is_told(server: Server, theatre: Theatre) -> None:
    """uno-3: a quick finger is no better than a quick head, but the right to catch stays."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server, grace=5.0)  # long enough for a busy machine
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play(staged.playable(0, "number"))
            await bob.catch("Ann")
            await expect(bob.why).to_have_text(say("news.catching", name="Ann"))
            await expect(bob.page.get_by_role("button", name="Catch Ann!")).to_be_disabled()
            await expect(ann.why).to_have_text("")
            await bob.logged("Ann did not call UNO and is caught by you.")
            await ann.logged("You did not call UNO and are caught by Bob.")
            await expect(bob.why).to_have_text("")

    theatre.run(test)


def test_a_call_in_time_costs_whoever_caught_nothing(server: Server, theatre: Theatre) -> None:
    """uno-3: the waiting catch comes to nothing, and that is told calmly."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server, grace=5.0)  # long enough for a busy machine
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play(staged.playable(0, "number"))
            await bob.catch("Ann")
            await expect(bob.why).to_have_text(say("news.catching", name="Ann"))
            await ann.uno()
            await expect(bob.why).to_have_text(say("news.in-time", name="Ann"))
            await bob.logged("Ann calls UNO!")
            await bob.says(YOUR_TURN)

    theatre.run(test)


def test_uno_can_be_called_while_a_colour_is_chosen(server: Server, theatre: Theatre) -> None:
    """uno-4: on a phone too an open question does not cover the button, and what was raised stays raised."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server, two_cards(0) & can_play(0, "W"), policy=habit(keeps=wild))
        async with seated(chromium, server, staged, 0, phone=True) as ann:
            await ann.press("W")
            await expect(ann.answers).not_to_have_count(0)
            await ann.uno()
            await ann.logged("You call UNO!")
            await ann.answer("red")
            await ann.logged("You call UNO!", "You play Wild.", "You name red.")

    theatre.run(test)


def test_uno_is_urged_only_where_a_card_can_be_played(server: Server, theatre: Theatre) -> None:
    """Whoever has two cards of which none fits may call, but nothing says so; nor does the guide."""

    async def test(chromium: Browser) -> None:
        nothing_fits = can_only_draw(0) & Wanted("Ann has two cards", lambda game: len(game.hands[0]) == 2)
        for wanted, urged in ((nothing_fits, False), (LEAVES_ONE, True)):
            staged = staged_for(server, wanted)
            async with seated(chromium, server, staged, 0, preferences={"guide": ""}) as ann:
                call = ann.shouts.filter(has_text="UNO!")
                await expect(call).to_have_attribute("aria-disabled", "false")
                await expect(ann.dock.locator("button.uno.main")).to_have_count(int(urged))
                hint = ann.page.get_by_role("status", name="Guide")
                await expect(hint).to_contain_text(say("help.hint.uno" if urged else "help.hint.draw"))
                await ann.uno()
                await ann.logged("You call UNO!")

    theatre.run(test)


def test_a_catch_is_urged_only_after_the_grace(server: Server, theatre: Theatre) -> None:
    """uno-3: until then a press waits and may come to nothing, so nothing pulses; nor does it while it waits."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server, grace=5.0)
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1, moving=True) as bob,
        ):
            await ann.play(staged.playable(0, "number"))
            button = bob.page.get_by_role("button", name="Catch Ann!")
            await expect(button).to_have_css("animation-delay", "5s")
            await bob.catch("Ann")
            await expect(button).to_have_css("animation-name", "none")
            await expect(button).to_be_disabled()
            await bob.logged("Ann did not call UNO and is caught by you.")

    theatre.run(test)


def test_somebody_can_be_caught_while_a_colour_is_chosen(server: Server, theatre: Theatre) -> None:
    """uno-4: no question covers the button, on a phone too, and what was raised stays raised."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server, LEAVES_ONE & leads_to(can_play(1, "W"), "0 play number"))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1, phone=True) as bob:
            await ann.play(staged.playable(0, "number"))
            await bob.press("W")
            await expect(bob.answers).not_to_have_count(0)
            await bob.catch("Ann")
            await ann.logged("You did not call UNO and are caught by Bob.")
            await bob.answer("green")
            await ann.logged("Bob plays Wild.", "Bob names green.")

    theatre.run(test)


def test_of_a_call_and_a_catch_at_the_same_time_one_counts(server: Server, theatre: Theatre) -> None:
    """uno-2: whichever the server heard first, and both pages tell the same story."""

    async def test(chromium: Browser) -> None:
        staged = staged_for(server)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play(staged.playable(0, "number"))
            await expect(bob.page.get_by_role("button", name="Catch Ann!")).to_be_visible()
            # whatever the page shows by then
            press = "(buttons, name) => buttons.find((button) => button.textContent === name)?.click()"
            await asyncio.gather(ann.shouts.evaluate_all(press, "UNO!"), bob.shouts.evaluate_all(press, "Catch Ann!"))

            async def told() -> bool:
                return bool(await shouted(ann)) and bool(await shouted(bob))

            await eventually(told)
            stories = {
                "You call UNO!": "Ann calls UNO!",
                "You did not call UNO and are caught by Bob.": "Ann did not call UNO and is caught by you.",
            }
            [story] = await shouted(ann)
            assert await shouted(bob) == [stories[story]]
            await expect(ann.cards).to_have_count(1 if "call UNO!" in story else 3)
            for player in (ann, bob):
                answers = [message for message in player.visitor.messages() if message["t"] in {"ok", "no"}]
                assert {answer.get("code", "granted") for answer in answers} <= {"granted", "too-late", "illegal-move"}

    theatre.run(test)
