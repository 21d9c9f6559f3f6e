"""Who plays how: the policy of each seat, for games that are played out inside the kernel."""

from __future__ import annotations

from lastcard.engine.kernel.marks import Floats, Int32s, Rows
from lastcard.engine.kernel.policies import random_move, sensible_move, weighted_move
from lastcard.engine.kernel.sharp import sharp_move
from lastcard.engine.kinds import Policy
from lastcard.engine.mind import Mind
from lastcard.engine.rules import Rules
from lastcard.engine.schema import Scratch, State


def policy_move(state: State, rules: Rules, hows: Int32s, weights: Floats, minds: Rows[Mind], scratch: Scratch) -> int:
    """The move of the policy of the seat that is asked, or -1 if there is none."""
    seat = max(0, int(state.asked))
    how = int(hows[seat])
    if how == Policy.SHARP:
        return sharp_move(state, rules, minds[seat], scratch)
    if how == Policy.SENSIBLE:
        return sensible_move(state, rules, scratch)
    if how == Policy.WEIGHTED:
        return weighted_move(state, rules, scratch, weights)
    return random_move(state, rules, how, scratch)
