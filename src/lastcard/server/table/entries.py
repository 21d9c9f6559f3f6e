"""What a table's log is made of. Everything about a table is folded from these, in order.

An entry is what happened, not what was asked: it was checked before it was written and
is never refused afterwards. Entries hold secrets (tokens' digests, the shuffle's secret,
whole cards); `telling.py` says what of them a client is told.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from lastcard.server.table.setup import Setup

By = Literal["player", "program"]
"""Who made a move that was asked for."""


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="t"):
    """One line of the log."""

    by: int | None = None
    """The person who asked for it; None for the server itself."""
    id: str | None = None
    """The id that the client gave its request, so that a request sent twice is granted once."""


class Created(Entry, tag="created"):
    """A table came into being, with the shuffle's secret for its first game."""

    setup: Setup
    secret: str
    salt: str
    daily: str = ""
    """The day whose daily deal it is: 2026-11-19."""


class Joined(Entry, tag="joined"):
    """A person came to the table and got a token."""

    person: int
    name: str
    token: str
    """The digest of the token; the token itself is known to its owner only."""


class Sat(Entry, tag="sat"):
    """A person took a seat, or changed to another one."""

    seat: int


class Stood(Entry, tag="stood"):
    """A person gave the seat up and watches."""


class SeatedBot(Entry, tag="seated-bot"):
    """The host put a bot on a seat."""

    seat: int
    level: str


class SeatedProgram(Entry, tag="seated-program"):
    """The host gave a seat to somebody's program; or a new token to the one that has it."""

    seat: int
    person: int
    name: str
    token: str
    """The digest of the token; the token itself was told to the host only."""


class Cleared(Entry, tag="cleared"):
    """The host took a bot off a seat."""

    seat: int


class Changed(Entry, tag="changed"):
    """The host changed the set-up."""

    setup: Setup


class Consented(Entry, tag="consented"):
    """A player agreed to the rules on the Customizable cards."""


class Readied(Entry, tag="readied"):
    """A player is ready, or no longer; with the own randomness for the shuffle."""

    on: bool
    mix: str = ""


class Started(Entry, tag="started"):
    """The cards were shuffled and dealt."""

    mixes: list[str]
    digest: str = ""
    """Of the edition as it was then; older logs have it only where it did not come with the package."""
    rules: str = ""
    """Of the rules that it is played by, settings included, so that its game is not read by others."""
    version: int = 0
    """`RULES_VERSION` when it began; 0 in older logs."""


class Moved(Entry, tag="moved"):
    """A move was made; -1 is nobody's seat, for a deal."""

    seat: int
    move: str
    """As in a record, cards whole."""
    how: Literal["player", "bot", "clock", "program"] = "player"


class Pressed(Entry, tag="pressed"):
    """A catch was pressed within the grace and waits for its end (uno-3). Nobody is told of this line."""

    seat: int
    target: int
    how: By = "player"


class Performed(Entry, tag="told"):
    """A player has performed what the others now vote on (custom-8); in the log and for clients it is `told`."""

    seat: int
    how: Literal["player", "bot", "clock", "program"] = "player"


class Rematched(Entry, tag="rematched"):
    """The same people go on with another game; a new secret for its shuffle."""

    secret: str
    salt: str
    again: bool = False
    """It begins by itself when all are ready."""


class Paced(Entry, tag="paced"):
    """A person wishes for another tempo."""

    speed: int


class Faced(Entry, tag="faced"):
    """A person chose a face."""

    face: str


class Held(Entry, tag="held"):
    """A player wants to look at a round that is over, or no longer; until then the next one is not dealt by itself."""

    on: bool


class Arrived(Entry, tag="arrived"):
    """A person's first socket at a node opened."""

    person: int
    node: str


class Dropped(Entry, tag="dropped"):
    """A person's last socket at a node closed."""

    person: int
    node: str


class Resumed(Entry, tag="resumed"):
    """A node took the table on; whoever was connected to the nodes that are gone is away."""

    node: str
    gone: list[str] = []
    lost: int = 0
    """Lines that should be there before it and are not, as after a backup was put back."""


class TookOver(Entry, tag="took-over"):
    """A bot plays for a person who is away, until the return."""

    seat: int


class HostAway(Entry, tag="host-away"):
    """The host has been away too long: the next player is host."""


class Slept(Entry, tag="slept"):
    """Nobody is here: nothing goes on until somebody returns."""


class Left(Entry, tag="left"):
    """A person left on purpose."""


class Removed(Entry, tag="removed"):
    """The host removed a person."""

    person: int


class Said(Entry, tag="said"):
    """A line of chat."""

    text: str


class Reacted(Entry, tag="reacted"):
    """A quick reaction."""

    reaction: str


class Muted(Entry, tag="muted"):
    """A person does not want to hear another, or does again."""

    person: int
    on: bool


AnyEntry = (
    Created | Joined | Sat | Stood | SeatedBot | SeatedProgram | Cleared | Changed | Consented | Readied | Started
    | Moved | Pressed | Performed | Rematched | Arrived | Dropped | Resumed | TookOver | HostAway | Slept | Left
    | Removed | Said | Reacted | Muted | Paced | Faced | Held
)  # fmt: skip

SILENT = (Pressed,)
"""Entries that nobody is told of. Their lines have no number for clients, who could read it from a gap."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> str:
    """An entry as it stands in the database."""
    return _encoder.encode(entry).decode()


def decode(text: str) -> AnyEntry:
    """The entry that `encode` wrote."""
    return _decoder.decode(text)


class Line(msgspec.Struct, frozen=True):
    """An entry with its place in the log."""

    number: int
    at: int
    """Milliseconds since 1970 by the clock of the node that wrote it; never goes back within a table."""
    entry: AnyEntry


def last_moves(lines: list[Line]) -> set[int]:
    """Where games ended, among lines after which another one begins: no move comes after a game's last one."""
    ends: set[int] = set()
    end = -1
    for i, line in enumerate(lines):
        if isinstance(line.entry, Moved):
            end = i
        elif isinstance(line.entry, Rematched):
            ends.add(end)
    return ends
