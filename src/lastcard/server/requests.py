"""What a client can say over its socket. `docs/protocol.md` explains each with an example."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from lastcard.server.errors import RefusedError
from lastcard.server.setup import Options

PROTOCOL = 1
"""The version of the protocol that this server speaks."""

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(max_length=100)]


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="t"):
    """Something that a client says."""


class Hello(Message, tag="hello"):
    """The first message: which table, who, and what was seen last."""

    v: int
    table: Annotated[str, Meta(max_length=20)]
    token: Token | None = None
    """Left out: somebody who only watches."""
    last: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last event seen; left out: everything is new."""


class Request(Message):
    """Something that is granted with `ok` or refused with `no`."""

    id: Id


class Move(Request, tag="move"):
    """A move of the own seat, as in the notation but without the seat: `play r7`."""

    move: Annotated[str, Meta(max_length=60)]
    decision: int | None = None
    """The decision that it answers; refused as stale if another one is asked by now."""


class Performed(Request, tag="told"):
    """What the others vote on has been performed: the vote may open. Clients say `told`."""


class Sit(Request, tag="sit"):
    """Take a seat before the game: an empty one, or one that a bot has."""

    seat: int


class Stand(Request, tag="stand"):
    """Give the seat up and watch."""


class Bot(Request, tag="bot"):
    """Host: put a bot on an empty seat or in place of another bot."""

    seat: int
    level: Annotated[str, Meta(max_length=20)] = "medium"
    """A level, for which somebody comes who is not at the table yet; or somebody: `otto`, `otto@hard`."""


class Clear(Request, tag="clear"):
    """Host: take a bot off a seat."""

    seat: int


class Remove(Request, tag="remove"):
    """Host: remove a person."""

    person: int


class Change(Request, tag="change"):
    """Host: change the set-up; what is left out stays."""

    edition: Annotated[str, Meta(max_length=40)] | None = None
    settings: dict[str, Any] | None = None
    seats: int | None = None
    public: bool | None = None
    options: Options | None = None


class Consent(Request, tag="consent"):
    """Agree to the rules on the Customizable cards, as numbered in the table's `rules`."""

    rules: int


class Ready(Request, tag="ready"):
    """Be ready, or no longer; with the own randomness for the shuffle, in hexadecimal."""

    on: bool = True
    mix: Annotated[str, Meta(max_length=64)] = ""


class Start(Request, tag="start"):
    """Host: deal."""

    mix: Annotated[str, Meta(max_length=64)] = ""


class Rematch(Request, tag="rematch"):
    """After a game: another one with the same people."""


class Leave(Request, tag="leave"):
    """Leave the table; in a game a bot plays on."""


class Chat(Request, tag="chat"):
    """A line of text for everybody."""

    text: Annotated[str, Meta(max_length=2000)]


class React(Request, tag="react"):
    """A quick reaction."""

    reaction: Annotated[str, Meta(max_length=20)]


class Mute(Request, tag="mute"):
    """Hear nothing more of a person, or hear them again."""

    person: int
    on: bool = True


class Ping(Request, tag="ping"):
    """Ask whether the server is there."""


AnyMessage = (
    Hello | Move | Performed | Sit | Stand | Bot | Clear | Remove | Change | Consent | Ready | Start | Rematch | Leave
    | Chat | React | Mute | Ping
)  # fmt: skip

_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def decode(text: str | bytes) -> AnyMessage:
    """A message, or a refusal that says what is wrong with it."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RefusedError("bad-message", f"this is no message of the protocol: {error}") from None
