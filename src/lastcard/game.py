"""A game that people and programs can talk to: moves, views, events and reasons in words.

`Game` holds one engine state and adds nothing to the rules. A refused move raises an error and changes nothing.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastcard.cards import Card
from lastcard.editions import Edition, Settings
from lastcard.editions import edition as find_edition
from lastcard.engine.mind import Past
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.rules import MAX_SEATS
from lastcard.engine.schema import Log, Scratch, State, Workroom
from lastcard.engine.violations import VIOLATIONS
from lastcard.errors import IllegalMoveError, InvariantError, NotationError, SaveError, SettingsError
from lastcard.events import ROW, Happened, Told
from lastcard.meaning import wording
from lastcard.moves import NO_SEAT, Move
from lastcard.reading import every_seat, one_seat
from lastcard.reasons import Reason, why_not, why_not_each, why_not_play
from lastcard.standing import NOTHING, Standing
from lastcard.text import saved
from lastcard.text.layout import Layout, dealt, lay_out
from lastcard.text.position import from_text, to_text
from lastcard.whole import whole, whole_between

if TYPE_CHECKING:
    from lastcard.analysis import Analysis

MAX_DEPTH = 1000
"""How many moves ahead sequences can be counted; far fewer are feasible, unless there is little to choose."""
_LOG_USED, _LOG_ROWS = Log.fields["used"].offset, Log.fields["event"].offset
_LIST = Scratch.fields["move"].offset


def key_from_seed(seed: int | str | bytes | None) -> bytes:
    """The 256-bit key of a game. 32 bytes are taken as they are, None is fresh randomness."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if not isinstance(seed, str | bytes):
        number = whole(seed)  # NumPy's whole numbers are seeds like any other
        if number is None:
            msg = f"seed is {seed!r:.40}; allowed: a whole number, a text, bytes, or None for fresh randomness"
            raise SettingsError(msg)
        seed = number
    data = seed if isinstance(seed, bytes) else str(seed).encode("utf-8", "surrogatepass")
    return hashlib.sha256(b"lastcard seed " + type(seed).__name__.encode() + b"\0" + data).digest()


def seed_number(seed: int | str | bytes | None) -> int:
    """A seed as one number of 63 bits, for randomness that is not the game's own."""
    return int.from_bytes(key_from_seed(seed)[:8], "big") >> 1


def key_words(key: bytes) -> list[int]:
    """A key as the four numbers that the engine keeps."""
    return [int.from_bytes(key[i : i + 8], "big") for i in range(0, 32, 8)]


class _Desk(threading.local):
    """What games need only for a moment and so share, one for each thread."""

    def __init__(self) -> None:
        self.log, self.scratch, self.spare, self.work = Room(Log), Room(Scratch), Room(State), Room(Workroom)
        log = memoryview(self.log.memory).cast("B")
        log[Log.fields["on"].offset] = 1
        self._used, self._rows = log[_LOG_USED : _LOG_USED + 2].cast("h"), log[_LOG_ROWS:]
        self.moves = memoryview(self.scratch.memory).cast("B")[_LIST : Scratch.fields["move"].end].cast("i")
        """The list that the engine has just written."""

    def rows(self) -> bytes:
        """What the engine has just written into the log."""
        return bytes(self._rows[: ROW.size * self._used[0]])


_DESK = _Desk()


