"""The rules that a table writes on its Customizable cards.

Each is read on the card, asked on the page and seen to happen.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre
from tests.browser.staging import Policy, Staged, habit, stage, wild
from tests.browser.table_page import YOUR_TURN, Player, say, seated, words
from tests.browser.wanted import (
    Wanted,
    asked,
    at_least,
    at_most,
    can_only_draw,
    can_play,
    cards_in_hand,
    holds,
    leads_to,
    next_after,
    two_cards,
)
from tests.server.harness import Guest, Room, Server, room

SAYS = {
    "custom-1": "Name a colour: the next player draws until it comes, then plays.",
    "custom-2": "All the others discard every wild they hold.",
    "custom-3": "If the next player does not play, it costs three cards in place of one.",
    "custom-4": "You play again.",
    "custom-5": "The next player draws or discards to seven cards, then plays.",
    "custom-6": "Everyone draws or discards to three cards.",
    "custom-7": "All hands lie open until your next turn.",
    "custom-8": "Tell a joke: if it gets a laugh, discard down to one card; if not, draw four.",
    "custom-9": "The next player keeps both elbows straight until somebody calls UNO.",
    "custom-10": "The next player crows like a rooster, or draws four.",
}
NAME_A_COLOR = "Name a colour."
SOME_CARDS = asked(0) & can_play(0, "W1") & at_least(0, 3)


def staged_with(
    server: Server, rule: str, wanted: Wanted = SOME_CARDS, players: int = 2, policy: Policy | None = None, **more: Any
) -> Staged:
    """Ann holds the card with the rule, and everybody is a person."""
    return stage(
        server.database,
        "house",
        players,
        wanted,
        settings={"custom": [rule], "swap_hands": False},
        people=players,
        policy=policy,
        **more,
    )


async def play_it(player: Player, says: str) -> None:
    """Read the rule on the card, play it, and see the log tell it."""
    name = f"Wild Customizable: {says.removesuffix('.')}"
    await expect(player.card("W1")).to_have_accessible_name(name)
    await player.press("W1")
    await expect(player.about).to_have_text(f"Wild Customizable: {says}")
    await expect(player.page.locator("[data-key=confirm]")).to_have_text("Play Wild Customizable")
    await player.confirm()
    await player.logged(f"You play {name}.")
    await expect(player.top).to_have_accessible_name(f"Discard pile, on top: {name}")


async def name(player: Player, color: str) -> None:
    """Name the colour in play, as after every wild, and see it."""
    await player.says(NAME_A_COLOR)
    await player.answer(color)
    await expect(player.color).to_have_attribute("data-color", color)


async def cem_over_a_socket(here: Room, staged: Staged) -> Guest:
    """The third player, whose page is of no interest."""
    return await here.with_token(staged.code, staged.tokens[2], staged.people[2].person).enter()


def held(staged: Staged, seat: int, *moves: str) -> list[str]:
    """A hand after some moves."""
    return [card.text for card in staged.then(*moves).hands[seat]]


def test_the_next_player_draws_until_a_colour_comes(server: Server, theatre: Theatre) -> None:
    """custom-1: the card's player names a colour to be drawn to, and then the one in play.

    The next player keeps the turn.
    """

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-1")
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-1"])
            await ann.says(NAME_A_COLOR)
            await ann.answer("yellow")
            await ann.logged("You name yellow.")
            await name(ann, "red")
            await bob.holds(held(staged, 1, "0 play W1", "0 color yellow"))
            drawn = [line for line in await bob.log() if line.startswith("You draw ")]
            assert drawn[-1].startswith("You draw yellow ")
            assert not [line for line in drawn[:-1] if "yellow" in line]
            await bob.logged("Ann names yellow.", "Ann names red.")
            await bob.says(YOUR_TURN)

    theatre.run(test)


def test_all_others_discard_their_wilds(server: Server, theatre: Theatre) -> None:
    """custom-2, effect-discard: they go by themselves, seen by all."""

    async def test(chromium: Browser) -> None:
        wanted = SOME_CARDS & holds(1, "W") & at_least(1, 3)
        staged = staged_with(server, "custom-2", wanted, policy=habit(keeps=wild))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-2"])
            await name(ann, "blue")
            await bob.holds([face for face in held(staged, 1) if not face.startswith("W")])
            await ann.logged("Bob discards Wild.", "You name blue.")
            await bob.logged("You discard Wild.")
            assert "Wild" in (await ann.discards())[1:]

    theatre.run(test)


def test_not_playing_costs_three_cards(server: Server, theatre: Theatre) -> None:
    """custom-3: the next player's draw is three cards, one of which may be played."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-3", asked(0) & leads_to(can_only_draw(1), "0 play W1", "0 color red"))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-3"])
            await name(ann, "red")
            await bob.logged("Your draw is 3 cards this turn.")
            await ann.logged("A draw by Bob is 3 cards this turn.")
            await bob.draw()
            await ann.logged("Bob draws 3 cards.")
            await bob.holds(held(staged, 1, "0 play W1", "0 color red", "1 draw"))

    theatre.run(test)


