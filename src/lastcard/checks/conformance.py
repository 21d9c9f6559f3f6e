"""Conformance cases: rule cases as data, run against the engine.

The format is in `docs/conformance.md`: a position, moves, and what must be true after
each. The runner knows the engine only through `Game`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lastcard.cards import Card, printed
from lastcard.editions.model import SIDES
from lastcard.editions.nearest import did_you_mean
from lastcard.errors import CaseError, LastcardError
from lastcard.game import Game
from lastcard.text.layout import Layout

_CASE_KEYS = {"id", "rules", "edition", "why", "settings", "given", "step"}
_GIVEN_KEYS = {"hands", "players", "discard", "draw", "rest", "turn", "dealer", "color", "direction", "side", "scores"}
_STEP_KEYS = {"do", "expect"}
_WRONG = (LastcardError, ValueError, TypeError, AttributeError, KeyError, IndexError)
"""What a case with a wrong move, card or type of value leads to: it fails, and the others go on."""
MAX_FILE = 4 * 1024 * 1024


@dataclass(frozen=True)
class Outcome:
    """How a case went: `problem` is empty if it passed."""

    file: str
    case: str
    problem: str = ""


def case_files(paths: list[str]) -> list[Path]:
    """All case files among `paths`, folders searched through."""
    files: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found = sorted(path.rglob("*.toml"))
            if not found:
                msg = f"{path}: the folder has no .toml files"
                raise CaseError(msg)
            files += found
        elif path.is_file():
            files.append(path)
        else:
            msg = f"{path}: there is no such file or folder"
            raise CaseError(msg)
    return files


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases in a file, checked for their form."""
    try:
        data = path.read_bytes()
        if len(data) > MAX_FILE:
            msg = f"{path}: is larger than {MAX_FILE} bytes"
            raise CaseError(msg)
        tables = tomllib.loads(data.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        msg = f"{path}: can't be read: {error}"
        raise CaseError(msg) from None
    cases = tables.get("case")
    if set(tables) != {"case"} or not isinstance(cases, list) or not cases:
        msg = f"{path}: a case file is a list of [[case]] tables; found {', '.join(tables) or 'nothing'}"
        raise CaseError(msg)
    for number, case in enumerate(cases, 1):
        if not isinstance(case, dict) or not isinstance(case.get("id"), str):
            msg = f"{path}: case {number}: an id is needed, which is a text"
            raise CaseError(msg)
    return cases


def check_form(case: dict[str, Any]) -> None:
    """Refuse a case that is not written as the format asks."""
    _check_keys("the case", case, _CASE_KEYS)
    for key, kind in (("edition", str), ("step", list)):
        if not isinstance(case.get(key), kind):
            msg = f"{key} is {case.get(key)!r:.40}; it must be a {'text' if kind is str else 'list'}"
            raise CaseError(msg)
    for key in ("settings", "given"):
        if not isinstance(case.get(key, {}), dict):
            msg = f"{key} must be a table"
            raise CaseError(msg)
    _check_keys("given", case.get("given", {}), _GIVEN_KEYS)
    for i, step in enumerate(case["step"], 1):
        if (
            not isinstance(step, dict)
            or not isinstance(step.get("expect", {}), dict)
            or not isinstance(step.get("do", ""), str)
        ):
            msg = f"step {i} must be a table with a move in do and a table in expect"
            raise CaseError(msg)
        _check_keys(f"step {i}", step, _STEP_KEYS)
        _check_keys(f"step {i}: expect", step.get("expect", {}), set(_CHECKS))


def _check_keys(place: str, table: dict[str, Any], allowed: set[str]) -> None:
    for key in table:
        if key not in allowed:
            hint = did_you_mean(key, allowed)
            msg = f"{place}: found the key {key!r:.40}; {hint}allowed: {', '.join(sorted(allowed))}"
            raise CaseError(msg)


def run_files(paths: list[str]) -> Iterator[Outcome]:
    """Run all cases of all files. Ids must be unique over all of them."""
    seen: dict[str, Path] = {}
    for path in case_files(paths):
        for case in load_cases(path):
            if case["id"] in seen:
                msg = f"{path}: the id {case['id']!r} stands also in {seen[case['id']]}"
                raise CaseError(msg)
            seen[case["id"]] = path
            yield Outcome(str(path), case["id"], run_case(case))


def run_case(case: dict[str, Any]) -> str:
    """What is wrong with a case, or nothing."""
    try:
        check_form(case)
        game = start_case(case)
    except _WRONG as error:
        return f"the case can't be set up: {error}"
    for number, step in enumerate(case["step"], 1):
        place = f"step {number}" + (f" ({step['do']})" if "do" in step else "")
        try:
            if "do" in step:
                game.play(step["do"])
            problem = check_step(game, step.get("expect", {}))
        except _WRONG as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            return f"{place}: {problem}"
    return ""


def start_case(case: dict[str, Any]) -> Game:
    """The game that a case begins with."""
    given = dict(case.get("given", {}))
    settings = {"uno": "race", **case.get("settings", {})}
    return Game.from_layout(case["edition"], Layout(**given), **settings)


def check_step(game: Game, expect: dict[str, Any]) -> str:
    """The first expectation that does not hold, or nothing."""
    for key, wanted in expect.items():
        problem: str = _CHECKS[key](game, wanted)
        if problem:
            return f"{key}: {problem}"
    return ""


def _same(found: Any, wanted: Any) -> str:
    return "" if found == wanted else f"expected {wanted!r}, found {found!r}"


def _asks(game: Game, wanted: str) -> str:
    seat, kind = game.asks
    return _same(kind if seat < 0 else f"{seat} {kind}", wanted)


def _matches(found: Card, wanted: str, game: Game) -> bool:
    """Whether a card is the one written; a bare face compares only the side in play."""
    card = Card.parse(wanted, game.edition, game.side)
    return found.front == card.front if card.bare else found == card


def _in_order(found: Sequence[Card], wanted: str, game: Game, *, whole: bool) -> str:
    words = wanted.split()
    ok = (len(words) == len(found) or not whole) and len(words) <= len(found)
    ok = ok and all(_matches(card, word, game) for card, word in zip(found, words, strict=False))
    return "" if ok else f"expected {wanted!r}, found {' '.join(str(card) for card in found[: len(words) + 2])!r}"


def _any_order(found: Sequence[Card], wanted: str, game: Game) -> str:
    """Compare as multisets: whole cards are matched first, so that a bare face can't take their place."""
    left = list(found)
    for word in sorted(wanted.split(), key=lambda w: "|" not in w):
        match = next((card for card in left if _matches(card, word, game)), None)
        if match is None:
            return f"expected {wanted!r}, found {' '.join(map(str, found))!r}"
        left.remove(match)
    return "" if not left else f"expected {wanted!r}, found {' '.join(map(str, found))!r}"


def _hands(game: Game, wanted: list[str]) -> str:
    if len(wanted) != game.players:
        return f"expected {len(wanted)} hands, found {game.players}"
    problems = [_any_order(hand, text, game) for hand, text in zip(game.hands, wanted, strict=True)]
    return next((f"seat {seat}: {problem}" for seat, problem in enumerate(problems) if problem), "")


def _legal(game: Game, moves: list[str]) -> str:
    for text in moves:
        try:
            game.copy().play(text)
        except LastcardError as error:
            return f"{text!r} should be legal: {error}"
    return ""


def _illegal(game: Game, moves: list[str]) -> str:
    before = game.position()
    for text in moves:
        try:
            game.copy().play(text)
        except LastcardError:
            pass
        else:
            return f"{text!r} should be refused"
        with suppress(LastcardError):
            game.play(text)
        if game.position() != before:
            return f"{text!r} was refused but changed the position"
    return ""


def _moves(game: Game, wanted: list[str]) -> str:
    seat, kind = game.asks
    question = kind in {"uno", "catch"}
    found = set()
    for move in game.legal_moves(seat):
        if move.kind in {"uno", "catch"} and not question:
            continue
        value = move.card.front if move.card is not None else move.value
        found.add(f"{move.seat} {move.kind} {value}".rstrip() if move.seat >= 0 else move.text)
    return _same(sorted(found), sorted(set(wanted)))


def _liable(game: Game, wanted: int | list[int]) -> str:
    seats = [] if wanted == -1 else [wanted] if isinstance(wanted, int) else wanted
    return _same(list(game.liable), sorted(seats))


def _round_points(game: Game, wanted: int | list[int]) -> str:
    """A list is for each seat; a number is what the winner got (with partners: each of them)."""
    return _same(list(game.round_points) if isinstance(wanted, list) else max(game.round_points), wanted)


def _sees(game: Game, wanted: str | list[str]) -> str:
    for text in [wanted] if isinstance(wanted, str) else wanted:
        match = re.fullmatch(r"([0-9]) of ([0-9]|draw):(.*)", text)
        if match is None or (match[2] != "draw" and int(match[2]) >= game.players):
            msg = f"found {text!r:.40}; write it as 'SEAT of SEAT: CARDS' or 'SEAT of draw: CARD'"
            raise CaseError(msg)
        viewer, what, cards = match.groups()
        view = game.view(int(viewer))
        drawable = () if view.draw_top is None else (view.draw_top,)
        seen = drawable if what == "draw" else view.hands[int(what)]
        expected = Counter(_seen_as(word, game) for word in cards.split())
        if Counter(seen) != expected:
            return f"expected {text!r}, found {' '.join(str(card) for card in seen)!r}"
    return ""


def _seen_as(text: str, game: Game) -> Card:
    """A card as a view has it: of a bare face the other side is not known."""
    card = Card.parse(text, game.edition, game.side)
    if not card.bare:
        return card
    whole = f"{text}|?" if game.side == SIDES[0] else f"?|{text}"
    return printed(game.edition).parse(whole, SIDES.index(game.side))


def _notice(game: Game, wanted: list[str]) -> str:
    return _same(sorted(f"{seat} {owner}" for seat, owner in game.notice_rules), sorted(wanted))


_CHECKS: dict[str, Any] = {
    "turn": lambda game, wanted: _same(game.turn, wanted),
    "asks": _asks,
    "color": lambda game, wanted: _same(game.color, wanted),
    "direction": lambda game, wanted: _same(game.direction, wanted),
    "side": lambda game, wanted: _same(game.side, wanted),
    "top": lambda game, wanted: _in_order([game.top], wanted, game, whole=True),
    "discard": lambda game, wanted: _in_order(game.discard, wanted, game, whole=True),
    "draw": lambda game, wanted: _in_order(game.draw, wanted, game, whole=False),
    "draw_size": lambda game, wanted: _same(game.draw_size, wanted),
    "discard_size": lambda game, wanted: _same(len(game.discard), wanted),
    "sizes": lambda game, wanted: _same(list(game.sizes), wanted),
    "hands": _hands,
    "legal": _legal,
    "illegal": _illegal,
    "moves": _moves,
    "liable": _liable,
    "round_winner": lambda game, wanted: _same(-1 if game.round_winner is None else game.round_winner, wanted),
    "round_points": _round_points,
    "scores": lambda game, wanted: _same(list(game.scores), wanted),
    "game_winners": lambda game, wanted: _same(list(game.winners), wanted),
    "sees": _sees,
    "custom_notice": _notice,
}
