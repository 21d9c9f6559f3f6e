"""What whoever runs a game relies on.

Moves checked before they are made, exact histories, and telling each the right thing.

The rules of knowledge have their own tests in `tests/rules/test_knowledge.py`; here is how a
table hands knowledge on: to seats, to spectators, at once or later.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable

import numpy as np
import pytest

from lastcard import (
    Event,
    Game,
    LastcardError,
    Move,
    edition,
    read_record,
    write_record,
)
from lastcard.cards import UNKNOWN
from lastcard.editions.settings import SETTING_NAMES
from lastcard.errors import SaveError
from lastcard.events import KINDS, Happened
from lastcard.moves import NO_SEAT
from lastcard.reading import every_seat
from tests.test_generic import EDITIONS, some_game

ABOUT_CARDS = tuple(KINDS.index(kind) for kind in ("turned-up", "played", "drew", "showed", "discarded", "gave"))
ALIKE = "flip hands=r7|p3,g1|p1/r2|p2,b3|p5,b4|p6 discard=r5|o1 draw=r7|p3,y1|u1 rest=none turn=0"
"""Seat 0 has an `r7|p3` whose back it does not know and will draw another one whose back it has seen."""


def some_moves(game: Game, count: int, seed: int, each: Callable[[Move], object] | None = None) -> None:
    """Play up to `count` random moves as their players see them, mostly not drawing.

    `each` is called after every one.
    """
    rng = random.Random(seed)
    for _ in range(count):
        moves = game.legal_moves()
        if not moves:
            return
        active = [move for move in moves if move.kind not in {"draw", "pass"}]
        move = rng.choice(active if active and rng.random() < 0.6 else moves)
        game.play(move, as_seen=True)
        if each is not None:
            each(move)


def refused(call: Callable[..., object], move: str, as_seen: bool) -> tuple[type[Exception], str] | None:
    """The error that a move is answered with."""
    try:
        call(move, as_seen=as_seen)
    except LastcardError as error:
        return type(error), str(error)
    return None


# --- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("as_seen", [True, False])
def test_a_checked_move_changes_nothing_and_is_refused_just_as_it_would_be_made(name: str, as_seen: bool) -> None:
    """Whatever is asked, `check_move` has the answer of `play` and of the history, and leaves the game alone."""
    words = (
        "draw",
        "pass",
        "challenge",
        "done",
        "uno",
        "catch 0",
        "vote yes",
        "dare",
        "silent",
        "target 1",
        "color red",
        "play W",
        "play r7",
        "discard r1",
        "play zz",
    )
    for seed in range(3):
        game = some_game(name, 3, seed)
        for part in range(15):
            some_moves(game, 4, part)
            state, happened = game.state.tobytes(), game.happened()
            asked = [*map(str, game.legal_moves()), *(f"{seat} {word}" for seat in range(4) for word in words), "deal"]
            for text in asked:
                twin = game.copy()
                wanted = refused(twin.play, text, as_seen)
                assert refused(game.check_move, text, as_seen) == wanted
                assert (game.state.tobytes(), game.happened()) == (state, happened)
                if wanted is None:
                    assert game.check_move(game.move(text), as_seen=as_seen) == twin.history[-1]


def test_a_made_move_is_returned_as_it_stands_in_the_history() -> None:
    """`make` does what `play` does, and gives the move with its card whole."""
    game = Game.from_position(ALIKE)
    assert game.make("0 draw") == Move(0, "draw")
    assert game.make("0 play r7", as_seen=True) == game.move("0 play r7|p3")
    assert game.history == [Move(0, "draw"), game.move("0 play r7|p3")]
    assert [event.text for event in game.events()] == ["Seat 0 plays r7|p3."]


@pytest.mark.parametrize("as_seen", [True, False])
@pytest.mark.parametrize(("text", "place", "written"), [("r7", 0, "r7|?"), ("r7|?", 0, "r7|?"), ("r7|p3", 2, "r7|p3")])
def test_of_two_cards_alike_the_history_names_the_one_that_was_played(
    text: str, place: int, written: str, as_seen: bool
) -> None:
    """A card whose back its holder knows and one whose back it does not are told apart when the history is replayed."""
    game = Game.from_position(ALIKE)
    for move in ("0 draw", "0 pass", "1 play r2"):
        game.play(move)
    assert [str(card) for card in game.view(0).hand] == ["r7|?", "g1|?", "r7|p3"]
    meant = int(game.state.hand[0, place])
    game.play(f"0 play {text}", as_seen=as_seen)
    assert meant not in game.state.hand[0, :2].tolist()
    assert str(game.history[-1]) == f"0 play {written}"
    again = read_record(write_record(game))
    assert again.state.tobytes() == game.state.tobytes()
    assert again.history == game.history


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_a_history_of_moves_as_seen_replays_to_the_identical_state(name: str, players: int) -> None:
    """Whatever its players knew of their cards, the same cards are played again, to the last byte of the state."""
    for seed in range(8):
        game = some_game(name, players, seed)
        again = game.copy()
        some_moves(game, 300, seed)
        for move in game.history:
            again.play(str(move))
        assert again.state.tobytes() == game.state.tobytes()
        assert again.history == game.history


@pytest.mark.parametrize("name", [name for name in EDITIONS if edition(name).two_sided])
def test_a_history_replays_where_many_cards_differ_only_in_what_is_known_of_them(name: str) -> None:
    """In a deck of few faces, cards alike with known and unknown backs are played all the time.

    Each replays as itself.
    """
    doubtful = 0
    for seed in range(10):
        game = Game(name, 3, seed=seed, scoring="points")
        for side in (0, 1):
            game.state.face[side, :] = [
                int(game.state.face[side, card % (9 - 4 * side)]) for card in range(len(game.state.face[side]))
            ]
        again = game.copy()
        some_moves(game, 300, seed)
        for move in game.history:
            again.play(str(move))
            doubtful += "?" in move.value
        assert again.state.tobytes() == game.state.tobytes()
        assert again.history == game.history
    assert doubtful


# --- history -------------------------------------------------------------------------------------


def test_a_game_without_history_refuses_to_be_saved_or_written_down() -> None:
    """Rather than a game without moves nothing is written, and the message says why; a copy keeps the choice."""
    for game in (Game("classic", 2, seed=1, history=False), Game.from_position(ALIKE, history=False)):
        twin = game.copy()
        twin.play(twin.legal_moves()[0])
        with pytest.raises(SaveError, match="history=False"):
            _ = twin.history
        with pytest.raises(SaveError, match="history=False"):
            twin.save()
        with pytest.raises(SaveError, match="history=False"):
            write_record(twin)
        assert Game.from_position(twin.position()).position() == twin.position()


def test_a_game_with_and_one_without_history_play_alike() -> None:
    """Leaving out the history changes nothing else."""
    one, other = Game("flip", 3, seed=5), Game("flip", 3, seed=5, history=False)
    some_moves(one, 60, 1)
    some_moves(other, 60, 1)
    assert one.state.tobytes() == other.state.tobytes()
    assert one.events() == other.events()


def test_no_setting_has_the_name_of_another_choice_of_a_game() -> None:
    """Settings are given as keywords beside the others, so a setting with such a name could not be chosen."""
    for call in (Game.__init__, Game.from_layout):
        assert not set(inspect.signature(call).parameters) - {"settings"} & set(SETTING_NAMES)


# --- views from no seat --------------------------------------------------------------------------


def hidden_faces(game: Game, viewer: int, side: int) -> list[int]:
    """The cards whose face on a side the viewer may not know.

    Nor was told by the last move, nor sees laid open.
    """
    told = {row[2] for row in rows_of(game.happened()) if row[0] in ABOUT_CARDS and row[4 + side] & viewer == viewer}
    if game.round_over and side == int(
        game.state.side
    ):  # hands are laid open to be counted (score-1), only the face that counts
        told |= {
            card
            for seat in range(game.players)
            for card in game.state.hand[seat, : int(game.state.held[seat])].tolist()
        }
    return [
        c
        for c in range(int(game.compiled.values["cards"]))
        if int(game.state.know[side, c]) & viewer != viewer and c not in told
    ]


def rows_of(happened: Happened) -> list[list[int]]:
    """The engine's rows of what happened."""
    rows: list[list[int]] = np.frombuffer(happened.rows, np.int16).reshape(-1, 7).tolist()
    return rows


