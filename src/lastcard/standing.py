"""How a game stands, in words: everything that can be looked at, for a seat, a spectator, or whoever runs the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from lastcard.cards import Card, printed
from lastcard.editions import Edition, Settings, compile_rules
from lastcard.editions.model import SIDES
from lastcard.engine.kinds import QUESTIONS, Ask
from lastcard.engine.room import Room
from lastcard.engine.rules import OTHERS, WHO, WORDS
from lastcard.engine.schema import State
from lastcard.errors import NotationError
from lastcard.events import Event, Happened, Row, read_events, read_rows
from lastcard.moves import NO_SEAT, Move, Question
from lastcard.reading import ALL_SEEING, Reading, as_seen, every_seat, one_seat, seats_in
from lastcard.view import DIRECTIONS, View, counted_hands, liable_seats, view_of
from lastcard.whole import whole_between

Viewer = int | Literal["public", "open"]
"""Who looks: a seat; `public`, a spectator, who sees only what every seat may know; or `open`, who sees everything."""

NOTHING = Happened(0, b"")
"""Nothing has happened yet that could be told."""


class Standing:
    """A game as it can be looked at. What changes it is `Game`."""

    def _stand(self, game: Edition, settings: Settings, room: Room) -> None:
        self.edition, self.settings = game, settings
        self.compiled = compile_rules(game, settings)
        self._printed = printed(game)
        self._room = room
        self._happened = NOTHING
        self._reading: Reading | None = None

    def _changed(self) -> None:
        """Forget what was read of the state."""
        self._reading = None

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """What can be done now, by one seat or by all."""
        raise NotImplementedError

    @property
    def state(self) -> Any:
        """The engine's record, for a debugger: it needs NumPy, is slow, and a change to it is a change of the game."""
        import numpy as np  # noqa: PLC0415 - nothing else here needs it

        self._changed()
        return np.frombuffer(self._room.memory, dtype=State.dtype())[0]

    def reading(self) -> Reading:
        """The state as it can be read; it holds every secret. It stays as it is when the game goes on."""
        return self._read()

    def _read(self) -> Reading:
        if self._reading is None:
            self._reading = Reading(self._room.raw)
        return self._reading

    @property
    def key(self) -> bytes:
        """The key of the game's randomness, from which its cards were dealt."""
        return b"".join(word.to_bytes(8, "big") for word in State.unpack(self._room.raw)["key"])

    @property
    def players(self) -> int:
        """How many play."""
        return self._read().now.players

    @property
    def round(self) -> int:
        """Which round it is, from 1."""
        return self._read().now.round_number

    @property
    def dealer(self) -> int:
        """Who deals this round."""
        return self._read().now.dealer

    @property
    def turn(self) -> int:
        """The seat whose turn it is; the player of a card until it is done."""
        return self._read().now.turn

    @property
    def asks(self) -> Question:
        """Who must decide what; the seat is -1 when the round or the game is over."""
        now = (self._reading or self._read()).now
        return _question(now.asked, now.ask)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._read().now.ask == Ask.GAME_OVER

    @property
    def round_over(self) -> bool:
        """Whether the round, or with it the game, has ended."""
        return self._read().now.ask >= Ask.ROUND_OVER

    @property
    def side(self) -> str:
        """The side in play."""
        return SIDES[self._read().now.side]

    @property
    def direction(self) -> str:
        """`left` or `right`."""
        return DIRECTIONS[self._read().now.direction]

    @property
    def color(self) -> str | None:
        """The colour in play; None before the first one is named."""
        now = self._read().now
        return self.edition.sides[now.side].colors[now.color] if now.color >= 0 else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far."""
        return self._read().scores

    @property
    def round_winner(self) -> int | None:
        """Who ended the round; None while it goes on, -1 if it was void."""
        now = self._read().now
        return now.round_winner if now.ask >= Ask.ROUND_OVER else None

    @property
    def round_points(self) -> tuple[int, ...]:
        """What each seat got for the round."""
        return self._read().row("round_points")

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the game."""
        return seats_in(self._read().now.winners)

    @property
    def liable(self) -> tuple[int, ...]:
        """Who can be caught now for not having called UNO."""
        return liable_seats(self._read())

    @property
    def penalty(self) -> int:
        """Cards of an open penalty, where Draw cards may be answered (`stacking`)."""
        return self._read().now.penalty

    @property
    def until(self) -> int:
        """How often whoever takes it draws until the colour in play comes, after those."""
        return self._read().now.until

    @property
    def can_be_jumped(self) -> bool:
        """Whether whoever has the very same card as the top one may take the turn with it (jump-1, jump-3).

        Everybody can know it: it says nothing about who has such a card.
        """
        now, settings = self._read().now, self.settings
        open_to_all = settings.jump_in and now.ask == Ask.PLAY and settings.uno != "ask"
        return open_to_all and now.laid != 0 and self.top.color is not None

    @property
    def teller(self) -> int | None:
        """The seat whose performance the open vote is about: a card's player who has no vote on it (custom-8)."""
        now = self._read().now
        if now.ask == Ask.VOTE and int(self.compiled.values["code"][now.pc][WHO]) == OTHERS:
            return now.actor
        return None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards are in each hand."""
        return self._read().sizes

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands, open: for whoever runs the game, never for a player."""
        return tuple(self._whole(hand) for hand in self._read().hands)

    @property
    def left(self) -> tuple[tuple[Card, ...], ...]:
        """When the round is over, every hand laid open to be counted: of each card the face in play; else nothing."""
        return counted_hands(self._printed, self._read())

    @property
    def top(self) -> Card:
        """The top of the discard pile, open."""
        return self._whole(self._read().discard[:1])[0]

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard pile, bottom to top, open."""
        return self._whole(self._read().discard[::-1])

    @property
    def draw(self) -> tuple[Card, ...]:
        """The draw pile, next to be drawn first, open."""
        return self._whole(self._read().draw)

    @property
    def draw_size(self) -> int:
        """How many cards are left to draw."""
        return self._read().draw_size

    def _whole(self, cards: bytes) -> tuple[Card, ...]:
        return as_seen(self._printed, self._read(), cards, ALL_SEEING)

    @property
    def notices(self) -> tuple[tuple[int, str], ...]:
        """Notices in force, each once: the seat and the words."""
        return self._notices(self.compiled.words)

    @property
    def notice_rules(self) -> tuple[tuple[int, str], ...]:
        """The same with the rule that put each there (custom-9) in place of its words."""
        return self._notices(self.compiled.word_owners)

    def _notices(self, texts: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
        held = self._read().row("notice")
        if not any(held):
            return ()
        return tuple(dict.fromkeys((seat, texts[word]) for seat, bits in enumerate(held) for word in seats_in(bits)))

    def view(self, viewer: Viewer) -> View:
        """The game as a seat may know it, a spectator (`public`), or whoever runs it (`open`)."""
        seat, eyes = self.eyes(viewer)
        moves = tuple(self.legal_moves(seat)) if seat != NO_SEAT else ()
        return view_of(self._printed, self._read(), seat, eyes, moves, self.notices, self.asked_text(), self.teller)

    def eyes(self, viewer: Viewer) -> tuple[int, int]:
        """The seat of a viewer, and the set of seats that must all know what it may see."""
        if isinstance(viewer, str) and viewer == "open":
            return NO_SEAT, ALL_SEEING
        if isinstance(viewer, str) and viewer == "public":
            return NO_SEAT, every_seat(self._read().now.players)
        seat = self._seat(viewer, ", and other viewers are public and open")
        return seat, one_seat(seat)

    def _seat(self, seat: Any, others: str = "") -> int:
        """A seat at this table; whole numbers of NumPy are as good as those of Python."""
        players = self._read().now.players
        number = whole_between(seat, 0, players - 1)
        if number is None:
            msg = f"there is no seat {seat!r:.20}; the seats are 0 to {players - 1}{others}"
            raise NotationError(msg)
        return number

    def asked_text(self) -> str:
        """The words of the vote or dare that is asked, if any."""
        now = self._read().now
        if now.ask in {Ask.VOTE, Ask.DARE}:
            return self.compiled.words[int(self.compiled.values["code"][now.pc][WORDS])]
        return ""

    def events(self, viewer: Viewer = "open") -> list[Event]:
        """What the last move, or the deal, brought about, as far as the viewer may know it."""
        return self.tell(self._happened, viewer)

    def rows(self, happened: Happened, eyes: int) -> list[Row]:
        """What happened at some time, as plain values, for whoever must all know what is told (`eyes`)."""
        return read_rows(self._printed, self.compiled, self._read(), happened, eyes)

    def happened(self) -> Happened:
        """What the last move, or the deal, brought about, to be kept and told later by this game or a copy of it.

        It holds every secret of that move.
        """
        return self._happened

    def tell(self, happened: Happened, viewer: Viewer = "open") -> list[Event]:
        """What happened at some time in this game, as the viewer might know it then."""
        if not isinstance(happened, Happened):
            msg = f"{happened!r:.40} is nothing that happened; game.happened() has it after each move"
            raise NotationError(msg)
        return read_events(self._printed, self.compiled, self._read(), happened, self.eyes(viewer)[1])


@lru_cache(256)
def _question(seat: int, ask: int) -> Question:
    return Question(seat, QUESTIONS[ask])
