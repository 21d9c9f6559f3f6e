"""Action numbers and the moves that they mean (`engine/actions.py` has the numbers)."""

from __future__ import annotations

from lastcard.engine import actions as a
from lastcard.engine.kernel.legal import (
    first_place,
    is_legal,
    list_decision,
    list_reactions,
    listed_before,
    make_move,
)
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, NOBODY, SEAT_SHIFT, Act, Ask
from lastcard.engine.rules import Rules
from lastcard.engine.schema import Scratch, State


@inlined
def card_action(rules: Rules, discards: bool, side: Index, face: Index, nth: int) -> int:
    """The number for playing or discarding the `nth` of the cards with a face, from 0."""
    faces = int(rules.faces[0]) + int(rules.faces[1])
    if nth == 0:
        number = face + (int(rules.faces[0]) if side == 1 else 0)
        return a.CARDS + number + (faces if discards else 0)
    number = int(rules.further_first[side, face]) + nth - 1
    return a.CARDS + 2 * faces + number + (int(rules.further) if discards else 0)


@inlined
def plain_action(state: State, seat: int, kind: int, argument: int) -> int:
    """The number of a move without a card."""
    if kind == Act.DRAW:
        return a.DRAW
    if kind == Act.PASS:
        return a.PASS
    if kind == Act.COLOR:
        return a.COLOR + argument
    if kind == Act.TARGET and argument == NOBODY:
        return a.TARGET_NONE
    if kind == Act.TARGET or kind == Act.CATCH:
        steps = argument - seat - 1 + (int(state.players) if argument < seat else 0)
        return steps + (a.TARGET if kind == Act.TARGET else a.CATCH)
    if kind == Act.VOTE:
        return a.VOTE_NO + argument
    if kind == Act.CHALLENGE:
        return a.CHALLENGE
    if kind == Act.ACCEPT:
        return a.ACCEPT
    if kind == Act.DONE:
        return a.DONE
    if kind == Act.UNO:
        return a.UNO
    if kind == Act.SILENT:
        return a.SILENT
    if kind == Act.DARE:
        return a.DARE
    if kind == Act.CHICKEN:
        return a.CHICKEN
    return a.DEAL


@inlined
def listed_action(state: State, rules: Rules, listed: Scratch, place: int) -> int:
    """The number of a move in a list of legal moves."""
    move = int(listed.move[place])
    kind = (move >> KIND_SHIFT) & KIND_MASK
    argument = move & ARGUMENT_MASK
    if kind != Act.PLAY and kind != Act.DISCARD and kind != Act.GIVE:
        return plain_action(state, move >> SEAT_SHIFT, kind, argument)
    side = int(state.side)
    face = int(state.face[side, argument])
    nth = 0
    if rules.sides == 2:
        for i in range(place):
            before = int(listed.move[i])
            same = before >> KIND_SHIFT == move >> KIND_SHIFT
            nth += int(same and state.face[side, before & ARGUMENT_MASK] == face)
    return card_action(rules, kind != Act.PLAY, side, face, nth)


def list_of_seat(state: State, rules: Rules, seat: Index, out: Scratch) -> int:
    """The legal moves of one seat: its answer if it is asked, its jump-ins, calls and catches; how many there are."""
    count = list_decision(state, rules, out) if seat == state.asked else 0
    total = list_reactions(state, rules, out, count)
    kept = count
    for i in range(count, total):
        move = int(out.move[i])
        out.move[kept] = move
        kept += int(move >> SEAT_SHIFT == seat)
    return kept


def find_card(state: State, rules: Rules, seat: Index, face: int, nth: int, first: int) -> int:
    """The `nth` card with a face, from place `first` of a hand on, of those that look different; -1: none."""
    side = int(state.side)
    for i in range(first, int(state.held[seat])):
        card = int(state.hand[seat, i])
        if state.face[side, card] == face:
            if nth == 0:
                return card
            if not (rules.sides == 2 and listed_before(state, seat, first, i)):
                nth -= 1
                if nth < 0:
                    return card
    return -1


@inlined
def card_move(state: State, rules: Rules, seat: Index, number: int) -> int:
    """The move for a number with a card, counted from the first of these; -1 if the hand has no such card."""
    faces = int(rules.faces[0]) + int(rules.faces[1])
    nth = 0
    if number < 2 * faces:
        discards = number >= faces
        face = number - (faces if discards else 0)
        side = int(face >= rules.faces[0])
        face -= int(rules.faces[0]) if side == 1 else 0
    else:
        number -= 2 * faces
        discards = number >= rules.further
        number -= int(rules.further) if discards else 0
        side = int(rules.further_side[number])
        face = int(rules.further_face[number])
        nth = int(rules.further_nth[number])
    if side != state.side:
        return -1
    kind = Act.PLAY if not discards else Act.GIVE if state.ask == Ask.GIVE else Act.DISCARD
    first = 0 if discards else first_place(state, seat)
    card = find_card(state, rules, seat, face, nth, first)
    return -1 if card < 0 else make_move(seat, kind, card)


def plain_move(state: State, seat: int, action: int) -> int:
    """The move for a number without a card."""
    if action == a.DRAW:
        return make_move(seat, Act.DRAW, 0)
    if action == a.PASS:
        return make_move(seat, Act.PASS, 0)
    if action >= a.COLOR:
        return make_move(seat, Act.COLOR, action - a.COLOR)
    if action == a.TARGET_NONE:
        return make_move(seat, Act.TARGET, NOBODY)
    if action >= a.TARGET:
        kind = Act.CATCH if action >= a.CATCH else Act.TARGET
        other = seat + 1 + action - (a.CATCH if action >= a.CATCH else a.TARGET)
        other -= int(state.players) if other >= state.players else 0
        return -1 if other >= state.players or other == seat else make_move(seat, kind, other)
    if action == a.CHALLENGE:
        return make_move(seat, Act.CHALLENGE, 0)
    if action == a.ACCEPT:
        return make_move(seat, Act.ACCEPT, 0)
    if action == a.DONE:
        return make_move(seat, Act.DONE, 0)
    if action == a.UNO:
        return make_move(seat, Act.UNO, 0)
    if action == a.SILENT:
        return make_move(seat, Act.SILENT, 0)
    if action == a.DARE:
        return make_move(seat, Act.DARE, 0)
    if action == a.CHICKEN:
        return make_move(seat, Act.CHICKEN, 0)
    if action <= a.VOTE_YES:
        return make_move(seat, Act.VOTE, action - a.VOTE_NO)
    return make_move(0, Act.DEAL, 0)


@inlined
def legal_move(state: State, rules: Rules, seat: int, action: int) -> int:
    """The move that an action of a seat means; -1 if it is not legal now."""
    if action < 0 or action >= rules.actions:
        return -1
    if action == a.DEAL:
        seat = 0
    if seat < 0 or seat >= state.players:
        return -1
    move = plain_move(state, seat, action) if action < a.CARDS else card_move(state, rules, seat, action - a.CARDS)
    if move < 0 or not is_legal(state, rules, move):
        return -1
    return move