def with_faces_changed(game: Game, viewer: int, rng: random.Random) -> Game:
    """The same game in which the faces that a viewer may not know have changed places."""
    other = game.copy()
    for side in range(len(game.edition.sides)):
        hidden = hidden_faces(game, viewer, side)
        faces = [int(game.state.face[side, card]) for card in hidden]
        rng.shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            other.state.face[side, card] = face
    return other


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_spectator_learns_nothing_that_is_not_known_to_every_seat(name: str, players: int) -> None:
    """see-5: with every face changed that some seat does not know, the public view and events stay the same."""
    rng = random.Random(f"{name} {players}")
    for seed in range(3):
        game = some_game(name, players, seed)
        for part in range(20):
            some_moves(game, 5, part)
            changed = with_faces_changed(game, every_seat(players), rng)
            assert changed.view("public") == game.view("public")
            assert changed.events("public") == game.events("public")


@pytest.mark.parametrize("name", EDITIONS)
def test_a_spectator_is_told_every_face_that_all_seats_know(name: str) -> None:
    """The public view has of each card just the faces that every seat may know, sorted in each hand."""
    game = some_game(name, 3, 1)

    def compare(_: object = None) -> None:
        view, state = game.view("public"), game.state

        def shared(card: int) -> tuple[str, ...]:
            sides = enumerate(game.edition.sides)
            return tuple(
                side.faces[int(state.face[i, card])].text if int(state.know[i, card]) == 0b111 else UNKNOWN
                for i, side in sides
            )

        for seat in range(3):
            cards = state.hand[seat, : int(state.held[seat])].tolist()
            assert [card.faces for card in view.hands[seat]] == sorted(shared(card) for card in cards)
        seats = [game.view(seat) for seat in range(3)]
        assert all(view.discard == other.discard for other in seats)
        assert all(view.draw_top == other.draw_top for other in seats)

    compare()
    some_moves(game, 150, 1, compare)


