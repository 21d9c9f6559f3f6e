"""Thinking ahead: what comes of each move, in many worlds that could be the one at the table.

A world is another deal of all that a seat can't know (`redeal.py`), taken the more often the better it fits what
the others did (`past.py`). Every candidate is tried in the same worlds with the same luck, and each try is played to
the end of the round by quick players.
"""

from __future__ import annotations

from lastcard.engine.kernel.legal import list_decision
from lastcard.engine.kernel.many import begin_randomness, play_out
from lastcard.engine.kernel.marks import Floats, Index, Int32s, Rows, entry, inlined
from lastcard.engine.kernel.past import SURE, is_of_now, likely
from lastcard.engine.kernel.policies import random_below
from lastcard.engine.kernel.redeal import fits, redeal
from lastcard.engine.kernel.rounds_end import partner
from lastcard.engine.kernel.sharp import held_by_color, score
from lastcard.engine.kernel.step import step
from lastcard.engine.kinds import Ask
from lastcard.engine.mind import WIN, Mind, Past
from lastcard.engine.rules import SCORE_LOWEST, Rules
from lastcard.engine.schema import Log, Scratch, State

PATIENCE = 3000
"""Moves after which a world is given up as one that brings nobody anything."""


@entry
def weigh_moves(
    root: State,
    rules: Rules,
    log: Log,
    scratch: Scratch,
    rooms: Rows[State],
    hows: Int32s,
    weights: Floats,
    minds: Rows[Mind],
    past: Past,
    tries: int,
    seat: int,
    moves: Int32s,
    count: int,
    seed: int,
    first: int,
    worlds: int,
    worth: Int32s,
) -> None:
    """What each of `count` moves came to for a seat in each of so many worlds, a row a world.

    World number i is the same whoever asks for it and whenever; of up to `tries` deals it is the first that fits the
    past well enough. `rooms` has room for two states.
    """
    sound = fits(root, rules, 1 << seat)
    if not is_of_now(root, past):
        tries = 1
    for i in range(worlds):
        begin_randomness(scratch, seed, first + i)
        deal_world(root, rules, scratch, rooms, minds[seat], past, tries, seat, sound)
        luck = scratch.word
        for k in range(count):
            rooms[1] = rooms[0]  # type: ignore[index]
            scratch.word = luck
            step(rooms[1], rules, log, int(moves[k]))
            ended = play_out(rooms[1], rules, log, scratch, hows, weights, minds, True, False, PATIENCE)
            worth[i * count + k] = outcome(rooms[1], rules, seat) if ended else WIN // 2


@inlined
def deal_world(
    root: State,
    rules: Rules,
    scratch: Scratch,
    rooms: Rows[State],
    mind: Mind,
    past: Past,
    tries: int,
    seat: Index,
    sound: bool,
) -> None:
    """Deal until a world fits the past, or the tries are used up; it is the first of the rooms."""
    for left in range(tries, 0, -1):
        rooms[0] = root  # type: ignore[index]
        redeal(rooms[0], rules, scratch, 1 << seat, sound)
        if left == 1 or past.used == 0:
            return
        rooms[1] = rooms[0]  # type: ignore[index]
        if random_below(scratch, SURE) < likely(rooms[0], rooms[1], rules, mind, past, seat):
            return


def outcome(state: State, rules: Rules, seat: Index) -> int:
    """What the end of a round is worth to a seat: a game won or lost, or a lead in points."""
    if state.ask == Ask.GAME_OVER:
        return WIN if (int(state.winners) >> seat) & 1 else 0
    sign = -1 if rules.scoring == SCORE_LOWEST else 1
    best = -1000000
    for other in range(state.players):
        if other != seat and other != partner(state, rules, seat):
            best = max(best, sign * int(state.round_points[other]))
    return max(0, min(WIN, WIN // 2 + sign * int(state.round_points[seat]) - best))


@entry
def score_moves(state: State, rules: Rules, minds: Rows[Mind], many: int, scratch: Scratch, scores: Int32s) -> int:
    """What each of `many` minds makes of the moves of the seat that is asked, a row a mind; how many moves."""
    count = list_decision(state, rules, scratch)
    held, wilds = held_by_color(state, rules, int(state.asked))
    for i in range(many):
        for k in range(count):
            scores[i * count + k] = score(state, rules, minds[i], int(scratch.move[k]), held, wilds)
    return count
