"""Minds for sharp players: which kind each face is, and what everything that they look at is worth to them.

The weights are data (`sharp.json`), made by `benchmarks/tune.py` from games that sharp players played against
themselves. How a mind decides is in `engine/kernel/sharp.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lastcard.editions.compile import Compiled
from lastcard.engine import rules as t
from lastcard.engine.mind import Mind, Trait

_WEIGHTS = Path(__file__).parent / "sharp.json"


@cache
def kept_weights() -> dict[str, list[int]]:
    """The weights by the kind of game that they are for."""
    found: dict[str, list[int]] = json.loads(_WEIGHTS.read_text("utf-8"))["weights"]
    return found


@lru_cache(maxsize=512)
def sharp_mind(compiled: Compiled, players: int) -> bytes:
    """The mind of a sharp player, as the kernel reads it."""
    return mind(compiled, players, weights_for(compiled, players))


def weights_for(compiled: Compiled, players: int) -> list[int]:
    """The weights that were made for games of this kind."""
    rules = compiled.values
    sides = "one-sided" if rules["sides"] == 1 else "two-sided"
    kind = "people" if rules["people"] else "booklet"
    return kept_weights()[f"{sides}, {kind}, {'two' if players == 2 else 'more'} players"]


def mind(compiled: Compiled, players: int, weights: Sequence[int]) -> bytes:
    """A mind with these weights."""
    return bytes(Mind.pack({"trait": traits(compiled, players), "weight": list(weights)}))


def traits(compiled: Compiled, players: int) -> list[list[int]]:
    """For each side and face what kind of card it is."""
    rules = compiled.values
    return [
        [int(_trait(rules, side, face, players)) if face < rules["faces"][side] else 0 for face in range(t.MAX_FACES)]
        for side in range(2)
    ]


def _trait(rules: dict[str, Any], side: int, face: int, players: int) -> Trait:
    verbs = set(_program(rules, rules["does"][side][face]))
    ops = {op for op, _ in verbs}
    if rules["bluffs"][side][face]:
        return Trait.WILD_DRAW
    if rules["color"][side][face] < 0:
        if ops & {t.SWAP}:
            return Trait.SWAP
        return Trait.WILD if ops <= {t.NAME} else Trait.OTHER_WILD
    if not ops:
        return Trait.NUMBER
    for trait, wanted in _BY_VERB:
        if ops & wanted:
            return trait
    if (t.DRAW, t.NEXT) in verbs or (t.DRAW_UNTIL, t.NEXT) in verbs or rules["penalty"][side][face]:
        return Trait.DRAW
    if t.TURN_AROUND in ops:
        return Trait.SKIP if players == 2 and rules["reverse_skips_two"] else Trait.TURN
    return Trait.SKIP if (t.MISS, t.NEXT) in verbs else Trait.OTHER


_BY_VERB = (
    (Trait.FLIP, {t.FLIP}),
    (Trait.SWAP, {t.SWAP}),
    (Trait.MOVE, {t.MOVE_HANDS}),
    (Trait.AGAIN, {t.AGAIN}),
)


def _program(rules: dict[str, Any], start: int) -> Iterator[tuple[int, int]]:
    """The verbs of a card, each with whom it is about."""
    while start and rules["code"][start][t.OP] != t.END:
        yield rules["code"][start][t.OP], rules["code"][start][t.WHO]
        start += 1
