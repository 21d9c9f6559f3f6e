"""The state of a game: one table of its fields, from which everything else about them comes.

The record's type, reading it, the checks of positions and saved games, the words of a position
and the table in `docs/engine.md` are made from the classes here; nothing else lists the fields.
Copying a game is a memory copy, a batch of games is an array of these, saving is the bytes.
Only the kernel changes a state; the friendly layer turns it into words.
"""

from __future__ import annotations

from lastcard.engine.flat import (
    I8,
    I16,
    I32,
    SEAT,
    SEAT_OR_NONE,
    SEATS,
    TEXTS,
    U8,
    U16,
    U64,
    YES_OR_NO,
    Flat,
    Ints,
    Span,
    many,
    one,
)
from lastcard.engine.kinds import Ask
from lastcard.engine.rules import MAX_CARDS, MAX_CODE, MAX_COLORS, MAX_FACES, MAX_SEATS, MOST_COUNT

RING = 128
"""Room for a pile. A power of two, so that a pile can run around the end of its room."""

DRAW_PILE, DISCARD_PILE = 0, 1

MOST_POINTS = 10**8
"""More points than any game can bring."""

STANDSTILL = 100
"""turn-5: after so many turns in a row that brought only a card just drawn, nobody gets anywhere."""

MOST_PENALTY = MAX_CARDS * MOST_COUNT
"""More cards than all Draw cards of a deck add up to."""

MAX_MOVES = 256
"""Room for a list of legal moves: a hand, a few others, and two calls or catches a seat."""

LOG_ROOM = 4096
"""Room for the events of one move. A card has at most 20 sentences, each of which can show every card once."""

GUILTY, INNOCENT = 1, 2

FRESH = -1
"""`left` before an instruction has begun with a seat."""


class State(Flat):
    """One game.

    What is only ever an index (a seat, card, face or instruction that there must be) is unsigned, so that
    the compiled kernel does not look whether it counts from the end; what is counted with is signed.
    """

    # randomness: a key and how much of its stream is used
    key: Ints = many(U64, (4,), "the key of the game's randomness, 256 bits")
    counter: int = one(U64, "how many blocks of the key's stream are used")

    # the game
    scores: Ints = many(I32, (MAX_SEATS,), "points so far", Span(0, MOST_POINTS))
    round_points: Ints = many(
        I32, (MAX_SEATS,), "what each seat got for the round that is over", Span(0, MOST_POINTS), word="round_points"
    )
    moves: int = one(I32, "how many moves were made", Span(0, 10**9), word="moves")
    round_number: int = one(I32, "which round it is, from 1", Span(0, 10**9), usual=1, word="round_number")
    winners: int = one(I16, "who won the game", SEATS, word="winners")
    players: int = one(I8, "how many play", Span(2, MAX_SEATS))
    dealer: int = one(U8, "who deals this round", SEAT)
    round_winner: int = one(
        I8, "who went out; -1: nobody yet, or the round was void", SEAT_OR_NONE, usual=-1, word="round_winner"
    )

    # the cards
    know: Ints = many(I16, (2, MAX_CARDS), "side, card: who may know the face, as bits")
    face: Ints = many(U8, (2, MAX_CARDS), "side, card: which face is printed there")
    ring: Ints = many(U8, (2, RING), "draw pile and discard pile, each around a ring")
    start: Ints = many(I16, (2,), "where each pile begins in its ring")
    count: Ints = many(I16, (2,), "how many cards are in each pile")
    hand: Ints = many(U8, (MAX_SEATS, MAX_CARDS), "the cards of each hand, longest held first")
    held: Ints = many(I8, (MAX_SEATS,), "how many cards are in each hand")

    # the turn
    side: int = one(U8, "the side in play: 0 light, 1 dark", Span(0, 1))
    direction: int = one(I8, "1: play runs to the left, -1: to the right", Span(-1, 1), usual=1)
    color: int = one(I8, "the colour in play; -1: not named yet", Span(-1, MAX_COLORS - 1), usual=-1)
    turn: int = one(U8, "whose turn it is", SEAT)
    ask: int = one(U8, "what is asked", Span(0, Ask.GAME_OVER))
    asked: int = one(I8, "who must decide; -1 when the round is over", SEAT_OR_NONE, word="asked")
    drawn: int = one(I8, "how many cards at the end of the hand were just drawn", Span(0, MAX_CARDS), word="drawn")
    laid: int = one(I8, "whether somebody played the top card as it lies (jump-1)", YES_OR_NO, word="laid")
    passes: int = one(
        I8, "how many players in a row could neither play nor draw (turn-5)", Span(0, MAX_SEATS - 1), word="passes"
    )
    idle: int = one(
        I8, "how many cards in a row were played by who had just got them (turn-5)", Span(0, STANDSTILL), word="idle"
    )

    # the card that is being carried out
    actor: int = one(U8, "whose card it is; of a card turned up, the dealer", SEAT, word="actor")
    pc: int = one(U16, "its instruction that is next", Span(0, MAX_CODE - 1), word="pc")
    member: int = one(I8, "how many seats of a group the instruction is done with", Span(0, MAX_SEATS), word="member")
    left: int = one(I8, "how many cards are still to go; -1: not begun", Span(-1, MAX_CARDS), usual=-1, word="left")
    chosen: int = one(I8, "the player chosen", SEAT_OR_NONE, usual=-1, word="chosen")
    that: int = one(I8, "the player with most or fewest cards", SEAT_OR_NONE, usual=-1, word="that")
    winner: int = one(I8, "who won the comparison", SEAT_OR_NONE, usual=-1, word="winner")
    loser: int = one(I8, "who lost it", SEAT_OR_NONE, usual=-1, word="loser")
    named: int = one(I8, "the colour named last by this card", Span(-1, MAX_COLORS - 1), usual=-1, word="named")
    answer: int = one(I8, "1: yes, 2: no, in a vote or dare", Span(0, 2), word="answer")
    yes: int = one(I8, "yes votes so far", Span(0, MAX_SEATS), word="yes")
    misses: int = one(I8, "how many players miss the turn", Span(0, 100), word="misses")
    again: int = one(I8, "whether its player plays again", YES_OR_NO, word="again")
    bluff: int = one(I8, "whether a Wild Draw was a bluff (challenge-2)", YES_OR_NO, word="bluff")
    verdict: int = one(I8, "1: guilty, 2: innocent", Span(0, 2), word="verdict")
    extra: int = one(I8, "what a wrong challenge costs on top", Span(0, MOST_COUNT), word="extra")
    penalty: int = one(I16, "cards of an open penalty (stack-3)", Span(0, MOST_PENALTY), word="penalty")
    until: int = one(I8, "draws until the colour of an open penalty", Span(0, MAX_CARDS), word="until")
    starting: int = one(I8, "whether it is the card turned up first", YES_OR_NO, word="starting")
    last_card: int = one(I8, "whether it was its player's last card", YES_OR_NO, word="last_card")

    # UNO
    called: int = one(I16, "who has called", SEATS, word="called")
    liable: int = one(I16, "who can be caught", SEATS, word="liable")
    discarders: int = one(I16, "who discarded or gave by this card (uno-3)", SEATS, word="discarders")
    caught: int = one(I16, "who was caught and has not played since (turn-5)", SEATS, word="caught")
    suspect: int = one(I8, "who is asked to call, or about whom others are", SEAT_OR_NONE, usual=-1, word="suspect")

    # what lasts
    open_until: int = one(I16, "hands lie open until one of these seats begins a turn", SEATS, word="open_until")
    instead: Ints = many(
        U8, (MAX_SEATS,), "cards to draw in place of one, 0 for the usual", Span(0, MOST_COUNT), word="instead"
    )
    notice: Ints = many(I32, (MAX_SEATS,), "words that a seat must heed until somebody calls UNO", TEXTS, word="notice")

    # what a fair guess at hidden cards needs (see-4)
    bluff_color: int = one(
        I8,
        "the colour in play just before a Wild Draw that may be challenged",
        Span(-1, MAX_COLORS - 1),
        usual=-1,
        word="bluff_color",
    )
    bluff_held: int = one(I8, "how many cards its player held then", Span(0, MAX_CARDS), word="bluff_held")


