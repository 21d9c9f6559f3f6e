"""Real servers and real clients for the tests: a process of its own, HTTP, and WebSockets."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lastcard.load.servers import UNLIMITED
from lastcard.server.config import Config
from lastcard.server.edge.app import open_node
from lastcard.server.log.store import Store
from lastcard.server.operating.listening import bind
from lastcard.server.operating.serving import Server as Serving
from tests.server.following import VERSION, Following

PATIENCE = 30.0
"""Seconds after which a test stops waiting; a machine under load is slow."""

FAST: dict[str, Any] = {"pace": 0.02, "uno_grace": 0.2, "away_grace": 1}
"""Options for tables that must not keep a test waiting."""

_RESERVED: list[socket.socket] = []
"""Holds every port that a server had: who comes back to it after a kill shall meet no other test's server there."""


@atexit.register
def _let_go() -> None:
    for reserved in _RESERVED:
        reserved.close()


def _free_port() -> int:
    """A port that nobody else is given; bound and not listening, it still lets one server listen there."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    _RESERVED.append(reserved)
    port: int = reserved.getsockname()[1]
    return port


class Server:
    """`lastcard serve` as a user would run it, in its own process on a free port."""

    def __init__(self, database: str, *options: str, limits: tuple[str, ...] = UNLIMITED) -> None:
        self.database, self.options, self.limits = database, options, limits
        self.process: subprocess.Popen[str] | None = None
        self.port = 0
        self.log: list[str] = []
        """What the process has written so far, line by line."""

    def start(self) -> Server:
        """Start, and wait until clients can come."""
        command = [
            sys.executable, "-m", "lastcard", "serve", "--host", "127.0.0.1", "--port", str(_free_port()),
            "--database", self.database, "--workers", "1", *self.limits, *self.options,
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        ready = threading.Event()
        threading.Thread(target=self._read, args=(self.process, ready), daemon=True).start()
        if not ready.wait(120) or not self.port:
            self.kill()
            raise AssertionError("the server did not start:\n" + "\n".join(self.log[-40:]))
        return self

    def _read(self, process: subprocess.Popen[str], ready: threading.Event) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.log.append(line.rstrip("\n"))
            found = re.search(r"http://127\.0\.0\.1:([0-9]+)", line)
            if found:
                self.port = int(found[1])
                ready.set()
        process.stdout.close()
        ready.set()

    @property
    def url(self) -> str:
        """Where its HTTP part is."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ctrl-C, and its exit code."""
        return self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(20)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


