"""Tables that stand just where a test wants them, without any back door in the product.

A table's log is the truth about it. So a game is searched in which the wanted situation
comes up, by playing many deals offline, and then the table's log is written as the server
itself would have written it: each line is granted by `granting.py` and folded by `Table`. Nobody
is connected in the end and the table sleeps; it goes on when somebody opens a socket.

    staged = stage(server.database, "classic", 2, bluff(0, "W+4"))

The database may be a fresh file or that of a server at work, which has not heard of the new
table and so reads it when the first one asks for it.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from lastcard.checks.fairness import Shuffle
from lastcard.editions import FaceKind
from lastcard.editions import edition as edition_called
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.server.clock import milliseconds
from lastcard.server.log.schema import log, tables
from lastcard.server.log.store import Store
from lastcard.server.table import entries as e
from lastcard.server.table import granting, showing
from lastcard.server.table import requests as r
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person
from lastcard.server.table.setup import Options, Setup
from tests.browser.wanted import Wanted, face_of, spelled

OPTIONS: dict[str, Any] = {"pace": 0.02, "uno_grace": 0.2, "away_grace": 3600, "clock": None}
"""How staged tables are run, unless a test says otherwise: quick bots, and nobody is hurried or replaced."""

NAMES = ("Ann", "Bob", "Cem", "Dana", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jo")
"""Who sits where, unless a test says otherwise."""

_NODE = "staged"
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_STEP = 900
"""Milliseconds between two lines."""


@dataclass(frozen=True)
class Sitter:
    """A person at a staged table, with what only that person's browser knows."""

    seat: int
    person: int
    name: str
    token: str = field(repr=False)
    mix: str


@dataclass(frozen=True)
class Staged:
    """A table that was staged."""

    database: str
    code: str
    people: dict[int, Sitter]
    """By seat; seats that are not here have bots."""
    game: Game
    """The game as it stands, with its history. It does not follow what happens at the table later."""
    commitment: str
    lines: tuple[e.Line, ...]
    """The log as it was written."""

    @property
    def path(self) -> str:
        """The table's address on its server."""
        return f"/t/{self.code}"

    @property
    def tokens(self) -> dict[int, str]:
        """By seat."""
        return {seat: sitter.token for seat, sitter in self.people.items()}

    def storage(self, seat: int, *, quick: bool = False) -> dict[str, Any]:
        """What the browser of the person on a seat remembers of this table."""
        sitter = self.people[seat]
        kept: dict[str, Any] = {"token": sitter.token, "mix": sitter.mix, "commitment": self.commitment}
        return {f"lastcard.seat.{self.code}": {**kept, "quick": True} if quick else kept}

    def playable(self, seat: int, card: str) -> str:
        """The face of the first card that the seat can play: `F` may be `rF`."""
        move = spelled(self.game, f"{seat} play {card}")
        assert move is not None
        return face_of(self.game, move.value).text

    def then(self, *moves: str) -> Game:
        """The game as it will be after these moves."""
        later = self.game.copy()
        for move in moves:
            later.make(move)
        return later


def stage(
    database: str,
    edition: str,
    players: int,
    wanted: Wanted | Callable[[Game], bool],
    *,
    people: int | Sequence[int] = 2,
    bots: str | Mapping[int, str] = "simple",
    settings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] = NAMES,
    public: bool = False,
    awake: bool = False,
    seed: object = 0,
    policy: Policy | None = None,
) -> Staged:
    """A table of `players` seats at which `wanted` is so now; the same one each time.

    `people` is how many seats have people, from seat 0 on, or which ones; the others have bots, all of one
    level or by seat. `options` and `settings` differ from `OPTIONS` and the edition's usual ones. With
    `awake` the table is left as if its server had been killed, so it goes on (and is in the list of public
    tables) without anybody opening a socket, for half a minute. Another `seed` finds another game. `policy`
    steers the search; without one, several ways to play are tried in turn.
    """
    seats = tuple(range(min(people, players))) if isinstance(people, int) else tuple(people)
    setup = Setup(
        edition=edition,
        settings=dict(settings or {}),
        seats=players,
        public=public,
        options=msgspec.convert({**OPTIONS, **(options or {})}, Options),
    ).check()
    levels = {seat: bots if isinstance(bots, str) else bots[seat] for seat in range(players) if seat not in seats}
    mixes = tuple(_bytes("mix", seed, seat)[:16] if seat in seats else b"" for seat in range(players))
    found = search(setup, mixes, wanted, seed, policy)
    with _opened(database) as connection:
        code = _free_code(connection, edition, players, seed)
        writer = _Writer(setup, found, code, awake=awake)
        writer.seat_everybody({seat: names[seat] for seat in seats}, levels)
        writer.play()
        writer.go_home()
        _write(connection, writer)
    assert writer.table.game is not None
    assert writer.table.game.position() == found.game.position(), "the table has not come where the search was"
    return Staged(database, code, writer.people, found.game, found.shuffle.commitment, tuple(writer.lines))


