"""Which moves are legal: a function of the state alone.

The order is fixed: cards in the order they are held, longest first, then draw or
pass; answers in the order of `docs/notation.md`; jump-ins by seat; last, calls and catches by seat.
Cards that their holder can't tell apart are listed once, by the one longest held.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import can_draw, top_face
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, NOBODY, SEAT_SHIFT, Act, Ask
from lastcard.engine.rules import COUNT, MAY_CHOOSE, MAY_DISCARD, MUST_ALWAYS, OP, UNO_ASK, UNO_RACE, Rules
from lastcard.engine.schema import Scratch, State


@inlined
def make_move(seat: int, kind: int, argument: int) -> int:
    """A move as one number."""
    return (seat << SEAT_SHIFT) | (kind << KIND_SHIFT) | argument


@inlined
def playable_faces(state: State, rules: Rules) -> int:
    """turn-1: the set of faces that match the top card by colour, number or symbol, and all wilds."""
    return faces_that_match(rules, int(state.side), top_face(state), int(state.color))


@inlined
def faces_that_match(rules: Rules, side: Index, top: Index, color: int) -> int:
    """The same for any top card and colour in play; -1: none is named yet."""
    faces = int(rules.wild_mask[side]) | int(rules.symbol_mask[side, top])
    if color >= 0:
        faces |= int(rules.color_mask[side, color])
    return faces


def holds_match(state: State, rules: Rules, seat: Index, except_card: Index) -> bool:
    """bluff-1: whether a hand has another card of the colour in play (in some editions a wild is one too)."""
    side = int(state.side)
    for i in range(state.held[seat]):
        card = int(state.hand[seat, i])
        if card != except_card:
            color = rules.color[side, int(state.face[side, card])]
            if color == state.color or (color < 0 and rules.wild_is_match):
                return True
    return False


def would_bluff(state: State, rules: Rules, seat: Index, card: Index) -> bool:
    """bluff-1: whether a card is a Wild Draw that its holder has another card to match the colour in play for."""
    side = int(state.side)
    return bool(rules.bluffs[side, int(state.face[side, card])]) and holds_match(state, rules, seat, card)


@inlined
def is_lawful(state: State, rules: Rules, seat: Index, card: Index) -> bool:
    """bluff-2: whether a card may be played as far as bluffs go."""
    return rules.bluffing != 0 or not would_bluff(state, rules, seat, card)


@inlined
def may_lay(state: State, rules: Rules, seat: Index, card: Index) -> bool:
    """Whether a card of this hand could be played in its holder's turn by what it is."""
    face = int(state.face[int(state.side), card])
    return bool((playable_faces(state, rules) >> face) & 1) and is_lawful(state, rules, seat, card)


@inlined
def can_be_jumped(state: State, rules: Rules) -> bool:
    """jump-1: whether the top card is one that somebody played, with a colour."""
    return bool(state.laid) and rules.color[int(state.side), top_face(state)] >= 0


def layable_faces(state: State, rules: Rules, seat: Index) -> int:
    """The set of faces that a seat may lay now: in its turn, as an answer to a Draw card, or as a jump-in."""
    ask = int(state.ask)
    if seat == state.asked:
        if ask <= Ask.DRAWN:
            return playable_faces(state, rules)
        if ask == Ask.STACK:
            return int(rules.answers[int(state.side), top_face(state)])
        return 1 << top_face(state) if ask == Ask.JUMP else 0
    if ask == Ask.PLAY and rules.jump_in and rules.uno != UNO_ASK and can_be_jumped(state, rules):
        return 1 << top_face(state)
    return 0


def jump_card(state: State, rules: Rules, seat: Index) -> int:
    """jump-1: a card of a seat whose turn it is not that is the very same as the top one; -1 if there is none."""
    faces, side = layable_faces(state, rules, seat), int(state.side)
    if seat == state.asked or faces == 0:
        return -1
    for i in range(state.held[seat]):
        card = int(state.hand[seat, i])
        if (faces >> int(state.face[side, card])) & 1 and is_lawful(state, rules, seat, card):
            return card
    return -1