def test_the_same_player_plays_again(server: Server, theatre: Theatre) -> None:
    """custom-4: after naming the colour the turn comes back."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-4")
        async with seated(chromium, server, staged, 0) as ann:
            await play_it(ann, SAYS["custom-4"])
            await name(ann, "green")
            await ann.logged("You play next.", "You name green.")
            await ann.says(YOUR_TURN)

    theatre.run(test)


def test_the_next_player_discards_to_seven_cards(server: Server, theatre: Theatre) -> None:
    """custom-5: which cards go, their holder chooses, one by one, each confirmed; then it is that player's turn."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-5", asked(0) & can_play(0, "W1") & cards_in_hand(1, 9))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-5"])
            await bob.says("Discard a card.")
            await expect(bob.about).to_have_text(f"Ann played Wild Customizable. {SAYS['custom-5']}")
            await expect(bob.page.get_by_role("button", name="No more discards")).to_have_count(0)
            first, second = (await bob.hand())[:2]
            await bob.discard(first)
            await bob.logged(f"You discard {words(first)}.")
            await bob.says("Discard a card.")
            await bob.discard(second)
            await ann.logged(f"Bob discards {words(first)}.", f"Bob discards {words(second)}.")
            await name(ann, "red")
            await bob.holds(held(staged, 1, "0 play W1", f"1 discard {first}", f"1 discard {second}"))
            await expect(bob.cards).to_have_count(7)
            await bob.says(YOUR_TURN)

    theatre.run(test)


def test_the_next_player_draws_to_seven_cards(server: Server, theatre: Theatre) -> None:
    """custom-5: who has fewer draws, and keeps the turn."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-5", SOME_CARDS & cards_in_hand(1, 5))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-5"])
            await ann.logged("Bob draws 2 cards.")
            await name(ann, "red")
            await expect(bob.cards).to_have_count(7)
            await bob.says(YOUR_TURN)

    theatre.run(test)


def test_everyone_draws_or_discards_to_three_cards(server: Server, theatre: Theatre) -> None:
    """custom-6: from the next player on, the card's player last."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & can_play(0, "W1") & cards_in_hand(0, 5) & at_most(1, 2)
        staged = staged_with(server, "custom-6", wanted)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-6"])
            await expect(bob.cards).to_have_count(3)
            await bob.says("Ann discards.")
            card = (await ann.hand())[0]
            await ann.discard(card)
            await name(ann, "red")
            await expect(ann.cards).to_have_count(3)
            await bob.logged(f"Ann discards {words(card)}.", "Ann names red.")
            await bob.holds(held(staged, 1, "0 play W1"))

    theatre.run(test)


