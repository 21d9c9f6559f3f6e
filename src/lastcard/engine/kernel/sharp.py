"""A sharp player inside the kernel: every play is scored by a few things that a strong player looks at.

Which things these are and what each is worth is data (`engine/mind.py`), tuned by games against itself. Like every
policy it looks only at what the seat that acts may know.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import top_face
from lastcard.engine.kernel.legal import list_decision, would_bluff
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.policies import answer_by_habit, kind_of, random_below, sensible_reaction, smallest_other
from lastcard.engine.kernel.redeal import match_mask
from lastcard.engine.kernel.seats import seat_after
from lastcard.engine.kinds import ARGUMENT_MASK, Act, Ask
from lastcard.engine.mind import COUNTS, KNOWN, MOST_OPEN, SIZES, Mind, Trait, Weight
from lastcard.engine.rules import MAX_COLORS, Rules
from lastcard.engine.schema import Scratch, State

GOES_OUT = 100_000_000
"""Worth of going out: more than all weights together."""
FINE = 64
"""Chance decides only between plays that are worth the same."""


def sharp_move(state: State, rules: Rules, mind: Mind, scratch: Scratch) -> int:
    """The move of a sharp player, or -1 if nothing can be done."""
    reaction = sensible_reaction(state, rules, scratch)
    return reaction if reaction >= 0 else sharp_decision(state, rules, mind, scratch)


def sharp_decision(state: State, rules: Rules, mind: Mind, scratch: Scratch) -> int:
    """The same of the seat that is asked alone: its answer."""
    count = list_decision(state, rules, scratch)
    if count <= 1:
        return int(scratch.move[0]) if count == 1 else -1
    ask = int(state.ask)
    if ask <= Ask.COLOR:
        return best_scored(state, rules, mind, scratch, count)
    if ask == Ask.STACK:
        return sharp_answer(state, rules, mind, scratch, count)
    if ask == Ask.CHALLENGE:
        return int(scratch.move[0 if sharp_challenge(state, rules, mind, scratch) else 1])
    return answer_by_habit(state, rules, scratch, count)


@inlined
def best_scored(state: State, rules: Rules, mind: Mind, scratch: Scratch, count: int) -> int:
    """The listed move that is worth most."""
    best, best_worth = 0, -GOES_OUT
    held, wilds = held_by_color(state, rules, int(state.asked))
    for i in range(count):
        worth = score(state, rules, mind, int(scratch.move[i]), held, wilds) * FINE + random_below(scratch, FINE)
        if worth > best_worth:
            best, best_worth = i, worth
    return int(scratch.move[best])


@inlined
def held_by_color(state: State, rules: Rules, seat: Index) -> tuple[int, int]:
    """How many cards of each colour are in a hand, seven bits for each colour, and how many wilds."""
    side = int(state.side)
    held, wilds = 0, 0
    for i in range(state.held[seat]):
        color = int(rules.color[side, int(state.face[side, int(state.hand[seat, i])])])
        held += (1 << (7 * max(0, color))) if color >= 0 else 0
        wilds += int(color < 0)
    return held, wilds


@inlined
def of_color(held: int, color: int) -> int:
    """How many of these cards have a colour."""
    return (held >> (7 * color)) & 127


def score(state: State, rules: Rules, mind: Mind, move: int, held: int, wilds: int) -> int:
    """What a listed move is worth."""
    kind = kind_of(move)
    seat = int(state.asked)
    if kind == Act.PLAY:
        return play_score(state, rules, mind, seat, move & ARGUMENT_MASK, held, wilds)
    if kind == Act.COLOR:
        return color_score(state, rules, mind, seat, move & ARGUMENT_MASK, held)
    worth = known_of_next(state, rules, mind, seat, seat_after(state, seat, 1), faces_of_top(state, rules), Weight.STAY)
    size = min(SIZES, int(state.held[seat])) - 1
    if kind == Act.DRAW:
        return worth + int(mind.weight[Weight.DRAW + size])
    return worth + int(mind.weight[Weight.KEEP + size])


@inlined
def faces_of_top(state: State, rules: Rules) -> int:
    """The faces that fit the top card by colour, number or symbol: what the next player is left with after a draw."""
    side = int(state.side)
    faces = int(rules.symbol_mask[side, top_face(state)])
    return faces | int(rules.color_mask[side, int(state.color)]) if state.color >= 0 else faces


@inlined
def play_score(state: State, rules: Rules, mind: Mind, seat: Index, card: Index, held: int, wilds: int) -> int:
    """What playing a card is worth."""
    left = int(state.held[seat]) - 1
    if left == 0:
        return GOES_OUT // (2 * FINE)
    side = int(state.side)
    face = int(state.face[side, card])
    trait = int(mind.trait[side, face])
    color = int(rules.color[side, face])
    next_seat = seat_after(state, seat, 1)
    danger = min(SIZES, smallest_other(state, seat)) - 1
    worth = int(mind.weight[Weight.TRAIT + trait])
    worth += int(mind.weight[Weight.NEXT + trait * SIZES + min(SIZES, int(state.held[next_seat])) - 1])
    worth += int(mind.weight[Weight.OWN + trait * SIZES + min(SIZES, left) - 1])
    worth += int(mind.weight[Weight.DANGER + trait * SIZES + danger])
    worth += int(rules.points[side, face]) * int(mind.weight[Weight.POINTS + danger]) // 10
    if state.ask == Ask.DRAWN:
        worth += int(mind.weight[Weight.AFTER_DRAW + trait])
    wilds_left = wilds - int(color < 0)
    worth += int(mind.weight[Weight.WILDS + min(COUNTS - 1, wilds_left)])
    follow, twins = 0, 0
    if color >= 0:
        follow = of_color(held, color) - 1
        twins = count_twins(state, rules, seat, face, color)
        worth += int(mind.weight[Weight.CHANGE]) if color != state.color else 0
        fitting = int(rules.symbol_mask[side, face]) | int(rules.color_mask[side, color])
        worth += known_of_next(state, rules, mind, seat, next_seat, fitting, Weight.MET)
    else:
        follow = most_held(held)
        if rules.bluffs[side, face] and would_bluff(state, rules, seat, card):
            worth += int(mind.weight[Weight.BLUFF])
    if trait == Trait.FLIP:
        worth += int(mind.weight[Weight.BACK_OWN + strong_backs(state, mind, seat, seat)])
        worth += int(mind.weight[Weight.BACK_NEXT + strong_backs(state, mind, seat, next_seat)])
    worth += int(mind.weight[Weight.FOLLOW + min(COUNTS - 1, follow)])
    worth += int(mind.weight[Weight.TWIN + min(COUNTS - 1, twins)])
    fits = follow + twins + wilds_left > 0
    comes_back = trait == Trait.AGAIN or (state.players == 2 and (trait == Trait.SKIP or trait == Trait.DRAW))
    if fits and left == 1:
        worth += int(mind.weight[Weight.FINISH if comes_back else Weight.READY])
    elif fits and comes_back:
        worth += int(mind.weight[Weight.COMBO])
    return worth


@inlined
def most_held(held: int) -> int:
    """How many cards there are of the colour that is held most often."""
    most = 0
    for color in range(MAX_COLORS):
        most = max(most, of_color(held, color))
    return most


def count_twins(state: State, rules: Rules, seat: Index, face: Index, color: int) -> int:
    """How many cards of a hand have the number or symbol of a face, and another colour."""
    side, found = int(state.side), 0
    mask = int(rules.symbol_mask[side, face]) & ~int(rules.color_mask[side, color])
    for i in range(state.held[seat]):
        found += (mask >> int(state.face[side, int(state.hand[seat, i])])) & 1
    return found


def known_of_next(state: State, rules: Rules, mind: Mind, seat: Index, other: Index, fitting: int, first: Index) -> int:
    """What it is worth that a seat knows which cards of the next player fit, by the weights from `first` on."""
    side, mine, wilds = int(state.side), 1 << seat, int(rules.wild_mask[int(state.side)])
    known, fits, wild = 0, 0, 0
    for i in range(state.held[other]):
        card = int(state.hand[other, i])
        if int(state.know[side, card]) & mine:
            face = int(state.face[side, card])
            known += 1
            fits += (fitting >> face) & 1
            wild += (wilds >> face) & 1
    worth = int(mind.weight[first + min(KNOWN - 1, fits)])
    if known == state.held[other] and fits + wild == 0:
        worth += int(mind.weight[Weight.BLOCKED + min(SIZES, known) - 1])
    return worth


def strong_backs(state: State, mind: Mind, seat: Index, other: Index) -> int:
    """How many cards of a hand a seat knows to be strong on the other side; more than a few are not told apart."""
    back, mine, found = 1 - int(state.side), 1 << seat, 0
    for i in range(state.held[other]):
        card = int(state.hand[other, i])
        if int(state.know[back, card]) & mine:
            trait = int(mind.trait[back, int(state.face[back, card])])
            found += int(trait == Trait.SKIP or trait == Trait.AGAIN or trait == Trait.DRAW or trait >= Trait.WILD)
    return min(COUNTS - 1, found)


@inlined
def color_score(state: State, rules: Rules, mind: Mind, seat: Index, color: Index, held: int) -> int:
    """What naming a colour is worth."""
    side, next_seat = int(state.side), seat_after(state, seat, 1)
    worth = int(mind.weight[Weight.COLOR + min(COUNTS - 1, of_color(held, color))])
    worth += known_of_next(state, rules, mind, seat, next_seat, int(rules.color_mask[side, color]), Weight.COLOR_MET)
    return worth + (int(mind.weight[Weight.COLOR_STAYS]) if color == state.color else 0)


def sharp_answer(state: State, rules: Rules, mind: Mind, scratch: Scratch, count: int) -> int:
    """stack-2: a Draw card if there is one, else a challenge now and then, else the cards."""
    plays = 0
    for i in range(count):
        plays += int(kind_of(int(scratch.move[i])) == Act.PLAY)
    if plays > 0:
        return best_scored(state, rules, mind, scratch, plays)
    return int(scratch.move[0 if count > 1 and sharp_challenge(state, rules, mind, scratch) else count - 1])


def sharp_challenge(state: State, rules: Rules, mind: Mind, scratch: Scratch) -> bool:
    """Whether to challenge: by what was seen of that hand if it says all, else by chance and the hand's size."""
    actor, seat, side, held = int(state.actor), int(state.asked), int(state.side), int(state.bluff_held)
    guilty, known = match_mask(state, rules), 0
    for i in range(held):
        card = int(state.hand[actor, i])
        if (int(state.know[side, card]) >> seat) & 1:
            if (guilty >> int(state.face[side, card])) & 1:
                return True
            known += 1
    if known == held:
        return False
    return random_below(scratch, 1000) < int(mind.weight[Weight.CHALLENGE + min(MOST_OPEN, held)])
