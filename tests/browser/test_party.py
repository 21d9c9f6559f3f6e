"""The rules of the people at the table: stacks, 7 and 0, jump-ins, partners, and a last wild by one press."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre, Visitor
from tests.browser.line import Line
from tests.browser.oracle import assert_no_hidden_card
from tests.browser.people import come_in, get_ready, hurry, make_table, play_out, seat_names, start
from tests.browser.staging import Staged, habit, stage, wild
from tests.browser.table_page import IN_SIGHT, YOUR_TURN, Player, say, seated, words
from tests.browser.test_cards import sees, sent_moves
from tests.browser.test_network import over
from tests.browser.wanted import (
    Wanted,
    asked,
    at_least,
    can,
    can_play,
    cards_in_hand,
    face_of,
    leads_to,
    may_jump,
    penalty,
    side_is,
)
from tests.server.harness import Server

PARTY = {"preset": "party"}


@contextlib.asynccontextmanager
async def everybody(chromium: Browser, server: Server, staged: Staged) -> AsyncIterator[list[Player]]:
    """All people of a staged table, each at a browser of their own, by seat."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(seated(chromium, server, staged, seat)) for seat in staged.people]


# --- stacks -------------------------------------------------------------------------------------------------


def test_a_stack_of_three_grows_and_is_shown_at_whom_it_threatens(server: Server, theatre: Theatre) -> None:
    """stack-1, stack-2: an answer is one press; whoever has none takes all of it and misses the turn."""
    moves = ("0 play +2", "1 play +2", "2 play +2")

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & leads_to(asked(3, "stack") & penalty(6), *moves)
        staged = stage(server.database, "classic", 4, wanted, people=4, settings={"stacking": "same"})
        async with everybody(chromium, server, staged) as (ann, bob, cem, dana):
            await ann.press(staged.playable(0, "+2"))
            await expect(bob.facing).to_contain_text("+2")
            await expect(bob.facing).to_contain_text("You face 2 cards.")
            await expect(bob.facing).to_contain_text(say("facing.answer"))
            await expect(bob.answers).to_have_text(["Take 2 cards"])
            await expect(ann.plate(1)).to_contain_text("+2")
            await ann.says("Bob faces 2 cards.")
            await bob.page.locator("[data-anchor=hand] .can").first.click(position={"x": 22, "y": 24})
            await expect(ann.plate(2)).to_contain_text("+4")
            await expect(ann.plate(1)).not_to_contain_text("faces")
            await cem.page.locator("[data-anchor=hand] .can").first.click(position={"x": 22, "y": 24})
            await expect(dana.facing).to_contain_text("You face 6 cards.")
            await expect(ann.plate(3)).to_contain_text("faces 6 cards")
            had = len(await dana.hand())
            await dana.answer("Take 6 cards")
            await expect(dana.cards).to_have_count(had + 6)
            await expect(dana.facing).to_have_count(0)
            await ann.logged(
                "Bob faces 2 cards.",
                "Cem faces 4 cards.",
                "Dana faces 6 cards.",
                "Dana takes the penalty.",
                "Dana draws 6 cards.",
                "Dana misses the turn.",
            )
            await ann.says(YOUR_TURN)

    theatre.run(test)


def test_a_stack_can_be_challenged_and_goes_back_to_the_bluffer(server: Server, theatre: Theatre) -> None:
    """stack-4: the challenge is about the card just laid and the whole penalty."""
    moves = ("0 play +2", "1 play W+4", "1 color red", "2 challenge")

    async def test(chromium: Browser) -> None:
        staged = stage(
            server.database, "classic", 3, asked(0) & leads_to(asked(2), *moves), people=3, settings={"stacking": "any"}
        )
        async with everybody(chromium, server, staged) as (ann, bob, cem):
            await ann.press(staged.playable(0, "+2"))
            await expect(bob.facing).to_contain_text("+2")
            await bob.play("W+4", "red")
            await expect(cem.facing).to_contain_text("You face 6 cards.")
            await expect(cem.facing).to_contain_text(say("facing.challenge", name="Bob", n=2))
            had = len(await bob.hand())
            await cem.answer("Challenge")
            await cem.logged("You challenge Bob, and you are right: it was a bluff.", "Bob draws 6 cards.")
            await expect(bob.cards).to_have_count(had + 6)
            await cem.says(YOUR_TURN)

    theatre.run(test)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (1440, 900)])
