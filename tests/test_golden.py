"""The golden playthroughs and perft counts still come out the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard.batch import Batch
from lastcard.engine.kinds import QUESTIONS, Ask
from lastcard.engine.schema import State
from lastcard.events import KINDS, ROW
from tests.golden import digests, make
from tests.golden.scenes import SCENES, Scene


@pytest.mark.parametrize(("edition", "players", "settings"), make.GAMES)
def test_a_golden_playthrough_is_the_same_to_the_letter(edition: str, players: int, settings: dict[str, Any]) -> None:
    """Every legal move, every view and every event of a recorded game come out again."""
    file = make.HERE / make.name_of(edition, players, settings)
    assert make.playthrough(edition, players, settings).text == file.read_text("utf-8")


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_golden_scene_is_the_same_to_the_letter(scene: Scene) -> None:
    """The moves of a position laid out by hand lead to the same questions, views and events."""
    assert make.scene_story(scene).text == make.scene_file(scene).read_text("utf-8")


def test_golden_games_hold_every_kind_of_event_and_every_question() -> None:
    """What is in none of them could change unseen; a swap of hands is seen by every seat before and after."""
    stories = [make.playthrough(*game) for game in make.GAMES] + [make.scene_story(scene) for scene in SCENES]
    assert sorted(set(KINDS) - {kind for story in stories for kind in story.kinds}) == []
    assert sorted(set(QUESTIONS) - {ask for story in stories for ask in story.asks}) == []
    lines = make.scene_file(SCENES[0]).read_text("utf-8").splitlines()
    swap = next(place for place, line in enumerate(lines) if "swaps hands" in line)
    assert sum("sees" in line for line in lines[:swap]) >= 3
    assert sum("sees" in line for line in lines[swap:]) >= 3


def test_what_happens_to_the_table_names_no_seat() -> None:
    """Such events of all scenes have no seat, and all others have one; the files have only the sentences of them."""
    seats: dict[str, set[bool]] = {}
    for scene in SCENES:
        game = scene.start()
        events = [*game.events(), *(event for move in scene.moves for event in game.play(move))]
        for event in events:
            seats.setdefault(event.kind, set()).add(event.seat is None)
    of_the_table = {"game-won", "reshuffled", "round-void", "went-back"}
    assert seats == {kind: {kind in of_the_table} for kind in seats}
    assert of_the_table <= {*seats}


def test_events_hold_no_number_that_says_nothing() -> None:
    """What the engine writes down of an event that has no card, second seat, number or word is 0."""
    speaking: dict[str, set[int]] = {}
    seats: dict[str, set[int]] = {}
    for scene in SCENES:
        game = scene.start()
        for move in (None, *scene.moves):
            if move is not None:
                game.play(move)
            for kind, seat, *numbers in ROW.iter_unpack(game.happened().rows):
                said = {place for place, number in enumerate(numbers) if number != 0}
                speaking.setdefault(KINDS[kind], set()).update(said)
                seats.setdefault(KINDS[kind], set()).add(seat >= 0 or seat)
    cards = {"turned-up", "played", "drew", "showed", "discarded", "gave"}
    silent = {"kept", "passed", "missed", "again", "notices-lifted", "hands-open", "called"}
    assert {kind for kind, said in speaking.items() if not said} >= silent
    assert all(said <= {0, 1} for kind, said in speaking.items() if kind not in cards)
    one = {"dealt", "reshuffled", "direction", "flipped", "chose", "swapped", "won-duel", "voted", "notice", "caught"}
    one |= {"hands-moved", "jumped", "game-won", "round-won", "dared", "chickened", "take-instead"}
    assert all(said <= {0} for kind, said in speaking.items() if kind in one)
    assert [kind for kind, said in speaking.items() if 4 in said] == ["gave"]
    assert {kind: said for kind, said in seats.items() if said != {True}} == {
        kind: {-1} for kind in ("reshuffled", "went-back", "round-void", "game-won") if kind in seats
    }


@pytest.mark.parametrize("name", ["classic", "house", "flip"])
def test_a_game_dealt_on_a_used_record_remembers_nothing_of_it(name: str) -> None:
    """Whatever the record held, the new game is the one that is dealt on an empty one."""
    for filling in (0x00, 0x55, 0xFF):
        games = Batch(name, players=3, games=1, seed=4, scoring="hand")
        fresh, key = games.game(0).position(), games.states["key"].copy()
        used = np.frombuffer(bytearray([filling]) * State.size, State.dtype()).copy()
        used["key"], used["players"] = key, 3
        games.states[:] = used
        games._start(games.states)
        assert games.game(0).position() == fresh
        assert games.states["discarders"][0] == 0


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_next_round_remembers_only_scores_and_notices(scene: Scene) -> None:
    """Whatever was open, a round that is dealt after it begins like any other."""
    game = scene.start()
    for move in scene.moves:
        game.play(move)
    kept = {"scores", "key", "counter", "moves", "round_number", "players", "dealer", "notice"}
    values = State.unpack(game.state.tobytes())
    values.update(ask=int(Ask.ROUND_OVER), asked=-1, round_winner=0, liable=0, winners=0)
    batch = Batch.of([game])
    batch.states[:] = np.frombuffer(bytes(State.pack(values)), State.dtype())
    moves = batch.legal_moves()[0]
    if moves[0, 0] < 0:
        pytest.skip("too few cards to deal")
    batch.step_moves(moves[:, 0])
    after = State.unpack(batch.states.tobytes())
    first = Batch(scene.edition, players=game.players, games=1, seed=1, **scene.settings)
    usual = State.unpack(first.states.tobytes())
    changing = {"know", "face", "ring", "start", "count", "hand", "held", "color", "turn", "asked", "ask", "pc"}
    changing |= {"actor", "side", "direction", "starting", "misses", "left", "liable", "again", "chosen"}
    same = [field for field in State.fields if field not in kept | changing]
    assert {field: after[field] for field in same} == {field: usual[field] for field in same}


def test_moves_of_a_scene_are_taken_back_one_by_one() -> None:
    """The game stands after each as it stood before the move, up to where it began."""
    game = SCENES[0].start()
    stood = []
    for move in SCENES[0].moves:
        stood.append(game.position())
        game.play(move)
    for position in reversed(stood):
        game.undo()
        assert game.position() == position


def test_every_golden_file_is_played() -> None:
    """A file that no game writes is compared with nothing."""
    games = {make.HERE / make.name_of(*game) for game in make.GAMES}
    scenes = {make.scene_file(scene) for scene in SCENES}
    assert {*make.HERE.rglob("*.txt")} == games | scenes | {digests.FILE}
    assert len({scene.name for scene in SCENES}) == len(SCENES)


def test_perft_counts_are_the_same() -> None:
    """The number of move sequences from each position has not changed."""
    assert make.perft_text() == (Path(make.HERE).parent / "perft" / "counts.txt").read_text("utf-8")


def test_perft_by_hand() -> None:
    """Perft agrees with trying every move through the friendly layer."""
    from lastcard import Game

    def count(game: Game, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            total += count(after, depth - 1)
        return total

    for position, _ in make.PERFT:
        game = Game.from_position(position)
        assert game.perft(3) == count(game, 3)
