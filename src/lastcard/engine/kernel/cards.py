"""Where cards are and how they move: two piles, the hands, and who has seen what.

A pile runs around a ring. On the light side its top is at the far end, on the dark
side at the near end, so a flip turns both piles over without moving a card.
Knowledge (`see-1` to `see-5`) is kept where the card moves, in this file only.
"""

from __future__ import annotations

from lastcard.engine.kernel.log import tell, tell_card
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.randomness import shuffle
from lastcard.engine.kinds import Tell
from lastcard.engine.rules import Rules
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, RING, Log, State

_WRAP = RING - 1


@inlined
def everybody(state: State) -> int:
    """The set of all seats, as bits."""
    return (1 << int(state.players)) - 1


@inlined
def at(state: State, pile: Index, depth: int) -> int:
    """The card `depth` places beneath the top of a pile."""
    start = int(state.start[pile])
    if state.side == 0:
        return int(state.ring[pile, (start + int(state.count[pile]) - 1 - depth) & _WRAP])
    return int(state.ring[pile, (start + depth) & _WRAP])


@inlined
def set_at(state: State, pile: Index, depth: int, card: Index) -> None:
    """Put `card` into the place `depth` beneath the top."""
    start = int(state.start[pile])
    if state.side == 0:
        state.ring[pile, (start + int(state.count[pile]) - 1 - depth) & _WRAP] = card
    else:
        state.ring[pile, (start + depth) & _WRAP] = card


@inlined
def top_face(state: State) -> int:
    """The face on top of the discard pile."""
    return int(state.face[int(state.side), at(state, DISCARD_PILE, 0)])


@inlined
def push(state: State, pile: Index, card: Index) -> None:
    """Lay `card` on top of a pile."""
    if state.side == 1:
        state.start[pile] = (int(state.start[pile]) - 1) & _WRAP
    state.count[pile] = int(state.count[pile]) + 1
    set_at(state, pile, 0, card)


@inlined
def take_off(state: State, pile: Index, cards: int) -> None:
    """Take so many cards off the top of a pile."""
    if state.side == 1:
        state.start[pile] = (int(state.start[pile]) + cards) & _WRAP
    state.count[pile] = int(state.count[pile]) - cards


@inlined
def pop(state: State, pile: Index) -> int:
    """Take the top card off a pile."""
    card = at(state, pile, 0)
    take_off(state, pile, 1)
    return card


@inlined
def can_draw(state: State) -> bool:
    """turn-4, turn-5: whether a card can be had, from the draw pile or by making a new one."""
    return bool(state.count[DRAW_PILE] > 0 or state.count[DISCARD_PILE] > 1)


@inlined
def see_in_hand(state: State, rules: Rules, seat: Index, card: Index) -> None:
    """see-2: the holder sees the side in play, all others the back; an open hand is seen by all."""
    side = int(state.side)
    mine = 1 << seat
    if state.open_until != 0:
        state.know[side, card] = everybody(state)
    else:
        state.know[side, card] = int(state.know[side, card]) | mine
    if rules.sides == 2:
        back = 1 - side
        state.know[back, card] = int(state.know[back, card]) | (everybody(state) & ~mine)


@inlined
def see_top_back(state: State, rules: Rules) -> None:
    """see-2: all see the back of the draw pile's top card."""
    if rules.sides == 2 and state.count[DRAW_PILE] > 0:
        state.know[1 - int(state.side), at(state, DRAW_PILE, 0)] = everybody(state)


@inlined
def see_on_discard(state: State, card: Index) -> None:
    """see-1: all see the face laid down. Its back is out of sight from now on (see-4)."""
    side = int(state.side)
    state.know[side, card] = everybody(state)
    state.know[1 - side, card] = 0


def show_hand(state: State, seat: Index, to: int) -> None:
    """Let the seats in the set `to` see a hand's faces on the side in play."""
    side = int(state.side)
    for i in range(state.held[seat]):
        card = int(state.hand[seat, i])
        state.know[side, card] = int(state.know[side, card]) | to


@inlined
def lose_sight(state: State, card: Index) -> None:
    """see-4: a card that can't be followed any more is known to nobody."""
    state.know[0, card] = 0
    state.know[1, card] = 0


def reshuffle(state: State, rules: Rules, log: Log) -> None:
    """turn-4: all of the discard pile but its top becomes the new draw pile."""
    top = pop(state, DISCARD_PILE)
    count = int(state.count[DISCARD_PILE])
    for i in range(count):
        card = at(state, DISCARD_PILE, count - 1 - i)
        state.ring[DRAW_PILE, i] = card
        lose_sight(state, card)
    state.start[DRAW_PILE] = 0
    state.count[DRAW_PILE] = count
    state.start[DISCARD_PILE] = 0
    state.count[DISCARD_PILE] = 0
    push(state, DISCARD_PILE, top)
    shuffle(state, DRAW_PILE, count)
    see_top_back(state, rules)
    tell(log, Tell.RESHUFFLED, -1, count, 0)


