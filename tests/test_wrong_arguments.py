"""What a caller hands over wrongly is refused by the library in words: what it was, and what is allowed.

Python's own errors speak of what broke inside. Moves and cards have more of these tests in `test_faults.py`.
"""

# mypy: disable-error-code="arg-type, list-item"
# What type checkers would refuse is what these tests are about.

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lastcard import Card, Game, Layout, Move, Record, Settings, edition, load_edition, read_record, write_record
from lastcard.batch import Batch, action_number
from lastcard.bots import bot
from lastcard.checks.fairness import FairnessError, Shuffle
from lastcard.editions import load, load_folder, register
from lastcard.errors import (
    BatchError,
    EditionError,
    LastcardError,
    NotationError,
    PositionError,
    SaveError,
    SettingsError,
)
from lastcard.whole import whole

LATE_DEALER = 'classic settings={"dealer":7} hands=r1/g1 discard=r5 dealer=0'
CALLS: list[tuple[Callable[[], Any], type[LastcardError], str]] = [
    (lambda: Game.load(None), SaveError, "None is no saved game; bytes are needed, as game.save() gives them"),
    (lambda: Game.load("abc"), SaveError, "'abc' is no saved game; bytes are needed"),
    (lambda: Game.load(b""), SaveError, "these bytes are no saved game of this version, or they are damaged"),
    (lambda: Game.from_position(None), NotationError, "None is no position; a position is a text such as 'classic "),
    (lambda: Game.from_position(b"classic"), NotationError, "b'classic' is no position"),
    (lambda: Game(None), EditionError, "None is no edition; an id is needed, such as classic, a path to a file"),
    (lambda: edition(5), EditionError, "5 is no edition; an id is needed"),
    (lambda: load_edition(None), EditionError, "None is no path to an edition file"),
    (lambda: load_folder(5), EditionError, "5 is no path to an edition file"),
    (lambda: load("\ud800.toml"), EditionError, "can't be the name of a file"),
    (lambda: register("classic"), EditionError, "'classic' is no Edition; load_edition(path) makes the one in a file"),
    (lambda: Settings.from_text(edition("flip"), {}), SettingsError, "settings are {}; a JSON object is needed"),
    (lambda: bot([]), SettingsError, "there is no bot []; there are the levels easy, medium"),
    (lambda: bot("simple", []), SettingsError, "the seed of a bot is []; allowed: a whole number, a text, or None"),
    (lambda: Shuffle("x" * 32, bytes(32), ()).key, FairnessError, "the secret is of the type str; 32 bytes are needed"),
    (lambda: Shuffle(bytes(32), bytes(32), "x").key, FairnessError, "mixes are 'x'; a tuple is needed, of bytes"),
    (lambda: write_record(Game(), (), 5), FairnessError, "5 is no shuffle; a Shuffle is needed, or None"),
    (lambda: Game(seed=1.5), SettingsError, "seed is 1.5; allowed: a whole number, a text, bytes, or None"),
    (lambda: Game().copy(fresh=True, seed=[]), SettingsError, "seed is []; allowed: a whole number"),
    (lambda: Game().copy(seed=3), SettingsError, "seed is 3, but only copy(fresh=True) deals anything from a seed"),
    (lambda: Game(players="3"), PositionError, "'3' players can't play; allowed are 2 to 10"),
    (lambda: Game(players=True), PositionError, "True players can't play"),
    (lambda: Game().perft(1.5), NotationError, "depth is 1.5; allowed are whole numbers from 0 to 1000"),
    (lambda: Game().perft(None), NotationError, "depth is None; allowed are whole numbers from 0"),
    (lambda: Game().perft(-1), NotationError, "depth is -1; allowed are whole numbers from 0"),
    (lambda: Game().perft(10**9), NotationError, "depth is 1000000000; allowed are whole numbers from 0 to 1000"),
    (lambda: Game().view(True), NotationError, "there is no seat True; the seats are 0 to 1"),
    (lambda: Game().view(1.0), NotationError, "there is no seat 1.0; the seats are 0 to 1"),
    (lambda: Game().tell(None), NotationError, "None is nothing that happened; game.happened() has it"),
    (lambda: Game().why_not(0, None), NotationError, "None is no card; a card is written as a text, for example 'r0'"),
    (lambda: Game.on_state(edition("flip"), Settings(), b"x"), SaveError, "found 1 bytes; a state has "),
    (lambda: Game.from_layout("classic", None), PositionError, "None is no layout; write Layout(hands="),
    (lambda: laid(hands="r1 g2"), PositionError, "hands is 'r1 g2'; a list of texts, one with the cards of each seat"),
    (lambda: laid(hands=5), PositionError, "hands is 5; a list of texts"),
    (lambda: laid(hands=[5, "r1"]), PositionError, "found 5; a hand or pile is a text with its cards"),
    (lambda: laid(draw=None), PositionError, "found None; a hand or pile is a text with its cards"),
    (lambda: laid(scores=5), PositionError, "scores is 5; a list of whole numbers, one for each seat is needed"),
    (lambda: laid(scores=[1.5, 0]), PositionError, "scores are [1.5, 0]; 2 whole numbers from 0 are needed"),
    (lambda: laid(key=5), PositionError, "key is 5; a list of four whole numbers of 64 bits is needed"),
    (lambda: laid(key=(1, 2)), PositionError, "key is (1, 2); a list of four whole numbers of 64 bits is needed"),
    (lambda: laid(key=(1, 2, 3, -4)), PositionError, "key is (1, 2, 3, -4); a list of four whole numbers"),
    (lambda: laid(players=[]), PositionError, "[] players can't play; allowed are 2 to 10"),
    (lambda: laid(turn=True), PositionError, "turn is True; allowed are the seats 0 to 1"),
    (lambda: laid(direction=[]), PositionError, "direction is []; allowed: left, right"),
    (lambda: laid(rest=[]), PositionError, "rest is []; allowed: deck, none"),
    (lambda: laid(discard="W", color=5), PositionError, "color is 5; allowed: red, green, blue, yellow"),
    (lambda: Settings.of("classic"), SettingsError, "found 'classic' and None; an Edition and a mapping of settings"),
    (lambda: Settings.of(edition("classic"), [1]), SettingsError, "and [1]; an Edition and a mapping of settings"),
    (lambda: Card.parse([], "classic"), NotationError, "[] is no card; a card is written as a text"),
    (lambda: Card.parse("r7", "flip", "lihgt"), NotationError,
        "edition flip has no side 'lihgt'; did you mean light? allowed: light, dark"),
    (lambda: Card.parse("r7", "classic", "dark"), NotationError, "edition classic has no side 'dark'; allowed: light"),
    (lambda: Move.parse("0 play r7", "flip", None), NotationError, "edition flip has no side None; allowed: light"),
    (lambda: Move(0, "color", color=5), NotationError, "found color=5 and yes=None; a colour is a text"),
    (lambda: Move(0, "vote", yes="no"), NotationError, "yes='no'; a colour is a text, and yes is True or False"),
    (lambda: read_record(None), NotationError, "None is no record; a record is a text, as write_record(game) gives it"),
    (lambda: Record.parse(b"x"), NotationError, "b'x' is no record"),
    (lambda: write_record(None), NotationError, "None is no game, so there is no record of it; a Game is needed"),
    (lambda: write_record(Game(), 5), NotationError, "names are 5; a list with one for each of the 2 players"),
    (lambda: write_record(Game(), [1, 2]), NotationError, "names are [1, 2]; a list with one for each"),
    (lambda: Batch(games=3).game(5000), BatchError, "there is no game 5000; the games are 0 to 2"),
    (lambda: Batch(games=3).game(-4), BatchError, "there is no game -4; the games are 0 to 2"),
    (lambda: Batch(games=3).game("x"), BatchError, "there is no game 'x'; the games are 0 to 2"),
    (lambda: Batch(games=1.5), BatchError, "found 1.5 games; at least 1 is needed, as a whole number"),
    (lambda: Batch(games="3"), BatchError, "found '3' games; at least 1 is needed, as a whole number"),
    (lambda: Batch(games=10**18), BatchError, "there is no memory for 1000000000000000000 games, which take "),
    (lambda: Batch(games=10**30), BatchError, "there is no memory for 1000000000000000000000000000000 games"),
    (lambda: Batch(threads="3"), BatchError, "found '3' threads; at least 1 is needed"),
    (lambda: Batch().repeated(1.5), BatchError, "found 1.5 times; at least 1 is needed"),
    (lambda: Batch().repeated(10**18), BatchError, "there is no memory for 1000000000000000000 games"),
    (lambda: Batch.of(None), BatchError, "found None; a batch is made of games: Batch.of([game, …])"),
    (lambda: Batch.of([1]), BatchError, "found 1; a batch is made of games"),
    (lambda: Batch().step([[1], [2, 3]]), BatchError, "actions are [[1], [2, 3]]; an array of numbers is needed"),
    (lambda: Batch().restart([[1], [2, 3]]), BatchError, "which are [[1], [2, 3]]; an array of numbers is needed"),
    (lambda: Batch.of([Game.from_position(LATE_DEALER)]).restart([True]), SettingsError,
        "setting dealer is 7; with 2 players the seats are 0 to 1"),
    (lambda: Batch().masks(out=[1]), BatchError, "out is [1]; an array of (1, "),
    (lambda: Batch().play_out(None), BatchError, "policy is None; allowed: uniform, eager, sensible, weighted, sharp"),
    (lambda: Batch().play_out([[], 5]), BatchError, "policy is [[], 5]; allowed: uniform"),
    (lambda: Batch().play_out("weighted", weights="x"), BatchError, "weights are 'x'; an array of numbers is needed"),
    (lambda: action_number("classic", None), NotationError, "None is no action; an action is named by a text"),
    (lambda: action_number("classic", "draw", "dark"), NotationError, "has no side 'dark'; allowed: light"),
]  # fmt: skip


