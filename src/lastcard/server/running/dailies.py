"""The daily deals of a node: begins them, and keeps what came of them. What they are is in `table/daily.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastcard.server.clock import milliseconds
from lastcard.server.errors import RefusedError
from lastcard.server.log.deals import Begun
from lastcard.server.log.games import read_game
from lastcard.server.log.store import Store
from lastcard.server.table import daily
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table

if TYPE_CHECKING:
    from lastcard.server.running.node import Node


class Dailies:
    """The same for every node of a server, as the secret is in the database."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._deals = node.journal.store.deals
        self._secret: bytes | None = None
        self._tidied = ""

    def _now(self) -> int:
        return (self._node.config.clock or milliseconds)()

    async def _known_secret(self) -> bytes:
        if self._secret is None:
            self._secret = await self._node.journal.call(self._deals.secret)
        return self._secret

    async def begun(self, key: str, day: str | None = None) -> Begun | None:
        """The deal of a day, or of today, that the player with this key has begun."""
        day = day or daily.day_at(self._now())
        player = daily.player_of(await self._known_secret(), day, daily.checked_key(key))
        return await self._node.journal.call(self._deals.begun, day, player)

    async def begin(self, name: str, key: str) -> tuple[str, str, str]:
        """Today, the code of the player's table, and its token. Asked again, it is the same table."""
        day, secret = daily.day_at(self._now()), await self._known_secret()
        token, player = daily.token_of(secret, day, key), daily.player_of(secret, day, key)
        code = None
        while code is None:
            found = await self.begun(key, day)
            if found is not None:
                return day, found.code, token
            table, lines = Table(0, ""), []
            at = milliseconds()
            for entry in daily.opening(secret, day, name, token, table):
                lines.append(e.Line(table.number + 1, at, entry))  # type: ignore[arg-type]
                table.apply(lines[-1])
            code = await self._node.establish(table, lines, self._deals.begin_daily, day, player)
        return day, code, token

    async def standing(self, day: str | None, key: str | None) -> dict[str, Any]:
        """How a day stands, and where one player is in it."""
        now, journal = self._now(), self._node.journal
        day = daily.day_at(now) if day is None else daily.kept_day(day, now)
        leads = await journal.call(self._deals.leads, day)
        mine = None if key is None else await self.begun(key, day)
        return {
            "day": day,
            "left": max(0, daily.end_of(day) - now),
            "told": max(0, daily.told_from(day) - now),
            "bots": daily.bots_of(await self._known_secret(), day),
            "target": daily.TARGET,
            "count": sum(leads.values()),
            "wins": sum(count for lead, count in leads.items() if lead > 0),
            "spread": daily.spread_of(leads),
            "mine": None if mine is None else _told(mine, leads),
        }

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
            self._node.tasks.spawn(self._keep(table.id, table.game.scores))

    async def _keep(self, table: int, scores: tuple[int, ...]) -> None:
        journal = self._node.journal
        rounds = await journal.slowly(_rounds, journal.store, table)
        await journal.write(self._deals.finish_daily, table, daily.result_of(scores, rounds))

    async def tidy(self) -> None:
        """Forget old days; once a day is enough."""
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
