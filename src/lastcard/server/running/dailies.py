"""The daily deals of a node: begins them, and keeps what came of them. What they are is in `table/daily.py`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from lastcard.server.clock import milliseconds
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.locks import Locks
from lastcard.server.log.deals import Begun
from lastcard.server.log.games import read_game
from lastcard.server.log.store import Store
from lastcard.server.table import daily
from lastcard.server.table import entries as e
from lastcard.server.table.daily import Result
from lastcard.server.table.fold import Table

if TYPE_CHECKING:
    from lastcard.server.running.node import Node


_FRESH = 1.0
"""Seconds for which the results of a day are not counted anew, however many ask."""


class _NotMadeError(Exception):
    """Somebody else was quicker, or the code is taken: look once more."""


class Dailies:
    """The same for every node of a server, as the secret is in the database."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._deals = node.journal.store.deals
        self._secret: bytes | None = None
        self._beginning = Locks()
        self._leads: dict[str, tuple[float, asyncio.Future[dict[int, int]]]] = {}
        """By day: since when its results are counted, and how often each lead was had."""
        self._unkept: dict[int, tuple[str, tuple[int, ...]]] = {}
        """By table: the day and the points of a game that is over, as long as that could not be written down."""
        self._tidied = ""

    def _now(self) -> int:
        return (self._node.config.clock or milliseconds)()

    async def _known_secret(self) -> bytes:
        if self._secret is None:
            self._secret = await self._node.journal.call(self._deals.secret)
        return self._secret

    async def begin(
        self, name: str, key: str, count: Callable[[], AbstractContextManager[None]]
    ) -> tuple[str, str, str]:
        """Today, the code of the player's table, and its token. Asked again, it is the same table.

        A new one is made in `count`, which may refuse it.
        """
        day, secret = daily.day_at(self._now()), await self._known_secret()
        token, player = daily.token_of(secret, day, key), daily.player_of(secret, day, key)
        async with self._beginning.of(player):  # or whoever asks many times at once would be counted as often
            while True:
                found = await self._node.journal.call(self._deals.begun, day, player)
                if found is not None:
                    return day, found.code, token
                with contextlib.suppress(_NotMadeError), count():
                    return day, await self._make(secret, day, name, token, player), token

    async def _make(self, secret: bytes, day: str, name: str, token: str, player: str) -> str:
        """A new table; its code."""
        table, lines = Table(0, ""), []
        at = milliseconds()
        for entry in daily.opening(secret, day, name, token, table):
            lines.append(e.Line(table.number + 1, at, entry))  # type: ignore[arg-type]
            table.apply(lines[-1])
        code = await self._node.establish(table, lines, self._deals.begin_daily, day, player)
        if code is None:
            raise _NotMadeError
        return code

    async def standing(self, day: str | None, key: str | None) -> dict[str, Any]:
        """How a day stands, and where one player is in it."""
        now, journal = self._now(), self._node.journal
        day = daily.day_at(now) if day is None else daily.kept_day(day, now)
        secret, mine = await self._known_secret(), None
        if key is not None:
            mine = await journal.call(self._deals.begun, day, daily.player_of(secret, day, daily.checked_key(key)))
        leads = await self._counted(day, mine.result if mine else None)
        return {
            "day": day,
            "left": max(0, daily.end_of(day) - now),
            "told": max(0, daily.told_from(day) - now),
            "bots": daily.bots_of(secret, day),
            "target": daily.TARGET,
            "count": sum(leads.values()),
            "wins": sum(count for lead, count in leads.items() if lead > 0),
            "spread": daily.spread_of(leads),
            "mine": None if mine is None else _told(mine, leads),
        }

    async def _counted(self, day: str, own: Result | None) -> dict[int, int]:
        """How often each lead was had on a day, a second ago at most; a player's own one is among them."""
        counting = self._counting_of(day)
        leads = await asyncio.shield(counting)  # who goes away does not take it from the others
        if own is not None and own.lead not in leads:
            self._leads = {known: kept for known, kept in self._leads.items() if kept[1] is not counting}
            leads = await asyncio.shield(self._counting_of(day))
        return leads

    def _counting_of(self, day: str) -> asyncio.Future[dict[int, int]]:
        """It takes a look at every result of the day, so it is done once for all who ask within a second."""
        now = self._node.config.ticks()
        self._leads = {known: kept for known, kept in self._leads.items() if now - kept[0] < _FRESH}
        if day not in self._leads:
            self._leads[day] = now, asyncio.ensure_future(self._node.journal.call(self._deals.leads, day))
        return self._leads[day][1]

    # --- the cards of a day that is not over ----------------------------------------------------

    async def check_told(self, table: int) -> None:
        """Refuse to tell the cards of a deal that others still play."""
        day = await self._node.journal.call(self._deals.day_of, table)
        left = 0 if day is None else daily.told_from(day) - self._now()
        if left > 0:
            say = f"others still play the daily deal of {day}; its cards are told an hour after the day, by UTC"
            raise RefusedError("withheld", say, retry=left / 1000)

    # --- what came of them ----------------------------------------------------------------------

    def look_at(self, table: Table) -> None:
        """Keep the result of a game that is over, unless it came too late."""
        if table.daily and table.phase == "over" and self._now() < daily.told_from(table.daily):
            assert table.game is not None
            self._node.tasks.spawn(self._keep(table.id, table.daily, table.game.scores))

    async def _keep(self, table: int, day: str, scores: tuple[int, ...]) -> None:
        """Write a result down, unless it is known already; if it can't be, `tidy` tries again, be it after the day."""
        journal = self._node.journal
        self._unkept.pop(table, None)
        try:
            if await journal.call(self._deals.is_open, table):
                rounds = await journal.slowly(_rounds, journal.store, table)
                await journal.write(self._deals.finish_daily, table, daily.result_of(scores, rounds))
                self._leads.pop(day, None)
        except UnavailableError:
            self._unkept[table] = day, scores
            raise

    def counting_from(self) -> str:
        """The first of the days whose games still count."""
        return daily.day_at(self._now() - daily.GRACE)

    async def tidy(self) -> None:
        """Keep what could not be kept yet, and forget old days; for these once a day is enough."""
        for table, (day, scores) in list(self._unkept.items()):
            await self._keep(table, day, scores)
        oldest = daily.oldest_kept(self._now())
        if oldest != self._tidied:
            await self._node.journal.write(self._deals.forget_daily, oldest)
            self._tidied = oldest


def _rounds(store: Store, table: int) -> str:
    return daily.rounds_of(read_game(store, table, 1))


def _told(mine: Begun, leads: dict[int, int]) -> dict[str, Any]:
    """A player's deal, and how it compares if it is over."""
    if mine.result is None:
        return {"table": mine.code}
    lead, points, rounds = mine.result
    compared = {
        "lead": lead,
        "points": points,
        "rounds": [None if seat == daily.NOBODY else int(seat) for seat in rounds],
        "place": 1 + sum(count for other, count in leads.items() if other > lead),
        "better": sum(count for other, count in leads.items() if other < lead),
    }
    return {"table": mine.code, "result": compared}
