"""What a person typed, as a move or a command. It never decides whether a move is legal: the game does."""

from __future__ import annotations

from dataclasses import dataclass

from lastcard.cards import Card, printed
from lastcard.editions.model import SIDES
from lastcard.engine.kinds import MOVE_KINDS
from lastcard.errors import NotationError
from lastcard.moves import WITH_CARD, Move
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
    kind, text = _meant(view), " ".join(parts)
    if kind in WITH_CARD and typed_card(text, view, words) is None:
        msg = f"{text[:40]!r} is no card, move or command here. Type help to see what can be typed."
        raise UnclearError(msg)
    return _written(kind, _value(kind, text, view, words), view, words)


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
    if kind in WITH_CARD:
        card = typed_card(text, view, words)
        return text if card is None else card.text
    if kind == "color":
        side = words.edition.sides[SIDES.index(view.side)]
        letters = dict(zip(side.letters, side.colors, strict=True))
        return letters.get(text.casefold(), text.casefold())
    if kind in {"target", "catch"}:
        text = _SAME.get(text.casefold(), text.casefold())
        return next((str(seat) for seat, name in enumerate(words.names) if name.casefold() == text), text)
    return text.casefold()


def typed_card(text: str, view: View, words: Words) -> Card | None:
    """A card as it was typed; None if it is none of this edition."""
    return printed(words.edition).typed(text, SIDES.index(view.side))
