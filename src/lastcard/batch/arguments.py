"""What callers hand to a batch, looked at before the engine sees it: numbers, arrays and policies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from lastcard.editions import Compiled
from lastcard.editions.nearest import did_you_mean
from lastcard.engine.kinds import POLICIES, Policy
from lastcard.engine.mind import Mind
from lastcard.engine.schema import State
from lastcard.errors import BatchError, LastcardError
from lastcard.minds import sharp_mind
from lastcard.whole import whole

Ints = npt.NDArray[np.int32]


def as_array(name: str, values: Any, kind: Any = None) -> npt.NDArray[Any]:
    """An array in one piece, of what a caller has put in rows."""
    try:
        return np.ascontiguousarray(values, kind) if kind else np.asarray(values)
    except (TypeError, ValueError):
        msg = f"{name} are {values!r:.60}; an array of numbers is needed, or lists of one length"
        raise BatchError(msg) from None


def policy_numbers(policy: str | Sequence[str], players: int) -> Ints:
    """The policy of each seat by its number."""
    chosen = list(policy) if isinstance(policy, Sequence) and not isinstance(policy, str) else [policy] * players
    if len(chosen) != players or not all(one in POLICIES for one in chosen):
        wrong = next((one for one in chosen if isinstance(one, str) and one not in POLICIES), "")
        hint = did_you_mean(wrong, POLICIES)
        allowed = f"{', '.join(POLICIES)}, or one of these for each of {players} seats"
        msg = f"policy is {policy!r:.60}; {hint}allowed: {allowed}"
        raise BatchError(msg)
    return np.array([POLICIES.index(one) for one in chosen], np.int32)


def minds_of(compiled: Compiled, players: int, hows: Ints) -> npt.NDArray[Any]:
    """A mind for each seat, if there is a sharp player among them."""
    if Policy.SHARP not in hows:
        return np.zeros(1, Mind.dtype())
    return np.frombuffer(sharp_mind(compiled, players) * players, Mind.dtype())


def positive(number: Any, what: str) -> int:
    """A whole number from 1 on."""
    found = whole(number)
    if found is None or found < 1:
        msg = f"found {number!r:.40} {what}; at least 1 is needed, as a whole number"
        raise BatchError(msg)
    return found


@contextmanager
def room_for(games: int) -> Iterator[None]:
    """Say in words that there is none."""
    try:
        yield
    except (MemoryError, ValueError, OverflowError) as error:
        if isinstance(error, LastcardError):
            raise
        msg = f"there is no memory for {games} games, which take {State.size} bytes each; make several batches of them"
        raise BatchError(msg) from None