# --- searching ------------------------------------------------------------------------------------------

Policy = Callable[[Game, random.Random], Move]
"""Chooses the next move at a table, whosever it is."""


@dataclass(frozen=True)
class Found:
    """A game in which the wanted situation came up."""

    shuffle: Shuffle
    game: Game
    moves: list[Move]
    """As the players wrote them: cards as far as their holder knew them."""


def search(
    setup: Setup, mixes: tuple[bytes, ...], wanted: Callable[[Game], bool], seed: object, policy: Policy | None = None
) -> Found:
    """The first game in which something is so; short ones are tried first."""
    booklet = edition_called(setup.edition)
    where = json.dumps([setup.edition, setup.settings, setup.seats, str(seed)], sort_keys=True)
    for attempt, longest in enumerate(_lengths()):
        shuffle = Shuffle(_bytes("secret", where, attempt), _bytes("salt", where, attempt), mixes)
        game = Game(booklet, setup.seats, seed=shuffle.key, **setup.settings)
        choose = policy or POLICIES[attempt % len(POLICIES)]
        rng = random.Random(f"{where} {attempt}")
        moves: list[Move] = []
        while True:
            if wanted(game):
                return Found(shuffle, game, moves)
            if game.over or len(moves) >= longest:
                break
            moves.append(choose(game, rng))
            game.make(moves[-1], as_seen=True)
    says = wanted.says if isinstance(wanted, Wanted) else repr(wanted)
    msg = f"in no game of {setup.edition} with {setup.seats} players that was tried it came up that {says}"
    raise AssertionError(msg)


def _lengths() -> Iterator[int]:
    """After how many moves each attempt is given up: a short log is quick to write, to read and to look through."""
    return itertools.chain([40] * 60, *itertools.repeat([150] * 45 + [1500] * 5, 5))


def habit(*, plays: float = 1.0, calls: float = 1.0, keeps: Callable[[FaceKind], bool] | None = None) -> Policy:
    """A way to play, the rest of which is left to chance.

    How often a card is played and not drawn, how often UNO is called or somebody is caught, and which kinds of cards
    are kept until there is nothing else to play.
    """

    def choose(game: Game, rng: random.Random) -> Move:
        moves = game.legal_moves()
        seat = game.asks[0]
        loud = [move for move in moves if move.kind in {"uno", "catch"}]
        if loud and rng.random() < calls:
            return rng.choice(loud)
        own = [move for move in moves if move.seat == seat and move not in loud] or moves
        cards = [move for move in own if move.kind == "play"]
        others = [move for move in own if move.kind != "play"]
        if cards and (not others or rng.random() < plays):
            spare = [move for move in cards if not keeps(face_of(game, move.value).kind)] if keeps else []
            return rng.choice(spare or cards)
        return rng.choice(others)

    return choose


def special(kind: FaceKind) -> bool:
    """Whether a card is no plain number."""
    return kind.number is None


def wild(kind: FaceKind) -> bool:
    """Whether a card is wild."""
    return kind.wild


POLICIES: tuple[Policy, ...] = (
    habit(),
    habit(keeps=special),
    habit(calls=0.0),
    habit(plays=0.5),
    habit(keeps=wild),
    habit(plays=0.8, calls=0.3, keeps=special),
)
"""The ways to play that a search tries in turn."""


def _bytes(*words: object) -> bytes:
    """32 bytes that are always the same for the same words."""
    return hashlib.sha256(" ".join(map(str, ("staged", *words))).encode()).digest()


# --- the log ----------------------------------------------------------------------------------------------