def laid(**changes: Any) -> Game:
    """A game from a layout with something else in it."""
    return Game.from_layout("classic", Layout(**{"hands": ["r1 g2", "b3"], "discard": "r5", **changes}))


@pytest.mark.parametrize(("call", "kind", "says"), CALLS)
def test_a_wrong_argument_is_refused_with_what_it_was_and_what_is_allowed(
    call: Callable[[], Any], kind: type[LastcardError], says: str
) -> None:
    """By an error of the library's own, that has a code."""
    with pytest.raises(LastcardError) as caught:
        call()
    assert type(caught.value) is kind
    assert says in str(caught.value)


def test_whole_numbers_of_any_library_will_do() -> None:
    """And what only looks like one will not."""
    assert [whole(number) for number in (3, np.int8(3), np.uint64(3), True, 3.0, "3", None, np.bool_(1), int)] == (
        [3, 3, 3, None, None, None, None, None, None]
    )
    game = Game("classic", np.int64(2), seed=np.int64(1))
    assert game.perft(np.int8(2)) == game.perft(2)
    assert Move(np.int8(1), "catch", target=np.int8(0)) == Move(1, "catch", target=0)
    assert Batch(games=np.int64(3), seed=1).game(np.int64(-1)) == Batch(games=3, seed=1).game(2)
    assert laid(turn=np.int64(1), scores=[np.int64(5), 0]).scores == (5, 0)


def test_a_save_may_be_any_bytes() -> None:
    """As files and sockets give them."""
    game = Game(seed=1)
    for data in (bytearray(game.save()), memoryview(game.save())):
        assert Game.load(data) == game
