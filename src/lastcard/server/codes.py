"""Codes of tables, and which of a machine's workers a table belongs to: the end of its code says so.

Whoever has a code knows the worker without asking anybody, and a database can look for a worker's tables by it.
"""

from __future__ import annotations

import itertools
import secrets
from dataclasses import dataclass

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 6
_END = 2
"""Letters at the end that say whose a table is: 1,024 different ends."""
MOST_WORKERS = 256
"""More would get too different shares of the ends."""


def tidy(code: str) -> str:
    """A code as it is kept, however it was written."""
    return code.strip().upper()


def possible(code: str) -> bool:
    """Whether a table can have this code."""
    return len(code) == LENGTH and set(code) <= set(LETTERS)


def slot_of(code: str, workers: int) -> int:
    """The worker, counted from 0, to which a table belongs; any text has one."""
    number = 0
    for letter in code[-_END:]:
        number = len(LETTERS) * number + max(0, LETTERS.find(letter))
    return number % workers


@dataclass(frozen=True)
class Share:
    """The tables of one worker among all of its machine."""

    slot: int = 0
    workers: int = 1

    def has(self, code: str) -> bool:
        """Whether a table belongs to it."""
        return slot_of(code, self.workers) == self.slot

    def new_code(self) -> str:
        """A code for a table of this worker, by chance."""
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            if self.has(code):
                return code

    def ends(self) -> list[str] | None:
        """How the codes of its tables end; None: in every way."""
        if self.workers == 1:
            return None
        every = map("".join, itertools.product(LETTERS, repeat=_END))
        return [end for end in every if self.has(end)]
