"""What is said over the socket, field by field: the AsyncAPI description is made of it, and the page's types of that.

What clients say is read with `requests.py`, and answers are those of `telling.py`. Lines are built elsewhere, as plain
values, and tests hold them to their shapes here.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta

import lastcard
from lastcard.server.edge import game_shapes as g
from lastcard.server.edge import shapes as s
from lastcard.server.edge.game_shapes import in_order
from lastcard.server.edge.shapes import Maybe
from lastcard.server.table import requests as r

ADDRESS = "/ws/{code}"

_REFERENCE = "#/components/schemas/{name}"


class View(g.PastView, kw_only=True):
    """The game as its viewer may know it."""

    clock: int | None
    """Milliseconds until a default answers, as of the line that told it or begins a decision, or the welcome."""
    telling: int | None
    """The seat that has to perform something before the vote on it opens."""
    catching: list[int]
    """The seats that catches of yours wait for."""


def _changes(shape: type[msgspec.Struct], about: str, *always: str) -> type[msgspec.Struct]:
    """A shape of which any fields may be left out that have not changed, but for some."""
    hints = get_type_hints(shape, include_extras=True)
    others = [name for name in shape.__struct_fields__ if name not in always]
    fields: list[Any] = [(name, hints[name]) for name in always]
    fields += [(name, Maybe[hints[name]], UNSET) for name in others]  # type: ignore[misc, valid-type]
    return msgspec.defstruct(f"{shape.__name__}Changes", fields, namespace={"__doc__": about})


ViewChanges = _changes(View, "The fields of a view that have a new value; with `asks` a new decision has begun.")
TableChanges = _changes(s.Table, "The fields of a table that have a new value.")
PersonChanges = _changes(s.Person, "The fields of a person that have a new value; all of somebody new.", "id")
Edit = Annotated[
    list[Any],
    in_order("integer", "integer", least=2, rest={"type": "string"}),
    Meta(description="How a list changes: where, how many go there, and what comes in their place."),
]


class Line(g.PastLine, kw_only=True):
    """A line of a table's log as its receiver may know it, and what changed with it; `t` is its kind."""

    table: Maybe[TableChanges] = UNSET  # type: ignore[valid-type]
    people: Maybe[list[PersonChanges]] = UNSET  # type: ignore[valid-type]
    """Of the people who are different, or new, what is different; each is known by the `id`."""
    view: Maybe[View] = UNSET
    """The whole view, in place of the old one."""
    set: Maybe[ViewChanges] = UNSET  # type: ignore[valid-type]
    edit: Maybe[dict[str, Edit]] = UNSET
    """By path, how lists in the view change."""
    check: Maybe[int] = UNSET
    """The digest of the view after all that."""


class Welcome(msgspec.Struct, kw_only=True):
    """The answer to a hello: how everything stands."""

    t: Literal["welcome"]
    v: int
    n: int
    you: int | None
    fresh: bool
    past: list[g.PastLine]
    lost: Maybe[int] = UNSET
    """Lines that you were told before and that are not there any more."""
    muted: Maybe[list[int]] = UNSET
    page: Maybe[str] = UNSET
    table: s.Table
    view: Maybe[View] = UNSET
    check: Maybe[int] = UNSET


class Reason(msgspec.Struct):
    """Why a card can't be played."""

    rule: str
    say: str


class Ok(msgspec.Struct, kw_only=True):
    """A request was granted."""

    t: Literal["ok"]
    id: str
    n: int
    waits: Maybe[bool] = UNSET
    why: Maybe[Reason] = UNSET
    person: Maybe[int] = UNSET
    token: Maybe[str] = UNSET
    """Of a program that got a seat; told once, to the host who asked."""


class No(msgspec.Struct, kw_only=True):
    """A request was refused, and nothing has changed."""

    t: Literal["no"]
    id: Maybe[str] = UNSET
    code: str
    """One of those in docs/protocol.md; newer servers may have more."""
    say: str
    rule: Maybe[str] = UNSET
    seat: Maybe[int] = UNSET
    retry: Maybe[float] = UNSET


class Bye(msgspec.Struct, kw_only=True):
    """The last message before the server closes the socket."""

    t: Literal["bye"]
    code: str
    """One of those in docs/protocol.md; newer servers may have more."""
    say: str
    retry: Maybe[float] = UNSET


TOLD: tuple[type, ...] = (Welcome, Line, Ok, No, Bye)
"""What the server says."""


def description() -> dict[str, Any]:
    """The socket, described for programs (AsyncAPI 3.0)."""
    said = get_args(r.AnyMessage)
    _, schemas = msgspec.json.schema_components([*said, *TOLD], ref_template=_REFERENCE)
    messages = {shape.__name__: _message(shape) for shape in (*said, *TOLD)}
    here = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Last Card",
            "version": lastcard.__version__,
            "description": f"The socket of a table, version {r.PROTOCOL} of the protocol; see docs/protocol.md.",
        },
        "channels": {
            "table": {
                "address": ADDRESS,
                "parameters": {"code": {"description": "The table's code"}},
                "messages": here,
            }
        },
        "operations": {"asked": _operation("receive", said), "told": _operation("send", TOLD)},
        "components": {"messages": messages, "schemas": schemas},
    }


def _message(shape: type) -> dict[str, Any]:
    return {
        "summary": (shape.__doc__ or "").partition("\n")[0],
        "contentType": "application/json",
        "payload": {"$ref": _REFERENCE.format(name=shape.__name__)},
    }


def _operation(action: str, shapes: tuple[type, ...]) -> dict[str, Any]:
    there = [{"$ref": f"#/channels/table/messages/{shape.__name__}"} for shape in shapes]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "messages": there}


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(description()).decode())
