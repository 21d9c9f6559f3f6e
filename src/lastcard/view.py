"""What one seat may know, and nothing else (`see-1` to `see-5`).

A view is built by listing what is allowed, never by striking out what is not.
Opponents' cards are sorted by what is known of them, so that no card can be
followed that could not be followed at a table. There are two views from no seat:
the public one has only what every seat may know, the open one has every card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lastcard.cards import UNKNOWN, Card, Printed
from lastcard.editions.model import SIDES
from lastcard.engine.kinds import QUESTIONS, Ask
from lastcard.moves import NO_SEAT, Move, Question
from lastcard.reading import Reading, as_seen, known, one_seat, seats_in, seen
from lastcard.sentences import said_penalty

DIRECTIONS = {1: "left", -1: "right"}
"""Which way play runs, by the engine's number for it."""


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
    asks: Question
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
    penalty: int = 0
    """Cards of an open penalty, where Draw cards may be answered (`stacking`)."""
    until: int = 0
    """How often whoever takes it draws until the colour in play comes, after those."""
    teller: int | None = None
    """The seat whose performance the open vote is about: a card's player who has no vote on it (custom-8)."""

    def __str__(self) -> str:
        """The table as a person would sketch it."""
        seat, question = self.asks
        colour = f", colour {self.color}" if self.color else ""
        drawable = f" (its back is {self.draw_top.back})" if self.draw_top and self.draw_top.back else ""
        lines = [
            f"{self.edition}, round {self.round}, {self.side} side, play runs to the {self.direction}",
            f"top card {self.top}{colour}; {self.draw_size} cards to draw{drawable}",
            *(self._hand_line(other) for other in range(self.players)),
            *([f"a penalty of {said_penalty(self.penalty, self.until)} is open"] if self.penalty or self.until else []),
            question if seat < 0 else f"seat {seat} is asked: {question}{f' ({self.text})' if self.text else ''}",
        ]
        if self.moves:
            lines.append("possible: " + ", ".join(move.short for move in self.moves))
        return "\n".join(lines)

    def _hand_line(self, seat: int) -> str:
        marks = {"you": seat == self.seat, "turn": seat == self.turn, "can be caught": seat in self.liable}
        said = ", ".join(mark for mark, there in marks.items() if there)
        cards = " ".join(card.text for card in self.hands[seat])
        return f"seat {seat}{f' ({said})' if said else ''}, {self.scores[seat]} points: {cards}"

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
            "penalty": self.penalty,
            "until": self.until,
            "teller": self.teller,
        }


def liable_seats(reading: Reading) -> tuple[int, ...]:
    """Who can be caught now; with questions asked in order, only the one in question."""
    if reading.now.ask == Ask.UNO:
        return ()
    if reading.now.ask == Ask.CATCH:
        return (reading.now.suspect,)
    return seats_in(reading.now.liable)


def counted_hands(printed: Printed, reading: Reading) -> tuple[tuple[Card, ...], ...]:
    """Every hand as it is laid open to be counted when the round is over (score-1): the face that counts, sorted."""
    if reading.now.ask < Ask.ROUND_OVER:
        return ()
    side = reading.now.side
    texts = [text if not printed.two_sided else _alone(text, side) for text in printed.texts[side]]

    def counted(card: int) -> Card:
        return printed.parse(texts[reading.front[card]], side)

    return tuple(tuple(sorted(map(counted, hand))) for hand in reading.hands)


def _alone(text: str, side: int) -> str:
    return f"{text}|{UNKNOWN}" if side == 0 else f"{UNKNOWN}|{text}"


def view_of(
    printed: Printed,
    reading: Reading,
    seat: int,
    viewer: int,
    moves: tuple[Move, ...],
    notices: tuple[tuple[int, str], ...],
    text: str,
    teller: int | None,
) -> View:
    """The view of a seat, or from no seat, by what its viewer may know."""
    now, game = reading.now, printed.edition
    card = printed.cards[now.side].__getitem__
    own = as_seen(printed, reading, reading.hands[seat], one_seat(seat)) if seat != NO_SEAT else ()
    discard = as_seen(printed, reading, reading.discard[::-1], viewer)
    hands = [
        own if other == seat else tuple(map(card, sorted(known(printed, reading, cards, viewer))))
        for other, cards in enumerate(reading.hands)
    ]
    return View(
        seat=seat,
        edition=game.id,
        players=now.players,
        round=now.round_number,
        dealer=now.dealer,
        turn=now.turn,
        asks=Question(now.asked, QUESTIONS[now.ask]),
        side=SIDES[now.side],
        direction=DIRECTIONS[now.direction],
        color=game.sides[now.side].colors[now.color] if now.color >= 0 else None,
        top=discard[-1],
        discard=discard,
        draw_size=len(reading.draw),
        draw_top=seen(printed, reading, reading.draw[0], viewer) if reading.draw else None,
        sizes=reading.sizes,
        hand=own,
        hands=tuple(hands),
        scores=reading.scores,
        liable=liable_seats(reading),
        called=seats_in(now.called),
        hands_open=now.open_until != 0,
        notices=notices,
        text=text,
        round_winner=now.round_winner if now.ask >= Ask.ROUND_OVER else None,
        round_points=reading.row("round_points"),
        winners=seats_in(now.winners),
        moves=moves,
        left=counted_hands(printed, reading),
        penalty=now.penalty,
        until=now.until,
        teller=teller,
    )
