"""What a position is worth to the seat that is asked: each move's chance to win, and what the others may hold.

It is worked out from what that seat may know, and nothing else: every move is tried in many worlds that could be the
one at the table, and played to the end of the round by sharp players. `text` has it in words.
"""

from lastcard.analysis.results import Analysis, Held, LikelyHand, MoveChance
from lastcard.analysis.thinking import analyse

__all__ = ["Analysis", "Held", "LikelyHand", "MoveChance", "analyse"]
