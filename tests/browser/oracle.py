"""Whether a page was ever sent what its visitor may not know: its frames against the log.

The table's log is replayed beside the second account of who may know which face
(`tests/server/knowledge.py`), and every view and event that came must be just what that yields.
"""

from __future__ import annotations

import copy
import json
import math
import random
from typing import Any

from lastcard.server import entries as e
from lastcard.server import telling
from lastcard.server.table import Table
from tests.browser.harness import Socket, Visitor
from tests.server.knowledge import Knowledge
from tests.server.players import read_log
from tests.server.secrecy import Secrets

Told = tuple[dict[str, Any], list[dict[str, Any]]]
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
    return any(message["t"] == "hello" and message["table"].upper() == code for message in socket.sent)


def _told(lines: list[e.Line], code: str, seat: int | None, *, late: bool) -> list[Told]:
    """By line, what may be told."""
    table = Table(0, code)
    knowledge: Knowledge | None = None
    rng = random.Random(code)
    told: list[Told] = []
    for line in lines:
        if table.apply(line) is None:  # nobody is told of it, and it has no number for pages
            continue
        entry, events = line.entry, []
        if isinstance(entry, e.Started):
            assert table.game is not None
            knowledge = Knowledge(table.game)
        elif table.game is None:
            knowledge = None
        if knowledge is not None and isinstance(entry, e.Started | e.Moved):
            challenger = entry.seat if isinstance(entry, e.Moved) and entry.move.endswith(" challenge") else None
            knowledge.follow(challenger)
            events = knowledge.events(_eyes(knowledge, seat, late=late))
        told.append((_view(table, knowledge, seat, rng, late=late), events))
    return told


def _eyes(knowledge: Knowledge, seat: int | None, *, late: bool) -> frozenset[int] | None:
    """The seats that must all know a face; None sees everything."""
    if seat is not None:
        return frozenset({seat})
    return None if late else knowledge.all


def _view(
    table: Table, knowledge: Knowledge | None, seat: int | None, rng: random.Random, *, late: bool
) -> dict[str, Any]:
    if knowledge is None:
        return {}
    view = {**knowledge.view(_eyes(knowledge, seat, late=late), seat), "decision": table.decision}
    if seat is not None:  # why a card can't be played is the same in another deal that looks the same
        alike = copy.copy(table)
        alike.game = knowledge.twin(seat, rng)
        shown = json.loads(bytes(telling.view_of(alike, seat, table.at)))  # type: ignore[arg-type]
        view |= {"why": shown["why"], "reasons": shown["reasons"]}
    view["telling"] = table.performer
    if table.performer is not None:  # the vote is not open yet
        view["moves"] = [move for move in view["moves"] if " vote " not in move]
    if waiting := table.races.waits(seat):
        view["catching"] = waiting
    if not view["left"]:  # told only when hands are laid open to be counted
        del view["left"]
    return dict(json.loads(json.dumps(view)))


def _check(socket: Socket, told: list[Told], secrets: Secrets) -> int:
    views = 0
    for text in socket.received:
        message = json.loads(text)
        if message["t"] not in {"event", "welcome"}:
            assert set(message) <= {"t", "id", "n", "waits", "code", "say", "rule", "seat"}
            secrets.check(text, -math.inf)
            continue
        secrets.check(text, message["n"])
        if "view" in message:
            shown = {name: value for name, value in message["view"].items() if name != "clock"}
            expected = told[message["n"] - 1][0]
            wrong = [name for name in sorted({*shown, *expected}) if shown.get(name) != expected.get(name)]
            assert not wrong, (
                f"line {message['n']}: {wrong[0]} is {shown.get(wrong[0])!r:.200} and may be "
                f"{expected.get(wrong[0])!r:.200}"
            )
            views += 1
        for line in [message, *message.get("past", ())]:
            events = line.get("events", [])
            assert not events or events == told[line["n"] - 1][1], (
                f"line {line['n']}: told {events!r:.300}, may be told {told[line['n'] - 1][1]!r:.300}"
            )
    return views