def test_all_hands_lie_open_until_the_next_turn(server: Server, theatre: Theatre) -> None:
    """custom-7: everybody sees every card, and the page says so.

    When the card's player begins a turn, hands are closed.
    """

    async def test(chromium: Browser) -> None:
        drawing = leads_to(asked(0), "0 play W1", "0 color red", "1 draw")
        staged = staged_with(server, "custom-7", SOME_CARDS & drawing)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            assert set(await ann.looks_at(1)) == {"a card"}
            await play_it(ann, SAYS["custom-7"])
            await name(ann, "red")
            for player, other in ((ann, 1), (bob, 0)):
                await expect(player.page.get_by_text("All hands lie open", exact=True)).to_be_visible()
                assert sorted(await player.looks_at(other)) == sorted(
                    words(face) for face in held(staged, other, "0 play W1")
                )
                await expect(player.plate(other).locator(".mini svg[data-color]")).to_have_count(
                    len(held(staged, other, "0 play W1"))
                )
            await bob.logged("All hands lie open until the next turn of Ann.")
            await bob.draw()
            await ann.says(YOUR_TURN)
            await expect(ann.page.get_by_text("All hands lie open", exact=True)).to_be_visible()
            await ann.draw()
            for player in (ann, bob):
                await player.logged("Hands are closed again.")
                await expect(player.page.get_by_text("All hands lie open", exact=True)).to_have_count(0)
            assert (await bob.looks_at(0)).count(
                "a card"
            ) == 1  # the one just drawn is hidden again, the others are remembered

    theatre.run(test)


JOKE = "“Did anybody laugh at the joke?”"


def test_a_joke_that_gets_a_laugh_takes_cards_away(server: Server, theatre: Theatre) -> None:
    """custom-8: all others vote and one yes is enough; the card's player chooses what goes, down to one card."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(
            server, "custom-8", asked(0) & can_play(0, "W1") & cards_in_hand(0, 4) & next_after(0, 1), 3
        )
        async with (
            room(server) as here,
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            await play_it(ann, SAYS["custom-8"])
            await ann.says(f"{say('status.yours.tell')} {JOKE}")
            await bob.says(f"{say('status.other.tell', name='Ann')} {JOKE}")
            await expect(bob.answers).to_have_count(0)
            await ann.do("Told!")
            await bob.says(f"You vote: {JOKE}")
            await ann.says(f"Bob votes: {JOKE}")
            await expect(bob.about).to_have_text(f"Ann played Wild Customizable. {SAYS['custom-8']}")
            await bob.answer("Yes")
            await ann.says(f"Cem votes: {JOKE}")
            await (await cem_over_a_socket(here, staged)).move("vote no")
            await bob.logged("You vote yes.", "Cem votes no.", "The vote says yes.")
            for _ in range(2):
                await ann.says("Discard a card.")
                had = len(await ann.hand())
                await ann.discard((await ann.hand())[0])
                await expect(ann.cards).to_have_count(had - 1)
            await name(ann, "red")
            await expect(bob.plate(0)).to_contain_text("has not called UNO")  # two discards have left one card
            await ann.uno()
            await bob.logged("Ann names red.", "Ann calls UNO!")

    theatre.run(test)


def test_a_joke_without_a_laugh_costs_four_cards(server: Server, theatre: Theatre) -> None:
    """custom-8: everybody votes no."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-8")
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-8"])
            await ann.do("Told!")
            await bob.logged("Ann is done: now the vote.")
            await bob.answer("No")
            await name(ann, "red")
            await bob.logged("You vote no.", "The vote says no.", "Ann draws 4 cards.")
            await ann.holds(held(staged, 0, "0 play W1", "1 vote no"))

    theatre.run(test)


def test_a_notice_stays_until_somebody_calls_uno(server: Server, theatre: Theatre) -> None:
    """custom-9: it stands on the player's plate and in the own corner, and goes with the call."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-9", two_cards(0) & can_play(0, "W1"), policy=habit(keeps=wild))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-9"])
            await name(ann, "red")
            await expect(ann.plate(1)).to_contain_text("Elbows straight")
            await expect(bob.own).to_contain_text("Elbows straight")
            await bob.logged("You are under notice: “Elbows straight”.")
            await ann.uno()
            await ann.logged(
                "Bob is under notice: “Elbows straight”.", "You call UNO!", "Bob is no longer under notice."
            )
            await expect(ann.plate(1)).not_to_contain_text("Elbows straight")
            await expect(bob.own).not_to_contain_text("Elbows straight")

    theatre.run(test)


@pytest.mark.parametrize("brave", [True, False], ids=["taken", "refused"])
def test_a_dare_is_taken_or_costs_four_cards(server: Server, theatre: Theatre, brave: bool) -> None:
    """custom-10: the next player chooses, and keeps the turn."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "custom-10")
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, SAYS["custom-10"])
            await ann.says("Bob is dared to: “Crow like a rooster”")
            await bob.says("You are dared to: “Crow like a rooster”")
            await expect(bob.about).to_have_text(f"Ann played Wild Customizable. {SAYS['custom-10']}")
            await bob.answer("Take the dare" if brave else "Chicken out")
            await name(ann, "red")
            if brave:
                await ann.logged("Bob takes the dare: “Crow like a rooster”.", "You name red.")
            else:
                await ann.logged("Bob chickens out.", "Bob draws 4 cards.", "You name red.")
            await bob.holds(held(staged, 1, "0 play W1", "1 dare" if brave else "1 chicken"))
            await bob.says(YOUR_TURN)

    theatre.run(test)


