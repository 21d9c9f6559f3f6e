"""Views field by field: what stands where, in the view and in the plain values of it that clients get."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from lastcard.cards import Card
from lastcard.editions import names
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.view import View


def after(position: str, moves: str) -> Game:
    """A game after some moves from a position."""
    game = Game.from_position(position)
    for move in filter(None, moves.split(", ")):
        game.play(move)
    return game


def plain(value: Any) -> Any:
    """A value of a view as a client reads it."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Move):
        return str(value)
    return [plain(one) for one in value] if isinstance(value, tuple) else value


SITUATIONS = {
    "a penalty is open": (
        'classic settings={"stacking":"same"} hands=r+2,r1,r3/b+2,g1,g2/y1,y2 discard=r5 turn=0', "0 play r+2"),
    "a joke is told": (
        'house settings={"custom":["custom-8"]} hands=W1,r1,r2/g1,g2/b1,b2 discard=r5 turn=0', "0 play W1"),
    "somebody has called": ("classic hands=r7,g1/b1,b2,b3 discard=r5 turn=0", "0 uno"),
    "somebody can be caught": ("classic hands=r7,g1/b1,b2,b3 discard=r5 turn=0", "0 play r7"),
    "play runs to the right": ("classic hands=r7,g1,g3/b1,b2/y1,y2 discard=r5 turn=0 direction=right", ""),
    "the round is over": ("classic hands=r7/b3,b1,b2 discard=r5 turn=0", "0 play r7"),
}  # fmt: skip


@pytest.mark.parametrize("situation", SITUATIONS)
def test_plain_values_are_those_of_the_view(situation: str) -> None:
    """Every field under its own name, and nothing else."""
    game = after(*SITUATIONS[situation])
    for view in (*map(game.view, range(game.players)), game.view("public"), game.view("open")):
        told = view.to_dict()
        assert json.loads(json.dumps(told)) == {field.name: plain(getattr(view, field.name)) for field in fields(View)}


def test_what_is_special_about_a_situation_is_seen_by_everybody() -> None:
    """Each in its own field, and only then."""
    seen = {situation: after(*made).view("public") for situation, made in SITUATIONS.items()}

    def where(look: Any) -> set[str]:
        return {situation for situation, view in seen.items() if look(view)}

    assert where(lambda view: view.penalty == 2) == where(lambda view: view.penalty) == {"a penalty is open"}
    assert where(lambda view: view.teller == 0) == where(lambda view: view.teller is not None) == {"a joke is told"}
    assert where(lambda view: view.called) == {"somebody has called"}
    assert where(lambda view: view.liable) == {"somebody can be caught"}
    assert where(lambda view: view.direction == "right") == {"play runs to the right"}
    assert where(lambda view: view.round_winner is not None) == where(lambda view: view.left) == {"the round is over"}


@pytest.mark.rule("score-1")
def test_hands_left_are_laid_open_sorted_when_the_round_is_over_and_put_away_with_the_next() -> None:
    """The winner is named as long as they lie there."""
    game = after(*SITUATIONS["the round is over"])
    view = game.view(1)
    assert (plain(view.left), view.round_winner) == ([[], ["b1", "b2", "b3"]], 0)
    game.play("deal")
    assert (game.view(1).left, game.view(1).round_winner) == ((), None)


@pytest.mark.rule("uno-2")
def test_with_questions_only_the_one_in_question_can_be_caught() -> None:
    """Whoever is still asked for the own call can't be."""
    position = 'classic settings={"uno":"ask"} hands=r7,g1/b1,b2,b3/y1,y2,y3 discard=r5 turn=0'
    asked = after(position, "0 play r7")
    assert (asked.asks, asked.view(1).liable) == ((0, "uno"), ())
    silent = after(position, "0 play r7, 0 silent")
    assert (silent.asks, silent.view(2).liable) == ((1, "catch"), (0,))


@pytest.mark.rule("see-1")
def test_cards_of_others_that_are_known_stand_in_no_order_of_their_hand() -> None:
    """Two hands with the same cards look the same, whichever was held longest; the own one is as it was drawn."""
    moves = "0 play W+4, 0 color red, 1 challenge, 1 play r1"
    games = [
        after(f"classic hands={hand}/r1,b2,b3 discard=r5 turn=0", moves) for hand in ("W+4,r9,g1,b7", "W+4,b7,g1,r9")
    ]
    assert len({game.view(1).hands[0] for game in games}) == 1
    assert len({game.view(0).hand for game in games}) == 2
    assert {"r9", "g1", "b7"} <= {card.text for card in games[0].view(1).hands[0]}


@pytest.mark.parametrize("name", names())
def test_the_top_card_is_the_last_of_the_discard_pile(name: str) -> None:
    """As far as everybody saw it."""
    game = Game(name, 3, seed=2)
    for _ in range(60):
        moves = game.legal_moves()
        plays = [move for move in moves if move.kind == "play"]
        game.play((plays or moves)[0])
        view = game.view("public")
        assert view.top == view.discard[-1]
        assert view.top.face(view.side == "dark") == game.top.face(view.side == "dark")
