"""Characters: a temper on top of any level, seen in what it does; and who sits where."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from lastcard.bots import CHARACTERS, LEVELS, Temper, bot, character_of, decision, next_move, seat_all, somebody
from lastcard.bots.base import Bot
from lastcard.bots.erring_bot import ErringBot
from lastcard.bots.levels import Level
from lastcard.bots.sharp_bot import SharpBot
from lastcard.bots.simple_bot import SimpleBot
from lastcard.editions import names
from lastcard.errors import SettingsError
from lastcard.game import Game

PLAYERS: dict[str, Callable[[int, Temper], Bot]] = {
    "simple": SimpleBot,
    "erring": lambda seed, temper: ErringBot(Level("careful", "Makes no mistakes.", "simple", 1), seed, temper),
    "sharp": SharpBot,
}
"""Everybody who can have a temper, each with a way to make them; `search` answers as `sharp` does."""

HABITS = {
    "hoards_wilds": ("classic hands=b7,W+4,g1/g1,g2,g3 discard=b5 turn=0", "", {"play b7"}),
    "spends_wilds": ("classic hands=b7,b9,W,g1/g1,g2,g3 discard=b5 turn=0", "", {"play W"}),
    "bluffs": ("classic hands=b7,b9,W+4,g1/g1,g2,g3 discard=b5 turn=0", "", {"play W+4"}),
    "strikes": ("classic hands=b7,b9,b+2,g1/g1,g2,g3,g4,g6 discard=b5 turn=0", "", {"play b+2"}),
    "spares": ("classic hands=b7,b+2,g1/g1,g2 discard=b5 turn=0", "", {"play b7"}),
    "sheds": ("classic hands=b2,b1,bS,g1/g1,g2,g3,g4,g6 discard=b5 turn=0", "", {"play bS"}),
    "keeps_drawn": ("classic hands=g1,g2,g4/b1,b2,b3 discard=r5 draw=r1 turn=0", "0 draw", {"pass"}),
    "doubts": ("classic hands=W+4,g1,g2/b1,b2,b3 discard=r5 turn=0", "0 play W+4, 0 color red", {"challenge"}),
    "trusts": ("classic hands=W+4,g1,g2,g3,g4,g6,g7,g8/b1,b2 discard=r5 turn=0", "0 play W+4, 0 color red", {"accept"}),
    "forgets_call": ("classic hands=r7,g1/b1,b2,b3 discard=r5 turn=0", "", {"play r7"}),
    "misses_catch": ("classic hands=r7,g1/b1,b2,b3 discard=r5 turn=0", "0 play r7", {"draw"}),
}
"""For each habit a position, what was played from there, and what it then does."""


def _after(position: str, moves: str) -> Game:
    game = Game.from_position(position)
    for move in filter(None, moves.split(", ")):
        game.play(move)
    return game


def _answers(player: str, temper: Temper, game: Game) -> set[str]:
    """What somebody with this temper answers, over some seeds."""
    made: list[Bot] = [PLAYERS[player](seed, temper) for seed in range(12)]
    return {str(decision(game, one)).partition(" ")[2] for one in made}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_shows_whoever_has_it(habit: str, player: str) -> None:
    """Who always gives in to a habit does so at every level; who never does, does not always do the same."""
    position, moves, does = HABITS[habit]
    assert _answers(player, Temper(**{habit: 1}), _after(position, moves)) == does


def test_habits_are_more_than_what_everybody_does() -> None:
    """Without its temper a player answers at least one of the positions in another way, for each kind of player."""
    for player in PLAYERS:
        other = {
            habit
            for habit, (at, moves, does) in HABITS.items()
            if _answers(player, Temper(), _after(at, moves)) != does
        }
        assert other >= {"spends_wilds", "bluffs", "keeps_drawn", "doubts", "forgets_call", "misses_catch"}, player


@pytest.mark.parametrize("player", PLAYERS)
def test_a_favourite_colour_is_named_if_it_is_held(player: str) -> None:
    """The first colour of the edition is named with one card of it, though there are more of another; not without."""
    held = _after("classic hands=W,r9,b1,b2,b5/g1,g2,g3 discard=y5 turn=0", "0 play W")
    first = held.view(0).moves[0].color
    assert first == "red"
    assert _answers(player, Temper(favorite=0), held) == {"color red"}
    assert "color red" not in _answers(player, Temper(favorite=0), _after(
        "classic hands=W,g9,b1,b2,b5/g1,g2,g3 discard=y5 turn=0", "0 play W"))  # fmt: skip


@pytest.mark.parametrize("player", PLAYERS)
def test_a_card_that_was_seen_is_remembered(player: str) -> None:
    """bluff-1: a hand that was seen with the colour in play is challenged by whoever remembers."""
    game = _after(
        "classic hands=W+4,W+4,r9,g1,g2/r1,b2,b3 discard=r5 turn=0",
        "0 play W+4, 0 color red, 1 challenge, 1 play r1, 0 play W+4, 0 color green",
    )
    assert any(card.color == "red" for card in game.view(1).hands[0])
    assert _answers(player, Temper(remembers=1, trusts=1), game) == {"challenge"}


@pytest.mark.parametrize("player", PLAYERS)
def test_who_doubts_does_so_also_of_a_card_that_was_seen(player: str) -> None:
    """And who trusts does not then."""
    game = _after(
        "classic hands=W+4,W+4,r9,g1,g2/r1,b2,b3 discard=r5 turn=0",
        "0 play W+4, 0 color red, 1 challenge, 1 play r1, 0 play W+4, 0 color green",
    )
    assert _answers(player, Temper(doubts=1), game) == {"challenge"}
    assert "challenge" in _answers(player, Temper(trusts=1), game)


def test_every_habit_belongs_to_somebody() -> None:
    """What nobody does would be of no use."""
    calm = Temper()
    for habit in Temper.__dataclass_fields__:
        assert any(getattr(one.temper, habit) != getattr(calm, habit) for one in CHARACTERS.values()), habit


def test_nobody_keeps_a_last_card() -> None:
    """A habit that would keep a card lets the last one go."""
    game = _after("classic hands=W/b1,b2 discard=r5 turn=0", "")
    for player in PLAYERS:
        assert _answers(player, Temper(hoards_wilds=1, spares=1, keeps_drawn=1), game) == {"play W"}


def test_characters_are_a_dozen_and_no_two_alike() -> None:
    """Each has a name, a line, a level and a temper that no other has."""
    assert len(CHARACTERS) == 12
    assert all(name == one.id == one.name.lower() and one.says.endswith(".") for name, one in CHARACTERS.items())
    assert {one.level for one in CHARACTERS.values()} == set(LEVELS)
    assert len({replace(one.temper) for one in CHARACTERS.values()}) == 12
    assert len({one.says for one in CHARACTERS.values()}) == 12


@pytest.mark.parametrize("who", CHARACTERS)
def test_a_character_plays_a_hand_in_every_edition(who: str) -> None:
    """With its temper it still brings a game to an end, and makes only moves that are there."""
    for name in names():
        game = Game(name, 3, seed=who, preset="party", scoring="hand")
        bots = {seat: bot(f"{who}@{level}", seat) for seat, level in enumerate(("easy", "medium", "hard"))}
        for _ in range(5000):
            if game.over:
                break
            game.play(next_move(game, bots), as_seen=True)
        assert game.over


def test_a_character_plays_at_its_own_level_or_at_another() -> None:
    """`otto` is Otto at his usual level, `otto@hard` at that one, and both are called so."""
    assert [bot(name).name for name in ("otto", "otto@hard")] == ["otto", "otto@hard"]
    assert isinstance(bot("otto"), ErringBot)
    assert isinstance(bot("otto@hard"), SharpBot)
    assert character_of("otto@hard") is character_of("otto") is CHARACTERS["otto"]
    assert character_of("hard") is None
    with pytest.raises(SettingsError, match="Otto has no level 'random'; allowed: easy"):
        bot("otto@random")


def test_a_table_has_nobody_twice() -> None:
    """A level is filled by those who usually play at it, then by others; whoever is asked for by name comes."""
    chance = random.Random(1)
    seated = seat_all(["hard"] * 5 + ["otto", "simple", "easy", "easy"], chance)
    faces = [name.partition("@")[0] for name in seated]
    assert set(faces[:3]) == {"rocco", "mina", "ivo"}
    assert [name.partition("@")[2] for name in seated] == ["hard"] * 5 + ["", "", "easy", "easy"]
    assert seated[5:7] == ["otto", "simple"]
    assert len(set(faces)) == len(faces)
    assert len({somebody("easy", [], chance) for _ in range(60)}) == 3


def test_where_everybody_is_there_already_a_bot_without_a_face_comes() -> None:
    """People may have the names of all characters; a bot can be seated all the same."""
    assert somebody("hard", CHARACTERS, random.Random(1)) == "hard"


def test_somebody_cannot_sit_on_two_seats() -> None:
    """Whoever asks for it is told what to do."""
    with pytest.raises(SettingsError, match=r"Otto can't sit on two seats; name a level for all"):
        seat_all(["otto", "otto@hard"], random.Random(1))
