"""Many games at once do what one game does, whichever way they are stepped, and the same on any number of threads."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from lastcard import Game, IllegalMoveError, edition, edition_names
from lastcard.batch import POLICIES, Batch, action_names, action_number
from lastcard.batch.simulate import random_settings
from lastcard.editions.load import parse
from lastcard.engine import actions as a
from lastcard.errors import BatchError, InvariantError, LastcardError, NotationError
from lastcard.moves import Move
from tests.test_registry import HARBOUR

EDITIONS = edition_names()


def some_batch(name: str, players: int, count: int, seed: int, **more: Any) -> Batch:
    """Games with settings of all kinds, some moves into them."""
    settings = {**random_settings(edition(name), players, random.Random(f"{name} {players} {seed}")), **more}
    games = Batch(name, players, count, seed=seed, threads=1, **settings)
    rng = np.random.default_rng(seed)
    for _ in range(30):
        codes, counts = games.legal_moves()
        picks = (rng.random(count) * counts).astype(int)
        games.step_moves(np.where(counts > 0, codes[np.arange(count), picks], -1))
    return games


def meant(game: Game, name: str, seat: int) -> Move | None:
    """The legal move that an action's name stands for, worked out from words alone."""
    kind, _, value = name.partition(" ")
    face, _, nth = value.partition(" #")
    if kind in {"target", "catch"} and value.startswith("+"):
        value = str((seat + int(value)) % game.players) if int(value) < game.players else "-"
    if kind == "color":
        colors = game.edition.sides[0 if game.side == "light" else 1].colors
        value = colors[int(value) - 1] if int(value) <= len(colors) else "-"
    if kind in {"play", "discard"}:
        front = face.removesuffix(" (dark)")
        on_both = f"{kind} {front} (dark)" in action_names(game.edition)
        if on_both and (game.side == "dark") != face.endswith(" (dark)"):
            return None
        face = front
        alike = [m for m in game.legal_moves(seat) if m.kind == kind and m.card is not None and m.card.front == face]
        place = int(nth or 1) - 1
        return alike[place] if place < len(alike) else None
    return next((m for m in game.legal_moves(seat) if m.kind == kind and m.value == value), None)


def test_lists_have_room_for_a_hand_of_any_size() -> None:
    """As long as they must be, -1 where a list is shorter, and none of it cut off."""
    cards = ",".join(f"{color}{number}" for color in "rgby" for number in range(10))
    large = Game.from_position(f"classic hands={cards}/b3 discard=r5 turn=0")
    small = Game.from_position("classic hands=r1/b3 discard=r5 turn=0")
    listed, counts = Batch.of([small, large]).legal_actions()
    assert counts.tolist() == [2, 14]
    assert listed.shape == (2, 14)
    assert (listed[0, 2:] == -1).all()
    assert len(set(listed[1].tolist())) == 14


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_masks_lists_and_moves_agree_with_the_words_of_one_game(name: str, players: int) -> None:
    """For every seat, an action is legal exactly if the move that its name says is; and it leads to the same state."""
    names = action_names(edition(name))
    for seed in range(4):
        games = some_batch(name, players, 6, seed)
        assert games.actions == len(names)
        for seat in range(players):
            mask = games.masks(seat)
            listed, counts = games.legal_actions(seat)
            for alone, together in zip((mask, listed, counts), games.masks_and_actions(seat), strict=True):
                assert (alone == together).all()
            for place in range(len(games)):
                game = games.game(place)
                legal = {number for number, said in enumerate(names) if meant(game, said, seat) is not None}
                if game.asks.kind == "round over" and seat != 0:
                    legal.discard(a.DEAL)
                assert set(np.flatnonzero(mask[place])) == legal, game.position()
                assert sorted(listed[place, : counts[place]].tolist()) == sorted(legal)
                for number in legal:
                    after, one = Batch.of([game], threads=1), game.copy()
                    after.step(number, seats=seat)
                    move = meant(game, names[number], seat)
                    assert move is not None
                    one.play(move)
                    assert after.states[0].tobytes() == one.state.tobytes()


@pytest.mark.parametrize("name", EDITIONS)
def test_actions_that_are_not_legal_are_refused_and_nothing_changes(name: str) -> None:
    """The message names the game, the action and what is possible; no game has moved."""
    games = some_batch(name, 3, 5, 1)
    mask, before = games.masks(), games.states.tobytes()
    good = np.where(mask.any(axis=1), mask.argmax(axis=1), -1)
    for number in range(-2, games.actions + 2):
        if number == -1 or (0 <= number < games.actions and mask[3, number]):
            continue
        actions = good.copy()
        actions[3] = number if number >= 0 else 10**6
        with pytest.raises(
            IllegalMoveError, match=r"game 3: action [0-9]+ is illegal, so nothing was done in any game"
        ):
            games.step(actions)
        assert games.states.tobytes() == before
    with pytest.raises(IllegalMoveError, match="game 0: move 70000"):
        games.step_moves(70_000)
    assert games.states.tobytes() == before
    games.step(-1)
    assert games.states.tobytes() == before