def test_a_rule_composed_of_sentences_is_read_and_happens(server: Server, theatre: Theatre) -> None:
    """card-custom: sentences of the card language, in words on the card, each with its question."""

    async def test(chromium: Browser) -> None:
        rule = (
            "player chooses another player; chosen player discards 1; chosen player names the colour; "
            "player plays again"
        )
        says = (
            "The player of this card chooses another player. The chosen player discards 1. "
            "The chosen player names the colour in play. The player of this card plays again."
        )
        staged = staged_with(server, rule, SOME_CARDS & at_least(1, 3), 3)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, says)
            await ann.answer("Bob")
            await bob.says("Discard a card.")
            card = (await bob.hand())[0]
            await bob.discard(card)
            await name(bob, "green")
            await ann.logged("You choose Bob.", f"Bob discards {words(card)}.", "Bob names green.", "You play next.")
            await ann.says(YOUR_TURN)

    theatre.run(test)


def test_free_words_are_put_to_the_vote(server: Server, theatre: Theatre) -> None:
    """card-custom: everybody is asked, the card's player last, and the majority's answer is told.

    The table does the rest.
    """

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "words: Everyone swaps chairs", SOME_CARDS & next_after(0, 1), 3)
        async with (
            room(server) as here,
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            await play_it(ann, "Everyone swaps chairs")
            await bob.says("You vote: “Everyone swaps chairs”")
            await bob.answer("Yes")
            await ann.says("Cem votes: “Everyone swaps chairs”")
            await (await cem_over_a_socket(here, staged)).move("vote no")
            await ann.says("You vote: “Everyone swaps chairs”")
            await ann.answer("Yes")
            await name(ann, "red")
            await bob.logged("You vote yes.", "Cem votes no.", "Ann votes yes.", "The vote says yes.", "Ann names red.")

    theatre.run(test)


def test_what_follows_from_the_vote_moves_cards(server: Server, theatre: Theatre) -> None:
    """card-custom: free words with "if no", as the workshop writes them; the card says it all."""
    rule = 'everyone votes on "Did the next player sing?", most votes decide; if no: next player draws 2'
    says = "Everybody votes: “Did the next player sing?” If no, the next player draws 2."

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, rule)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await play_it(ann, says)
            await bob.says("You vote: “Did the next player sing?”")
            await bob.answer("Yes")
            await ann.answer("No")
            await name(ann, "red")
            await ann.logged("Bob votes yes.", "You vote no.", "The vote says no.", "Bob draws 2 cards.")
            await bob.holds(held(staged, 1, "0 play W1", "1 vote yes", "0 vote no"))

    theatre.run(test)


def test_a_card_that_is_given_is_known_to_two(server: Server, theatre: Theatre) -> None:
    """card-custom: the giver chooses it and confirms, the receiver finds it in the hand, and nobody else sees it."""

    async def test(chromium: Browser) -> None:
        staged = staged_with(server, "next player gives 1 to player", SOME_CARDS & at_least(1, 3), 3)
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
            seated(chromium, server, staged, 2) as cem,
        ):
            await play_it(
                ann,
                "The next player gives 1 card to the player of this card. "
                "The player of this card names the colour in play.",
            )
            await bob.says("Give a card away.")
            await ann.says("Bob gives a card away.")
            card = (await bob.hand())[0]
            await bob.press(card)
            await bob.confirm()
            await bob.logged(f"You give {words(card)} to Ann.")
            await ann.logged(f"Bob gives {words(card)} to you.")
            await cem.logged("Bob gives a card to Ann.")
            await ann.holds(held(staged, 0, "0 play W1", f"1 give {card}"))
            await name(ann, "red")

    theatre.run(test)
