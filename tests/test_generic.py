"""One suite over all editions, settings and numbers of players.

Examples prove rules; these guard what examples can't: random play ends, no card is
lost, everything round-trips, and a view holds nothing that its seat may not know.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from lastcard import Game, edition, edition_names, read_record, write_record
from lastcard.batch import simulate as simulation
from lastcard.editions import Settings
from lastcard.engine.kinds import EVENT_KINDS
from lastcard.engine.schema import State
from lastcard.errors import InvariantError
from lastcard.moves import Move

EDITIONS = edition_names()


def some_game(name: str, players: int, seed: int) -> Game:
    """A game with settings of all kinds."""
    rng = random.Random(f"{name} {players} {seed}")
    return Game(name, players, seed=seed, **simulation.random_settings(edition(name), players, rng))


def random_moves(game: Game, count: int, seed: int) -> list[Move]:
    """Play up to `count` random moves, mostly not drawing, and return them."""
    rng = random.Random(seed)
    played = []
    for _ in range(count):
        moves = game.legal_moves()
        if not moves:
            break
        active = [m for m in moves if m.kind not in {"draw", "pass"}]
        move = rng.choice(active if active and rng.random() < 0.6 else moves)
        game.play(move)
        played.append(move)
    return played


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
def test_random_games_end_and_break_no_invariant(name: str, players: int) -> None:
    """Whole games with any settings, checked after every move."""
    batches = simulation.plan([edition(name)], [players], 60, "test", {}, any_settings=True)
    games = [results for _, results in simulation.run(batches, checked=True)]
    assert sum(map(len, games)) == 60


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", range(2, 11))
def test_every_number_of_players_has_a_game_with_every_setting(name: str, players: int) -> None:
    """Each number of players plays many kinds of settings in short games, checked after every move."""
    for part in range(12):
        batches = simulation.plan(
            [edition(name)], [players], 3, f"short {part}", {"scoring": "hand"}, any_settings=True
        )
        assert sum(len(results) for _, results in simulation.run(batches, checked=True, policy="eager")) == 3


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_position_text_round_trips_and_goes_on_alike(name: str, players: int) -> None:
    """A position read back is the same to the letter, offers the same moves and plays on the same way."""
    for seed in range(3):
        game = some_game(name, players, seed)
        for part in range(12):
            random_moves(game, 9, part)
            text = game.position()
            twin = Game.from_position(text)
            assert twin.position() == text
            assert twin.legal_moves() == game.legal_moves()
            if not game.over:
                moves = random_moves(game.copy(), 12, part)
                ahead = game.copy()
                for move in moves:
                    ahead.play(move)
                    twin.play(move)
                assert twin.position() == ahead.position()


OF_A_CARD = (
    "pc", "member", "left", "chosen", "that", "winner", "loser", "named", "answer", "yes", "misses", "again", "bluff",
    "verdict", "extra", "starting", "last_card", "discarders", "suspect", "drawn",
)  # fmt: skip
"""Keys of a position that are about a card being carried out, or a draw not yet decided."""


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_position_between_turns_has_no_traces_of_the_card_before(name: str, players: int) -> None:
    """Equal situations are equal positions: votes, duels, challenges and calls that are settled leave nothing."""
    rng = random.Random(f"{name} {players}")
    for seed in range(4):
        game = some_game(name, players, seed)
        for _ in range(200):
            asked, moves = game.asks[1], game.legal_moves()
            if not moves:
                break
            active = [move for move in moves if str(move).split()[-1] not in {"draw", "pass"}]
            game.play(rng.choice(active or moves))
            if asked != "play" and game.asks[1] in {"play", "round over", "game over"}:
                keys = {word.partition("=")[0] for word in game.position().split()[1:]}
                assert sorted(keys & {*OF_A_CARD}) == []


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_saved_bytes_round_trip(name: str, players: int) -> None:
    """A saved game comes back byte for byte, with its history."""
    game = some_game(name, players, 5)
    for part in range(6):
        random_moves(game, 15, part)
        twin = Game.load(game.save())
        assert twin.state.tobytes() == game.state.tobytes()
        assert twin.history == game.history
        assert twin.save() == game.save()


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_a_record_replays_to_the_identical_state(name: str, players: int) -> None:
    """Seed and moves give the same game again, to the last byte of the state."""
    for seed in range(2):
        game = some_game(name, players, seed)
        random_moves(game, 400, seed)
        record = write_record(game, [f"Player {seat}" for seat in range(players)])
        again = read_record(record)
        assert again.state.tobytes() == game.state.tobytes()
        assert again.position() == game.position()


@pytest.mark.parametrize("name", EDITIONS)
def test_a_copy_goes_its_own_way(name: str) -> None:
    """Moves in a copy leave the original alone."""
    game = some_game(name, 3, 9)
    before = game.position()
    random_moves(game.copy(), 30, 1)
    assert game.position() == before


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_view_holds_nothing_that_its_seat_may_not_know(name: str, players: int) -> None:
    """see-5: with every hidden face changed, a seat's view, events, moves and reasons stay the same."""
    for seed in range(3):
        game = some_game(name, players, seed)
        rng = random.Random(seed)
        for part in range(10):
            random_moves(game, 10, part)
            for seat in range(players):
                changed = with_hidden_faces_changed(game, seat, rng)
                assert changed.view(seat) == game.view(seat)
                assert changed.events(seat) == game.events(seat)
                reasons = [game.why_not(seat, card.face(int(game.state.side))) for card in game.view(seat).hand]
                assert [changed.why_not(seat, c.face(int(game.state.side))) for c in game.view(seat).hand] == reasons
                assert changed.reasons(seat) == reasons


