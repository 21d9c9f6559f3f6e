"""One seat: its socket, what it was told last, and its requests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from lastcard.load.checks import CheckError, Watch
from lastcard.load.figures import Figures
from lastcard.load.wire import Message, Room, View, decoder
from lastcard.server.table import requests as r

PATIENCE = 30.0
"""Seconds to wait for an answer before it counts as lost."""

T = TypeVar("T")

_encode = msgspec.json.Encoder().encode


class RefusalError(Exception):
    """The server said no."""

    def __init__(self, code: str, say: str) -> None:
        super().__init__(say)
        self.code = code


class LostError(Exception):
    """The socket closed, or no answer came in time."""


class Player:
    """A client with a seat at a table."""

    def __init__(self, url: str, person: int, token: str, watch: Watch, figures: Figures) -> None:
        self._url = url.replace("http", "ws", 1) + "/ws"
        self.person, self._token = person, token
        self.watch, self.seat = watch, watch.seat
        self.figures = figures
        self.told: Callable[[Player, Message], None] = lambda _player, _line: None
        """Called with each line that came, after the checks."""
        self.lost: Callable[[str], None] = lambda _why: None
        """Called when the socket has closed though nobody asked for it."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._count = 0
        self._leaving = False
        self._why = "the socket closed"

    @property
    def room(self) -> Room:
        """The table as it was told last."""
        return self.watch.room

    @property
    def view(self) -> View:
        """The game as it was told last."""
        assert self.watch.view is not None
        return self.watch.view

    # --- coming and going ----------------------------------------------------------------------

    async def enter(self, table: str) -> None:
        """Open the socket and say hello; returns after the welcome."""
        try:
            self._socket = await connect(
                f"{self._url}/{table}", compression=None, max_size=None, ping_interval=None, open_timeout=PATIENCE,
                close_timeout=PATIENCE, proxy=None, user_agent_header=None,
            )  # fmt: skip
            await self._socket.send(_encode(r.Hello(v=r.PROTOCOL, token=self._token)), text=True)
        except (OSError, TimeoutError, WebSocketException) as error:
            msg = f"no socket could be opened: {error or type(error).__name__}"
            raise LostError(msg) from None
        self._reader = asyncio.create_task(self._read(self._socket))
        await _in_time(self._welcome, "the welcome")

    async def leave(self) -> None:
        """Close the socket."""
        self._leaving = True
        if self._socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                self._take(await socket.recv(decode=False))
        if not self._welcome.done():
            self._welcome.set_exception(LostError(self._why))
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(LostError(self._why))
        if not self._leaving:
            self.lost(self._why)

    # --- what comes ----------------------------------------------------------------------------

    def _take(self, text: bytes) -> None:
        try:
            message = decoder.decode(text)
        except msgspec.DecodeError as error:
            self.figures.error("unreadable", f"{error} in {text!r:.200}")
            return
        self.figures.received += len(text)
        if message.t == "ok":
            self._answer(message.id or "", message.n)
        elif message.t == "no":
            self._refused(message)
        elif message.t == "bye":
            self._why = f"the server said goodbye: {message.say} ({message.code})"
        elif message.t == "welcome":
            self._take_welcome(message)
        else:
            self._take_line(message)

    def _take_line(self, line: Message) -> None:
        self.figures.lines += 1
        if line.t == "moved":
            self.figures.moves_told += 1
        try:
            self.watch.line(line)
        except CheckError as error:
            self.figures.error(error.kind, str(error))
        self.told(self, line)

    def _take_welcome(self, message: Message) -> None:
        try:
            self.watch.begin(message)
        except CheckError as error:
            self.figures.error(error.kind, str(error))
        if not self._welcome.done():
            self._welcome.set_result(None)

    def _answer(self, id_: str, number: int) -> None:
        answer = self._answers.pop(id_, None)
        if answer is not None and not answer.done():
            answer.set_result(number)

    def _refused(self, message: Message) -> None:
        answer = self._answers.pop(message.id or "", None)
        if answer is None:
            self.figures.error(message.code, message.say)
        elif not answer.done():
            answer.set_exception(RefusalError(message.code, message.say))

    # --- asking --------------------------------------------------------------------------------

    def next_id(self) -> str:
        """An id for the next request."""
        self._count += 1
        return str(self._count)

    async def send(self, request: r.Request) -> asyncio.Future[int]:
        """Send a request; what is returned will have the number of its line, or the refusal."""
        assert self._socket is not None
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[request.id] = answer
        try:
            await self._socket.send(_encode(request), text=True)
        except WebSocketException:
            self._answers.pop(request.id, None)
            raise LostError(self._why) from None
        return answer

    async def ask(self, request: r.Request) -> int:
        """Send a request and wait for its answer: the number of its line."""
        return await _in_time(await self.send(request), f"the answer to {type(request).__name__.lower()}")


async def _in_time(answer: asyncio.Future[T], what: str) -> T:
    try:
        async with asyncio.timeout(PATIENCE):
            return await answer
    except TimeoutError:
        msg = f"{what} did not come within {PATIENCE:g} s"
        raise LostError(msg) from None