def is_obliged(state: State, rules: Rules, seat: Index, first: Index) -> bool:
    """must-play: whether a hand has a card, from place `first` on, that may be played and is no bluff."""
    faces, side = playable_faces(state, rules), int(state.side)
    for i in range(first, int(state.held[seat])):
        card = int(state.hand[seat, i])
        if (faces >> int(state.face[side, card])) & 1 and not would_bluff(state, rules, seat, card):
            return True
    return False


def known_back(state: State, seat: Index, card: Index) -> int:
    """The face on the back of an own card, or -1 if its holder does not know it."""
    back = 1 - int(state.side)
    if (int(state.know[back, card]) >> seat) & 1:
        return int(state.face[back, card])
    return -1


def listed_before(state: State, seat: Index, first: int, place: int) -> bool:
    """Whether an earlier card of the hand looks the same to its holder."""
    side = int(state.side)
    card = int(state.hand[seat, place])
    for i in range(first, place):
        other = int(state.hand[seat, i])
        same_face = state.face[side, other] == state.face[side, card]
        if same_face and known_back(state, seat, other) == known_back(state, seat, card):
            return True
    return False


@inlined
def first_place(state: State, seat: Index) -> int:
    """turn-3: from which place of a hand on cards may be played; after a draw, only those just drawn."""
    if state.ask == Ask.DRAWN and seat == state.asked:
        return int(state.held[seat]) - int(state.drawn)
    return 0


@inlined
def put(out: Scratch, place: Index, move: int) -> None:
    """Write a move into a list."""
    out.move[place] = move


@inlined
def list_plays(state: State, rules: Rules, seat: Index, first: Index, faces: int, out: Scratch, used: int) -> int:
    """The cards with one of these faces that a seat may play, from place `first` of the hand on."""
    side = int(state.side)
    base = make_move(seat, Act.PLAY, 0)
    held, start = int(state.held[seat]), used
    left = faces
    if rules.sides == 1:  # a face is listed once, so it leaves the set
        for i in range(first, held):
            card = int(state.hand[seat, i])
            face = int(state.face[side, card])
            # Whether a card fits is as good as random, so the list is written without a branch on it.
            fits = (left >> face) & 1
            left &= ~(1 << face)
            put(out, used, base | card)
            used += fits
    else:
        for i in range(first, held):
            card = int(state.hand[seat, i])
            face = int(state.face[side, card])
            fits = (faces >> face) & 1
            if fits and not (left >> face) & 1 and listed_before(state, seat, first, i):
                continue
            left &= ~(1 << face)
            put(out, used, base | card)
            used += fits
    if rules.bluffing == 0 and (faces ^ left) & int(rules.bluff_mask[side]):
        return drop_unlawful(state, rules, seat, out, start, used)
    return used


def drop_unlawful(state: State, rules: Rules, seat: Index, out: Scratch, start: int, used: int) -> int:
    """bluff-2: take the Wild Draws that would be bluffs off a list of plays."""
    kept = start
    for i in range(start, used):
        move = int(out.move[i])
        if not would_bluff(state, rules, seat, move & ARGUMENT_MASK):
            out.move[kept] = move
            kept += 1
    return kept


def list_hand(state: State, rules: Rules, out: Scratch) -> int:
    """Any card of the asked seat, to be discarded or given; `done` where discarding is optional."""
    seat = int(state.asked)
    side = int(state.side)
    base = make_move(seat, Act.DISCARD, 0) if state.ask == Ask.DISCARD else make_move(seat, Act.GIVE, 0)
    seen, used = 0, 0
    for i in range(state.held[seat]):
        card = int(state.hand[seat, i])
        bit = 1 << int(state.face[side, card])
        if seen & bit and (rules.sides == 1 or listed_before(state, seat, 0, i)):
            continue
        seen |= bit
        out.move[used] = base | card
        used += 1
    if rules.code[int(state.pc), OP] == MAY_DISCARD:
        out.move[used] = make_move(seat, Act.DONE, 0)
        used += 1
    return used


