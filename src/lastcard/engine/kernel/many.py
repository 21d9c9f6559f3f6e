"""The kernel's doors for many games: whole rows of states in one call.

A row may be cut into parts for several threads; what comes out does not depend on how it is cut.
"""

from __future__ import annotations

import numpy as np

from lastcard.engine.kernel.actions import legal_move, list_of_seat, listed_action
from lastcard.engine.kernel.blinding import blind
from lastcard.engine.kernel.invariants import violation
from lastcard.engine.kernel.legal import is_legal, list_legal
from lastcard.engine.kernel.marks import Bytes, Floats, Index, Int32s, Rows, entry, inlined
from lastcard.engine.kernel.players import policy_move
from lastcard.engine.kernel.policies import random_word
from lastcard.engine.kernel.redeal import fits, redeal
from lastcard.engine.kernel.rounds import start_game
from lastcard.engine.kernel.sharp import sharp_decision
from lastcard.engine.kernel.step import step
from lastcard.engine.kinds import Ask
from lastcard.engine.mind import Mind
from lastcard.engine.rules import Rules
from lastcard.engine.schema import Log, Scratch, State, Workroom


@entry
def start_all(states: Rows[State], rules: Rules, log: Log, count: int) -> None:
    """A new game on each state, which has its key and number of players."""
    for i in range(count):
        start_game(states[i], rules, log)


@entry
def legal_all(
    states: Rows[State], rules: Rules, scratch: Scratch, out: Int32s, room: int, counts: Int32s, count: int
) -> None:
    """The legal moves of all seats of each game, `room` places a game."""
    for i in range(count):
        found = list_legal(states[i], rules, scratch)
        counts[i] = found
        for k in range(room):
            out[i * room + k] = int(scratch.move[k]) if k < found else -1


@entry
def actions_all(
    states: Rows[State],
    rules: Rules,
    scratch: Scratch,
    seats: Int32s,
    masked: bool,
    mask: Bytes,
    room: int,
    listed: Int32s,
    counts: Int32s,
    count: int,
) -> None:
    """What one seat of each game may do, or, with seat -1, the one that is asked: as a mask, as a list, or both.

    A list has `room` places, the last of them -1; what does not fit is counted all the same.
    """
    actions = int(rules.actions)
    for i in range(count):
        found = list_of_seat(states[i], rules, seat_meant(states[i], int(seats[i])), scratch)
        counts[i] = found
        if masked:
            for k in range(actions):
                mask[i * actions + k] = 0
        for k in range(found):
            action = listed_action(states[i], rules, scratch, k)
            if masked:
                mask[i * actions + action] = 1
            if k < room:
                listed[i * room + k] = action
        for k in range(found, room):
            listed[i * room + k] = -1


@inlined
def seat_meant(state: State, seat: int) -> Index:
    """The seat itself, or the one that is asked; while nobody is, seat 0, who may deal."""
    if seat >= 0:
        return seat
    return int(state.asked) if state.asked >= 0 else 0


@entry
def moves_of_actions(
    states: Rows[State], rules: Rules, seats: Int32s, actions: Int32s, moves: Int32s, count: int
) -> int:
    """What each action means as a move, -1 where a game is to be left alone; the first game in which it is illegal."""
    for i in range(count):
        moves[i] = -1
        if actions[i] >= 0:
            move = legal_move(states[i], rules, seat_meant(states[i], int(seats[i])), int(actions[i]))
            if move < 0:
                return i
            moves[i] = move
    return count


@entry
def legal_moves_all(states: Rows[State], rules: Rules, moves: Int32s, count: int) -> int:
    """The first game in which its move is not legal; moves below 0 leave a game alone."""
    for i in range(count):
        if moves[i] >= 0 and not is_legal(states[i], rules, int(moves[i])):
            return i
    return count


@entry
def step_all(states: Rows[State], rules: Rules, log: Log, moves: Int32s, count: int) -> None:
    """Make a move in each game. Nothing is checked here; moves below 0 leave a game alone."""
    for i in range(count):
        if moves[i] >= 0:
            step(states[i], rules, log, int(moves[i]))


