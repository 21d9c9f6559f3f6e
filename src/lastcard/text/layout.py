"""Positions laid out by hand: hands, piles and whose turn it is, made into an engine state.

What is left out has a sensible value; what can't be, for example a card too often, is
refused. Positions as text are in `position.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any

from lastcard.cards import ANY, UNKNOWN, Card, Printed, printed
from lastcard.editions import Compiled, Edition, Settings, compile_rules
from lastcard.editions.model import SIDES
from lastcard.editions.nearest import did_you_mean
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.rules import MAX_SEATS
from lastcard.engine.schema import DISCARD_PILE, DRAW_PILE, MOST_POINTS, RING, Log, State
from lastcard.errors import PositionError
from lastcard.text.pairing import Wanted, give_out, why_none
from lastcard.view import DIRECTIONS
from lastcard.whole import whole_between

Draft = dict[str, Any]
"""The values of a state that is being laid out (`State.blank`)."""


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
    open_ends: bool = False
    """A card is being carried out or the round is over: a hand may be empty, and the colour not yet named."""


def check_players(players: Any) -> int:
    """deck-3: refuse a number of players that can't sit down."""
    number = whole_between(players, 2, MAX_SEATS)
    if number is None:
        msg = f"{players!r:.20} players can't play; allowed are 2 to {MAX_SEATS}"
        raise PositionError(msg)
    return number


def new_state(players: int, key: Sequence[int]) -> Draft:
    """An empty state in which nothing has happened."""
    state = State.blank()
    state["players"], state["key"] = players, [int(word) for word in key]
    return state


def check_deal(game: Edition, settings: Settings, players: Any) -> int:
    """Refuse what can't be dealt, as the engine would go astray on it; the number of players."""
    number = check_players(players)
    needed, cards = number * game.hand + 1, compile_rules(game, settings).values["cards"]
    if needed > cards:
        msg = f"{number} players need {needed} cards to deal and turn up; {game.id} has {cards}"
        raise PositionError(msg)
    settings.check_players(number)
    return number


def dealt(game: Edition, settings: Settings, players: Any, key: Sequence[int], log: Room) -> Room:
    """The state of a game just dealt from its key; what can't be dealt is refused."""
    state = Room.holding(State.pack(new_state(check_deal(game, settings, players), key)))
    kernel().start(state.memory, Room.holding(compile_rules(game, settings).raw).memory, log.memory)
    return state


def lay_out(game: Edition, settings: Settings, layout: Layout, log: Room | None = None) -> Room:
    """The state for `layout`, or a `PositionError` that says why there can't be one."""
    compiled = compile_rules(game, settings)
    _check_types(layout)
    if layout.hands is None and layout.players is None:
        msg = "there are neither hands nor a number of players; give hands, or players for hands that are dealt"
        raise PositionError(msg)
    players = check_players(len(layout.hands) if layout.hands is not None else layout.players)
    if layout.players is not None and check_players(layout.players) != players:
        msg = f"players is {layout.players!r:.20} but there are {players} hands"
        raise PositionError(msg)
    settings.check_players(players)
    draft = new_state(players, layout.key)
    _write_simple(draft, game, settings, layout)
    _Builder(game, compiled, draft["side"]).place(draft, layout)
    log = Room(Log) if log is None else log
    rules = Room.holding(compiled.raw)
    if layout.discard is None:
        return _started(draft, game, rules, layout, log)
    if layout.hands is None:
        _deal_by_hand(draft, game)
    draft["turn"] = _seat(layout.turn, "turn", players, (draft["dealer"] + 1) % players)
    draft["asked"] = draft["turn"]
    draft["color"] = _color(game, draft, layout)
    state = Room.holding(State.pack(draft))
    kernel().look(state.memory, rules.memory)
    return state


def _check_types(layout: Layout) -> None:
    """Refuse what is no layout, or has something in a place where it can't stand."""
    if not isinstance(layout, Layout):
        msg = f"{layout!r:.40} is no layout; write Layout(hands=['r1 g2', 'b3'], discard='r5')"
        raise PositionError(msg)
    for name, needed, many in (
        ("hands", "a list of texts, one with the cards of each seat", True),
        ("scores", "a list of whole numbers, one for each seat", True),
        ("key", "a list of four whole numbers of 64 bits", False),
    ):
        value = getattr(layout, name)
        if (value is None and many) or (isinstance(value, Sequence) and not isinstance(value, str | bytes)):
            continue
        msg = f"{name} is {value!r:.40}; {needed} is needed"
        raise PositionError(msg)
    if len(layout.key) != 4 or any(whole_between(word, 0, 2**64 - 1) is None for word in layout.key):
        msg = f"key is {layout.key!r:.60}; a list of four whole numbers of 64 bits is needed"
        raise PositionError(msg)