def test_an_open_penalty_covers_neither_the_piles_nor_the_colour_in_play(
    server: Server, theatre: Theatre, width: int, height: int
) -> None:
    """What may be laid and whether it was a bluff is seen from them, so they are in sight while it is decided."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0, "stack") & penalty(6) & can_play(0, "W+4") & can("0 challenge")
        staged = stage(server.database, "classic", 4, wanted, people=2, settings={"stacking": "any"})
        async with seated(chromium, server, staged, 0, phone=width < 700, width=width, height=height) as ann:
            await expect(ann.facing).to_be_visible()
            color = ann.page.locator(".middle .color", has_text=staged.game.color)
            for part in (ann.draw_pile, ann.top, color, ann.answers):
                await expect(part.first).to_be_in_viewport(ratio=0.9)
                assert all(await part.evaluate_all(IN_SIGHT)), part

    theatre.run(test)


def test_a_penalty_until_the_colour_has_words_of_its_own(server: Server, theatre: Theatre) -> None:
    """stack-3: there is no number to tell."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0, "stack") & penalty(0, 1)
        staged = stage(server.database, "flip", 3, wanted, settings={"stacking": "any"})
        color = staged.game.color
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await expect(ann.facing).to_contain_text(f"You face cards until {color} comes.")
            await expect(ann.facing).not_to_contain_text("0")
            await expect(bob.plate(0)).to_contain_text(f"faces cards until {color} comes")
            assert "You face cards until the colour comes." in await ann.whole_log()
            await ann.answer("Take the penalty")
            await ann.logged("You take the penalty.", "You miss the turn.")

    theatre.run(test)


def test_a_card_that_does_not_answer_says_so(server: Server, theatre: Theatre) -> None:
    """stack-2: with the rule."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, asked(0, "stack") & penalty(2), settings=PARTY)
        other = next(face_of(staged.game, card.text).text for card in staged.game.hands[0] if "+" not in card.text)
        async with seated(chromium, server, staged, 0) as ann:
            await ann.press(other, in_vain=True)
            why = say("why.card", card=words(other), why=say("why.no-answer", penalty="2 cards"))
            await expect(ann.why).to_have_text(f"{why} Rule stack-1")

    theatre.run(test)


# --- 7 and 0 --------------------------------------------------------------------------------------------------


def test_a_seven_takes_two_presses(server: Server, theatre: Theatre) -> None:
    """seven: the card, then the player at the table; hands are swapped."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & at_least(0, 4) & leads_to(asked(0, "target"), "0 play 7")
        staged = stage(server.database, "classic", 4, wanted, people=4, settings=PARTY)
        card = staged.playable(0, "7")
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 2) as cem:
            before = await ann.hand(), await cem.hand()
            await ann.press(card)
            await expect(ann.about).to_have_count(1)
            await expect(ann.about).to_contain_text(say("dock.seven"))
            await ann.page.get_by_role("button", name="Choose Cem").click()
            await ann.holds(before[1])
            before[0].remove(card)
            await cem.holds(before[0])
            assert sent_moves(ann) == [f"play {card}", "target 2"]
            await cem.logged("Ann chooses you.", "Ann swaps hands with you.")
            await sees(ann, staged.then(f"0 play {card}", "0 target 2"), [2])

    theatre.run(test)


