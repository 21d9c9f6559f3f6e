"""What people's choices tell of their hands: remembering what everybody saw them do, and how well a deal fits it.

The hand that somebody had when they decided is as many of the cards that they have now, the first of them, and what
they have played since. Nothing here is known to one seat alone.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import at, top_face
from lastcard.engine.kernel.legal import faces_that_match, make_move
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.sharp import held_by_color, score
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, SEAT_SHIFT, Act, Ask
from lastcard.engine.mind import MAX_PAST, Did, Mind, Past
from lastcard.engine.rules import DISCARD_WILDS, END, MOVE_HANDS, OP, SWAP, Rules
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, State

SELDOM = 0.05
"""The chance that somebody does what hardly anybody would do."""
NEAR = 1500
"""Plays whose worth differs by less than about this are made nearly as often."""


def remember(state: State, rules: Rules, past: Past, move: int) -> None:
    """Remember a move that is about to be made, or forget what says nothing any more of the hands."""
    kind = (move >> KIND_SHIFT) & KIND_MASK
    if not is_of_now(state, past):
        past.used = 0
        past.round_number = state.round_number
        past.side = state.side
    if changes_hands(state, rules, kind, move):
        past.used = 0
        return
    if kind != Act.PLAY and kind != Act.DRAW and kind != Act.PASS and kind != Act.COLOR:
        return
    if past.used == MAX_PAST:
        for row in range(MAX_PAST - 1):
            for column in range(Did.SIZES + int(state.players)):
                past.did[row, column] = past.did[row + 1, column]
        past.used = MAX_PAST - 1
    row = int(past.used)
    argument = move & ARGUMENT_MASK
    past.did[row, Did.SEAT] = move >> SEAT_SHIFT
    past.did[row, Did.ASK] = state.ask
    if move >> SEAT_SHIFT != state.asked:
        past.did[row, Did.ASK] = Ask.JUMP
    past.did[row, Did.ACT] = kind
    past.did[row, Did.WHAT] = int(state.face[int(state.side), argument]) if kind == Act.PLAY else argument
    past.did[row, Did.TOP] = top_face(state)
    past.did[row, Did.COLOR] = state.color
    past.did[row, Did.DIRECTION] = state.direction
    for seat in range(state.players):
        past.did[row, Did.SIZES + seat] = state.held[seat]
    past.used = row + 1


@inlined
def is_of_now(state: State, past: Past) -> bool:
    """Whether a past is one of this round and of the side in play."""
    return bool(state.round_number == past.round_number and state.side == past.side)


def changes_hands(state: State, rules: Rules, kind: int, move: int) -> bool:
    """Whether a move takes cards out of hands, or hands from players, in a way that can't be followed."""
    if kind == Act.DISCARD or kind == Act.GIVE or kind == Act.TARGET:
        return True
    if kind != Act.PLAY:
        return False
    program = int(rules.does[int(state.side), int(state.face[int(state.side), move & ARGUMENT_MASK])])
    while program > 0 and rules.code[program, OP] != END:
        if rules.code[program, OP] == MOVE_HANDS or rules.code[program, OP] == SWAP:
            return True
        if rules.code[program, OP] == DISCARD_WILDS:  # they go by themselves
            return True
        program += 1
    return False


def chance_of(world: State, room: State, rules: Rules, mind: Mind, past: Past, other: Index, least: float) -> float:
    """How likely a seat with its hand in a world does what it did, if it chooses as a sharp player; 0 up to `least`.

    `room` has the world's cards; its hands are changed.
    """
    chance = 1.0
    asked_about = False
    take_up(world, room, other)
    for row in range(int(past.used) - 1, -1, -1):
        if past.did[row, Did.SEAT] == other:
            if not go_back(room, past, row, other, asked_about):
                break
            chance *= fit(world, room, rules, mind, past, row, other)
            if chance <= least:
                return 0.0
            asked_about = bool(past.did[row, Did.ASK] == Ask.DRAWN)
    return chance


@inlined
def take_up(world: State, room: State, seat: Index) -> None:
    """The hand of a seat as it is now."""
    room.held[seat] = world.held[seat]
    for i in range(world.held[seat]):
        room.hand[seat, i] = world.hand[seat, i]