def list_answers(state: State, rules: Rules, out: Scratch, used: int) -> int:
    """The moves for every question that is not about a card in hand."""
    seat = int(state.asked)
    ask = int(state.ask)
    if ask == Ask.COLOR:
        for color in range(rules.colors):
            out.move[used + color] = make_move(seat, Act.COLOR, color)
        return used + int(rules.colors)
    if ask == Ask.TARGET:
        for target in range(state.players):
            if target != seat:
                out.move[used] = make_move(seat, Act.TARGET, target)
                used += 1
        if choice_is_optional(state, rules):
            out.move[used] = make_move(seat, Act.TARGET, NOBODY)
            used += 1
        return used
    if ask == Ask.CHALLENGE:
        return list_pair(out, used, make_move(seat, Act.CHALLENGE, 0), make_move(seat, Act.ACCEPT, 0))
    if ask == Ask.VOTE:
        return list_pair(out, used, make_move(seat, Act.VOTE, 1), make_move(seat, Act.VOTE, 0))
    if ask == Ask.DARE:
        return list_pair(out, used, make_move(seat, Act.DARE, 0), make_move(seat, Act.CHICKEN, 0))
    if ask == Ask.UNO:
        return list_pair(out, used, make_move(seat, Act.UNO, 0), make_move(seat, Act.SILENT, 0))
    return list_pair(out, used, make_move(seat, Act.CATCH, int(state.suspect)), make_move(seat, Act.SILENT, 0))


def choice_is_optional(state: State, rules: Rules) -> bool:
    """Whether `target none` is allowed."""
    return bool(rules.code[int(state.pc), OP] == MAY_CHOOSE)


def list_pair(out: Scratch, used: int, first: int, second: int) -> int:
    """The two moves of a question that has two answers."""
    out.move[used] = first
    out.move[used + 1] = second
    return used + 2


def may_call(state: State, rules: Rules, seat: Index) -> bool:
    """uno-2, uno-3: whether a seat may call UNO out of turn order now."""
    if rules.uno != UNO_RACE or state.ask >= Ask.ROUND_OVER:
        return False
    bit = 1 << seat
    if int(state.called) & bit:
        return False
    if int(state.liable) & bit:
        return True
    if state.ask <= Ask.DRAWN:
        return bool(state.held[seat] == 2 and (seat == state.turn or jump_card(state, rules, seat) >= 0))  # jump-2
    if state.ask == Ask.STACK and seat == state.asked and state.held[seat] == 2:  # stack-4
        return True
    # While a card is carried out: its player, or who had to discard for it.
    mine = seat == state.actor and not state.starting
    return bool((mine or int(state.discarders) & bit) and state.held[seat] == 1)


@inlined
def list_calls(state: State, rules: Rules, out: Scratch, used: int) -> int:
    """Calls and catches that may be made at any time, for every seat."""
    if rules.uno != UNO_RACE or state.ask >= Ask.ROUND_OVER:
        return used
    liable = int(state.liable)
    for seat in range(state.players):
        if may_call(state, rules, seat):
            out.move[used] = make_move(seat, Act.UNO, 0)
            used += 1
        if liable:
            for other in range(state.players):
                if other != seat and (liable >> other) & 1:
                    out.move[used] = make_move(seat, Act.CATCH, other)
                    used += 1
    return used


def list_jumps(state: State, rules: Rules, out: Scratch, used: int) -> int:
    """jump-1: the jump-ins of every seat whose turn it is not."""
    for seat in range(state.players):
        faces = layable_faces(state, rules, seat) if seat != state.asked else 0
        if faces != 0:
            used = list_plays(state, rules, seat, 0, faces, out, used)
    return used


