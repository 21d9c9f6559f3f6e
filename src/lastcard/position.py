"""Positions laid out by hand: hands, piles and whose turn it is, made into an engine state.

What is left out has a sensible value; what can't be, for example a card too often, is
refused. Positions as text are in `position_text.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any

import numpy as np

from lastcard.editions import Compiled, Edition, Settings, compile_rules
from lastcard.editions.model import SIDES
from lastcard.engine import layout as s
from lastcard.engine.kernel import entries
from lastcard.engine.layout import LOG_DTYPE, STATE_DTYPE
from lastcard.engine.rules import MAX_SEATS, new_record
from lastcard.errors import PositionError
from lastcard.notation import UNKNOWN, Card, face_numbers, parse_card

DIRECTIONS = {1: "left", -1: "right"}


@dataclass
class Layout:
    """A position as a person gives it; what is left out has a sensible value."""

    hands: Sequence[str] | None = None
    """Left out: dealt from `draw`."""
    players: int | None = None
    discard: str | None = None
    """Bottom to top. Left out: the next card of `draw` is turned up."""
    draw: str = ""
    """Next to be drawn first."""
    rest: str = "deck"
    """`deck`: the cards not mentioned lie beneath `draw`; `none`: they don't exist."""
    turn: int | None = None
    dealer: int | None = None
    color: str | None = None
    direction: str = "left"
    side: str = "light"
    scores: Sequence[int] | None = None
    key: Sequence[int] = field(default_factory=lambda: (0, 0, 0, 0))
    over: bool = False
    """The round is over: a hand may be empty, and the colour need not be known."""


def check_players(players: Any) -> int:
    """deck-3: refuse a number of players that can't sit down."""
    if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= MAX_SEATS:
        msg = f"{players!r:.20} players can't play; allowed are 2 to {MAX_SEATS}"
        raise PositionError(msg)
    return players


def new_state(players: int, key: Sequence[int]) -> Any:
    """An empty state in which nothing has happened."""
    state = new_record(STATE_DTYPE)
    state.players = players
    state.key[:] = np.array([int(word) for word in key], dtype=np.uint64)
    state.direction = 1
    state.round_number = 1
    for name in ("color", "round_winner", "suspect", "named", "chosen", "that", "winner", "loser", "left"):
        setattr(state, name, -1)
    return state


def lay_out(game: Edition, settings: Settings, layout: Layout, log: Any | None = None) -> Any:
    """The state for `layout`, or a `PositionError` that says why there can't be one."""
    compiled = compile_rules(game, settings)
    players = check_players(len(layout.hands) if layout.hands is not None else layout.players)
    if layout.players not in {None, players}:
        msg = f"players is {layout.players!r:.20} but there are {players} hands"
        raise PositionError(msg)
    state = new_state(players, layout.key)
    _write_simple(state, game, settings, layout)
    builder = _Builder(game, compiled, int(state.side))
    builder.place(state, layout)
    log = new_record(LOG_DTYPE) if log is None else log
    if layout.discard is None:
        _start_from(state, game, compiled, layout, log)
    else:
        if layout.hands is None:
            _deal_by_hand(state, game)
        state.turn = _seat(layout.turn, "turn", players, (int(state.dealer) + 1) % players)
        state.asked = state.turn
        state.color = _color(game, compiled, state, layout)
        entries.look(state, compiled.rules)
    return state


def _write_simple(state: Any, game: Edition, settings: Settings, layout: Layout) -> None:
    players = int(state.players)
    state.dealer = _seat(settings.dealer if layout.dealer is None else layout.dealer, "dealer", players, players - 1)
    state.direction = one_of("direction", layout.direction, {name: number for number, name in DIRECTIONS.items()})
    state.side = one_of("side", layout.side, {name: i for i, name in enumerate(SIDES[: len(game.sides)])})
    if layout.scores is not None:
        scores = list(layout.scores)
        if len(scores) != players or not all(isinstance(x, int) and 0 <= x <= 10**8 for x in scores):
            msg = f"scores are {scores!r:.60}; {players} whole numbers from 0 are needed"
            raise PositionError(msg)
        state.scores[:players] = scores


