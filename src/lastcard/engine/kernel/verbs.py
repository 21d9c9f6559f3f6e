"""The verbs of the card language: one function each.

A verb carries out one instruction for one seat. It returns True when it is done
with that seat, or sets a question and returns False; the answer (in `step.py`)
lets the same instruction go on. `perform` is the only place that lists them.
"""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.cards import (
    draw_card,
    draw_cards,
    everybody,
    give_card,
    lay_under_top,
    move_hands_on,
    show_hand,
    swap_hands,
    top_face,
    turn_everything_over,
)
from lastcard.engine.kernel.log import tell, tell_card, tell_card_to
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.seats import hand_of_extreme_size, seat_after, seat_far_after, subject
from lastcard.engine.kinds import Ask, Tell
from lastcard.engine.rules import Rules
from lastcard.engine.schema import FRESH, GUILTY, INNOCENT, Log, State


@inlined
def ask(state: State, kind: int, seat: Index) -> bool:
    """Set the question; False, as a verb that waits for its answer returns."""
    state.ask = kind
    state.asked = seat
    return False


@inlined
def victim(state: State, who: int, seat: Index) -> int:
    """challenge-3: after a rightful challenge, what hit the next player hits the card's player."""
    if who == t.NEXT and state.verdict == GUILTY:
        return int(state.actor)
    return seat


@inlined
def challenge_extra(state: State, who: int) -> int:
    """challenge-4: what a wrongful challenge costs on top, once for the whole card."""
    if who == t.NEXT and state.verdict == INNOCENT:
        extra = int(state.extra)
        state.extra = 0
        return extra
    return 0


def do_draw(state: State, rules: Rules, log: Log, who: int, seat: Index, count: int) -> bool:
    draw_cards(state, rules, log, victim(state, who, seat), count + challenge_extra(state, who))
    return True


def do_draw_until(state: State, rules: Rules, log: Log, who: int, seat: Index) -> bool:
    drawer = victim(state, who, seat)
    draw_until_color(state, rules, log, drawer, int(state.named))
    draw_cards(state, rules, log, drawer, challenge_extra(state, who))
    return True


def draw_until_color(state: State, rules: Rules, log: Log, seat: Index, color: int) -> None:
    """card-wild-draw-color: draw until a card of a colour comes; a wild is none."""
    side = int(state.side)
    while True:
        card = draw_card(state, rules, log, seat)
        if card < 0 or rules.color[side, int(state.face[side, card])] == color:
            return


def do_stack(state: State, log: Log, count: int) -> bool:
    """stack-2: the next player is asked, also with nothing to answer with."""
    seat = seat_after(state, int(state.actor), 1)
    state.extra = count
    tell(log, Tell.STACKED, seat, int(state.penalty), int(state.until))
    return ask(state, Ask.STACK, seat)


def do_pay(state: State, rules: Rules, log: Log, who: int, seat: Index) -> bool:
    """stack-3: the whole penalty, numbers first, then until the colour in play, then what a lost challenge costs."""
    drawer = victim(state, who, seat)
    draw_cards(state, rules, log, drawer, int(state.penalty))
    for _ in range(int(state.until)):
        draw_until_color(state, rules, log, drawer, int(state.color))
    draw_cards(state, rules, log, drawer, challenge_extra(state, who))
    state.penalty = 0
    state.until = 0
    return True


@inlined
def do_hand_over(state: State, question: int, seat: Index, count: int) -> bool:
    """Asks for cards of a hand one by one; effect-last: never for the last one."""
    if state.left == FRESH:
        state.left = count
    if state.left > 0 and state.held[seat] > 1:
        return ask(state, question, seat)
    return True


@inlined
def do_discard(state: State, seat: Index, count: int) -> bool:
    return do_hand_over(state, Ask.DISCARD, seat, count)


def do_give(state: State, seat: Index, count: int, receiver: int) -> bool:
    """Asks for cards one by one; effect-last: never for the last card. Nobody gives to themselves, or to nobody."""
    return receiver < 0 or receiver == seat or do_hand_over(state, Ask.GIVE, seat, count)


def do_level(state: State, rules: Rules, log: Log, seat: Index, count: int) -> bool:
    missing = count - int(state.held[seat])
    if missing > 0:
        draw_cards(state, rules, log, seat, missing)
        return True
    return do_discard(state, seat, -missing)


def do_discard_wilds(state: State, rules: Rules, log: Log, seat: Index) -> bool:
    """All wilds go, longest held first. Of a hand that is all wild one stays, by choice unless they are alike."""
    side = int(state.side)
    size = int(state.held[seat])
    wilds, alike = 0, True
    for i in range(size):
        face = int(state.face[side, int(state.hand[seat, i])])
        if rules.color[side, face] < 0:
            wilds += 1
        alike = alike and face == state.face[side, int(state.hand[seat, 0])]
    if wilds < size:
        discard_all_wilds(state, rules, log, seat)
        return True
    if size > 1 and not alike:
        state.left = 1
        return ask(state, Ask.DISCARD, seat)
    while state.held[seat] > 1:
        discard(state, log, seat, int(state.hand[seat, 0]))
    return True