@contextlib.asynccontextmanager
async def serving(config: Config) -> AsyncIterator[Room]:
    """A server in this process, for what no option of the command can set: a room of it."""
    node = await open_node(config, Store(config.database))
    listening = bind("127.0.0.1", 0)
    server = Serving(config, node)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    opened = Room(f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        yield opened
    finally:
        await opened.close()
        server.stop()
        await task
        listening.close()


def sqlite_url(folder: Path) -> str:
    """A fresh SQLite file."""
    return f"sqlite:///{folder / 'tables.db'}"


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """The server said no."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('code')}: {answer.get('say')}")
        self.code: str = answer["code"]
        self.say: str = answer["say"]
        self.rule: str = answer.get("rule", "")
        self.seat: int | None = answer.get("seat")
        self.retry: float = answer.get("retry", 0)


def coming_from(address: str) -> dict[str, str]:
    """The header by which a proxy tells where a client comes from."""
    return {"X-Forwarded-For": address}


async def refused(asking: Awaitable[Any]) -> Refused:
    """The refusal that must come."""
    with pytest.raises(Refused) as caught:
        await asking
    return caught.value


class Guest:
    """Somebody at a table: a token, a socket, and everything that came over it."""

    def __init__(self, url: str, seat: dict[str, Any] | None, code: str) -> None:
        self.url, self.code = url, code
        self.token: str | None = None if seat is None else seat["token"]
        self.person: int | None = None if seat is None else seat["person"]
        self.frames: list[str] = []
        """Every message received, as it came."""
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.bye: dict[str, Any] | None = None
        self.told: list[dict[str, Any]] = []
        """Every line told, past ones of a welcome included, as `following.py` reads them."""
        self._following = Following()
        self.number = 0
        self.heard: dict[int, float] = {}
        """When each event came, in seconds since 1970."""
        self.headers: dict[str, str] = {}
        """More headers for the opening of the socket."""
        self.acknowledged: dict[str, int] = {}
        self.waiting: set[str] = set()
        """Catches of which it was said that they wait."""
        self.fault: AssertionError | None = None
        """What was wrong with a message: raised to whoever waits next."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self._ids = itertools.count()
        self._prefix = os.urandom(4).hex()

    # --- the socket ----------------------------------------------------------------------------

    async def enter(self, last: int | None = None, **more: Any) -> Guest:
        """Open a socket, say hello, and wait for the welcome; a refusal raises."""
        hello: dict[str, Any] = {"t": "hello", "v": VERSION, **more}
        if self.token is not None:
            hello.setdefault("token", self.token)
        if last is not None:
            hello["last"] = last
        self.welcome, self.bye = {}, None
        self._socket = await connect(
            self.url.replace("http", "ws", 1) + f"/ws/{self.code}",
            max_size=2**22,
            open_timeout=PATIENCE,
            additional_headers=self.headers,
        )
        with contextlib.suppress(ConnectionClosed):  # a server that lets nobody in says so before it is greeted
            await self._socket.send(json.dumps(hello))
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: bool(self.welcome or self.bye) or self.closed)
        if self.bye is not None:
            raise Refused(self.bye)
        if not self.welcome:
            msg = "the socket closed before a welcome came"
            raise ConnectionError(msg)
        return self

    async def drop(self) -> None:
        """Close the socket, as when the network goes away."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                assert isinstance(text, str)
                self.frames.append(text)
                try:
                    self._take(json.loads(text))
                except AssertionError as fault:
                    self.fault = fault
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the socket closed before an answer came"))
        self._news.set()

    @property
    def close_code(self) -> int | None:
        """With which code the socket closed."""
        return None if self._socket is None else self._socket.close_code

    @property
    def closed(self) -> bool:
        """Whether the socket is gone."""
        return self._reader is None or self._reader.done()

    def _take(self, sent: dict[str, Any]) -> None:
        message = self._following.take(sent)
        kind = message["t"]
        if kind == "welcome":
            self.welcome = message
            self.told.extend(message["past"])
            self.number = message["n"]
        elif kind == "event":
            assert message["n"] == self.number + 1, f"after {self.number} came {message['n']}"
            self.number = message["n"]
            self.heard[self.number] = time.time()
            self.told.append(message)
        elif kind in {"ok", "no"} and message.get("id") in self._answers:
            if kind == "ok":
                self.acknowledged[message["id"]] = message["n"]
                if message.get("waits"):
                    self.waiting.add(message["id"])
            if not self._answers[message["id"]].done():
                self._answers[message["id"]].set_result(message)
        elif kind == "bye":
            self.bye = message
        self.table = message.get("table", self.table)
        self.view = message.get("view", self.view)
        self._news.set()

    async def send_raw(self, text: str | bytes) -> None:
        """Send anything."""
        assert self._socket is not None
        await self._socket.send(text)

    async def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not condition():
                if self.fault is not None:
                    raise self.fault
                self._news.clear()
                if not condition():
                    await self._news.wait()

    # --- asking --------------------------------------------------------------------------------

    async def ask(self, kind: str, /, *, id: str | None = None, **more: Any) -> int:  # noqa: A002 - the protocol's name
        """Send a request and wait for its answer: the number of its line, or a refusal."""
        number: int = (await self.answer(kind, id=id, **more))["n"]
        return number

    async def answer(self, kind: str, /, *, id: str | None = None, **more: Any) -> dict[str, Any]:  # noqa: A002
        """Send a request and wait for its answer, or a refusal."""
        assert self._socket is not None
        id_ = id or f"{self._prefix}-{next(self._ids)}"
        self._answers[id_] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps({"t": kind, "id": id_, **more}))
            answer = await asyncio.wait_for(self._answers[id_], PATIENCE)
        finally:
            waiting = self._answers.pop(id_)
            if waiting.done() and not waiting.cancelled():
                waiting.exception()  # which may have come while the request was still being sent
        if answer["t"] == "no":
            raise Refused(answer)
        return answer

    async def why(self, card: str) -> dict[str, str] | None:
        """Ask why a card can't be played; None if it can."""
        answer = await self.answer("why", card=card)
        why: dict[str, str] | None = answer.get("why")
        return why

    async def move(self, words: str, **more: Any) -> int:
        """Make a move: `play r7`."""
        return await self.ask("move", move=words, **more)

    async def leave(self) -> None:
        """Leave the table; the socket is closed with a goodbye in place of an answer."""
        await self.send_raw(json.dumps({"t": "leave", "id": f"{self._prefix}-{next(self._ids)}"}))
        await self.until(lambda: self.closed)
        assert self.bye is not None
        assert self.bye["code"] == "left"

    async def seen(self, number: int) -> None:
        """Wait until a line has been told."""
        await self.until(lambda: self.number >= number)

    @property
    def name(self) -> str:
        """The own name, as the table has it."""
        return next((person["name"] for person in self.table.get("people", ()) if person["id"] == self.person), "")

    @property
    def seat(self) -> int | None:
        """The own seat."""
        mine = [person for person in self.table.get("people", ()) if person["id"] == self.person]
        return mine[0]["seat"] if mine else None

    @property
    def asked(self) -> bool:
        """Whether the own seat must decide, or the round is over and somebody must deal."""
        asks = self.view.get("asks", [None, ""])
        return self.table.get("phase") == "playing" and (asks[0] == self.seat or asks[1] == "round over")

    @property
    def tells(self) -> bool:
        """Whether a vote waits for what the own seat performs."""
        return self.seat is not None and self.view["telling"] == self.seat

    def moves(self) -> list[str]:
        """The own legal moves."""
        return list(self.view.get("moves", ()))