@inlined
def list_reactions(state: State, rules: Rules, out: Scratch, used: int) -> int:
    """What may be done by whoever is not asked: jump-ins, then calls and catches, for every seat."""
    if rules.jump_in and state.ask == Ask.PLAY:
        used = list_jumps(state, rules, out, used)
    return list_calls(state, rules, out, used)


@inlined
def list_decision(state: State, rules: Rules, out: Scratch) -> int:
    """The moves of the seat that must decide; how many there are."""
    ask = int(state.ask)
    if ask == Ask.PLAY:
        seat = int(state.asked)
        used = list_plays(state, rules, seat, 0, playable_faces(state, rules), out, 0)
        if can_draw(state):
            put(out, used, make_move(seat, Act.DRAW, 0))
            return used + int(may_draw(state, rules))
        if used == 0:  # turn-5
            out.move[used] = make_move(seat, Act.PASS, 0)
            return 1
        return used
    if ask == Ask.DRAWN:
        seat = int(state.asked)
        used = list_plays(state, rules, seat, first_place(state, seat), playable_faces(state, rules), out, 0)
        out.move[used] = make_move(seat, Act.PASS, 0)
        return used + int(may_keep(state, rules))
    if ask == Ask.STACK or ask == Ask.JUMP:
        return list_answers_with_cards(state, rules, out)
    if ask == Ask.DISCARD or ask == Ask.GIVE:
        return list_hand(state, rules, out)
    if ask == Ask.GAME_OVER:
        return 0
    if ask == Ask.ROUND_OVER:
        if enough_to_deal(state, rules):
            out.move[0] = make_move(0, Act.DEAL, 0)
            return 1
        return 0
    return list_answers(state, rules, out, 0)


@inlined
def may_draw(state: State, rules: Rules) -> bool:
    """must-play: whether the asked seat may draw, as far as its hand goes."""
    return rules.must_play != MUST_ALWAYS or not is_obliged(state, rules, int(state.asked), 0)


@inlined
def may_keep(state: State, rules: Rules) -> bool:
    """must-play: whether the asked seat may keep what it has just drawn."""
    seat = int(state.asked)
    return rules.must_play == 0 or not is_obliged(state, rules, seat, first_place(state, seat))


@inlined
def may_challenge(state: State, rules: Rules) -> bool:
    """stack-2: whether the card just laid in a stack may be challenged."""
    return rules.bluffing != 0 and rules.code[int(state.pc), COUNT] > 0


def list_answers_with_cards(state: State, rules: Rules, out: Scratch) -> int:
    """stack-2, jump-3: the cards that may be laid, and what may be said in their place."""
    seat = int(state.asked)
    used = list_plays(state, rules, seat, 0, layable_faces(state, rules, seat), out, 0)
    if state.ask == Ask.JUMP:
        out.move[used] = make_move(seat, Act.SILENT, 0)
        return used + 1
    if may_challenge(state, rules):
        out.move[used] = make_move(seat, Act.CHALLENGE, 0)
        used += 1
    out.move[used] = make_move(seat, Act.ACCEPT, 0)
    return used + 1


def list_legal(state: State, rules: Rules, out: Scratch) -> int:
    """All legal moves of all seats; how many there are."""
    return list_reactions(state, rules, out, list_decision(state, rules, out))


def cards_in_play(state: State) -> int:
    """All cards of the game, wherever they are."""
    total = int(state.count[0]) + int(state.count[1])
    for seat in range(state.players):
        total += int(state.held[seat])
    return total


def enough_to_deal(state: State, rules: Rules) -> bool:
    """Whether another round can be dealt: a hand for everybody and a card to turn up."""
    return cards_in_play(state) > int(rules.hand) * int(state.players)


