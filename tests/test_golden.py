"""The golden playthroughs and perft counts still come out the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard.engine.kinds import QUESTIONS
from lastcard.events import KINDS
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
