"""How a turn begins, how a card is carried out to its end, and whose turn comes next."""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.legal import can_be_jumped
from lastcard.engine.kernel.log import tell
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.rounds_end import end_round
from lastcard.engine.kernel.seats import group_size, seat_after, seat_far_after, subject
from lastcard.engine.kernel.verbs import perform
from lastcard.engine.kinds import Ask, Tell
from lastcard.engine.rules import Rules
from lastcard.engine.schema import FRESH, Log, State


@inlined
def begin_turn(state: State, log: Log, seat: Index) -> None:
    """uno-2: with a player's first play, draw or pass the window for calls and catches closes."""
    state.liable = 0
    state.called = int(state.called) & (1 << seat)
    if (int(state.open_until) >> seat) & 1:  # custom-7
        state.open_until = int(state.open_until) & ~(1 << seat)
        if state.open_until == 0:
            tell(log, Tell.HANDS_CLOSED, seat, 0, 0)


@inlined
def start_card(state: State, actor: Index, program: Index) -> None:
    """Make a card's instructions the ones to run."""
    state.actor = actor
    state.pc = program
    state.member = 0
    state.left = FRESH
    state.chosen = -1
    state.that = -1
    state.winner = -1
    state.loser = -1
    state.misses = 0
    state.again = 0
    state.verdict = 0
    state.discarders = 0


def clear_card(state: State) -> None:
    """Forget what was needed to carry out a card, so that equal situations are equal states."""
    if state.pc != 0:
        start_card(state, int(state.actor), 0)
        state.named = -1
        state.answer = 0
        state.yes = 0
        state.bluff = 0
        state.bluff_color = -1
        state.bluff_held = 0
        state.extra = 0


def run(state: State, rules: Rules, log: Log) -> None:
    """Run instructions until one needs a decision or the card is done."""
    while rules.code[int(state.pc), t.OP] != t.END:
        pc = int(state.pc)
        when = int(rules.code[pc, t.WHEN])
        who = int(rules.code[pc, t.WHO])
        if when == t.ALWAYS or when == state.answer:
            while state.member < group_size(state, who):
                seat = subject(state, who)
                if seat >= 0 and not perform(state, rules, log, seat):
                    let_off(state)
                    return
                next_member(state)
        state.member = 0
        state.pc = pc + 1
    finish_card(state, rules, log)


def let_off(state: State) -> None:
    """uno-3: whoever has more than one card again while a card is open is no longer liable."""
    for seat in range(int(state.players) if state.liable != 0 else 0):
        if state.held[seat] != 1:
            state.liable = int(state.liable) & ~(1 << seat)


@inlined
def next_member(state: State) -> None:
    """The instruction is done with this seat."""
    state.member = int(state.member) + 1
    state.left = FRESH


def finish_card(state: State, rules: Rules, log: Log) -> None:
    """The card and all its effects are done: the round ends, or the next turn comes."""
    if state.last_card:  # out-1
        end_round(state, rules, log, int(state.actor))
        clear_card(state)
        return
    actor = int(state.actor)
    if state.starting:
        state.starting = 0
    else:
        state.instead[actor] = 0
        state.liable = 0
        if state.held[actor] == 1 or state.discarders != 0:
            note_liable(state, rules, log)
        state.called = 0
    if state.again:
        state.turn = actor
    else:  # effect-next
        seat = seat_after(state, actor, 1)
        state.turn = seat if state.misses == 0 else seat_far_after(state, seat, int(state.misses))
    clear_card(state)
    if rules.uno == t.UNO_ASK:
        ask_next_suspect(state, rules)
    else:
        ask_turn(state)


def answer_card(state: State) -> None:
    """stack-4: the card laid before is done, without a second look at its player."""
    state.instead[int(state.actor)] = 0
    clear_card(state)


@inlined
def ask_turn(state: State) -> None:
    """The seat whose turn it is must play or draw."""
    state.ask = Ask.PLAY
    state.asked = state.turn
    state.drawn = 0


@inlined
def end_turn(state: State) -> None:
    """A turn in which no card was played is over."""
    state.called = 0  # uno-3: an early call lapses
    state.instead[int(state.turn)] = 0
    state.turn = seat_after(state, int(state.turn), 1)
    ask_turn(state)


def note_liable(state: State, rules: Rules, log: Log) -> None:
    """uno-3, the second look: the card's player, and who had to discard, must call if one card is left."""
    must = int(state.discarders) | (1 << int(state.actor))
    liable = 0
    for seat in range(state.players):
        if (must >> seat) & 1 and state.held[seat] == 1:
            if rules.uno == t.UNO_AUTO:
                call_uno(state, log, seat)
            elif not (int(state.called) >> seat) & 1:
                liable |= 1 << seat
    state.liable = liable


def call_uno(state: State, log: Log, seat: Index) -> None:
    """Somebody calls UNO, which also lifts every notice (custom-9)."""
    tell(log, Tell.CALLED, seat, 0, 0)
    for other in range(state.players):
        if state.notice[other] != 0:
            state.notice[other] = 0
            tell(log, Tell.NOTICES_LIFTED, other, 0, 0)


def ask_next_suspect(state: State, rules: Rules) -> None:
    """uno-4: the next liable seat is asked to call, the card's player first; then play goes on."""
    for steps in range(int(state.players) if state.liable != 0 else 0):
        seat = seat_after(state, int(state.actor), steps)
        if (int(state.liable) >> seat) & 1:
            state.suspect = seat
            state.ask = Ask.UNO
            state.asked = seat
            return
    state.suspect = -1
    ask_turn(state)
    if rules.jump_in and can_be_jumped(state, rules):  # jump-3
        ask_next_jumper(state)


def ask_next_jumper(state: State) -> None:
    """jump-3: all others, in playing order from the one after whose turn it is, are asked; then the turn comes."""
    seat = seat_after(state, int(state.asked), 1)
    state.ask = Ask.PLAY if seat == state.turn else Ask.JUMP
    state.asked = seat


def ask_next_catcher(state: State, rules: Rules) -> None:
    """uno-4: the others are asked, in playing order after the silent one, whether they catch."""
    seat = seat_after(state, int(state.asked), 1)
    if seat == state.suspect:
        clear_suspect(state, rules)
    else:
        state.ask = Ask.CATCH
        state.asked = seat


def clear_suspect(state: State, rules: Rules) -> None:
    """The matter of this seat's call is settled."""
    state.liable = int(state.liable) & ~(1 << int(state.suspect))
    ask_next_suspect(state, rules)
