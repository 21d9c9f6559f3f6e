"""Whether a page was ever sent what its visitor may not know: its frames against the log.

The table's log is replayed beside the second account of who may know which face
(`tests/server/knowledge.py`), and every view and event that came must be just what that yields.
"""

from __future__ import annotations

import json
import math
from typing import Any

from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from tests.browser.harness import Socket, Visitor
from tests.server.following import ANSWERS, check_of
from tests.server.knowledge import Knowledge
from tests.server.players import read_log
from tests.server.rebuilding import changes_between, difference
from tests.server.secrecy import Secrets

Told = tuple[dict[str, Any] | None, list[list[Any]]]
"""The view after a line, without its clock, and what happened in it."""


def assert_no_hidden_card(visitor: Visitor, database: str, code: str, seat: int | None, *, late: bool = False) -> int:
    """Every frame that the visitor's pages received from a table is what its seat may know; how many views there were.

    `seat` is None for whoever has none; with `late` such a one sees all hands, of the past. The game may still go on.
    """
    lines = read_log(database, code)
    secrets = Secrets(lines, code)
    for message in visitor.sent():
        secrets.never |= {message["token"]} if message.get("token") else set()
    told = _told(lines, code, seat, late=late)
    compared = sum(_check(socket, told, secrets) for socket in visitor.sockets if _is_of(socket, code))
    assert compared, f"no view of table {code} ever came"
    return compared


def _is_of(socket: Socket, code: str) -> bool:
    return socket.url.upper().endswith(f"/WS/{code}")


def _told(lines: list[e.Line], code: str, seat: int | None, *, late: bool) -> list[Told]:
    """By line, what may be told."""
    table = Table(0, code)
    knowledge: Knowledge | None = None
    told: list[Told] = []
    for line in lines:
        if table.apply(line) is None:  # nobody is told of it, and it has no number for pages
            continue
        entry = line.entry
        events: list[list[Any]] = []
        if isinstance(entry, e.Started):
            assert table.game is not None
            knowledge = Knowledge(table.game)
        elif table.game is None:
            knowledge = None
        if knowledge is not None and isinstance(entry, e.Started | e.Moved):
            challenger = entry.seat if isinstance(entry, e.Moved) and entry.move.endswith(" challenge") else None
            knowledge.follow(challenger)
            events = knowledge.events(_eyes(knowledge, seat, late=late))
        told.append((_view(table, knowledge, seat, late=late), events))
    return told


def _eyes(knowledge: Knowledge, seat: int | None, *, late: bool) -> frozenset[int] | None:
    """The seats that must all know a face; None sees everything."""
    if seat is not None:
        return frozenset({seat})
    return None if late else knowledge.all


def _view(table: Table, knowledge: Knowledge | None, seat: int | None, *, late: bool) -> dict[str, Any] | None:
    if knowledge is None:
        return None
    view = knowledge.view(_eyes(knowledge, seat, late=late), seat)
    if table.performer is not None:  # the vote is not open yet
        view["moves"] = [move for move in view["moves"] if not move.startswith("vote ")]
    view |= {"decision": table.decision, "telling": table.performer, "catching": table.races.waits(seat)}
    return dict(json.loads(json.dumps(view)))


def _check(socket: Socket, told: list[Told], secrets: Secrets) -> int:
    views = 0
    for text in socket.received:
        message = json.loads(text)
        if message["t"] in ANSWERS - {"welcome"}:
            assert set(message) <= {"t", "id", "n", "waits", "code", "say", "rule", "seat", "why"}
            secrets.check(text, -math.inf)
            continue
        number = message["n"]
        secrets.check(text, number)
        after = told[number - 1][0]
        if message["t"] == "welcome":
            expected = {} if after is None else {"view": after, "check": check_of(after)}
            for line in message["past"]:
                _check_events(line, told)
        else:
            before = told[number - 2][0] if number > 1 else None
            expected = changes_between(before, after, number, message.get("set", {}).get("clock", "unchanged"))
            _check_events(message, told)
        if "view" in message:
            message["view"].pop("clock")
        shown = {name: message[name] for name in ("view", "set", "edit", "check") if name in message}
        assert shown == expected, f"line {number} is not as it may be: {difference(shown, expected)}"
        views += any(name in message for name in ("view", "set", "edit"))
    return views


def _check_events(line: dict[str, Any], told: list[Told]) -> None:
    events = line.get("events", [])
    assert not events or events == told[line["n"] - 1][1], (
        f"line {line['n']}: told {events!r:.300}, may be told {told[line['n'] - 1][1]!r:.300}"
    )
