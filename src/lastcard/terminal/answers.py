"""What a person typed, as a move or a command. It never decides whether a move is legal: the game does."""

from __future__ import annotations

from dataclasses import dataclass

from lastcard.cards import Card, printed
from lastcard.editions.model import SIDES
from lastcard.editions.nearest import did_you_mean
from lastcard.engine.kinds import MOVE_KINDS
from lastcard.errors import NotationError
from lastcard.moves import WITH_CARD, Move
from lastcard.terminal.booklet import example_card
from lastcard.terminal.screen import listed
from lastcard.terminal.words import Words
from lastcard.view import View

COMMANDS = {
    "help": "help", "h": "help", "?": "help", "hand": "hand", "log": "log", "rules": "rules", "moves": "moves",
    "why": "why", "quit": "quit", "q": "quit", "exit": "quit",
}  # fmt: skip
_SAME = {"keep": "pass", "colour": "color", "choose": "target", "nobody": "none", "stop": "done", "name": "color"}
_KINDS = tuple(kind for kind in MOVE_KINDS if kind != "deal")
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
    if word in _KINDS:
        return _written(word, rest, view, words)
    if word in {"yes", "no", "y", "n"} and view.asks[1] in _YES:
        return _yes_or_no((_YES if word[0] == "y" else _NO)[view.asks[1]], view)
    kind, text = _meant(view), " ".join(parts)
    if kind in WITH_CARD and typed_card(text, view, words) is None:
        hint = did_you_mean(text, [*COMMANDS, *_KINDS, *_SAME, *(card.front for card in view.hand)])
        meant = hint[:1].upper() + hint[1:]
        msg = f"{text[:40]!r} is no card, move or command here. {meant}Type help to see what can be typed."
        raise UnclearError(msg)
    return _written(kind, text, view, words)


def _written(kind: str, text: str, view: View, words: Words) -> Move:
    """A move by its kind and what was typed after it."""
    if kind in WITH_CARD:
        return Move(view.seat, kind, _card(kind, text, view, words))
    if kind == "color":
        return Move(view.seat, kind, color=_color(text, view, words))
    if kind in {"target", "catch"}:
        return Move(view.seat, kind, target=_player(kind, text, view, words))
    if kind == "vote":
        if text.casefold() not in {"yes", "no"}:
            found = repr(text[:40]) if text else "nothing"
            msg = f"A vote is yes or no; found {found}. Type vote yes, or vote no."
            raise UnclearError(msg)
        return Move(view.seat, kind, yes=text.casefold() == "yes")
    if text:
        msg = f"Nothing comes after {kind}; found {text[:40]!r}. Type {kind} alone."
        raise UnclearError(msg)
    return Move(view.seat, kind)


def _card(kind: str, text: str, view: View, words: Words) -> Card:
    if not text:
        msg = f"Type {kind} and a card of yours, for example: {kind} {example_card(view, words)}"
        raise UnclearError(msg)
    try:
        return typed_card(text, view, words) or printed(words.edition).parse(text, SIDES.index(view.side))
    except NotationError as error:
        raise UnclearError(str(error)) from None


def _color(text: str, view: View, words: Words) -> str:
    side = words.edition.sides[SIDES.index(view.side)]
    name = dict(zip(side.letters, side.colors, strict=True)).get(text.casefold(), text.casefold())
    if name not in side.colors:
        found = f"{text[:40]!r} is no colour here; {did_you_mean(text, side.colors)}t" if text else "T"
        msg = f"{found}he colours are {', '.join(side.colors)}."
        raise UnclearError(msg)
    return name


def _player(kind: str, text: str, view: View, words: Words) -> int | None:
    """A seat by its name or number; None for nobody, where somebody is chosen."""
    name = _SAME.get(text.casefold(), text.casefold())
    if name == "none" and kind == "target":
        return None
    for seat, one in enumerate(words.names[: view.players]):
        if name in {one.casefold(), str(seat)}:
            return seat
    others = [one for seat, one in enumerate(words.names) if seat != view.seat]
    found = f"There is no player {text[:40]!r}; {did_you_mean(text, others)}t" if text else f"Type {kind} and a name: t"
    msg = f"{found}he others are {', '.join(others)}."
    raise UnclearError(msg)


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
    return {"color": "color", "target": "target", "discard": "discard", "give": "give"}.get(view.asks[1], "play")


def typed_card(text: str, view: View, words: Words) -> Card | None:
    """A card as it was typed; None if it is none of this edition."""
    return printed(words.edition).typed(text, SIDES.index(view.side))
