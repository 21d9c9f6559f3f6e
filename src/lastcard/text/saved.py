"""A saved game: a line of JSON about it, and the bytes of its state, under a checksum.

With its history it also has how it came there: the engine's numbers for its moves, and the state that they began
with unless that was dealt from its key. Whoever reads it makes the moves again, so that a history can't tell of
another game than the state.
"""

from __future__ import annotations

import json
import zlib
from array import array
from typing import Any, NamedTuple

from lastcard.editions import Edition, Settings, by_id, compile_rules
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.schema import Log, State
from lastcard.errors import SaveError
from lastcard.text.layout import dealt
from lastcard.text.position import check_digest, to_text
from lastcard.text.soundness import check_state

_MAGIC = b"lastcard-game-3\n"


class Saved(NamedTuple):
    """What a saved game holds."""

    edition: Edition
    settings: Settings
    start: str | None
    """The position that it began with, if it was not dealt from its key."""
    first: bytes
    """The state before the first move; empty without a history."""
    moves: array[int] | None
    """All moves, as the engine's numbers; None without a history."""
    raw: bytes
    """The state after the last one."""


def write(game: Saved) -> bytes:
    """The game as bytes."""
    head = {
        "edition": game.edition.id,
        "settings": game.settings.chosen(game.edition),
        "layout": State.layout(),
        "rules": compile_rules(game.edition, game.settings).digest,
        "start": game.start,
        "moves": None if game.moves is None else game.moves.tolist(),
    }
    first = b"" if game.start is None else game.first
    body = json.dumps(head).encode() + b"\n" + game.raw + first
    return _MAGIC + zlib.crc32(body).to_bytes(4, "big") + body


def read(data: Any) -> Saved:
    """What `write` wrote; a `SaveError` if it is damaged, of another version or of other rules."""
    if not isinstance(data, bytes | bytearray | memoryview):
        msg = f"{data!r:.40} is no saved game; bytes are needed, as game.save() gives them"
        raise SaveError(msg)
    data = bytes(data)
    body = data[len(_MAGIC) + 4 :]
    if not data.startswith(_MAGIC) or zlib.crc32(body).to_bytes(4, "big") != data[len(_MAGIC) : len(_MAGIC) + 4]:
        msg = "these bytes are no saved game of this version, or they are damaged"
        raise SaveError(msg)
    head, _, states = body.partition(b"\n")
    try:
        return _read(json.loads(head), states)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        msg = f"this saved game can't be read: {error}"
        raise SaveError(msg) from None


def _read(head: Any, states: bytes) -> Saved:
    if head["layout"] != State.layout():
        msg = "it was written by another version of this program"
        raise SaveError(msg)
    game = by_id(head["edition"])
    settings = Settings.of(game, head["settings"])
    check_digest("saved game", game, settings, str(head["rules"]))
    start, moves = head["start"], _moves(head["moves"])
    raw, first = states[: State.size], states[State.size :]
    begins = start is not None and moves is not None
    if not isinstance(start, str | None) or len(states) != State.size * (2 if begins else 1):
        msg = "its start is none, or it has the wrong length"
        raise SaveError(msg)
    check_state(game, settings, raw)
    if moves is not None:
        first = _beginning(game, settings, start, first, raw)
        _check_moves(game, settings, first, moves, raw)
    return Saved(game, settings, start, first, moves, raw)


def _moves(found: Any) -> array[int] | None:
    if found is None:
        return None
    if not isinstance(found, list) or not all(type(move) is int and 0 <= move < 2**31 for move in found):
        msg = "its moves are none"
        raise SaveError(msg)
    return array("i", found)


def _beginning(game: Edition, settings: Settings, start: str | None, first: bytes, raw: bytes) -> bytes:
    """The state before the first move, as it was saved or dealt from the key of the last state."""
    if start is None:
        last = State.unpack(raw)
        return dealt(game, settings, last["players"], last["key"], Room(Log)).raw
    check_state(game, settings, first)
    if to_text(game, settings, first) != start:
        msg = "the position that it says it began with is not the one that its moves begin with"
        raise SaveError(msg)
    return first


def _check_moves(game: Edition, settings: Settings, first: bytes, moves: array[int], raw: bytes) -> None:
    """Refuse moves that don't lead from the first state to the last."""
    state = Room.holding(first)
    made = replay(state, Room.holding(compile_rules(game, settings).raw), Room(Log), moves)
    if made < len(moves):
        msg = f"move {made + 1} of its history can't be made where it stands"
        raise SaveError(msg)
    if state.raw != raw:
        msg = "its history leads to another position than the one that it holds"
        raise SaveError(msg)


def replay(state: Room, rules: Room, log: Room, moves: array[int]) -> int:
    """Make moves one after the other; how many could be made."""
    if not moves:
        return 0
    address, count = moves.buffer_info()
    made: int = kernel().replay(state.memory, rules.memory, log.memory, moves if kernel().plain else address, count)
    return made