class _Writer:
    """Writes the log of a table as a server would, line by line, and folds it on the way."""

    def __init__(self, setup: Setup, found: Found, code: str, *, awake: bool) -> None:
        self.setup, self.found, self.awake = setup, found, awake
        self.table = Table(0, code)
        self.lines: list[e.Line] = []
        self.people: dict[int, Sitter] = {}
        self._ids = itertools.count(1)
        self._now = milliseconds() - _STEP * (len(found.moves) + 10 * setup.seats + 10)

    def _add(self, entry: e.Entry) -> None:
        self._now += _STEP
        line = e.Line(self.table.number + 1, self._now, entry)  # type: ignore[arg-type]
        self.table.apply(line)
        self.lines.append(line)

    def _grant(self, person: Person, request: Callable[..., r.Request], **more: Any) -> None:
        """What a person asked for."""
        asked = request(id=f"staged-{next(self._ids)}", **more)
        entry = granting.grant(self.table, person, asked, self._now + _STEP)
        assert entry is not None
        self._add(entry)

    # --- before the game ---------------------------------------------------------------------------

    def seat_everybody(self, names: dict[int, str], bots: dict[int, str]) -> None:
        """Everybody comes, sits down, consents and is ready; the first one is the host and deals."""
        shuffle = self.found.shuffle
        self._add(e.Created(setup=self.setup, secret=shuffle.secret.hex(), salt=shuffle.salt.hex()))
        people = {seat: self._come_in(seat, name) for seat, name in names.items()}
        host = next(iter(people.values()))
        for seat, level in bots.items():
            self._grant(host, r.Bot, seat=seat, level=level)
        for seat, person in people.items():
            if self.setup.custom:
                self._grant(person, r.Consent, rules=self.table.rules)
            if person is not host:
                self._grant(person, r.Ready, mix=self.people[seat].mix)
        assert host.seat is not None
        self._grant(host, r.Start, mix=self.people[host.seat].mix)

    def _come_in(self, seat: int, name: str) -> Person:
        token = base64.urlsafe_b64encode(_bytes("token", self.table.code, seat)).decode().rstrip("=")
        self._add(granting.join(self.table, name, token))
        person = granting.person_with(self.table, token)
        self._add(e.Arrived(person=person.id, node=_NODE))
        self._grant(person, r.Sit, seat=seat)
        self.people[seat] = Sitter(seat, person.id, person.name, token, self.found.shuffle.mixes[seat].hex())
        return person

    # --- the game ----------------------------------------------------------------------------------

    def play(self) -> None:
        """All moves that were found."""
        host = self.table.seated()[0]
        for move in self.found.moves:
            if self.table.performer is not None:
                self._add(e.Performed(seat=self.table.performer))
            person = host if move.kind == "deal" else self.table.person_at(move.seat)
            if person is not None:
                self._grant(person, r.Move, move=move.short)
            else:
                assert self.table.game is not None
                made = self.table.game.check_move(move, as_seen=True)
                self._add(e.Moved(seat=made.seat, move=str(made), how="bot"))

    def go_home(self) -> None:
        """Everybody's connection is gone and the table sleeps; or the server was killed and knows nothing of it.

        A vote that is asked is open: what it is about was told.
        """
        if self.table.performer is not None:
            self._add(e.Performed(seat=self.table.performer))
        if self.awake:
            return
        for person in self.table.seated():
            self._add(e.Dropped(person=person.id, node=_NODE))
        self._add(e.Slept())


# --- the database -------------------------------------------------------------------------------------------


def _opened(database: str) -> AbstractContextManager[sa.Connection]:
    """A connection that commits at the end.

    A file that does not exist yet gets its tables from the server's own `Store`.
    """
    name = sa.make_url(database).database
    if name and database.startswith("sqlite") and not Path(name).exists():
        Store(database).close()
    patient = {"timeout": 30} if database.startswith("sqlite") else {}
    engine = sa.create_engine(
        database, poolclass=sa.NullPool, connect_args=patient
    )  # past the lock of a server at work
    return engine.begin()


def _free_code(connection: sa.Connection, edition: str, players: int, seed: object) -> str:
    taken = set(connection.execute(sa.select(tables.c.code)).scalars())
    codes = (
        "".join(_CODE_LETTERS[byte % 32] for byte in _bytes("code", edition, players, seed, number)[:6])
        for number in itertools.count()
    )
    return next(code for code in codes if code not in taken)


def _write(connection: sa.Connection, writer: _Writer) -> None:
    row: dict[str, Any] = {
        "code": writer.table.code,
        "created_at": writer.lines[0].at,
        "public": writer.setup.public,
        "summary": showing.summary_of(writer.table),
        "last": writer.lines[-1].number,
    }
    row |= {"node": _NODE} if writer.awake else {"asleep_at": writer.lines[-1].at}
    made = connection.execute(sa.insert(tables).values(row).returning(tables.c.id)).scalar_one()
    rows = [
        {"table_id": made, "number": line.number, "at": line.at, "entry": e.encode(line.entry)} for line in writer.lines
    ]
    connection.execute(sa.insert(log), rows)