def test_a_zero_moves_every_hand_on(server: Server, theatre: Theatre) -> None:
    """zero: everybody holds what the player before held."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & can_play(0, "0") & at_least(0, 3)
        staged = stage(server.database, "classic", 3, wanted, people=3, settings=PARTY)
        card = staged.playable(0, "0")
        async with everybody(chromium, server, staged) as players:
            await players[0].press(card)
            for player in players:
                await player.logged("All hands move on.")
                await sees(player, staged.then(f"0 play {card}"))

    theatre.run(test)


# --- jump-ins ------------------------------------------------------------------------------------------------------

JUMP = asked(1) & may_jump(0) & at_least(0, 3)


def jump_card(staged: Staged) -> str:
    """The face with which Ann may jump in."""
    return face_of(staged.game, staged.game.top.text).text


@pytest.mark.parametrize("by", ["press", "key"])
def test_a_jump_in_is_one_press_while_it_is_anothers_turn(server: Server, theatre: Theatre, by: str) -> None:
    """jump-1, jump-2: the card stands out with a word on it, and takes the turn."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, JUMP, settings={"jump_in": True})
        card = jump_card(staged)
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await ann.says(say("status.jump", name="Bob", card=words(card)))
            await expect(ann.card(card)).to_have_accessible_name(f"{words(card)}: jump in")
            await expect(ann.card(card)).to_contain_text("Jump in!")
            await bob.says(YOUR_TURN)
            if by == "press":
                await ann.press(card)
            else:
                await ann.page.keyboard.press("j")
            await ann.logged("You jump in.", f"You play {words(card)}.")
            await bob.logged("Ann jumps in.", f"Ann plays {words(card)}.")
            await ann.holds([held.text for held in staged.then(f"0 play {card}").hands[0]])

    theatre.run(test)


