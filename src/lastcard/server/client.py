"""One open socket: what is waiting to be sent to it, and how fast it may talk."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketState

from lastcard.server import telling
from lastcard.server.limits import Bucket

MAX_WAITING = 400
"""Messages that may wait for a client that does not read; then it is let go and can come back."""

NORMAL, POLICY, TOO_LARGE, RESTART, SLOW = 1000, 1008, 1009, 1012, 1013


class Allowance:
    """How much somebody may say."""

    def __init__(self, rate: float) -> None:
        self.rate = Bucket(rate)
        self.chat = Bucket(0.5, 5)
        """A line of chat every two seconds, five at once."""
        self.wrong_catches = Bucket(0.5, 4)
        """Catches of nobody: one every two seconds, four at once."""


class Client:
    """A connected client. `send` never waits; a task of its own does the sending."""

    def __init__(self, socket: WebSocket, rate: float) -> None:
        self._socket = socket
        self.person: int | None = None
        self.allowed = Allowance(rate)
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self._closing: int | None = None
        self._sender = asyncio.create_task(self._send())

    def send(self, text: str) -> None:
        """Send a message as soon as the client takes it."""
        if self._closing is not None:
            return
        if len(self._waiting) >= MAX_WAITING:
            self._waiting.clear()
            self.close(SLOW)
            return
        self._waiting.append(text)
        self._wake.set()

    def bye(self, code: str, say: str, close: int = NORMAL) -> None:
        """Say why, and close."""
        self.send(telling.encode(telling.Bye(code=code, say=say)))
        self.close(close)

    def close(self, code: int) -> None:
        """Close when everything that waits is sent."""
        if self._closing is None:
            self._closing = code
            self._wake.set()

    async def _send(self) -> None:
        with contextlib.suppress(Exception):  # the client has gone; its reader notices and cleans up
            while True:
                while self._waiting:
                    await self._socket.send_text(self._waiting.popleft())
                if self._closing is not None:
                    if self._socket.application_state == WebSocketState.CONNECTED:
                        await self._socket.close(self._closing)
                    return
                self._wake.clear()
                await self._wake.wait()

    async def finish(self) -> None:
        """Wait a moment until all is sent, then stop."""
        if self._closing is None:
            self._closing = NORMAL
        self._wake.set()
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._sender, 2)
