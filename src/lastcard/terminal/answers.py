"""What a person typed, as a move or a command. It never decides whether a move is legal: the game does."""

from __future__ import annotations

from dataclasses import dataclass

from lastcard.editions.model import SIDES
from lastcard.engine.kinds import MOVE_KINDS
from lastcard.errors import NotationError
from lastcard.moves import Move
from lastcard.terminal.screen import listed
from lastcard.terminal.words import Words
from lastcard.view import View

COMMANDS = {
    "help": "help", "h": "help", "?": "help", "hand": "hand", "log": "log", "rules": "rules", "moves": "moves",
    "why": "why", "quit": "quit", "q": "quit", "exit": "quit",
}  # fmt: skip
_SAME = {"keep": "pass", "colour": "color", "choose": "target", "nobody": "none", "stop": "done", "name": "color"}
_YES = {"vote": "yes", "challenge": "challenge", "dare": "dare", "uno": "uno", "catch": "catch"}
_NO = {"vote": "no", "challenge": "accept", "dare": "chicken", "uno": "silent", "catch": "silent"}


class UnclearError(Exception):
    """An answer that means nothing here; the text says what would."""


@dataclass(frozen=True)
class Answer:
    """A move, perhaps with a call; or a command with what follows it."""

    move: Move | None = None
    uno: bool = False
    command: str = ""
    rest: str = ""


def read_answer(line: str, view: View, words: Words) -> Answer:
    """What `line` means for the seat of `view`."""
    parts = line.replace(",", " ").replace("!", " ").split()
    if not parts:
        msg = "Type the number of a move, or help."
        raise UnclearError(msg)
    first = parts[0].casefold()
    if first in COMMANDS:
        return Answer(command=COMMANDS[first], rest=" ".join(parts[1:]))
    others = [part for part in parts if part.casefold() != "uno"]
    if not others:
        return Answer(Move(view.seat, "uno"))
    return Answer(_move(others, view, words), uno=len(others) < len(parts))


def _move(parts: list[str], view: View, words: Words) -> Move:
    word = _SAME.get(parts[0].casefold(), parts[0].casefold())
    rest = " ".join(parts[1:])
    if parts[0].isascii() and parts[0].isdigit() and not rest:
        return _numbered(int(parts[0][:6]), view)
    if word in MOVE_KINDS and word != "deal":
        return _written(word, _value(word, rest, view, words), view, words)
    if word in {"yes", "no", "y", "n"} and view.asks[1] in _YES:
        return _yes_or_no((_YES if word[0] == "y" else _NO)[view.asks[1]], view)
    kind = _meant(view)
    value = _value(kind, " ".join(parts), view, words)
    if kind in {"play", "discard"} and not is_card(value, view, words):
        msg = f"{' '.join(parts)[:40]!r} is no card, move or command here. Type help to see what can be typed."
        raise UnclearError(msg)
    return _written(kind, value, view, words)


def _written(kind: str, value: str, view: View, words: Words) -> Move:
    """A move by its kind and value."""
    try:
        return Move.parse(f"{view.seat} {kind} {value}", words.edition, view.side)
    except NotationError as error:
        raise UnclearError(str(error)) from None


def _numbered(number: int, view: View) -> Move:
    moves = listed(view)
    if not 1 <= number <= len(moves):
        msg = f"There is no move {number}; the moves are 1 to {len(moves)}."
        raise UnclearError(msg)
    return moves[number - 1]


def _yes_or_no(kind: str, view: View) -> Move:
    if kind in {"yes", "no"}:
        return Move(view.seat, "vote", yes=kind == "yes")
    return next((move for move in view.moves if move.kind == kind), Move(view.seat, kind))


def _meant(view: View) -> str:
    """The kind of move that a bare word answers."""
    return {"color": "color", "target": "target", "discard": "discard"}.get(view.asks[1], "play")


def _value(kind: str, text: str, view: View, words: Words) -> str:
    if kind in {"play", "discard"}:
        return card_value(text, view, words)
    if kind == "color":
        side = words.edition.sides[SIDES.index(view.side)]
        letters = dict(zip(side.letters, side.colors, strict=True))
        return letters.get(text.casefold(), text.casefold())
    if kind in {"target", "catch"}:
        text = _SAME.get(text.casefold(), text.casefold())
        return next((str(seat) for seat, name in enumerate(words.names) if name.casefold() == text), text)
    return text.casefold()


def card_value(text: str, view: View, words: Words) -> str:
    """A card as the notation writes it: capitals do not matter, and `front/back` is as on the screen."""
    side = SIDES.index(view.side)
    if "/" in text and words.edition.two_sided:
        front, _, back = text.partition("/")
        pair = (_face(front, side, words), _face(back, 1 - side, words))
        return "|".join(pair if side == 0 else pair[::-1])
    if "|" in text:
        return "|".join(_face(part, min(place, 1), words) for place, part in enumerate(text.split("|")))
    return _face(text, side, words)


def _face(text: str, side: int, words: Words) -> str:
    texts = [face.text for face in words.edition.sides[min(side, len(words.edition.sides) - 1)].faces]
    return text if text in texts else next((face for face in texts if face.casefold() == text.casefold()), text)


def is_card(text: str, view: View, words: Words) -> bool:
    """Whether a text is a card of this edition."""
    parts = text.split("|")
    first = SIDES.index(view.side) if len(parts) == 1 else 0
    return len(parts) <= len(words.edition.sides) and all(
        part == "?" or words.kind(part, first + place) is not None for place, part in enumerate(parts)
    )
