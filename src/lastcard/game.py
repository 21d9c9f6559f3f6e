"""A game that people and programs can talk to: moves, views, events and reasons in words.

`Game` holds one engine state and adds nothing to the rules. A refused move raises an
error and changes nothing.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
import secrets
import threading
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from lastcard.editions import Compiled, Edition, Settings, by_id, compile_rules
from lastcard.editions import edition as find_edition
from lastcard.editions.model import SIDES
from lastcard.engine import layout as s
from lastcard.engine.kernel import entries
from lastcard.engine.layout import LOG_DTYPE, SCRATCH_DTYPE, STATE_DTYPE
from lastcard.engine.rules import MAX_SEATS, RULES_DTYPE, new_record
from lastcard.errors import IllegalMoveError, InvariantError, NotationError, PositionError, SaveError, SettingsError
from lastcard.events import Event, Happened, read_events
from lastcard.notation import ASKS, MOVE_KINDS, UNKNOWN, Card, Move
from lastcard.position import DIRECTIONS, Layout, check_players, lay_out, new_state
from lastcard.position_text import from_text, to_text
from lastcard.reading import ALL_SEEING, Reading, every_seat, one_seat, printed, seats_in
from lastcard.reasons import Reason, why_not, why_not_each, why_not_play
from lastcard.soundness import check_state
from lastcard.view import View, counted_hands, liable_seats, seat_view, view_from_no_seat

_STATE, _RULES, _LOG, _SCRATCH = (np.dtype((np.record, dtype)) for dtype in (STATE_DTYPE, RULES_DTYPE, LOG_DTYPE, SCRATCH_DTYPE))
_NOTHING = Happened(0, b"")
_MAGIC = b"lastcard-game-1\n"


def key_from_seed(seed: int | str | bytes | None) -> bytes:
    """The 256-bit key of a game. 32 bytes are taken as they are, None is fresh randomness."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    data = seed if isinstance(seed, bytes) else str(seed).encode("utf-8", "surrogatepass")
    return hashlib.sha256(b"lastcard seed " + type(seed).__name__.encode() + b"\0" + data).digest()


def key_words(key: bytes) -> list[int]:
    """A key as the four numbers that the engine keeps."""
    return [int.from_bytes(key[i : i + 8], "big") for i in range(0, 32, 8)]


class _Now:
    """What is worked out once about a state, until it changes."""

    __slots__ = ("compiled", "moves", "notices", "reading")

    def __init__(self, reading: Reading, compiled: Compiled) -> None:
        self.reading, self.compiled = reading, compiled
        self.moves: list[Move] | None = None
        self.notices: tuple[tuple[int, str], ...] | None = None


class _Desk(threading.local):
    """What games need only for a moment and so share, one for each thread.

    Whatever the engine writes here is copied at once; games at rest own their state and little else.
    """

    def __init__(self) -> None:
        self.logs = np.zeros(1, _LOG)
        self.logs["on"] = 1
        self.lists = np.zeros(1, _SCRATCH)
        self.now: _Now | None = None
        """Of the state that was looked at last. Its bytes tell whether it is still the one."""

    def clean_log(self) -> Any:
        """The log, empty, as a record."""
        self.logs["used"] = 0
        return self.logs[0]

    def rows(self) -> bytes:
        """What the engine has just written into the log."""
        rows: bytes = self.logs["event"][0, : self.logs["used"].item()].tobytes()
        return rows


_DESK = _Desk()


