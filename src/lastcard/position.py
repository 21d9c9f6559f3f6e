"""Positions: states laid out by hand or from text, and back to text. One line, exact round trips.

`docs/notation.md` has the grammar. What a person writes is checked so thoroughly
that the compiled engine, which checks nothing, can run on the result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any

import numpy as np

from lastcard.editions import Compiled, Edition, Settings, compile_rules, edition
from lastcard.editions import tables as t
from lastcard.editions.edition import SIDES
from lastcard.editions.tables import MAX_CODE, MAX_SEATS, MAX_TEXTS, copy_record, new_record
from lastcard.engine import entries
from lastcard.engine import layout as s
from lastcard.engine.layout import LOG_DTYPE, SCRATCH_DTYPE, STATE_DTYPE
from lastcard.errors import NotationError, PositionError
from lastcard.notation import UNKNOWN, Card, face_numbers, parse_card

DIRECTIONS = {1: "left", -1: "right"}
MAX_POSITION = 20_000


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
    if layout.hands is None or layout.discard is None:
        _start_from(state, game, compiled, layout, log)
    else:
        state.turn = _seat(layout.turn, "turn", players, (int(state.dealer) + 1) % players)
        state.asked = state.turn
        state.color = _color(game, compiled, state, layout)
        entries.look(state, compiled.rules)
    return state


def _write_simple(state: Any, game: Edition, settings: Settings, layout: Layout) -> None:
    players = int(state.players)
    state.dealer = _seat(settings.dealer if layout.dealer is None else layout.dealer, "dealer", players, players - 1)
    state.direction = _one_of("direction", layout.direction, {name: number for number, name in DIRECTIONS.items()})
    state.side = _one_of("side", layout.side, {name: i for i, name in enumerate(SIDES[: len(game.sides)])})
    if layout.scores is not None:
        scores = list(layout.scores)
        if len(scores) != players or not all(isinstance(x, int) and 0 <= x <= 10**8 for x in scores):
            msg = f"scores are {scores!r:.60}; {players} whole numbers from 0 are needed"
            raise PositionError(msg)
        state.scores[:players] = scores


def _start_from(state: Any, game: Edition, compiled: Compiled, layout: Layout, log: Any) -> None:
    """setup-2, setup-3: deal from the draw pile as it lies, and turn up a card."""
    if layout.discard is not None or layout.side != "light":
        msg = "without hands or without a discard pile a round is started: neither discard nor the dark side can be given"
        raise PositionError(msg)
    needed = 1 + (game.hand * int(state.players) if layout.hands is None else 0)
    if state.count[s.DRAW_PILE] < needed:
        msg = f"there are {state.count[s.DRAW_PILE]} cards to deal and turn up; {needed} are needed"
        raise PositionError(msg)
    state.round_number = 0 if layout.hands is None else 1
    entries.deal(state, compiled.rules, log, layout.hands is None)


def _one_of(name: str, value: Any, allowed: Mapping[str, int]) -> int:
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


# --- positions as text ---------------------------------------------------------------------------

_ASKS = ("play", "drawn", "color", "challenge", "target", "discard", "vote", "dare", "uno", "catch", "round-over", "game-over")
_SCALARS: dict[str, tuple[int, int, int]] = {
    # name: usual value, lowest, highest
    "asked": (0, -1, 9), "drawn": (0, 0, 112), "passes": (0, 0, 9), "actor": (0, 0, 9), "pc": (0, 0, MAX_CODE - 1),
    "member": (0, 0, 10), "left": (-1, -1, 112), "chosen": (-1, -1, 9), "that": (-1, -1, 9), "winner": (-1, -1, 9),
    "loser": (-1, -1, 9), "named": (-1, -1, 7), "answer": (0, 0, 2), "yes": (0, 0, 10), "misses": (0, 0, 100),
    "again": (0, 0, 1), "bluff": (0, 0, 1), "verdict": (0, 0, 2), "extra": (0, 0, 20), "starting": (0, 0, 1),
    "last_card": (0, 0, 1), "called": (0, 0, 1023), "liable": (0, 0, 1023), "discarders": (0, 0, 1023),
    "suspect": (-1, -1, 9), "open_until": (0, 0, 1023), "moves": (0, 0, 2**31 - 1), "round_number": (1, 0, 32767),
    "winners": (0, 0, 1023), "round_winner": (-1, -1, 9),
}  # fmt: skip
_LISTS = {"instead": (0, 20), "notice": (0, (1 << (MAX_TEXTS + 1)) - 1), "round_points": (0, 10**8)}
_ASKED_BY = {
    s.COLOR: {t.NAME, t.NAME_IF_WILD, t.NAME_ANY, t.END},
    s.CHALLENGED: {t.CHALLENGE},
    s.TARGET: {t.CHOOSE, t.MAY_CHOOSE},
    s.DISCARDS: {t.MAY_DISCARD, t.DISCARD, t.DISCARD_DOWN, t.DISCARD_WILDS, t.LEVEL},
    s.VOTES: {t.VOTE},
    s.DARED: {t.DARE},
}
"""Which instructions ask which question. A start card that could not go back asks without one."""
_SEAT_FIELDS = ("asked", "actor", "chosen", "that", "winner", "loser", "suspect", "round_winner")


def card_of(game: Edition, state: Any, card: int) -> Card:
    """A card with all its faces."""
    return Card(tuple(game.sides[side].faces[int(state.face[side, card])].text for side in range(len(game.sides))))


def to_text(game: Edition, settings: Settings, state: Any) -> str:
    """The whole state on one line."""
    players = int(state.players)

    def write(cards: Sequence[int]) -> str:
        return ",".join(str(card_of(game, state, card)) for card in cards)

    words = [game.id]
    chosen = settings.to_text(game)
    if chosen != "{}":
        words.append("settings=" + chosen.replace(" ", "\\u0020"))
    words.append("hands=" + "/".join(write(hand_cards(state, seat)) for seat in range(players)))
    words.append("discard=" + write(pile_cards(state, s.DISCARD_PILE)[::-1]))
    words.append("draw=" + write(pile_cards(state, s.DRAW_PILE)))
    words += ["rest=none", f"turn={state.turn}", f"dealer={state.dealer}"]
    if state.color >= 0:
        words.append(f"color={game.sides[int(state.side)].colors[int(state.color)]}")
    words += [f"direction={DIRECTIONS[int(state.direction)]}", f"side={SIDES[int(state.side)]}"]
    words.append("scores=" + ",".join(str(x) for x in state.scores[:players]))
    if state.ask != s.PLAY:
        words.append(f"ask={_ASKS[int(state.ask)]}")
    for name, (usual, _, _) in _SCALARS.items():
        default = int(state.turn) if name == "asked" else usual
        if int(getattr(state, name)) != default:
            words.append(f"{name}={int(getattr(state, name))}")
    for name in _LISTS:
        values = [int(x) for x in getattr(state, name)[:players]]
        if any(values):
            words.append(f"{name}=" + ",".join(map(str, values)))
    words += _secret_words(game, settings, state)
    return " ".join(words)


def _all_cards(state: Any) -> list[int]:
    """Every card in the order in which `to_text` writes them."""
    hands = [card for seat in range(int(state.players)) for card in hand_cards(state, seat)]
    return [*hands, *pile_cards(state, s.DISCARD_PILE)[::-1], *pile_cards(state, s.DRAW_PILE)]


def _secret_words(game: Edition, settings: Settings, state: Any) -> list[str]:
    words = []
    fresh = copy_record(state)
    fresh.open_until = 0
    entries.look(fresh, compile_rules(game, settings).rules)
    if not np.array_equal(fresh.know, state.know):
        know = "".join(f"{int(state.know[side, card]):03x}" for card in _all_cards(state) for side in range(len(game.sides)))
        words.append("know=" + know)
    if state.key.any():
        words.append("key=" + "".join(f"{int(word):016x}" for word in state.key))
    if state.counter:
        words.append(f"counter={int(state.counter)}")
    return words


def from_text(text: str) -> tuple[Edition, Settings, Any]:
    """The edition, settings and state of a position; what is left out has a sensible value."""
    if len(text) > MAX_POSITION:
        msg = f"the position is {len(text)} characters long; at most {MAX_POSITION} are allowed"
        raise NotationError(msg)
    name, *words = text.split() or [""]
    game = edition(name)
    fields = _fields(words)
    settings = Settings.from_text(game, fields.pop("settings", "{}"))
    layout, ask = _layout(fields)
    layout.over = ask >= s.ROUND_OVER
    state = lay_out(game, settings, layout)
    if layout.hands is None or layout.discard is None:
        if fields or layout.over:
            msg = f"{', '.join(fields) or 'ask'} can be given only together with hands and discard"
            raise PositionError(msg)
    else:
        state.ask = ask
        _write_registers(state, game, fields)
    check_state(game, settings, state)
    return game, settings, state


def _fields(words: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    allowed = ["settings", *(name for name in Layout.__dataclass_fields__ if name != "over"), "ask", *_SCALARS, *_LISTS, "know", "counter"]
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in allowed:
            msg = f"found {word!r:.40}; a position is an edition and KEY=VALUE words with the keys {', '.join(allowed)}"
            raise NotationError(msg)
        if key in fields:
            msg = f"the key {key} stands twice in the position"
            raise NotationError(msg)
        fields[key] = value
    return fields


def _layout(fields: dict[str, str]) -> tuple[Layout, int]:
    layout = Layout()
    if "hands" in fields:
        layout.hands = [hand.replace(",", " ") for hand in fields.pop("hands").split("/")]
    for name in ("discard", "draw"):
        if name in fields:
            setattr(layout, name, fields.pop(name).replace(",", " "))
    for name in ("rest", "direction", "side", "color"):
        if name in fields:
            setattr(layout, name, fields.pop(name))
    for name, high in (("players", MAX_SEATS), ("turn", 9), ("dealer", 9)):
        if name in fields:
            setattr(layout, name, _number(name, fields.pop(name), 0, high))
    if "scores" in fields:
        layout.scores = [_number("scores", x, 0, 10**8) for x in fields.pop("scores").split(",")]
    key = fields.pop("key", "0" * 64)
    if not re.fullmatch("[0-9a-f]{64}", key):
        msg = f"key is {key!r:.70}; 64 hexadecimal digits are needed"
        raise NotationError(msg)
    layout.key = [int(key[i : i + 16], 16) for i in range(0, 64, 16)]
    return layout, _one_of("ask", fields.pop("ask", "play"), {name: i for i, name in enumerate(_ASKS)})


def _number(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch("-?[0-9]{1,20}", text) or not low <= int(text) <= high:
        msg = f"{name} is {text!r:.40}; allowed are {low} to {high}"
        raise NotationError(msg)
    return int(text)


def _write_registers(state: Any, game: Edition, fields: dict[str, str]) -> None:
    """What the engine keeps while a card is carried out, knowledge and randomness."""
    players = int(state.players)
    for name, (usual, low, high) in _SCALARS.items():
        default = int(state.turn) if name == "asked" else usual
        setattr(state, name, _number(name, fields[name], low, high) if name in fields else default)
    for name, (low, high) in _LISTS.items():
        if name in fields:
            values = [_number(name, x, low, high) for x in fields[name].split(",")]
            if len(values) != players:
                msg = f"{name} has {len(values)} numbers; {players} are needed"
                raise NotationError(msg)
            getattr(state, name)[:players] = values
    if "counter" in fields:
        state.counter = np.uint64(_number("counter", fields["counter"], 0, 2**63))
    if "know" in fields:
        _write_knowledge(state, game, fields["know"])


def _write_knowledge(state: Any, game: Edition, text: str) -> None:
    cards, sides = _all_cards(state), len(game.sides)
    if not re.fullmatch(f"[0-9a-f]{{{3 * sides * len(cards)}}}", text):
        msg = f"know is {text!r:.40}; {3 * sides * len(cards)} hexadecimal digits are needed"
        raise NotationError(msg)
    words = iter([int(text[i : i + 3], 16) for i in range(0, len(text), 3)])
    for card in cards:
        for side in range(sides):
            state.know[side, card] = next(words) & ((1 << int(state.players)) - 1)


def check_state(game: Edition, settings: Settings, state: Any) -> None:
    """Refuse a state on which the engine could go astray, wherever it came from."""
    rules = compile_rules(game, settings).rules
    problem = _range_problem(game, state, rules)
    if not problem:
        found = entries.check(state, rules, len(_all_cards(state)), new_record(SCRATCH_DTYPE))
        problem = entries.VIOLATIONS[found]
    if problem:
        msg = f"the position can't exist: {problem}"
        raise PositionError(msg)


def _range_problem(game: Edition, state: Any, rules: Any) -> str:
    """Numbers that would lead the compiled engine out of its arrays."""
    players = int(state.players)
    if not 2 <= players <= MAX_SEATS:
        return f"it has {players} players"
    if not (0 <= state.side < len(game.sides) and 0 <= state.turn < players and 0 <= state.dealer < players):
        return "its side, turn or dealer is out of range"
    if not (0 <= state.ask <= s.GAME_OVER and -1 <= state.color < rules.colors and abs(int(state.direction)) == 1):
        return "its question, colour or direction is out of range"
    for name, (_, low, high) in _SCALARS.items():
        top = players - 1 if name in _SEAT_FIELDS else high
        if not low <= int(getattr(state, name)) <= top:
            return f"{name} is out of range"
    for name, (low, high) in _LISTS.items():
        if any(not low <= int(x) <= high for x in getattr(state, name)[:players]):
            return f"{name} is out of range"
    return _card_problem(state, rules) or _question_problem(state, rules)


def _card_problem(state: Any, rules: Any) -> str:
    players, limit = int(state.players), int(rules.cards)
    if any(not 0 <= int(x) < s.RING for x in state.start) or any(not 0 <= int(x) <= limit for x in state.count):
        return "a pile is out of range"
    if any(not 0 <= int(x) <= limit for x in state.held[:players]):
        return "a hand is out of range"
    cards = _all_cards(state)
    if len(cards) > limit or len(set(cards)) != len(cards) or any(not 0 <= card < limit for card in cards):
        return "a card is missing or in two places"
    for side in range(int(rules.sides)):
        deck = np.bincount(rules.deck[side, :limit], minlength=64)
        faces = [int(state.face[side, card]) for card in cards]
        if any(not 0 <= face < rules.faces[side] for face in faces):
            return "a card has a face that the deck does not have"
        if (np.bincount(faces, minlength=64) > deck).any():
            return "a face stands more often than the deck has it"
    if state.drawn > max(state.held[:players]):
        return "more cards were drawn than are in hand"
    return ""


def _question_problem(state: Any, rules: Any) -> str:
    """The question must be one that the instruction at `pc` asks."""
    ask = int(state.ask)
    if ask in _ASKED_BY:
        op = int(rules.code[int(state.pc), t.OP])
        if op not in _ASKED_BY[ask]:
            return "what is asked does not fit the card that is being carried out"
    if ask in {s.CALL, s.CATCHING} and (state.suspect < 0 or rules.uno != t.UNO_ASK):
        return "nobody is suspected of not having called"
    if ask == s.DRAWN and state.drawn == 0:
        return "no card was drawn"
    if ask < s.ROUND_OVER and ask in {s.PLAY, s.DRAWN} and state.asked != state.turn:
        return "the seat asked is not the seat whose turn it is"
    return ""