def with_hidden_faces_changed(game: Game, seat: int, rng: random.Random) -> Game:
    """The same game in which the faces that `seat` may not know have changed places."""
    other = game.copy()
    cards = int(other.compiled.values["cards"])
    for side in range(len(game.edition.sides)):
        hidden = [
            c for c in range(cards) if not (int(game.state.know[side, c]) >> seat) & 1 and not told(game, c, side, seat)
        ]
        faces = [int(game.state.face[side, c]) for c in hidden]
        rng.shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            other.state.face[side, card] = face
    return other


def told(game: Game, card: int, side: int, seat: int) -> bool:
    """Whether an event of the last move showed this face to `seat`, or it lies open to be counted.

    Even if it is out of sight again.
    """
    counted = game.round_over and side == int(game.state.side)  # score-1: only the face that counts
    if counted and any(card in game.state.hand[other, : int(game.state.held[other])] for other in range(game.players)):
        return True
    rows = np.frombuffer(game.happened().rows, np.int16).reshape(-1, 7).tolist()
    about_cards = ("turned-up", "played", "drew", "showed", "discarded", "gave")
    return any(EVENT_KINDS[r[0]] in about_cards and r[2] == card and (r[4 + side] >> seat) & 1 for r in rows)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_refused_move_changes_nothing(name: str) -> None:
    """Whatever is refused, the position stays as it was, and the message names a rule."""
    from lastcard import IllegalMoveError

    game = some_game(name, 3, 2)
    for part in range(20):
        random_moves(game, 5, part)
        before = game.state.tobytes()
        legal = {str(m) for m in game.legal_moves()}
        for seat in range(4):
            for words in (
                "draw",
                "pass",
                "challenge",
                "accept",
                "done",
                "uno",
                "catch 0",
                "vote yes",
                "dare",
                "chicken",
                "silent",
                "target 1",
                "target none",
                "color red",
            ):
                text = f"{seat} {words}"
                if text in legal:
                    continue
                with pytest.raises(IllegalMoveError) as caught:
                    game.play(text)
                assert caught.value.rule
                assert game.state.tobytes() == before


def test_a_state_is_at_most_four_kilobytes() -> None:
    """A game fits into 4 kB."""
    assert State.size <= 4096


