"""How a table and its game are shown: whole, to one viewer, by listing what may be told.

A viewer is a seat, a spectator (what every seat may know), or somebody who may see all hands.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from lastcard import changes
from lastcard.changes import cards_seen, outline
from lastcard.game import Game
from lastcard.moves import NO_SEAT
from lastcard.reading import ALL_SEEING, every_seat, one_seat
from lastcard.server.table.catalogue import custom_rule
from lastcard.server.table.duties import clock_of
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person
from lastcard.server.table.tempo import holders, tempo_of

PUBLIC = changes.PUBLIC
"""A viewer without a seat."""
OPEN = changes.OPEN
"""A viewer who may see all hands: of a game that is shown late."""

_json = msgspec.json.Encoder()


def viewer_of(table: Table, person: Person | None) -> int:
    """Whose eyes a person has."""
    return PUBLIC if person is None or person.seat is None or table.game is None else person.seat


def eyes_of(game: Game, viewer: int) -> tuple[int, int]:
    """The seat of a viewer, and the set of seats that must all know what it may see.

    As `Game.eyes`, but without its checks: it is asked for every line and viewer, and only for viewers that there are.
    """
    if viewer >= 0:
        return viewer, one_seat(viewer)
    return NO_SEAT, every_seat(game.players) if viewer == PUBLIC else ALL_SEEING


def table_of(table: Table) -> dict[str, Any]:
    """The table as everybody may know it."""
    shuffle = table.shuffle
    told: dict[str, Any] = {
        "code": table.code,
        "phase": table.phase,
        "host": table.host,
        "setup": table.setup,
        "daily": table.daily or None,
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
                "program": p.program,
                "tempo": p.tempo,
                "face": p.face,
            }
            for p in table.here()
        ],
        "rules": table.rules,
        "custom": [custom_rule(rule) for rule in table.setup.custom],
        "games": table.games,
        "commitment": shuffle.commitment,
        "again": table.again,
        "tempo": tempo_of(table),
        "held": holders(table),
    }
    if table.phase != "lobby":
        told["mixes"] = [mix.hex() for mix in shuffle.mixes]
    if table.phase == "over" and not table.daily:  # others play the same cards until the day is over
        told["secret"], told["salt"] = shuffle.secret.hex(), shuffle.salt.hex()
    return told


def view_of(table: Table, viewer: int, now: int) -> dict[str, Any] | None:
    """The game as a viewer may know it; None if there is none."""
    game = table.game
    if game is None:
        return None
    return {
        **seen(game, viewer),
        "moves": moves_of(table, viewer),
        "decision": table.decision,
        "clock": clock_left(table, now),
        "telling": table.performer,
        "catching": table.races.waits(viewer),
    }


def seen(game: Game, viewer: int) -> dict[str, Any]:
    """What a viewer sees of a game, without what the table adds."""
    seat, eyes = eyes_of(game, viewer)
    cards = cards_seen(game, seat, eyes)
    return {
        "seat": None if seat == NO_SEAT else seat,
        "edition": game.edition.id,
        "players": game.players,
        **outline(game),
        "draw_top": cards.draw_top,
        "discard": cards.discard,
        "hands": cards.hands,
    }


def moves_of(table: Table, viewer: int) -> list[str]:
    """What a viewer can do now, as it is asked for."""
    return [] if viewer < 0 or table.game is None else moves_by_seat(table)[viewer]


def moves_by_seat(table: Table) -> list[list[str]]:
    """What each seat can do now; nobody can vote before what it is about was performed."""
    assert table.game is not None
    moves: list[list[str]] = [[] for _ in table.seats]
    for move in table.game.legal_moves():
        if move.kind == "deal":
            for seat, each in enumerate(moves):
                if table.program_at(seat) is None:  # people deal
                    each.append(move.short)
        elif table.performer is None or move.kind != "vote":
            moves[move.seat].append(move.short)
    return moves


def check_of(view: dict[str, Any]) -> int:
    """A number by which a client can tell that its view is right; what the clock says is no part of it."""
    return zlib.crc32(_json.encode([[name, view[name]] for name in sorted(view) if name != "clock"]))


def clock_left(table: Table, now: int) -> int | None:
    """Milliseconds until nobody waits any longer for the asked player, or for a performer; None if no clock runs."""
    end = clock_end(table)
    return None if end is None else max(0, end - now)


def clock_end(table: Table) -> int | None:
    """When that is, in milliseconds since 1970."""
    clock = clock_of(table) if table.phase == "playing" else None
    return None if clock is None else table.decision_at + int(clock * 1000)


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
