"""Another deal of everything that a seat can't know, consistent with all that it does know.

This is how honest players think ahead: they deal what is hidden anew and look what would come of it. What a seat
knows is what the state's knowledge says (`see-1` to `see-4`), hands laid open to be counted, and what an open
question gives away: a card just drawn can be played, a hand asked about its wilds is all wild, and a Wild Draw was
laid by somebody whose hand is judged, or was, by the colour before it. What people's choices may suggest beyond
that is for players to think about.
"""

from __future__ import annotations

from lastcard.engine.kernel.cards import at
from lastcard.engine.kernel.legal import may_lay, place_in_hand, playable_faces
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kernel.policies import random_below, random_word
from lastcard.engine.kinds import Ask
from lastcard.engine.rules import DISCARD_WILDS, OP, Rules
from lastcard.engine.schema import GUILTY, INNOCENT, Scratch, State

WALKS = 24
"""With a fixed pairing, how often a card is taken out and cards move on until it fits somewhere again."""


def redeal(state: State, rules: Rules, scratch: Scratch, knows: int, sound: bool) -> None:
    """Deal anew what nobody in the set `knows` may know, and give the game another future.

    A position laid out by hand may ask what no game would; if it was not `sound` before (`fits`), there is nothing
    to be held to.
    """
    while True:
        if rules.sides == 2 and rules.shuffle_pairing == 0:
            change_cards(state, scratch, knows)
        else:
            for side in range(int(rules.sides)):
                change_faces(state, rules, scratch, knows, side)
        judge_again(state, rules, knows)
        if not sound or fits(state, rules, knows):
            break
    new_future(state, scratch)


def new_future(state: State, scratch: Scratch) -> None:
    """Other randomness for all that is still to come."""
    for i in range(4):
        state.key[i] = random_word(scratch)
    state.counter = 0


@inlined
def is_known(state: State, knows: int, side: Index, card: Index) -> bool:
    """Whether somebody in the set may know a face."""
    if int(state.know[side, card]) & knows:
        return True
    return bool(state.ask >= Ask.ROUND_OVER and side == state.side and in_a_hand(state, card))  # score-1


def in_a_hand(state: State, card: Index) -> bool:
    for seat in range(state.players):
        if place_in_hand(state, seat, card) >= 0:
            return True
    return False


def list_hidden(state: State, knows: int, side: int, out: Scratch) -> int:
    """The cards whose face on a side is hidden, or, with side -1, any of their faces; how many there are."""
    used = 0
    for seat in range(state.players):
        for i in range(state.held[seat]):
            used = note_hidden(state, knows, side, int(state.hand[seat, i]), out, used)
    for pile in range(2):
        for i in range(int(state.count[pile])):
            used = note_hidden(state, knows, side, at(state, pile, i), out, used)
    return used


@inlined
def note_hidden(state: State, knows: int, side: int, card: Index, out: Scratch, used: int) -> int:
    if side >= 0:
        hidden = not is_known(state, knows, side, card)
    else:
        hidden = not (is_known(state, knows, 0, card) and is_known(state, knows, 1, card))
    out.move[used] = card
    return used + int(hidden)


def change_faces(state: State, rules: Rules, scratch: Scratch, knows: int, side: Index) -> None:
    """Shuffle the hidden faces of one side among their cards, every order that fits equally likely."""
    count = list_hidden(state, knows, side, scratch)
    placed = 0
    if side == state.side:
        if state.ask == Ask.DRAWN and state.drawn == 1:
            seat = int(state.asked)
            drawn = int(state.hand[seat, int(state.held[seat]) - 1])
            placed = place_first(state, scratch, side, drawn, playable_faces(state, rules), placed, count)
        elif asks_about_wilds(state, rules):
            seat = int(state.asked)
            for i in range(state.held[seat]):
                card = int(state.hand[seat, i])
                placed = place_first(state, scratch, side, card, int(rules.wild_mask[side]), placed, count)
        if is_judged(state, knows) and (rules.bluffing == 0 or state.verdict == INNOCENT):  # bluff-2, challenge-2
            allowed = ~match_mask(state, rules)
            for i in range(int(state.bluff_held)):
                card = int(state.hand[int(state.actor), i])
                placed = place_first(state, scratch, side, card, allowed, placed, count)
    for i in range(count - 1, placed, -1):
        j = placed + random_below(scratch, i - placed + 1)
        swap_faces(state, side, int(scratch.move[i]), int(scratch.move[j]))


@inlined
def asks_about_wilds(state: State, rules: Rules) -> bool:
    return bool(state.ask == Ask.DISCARD and rules.code[int(state.pc), OP] == DISCARD_WILDS)


@inlined
def swap_faces(state: State, side: Index, one: Index, other: Index) -> None:
    face = state.face[side, one]
    state.face[side, one] = state.face[side, other]
    state.face[side, other] = face


def place_first(state: State, scratch: Scratch, side: Index, card: Index, allowed: int, placed: int, count: int) -> int:
    """Give a hidden card one of the allowed faces at random and leave it out of the shuffle; how many are so placed."""
    place = -1
    choices = 0
    for i in range(placed, count):
        place = i if scratch.move[i] == card else place
        choices += (allowed >> int(state.face[side, int(scratch.move[i])])) & 1
    if place < 0 or choices == 0:
        return placed
    scratch.move[place] = scratch.move[placed]
    scratch.move[placed] = card
    pick = random_below(scratch, choices)
    for i in range(placed, count):
        other = int(scratch.move[i])
        if (allowed >> int(state.face[side, other])) & 1:
            if pick == 0:
                swap_faces(state, side, card, other)
                break
            pick -= 1
    return placed + 1


