"""Editions from files: strict, with errors that give the file, the place, what was found and what is allowed.

A key that is not known, a wrong type, a sentence that is none, or a card count
that does not add up is refused here, before any game.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from lastcard.editions import language
from lastcard.editions.model import GOES_BACK, SIDES, Edition, FaceKind, Side
from lastcard.editions.settings import Settings
from lastcard.engine.rules import MAX_CARDS, MAX_COLORS, MAX_FACES
from lastcard.errors import EditionError, LastcardError, RuleError

MAX_FILE = 256 * 1024

_EDITION_KEYS: dict[str, type] = {
    "id": str, "title": str, "about": str, "cards": int, "hand": int, "caught_draws": int,
    "wild_is_match": bool, "defaults": dict, "light": dict, "dark": dict,
}  # fmt: skip
_SIDE_KEYS: dict[str, type] = {"called": str, "colors": dict, "numbers": list, "face": list}
_NUMBERS_KEYS: dict[str, type] = {"from": int, "to": int, "copies": int}
_FACE_KEYS: dict[str, type] = {
    "symbol": str, "name": str, "copies": int, "points": int, "wild": bool, "does": list,
    "turned_up": object, "as_last_card": object, "in_deck": str, "written": int,
}  # fmt: skip
_TYPE_NAMES = {str: "text", int: "a whole number", bool: "true or false", dict: "a table", list: "a list"}
_SYMBOL = re.compile(r"[A-Z0-9+]{1,4}")


def names() -> tuple[str, ...]:
    """The ids of the editions that come with the package."""
    order = ["classic", "house", "flip", "flip-marvel", "flip-transformers"]
    found = {f.name.removesuffix(".toml") for f in _files().iterdir() if f.name.endswith(".toml")}
    return tuple(sorted(found, key=lambda name: (order.index(name) if name in order else len(order), name)))


@cache
def edition(name: str) -> Edition:
    """The edition called `name`."""
    if name not in names():
        msg = f"there is no edition {name!r}; there are {', '.join(names())}"
        raise EditionError(msg)
    return parse((_files() / f"{name}.toml").read_text("utf-8"), f"{name}.toml")


def _files() -> Traversable:
    """The folder of the editions that come with the package."""
    return resources.files(__package__) / "data"


def load(path: str | Path) -> Edition:
    """The edition in the file at `path`."""
    path = Path(path)
    try:
        data = path.read_bytes()
        text = data.decode("utf-8") if len(data) <= MAX_FILE else ""
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path}: can't be read as text: {error}"
        raise EditionError(msg) from None
    if not text:
        msg = f"{path}: found {len(data)} bytes; an edition file has 1 to {MAX_FILE} bytes"
        raise EditionError(msg)
    return parse(text, path.name)


def parse(text: str, file: str) -> Edition:
    """The edition that `text` describes; `file` is its name for messages."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        msg = f"{file}: is not TOML: {error}"
        raise EditionError(msg) from None
    return _Reader(file).edition(data)


