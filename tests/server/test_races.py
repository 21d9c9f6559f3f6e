"""What is decided by who was first, as plain functions: catches that wait, and what closes the window (uno-2)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table.duties import catch_before, next_due
from lastcard.server.table.fold import Table
from lastcard.server.table.races import begins_turn
from tests.server.by_hand import add, table_with


def forgetful() -> Table:
    """Seat 0 has just left one card without a word, and seat 2 presses half a second later."""
    game = Game.from_position("classic hands=r7,g4/b2,b3,b4/y1,y2,y3 discard=r5 turn=0", history=False)
    table = table_with(game)
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    add(table, e.Pressed(by=3, id="a", seat=2, target=0), later=500)
    return table


def test_a_waiting_catch_is_due_at_the_end_of_the_grace() -> None:
    """It is the first thing that happens, and seat 2's."""
    table = forgetful()
    due = next_due(table, "salt", 30)
    assert due is not None
    assert due.at == table.at + 500
    assert due.entry() == e.Moved(by=3, seat=2, move="2 catch 0")


@pytest.mark.parametrize("late", [499, 500])
def test_a_call_counts_until_the_grace_is_over_even_if_no_node_came_to_the_catch(late: int) -> None:
    """From then on what waits is carried out first, whoever writes the next move."""
    table = forgetful()
    call = e.Moved(by=1, seat=0, move="0 uno")
    first = catch_before(table, call, table.at + late)
    assert first == (None if late < 500 else e.Moved(by=3, seat=2, move="2 catch 0"))


def test_a_default_of_the_clock_comes_after_a_waiting_catch_too() -> None:
    """Whatever begins the next turn."""
    table = forgetful()
    default = e.Moved(seat=1, move="1 draw", how="clock")
    assert catch_before(table, default, table.at) == e.Moved(by=3, seat=2, move="2 catch 0")
    assert catch_before(table, e.Said(by=1, text="hello"), table.at) is None


def test_a_waiting_catch_waits_for_nothing_but_its_time() -> None:
    """When it is carried out it comes before nothing, and it is not among those that came to nothing."""
    table = forgetful()
    add(table, e.Pressed(by=2, seat=1, target=0), later=100)
    catch = e.Moved(by=3, seat=2, move="2 catch 0")
    assert catch_before(table, catch, table.at + 400) is None
    add(table, catch, later=400)
    assert {seat: [missed.why for missed in told] for seat, told in table.past[-1].missed.items()} == {1: ["caught"]}
    assert table.races.waiting == []


def test_a_silent_line_has_no_number_for_clients() -> None:
    """Neither has the next line a gap, nor does a clock change."""
    table = forgetful()
    assert (table.number - table.told_number, table.past[-1].told_number) == (1, table.told_number)
    before = table.told_number, table.decision, table.decision_at
    add(table, e.Pressed(by=2, seat=1, target=0), later=100)
    assert (table.told_number, table.decision, table.decision_at) == before
    add(table, e.Moved(by=1, seat=0, move="0 uno"), later=100)
    assert table.past[-1].told_number == table.told_number == before[0] + 1
    assert {seat: [missed.why for missed in told] for seat, told in table.past[-1].missed.items()} == {
        1: ["called"],
        2: ["called"],
    }


@pytest.mark.rule("uno-2", "uno-3")
def test_what_begins_a_turn_is_what_closes_the_window() -> None:
    """In games of all kinds: who can be caught no more called, was caught, has other cards, or a turn began."""
    closed = 0
    for seed in range(40):
        edition = ("classic", "house", "flip", "flip-marvel", "flip-transformers")[seed % 5]
        settings = {"preset": "party"} if seed % 2 else {}
        game = Game(edition, 2 + seed % 4, seed=seed, history=False, **settings)
        rng = random.Random(seed)
        for _ in range(400):
            if game.over:
                break
            plays = [move for move in game.legal_moves() if move.kind == "play"]  # jump-ins too
            move = rng.choice(plays if plays and rng.random() < 0.9 else game.legal_moves())
            entry = e.Moved(seat=move.seat, move=str(game.check_move(move)))
            before, began = set(game.liable), begins_turn(game, entry)
            game.make(move)
            for gone in before - set(game.liable):
                closed += began
                spoken = move.kind == "uno" and move.seat == gone
                spoken |= move.kind == "catch" and move.target == gone
                assert began or spoken or game.sizes[gone] != 1 or game.round_over, move
            if began:
                assert not before & set(game.liable) - {move.seat}, "a turn that began left the window open"
    assert closed > 50


@pytest.mark.rule("jump-1")
def test_the_first_turn_of_a_round_is_no_race_of_jump_ins() -> None:
    """Nobody laid the card that was turned up, so nobody can have been faster; the next card is somebody's."""
    position = 'classic settings={"jump_in":true} hands=r5,g4,g6/b2,b3,b4/r5,y2,y3 discard=r9 turn=0'
    table = table_with(Game.from_position(position, history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    assert table.races.taken is None
    decision = table.decision
    add(table, e.Moved(by=3, seat=2, move="2 play r5"))
    assert table.races.taken is not None
    assert table.races.taken[:3] == (decision, 2, "r5")


@pytest.mark.rule("jump-2")
def test_a_call_takes_no_turn() -> None:
    """Whoever calls while a turn can be jumped has not been faster than anybody."""
    position = 'classic settings={"jump_in":true} hands=r5,g4/b2,b3,b4/r5,y2,y3 discard=r9 turn=0'
    table = table_with(Game.from_position(position, history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    assert table.game is not None
    assert table.game.can_be_jumped
    add(table, e.Moved(by=1, seat=0, move="0 uno"))
    assert table.races.taken is None


JUMPING: list[dict[str, Any]] = [
    {"jump_in": True},
    {"preset": "party", "uno": "auto"},
    {"preset": "party", "uno": "ask"},
    {"preset": "party", "jump_in": False},
]


@pytest.mark.rule("jump-1", "jump-3")
@pytest.mark.parametrize("edition", ["classic", "house", "flip", "flip-marvel", "flip-transformers"])
def test_a_turn_can_be_jumped_just_when_the_engine_lets_those_play_who_have_the_card(edition: str) -> None:
    """In games of all kinds; never on a card that was turned up, nor on one that a Flip card brought up."""
    jumps = closed = 0
    for seed in range(24):
        settings = JUMPING[seed % len(JUMPING)]
        game = Game(edition, 2 + seed % 5, seed=seed, history=False, **settings)
        rng, played = random.Random(seed), False
        for _ in range(300):
            for event in game.events():
                played = event.kind == "played" or (played and event.kind not in {"turned-up", "flipped"})
            assert played or not game.can_be_jumped
            assert not game.can_be_jumped or (game.settings.jump_in and game.settings.uno != "ask")
            for seat in set(range(game.players)) - {game.asks.seat}:
                has_it = game.top.front in {card.front for card in game.hands[seat]}
                can_play = any(move.kind == "play" for move in game.legal_moves(seat))
                assert can_play == (game.can_be_jumped and has_it)
                jumps += can_play
                closed += has_it and not can_play
            if game.over:
                break
            plays = [move for move in game.legal_moves() if move.kind == "play"]
            game.make(rng.choice(plays if plays and rng.random() < 0.8 else game.legal_moves()))
    assert jumps > 50
    assert closed > 50
