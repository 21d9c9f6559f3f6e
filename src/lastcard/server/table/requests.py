"""What a client can say over its socket. `docs/protocol.md` explains each with an example.

Here a message is only read: a field has the right type or it is no message. What a text or
number may be is said where it is granted, with the code that belongs to it; until then
nothing but the size of a message bounds it.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from lastcard.server.errors import RefusedError
from lastcard.server.table.setup import Options

PROTOCOL = 2
"""The version of the protocol that this server speaks."""

_LONGEST_ID = 40
Id = Annotated[str, Meta(min_length=1, max_length=_LONGEST_ID)]


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="t"):
    """Something that a client says."""


class Hello(Message, tag="hello"):
    """The first message: who, and what was seen last. The table is in the address."""

    v: int
    token: str | None = None
    """Left out: somebody who only watches."""
    last: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last event seen; left out: everything is new."""


class Request(Message):
    """Something that is granted with `ok` or refused with `no`."""

    id: Id


class Move(Request, tag="move"):
    """A move of the own seat, as in the notation but without the seat: `play r7`."""

    move: str
    decision: int | None = None
    """The decision that it answers; refused as stale if another one is asked by now."""


class Why(Request, tag="why"):
    """Ask why a card of the own hand can't be played now."""

    card: str


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
    level: str = "medium"
    """A level, for which somebody comes who is not at the table yet; or somebody: `otto`, `otto@hard`."""


class Program(Request, tag="program"):
    """Host: give a seat to somebody's program, in place of a bot if one is there; or a program's seat a new token."""

    seat: int
    name: str


class Clear(Request, tag="clear"):
    """Host: take a bot or a program off a seat."""

    seat: int


class Remove(Request, tag="remove"):
    """Host: remove a person."""

    person: int


class Change(Request, tag="change"):
    """Host: change the set-up; what is left out stays."""

    edition: str | None = None
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
    mix: str = ""


class Start(Request, tag="start"):
    """Host: deal."""

    mix: str = ""


class Rematch(Request, tag="rematch"):
    """After a game: another one with the same people."""

    again: bool = False
    """It begins by itself as soon as all players are ready."""


class Tempo(Request, tag="tempo"):
    """Wish for bots that are so many times as fast."""

    speed: int


class Face(Request, tag="face"):
    """Choose a face that others see; an empty one is none."""

    face: str


class Hold(Request, tag="hold"):
    """After a round: have the next one wait, or no longer."""

    on: bool = True


class Leave(Request, tag="leave"):
    """Leave the table; in a game a bot plays on."""


class Chat(Request, tag="chat"):
    """A line of text for everybody."""

    text: str


class React(Request, tag="react"):
    """A quick reaction."""

    reaction: str


class Mute(Request, tag="mute"):
    """Hear nothing more of a person, or hear them again."""

    person: int
    on: bool = True


class Ping(Request, tag="ping"):
    """Ask whether the server is there."""


AnyMessage = (
    Hello | Move | Why | Performed | Sit | Stand | Bot | Program | Clear | Remove | Change | Consent | Ready | Start
    | Rematch
    | Leave | Chat | React | Mute | Tempo | Face | Hold | Ping
)  # fmt: skip

_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


class _Outside(msgspec.Struct):
    """What can be read of a message before it is known what it says, and whatever else it has."""

    t: Any = None
    v: Any = None
    id: Any = None


_outside: msgspec.json.Decoder[_Outside] = msgspec.json.Decoder(_Outside)


def decode(text: str | bytes) -> AnyMessage:
    """A message, or a refusal that says what is wrong with it."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RefusedError("bad-message", f"this is no message of the protocol: {error}") from None


def id_of(text: str | bytes) -> str | None:
    """The id of a request that can't be granted, perhaps not even read; None if it has none that could be one."""
    found = _look(text).id
    return found if isinstance(found, str) and 1 <= len(found) <= _LONGEST_ID else None


def decode_hello(text: str | bytes) -> Hello:
    """The first message, or a refusal. The version comes first: a newer hello may have what only newer servers read."""
    outside = _look(text)
    if outside.t == Hello.__struct_config__.tag and type(outside.v) is int and outside.v != PROTOCOL:
        say = f"this server speaks version {PROTOCOL} of the protocol, not {outside.v!r:.20}; load the page again"
        raise RefusedError("version", say)
    first = decode(text)
    if not isinstance(first, Hello):
        raise RefusedError("hello-first", "the first message must be a hello")
    return first


def _look(text: str | bytes) -> _Outside:
    try:
        return _outside.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _look_again(text)


def _look_again(text: str | bytes) -> _Outside:
    """The same for what JavaScript writes and strict JSON forbids: a text that was cut in the middle of a character."""
    try:
        found = json.loads(text)
        known = {name: found[name] for name in _Outside.__struct_fields__ if name in found}
        return _outside.decode(json.dumps(known))
    except (ValueError, TypeError, RecursionError):
        return _Outside()
