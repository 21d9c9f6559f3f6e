"""What a move changed, as everybody who looks on may know it: two states, and no two views that are compared.

Cards are shown as numbers that say how far they are known (`Order`); others' hands are in the order of these numbers,
so that no card can be followed that could not be followed at a table.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import at, everybody
from lastcard.engine.kernel.marks import Index, entry, inlined
from lastcard.engine.kinds import Ask, Shown
from lastcard.engine.rules import FACE_BITS, MAX_SEATS, Rules
from lastcard.engine.schema import (
    DISCARD_PATH,
    DISCARD_PILE,
    DRAW_PILE,
    NO_CARD,
    OPEN_VIEWER,
    PUBLIC_VIEWER,
    SAME_TOP,
    VIEWERS,
    Changes,
    Order,
    State,
)

OLD, NEW = 0, 1
_NO_SEAT = -1
_HEAD = 2
"""Numbers before the edits: how many there are, and the top of the draw pile."""


@entry
def differences(before: State, after: State, rules: Rules, order: Order, out: Changes) -> None:
    """What is different after a move within a round, for every viewer."""
    out.shown = shown_anew(before, after)
    out.used = 0
    hands, same = changed_hands(before, after), same_at_bottom(before, after)
    for viewer in range(VIEWERS):
        out.begins[viewer] = -1
        if viewer < after.players:
            tell_viewer(before, after, rules, order, out, viewer, viewer, 1 << viewer, hands, same)
        elif viewer == PUBLIC_VIEWER:
            tell_viewer(before, after, rules, order, out, viewer, _NO_SEAT, everybody(after), hands, same)
        elif viewer == OPEN_VIEWER:
            tell_viewer(before, after, rules, order, out, viewer, _NO_SEAT, 0, hands, same)


# --- what everybody may know ------------------------------------------------------------------------------------------


def shown_anew(before: State, after: State) -> int:
    """The set of all `Shown` that may look different; what is not in it is as it was."""
    asked = before.ask != after.ask or before.asked != after.asked
    bits = int(before.round_number != after.round_number) << Shown.ROUND
    bits |= int(before.dealer != after.dealer) << Shown.DEALER
    bits |= int(before.turn != after.turn) << Shown.TURN
    bits |= int(asked) << Shown.ASKS
    bits |= int(before.side != after.side) << Shown.SIDE
    bits |= int(before.direction != after.direction) << Shown.DIRECTION
    bits |= int(before.color != after.color or before.side != after.side) << Shown.COLOR
    bits |= int(before.count[DRAW_PILE] != after.count[DRAW_PILE]) << Shown.DRAW_SIZE
    bits |= int(before.liable != after.liable or asked or before.suspect != after.suspect) << Shown.LIABLE
    bits |= int(before.called != after.called) << Shown.CALLED
    bits |= int(before.open_until != after.open_until) << Shown.HANDS_OPEN
    bits |= int(before.winners != after.winners) << Shown.WINNERS
    bits |= int(before.penalty != after.penalty) << Shown.PENALTY
    bits |= int(before.until != after.until) << Shown.UNTIL
    bits |= shown_in_words(before, after) | shown_at_the_end(before, after)
    return bits | shown_by_seat(before, after)


@inlined
def shown_in_words(before: State, after: State) -> int:
    """Of a vote or dare: its words, and whose performance it is about."""
    if not (has_words(before) or has_words(after)):
        return 0
    anew = before.ask != after.ask or before.pc != after.pc or before.actor != after.actor
    return int(anew) << Shown.TEXT | int(anew) << Shown.TELLER


@inlined
def has_words(state: State) -> bool:
    """Whether what is asked has words of its own."""
    return bool(state.ask == Ask.VOTE or state.ask == Ask.DARE)


@inlined
def shown_at_the_end(before: State, after: State) -> int:
    """Of a round that is over: who won it, and what is left in the hands."""
    if before.ask < Ask.ROUND_OVER and after.ask < Ask.ROUND_OVER:
        return 0
    return 1 << Shown.ROUND_WINNER | 1 << Shown.LEFT


def shown_by_seat(before: State, after: State) -> int:
    """What there is for each seat."""
    bits = 0
    for seat in range(MAX_SEATS):
        bits |= int(before.scores[seat] != after.scores[seat]) << Shown.SCORES
        bits |= int(before.round_points[seat] != after.round_points[seat]) << Shown.ROUND_POINTS
        bits |= int(before.notice[seat] != after.notice[seat]) << Shown.NOTICES
    return bits


# --- cards ------------------------------------------------------------------------------------------------------------


def changed_hands(before: State, after: State) -> int:
    """The seats with another hand, or one that somebody knows more or less of."""
    hands = 0
    for seat in range(after.players):
        hands |= int(is_other_hand(before, after, seat)) << seat
    return hands


def is_other_hand(before: State, after: State, seat: Index) -> bool:
    """Whether a hand could look different to anybody."""
    if before.held[seat] != after.held[seat]:
        return True
    for i in range(after.held[seat]):
        card = int(after.hand[seat, i])
        if before.hand[seat, i] != card or is_seen_anew(before, after, card):
            return True
    return False


@inlined
def is_seen_anew(before: State, after: State, card: Index) -> bool:
    """Whether somebody knows more of a card, or less."""
    return bool(before.know[0, card] != after.know[0, card] or before.know[1, card] != after.know[1, card])


def tell_viewer(
    before: State, after: State, rules: Rules, order: Order, out: Changes,
    viewer: Index, seat: int, eyes: int, hands: int, same: int,
) -> None:  # fmt: skip
    """Write what piles and hands became for one viewer, who knows what all in the set `eyes` know.

    `hands` are those that changed, `same` how many cards at the bottom of the discard pile did not.
    """
    begin = int(out.used)
    put(out, 0)
    old, new = top_of(before, rules, order, eyes), top_of(after, rules, order, eyes)
    put(out, SAME_TOP if old == new else new)
    edit_discard(before, after, rules, order, out, eyes, same)
    for hand in range(after.players):
        if (hands >> hand) & 1:
            own = hand == seat
            had = list_hand(before, rules, order, out, OLD, hand, eyes, own)
            has = list_hand(after, rules, order, out, NEW, hand, eyes, own)
            edit(out, hand, 0, had, has)
    size = int(out.used) - begin
    if size == _HEAD and old == new:
        out.used = begin
        return
    out.told[begin] = size
    out.begins[viewer] = begin
    for earlier in range(viewer):
        if is_told_alike(out, int(out.begins[earlier]), begin, size):
            out.begins[viewer] = out.begins[earlier]
            out.used = begin
            return


@inlined
def is_told_alike(out: Changes, earlier: int, begin: int, size: int) -> bool:
    """Whether an earlier viewer is told the same numbers."""
    if earlier < 0 or out.told[earlier] != size:
        return False
    for i in range(size):
        if out.told[earlier + i] != out.told[begin + i]:
            return False
    return True


@inlined
def put(out: Changes, number: int) -> None:
    """Write one number more."""
    out.told[out.used] = number
    out.used = int(out.used) + 1


@inlined
def seen_as(state: State, rules: Rules, order: Order, eyes: int, card: Index) -> int:
    """A card as its viewers know it, as a number."""
    light = seen_side(state, order, eyes, 0, card)
    if rules.sides == 1:
        return light
    return (light << FACE_BITS) | seen_side(state, order, eyes, 1, card)


@inlined
def seen_side(state: State, order: Order, eyes: int, side: Index, card: Index) -> int:
    """The place of a face, or of the unknown one, among the texts of its side."""
    if (int(state.know[side, card]) & eyes) == eyes:
        return int(order.place[side, state.face[side, card]])
    return int(order.hidden[side])


@inlined
def top_of(state: State, rules: Rules, order: Order, eyes: int) -> int:
    """The top of the draw pile."""
    if state.count[DRAW_PILE] == 0:
        return NO_CARD
    return seen_as(state, rules, order, eyes, at(state, DRAW_PILE, 0))


def list_hand(
    state: State, rules: Rules, order: Order, out: Changes, which: Index, seat: Index, eyes: int, own: bool
) -> int:
    """Write a hand into a row, and say how long it is: the own one as it is held, another's in order."""
    held = int(state.held[seat])
    for i in range(held):
        number = seen_as(state, rules, order, eyes, int(state.hand[seat, i]))
        place = i
        while not own and place > 0 and out.row[which, place - 1] > number:
            out.row[which, place] = out.row[which, place - 1]
            place -= 1
        out.row[which, place] = number
    return held


