"""Heroes, villains, duels and action cards, each played in real browsers.

And what the page says of cards that do not fit.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre
from tests.browser.staging import stage
from tests.browser.table_page import YOUR_TURN, say, seated, words
from tests.browser.test_cards import NAME_A_COLOR, WATCH_MOTION, moved, sees, sent_moves
from tests.browser.wanted import (
    asked,
    at_least,
    can_play,
    cards_in_hand,
    leads_to,
    next_after,
    side_is,
)
from tests.server.harness import Server

MAY_DISCARD = say("status.yours.may-discard")

# --- heroes, villains and duels -------------------------------------------------------------------------


@pytest.mark.parametrize("discards", [True, False], ids=["a discard", "none"])
def test_a_hero_lightens_the_fullest_hand(server: Server, theatre: Theatre, discards: bool) -> None:
    """card-hero, effect-discard: whoever has the most cards may discard one, or not, and names the colour."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "flip-marvel", 2, asked(0) & side_is("light") & leads_to(asked(1, "discard"), "0 play WH")
        )
        card = next(
            move.value.split("|")[0] for move in staged.then("0 play WH").legal_moves(1) if move.kind == "discard"
        )
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.press("WH")
            await expect(ann.about).to_contain_text(
                "The player with the most cards may discard up to 1. That player names the colour in play."
            )
            await ann.confirm()
            await ann.says("Bob discards.")
            await bob.says(MAY_DISCARD)
            if discards:
                await bob.press(card)
                await expect(bob.page.locator("[data-key=confirm]")).to_have_text(f"Discard {words(card)}")
                await bob.undo()
                await bob.discard(card)
                await bob.logged(f"You discard {words(card)}.")
            else:
                await bob.do("No more discards")
            await bob.says(NAME_A_COLOR)
            await ann.says("Bob names a colour.")
            await expect(ann.answers).to_have_count(0)
            await bob.answer("yellow")
            await ann.logged(
                "You play Wild Super Hero.", *[f"Bob discards {words(card)}."] * discards, "Bob names yellow."
            )
            game = staged.then("0 play WH", f"1 discard {card}" if discards else "1 done", "1 color yellow")
            for player in (ann, bob):
                await sees(player, game, [1 - (player.seat or 0)])

    theatre.run(test)


def test_a_villain_fills_the_emptiest_hand(server: Server, theatre: Theatre) -> None:
    """card-villain: whoever has the fewest cards draws three and names the colour."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "flip-marvel", 2, asked(0) & side_is("dark") & leads_to(asked(1, "color"), "0 play WV")
        )
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play("WV")
            await ann.says("Bob names a colour.")
            await bob.says(NAME_A_COLOR)
            await bob.answer("purple")
            await ann.logged("You play Wild Villain.", "Bob names purple.")
            assert len([line for line in await ann.log() if line.startswith("Bob draws ")]) == 3  # each by its back
            for player in (ann, bob):
                await sees(player, staged.then("0 play WV", "1 color purple"), [1 - (player.seat or 0)])

    theatre.run(test)


def test_who_wins_the_duel_of_optimus_prime_discards_up_to_two(server: Server, theatre: Theatre) -> None:
    """card-prime: both show their highest number to all; the winner discards two and names the colour."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & side_is("light") & at_least(0, 5) & leads_to(asked(0, "discard"), "0 play WP", "0 target 1")
        staged = stage(server.database, "flip-transformers", 3, wanted, people=3)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 2) as cem:
            await ann.play("WP")
            await ann.says("Choose a player.")
            await ann.answer("Bob")
            await ann.says(MAY_DISCARD)
            await cem.says("Ann discards.")
            for player in (ann, cem):
                shown = [line for line in await player.log() if " show" in line]
                assert len(shown) == 2
                assert all(re.search(r"shows? \w+ \d\.$", line) for line in shown)
            await cem.logged("Ann plays The Might of Optimus Prime.", "Ann chooses Bob.", "Ann wins against Bob.")
            first, second = [face for face in await ann.hand() if not face.startswith("W")][:2]
            await ann.discard(first)
            await ann.logged("You win against Bob.", f"You discard {words(first)}.")
            await ann.discard(second)
            await ann.says(NAME_A_COLOR)
            await ann.answer("red")
            game = staged.then("0 play WP", "0 target 1", f"0 discard {first}", f"0 discard {second}", "0 color red")
            await cem.logged(f"Ann discards {words(first)}.", f"Ann discards {words(second)}.", "Ann names red.")
            for player in (ann, cem):
                await sees(player, game, [1])

    theatre.run(test)