class Log(Flat):
    """What happened in one move, a row each: kind, seat, two numbers, and who may know each face of a card."""

    on: int = one(I16, "whether anybody watches", YES_OR_NO)
    used: int = one(I16, "how many events there are", Span(0, LOG_ROOM))
    event: Ints = many(I16, (LOG_ROOM, 7), "the events")


class Scratch(Flat):
    """Room for a list of moves, and the randomness of players inside the kernel."""

    word: int = one(U64, "the state of the players' randomness")
    move: Ints = many(I32, (MAX_MOVES,), "moves")


class Workroom(Flat):
    """Room for laying out hidden cards in order (`engine/kernel/blinding.py`)."""

    count: Ints = many(I16, (MAX_FACES,), "how often each face is hidden")
    slot: Ints = many(I16, (MAX_CARDS,), "the places whose cards are hidden")
    pool: Ints = many(I16, (MAX_CARDS,), "both faces of each hidden card, from the first to the last")
    card_at: Ints = many(I16, (MAX_CARDS,), "which of them each place gets; -1: none yet")
    slot_of: Ints = many(I16, (MAX_CARDS,), "which place each of them gets")
    came_from: Ints = many(I16, (MAX_CARDS,), "the place that looked at a card first; -1: none yet")
    queue: Ints = many(I16, (MAX_CARDS + 1,), "places that look for a card")


class Order(Flat):
    """In which order an edition's cards are shown, so that nothing can be told from where one stands in a list."""

    place: Ints = many(U8, (2, MAX_FACES), "side, face: its place among the texts of its side")
    hidden: Ints = many(U8, (2,), "side: the place of a face that is not known")


VIEWERS = MAX_SEATS + 2
OPEN_VIEWER, PUBLIC_VIEWER = MAX_SEATS, MAX_SEATS + 1
"""Beside the seats: whoever sees all, and whoever sees only what every seat may know."""

NO_CARD, SAME_TOP = -1, -2
"""In place of the top card of the draw pile: there is none, or it looks as before."""

DISCARD_PATH = -1
"""Where an edit is, if not in the hand of a seat."""

_MOST_TOLD = 2 + 4 * (MAX_SEATS + 1) + MAX_CARDS
"""Numbers for one viewer: how many there are and the top card, an edit of every list, and every card once."""


class Changes(Flat):
    """What a move changed, for all who may look on (`engine/kernel/differences.py`).

    What a viewer is told begins with how many numbers follow, and the top card of the draw pile; then for each list
    that changed: where, from which place on, how many cards go, how many come, and these. Who is told the same
    is told it from the same place.
    """

    shown: int = one(I32, "what everybody may know that may be different, see `Shown`")
    used: int = one(I16, "how many numbers there are")
    begins: Ints = many(I16, (VIEWERS,), "viewer: where in `told` begins what that one is told; -1: nothing is new")
    row: Ints = many(I16, (2, MAX_CARDS), "a list before and after the move, as one viewer sees it")
    told: Ints = many(I16, (VIEWERS * _MOST_TOLD,), "what they are told")