_FINGERPRINT = """
import hashlib, random, sys
sys.path.insert(0, {root!r})
from tests.test_generic import EDITIONS, some_game, random_moves
from lastcard.batch import Batch
from lastcard.engine.native import kernel
digest = hashlib.sha256()
for name in EDITIONS:
    for players in (2, 3, 5):
        for seed in range(3):
            game = some_game(name, players, seed)
            for part in range(8):
                random_moves(game, 15, part)
                digest.update(game.state.tobytes())
                digest.update(repr([game.view(s) for s in range(players)]).encode())
            if seed == players % 3:  # some take seconds in plain Python
                digest.update(game.resample(seed % players, seed=seed).state.tobytes())
    games = Batch(name, 3, 2, seed=1, threads=1, scoring="hand")
    for policy in ("sensible", "eager", ["eager", "uniform", "eager"]):  # chance alone takes long to go out
        games.masks()
        games.step(games.legal_actions()[0][:, 0])
        games.play_out(policy, rounds=True, seed=5)
        digest.update(games.states.tobytes())
        games.restart(games.round_over)
print(kernel().plain, digest.hexdigest())
"""


@pytest.mark.long
def test_jit_on_and_jit_off_play_the_same_games() -> None:
    """The compiled engine and the plain Python of the same source agree to the last byte."""
    from pathlib import Path

    code = _FINGERPRINT.format(root=str(Path(__file__).resolve().parent.parent))
    outputs = []
    for off in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LASTCARD_PLAIN": off},
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout.split())
    assert [words[0] for words in outputs] == ["False", "True"]
    assert outputs[0][1] == outputs[1][1]


def composed_rules(count: int, rng: random.Random) -> list[tuple[str, dict[str, Any]]]:
    """Rules put together at random from the language, with settings for a table that has them on all its cards."""
    from lastcard.editions.language import SUBJECTS, VERBS
    from lastcard.errors import LastcardError

    found: list[tuple[str, dict[str, Any]]] = []
    while len(found) < count:
        sentences = []
        for _ in range(rng.randint(1, 6)):
            form = rng.choice(VERBS).form
            low = str(rng.randint(1, 20))
            text = form.replace("{who}", rng.choice(list(SUBJECTS))).replace("{one}", rng.choice(list(SUBJECTS)))
            when = rng.choice(["", "", "if yes: ", "if no: "])
            sentences.append(when + text.replace("{n}", low).replace("{words}", '"Hum"'))
        rule = "; ".join(sentences)
        settings = {"custom": [rule] * 3, "scoring": "hand", "uno": rng.choice(["race", "ask", "auto"])}
        try:
            Settings.of(edition("house"), settings)
        except LastcardError:
            continue
        found.append((rule, settings))
    return found


def where_it_goes_on(batch: simulation.Games) -> str:
    """The position of a game that has not ended after `simulation.MOST_MOVES`; empty if all games of a batch ended."""
    try:
        results = simulation.play_batch(batch, checked=True)
    except InvariantError as error:
        problem, _, position = str(error).partition(", at this position: ")
        if problem != "the game does not end":
            raise
        return position
    assert len(results) == batch.games
    return ""


def goes_on(game: Game, answers: int, rng: random.Random) -> bool:
    """Whether turns keep coming: within so many moves somebody is asked for one again, and so forty times over."""
    waited, turns = 0, 0
    while turns < 40 and waited < answers and not game.over:
        game.play(rng.choice(game.legal_moves()))
        game.check()
        begins = game.asks[1] == "play"
        waited, turns = (0, turns + 1) if begins else (waited + 1, turns)
    return waited < answers


def test_composed_rules_always_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules put together at random from the language come to an end whenever they are played, and break no invariant.

    Random games end too, but for rules that fill hands faster than chance empties them. Such a
    game must still go on, turn after turn: no card keeps asking.
    """
    monkeypatch.setattr(simulation, "MOST_MOVES", 100_000)
    games, filling = 0, []
    for number, (rule, settings) in enumerate(composed_rules(60, random.Random(4))):
        for part in range(3):
            name = f"{number} {part}"
            for batch in simulation.plan([edition("house")], (2, 5), 2, name, settings, any_settings=False):
                games += batch.games
                position = where_it_goes_on(batch)
                if position:
                    every_card_asked = 112 * (rule.count(";") + 1)
                    assert goes_on(Game.from_position(position), every_card_asked, random.Random(number)), rule
                    filling.append(rule)
    assert games == 60 * 3 * 2
    assert len(filling) < games / 20
    assert all(re.search(r"draws (or discards to )?\d\d", rule) for rule in filling)
