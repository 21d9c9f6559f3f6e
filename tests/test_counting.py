"""The cards left at the end of a round, laid open to be counted (score-1)."""

from __future__ import annotations

import pytest

from lastcard import Game


def shown(game: Game) -> list[list[str]]:
    """The counted hands as text."""
    return [[str(card) for card in hand] for hand in game.left]


@pytest.mark.parametrize(
    ("position", "move", "left"),
    [
        ("classic hands=r5/y2,W,b1/g3 discard=r7 turn=0", "0 play r5", [[], ["W", "b1", "y2"], ["g3"]]),
        ("flip hands=r5|tA/y2|p1,g1|o9/b3|u4 discard=r7|t1 turn=0", "0 play r5", [[], ["g1|?", "y2|?"], ["b3|?"]]),
        (
            "flip side=dark hands=r5|t5/y2|p1,g1|o9/b3|u4 discard=r7|t1 turn=0",
            "0 play t5",
            [[], ["?|o9", "?|p1"], ["?|u4"]],
        ),
    ],
)
def test_when_the_round_is_over_every_hand_is_laid_open_to_be_counted(
    position: str, move: str, left: list[list[str]]
) -> None:
    """Only the face that counts, sorted; every view has the same, and while the round goes on there is nothing."""
    game = Game.from_position(position)
    assert game.left == ()
    assert all(view.to_dict()["left"] == [] for view in (game.view(1), game.view("public"), game.view("open")))
    game.play(move)
    assert game.round_over
    assert shown(game) == left
    for view in (game.view(0), game.view(1), game.view("public"), game.view("open")):
        assert view.to_dict()["left"] == left


@pytest.mark.parametrize("name", ["classic", "flip"])
def test_the_next_deal_takes_them_up_again(name: str) -> None:
    """Nothing is left of a round that is over."""
    game = Game(name, 2, seed=3)
    while not game.round_over:
        game.make(game.legal_moves()[0])
    assert sorted(map(len, game.left)) == sorted(game.view(0).sizes)
    if not game.over:
        game.play("deal")
        assert game.left == ()
