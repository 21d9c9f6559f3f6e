"""A saved game: a line of JSON about it, and the bytes of its state, under a checksum."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from lastcard.editions import Edition, Settings, by_id, compile_rules
from lastcard.engine.schema import State
from lastcard.errors import SaveError
from lastcard.text.position import check_digest
from lastcard.text.soundness import check_state

_MAGIC = b"lastcard-game-2\n"


class Saved(NamedTuple):
    """What a saved game holds."""

    edition: Edition
    settings: Settings
    start: str | None
    history: list[str]
    raw: bytes


def write(
    game: Edition, settings: Settings, key: bytes, start: str | None, history: Sequence[str], raw: bytes
) -> bytes:
    """The game as bytes."""
    head = {
        "edition": game.id,
        "settings": settings.chosen(game),
        "layout": State.layout(),
        "rules": compile_rules(game, settings).digest,
        "key": key.hex(),
        "start": start,
        "history": list(history),
    }
    body = json.dumps(head).encode() + b"\n" + raw
    return _MAGIC + zlib.crc32(body).to_bytes(4, "big") + body


def read(data: bytes) -> Saved:
    """What `write` wrote; a `SaveError` if it is damaged, of another version or of other rules."""
    body = data[len(_MAGIC) + 4 :]
    if not data.startswith(_MAGIC) or zlib.crc32(body).to_bytes(4, "big") != data[len(_MAGIC) : len(_MAGIC) + 4]:
        msg = "these bytes are no saved game of this version, or they are damaged"
        raise SaveError(msg)
    head, newline, raw = body.partition(b"\n")
    try:
        if not newline or len(raw) != State.size:
            msg = "it has the wrong length"
            raise SaveError(msg)
        values = json.loads(head)
        if values["layout"] != State.layout():
            msg = "it was written by another version of this program"
            raise SaveError(msg)
        game = by_id(values["edition"])
        settings = Settings.of(game, values["settings"])
        check_digest("saved game", game, settings, str(values["rules"]))
        check_state(game, settings, raw)
        if not isinstance(values["start"], str | None) or not isinstance(values["history"], list):
            msg = "its start or history is none"
            raise SaveError(msg)
        return Saved(game, settings, values["start"], [str(move) for move in values["history"]], raw)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        msg = f"this saved game can't be read: {error}"
        raise SaveError(msg) from None
