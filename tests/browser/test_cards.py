"""The cards, each played in real browsers from a situation in which it matters.

What the players read and see is what the rules say.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

import pytest
from playwright.async_api import expect

from lastcard.game import Game
from tests.browser.harness import Browser, Theatre
from tests.browser.staging import stage
from tests.browser.table_page import YOUR_TURN, Player, say, seated, seen, words
from tests.browser.wanted import (
    after,
    asked,
    at_least,
    bluff,
    can_play,
    honest,
    leads_to,
    next_after,
    side_is,
)
from tests.server.harness import Server

NAME_A_COLOR = "Name a colour."
WATCH_MOTION = """() => {
    window.moved = [];
    const real = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...more) {
        const shown = frames.map((frame) => frame.transform ?? frame.clipPath).join(" to ");
        window.moved.push(`${this.dataset.anchor ?? this.getAttribute("class")}: ${shown}`);
        return real.call(this, frames, ...more);
    };
}"""
"""From now on the page notes what moves in it, and how."""


async def moved(player: Player) -> list[str]:
    """What has moved since `WATCH_MOTION`."""
    noted: list[str] = await player.page.evaluate("() => window.moved")
    return noted


async def sees(player: Player, game: Game, others: Sequence[int] = ()) -> None:
    """The page shows a game as the player may know it: the own hand, both piles, the colour, and others' cards."""
    view = game.view(player.seat or 0).to_dict()
    side = view["side"]
    await player.holds([card.split("|")[side == "dark" and "|" in card] for card in view["hand"]])
    await expect(player.top).to_have_accessible_name(f"Discard pile, on top: {seen(view['top'], side)}")
    await expect(player.color).to_contain_text(view["color"] or "not named yet")
    back = "" if seen(view["draw_top"], side) == "a card" else f", {seen(view['draw_top'], side)}"
    await expect(player.draw_pile).to_have_accessible_name(
        re.compile(f"Draw pile: {view['draw_size']} cards{re.escape(back)}$")
    )
    assert await player.discards() == [seen(card, side) for card in reversed(view["discard"])]
    for seat in others:
        assert await player.looks_at(seat) == [seen(card, side) for card in view["hands"][seat]]


def sent_moves(player: Player) -> list[str]:
    """What the player's page has asked for."""
    return [message["move"] for message in player.visitor.sent() if message["t"] == "move"]


# --- colours ------------------------------------------------------------------------------------------


def test_a_wild_is_two_presses_and_can_be_taken_back_after_the_first(server: Server, theatre: Theatre) -> None:
    """card-wild: by a button, Escape, or a press elsewhere; with its colour it is played, and everybody sees it."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & can_play(0, "W"))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            back: list[Callable[[], Awaitable[None]]] = [
                ann.undo,
                lambda: ann.page.keyboard.press("Escape"),
                lambda: ann.page.locator(".stage").click(position={"x": 5, "y": 5}),
            ]
            for take_back in back:
                await ann.press("W")
                await expect(ann.card("W")).to_have_attribute("aria-pressed", "true")
                await expect(ann.answers).to_have_text(["red", "green", "blue", "yellow"])
                await expect(ann.page.locator("[data-key=confirm]")).to_have_count(0)
                await take_back()
                await expect(ann.answers).to_have_count(0)
                await expect(ann.card("W")).to_have_attribute("aria-pressed", "false")
            assert sent_moves(ann) == []
            await ann.play("W", "green")
            await ann.logged("You play Wild.", "You name green.")
            await bob.logged("Ann plays Wild.", "Ann names green.")
            assert sent_moves(ann) == ["play W", "color green"]
            for player in (ann, bob):
                await expect(player.color).to_have_attribute("data-color", "green")
                await sees(player, staged.then("0 play W", "0 color green"), [1 - (player.seat or 0)])
            await bob.says(YOUR_TURN)
            await ann.says("Bob is on turn.")

    theatre.run(test)


# --- flips --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "other", "room"),
    [("light", "dark", "night"), ("dark", "light", "day")],
    ids=["to the dark side", "and back"],
)
def test_a_flip_turns_all_cards_over(server: Server, theatre: Theatre, side: str, other: str, room: str) -> None:
    """card-flip, see-2, see-4: piles, hands and backs turn over, and the table is that of the other side.

    Who wants no motion sees the same without.
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "flip", 2, asked(0) & side_is(side) & leads_to(asked(1), "0 play F") & after(4))
        flip = staged.playable(0, "F")
        async with seated(chromium, server, staged, 0, moving=True) as ann, seated(chromium, server, staged, 1) as bob:
            for player in (ann, bob):
                await expect(player.page.locator("html")).to_have_attribute(
                    "data-room", {"night": "day", "day": "night"}[room]
                )
                await player.page.evaluate(WATCH_MOTION)
            await ann.play(flip)
            for player, who in ((ann, "You play"), (bob, "Ann plays")):
                await player.logged(f"{who} {words(flip)}.", f"Everything flips: {other.title()} side.")
                await expect(player.page.locator("html")).to_have_attribute("data-room", room)
                await sees(player, staged.then(f"0 play {flip}"), [1 - (player.seat or 0)])
            motions = await moved(ann)
            away = [motion for motion in motions if motion.endswith(": none to scaleX(0) to scaleX(0)")]
            up = [motion for motion in motions if motion.endswith(": scaleX(0) to scaleX(0) to none")]
            assert len(up) >= len(away) >= len(await ann.hand()) + len(staged.game.hands[1])
            assert len([motion for motion in motions if motion.startswith("cloth") and "circle(0 at" in motion]) == 1
            await expect(ann.page.locator(".picture")).to_have_count(0)
            assert await moved(bob) == []
            await bob.says(YOUR_TURN)
            await ann.page.reload()  # the log is told anew, and still knows on which side each card was played
            await ann.arrived()
            assert f"You play {words(flip)}." in await ann.whole_log()

    theatre.run(test)


