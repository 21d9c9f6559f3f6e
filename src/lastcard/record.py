"""A game from its start as a text file that a person can read and that replays exactly.

Headers in square brackets, an empty line, then the moves in order, any number on a
line, separated by commas. `docs/notation.md` has the grammar. A record holds the
seed, so it is for finished games only. It may also hold the proof of a fair shuffle;
reading checks the proof's form only, `lastcard verify` checks whether it is true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lastcard.checks.fairness import FairnessError, Shuffle
from lastcard.editions import Edition, Settings, by_id, compile_rules, edition
from lastcard.editions.nearest import did_you_mean
from lastcard.errors import IllegalMoveError, LastcardError, NotationError
from lastcard.game import Game
from lastcard.text.position import check_digest

VERSION = "1"
MAX_RECORD = 20_000_000
_HEADER = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\.)*)"\]')
_NEEDED = ("Lastcard", "Edition", "Settings", "Players", "Seed")
_PROOF = ("Commitment", "Secret", "Salt", "Mixes")
_ALLOWED = (*_NEEDED, "Rules", *_PROOF, "Names", "Position", "Result")
_BYTES_32 = re.compile("[0-9a-f]{64}")
_MIX = re.compile("(?:[0-9a-f]{2}){0,32}")
_LINE = 88


@dataclass(frozen=True)
class Proof:
    """What a record says about its shuffle, as it stands there: whether it is true is another question."""

    commitment: str
    shuffle: Shuffle
    seed: bytes
    result: str | None


def write_record(game: Game, names: Sequence[str] = (), shuffle: Shuffle | None = None) -> str:
    """The record of `game`, with the proof of its shuffle if there is one."""
    if not isinstance(game, Game):
        msg = f"{game!r:.40} is no game, so there is no record of it; a Game is needed"
        raise NotationError(msg)
    moves = [str(move) for move in game.history]
    return write_record_of(
        game.edition, game.settings, game.players, game.key, moves, result(game), names, shuffle, start=game.start
    )  # fmt: skip


def write_record_of(
    name: str | Edition,
    settings: Settings,
    players: int,
    key: bytes,
    moves: Sequence[str],
    result: str,
    names: Sequence[str] = (),
    shuffle: Shuffle | None = None,
    *,
    start: str | None = None,
) -> str:
    """A record from its parts, for whoever keeps the moves of a game elsewhere.

    `result` is what the function of that name says of the game; `start` is the position
    that it began with, if it was not dealt from its key.
    """
    game = name if isinstance(name, Edition) else edition(name)
    headers = {
        "Lastcard": VERSION,
        "Edition": game.id,
        "Settings": settings.to_text(game),
        "Rules": compile_rules(game, settings).digest,
        "Players": str(players),
        "Seed": key.hex(),
    }
    if shuffle is not None:
        _check_shuffle(shuffle, players, key, start)
        headers["Commitment"] = shuffle.commitment
        headers["Secret"] = shuffle.secret.hex()
        headers["Salt"] = shuffle.salt.hex()
        headers["Mixes"] = json.dumps([mix.hex() for mix in shuffle.mixes])
    if names:
        listed = isinstance(names, Sequence) and not isinstance(names, str)
        if not listed or len(names) != players or not all(isinstance(name, str) for name in names):
            msg = f"names are {names!r:.60}; a list with one for each of the {players} players is needed"
            raise NotationError(msg)
        headers["Names"] = json.dumps(list(names))
    if start is not None:
        headers["Position"] = start
    headers["Result"] = result
    lines = [f'[{header} "{_escape(value)}"]' for header, value in headers.items()]
    return "\n".join([*lines, "", *_wrap(moves)]) + "\n"


def _check_shuffle(shuffle: Shuffle, players: int, key: bytes, start: str | None) -> None:
    """Refuse to write a proof that would not hold."""
    if not isinstance(shuffle, Shuffle):
        msg = f"{shuffle!r:.40} is no shuffle; a Shuffle is needed, or None for a record without a proof"
        raise FairnessError(msg)
    if start is not None:
        msg = "the game began with a position, so its cards are not those of a shuffle; write its record without one"
        raise FairnessError(msg)
    if len(shuffle.mixes) != players:
        msg = f"the shuffle has {len(shuffle.mixes)} mixes; it must have one for each of the {players} seats"
        raise FairnessError(msg)
    if shuffle.key != key:
        msg = "the game was not dealt from this shuffle: its key is another one"
        raise FairnessError(msg)


def result(game: Game) -> str:
    """How the game stands: the winners and scores, or that it goes on."""
    scores = " ".join(str(x) for x in game.scores)
    if game.over:
        return f"won by {' '.join(str(seat) for seat in game.winners)}; scores {scores}"
    return f"unfinished; scores {scores}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrap(moves: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for move in moves:
        if lines and len(lines[-1]) + len(move) + 2 <= _LINE:
            lines[-1] += f", {move}"
        else:
            lines.append(move)
    return lines


@dataclass(frozen=True)
class Record:
    """A record as it is written: headers and moves.

    >>> game = Game("classic", seed=1)
    >>> told = game.play(game.legal_moves()[0])
    >>> record = Record.parse(write_record(game, ["Ada", "Bo"]))
    >>> record.headers["Edition"], record.names, len(record.moves)
    ('classic', ['Ada', 'Bo'], 1)
    >>> [now.asks.seat for now in record.games()]
    [0, 1]
    """

    headers: dict[str, str]
    moves: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record in a text; whether its moves can be made is seen when they are."""
        headers, body = _split(text)
        return cls(headers, tuple(_moves(body)))

    @property
    def names(self) -> list[str]:
        """The players' names; empty if it has none."""
        return _names(self.headers)

    def games(self) -> Iterator[Game]:
        """The game as it began and after each move, one object all the way: copy it to keep it.

        At the end the record's result is compared.
        """
        game = _begin(self.headers)
        yield game
        for number, word in enumerate(self.moves, 1):
            try:
                game.play(word)
            except IllegalMoveError as error:
                msg = f"record: move {number}: {error}"
                raise IllegalMoveError(msg, error.rule, error.why) from None
            except LastcardError as error:
                msg = f"record: move {number}: {error}"
                raise NotationError(msg) from None
            yield game
        wanted = self.headers.get("Result", result(game))
        if wanted != result(game):
            msg = f"record: the result says {wanted!r:.80} but the moves give {result(game)!r}"
            raise NotationError(msg)


