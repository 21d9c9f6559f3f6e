"""A line between a browser and a server that a test can cut: a TCP proxy on a port of its own.

A browser's own "offline" switch leaves open WebSockets open and only holds back what they
carry, so a lost connection is made here.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from typing import Self

_RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of no time: closing sends a reset, as when the other machine is gone."""


class Line:
    """A way to a server on this machine.

    `cut` breaks all connections and refuses new ones until `restore`. `hush` keeps them open and lets nothing
    through, as when a phone leaves the network, until `restore`, which delivers what was held back. `delay` is how many
    seconds everything takes, in each direction.
    """

    def __init__(self, port: int) -> None:
        self.to, self.port, self.delay = port, 0, 0.0
        self.carried = 0
        """How many connections there have been."""
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._refusing = False
        self._open = asyncio.Event()
        self._open.set()

    @property
    def url(self) -> str:
        """Where its near end is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def connections(self) -> int:
        """How many connections are open through it."""
        return len(self._writers) // 2

    def cut(self) -> None:
        """Break everything, and let nothing through."""
        self._refusing = True
        self._open.set()
        for writer in list(self._writers):
            _reset(writer)

    def hush(self) -> None:
        """Keep what is open, and let nothing through."""
        self._open.clear()

    def restore(self) -> None:
        """Be a good line again."""
        self._refusing = False
        self._open.set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            _reset(writer)
            return
        self.carried += 1
        async with self._counted(writer):
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
            except OSError:
                _reset(writer)
                return
            async with self._counted(far_writer):
                if self._refusing:  # since a moment ago
                    _reset(writer)
                    return
                await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))

    @contextlib.asynccontextmanager
    async def _counted(self, writer: asyncio.StreamWriter) -> AsyncIterator[None]:
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Whatever comes in goes out, in order; the end too."""
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close at once and without a goodbye."""
    with contextlib.suppress(OSError):
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    writer.transport.abort()
