"""What the server says, as the load test reads it: only the fields that it needs or checks."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

View = dict[str, Any]
"""The game as one seat is told it, by the names of its fields."""

Room = dict[str, Any]
"""The table, by the names of its fields."""


class Happening(msgspec.Struct, array_like=True, gc=False):
    """One thing that happened in the game."""

    kind: str
    seat: int | None = None
    card: str | None = None
    other: int | None = None
    number: int | None = None
    word: str | None = None


class Message(msgspec.Struct, gc=False):
    """Anything that the server says: `t` tells whether it is an answer, a welcome, or which kind of line.

    The fields after `say` must never be told.
    """

    t: str
    n: int = 0
    seat: int | None = None
    by: int | None = None
    events: list[Happening] = []
    table: Room | UnsetType = UNSET
    people: list[Room] | UnsetType = UNSET
    view: View | UnsetType = UNSET
    set: View | UnsetType = UNSET
    edit: dict[str, list[Any]] | UnsetType = UNSET
    check: int | UnsetType = UNSET
    id: str | None = None
    code: str = ""
    say: str = ""
    move: Raw | UnsetType = UNSET
    mix: Raw | UnsetType = UNSET
    secret: Raw | UnsetType = UNSET
    salt: Raw | UnsetType = UNSET
    token: Raw | UnsetType = UNSET
    node: Raw | UnsetType = UNSET


decoder = msgspec.json.Decoder(Message)