def discard_all_wilds(state: State, rules: Rules, log: Log, seat: Index) -> None:
    side = int(state.side)
    place = 0
    while place < state.held[seat]:
        card = int(state.hand[seat, place])
        if rules.color[side, int(state.face[side, card])] < 0:
            discard(state, log, seat, card)
        else:
            place += 1


def discard(state: State, log: Log, seat: Index, card: Index) -> None:
    """effect-discard: one card under the top card, seen by all; uno-3 remembers who did it."""
    lay_under_top(state, seat, card)
    state.discarders = int(state.discarders) | (1 << seat)
    tell_card(state, log, Tell.DISCARDED, seat, card)


def give(state: State, rules: Rules, log: Log, seat: Index, card: Index) -> None:
    """card-custom: one card to whom the sentence names; uno-3 looks at the giver as at one who discards."""
    receiver = subject(state, int(rules.code[int(state.pc), t.TO]))
    give_card(state, rules, seat, receiver, card)
    state.discarders = int(state.discarders) | (1 << seat)
    if log.on:
        tell_card_to(state, log, Tell.GAVE, seat, card, -1, receiver)


@inlined
def do_miss(state: State, log: Log) -> bool:
    if state.verdict != GUILTY:  # challenge-3
        state.misses = int(state.misses) + 1
        tell(log, Tell.MISSED, seat_far_after(state, int(state.actor), int(state.misses)), 0, 0)
    return True


def do_again(state: State, log: Log) -> bool:
    state.again = 1
    tell(log, Tell.AGAIN, int(state.actor), 0, 0)
    return True


def do_turn_around(state: State, rules: Rules, log: Log) -> bool:
    state.direction = -int(state.direction)
    tell(log, Tell.DIRECTION, int(state.actor), int(state.direction), 0)
    if state.players == 2 and rules.reverse_skips_two:  # card-reverse-2p
        return do_miss(state, log)
    return True


def do_challenge(state: State, rules: Rules, count: int) -> bool:
    if rules.bluffing == 0:  # bluff-2
        return True
    state.extra = count
    return ask(state, Ask.CHALLENGE, seat_after(state, int(state.actor), 1))


def do_swap(state: State, rules: Rules, log: Log) -> bool:
    if state.chosen >= 0:
        swap_hands(state, rules, int(state.actor), int(state.chosen))
        state.discarders = int(state.discarders) & ~(1 << int(state.chosen))  # uno-3: their discards left another hand
        tell(log, Tell.SWAPPED, int(state.actor), int(state.chosen), 0)
    return True


def do_move_hands(state: State, rules: Rules, log: Log) -> bool:
    move_hands_on(state, rules)
    state.discarders = 0  # uno-3
    tell(log, Tell.HANDS_MOVED, int(state.actor), int(state.direction), 0)
    return True


def highest_number(state: State, rules: Rules, seat: Index) -> int:
    """card-prime: a hand's highest number card; of equals the first face, then the longest held. -1: none."""
    side = int(state.side)
    best, best_number, best_face = -1, -1, 0
    for i in range(state.held[seat]):
        card = int(state.hand[seat, i])
        face = int(state.face[side, card])
        number = int(rules.number[side, face])
        if number > best_number or (number == best_number and number >= 0 and face < best_face):
            best, best_number, best_face = card, number, face
    return best


def lowest_number(state: State, rules: Rules, seat: Index) -> int:
    """card-megatron: a hand's lowest number, or one above all numbers if it has none."""
    side = int(state.side)
    lowest = 10
    for i in range(state.held[seat]):
        number = int(rules.number[side, int(state.face[side, int(state.hand[seat, i])])])
        if 0 <= number < lowest:
            lowest = number
    return lowest


def settle_duel(state: State, log: Log, player_wins: bool) -> bool:
    state.winner = state.actor if player_wins else state.chosen
    state.loser = state.chosen if player_wins else state.actor
    tell(log, Tell.WON_DUEL, int(state.winner), int(state.loser), 0)
    return True


def do_compare_highest(state: State, rules: Rules, log: Log) -> bool:
    if state.chosen < 0:
        return True
    side = int(state.side)
    numbers = (-1, -1)
    for who in range(2):
        seat = int(state.actor) if who == 0 else int(state.chosen)
        card = highest_number(state, rules, seat)
        if card >= 0:
            state.know[side, card] = everybody(state)  # see-3
            tell_card(state, log, Tell.SHOWED, seat, card)
            number = int(rules.number[side, int(state.face[side, card])])
            numbers = (number, -1) if who == 0 else (numbers[0], number)
    return settle_duel(state, log, numbers[0] >= numbers[1])


