"""Seats in playing order, and whom an instruction is about."""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.schema import State


@inlined
def seat_after(state: State, seat: Index, steps: int) -> Index:
    """The seat `steps` further on in playing order; `steps` may not exceed the number of players."""
    players = int(state.players)
    result = seat + steps * int(state.direction)
    if result >= players:
        return result - players
    if result < 0:
        return result + players
    return result


def seat_far_after(state: State, seat: Index, steps: int) -> Index:
    """The seat any number of `steps` further on."""
    for _ in range(steps):
        seat = seat_after(state, seat, 1)
    return seat


@inlined
def group_size(state: State, who: int) -> int:
    """How many seats a subject stands for."""
    if who == t.EVERYONE:
        return int(state.players)
    if who == t.OTHERS:
        return int(state.players) - 1
    return 1


def subject(state: State, who: int) -> int:
    """The seat that a subject stands for now, in a group its next member; -1 if there is none."""
    if who == t.PLAYER:
        return int(state.actor)
    if who == t.NEXT:
        return seat_after(state, int(state.actor), 1)
    if who == t.CHOSEN:
        return int(state.chosen)
    if who == t.THAT:
        return int(state.that)
    if who == t.WINNER:
        return int(state.winner)
    if who == t.LOSER:
        return int(state.loser)
    # A group in playing order from the next player on, the card's own player last.
    return seat_after(state, int(state.actor), int(state.member) + 1)


def hand_of_extreme_size(state: State, most: bool) -> int:
    """card-hero, card-villain: whose hand is the largest or smallest; of equals the first from the next player on."""
    best = seat_after(state, int(state.actor), 1)
    for steps in range(2, int(state.players) + 1):
        seat = seat_after(state, int(state.actor), steps)
        difference = int(state.held[seat]) - int(state.held[best])
        if (difference > 0) if most else (difference < 0):
            best = seat
    return best
