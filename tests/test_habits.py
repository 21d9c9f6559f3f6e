"""The habits of the simple bot, position by position: what it knows of others, whom it hits, what it keeps."""

from __future__ import annotations

import pytest

from lastcard.bots import bot
from lastcard.bots.simple_bot import SimpleBot, next_seat
from lastcard.bots.temper import Temper
from lastcard.game import Game
from lastcard.moves import Move

SEEDS = range(40)

GUILTY = (
    "classic hands=W+4,W+4,r9,g1,g2/r1,b2,b3 discard=r5 turn=0",
    "0 play W+4, 0 color red, 1 challenge, 1 play r1, 0 play W+4, 0 color green",
)
"""Seat 1 was shown the hand of seat 0, and in it a card of the colour that lay on top before the next Wild Draw."""

INNOCENT = (
    "classic hands=W+4,W+4,b9,g1,g2/r1,b2,b3 discard=r5 turn=0",
    "0 play W+4, 0 color blue, 1 challenge, 0 play b9, 1 play b2, 0 play W+4, 0 color green",
)
"""The same, and what was seen is of the colour that is named with the Wild Draw."""


def after(position: str, moves: str = "") -> Game:
    """A game after some moves from a position."""
    game = Game.from_position(position)
    for move in filter(None, moves.split(", ")):
        game.play(move)
    return game


def answers(game: Game, seat: int | None = None, temper: Temper | None = None) -> set[str]:
    """What the simple bot answers, over many seeds."""
    view = game.view(game.asks.seat if seat is None else seat)
    bots = [SimpleBot(seed, temper) if temper else SimpleBot(seed) for seed in SEEDS]
    return {str(one.choose(view)).partition(" ")[2] for one in bots}


def reactions(game: Game, seat: int) -> set[str]:
    """What the simple bot does out of turn, over many seeds."""
    made = [SimpleBot(seed).react(game.view(seat)) for seed in SEEDS]
    return {"" if move is None else str(move).partition(" ")[2] for move in made}


# --- what it knows ------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff-1")
def test_a_hand_that_was_seen_with_the_colour_is_challenged() -> None:
    """The colour that lay below the Wild Draw, not the one that was named with it."""
    game = after(*GUILTY)
    assert answers(game) == {"challenge"}


@pytest.mark.rule("bluff-1")
def test_a_hand_that_was_seen_without_the_colour_is_challenged_no_more_than_any_other() -> None:
    """A card of the colour that was named says nothing."""
    game = after(*INNOCENT)
    assert any(card.color == "green" for card in game.view(1).hands[0])
    assert answers(game) == {"challenge", "accept"}


@pytest.mark.rule("bluff-1")
def test_a_challenge_looks_at_the_hand_of_whoever_played_and_not_at_the_own() -> None:
    """Own cards of the colour prove nothing."""
    game = after("classic hands=W+4,g1,g2,g3/r1,r2,r3,r4 discard=r5 turn=0", "0 play W+4, 0 color green")
    assert answers(game) == {"challenge", "accept"}


def test_a_larger_hand_is_challenged_more_often() -> None:
    """It is rarely without a colour."""
    often = []
    for hand in ("W+4,g1", "W+4,g1,g2,g3,g4,g6,g7,g8,g9"):
        game = after(f"classic hands={hand}/b1,b2,b3 discard=r5 turn=0", "0 play W+4, 0 color red")
        often.append(sum(SimpleBot(seed).choose(game.view(1)).kind == "challenge" for seed in range(200)))
    assert 0 < often[0] * 3 < often[1]


@pytest.mark.rule("bluff-1")
def test_who_remembers_challenges_only_what_was_seen() -> None:
    """Else it does as it would without that habit."""
    remembering = Temper(remembers=1)
    assert answers(after(*GUILTY), temper=remembering) == {"challenge"}
    assert answers(after(*INNOCENT), temper=remembering) == {"challenge", "accept"}


@pytest.mark.rule("bluff-1")
def test_who_trusts_accepts_only_where_nothing_was_seen() -> None:
    """A card that was seen is stronger than a good temper."""
    trusting = Temper(trusts=1)
    assert answers(after(*GUILTY), temper=trusting) == {"challenge"}
    assert answers(after(*INNOCENT), temper=trusting) == {"accept"}


# --- whom it hits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("direction", "following"), [("left", 1), ("right", 3)])
def test_the_next_seat_is_the_one_that_play_runs_to(direction: str, following: int) -> None:
    """To the right it is the seat before, and before the first one is the last."""
    game = after(f"classic hands=r7,b1/g1,g2/y1,y2/b2,b3 discard=r5 turn=0 direction={direction}")
    assert next_seat(game.view(0)) == following


@pytest.mark.parametrize(
    ("direction", "hands", "answer"),
    [
        ("left", "g1,g2/y1,y2,y3,y4,y6", "play b+2"),
        ("right", "y1,y2,y3,y4,y6/g1,g2", "play b+2"),
        ("left", "y1,y2,y3,y4,y6/g1,g2", "play r9"),
        ("right", "g1,g2/y1,y2,y3,y4,y6", "play r9"),
    ],
)
def test_a_draw_card_is_kept_for_a_next_player_with_few_cards(direction: str, hands: str, answer: str) -> None:
    """Whoever is next by the way that play runs; for another one the colour of which there is more goes first."""
    game = after(f"classic hands=b+2,r6,r7,r8,r9/{hands} discard=r+2 turn=0 direction={direction}")
    assert answers(game) == {answer}


