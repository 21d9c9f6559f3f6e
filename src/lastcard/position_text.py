"""Positions as text: the whole state on one line, with exact round trips.

`docs/notation.md` has the grammar. A position holds every secret of its game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from lastcard.editions import Edition, Settings, by_id, compile_rules
from lastcard.editions.model import SIDES
from lastcard.engine import layout as s
from lastcard.engine.kernel import entries
from lastcard.engine.rules import MAX_SEATS, copy_record
from lastcard.errors import NotationError, PositionError
from lastcard.notation import ASKS
from lastcard.position import DIRECTIONS, Layout, all_cards, card_of, hand_cards, lay_out, one_of, pile_cards
from lastcard.soundness import LISTS, SCALARS, check_state

MAX_POSITION = 20_000
_ASKS = tuple(name.replace(" ", "-") for name in ASKS)


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
    for name, (usual, _, _) in SCALARS.items():
        default = int(state.turn) if name == "asked" else usual
        if int(getattr(state, name)) != default:
            words.append(f"{name}={int(getattr(state, name))}")
    for name in LISTS:
        values = [int(x) for x in getattr(state, name)[:players]]
        if any(values):
            words.append(f"{name}=" + ",".join(map(str, values)))
    words += _secret_words(game, settings, state)
    return " ".join(words)


def _secret_words(game: Edition, settings: Settings, state: Any) -> list[str]:
    words = []
    fresh = copy_record(state)
    fresh.open_until = 0
    entries.look(fresh, compile_rules(game, settings).rules)
    if not np.array_equal(fresh.know, state.know):
        know = "".join(f"{int(state.know[side, card]):03x}" for card in all_cards(state) for side in range(len(game.sides)))
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
    game = by_id(name)
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
    allowed = ["settings", *(name for name in Layout.__dataclass_fields__ if name != "over"), "ask", *SCALARS, *LISTS, "know", "counter"]
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
    return layout, one_of("ask", fields.pop("ask", "play"), {name: i for i, name in enumerate(_ASKS)})


def _number(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch("-?[0-9]{1,20}", text) or not low <= int(text) <= high:
        msg = f"{name} is {text!r:.40}; allowed are {low} to {high}"
        raise NotationError(msg)
    return int(text)


def _write_registers(state: Any, game: Edition, fields: dict[str, str]) -> None:
    """What the engine keeps while a card is carried out, knowledge and randomness."""
    players = int(state.players)
    for name, (usual, low, high) in SCALARS.items():
        default = int(state.turn) if name == "asked" else usual
        setattr(state, name, _number(name, fields[name], low, high) if name in fields else default)
    for name, (low, high) in LISTS.items():
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
    cards, sides = all_cards(state), len(game.sides)
    if not re.fullmatch(f"[0-9a-f]{{{3 * sides * len(cards)}}}", text):
        msg = f"know is {text!r:.40}; {3 * sides * len(cards)} hexadecimal digits are needed"
        raise NotationError(msg)
    words = iter([int(text[i : i + 3], 16) for i in range(0, len(text), 3)])
    for card in cards:
        for side in range(sides):
            state.know[side, card] = next(words) & ((1 << int(state.players)) - 1)


