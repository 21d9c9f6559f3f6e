"""What can be asked, done and told: each with its number in the engine and, made from it, its name everywhere else.

A new kind goes at the end of its list (of `Ask`: before the two that end a round), so that numbers
written down earlier keep their meaning.
"""

from __future__ import annotations

from enum import IntEnum


class Ask(IntEnum):
    """What is asked now."""

    PLAY = 0
    DRAWN = 1
    COLOR = 2
    CHALLENGE = 3
    TARGET = 4
    DISCARD = 5
    VOTE = 6
    DARE = 7
    UNO = 8
    CATCH = 9
    STACK = 10
    JUMP = 11
    GIVE = 12
    ROUND_OVER = 13
    GAME_OVER = 14


class Act(IntEnum):
    """Kinds of moves."""

    PLAY = 0
    DRAW = 1
    PASS = 2
    COLOR = 3
    CHALLENGE = 4
    ACCEPT = 5
    TARGET = 6
    DISCARD = 7
    DONE = 8
    UNO = 9
    CATCH = 10
    VOTE = 11
    DARE = 12
    CHICKEN = 13
    SILENT = 14
    DEAL = 15
    GIVE = 16


class Tell(IntEnum):
    """What happened, for those who watch."""

    DEALER_DRAW = 0
    DEALER = 1
    DEALT = 2
    TURNED_UP = 3
    WENT_BACK = 4
    PLAYED = 5
    DREW = 6
    KEPT = 7
    PASSED = 8
    RESHUFFLED = 9
    NAMED = 10
    DIRECTION = 11
    MISSED = 12
    AGAIN = 13
    FLIPPED = 14
    CHALLENGED = 15
    ACCEPTED = 16
    CHOSE = 17
    SWAPPED = 18
    SHOWED = 19
    WON_DUEL = 20
    DISCARDED = 21
    VOTED = 22
    VOTE_RESULT = 23
    DARED = 24
    CHICKENED = 25
    NOTICE = 26
    NOTICES_LIFTED = 27
    HANDS_OPEN = 28
    HANDS_CLOSED = 29
    CALLED = 30
    CAUGHT = 31
    ROUND_WON = 32
    ROUND_VOID = 33
    GAME_WON = 34
    TAKE_INSTEAD = 35
    STACKED = 36
    JUMPED = 37
    HANDS_MOVED = 38
    GAVE = 39


class Shown(IntEnum):
    """What everybody may know of how a game stands, beside the cards; as in a view."""

    ROUND = 0
    DEALER = 1
    TURN = 2
    ASKS = 3
    SIDE = 4
    DIRECTION = 5
    COLOR = 6
    DRAW_SIZE = 7
    SCORES = 8
    LIABLE = 9
    CALLED = 10
    HANDS_OPEN = 11
    NOTICES = 12
    TEXT = 13
    ROUND_WINNER = 14
    ROUND_POINTS = 15
    WINNERS = 16
    LEFT = 17
    PENALTY = 18
    UNTIL = 19
    TELLER = 20


class Policy(IntEnum):
    """How a player inside the kernel chooses."""

    UNIFORM = 0
    """Among all legal moves alike."""
    EAGER = 1
    """Alike, but drawing and keeping only when it must."""
    SENSIBLE = 2
    """By habits of people."""
    WEIGHTED = 3
    """In proportion to numbers that the caller gives for each action."""
    SHARP = 4
    """By weights for all that a strong player looks at."""


POLICIES = tuple(policy.name.lower() for policy in Policy)
"""The name of each policy, by its number."""

QUESTIONS = tuple(ask.name.lower().replace("_", " ") for ask in Ask)
"""The name of each question, by its number."""

MOVE_KINDS = tuple(act.name.lower() for act in Act)
"""The name of each kind of move, by its number."""

EVENT_KINDS = tuple(tell.name.lower().replace("_", "-") for tell in Tell)
"""The name of each kind of event, by its number."""

# A move is one number: seat, kind, and an argument (a card, colour, seat or yes/no).
SEAT_SHIFT, KIND_SHIFT, KIND_MASK, ARGUMENT_MASK = 12, 7, 31, 127

NOBODY = 127
"""The argument of `target none`."""