def do_compare_lowest(state: State, rules: Rules, log: Log) -> bool:
    if state.chosen < 0:
        return True
    show_to_all(state, log, int(state.actor))
    show_to_all(state, log, int(state.chosen))
    mine = lowest_number(state, rules, int(state.actor))
    theirs = lowest_number(state, rules, int(state.chosen))
    return settle_duel(state, log, theirs <= mine)


def show_to_all(state: State, log: Log, seat: Index) -> None:
    """see-3: a hand that everyone sees."""
    show_hand(state, seat, everybody(state))
    for i in range(state.held[seat]):
        tell_card(state, log, Tell.SHOWED, seat, int(state.hand[seat, i]))


def do_flip(state: State, rules: Rules, log: Log) -> bool:
    turn_everything_over(state, rules)
    tell(log, Tell.FLIPPED, int(state.actor), int(state.side), 0)
    return True


def do_open_hands(state: State, log: Log) -> bool:
    state.open_until = int(state.open_until) | (1 << int(state.actor))
    tell(log, Tell.HANDS_OPEN, int(state.actor), 0, 0)
    for seat in range(state.players):
        show_to_all(state, log, seat)
    return True


def do_take_instead(state: State, log: Log, seat: Index, count: int) -> bool:
    state.instead[seat] = count
    tell(log, Tell.TAKE_INSTEAD, seat, count, 0)
    return True


def do_notice(state: State, log: Log, seat: Index, words: int) -> bool:
    state.notice[seat] = int(state.notice[seat]) | (1 << words)
    tell(log, Tell.NOTICE, seat, words, 0)
    return True


def do_pick(state: State, most: bool) -> bool:
    state.that = hand_of_extreme_size(state, most)
    return True


def do_vote(state: State, seat: Index) -> bool:
    if state.member == 0:
        state.yes = 0
    return ask(state, Ask.VOTE, seat)


def perform(state: State, rules: Rules, log: Log, seat: Index) -> bool:
    """Carry out the instruction at `pc` for one seat; False if a question must be answered first."""
    pc = int(state.pc)
    op = int(rules.code[pc, t.OP])
    who = int(rules.code[pc, t.WHO])
    count = int(rules.code[pc, t.COUNT])
    if op == t.DRAW:
        return do_draw(state, rules, log, who, seat, count)
    if op == t.MISS:
        return do_miss(state, log)
    if op == t.TURN_AROUND:
        return do_turn_around(state, rules, log)
    if op == t.NAME or op == t.NAME_ANY:
        return ask(state, Ask.COLOR, seat)
    if op == t.CHALLENGE:
        return do_challenge(state, rules, count)
    if op == t.STACK:
        return do_stack(state, log, count)
    if op == t.PAY:
        return do_pay(state, rules, log, who, seat)
    if op == t.AGAIN:
        return do_again(state, log)
    if op == t.FLIP:
        return do_flip(state, rules, log)
    if op == t.NAME_IF_WILD:
        return rules.color[int(state.side), top_face(state)] >= 0 or ask(state, Ask.COLOR, seat)
    if op == t.DRAW_UNTIL:
        return do_draw_until(state, rules, log, who, seat)
    if op == t.PICK_MOST or op == t.PICK_FEWEST:
        return do_pick(state, op == t.PICK_MOST)
    if op == t.MAY_DISCARD or op == t.DISCARD:
        return do_discard(state, seat, count)
    if op == t.GIVE:
        return do_give(state, seat, count, subject(state, int(rules.code[pc, t.TO])))
    if op == t.CHOOSE or op == t.MAY_CHOOSE:
        return ask(state, Ask.TARGET, seat)
    if op == t.COMPARE_HIGHEST:
        return do_compare_highest(state, rules, log)
    if op == t.COMPARE_LOWEST:
        return do_compare_lowest(state, rules, log)
    if op == t.SWAP:
        return do_swap(state, rules, log)
    if op == t.MOVE_HANDS:
        return do_move_hands(state, rules, log)
    if op == t.LEVEL:
        return do_level(state, rules, log, seat, count)
    if op == t.DISCARD_DOWN:
        return do_discard(state, seat, max(0, int(state.held[seat]) - count))
    if op == t.DISCARD_WILDS:
        return do_discard_wilds(state, rules, log, seat)
    if op == t.OPEN_HANDS:
        return do_open_hands(state, log)
    if op == t.TAKE_INSTEAD:
        return do_take_instead(state, log, seat, count)
    if op == t.VOTE:
        return do_vote(state, seat)
    if op == t.DARE:
        return ask(state, Ask.DARE, seat)
    return do_notice(state, log, seat, int(rules.code[pc, t.WORDS]))