def test_whoever_flips_up_a_wild_names_the_colour(server: Server, theatre: Theatre) -> None:
    """card-flip: the colours of the new side are offered."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "flip", 2, asked(0) & side_is("light") & leads_to(asked(0, "color"), "0 play F")
        )
        flip = staged.playable(0, "F")
        async with seated(chromium, server, staged, 0) as ann:
            await ann.play(flip)
            await ann.says(NAME_A_COLOR)
            await expect(ann.color).to_contain_text("not named yet")
            await expect(ann.answers).to_have_text(["pink", "teal", "orange", "purple"])
            await ann.answer("teal")
            await ann.logged(f"You play {words(flip)}.", "Everything flips: Dark side.", "You name teal.")
            await sees(ann, staged.then(f"0 play {flip}", "0 color teal"))

    theatre.run(test)


# --- the challenge ------------------------------------------------------------------------------------

MAY_CHALLENGE = say("status.yours.challenge")
DO_NOT_CHALLENGE = say("option.accept")


def test_a_bluff_that_is_challenged_costs_its_player_four_cards(server: Server, theatre: Theatre) -> None:
    """bluff-2, challenge-1, challenge-2, challenge-3, challenge-5: the challenger sees the hand.

    Nobody else does.
    """

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, bluff(0, "W+4") & next_after(0, 1), people=3)
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
            seated(chromium, server, staged, 2) as cem,
        ):
            await ann.play("W+4", "yellow")
            kept = [card.text for card in staged.then("0 play W+4").hands[0]]
            await bob.says(MAY_CHALLENGE)
            await cem.says("Bob may challenge.")
            await expect(bob.about).to_contain_text(say("dock.challenge", name="Ann", n=2))
            await expect(cem.answers).to_have_count(0)
            await bob.answer("Challenge")
            await bob.logged("You challenge Ann, and you are right: it was a bluff.", "Ann draws 4 cards.")
            await ann.logged("Bob challenges you, and is right: it was a bluff.")
            await cem.logged("Bob challenges Ann, and is right: it was a bluff.", "Ann draws 4 cards.")
            shown = [line for line in await bob.log() if line.startswith("Ann shows")]
            assert sorted(shown) == sorted(f"Ann shows {words(card)}." for card in kept)
            assert not [line for line in await cem.log() if "show" in line]
            await bob.says(YOUR_TURN)
            await sees(ann, staged.then("0 play W+4", "0 color yellow", "1 challenge"))
            assert sorted(await bob.looks_at(0)) == sorted([*map(words, kept), *["a card"] * 4])
            assert await cem.looks_at(0) == ["a card"] * (len(kept) + 4)
            await expect(cem.plate(0)).to_contain_text(f"{len(kept) + 4} cards")

    theatre.run(test)


def test_a_challenge_in_vain_costs_six_cards_and_the_turn(server: Server, theatre: Theatre) -> None:
    """challenge-4: the hand that was shown is lawful, and who challenged is shaken."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, honest(0, "W+4") & at_least(0, 3))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1, moving=True) as bob:
            await bob.page.evaluate(WATCH_MOTION)
            await ann.play("W+4", "red")
            await bob.says(MAY_CHALLENGE)
            await bob.answer("Challenge")
            await bob.logged("You challenge Ann, and you are wrong: the card was lawful.", "You miss the turn.")
            await ann.logged(
                "Bob challenges you, and is wrong: the card was lawful.", "Bob draws 6 cards.", "Bob misses the turn."
            )
            await ann.says(YOUR_TURN)
            await sees(bob, staged.then("0 play W+4", "0 color red", "1 challenge"), [0])
            assert any(motion.startswith("hand: ") for motion in await moved(bob))

    theatre.run(test)


