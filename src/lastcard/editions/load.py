"""Editions from files: strict, with errors that give the file, the place, what was found and what is allowed.

A key that is not known, a wrong type, a sentence that is none, a card count that
does not add up, or cards with which no game can be played are refused here,
before any game. Finding an edition by its id is `registry.py`.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from lastcard.editions import language, occasions
from lastcard.editions.compile import compile_rules
from lastcard.editions.model import GOES_BACK, SIDES, Edition, FaceKind, Side
from lastcard.editions.nearest import did_you_mean
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
_LONGEST = {"title": 60, "about": 300, "called": 60, "name": 60}
"""How many characters of a text for people there can be."""
_FEWEST_PLAYERS = 2
_ALL = "all"
"""No id: with some commands it means every edition."""


def load(path: str | Path) -> Edition:
    """The edition in the file at `path`, which is not made known by its id: for that there is `load_edition`."""
    return parse(read_file(as_path(path)), str(path))


def as_path(path: Any) -> Path:
    """A path as it was given, if it is one."""
    if not isinstance(path, str | os.PathLike):
        msg = f"{path!r:.60} is no path to an edition file"
        raise EditionError(msg)
    return Path(path)


def read_file(path: Path) -> str:
    """The text of an edition file."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
        text = data.decode("utf-8") if len(data) <= MAX_FILE else ""
    except OSError as error:
        msg = f"{path}: can't be read: {error.strerror}"
        raise EditionError(msg) from None
    except UnicodeEncodeError:
        msg = f"{str(path)!r:.60} can't be the name of a file"
        raise EditionError(msg) from None
    except UnicodeDecodeError as error:
        msg = f"{path}: can't be read as text: {error}"
        raise EditionError(msg) from None
    if not text:
        size = "none" if not data else f"more than {MAX_FILE}"
        msg = f"{path}: found {size} bytes; an edition file has 1 to {MAX_FILE} bytes"
        raise EditionError(msg)
    return text