def _deal_by_hand(state: Any, game: Edition) -> None:
    """setup-2: hands from the draw pile as it lies, beside a discard pile that is already there."""
    players, cards = int(state.players), pile_cards(state, s.DRAW_PILE)
    needed = players * game.hand
    _enough(len(cards), needed)
    for i, card in enumerate(cards[:needed]):
        seat = (int(state.dealer) + 1 + i) % players
        state.hand[seat, i // players] = card
        state.held[seat] = i // players + 1
    if state.side == 1:
        state.start[s.DRAW_PILE] = (int(state.start[s.DRAW_PILE]) + needed) % s.RING
    state.count[s.DRAW_PILE] = len(cards) - needed


def _enough(cards: int, needed: int) -> None:
    if cards < needed:
        msg = f"there are {cards} cards to deal and turn up; {needed} are needed"
        raise PositionError(msg)


def _start_from(state: Any, game: Edition, compiled: Compiled, layout: Layout, log: Any) -> None:
    """setup-2, setup-3: deal from the draw pile as it lies, and turn up a card."""
    if layout.side != "light":
        msg = "without a discard pile a round is started, on the light side; found side dark"
        raise PositionError(msg)
    _enough(int(state.count[s.DRAW_PILE]), 1 + (game.hand * int(state.players) if layout.hands is None else 0))
    state.round_number = 0 if layout.hands is None else 1
    entries.deal(state, compiled.rules, log, layout.hands is None)


def one_of(name: str, value: Any, allowed: Mapping[str, int]) -> int:
    """The number for a word that must be one of `allowed`."""
    if value not in allowed:
        msg = f"{name} is {value!r:.40}; allowed: {', '.join(allowed)}"
        raise PositionError(msg)
    return allowed[value]


def _seat(value: int | None, name: str, players: int, default: int) -> int:
    if value is None:
        return default
    if not isinstance(value, int) or not 0 <= value < players:
        msg = f"{name} is {value!r:.40}; allowed are the seats 0 to {players - 1}"
        raise PositionError(msg)
    return value


def _color(game: Edition, compiled: Compiled, state: Any, layout: Layout) -> int:
    name = layout.color
    side = int(state.side)
    top = int(state.face[side, _top(state)])
    printed = int(compiled.rules.color[side, top])
    colors = game.sides[side].colors
    if name is None:
        if printed < 0 and not layout.over:
            msg = f"the top card {game.sides[side].faces[top].text} is wild: color must say which of {', '.join(colors)} is in play"
            raise PositionError(msg)
        return printed
    if name not in colors:
        msg = f"color is {name!r:.40}; allowed: {', '.join(colors)}"
        raise PositionError(msg)
    if printed >= 0 and name != colors[printed]:
        msg = f"color is {name} but the top card is {game.sides[side].faces[top].text}"
        raise PositionError(msg)
    return colors.index(name)


def _top(state: Any) -> int:
    return pile_cards(state, s.DISCARD_PILE)[0]


def pile_cards(state: Any, pile: int) -> list[int]:
    """The cards of a pile, top first."""
    start, count = int(state.start[pile]), int(state.count[pile])
    ring: list[int] = state.ring[pile].tolist()
    cards = (ring + ring)[start : start + count]
    return cards if state.side == 1 else cards[::-1]


def hand_cards(state: Any, seat: int) -> list[int]:
    """The cards of a hand, longest held first."""
    cards: list[int] = state.hand[seat, : int(state.held[seat])].tolist()
    return cards


class _Builder:
    """Gives every card mentioned its faces, and puts the rest of the deck beneath the draw pile."""

    def __init__(self, game: Edition, compiled: Compiled, side: int) -> None:
        self.game, self.side = game, side
        self.numbers = [face_numbers(game, i) for i in range(len(game.sides))]
        rules = compiled.rules
        self.left = [np.bincount(rules.deck[i, : int(rules.cards)], minlength=64) for i in range(len(game.sides))]

    def place(self, state: Any, layout: Layout) -> None:
        if layout.rest not in {"deck", "none"}:
            msg = f"rest is {layout.rest!r:.40}; allowed: deck, none"
            raise PositionError(msg)
        texts = [*(layout.hands or ()), layout.discard or "", layout.draw]
        groups = [[parse_card(word, self.game, self.side) for word in text.split()] for text in texts]
        *hands, discard, draw = self.complete(groups)
        if layout.discard is not None and not discard:
            msg = "the discard pile is empty; it needs a top card (or leave it out to turn one up)"
            raise PositionError(msg)
        if layout.rest == "deck":
            draw = [*draw, *self.remaining()]
        self.write(state, hands, discard, draw, layout)

    def complete(self, groups: list[list[Card]]) -> list[list[tuple[int, ...]]]:
        """The face numbers of all cards, unknown ones filled with unused faces."""
        for card in (card for group in groups for card in group):
            for side, text in enumerate(card.faces):
                if text != UNKNOWN:
                    self.take(side, text)
        return [[self.fill(card) for card in group] for group in groups]

    def take(self, side: int, text: str) -> None:
        number = self.numbers[side][text]
        self.left[side][number] -= 1
        if self.left[side][number] < 0:
            msg = f"{text} stands too often: the deck of {self.game.id} with these settings has fewer"
            raise PositionError(msg)

    def fill(self, card: Card) -> tuple[int, ...]:
        faces = []
        for side, text in enumerate(card.faces):
            if text != UNKNOWN:
                faces.append(self.numbers[side][text])
            else:
                number = _spread(self.left[side])[0]
                self.left[side][number] -= 1
                faces.append(number)
        return tuple(faces)

    def remaining(self) -> list[tuple[int, ...]]:
        return list(zip(*(_spread(left) for left in self.left), strict=True))

    def write(self, state: Any, hands: list[list[tuple[int, ...]]], discard: list[tuple[int, ...]], draw: list[tuple[int, ...]], layout: Layout) -> None:
        card = 0
        for seat, hand in enumerate(hands):
            if not hand and not layout.over:
                msg = f"seat {seat} has no cards; a player without cards has ended the round"
                raise PositionError(msg)
            state.held[seat] = len(hand)
            for place, faces in enumerate(hand):
                state.hand[seat, place] = card
                card = self.give(state, card, faces)
        for pile, faces_list in ((s.DISCARD_PILE, discard), (s.DRAW_PILE, draw[::-1])):
            upward = faces_list if state.side == 0 else faces_list[::-1]
            state.count[pile] = len(upward)
            for place, faces in enumerate(upward):
                state.ring[pile, place] = card
                card = self.give(state, card, faces)

    @staticmethod
    def give(state: Any, card: int, faces: tuple[int, ...]) -> int:
        for side, number in enumerate(faces):
            state.face[side, card] = number
        return card + 1


def _spread(left: Any) -> list[int]:
    """The unused faces in a fixed order that mixes colours and symbols."""
    faces = np.repeat(np.arange(len(left)), left).tolist()
    count = len(faces)
    step = next((x for x in range(max(1, count * 5 // 13), 2 * count + 2) if gcd(x, count) == 1), 1)
    return [faces[i * step % count] for i in range(count)]


def card_of(game: Edition, state: Any, card: int) -> Card:
    """A card with all its faces."""
    return Card(tuple(game.sides[side].faces[int(state.face[side, card])].text for side in range(len(game.sides))))


def all_cards(state: Any) -> list[int]:
    """Every card in the order in which a position is written."""
    hands = [card for seat in range(int(state.players)) for card in hand_cards(state, seat)]
    return [*hands, *pile_cards(state, s.DISCARD_PILE)[::-1], *pile_cards(state, s.DRAW_PILE)]
