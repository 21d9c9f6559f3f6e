"""One open socket: what is sent to it, and how fast it may talk."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from starlette.websockets import WebSocket, WebSocketState

from lastcard.server.errors import RefusedError
from lastcard.server.limits import Bucket
from lastcard.server.table import requests as r
from lastcard.server.table import telling

TRANSPORT = "lastcard.transport"
"""The extension of a socket's scope that has its transport."""
RECEIVE = "lastcard.receive"
"""The extension that has what receives its messages, past all that stands between."""
MOST_WAITING = 512 * 1024
"""Bytes that may wait for a client that does not read; then it is let go and can come back."""
_LAST_CHANCE = 10.0
"""Seconds in which such a client may still read what waits, and why it is let go."""

NORMAL, POLICY, TOO_LARGE, RESTART, SLOW = 1000, 1008, 1009, 1012, 1013

_TEXT = 0x81
"""The first byte of a frame: a whole message of text."""


_TALK = (r.Chat, r.React)


def is_catch(request: r.Request) -> bool:
    """Whether somebody asks to catch another."""
    return isinstance(request, r.Move) and "catch" in request.move and request.move.split()[0] == "catch"


class Allowance:
    """How much somebody may say."""

    def __init__(self, rate: float) -> None:
        self.rate = Bucket(rate)
        self.chat = Bucket(0.5, 5)
        """A line of chat every two seconds, five at once."""
        self.wrong_catches = Bucket(0.5, 4)
        """Catches of nobody: one every two seconds, four at once."""

    def check(self, request: r.Request) -> None:
        """Refuse what is too much talk, or a catch after too many of nobody."""
        if isinstance(request, _TALK) and not self.chat.take():
            raise RefusedError("slow-down", "too much talk at once; wait a moment", retry=self.chat.wait())
        if is_catch(request) and self.wrong_catches.empty():
            say = "too many catches of nobody; wait a few seconds"
            raise RefusedError("slow-down", say, retry=self.wrong_catches.wait())


def frame_of(text: bytes) -> bytes:
    """A message as a WebSocket frame (RFC 6455, 5.2), which is the same for every client."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65_536:
        return bytes((_TEXT, 126, size >> 8, size & 255)) + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text


class _Turn:
    """The clients that something is said to in this turn of the event loop: one call at its end serves them all."""

    _turns: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, _Turn]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._clients: list[Client] = []

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> _Turn:
        """That of a loop, which is the only one it has."""
        return cls._turns.setdefault(loop, cls())

    def add(self, client: Client) -> None:
        """Let a client's messages go out at the end of this turn."""
        if not self._clients:
            asyncio.get_running_loop().call_soon(self._end)
        self._clients.append(client)

    def _end(self) -> None:
        clients, self._clients = self._clients, []
        for client in clients:
            try:
                client.send_out()
            except Exception:  # noqa: BLE001 - a socket that breaks must not hold up the others, and its reader notices
                client.abort()


class Client:
    """A connected client. Sending never waits: what a client does not take yet waits in its transport.

    What is said to it in one turn of the event loop, a line and the answer to a request for instance, goes out
    together.
    """

    def __init__(self, socket: WebSocket, rate: float) -> None:
        self._socket = socket
        self._transport: Any = socket.scope["extensions"][TRANSPORT]["transport"]
        self.person: int | None = None
        self.shown_out = False
        """Whether its person was told to go, or its token is worth nothing any more."""
        self.allowed = Allowance(rate)
        self._closing: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._turn = _Turn.of(self._loop)
        self._said: list[bytes] = []
        """What goes out at the end of this turn."""
        self._size = 0
        """How many bytes that are."""

    def send(self, text: bytes) -> None:
        """Send a message."""
        self.write(frame_of(text))

    def write(self, frame: bytes) -> None:
        """Send a message that is a frame already."""
        if self._closing is None:
            if not self._said:
                self._turn.add(self)
            self._said.append(frame)
            self._size += len(frame)
            if self._size > MOST_WAITING:
                self.send_out()

    def send_out(self) -> None:
        """Give to the network what was said in this turn."""
        said, self._said, self._size = self._said, [], 0
        if not said or self._transport.is_closing():
            return
        self._transport.write(said[0] if len(said) == 1 else b"".join(said))
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self.close(SLOW)
            self._loop.call_later(_LAST_CHANCE, self._transport.abort)

    def abort(self) -> None:
        """Hang up at once."""
        self._transport.abort()

    def bye(self, code: str, say: str, close: int = NORMAL) -> None:
        """Say why, and close."""
        self.send(telling.encode(telling.Bye(code=code, say=say)))
        self.close(close)

    def close(self, code: int) -> None:
        """Close when everything that waits is sent."""
        self.send_out()
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code))

    async def _close(self, code: int) -> None:
        with contextlib.suppress(Exception):  # the client has gone; its reader notices and cleans up
            if self._socket.application_state == WebSocketState.CONNECTED:
                await self._socket.close(code)

    async def finish(self) -> None:
        """Wait a moment until all is sent, then stop."""
        self.close(NORMAL)
        assert self._closing is not None
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._closing, 2)
