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
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from lastcard.server.log.schema import log, tables
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from tests.server.following import Following, is_line
from tests.server.harness import Guest, Refused, Room

SEED = os.environ.get("LASTCARD_SEED") or os.urandom(4).hex()
"""Where the tests' own randomness comes from; it is printed, and can be given to see the same again."""

HARMLESS = frozenset(
    {"stale", "illegal-move", "not-now", "too-late", "slow-down", "not-ready", "not-host", "seat-taken"}
)
"""Refusals that a player who is only a little late, or too eager, meets."""

_AWAY = 0.1
"""Seconds until somebody asks again whom a database that is away refused."""

GONE = (ConnectionError, ConnectionClosed, InvalidHandshake, EOFError)
"""How it shows that a server is not there."""


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
        self.outages = False
        """Whether the database may be away: then what is refused as `unavailable` is asked once more."""
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
            except GONE:
                self._note_bye()
                await asyncio.sleep(0.02)
        while self.pending is not None:  # what was asked shall be answered, so that it can be compared
            try:
                if self.guest.closed:
                    await self.come_in()
                await self._ask()
            except GONE:
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
                if refused.code != "restart" and not self._away(refused):
                    raise
            except TimeoutError:
                msg = "the server took the connection but never answered"
                raise AssertionError(msg) from None
            except (OSError, *GONE):
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
            if self._away(refused):
                self.resent += 1
                await asyncio.sleep(_AWAY)
                await self._ask()
                return
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

    def _away(self, refused: Refused) -> bool:
        """Whether the database was away, as it may be."""
        return self.outages and refused.code == "unavailable"

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
            return None if me["ready"] else {"t": "ready", "mix": self._mix(table)}
        others = [people[seat["person"]] for seat in table["seats"] if seat["person"] not in {None, me["id"]}]
        if all(other["ready"] and (other["consented"] or not table["custom"]) for other in others):
            return {"t": "start", "mix": self._mix(table)}
        return None

    def _mix(self, table: dict[str, Any]) -> str:
        """The own randomness: one for each shuffle, for another one in its place would be refused."""
        return random.Random(f"{self.guest.person} {table['commitment']}").randbytes(8).hex()

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
        self.outages = False
        """Whether the database may be away."""

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
        for player in players:
            player.outages = self.outages
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

    async def give_up(self) -> None:
        """Everybody stops at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def move_on(self, seconds: float = 60) -> None:
        """Wait until another move was made at every table, as each of its clients was told."""
        waiting = {player: len(player.guest.told) for player in self.everybody()}
        end = time.monotonic() + seconds
        while waiting := {player: seen for player, seen in waiting.items() if not _moved(player, seen)}:
            self.check()
            stuck = {player.guest.code: (player.guest.number, player.guest.view.get("asks")) for player in waiting}
            assert time.monotonic() < end, f"stuck: no move in {seconds:g} s at {stuck}"
            await asyncio.sleep(0.02)

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


def _moved(player: Player, seen: int) -> bool:
    """Whether somebody was told of a move since."""
    return any(told.get("what", {}).get("t") == "moved" for told in itertools.islice(player.guest.told, seen, None))


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
    assert not (faults := list(faults_of_log(lines))), faults


def faults_of_log(lines: list[e.Line]) -> Iterator[str]:
    """What can't be in a log, whatever clients were told."""
    for expected, line in enumerate(lines, 1):
        if line.number != expected:
            yield f"gap: line {line.number} stands where line {expected} should"
            break
    for one, other in itertools.pairwise(lines):
        if other.at < one.at:
            yield f"time: line {other.number} is older than the one before it"
    first: dict[tuple[int | None, str], int] = {}
    for line in lines:
        if line.entry.id is not None:
            before = first.setdefault((line.entry.by, line.entry.id), line.number)
            if before != line.number:
                yield f"doubled: lines {before} and {line.number} are from one request of person {line.entry.by}"


def told_lines(lines: list[e.Line]) -> list[e.Line]:
    """The lines that clients are told of; the first has their number 1."""
    return [line for line in lines if not isinstance(line.entry, e.SILENT)]


