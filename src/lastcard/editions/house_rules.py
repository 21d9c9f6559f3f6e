"""House rules: small data files that write further sentences on the faces of every edition.

Each belongs to a setting, and is on when that is. What is added happens when a card is played in its turn or as
a jump-in, after all that is printed on it; not when it is the last card, nor when it is turned up
(`seven-zero-limits`). A file that says something unknown is refused when it is read, with the place.
"""

from __future__ import annotations

import tomllib
from dataclasses import fields
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from lastcard.editions import language
from lastcard.editions.model import FaceKind
from lastcard.editions.settings import Settings
from lastcard.errors import EditionError, RuleError

_KEYS: dict[str, type] = {"setting": str, "adds": list}
_ADDS_KEYS: dict[str, type] = {"rule": str, "face": str, "does": list}


class HouseRule(NamedTuple):
    """Sentences for every card with a number or symbol, while a setting is on."""

    setting: str
    rule: str
    """Its id, by which a refusal names it."""
    face: str
    does: tuple[str, ...]


@lru_cache(maxsize=1)
def house_rules() -> tuple[HouseRule, ...]:
    """All of them, from the folder beside this file."""
    files = sorted(resources.files("lastcard.editions").joinpath("house-rules").iterdir(), key=lambda f: f.name)
    return tuple(rule for file in files for rule in read_house_rules(file.read_text("utf-8"), file.name))


def read_house_rules(text: str, file: str) -> list[HouseRule]:
    """The rules in a file, or an `EditionError` that says where it is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        msg = f"{file}: {error}"
        raise EditionError(msg) from None
    _check_keys(data, _KEYS, file)
    switches = [field.name for field in fields(Settings) if field.type == "bool"]
    if data["setting"] not in switches:
        msg = f"{file}: found setting = {data['setting']!r}; allowed are {', '.join(switches)}"
        raise EditionError(msg)
    return [_rule(data["setting"], added, f"{file}, adds {i}") for i, added in enumerate(data["adds"], 1)]


def _rule(setting: str, added: Any, place: str) -> HouseRule:
    _check_keys(added, _ADDS_KEYS, place)
    try:
        language.parse(added["does"], two_sided=True)
    except RuleError as error:
        msg = f"{place}, does: {error}"
        raise EditionError(msg) from None
    return HouseRule(setting, added["rule"], added["face"], tuple(added["does"]))


def _check_keys(found: Any, wanted: dict[str, type], place: str) -> None:
    """Exactly these keys, each with a value of its type."""
    right = isinstance(found, dict) and found.keys() == wanted.keys()
    if not right or not all(isinstance(found[key], kind) for key, kind in wanted.items()):
        keys = ", ".join(f"{key} ({'a list' if kind is list else 'text'})" for key, kind in wanted.items())
        msg = f"{place}: found {found!r:.80}; needed are {keys}, and nothing else"
        raise EditionError(msg)


def added(kind: FaceKind, settings: Settings) -> list[HouseRule]:
    """The table's house rules that add to what a card does."""
    return [rule for rule in house_rules() if rule.face == kind.symbol and getattr(settings, rule.setting)]