class _Reader:
    """Reads one file; every complaint starts with the file's name and the place in it."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, place: str, message: str) -> EditionError:
        return EditionError(f"{self.file}: {place + ': ' if place else ''}{message}")

    def table(self, place: str, data: Any, keys: dict[str, type], needed: set[str]) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self.fail(place, f"found {data!r:.60}; a table is needed")
        for key, value in data.items():
            if key not in keys:
                raise self.fail(place, f"found the key {key!r}; allowed: {', '.join(keys)}")
            kind = keys[key]
            wrong = not isinstance(value, kind) or (kind is int and isinstance(value, bool))
            if wrong:
                raise self.fail(place, f"{key} is {value!r:.60}; {_TYPE_NAMES[kind]} is needed")
        missing = sorted(needed - set(data))
        if missing:
            raise self.fail(place, f"{', '.join(missing)} is missing")
        return data

    def number(self, place: str, key: str, value: int, low: int, high: int) -> int:
        if not low <= value <= high:
            raise self.fail(place, f"{key} is {value}; allowed are {low} to {high}")
        return value

    def edition(self, data: dict[str, Any]) -> Edition:
        self.table("", data, _EDITION_KEYS, set(_EDITION_KEYS) - {"wild_is_match", "defaults", "dark"})
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", data["id"]):
            raise self.fail("", f"id is {data['id']!r}; allowed are small letters, digits and hyphens")
        defaults = data.get("defaults", {})
        two_sided = "dark" in data
        sides = tuple(self.side(name, data[name], two_sided=two_sided) for name in SIDES if name in data)
        if two_sided and len(sides[0].colors) != len(sides[1].colors):
            raise self.fail("dark", f"it has {len(sides[1].colors)} colours; the light side has {len(sides[0].colors)}, and both must have as many")
        result = Edition(
            id=data["id"],
            title=data["title"],
            about=data["about"],
            cards=self.number("", "cards", data["cards"], 20, MAX_CARDS),
            hand=self.number("", "hand", data["hand"], 1, 10),
            caught_draws=self.number("", "caught_draws", data["caught_draws"], 0, 20),
            wild_is_match=data.get("wild_is_match", False),
            defaults=tuple((k, tuple(v) if isinstance(v, list) else v) for k, v in defaults.items()),
            sides=sides,
        )
        try:
            Settings.of(result, defaults)
        except LastcardError as error:
            raise self.fail("defaults", str(error)) from None
        for side in sides:
            self.count(side, result.cards)
        if two_sided and result.own_settings:
            raise self.fail("", "in_deck and written are for one-sided editions: a card can't lose only one side")
        if two_sided and set(sides[0].letters) & set(sides[1].letters):
            raise self.fail("dark", "its colour letters must differ from those of the light side")
        return result

    def count(self, side: Side, cards: int) -> None:
        total = sum(k.copies * (1 if k.wild else len(side.colors)) for k in side.kinds)
        if total != cards:
            raise self.fail(side.name, f"its faces add up to {total} cards; the edition says {cards}")
        if len(side.faces) > MAX_FACES:
            raise self.fail(side.name, f"it has {len(side.faces)} different faces; at most {MAX_FACES} are allowed")

    def side(self, name: str, data: Any, *, two_sided: bool) -> Side:
        self.table(name, data, _SIDE_KEYS, {"called", "colors", "face"})
        colors = data["colors"]
        if not 2 <= len(colors) <= MAX_COLORS:
            raise self.fail(name, f"found {len(colors)} colours; allowed are 2 to {MAX_COLORS}")
        for letter, color in colors.items():
            if not re.fullmatch("[a-z]", letter) or not isinstance(color, str) or not re.fullmatch("[a-z]{1,12}", color):
                raise self.fail(f"{name}.colors", f"found {letter!r} = {color!r}; one small letter and a small word are needed")
        kinds = [kind for i, entry in enumerate(data.get("numbers", [])) for kind in self.numbers(f"{name}.numbers[{i}]", entry)]
        kinds += [self.face(f"{name}.face[{i}]", entry, two_sided=two_sided) for i, entry in enumerate(data["face"])]
        symbols = [kind.symbol for kind in kinds]
        twice = sorted({s for s in symbols if symbols.count(s) > 1})
        if twice:
            raise self.fail(name, f"the symbol {twice[0]} stands twice; each kind of card needs its own")
        return Side(name, data["called"], tuple(colors.values()), tuple(colors), tuple(kinds))

    def numbers(self, place: str, data: Any) -> list[FaceKind]:
        self.table(place, data, _NUMBERS_KEYS, set(_NUMBERS_KEYS))
        low = self.number(place, "from", data["from"], 0, 9)
        high = self.number(place, "to", data["to"], low, 9)
        copies = self.number(place, "copies", data["copies"], 1, 20)
        return [FaceKind(str(n), str(n), copies, points=n, number=n) for n in range(low, high + 1)]

    def face(self, place: str, data: Any, *, two_sided: bool) -> FaceKind:
        self.table(place, data, _FACE_KEYS, {"symbol", "name", "copies", "points"})
        symbol = data["symbol"]
        place = f"{place} ({symbol})"
        wild = data.get("wild", False)
        if not _SYMBOL.fullmatch(symbol) or symbol.isdigit() or wild != symbol.startswith("W"):
            raise self.fail(place, f"symbol is {symbol!r}; allowed are 1 to 4 of A-Z, 0-9 and +, starting with W for a wild and for nothing else, not a number")
        written = self.number(place, "written", data.get("written", 0), 0, 3)
        if written and ("does" in data or not wild):
            raise self.fail(place, "a written card is wild and has no sentences of its own")
        in_deck = data.get("in_deck", "")
        if in_deck not in {"", "swap_hands"}:
            raise self.fail(place, f"in_deck is {in_deck!r}; allowed: swap_hands")
        does = self.sentences(place, "does", data.get("does", []), two_sided=two_sided)
        turned_up = self.when(place, "turned_up", data.get("turned_up", []), does, two_sided=two_sided)
        self.colour_is_known(place, does, turned_up, wild=wild)
        return FaceKind(
            symbol=symbol,
            name=data["name"],
            copies=self.number(place, "copies", data["copies"], 1, 20),
            points=self.number(place, "points", data["points"], 0, 1000),
            wild=wild,
            does=does,
            turned_up=turned_up,
            as_last_card=self.as_last(place, data, does, two_sided=two_sided),
            in_deck=in_deck,
            written=written,
        )

    def colour_is_known(self, place: str, does: tuple[str, ...], turned_up: tuple[str, ...] | str, *, wild: bool) -> None:
        """After a card there must be a colour in play."""
        for key, sentences in (("does", does), ("turned_up", turned_up)):
            if isinstance(sentences, tuple) and "everything flips" in sentences and not sentences[-1].endswith("names the colour if the top is wild"):
                raise self.fail(place, f'{key} must end with "… names the colour if the top is wild", as the flip may uncover a wild')
        if wild and place.startswith(SIDES[0]) and isinstance(turned_up, tuple) and not any(s.endswith("names the colour") for s in turned_up):
            raise self.fail(place, f'turned_up must say that somebody names the colour, or "{GOES_BACK}": a wild has none')

    def as_last(self, place: str, data: dict[str, Any], does: tuple[str, ...], *, two_sided: bool) -> tuple[str, ...]:
        last = self.when(place, "as_last_card", data.get("as_last_card", []), does, two_sided=two_sided)
        if isinstance(last, str):
            raise self.fail(place, f'as_last_card is {last!r}; a list of sentences or "does" is needed')
        return last

    def when(self, place: str, key: str, value: Any, does: tuple[str, ...], *, two_sided: bool) -> tuple[str, ...] | str:
        if value == "does":
            return does
        if value == GOES_BACK:
            return GOES_BACK
        if not isinstance(value, list):
            raise self.fail(place, f'{key} is {value!r:.60}; allowed: a list of sentences, "does", "{GOES_BACK}"')
        return self.sentences(place, key, value, two_sided=two_sided)

    def sentences(self, place: str, key: str, value: list[Any], *, two_sided: bool) -> tuple[str, ...]:
        if not all(isinstance(sentence, str) for sentence in value):
            raise self.fail(place, f"{key} is {value!r:.60}; a list of sentences is needed")
        try:
            language.parse(value, two_sided=two_sided)
        except RuleError as error:
            raise self.fail(place, f"{key}: {error}") from None
        return tuple(value)
