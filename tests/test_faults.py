"""Faults that were found and mended: bad positions, bad moves, long stories, and games that are kept or read back."""

from __future__ import annotations

import copy
import json
import pickle
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard import Card, Game, IllegalMoveError, Layout, Move, edition_names, read_record, write_record
from lastcard.batch import Batch
from lastcard.editions import load, registry
from lastcard.engine.kinds import KIND_SHIFT, QUESTIONS, SEAT_SHIFT, Act
from lastcard.engine.schema import State
from lastcard.errors import LastcardError, NotationError, PositionError, SaveError
from lastcard.meaning import Wording
from lastcard.reading import Reading
from tests.rules.table import play, table
from tests.test_generic import some_game

CLASSIC = "classic hands=r1,g2/b3,y4 discard=r5 turn=0"
# 1: elbows, 2: a vote
NOTICE = 'house settings={"custom":["custom-9","words:\\u0020Hum"]} hands=r1,g2/b3,y4 discard=r5 turn=0'


@pytest.mark.parametrize(
    ("position", "word"),
    [
        (CLASSIC, "liable=512"), (CLASSIC, "liable=4"), (CLASSIC, "winners=512"), (CLASSIC, "called=8"),
        (CLASSIC, "discarders=16"), (CLASSIC, "open_until=4"), (CLASSIC, "notice=1,0"), (CLASSIC, "notice=4,0"),
        (NOTICE, "notice=4,0"), (NOTICE, "notice=8,0"), (CLASSIC, "asked=2"), (CLASSIC, "suspect=2"),
        (CLASSIC, "actor=2"),
        (CLASSIC, "named=4"), (CLASSIC, "round_winner=2"), (CLASSIC, "bluff_held=3"), (CLASSIC, "bluff_color=9"),
    ],
)  # fmt: skip
def test_a_position_with_seats_or_words_that_there_are_not_is_refused(position: str, word: str) -> None:
    """Bits for a seat that nobody has, or for words that no notice says, would corrupt the game."""
    Game.from_position(position)
    with pytest.raises((PositionError, NotationError)):
        Game.from_position(f"{position} {word}")


def test_a_notice_that_a_card_can_give_is_read_back() -> None:
    """What is refused is only what can't be."""
    game = Game.from_position(f"{NOTICE} notice=2,0")
    assert game.notices == ((0, "Elbows straight"),)
    assert Game.from_position(game.position()).position() == game.position()


def test_every_event_of_a_long_move_is_told() -> None:
    """Twelve times all hands lie open, and then a draw: no event is lost, the last one neither."""
    rule = "; ".join(["all hands lie open until player's next turn"] * 12 + ["next player draws 20"])
    hands = ["W1 r1 r2 r3 r4 r5 r6"] + [f"{c}1 {c}2 {c}3 {c}4 {c}6 {c}7 {c}8" for c in "gby"]
    game = table("house", [*hands, "W2 g9", "W3 b9", "y9 y9"], discard="r7", custom=[rule] * 3)
    cards = sum(game.sizes) - 1
    told = game.play("0 play W1")
    assert [event.kind for event in told].count("showed") == 12 * cards
    assert [event.kind for event in told].count("hands-open") == 12
    assert [event.kind for event in told].count("drew") == 20
    assert game.asks == (0, "color")


