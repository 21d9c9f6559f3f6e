"""What a game tells: later as at once, reasons why a card can not be played, and views as plain values."""

from __future__ import annotations

import inspect
import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import pytest

from lastcard import (
    Card,
    Event,
    Game,
    IllegalMoveError,
    Layout,
    View,
    edition,
    edition_names,
)
from lastcard.cards import printed
from lastcard.editions import load
from lastcard.errors import NotationError
from lastcard.events import Happened
from lastcard.reading import ALL_SEEING, Reading, known, one_seat
from tests.test_game import ALIKE, some_moves, with_faces_changed
from tests.test_generic import EDITIONS, some_game

# --- telling later -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 4, 7])
def test_what_happened_can_be_told_later_as_it_was_told_at_once(name: str, players: int) -> None:
    """Kept until the end, through flips and rounds, every move is told as it was then.

    To every seat, to the public and openly.
    """
    for seed in range(3):
        game = some_game(name, players, seed)
        kept: list[tuple[Happened, list[list[Event]]]] = []

        def keep(_: object = None, game: Game = game, kept: list[tuple[Happened, list[list[Event]]]] = kept) -> None:
            at_once = [*(game.events(seat) for seat in range(players)), game.events("public"), game.events()]
            kept.append((game.happened(), at_once))

        keep()
        some_moves(game, 400, seed, keep)
        for happened, at_once in kept:
            later = [
                *(game.tell(happened, seat) for seat in range(players)),
                game.tell(happened, "public"),
                game.tell(happened),
            ]
            assert later == at_once
        assert game.copy().happened() == game.happened()


def test_a_colour_named_before_a_flip_is_told_by_the_side_it_was_named_on(tmp_path: Path) -> None:
    """Naming and flipping can be one move; red stays red in the story of it."""
    text = (Path(inspect.getfile(load)).parent / "data" / "flip.toml").read_text("utf-8")
    text = text.replace('id = "flip"', 'id = "turning"')
    file = tmp_path / "turning.toml"
    file.write_text(
        text.replace(
            'does = ["player names the colour"]',
            'does = ["player names the colour", "everything flips", "player names the colour if the top is wild"]',
            1,
        ),
        "utf-8",
    )
    turning = load(file)
    game = Game.from_layout(turning, Layout(hands=["W|p1 r1|p2", "r2|p3 r3|p4"], discard="r5|t5", turn=0))
    game.play("0 play W")
    game.play("0 color red")
    assert [event.text for event in game.events()] == ["Seat 0 names red.", "Everything flips to the dark side."]
    happened = game.happened()
    game.play(game.legal_moves()[0])
    assert game.tell(happened, 1)[0].word == "red"


def test_games_at_one_desk_keep_their_own_events() -> None:
    """What one game tells does not change when another one goes on, is dealt or is laid out."""
    one = Game("flip", 3, seed=1)
    dealt = one.events()
    other = Game("classic", 4, seed=2)
    some_moves(other, 10, 1)
    Game.from_position(ALIKE)
    assert one.events() == dealt
    assert one.view(0) == Game("flip", 3, seed=1).view(0)
    assert Game.from_position(ALIKE).events() == []
    assert Game.load(one.save()).events() == []


def test_games_in_several_threads_do_not_mix() -> None:
    """Played at the same time or one after the other, games come out the same, events and views included."""

    def story(seed: int) -> list[object]:
        game = Game("house", 4, seed=seed)
        told: list[object] = []
        some_moves(game, 120, seed, lambda _: told.append((game.events(), game.view(seed % 4), game.state.tobytes())))
        return told

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(story, range(16))) == [story(seed) for seed in range(16)]


def test_only_a_seat_at_the_table_is_told() -> None:
    """A seat that does not exist gets an error rather than an empty or a full story."""
    game = Game("classic", 3, seed=1)
    for call in (game.view, game.reasons, game.events, lambda seat: game.tell(game.happened(), seat)):
        for seat in (-1, 3, 10):
            with pytest.raises(NotationError, match="there is no seat"):
                call(seat)


# --- reasons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_reasons_for_a_hand_are_those_for_each_of_its_cards(name: str, players: int) -> None:
    """All at once or one by one, written bare or as far as it is known, a card has the same reason."""
    for seed in range(4):
        game = some_game(name, players, seed)
        for part in range(20):
            for seat in range(players):
                hand = game.view(seat).hand
                assert game.reasons(seat) == [game.why_not(seat, str(card)) for card in hand]
                assert game.reasons(seat) == [game.why_not(seat, card.face(int(game.state.side))) for card in hand]
            some_moves(game, 3, part)


@pytest.mark.parametrize("name", EDITIONS)
def test_reasons_tell_a_seat_nothing_that_it_may_not_know(name: str) -> None:
    """see-5: with every hidden face changed, the reasons stay the same."""
    rng = random.Random(name)
    for seed in range(3):
        game = some_game(name, 3, seed)
        for part in range(15):
            some_moves(game, 5, part)
            for seat in range(3):
                assert with_faces_changed(game, one_seat(seat), rng).reasons(seat) == game.reasons(seat)


def test_a_card_without_a_reason_is_one_that_can_be_played() -> None:
    """A card's reason names the rule; the card that fits has none."""
    game = Game.from_position("classic hands=r7,g4,W/b5 discard=r5 turn=0")
    reasons = game.reasons(0)
    assert [None if reason is None else reason.rule for reason in reasons] == [None, "turn-1", None]
    assert {reason.sentence for reason in game.reasons(1) if reason is not None} == {
        "it is for seat 0 to play or draw now"
    }
    with pytest.raises(IllegalMoveError, match="turn-1"):
        game.check_move("0 play g4")


# --- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_a_view_as_plain_values_has_every_field_and_survives_json(name: str) -> None:
    """Nothing of a view is left out, and what a page gets is what was sent."""
    game = some_game(name, 3, 2)

    def compare(_: object = None) -> None:
        for view in (game.view(1), game.view("public"), game.view("open")):
            data = view.to_dict()
            assert list(data) == [field.name for field in fields(View)]
            assert json.loads(json.dumps(data)) == json.loads(json.dumps(data, default=str))
            assert data["hands"] == [[str(card) for card in hand] for hand in view.hands]
            assert data["moves"] == [str(move) for move in view.moves]

    compare()
    some_moves(game, 40, 2, compare)


def test_a_reading_is_never_older_than_its_state() -> None:
    """Even a state changed by hand is looked at anew."""
    game = Game("classic", 3, seed=1)
    assert game.view(0).dealer == game.state.dealer
    game.state.dealer = (int(game.state.dealer) + 1) % 3
    assert game.view(0).dealer == game.state.dealer


@pytest.mark.parametrize("name", edition_names())
def test_cards_sort_by_their_numbers_as_they_sort_by_their_faces(name: str) -> None:
    """Hands of others are sorted by numbers, in the order of the cards' texts."""
    words = printed(edition(name))
    game = Game(name, 4, seed=1)
    reading = Reading(game.state.tobytes())
    every = range(int(game.compiled.values["cards"]))
    numbers = [number for viewer in (ALL_SEEING, 1, 2, 15) for number in known(words, reading, every, viewer)]
    assert [words.cards[0][number] for number in sorted(numbers)] == sorted(
        words.cards[0][number] for number in numbers
    )
    assert all(isinstance(words.cards[0][number], Card) for number in numbers)
