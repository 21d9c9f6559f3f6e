"""What clients are told: each line of the log as one viewer may know it.

A viewer is a seat, a spectator (what every seat may know), or somebody who may see all
hands. Everything is built by listing what may be told.
"""

from __future__ import annotations

from typing import Any

import msgspec

from lastcard.events import Event
from lastcard.game import Game
from lastcard.server import entries as e
from lastcard.server.catalogue import custom_rule
from lastcard.server.duties import deal_pause
from lastcard.server.requests import PROTOCOL
from lastcard.server.table import Past, Person, Table

PUBLIC = -1
"""A viewer without a seat."""
OPEN = -2
"""A viewer who may see all hands: of a game that is shown late."""

_json = msgspec.json.Encoder()


class Out(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="t"):
    """Something that the server says."""


class Told(Out, kw_only=True, tag="event"):
    """A line of the log, as a viewer may know it."""

    n: int
    at: int
    what: dict[str, Any] | None = None
    """What the line was; None if it is none of the viewer's business."""
    events: list[dict[str, Any]] = []
    """What happened in the game."""
    missed: list[dict[str, Any]] = []
    """Catches of the viewer that waited and came to nothing with it."""
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The game after it."""
    table: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The table after it, if it changed."""


class Welcome(Out, kw_only=True, tag="welcome"):
    """The answer to a hello."""

    v: int
    n: int
    you: int | None
    fresh: bool
    """Whether `past` is only the recent past, and not exactly what was missed."""
    past: list[Told]
    muted: list[int] = []
    """The people whom this one does not want to hear."""
    page: str = ""
    """The script of the page that this server has, by which an older page knows that it is one."""
    table: msgspec.Raw
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Ok(Out, kw_only=True, tag="ok"):
    """A request was granted, in line `n`."""

    id: str
    n: int
    waits: bool = False
    """It is a catch, which waits for the end of the grace."""


class No(Out, kw_only=True, tag="no"):
    """A request was refused, and nothing has changed."""

    id: str | None = None
    code: str
    say: str
    rule: str = ""
    seat: int | None = None
    """Who was faster."""


class Bye(Out, kw_only=True, tag="bye"):
    """The last message before the server closes the socket."""

    code: str
    say: str


def encode(message: Out) -> str:
    """A message as it is sent."""
    return _json.encode(message).decode()


# --- lines ----------------------------------------------------------------------------------------


def viewer_of(table: Table, person: Person | None) -> int:
    """Whose eyes a person has."""
    return PUBLIC if person is None or person.seat is None or table.game is None else person.seat


class Teller:
    """Tells one line, and the table after it, to any number of viewers; each part is built once."""

    def __init__(self, table: Table, past: Past, now: int) -> None:
        self._table, self._past, self._now = table, past, now
        self._texts: dict[tuple[int, bool], str] = {}
        self._changed = table_of(table) if changes_table(table, past) else msgspec.UNSET

    def text(self, viewer: int, *, heard: bool = True) -> str:
        """The message for a viewer; `heard` is False for talk of somebody whom the viewer has muted."""
        key = (viewer, heard)
        if key not in self._texts:
            told = tell_line(self._table, self._past, viewer, heard=heard)
            if self._past.happened is not None or isinstance(self._past.line.entry, _CLOCK_CHANGES):
                told.view = view_of(self._table, viewer, self._now)
            told.table = self._changed
            self._texts[key] = encode(told)
        return self._texts[key]


_CLOCK_CHANGES = (e.Performed, e.Arrived, e.Resumed, e.TookOver, e.Left, e.Removed)


def changes_table(table: Table, past: Past) -> bool:
    """Whether what `table_of` shows may have changed."""
    entry = past.line.entry
    return not isinstance(entry, e.Moved | e.Performed | e.Said | e.Reacted | e.Muted) or (
        isinstance(entry, e.Moved) and table.phase == "over"
    )


def tell_line(table: Table, past: Past, viewer: int, *, heard: bool = True) -> Told:
    """A line without the view after it."""
    what = what_of(past.line.entry) if heard else None
    missed = [missed._asdict() for missed in past.missed.get(viewer, ())]
    return Told(n=past.told_number, at=past.line.at, what=what, events=_events(table, past, viewer), missed=missed)


def heard_by(person: Person | None, entry: e.Entry) -> bool:
    """Whether a person is told what a line was: not the talk of somebody muted, and nobody else's muting."""
    if isinstance(entry, e.Said | e.Reacted):
        return person is None or entry.by not in person.muted
    if isinstance(entry, e.Muted):
        return person is not None and entry.by == person.id
    return True


def _events(table: Table, past: Past, viewer: int) -> list[dict[str, Any]]:
    if past.happened is None or table.game is None or past.game != table.games:
        return []
    if viewer == PUBLIC:
        events = table.game.tell(past.happened, "public")
    elif viewer == OPEN:
        events = table.game.tell(past.happened)
    else:
        events = table.game.tell(past.happened, viewer)
    return [event_of(event) for event in events]


def event_of(event: Event) -> dict[str, Any]:
    """An event of the game as plain values; what it has not is left out."""
    told: dict[str, Any] = {"kind": event.kind}
    if event.seat is not None:
        told["seat"] = event.seat
    if event.card is not None:
        told["card"] = str(event.card)
    if event.other is not None:
        told["other"] = event.other
    if event.number is not None:
        told["number"] = event.number
    if event.word:
        told["word"] = event.word
    told["text"] = event.text
    return told