@entry
def redeal_all(
    states: Rows[State],
    rules: Rules,
    scratch: Scratch,
    room: Rows[State],
    work: Workroom,
    knows: Int32s,
    seed: int,
    first: int,
    count: int,
) -> None:
    """In each game deal anew what nobody in its set of seats may know.

    The same seed gives the same deal to all games that these seats can't tell apart. `room` is for one state.
    """
    for i in range(count):
        sound = fits(states[i], rules, int(knows[i]))
        room[0] = states[i]  # type: ignore[index]
        blind(room[0], states[i], rules, int(knows[i]), work)
        begin_randomness(scratch, seed, first + i)
        redeal(states[i], rules, scratch, int(knows[i]), sound)


@entry
def choose_all(
    states: Rows[State], rules: Rules, scratch: Scratch, mind: Mind, seed: int, first: int, moves: Int32s, count: int
) -> None:
    """What a sharp player answers in each game in the place of the seat that is asked; -1 where nothing is asked."""
    for i in range(count):
        begin_randomness(scratch, seed, first + i)
        moves[i] = sharp_decision(states[i], rules, mind, scratch)


@inlined
def begin_randomness(scratch: Scratch, seed: int, game: int) -> None:
    """Randomness of a game's own, whoever plays it and whenever."""
    scratch.word = np.uint64(seed) ^ (np.uint64(game) * np.uint64(0xD1B54A32D192ED03))  # type: ignore[assignment]
    scratch.word = random_word(scratch)  # type: ignore[assignment]


@entry
def play_out_all(
    states: Rows[State],
    rules: Rules,
    log: Log,
    scratch: Scratch,
    hows: Int32s,
    weights: Floats,
    minds: Rows[Mind],
    rounds: bool,
    checked: bool,
    most_moves: int,
    seed: int,
    first: int,
    count: int,
) -> int:
    """Play each game on to its end, or with `rounds` to the end of its round; the first that does not get there."""
    for i in range(count):
        begin_randomness(scratch, seed, first + i)
        if not play_out(states[i], rules, log, scratch, hows, weights, minds, rounds, checked, most_moves):
            return i
    return count


def play_out(
    state: State,
    rules: Rules,
    log: Log,
    scratch: Scratch,
    hows: Int32s,
    weights: Floats,
    minds: Rows[Mind],
    rounds: bool,
    checked: bool,
    most_moves: int,
) -> bool:
    end = Ask.ROUND_OVER if rounds else Ask.GAME_OVER
    left = most_moves
    while state.ask < end:
        if checked and violation(state, rules, int(rules.cards), scratch) != 0:
            return False
        move = policy_move(state, rules, hows, weights, minds, scratch)
        if move < 0 or left == 0:
            return False
        left -= 1
        step(state, rules, log, move)
    return not checked or violation(state, rules, int(rules.cards), scratch) == 0


@entry
def play_games(
    state: State,
    rules: Rules,
    log: Log,
    scratch: Scratch,
    hows: Int32s,
    weights: Floats,
    minds: Rows[Mind],
    checked: bool,
    most_moves: int,
    results: Int32s,
    count: int,
) -> int:
    """Play whole games one after the other on one state: moves, rounds, winners as bits, points of the winner.

    Game i has the state's key with i added to its last word. Returns the number of
    games played to the end; if that is fewer, `state` is where the next one went wrong.
    """
    base = np.uint64(state.key[3])
    for game in range(count):
        state.key[3] = base + np.uint64(game)
        start_game(state, rules, log)
        if not play_out(state, rules, log, scratch, hows, weights, minds, False, checked, most_moves):
            return game
        results[4 * game] = state.moves
        results[4 * game + 1] = state.round_number
        results[4 * game + 2] = state.winners
        results[4 * game + 3] = winning_points(state)
    state.key[3] = base
    return count


def winning_points(state: State) -> int:
    """The score of whoever won; of several the last."""
    points = 0
    for seat in range(state.players):
        if (int(state.winners) >> seat) & 1:
            points = int(state.scores[seat])
    return points


@entry
def check_all(states: Rows[State], rules: Rules, scratch: Scratch, out: Int32s, count: int) -> None:
    """For each game the number of the first broken invariant, 0 if there is none."""
    for i in range(count):
        out[i] = violation(states[i], rules, int(rules.cards), scratch)
