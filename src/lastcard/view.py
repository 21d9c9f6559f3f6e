"""What one seat may know, and nothing else (`see-1` to `see-5`).

A view is built by listing what is allowed, never by striking out what is not.
Opponents' cards are sorted by what is known of them, so that no card can be
followed that could not be followed at a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lastcard.editions import Edition
from lastcard.editions.edition import SIDES
from lastcard.engine import layout as s
from lastcard.notation import ASKS, UNKNOWN, Card, Move
from lastcard.position import DIRECTIONS, hand_cards, pile_cards


@dataclass(frozen=True)
class View:
    """The game from one seat. Everything in it may be shown to whoever sits there."""

    seat: int
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
    text: str
    """The words of the vote or dare that is being asked, if any."""
    round_winner: int | None
    round_points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: tuple[Move, ...]
    """What this seat can do now."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        plain: dict[str, Any] = _plain(asdict(self), self)
        return plain


def _plain(data: dict[str, Any], view: View) -> dict[str, Any]:
    data["top"] = str(view.top)
    data["draw_top"] = None if view.draw_top is None else str(view.draw_top)
    data["discard"] = [str(card) for card in view.discard]
    data["hand"] = [str(card) for card in view.hand]
    data["hands"] = [[str(card) for card in hand] for hand in view.hands]
    data["moves"] = [str(move) for move in view.moves]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def known_cards(game: Edition, state: Any, cards: Sequence[int], seat: int) -> list[Card]:
    """Cards as a seat knows them."""
    columns = []
    for number, side in enumerate(game.sides):
        face, know = state.face[number].tolist(), state.know[number].tolist()  # read once: fields of a record are slow
        columns.append([side.faces[face[card]].text if (know[card] >> seat) & 1 else UNKNOWN for card in cards])
    return [Card(faces) for faces in zip(*columns, strict=True)]


def known_card(game: Edition, state: Any, card: int, seat: int) -> Card:
    """A card as a seat knows it."""
    return known_cards(game, state, [card], seat)[0]


def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set."""
    return tuple(seat for seat in range(bits.bit_length()) if (bits >> seat) & 1)


def liable_seats(state: Any) -> tuple[int, ...]:
    """Who can be caught now; with questions asked in order, only the one in question."""
    if state.ask == s.CALL:
        return ()
    if state.ask == s.CATCHING:
        return (int(state.suspect),)
    return seats_in(int(state.liable))


def build_view(game: Edition, state: Any, seat: int, moves: tuple[Move, ...], notices: tuple[tuple[int, str], ...], text: str) -> View:
    """The view of `seat`."""
    players = int(state.players)
    side = int(state.side)
    over = state.ask >= s.ROUND_OVER
    draw = pile_cards(state, s.DRAW_PILE)
    hands = [known_cards(game, state, hand_cards(state, other), seat) for other in range(players)]
    discard = known_cards(game, state, pile_cards(state, s.DISCARD_PILE)[::-1], seat)
    return View(
        seat=seat,
        edition=game.id,
        players=players,
        round=int(state.round_number),
        dealer=int(state.dealer),
        turn=int(state.turn),
        asks=(int(state.asked), ASKS[int(state.ask)]),
        side=SIDES[side],
        direction=DIRECTIONS[int(state.direction)],
        color=game.sides[side].colors[int(state.color)] if state.color >= 0 else None,
        top=discard[-1],
        discard=tuple(discard),
        draw_size=len(draw),
        draw_top=known_card(game, state, draw[0], seat) if draw else None,
        sizes=tuple(len(hand) for hand in hands),
        hand=tuple(hands[seat]),
        hands=tuple(tuple(hand) if other == seat else tuple(sorted(hand)) for other, hand in enumerate(hands)),
        scores=tuple(int(x) for x in state.scores[:players]),
        liable=liable_seats(state),
        called=seats_in(int(state.called)),
        hands_open=bool(state.open_until),
        notices=notices,
        text=text,
        round_winner=int(state.round_winner) if over else None,
        round_points=tuple(int(x) for x in state.round_points[:players]),
        winners=seats_in(int(state.winners)),
        moves=moves,
    )
