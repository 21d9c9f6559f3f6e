"""Everything that is said over a socket has the shape that the AsyncAPI description gives it."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from lastcard.server.edge.game_shapes import KINDS
from lastcard.server.edge.messages import ADDRESS, TOLD, Line, description
from lastcard.server.table import requests as r
from tests.server.harness import Guest, Server, refused, room, run
from tests.server.turns import play_out

SHAPES: dict[str, type] = {shape.__name__.lower(): shape for shape in TOLD if shape is not Line} | dict.fromkeys(
    KINDS, Line
)


def fits(text: str) -> str:
    """The kind of a message, which has no field more or less than its shape."""
    told = json.loads(text)
    shaped = msgspec.json.encode(msgspec.convert(told, type=SHAPES[told["t"]]))
    assert msgspec.json.decode(shaped) == told
    kind: str = told["t"]
    return kind


@pytest.mark.parametrize("edition", ["house", "flip"])
def test_every_message_has_its_shape(sqlite_server: Server, edition: str) -> None:
    """From the welcome to the end, to players and to somebody who watches."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann, bob = await here.table_of(2, start=False, edition=edition, settings={"scoring": "hand"})
            eve = await here.watch(ann.code).enter()
            await ann.ask("mute", person=bob.person)
            await bob.ask("chat", text="hello")
            for guest in (ann, bob):
                await guest.ask("consent", rules=ann.table["rules"])
            await bob.ask("ready", mix="c0ffee")
            number = await ann.ask("start")
            for guest in (ann, bob, eve):
                await guest.seen(number)
            await refused(ann.ask("move", move="play x99"))
            await play_out([ann, bob])
            for guest in (ann, bob, eve):
                await guest.seen(ann.number)
                check(guest)
            assert {"welcome", "moved", "started", "ok", "no", "other"} <= {fits(text) for text in ann.frames}

    run(test)


def check(guest: Guest) -> None:
    """All that somebody was sent."""
    assert len(guest.frames) > 10
    for text in guest.frames:
        fits(text)


def test_the_description_names_every_message_and_every_name_is_there() -> None:
    """A program that reads it finds what each message is made of."""
    told = description()
    shapes = told["components"]["schemas"]

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if "$ref" in value else []
            return own + [found for each in value.values() for found in references(each)]
        return [found for each in value for found in references(each)] if isinstance(value, list) else []

    for reference in references(told):
        here: Any = told
        for name in reference.removeprefix("#/").split("/"):
            here = here[name]
    said = {shape.__name__ for shape in get_args(r.AnyMessage)}
    assert set(told["components"]["messages"]) == said | {shape.__name__ for shape in TOLD}
    assert told["channels"]["table"]["address"] == ADDRESS
    assert set(shapes["Line"]["properties"]["t"]["enum"]) == set(KINDS)
    assert not {"pressed", "token", "secret"} & set(KINDS)
    assert shapes["Move"]["properties"]["t"] == {"enum": ["move"]}
    assert set(shapes["ViewChanges"].get("required", [])) == set()
