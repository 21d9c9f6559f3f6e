"""The start of a game and of each round: pairing, dealer, shuffle, deal, first card."""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.cards import at, pop, push, see_hand, see_on_discard, see_top_back, take_off
from lastcard.engine.kernel.log import tell, tell_card
from lastcard.engine.kernel.marks import Index
from lastcard.engine.kernel.randomness import below, shuffle
from lastcard.engine.kernel.seats import seat_after
from lastcard.engine.kernel.turns import run, start_card
from lastcard.engine.kinds import Ask, Tell
from lastcard.engine.rules import Rules
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, Log, State


def start_game(state: State, rules: Rules, log: Log) -> None:
    """A new game on a state that has its key and number of players: everything up to the first decision."""
    clear_game(state)
    lay_out_deck(state, rules)
    if rules.dealer != t.ANY_DEALER:
        state.dealer = rules.dealer
    else:
        draw_for_dealer(state, rules, log)
    tell(log, Tell.DEALER, int(state.dealer), 0, 0)
    start_round(state, rules, log)


def clear_game(state: State) -> None:
    """What a game starts with, whatever the record held before."""
    state.counter = 0
    state.scores[:] = 0
    state.notice[:] = 0
    state.held[:] = 0
    state.moves = 0
    state.round_number = 0
    state.winners = 0
    state.bluff = 0
    state.yes = 0
    state.extra = 0


def lay_out_deck(state: State, rules: Rules) -> None:
    """All cards into the draw pile, with their faces; deck-2: the backs are shuffled for each game.

    The discard pile's room, still empty, holds the order of the backs.
    """
    cards = int(rules.cards)
    for card in range(cards):
        state.ring[DRAW_PILE, card] = card
        state.face[0, card] = rules.deck[0, card]
    if rules.sides == 2:
        for card in range(cards):
            state.ring[DISCARD_PILE, card] = card if rules.shuffle_pairing else rules.pairing[card]
        if rules.shuffle_pairing:
            shuffle(state, DISCARD_PILE, cards)
        for card in range(cards):
            state.face[1, card] = rules.deck[1, int(state.ring[DISCARD_PILE, card])]
    state.start[DRAW_PILE] = 0
    state.count[DRAW_PILE] = cards


def draw_for_dealer(state: State, rules: Rules, log: Log) -> None:
    """setup-1: each draws a card, the highest number deals; those who tie draw again."""
    rivals = (1 << int(state.players)) - 1
    left = int(state.count[DRAW_PILE])
    while True:
        best, tied = -1, 0
        for seat in range(state.players):
            if (rivals >> seat) & 1:
                if left == 0:  # all were drawn: they go back
                    left = int(state.count[DRAW_PILE])
                left -= 1
                number = draw_for_deal(state, rules, log, seat, left)
                if number > best:
                    best, tied = number, 1 << seat
                elif number == best:
                    tied |= 1 << seat
        rivals = tied
        if rivals & (rivals - 1) == 0:
            break
    seat = 0
    while not (rivals >> seat) & 1:
        seat += 1
    state.dealer = seat


def draw_for_deal(state: State, rules: Rules, log: Log, seat: Index, left: int) -> int:
    """One seat's draw for the deal, moved behind those still to be drawn: its number, a symbol counting zero."""
    place = below(state, left + 1)
    card = int(state.ring[DRAW_PILE, place])
    state.ring[DRAW_PILE, place] = state.ring[DRAW_PILE, left]
    state.ring[DRAW_PILE, left] = card
    face = int(state.face[0, card])
    tell(log, Tell.DEALER_DRAW, seat, face, 0)
    return max(0, int(rules.number[0, face]))


def gather(state: State) -> None:
    """All cards back into one pile: hands by seat, discard pile from the bottom, draw pile from the top."""
    count = int(state.count[DRAW_PILE])
    total = 0
    for i in range(count):  # the room beneath `hand` is free for every seat: the last row collects
        state.hand[t.MAX_SEATS - 1, t.MAX_CARDS - 1 - i] = at(state, DRAW_PILE, i)
    for seat in range(state.players):
        for i in range(state.held[seat]):
            state.ring[DRAW_PILE, total] = state.hand[seat, i]
            total += 1
        state.held[seat] = 0
    for i in range(int(state.count[DISCARD_PILE])):
        state.ring[DRAW_PILE, total] = at(state, DISCARD_PILE, int(state.count[DISCARD_PILE]) - 1 - i)
        total += 1
    for i in range(count):
        state.ring[DRAW_PILE, total] = state.hand[t.MAX_SEATS - 1, t.MAX_CARDS - 1 - i]
        total += 1
    state.start[DRAW_PILE] = 0
    state.count[DRAW_PILE] = total
    state.count[DISCARD_PILE] = 0