def test_who_is_beaten_by_the_chosen_player_gives_the_discards_away(server: Server, theatre: Theatre) -> None:
    """card-prime: the chosen player may win; one discard is enough, and the colour is the winner's."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & side_is("light") & leads_to(asked(1, "discard"), "0 play WP", "0 target 1")
        staged = stage(server.database, "flip-transformers", 2, wanted & at_least(1, 4))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.play("WP")
            await ann.answer("Bob")
            await ann.says("Bob discards.")
            await bob.logged("Ann chooses you.", "You win against Ann.")
            card = next(face for face in await bob.hand() if not face.startswith("W"))
            await bob.discard(card)
            await bob.logged(f"You discard {words(card)}.")
            await bob.do("No more discards")
            await bob.answer("blue")
            await ann.logged("Bob wins against you.", f"Bob discards {words(card)}.", "Bob names blue.")
            game = staged.then("0 play WP", "0 target 1", f"1 discard {card}", "1 done", "1 color blue")
            for player in (ann, bob):
                await sees(player, game, [1 - (player.seat or 0)])

    theatre.run(test)


def test_megatron_lays_two_hands_open_and_the_lowest_draws(server: Server, theatre: Theatre) -> None:
    """card-megatron, see-3: everybody sees both hands.

    Whoever has the lowest number draws two, and the other names the colour.
    """

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & side_is("dark") & leads_to(asked(1, "color"), "0 play WM", "0 target 1")
        staged = stage(server.database, "flip-transformers", 3, wanted, people=3)
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
            seated(chromium, server, staged, 2) as cem,
        ):
            await ann.play("WM")
            await expect(ann.about).to_contain_text("These two show their hands and compare their lowest numbers.")
            await ann.answer("Bob")
            await bob.says(NAME_A_COLOR)
            await bob.answer("orange")
            await cem.logged(
                "Ann plays The Tyranny of Megatron.", "Ann chooses Bob.", "Bob wins against Ann.", "Bob names orange."
            )
            hands = staged.then("0 play WM").hands
            shown = [line for line in await cem.log() if " shows " in line]
            assert sorted(shown) == sorted(
                f"{who} shows {words(card.text.split('|')[1])}."
                for who, hand in zip(("Ann", "Bob"), hands, strict=False)
                for card in hand
            )
            game = staged.then("0 play WM", "0 target 1", "1 color orange")
            await sees(ann, game, [1])
            await sees(cem, game, [0, 1])

    theatre.run(test)


# --- action cards -----------------------------------------------------------------------------------------


def test_skip_everyone_gives_the_turn_back(server: Server, theatre: Theatre) -> None:
    """card-skip-everyone: all others miss their turn, and the same player is asked again."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "flip", 3, asked(0) & side_is("dark") & leads_to(asked(0), "0 play A") & at_least(0, 3)
        )
        card = staged.playable(0, "A")
        async with seated(chromium, server, staged, 0) as ann:
            await ann.play(card)
            await ann.logged(f"You play {words(card)}.", "You play next.")
            await ann.says(YOUR_TURN)
            await sees(ann, staged.then(f"0 play {card}"), [1, 2])

    theatre.run(test)


