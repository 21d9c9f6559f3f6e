"""The common case of a WebSocket without detours: texts that come whole, and frames that are ready to be sent.

uvicorn does the handshake, everything else that comes in, pings and closing. What it does for each message would cost
more than the message: so what is sent goes straight to its transport (`TRANSPORT` in a socket's scope), the same bytes
for everybody who is told the same, and a text that comes in one whole frame is read here.
"""

from __future__ import annotations

from typing import NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from lastcard.server.running.client import TRANSPORT

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


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's protocol for WebSockets, with ways around it for most of what is sent and received."""

    _whole = True
    """Whether every frame so far came whole, so that the next data begin with one."""

    def data_received(self, data: bytes) -> None:
        """Read texts here; a client whose frames come in pieces is left to uvicorn from then on."""
        if self.handshake_initiated and self.conn.state is State.CONNECTING:
            self._whole = False  # it did not wait to be let in, and nobody knows where its next frame begins
        if self._whole and self.conn.state is State.OPEN:
            frames = whole_frames(data)
            self._whole = frames is not None
            if frames is not None and self._are_texts(frames):
                for frame in frames:
                    self.frames, self.curr_msg_data_type = [frame.payload], "text"
                    self.send_receive_event_to_app()
                return
        super().data_received(data)

    def _are_texts(self, frames: list[_Frame]) -> bool:
        """Whether they are all texts as they should be; what uvicorn does with others is right."""
        most = self.config.ws_max_size
        return all(first == _TEXT and len(payload) <= most and _is_text(payload) for first, payload in frames)

    def handle_connect(self, event: Request) -> None:
        """Give the transport to whoever will talk over this socket."""
        super().handle_connect(event)
        if self.transport.is_closing():
            return
        self.scope["extensions"][TRANSPORT] = {"transport": self.transport}

    def send_receive_event_to_app(self) -> None:
        """Pause only for a client that sends faster than it is answered, and not with each message."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= _WAITING:
            self.read_paused = True
            self.transport.pause_reading()


def _is_text(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
