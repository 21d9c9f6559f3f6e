"""Somebody who comes back: statistics of earlier games, and a daily deal that is nearly over or played by many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from lastcard.server.clock import milliseconds
from lastcard.server.codes import Share
from lastcard.server.log.schema import daily as daily_rows
from lastcard.server.log.store import Store
from lastcard.server.table import daily, showing
from lastcard.server.table import entries as e
from tests.server.dealing import Played

KEY = "0123456789abcdef0123456789abcdef"
"""What the browser says to be known again."""

_WON = "0110101100111010110111"


def statistics(**more: Any) -> dict[str, Any]:
    """What the browser of somebody who has played for a while remembers."""
    games = [
        {"key": f"K7QM2X.{number}", "at": 1_790_000_000_000 + number, "edition": "classic", "won": won == "1"}
        for number, won in enumerate(_WON, 1)
    ]
    editions = {
        "classic": {"games": 18, "wins": 11, "lostTo": {"otto": 4, "fern": 2, "pip": 1}},
        "flip": {"games": 4, "wins": 3, "lostTo": {"hazel": 1}},
    }
    kept = {
        "version": 1,
        "editions": editions,
        "streak": 3,
        "longest": 5,
        "comeback": {"points": 145, "edition": "classic"},
        "last": games,
        "going": [],
    }
    return {"lastcard.statistics": {**kept, **more}}


@dataclass(frozen=True)
class Dealt:
    """Somebody's daily deal that was staged."""

    code: str
    day: str
    token: str

    @property
    def path(self) -> str:
        """The table's address on its server."""
        return f"/t/{self.code}"

    @property
    def storage(self) -> dict[str, Any]:
        """What the player's browser remembers of it."""
        return {"lastcard.daily": {"player": KEY}, f"lastcard.seat.{self.code}": {"token": self.token}}


def stage_daily(database: str, *, leave: int = 0, key: str = KEY, now: int) -> Dealt:
    """A player's deal of the day at a time, played by a rule until so many moves are left."""
    store = Store(database, beside=True)
    try:
        secret, day = store.deals.secret(), daily.day_at(now)
        token = daily.token_of(secret, day, key)
        whole = Played(day=day, secret=secret, token=token)
        played = Played(day=day, secret=secret, token=token)
        played.play(len(whole.play()) - leave)
        played.add(e.Dropped(person=1, node="n"))
        played.add(e.Slept())
        code = Share().new_code()
        row = {
            "code": code,
            "created_at": milliseconds(),
            "public": False,
            "summary": showing.summary_of(played.table),
            "asleep_at": milliseconds(),  # else it would be put away
        }
        player = daily.player_of(secret, day, key)
        with store.engine.begin() as connection:  # another scene may have been played on the same day
            connection.execute(sa.delete(daily_rows).where(daily_rows.c.day == day, daily_rows.c.player == player))
        made = store.deals.begin_daily(row, played.lines, day, player)
        assert made is not None
        return Dealt(code, day, token)
    finally:
        store.close()


def others_play(database: str, code: str, leads: list[int], *, day: str) -> None:
    """Others have played the same day's deal, with these leads; their rows name the table with this code."""
    store = Store(database, beside=True)
    try:
        found = store.find(code)
        assert found is not None
        rows = [
            {"day": day, "player": f"other {number}", "table_id": found.id, "lead": lead, "points": 90, "rounds": "1"}
            for number, lead in enumerate(leads)
        ]
        with store.engine.begin() as connection:
            connection.execute(sa.delete(daily_rows).where(daily_rows.c.player.like("other %")))
            connection.execute(sa.insert(daily_rows), rows)
    finally:
        store.close()


OTHERS = [-260, -190, -170, -140, -120, -90, -80, -40, -30, 20, 60, 90, 130, 210]
"""How a day may go for others."""
