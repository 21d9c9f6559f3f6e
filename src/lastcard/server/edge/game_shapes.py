"""What is told of games over HTTP and over the socket, field by field; like `shapes.py`, for descriptions and tests."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from msgspec import UNSET, Meta

from lastcard.editions.model import SIDES
from lastcard.engine.kinds import QUESTIONS
from lastcard.server.edge.shapes import CustomRule, Maybe, one_of
from lastcard.server.table import entries as e
from lastcard.server.table.setup import Setup
from lastcard.server.table.telling import HIDDEN
from lastcard.view import DIRECTIONS

How = Annotated[str, one_of("player", "program", "bot", "clock")]


def in_order(*types: str, least: int, rest: Any = False) -> Meta:
    """What a list has, item by item, for descriptions; `rest` is what may come after these."""
    items = [{"type": [kind, "null"] if least == 1 and place else kind} for place, kind in enumerate(types)]
    return Meta(extra_json_schema={"prefixItems": items, "minItems": least, "items": rest})


Event = Annotated[
    list[Any],
    in_order("string", "integer", "string", "integer", "integer", "string", least=1),
    Meta(description="Kind, seat, card, other seat, number, word; what it has not is null, or cut off at the end."),
]
"""Something that happened in a game."""


class Miss(msgspec.Struct):
    """A catch that waited and came to nothing."""

    seat: int
    why: Annotated[str, one_of("called", "caught", "more", "over")]


KINDS = sorted({kind.__struct_config__.tag for kind in get_args(e.AnyEntry) if kind not in e.SILENT} | {HIDDEN})
"""The kinds of lines that clients are told."""


class PastLine(msgspec.Struct):
    """A line of a table as a person was told of it; `t` is its kind, `other` if it is nobody else's business."""

    t: Annotated[str, one_of(*KINDS, title="LineKind")]
    n: int
    at: int
    by: Maybe[int] = UNSET
    person: Maybe[int] = UNSET
    name: Maybe[str] = UNSET
    seat: Maybe[int] = UNSET
    level: Maybe[str] = UNSET
    on: Maybe[bool] = UNSET
    mixes: Maybe[list[str]] = UNSET
    how: Maybe[How] = UNSET
    lost: Maybe[int] = UNSET
    text: Maybe[str] = UNSET
    reaction: Maybe[str] = UNSET
    again: Maybe[bool] = UNSET
    speed: Maybe[int] = UNSET
    face: Maybe[str] = UNSET
    events: Maybe[list[Event]] = UNSET
    missed: Maybe[list[Miss]] = UNSET


class Lines(msgspec.Struct):
    """What a person was told."""

    n: int
    first: int
    lines: list[PastLine]


class PastView(msgspec.Struct):
    """The game after a step, as it might be known at the time."""

    seat: int | None
    edition: str
    players: int
    round: int
    dealer: int
    turn: int
    asks: tuple[int, Annotated[str, one_of(*QUESTIONS, title="Ask")]]
    side: Annotated[str, one_of(*SIDES)]
    direction: Annotated[str, one_of(*DIRECTIONS.values())]
    color: str | None
    discard: list[str]
    draw_size: int
    draw_top: str | None
    hands: list[list[str]]
    scores: list[int]
    liable: list[int]
    called: list[int]
    hands_open: bool
    notices: list[tuple[int, str]]
    text: str
    round_winner: int | None
    round_points: list[int]
    winners: list[int]
    moves: list[str]
    penalty: int
    until: int
    teller: int | None
    decision: int
    left: list[list[str]]


class ReplayStep(msgspec.Struct):
    """A move of a finished game, or a deal."""

    seat: int
    move: str
    how: How
    at: int
    events: list[Event]
    view: PastView


class Replay(msgspec.Struct, rename={"from_": "from"}):
    """Some steps of a finished game."""

    game: int
    edition: str
    names: list[str]
    setup: Setup
    custom: list[CustomRule]
    eyes: str | int
    total: int
    from_: int
    rounds: list[int]
    flips: list[int]
    steps: list[ReplayStep]