def is_legal(state: State, rules: Rules, move: int) -> bool:
    """Whether a move may be made. Of cards that look alike any may be meant, not only the one listed."""
    seat = move >> SEAT_SHIFT
    kind = (move >> KIND_SHIFT) & KIND_MASK
    argument = move & ARGUMENT_MASK
    if seat >= state.players:
        return False
    ask = int(state.ask)
    if ask == Ask.GAME_OVER:
        return False
    if kind == Act.DEAL:
        return ask == Ask.ROUND_OVER and seat == 0 and argument == 0 and enough_to_deal(state, rules)
    if ask == Ask.ROUND_OVER:
        return False
    if kind == Act.UNO and ask != Ask.UNO:
        return argument == 0 and may_call(state, rules, seat)
    if kind == Act.CATCH and ask != Ask.CATCH:
        return bool(
            rules.uno == UNO_RACE
            and argument < state.players
            and argument != seat
            and (int(state.liable) >> argument) & 1 == 1
        )
    if kind == Act.PLAY:
        return legal_play(state, rules, seat, argument)
    if seat != state.asked:
        return False
    if kind == Act.DISCARD or kind == Act.GIVE:
        wanted = ask == Ask.DISCARD if kind == Act.DISCARD else ask == Ask.GIVE
        return wanted and place_in_hand(state, seat, argument) >= 0
    return legal_answer(state, rules, kind, argument)


def place_in_hand(state: State, seat: Index, card: Index) -> int:
    """Where a card is in a hand; -1 if it is not there."""
    for i in range(state.held[seat]):
        if state.hand[seat, i] == card:
            return i
    return -1


def legal_play(state: State, rules: Rules, seat: Index, card: Index) -> bool:
    """Whether a seat may play this card: in its turn, as an answer to a Draw card, or as a jump-in."""
    place = place_in_hand(state, seat, card)
    if place < first_place(state, seat):  # not held, or turn-3
        return False
    fits = (layable_faces(state, rules, seat) >> int(state.face[int(state.side), card])) & 1
    return bool(fits) and is_lawful(state, rules, seat, card)


def legal_answer(state: State, rules: Rules, kind: int, argument: Index) -> bool:
    """Whether a move without a card answers the question asked."""
    ask = int(state.ask)
    if kind == Act.TARGET:
        if ask != Ask.TARGET:
            return False
        if argument == NOBODY:
            return choice_is_optional(state, rules)
        return bool(argument < state.players and argument != state.asked)
    if kind == Act.COLOR:
        return bool(ask == Ask.COLOR and argument < rules.colors)
    if kind == Act.VOTE:
        return ask == Ask.VOTE and argument <= 1
    if kind == Act.CATCH:
        return bool(argument == state.suspect)
    if argument != 0:
        return False
    if kind == Act.DRAW:
        return ask == Ask.PLAY and can_draw(state) and may_draw(state, rules)
    if kind == Act.PASS:
        if ask == Ask.DRAWN:
            return may_keep(state, rules)
        return ask == Ask.PLAY and not can_draw(state) and not can_play(state, rules)
    if kind == Act.DONE:
        return bool(ask == Ask.DISCARD and rules.code[int(state.pc), OP] == MAY_DISCARD)
    if ask == Ask.CHALLENGE:
        return kind == Act.CHALLENGE or kind == Act.ACCEPT
    if ask == Ask.DARE:
        return kind == Act.DARE or kind == Act.CHICKEN
    if ask == Ask.UNO:
        return kind == Act.UNO or kind == Act.SILENT
    if ask == Ask.STACK:
        return kind == Act.ACCEPT or (kind == Act.CHALLENGE and may_challenge(state, rules))
    return (ask == Ask.CATCH or ask == Ask.JUMP) and kind == Act.SILENT


def can_play(state: State, rules: Rules) -> bool:
    """Whether the asked seat has any card that may be played."""
    seat = int(state.asked)
    for i in range(state.held[seat]):
        if may_lay(state, rules, seat, int(state.hand[seat, i])):
            return True
    return False