def test_what_comes_out_does_not_depend_on_the_number_of_threads() -> None:
    """Dealing, stepping, dealing anew and playing out, in one part and in three."""
    found = []
    for threads in (1, 3):
        games = Batch("flip", 4, 2000, seed="threads", threads=threads, uno="ask")
        for _ in range(5):
            games.step(games.masks().argmax(axis=1))
        games.resample(games.asked.astype(int), seed=4)
        games.play_out("sensible", seed=9)
        found.append(games.states.tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", EDITIONS)
def test_every_policy_plays_every_edition_to_its_end(name: str, policy: str) -> None:
    """With any settings, every state on the way checked; rounds alone, and whole games."""
    for seed in range(6):
        players = 2 + seed
        weights = None
        settings = random_settings(edition(name), players, random.Random(seed))
        games = Batch(name, players, 8, seed=seed, threads=1, **settings)
        if policy == "weighted":
            weights = np.ones(games.actions)
            weights[[a.DRAW, a.PASS]] = 0.05
        games.play_out(policy, weights=weights, rounds=True, seed=seed, check=True)
        assert games.round_over.all()
        games.play_out(policy, weights=weights, seed=seed, check=True)
        assert games.over.all()
        assert games.winners.any(axis=1).all()


def test_weights_decide_how_often_an_action_is_chosen() -> None:
    """An action without weight is never chosen where another is possible; one with twice the weight twice as often."""
    game = Game.from_position('classic settings={"uno":"auto"} hands=r1,r2/r3,r4,r6,r7,r8 discard=r5 turn=0')
    games = Batch.of([game], threads=1).repeated(3000)
    weights = np.full(games.actions, 1e-9)
    weights[action_number(edition("classic"), "play r1")] = 2
    weights[action_number(edition("classic"), "play r2")] = 1
    games.play_out("weighted", weights=weights, rounds=True, seed=1)
    faces = [face.text for face in edition("classic").sides[0].faces]
    short = games.states[games.states["moves"] < 40]  # the discard pile still lies as it was laid
    second = Counter(faces[state["face"][0, state["ring"][1, 1]]] for state in short)
    assert set(second) == {"r1", "r2"}
    assert 1.75 < second["r1"] / second["r2"] < 2.3
    assert len(short) > 2000


def test_sensible_play_beats_eager_play() -> None:
    """Of two players the sensible one wins clearly more single hands, from either seat."""
    for seat in (0, 1):
        games = Batch("classic", 2, 4000, seed=seat, scoring="hand", uno="auto")
        policies = ["eager", "eager"]
        policies[seat] = "sensible"
        games.play_out(policies, seed=3)
        assert games.winners[:, seat].mean() > 0.6


def test_a_batch_goes_on_from_games_and_gives_them_back() -> None:
    """Games in, games out, and the originals stay where they are."""
    games = [Game("house", 3, seed=seed) for seed in range(4)]
    batch = Batch.of(games)
    batch.step(batch.masks().argmax(axis=1))
    assert [game.history for game in games] == [[]] * 4
    assert batch.states[0].tobytes() != games[0].state.tobytes()
    assert len(batch) == 4
    assert batch.players == 3
    with pytest.raises(BatchError, match="all of the same edition and settings"):
        Batch.of([Game("classic"), Game("classic", uno="auto")])
    with pytest.raises(BatchError, match="found 0 games"):
        Batch.of([])


def test_finished_games_are_dealt_anew() -> None:
    """Each restarted game has other cards, and those that go on are left alone."""
    games = Batch("classic", 2, 50, seed=1, threads=1, scoring="hand")
    going = games.states[10:].tobytes()
    first = games.copy()
    first.play_out("eager", seed=1)
    games.states[:10] = first.states[:10]
    games.restart()
    assert not games.over.any()
    assert games.states[10:].tobytes() == going
    hands = {games.states["key"][place].tobytes() for place in range(50)}
    assert len(hands) == 50
    assert (games.violations() == 0).all()


def test_games_that_were_alike_are_dealt_differently() -> None:
    """Also many times the same game, over at the same moment."""
    games = Batch.of([Game("classic", 2, seed=1, scoring="hand")], threads=1).repeated(20)
    games.play_out("eager", seed=1)
    games.restart()
    assert len({games.states["key"][place].tobytes() for place in range(20)}) == 20


def test_a_batch_is_pickled_and_shown() -> None:
    """It goes to other processes, and says what it is; what is looked at can't be changed."""
    games = Batch("flip", 3, 5, seed=1, threads=1)
    other = pickle.loads(pickle.dumps(games))  # noqa: S301 - our own bytes
    assert other.states.tobytes() == games.states.tobytes()
    assert copy.deepcopy(games).masks().tolist() == games.masks().tolist()
    assert repr(games) == "<Batch of 5 games of flip, 3 players, 0 over>"
    with pytest.raises(ValueError, match="read-only"):
        games.scores[0, 0] = 5


def test_an_edition_that_is_nowhere_registered_has_batches_too() -> None:
    """A game of it is taken out of the batch, and an illegal action is refused as such."""
    one = parse(HARBOUR.read_text("utf-8").replace('id = "harbour"', 'id = "quay"'), "quay.toml")
    games = Batch(one, 2, 3, seed=1, threads=1)
    assert games.game(0).edition is one
    with pytest.raises(IllegalMoveError, match="game 0: action 2 is illegal"):
        games.step(2)


def test_a_violation_is_told_with_its_position() -> None:
    """A broken state is found, and said where."""
    games = Batch("classic", 2, 3, seed=1, threads=1)
    games.states["held"][1, 0] = 0
    assert games.violations().tolist()[0] == 0
    assert games.violations().tolist()[1] != 0
    with pytest.raises(InvariantError, match="game 1: "):
        games.play_out(check=True)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Batch("classic", 2, 0), "found 0 games; at least 1 is needed"),
        (lambda: Batch("classic", 2, 5, threads=0), "found 0 threads"),
        (lambda: Batch("classic", 2, 5).masks(out=np.zeros((2, 3), np.uint8)), "bytes in one piece are needed"),
        (
            lambda: Batch("classic", 2, 5).masks(out=np.zeros((5, 147))),  # type: ignore[arg-type]
            "bytes in one piece are needed",
        ),
        (lambda: Batch("classic", 2, 5).masks(out=np.zeros((10, 147), np.uint8)[::2]), "bytes in one piece are needed"),
        (lambda: Batch("classic", 2, 5).masks(seats=9), "seats are 0 to 1, and -1 is the one that is asked"),
        (lambda: Batch("classic", 2, 5).masks(seats=-5), "seats are 0 to 1"),
        (lambda: Batch("classic", 2, 5).step(0.7), "one whole number for each game is needed"),
        (lambda: Batch("classic", 2, 5).step([1, 2]), "one whole number for each game is needed"),
        (lambda: Batch("classic", 2, 5).step(-2), "game 0: action -2 is illegal"),
        (lambda: Batch("classic", 2, 5).step(2**40), "is illegal"),
        (lambda: Batch("classic", 11, 5), "allowed are 2 to 10"),
        (lambda: Batch("klassic", 2, 5), "classic"),
        (lambda: Batch("classic", 2, 5, speed=3), "no setting 'speed'"),
        (lambda: Batch("classic", 2, 5).resample(2), "seats are 0 to 1"),
        (lambda: Batch("classic", 2, 5).play_out("clever"), "allowed: uniform, eager, sensible, weighted"),
        (lambda: Batch("classic", 2, 5).play_out("weighted"), "needs weights"),
        (lambda: Batch("classic", 2, 5).play_out(["eager"]), "for each of 2 seats"),
        (
            lambda: Batch("classic", 2, 5).play_out("weighted", weights=[1.0]),
            "numbers are needed, finite and not below 0",
        ),
    ],
)
def test_what_cant_be_is_refused_clearly(make: Any, says: str) -> None:
    """The message names what was wrong and what is allowed."""
    with pytest.raises(LastcardError, match=says):
        make()


@pytest.mark.parametrize("name", [*EDITIONS, str(HARBOUR)])
def test_action_numbers_are_whole_and_each_has_one_name(name: str) -> None:
    """The fixed numbers are the same in every edition, also in one from a file.

    Every face can be played and discarded.
    """
    one = edition(name)
    names = action_names(one)
    assert len(set(names)) == len(names)
    words = ("draw", "pass", "deal", "target +1", "target none", "catch +1", "color 1")
    assert [names.index(word) for word in words] == [
        a.DRAW, a.PASS, a.DEAL, a.TARGET, a.TARGET_NONE, a.CATCH, a.COLOR,
    ]  # fmt: skip
    for side in one.sides:
        for face in side.faces:
            assert names[action_number(one, f"play {face.text}", side.name)].startswith(f"play {face.text}")
            assert f"discard {face.text}" in names
    assert action_number(one, f"color {one.sides[0].colors[1]}") == a.COLOR + 1
    with pytest.raises(NotationError, match="is no action of edition"):
        action_number(one, "play Q9")
