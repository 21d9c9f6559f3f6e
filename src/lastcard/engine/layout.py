"""The state of a game: one flat record, and the numbers that stand in it.

Copying a game is a memory copy, a batch of games is an array of these, saving is
the bytes. `docs/engine.md` explains the parts. Fields are read and written only
by engine functions; the friendly layer turns them into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from lastcard.engine.rules import MAX_CARDS, MAX_SEATS

RING = 128
"""Room for a pile. A power of two, so that a pile can run around the end of its room."""

DRAW_PILE, DISCARD_PILE = 0, 1

# What is asked now.
PLAY = 0
DRAWN = 1
COLOR = 2
CHALLENGED = 3
TARGET = 4
DISCARDS = 5
VOTES = 6
DARED = 7
CALL = 8
CATCHING = 9
ROUND_OVER = 10
GAME_OVER = 11

# Kinds of moves.
M_PLAY = 0
M_DRAW = 1
M_PASS = 2
M_COLOR = 3
M_CHALLENGE = 4
M_ACCEPT = 5
M_TARGET = 6
M_DISCARD = 7
M_DONE = 8
M_UNO = 9
M_CATCH = 10
M_VOTE = 11
M_DARE = 12
M_CHICKEN = 13
M_SILENT = 14
M_DEAL = 15

SEAT_SHIFT, KIND_SHIFT, ARGUMENT_MASK = 12, 7, 127
"""A move is one number: seat, kind, argument (a card, colour, seat or yes/no)."""
NOBODY = 127
"""The argument of `target none`."""
MAX_MOVES = 256
"""Room for a list of legal moves: a hand, a few others, and two calls or catches a seat."""

# What happened, for those who watch.
E_DEALER_DRAW = 0
E_DEALER = 1
E_DEALT = 2
E_TURNED_UP = 3
E_WENT_BACK = 4
E_PLAYED = 5
E_DREW = 6
E_KEPT = 7
E_PASSED = 8
E_RESHUFFLED = 9
E_NAMED = 10
E_DIRECTION = 11
E_MISSED = 12
E_AGAIN = 13
E_FLIPPED = 14
E_CHALLENGED = 15
E_ACCEPTED = 16
E_CHOSE = 17
E_SWAPPED = 18
E_SHOWED = 19
E_WON_DUEL = 20
E_DISCARDED = 21
E_VOTED = 22
E_VOTE_RESULT = 23
E_DARED = 24
E_CHICKENED = 25
E_NOTICE = 26
E_NOTICE_LIFTED = 27
E_HANDS_OPEN = 28
E_HANDS_CLOSED = 29
E_CALLED = 30
E_CAUGHT = 31
E_ROUND_WON = 32
E_ROUND_VOID = 33
E_GAME_WON = 34
E_TAKE_INSTEAD = 35

GUILTY, INNOCENT = 1, 2
FRESH = -1
"""`left` before an instruction has begun with a seat."""

STATE_DTYPE = np.dtype(
    [
        # randomness: a key and how much of its stream is used
        ("key", np.uint64, (4,)),
        ("counter", np.uint64),
        # the game
        ("scores", np.int32, (MAX_SEATS,)),
        ("round_points", np.int32, (MAX_SEATS,)),
        ("moves", np.int32),
        ("round_number", np.int16),
        ("winners", np.int16),  # a bit for each seat that won the game
        ("players", np.int8),
        ("dealer", np.int8),
        ("round_winner", np.int8),  # -1: none
        # the cards
        ("know", np.int16, (2, MAX_CARDS)),  # side, card: a bit for each seat that may know the face
        ("face", np.uint8, (2, MAX_CARDS)),
        ("ring", np.uint8, (2, RING)),
        ("start", np.int16, (2,)),
        ("count", np.int16, (2,)),
        ("hand", np.uint8, (MAX_SEATS, MAX_CARDS)),  # longest held first
        ("held", np.int8, (MAX_SEATS,)),  # how many cards are in each hand
        # the turn
        ("side", np.int8),
        ("direction", np.int8),
        ("color", np.int8),  # -1: not named yet
        ("turn", np.int8),
        ("ask", np.int8),
        ("asked", np.int8),  # the seat that must decide
        ("drawn", np.int8),  # how many cards at the end of the hand were just drawn
        ("passes", np.int8),
        # the card that is being carried out
        ("actor", np.int8),
        ("pc", np.int16),
        ("member", np.int8),  # how many seats of a group the instruction is done with
        ("left", np.int8),
        ("chosen", np.int8),
        ("that", np.int8),
        ("winner", np.int8),
        ("loser", np.int8),
        ("named", np.int8),
        ("answer", np.int8),
        ("yes", np.int8),
        ("misses", np.int8),
        ("again", np.int8),
        ("bluff", np.int8),
        ("verdict", np.int8),
        ("extra", np.int8),
        ("starting", np.int8),
        ("last_card", np.int8),
        # UNO: bits for seats
        ("called", np.int16),
        ("liable", np.int16),
        ("discarders", np.int16),
        ("suspect", np.int8),
        # what lasts
        ("open_until", np.int16),  # bits for seats: hands lie open until one begins a turn
        ("instead", np.int8, (MAX_SEATS,)),  # cards to draw in place of one, 0 for the usual
        ("notice", np.int32, (MAX_SEATS,)),  # bits for texts
    ],
    align=True,
)

LOG_ROOM = 600
LOG_DTYPE = np.dtype([("on", np.int16), ("used", np.int16), ("event", np.int16, (LOG_ROOM, 6))], align=True)
"""Events of one step: kind, seat, and four numbers. For a card: card, side, who may know its light, its dark face."""

SCRATCH_DTYPE = np.dtype([("word", np.uint64), ("move", np.int32, (MAX_MOVES,))], align=True)
"""Room for a list of moves, and the randomness of random players. A record, not an array: no reference counting."""

if TYPE_CHECKING:

    class State:
        """What `STATE_DTYPE` looks like to a type checker."""

        key: npt.NDArray[np.uint64]
        counter: np.uint64
        scores: npt.NDArray[np.int32]
        round_points: npt.NDArray[np.int32]
        moves: int
        round_number: int
        winners: int
        players: int
        dealer: int
        round_winner: int
        know: npt.NDArray[np.int16]
        face: npt.NDArray[np.uint8]
        ring: npt.NDArray[np.uint8]
        start: npt.NDArray[np.int16]
        count: npt.NDArray[np.int16]
        hand: npt.NDArray[np.uint8]
        held: npt.NDArray[np.int8]
        side: int
        direction: int
        color: int
        turn: int
        ask: int
        asked: int
        drawn: int
        passes: int
        actor: int
        pc: int
        member: int
        left: int
        chosen: int
        that: int
        winner: int
        loser: int
        named: int
        answer: int
        yes: int
        misses: int
        again: int
        bluff: int
        verdict: int
        extra: int
        starting: int
        last_card: int
        called: int
        liable: int
        discarders: int
        suspect: int
        open_until: int
        instead: npt.NDArray[np.int8]
        notice: npt.NDArray[np.int32]

    class Log:
        """What `LOG_DTYPE` looks like to a type checker."""

        on: int
        used: int
        event: npt.NDArray[np.int16]

    class Scratch:
        """What `SCRATCH_DTYPE` looks like to a type checker."""

        word: np.uint64
        move: npt.NDArray[np.int32]

else:
    State = Any
    Log = Any
    Scratch = Any
