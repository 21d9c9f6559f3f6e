"""A mutant: one file of the rules with one small change in it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

_PLACES = ("def ", "symbol = ", "[")
"""How the lines begin that name a part of a file: a function, a card, a table."""
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Mutant:
    """A file, and how to change it. The change is made only where it is tried."""

    file: str
    """Its path from the root of the repository."""
    name: str
    """What is done, and which time of it in the file."""
    make: Callable[[str], str]
    """From the file's text to the text with the fault."""

    @property
    def text(self) -> str:
        """The file with the fault."""
        return self.make((ROOT / self.file).read_text("utf-8"))

    def change(self) -> Change:
        """The lines that differ."""
        old, new = (text.splitlines() for text in ((ROOT / self.file).read_text("utf-8"), self.text))
        shorter = min(len(old), len(new))
        head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
        tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
        before, after = (" ".join(line.strip() for line in text[head : len(text) - tail]) for text in (old, new))
        above = (line for line in reversed(old[: head + 1]) if line.startswith(_PLACES))
        return Change(self.file, head + 1, next(above, "").partition("(")[0].partition("  ")[0], before, after)


@dataclass(frozen=True)
class Change:
    """What a mutant changes, to be read."""

    file: str
    line: int
    place: str
    """The function or card that it is in."""
    before: str
    after: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The same fault, whatever line it stands in by now."""
        return self.file, self.place, self.before, self.after

    def __str__(self) -> str:
        return f"{self.file}:{self.line} ({self.place})\n  - {self.before}\n  + {self.after}"


def sample(mutants: Sequence[Mutant], size: int, seed: str) -> list[Mutant]:
    """So many of them, the same ones for the same seed, all if `size` is 0.

    A smaller sample is part of a larger one.
    """
    mixed = [*mutants]
    random.Random(seed).shuffle(mixed)
    return mixed[:size] if size else mixed