def edit_discard(before: State, after: State, rules: Rules, order: Order, out: Changes, eyes: int, same: int) -> None:
    """Write how the discard pile changed, from the bottom to the top; so many cards at its bottom did not."""
    had, has = int(before.count[DISCARD_PILE]), int(after.count[DISCARD_PILE])
    for i in range(same, had):
        out.row[OLD, i] = seen_as(before, rules, order, eyes, at(before, DISCARD_PILE, had - 1 - i))
    for i in range(same, has):
        out.row[NEW, i] = seen_as(after, rules, order, eyes, at(after, DISCARD_PILE, has - 1 - i))
    edit(out, DISCARD_PATH, same, had, has)


def same_at_bottom(before: State, after: State) -> int:
    """How many cards at the bottom of the discard pile are as they were, and known to the same."""
    had, has = int(before.count[DISCARD_PILE]), int(after.count[DISCARD_PILE])
    most = min(had, has)
    for i in range(most):
        card = at(after, DISCARD_PILE, has - 1 - i)
        if at(before, DISCARD_PILE, had - 1 - i) != card or is_seen_anew(before, after, card):
            return i
    return most


def edit(out: Changes, path: int, same: int, had: int, has: int) -> None:
    """Write how one row becomes the other: what they have in common at both ends stays, the first few for certain."""
    most = min(had, has)
    start = same
    while start < most and out.row[OLD, start] == out.row[NEW, start]:
        start += 1
    if start == had and start == has:
        return
    end = 0
    while end < most - start and out.row[OLD, had - 1 - end] == out.row[NEW, has - 1 - end]:
        end += 1
    put(out, path)
    put(out, start)
    put(out, had - start - end)
    put(out, has - start - end)
    for i in range(start, has - end):
        put(out, int(out.row[NEW, i]))
