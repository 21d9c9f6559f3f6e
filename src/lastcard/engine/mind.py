"""What a sharp player goes by: kinds of cards, the weight of each thing that it looks at, and the past of a round.

A mind is made for one edition, its settings and a number of players (`lastcard.minds`); the kernel reads it and never
changes it. Weights are whole numbers, so that a mind decides alike on every platform.
"""

from __future__ import annotations

from enum import IntEnum

from lastcard.engine.flat import I16, I32, U8, Flat, Ints, many, one
from lastcard.engine.rules import MAX_FACES, MAX_SEATS


class Trait(IntEnum):
    """What a face is to a player who wants to be rid of cards."""

    NUMBER = 0
    """Does nothing."""
    SKIP = 1
    """The next player misses the turn, and draws nothing."""
    AGAIN = 2
    """Whoever plays it plays again."""
    DRAW = 3
    """The next player draws."""
    TURN = 4
    """Play turns around, and nobody misses the turn."""
    FLIP = 5
    SWAP = 6
    """Its player may exchange hands with another."""
    MOVE = 7
    """All hands move on."""
    OTHER = 8
    WILD = 9
    WILD_DRAW = 10
    """A wild that can be challenged."""
    OTHER_WILD = 11


TRAITS = len(Trait)
SIZES = 4
"""Hands of 1, 2, 3 and more cards are told apart."""
COUNTS = 5
"""Numbers of cards in hand: 0, 1, 2, 3 and more."""
KNOWN = 7
"""Known cards of another hand: 0, 1, 2, 3, 4, 5 and more."""
MOST_OPEN = 8
"""Cards of a hand that is challenged: more than these are not told apart."""
WIN = 1000
"""What a game that is won is worth to who thinks ahead; one that is lost is worth nothing."""
PATIENCE = 3000
"""Moves after which a play-out is given up as one that brings nobody anything."""
MAX_PAST = 48
"""Decisions that are remembered; of more, the latest."""


class Did(IntEnum):
    """Columns of a decision that was seen."""

    SEAT = 0
    ASK = 1
    ACT = 2
    WHAT = 3
    """The face that was played, or the colour that was named."""
    TOP = 4
    COLOR = 5
    DIRECTION = 6
    SIZES = 7
    """How many cards each seat held, one column each."""


class Weight(IntEnum):
    """Where in a mind's row the weights for each thing that is looked at begin."""

    TRAIT = 0
    """The kind of card that is played."""
    NEXT = TRAIT + TRAITS
    """Kind of card, and the size of the next player's hand."""
    OWN = NEXT + TRAITS * SIZES
    """Kind of card, and how many cards are left in the own hand."""
    DANGER = OWN + TRAITS * SIZES
    """Kind of card, and the size of the smallest other hand."""
    AFTER_DRAW = DANGER + TRAITS * SIZES
    """Kind of card, when it was just drawn and could be kept."""
    FOLLOW = AFTER_DRAW + TRAITS
    """How many cards are left that fit by colour."""
    TWIN = FOLLOW + COUNTS
    """How many cards are left that fit by number or symbol alone."""
    CHANGE = TWIN + COUNTS
    """The colour in play changes."""
    READY = CHANGE + 1
    """The last card left fits."""
    FINISH = READY + 1
    """The last card left fits, and the turn comes straight back."""
    COMBO = FINISH + 1
    """A card fits that is left, and the turn comes straight back."""
    BLUFF = COMBO + 1
    """The card could be challenged, and the challenge would be won."""
    WILDS = BLUFF + 1
    """How many wilds are left."""
    POINTS = WILDS + COUNTS
    """The points of the card, in tens, and the size of the smallest other hand."""
    MET = POINTS + SIZES
    """How many known cards of the next player fit the card."""
    BLOCKED = MET + KNOWN
    """The next player's whole hand is known and has nothing to lay on it; the size of that hand."""
    BACK_OWN = BLOCKED + SIZES
    """Flipping, and how many cards of the own hand are known to be strong on the other side."""
    BACK_NEXT = BACK_OWN + COUNTS
    """Flipping, and how many cards of the next player's hand are seen to be strong on the other side."""
    STAY = BACK_NEXT + COUNTS
    """Drawing, or keeping a card just drawn, and how many known cards of the next player fit the top card."""
    DRAW = STAY + KNOWN
    """Drawing, and the size of the own hand."""
    KEEP = DRAW + SIZES
    """Keeping a card just drawn, and the size of the own hand."""
    COLOR = KEEP + SIZES
    """Naming a colour, and how many cards of it are held."""
    COLOR_MET = COLOR + COUNTS
    """Naming a colour, and how many known cards of the next player have it."""
    COLOR_STAYS = COLOR_MET + KNOWN
    """Naming the colour that is in play."""
    CHALLENGE = COLOR_STAYS + 1
    """The chance to challenge, in thousandths, by how many cards whoever laid the Wild Draw has left, from 0 on."""
    END = CHALLENGE + MOST_OPEN + 1


class Past(Flat):
    """What everybody saw the others do in this round, as long as it tells of the hands that they hold now.

    A row a decision: `Did` has its columns.
    """

    round_number: int = one(I32, "the round that it is of")
    used: int = one(I16, "how many decisions there are")
    side: int = one(U8, "the side of the cards that it is of")
    did: Ints = many(I16, (MAX_PAST, Did.SIZES + MAX_SEATS), "the decisions, the latest last")


class Mind(Flat):
    """A sharp player."""

    trait: Ints = many(U8, (2, MAX_FACES), "side, face: which `Trait` it has")
    weight: Ints = many(I32, (Weight.END,), "the weights, see `Weight`")