def test_a_reverse_turns_the_arrows_of_the_table(server: Server, theatre: Theatre) -> None:
    """card-reverse: the ring shows the other direction, in words too, and the player on the other side is next."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "classic", 3, asked(0) & can_play(0, "R") & next_after(0, 1) & at_least(0, 3), people=3
        )
        card = staged.playable(0, "R")
        async with seated(chromium, server, staged, 0) as ann:
            await expect(ann.ring).not_to_have_class(re.compile("right"))
            await ann.play(card)
            await ann.logged(f"You play {words(card)}.", "Play now runs to the right.")
            await expect(ann.ring).to_have_class(re.compile("right"))
            await expect(ann.page.get_by_text(say("piles.right"))).to_be_attached()
            await ann.says("Cem is on turn.")

    theatre.run(test)


def test_a_draw_two_hits_the_next_player(server: Server, theatre: Theatre) -> None:
    """card-draw: two cards fly to the next player, who is shaken and misses the turn."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "classic", 3, asked(0) & can_play(0, "+2") & next_after(0, 1) & at_least(0, 3), people=3
        )
        card = staged.playable(0, "+2")
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1, moving=True) as bob,
        ):
            for player in (ann, bob):
                await player.page.evaluate(WATCH_MOTION)
            had = len(await bob.hand())
            await ann.play(card)
            await ann.logged(f"You play {words(card)}.", "Bob draws 2 cards.", "Bob misses the turn.")
            await bob.logged(f"Ann plays {words(card)}.", "You miss the turn.")
            await expect(bob.cards).to_have_count(had + 2)
            await expect(ann.plate(1)).to_contain_text(f"{had + 2} cards")
            await sees(bob, staged.then(f"0 play {card}"), [0, 2])
            for player, hit in ((ann, "seat-1: "), (bob, "hand: ")):
                assert len([motion for motion in await moved(player) if motion.startswith("ghost: ")]) == 3
                assert len([motion for motion in await moved(player) if motion.startswith(hit)]) == 1

    theatre.run(test)


# --- what can't be played ---------------------------------------------------------------------------------


def test_a_card_that_does_not_match_says_why_and_leads_to_its_rule(server: Server, theatre: Theatre) -> None:
    """turn-1: touching it tells the colour and the card it should match, and the link opens the help at that rule."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database,
            "classic",
            2,
            asked(0) & ~leads_to(asked(1), "0 play W") & cards_in_hand(0, 7) & leads_to(asked(1), "0 play number"),
        )
        game = staged.game
        possible = {move.value for move in game.legal_moves(0)}
        card = next(card.text for card in game.hands[0] if card.text not in possible)
        top = words(game.discard[-1].text)
        async with seated(chromium, server, staged, 0) as ann:
            await expect(ann.card(card)).to_have_accessible_name(f"{words(card)} (not now)")
            await ann.press(card, in_vain=True)
            why = say("why.card", card=words(card), why=say("why.no-match", color=game.color, card=top))
            await expect(ann.why).to_have_text(f"{why} Rule turn-1")
            async with ann.page.expect_popup() as opening:
                await ann.why.get_by_role("link").click()
            help_page = await opening.value
            await expect(help_page).to_have_url(re.compile(r"/help/classic#rule-turn-1$"))
            await expect(help_page.locator("#rule-turn-1")).to_be_in_viewport()
            assert sent_moves(ann) == []

    theatre.run(test)


def test_after_drawing_only_the_drawn_card_can_be_played(server: Server, theatre: Theatre) -> None:
    """turn-3: another card that would match says so; so does every card while it is somebody else's turn."""

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "classic", 2, asked(0) & can_play(0, "number") & leads_to(asked(0, "drawn"), "0 draw")
        )
        card = staged.playable(0, "number")
        async with seated(chromium, server, staged, 0) as ann:
            await ann.draw()
            await ann.says("Play the card just drawn, or keep it.")
            await ann.press(card, in_vain=True)
            await expect(ann.why).to_have_text(
                f"{say('why.card', card=words(card), why=say('why.only-drawn'))} Rule turn-3"
            )
            await ann.do("Keep it")
            await ann.logged("You keep the card.")
            await ann.press(card, in_vain=True)
            await expect(ann.why).to_contain_text(
                say("why.card", card=words(card), why=say("why.not-your-turn", name="Bob"))
            )

    theatre.run(test)
