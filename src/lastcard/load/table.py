"""One table: its players come, start, and make one move after the other until the time is over."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lastcard.load.checks import Agreement, CheckError, Watch
from lastcard.load.figures import Figures
from lastcard.load.http import Desk
from lastcard.load.player import PATIENCE, LostError, Player, RefusalError
from lastcard.load.wire import Message
from lastcard.server.table import requests as r

_RACE_CODES = frozenset({"illegal-move", "stale", "too-late"})
"""What the loser of a race between calls and catches is told."""

OPTIONS: dict[str, Any] = {"clock": None, "uno_grace": 0}
"""No clock moves for a player, and a catch counts at once."""


class Game(NamedTuple):
    """What a table plays."""

    edition: str
    two_sided: bool
    seats: int
    settings: dict[str, Any]
    bots: str | None = None
    """Who has all seats but the first; None: every seat is played from here."""

    @property
    def people(self) -> int:
        """How many seats are played from here."""
        return self.seats if self.bots is None else 1


class _Sent:
    """A move on its way: when it was sent, and until all seats have seen it."""

    __slots__ = ("at", "line", "seen")

    def __init__(self, seen: asyncio.Future[None]) -> None:
        self.at = time.perf_counter()
        self.line = 0
        self.seen = seen


class Table:
    """A table whose seats are all played from here, or all but those of bots."""

    def __init__(self, number: int, urls: Sequence[str], game: Game, figures: Figures) -> None:
        self._number, self._urls, self._game, self.figures = number, urls, game, figures
        self._luck = random.Random(number)
        self._agreement = Agreement(game.people)
        self._sent: dict[int, _Sent] = {}
        """By seat, the move that is on its way."""
        self._waiting: dict[int, _Sent] = {}
        """By line, the move that not all seats have seen yet."""
        self._news = asyncio.Event()
        """Set when somebody has seen a line for which others may be waiting."""
        self._complete = False
        """Whether everybody is here and has seen the same lines, so that all will see all from now on."""
        self.players: list[Player] = []
        self.broken = False

    # --- coming and going ----------------------------------------------------------------------

    async def open(self, desk: Desk) -> None:
        """Make the table, let everybody come and sit down, and start."""
        url, game = self._url(0), self._game
        host = await desk.create(
            url,
            {
                "name": "Seat 0",
                "edition": game.edition,
                "settings": game.settings,
                "seats": game.seats,
                "options": OPTIONS,
                "fill": game.bots,
            },
        )
        passes = [host, *[await desk.join(url, host.table, f"Seat {seat}") for seat in range(1, game.people)]]
        for seat, own in enumerate(passes):
            player = Player(self._url(seat), own.person, own.token, Watch(seat, two_sided=game.two_sided), self.figures)
            player.told, player.lost = self._told, self._lost
            self.players.append(player)
            await player.enter(host.table)
            if seat:
                await player.ask(r.Sit(id=player.next_id(), seat=seat))
        await self._wait(lambda: len({player.watch.number for player in self.players}) == 1)
        self._complete = True
        await self._agree_and_start()

    def _url(self, seat: int) -> str:
        return self._urls[(self._number + seat) % len(self._urls)]

    async def _agree_and_start(self) -> None:
        host = self.players[0]
        rules = host.room["rules"] if host.room["custom"] else None
        for player in self.players:
            if rules is not None:
                await player.ask(r.Consent(id=player.next_id(), rules=rules))
            if player is not host:
                await self._seen_by_all(await player.ask(r.Ready(id=player.next_id(), mix=os.urandom(8).hex())))
        await self._seen_by_all(await host.ask(r.Start(id=host.next_id(), mix=os.urandom(8).hex())))

    async def _seen_by_all(self, number: int) -> None:
        await self._wait(lambda: all(player.watch.number >= number for player in self.players))

    async def _wait(self, condition: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            numbers = ", ".join(str(player.watch.number) for player in self.players)
            msg = f"the seats were not told the same lines within {PATIENCE:g} s; they have seen lines {numbers}"
            raise LostError(msg) from None

    async def close(self) -> None:
        """Everybody goes."""
        await asyncio.gather(*(player.leave() for player in self.players))

    # --- what comes ----------------------------------------------------------------------------

    def _told(self, player: Player, line: Message) -> None:
        self._news.set()
        if not self._complete:
            return
        if line.t == "moved":
            sent = self._sent.pop(self._mover(line), None)
            if sent is not None:
                sent.line = line.n
                self._waiting[line.n] = sent
        try:
            last = self._agreement.seen(line.n, player.watch.view)
        except CheckError as error:
            self.figures.error(error.kind, f"table {self._number}, seat {player.seat}: {error}")
            last = all(other.watch.number >= line.n for other in self.players)
        if last:
            sent = self._waiting.pop(line.n, None)
            if sent is not None:
                self.figures.moves += 1
                self.figures.latencies.append(time.perf_counter() - sent.at)
                if not sent.seen.done():
                    sent.seen.set_result(None)

    def _mover(self, line: Message) -> int:
        """The seat whose move it was; a deal is nobody's, and says which person asked for it."""
        if line.seat is not None and line.seat >= 0:
            return line.seat
        return next((player.seat for player in self.players if player.person == line.by), -1)

    def _lost(self, why: str) -> None:
        self.broken = True
        self.figures.error("closed", f"table {self._number}: {why}")

    # --- playing -------------------------------------------------------------------------------

    async def play(self, first: float, pause: float, until: float) -> None:
        """Make moves until a time, one each `pause` seconds from `first` on; a pause of 0: one after the other."""
        due = first
        while not self.broken:
            now = time.perf_counter()
            if max(now, due) >= until:
                return
            if due > now:
                await asyncio.sleep(due - now)
            due += pause
            try:
                await self.step()
            except RefusalError as error:
                self.figures.error(error.code, f"table {self._number}: {error}")
            except LostError as error:
                if not self.broken:
                    self.figures.error("lost", f"table {self._number}: {error}")
                return

    async def step(self) -> None:
        """Make the next move, whatever it is."""
        host = self.players[0]
        await self._wait(self._ours)
        if host.room["phase"] == "over":
            self.figures.games += 1
            await self._seen_by_all(await host.ask(r.Rematch(id=host.next_id())))
            await self._agree_and_start()
        elif host.view["asks"][1] == "round over":
            await self._move(self._luck.choice(self.players), "deal")
        elif (quick := self._reactions()) and self._luck.random() < 0.5:
            await self._react(quick)
        else:
            asked = self.players[host.view["asks"][0]]
            await self._move(asked, self._choose(asked.view["moves"]), asked.view["decision"])

    def _ours(self) -> bool:
        """Whether somebody who is played from here goes on."""
        host = self.players[0]
        return bool(host.room["phase"] == "over" or host.view["asks"][0] < self._game.people)

    def _reactions(self) -> list[tuple[Player, str]]:
        """The calls and catches that could be made out of turn."""
        if not self.players[0].view["liable"]:
            return []
        return [
            (player, self._luck.choice(moves))
            for player in self.players
            if (moves := [move for move in player.view["moves"] if _kind(move) in {"uno", "catch"}])
        ]

    async def _react(self, offers: list[tuple[Player, str]]) -> None:
        """A call or a catch; now and then all at once, so that only one can be first."""
        self._luck.shuffle(offers)
        made = offers if self._luck.random() < 0.2 else offers[:1]
        results = await asyncio.gather(*(self._move(player, move) for player, move in made), return_exceptions=True)
        failed = [result for result in results if isinstance(result, BaseException)]
        for result in failed:
            if isinstance(result, RefusalError) and result.code in _RACE_CODES and len(failed) < len(made):
                self.figures.races += 1
            else:
                raise result

    def _choose(self, moves: list[str]) -> str:
        """Any move, but rather a play than anything else, so that games come to an end."""
        plays = [move for move in moves if _kind(move) == "play"]
        return self._luck.choice(plays if plays and self._luck.random() < 0.9 else moves)

    async def _move(self, player: Player, move: str, decision: int | None = None) -> None:
        """Make a move and wait until every seat has seen it."""
        sent = _Sent(asyncio.get_running_loop().create_future())
        self._sent[player.seat] = sent
        try:
            await player.ask(r.Move(id=player.next_id(), move=move, decision=decision))
            async with asyncio.timeout(PATIENCE):
                await sent.seen
        except TimeoutError:
            msg = f"not every seat was told of {move!r} within {PATIENCE:g} s"
            raise LostError(msg) from None
        finally:
            self._sent.pop(player.seat, None)
            self._waiting.pop(sent.line, None)


def _kind(move: str) -> str:
    return move.partition(" ")[0]
