"""Clients that play flat out, come back whenever their socket closes, and keep a diary; and the log to hold it against.

What a client was told, and what it was granted or refused, is compared line by line with
what the database holds at the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from lastcard.server import entries as e
from lastcard.server.schema import log, tables
from lastcard.server.table import Table
from tests.server.harness import Guest, Refused, Room

SEED = os.environ.get("LASTCARD_SEED") or os.urandom(4).hex()
"""Where the tests' own randomness comes from; it is printed, and can be given to see the same again."""

HARMLESS = frozenset(
    {"stale", "illegal-move", "not-now", "too-late", "slow-down", "not-ready", "not-host", "seat-taken"}
)
"""Refusals that a player who is only a little late, or too eager, meets."""

_GONE = (ConnectionError, ConnectionClosed, InvalidHandshake, EOFError)


class Player:
    """Somebody who plays as fast as the server answers; without a token, somebody who only watches."""

    def __init__(self, guest: Guest, where: Callable[[], str], seed: object = 0) -> None:
        self.guest, self.where = guest, where
        self.rng = random.Random(f"{SEED} {seed}")
        self.granted: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.pings: set[str] = set()
        """Requests that leave no line."""
        self.again: set[str] = set()
        """Catches that wait, some of them pressed again."""
        self.pending: tuple[str, dict[str, Any]] | None = None
        """The request that has not been answered yet."""
        self.visits: list[tuple[int, int]] = []
        """For each time it came in: the last number it had seen, and where its frames begin."""
        self.resent = 0
        self.byes: list[str] = []
        self.talk = 0.02
        self.eager = 0.7
        """How often it rather does something than draws or passes."""
        self.calls = True
        """Whether it ever calls; whoever does not is quick to catch others."""
        self.rest = 0.0
        """Seconds between two requests; 0 is flat out."""
        self._ids = itertools.count()

    # --- being there ---------------------------------------------------------------------------

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop, whatever becomes of the socket."""
        while not stop.is_set():
            try:
                if self.guest.closed or not self.guest.welcome:
                    await self.come_in()
                if self.pending is not None:
                    self.resent += 1
                    await self._ask()
                while not stop.is_set():
                    await self._act()
            except _GONE:
                self._note_bye()
                await asyncio.sleep(0.02)
        while self.pending is not None:  # what was asked shall be answered, so that it can be compared
            try:
                if self.guest.closed:
                    await self.come_in()
                await self._ask()
            except _GONE:
                await asyncio.sleep(0.02)

    async def come_in(self) -> None:
        """Open a socket at whichever server is there; tries again until one is."""
        guest = self.guest
        while True:
            self.visits.append((guest.number, len(guest.frames)))
            guest.url = self.where()
            try:
                await guest.enter(last=guest.number or None)
            except Refused as refused:
                if refused.code != "restart":
                    raise
            except TimeoutError:
                msg = "the server took the connection but never answered"
                raise AssertionError(msg) from None
            except (OSError, *_GONE):
                pass
            else:
                return
            self._note_bye()
            self.visits.pop()
            await asyncio.sleep(0.02)

    def _note_bye(self) -> None:
        if self.guest.bye is not None:
            self.byes.append(self.guest.bye["code"])
            self.guest.bye = None

    async def _ask(self) -> None:
        """Send the request that is pending and note the answer."""
        assert self.pending is not None
        id_, message = self.pending
        try:
            number = await self.guest.ask(
                message["t"], id=id_, **{name: value for name, value in message.items() if name != "t"}
            )
        except Refused as refused:
            if refused.code not in HARMLESS:
                msg = f"{message} is refused: {refused}"
                raise AssertionError(msg) from None
            self.refused[id_] = refused.code
        except TimeoutError:
            msg = f"no answer ever came to {message}"
            raise AssertionError(msg) from None
        else:
            self.granted[id_] = number
            if id_ in self.guest.waiting:
                self.again.add(id_)
        self.pending = None

    async def ask(self, **message: Any) -> None:
        """Send a request of one's own."""
        id_ = f"{self.guest._prefix}.{next(self._ids)}"
        if message["t"] == "ping":
            self.pings.add(id_)
        self.pending = (id_, message)
        await self._ask()

    # --- what to do ----------------------------------------------------------------------------

    async def _act(self) -> None:
        message = self._choose()
        if message is None:
            await self._news()
            return
        before = self.guest.number
        await self.ask(**message)
        if self.guest.number == before:
            await self._news()
        await asyncio.sleep(self.rest)

    async def _news(self) -> None:
        """Wait for the next line, not too long."""
        guest, number = self.guest, self.guest.number
        with contextlib.suppress(TimeoutError):
            await guest.until(lambda: guest.number > number or guest.closed, 0.5)
        if guest.closed:
            raise ConnectionResetError

    def _choose(self) -> dict[str, Any] | None:
        guest, table = self.guest, self.guest.table
        if guest.person is None:
            return None
        if self.rng.random() < self.talk:
            return self.rng.choice([{"t": "chat", "text": "Well!"}, {"t": "react", "reaction": "wow"}, {"t": "ping"}])
        if table["phase"] == "playing":
            return self._choose_move()
        if table["phase"] == "over":
            return {"t": "rematch"} if table["host"] == guest.person else None
        return self._prepare(table)

    def _prepare(self, table: dict[str, Any]) -> dict[str, Any] | None:
        people = {person["id"]: person for person in table["people"]}
        me = people[self.guest.person]
        if me["seat"] is None:
            return None
        if table["custom"] and not me["consented"]:
            return {"t": "consent", "rules": table["rules"]}
        if table["host"] != me["id"]:
            return None if me["ready"] else {"t": "ready", "mix": self.rng.randbytes(8).hex()}
        others = [people[seat["person"]] for seat in table["seats"] if seat["person"] not in {None, me["id"]}]
        if all(other["ready"] and (other["consented"] or not table["custom"]) for other in others):
            return {"t": "start", "mix": self.rng.randbytes(8).hex()}
        return None

    def _choose_move(self) -> dict[str, Any] | None:
        if self.guest.tells:
            return {"t": "told"}
        moves = self.guest.moves()
        if not self.calls:
            moves = [move for move in moves if move.startswith("catch")] or [move for move in moves if move != "uno"]
        if not moves:
            return None
        passive = [move for move in moves if move in {"draw", "pass"}]
        active = [move for move in moves if move not in passive]
        move = self.rng.choice(active if active and (not passive or self.rng.random() < self.eager) else passive)
        if not self.guest.asked and self.rng.random() < 0.5:
            return None  # a call or catch that may well be missed
        return {"t": "move", "move": move, "decision": self.guest.view["decision"]}