class Game:
    """One game at one table.

    >>> game = Game("classic", players=3, seed=7)
    >>> game.asks
    (0, 'play')
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
        """A game dealt from its seed; with `history=False` its moves are not kept, for a caller who keeps them elsewhere."""
        game = find_edition(edition)
        check_players(players)
        chosen = Settings.of(game, settings)
        rules = compile_rules(game, chosen).rules
        cards = int(rules.cards)
        if players * game.hand >= cards:
            msg = f"{players} players need {players * game.hand + 1} cards to deal and turn up; {game.id} has {cards}"
            raise PositionError(msg)
        if chosen.dealer is not None and chosen.dealer >= players:
            msg = f"setting dealer is {chosen.dealer}; with {players} players the seats are 0 to {players - 1}"
            raise SettingsError(msg)
        self.key = key_from_seed(seed)
        state = new_state(players, key_words(self.key))
        entries.start(state, rules, _DESK.clean_log())
        happened = Happened(0, _DESK.rows())
        self._set(game, chosen, state, happened, history=history)

    def _set(self, game: Edition, settings: Settings, state: Any, happened: Happened, *, history: bool) -> None:
        self.edition, self.settings = game, settings
        self.compiled = compile_rules(game, settings)
        self._printed = printed(game)
        self._rules = self.compiled.rules
        self._rule_rows = np.frombuffer(self._rules, dtype=_RULES)  # type: ignore[call-overload]
        self._own(state)
        self._happened = happened
        self.start: str | None = None
        """The position that the game began with, if it was not dealt from its seed."""
        self._history: list[Move] | None = [] if history else None

    def _own(self, state: Any) -> None:
        """Take a copy of a state, as an array of one row for the engine."""
        self._states = np.frombuffer(bytearray(state.tobytes()), dtype=_STATE)

    @classmethod
    def _on(cls, game: Edition, settings: Settings, state: Any, happened: Happened = _NOTHING, *, history: bool = True) -> Game:
        self = cls.__new__(cls)
        self._set(game, settings, state, happened, history=history)
        self.key = b"".join(int(word).to_bytes(8, "big") for word in state.key)
        return self

    @classmethod
    def from_layout(cls, edition: str | Path | Edition, layout: Layout, **settings: Any) -> Game:
        """A game from a position laid out by hand."""
        game = find_edition(edition)
        chosen = Settings.of(game, settings)
        state = lay_out(game, chosen, layout, _DESK.clean_log())
        happened = Happened(0, _DESK.rows())
        self = cls._on(game, chosen, state, happened)
        self.start = self.position()
        return self

    @classmethod
    def from_position(cls, text: str, *, history: bool = True) -> Game:
        """A game from a position as text."""
        self = cls._on(*from_text(text), history=history)
        self.start = self.position()
        return self

    # --- looking -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The engine's record. Looking into it one field at a time is slow; a change to it is a change of the game."""
        return self._states[0]

    def _now(self) -> _Now:
        raw, now = self._states.tobytes(), _DESK.now
        if now is None or now.compiled is not self.compiled or now.reading.raw != raw:
            now = _DESK.now = _Now(Reading(raw), self.compiled)
        return now

    @property
    def _reading(self) -> Reading:
        return self._now().reading

    @property
    def players(self) -> int:
        """How many play."""
        return self._reading.players

    @property
    def turn(self) -> int:
        """The seat whose turn it is; the player of a card until it is done."""
        return self._reading.turn

    @property
    def asks(self) -> tuple[int, str]:
        """Who must decide what; the seat is -1 when the round or the game is over."""
        reading = self._reading
        return reading.asked, ASKS[reading.ask]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._reading.ask == s.GAME_OVER

    @property
    def round_over(self) -> bool:
        """Whether the round, or with it the game, has ended."""
        return self._reading.ask >= s.ROUND_OVER

    @property
    def side(self) -> str:
        """The side in play."""
        return SIDES[self._reading.side]

    @property
    def direction(self) -> str:
        """`left` or `right`."""
        return DIRECTIONS[self._reading.direction]

    @property
    def color(self) -> str | None:
        """The colour in play; None before the first one is named."""
        reading = self._reading
        return self.edition.sides[reading.side].colors[reading.color] if reading.color >= 0 else None

    @property
    def scores(self) -> list[int]:
        """Points so far."""
        return list(self._reading.scores)

    @property
    def round_winner(self) -> int:
        """Who ended the round; -1 if it goes on or was void."""
        return self._reading.round_winner

    @property
    def round_points(self) -> list[int]:
        """What each seat got for the round."""
        return list(self._reading.round_points)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the game."""
        return seats_in(self._reading.winners)

    @property
    def liable(self) -> tuple[int, ...]:
        """Who can be caught now for not having called UNO."""
        return liable_seats(self._reading)

    def hands(self) -> list[list[Card]]:
        """All hands, open: for whoever runs the game, never for a player."""
        return [self._whole(hand) for hand in self._reading.hands]

    def counted(self) -> list[list[Card]]:
        """All hands as they are laid open to be counted: of each card the face in play. While a round goes on there are none."""
        return [list(hand) for hand in counted_hands(self._printed, self._reading)]

    def discard_pile(self) -> list[Card]:
        """Bottom to top, open."""
        return self._whole(self._reading.discard[::-1])

    def draw_pile(self) -> list[Card]:
        """Next to be drawn first, open."""
        return self._whole(self._reading.draw)

    def _whole(self, cards: bytes) -> list[Card]:
        return [self._printed.cards[number] for number in self._printed.known(self._reading, cards, ALL_SEEING)]

    def notices(self) -> tuple[tuple[int, str], ...]:
        """Notices in force, each once: the seat and the rule that put it there (custom-9)."""
        return self._notices(self.compiled.word_owners)

    def _notice_words(self) -> tuple[tuple[int, str], ...]:
        """The same as everybody reads it: the seat and the words."""
        now = self._now()
        if now.notices is None:
            now.notices = self._notices(self.compiled.words)
        return now.notices

    def _notices(self, texts: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
        found = [(seat, texts[word]) for seat, bits in enumerate(self._reading.notice) for word in seats_in(bits)]
        return tuple(dict.fromkeys(found))

    def view(self, seat: int) -> View:
        """The game as `seat` may know it."""
        self._check_seat(seat)
        return seat_view(self._printed, self._reading, seat, tuple(self.legal_moves(seat)), self._notice_words(), self._asked_text())

    def public_view(self) -> View:
        """The game as a spectator may know it: only what every seat may know, so it is no news to any player."""
        reading = self._reading
        return view_from_no_seat(self._printed, reading, every_seat(reading.players), self._notice_words(), self._asked_text())

    def open_view(self) -> View:
        """The game with every face of all hands: for a game that is over, or for whoever runs it, never for a player."""
        return view_from_no_seat(self._printed, self._reading, ALL_SEEING, self._notice_words(), self._asked_text())

    def _asked_text(self) -> str:
        reading = self._reading
        if reading.ask in {s.VOTES, s.DARED}:
            return self.compiled.words[int(self._rules.code[reading.pc, 4])]
        return ""

    def _check_seat(self, seat: int) -> None:
        players = self._reading.players
        if not 0 <= seat < players:
            msg = f"there is no seat {seat}; the seats are 0 to {players - 1}"
            raise NotationError(msg)

    def events(self, seat: int | None = None) -> list[Event]:
        """What the last move, or the deal, brought about; for a seat, only what it may know."""
        return self.tell_open(self._happened) if seat is None else self.tell(self._happened, seat)

    def public_events(self) -> list[Event]:
        """The same for a spectator: only what every seat may know."""
        return self.tell_public(self._happened)

    def happened(self) -> Happened:
        """What the last move, or the deal, brought about, to be kept and told later by this game or a copy of it.

        It holds every secret of that move.
        """
        return self._happened

    def tell(self, happened: Happened, seat: int) -> list[Event]:
        """What happened at some time in this game, as `seat` might know it then."""
        self._check_seat(seat)
        return self._told(happened, one_seat(seat))

    def tell_public(self, happened: Happened) -> list[Event]:
        """The same for a spectator: only what every seat might know then."""
        return self._told(happened, every_seat(self._reading.players))

    def tell_open(self, happened: Happened) -> list[Event]:
        """The same with every face, for whoever runs the game."""
        return self._told(happened, ALL_SEEING)

    def _told(self, happened: Happened, viewer: int) -> list[Event]:
        return read_events(self._printed, self.compiled, self._reading, happened, viewer)

    # --- moving --------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """What can be done now, by one seat or by all, in the documented order.

        Cards that look alike to their holder are listed once. A card is written bare;
        where several with that face differ in what the holder knows of their backs,
        those after the one longest held are written whole, `?` for a back not known.
        """
        now = self._now()
        if now.moves is None:
            lists = _DESK.lists
            count = entries.legal_moves(self._states, self._rule_rows, lists)
            listed: set[tuple[int, int, int]] = set()
            now.moves = [self._listed(now.reading, code, listed) for code in lists["move"][0, :count].tolist()]
        if seat is None:
            return list(now.moves)
        return [move for move in now.moves if move.seat == seat or move.kind == "deal"]

    def _listed(self, reading: Reading, code: int, listed: set[tuple[int, int, int]]) -> Move:
        """A legal move in words as its seat may know it; `listed` remembers the faces that were written bare."""
        seat, kind, card = code >> s.SEAT_SHIFT, _kind(code), code & s.ARGUMENT_MASK
        if kind not in {s.M_PLAY, s.M_DISCARD}:
            return self._without_card(seat, kind, card)
        face = reading.face[reading.side][card]
        if (seat, kind, face) in listed:
            return Move(seat, MOVE_KINDS[kind], self._printed.seen(reading, card, one_seat(seat)).text)
        listed.add((seat, kind, face))
        return Move(seat, MOVE_KINDS[kind], self._printed.texts[reading.side][face])

    def _without_card(self, seat: int, kind: int, argument: int) -> Move:
        """A move in words that is not about a card in hand."""
        name = MOVE_KINDS[kind]
        if kind == s.M_DEAL:
            return Move(-1, name)
        if kind == s.M_COLOR:
            return Move(seat, name, self.edition.sides[self._reading.side].colors[argument])
        if kind in {s.M_TARGET, s.M_CATCH}:
            return Move(seat, name, "none" if argument == s.NOBODY else str(argument))
        if kind == s.M_VOTE:
            return Move(seat, name, "yes" if argument else "no")
        return Move(seat, name)

    def play(self, move: Move | str, *, as_seen: bool = False) -> list[Event]:
        """Make a move and return what happened, or raise and change nothing.

        What is returned holds every card, for whoever runs the game; a seat is told `events(seat)`.
        With `as_seen` a card may be written whole only as far as its holder knows it,
        so that neither success nor refusal tells a player the back of an own card.
        """
        self.make(move, as_seen=as_seen)
        return self.events()

    def make(self, move: Move | str, *, as_seen: bool = False) -> Move:
        """Make a move as `play` does, and return it as it stands in the history."""
        code, done = self._settled(move, as_seen=as_seen)
        side = self._reading.side
        entries.make(self._states, self._rule_rows, _DESK.logs, code)
        self._happened = Happened(side, _DESK.rows())
        if self._history is not None:
            self._history.append(done)
        return done

    def check_move(self, move: Move | str, *, as_seen: bool = False) -> Move:
        """The move as it would stand in the history, or an error just as from `play`. Nothing changes."""
        return self._settled(move, as_seen=as_seen)[1]

    def _settled(self, move: Move | str, *, as_seen: bool) -> tuple[int, Move]:
        """A legal move as the engine's number and as it stands in the history."""
        move = Move.parse(move) if isinstance(move, str) else move
        code = self._code(move, as_seen=as_seen)
        if code is None:
            raise self._refusal(move, found=False)
        if not entries.allowed(self._states, self._rule_rows, code):
            raise self._refusal(move, found=True)
        seat, kind, argument = code >> s.SEAT_SHIFT, _kind(code), code & s.ARGUMENT_MASK
        if kind in {s.M_PLAY, s.M_DISCARD}:
            return code, self._without_doubt(seat, MOVE_KINDS[kind], argument)
        return code, self._without_card(seat, kind, argument)

    def _without_doubt(self, seat: int, kind: str, card: int) -> Move:
        """A move with a card, written whole; as its holder knows it if written whole it would mean another one."""
        reading = self._reading
        whole = Move(seat, kind, self._printed.whole(reading, card).text)
        if self._find(seat, whole, as_seen=False) == card:
            return whole
        return Move(seat, kind, self._printed.seen(reading, card, one_seat(seat)).text)

    def _code(self, move: Move, *, as_seen: bool) -> int | None:
        """The engine's number for a move; None if it can't mean anything here."""
        reading = self._reading
        seat = max(move.seat, 0)
        argument = 0 if seat < reading.players else None
        if argument is not None and move.kind in {"play", "discard"}:
            argument = self._find(seat, move, as_seen=as_seen)
        elif move.kind == "color":
            colors = self.edition.sides[reading.side].colors
            argument = colors.index(move.value) if move.value in colors else None
        elif move.kind in {"target", "catch"}:
            argument = _target(move)
        elif move.kind == "vote":
            argument = {"yes": 1, "no": 0}.get(move.value)
        if argument is None:
            return None
        return (seat << s.SEAT_SHIFT) | (MOVE_KINDS.index(move.kind) << s.KIND_SHIFT) | argument

    def _find(self, seat: int, move: Move, *, as_seen: bool) -> int | None:
        """The card that a move means: of those that fit the one longest in hand.

        After a draw the cards just drawn come first for a play. Of cards written whole, those
        come first that their holder knows to be so.
        """
        reading = self._reading
        wanted = self._printed.parse(move.value, reading.side)
        face, number = reading.face[reading.side], self._printed.numbers[reading.side].get(wanted.face(reading.side))
        hand = reading.hands[seat]
        fits = [card for card in hand if face[card] == number]
        whole = "|" in move.value
        if whole:
            fits = [card for card in fits if self._fits(card, seat, wanted, as_seen=as_seen)]
        if move.kind == "play" and reading.ask == s.DRAWN and seat == reading.asked:
            fits = [card for card in fits if card in hand[-reading.drawn :]] or fits
        if whole and len(fits) > 1:
            fits = [card for card in fits if self._printed.seen(reading, card, one_seat(seat)) == wanted] or fits
        return fits[0] if fits else None

    def _fits(self, card: int, seat: int, wanted: Card, *, as_seen: bool) -> bool:
        """Whether a card written whole may mean this one of a hand."""
        known = self._printed.seen(self._reading, card, one_seat(seat))
        compare = known if as_seen else self._printed.whole(self._reading, card)
        for side, face in enumerate(wanted.faces):
            if face == UNKNOWN and known.face(side) != UNKNOWN:
                return False  # `r7|?` asks for a card whose back the holder does not know
            if face not in {UNKNOWN, compare.face(side)}:
                return False
        return True

    def _refusal(self, move: Move, *, found: bool) -> IllegalMoveError:
        reading = self._reading
        card = self._printed.parse(move.value, reading.side) if move.kind in {"play", "discard"} else None
        reason = why_not(self._printed, self.compiled, reading, move, card, found=found)
        possible = [] if move.seat >= reading.players else [m.short for m in self.legal_moves(move.seat)]
        who = f"seat {move.seat} can't {move.short}" if move.seat >= 0 else "no new round"
        hint = f" Possible: {', '.join(possible)}." if possible else ""
        return IllegalMoveError(f"{who}: {reason.sentence} ({reason.rule}).{hint}", reason.rule)

    def why_not(self, seat: int, card: str) -> Reason | None:
        """Why `seat` can't play a card of its hand now: the rule and a sentence; None if it can."""
        self._check_seat(seat)
        reading = self._reading
        wanted = self._printed.parse(card, reading.side)
        legal = wanted.face(reading.side) in self._playable(seat)
        return why_not_play(self._printed, self.compiled, reading, seat, wanted, legal)

    def reasons(self, seat: int) -> list[Reason | None]:
        """For each card of `view(seat).hand`, in that order, why it can't be played now; None if it can."""
        self._check_seat(seat)
        return why_not_each(self._printed, self.compiled, self._reading, seat, self._playable(seat))

    def _playable(self, seat: int) -> set[str]:
        """The faces that a seat can play now."""
        side = self._reading.side
        texts = [move.value for move in self.legal_moves(seat) if move.kind == "play"]
        return {text.split("|")[side] if "|" in text else text for text in texts}

    # --- keeping -------------------------------------------------------------------------------

    @property
    def history(self) -> list[Move]:
        """All moves, so written that each means the card that it meant: whole, or as far as its holder knows it."""
        if self._history is None:
            msg = "this game keeps no history (history=False), so it can't be saved or written down as a record; whoever made its moves has them"
            raise SaveError(msg)
        return self._history

    def copy(self) -> Game:
        """A game that goes its own way from here."""
        other = copy.copy(self)
        other._own(self._states)  # noqa: SLF001 - a game of our own making
        other._history = None if self._history is None else list(self._history)  # noqa: SLF001
        return other

    def position(self) -> str:
        """The whole position on one line. It holds every secret of the game."""
        return to_text(self.edition, self.settings, self.state)

    def save(self) -> bytes:
        """The game as bytes, history included."""
        head = {
            "edition": self.edition.id,
            "settings": self.settings.chosen(self.edition),
            "key": self.key.hex(),
            "start": self.start,
            "history": [str(move) for move in self.history],
        }
        body = json.dumps(head).encode() + b"\n" + self.state.tobytes()
        result: bytes = _MAGIC + zlib.crc32(body).to_bytes(4, "big") + body
        return result

    @classmethod
    def load(cls, data: bytes) -> Game:
        """The game that `save` wrote."""
        body = data[len(_MAGIC) + 4 :]
        if not data.startswith(_MAGIC) or zlib.crc32(body).to_bytes(4, "big") != data[len(_MAGIC) : len(_MAGIC) + 4]:
            msg = "these bytes are no saved game of this version, or they are damaged"
            raise SaveError(msg)
        head, newline, raw = body.partition(b"\n")
        try:
            if not newline or len(raw) != STATE_DTYPE.itemsize:
                msg = "it has the wrong length"
                raise SaveError(msg)
            values = json.loads(head)
            game = by_id(values["edition"])
            settings = Settings.of(game, values["settings"])
            state = np.frombuffer(bytearray(raw), dtype=np.dtype((np.record, STATE_DTYPE)))[0]
            check_state(game, settings, state)
            self = cls._on(game, settings, state)
            self.key, self.start = bytes.fromhex(values["key"]), values["start"]
            self._history = [Move.parse(move) for move in values["history"]]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            msg = f"this saved game can't be read: {error}"
            raise SaveError(msg) from None
        return self

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are, of all seats, draws coming in the position's order."""
        if depth <= 0:
            return 1
        states = np.zeros(depth, dtype=np.dtype((np.record, STATE_DTYPE)))
        states[0] = self.state
        lists = np.zeros(depth, dtype=np.dtype((np.record, SCRATCH_DTYPE)))
        return int(entries.count_sequences(states, lists, self._rules, new_record(LOG_DTYPE), depth))

    def check(self) -> None:
        """Raise `InvariantError` if the state broke an invariant."""
        cards = sum(len(hand) for hand in self.hands()) + len(self.discard_pile()) + len(self.draw_pile())
        found = entries.check(self.state, self._rules, cards, _DESK.lists[0])
        if found:
            msg = f"{entries.VIOLATIONS[found]}: {self.position()}"
            raise InvariantError(msg)

    def __repr__(self) -> str:
        return f"<Game {self.edition.id}, {self.players} players, round {self._reading.round_number}, asks {self.asks}>"


def _kind(code: int) -> int:
    return (code >> s.KIND_SHIFT) & 31


def _target(move: Move) -> int | None:
    if move.kind == "target" and move.value == "none":
        return s.NOBODY
    known = re.fullmatch("[0-9]{1,2}", move.value) and int(move.value) < MAX_SEATS
    return int(move.value) if known else None
