"""Positions as text: the whole state on one line, with exact round trips.

`docs/notation.md` has the grammar. A position holds every secret of its game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from lastcard.cards import Printed, printed
from lastcard.editions import Compiled, Edition, Settings, by_id, compile_rules
from lastcard.editions.model import SIDES
from lastcard.editions.nearest import did_you_mean
from lastcard.engine.flat import Field
from lastcard.engine.kinds import QUESTIONS, Ask
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.rules import MAX_CARDS, MAX_SEATS
from lastcard.engine.schema import MOST_POINTS, State
from lastcard.errors import NotationError, PositionError
from lastcard.reading import ALL_SEEING, Reading, as_seen
from lastcard.text.layout import Layout, lay_out, one_of
from lastcard.text.soundness import bounds, check_state
from lastcard.view import DIRECTIONS

MAX_POSITION = 20_000
_ASKS = tuple(name.replace(" ", "-") for name in QUESTIONS)
_SINGLES = [field for field in State.fields.values() if field.word and not field.shape]
_ROWS = [field for field in State.fields.values() if field.word and field.shape]


def to_text(game: Edition, settings: Settings, raw: bytes) -> str:
    """The whole state on one line."""
    reading, cards = Reading(raw), printed(game)
    now, compiled = reading.now, compile_rules(game, settings)
    words = [game.id]
    chosen = settings.to_text(game)
    if chosen != "{}":
        words.append("settings=" + chosen.replace(" ", "\\u0020"))
    words.append(f"rules={compiled.digest}")
    words.append("hands=" + "/".join(_written(cards, reading, hand) for hand in reading.hands))
    words.append("discard=" + _written(cards, reading, reading.discard[::-1]))
    words.append("draw=" + _written(cards, reading, reading.draw))
    words += ["rest=none", f"turn={now.turn}", f"dealer={now.dealer}"]
    if now.color >= 0:
        words.append(f"color={game.sides[now.side].colors[now.color]}")
    words += [f"direction={DIRECTIONS[now.direction]}", f"side={SIDES[now.side]}"]
    words.append("scores=" + ",".join(map(str, reading.scores)))
    if now.ask != Ask.PLAY:
        words.append(f"ask={_ASKS[now.ask]}")
    for field in _SINGLES:
        value = getattr(now, field.name)
        if value != _usual(field, now.turn):
            words.append(f"{field.word}={value}")
    for field in _ROWS:
        values = reading.row(field.name)
        if any(values):
            words.append(f"{field.word}=" + ",".join(map(str, values)))
    return " ".join([*words, *_secret_words(game, compiled, reading)])


def _usual(field: Field, turn: int) -> int:
    """What a number is when a position does not have it: of `asked` it is the seat in turn."""
    return turn if field.name == "asked" else field.usual


def _written(cards: Printed, reading: Reading, numbers: Iterable[int]) -> str:
    return ",".join(card.text for card in as_seen(cards, reading, numbers, ALL_SEEING))


def _secret_words(game: Edition, compiled: Compiled, reading: Reading) -> list[str]:
    words = []
    values = State.unpack(reading.raw)
    fresh = Room.holding(State.pack({**values, "open_until": 0}))
    kernel().look(fresh.memory, Room.holding(compiled.raw).memory)
    sides, cards = range(len(game.sides)), reading.all_cards()
    know = [reading.know[side][card] for card in cards for side in sides]
    first_sight = Reading(fresh.raw).know
    if know != [first_sight[side][card] for card in cards for side in sides]:
        words.append("know=" + "".join(f"{bits:03x}" for bits in know))
    if any(values["key"]):
        words.append("key=" + "".join(f"{word:016x}" for word in values["key"]))
    if values["counter"]:
        words.append(f"counter={values['counter']}")
    return words


def from_text(text: Any) -> tuple[Edition, Settings, Room]:
    """The edition, settings and state of a position; what is left out has a sensible value."""
    if not isinstance(text, str):
        msg = f"{text!r:.40} is no position; a position is a text such as 'classic hands=r1,g2/b3,y4 discard=r5'"
        raise NotationError(msg)
    if len(text) > MAX_POSITION:
        msg = f"the position is {len(text)} characters long; at most {MAX_POSITION} are allowed"
        raise NotationError(msg)
    name, *words = text.split() or [""]
    game = by_id(name)
    fields = _fields(words)
    settings = Settings.from_text(game, fields.pop("settings", "{}"))
    check_digest("position", game, settings, fields.pop("rules", None))
    layout, ask = _layout(fields)
    layout.open_ends = ask > Ask.DRAWN
    state = lay_out(game, settings, layout)
    if layout.hands is None or layout.discard is None:
        if fields or ask != Ask.PLAY:
            msg = f"{', '.join(fields) or 'ask'} can be given only together with hands and discard"
            raise PositionError(msg)
    else:
        state = _with_registers(state, game, ask, fields)
    check_state(game, settings, state.raw)
    return game, settings, state


def check_digest(what: str, game: Edition, settings: Settings, digest: str | None) -> None:
    """Refuse what was written under other rules; what does not say under which is taken at its word."""
    here = compile_rules(game, settings).digest
    if digest is not None and digest != here:
        msg = (
            f"the {what} was written under other rules: it says {digest!r:.40}, and edition {game.id} with these "
            f"settings is {here}; load the edition that it was written with"
        )
        raise PositionError(msg)


def _fields(words: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    layout = [name for name in Layout.__dataclass_fields__ if name != "open_ends"]
    registers = [field.word for field in (*_SINGLES, *_ROWS)]
    allowed = ["settings", "rules", *layout, "ask", *registers, "know", "counter"]
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in allowed:
            whole = f"a position is an edition and KEY=VALUE words with the keys {', '.join(allowed)}"
            msg = f"found {word!r:.40}; {did_you_mean(key, allowed) if key not in allowed else ''}{whole}"
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
    for name, high in (("players", MAX_SEATS), ("turn", MAX_SEATS - 1), ("dealer", MAX_SEATS - 1)):
        if name in fields:
            setattr(layout, name, _number(name, fields.pop(name), 0, high))
    if "scores" in fields:
        layout.scores = [_number("scores", x, 0, MOST_POINTS) for x in fields.pop("scores").split(",")]
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


def _with_registers(state: Room, game: Edition, ask: int, fields: dict[str, str]) -> Room:
    """The state with what the engine keeps while a card is carried out, with knowledge and randomness."""
    draft = State.unpack(state.raw)
    draft["ask"] = ask
    players = draft["players"]
    for field in _SINGLES:
        given, usual = fields.get(field.word), _usual(field, draft["turn"])
        draft[field.name] = usual if given is None else _number(field.word, given, *bounds(field, MAX_SEATS))
    for field in _ROWS:
        if field.word in fields:
            values = [_number(field.word, x, *bounds(field, MAX_SEATS)) for x in fields[field.word].split(",")]
            if len(values) != players:
                msg = f"{field.word} has {len(values)} numbers; {players} are needed"
                raise NotationError(msg)
            draft[field.name][:players] = values
    if "counter" in fields:
        draft["counter"] = _number("counter", fields["counter"], 0, 2**63)
    if "know" in fields:
        _write_knowledge(draft, Reading(state.raw).all_cards(), len(game.sides), fields["know"])
    return Room.holding(State.pack(draft))


def _write_knowledge(draft: dict[str, Any], cards: list[int], sides: int, text: str) -> None:
    if not re.fullmatch(f"[0-9a-f]{{{3 * sides * len(cards)}}}", text):
        msg = f"know is {text!r:.40}; {3 * sides * len(cards)} hexadecimal digits are needed"
        raise NotationError(msg)
    words = iter([int(text[i : i + 3], 16) for i in range(0, len(text), 3)])
    draft["know"] = [[0] * MAX_CARDS for _ in range(2)]
    for card in cards:
        for side in range(sides):
            draft["know"][side][card] = next(words) & ((1 << draft["players"]) - 1)
