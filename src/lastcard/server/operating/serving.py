"""One process that serves tables: uvicorn around a node, from its sockets to a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from lastcard.game import Game
from lastcard.server import handing
from lastcard.server.config import Config
from lastcard.server.edge.app import make_app
from lastcard.server.edge.relay import Relay
from lastcard.server.running.node import Node


def warm_up() -> None:
    """Compile or load the engine now, so that nobody waits for it at a table."""
    game = Game("classic", 2, seed=0, history=False)
    game.make(game.check_move(game.legal_moves()[0]))
    game.view(0)
    _calm_garbage()


def _calm_garbage() -> None:
    """Look for garbage in all of memory rarely: with many sockets that takes as long as many moves.

    The compiler's objects stay for good and are left out. Closed sockets are what leaves cycles
    behind; a node looks for those when there are many (`Node.closed`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 1_000)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fastest event loop that there is here; None: the usual one."""
    try:
        import uvloop  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


class Server(uvicorn.Server):
    """Takes connections from the edge if there is one, says goodbye to clients first, and leaves signals to others."""

    def __init__(
        self,
        config: Config,
        node: Node,
        handed: socket.socket | None = None,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        """`handed`: where the edge hands over what it accepted. `ready` is called when clients can come."""
        super().__init__(_uvicorn_config(config, node))
        self._node, self._handed, self._ready = node, handed, ready
        self._beginning: set[asyncio.Task[object]] = set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take none."""
        yield

    def stop(self) -> None:
        """Come to an end in order."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if self._handed is not None:
            asyncio.get_running_loop().add_reader(self._handed, self._take)
        self._ready()

    def _take(self) -> None:
        """Serve what the edge has accepted, from its first byte on."""
        assert self._handed is not None
        for accepted in handing.take(self._handed):
            accepted.setblocking(False)
            task = asyncio.get_running_loop().create_task(self._begin(accepted))
            self._beginning.add(task)
            task.add_done_callback(self._beginning.discard)

    async def _begin(self, accepted: socket.socket) -> None:
        with contextlib.suppress(OSError):  # who has gone already
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, accepted)

    def _protocol(self) -> asyncio.Protocol:
        """What uvicorn makes for a connection that it accepts itself."""
        made: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = made(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Come to an end: everybody is told to come back."""
        for server in self.servers:
            server.close()  # nobody new
        if self._handed is not None:
            asyncio.get_running_loop().remove_reader(self._handed)
        await self._node.stop()
        await super().shutdown(sockets)


def _uvicorn_config(config: Config, node: Node) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(node),
        ws=Relay,
        ws_max_size=config.limits.message or 2**24,
        ws_per_message_deflate=False,  # a context for each socket costs more memory than a table
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the guard reads them
        timeout_graceful_shutdown=5,
    )
