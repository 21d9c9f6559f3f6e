"""Guessing hands: a deal of what is hidden is changed until it suits what the others did.

A deal by chance alone is kept as often as it fits. Otherwise single cards change places between a hand and the draw
pile; a change that fits better stays, and one that fits worse stays the less often the worse it is (the Metropolis
rule), so that in the end every deal comes up about as often as its past makes it likely.
"""

from __future__ import annotations

import numpy as np

from lastcard.engine.kernel.cards import at
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.past import chance_of
from lastcard.engine.kernel.policies import random_below, random_word
from lastcard.engine.kernel.redeal import fits, is_known, judge_again, new_future, swap_faces
from lastcard.engine.mind import Mind, Past
from lastcard.engine.rules import Rules
from lastcard.engine.schema import DRAW_PILE, Scratch, State


def guess_hands(
    world: State,
    room: State,
    rules: Rules,
    scratch: Scratch,
    mind: Mind,
    past: Past,
    seat: Index,
    sound: bool,
    sweeps: int,
) -> None:
    """Make a new deal suit the past: in a hand that does not, each card is tried elsewhere so many times.

    `room` is as the world at first and is of no more use afterwards.
    """
    for other in range(world.players):
        if other != seat:
            chance = chance_of(world, room, rules, mind, past, other, 0.0)
            if random_share(scratch) >= chance:
                for _ in range(sweeps):
                    chance = sweep(world, room, rules, scratch, mind, past, seat, other, sound, chance)


def guess_on(
    world: State,
    room: State,
    rules: Rules,
    scratch: Scratch,
    mind: Mind,
    past: Past,
    seat: Index,
    sound: bool,
    other: Index,
) -> None:
    """Go on from one deal that suits the past to another: the draw pile in another order, a seat's hand changed."""
    stir_pile(world, room, rules, scratch, 1 << seat)
    chance = chance_of(world, room, rules, mind, past, other, 0.0)
    sweep(world, room, rules, scratch, mind, past, seat, other, sound, chance)
    new_future(world, scratch)


def sweep(
    world: State,
    room: State,
    rules: Rules,
    scratch: Scratch,
    mind: Mind,
    past: Past,
    seat: Index,
    other: Index,
    sound: bool,
    chance: float,
) -> float:
    """Try each hidden card of a hand elsewhere; how well the hand fits, before and afterwards, is its `chance`."""
    knows = 1 << seat
    for place in range(world.held[other]):
        card = int(world.hand[other, place])
        instead = hidden_in_pile(world, rules, scratch, knows, card)
        if instead < 0:
            continue
        trade(world, room, rules, card, instead)
        judge_again(world, rules, knows)
        least = chance * random_share(scratch)
        now = 0.0
        if not sound or fits(world, rules, knows):
            now = chance_of(world, room, rules, mind, past, other, least)
        if now > least:
            chance = now
        else:
            trade(world, room, rules, card, instead)
            judge_again(world, rules, knows)
    return chance


def stir_pile(world: State, room: State, rules: Rules, scratch: Scratch, knows: int) -> None:
    """Put the hidden cards of the draw pile in another order."""
    count = int(world.count[DRAW_PILE])
    for depth in range(count):
        one, other = at(world, DRAW_PILE, depth), at(world, DRAW_PILE, random_below(scratch, count))
        for side in range(int(rules.sides)):
            if not is_known(world, knows, side, one) and not is_known(world, knows, side, other):
                swap_faces(world, side, one, other)
                if side == world.side:
                    swap_faces(room, side, one, other)


@inlined
def random_share(scratch: Scratch) -> float:
    """A random number from 0 to 1."""
    return float(random_word(scratch) >> np.uint64(11)) / 9007199254740992.0


@inlined
def is_paired(rules: Rules) -> bool:
    """deck-2: whether both faces of a card belong together."""
    return bool(rules.sides == 2 and rules.shuffle_pairing == 0)


def hidden_in_pile(state: State, rules: Rules, scratch: Scratch, knows: int, card: Index) -> int:
    """A card of the draw pile that a card could change places with for all that is known; -1: none was found."""
    count = int(state.count[DRAW_PILE])
    if count == 0 or is_known(state, knows, int(state.side), card):
        return -1
    if not is_paired(rules):
        found = at(state, DRAW_PILE, random_below(scratch, count))
        return -1 if is_known(state, knows, int(state.side), found) else found
    fitting = 0
    for depth in range(count):
        fitting += int(may_trade(state, knows, card, at(state, DRAW_PILE, depth)))
    pick = random_below(scratch, max(1, fitting))
    for depth in range(count):
        found = at(state, DRAW_PILE, depth)
        if may_trade(state, knows, card, found):
            if pick == 0:
                return found
            pick -= 1
    return -1


@inlined
def may_trade(state: State, knows: int, one: Index, other: Index) -> bool:
    """Whether two cards may change places: what is known of each place stays true."""
    for side in range(2):
        if state.face[side, one] != state.face[side, other] and (
            is_known(state, knows, side, one) or is_known(state, knows, side, other)
        ):
            return False
    return True


@inlined
def trade(world: State, room: State, rules: Rules, one: Index, other: Index) -> None:
    """Let two cards change places, in a world and in the room beside it."""
    for side in range(2):
        if side == world.side or is_paired(rules):
            swap_faces(world, side, one, other)
            swap_faces(room, side, one, other)
