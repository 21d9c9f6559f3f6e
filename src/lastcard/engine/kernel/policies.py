"""Players inside the kernel, for playing games out without coming back to Python.

A policy looks only at what the seat that acts may know: its own hand, what lies open, the sizes of hands,
and faces that were shown to it. Its randomness is its own, apart from the game's.
"""

from __future__ import annotations

import numpy as np

from lastcard.engine.kernel.actions import listed_action
from lastcard.engine.kernel.legal import (
    holds_match,
    jump_card,
    list_decision,
    list_reactions,
    make_move,
    may_call,
    playable_faces,
)
from lastcard.engine.kernel.marks import Floats, Index, inlined
from lastcard.engine.kernel.seats import seat_after
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, NOBODY, Act, Ask, Policy
from lastcard.engine.rules import MAX_COLORS, UNO_RACE, Rules
from lastcard.engine.schema import Scratch, State

FEW = 3
"""A hand this small is a danger."""


@inlined
def random_word(scratch: Scratch) -> np.uint64:
    """The next word of the players' own randomness (splitmix64)."""
    word = np.uint64(scratch.word) + np.uint64(0x9E3779B97F4A7C15)
    scratch.word = word  # type: ignore[assignment]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def random_below(scratch: Scratch, bound: int) -> int:
    """A random number from 0 to bound - 1."""
    return int(np.int64(((random_word(scratch) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)))


@inlined
def kind_of(move: int) -> int:
    return (move >> KIND_SHIFT) & KIND_MASK


@inlined
def random_move(state: State, rules: Rules, how: int, scratch: Scratch) -> int:
    """A random legal move of all seats', or -1 if there is none."""
    count = list_decision(state, rules, scratch)
    if how == Policy.EAGER and count > 1 and state.ask <= Ask.DRAWN:
        last = kind_of(int(scratch.move[count - 1]))
        if last == Act.DRAW or last == Act.PASS:
            count -= 1
    count = list_reactions(state, rules, scratch, count)
    if count == 0:
        return -1
    return int(scratch.move[random_below(scratch, count)])


@inlined
def weighted_move(state: State, rules: Rules, scratch: Scratch, weights: Floats) -> int:
    """A legal move with a chance in proportion to the weight of its action; with no weight at all, any."""
    count = list_reactions(state, rules, scratch, list_decision(state, rules, scratch))
    if count == 0:
        return -1
    total = 0.0
    for i in range(count):
        total += max(0.0, float(weights[listed_action(state, rules, scratch, i)]))
    if total <= 0.0:
        return int(scratch.move[random_below(scratch, count)])
    left = float(random_word(scratch) >> np.uint64(11)) / 9007199254740992.0 * total
    for i in range(count):
        left -= max(0.0, float(weights[listed_action(state, rules, scratch, i)]))
        if left < 0.0:
            return int(scratch.move[i])
    return int(scratch.move[count - 1])


def sensible_move(state: State, rules: Rules, scratch: Scratch) -> int:
    """What a person of some experience would do, or -1 if nothing can be done."""
    reaction = sensible_reaction(state, rules, scratch)
    if reaction >= 0:
        return reaction
    count = list_decision(state, rules, scratch)
    if count == 0:
        return -1
    ask = int(state.ask)
    if ask == Ask.PLAY or ask == Ask.DRAWN:
        return best_play(state, rules, scratch, count)
    if ask == Ask.STACK:
        return best_answer(state, rules, scratch, count)
    if ask == Ask.COLOR:
        return best_color(state, rules, scratch, count)
    if ask == Ask.CHALLENGE:
        return int(scratch.move[0 if wants_challenge(state, rules, scratch) else 1])
    return answer_by_habit(state, rules, scratch, count)


def answer_by_habit(state: State, rules: Rules, scratch: Scratch, count: int) -> int:
    """One of the listed answers to a question that neither turn, colour nor challenge is."""
    ask = int(state.ask)
    if ask == Ask.TARGET:
        return best_target(state, scratch, count)
    if ask == Ask.DISCARD or ask == Ask.GIVE:
        return best_discard(state, rules, scratch, count)
    if ask == Ask.VOTE:
        return int(scratch.move[random_below(scratch, count)])
    if ask == Ask.JUMP:
        return int(scratch.move[0 if wants_to_jump(scratch) else count - 1])
    return int(scratch.move[0])  # the dare, the call and the catch stand first


def sensible_reaction(state: State, rules: Rules, scratch: Scratch) -> int:
    """A call by whoever may call, else a catch by the next player of whoever did not, else a jump-in; -1: none."""
    if rules.uno == UNO_RACE and state.ask < Ask.ROUND_OVER:
        reaction = call_or_catch(state, rules)
        if reaction >= 0:
            return reaction
    if not rules.jump_in or state.ask != Ask.PLAY or not wants_to_jump(scratch):
        return -1
    for seat in range(state.players):
        card = jump_card(state, rules, seat)
        if card >= 0:
            return make_move(seat, Act.PLAY, card)
    return -1


@inlined
def wants_to_jump(scratch: Scratch) -> bool:
    """Nearly always: two who never let it be could hand the same two cards to and fro for ever."""
    return random_below(scratch, 8) > 0


def call_or_catch(state: State, rules: Rules) -> int:
    """A call by whoever may call and can leave one card, or a catch; -1: none."""
    liable = int(state.liable)
    for seat in range(state.players):
        if state.held[seat] > 2 and not (liable >> seat) & 1:  # as most are: nothing to call
            continue
        if may_call(state, rules, seat) and (state.held[seat] == 1 or has_play(state, rules, seat)):
            return make_move(seat, Act.UNO, 0)
    for seat in range(state.players if liable else 0):
        if (liable >> seat) & 1:
            return make_move(seat_after(state, seat, 1), Act.CATCH, seat)
    return -1


def best_answer(state: State, rules: Rules, scratch: Scratch, count: int) -> int:
    """A Draw card if there is one; else a challenge or, more often, the cards."""
    if kind_of(int(scratch.move[0])) == Act.PLAY:
        return best_play(state, rules, scratch, count)
    return int(scratch.move[0 if count > 1 and wants_challenge(state, rules, scratch) else count - 1])


def has_play(state: State, rules: Rules, seat: Index) -> bool:
    """Whether a hand has a face that fits."""
    faces, side = playable_faces(state, rules), int(state.side)
    for i in range(state.held[seat]):
        if (faces >> int(state.face[side, int(state.hand[seat, i])])) & 1:
            return True
    return False


@inlined
def held_of_color(state: State, rules: Rules, seat: Index, color: int) -> int:
    """How many cards of a colour are in a hand."""
    side, mask, found = int(state.side), int(rules.color_mask[int(state.side), color]), 0
    for i in range(state.held[seat]):
        found += (mask >> int(state.face[side, int(state.hand[seat, i])])) & 1
    return found


def smallest_other(state: State, seat: Index) -> int:
    """The size of the smallest hand but the own."""
    smallest = 127
    for other in range(state.players):
        if other != seat:
            smallest = min(smallest, int(state.held[other]))
    return smallest


def best_play(state: State, rules: Rules, scratch: Scratch, count: int) -> int:
    """The card that is best got rid of now; a draw or pass if there is none."""
    seat, side = int(state.asked), int(state.side)
    in_danger = smallest_other(state, seat) <= FEW
    next_in_danger = state.held[seat_after(state, seat, 1)] <= FEW
    best, best_worth = int(scratch.move[count - 1]), -1000000
    for i in range(count):
        move = int(scratch.move[i])
        if kind_of(move) == Act.PLAY:
            face = int(state.face[side, move & ARGUMENT_MASK])
            worth = 10 * face_worth(state, rules, seat, move & ARGUMENT_MASK)
            if rules.hits[side, face]:
                worth += 150 if next_in_danger else 10
            if in_danger:
                worth += 2 * int(rules.points[side, face])
            worth = 16 * worth + random_below(scratch, 16)
            if worth > best_worth:
                best, best_worth = move, worth
    return best


def face_worth(state: State, rules: Rules, seat: Index, card: Index) -> int:
    """Colours that are held often are played first; wilds are kept, those that would be a bluff most of all."""
    side = int(state.side)
    face = int(state.face[side, card])
    color = int(rules.color[side, face])
    if color >= 0:
        return 2 * (held_of_color(state, rules, seat, color) - 1)
    if not rules.bluffs[side, face]:
        return -20
    return -40 if holds_match(state, rules, seat, card) else -25


def best_color(state: State, rules: Rules, scratch: Scratch, count: int) -> int:
    """The colour that is held most often."""
    best, best_worth = int(scratch.move[0]), -1
    for i in range(count):
        move = int(scratch.move[i])
        color = min(move & ARGUMENT_MASK, MAX_COLORS - 1)
        worth = 16 * held_of_color(state, rules, int(state.asked), color) + random_below(scratch, 16)
        if worth > best_worth:
            best, best_worth = move, worth
    return best


def wants_challenge(state: State, rules: Rules, scratch: Scratch) -> bool:
    """Whether a card of the colour was seen in that hand; else now and then, for large hands more often."""
    actor, side, mine = int(state.actor), int(state.side), 1 << int(state.asked)
    for i in range(state.held[actor]):
        card = int(state.hand[actor, i])
        if int(state.know[side, card]) & mine and rules.color[side, int(state.face[side, card])] == state.bluff_color:
            return True
    return random_below(scratch, 100) < min(40, 4 * int(state.held[actor]))


def best_target(state: State, scratch: Scratch, count: int) -> int:
    """Where it is free to choose, the smallest hand if that is smaller than the own; else the largest."""
    optional = int(scratch.move[count - 1]) & ARGUMENT_MASK == NOBODY
    best, best_worth = int(scratch.move[count - 1]), -1000000
    for i in range(count):
        move = int(scratch.move[i])
        if move & ARGUMENT_MASK != NOBODY:
            size = int(state.held[move & ARGUMENT_MASK])
            if not optional or size < state.held[int(state.asked)]:
                worth = 16 * (-size if optional else size) + random_below(scratch, 16)
                if worth > best_worth:
                    best, best_worth = move, worth
    return best


def best_discard(state: State, rules: Rules, scratch: Scratch, count: int) -> int:
    """The most expensive card that can't be played; wilds stay as long as there is another."""
    side, fits = int(state.side), playable_faces(state, rules)
    best, best_worth = int(scratch.move[0]), -1
    for i in range(count):
        move = int(scratch.move[i])
        if kind_of(move) != Act.DONE:
            face = int(state.face[side, move & ARGUMENT_MASK])
            worth = 1 + int(rules.points[side, face])
            worth += 4000 * (1 - ((fits >> face) & 1)) + 2000 * int(rules.color[side, face] >= 0)
            if worth > best_worth:
                best, best_worth = move, worth
    return best