def what_of(entry: e.Entry) -> dict[str, Any]:
    """What everybody may know of a line."""
    told: dict[str, Any] = {"t": entry.__struct_config__.tag}
    if entry.by is not None:
        told["by"] = entry.by
    for name in _PUBLIC_FIELDS.get(type(entry), ()):
        told[name] = getattr(entry, name)
    return told


_PUBLIC_FIELDS: dict[type[e.Entry], tuple[str, ...]] = {
    e.Joined: ("person", "name"),
    e.Sat: ("seat",),
    e.SeatedBot: ("seat", "level"),
    e.Cleared: ("seat",),
    e.Readied: ("on",),
    e.Started: ("mixes",),
    e.Moved: ("seat", "how"),
    e.Performed: ("seat", "how"),
    e.Arrived: ("person",),
    e.Dropped: ("person",),
    e.TookOver: ("seat",),
    e.Removed: ("person",),
    e.Said: ("text",),
    e.Reacted: ("reaction",),
    e.Muted: ("person", "on"),
}
"""By kind of entry, the fields that everybody may know; whatever is not listed is not told."""


# --- the table and the game -----------------------------------------------------------------------


def table_of(table: Table) -> msgspec.Raw:
    """The table as everybody may know it."""
    shuffle = table.shuffle
    told: dict[str, Any] = {
        "code": table.code,
        "phase": table.phase,
        "host": table.host,
        "setup": table.setup,
        "seats": [
            {"name": name, "person": seat.person, "bot": seat.bot, "stand_in": seat.stand_in}
            for name, seat in zip(table.names(), table.seats, strict=True)
        ],
        "people": [
            {
                "id": p.id,
                "name": p.name,
                "seat": p.seat,
                "present": p.present,
                "ready": p.ready,
                "consented": p.consented,
            }
            for p in table.here()
        ],
        "rules": table.rules,
        "custom": [custom_rule(rule) for rule in table.setup.custom],
        "games": table.games,
        "commitment": shuffle.commitment,
    }
    if table.phase != "lobby":
        told["mixes"] = [mix.hex() for mix in shuffle.mixes]
    if table.phase == "over":
        told["secret"], told["salt"] = shuffle.secret.hex(), shuffle.salt.hex()
    return msgspec.Raw(_json.encode(told))


def view_of(table: Table, viewer: int, now: int) -> msgspec.Raw | msgspec.UnsetType:
    """The game as a viewer may know it; nothing if there is none."""
    game = table.game
    if game is None:
        return msgspec.UNSET
    told = _seen(game, viewer)
    if viewer >= 0:
        _add_reasons(told, game.reasons(viewer))
    told["decision"] = table.decision
    told["clock"] = clock_left(table, now)
    told["telling"] = table.performer
    if table.performer is not None:
        told["moves"] = [move for move in told["moves"] if " vote " not in move]
    if catching := table.races.waits(viewer):
        told["catching"] = catching
    return msgspec.Raw(_json.encode(told))


def _seen(game: Game, viewer: int) -> dict[str, Any]:
    """What a viewer sees of a game; `left` only if hands are laid open to be counted."""
    if viewer >= 0:
        told = game.view(viewer).to_dict()
    else:
        told = game.view("public" if viewer == PUBLIC else "open").to_dict()
        told["seat"] = None
    if not told["left"]:
        del told["left"]
    return told


def _add_reasons(told: dict[str, Any], reasons: list[Any]) -> None:
    """For each card of the hand the number of the reason why it can't be played; null if it can."""
    numbers: dict[Any, int] = {}
    told["why"] = [None if reason is None else numbers.setdefault(reason, len(numbers)) for reason in reasons]
    told["reasons"] = [{"rule": reason.rule, "say": reason.sentence} for reason in numbers]


def replayed(table: Table, past: Past, viewer: int) -> dict[str, Any]:
    """A line of a game that is over, and the game after it, as a viewer might know it then.

    Nothing is asked any more.
    """
    assert table.game is not None
    view = {**_seen(table.game, viewer), "moves": [], "decision": table.decision}
    return {"events": _events(table, past, viewer), "view": view}


def clock_left(table: Table, now: int) -> int | None:
    """Milliseconds until nobody waits any longer for the asked player, or for a performer; None if no clock runs."""
    asked = table.awaited()
    if table.phase != "playing" or (asked >= 0 and table.seats[asked].level is not None):
        return None
    clock = table.setup.options.clock if asked >= 0 else deal_pause(table)
    return None if clock is None else max(0, int(clock * 1000) - (now - table.decision_at))


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
    return Welcome(
        v=PROTOCOL,
        n=table.told_number,
        you=None if person is None else person.id,
        fresh=not known,
        muted=[] if person is None else sorted(person.muted),
        past=[tell_line(table, past, viewer, heard=heard_by(person, past.line.entry)) for past in shown],
        page=page,
        table=table_of(table),
        view=view_of(table, viewer, now),
    )


def summary_of(table: Table) -> str:
    """A line in the list of public tables."""
    return _json.encode(
        {
            "edition": table.setup.edition,
            "phase": table.phase,
            "seats": len(table.seats),
            "free": sum(seat.person is None for seat in table.seats) if table.phase == "lobby" else 0,
            "players": [name for name in table.names() if name],
            "watching": table.setup.options.watching,
        }
    ).decode()