class Crowd:
    """Tables full of players, all at it at once."""

    def __init__(self) -> None:
        self.players: dict[str, list[Player]] = {}
        """By table."""
        self.stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def everybody(self) -> list[Player]:
        """All players of all tables."""
        return [player for players in self.players.values() for player in players]

    async def seat(self, room: Room, people: int, where: Callable[[], str], *, watchers: int = 0, **setup: Any) -> str:
        """A table with so many people and bots on all other seats; nobody plays yet."""
        host = await room.create(fill="simple", **setup)
        guests = [host, *[await room.join(host.code, f"Guest {seat}") for seat in range(1, people)]]
        players = [Player(guest, where, f"{host.code} {i}") for i, guest in enumerate(guests)]
        for seat, player in enumerate(players):
            await player.come_in()
            if seat:
                await player.ask(t="sit", seat=seat)
        players += [Player(room.watch(host.code), where, f"{host.code} w{i}") for i in range(watchers)]
        self.players[host.code] = players
        return host.code

    def begin(self) -> None:
        """Everybody plays."""
        self._tasks = [asyncio.create_task(player.play(self.stop)) for player in self.everybody()]

    def rest(self, seconds: float) -> None:
        """Everybody takes so long between two requests."""
        for player in self.everybody():
            player.rest = seconds

    def check(self) -> None:
        """Raise what went wrong with a player, if anything did."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def end(self) -> None:
        """Everybody stops, after an answer to what was asked last."""
        self.stop.set()
        await asyncio.gather(*self._tasks)

    async def further(self, lines: int, seconds: float = 60) -> None:
        """Wait until every table has so many more lines than now, as each of its clients was told."""
        goals = [(player, player.guest.number + lines) for player in self.everybody()]
        end = time.monotonic() + seconds
        while any(player.guest.number < goal for player, goal in goals):
            self.check()
            late = {
                player.guest.code: (player.guest.number, goal, player.guest.view.get("asks"))
                for player, goal in goals
                if player.guest.number < goal
            }
            assert time.monotonic() < end, f"these tables do not go on: {late}"
            await asyncio.sleep(0.02)


# --- the log ---------------------------------------------------------------------------------------


def read_log(database: str, code: str) -> list[e.Line]:
    """A table's log as it stands in the database, read past the server."""
    engine = sa.create_engine(database)
    try:
        with engine.connect() as connection:
            rows = connection.execute(
                sa.select(log.c.number, log.c.at, log.c.entry)
                .join(tables)
                .where(tables.c.code == code)
                .order_by(log.c.number)
            ).all()
    finally:
        engine.dispose()
    return [e.Line(number, at, e.decode(entry)) for number, at, entry in rows]