def _write_simple(draft: Draft, game: Edition, settings: Settings, layout: Layout) -> None:
    players = draft["players"]
    draft["dealer"] = _seat(settings.dealer if layout.dealer is None else layout.dealer, "dealer", players, players - 1)
    draft["direction"] = one_of("direction", layout.direction, {name: number for number, name in DIRECTIONS.items()})
    draft["side"] = one_of("side", layout.side, {name: i for i, name in enumerate(SIDES[: len(game.sides)])})
    if layout.scores is not None:
        scores = list(layout.scores)
        if len(scores) != players or any(whole_between(x, 0, MOST_POINTS) is None for x in scores):
            msg = f"scores are {scores!r:.60}; {players} whole numbers from 0 are needed"
            raise PositionError(msg)
        draft["scores"][:players] = scores


def _deal_by_hand(draft: Draft, game: Edition) -> None:
    """setup-2: hands from the draw pile as it lies, beside a discard pile that is already there."""
    players, cards = draft["players"], _pile(draft, DRAW_PILE)
    needed = players * game.hand
    _enough(len(cards), needed)
    for i, card in enumerate(cards[:needed]):
        seat = (draft["dealer"] + 1 + i) % players
        draft["hand"][seat][i // players] = card
        draft["held"][seat] = i // players + 1
    if draft["side"] == 1:
        draft["start"][DRAW_PILE] = (draft["start"][DRAW_PILE] + needed) % RING
    draft["count"][DRAW_PILE] = len(cards) - needed


def _pile(draft: Draft, pile: int) -> list[int]:
    """The cards of a pile, top first."""
    start, ring = draft["start"][pile], draft["ring"][pile]
    cards: list[int] = (ring + ring)[start : start + draft["count"][pile]]
    return cards if draft["side"] == 1 else cards[::-1]


def _enough(cards: int, needed: int) -> None:
    if cards < needed:
        msg = f"there are {cards} cards to deal and turn up; {needed} are needed"
        raise PositionError(msg)


def _started(draft: Draft, game: Edition, rules: Room, layout: Layout, log: Room) -> Room:
    """setup-2, setup-3: deal from the draw pile as it lies, and turn up a card."""
    if layout.side != "light":
        msg = "without a discard pile a round is started, on the light side; found side dark"
        raise PositionError(msg)
    _enough(draft["count"][DRAW_PILE], 1 + (game.hand * draft["players"] if layout.hands is None else 0))
    draft["round_number"] = 0 if layout.hands is None else 1
    state = Room.holding(State.pack(draft))
    kernel().deal(state.memory, rules.memory, log.memory, layout.hands is None)
    return state


def one_of(name: str, value: Any, allowed: Mapping[str, int]) -> int:
    """The number for a word that must be one of `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        hint = did_you_mean(value, allowed) if isinstance(value, str) else ""
        msg = f"{name} is {value!r:.40}; {hint}allowed: {', '.join(allowed)}"
        raise PositionError(msg)
    return allowed[value]


def _seat(value: int | None, name: str, players: int, default: int) -> int:
    if value is None:
        return default
    seat = whole_between(value, 0, players - 1)
    if seat is None:
        msg = f"{name} is {value!r:.40}; allowed are the seats 0 to {players - 1}"
        raise PositionError(msg)
    return seat


def _color(game: Edition, draft: Draft, layout: Layout) -> int:
    name, side = layout.color, draft["side"]
    top = printed(game).faces[side][draft["face"][side][_pile(draft, DISCARD_PILE)[0]]]
    colors = game.sides[side].colors
    if name is None:
        if top.color < 0 and not layout.open_ends:
            msg = f"the top card {top.text} is wild: color must say which of {', '.join(colors)} is in play"
            raise PositionError(msg)
        return int(top.color)
    number = one_of("color", name, {color: i for i, color in enumerate(colors)})
    if top.color >= 0 and name != top.color_name:
        msg = f"color is {name} but the top card is {top.text}"
        raise PositionError(msg)
    return number


_Faces = list[tuple[int, ...]]
_Cards = list[_Faces]


class _Builder:
    """Gives every card mentioned its faces, and puts the rest of the deck beneath the draw pile."""

    def __init__(self, game: Edition, compiled: Compiled, side: int) -> None:
        self.game, self.side = game, side
        self.printed: Printed = printed(game)
        rules = compiled.values
        self.cards = rules["cards"]
        self.left = [[0] * len(side.faces) for side in game.sides]
        for which, left in enumerate(self.left):
            for face in rules["deck"][which][: self.cards]:
                left[face] += 1
        fixed = compiled.fixed_cards
        self.fixed: _Faces | None = [fixed[i] for i in _spread([1] * len(fixed))] if fixed else None
        """deck-2: with a fixed pairing, the cards that are left, with both faces."""

    def place(self, state: Draft, layout: Layout) -> None:
        one_of("rest", layout.rest, {"deck": 0, "none": 1})
        texts = [*(layout.hands or ()), layout.discard or "", layout.draw]
        for text in texts:
            if not isinstance(text, str):
                msg = f"found {text!r:.40}; a hand or pile is a text with its cards, for example 'r1 g2'"
                raise PositionError(msg)
        groups = [[self.printed.parse(word, self.side) for word in text.split()] for text in texts]
        *hands, discard, draw = self.complete(groups)
        if layout.discard is not None and not discard:
            msg = "the discard pile is empty; it needs a top card (or leave it out to turn one up)"
            raise PositionError(msg)
        if layout.rest == "deck":
            draw = [*draw, *self.remaining()]
        self.write(state, hands, discard, draw, layout)

    def complete(self, groups: list[list[Card]]) -> _Cards:
        """The face numbers of all cards, unknown ones filled with unused faces."""
        wanted = [self.wanted(card) for group in groups for card in group]
        for card in wanted:
            for side, face in enumerate(card):
                self.take(side, face)
        if len(wanted) > self.cards:
            msg = f"there are {len(wanted)} cards; {self.game.id} with these settings has {self.cards}"
            raise PositionError(msg)
        filled = iter(map(self.fill, wanted) if self.fixed is None else self.paired(wanted, self.fixed))
        return [[next(filled) for _ in group] for group in groups]

    def wanted(self, card: Card) -> Wanted:
        numbers = self.printed.numbers
        return tuple(None if face in {UNKNOWN, ANY} else numbers[side][face] for side, face in enumerate(card.faces))

    def take(self, side: int, face: int | None) -> None:
        if face is None:
            return
        self.left[side][face] -= 1
        if self.left[side][face] < 0:
            text = self.printed.texts[side][face]
            msg = f"{text} stands too often: the deck of {self.game.id} with these settings has fewer"
            raise PositionError(msg)

    def fill(self, card: Wanted) -> tuple[int, ...]:
        return tuple(self.unused(side) if face is None else face for side, face in enumerate(card))

    def unused(self, side: int) -> int:
        face = _spread(self.left[side])[0]
        self.left[side][face] -= 1
        return face

    def paired(self, wanted: Sequence[Wanted], deck: _Faces) -> _Faces:
        """deck-2: the same with a fixed pairing, where only cards of the deck can be meant."""
        cards: _Faces = []
        places = give_out(wanted, deck)
        for card, place in zip(wanted, places, strict=True):
            if place is None:
                msg = why_none(self.game, deck, card)
                raise PositionError(msg)
            cards.append(deck[place])
        self.fixed = [card for place, card in enumerate(deck) if place not in places]
        return cards

    def remaining(self) -> _Faces:
        return list(zip(*map(_spread, self.left), strict=True)) if self.fixed is None else self.fixed

    def write(self, state: Draft, hands: _Cards, discard: _Faces, draw: _Faces, layout: Layout) -> None:
        card = 0
        for seat, hand in enumerate(hands):
            if not hand and not layout.open_ends:
                msg = f"seat {seat} has no cards; a player without cards has ended the round"
                raise PositionError(msg)
            state["held"][seat] = len(hand)
            for place, faces in enumerate(hand):
                state["hand"][seat][place] = card
                card = self.give(state, card, faces)
        for pile, faces_list in ((DISCARD_PILE, discard), (DRAW_PILE, draw[::-1])):
            upward = faces_list if state["side"] == 0 else faces_list[::-1]
            state["count"][pile] = len(upward)
            for place, faces in enumerate(upward):
                state["ring"][pile][place] = card
                card = self.give(state, card, faces)

    @staticmethod
    def give(state: Draft, card: int, faces: tuple[int, ...]) -> int:
        for side, number in enumerate(faces):
            state["face"][side][card] = number
        return card + 1


def _spread(left: list[int]) -> list[int]:
    """The unused faces in a fixed order that mixes colours and symbols."""
    faces = [face for face, copies in enumerate(left) for _ in range(copies)]
    count = len(faces)
    step = next((x for x in range(max(1, count * 5 // 13), 2 * count + 2) if gcd(x, count) == 1), 1)
    return [faces[i * step % count] for i in range(count)]