def next_round(state: State, rules: Rules, log: Log) -> None:
    """setup-5: the deal passes to the left, except after a void round (turn-5)."""
    gather(state)
    if state.round_winner >= 0:
        dealer = int(state.dealer) + 1
        state.dealer = 0 if dealer == state.players else dealer
    start_round(state, rules, log)


def start_round(state: State, rules: Rules, log: Log) -> None:
    """Shuffle, deal, turn up."""
    shuffle(state, DRAW_PILE, int(state.count[DRAW_PILE]))
    deal_hands(state, rules, log)


def deal_hands(state: State, rules: Rules, log: Log) -> None:
    """setup-2: seven cards each, one at a time from the left of the dealer, off the draw pile as it lies."""
    reset_round(state)
    players, dealt = int(state.players), 0
    for i in range(int(rules.hand)):
        seat = int(state.dealer)
        for _ in range(players):
            seat = 0 if seat + 1 == players else seat + 1
            state.hand[seat, i] = at(state, DRAW_PILE, dealt)
            dealt += 1
    for seat in range(players):
        state.held[seat] = rules.hand
    take_off(state, DRAW_PILE, dealt)
    tell(log, Tell.DEALT, int(state.dealer), int(rules.hand), 0)
    turn_up(state, rules, log)


def reset_round(state: State) -> None:
    """What a round starts with. Notices (custom-9) and scores stay."""
    state.round_number = int(state.round_number) + 1
    state.round_winner = -1
    state.side = 0
    state.direction = 1
    state.color = -1
    state.start[DISCARD_PILE] = 0
    state.count[DISCARD_PILE] = 0
    state.drawn = 0
    state.passes = 0
    state.idle = 0
    state.laid = 0
    state.penalty = 0
    state.until = 0
    state.called = 0
    state.liable = 0
    state.caught = 0
    state.suspect = -1
    state.open_until = 0
    state.last_card = 0
    state.bluff_color = -1
    state.bluff_held = 0
    state.answer = 0
    state.named = -1
    state.know[:, :] = 0
    state.instead[:] = 0
    state.round_points[:] = 0


def turn_up(state: State, rules: Rules, log: Log) -> None:
    """setup-3: the next card starts the discard pile and does what it does when turned up."""
    side = int(state.side)
    card = pop(state, DRAW_PILE)
    while rules.goes_back[side, int(state.face[side, card])] and another_start_exists(state, rules):
        tell(log, Tell.WENT_BACK, -1, int(state.face[side, card]), 0)
        push(state, DRAW_PILE, card)
        shuffle_draw_pile(state)
        card = pop(state, DRAW_PILE)
    push(state, DISCARD_PILE, card)
    start_seeing(state, rules)
    tell_card(state, log, Tell.TURNED_UP, int(state.dealer), card)
    face = int(state.face[side, card])
    state.color = rules.color[side, face]
    state.starting = 1
    state.turn = seat_after(state, int(state.dealer), 1)
    start_card(state, int(state.dealer), int(rules.turned_up[side, face]))
    if rules.goes_back[side, face]:  # nothing else could be turned up: its colour is named, no more
        state.ask = Ask.COLOR
        state.asked = state.turn
        return
    run(state, rules, log)


def shuffle_draw_pile(state: State) -> None:
    """Shuffle the draw pile where it lies. It starts at its room's beginning: no flip has happened yet."""
    shuffle(state, DRAW_PILE, int(state.count[DRAW_PILE]))


def another_start_exists(state: State, rules: Rules) -> bool:
    """Whether the draw pile has a card that does not go back, so that turning up comes to an end."""
    for i in range(int(state.count[DRAW_PILE])):
        face = int(state.face[int(state.side), at(state, DRAW_PILE, i)])
        if not rules.goes_back[int(state.side), face]:
            return True
    return False


def start_seeing(state: State, rules: Rules) -> None:
    """see-4: from now on what can be seen is remembered."""
    see_on_discard(state, at(state, DISCARD_PILE, 0))
    see_top_back(state, rules)
    for seat in range(state.players):
        see_hand(state, rules, seat)
