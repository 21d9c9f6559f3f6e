"""Running a server: its address, its signals, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from lastcard.game import Game
from lastcard.server.app import make_app, open_node
from lastcard.server.config import Config
from lastcard.server.errors import StartError
from lastcard.server.files import allow_files
from lastcard.server.node import Node
from lastcard.server.store import Store

PORTS_TO_TRY = 10
MANY_FILES = 65_536


def serve(config: Config, *, any_port: bool, ready: Callable[[int], None]) -> None:
    """Serve until a signal says stop. `ready` gets the port once clients can come."""
    allow_files(MANY_FILES)
    listening = bind(config.host, config.port, PORTS_TO_TRY if any_port else 1)
    try:
        store = Store(config.database)
        warm_up()
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(config, store, listening, ready))
    finally:
        listening.close()


def bind(host: str, port: int, tries: int) -> socket.socket:
    """A listening socket on the port, or on one of the next ones."""
    for number in range(port, port + tries):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(2048)
        except OverflowError:
            listening.close()
            msg = f"--port {port}: allowed are 0 to 65535"
            raise StartError(msg) from None
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
        else:
            return listening
    msg = f"can't listen on {host} port {port}: {reason}; choose another with --host and --port"
    raise StartError(msg)


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


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


class _Server(uvicorn.Server):
    """Says goodbye to clients first, and leaves signals to us."""

    def __init__(self, config: uvicorn.Config, node: Node) -> None:
        super().__init__(config)
        self._node = node

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new
        await self._node.stop()
        await super().shutdown(sockets)


async def _serve(config: Config, store: Store, listening: socket.socket, ready: Callable[[int], None]) -> None:
    node = await open_node(config, store)
    server = _Server(_uvicorn_config(config, node), node)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))
    ready(listening.getsockname()[1])
    await server.serve(sockets=[listening])


def _uvicorn_config(config: Config, node: Node) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(node),
        ws="websockets-sansio",
        ws_max_size=config.limits.message or 2**24,
        ws_per_message_deflate=False,  # a context for each socket costs more memory than a table
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the guard reads them
        timeout_graceful_shutdown=5,
    )