# --- what it keeps ------------------------------------------------------------------------------------------


def test_dear_cards_go_first_when_somebody_is_close_to_going_out() -> None:
    """Three cards in anybody else's hand are few, four are not."""
    for hand, answer in (("g1,g2,g3", {"play r9"}), ("g1,g2,g3,g4", {"play r1", "play r9"})):
        assert answers(after(f"classic hands=r1,r9,b2,b3/y1,y2,y3,y4,y6/{hand} discard=r5 turn=0")) == answer
    assert answers(after("classic hands=r1,r9,b2/y1,y2,y3,y4/g1,g2,g3,g4 discard=r5 turn=0")) == {"play r1", "play r9"}


def test_a_wild_draw_is_held_back_longest_while_the_colour_is_in_hand() -> None:
    """It could be challenged; a plain wild goes before it, and after it where it could not be."""
    assert answers(after("classic hands=W,W+4,b9,b1/y1,y2,y3,y4 discard=r5 turn=0")) == {"play W"}
    assert answers(after("classic hands=W,W+4,r9,b1/y1,y2,y3,y4 discard=r5 turn=0")) == {"play r9"}
    assert answers(after("classic hands=W,W+4,b9,b1/y1,y2 discard=r5 turn=0")) == {"play W+4"}
    assert answers(after("classic hands=W,W+4,r0,b1/y1,y2 discard=r5 turn=0")) == {"play r0"}


def test_of_several_hands_the_smallest_is_swapped_for() -> None:
    """Where nobody has to be chosen; where somebody must be, the largest hand is hit."""
    swap = after("house hands=WX,b1,b2,b5/g1,g2,g3/y1,y2 discard=r5 turn=0", "0 play WX")
    assert answers(swap) == {"target 2"}
    duel = after("flip-transformers hands=WP,r1,r2/g1,g2,g3/b7,b8,b9,b6/y1,y2,y3 discard=r5 turn=0", "0 play WP")
    assert answers(duel) == {"target 2"}


def test_an_open_penalty_is_answered_with_a_draw_card_if_there_is_one() -> None:
    """Before that it calls, if the answer leaves one card."""
    position = 'classic settings={{"stacking":"same"}} hands=r+2,r1,r3/{} discard=r5 turn=0'
    assert answers(after(position.format("b+2,g1,g2"), "0 play r+2")) == {"play b+2"}
    assert answers(after(position.format("b+2,g1"), "0 play r+2")) == {"uno"}


def test_a_discard_is_the_dearest_card_that_does_not_fit() -> None:
    """Wilds and what could be played next stay."""
    position = 'house settings={"custom":["custom-6"]} hands=W1,r1/W,g9,g2,yS/b1,b2 discard=y5 turn=0'
    assert answers(after(position, "0 play W1")) == {"discard g9"}


def test_a_bluff_is_one_only_with_the_colour_in_hand() -> None:
    """Without it a Wild Draw is a card as any other, and is held back."""
    bluffing = Temper(bluffs=1)
    assert answers(after("classic hands=W,W+4,r9,b1/y1,y2,y3,y4 discard=r5 turn=0"), temper=bluffing) == {"play W+4"}
    assert answers(after("classic hands=W,W+4,b9,b1/y1,y2,y3,y4 discard=r5 turn=0"), temper=bluffing) == {"play W"}


# --- calls, catches and jump-ins ----------------------------------------------------------------------------


@pytest.mark.rule("uno-1")
def test_it_calls_before_it_draws_only_if_it_can_be_caught() -> None:
    """With two cards and none to play there is nothing to call for."""
    assert answers(after("classic hands=g7,g9/b1,b2,b3 discard=r5 turn=0")) == {"draw"}
    assert answers(after("classic hands=r7,g9/b1,b2,b3 discard=r5 turn=0")) == {"uno"}


@pytest.mark.rule("uno-2")
def test_it_calls_for_itself_always_and_catches_mostly() -> None:
    """Out of turn; people miss some, too."""
    game = after("classic hands=r7,g1/b1,b2,b3/y1,y2,y3 discard=r5 turn=0", "0 play r7")
    assert reactions(game, 0) == {"uno"}
    assert reactions(game, 2) == {"catch 0", ""}
    assert answers(game) == {"catch 0", "draw"}


@pytest.mark.rule("jump-1")
def test_a_call_with_two_cards_out_of_turn_belongs_to_a_jump_in() -> None:
    """Without a card to jump in with it says nothing, else it calls first and then jumps."""
    position = 'classic settings={{"jump_in":true}} hands=r5,g4,g6/b2,b3,b4/{} discard=r9 turn=0'
    assert reactions(after(position.format("y2,y3"), "0 play r5"), 2) == {""}
    game = after(position.format("r5,y3"), "0 play r5")
    assert reactions(game, 2) == {"uno", ""}
    game.play("2 uno")
    assert reactions(game, 2) == {"play r5", ""}


def test_whoever_is_not_asked_is_not_asked_about_a_turn() -> None:
    """A reaction is never a move of the one whose turn it is."""
    game = after("classic hands=r7,g1,g2/b1,b2,b3 discard=r5 turn=0")
    assert reactions(game, 1) == {""}
    assert bot("simple", 1).choose(game.view(0)) == Move(0, "play", card=game.hands[0][0])
