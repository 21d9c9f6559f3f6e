"""Carrying out a legal move."""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.cards import draw_card, draw_cards, lay_on_discard, show_hand
from lastcard.engine.kernel.legal import holds_match, may_lay
from lastcard.engine.kernel.log import tell, tell_card, tell_card_to
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.rounds import next_round
from lastcard.engine.kernel.rounds_end import void_round
from lastcard.engine.kernel.turns import (
    answer_card,
    ask_next_catcher,
    ask_next_jumper,
    begin_turn,
    call_uno,
    clear_suspect,
    end_turn,
    finish_card,
    next_member,
    run,
    start_card,
)
from lastcard.engine.kernel.verbs import discard, give
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, NOBODY, SEAT_SHIFT, Act, Ask, Tell
from lastcard.engine.rules import Rules
from lastcard.engine.schema import GUILTY, INNOCENT, STANDSTILL, Log, State


def step(state: State, rules: Rules, log: Log, move: int) -> None:
    """Make a move that is legal. Nothing is checked here."""
    seat = move >> SEAT_SHIFT
    kind = (move >> KIND_SHIFT) & KIND_MASK
    argument = move & ARGUMENT_MASK
    log.used = 0
    state.moves = int(state.moves) + 1
    if kind == Act.PLAY:
        play(state, rules, log, seat, argument)
    elif kind == Act.DRAW:
        draw(state, rules, log, seat)
    elif kind == Act.PASS:
        stay(state, log, seat)
    elif kind == Act.COLOR:
        name_color(state, rules, log, seat, argument)
    elif kind == Act.CHALLENGE or kind == Act.ACCEPT:
        answer_wild_draw(state, rules, log, seat, kind == Act.CHALLENGE)
    elif kind == Act.UNO:
        uno(state, rules, log, seat)
    elif kind == Act.CATCH:
        catch(state, rules, log, seat, argument)
    elif kind == Act.SILENT:
        stay_silent(state, rules)
    elif kind == Act.DEAL:
        next_round(state, rules, log)
    else:
        answer(state, rules, log, seat, kind, argument)


def play(state: State, rules: Rules, log: Log, seat: Index, card: Index) -> None:
    """Lay a card and carry it out."""
    if rules.people:
        take_turn(state, rules, log, seat)
    if state.ask != Ask.DRAWN:
        begin_turn(state, log, seat)
    state.passes = 0
    side = int(state.side)
    face = int(state.face[side, card])
    lay_on_discard(state, seat, card)
    tell_card(state, log, Tell.PLAYED, seat, card)
    if rules.bluffs[side, face]:  # challenge-2: judged now, against the colour before the card
        state.bluff = int(holds_match(state, rules, seat, card))
        state.bluff_color = state.color
        state.bluff_held = state.held[seat]
    if rules.color[side, face] >= 0:
        state.color = rules.color[side, face]
    if rules.people:
        note_laid(state, rules, side, face)
    program = int(rules.does[side, face])
    state.last_card = 0
    if state.held[seat] == 0:  # out-1, out-2
        state.last_card = 1
        program = int(rules.as_last_card[side, face])
    elif state.held[seat] == 1 and rules.uno == t.UNO_RACE:  # uno-3: from the moment the card lies
        state.liable = (1 << seat) & ~int(state.called)
    if program == 0:  # most cards: nothing is under way, so there is nothing to begin
        state.actor = seat
        finish_card(state, rules, log)
    else:
        start_card(state, seat, program)
        run(state, rules, log)


def take_turn(state: State, rules: Rules, log: Log, seat: Index) -> None:
    """The turn is this seat's now, even if it was not: by an answer (stack-4) or a jump-in (jump-2)."""
    got = state.ask == Ask.DRAWN or (int(state.caught) >> seat) & 1 == 1
    state.caught = int(state.caught) & ~(1 << seat)
    state.idle = min(STANDSTILL, int(state.idle) + 1) if got and can_stand_still(rules) else 0
    if state.ask == Ask.DRAWN:
        return
    if state.ask == Ask.STACK:
        answer_card(state)
    elif seat != state.turn:
        tell(log, Tell.JUMPED, seat, int(state.turn), 0)
    state.turn = seat


@inlined
def can_stand_still(rules: Rules) -> bool:
    """turn-5: whether cards that must be played could go to and fro for ever."""
    return rules.draw_until != 0 or rules.must_play != 0


def note_laid(state: State, rules: Rules, side: Index, face: Index) -> None:
    """stack-3, jump-1: what a card that was just laid adds to a penalty, and that it can be jumped in on."""
    state.penalty = int(state.penalty) + int(rules.penalty[side, face])
    state.until = int(state.until) + int(rules.penalty_until[side, face])
    state.laid = rules.jump_in


def draw(state: State, rules: Rules, log: Log, seat: Index) -> None:
    """turn-2, turn-3: draw; if a drawn card can be played its player is asked, else the turn passes."""
    if state.idle == STANDSTILL:  # turn-5
        void_round(state, log)
        return
    begin_turn(state, log, seat)
    state.passes = 0
    state.drawn = draw_cards(state, rules, log, seat, max(1, int(state.instead[seat])))
    if rules.draw_until and not can_play_drawn(state, rules, seat):
        draw_until_one_fits(state, rules, log, seat)
    if can_play_drawn(state, rules, seat):
        state.ask = Ask.DRAWN
    else:
        end_turn(state)


@inlined
def can_play_drawn(state: State, rules: Rules, seat: Index) -> bool:
    """Whether one of the cards just drawn may be played."""
    size = int(state.held[seat])
    for place in range(size - int(state.drawn), size):
        if may_lay(state, rules, seat, int(state.hand[seat, place])):
            return True
    return False