def parse(text: str, file: str) -> Edition:
    """The edition that `text` describes; `file` is its name for messages."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        msg = f"{file}: is not TOML: {error}"
        raise EditionError(msg) from None
    return from_data(data, file)


def from_data(data: dict[str, Any], file: str) -> Edition:
    """The edition that plain values describe, as TOML has them."""
    return _Reader(file).edition(data)


class _Reader:
    """Reads one file; every complaint starts with the file's name and the place in it."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, place: str, message: str) -> EditionError:
        return EditionError(f"{self.file}: {place + ': ' if place else ''}{message}")

    # --- plain values --------------------------------------------------------------------------

    def table(self, place: str, data: Any, keys: dict[str, type], needed: set[str]) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self.fail(place, f"found {data!r:.60}; a table is needed")
        for key, value in data.items():
            if key not in keys:
                hint = did_you_mean(key, keys)
                raise self.fail(place, f"found the key {key!r:.60}; {hint}allowed: {', '.join(keys)}")
            kind = keys[key]
            wrong = not isinstance(value, kind) or (kind is int and isinstance(value, bool))
            if wrong:
                raise self.fail(place, f"{key} is {value!r:.60}; {_TYPE_NAMES[kind]} is needed")
            if key in _LONGEST:
                self.text(place, key, value)
        missing = sorted(needed - set(data))
        if missing:
            raise self.fail(place, f"{', '.join(missing)} is missing")
        return data

    def text(self, place: str, key: str, value: str) -> None:
        if not value.strip() or not value.isprintable() or len(value) > _LONGEST[key]:
            found = f"{value[:40]!r} ({len(value)} characters)"
            raise self.fail(place, f"{key} is {found}; allowed are 1 to {_LONGEST[key]} printable characters")

    def number(self, place: str, key: str, value: int, low: int, high: int) -> int:
        if not low <= value <= high:
            raise self.fail(place, f"{key} is {value}; allowed are {low} to {high}")
        return value

    # --- the whole -----------------------------------------------------------------------------

    def edition(self, data: dict[str, Any]) -> Edition:
        self.table("", data, _EDITION_KEYS, set(_EDITION_KEYS) - {"wild_is_match", "defaults", "dark"})
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", data["id"]) or data["id"] == _ALL:
            allowed = f"allowed are small letters, digits and hyphens, but not {_ALL}"
            raise self.fail("", f"id is {data['id']!r:.60}; {allowed}")
        two_sided = "dark" in data
        sides = tuple(self.side(name, data[name], two_sided=two_sided) for name in SIDES if name in data)
        result = Edition(
            id=data["id"],
            title=data["title"],
            about=data["about"],
            cards=self.number("", "cards", data["cards"], 20, MAX_CARDS),
            hand=self.number("", "hand", data["hand"], 1, 10),
            caught_draws=self.number("", "caught_draws", data["caught_draws"], 0, 20),
            wild_is_match=data.get("wild_is_match", False),
            defaults=tuple((k, tuple(v) if isinstance(v, list) else v) for k, v in data.get("defaults", {}).items()),
            sides=sides,
        )
        if two_sided:
            self.fit_together(result)
        for side in sides:
            self.count(side, result.cards)
        self.defaults(result)
        self.can_be_dealt(result)
        try:
            compile_rules(result, Settings.of(result))
        except RuleError as error:
            raise self.fail("", str(error)) from None
        return result

    def fit_together(self, one: Edition) -> None:
        """The two sides of the cards."""
        light, dark = one.sides
        if len(light.colors) != len(dark.colors):
            found = f"it has {len(dark.colors)} colours; the light side has {len(light.colors)}"
            raise self.fail(dark.name, f"{found}, and both must have as many")
        if one.own_settings:
            raise self.fail("", "in_deck and written are for one-sided editions: a card can't lose only one side")
        if set(light.letters) & set(dark.letters):
            raise self.fail(dark.name, "its colour letters must differ from those of the light side")

    def defaults(self, one: Edition) -> None:
        """Settings with another default than usual, which must do for a game of two, too."""
        try:
            usual = Settings.of(one, dict(one.defaults))
        except LastcardError as error:
            raise self.fail("defaults", str(error)) from None
        if usual.dealer is not None and usual.dealer >= _FEWEST_PLAYERS:
            found = f"dealer is {usual.dealer}, and a game of two has no such seat"
            raise self.fail("defaults", f"{found}; allowed: 0, 1, or left out for the draw")

    def can_be_dealt(self, one: Edition) -> None:
        """A game can begin: there is somebody to deal, and there are enough cards for two."""
        always = [kind for kind in one.sides[0].kinds if not kind.in_deck and not kind.written]
        values = sorted({kind.number or 0 for kind in always})
        if len(values) < _FEWEST_PLAYERS:  # setup-1
            found = f"all cards that are always in the deck count {', '.join(map(str, values)) or 'nothing'}"
            raise self.fail(
                one.sides[0].name,
                f"{found} in the draw for the dealer, so nobody would ever draw the highest one; "
                "two different numbers are needed, or a number from 1 on and a symbol, which counts 0",
            )
        if _FEWEST_PLAYERS * one.hand >= one.cards:
            needed = f"two players need {_FEWEST_PLAYERS * one.hand + 1} cards to deal and turn up"
            raise self.fail("", f"hand is {one.hand}; {needed}, there are {one.cards}")

    def count(self, side: Side, cards: int) -> None:
        total = sum(k.copies * (1 if k.wild else len(side.colors)) for k in side.kinds)
        if total != cards:
            raise self.fail(side.name, f"its faces add up to {total} cards; the edition says {cards}")
        if len(side.faces) > MAX_FACES:
            raise self.fail(side.name, f"it has {len(side.faces)} different faces; at most {MAX_FACES} are allowed")

    # --- a side and its cards --------------------------------------------------------------------

    def side(self, name: str, data: Any, *, two_sided: bool) -> Side:
        self.table(name, data, _SIDE_KEYS, {"called", "colors", "face"})
        colors = self.colors(f"{name}.colors", data["colors"])
        kinds: list[FaceKind] = []
        for i, entry in enumerate(data.get("numbers", [])):
            kinds += self.numbers(f"{name}.numbers[{i}]", entry)
        kinds += [self.face(f"{name}.face[{i}]", entry, two_sided=two_sided) for i, entry in enumerate(data["face"])]
        symbols = [kind.symbol for kind in kinds]
        twice = sorted({s for s in symbols if symbols.count(s) > 1})
        if twice:
            raise self.fail(name, f"the symbol {twice[0]} stands twice; each kind of card needs its own")
        return Side(name, data["called"], tuple(colors.values()), tuple(colors), tuple(kinds))

    def colors(self, place: str, colors: dict[str, Any]) -> dict[str, str]:
        if not 2 <= len(colors) <= MAX_COLORS:
            raise self.fail(place, f"found {len(colors)} colours; allowed are 2 to {MAX_COLORS}")
        for letter, color in colors.items():
            known = isinstance(color, str) and re.fullmatch("[a-z]{1,12}", color)
            if not re.fullmatch("[a-z]", letter) or not known:
                needed = "one small letter and a small word are needed"
                raise self.fail(place, f"found {letter!r:.60} = {color!r:.60}; {needed}")
            if list(colors.values()).count(color) > 1:
                raise self.fail(place, f"the colour {color} stands twice; each needs a name of its own")
        return colors

    def numbers(self, place: str, data: Any) -> list[FaceKind]:
        self.table(place, data, _NUMBERS_KEYS, set(_NUMBERS_KEYS))
        low = self.number(place, "from", data["from"], 0, 9)
        high = self.number(place, "to", data["to"], low, 9)
        copies = self.number(place, "copies", data["copies"], 1, 20)
        return [FaceKind(str(n), str(n), copies, points=n, number=n) for n in range(low, high + 1)]

    def face(self, place: str, data: Any, *, two_sided: bool) -> FaceKind:
        self.table(place, data, _FACE_KEYS, {"symbol", "name", "copies", "points"})
        wild = data.get("wild", False)
        symbol = self.symbol(place, data["symbol"], wild=wild)
        place = f"{place} ({symbol})"
        written = self.number(place, "written", data.get("written", 0), 0, 3)
        if written and ("does" in data or not wild):
            raise self.fail(place, "a written card is wild and has no sentences of its own")
        in_deck = data.get("in_deck", "")
        if in_deck not in {"", "swap_hands"}:
            hint = did_you_mean(in_deck, ["swap_hands"])
            raise self.fail(place, f"in_deck is {in_deck!r:.60}; {hint}allowed: swap_hands")
        does = self.sentences(place, "does", data.get("does", []), two_sided=two_sided)
        turned_up = self.when(place, "turned_up", data.get("turned_up", []), does, two_sided=two_sided)
        last = self.when(place, "as_last_card", data.get("as_last_card", []), does, two_sided=two_sided)
        if isinstance(last, str):
            raise self.fail(place, f'as_last_card is {last!r}; a list of sentences or "does" is needed')
        self.can_work(place, "does", occasions.problem_when_played(does, wild=wild))
        if isinstance(turned_up, tuple) and place.startswith(SIDES[0]):  # a round starts on the light side
            self.can_work(place, "turned_up", occasions.problem_when_turned_up(turned_up, wild=wild))
        self.can_work(place, "as_last_card", occasions.problem_as_last_card(last, wild=wild))
        return FaceKind(
            symbol=symbol,
            name=data["name"],
            copies=self.number(place, "copies", data["copies"], 1, 20),
            points=self.number(place, "points", data["points"], 0, 1000),
            wild=wild,
            does=does,
            turned_up=turned_up,
            as_last_card=last,
            in_deck=in_deck,
            written=written,
        )

    def symbol(self, place: str, symbol: str, *, wild: bool) -> str:
        if not _is_symbol(symbol, wild=wild):
            bare = re.sub("[^A-Z0-9+]", "", symbol.upper())
            meant = next((s for s in (bare, f"W{bare}", bare.removeprefix("W")) if _is_symbol(s, wild=wild)), "")
            hint = f"did you mean {meant}? " if meant else ""
            form = "1 to 4 of A-Z, 0-9 and +, starting with W for a wild and for nothing else, not a number"
            raise self.fail(place, f"symbol is {symbol!r:.60}; {hint}allowed are {form}")
        return symbol

    # --- sentences -----------------------------------------------------------------------------

    def can_work(self, place: str, key: str, problem: str) -> None:
        if problem:
            raise self.fail(place, f"{key}{'' if problem.startswith('must') else ':'} {problem}")

    def when(
        self, place: str, key: str, value: Any, does: tuple[str, ...], *, two_sided: bool
    ) -> tuple[str, ...] | str:
        if value == "does":
            return does
        if value == GOES_BACK:
            return GOES_BACK
        if not isinstance(value, list):
            hint = did_you_mean(value, ["does", GOES_BACK]) if isinstance(value, str) else ""
            allowed = f'a list of sentences, "does", "{GOES_BACK}"'
            raise self.fail(place, f"{key} is {value!r:.60}; {hint}allowed: {allowed}")
        return self.sentences(place, key, value, two_sided=two_sided)

    def sentences(self, place: str, key: str, value: list[Any], *, two_sided: bool) -> tuple[str, ...]:
        if not all(isinstance(sentence, str) for sentence in value):
            raise self.fail(place, f"{key} is {value!r:.60}; a list of sentences is needed")
        try:
            language.parse(value, two_sided=two_sided)
        except RuleError as error:
            raise self.fail(place, f"{key}: {error}") from None
        return tuple(value)


def _is_symbol(symbol: str, *, wild: bool) -> bool:
    return bool(_SYMBOL.fullmatch(symbol)) and not symbol.isdigit() and wild == symbol.startswith("W")
