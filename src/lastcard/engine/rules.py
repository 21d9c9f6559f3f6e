"""The compiled form of an edition: one flat record that the kernel reads, and the codes that stand in it.

It holds the deck, what each face is and does, and the settings of a game, all as small
integers. It is written once, by `editions/compile.py`, and never changed afterwards.
Nothing here knows an edition, a card's name or a colour.
"""

from __future__ import annotations

from lastcard.engine.flat import I8, I16, I32, I64, U8, U16, Flat, Ints, many, one

MAX_SEATS = 10
MAX_CARDS = 112
MAX_FACES = 62
"""Faces on one side: a set of faces must fit into the bits of a signed 64-bit number."""
FACE_BITS = 6
"""A face's place among the texts of its side, the unknown one included, fits into these."""
MAX_COLORS = 8
MAX_CODE = 512
MAX_TEXTS = 30
"""Votes, dares and notices with words of their own: a set of them must fit into 31 bits."""
MOST_COUNT = 20
"""The highest number in a sentence."""

# Verbs. One function each in `engine/kernel/verbs.py`.
END = 0
DRAW = 1
DRAW_UNTIL = 2
LEVEL = 3
MAY_DISCARD = 4
DISCARD = 5
DISCARD_DOWN = 6
DISCARD_WILDS = 7
MISS = 8
TURN_AROUND = 9
NAME = 10
NAME_IF_WILD = 11
NAME_ANY = 12
CHALLENGE = 13
CHOOSE = 14
MAY_CHOOSE = 15
SWAP = 16
COMPARE_HIGHEST = 17
COMPARE_LOWEST = 18
FLIP = 19
OPEN_HANDS = 20
TAKE_INSTEAD = 21
VOTE = 22
DARE = 23
NOTICE = 24
AGAIN = 25
PICK_MOST = 26
PICK_FEWEST = 27
STACK = 28
PAY = 29
MOVE_HANDS = 30
GIVE = 31

# Subjects: whom an instruction is about.
PLAYER = 0
"""Whoever laid the card; the dealer for the card turned up first."""
NEXT = 1
CHOSEN = 2
THAT = 3
WINNER = 4
LOSER = 5
EVERYONE = 6
OTHERS = 7

# Conditions: whether an instruction happens.
ALWAYS = 0
IF_YES = 1
IF_NO = 2

# Values of settings.
UNO_RACE, UNO_ASK, UNO_AUTO = 0, 1, 2
SCORE_POINTS, SCORE_LOWEST, SCORE_HAND = 0, 1, 2
STACK_OFF, STACK_SAME, STACK_RISING, STACK_ANY = 0, 1, 2, 3
MUST_OFF, MUST_DRAWN, MUST_ALWAYS = 0, 1, 2
ANY_DEALER = -1

OP, WHO, COUNT, WHEN, WORDS, TO = 0, 1, 2, 3, 4, 5
"""Columns of an instruction."""


class Rules(Flat):
    """What a game is played by."""

    # sets of faces, a bit for each
    wild_mask: Ints = many(I64, (2,), "side: the wilds")
    bluff_mask: Ints = many(I64, (2,), "side: faces that may be challenged")
    color_mask: Ints = many(I64, (2, MAX_COLORS), "side, colour: the faces of that colour")
    symbol_mask: Ints = many(I64, (2, MAX_FACES), "side, face: the faces with the same number or symbol")
    answers: Ints = many(I64, (2, MAX_FACES), "side, face: the Draw cards that answer it (stack-1)")
    target: int = one(I32, "points that end the game")

    # what a face is
    points: Ints = many(I16, (2, MAX_FACES), "side, face: its points")
    color: Ints = many(I8, (2, MAX_FACES), "side, face: its colour; -1: wild")
    number: Ints = many(I8, (2, MAX_FACES), "side, face: its number; -1: a symbol")
    bluffs: Ints = many(U8, (2, MAX_FACES), "side, face: whether it may be challenged")
    goes_back: Ints = many(U8, (2, MAX_FACES), "side, face: whether it goes back when turned up first")
    penalty: Ints = many(I8, (2, MAX_FACES), "side, face: what it adds to an open penalty (stack-3)")
    penalty_until: Ints = many(I8, (2, MAX_FACES), "side, face: draws until the colour that it adds to one")
    hits: Ints = many(U8, (2, MAX_FACES), "side, face: whether the next player draws or misses the turn")

    # where its instructions begin in `code`; 0: nothing happens
    does: Ints = many(U16, (2, MAX_FACES), "side, face: when played")
    as_last_card: Ints = many(U16, (2, MAX_FACES), "side, face: when played as the last card")
    turned_up: Ints = many(U16, (2, MAX_FACES), "side, face: when turned up first")
    code: Ints = many(I16, (MAX_CODE, 6), "the instructions of all cards")

    # the deck
    cards: int = one(I16, "how many cards there are")
    sides: int = one(I8, "how many sides they have")
    colors: int = one(I8, "how many colours each side has")
    faces: Ints = many(I8, (2,), "side: how many faces there are")
    deck: Ints = many(U8, (2, MAX_CARDS), "side, card: its face, before the backs are paired")
    pairing: Ints = many(U8, (MAX_CARDS,), "the fixed pairing: which card lends its back")
    shuffle_pairing: int = one(I8, "whether backs are paired anew for each game (deck-2)")

    # numbers of the booklet
    hand: int = one(I8, "cards dealt to each player")
    caught_draws: int = one(I8, "what being caught costs")
    wild_is_match: int = one(I8, "whether a wild in hand makes a Wild Draw a bluff (bluff-1)")

    # settings
    uno: int = one(I8, "race, ask or auto")
    bluffing: int = one(I8, "whether a bluff may be tried")
    reverse_skips_two: int = one(I8, "whether Reverse is also a Skip between two players")
    scoring: int = one(I8, "points, lowest or hand")
    dealer: int = one(I8, "the first dealer; -1: by the draw")
    stacking: int = one(I8, "which Draw cards answer which (stack-1)")
    jump_in: int = one(I8, "whether the very same card may be played out of turn (jump-1)")
    draw_until: int = one(I8, "whether a turn's draw goes on until a card fits (draw-until)")
    must_play: int = one(I8, "whether who can play must: off, drawn or always (must-play)")
    people: int = one(I8, "whether any rule of the people that changes a turn is on")
    teams: int = one(I8, "whether players opposite each other are partners (teams)")

    # action numbers beyond the fixed ones, see `docs/actions.md`
    actions: int = one(I16, "how many action numbers there are")
    further: int = one(I16, "how many of them play a further card of the same face")
    further_first: Ints = many(U16, (2, MAX_FACES), "side, face: the first of these among them")
    further_side: Ints = many(U8, (2 * MAX_CARDS,), "the side of each of them")
    further_face: Ints = many(U8, (2 * MAX_CARDS,), "the face of each of them")
    further_nth: Ints = many(U8, (2 * MAX_CARDS,), "which of the cards with that face each of them plays, from 1")
