"""The kernel's doors for one game: the functions that Python calls.

Everything above the engine goes through these and those in `many.py`.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import at, lose_sight, see_hand, see_on_discard, see_top_back
from lastcard.engine.kernel.invariants import violation
from lastcard.engine.kernel.legal import is_legal, list_legal
from lastcard.engine.kernel.marks import Int32s, Int64s, Rows, entry
from lastcard.engine.kernel.past import remember
from lastcard.engine.kernel.rounds import deal_hands, start_game, turn_up
from lastcard.engine.kernel.step import step
from lastcard.engine.mind import Past
from lastcard.engine.rules import MAX_CARDS, Rules
from lastcard.engine.schema import DISCARD_PILE, Log, Scratch, State


@entry
def start(state: State, rules: Rules, log: Log) -> None:
    """A new game on a state that has its key and number of players."""
    log.used = 0
    start_game(state, rules, log)


@entry
def deal(state: State, rules: Rules, log: Log, hands: bool) -> None:
    """Go on from a position laid out by hand: deal from the draw pile as it lies, or only turn up a card."""
    log.used = 0
    if hands:
        deal_hands(state, rules, log)
    else:
        turn_up(state, rules, log)


@entry
def look(state: State, rules: Rules) -> None:
    """Give a position laid out by hand the knowledge that its seats have at first sight."""
    for card in range(MAX_CARDS):
        lose_sight(state, card)
    for i in range(int(state.count[DISCARD_PILE])):
        see_on_discard(state, at(state, DISCARD_PILE, i))
    see_top_back(state, rules)
    for seat in range(state.players):
        see_hand(state, rules, seat)


@entry
def legal_moves(state: State, rules: Rules, out: Scratch) -> int:
    """All legal moves of all seats, in the documented order; how many there are."""
    return list_legal(state, rules, out)


@entry
def allowed(state: State, rules: Rules, move: int) -> bool:
    """Whether a move is legal. Nothing changes."""
    return is_legal(state, rules, move)


@entry
def make(state: State, rules: Rules, log: Log, past: Past, move: int) -> bool:
    """Make a move if it is legal, and remember what everybody saw; False, and nothing changed, if it is not."""
    if not is_legal(state, rules, move):
        return False
    remember(state, rules, past, move)
    step(state, rules, log, move)
    return True


@entry
def replay(state: State, rules: Rules, log: Log, moves: Int32s, count: int) -> int:
    """Make moves one after the other; how many were legal before the first that was not."""
    for i in range(count):
        move = int(moves[i])
        if not is_legal(state, rules, move):
            return i
        step(state, rules, log, move)
    return count


@entry
def check(state: State, rules: Rules, cards: int, scratch: Scratch) -> int:
    """The number of the first broken invariant, 0 if there is none."""
    return violation(state, rules, cards, scratch)


@entry
def count_sequences(
    states: Rows[State], lists: Rows[Scratch], counts: Int64s, rules: Rules, log: Log, depth: int
) -> int:
    """perft: how many sequences of `depth` legal moves there are from `states[0]`.

    `states`, `lists` and `counts` have room for `depth` levels; draws come in the order of the position.
    """
    counts[0] = list_legal(states[0], rules, lists[0])
    total, level = 0, 0
    while level >= 0:
        if level == depth - 1 or counts[level] == 0:
            total += int(counts[level])
            level -= 1
        else:
            counts[level] -= 1
            move = int(lists[level].move[counts[level]])
            level += 1
            states[level] = states[level - 1]  # type: ignore[index]
            step(states[level], rules, log, move)
            counts[level] = list_legal(states[level], rules, lists[level])
    return total
