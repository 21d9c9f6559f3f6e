"""Running a server: from its settings to its address, in one process or in several."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import signal
import socket
from collections.abc import Callable

from lastcard.server.config import Config
from lastcard.server.edge.addresses import internal_address
from lastcard.server.edge.app import open_node
from lastcard.server.log.store import Store
from lastcard.server.operating.files import allow_files
from lastcard.server.operating.listening import bind
from lastcard.server.operating.serving import Server, loop_factory, warm_up
from lastcard.server.operating.supervisor import Supervisor

PORTS_TO_TRY = 10
MANY_FILES = 65_536


def serve(config: Config, *, any_port: bool, ready: Callable[[int], None]) -> None:
    """Serve until a signal says stop. `ready` gets the port once clients can come."""
    allow_files(MANY_FILES)
    with contextlib.closing(bind(config.host, config.port, PORTS_TO_TRY if any_port else 1)) as listening:
        port = listening.getsockname()[1]
        store = Store(config.database)
        warm_up()
        if config.workers > 1:
            with contextlib.closing(store):
                Supervisor(config, store, listening).run(lambda: ready(port))
            return
        config = dataclasses.replace(config, internal=config.internal or internal_address(config.host, port))
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(config, store, listening, lambda: ready(port)))


async def _serve(config: Config, store: Store, listening: socket.socket, ready: Callable[[], None]) -> None:
    node = await open_node(config, store)
    server = Server(config, node)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, server.stop)
    ready()
    await server.serve(sockets=[listening])
