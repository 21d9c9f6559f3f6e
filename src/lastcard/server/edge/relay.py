"""Sockets for tables of other nodes are passed on, byte by byte, without a look at what is in them.

`Relay` is how a socket begins: if this node owns the table that its address names, or may, it is served here. Else a
connection to the owner is opened, gets the same request with two headers more (`guard.py`), and from then on whatever
comes from one side goes to the other. Who is slow on one side is not sent more on the other.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from starlette.requests import HTTPConnection

from lastcard.server.edge.frames import PONG, Frames, whole_frames
from lastcard.server.edge.guard import CLIENT, RELAYED, Guard
from lastcard.server.log.owning import Peer
from lastcard.server.running.node import Node

if TYPE_CHECKING:
    from websockets.http11 import Request

CONNECT_SECONDS = 3.0
"""For how long an owner is waited for; by then it counts as gone, and the client comes back."""

ANSWER_SECONDS = 12.0
"""For how long an owner may be silent after something was passed on; it answers everything, if only that it can't."""

_ADDRESS = re.compile(r"/ws/([A-Za-z0-9]{1,12})(?:\?.*)?")
_OWN = frozenset({CLIENT, RELAYED})


def host_and_port(address: str) -> tuple[str, int]:
    """The parts of HOST:PORT."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def told(peer: Peer, address: str) -> list[tuple[str, str]]:
    """What another node is told about a client that is passed on to it."""
    return [(CLIENT, address), (RELAYED, peer.secret)]


class Relay(Frames):
    """The server's side of a socket, as long as it is not known where its table is, and if that is elsewhere."""

    _far: asyncio.Transport | None = None
    """The connection to the owner, if there is one."""
    _early: bytearray | None = None
    """What came before it was known where the table is."""
    _asked: Request | None = None
    """What the owner was asked at first and has answered nothing to."""
    _silence: asyncio.TimerHandle | None = None
    """Runs out if the owner does not answer, say because a network lets nothing through."""
    _uncount: Callable[[], None] | None = None
    """Undoes what was counted for a socket that is passed on."""

    @property
    def _node(self) -> Node:
        return cast(Node, cast(Any, self.config.app).state.node)

    @property
    def _guard(self) -> Guard:
        return cast(Guard, cast(Any, self.config.app).state.guard)

    # --- where to ------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Serve the socket here, or find out who does."""
        named = _ADDRESS.fullmatch(unquote(event.path))
        seen = self._seen(event)
        if named is None or self._node.owns(named[1]) or self._guard.is_relayed(seen):
            super().handle_connect(event)
            return
        self._early = bytearray()
        self.transport.pause_reading()
        task = self.loop.create_task(self._decide(event, named[1], self._guard.address(seen)))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _seen(self, event: Request) -> HTTPConnection:
        headers = [(name.lower().encode("latin-1"), _latin(value)) for name, value in event.headers.raw_items()]
        return HTTPConnection({"type": "websocket", "headers": headers, "client": self.client})

    async def _decide(self, event: Request, code: str, address: str) -> None:
        peer = await self._node.whereabouts(code) if self._guard.may_pass(address) else None
        self._far = await self._connected(peer, address) if peer is not None else None
        early, self._early = bytes(self._early or b""), None
        if self.transport.is_closing():
            self._let_go()
            return
        if self._far is not None and peer is not None:
            self._asked = event
            self._pass_on(_request(event, told(peer, address)) + early)
        else:  # here it is said why, if nobody can be found
            super().handle_connect(event)
            if early:
                super().data_received(early)
        if not self.transport.is_closing() and not self.read_paused:
            self.transport.resume_reading()

    async def _connected(self, peer: Peer, address: str) -> asyncio.Transport | None:
        """A connection to the owner; None if there is none to be had, or the address has too many sockets."""
        if not self._guard.sockets.take(address):
            return None
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                far, _ = await self.loop.create_connection(lambda: _Far(self), *host_and_port(peer.address))
        except (OSError, ValueError, TimeoutError):
            self._guard.sockets.give_back(address)
            return None
        self._count(peer, address)
        return far

    def _count(self, peer: Peer, address: str) -> None:
        guard, node, end = self._guard, self._node, self.transport.close

        def uncount() -> None:
            guard.sockets.give_back(address)
            node.metrics.relayed.dec()
            node.peers.unbind(peer.id, end)

        guard.passed(address)
        node.metrics.relayed.inc()
        node.peers.bind(peer.id, end)
        self._uncount = uncount

    def _let_go(self) -> None:
        self._hears()
        if self._far is not None:
            self._far.close()
        if self._uncount is not None:
            self._uncount()
            self._uncount = None

    # --- both ways -----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """From the client."""
        if self._far is not None:
            self._pass_on(data)
        elif self._early is not None:
            self._early += data
        else:
            super().data_received(data)

    def _pass_on(self, data: bytes) -> None:
        assert self._far is not None
        self._far.write(data)
        if self._silence is None and wants_answer(data):
            self._silence = self.loop.call_later(ANSWER_SECONDS, self.owner_gone)

    def from_owner(self, data: bytes) -> None:
        """From the owner."""
        self._asked = None
        self._hears()
        self.transport.write(data)

    def owner_gone(self) -> None:
        """The owner has said goodbye, or is gone without; either way the client comes back.

        Whoever has not heard anything yet is served here, where it is said why.
        """
        if self._far is None:
            return
        asked, self._asked = self._asked, None
        if asked is None or self.transport.is_closing():
            self.transport.close()
            return
        self._let_go()
        self._far = None
        super().handle_connect(asked)

    def _hears(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def pause_writing(self) -> None:
        """The client is slow."""
        if self._far is None:
            super().pause_writing()
        elif not self._far.is_closing():
            self._far.pause_reading()

    def resume_writing(self) -> None:
        """The client takes more."""
        if self._far is None:
            super().resume_writing()
        elif not self._far.is_closing():
            self._far.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._let_go()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The node stops; the client comes back to another one."""
        if self._far is None and self._early is None:
            super().shutdown()
        else:
            self.transport.close()


def wants_answer(data: bytes) -> bool:
    """Whether an owner must say something to what a client sent: to anything but answers to its pings."""
    frames = whole_frames(data)
    return frames is None or any(first != PONG for first, _ in frames)


class _Far(asyncio.Protocol):
    """The owner's end."""

    def __init__(self, near: Relay) -> None:
        self._near = near

    def data_received(self, data: bytes) -> None:
        self._near.from_owner(data)

    def pause_writing(self) -> None:
        if not self._near.transport.is_closing():
            self._near.transport.pause_reading()

    def resume_writing(self) -> None:
        if not self._near.transport.is_closing():
            self._near.transport.resume_reading()

    def connection_lost(self, _exc: Exception | None) -> None:
        self._near.owner_gone()


def _request(event: Request, more: list[tuple[str, str]]) -> bytes:
    """The client's request to open the socket, as it came, and what else the owner is told."""
    headers = [(name, value) for name, value in event.headers.raw_items() if name.lower() not in _OWN]
    lines = [_latin(f"{name}: ") + _latin(value) for name, value in (*headers, *more)]
    return b"\r\n".join([f"GET {event.path} HTTP/1.1".encode("ascii"), *lines, b"", b""])


def _latin(text: str) -> bytes:
    return text.encode("latin-1", "replace")
