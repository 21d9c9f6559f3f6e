"""A game from its start as a text file that a person can read and that replays exactly.

Headers in square brackets, an empty line, then the moves in order, any number on a
line, separated by commas. `docs/notation.md` has the grammar. A record holds the
seed, so it is for finished games only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from lastcard.editions import Settings, edition
from lastcard.errors import IllegalMoveError, LastcardError, NotationError
from lastcard.game import Game
from lastcard.notation import Move

VERSION = "1"
MAX_RECORD = 20_000_000
_HEADER = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\.)*)"\]')
_NEEDED = ("Lastcard", "Edition", "Settings", "Players", "Seed")
_ALLOWED = (*_NEEDED, "Names", "Position", "Result")
_LINE = 88


def write_record(game: Game, names: Sequence[str] = ()) -> str:
    """The record of `game`."""
    headers = {
        "Lastcard": VERSION,
        "Edition": game.edition.id,
        "Settings": game.settings.to_text(game.edition),
        "Players": str(game.players),
        "Seed": game.key.hex(),
    }
    if names:
        headers["Names"] = json.dumps(list(names))
    if game.start is not None:
        headers["Position"] = game.start
    headers["Result"] = result(game)
    lines = [f'[{name} "{_escape(value)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *_wrap([str(move) for move in game.history])]) + "\n"


def result(game: Game) -> str:
    """How the game stands: the winners and scores, or that it goes on."""
    scores = " ".join(str(x) for x in game.scores)
    if game.over:
        return f"won by {' '.join(str(seat) for seat in game.winners)}; scores {scores}"
    return f"unfinished; scores {scores}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrap(moves: list[str]) -> list[str]:
    lines: list[str] = []
    for move in moves:
        if lines and len(lines[-1]) + len(move) + 2 <= _LINE:
            lines[-1] += f", {move}"
        else:
            lines.append(move)
    return lines


def read_record(text: str, tell: Callable[[int, str, list[str]], None] | None = None) -> Game:
    """The game that a record tells, replayed move by move to its end.

    `tell` gets each move as it is made: its number, its text, and what happened in sentences.
    """
    if len(text) > MAX_RECORD:
        msg = f"the record is {len(text)} characters long; at most {MAX_RECORD} are allowed"
        raise NotationError(msg)
    headers, body = _split(text)
    game = _begin(headers)
    for number, word in enumerate(_moves(body), 1):
        try:
            events = game.play(Move.parse(word))
        except IllegalMoveError as error:
            msg = f"record: move {number}: {error}"
            raise IllegalMoveError(msg, error.rule) from None
        except LastcardError as error:
            msg = f"record: move {number}: {error}"
            raise NotationError(msg) from None
        if tell is not None:
            tell(number, word, [event.text for event in events])
    wanted = headers.get("Result", result(game))
    if wanted != result(game):
        msg = f"record: the result says {wanted!r:.80} but the moves give {result(game)!r}"
        raise NotationError(msg)
    return game


def player_names(text: str) -> list[str]:
    """The names in a record's header; empty if there are none."""
    headers, _ = _split(text)
    try:
        names = json.loads(headers.get("Names", "[]"))
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        msg = "record: Names must be a list of names in JSON"
        raise NotationError(msg)
    return names


def _split(text: str) -> tuple[dict[str, str], str]:
    headers: dict[str, str] = {}
    lines = text.splitlines()
    used = 0
    for used, line in enumerate(lines):
        if not line.strip():
            break
        match = _HEADER.fullmatch(line.strip())
        if not match or match[1] not in _ALLOWED or match[1] in headers:
            msg = f'record: line {used + 1}: found {line!r:.60}; a header like [Edition "classic"] is needed, each once, of {", ".join(_ALLOWED)}, then an empty line'
            raise NotationError(msg)
        headers[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    missing = [name for name in _NEEDED if name not in headers]
    if missing:
        msg = f"record: the header {missing[0]} is missing"
        raise NotationError(msg)
    return headers, "\n".join(lines[used + 1 :])


def _begin(headers: dict[str, str]) -> Game:
    if headers["Lastcard"] != VERSION:
        msg = f"record: version {headers['Lastcard']!r:.20}; this program reads version {VERSION}"
        raise NotationError(msg)
    if not re.fullmatch("[0-9a-f]{64}", headers["Seed"]) or not re.fullmatch("[0-9]{1,2}", headers["Players"]):
        msg = "record: Seed must be 64 hexadecimal digits and Players a number"
        raise NotationError(msg)
    game = edition(headers["Edition"])
    settings = Settings.from_text(game, headers["Settings"])
    if "Position" in headers:
        start = Game.from_position(headers["Position"])
        same = (start.edition, start.settings, str(start.players), start.key.hex())
        if same != (game, settings, headers["Players"], headers["Seed"]):
            msg = "record: Edition, Settings, Players or Seed differ from those of the Position"
            raise NotationError(msg)
        return start
    return Game(game, int(headers["Players"]), seed=bytes.fromhex(headers["Seed"]), **settings.chosen(game))


def _moves(body: str) -> list[str]:
    return [word.strip() for word in body.replace("\n", ",").split(",") if word.strip()]
