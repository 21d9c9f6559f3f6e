"""Many games at once, in one call for all of them: for bots that think ahead, for learning, and for statistics.

`Batch` steps thousands of games as one array; `simulate` plays millions to their ends.
"""

from lastcard.batch.games import Batch
from lastcard.batch.naming import action_names, action_number
from lastcard.engine.kinds import POLICIES

__all__ = ["POLICIES", "Batch", "action_names", "action_number"]
