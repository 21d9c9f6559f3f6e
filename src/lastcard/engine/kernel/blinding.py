"""A game as one seat knows it: whatever is hidden from the seat leaves no trace.

Two games that a seat can't tell apart become the same, to the byte: cards are numbered by where they lie, others'
hands are put in order by what is known of them, and hidden faces are laid out in order. It is no deal that anybody
would get; dealing anew (`redeal.py`) begins from it.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import at, everybody
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.redeal import is_known, is_wanted, wanted_on
from lastcard.engine.kinds import Ask
from lastcard.engine.rules import MAX_CARDS, MAX_FACES, MAX_SEATS, Rules
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, RING, State, Workroom


def blind(state: State, out: State, rules: Rules, knows: int, work: Workroom) -> None:
    """Write the game, as somebody in the set `knows` knows it, to `out`."""
    clear_places(out)
    number = 0
    for seat in range(state.players):
        for i in range(state.held[seat]):
            out.hand[seat, i] = state.hand[seat, i]
        if not (knows >> seat) & 1:
            put_hand_in_order(state, out, knows, seat)
        for i in range(state.held[seat]):
            take_over(state, out, int(out.hand[seat, i]), number)
            if not (knows >> seat) & 1:
                forget_who_else_knows(state, out, knows, 1 << seat, number)
            out.hand[seat, i] = number
            number += 1
    for pile in range(2):
        count = int(state.count[pile])
        for depth in range(count):
            take_over(state, out, at(state, pile, depth), number)
            forget_who_else_knows(state, out, knows, 0, number)
            out.ring[pile, depth if state.side == 1 else count - 1 - depth] = number
            number += 1
    out.start[DRAW_PILE] = 0
    out.start[DISCARD_PILE] = 0
    if rules.sides == 2 and rules.shuffle_pairing == 0:
        lay_out_cards(out, knows, number, work)
    else:
        for side in range(int(rules.sides)):
            lay_out_faces(out, knows, side, number, work)
    for i in range(4):
        out.key[i] = 0
    out.counter = 0


def clear_places(out: State) -> None:
    """No trace of where cards lay before."""
    for seat in range(MAX_SEATS):
        for i in range(MAX_CARDS):
            out.hand[seat, i] = 0
    for i in range(RING):
        out.ring[0, i] = 0
        out.ring[1, i] = 0
    for i in range(MAX_CARDS):
        for side in range(2):
            out.face[side, i] = 0
            out.know[side, i] = 0


@inlined
def take_over(state: State, out: State, card: Index, number: Index) -> None:
    """Give a card its new number."""
    for side in range(2):
        out.face[side, number] = state.face[side, card]
        out.know[side, number] = state.know[side, card]


@inlined
def forget_who_else_knows(state: State, out: State, knows: int, holder: int, number: Index) -> None:
    """What others know of a card would tell where it has been, unless everybody knows it."""
    side = int(state.side)
    bits = int(out.know[side, number])
    if bits != everybody(state):
        out.know[side, number] = bits & (knows | holder)


@inlined
def sort_key(state: State, knows: int, card: Index) -> int:
    """Cards that look different to the seat differ in this; cards that look alike don't."""
    front, back = int(state.side), 1 - int(state.side)
    key = (int(state.face[front, card]) if is_known(state, knows, front, card) else MAX_FACES) * 64
    key += int(state.face[back, card]) if is_known(state, knows, back, card) else MAX_FACES
    return (2 * key + int(state.know[front, card] == everybody(state))) * 1024 + int(state.know[back, card])


def put_hand_in_order(state: State, out: State, knows: int, seat: Index) -> None:
    """Nobody else can tell how long its cards have been held, but for those that came after a Wild Draw or just now."""
    held = int(state.held[seat])
    judged = int(state.bluff_held) if state.bluff_color >= 0 and seat == state.actor else 0
    drawn = int(state.drawn) if state.ask == Ask.DRAWN and seat == state.asked else 0
    sort_part(state, out, knows, seat, 0, min(judged, held))
    sort_part(state, out, knows, seat, min(judged, held), held - drawn)
    sort_part(state, out, knows, seat, max(min(judged, held), held - drawn), held)


def sort_part(state: State, out: State, knows: int, seat: Index, first: int, end: int) -> None:
    for i in range(first + 1, end):
        card = int(out.hand[seat, i])
        key = sort_key(state, knows, card)
        place = i
        while place > first and sort_key(state, knows, int(out.hand[seat, place - 1])) > key:
            out.hand[seat, place] = out.hand[seat, place - 1]
            place -= 1
        out.hand[seat, place] = card


def lay_out_faces(out: State, knows: int, side: Index, cards: int, work: Workroom) -> None:
    """The hidden faces of one side from the first to the last."""
    for face in range(MAX_FACES):
        work.count[face] = 0
    for card in range(cards):
        if not is_known(out, knows, side, card):
            work.count[int(out.face[side, card])] += 1
    face = 0
    for card in range(cards):
        if not is_known(out, knows, side, card):
            while work.count[face] == 0:
                face += 1
            work.count[face] -= 1
            out.face[side, card] = face


def lay_out_cards(out: State, knows: int, cards: int, work: Workroom) -> None:
    """deck-2: with a fixed pairing whole cards, so that what is known of each place stays true."""
    hidden = 0
    for card in range(cards):
        if not (is_known(out, knows, 0, card) and is_known(out, knows, 1, card)):
            work.slot[hidden] = card
            work.pool[hidden] = int(out.face[0, card]) * 64 + int(out.face[1, card])
            hidden += 1
    for i in range(1, hidden):
        faces, place = work.pool[i], i
        while place > 0 and work.pool[place - 1] > faces:
            work.pool[place] = work.pool[place - 1]
            place -= 1
        work.pool[place] = faces
    for i in range(hidden):
        work.card_at[i] = -1
        work.slot_of[i] = -1
    for slot in range(hidden):
        find_place(out, knows, hidden, slot, work)
    for slot in range(hidden):
        faces = int(work.pool[int(work.card_at[slot])])
        card = int(work.slot[slot])
        out.face[0, card] = faces // 64
        out.face[1, card] = faces % 64


def find_place(out: State, knows: int, hidden: int, slot: int, work: Workroom) -> None:
    """Give a slot a card that fits; others that were given theirs move on to another if need be."""
    for i in range(hidden):
        work.came_from[i] = -1
    work.queue[0] = slot
    begin, end = 0, 1
    while begin < end:
        here = int(work.queue[begin])
        begin += 1
        place = int(work.slot[here])
        light, dark = wanted_on(out, knows, 0, place), wanted_on(out, knows, 1, place)
        for card in range(hidden):
            faces = int(work.pool[card])
            if work.came_from[card] < 0 and is_wanted(faces // 64, faces % 64, light, dark):
                work.came_from[card] = here
                if work.slot_of[card] < 0:
                    move_along(card, work)
                    return
                work.queue[end] = work.slot_of[card]
                end += 1


def move_along(card: int, work: Workroom) -> None:
    """Each slot on the way takes the card that was found for it."""
    while card >= 0:
        slot = int(work.came_from[card])
        before = int(work.card_at[slot])
        work.card_at[slot] = card
        work.slot_of[card] = slot
        card = before
