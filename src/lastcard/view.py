"""What one seat may know, and nothing else (`see-1` to `see-5`).

A view is built by listing what is allowed, never by striking out what is not.
Opponents' cards are sorted by what is known of them, so that no card can be
followed that could not be followed at a table. There are two views from no seat:
the public one has only what every seat may know, the open one has every card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lastcard.editions.model import SIDES
from lastcard.engine import layout as s
from lastcard.notation import ASKS, UNKNOWN, Card, Move
from lastcard.position import DIRECTIONS
from lastcard.reading import Printed, Reading, one_seat, seats_in

NO_SEAT = -1
"""The seat of a view from no seat."""


@dataclass(frozen=True)
class View:
    """The game from one seat. Everything in it may be shown to whoever sits there."""

    seat: int
    """`NO_SEAT` in a public or open view, which has neither an own hand nor moves."""
    edition: str
    players: int
    round: int
    dealer: int
    turn: int
    asks: tuple[int, str]
    """Who must decide, and what; the seat is -1 when the round or the game is over."""
    side: str
    direction: str
    color: str | None
    top: Card
    discard: tuple[Card, ...]
    """Bottom to top, each with the faces that everybody saw."""
    draw_size: int
    draw_top: Card | None
    sizes: tuple[int, ...]
    hand: tuple[Card, ...]
    """The own cards, longest held first."""
    hands: tuple[tuple[Card, ...], ...]
    """All hands as this seat knows them; others' cards in no particular order."""
    scores: tuple[int, ...]
    liable: tuple[int, ...]
    """Who can be caught now for not having called."""
    called: tuple[int, ...]
    hands_open: bool
    notices: tuple[tuple[int, str], ...]
    """Who must heed which words until somebody calls UNO."""
    text: str
    """The words of the vote or dare that is being asked, if any."""
    round_winner: int | None
    round_points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: tuple[Move, ...]
    """What this seat can do now."""
    left: tuple[tuple[Card, ...], ...] = ()
    """When the round is over, every hand laid open to be counted; else nothing."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "seat": self.seat,
            "edition": self.edition,
            "players": self.players,
            "round": self.round,
            "dealer": self.dealer,
            "turn": self.turn,
            "asks": list(self.asks),
            "side": self.side,
            "direction": self.direction,
            "color": self.color,
            "top": self.top.text,
            "discard": [card.text for card in self.discard],
            "draw_size": self.draw_size,
            "draw_top": None if self.draw_top is None else self.draw_top.text,
            "sizes": list(self.sizes),
            "hand": [card.text for card in self.hand],
            "hands": [[card.text for card in hand] for hand in self.hands],
            "scores": list(self.scores),
            "liable": list(self.liable),
            "called": list(self.called),
            "hands_open": self.hands_open,
            "notices": list(self.notices),
            "text": self.text,
            "round_winner": self.round_winner,
            "round_points": list(self.round_points),
            "winners": list(self.winners),
            "moves": [str(move) for move in self.moves],
            "left": [[card.text for card in hand] for hand in self.left],
        }


def liable_seats(reading: Reading) -> tuple[int, ...]:
    """Who can be caught now; with questions asked in order, only the one in question."""
    if reading.ask == s.CALL:
        return ()
    if reading.ask == s.CATCHING:
        return (reading.suspect,)
    return seats_in(reading.liable)


def counted_hands(printed: Printed, reading: Reading) -> tuple[tuple[Card, ...], ...]:
    """Every hand as it is laid open to be counted when the round is over (score-1): the face that counts, in no order that tells more."""
    if reading.ask < s.ROUND_OVER:
        return ()
    texts, face = printed.texts[reading.side], reading.face[reading.side]
    hidden = [UNKNOWN] * len(printed.texts)

    def counted(card: int) -> Card:
        return Card((*hidden[: reading.side], texts[face[card]], *hidden[reading.side + 1 :]))

    return tuple(tuple(sorted(map(counted, hand))) for hand in reading.hands)


def seat_view(printed: Printed, reading: Reading, seat: int, moves: tuple[Move, ...], notices: tuple[tuple[int, str], ...], text: str) -> View:
    """The view of `seat`."""
    hand = tuple(map(printed.cards.__getitem__, printed.known(reading, reading.hands[seat], one_seat(seat))))
    return _view(printed, reading, one_seat(seat), seat, hand, moves, notices, text)


def view_from_no_seat(printed: Printed, reading: Reading, viewer: int, notices: tuple[tuple[int, str], ...], text: str) -> View:
    """The public or the open view, by what its viewer may know."""
    return _view(printed, reading, viewer, NO_SEAT, (), (), notices, text)


def _view(
    printed: Printed, reading: Reading, viewer: int, seat: int, hand: tuple[Card, ...], moves: tuple[Move, ...], notices: tuple[tuple[int, str], ...], text: str
) -> View:
    game, card = printed.edition, printed.cards.__getitem__
    side = reading.side
    discard = tuple(map(card, printed.known(reading, reading.discard[::-1], viewer)))
    hands = [
        hand if other == seat else tuple(map(card, sorted(printed.known(reading, cards, viewer))))
        for other, cards in enumerate(reading.hands)
    ]
    return View(
        seat=seat,
        edition=game.id,
        players=reading.players,
        round=reading.round_number,
        dealer=reading.dealer,
        turn=reading.turn,
        asks=(reading.asked, ASKS[reading.ask]),
        side=SIDES[side],
        direction=DIRECTIONS[reading.direction],
        color=game.sides[side].colors[reading.color] if reading.color >= 0 else None,
        top=discard[-1],
        discard=discard,
        draw_size=len(reading.draw),
        draw_top=printed.seen(reading, reading.draw[0], viewer) if reading.draw else None,
        sizes=tuple(map(len, reading.hands)),
        hand=hand,
        hands=tuple(hands),
        scores=reading.scores,
        liable=liable_seats(reading),
        called=seats_in(reading.called),
        hands_open=reading.open_until != 0,
        notices=notices,
        text=text,
        round_winner=reading.round_winner if reading.ask >= s.ROUND_OVER else None,
        round_points=reading.round_points,
        winners=seats_in(reading.winners),
        moves=moves,
        left=counted_hands(printed, reading),
    )
