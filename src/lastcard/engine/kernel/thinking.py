"""Thinking ahead: what comes of each move, in many worlds that could be the one at the table.

A world is another deal of all that a seat can't know (`redeal.py`), made to suit what the others did
(`guessing.py`). Every candidate is tried in the same worlds with the same luck, and each try is played to
the end of the round by quick players.
"""

from __future__ import annotations

from lastcard.engine.kernel.guessing import guess_hands, guess_on, is_paired
from lastcard.engine.kernel.legal import list_decision
from lastcard.engine.kernel.many import begin_randomness, play_out
from lastcard.engine.kernel.marks import Floats, Index, Int32s, Rows, entry
from lastcard.engine.kernel.past import is_of_now
from lastcard.engine.kernel.redeal import fits, redeal
from lastcard.engine.kernel.rounds_end import partner
from lastcard.engine.kernel.sharp import held_by_color, score
from lastcard.engine.kernel.step import step
from lastcard.engine.kinds import Ask
from lastcard.engine.mind import PATIENCE, WIN, Mind, Past
from lastcard.engine.rules import SCORE_LOWEST, Rules
from lastcard.engine.schema import Log, Scratch, State


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
    sweeps: int,
    seat: int,
    moves: Int32s,
    count: int,
    seed: int,
    first: int,
    worlds: int,
    worth: Int32s,
) -> None:
    """What each of `count` moves came to for a seat in each of so many worlds, a row a world.

    `sweeps` says with how much care the first world is made to suit the past (`guessing.py`), 0: not at all. The others
    follow from it, each from the one before, with the hand of one player in turn. `rooms` has room for two states.
    """
    sound = fits(root, rules, 1 << seat)
    guessing = sweeps > 0 and past.used > 0 and is_of_now(root, past)
    for i in range(worlds):
        begin_randomness(scratch, seed, first + i)
        if guessing and i > 0 and not is_paired(rules):
            rooms[1] = rooms[0]  # type: ignore[index]
            other = (seat + 1 + i % (int(root.players) - 1)) % int(root.players)
            guess_on(rooms[0], rooms[1], rules, scratch, minds[seat], past, seat, sound, other)
        else:
            rooms[0] = root  # type: ignore[index]
            redeal(rooms[0], rules, scratch, 1 << seat, sound)
            if guessing:
                rooms[1] = rooms[0]  # type: ignore[index]
                guess_hands(rooms[0], rooms[1], rules, scratch, minds[seat], past, seat, sound, sweeps)
        luck = scratch.word
        for k in range(count):
            rooms[1] = rooms[0]  # type: ignore[index]
            scratch.word = luck
            step(rooms[1], rules, log, int(moves[k]))
            ended = play_out(rooms[1], rules, log, scratch, hows, weights, minds, True, False, PATIENCE)
            worth[i * count + k] = outcome(rooms[1], rules, seat) if ended else WIN // 2


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
