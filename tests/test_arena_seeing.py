"""The player of the arena that sees all hands: what it knows, what it does not, and where it can't sit."""

from __future__ import annotations

import numpy as np
import pytest

from lastcard import Game, edition_names
from lastcard.arena.entrants import entrant
from lastcard.arena.seeing import NAME, SeeingBot, open_sight
from lastcard.batch.weighing import Weighing
from lastcard.bots import bot
from lastcard.commands import main
from lastcard.errors import ArenaError, NotationError, SettingsError
from tests.test_arena import match_of, played
from tests.test_minds import random_positions

HAND = '{"scoring":"hand"}'
"""For positions: what counts is to go out first."""


def chosen(game: Game, seed: int = 1, name: str = f"{NAME}@64") -> str:
    """What the player does where it is asked."""
    player = SeeingBot(name, seed)
    player.watch(game)
    return player.choose(game.view(game.asks.seat)).short


@pytest.mark.parametrize("name", edition_names())
def test_its_worlds_have_the_true_hands_and_any_order_of_the_draw_pile(name: str) -> None:
    """Both sides of every card in a hand, at every kind of decision."""
    piles = set()
    for number, game in enumerate(random_positions(name, f"seeing {name}", 2)):
        seen = open_sight(game, game.view(game.asks.seat))
        weighing = Weighing(seen.rules, seen.seat, seen.world, seen.past, seed=number)
        weighing.weigh(np.array(weighing.answers()[:1], np.int32), 1)
        world = Game.on_state(game.edition, game.settings, weighing.dealt())
        assert world.hands == game.hands, game.position()
        assert sorted(map(str, world.draw)) == sorted(map(str, game.draw)) or len(game.edition.sides) == 2
        piles.add(world.draw == game.draw)
    assert False in piles


@pytest.mark.parametrize("name", edition_names())
def test_it_does_not_know_the_order_of_the_draw_pile(name: str) -> None:
    """Two games that differ only in what nobody can know, and the same luck: the same move."""
    for number, game in enumerate(random_positions(name, f"piles {name}", 1)):
        assert chosen(game, number, f"{NAME}@16") == chosen(game.copy(fresh=True, seed=number), number, f"{NAME}@16")


@pytest.mark.parametrize(("held", "never"), [("g7", "play r7"), ("g3", "play r3")])
def test_it_plays_no_card_that_lets_another_go_out(held: str, never: str) -> None:
    """It sees the last card of the other, and so which number must not be played."""
    game = Game.from_position(f"classic settings={HAND} hands=r7,r3,y1/{held} discard=r5 turn=0")
    assert never in {move.short for move in game.legal_moves(0)} - {chosen(game, seed, NAME) for seed in range(8)}


@pytest.mark.parametrize(("hand", "answer"), [("W+4,r1,b2,b3", "challenge"), ("W+4,g1,b2,b3", "accept")])
def test_it_challenges_whoever_bluffs_and_nobody_else(hand: str, answer: str) -> None:
    """challenge-2: worlds with the true hands can tell."""
    game = Game.from_position(f"classic settings={HAND} hands={hand}/y1,y2,y3,y4 discard=r5 turn=0")
    game.play("0 play W+4")
    game.play("0 color blue")
    assert game.asks == (1, "challenge")
    assert {chosen(game, seed, NAME) for seed in range(8)} == {answer}


def test_it_wins_far_more_than_whoever_thinks_as_much_and_sees_nothing() -> None:
    """Otherwise it would be no mark to measure others by."""
    tally = played(match_of(f"{NAME}@64", "search@64", uno="auto"), 12)
    assert tally.wins[0] > 16  # of 24


def test_it_sits_in_the_arena_and_nowhere_else(capsys: pytest.CaptureFixture[str]) -> None:
    """see-5: neither at a table nor in the terminal, and without a table of the arena it sees nothing."""
    for name in (NAME, f"{NAME}@100"):
        with pytest.raises(SettingsError, match=f"there is no bot '{name}'"):
            bot(name)
        assert main(["play", "--bot", name]) == 2
        assert f"there is no bot '{name}'" in capsys.readouterr().err
        with pytest.raises(ArenaError, match="at a table of the arena only"):
            SeeingBot(name).choose(Game("classic", 2, seed=1).view(0))


def test_its_name_says_how_much_it_thinks() -> None:
    """As that of search does."""
    assert entrant(f"{NAME}@50ms").name == f"{NAME}@50ms"
    with pytest.raises(SettingsError, match=f"allowed: {NAME}, {NAME}@500"):
        entrant(f"{NAME}@much")


def test_a_game_can_be_imagined_as_several_seats_know_it() -> None:
    """What any of them knows stays; a seat that there is not is refused."""
    game = Game("flip", 3, seed=3)
    both = Game.on_state(game.edition, game.settings, game.imagined([0, 2], seed=5))
    assert (both.view(0), both.view(2)) == (game.view(0), game.view(2))
    assert game.imagined([1], seed=5) == game.imagined(1, seed=5)
    assert game.imagined(np.int64(1), seed=5) == game.imagined(1, seed=5)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="there is no seat 3"):
        game.imagined([0, 3])