def test_whoever_loses_the_race_is_told_so_kindly_and_keeps_the_card(server: Server, theatre: Theatre) -> None:
    """jump-2: first come, first served, by the order in which the server hears them; it is nobody's mistake."""

    async def test(chromium: Browser) -> None:
        nothing_to_jump_on = leads_to(Wanted("nobody may jump", lambda game: not may_jump(0)(game)), "1 draw")
        staged = stage(server.database, "classic", 3, JUMP & nothing_to_jump_on, settings={"jump_in": True})
        card = jump_card(staged)
        async with (
            Line(server.port) as line,
            over(line, chromium, staged) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            hand = await ann.hand()
            await expect(ann.card(card)).to_contain_text("Jump in!")
            line.hush()
            await bob.draw()
            await bob.visitor.until(lambda view: view["asks"] != [1, "play"])
            await ann.press(card)
            line.restore()
            await expect(ann.why).to_have_text(say("news.faster", name="Bob"))
            await expect(ann.page.get_by_role("alert")).to_have_count(0)
            await ann.holds(hand)

    theatre.run(test)


# --- the last card ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "card"), [("classic", "W"), ("classic", "W+4"), ("flip", "W+2")])
def test_a_last_wild_ends_the_round_by_one_press(server: Server, theatre: Theatre, edition: str, card: str) -> None:
    """out-1: no colour is asked for any more."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & cards_in_hand(0, 1) & can_play(0, card)
        staged = stage(server.database, edition, 2, wanted, policy=habit(keeps=wild))
        async with seated(chromium, server, staged, 0) as ann:
            await ann.press(card)
            await ann.logged(f"You play {words(card)}.")
            await expect(ann.page.get_by_role("heading", name="You are out of cards")).to_be_visible()
            assert sent_moves(ann) == [f"play {card}"] if edition == "classic" else len(sent_moves(ann)) == 1

    theatre.run(test)


def test_a_last_draw_color_still_asks_for_the_colour(server: Server, theatre: Theatre) -> None:
    """out-1: the next player draws until that colour comes."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & side_is("dark") & cards_in_hand(0, 1) & can_play(0, "W+C")
        staged = stage(server.database, "flip", 2, wanted, policy=habit(keeps=wild))
        async with seated(chromium, server, staged, 0) as ann:
            await ann.play("W+C", "pink")
            await ann.logged("You play Wild Draw Color.", "You name pink.")
            await expect(ann.page.get_by_role("heading", name="You are out of cards")).to_be_visible()

    theatre.run(test)


# --- large hands ----------------------------------------------------------------------------------------------------


def test_the_only_playable_card_of_thirty_is_in_sight_on_a_phone(server: Server, theatre: Theatre) -> None:
    """After some stacks a hand does not fit the screen any more: what can be played is shown all the same."""

    async def test(chromium: Browser) -> None:
        only_wild = Wanted(
            "only wilds can be played",
            lambda game: all(move.value.startswith("W") for move in game.legal_moves(0) if move.kind == "play"),
        )
        wanted = asked(0) & at_least(0, 30) & can_play(0, "W") & only_wild
        staged = stage(server.database, "classic", 2, wanted, policy=habit(plays=0.15, keeps=wild))
        async with seated(chromium, server, staged, 0, phone=True, width=360, height=740) as ann:
            await expect(ann.page.locator("[data-anchor=hand] .can").first).to_be_in_viewport(ratio=0.5)

    theatre.run(test)


# --- whole games ------------------------------------------------------------------------------------------------------


async def begin(server: Server, visitors: list[Visitor], settings: dict[str, Any]) -> str:
    """The first visitor makes a table for four, the others come by its link, bots take the rest; the table's code."""
    ann, *others = visitors
    code = await make_table(ann, seats=4)
    await hurry(server, ann, code, settings)
    for visitor, name in zip(others, ("Bob", "Cem", "Dana"), strict=False):
        await come_in(visitor, f"{server.url}/t/{code}", name)
        await get_ready(visitor)
    await start(ann)
    return code


def assert_only_races_were_lost(visitor: Visitor) -> None:
    """The page asked for nothing that the server does not allow, but for what came too late or too early."""
    refused = [message for message in visitor.messages() if message["t"] == "no"]
    assert [no for no in refused if no["code"] not in {"stale", "too-late"}] == []


async def assert_winners_are_shown(player: Player) -> None:
    """The score sheet says who won, and has everybody, winners first."""
    names, winners = await seat_names(player), player.view["winners"]
    others = " and ".join(names[seat] for seat in winners if seat != player.seat)
    if player.seat in winners:
        title = f"You and {others} win!" if others else "You win!"
    else:
        title = f"{others} win!" if len(winners) > 1 else f"{others} wins!"
    await expect(player.page.get_by_role("region", name=title)).to_be_visible()
    rows = player.page.get_by_role("table", name="Points of the round").get_by_role("rowheader")
    shown = await rows.all_text_contents()
    assert len(shown) == len(names)
    for row, seat in zip(shown, winners, strict=False):
        assert "Winner" in row
        assert any(names[one] in row for one in winners), seat


async def play_a_whole_game(chromium: Browser, server: Server, people: int, settings: dict[str, Any]) -> list[Player]:
    """So many people play to the end, with bots on the other seats; they are gone by then, with all they heard."""
    async with contextlib.AsyncExitStack() as stack:
        visitors = [await stack.enter_async_context(chromium.visitor(server.url)) for _ in range(people)]
        code = await begin(server, visitors, settings)
        players = [Player(visitor, seat) for seat, visitor in enumerate(visitors)]
        await asyncio.gather(*(play_out(player) for player in players))
        for player in players:
            await assert_winners_are_shown(player)
            assert_no_hidden_card(player.visitor, server.database, code, player.seat)
            assert_only_races_were_lost(player.visitor)
    return players


@pytest.mark.long
def test_three_people_and_a_bot_play_a_party_game_to_its_end(theatre: Theatre, server: Server) -> None:
    """party-order: everything at once, by pressing what the page offers."""

    async def test(chromium: Browser) -> None:
        await play_a_whole_game(chromium, server, 3, {**PARTY, "target": 50})

    theatre.run(test, seconds=400)


@pytest.mark.long
def test_a_team_game_for_four_is_played_to_its_end(theatre: Theatre, server: Server) -> None:
    """teams: partners are shown as such, have the same points, and win together."""

    async def test(chromium: Browser) -> None:
        ann, bob = await play_a_whole_game(chromium, server, 2, {"teams": True, "target": 100})
        assert ann.view["winners"] in ([0, 2], [1, 3])
        assert ann.view["scores"][:2] == ann.view["scores"][2:] == bob.view["scores"][:2]

    theatre.run(test, seconds=400)


def test_partners_are_shown_as_such(server: Server, theatre: Theatre) -> None:
    """teams: the partner opposite, and everybody's team."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 4, asked(0), settings={"teams": True})
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1) as bob:
            await expect(ann.own).to_contain_text("Team A")
            await expect(ann.plate(2)).to_contain_text("your partner")
            await expect(ann.plate(2)).to_contain_text("Team A")
            for seat in (1, 3):
                await expect(ann.plate(seat)).to_contain_text("Team B")
                await expect(ann.plate(seat)).not_to_contain_text("your partner")
            await expect(bob.plate(3)).to_contain_text("your partner")

    theatre.run(test)
