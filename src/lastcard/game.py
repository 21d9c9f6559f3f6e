"""A game that people and programs can talk to: moves, views, events and reasons in words.

`Game` holds one engine state and adds nothing to the rules. A refused move raises an
error and changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import zlib
from typing import Any

import numpy as np

from lastcard.editions import Edition, Settings, compile_rules, edition
from lastcard.editions.edition import SIDES
from lastcard.editions.tables import MAX_SEATS, copy_record, new_record
from lastcard.engine import entries
from lastcard.engine import layout as s
from lastcard.engine.layout import LOG_DTYPE, SCRATCH_DTYPE, STATE_DTYPE
from lastcard.errors import IllegalMoveError, InvariantError, NotationError, PositionError, SaveError, SettingsError
from lastcard.events import Event, read_events
from lastcard.notation import ASKS, MOVE_KINDS, UNKNOWN, Card, Move, parse_card
from lastcard.position import (
    DIRECTIONS,
    Layout,
    card_of,
    check_players,
    hand_cards,
    lay_out,
    new_state,
    pile_cards,
)
from lastcard.position_text import from_text, to_text
from lastcard.reasons import Reason, why_not, why_not_play
from lastcard.soundness import check_state
from lastcard.view import View, build_view, known_card, liable_seats, seats_in

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


class Game:
    """One game at one table.

    >>> game = Game("classic", players=3, seed=7)
    >>> game.asks
    (0, 'play')
    """

    def __init__(
        self, name: str | Edition = "classic", players: int = 2, *, seed: int | str | bytes | None = None, **settings: Any
    ) -> None:
        game = name if isinstance(name, Edition) else edition(name)
        check_players(players)
        chosen = Settings.of(game, settings)
        cards = int(compile_rules(game, chosen).rules.cards)
        if players * game.hand >= cards:
            msg = f"{players} players need {players * game.hand + 1} cards to deal and turn up; {game.id} has {cards}"
            raise PositionError(msg)
        if chosen.dealer is not None and chosen.dealer >= players:
            msg = f"setting dealer is {chosen.dealer}; with {players} players the seats are 0 to {players - 1}"
            raise SettingsError(msg)
        self.key = key_from_seed(seed)
        self._set(game, chosen, new_state(players, key_words(self.key)))
        entries.start(self.state, self._rules, self._log)

    def _set(self, game: Edition, settings: Settings, state: Any, log: Any | None = None) -> None:
        self.edition, self.settings, self.state = game, settings, state
        self.compiled = compile_rules(game, settings)
        self._rules = self.compiled.rules
        self._log = new_log() if log is None else log
        self._scratch = new_record(SCRATCH_DTYPE)
        self.start: str | None = None
        """The position that the game began with, if it was not dealt from its seed."""
        self.history: list[Move] = []
        """All moves, cards written whole."""

    @classmethod
    def _on(cls, game: Edition, settings: Settings, state: Any, log: Any | None = None) -> Game:
        self = cls.__new__(cls)
        self._set(game, settings, state, log)
        self.key = b"".join(int(word).to_bytes(8, "big") for word in state.key)
        return self

    @classmethod
    def from_layout(cls, name: str | Edition, layout: Layout, **settings: Any) -> Game:
        """A game from a position laid out by hand."""
        game = name if isinstance(name, Edition) else edition(name)
        chosen = Settings.of(game, settings)
        log = new_log()
        self = cls._on(game, chosen, lay_out(game, chosen, layout, log), log)
        self.start = self.position()
        return self

    @classmethod
    def from_position(cls, text: str) -> Game:
        """A game from a position as text."""
        self = cls._on(*from_text(text))
        self.start = self.position()
        return self

    # --- looking -------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state.players)

    @property
    def turn(self) -> int:
        """The seat whose turn it is; the player of a card until it is done."""
        return int(self.state.turn)

    @property
    def asks(self) -> tuple[int, str]:
        """Who must decide what; the seat is -1 when the round or the game is over."""
        return int(self.state.asked), ASKS[int(self.state.ask)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.ask == s.GAME_OVER)

    @property
    def round_over(self) -> bool:
        """Whether the round, or with it the game, has ended."""
        return bool(self.state.ask >= s.ROUND_OVER)

    @property
    def side(self) -> str:
        """The side in play."""
        return SIDES[int(self.state.side)]

    @property
    def direction(self) -> str:
        """`left` or `right`."""
        return DIRECTIONS[int(self.state.direction)]

    @property
    def color(self) -> str | None:
        """The colour in play; None before the first one is named."""
        return self._colors[int(self.state.color)] if self.state.color >= 0 else None

    @property
    def _colors(self) -> tuple[str, ...]:
        return self.edition.sides[int(self.state.side)].colors

    @property
    def scores(self) -> list[int]:
        """Points so far."""
        return [int(x) for x in self.state.scores[: self.players]]

    @property
    def round_winner(self) -> int:
        """Who ended the round; -1 if it goes on or was void."""
        return int(self.state.round_winner)

    @property
    def round_points(self) -> list[int]:
        """What each seat got for the round."""
        return [int(x) for x in self.state.round_points[: self.players]]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the game."""
        return seats_in(int(self.state.winners))

    @property
    def liable(self) -> tuple[int, ...]:
        """Who can be caught now for not having called UNO."""
        return liable_seats(self.state)

    def hands(self) -> list[list[Card]]:
        """All hands, open: for whoever runs the game, never for a player."""
        return [[card_of(self.edition, self.state, c) for c in hand_cards(self.state, seat)] for seat in range(self.players)]

    def discard_pile(self) -> list[Card]:
        """Bottom to top, open."""
        return [card_of(self.edition, self.state, c) for c in reversed(pile_cards(self.state, s.DISCARD_PILE))]

    def draw_pile(self) -> list[Card]:
        """Next to be drawn first, open."""
        return [card_of(self.edition, self.state, c) for c in pile_cards(self.state, s.DRAW_PILE)]

    def notices(self) -> tuple[tuple[int, str], ...]:
        """Notices in force, each once: the seat and the rule that put it there (custom-9)."""
        found = [
            (seat, self.compiled.word_owners[word])
            for seat in range(self.players)
            for word in seats_in(int(self.state.notice[seat]))
        ]
        return tuple(dict.fromkeys(found))

    def view(self, seat: int) -> View:
        """The game as `seat` may know it."""
        self._check_seat(seat)
        return build_view(self.edition, self.state, seat, tuple(self.legal_moves(seat)), self.notices(), self._asked_text())

    def _asked_text(self) -> str:
        if self.state.ask in {s.VOTES, s.DARED}:
            return self.compiled.words[int(self._rules.code[int(self.state.pc), 4])]
        return ""

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            msg = f"there is no seat {seat}; the seats are 0 to {self.players - 1}"
            raise NotationError(msg)

    def events(self, seat: int | None = None) -> list[Event]:
        """What the last move, or the deal, brought about; for a seat, only what it may know."""
        rows = self._log.event[: int(self._log.used)]
        return read_events(self.edition, self.compiled, self.state, rows, seat)

    # --- moving --------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """What can be done now, by one seat or by all, in the documented order.

        Cards that look alike to their holder are listed once. A card is written bare;
        where several with that face differ in what the holder knows of their backs,
        those after the one longest held are written whole, `?` for a back not known.
        """
        count = entries.legal_moves(self.state, self._rules, self._scratch)
        codes = [int(code) for code in self._scratch.move[:count]]
        seen: set[tuple[int, int, str]] = set()
        mine = [code for code in codes if seat is None or code >> s.SEAT_SHIFT == seat or _kind(code) == s.M_DEAL]
        return [self._describe(code, seen) for code in mine]

    def _describe(self, code: int, seen: set[tuple[int, int, str]] | None) -> Move:
        """A move in words: with `seen`, as its seat may know it; else with cards written whole."""
        seat, kind, argument = code >> s.SEAT_SHIFT, _kind(code), code & s.ARGUMENT_MASK
        name = MOVE_KINDS[kind]
        if kind == s.M_DEAL:
            return Move(-1, name)
        if kind in {s.M_PLAY, s.M_DISCARD}:
            return Move(seat, name, self._card_text(seat, kind, argument, seen))
        if kind == s.M_COLOR:
            return Move(seat, name, self._colors[argument])
        if kind in {s.M_TARGET, s.M_CATCH}:
            return Move(seat, name, "none" if argument == s.NOBODY else str(argument))
        if kind == s.M_VOTE:
            return Move(seat, name, "yes" if argument else "no")
        return Move(seat, name)

    def _card_text(self, seat: int, kind: int, card: int, seen: set[tuple[int, int, str]] | None) -> str:
        if seen is None:
            return str(card_of(self.edition, self.state, card))
        known = known_card(self.edition, self.state, card, seat)
        bare = known.face(int(self.state.side))
        if (seat, kind, bare) in seen:
            return str(known)
        seen.add((seat, kind, bare))
        return bare

    def play(self, move: Move | str, *, as_seen: bool = False) -> list[Event]:
        """Make a move and return what happened, or raise and change nothing.

        What is returned holds every card, for whoever runs the game; a seat is told `events(seat)`.
        With `as_seen` a card may be written whole only as far as its holder knows it,
        so that neither success nor refusal tells a player the back of an own card.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        code = self._code(move, as_seen=as_seen)
        if code is None:
            raise self._refusal(move, found=False)
        done = self._describe(code, None)
        if not entries.make(self.state, self._rules, self._log, code):
            raise self._refusal(move, found=True)
        self.history.append(done)
        return self.events()

    def _code(self, move: Move, *, as_seen: bool) -> int | None:
        """The engine's number for a move; None if it can't mean anything here."""
        seat = max(move.seat, 0)
        argument = 0 if seat < self.players else None
        if argument is not None and move.kind in {"play", "discard"}:
            argument = self._find(seat, move, as_seen=as_seen)
        elif move.kind == "color":
            argument = self._colors.index(move.value) if move.value in self._colors else None
        elif move.kind in {"target", "catch"}:
            argument = _target(move)
        elif move.kind == "vote":
            argument = {"yes": 1, "no": 0}.get(move.value)
        if argument is None:
            return None
        return (seat << s.SEAT_SHIFT) | (MOVE_KINDS.index(move.kind) << s.KIND_SHIFT) | argument

    def _find(self, seat: int, move: Move, *, as_seen: bool) -> int | None:
        """The card that a move means: the one longest in hand of those that fit and, for a play after a draw, may be played."""
        wanted = parse_card(move.value, self.edition, int(self.state.side))
        fits = [card for card in hand_cards(self.state, seat) if self._fits(card, seat, wanted, move.value, as_seen=as_seen)]
        if move.kind == "play" and self.state.ask == s.DRAWN and seat == self.state.asked:
            drawn = hand_cards(self.state, seat)[-int(self.state.drawn) :]
            fits = [card for card in fits if card in drawn] or fits
        return fits[0] if fits else None

    def _fits(self, card: int, seat: int, wanted: Card, text: str, *, as_seen: bool) -> bool:
        whole = card_of(self.edition, self.state, card)
        known = known_card(self.edition, self.state, card, seat)
        compare = known if as_seen else whole
        for side, face in enumerate(wanted.faces):
            if face == UNKNOWN and "|" in text and known.face(side) != UNKNOWN:
                return False  # `r7|?` asks for a card whose back the holder does not know
            if face not in {UNKNOWN, compare.face(side)}:
                return False
        return wanted.face(int(self.state.side)) != UNKNOWN

    def _refusal(self, move: Move, *, found: bool) -> IllegalMoveError:
        card = None
        if move.kind in {"play", "discard"}:
            card = parse_card(move.value, self.edition, int(self.state.side))
        reason = why_not(self.edition, self.compiled, self.state, move, card, found=found)
        possible = [] if move.seat >= self.players else [m.short for m in self.legal_moves(max(0, move.seat))]
        who = f"seat {move.seat} can't {move.short}" if move.seat >= 0 else "no new round"
        hint = f" Possible: {', '.join(possible)}." if possible else ""
        return IllegalMoveError(f"{who}: {reason.sentence} ({reason.rule}).{hint}", reason.rule)

    def why_not(self, seat: int, card: str) -> Reason | None:
        """Why `seat` can't play a card of its hand now: the rule and a sentence; None if it can."""
        self._check_seat(seat)
        wanted = parse_card(card, self.edition, int(self.state.side))
        bare = wanted.face(int(self.state.side))
        legal = any(m.kind == "play" and m.value.split("|")[min(int(self.state.side), m.value.count("|"))] == bare for m in self.legal_moves(seat))
        return why_not_play(self.edition, self.compiled, self.state, seat, wanted, legal)

    # --- keeping -------------------------------------------------------------------------------

    def copy(self) -> Game:
        """A game that goes its own way from here."""
        other = Game._on(self.edition, self.settings, copy_record(self.state), copy_record(self._log))
        other.key, other.start, other.history = self.key, self.start, list(self.history)
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
            game = edition(values["edition"])
            settings = Settings.of(game, values["settings"])
            state = np.frombuffer(bytearray(raw), dtype=np.dtype((np.record, STATE_DTYPE)))[0]
            check_state(game, settings, state)
            self = cls._on(game, settings, state)
            self.key, self.start = bytes.fromhex(values["key"]), values["start"]
            self.history = [Move.parse(move) for move in values["history"]]
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
        found = entries.check(self.state, self._rules, cards, self._scratch)
        if found:
            msg = f"{entries.VIOLATIONS[found]}: {self.position()}"
            raise InvariantError(msg)

    def __repr__(self) -> str:
        return f"<Game {self.edition.id}, {self.players} players, round {int(self.state.round_number)}, asks {self.asks}>"


def new_log() -> Any:
    """An empty log that is switched on."""
    log = new_record(LOG_DTYPE)
    log.on = 1
    return log


def _kind(code: int) -> int:
    return (code >> s.KIND_SHIFT) & 31


def _target(move: Move) -> int | None:
    if move.kind == "target" and move.value == "none":
        return s.NOBODY
    known = re.fullmatch("[0-9]{1,2}", move.value) and int(move.value) < MAX_SEATS
    return int(move.value) if known else None
