"""The golden playthroughs and perft counts still come out the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.golden import make


@pytest.mark.parametrize(("edition", "players", "settings"), make.GAMES)
def test_a_golden_playthrough_is_the_same_to_the_letter(edition: str, players: int, settings: dict[str, Any]) -> None:
    """Every legal move, every view and every event of a recorded game come out again."""
    file = make.HERE / make.name_of(edition, players, settings)
    assert make.playthrough(edition, players, settings) == file.read_text("utf-8")


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