class Room:
    """A server's HTTP part, and the guests who came through it."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.url, self.headers = url, headers or {}
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, headers=self.headers)
        self.guests: deque[Guest] = deque()

    async def create(self, name: str = "Ann", **more: Any) -> Guest:
        """A new table and its host, who has not entered yet."""
        options = {**FAST, **more.pop("options", {})}
        answer = await self.http.post("/api/tables", json={"name": name, "options": options, **more})
        return self._guest(answer)

    async def join(self, code: str, name: str = "Bob") -> Guest:
        """Another guest, who has not entered yet."""
        return self._guest(await self.http.post(f"/api/tables/{code}/people", json={"name": name}), code)

    def watch(self, code: str) -> Guest:
        """A spectator without a name."""
        return self._add(Guest(self.url, None, code))

    def with_token(self, code: str, token: str | None, person: int | None = None) -> Guest:
        """Whoever has a token: another socket of a guest, or somebody who guesses."""
        return self._add(Guest(self.url, {"token": token, "person": person}, code))

    def twin(self, guest: Guest) -> Guest:
        """Another socket of the same person."""
        return self.with_token(guest.code, guest.token, guest.person)

    def _guest(self, answer: httpx.Response, code: str | None = None) -> Guest:
        told = answer.json()
        if answer.status_code != 201:
            raise Refused(told)
        assert code is None or told["table"] == code
        return self._add(Guest(self.url, told, told["table"]))

    def _add(self, guest: Guest) -> Guest:
        guest.headers = self.headers
        self.guests.append(guest)
        return guest

    async def table_of(self, players: int, /, *, start: bool = True, **more: Any) -> list[Guest]:
        """A table whose seats all have people with open sockets; by seat. The game has begun."""
        host = await (await self.create(seats=players, **more)).enter()
        guests = [host]
        for seat in range(1, players):
            guest = await (await self.join(host.code, f"Guest {seat}")).enter()
            await guest.ask("sit", seat=seat)
            guests.append(guest)
        if start:
            await begin(guests)
        return guests

    async def close(self) -> None:
        """Everybody goes home."""
        for guest in self.guests:
            await guest.drop()
        await self.http.aclose()


async def begin(guests: list[Guest]) -> None:
    """Everybody consents and is ready; the host, who is the first, deals."""
    for guest in guests:
        if guest.table["custom"]:
            await guest.ask("consent", rules=guest.table["rules"])
        if guest is not guests[0]:
            await guest.ask("ready", mix=os.urandom(8).hex())
    number = await guests[0].ask("start", mix=os.urandom(8).hex())
    for guest in guests:
        await guest.seen(number)


@contextlib.asynccontextmanager
async def room(server: Server, headers: dict[str, str] | None = None) -> AsyncIterator[Room]:
    """A room that is cleared at the end."""
    opened = Room(server.url, headers)
    try:
        yield opened
    finally:
        await opened.close()


async def eventually(look: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Look again and again until something is so."""
    async with asyncio.timeout(seconds):
        while not await look():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.03)


def run(test: Callable[[], Awaitable[None]], seconds: float = 120) -> None:
    """Run a test that waits for things."""

    async def bounded() -> None:
        async with asyncio.timeout(seconds):
            await test()

    asyncio.run(bounded())
