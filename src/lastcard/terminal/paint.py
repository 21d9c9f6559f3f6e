"""Colour for card texts and colour names in finished lines, for terminals that show it.

Only what is already written gets colour, so nothing is told by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lastcard.editions import Edition

_CODES = {
    "red": "91", "green": "92", "blue": "94", "yellow": "93",
    "pink": "95", "teal": "96", "orange": "33", "purple": "35",
}  # fmt: skip
_WILD = "1"


def painter(edition: Edition) -> Callable[[str], str]:
    """A function that paints the cards of `edition` in a line."""
    codes: dict[str, str] = {}
    for side in edition.sides:
        codes |= {color: _CODES.get(color, _WILD) for color in side.colors}
        codes |= {face.text: codes[side.colors[face.color]] if face.color >= 0 else _WILD for face in side.faces}
    longest_first = sorted(codes, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w+])({'|'.join(re.escape(text) for text in longest_first)})(?![\w+])")
    return lambda line: pattern.sub(lambda m: f"\x1b[{codes[m[1]]}m{m[1]}\x1b[0m", line)
