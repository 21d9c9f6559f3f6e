"""Action numbers: one number for everything that a seat can do, the same for bots, batches, environments and records.

The first numbers are the same in every edition; those with cards follow, by the faces of the edition:
playing each face (light side, then dark side), discarding each face, and, in two-sided editions, playing and
discarding a *further* card of the same face: cards with one face may differ in what their holder knows of their
backs. Where a card must be given to somebody, the numbers for discarding it give it. Seats are counted clockwise
from the one who acts. `docs/actions.md` has the tables.
"""

from __future__ import annotations

from lastcard.engine.rules import MAX_COLORS, MAX_SEATS

DRAW = 0
PASS = 1
CHALLENGE = 2
ACCEPT = 3
DONE = 4
UNO = 5
SILENT = 6
DARE = 7
CHICKEN = 8
VOTE_NO = 9
VOTE_YES = 10
DEAL = 11
TARGET = 12
"""The next seat clockwise; the one after that is the next number, and so on."""
TARGET_NONE = TARGET + MAX_SEATS - 1
CATCH = TARGET_NONE + 1
"""The next seat clockwise, and so on."""
COLOR = CATCH + MAX_SEATS - 1
"""The first colour of the side in play, and so on."""
CARDS = COLOR + MAX_COLORS
"""The first number with a card: playing the first face of the light side."""
