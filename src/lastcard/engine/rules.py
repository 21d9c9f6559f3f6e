"""The compiled form of an edition: one flat record that the engine reads.

`RULES` holds the deck, what each face is and does, and the settings of a game,
all as small integers. It is written once, by `compile.py`, and never changed
afterwards. Nothing here knows an edition, a card's name or a colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

MAX_SEATS = 10
MAX_CARDS = 112
MAX_FACES = 62
"""Faces on one side: a set of faces must fit into the bits of a signed 64-bit number."""
MAX_COLORS = 8
MAX_CODE = 512
MAX_TEXTS = 30
"""Votes, dares and notices with words of their own: a set of them must fit into 31 bits."""

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
ANY_DEALER = -1

OP, WHO, COUNT, WHEN, WORDS = 0, 1, 2, 3, 4
"""Columns of an instruction."""

RULES_DTYPE = np.dtype(
    [
        # sets of faces, a bit for each
        ("wild_mask", np.int64, (2,)),
        ("bluff_mask", np.int64, (2,)),
        ("color_mask", np.int64, (2, MAX_COLORS)),
        ("symbol_mask", np.int64, (2, MAX_FACES)),
        ("target", np.int32),
        # what a face is
        ("points", np.int16, (2, MAX_FACES)),
        ("color", np.int8, (2, MAX_FACES)),
        ("number", np.int8, (2, MAX_FACES)),
        ("bluffs", np.int8, (2, MAX_FACES)),
        ("goes_back", np.int8, (2, MAX_FACES)),
        # where its instructions begin in `code`; 0 means nothing happens
        ("does", np.int16, (2, MAX_FACES)),
        ("as_last_card", np.int16, (2, MAX_FACES)),
        ("turned_up", np.int16, (2, MAX_FACES)),
        ("code", np.int16, (MAX_CODE, 5)),
        # the deck
        ("cards", np.int16),
        ("sides", np.int8),
        ("colors", np.int8),
        ("faces", np.int8, (2,)),
        ("deck", np.int8, (2, MAX_CARDS)),
        ("pairing", np.int8, (MAX_CARDS,)),
        ("shuffle_pairing", np.int8),
        # numbers of the booklet
        ("hand", np.int8),
        ("caught_draws", np.int8),
        ("wild_is_match", np.int8),
        # settings
        ("uno", np.int8),
        ("bluffing", np.int8),
        ("reverse_skips_two", np.int8),
        ("scoring", np.int8),
        ("dealer", np.int8),
    ],
    align=True,
)

if TYPE_CHECKING:

    class Rules:
        """What `RULES_DTYPE` looks like to a type checker."""

        wild_mask: npt.NDArray[np.int64]
        bluff_mask: npt.NDArray[np.int64]
        color_mask: npt.NDArray[np.int64]
        symbol_mask: npt.NDArray[np.int64]
        target: int
        points: npt.NDArray[np.int16]
        color: npt.NDArray[np.int8]
        number: npt.NDArray[np.int8]
        bluffs: npt.NDArray[np.int8]
        goes_back: npt.NDArray[np.int8]
        does: npt.NDArray[np.int16]
        as_last_card: npt.NDArray[np.int16]
        turned_up: npt.NDArray[np.int16]
        code: npt.NDArray[np.int16]
        cards: int
        sides: int
        colors: int
        faces: npt.NDArray[np.int8]
        deck: npt.NDArray[np.int8]
        pairing: npt.NDArray[np.int8]
        shuffle_pairing: int
        hand: int
        caught_draws: int
        wild_is_match: int
        uno: int
        bluffing: int
        reverse_skips_two: int
        scoring: int
        dealer: int
else:
    Rules = Any


def copy_record(record: Any) -> Any:
    """A record of its own with the same bytes, those between the fields included."""
    return np.frombuffer(bytearray(record.tobytes()), dtype=record.dtype)[0]


def new_record(dtype: np.dtype[Any]) -> Any:
    """A zeroed record of `dtype` whose fields are attributes."""
    return np.zeros(1, dtype=np.dtype((np.record, dtype)))[0]