def draw_card(state: State, rules: Rules, log: Log, seat: Index) -> int:
    """A card from the draw pile into a hand; -1 if none can be had (turn-5)."""
    if state.count[DRAW_PILE] == 0:
        if state.count[DISCARD_PILE] <= 1:
            return -1
        reshuffle(state, rules, log)
    card = pop(state, DRAW_PILE)
    size = int(state.held[seat])
    state.hand[seat, size] = card
    state.held[seat] = size + 1
    see_in_hand(state, rules, seat, card)
    see_top_back(state, rules)
    tell_card(state, log, Tell.DREW, seat, card)
    return card


def draw_cards(state: State, rules: Rules, log: Log, seat: Index, count: int) -> int:
    """Draw up to `count` cards; how many there were."""
    for drawn in range(count):
        if draw_card(state, rules, log, seat) < 0:
            return drawn
    return count


@inlined
def take_from_hand(state: State, seat: Index, card: Index) -> None:
    """Remove a card from a hand, the others keeping their order."""
    # Where the card is held is as good as random, so nothing branches on it.
    kept = 0
    for i in range(int(state.held[seat])):
        other = state.hand[seat, i]
        state.hand[seat, kept] = other
        kept += int(other != card)
    state.held[seat] = kept


@inlined
def lay_on_discard(state: State, seat: Index, card: Index) -> None:
    """A played card from a hand to the top of the discard pile."""
    take_from_hand(state, seat, card)
    push(state, DISCARD_PILE, card)
    see_on_discard(state, card)


def lay_under_top(state: State, seat: Index, card: Index) -> None:
    """effect-discard: a card from a hand goes directly beneath the top card."""
    take_from_hand(state, seat, card)
    push(state, DISCARD_PILE, at(state, DISCARD_PILE, 0))
    set_at(state, DISCARD_PILE, 1, card)
    see_on_discard(state, card)


def give_card(state: State, rules: Rules, giver: Index, receiver: Index, card: Index) -> None:
    """A card goes from hand to hand: nobody else can say which it was (see-4)."""
    side = int(state.side)
    for i in range(state.held[giver]):
        held = int(state.hand[giver, i])
        state.know[side, held] = int(state.know[side, held]) & ((1 << giver) | (1 << receiver))
    take_from_hand(state, giver, card)
    size = int(state.held[receiver])
    state.hand[receiver, size] = card
    state.held[receiver] = size + 1
    see_hand(state, rules, giver)  # open hands are seen by all again
    see_hand(state, rules, receiver)


def swap_hands(state: State, rules: Rules, one: Index, other: Index) -> None:
    """Two hands change places; each holder sees what came, and all others the backs (see-3)."""
    exchange_hands(state, one, other)
    see_hand(state, rules, one)
    see_hand(state, rules, other)


def exchange_hands(state: State, one: Index, other: Index) -> None:
    """The cards of two hands change places, each in its order."""
    for i in range(max(int(state.held[one]), int(state.held[other]))):
        card = state.hand[one, i]
        state.hand[one, i] = state.hand[other, i]
        state.hand[other, i] = card
    size = state.held[one]
    state.held[one] = state.held[other]
    state.held[other] = size


def move_hands_on(state: State, rules: Rules) -> None:
    """zero: every hand goes to the next player; all see the hand that came, and remember the one that went (see-4)."""
    for seat in range(1, int(state.players)):  # in playing order each changes with seat 0, and so with the one before
        exchange_hands(state, 0, seat if state.direction > 0 else int(state.players) - seat)
    for seat in range(state.players):
        see_hand(state, rules, seat)


def see_hand(state: State, rules: Rules, seat: Index) -> None:
    """What is to be seen of a hand as it is held now."""
    for i in range(state.held[seat]):
        see_in_hand(state, rules, seat, int(state.hand[seat, i]))


def turn_everything_over(state: State, rules: Rules) -> None:
    """card-flip: discard pile, draw pile and hands turn to the other side."""
    if state.count[DRAW_PILE] > 1:
        lose_sight(state, at(state, DRAW_PILE, 0))
    state.side = 1 - int(state.side)
    state.laid = 0  # jump-1
    top = at(state, DISCARD_PILE, 0)
    state.know[int(state.side), top] = everybody(state)
    see_top_back(state, rules)
    for seat in range(state.players):
        see_hand(state, rules, seat)
    state.color = rules.color[int(state.side), top_face(state)]
