"""Bots: they play whole games everywhere, choose only legal moves, and have some sense."""

from __future__ import annotations

import pytest

from lastcard.bots import BOT_NAMES, bot, next_move
from lastcard.bots.base import Bot
from lastcard.editions import names
from lastcard.errors import SettingsError
from lastcard.game import Game
from lastcard.notation import Move
from lastcard.position import Layout


def play_out(game: Game, bots: dict[int, Bot]) -> None:
    """Let bots play to the end, checking that each move is one of its view."""
    for _ in range(20_000):
        if game.over:
            return
        move = next_move(game, bots)
        assert move.seat == -1 or move in game.legal_moves(move.seat)
        game.play(move, as_seen=True)
    pytest.fail("the game does not end")


@pytest.mark.parametrize("players", [2, 4, 10])
@pytest.mark.parametrize("name", names())
def test_bots_play_whole_games_in_every_edition(name: str, players: int) -> None:
    """A table of both kinds of bots comes to an end, with an unbroken state."""
    game = Game(name, players, seed=players)
    play_out(game, {seat: bot(BOT_NAMES[seat % 2], seat) for seat in range(players)})
    game.check()
    assert game.winners


@pytest.mark.parametrize(("name", "kind"), [*((name, "simple") for name in names()), ("classic", "random")])
def test_a_table_of_one_kind_of_bot_ends(name: str, kind: str) -> None:
    """Each bot alone brings a single hand to its end."""
    game = Game(name, 3, seed=kind, scoring="hand")
    play_out(game, {seat: bot(kind, seat) for seat in range(3)})


@pytest.mark.parametrize("rule", [f"custom-{n}" for n in range(1, 11)] + ["words: Everybody sings"])
def test_bots_answer_every_custom_rule(rule: str) -> None:
    """Dares, votes, discards and named colours of written cards are answered."""
    for seed in range(3):
        game = Game("house", 3, seed=seed, custom=[rule] * 3, scoring="hand", uno="ask")
        play_out(game, {seat: bot("simple", seat) for seat in range(3)})


@pytest.mark.parametrize("settings", [{"uno": "ask"}, {"uno": "auto"}, {"bluffing": False}, {"scoring": "lowest", "target": 100}, {"two_player_reverse": "turn"}])
def test_bots_play_under_every_setting(settings: dict[str, object]) -> None:
    """Settings change what is asked, never whether there is an answer."""
    game = Game("flip", 2, seed=5, **settings)
    play_out(game, {0: bot("simple", 0), 1: bot("random", 1)})


def test_simple_beats_random() -> None:
    """Over 100 single hands between two, sense wins clearly."""
    won = 0
    for seed in range(100):
        game = Game("classic", 2, seed=seed, scoring="hand")
        seat = seed % 2
        play_out(game, {seat: bot("simple", seed), 1 - seat: bot("random", seed)})
        won += game.winners == (seat,)
    assert won > 60


def test_the_same_seed_plays_the_same_game() -> None:
    """A bot has its own generator and no other source of chance."""
    games = [Game("house", 4, seed=9, scoring="hand") for _ in range(2)]
    for game in games:
        play_out(game, {seat: bot("simple", seat) for seat in range(4)})
    assert games[0].history == games[1].history


def test_an_unknown_bot_is_refused_with_what_there_is() -> None:
    """The error lists the bots."""
    with pytest.raises(SettingsError, match="simple, random"):
        bot("clever", 1)


def test_simple_calls_before_its_next_to_last_card() -> None:
    """With two cards and one to play it calls first."""
    assert _asked("r7 r9", "g1 g2 g3").kind == "uno"


def test_simple_keeps_wilds_while_it_has_another_card() -> None:
    """A coloured card goes before a wild."""
    assert _asked("W W+4 r9 b1", "g1 g1 g2 g2 g5").value == "r9"


def test_simple_hits_a_next_player_with_few_cards() -> None:
    """A Draw Two goes out when the next player is close to winning."""
    assert _asked("r9 r8 r+2 r1", "g1 g2").value == "r+2"


def test_simple_names_the_colour_it_holds_most_of() -> None:
    """Three blue cards make it blue."""
    game = _table("W b1 b2 b5 y1", "g1 g2 g3")
    game.play("0 play W")
    assert bot("simple", 1).choose(game.view(0)) == Move(0, "color", "blue")


def test_simple_swaps_only_when_it_gains() -> None:
    """The smallest hand is taken if it is smaller than the own one, else nobody's."""
    for other, wanted in (("g1 g2", "1"), ("g1 g2 g3 g4 g5", "none")):
        game = _table("WX b1 b2 b5", other, "house")
        game.play("0 play WX")
        assert bot("simple", 1).choose(game.view(0)).value == wanted


def _table(mine: str, theirs: str, name: str = "classic") -> Game:
    return Game.from_layout(name, Layout(hands=[mine, theirs], discard="r5", turn=0))


def _asked(mine: str, theirs: str) -> Move:
    return bot("simple", 1).choose(_table(mine, theirs).view(0))