def check_log(lines: list[e.Line]) -> None:
    """Numbers without a gap, times that never go back, and no request twice."""
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(one.at <= other.at for one, other in itertools.pairwise(lines))
    ids = [(line.entry.by, line.entry.id) for line in lines if line.entry.id is not None]
    assert len(ids) == len(set(ids)), "a request was carried out twice"


def told_lines(lines: list[e.Line]) -> list[e.Line]:
    """The lines that clients are told of; the first has their number 1."""
    return [line for line in lines if not isinstance(line.entry, e.SILENT)]


def check_answers(lines: list[e.Line], player: Player) -> None:
    """Every request that was granted is in the log once, with the number that was told; what was refused is not.

    A catch that was pressed while it waited is in no line of its own.
    """
    numbers = itertools.accumulate(not isinstance(line.entry, e.SILENT) for line in lines)
    mine = {
        line.entry.id: number
        for line, number in zip(lines, numbers, strict=True)
        if line.entry.by == player.guest.person and line.entry.id is not None
    }
    silent = player.pings | {id_ for id_ in player.again if id_ not in mine}
    told = {id_: number for id_, number in player.granted.items() if id_ not in silent}
    assert {id_: mine.get(id_) for id_ in told} == told, "acknowledged, and not in the log with this number"
    assert not set(player.refused) & set(mine), "refused, and yet carried out"


def check_told(lines: list[e.Line], player: Player) -> int:
    """Every line told is the log's; nothing is told twice or left out; how many there were."""
    lines, count = told_lines(lines), 0
    bounds = [start for _, start in player.visits] + [len(player.guest.frames)]
    for (last, start), end in zip(player.visits, bounds[1:], strict=True):
        number = last
        for message in map(json.loads, player.guest.frames[start:end]):
            if message["t"] == "welcome":
                assert message["n"] >= last, f"line {last} was told, and at the return there are only {message['n']}"
                past = [told["n"] for told in message["past"]]
                assert past == list(range(message["n"] - len(past) + 1, message["n"] + 1))
                assert message["fresh"] or past == list(range(last + 1, message["n"] + 1))
                number = message["n"]
            for told in [message] if message["t"] == "event" else message.get("past", []):
                _check_line(lines, told)
                count += 1
            if message["t"] == "event":
                assert message["n"] == number + 1
                number += 1
    return count


def _check_line(lines: list[e.Line], told: dict[str, Any]) -> None:
    line = lines[told["n"] - 1]
    if "what" not in told:
        assert isinstance(line.entry, e.Muted), "only whom somebody muted is nobody else's business"
        return
    what = told["what"]
    assert (what["t"], what.get("by"), told["at"]) == (line.entry.__struct_config__.tag, line.entry.by, line.at)
    for name in ("seat", "person", "text", "reaction", "how", "on"):
        if name in what:
            assert what[name] == getattr(line.entry, name), f"line {line.number}: {name}"


def check_views(lines: list[e.Line], players: Iterable[Player], code: str) -> int:
    """Every view that anybody was shown is what the log folds to at that line; how many there were."""
    shown: dict[int, list[dict[str, Any]]] = {}
    for player in players:
        for message in map(json.loads, player.guest.frames):
            if "view" in message:
                shown.setdefault(message["n"], []).append(message["view"])
    table, count = Table(0, code), 0
    for line in lines:
        table.apply(line)
        for view in () if isinstance(line.entry, e.SILENT) else shown.get(table.told_number, ()):
            assert table.game is not None
            seat = view["seat"]
            expected = (table.game.view("public") if seat is None else table.game.view(seat)).to_dict()
            expected["seat"] = seat
            if table.performer is not None:
                expected["moves"] = [move for move in expected["moves"] if " vote " not in move]
            assert view["telling"] == table.performer
            assert ("left" in view) == bool(expected["left"])
            view.setdefault("left", [])
            assert {name: view[name] for name in expected} == json.loads(json.dumps(expected)), (
                f"line {line.number}, seat {seat}"
            )
            assert view["decision"] == table.decision
            count += 1
    again = Table(0, code)
    again.fold(lines)
    if table.game is not None:
        assert again.game is not None
        assert again.game.position() == table.game.position()
    return count


def check_table(database: str, code: str, players: list[Player]) -> list[e.Line]:
    """All of it for one table; its log."""
    lines = read_log(database, code)
    check_log(lines)
    assert sum(check_told(lines, player) for player in players) > 0
    for player in players:
        check_answers(lines, player)
    assert check_views(lines, players, code) > 0
    return lines