def check_answers(lines: list[e.Line], player: Player) -> None:
    """Every request that was granted is in the log once, with the number that was told; what was refused is not."""
    assert not (faults := list(faults_of_answers(lines, player))), faults


def faults_of_answers(lines: list[e.Line], player: Player) -> Iterator[str]:
    """What was acknowledged and is not in the log, or the other way round.

    A catch that was pressed while it waited is in no line of its own.
    """
    numbers = itertools.accumulate(not isinstance(line.entry, e.SILENT) for line in lines)
    mine = {
        line.entry.id: number
        for line, number in zip(lines, numbers, strict=True)
        if line.entry.by == player.guest.person and line.entry.id is not None
    }
    silent = player.pings | {id_ for id_ in player.again if id_ not in mine}
    for id_, told in player.granted.items():
        if id_ in mine and mine[id_] != told and id_ not in silent:
            yield f"moved: request {id_} was acknowledged as line {told} and is line {mine[id_]}"
        elif id_ not in mine and id_ not in silent:
            yield f"lost: request {id_} was acknowledged as line {told} and is not in the log"
    for id_ in set(player.refused) & set(mine):
        yield f"refused: request {id_} was refused ({player.refused[id_]}), and yet it is line {mine[id_]}"


def check_told(lines: list[e.Line], player: Player) -> int:
    """Every line told is the log's; nothing is told twice or left out; how many there were."""
    lines, count = told_lines(lines), 0
    bounds = [start for _, start in player.visits] + [len(player.guest.frames)]
    for (last, start), end in zip(player.visits, bounds[1:], strict=True):
        number = last
        for message in map(json.loads, player.guest.frames[start:end]):
            if message["t"] == "welcome":
                assert message["n"] >= last, (
                    f"lost: line {last} was told, and at the return there are only {message['n']}"
                )
                past = [told["n"] for told in message["past"]]
                expected = list(range(message["n"] - len(past) + 1, message["n"] + 1))
                assert past == expected, f"told: a welcome at line {message['n']} has the lines {past}"
                assert message["fresh"] or past[:1] == list(range(last + 1, message["n"] + 1))[:1], (
                    f"told: after line {last} a welcome begins with line {past[:1]}"
                )
                number = message["n"]
            for told in [message] if is_line(message) else message.get("past", []):
                _check_line(lines, told)
                count += 1
            if is_line(message):
                assert message["n"] == number + 1, f"told: after line {number} came line {message['n']}"
                number += 1
    return count


def _check_line(lines: list[e.Line], told: dict[str, Any]) -> None:
    assert told["n"] <= len(lines), f"lost: line {told['n']} was told, and the log has {len(lines)}"
    line = lines[told["n"] - 1]
    assert told["at"] == line.at, f"told: line {told['n']} was told with another time than the log has"
    if told["t"] == "other":
        assert isinstance(line.entry, e.Muted), f"told: line {told['n']} has no words"
        return
    kind = line.entry.__struct_config__.tag
    assert told["t"] == kind, f"told: line {told['n']} was told as {told['t']} and is {kind}"
    if "by" in told or not isinstance(line.entry, e.Moved | e.Performed) or line.entry.seat < 0:
        assert told.get("by") == line.entry.by, f"told: line {told['n']} is by somebody else"
    for name in ("seat", "person", "text", "reaction", "on"):
        if name in told:
            assert told[name] == getattr(line.entry, name), f"told: line {told['n']}: {name}"
    how = getattr(line.entry, "how", "player")
    assert told.get("how", "player") == how, f"told: line {told['n']} was moved by {how}"


def check_views(lines: list[e.Line], players: Iterable[Player], code: str) -> int:
    """Every view that anybody was shown is what the log folds to at that line; how many there were."""
    shown: dict[int, list[dict[str, Any]]] = {}
    for player in players:
        following = Following()
        for frame in player.guest.frames:
            message = following.take(json.loads(frame))
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
            expected["moves"] = [move if move == "deal" else move.split(" ", 1)[1] for move in expected["moves"]]
            if table.performer is not None:
                expected["moves"] = [move for move in expected["moves"] if not move.startswith("vote ")]
            assert view["telling"] == table.performer
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
