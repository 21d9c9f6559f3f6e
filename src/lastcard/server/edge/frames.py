"""The common case of a WebSocket without detours: texts that come whole, and frames that are ready to be sent.

uvicorn does the handshake, everything else that comes in, pings and closing. What it does for each message would cost
more than the message: so what is sent goes straight to its transport (`TRANSPORT` in a socket's scope), the same bytes
for everybody who is told the same, and a text that comes in one whole frame is read here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from lastcard.server.running.client import RECEIVE, TRANSPORT

_TEXT = 0x81
"""The first byte of a frame that is a whole text (RFC 6455, 5.2)."""
_CONTROL = range(0x88, 0x8B)
"""The first byte of a frame that is a close, a ping or a pong."""
PONG = 0x8A
"""The first byte of the answer to a ping."""
_MASKED = 0x80
_TWO_BYTES = 126
"""In place of a length: it stands in the next two bytes."""
_HEAD = 6
"""The bytes of a short frame before its payload: two, and the mask."""

_WAITING = 16
"""Messages of a client that may wait to be read before no more are taken from the network."""


class _Frame(NamedTuple):
    first: int
    payload: bytes


def whole_frames(data: bytes) -> list[_Frame] | None:
    """The frames that data from a client consist of, if nothing is missing and none is a part of a message."""
    frames: list[_Frame] = []
    size, at = len(data), 0
    while at < size:
        if size - at < _HEAD or (data[at] != _TEXT and data[at] not in _CONTROL):
            return None
        first, length, begin = data[at], data[at + 1] - _MASKED, at + _HEAD
        if length == _TWO_BYTES:
            length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), begin + 2
        elif not 0 <= length < _TWO_BYTES:
            return None
        at = begin + length
        if at > size:
            return None
        frames.append(_Frame(first, apply_mask(data[begin:at], data[begin - 4 : begin])))
    return frames


class _Inbox:
    """What came and was not read yet, for one reader; all else that `asyncio.Queue` can do takes time."""

    def __init__(self) -> None:
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Something came."""
        self._messages.append(message)
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        """The next message, once there is one."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()

    def empty(self) -> bool:
        """Whether nothing is there."""
        return not self._messages

    def qsize(self) -> int:
        """How much is there."""
        return len(self._messages)


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's protocol for WebSockets, with ways around it for most of what is sent and received."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.queue: Any = _Inbox()

    _whole = True
    """Whether every frame so far came whole, so that the next data begin with one."""

    def data_received(self, data: bytes) -> None:
        """Read texts here; a client whose frames come in pieces is left to uvicorn from then on."""
        if self.handshake_initiated and self.conn.state is State.CONNECTING:
            self._whole = False  # it did not wait to be let in, and nobody knows where its next frame begins
        if self._whole and self.conn.state is State.OPEN:
            frames = whole_frames(data)
            self._whole = frames is not None
            texts = None if frames is None else self._texts(frames)
            if texts is not None:
                for text in texts:
                    self._take(text)
                return
        super().data_received(data)

    def _texts(self, frames: list[_Frame]) -> list[str] | None:
        """What they say; None if not all are texts as they should be: what uvicorn does with others is right."""
        most, texts = self.config.ws_max_size, []
        for first, payload in frames:
            if first != _TEXT or len(payload) > most:
                return None
            try:
                texts.append(payload.decode())
            except UnicodeDecodeError:
                return None
        return texts

    def _take(self, text: str) -> None:
        if self.close_sent:
            return  # nobody reads any more
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        self._pause()

    def _pause(self) -> None:
        """Pause only for a client that sends faster than it is answered, and not with each message."""
        if not self.read_paused and self.queue.qsize() >= _WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        """Give the transport to whoever will talk over this socket, and the shortest way to what comes."""
        super().handle_connect(event)
        if self.transport.is_closing():
            return
        self.scope["extensions"][TRANSPORT] = {"transport": self.transport}
        self.scope["extensions"][RECEIVE] = {"receive": self.receive}

    def send_receive_event_to_app(self) -> None:
        """What uvicorn has put together itself."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        self._pause()