def draw_until_one_fits(state: State, rules: Rules, log: Log, seat: Index) -> None:
    """draw-until: on until a card comes that may be played, which is then the only one (but see custom-3)."""
    while True:
        card = draw_card(state, rules, log, seat)
        if card < 0:
            return
        state.drawn = 1 if state.instead[seat] == 0 else int(state.drawn) + 1
        if may_lay(state, rules, seat, card):
            return


@inlined
def stay(state: State, log: Log, seat: Index) -> None:
    """Keep the drawn card; or, with nothing to play and nothing to draw, do nothing (turn-5)."""
    if state.ask == Ask.DRAWN:
        tell(log, Tell.KEPT, seat, 0, 0)
        end_turn(state)
        return
    begin_turn(state, log, seat)
    tell(log, Tell.PASSED, seat, 0, 0)
    state.passes = int(state.passes) + 1
    if state.passes == state.players:
        void_round(state, log)
    else:
        end_turn(state)


def name_color(state: State, rules: Rules, log: Log, seat: Index, color: int) -> None:
    """card-wild: a colour is named, for play or for a later sentence of the card."""
    state.named = color
    in_play = rules.code[int(state.pc), t.OP] != t.NAME_ANY
    if in_play:
        state.color = color
    tell(log, Tell.NAMED, seat, color, int(in_play))
    go_on(state, rules, log)


def go_on(state: State, rules: Rules, log: Log) -> None:
    """The question is answered: the instruction is done with this seat."""
    next_member(state)
    run(state, rules, log)


def answer_wild_draw(state: State, rules: Rules, log: Log, seat: Index, challenged: bool) -> None:
    """challenge-1 to challenge-4: the next player challenges, or accepts the draw."""
    if challenged:
        actor = int(state.actor)
        show_hand(state, actor, 1 << seat)  # challenge-2
        state.verdict = GUILTY if state.bluff else INNOCENT
        tell(log, Tell.CHALLENGED, seat, actor, int(state.verdict))
        if log.on:
            for i in range(state.held[actor]):
                tell_card_to(state, log, Tell.SHOWED, actor, int(state.hand[actor, i]), 1 << seat, 0)
    else:
        tell(log, Tell.ACCEPTED, seat, int(state.penalty), int(state.until))
    go_on(state, rules, log)


def stay_silent(state: State, rules: Rules) -> None:
    """uno-4, jump-3: no call, no catch, no jump-in."""
    if state.ask == Ask.JUMP:
        ask_next_jumper(state)
    else:
        ask_next_catcher(state, rules)


def uno(state: State, rules: Rules, log: Log, seat: Index) -> None:
    """uno-1, uno-2: a call, before the play, after it, or when asked."""
    call_uno(state, log, seat)
    if state.ask == Ask.UNO:
        clear_suspect(state, rules)
        return
    if state.ask > Ask.DRAWN or not (int(state.liable) >> seat) & 1:  # the second look must find it (uno-3)
        state.called = int(state.called) | (1 << seat)
    state.liable = int(state.liable) & ~(1 << seat)


def catch(state: State, rules: Rules, log: Log, seat: Index, caught: Index) -> None:
    """uno-1: caught in time, a player who did not call draws two."""
    if state.idle == STANDSTILL and state.pc == 0:  # turn-5
        state.suspect = -1
        void_round(state, log)
        return
    tell(log, Tell.CAUGHT, caught, seat, 0)
    if can_stand_still(rules):
        state.caught = int(state.caught) | (1 << caught)
    draw_cards(state, rules, log, caught, int(rules.caught_draws))
    if state.ask == Ask.CATCH:
        clear_suspect(state, rules)
    else:
        state.liable = int(state.liable) & ~(1 << caught)


def answer(state: State, rules: Rules, log: Log, seat: Index, kind: int, argument: Index) -> None:
    """An answer to a question of the card that is being carried out."""
    if kind == Act.DISCARD or kind == Act.GIVE:
        if kind == Act.DISCARD:
            discard(state, log, seat, argument)
        else:
            give(state, rules, log, seat, argument)
        state.left = int(state.left) - 1
        run(state, rules, log)  # the same instruction asks again while more are due
        return
    if kind == Act.DONE:
        state.left = 0
        run(state, rules, log)
        return
    if kind == Act.TARGET:
        state.chosen = -1 if argument == NOBODY else argument
        tell(log, Tell.CHOSE, seat, int(state.chosen), 0)
    elif kind == Act.VOTE:
        count_vote(state, rules, log, seat, argument)
    else:
        state.answer = t.IF_YES if kind == Act.DARE else t.IF_NO
        event = Tell.DARED if kind == Act.DARE else Tell.CHICKENED
        tell(log, event, seat, int(rules.code[int(state.pc), t.WORDS]), 0)
    go_on(state, rules, log)


def count_vote(state: State, rules: Rules, log: Log, seat: Index, vote: int) -> None:
    """One vote; after the last one the answer stands."""
    pc = int(state.pc)
    voters = int(state.players) - (1 if rules.code[pc, t.WHO] == t.OTHERS else 0)
    needed = int(rules.code[pc, t.COUNT])
    if needed == 0:
        needed = voters // 2 + 1
    state.yes = int(state.yes) + vote
    state.answer = t.IF_YES if state.yes >= needed else t.IF_NO
    tell(log, Tell.VOTED, seat, vote, 0)
    if int(state.member) + 1 == voters:
        tell(log, Tell.VOTE_RESULT, seat, int(state.answer == t.IF_YES), int(rules.code[pc, t.WORDS]))