@pytest.mark.parametrize("name", EDITIONS)
def test_views_from_no_seat_have_what_every_view_has_but_no_hand_and_no_moves(name: str) -> None:
    """What does not depend on who looks is the same in all views; the open one has every card, sorted."""
    game = some_game(name, 3, 4)
    own = {"seat", "hand", "hands", "moves", "discard", "draw_top", "top"}

    def compare(_: object = None) -> None:
        seat, public, everything = game.view(0), game.view("public"), game.view("open")
        for view in (public, everything):
            assert (view.seat, view.hand, view.moves) == (NO_SEAT, (), ())
            assert {k: v for k, v in view.to_dict().items() if k not in own} == {
                k: v for k, v in seat.to_dict().items() if k not in own
            }
        assert public.top == seat.top
        assert [list(hand) for hand in everything.hands] == [sorted(hand) for hand in game.hands]
        assert everything.discard == game.discard
        assert everything.draw_top == next(iter(game.draw), None)

    compare()
    some_moves(game, 80, 4, compare)


def test_a_hand_shown_in_a_challenge_is_no_event_for_a_spectator() -> None:
    """see-3: only the challenger is shown the cards; the others and the public hear of the challenge alone."""
    game = Game.from_position("classic hands=W+4,b1,r2/y1,y2/g1,g2 discard=r5 turn=0")
    for move in ("0 play W+4", "0 color green", "1 challenge"):
        game.play(move)

    def shown(events: list[Event]) -> list[str]:
        return [str(event.card) for event in events if event.kind == "showed"]

    assert shown(game.events()) == shown(game.events(1)) == ["b1", "r2"]
    assert shown(game.events(0)) == shown(game.events(2)) == shown(game.events("public")) == []
    assert game.events("public")[0].kind == "challenged"
    assert {str(card) for card in game.view("public").hands[0]} == {UNKNOWN}


def test_a_spectator_of_a_two_sided_game_sees_neither_side_of_a_dealt_card() -> None:
    """The holder sees one side and the others the other, so no side is known to all; after a flip both are."""
    game = Game.from_position(
        "flip hands=rF|u2,r1|u1,r2|t3/g3|tF,g4|o2 discard=r5|t5 draw=y1|p1,y2|p2 rest=none turn=0"
    )
    assert [[str(card) for card in hand] for hand in game.view("public").hands] == [["?", "?", "?"], ["?", "?"]]
    assert str(game.view("public").draw_top) == "?|p1"
    game.play("0 play rF")
    assert [[str(card) for card in hand] for hand in game.view("public").hands] == [
        ["r1|u1", "r2|t3"],
        ["g3|tF", "g4|o2"],
    ]
    game.play("1 draw")
    assert [event.text for event in game.events("public")] == ["Seat 1 draws y2|?."]