class Game(Standing):
    """One game at one table.

    >>> game = Game("classic", players=3, seed=7)
    >>> game.asks
    Question(seat=0, kind='play')

    Two games are equal if they stand the same and would go on the same way, whatever led there.
    """

    def __init__(
        self,
        edition: str | Path | Edition = "classic",
        players: int = 2,
        *,
        seed: int | str | bytes | None = None,
        history: bool = True,
        **settings: Any,
    ) -> None:
        """A game dealt from its seed, by an edition's id, its file or itself.

        With `history=False` its moves are not kept, for a caller who keeps them elsewhere.
        """
        game = find_edition(edition)
        chosen = Settings.of(game, settings, ("edition", "players", "seed", "history"))
        self._begin(game, chosen, dealt(game, chosen, players, key_words(key_from_seed(seed)), _DESK.log))
        self._happened = Happened(0, _DESK.rows())
        self._keep_history(history=history)

    def _begin(self, game: Edition, settings: Settings, room: Room) -> None:
        self._stand(game, settings, room)
        self._kernel = kernel()
        self._wording = wording(game)
        self._rules = Room.holding(self.compiled.raw)
        self._listed: dict[Move, int] | None = None
        self.start: str | None = None
        """The position that the game began with, if it was not dealt from its seed."""
        self._told: list[Move] = []
        self._past = Room(Past)

    def _keep_history(self, *, history: bool) -> None:
        """Keep moves from here on, or none."""
        self._codes: array[int] | None = array("i") if history else None
        self._first = b""  # the state before the first of these

    @classmethod
    def _on(cls, game: Edition, settings: Settings, room: Room, happened: Happened, *, history: bool) -> Game:
        self = cls.__new__(cls)
        self._begin(game, settings, room)
        self._happened = happened
        self._keep_history(history=history)
        return self

    @classmethod
    def from_layout(cls, edition: str | Path | Edition, layout: Layout, **settings: Any) -> Game:
        """A game from a position laid out by hand."""
        game = find_edition(edition)
        chosen = Settings.of(game, settings, ("edition", "layout"))
        room = lay_out(game, chosen, layout, _DESK.log)
        happened = Happened(0, _DESK.rows() if layout.discard is None else b"")
        self = cls._on(game, chosen, room, happened, history=True)
        self.start = self.position()
        return self

    @classmethod
    def from_position(cls, text: str, *, history: bool = True) -> Game:
        """A game from a position as text."""
        self = cls._on(*from_text(text), NOTHING, history=history)
        self.start = self.position()
        return self

    @classmethod
    def on_state(cls, edition: Edition, settings: Settings, raw: bytes) -> Game:
        """A game on the bytes of a state that the engine made, as those of a batch; only their number is checked."""
        if len(raw) != State.size:
            msg = f"found {len(raw)} bytes; a state has {State.size}"
            raise SaveError(msg)
        self = cls._on(edition, settings, Room.holding(raw), NOTHING, history=True)
        self.start = self.position()
        return self

    # --- moving --------------------------------------------------------------------------------

    def _changed(self) -> None:
        super()._changed()
        self._listed = None

    def move(self, text: str) -> Move:
        """A move as it is written, whether or not it is legal now: a bare face is one on the side in play."""
        return self._wording.parsed(text, self._read().now.side)

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """What can be done now, by one seat or by all, in the documented order.

        Cards that look alike to their holder are listed once. A card is written bare;
        where several with that face differ in what the holder knows of their backs,
        those after the one longest held are written whole, `?` for a back not known.
        """
        listed = self._list()
        if seat is None:
            return list(listed)
        if seat != NO_SEAT:
            self._seat(seat)
        return [move for move in listed if move.seat == seat or move.kind == "deal"]

    def _list(self) -> dict[Move, int]:
        if self._listed is None:
            count = self._kernel.legal_moves(self._room.memory, self._rules.memory, _DESK.scratch.memory)
            self._listed = self._wording.listed(self._room.raw, _DESK.moves[:count].tolist())
        return self._listed

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move can be made now. A text that is no move at all is an error all the same."""
        code = self._code(self._moved(move), as_seen=False)
        return code is not None and self._allowed(code)

    def play(self, move: Move | str, *, as_seen: bool = False) -> Told:
        """Make a move and return what happened, or raise and change nothing.

        What is returned holds every card, for whoever runs the game; a seat is told `events(seat)`.
        With `as_seen` a card may be written whole only as far as its holder knows it,
        so that neither success nor refusal tells a player the back of an own card.
        """
        meant = self._moved(move)
        code = self._code(meant, as_seen=as_seen)
        if code is None or not self._make(code):
            raise self._refusal(meant, found=code is not None)
        return Told(self._printed, self.compiled, self._room.raw, self._happened)

    def make(self, move: Move | str, *, as_seen: bool = False) -> Move:
        """Make a move as `play` does, and return it as it stands in the history."""
        code = self._legal_code(self._moved(move), as_seen=as_seen)
        done = self._wording.written(self._read(), code)
        self._make(code)
        return done

    def check_move(self, move: Move | str, *, as_seen: bool = False) -> Move:
        """The move as it would stand in the history, or an error just as from `play`. Nothing changes."""
        return self._wording.written(self._read(), self._legal_code(self._moved(move), as_seen=as_seen))

    def _make(self, code: int) -> bool:
        """Make a move by its number if it is legal; whether it was."""
        memory = self._room.memory
        side = memory[_SIDE][0]
        if self._codes is not None and not self._codes:
            self._first = self._room.raw
        if not self._kernel.make(memory, self._rules.memory, _DESK.log.memory, self._past.memory, code):
            return False
        self._happened = Happened(side, _DESK.rows())
        self._changed()
        if self._codes is not None:
            self._codes.append(code)
        return True

    @property
    def past(self) -> bytes:
        """What everybody saw the others do in this round, as the engine keeps it: for players who think ahead.

        It is nothing after a position was set up, a game loaded or a move taken back. Nothing in it is hidden from
        any seat.
        """
        return self._past.raw

    def _moved(self, move: Move | str) -> Move:
        return move if isinstance(move, Move) else self.move(move)

    def _code(self, move: Move, *, as_seen: bool) -> int | None:
        if self._listed is not None and move in self._listed:
            return self._listed[move]
        return self._wording.code(self._read(), move, as_seen=as_seen)

    def _allowed(self, code: int) -> bool:
        return bool(self._kernel.allowed(self._room.memory, self._rules.memory, code))

    def _legal_code(self, move: Move, *, as_seen: bool) -> int:
        code = self._code(move, as_seen=as_seen)
        if code is None or not self._allowed(code):
            raise self._refusal(move, found=code is not None)
        return code

    def _refusal(self, move: Move, *, found: bool) -> IllegalMoveError:
        reading = self._read()
        reason = why_not(self._printed, self.compiled, reading, move, found=found)
        possible = [] if move.seat >= reading.now.players else [m.short for m in self.legal_moves(move.seat)]
        who = f"seat {move.seat} can't {move.short}" if move.seat >= 0 else "no new round"
        hint = f" Possible: {', '.join(possible)}." if possible else ""
        return IllegalMoveError(f"{who}: {reason.sentence} ({reason.rule}).{hint}", reason.rule, reason.sentence)

    def why_not(self, seat: int, card: Card | str) -> Reason | None:
        """Why `seat` can't play a card of its hand now: the rule and a sentence; None if it can."""
        self._seat(seat)
        reading = self._read()
        wanted = card if isinstance(card, Card) else self._printed.parse(card, reading.now.side)
        legal = wanted.face(reading.now.side) in self._playable(seat)
        return why_not_play(self._printed, self.compiled, reading, seat, wanted, legal=legal)

    def reasons(self, seat: int) -> list[Reason | None]:
        """For each card of `view(seat).hand`, in that order, why it can't be played now; None if it can."""
        self._seat(seat)
        return why_not_each(self._printed, self.compiled, self._read(), seat, self._playable(seat))

    def _playable(self, seat: int) -> set[str]:
        """The faces that a seat can play now."""
        return {move.card.front for move in self.legal_moves(seat) if move.kind == "play" and move.card is not None}

    # --- going back and elsewhere ----------------------------------------------------------------

    @property
    def history(self) -> list[Move]:
        """All moves, so written that each means the card that it meant: whole, or as far as its holder knows it."""
        codes = self._kept()
        if len(self._told) < len(codes):
            for number, game in enumerate(self._games(len(self._told)), len(self._told)):
                self._told.append(self._wording.written(game._read(), codes[number]))
                if number + 1 == len(codes):
                    break
        return self._told[:]

    def _kept(self) -> array[int]:
        if self._codes is None:
            msg = (
                "this game keeps no history (history=False), so it can't take back a move, be saved or be written down "
                "as a record; whoever made its moves has them"
            )
            raise SaveError(msg)
        return self._codes

    def _games(self, first: int) -> Iterator[Game]:
        """The game after each number of kept moves, from `first` on. It is the same object each time."""
        codes = self._kept()
        game = Game._on(self.edition, self.settings, Room.holding(self._first), NOTHING, history=False)
        game._replay(codes[:first])
        yield game
        for code in codes[first:]:
            game._make(code)
            yield game

    def _replay(self, codes: array[int]) -> None:
        made = saved.replay(self._room, self._rules, _DESK.log, codes)
        assert made == len(codes), "a kept move is not legal"
        self._changed()

    def undo(self) -> Move:
        """Take back the last move, and return it as it stood in the history."""
        codes = self._kept()
        if not codes:
            msg = "there is no move to take back"
            raise SaveError(msg)
        last = codes.pop()
        del self._told[len(codes) :]
        self._room = Room.holding(self._first)
        self._replay(codes[:-1])
        self._happened = NOTHING
        if codes:
            self._make(codes.pop())
        self._past = Room(Past)
        return self._wording.written(self._read(), last)

    def copy(self, *, fresh: bool = False, seed: int | str | bytes | None = None) -> Game:
        """A game that goes its own way from here.

        With `fresh` it has another future: what nobody at the table can know is dealt anew, the order of the draw
        pile above all, and later shuffles differ. The same `seed` gives the same future.
        """
        if fresh:
            return self._dealt_anew(every_seat(self.players), seed)
        if seed is not None:
            msg = f"seed is {seed!r:.40}, but only copy(fresh=True) deals anything from a seed; leave it out"
            raise SettingsError(msg)
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._room = Room.holding(self._room.raw)
        other._codes = None if self._codes is None else self._codes[:]
        other._told = self._told[:]
        other._past = Room.holding(self._past.raw)
        return other

    def resample(self, seat: int, *, seed: int | str | bytes | None = None) -> Game:
        """A copy in which everything that `seat` can't know is dealt anew, consistent with all that it does know.

        Its view, and the public one, stay the same. This is how an honest player thinks ahead.
        The copy has no past: neither history nor events. The same `seed` gives the same deal.
        """
        return self._dealt_anew(one_seat(self._seat(seat)), seed)

    def imagined(self, seat: int | Iterable[int], *, seed: int | str | bytes | None = 0) -> bytes:
        """The state of such a copy, as the engine keeps it: for players who think ahead in many of them.

        Two games that the seat can't tell apart give the same bytes for the same `seed`. Of several seats, what any
        of them knows stays.
        """
        seats = seat if isinstance(seat, Iterable) else [seat]
        return self._redealt(sum({one_seat(self._seat(one)) for one in seats}), seed).raw

    def _dealt_anew(self, knows: int, seed: int | str | bytes | None) -> Game:
        other = Game._on(self.edition, self.settings, self._redealt(knows, seed), NOTHING, history=True)
        other.start = other.position()
        return other

    def _redealt(self, knows: int, seed: int | str | bytes | None) -> Room:
        room = Room.holding(self._room.raw)
        number = seed_number(seed)
        sets = array("i", [knows])
        self._kernel.redeal_all(
            room.memory, self._rules.memory, _DESK.scratch.memory, _DESK.spare.memory, _DESK.work.memory,
            sets if self._kernel.plain else sets.buffer_info()[0], number, 0, 1,
        )  # fmt: skip
        return room

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        """Of where the game stands now: a game that is kept in a set must not be played on meanwhile."""
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        """Everything that decides how the game can go on."""
        reading = self._read()
        values = State.unpack(reading.raw)
        sides = range(len(self.edition.sides))
        cards = reading.all_cards()
        faces = [bytes(reading.face[side][card] for card in cards) for side in sides]
        knowledge = [tuple(reading.know[side][card] for card in cards) for side in sides]
        rows = [reading.row(field.name) for field in State.fields.values() if field.shape == (MAX_SEATS,)]
        singles = reading.now._replace(moves=0)  # type: ignore[attr-defined]
        piles = (len(reading.draw), len(reading.discard))
        return (self.compiled.digest, singles, *faces, *knowledge, *rows, piles, tuple(values["key"]))

    # --- keeping -------------------------------------------------------------------------------

    def position(self) -> str:
        """The whole position on one line. It holds every secret of the game."""
        return to_text(self.edition, self.settings, self._room.raw)

    def save(self) -> bytes:
        """The game as bytes, history included."""
        self._kept()
        return self._saved()

    def _saved(self) -> bytes:
        first = b"" if self._codes is None else self._first if self._codes else self._room.raw
        return saved.write(saved.Saved(self.edition, self.settings, self.start, first, self._codes, self._room.raw))

    @classmethod
    def load(cls, data: bytes) -> Game:
        """The game that `save` wrote. Its moves are made again, and refused if they don't lead to its state."""
        found = saved.read(data)
        self = cls._on(found.edition, found.settings, Room.holding(found.raw), NOTHING, history=False)
        self.start, self._codes, self._first = found.start, found.moves, found.first
        return self

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are, of all seats, draws coming in the position's order."""
        moves = whole_between(depth, 0, MAX_DEPTH)
        if moves is None:
            msg = f"depth is {depth!r:.40}; allowed are whole numbers from 0 to {MAX_DEPTH}"
            raise NotationError(msg)
        if moves == 0:
            return 1
        states = Room.holding(self._room.raw + bytes(State.size * (moves - 1)))
        lists, counts = Room.holding(bytes(Scratch.size * moves)), Room.holding(bytes(8 * moves))
        total: int = self._kernel.count_sequences(
            states.memory, lists.memory, counts.memory, self._rules.memory, Room(Log).memory, moves
        )
        return total

    def analyse(
        self, seat: int | None = None, *, playouts: int | None = None, seconds: float | None = None, seed: Any = 0
    ) -> Analysis:
        """What comes of each move of the seat that is asked, what the others may hold, and what `search` would do.

        Only what the seat may know is used. So many play-outs are made, or as many as there is time for.
        """
        from lastcard.analysis import analyse  # noqa: PLC0415 - needs NumPy and bots, which a game does without

        return analyse(self, seat, playouts=playouts, seconds=seconds, seed=seed)

    def check(self) -> None:
        """Raise `InvariantError` if the state broke an invariant."""
        cards = len(self._read().all_cards())
        found = self._kernel.check(self._room.memory, self._rules.memory, cards, _DESK.scratch.memory)
        if found:
            msg = f"{VIOLATIONS[found]}: {self.position()}"
            raise InvariantError(msg)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and deep copies: as it is saved, with the last events."""
        return _unpickled, (self._saved(), self._happened)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __repr__(self) -> str:
        seat, kind = self.asks
        asked = kind if seat < 0 else f"seat {seat} is asked: {kind}"
        return f"<Game {self.edition.id}, {self.players} players, round {self.round}, {asked}>"


_SIDE = State.fields["side"].offset


def _unpickled(data: bytes, happened: Happened) -> Game:
    game = Game.load(data)
    game._happened = happened
    return game