def read_record(text: str) -> Game:
    """The game that a record tells, replayed move by move to its end."""
    *_, game = Record.parse(text).games()
    return game


def read_proof(text: str) -> Proof | None:
    """The proof in a record; None if it has none.

    Refuses what `read_record` refuses before the first move.
    """
    headers, _ = _split(text)
    _begin(headers)
    return _proof(headers)


def player_names(text: str) -> list[str]:
    """The names in a record's header; empty if there are none."""
    return Record.parse(text).names


def _names(headers: dict[str, str]) -> list[str]:
    try:
        names = json.loads(headers.get("Names", "[]"))
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        msg = "record: Names must be a list of names in JSON"
        raise NotationError(msg)
    return names


def _split(text: str) -> tuple[dict[str, str], str]:
    if not isinstance(text, str):
        msg = f"{text!r:.40} is no record; a record is a text, as write_record(game) gives it"
        raise NotationError(msg)
    if len(text) > MAX_RECORD:
        msg = f"the record is {len(text)} characters long; at most {MAX_RECORD} are allowed"
        raise NotationError(msg)
    headers: dict[str, str] = {}
    lines = text.splitlines()
    used = 0
    for used, line in enumerate(lines):
        if not line.strip():
            break
        match = _HEADER.fullmatch(line.strip())
        if not match or match[1] not in _ALLOWED or match[1] in headers:
            hint = did_you_mean(match[1], _ALLOWED) if match and match[1] not in _ALLOWED else ""
            msg = (
                f'record: line {used + 1}: found {line!r:.60}; {hint}a header like [Edition "classic"] is needed, '
                f"each once, of {', '.join(_ALLOWED)}, then an empty line"
            )
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
    if not _BYTES_32.fullmatch(headers["Seed"]) or not re.fullmatch("[0-9]{1,2}", headers["Players"]):
        msg = "record: Seed must be 64 hexadecimal digits and Players a number"
        raise NotationError(msg)
    _proof(headers)
    game = by_id(headers["Edition"])
    settings = Settings.from_text(game, headers["Settings"])
    check_digest("record", game, settings, headers.get("Rules"))
    if "Position" in headers:
        start = Game.from_position(headers["Position"])
        same = (start.edition, start.settings, str(start.players), start.key.hex())
        if same != (game, settings, headers["Players"], headers["Seed"]):
            msg = "record: Edition, Settings, Players or Seed differ from those of the Position"
            raise NotationError(msg)
        return start
    return Game(game, int(headers["Players"]), seed=bytes.fromhex(headers["Seed"]), **settings.chosen(game))


def _proof(headers: dict[str, str]) -> Proof | None:
    """The proof in the headers, its form checked."""
    missing = [name for name in _PROOF if name not in headers]
    if len(missing) == len(_PROOF):
        return None
    if missing:
        msg = f"record: the header {missing[0]} is missing; a proof needs all of {', '.join(_PROOF)}"
        raise NotationError(msg)
    if "Position" in headers:
        # Its cards come from the position and not from the seed, so a proof would prove nothing about them.
        leave = f"leave out Position, or all of {', '.join(_PROOF)}"
        msg = f"record: a game that began with a Position has no shuffle to prove; {leave}"
        raise NotationError(msg)
    for name in _PROOF[:3]:
        if not _BYTES_32.fullmatch(headers[name]):
            msg = f"record: {name} is {headers[name]!r:.80}; it must be 64 hexadecimal digits, small letters"
            raise NotationError(msg)
    shuffle = Shuffle(bytes.fromhex(headers["Secret"]), bytes.fromhex(headers["Salt"]), _mixes(headers))
    return Proof(headers["Commitment"], shuffle, bytes.fromhex(headers["Seed"]), headers.get("Result"))


def _mixes(headers: dict[str, str]) -> tuple[bytes, ...]:
    try:
        mixes = json.loads(headers["Mixes"])
    except (ValueError, RecursionError):
        mixes = None
    if not isinstance(mixes, list) or not all(isinstance(mix, str) and _MIX.fullmatch(mix) for mix in mixes):
        msg = (
            f"record: Mixes is {headers['Mixes']!r:.80}; it must be a list in JSON of texts "
            "with 0 to 64 hexadecimal digits, an even number of them, small letters"
        )
        raise NotationError(msg)
    if len(mixes) != int(headers["Players"]):
        msg = (
            f"record: Mixes has {len(mixes)} entries; it must have "
            f"one for each of the {int(headers['Players'])} players"
        )
        raise NotationError(msg)
    return tuple(bytes.fromhex(mix) for mix in mixes)


def _moves(body: str) -> list[str]:
    return [word.strip() for word in body.replace("\n", ",").split(",") if word.strip()]
