"""What must be true of every state, whatever was played. A violation is a bug in the engine."""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.cards import at, everybody
from lastcard.engine.kernel.legal import cards_in_play, is_legal, list_legal
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kinds import Ask
from lastcard.engine.rules import Rules
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, RING, Scratch, State


def cards_violation(state: State, cards: int) -> int:
    """Every card is in exactly one place."""
    if cards_in_play(state) != cards:
        return 2
    low, high = 0, 0
    for pile in range(2):
        start = int(state.start[pile])
        for i in range(int(state.count[pile])):
            low, high = mark(low, high, int(state.ring[pile, (start + i) & (RING - 1)]))
    for seat in range(state.players):
        for i in range(state.held[seat]):
            low, high = mark(low, high, int(state.hand[seat, i]))
    if count_bits(low) + count_bits(high) != cards:
        return 1
    if state.count[DISCARD_PILE] == 0:
        return 4
    return 0


@inlined
def mark(low: int, high: int, card: Index) -> tuple[int, int]:
    """Set a card's bit in a set of up to 120 cards, even numbers apart from odd ones."""
    bit = 1 << (card >> 1)
    odd = card & 1
    return low | (bit * (1 - odd)), high | (bit * odd)


def count_bits(value: int) -> int:
    total = 0
    while value:
        value &= value - 1
        total += 1
    return total


def turn_violation(state: State, rules: Rules) -> int:
    """Somebody who exists is asked something that can be answered."""
    over = state.ask >= Ask.ROUND_OVER
    players = int(state.players)
    if not 0 <= state.side < rules.sides or abs(int(state.direction)) != 1:
        return 6
    if not 0 <= state.turn < players or (not over and not 0 <= state.asked < players):
        return 7
    if over and (state.asked != -1 or state.liable != 0):
        return 18
    if state.color >= rules.colors or (state.ask <= Ask.DRAWN and state.color < 0):
        return 5
    if state.ask == Ask.GAME_OVER and state.winners == 0:
        return 17
    for seat in range(players):
        if not over and state.held[seat] == 0 and not (state.last_card and seat == state.actor):
            return 3
        if (int(state.liable) >> seat) & 1 and state.held[seat] != 1:
            return 15
        if state.scores[seat] < 0 or state.round_points[seat] > state.scores[seat]:
            return 16
    return 0


def moves_violation(state: State, rules: Rules, scratch: Scratch) -> int:
    """There is a legal move until the game is over, and each one listed is legal."""
    count = list_legal(state, rules, scratch)
    if count == 0 and state.ask != Ask.GAME_OVER:
        return 8
    for i in range(count):
        if not is_legal(state, rules, int(scratch.move[i])):
            return 9
    return 0


def knowledge_violation(state: State, rules: Rules) -> int:
    """see-1 to see-5: what must be known is known, what can't be known is not."""
    side, back, all_seats = int(state.side), 1 - int(state.side), everybody(state)
    for seat in range(state.players):
        mine = 1 << seat
        for i in range(state.held[seat]):
            card = int(state.hand[seat, i])
            if not int(state.know[side, card]) & mine:
                return 10
            if rules.sides == 2 and int(state.know[back, card]) | mine != all_seats:
                return 11
            if (int(state.know[side, card]) | int(state.know[back, card])) & ~all_seats:
                return 14
    if state.count[DRAW_PILE] > 1 and known_beneath_top(state):
        return 12
    if state.know[side, at(state, DISCARD_PILE, 0)] != all_seats:
        return 13
    return 0


def known_beneath_top(state: State) -> bool:
    """Whether anybody knows a face of a card that lies beneath the top of the draw pile."""
    top = at(state, DRAW_PILE, 0)
    start = int(state.start[DRAW_PILE])
    known = 0
    for i in range(int(state.count[DRAW_PILE])):
        card = int(state.ring[DRAW_PILE, (start + i) & (RING - 1)])
        known |= (int(state.know[0, card]) | int(state.know[1, card])) * int(card != top)
    return known != 0


def violation(state: State, rules: Rules, cards: int, scratch: Scratch) -> int:
    """0 if all is well, else the number of the first broken invariant in `engine/violations.py`."""
    found = cards_violation(state, cards)
    if found == 0:
        found = turn_violation(state, rules)
    if found == 0:
        found = knowledge_violation(state, rules)
    if found == 0 and state.ask == Ask.ROUND_OVER and rules.scoring == t.SCORE_HAND and state.round_winner >= 0:
        found = 17
    if found == 0:
        found = moves_violation(state, rules, scratch)
    return found
