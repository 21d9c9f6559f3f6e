"""What clients are told: each line of the log as one viewer may know it, and the welcome.

How things stand is shown whole in a welcome (`showing.py`); after that only what changed is told (`changing.py`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from lastcard.events import Happened, Row
from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Past, Table
from lastcard.server.table.people import Person
from lastcard.server.table.requests import PROTOCOL
from lastcard.server.table.showing import check_of, eyes_of, seen, table_of, view_of

Message = dict[str, Any]
"""A line as it is told."""

_json = msgspec.json.Encoder()


class Out(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="t"):
    """Something that the server says, beside lines."""


class Welcome(Out, kw_only=True, tag="welcome"):
    """The answer to a hello."""

    v: int
    n: int
    you: int | None
    fresh: bool
    """Whether `past` is only the recent past, and not exactly what was missed."""
    past: list[Message]
    lost: int = 0
    """How many lines that this person was told before are not there any more, as after a backup was put back."""
    muted: list[int] = []
    """The people whom this one does not want to hear."""
    page: str = ""
    """The script of the page that this server has, by which an older page knows that it is one."""
    table: dict[str, Any]
    view: dict[str, Any] | None = None
    check: int | None = None
    """A number by which a client can tell that it reads a view as it is meant."""


class Why(msgspec.Struct):
    """The rule by which a card can't be played, and a sentence."""

    rule: str
    say: str


class Ok(Out, kw_only=True, tag="ok"):
    """A request was granted, in line `n`."""

    id: str
    n: int
    waits: bool = False
    """It is a catch, which waits for the end of the grace."""
    why: Why | None = None
    """The answer to a question why."""
    person: int | None = None
    """The program that got a seat, and the token for it: told once, and only to the host who asked."""
    token: str = ""


class No(Out, kw_only=True, tag="no"):
    """A request was refused, and nothing has changed."""

    id: str | None = None
    code: str
    say: str
    rule: str = ""
    seat: int | None = None
    """Who was faster."""
    retry: float | None = None
    """Seconds after which it may be asked again."""


class Bye(Out, kw_only=True, tag="bye"):
    """The last message before the server closes the socket."""

    code: str
    say: str
    retry: float | None = None
    """Seconds after which to come back."""


def encode(message: Out | Message) -> bytes:
    """A message as it is sent."""
    return _json.encode(message)


# --- lines ----------------------------------------------------------------------------------------

HIDDEN = "other"
"""The kind of a line that is none of the viewer's business."""


def tell_line(table: Table, past: Past, viewer: int, *, heard: bool = True) -> Message:
    """A line without what changed by it; `heard` is False for what is none of the viewer's business."""
    told = head_of(past, heard=heard)
    if past.happened and table.game is not None and past.game == table.games:
        told |= _some_events(table.game, past.happened, viewer)
    if missed := past.missed.get(viewer):
        told["missed"] = [each._asdict() for each in missed]
    return told


def _some_events(game: Game, happened: Happened, viewer: int) -> Message:
    events = events_of(game, happened, eyes_of(game, viewer)[1])
    return {"events": events} if events else {}


def head_of(past: Past, *, heard: bool) -> Message:
    """What a line was, its number and its time: the same for all who may know it."""
    entry = past.line.entry
    told: Message = {"t": entry.__struct_config__.tag if heard else HIDDEN, "n": past.told_number, "at": past.line.at}
    if not heard:
        return told
    if entry.by is not None and not (isinstance(entry, _OF_A_SEAT) and entry.seat >= 0):
        told["by"] = entry.by
    for name in _PUBLIC_FIELDS.get(type(entry), ()):
        value = getattr(entry, name)
        if value != _USUAL.get(name):
            told[name] = value
    return told


_OF_A_SEAT = (e.Moved, e.Performed)
"""What says by its seat who did it."""

_PUBLIC_FIELDS: dict[type[e.Entry], tuple[str, ...]] = {
    e.Joined: ("person", "name"),
    e.Sat: ("seat",),
    e.SeatedBot: ("seat", "level"),
    e.SeatedProgram: ("seat", "person", "name"),
    e.Cleared: ("seat",),
    e.Readied: ("on",),
    e.Started: ("mixes",),
    e.Moved: ("seat", "how"),
    e.Performed: ("seat", "how"),
    e.Arrived: ("person",),
    e.Resumed: ("lost",),
    e.Dropped: ("person",),
    e.TookOver: ("seat",),
    e.Removed: ("person",),
    e.Said: ("text",),
    e.Reacted: ("reaction",),
    e.Muted: ("person", "on"),
    e.Rematched: ("again",),
    e.Paced: ("speed",),
    e.Faced: ("face",),
    e.Held: ("on",),
}
"""By kind of entry, the fields that everybody may know; whatever is not listed is not told."""

_USUAL = {"how": "player", "lost": 0, "again": False}
"""What is not worth a word."""


NOT_FOR_ALL = (e.Said, e.Reacted, e.Muted)
"""What is not every viewer's business."""


def heard_by(person: Person | None, entry: e.Entry) -> bool:
    """Whether a person is told what a line was: not the talk of somebody muted, and nobody else's muting."""
    if not isinstance(entry, NOT_FOR_ALL):
        return True
    if isinstance(entry, e.Muted):
        return person is not None and entry.by == person.id
    return person is None or entry.by not in person.muted


def events_of(game: Game, happened: Happened, eyes: int) -> list[list[Any]]:
    """What happened in a game by a line, as those who must all know it (`eyes`) might know it then."""
    return [event_of(row) for row in game.rows(happened, eyes)]


def event_of(row: Row) -> list[Any]:
    """An event of the game: kind, seat, card, other seat, number and word; what is missing at the end is cut off."""
    kind, seat, card, other, number, word = row
    told = [kind, seat, None if card is None else card.text, other, number, word or None]
    while told[-1] is None:
        told.pop()
    return told


def replayed(table: Table, past: Past, viewer: int) -> dict[str, Any]:
    """A line of a game that is over, and the game after it, as a viewer might know it then.

    Nothing is asked any more.
    """
    assert table.game is not None
    view = {**seen(table.game, viewer), "moves": [], "decision": table.decision}
    return {"events": events_of(table.game, past.happened, eyes_of(table.game, viewer)[1]), "view": view}


# --- coming in ------------------------------------------------------------------------------------


def welcome(table: Table, person: Person | None, last: int | None, viewer: int, now: int, page: str = "") -> Welcome:
    """What somebody who comes (back) needs: what was missed, or the recent past, and how things stand."""
    missed = [] if last is None else [past for past in table.past if past.told_number > last]
    known = (
        last is not None
        and last <= table.told_number
        and len(missed) == table.told_number - last
        and all(past.happened is None or past.game == table.games for past in missed)
    )
    shown = missed if known else list(table.past)
    view = view_of(table, viewer, now)
    return Welcome(
        v=PROTOCOL,
        n=table.told_number,
        you=None if person is None else person.id,
        fresh=not known,
        lost=0 if last is None or person is None else max(0, last - table.told_number),
        muted=[] if person is None else sorted(person.muted),
        past=[tell_line(table, past, viewer, heard=heard_by(person, past.line.entry)) for past in shown],
        page=page,
        table=table_of(table),
        view=view,
        check=None if view is None else check_of(view),
    )