@inlined
def go_back(room: State, past: Past, row: Index, other: Index, asked_about: bool) -> bool:
    """Give a seat the hand that it had before a decision; False if that can't be told any more.

    The cards that came last are the first to go, and what was played comes back in front of the others, unless it had
    just been drawn. Who drew and was not asked about the card had nothing that fitted afterwards, either: that card
    is left in the hand.
    """
    before = int(past.did[row, Did.SIZES + other])
    kind = int(past.did[row, Did.ACT])
    left = before - int(kind == Act.PLAY)
    if room.held[other] < left:
        return False
    if kind == Act.DRAW and not asked_about:
        left = min(before + 1, int(room.held[other]))
    room.held[other] = left
    if kind == Act.PLAY:
        card = laid_card(room, int(past.did[row, Did.WHAT]))
        if card < 0:
            return False
        room.hand[other, left] = card
        if past.did[row, Did.ASK] != Ask.DRAWN:
            bring_to_front(room, other, left)
        room.held[other] = before
    return True


@inlined
def bring_to_front(room: State, seat: Index, last: Index) -> None:
    """Put the last card of a hand before all others."""
    card = room.hand[seat, last]
    for i in range(int(last), 0, -1):
        room.hand[seat, i] = room.hand[seat, i - 1]
    room.hand[seat, 0] = card


def laid_card(room: State, face: int) -> int:
    """A card of the discard pile with a face; -1 if there is none any more."""
    side = int(room.side)
    for depth in range(int(room.count[DISCARD_PILE])):
        card = at(room, DISCARD_PILE, depth)
        if room.face[side, card] == face:
            return card
    return -1


def fit(world: State, room: State, rules: Rules, mind: Mind, past: Past, row: Index, other: Index) -> float:
    """How likely one decision was with the hand of a seat."""
    kind, ask = int(past.did[row, Did.ACT]), int(past.did[row, Did.ASK])
    room.color = past.did[row, Did.COLOR]
    if ask == Ask.PLAY and kind == Act.DRAW:
        return SELDOM if has_any(room, other, fitting_then(room, rules, past, row)) else 1.0
    if not (kind == Act.COLOR or (ask == Ask.PLAY and kind == Act.PLAY)):
        return 1.0
    if kind == Act.PLAY and rules.bluffs[int(room.side), int(past.did[row, Did.WHAT])]:
        return 1.0  # why a card was laid that may be a bluff is not for worlds to tell
    room.ask = ask
    room.asked = other
    room.direction = past.did[row, Did.DIRECTION]
    for seat in range(room.players):
        if seat != other:
            room.held[seat] = past.did[row, Did.SIZES + seat]
            for i in range(int(world.held[seat]), int(room.held[seat])):
                room.hand[seat, i] = some_hidden_card(world)
    if kind == Act.COLOR:
        return fit_color(room, rules, mind, int(past.did[row, Did.WHAT]))
    return fit_play(room, rules, mind, fitting_then(room, rules, past, row))


@inlined
def fitting_then(room: State, rules: Rules, past: Past, row: Index) -> int:
    """The faces that could be played when a decision was made."""
    return faces_that_match(rules, int(room.side), int(past.did[row, Did.TOP]), int(room.color))


@inlined
def has_any(room: State, seat: Index, faces: int) -> bool:
    """Whether a hand has one of these faces."""
    side, found = int(room.side), 0
    for i in range(room.held[seat]):
        found |= faces >> int(room.face[side, int(room.hand[seat, i])])
    return bool(found & 1)


@inlined
def some_hidden_card(world: State) -> int:
    """A card that stands for those that a hand has no more: nobody knows the lowest one of the draw pile."""
    return at(world, DRAW_PILE, max(0, int(world.count[DRAW_PILE]) - 1))


@inlined
def fit_play(room: State, rules: Rules, mind: Mind, faces: int) -> float:
    """The first card of the hand was played: that is likely if nothing better could be."""
    side, seat = int(room.side), int(room.asked)
    held, wilds = held_by_color(room, rules, seat)
    done = score(room, rules, mind, make_move(seat, Act.PLAY, int(room.hand[seat, 0])), held, wilds)
    best = done
    for i in range(1, int(room.held[seat])):
        card = int(room.hand[seat, i])
        if (faces >> int(room.face[side, card])) & 1:
            best = max(best, score(room, rules, mind, make_move(seat, Act.PLAY, card), held, wilds))
    return max(SELDOM, NEAR / (NEAR + best - done))


@inlined
def fit_color(room: State, rules: Rules, mind: Mind, named: int) -> float:
    """A colour is likely to be named if no other is worth more."""
    seat = int(room.asked)
    held, wilds = held_by_color(room, rules, seat)
    done = score(room, rules, mind, make_move(seat, Act.COLOR, named), held, wilds)
    best = done
    for color in range(int(rules.colors)):
        best = max(best, score(room, rules, mind, make_move(seat, Act.COLOR, color), held, wilds))
    return max(SELDOM, NEAR / (NEAR + best - done))