def test_a_game_may_have_any_number_of_rounds() -> None:
    """With a high target the number of the round passes 32,767 and stays right."""
    game = Game.from_position('classic settings={"target":1000000} hands=r1/b3,y4 discard=r5 turn=0 round_number=32767')
    play(game, "0 play r1", "deal")
    assert game.round == 32768
    assert Game.from_position(game.position()).round == 32768


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Move(-1, "draw"), "-1 can't draw: seats are 0 to 9"),
        (lambda: Move(10, "draw"), "10 can't draw: seats are 0 to 9"),
        (lambda: Move(True, "draw"), "True can't draw"),
        (lambda: Move(0, "fly"), "'fly' is no kind of move; allowed: play, draw"),
        (lambda: Move(0, "deal"), "deal is made by nobody"),
        (lambda: Move(0, "play"), "after 'play' comes a card; found nothing"),
        (lambda: Move(0, "draw", color="red"), "after 'draw' comes nothing; found a colour"),
        (lambda: Move(0, "target", yes=True), "after 'target' comes a seat"),
        (
            lambda: Game().play(None),  # type: ignore[arg-type]
            "None is no move; a move is a Move or a text such as '0 play r7'",
        ),
        (lambda: Game().play(7), "7 is no move"),  # type: ignore[arg-type]
        (lambda: Game().play("0 fly"), "'fly' is no kind of move"),
        (lambda: Game().is_legal("-1 draw"), "is no move"),
        (lambda: Move(0, "catch", target=65), "catch 65: seats are 0 to 9"),
        (lambda: Move(0, "target", target=-3), "target -3: seats are 0 to 9"),
        (lambda: Move(0, "play", "r7"), "found 'r7' for a card"),  # type: ignore[arg-type]
        (lambda: Card("r7"), "a card from its text is Card.parse(text, edition)"),  # type: ignore[arg-type]
        (lambda: Game().legal_moves(9), "there is no seat 9; the seats are 0 to 1"),
        (lambda: Game().resample(7), "there is no seat 7; the seats are 0 to 1"),
        (lambda: write_record(Game(), ["Ada"]), "one for each of the 2 players"),
        (lambda: write_record(Game(), "ab"), "one for each of the 2 players"),
        (lambda: Game().view(2), "there is no seat 2"),
        (
            lambda: Game().view("nobody"),  # type: ignore[arg-type]
            "there is no seat 'nobody'; the seats are 0 to 1, and other viewers are public and open",
        ),
    ],
)
def test_what_is_no_move_is_refused_with_what_would_be_one(make: Any, says: str) -> None:
    """Bare errors of Python tell a user nothing."""
    with pytest.raises(NotationError) as caught:
        make()
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("position", "before", "move", "why"),
    [
        ("classic hands=W,g2/b3,y4 discard=r5 turn=0", "0 play W", "0 color purple",
            "purple is no colour of the side in play; the colours are red, green, blue, yellow"),
        ("flip hands=W,p2/t3,t4 discard=p5 turn=0 side=dark", "0 play W", "0 color red",
            "red is no colour of the side in play; the colours are pink, teal, orange, purple"),
        ("house hands=WX,g2/b3,y4 discard=r5 turn=0", "0 play WX", "0 target 0", "seat 0 can't be chosen"),
        ("flip-transformers hands=WP,g2/b3,y4 discard=r5 turn=0", "0 play WP", "0 target none",
            "somebody must be chosen"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_refused_with_what_would_be_one(
    position: str, before: str, move: str, why: str
) -> None:
    """In a sentence, which programs can have without the rest."""
    game = Game.from_position(position)
    game.play(before)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    assert caught.value.why == why
    assert f"seat 0 can't {move[2:]}: {why} ({caught.value.rule}). Possible: " in str(caught.value)


@pytest.mark.parametrize("name", edition_names())
@pytest.mark.parametrize("keeps", [pickle.dumps, copy.deepcopy, copy.copy])
def test_a_game_that_is_pickled_or_copied_goes_on_alike(name: str, keeps: Any) -> None:
    """State, history and last events survive, also of a game that keeps no history; the original is left alone."""
    for history in (True, False):
        game = Game(name, 3, seed=4, history=history, scoring="points")
        for _ in range(20):
            game.play(game.legal_moves()[0])
        other = keeps(game)
        other = pickle.loads(other) if isinstance(other, bytes) else other  # noqa: S301 - our own bytes
        assert other == game
        assert other.events() == game.events()
        if history:
            assert other.history == game.history
        else:
            with pytest.raises(SaveError):
                _ = other.history
        before = game.position()
        other.play(other.legal_moves()[0])
        assert game.position() == before != other.position()


def test_what_was_written_under_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An edition with the same id and another card: positions, records and saves of the one are none of the other's."""
    monkeypatch.setattr(registry, "_known", {})
    text = (Path(load.__code__.co_filename).parent / "data" / "classic.toml").read_text("utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('id = "classic"', 'id = "mine"'), "utf-8")
    game = Game(file, 2, seed=1)
    game.play(game.legal_moves()[0])
    kept = {Game.from_position: game.position(), read_record: write_record(game), Game.load: game.save()}
    for read, data in kept.items():
        assert read(data) == game  # type: ignore[operator]
    file.write_text(
        text.replace('id = "classic"', 'id = "mine"').replace("next player draws 2", "next player draws 3"), "utf-8"
    )
    changed = Game(file, 2, seed=1)
    for read, data in kept.items():
        with pytest.raises(
            LastcardError, match=f"written under other rules: it says '{game.compiled.digest}'"
        ) as caught:
            read(data)  # type: ignore[operator]
        assert changed.compiled.digest in str(caught.value)


def test_a_digest_tells_settings_and_sentences_apart_and_nothing_else() -> None:
    """The same rules have the same digest however they were chosen; other rules have another."""
    usual = Game("classic").compiled.digest
    assert Game("classic", 5, seed=3, uno="race", target=500).compiled.digest == usual
    assert Game("classic", bluffing=False).compiled.digest != usual
    assert Game("classic", target=499).compiled.digest != usual
    digests = {Game(name).compiled.digest for name in edition_names()}
    assert len(digests) == len(edition_names())
    assert Game("house", custom=["custom-1"]).compiled.digest != Game("house", custom=["custom-2"]).compiled.digest


def test_a_wild_draw_with_two_draws_costs_a_wrong_challenge_its_extra_once() -> None:
    """challenge-4: all of it, plus the extra, however many sentences draw."""
    rule = "player names the colour; next player may challenge for 2 more; next player draws 1; next player draws 1"
    game = table("house", ["W1 g1 g2", "b1"], discard="r5", draw="b2 b3 b4 b5 b6 b7", custom=[rule])
    play(game, "0 play W1", "0 color blue", "1 challenge")
    assert game.sizes == (2, 5)


@pytest.mark.parametrize(
    "moves",
    [
        ("flip", Layout(hands=["W+C", "p1 p2"], discard="t5", turn=0, side="dark"), ("0 play W+C",)),
        (
            "classic",
            Layout(players=3, draw="r1 " * 2 + "r2 r2 g1 g1 g2 g2 b1 b1 b2 b2 y1 y1 y2 y2 r3 r3 g3 g3 b3 W"),
            (),
        ),
    ],
)
def test_a_position_in_which_no_colour_is_named_yet_is_read_back(moves: Any) -> None:
    """A wild that was turned up, and a last card that still asks for its colour."""
    name, layout, made = moves
    game = Game.from_layout(name, layout)
    play(game, *made)
    assert game.asks.kind == "color"
    assert Game.from_position(game.position()).position() == game.position()


@pytest.mark.parametrize("name", edition_names())
def test_a_position_at_every_question_is_read_back(name: str) -> None:
    """Wherever a game stands, its position comes back as itself and goes on alike."""
    asked = set()
    for seed in range(25):
        game, rng = some_game(name, 2 + seed % 4, seed), random.Random(seed)
        for _ in range(60):
            moves = game.legal_moves()
            if not moves:
                break
            game.play(rng.choice([move for move in moves if move.kind not in {"draw", "pass"}] or moves))
            if game.asks.kind in asked and rng.random() < 0.8:  # every kind of question, and a fifth of all others
                continue
            twin = Game.from_position(game.position())
            assert twin.position() == game.position()
            assert twin == game
            assert hash(twin) == hash(game)
            asked.add(game.asks.kind)
    assert {"play", "color", "round over"} <= asked <= set(QUESTIONS)


@pytest.mark.parametrize("name", edition_names())
def test_moves_are_taken_back_one_by_one_to_the_deal(name: str) -> None:
    """`undo` gives back the move, the state and the events; also in a game that was saved and loaded."""
    game, rng = some_game(name, 3, 6), random.Random(1)
    stations: list[tuple[bytes, list[Any]]] = []
    for _ in range(50):
        if not game.legal_moves():
            break
        stations.append((game.state.tobytes(), game.events()))
        game.play(rng.choice(game.legal_moves()))
    loaded = Game.load(game.save())
    assert loaded == game
    history = game.history
    for one in (game, loaded):
        for (state, events), move in zip(reversed(stations), reversed(history), strict=True):
            assert one.undo() == move
            assert one.state.tobytes() == state
            assert one.events() == events or not one.history
        with pytest.raises(SaveError, match="no move to take back"):
            one.undo()
    game.play(game.legal_moves()[0])
    assert len(game.history) == 1
    with pytest.raises(SaveError, match="keeps no history"):
        Game(history=False).undo()


def test_a_move_is_legal_or_not_without_being_made() -> None:
    """`is_legal` agrees with `play`, and changes nothing."""
    game = Game.from_position("flip hands=r7|p3,g1|p1/r2|p2,b3|p5 discard=r5|o1 turn=0")
    before = game.position()
    assert game.is_legal("0 play r7")
    assert game.is_legal(game.legal_moves()[0])
    assert not game.is_legal("0 play g1")
    assert not game.is_legal("1 play r2")
    assert not game.is_legal("0 play y9")
    assert game.position() == before
    with pytest.raises(IllegalMoveError):
        game.play("0 play g1")


def test_games_are_equal_by_where_they_stand() -> None:
    """However they got there, and whatever their cards are numbered; not if they would go on differently."""
    one = Game.from_position("classic hands=r1,r2,g5/b3,y4,y5 discard=r5 turn=0")
    other = Game.from_position("classic hands=r1,r2,g5/b3,y4,y5 discard=r5 turn=0 moves=40")
    assert one == other
    assert len({one, other}) == 1
    assert one != Game.from_position("classic hands=r1,r2,g5/b3,y4,y5 discard=r5 turn=1")
    assert one != Game.from_position('classic settings={"uno":"auto"} hands=r1,r2,g5/b3,y4,y5 discard=r5 turn=0')
    assert one != "classic"


def test_a_view_and_an_event_can_be_read_by_a_person() -> None:
    """`str` sketches the table as the seat may know it, and says what happened in a sentence."""
    game = Game.from_position("flip hands=r7|p3,g1|p1/r2|p2,b3|p5 discard=r5|o1 draw=y1|u1,y2|u2 rest=none turn=0")
    assert str(game.view(1)).splitlines() == [
        "flip, round 1, light side, play runs to the left",
        "top card r5|?, colour red; 2 cards to draw (its back is u1)",
        "seat 0 (turn), 0 points: ?|p1 ?|p3",
        "seat 1 (you), 0 points: r2|? b3|?",
        "seat 0 is asked: play",
    ]
    assert str(game.view(0)).endswith("\npossible: play r7, draw, uno")
    assert "r7|p3" in str(game.view("open"))
    assert [str(event) for event in game.play("0 play r7")] == ["Seat 0 plays r7|p3."]
    assert "seat 0 (can be caught), 0 points" in str(game.view("public"))


def test_whole_numbers_of_numpy_are_seats_players_and_seeds() -> None:
    """What a batch gives can be handed to a game."""
    game = Game("classic", np.int64(3), seed=np.int64(7))  # type: ignore[arg-type]
    assert game == Game("classic", 3, seed=7)
    assert game.view(np.int8(1)) == game.view(1)  # type: ignore[arg-type]
    assert game.resample(np.int32(1), seed=1) == game.resample(1, seed=1)  # type: ignore[arg-type]


def test_a_save_of_another_layout_of_the_state_is_refused() -> None:
    """The bytes of a state mean the same only under the same table of fields."""
    data = Game(seed=1).save()
    head, newline, raw = data[20:].partition(b"\n")
    body = head.replace(State.layout().encode(), b"0123456789abcdef") + newline + raw
    with pytest.raises(SaveError, match="written by another version of this program"):
        Game.load(data[:16] + zlib.crc32(body).to_bytes(4, "big") + body)


def forged(data: bytes, **changes: Any) -> bytes:
    """A save with something else about it, under a checksum that fits; `state` is the state that it holds."""
    head, newline, states = data[20:].partition(b"\n")
    state = bytes(changes.pop("state", states[: State.size]))
    body = json.dumps({**json.loads(head), **changes}).encode() + newline + state + states[State.size :]
    return data[:16] + zlib.crc32(body).to_bytes(4, "big") + body


@pytest.mark.parametrize("laid_out", [False, True])
def test_a_save_whose_history_tells_of_another_game_is_refused(laid_out: bool) -> None:
    """Else taking back a move, or writing the record, would give a game that was never played."""
    game = Game("flip", 3, seed=1)
    game = game.resample(0, seed=2) if laid_out else game
    other = game.copy()
    for _ in range(6):
        game.play(game.legal_moves()[0])
        other.play(other.legal_moves()[-1])
    data, moves = game.save(), json.loads(game.save()[20:].partition(b"\n")[0])["moves"]
    assert Game.load(forged(data)).history == game.history
    elsewhere, leads = Game("flip", 3, seed=9), "its history leads to another position than the one that it holds"
    for changes, says in (
        ({"moves": moves[:-1]}, leads),
        ({"moves": []}, leads),
        ({"state": other.state.tobytes()}, leads),
        ({"state": elsewhere.state.tobytes()}, "its history"),
        ({"moves": [*moves[:2], moves[0], *moves[2:]]}, "move 3 of its history can't be made where it stands"),
        ({"moves": [*moves, -1]}, "its moves are none"),
        ({"moves": "0 draw"}, "its moves are none"),
        ({"start": elsewhere.position()}, "is not the one that its moves begin with" if laid_out else "wrong length"),
    ):
        with pytest.raises(SaveError) as caught:
            Game.load(forged(data, **changes))
        assert str(caught.value).startswith("this saved game can't be read: ")
        assert says in str(caught.value), changes


def test_the_first_move_taken_back_after_unpickling_reads_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the game was: the moves before it are made again by the engine alone."""
    game, rng = Game("flip", 4, seed=1, target=100_000), random.Random(1)
    for _ in range(500):
        game.play(rng.choice(game.legal_moves()))
    before, last = game.copy(), game.history[-1]
    before.undo()
    again, written, words = pickle.loads(pickle.dumps(game)), [], Wording.written  # noqa: S301 - our own bytes

    def counted(self: Wording, reading: Reading, code: int) -> Move:
        written.append(code)
        return words(self, reading, code)

    monkeypatch.setattr(Wording, "written", counted)
    assert again.undo() == last
    assert len(written) == 1
    assert again == before
    assert again.history == before.history


def test_nobody_is_caught_who_is_not_there() -> None:
    """A number that stands for no seat is no seat, however the bits fall."""
    game = Game.from_position("classic hands=r1/b3,y4 discard=r5 turn=1 liable=1 called=0")
    games = Batch.of([game], threads=1)
    for target in range(1, 128):
        with pytest.raises(IllegalMoveError):
            games.step_moves((1 << SEAT_SHIFT) | (Act.CATCH << KIND_SHIFT) | target)
    games.step_moves((1 << SEAT_SHIFT) | (Act.CATCH << KIND_SHIFT))
    assert games.states["held"][0, 0] == 3
