"""What the server says, as the load test reads it: only the fields that it needs or checks."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, UnsetType


class Happening(msgspec.Struct, gc=False):
    """One thing that happened in the game."""

    kind: str
    seat: int | None = None
    card: str | None = None
    other: int | None = None
    word: str = ""
    text: str = ""


class View(msgspec.Struct, gc=False):
    """The game as one seat is told it."""

    seat: int | None
    round: int
    turn: int
    asks: tuple[int, str]
    side: str
    direction: str
    color: str | None
    top: str
    discard: list[str]
    draw_size: int
    draw_top: str | None
    sizes: tuple[int, ...]
    hand: list[str]
    hands: list[list[str]]
    scores: tuple[int, ...]
    liable: tuple[int, ...]
    called: tuple[int, ...]
    hands_open: bool
    winners: tuple[int, ...]
    moves: list[str]
    decision: int = 0


class What(msgspec.Struct, gc=False):
    """What a line was. The fields after `person` must never be told."""

    t: str
    by: int | None = None
    person: int | None = None
    move: Raw | UnsetType = UNSET
    mix: Raw | UnsetType = UNSET
    secret: Raw | UnsetType = UNSET
    salt: Raw | UnsetType = UNSET
    token: Raw | UnsetType = UNSET
    node: Raw | UnsetType = UNSET


class Room(msgspec.Struct, gc=False):
    """The table, as far as it matters here."""

    phase: str
    rules: int
    custom: list[Raw]
    secret: Raw | UnsetType = UNSET
    salt: Raw | UnsetType = UNSET


class Line(msgspec.Struct, tag_field="t", tag="event", gc=False):
    """A line of the table's log."""

    n: int
    what: What | None = None
    events: list[Happening] = []
    view: View | UnsetType = UNSET
    table: Room | UnsetType = UNSET


class Welcome(msgspec.Struct, tag_field="t", tag="welcome"):
    """The answer to a hello."""

    n: int
    table: Room
    you: int | None = None
    view: View | UnsetType = UNSET


class Ok(msgspec.Struct, tag_field="t", tag="ok"):
    """A request was granted."""

    id: str
    n: int


class No(msgspec.Struct, tag_field="t", tag="no"):
    """A request was refused."""

    code: str
    say: str
    id: str | None = None


class Bye(msgspec.Struct, tag_field="t", tag="bye"):
    """The server is about to close the socket."""

    code: str
    say: str


Message = Line | Welcome | Ok | No | Bye

decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
