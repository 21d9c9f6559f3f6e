"""The engine's doors: the functions that Python calls, compiled and kept on disk.

Everything above the engine goes through these. `legal_moves`, `allowed`, `make`,
`start` and `deal` serve one game; `random_games` plays many without coming back to
Python. The first three, which are called for every move, take arrays of one row:
handing over a record costs more than what is done with it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lastcard.engine import layout as s
from lastcard.engine.jit import compiled, entry, inlined
from lastcard.engine.kernel import rounds
from lastcard.engine.kernel.cards import at, lose_sight, see_hand, see_on_discard, see_top_back
from lastcard.engine.kernel.invariants import VIOLATIONS, violation
from lastcard.engine.kernel.legal import is_legal, list_calls, list_decision, list_legal
from lastcard.engine.kernel.step import step
from lastcard.engine.layout import Log, Scratch, State
from lastcard.engine.rules import Rules

__all__ = [
    "EAGER", "UNIFORM", "VIOLATIONS", "allowed", "check", "count_sequences", "deal", "legal_moves", "look", "make", "random_games", "start",
]  # fmt: skip

Rows = npt.NDArray[np.void]
"""Records of one kind in a row."""

UNIFORM, EAGER = 0, 1
"""How random players choose: among all legal moves, or drawing and keeping only when they must."""


@entry
def start(state: State, rules: Rules, log: Log) -> None:
    """A new game on a state that has its key and number of players."""
    log.used = 0
    rounds.start_game(state, rules, log)


@entry
def deal(state: State, rules: Rules, log: Log, hands: bool) -> None:
    """Go on from a position laid out by hand: deal from the draw pile as it lies, or only turn up a card."""
    log.used = 0
    if hands:
        rounds.deal_hands(state, rules, log)
    else:
        rounds.turn_up(state, rules, log)


@entry
def look(state: State, rules: Rules) -> None:
    """Give a position laid out by hand the knowledge that its seats have at first sight."""
    for card in range(state.know.shape[1]):
        lose_sight(state, card)
    for i in range(int(state.count[s.DISCARD_PILE])):
        see_on_discard(state, at(state, s.DISCARD_PILE, i))
    see_top_back(state, rules)
    for seat in range(state.players):
        see_hand(state, rules, seat)


@entry
def legal_moves(states: Rows, rules: Rows, out: Rows) -> int:
    """All legal moves of all seats, in the documented order; how many there are."""
    return list_legal(states[0], rules[0], out[0])


@entry
def allowed(states: Rows, rules: Rows, move: int) -> bool:
    """Whether a move is legal. Nothing changes."""
    return is_legal(states[0], rules[0], move)


@entry
def make(states: Rows, rules: Rows, logs: Rows, move: int) -> bool:
    """Make a move if it is legal; False, and nothing changed, if it is not."""
    if not is_legal(states[0], rules[0], move):
        return False
    step(states[0], rules[0], logs[0], move)
    return True


@entry
def check(state: State, rules: Rules, cards: int, scratch: Scratch) -> int:
    """The number of the first broken invariant, 0 if there is none."""
    return violation(state, rules, cards, scratch)


@entry
def count_sequences(states: Rows, lists: Rows, rules: Rules, log: Log, depth: int) -> int:
    """perft: how many sequences of `depth` legal moves there are from `states[0]`.

    `states` and `lists` have room for `depth` levels; draws come in the order of the position.
    """
    counts = np.zeros(depth, np.int64)
    counts[0] = list_legal(states[0], rules, lists[0])
    total, level = 0, 0
    while level >= 0:
        if level == depth - 1 or counts[level] == 0:
            total += counts[level]
            level -= 1
        else:
            counts[level] -= 1
            move = int(lists[level].move[counts[level]])
            level += 1
            states[level] = states[level - 1]
            step(states[level], rules, log, move)
            counts[level] = list_legal(states[level], rules, lists[level])
    return total


@inlined
def random_word(scratch: Scratch) -> np.uint64:
    """The next word of the players' own randomness (splitmix64), apart from the game's."""
    word = scratch.word + np.uint64(0x9E3779B97F4A7C15)
    scratch.word = word
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def random_move(state: State, rules: Rules, how: int, scratch: Scratch) -> int:
    """A random legal move, or -1 if there is none."""
    count = list_decision(state, rules, scratch)
    if how == EAGER and count > 1 and state.ask <= s.DRAWN:
        last = (int(scratch.move[count - 1]) >> s.KIND_SHIFT) & 31
        if last == s.M_DRAW or last == s.M_PASS:
            count -= 1
    count = list_calls(state, rules, scratch, count)
    if count == 0:
        return -1
    pick = (random_word(scratch) >> np.uint64(32)) * np.uint64(count)
    return int(scratch.move[np.int64(pick >> np.uint64(32))])


@entry
def random_games(
    state: State,
    rules: Rules,
    log: Log,
    scratch: Scratch,
    how: int,
    checked: bool,
    most_moves: int,
    results: npt.NDArray[np.int32],
) -> int:
    """Play a game for each row of `results`: moves, rounds, winners as bits, points of the winner.

    Game i has the state's key with i added to its last word. Returns the number of
    games played to the end; if that is fewer, `state` is where the next one went wrong.
    """
    base = state.key[3]
    for game in range(results.shape[0]):
        state.key[3] = base + np.uint64(game)
        rounds.start_game(state, rules, log)
        while state.ask != s.GAME_OVER:
            if checked and violation(state, rules, int(rules.cards), scratch) != 0:
                return game
            move = random_move(state, rules, how, scratch)
            if move < 0 or state.moves >= most_moves:
                return game
            step(state, rules, log, move)
        if checked and violation(state, rules, int(rules.cards), scratch) != 0:
            return game
        note_result(state, results[game])
    state.key[3] = base
    return int(results.shape[0])


@compiled
def note_result(state: State, row: npt.NDArray[np.int32]) -> None:
    row[0] = state.moves
    row[1] = state.round_number
    row[2] = state.winners
    row[3] = 0
    for seat in range(state.players):
        if (int(state.winners) >> seat) & 1:
            row[3] = state.scores[seat]