def test_whoever_does_not_challenge_takes_the_cards(server: Server, theatre: Theatre) -> None:
    """card-wild-draw: four cards and the turn are gone, and nobody ever sees the hand."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, bluff(0, "W+4") & at_least(0, 3))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play("W+4", "blue")
            await bob.answer(DO_NOT_CHALLENGE)
            await bob.logged("You do not challenge.", "You miss the turn.")
            await ann.logged("Bob does not challenge.", "Bob draws 4 cards.", "Bob misses the turn.")
            await sees(bob, staged.then("0 play W+4", "0 color blue", "1 accept"), [0])
            assert not [line for line in await bob.log() if "show" in line]

    theatre.run(test)


def test_a_wild_draw_color_is_drawn_until_the_colour_comes(server: Server, theatre: Theatre) -> None:
    """card-wild-draw-color: the last card drawn has the colour, and no card before it."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "flip", 2, honest(0, "W+C") & side_is("dark") & at_least(0, 3))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.press("W+C")
            await expect(ann.answers).to_have_text(["pink", "teal", "orange", "purple"])
            await ann.answer("teal")
            await bob.answer(DO_NOT_CHALLENGE)
            await bob.logged("You do not challenge.", "You miss the turn.")
            drawn = [line for line in await bob.log() if line.startswith("You draw ")]
            assert drawn[-1].startswith("You draw teal ")
            assert not [line for line in drawn[:-1] if "teal" in line]
            await sees(bob, staged.then("0 play W+C", "0 color teal", "1 accept"), [0])

    theatre.run(test)


# --- swapping -----------------------------------------------------------------------------------------


def test_hands_are_swapped_with_whom_the_player_chooses(server: Server, theatre: Theatre) -> None:
    """card-swap, see-3: at the plate or among the answers.

    Both then have the other's cards and know the ones they gave.
    """

    async def test(chromium: Browser) -> None:
        moves = "0 play WX", "0 target 1", "0 color red"
        staged = stage(
            server.database,
            "house",
            3,
            asked(0) & leads_to(asked(1), *moves) & after(6) & at_least(0, 4),
            settings={"custom": []},
        )
        game = staged.then(*moves)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            before = await ann.hand(), await bob.hand()
            await ann.play("WX")
            await ann.says("Choose a player.")
            await bob.says("Ann chooses a player.")
            await expect(ann.answers).to_have_text(["Bob", "Bot 3", "Nobody"])
            await ann.page.get_by_role("button", name="Choose Bob").click()
            await ann.says(NAME_A_COLOR)
            await ann.holds(before[1])
            await bob.holds([face for face in before[0] if face != "WX"])
            await ann.answer("red")
            await ann.logged(
                "You play Wild Swap Hands.", "You choose Bob.", "You swap hands with Bob.", "You name red."
            )
            await bob.logged("Ann chooses you.", "Ann swaps hands with you.", "Ann names red.")
            await sees(ann, game, [1, 2])
            await sees(bob, game, [0, 2])

    theatre.run(test)


def test_a_swap_can_be_declined(server: Server, theatre: Theatre) -> None:
    """card-swap: with nobody, all keep their cards, and the colour is named all the same."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "house", 2, asked(0) & can_play(0, "WX") & at_least(0, 4), settings={"custom": []}
        )
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play("WX")
            await ann.answer("Nobody")
            await ann.answer("green")
            await ann.logged("You play Wild Swap Hands.", "You choose nobody.", "You name green.")
            await bob.logged("Ann chooses nobody.", "Ann names green.")
            for player in (ann, bob):
                await sees(player, staged.then("0 play WX", "0 target none", "0 color green"), [1 - (player.seat or 0)])

    theatre.run(test)