def change_cards(state: State, scratch: Scratch, knows: int) -> None:
    """deck-2: with a fixed pairing whole cards change places, where what is known of each place stays true.

    One card is taken out; then any card that fits the gap is moved there, which leaves another gap, until it is the
    first card itself. Every deal that fits can be reached so, and each is as likely in the end.
    """
    count = list_hidden(state, knows, -1, scratch)
    for _ in range(WALKS if count > 1 else 0):
        gap = int(scratch.move[random_below(scratch, count)])
        light, dark = int(state.face[0, gap]), int(state.face[1, gap])
        while True:
            moved = next_into_gap(state, scratch, knows, gap, light, dark, count)
            if moved == gap:
                break
            state.face[0, gap] = state.face[0, moved]
            state.face[1, gap] = state.face[1, moved]
            gap = moved
        state.face[0, gap] = light
        state.face[1, gap] = dark


@inlined
def next_into_gap(state: State, scratch: Scratch, knows: int, gap: Index, light: int, dark: int, count: int) -> Index:
    """The card that is moved into a gap, each that fits equally likely; the gap itself stands for the one taken out."""
    wanted_light, wanted_dark = wanted_on(state, knows, 0, gap), wanted_on(state, knows, 1, gap)
    if wanted_light < 0 and wanted_dark < 0:  # as most places are: anything fits, and nothing needs to be looked at
        return int(scratch.move[random_below(scratch, count)])
    fitting = 0
    for i in range(count):
        card = int(scratch.move[i])
        here = is_wanted(int(state.face[0, card]), int(state.face[1, card]), wanted_light, wanted_dark)
        fitting += int(card != gap and here)
    pick = random_below(scratch, fitting + int(is_wanted(light, dark, wanted_light, wanted_dark)))
    for i in range(count):
        card = int(scratch.move[i])
        here = is_wanted(int(state.face[0, card]), int(state.face[1, card]), wanted_light, wanted_dark)
        if card != gap and here:
            if pick == 0:
                return card
            pick -= 1
    return gap


@inlined
def wanted_on(state: State, knows: int, side: Index, place: Index) -> int:
    """The face that is known of where a card lies, or -1."""
    return int(state.face[side, place]) if is_known(state, knows, side, place) else -1


@inlined
def is_wanted(light: int, dark: int, wanted_light: int, wanted_dark: int) -> bool:
    """Whether a card has the faces that are known of a place; -1: nothing is."""
    return (wanted_light < 0 or wanted_light == light) and (wanted_dark < 0 or wanted_dark == dark)


@inlined
def match_mask(state: State, rules: Rules) -> int:
    """bluff-1: the faces that make a Wild Draw a bluff."""
    side = int(state.side)
    matching = int(rules.color_mask[side, max(0, int(state.bluff_color))])
    return matching | int(rules.wild_mask[side]) if rules.wild_is_match else matching


@inlined
def is_judged(state: State, knows: int) -> bool:
    """Whether a Wild Draw is being carried out whose player's hand is hidden."""
    return bool(state.bluff_color >= 0 and not (knows >> int(state.actor)) & 1)


def held_match(state: State, rules: Rules) -> bool:
    """challenge-2: whether the hand, as it was when the Wild Draw was laid, had a card of the colour before it."""
    actor, side = int(state.actor), int(state.side)
    for i in range(int(state.bluff_held)):
        color = rules.color[side, int(state.face[side, int(state.hand[actor, i])])]
        if color == state.bluff_color or (color < 0 and rules.wild_is_match):
            return True
    return False


def judge_again(state: State, rules: Rules, knows: int) -> None:
    """Whether a Wild Draw that is not yet challenged was a bluff depends on the new hand."""
    if is_judged(state, knows) and state.verdict == 0:
        state.bluff = int(held_match(state, rules))


def fits(state: State, rules: Rules, knows: int) -> bool:
    """Whether what an open question gives away is true of the new deal."""
    if is_judged(state, knows):
        if rules.bluffing == 0 and held_match(state, rules):  # bluff-2
            return False
        if state.verdict != 0 and held_match(state, rules) != (state.verdict == GUILTY):
            return False
    if state.ask == Ask.DRAWN:
        return drawn_can_be_played(state, rules)
    if asks_about_wilds(state, rules):
        return all_wild_and_different(state, rules)
    return True


def drawn_can_be_played(state: State, rules: Rules) -> bool:
    """see-1: who is asked about a card just drawn can play it."""
    seat = int(state.asked)
    for place in range(int(state.held[seat]) - int(state.drawn), int(state.held[seat])):
        if may_lay(state, rules, seat, int(state.hand[seat, place])):
            return True
    return False


def all_wild_and_different(state: State, rules: Rules) -> bool:
    """custom-2: who is asked which wild to discard holds only wilds, not all alike."""
    seat, side = int(state.asked), int(state.side)
    first = int(state.face[side, int(state.hand[seat, 0])])
    different = False
    for i in range(state.held[seat]):
        face = int(state.face[side, int(state.hand[seat, i])])
        if rules.color[side, face] >= 0:
            return False
        different = different or face != first
    return different
