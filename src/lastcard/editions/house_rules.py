"""House rules: small data files that write further sentences on the faces of every edition.

Each belongs to a setting, and is on when that is. What is added happens when a card is played in its turn or as
a jump-in, after all that is printed on it; not when it is the last card, nor when it is turned up
(`seven-zero-limits`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lastcard.editions.model import FaceKind
    from lastcard.editions.settings import Settings


class HouseRule(NamedTuple):
    """Sentences for every face with a number, while a setting is on."""

    setting: str
    number: int
    does: tuple[str, ...]


@lru_cache(maxsize=1)
def house_rules() -> tuple[HouseRule, ...]:
    """All of them, from the folder beside this file."""
    found = []
    for file in sorted(resources.files("lastcard.editions").joinpath("house-rules").iterdir(), key=lambda f: f.name):
        data = tomllib.loads(file.read_text("utf-8"))
        found += [HouseRule(data["setting"], added["number"], tuple(added["does"])) for added in data["adds"]]
    return tuple(found)


def added(kind: FaceKind, settings: Settings) -> list[str]:
    """What the table's house rules add to what a card does."""
    return [
        sentence
        for rule in house_rules()
        if rule.number == kind.number and getattr(settings, rule.setting)
        for sentence in rule.does
    ]
