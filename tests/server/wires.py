"""A wire between two ends of TCP that a test can break: a proxy on loopback, in a thread of its own.

`stall` lets bytes vanish on their way, as a network does that drops packets: nobody is told, connections stay
open, and when it heals what was sent arrives late, as TCP sends it once more. New connections hang in the same way.
`cut` resets every connection and refuses new ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Self

_MOST = 1 << 16
UP, DOWN = "up", "down"
"""From whoever connected to the other end; and back."""
_RESET = struct.pack("ii", 1, 0)


class Wire:
    """A port of 127.0.0.1 behind which another one is."""

    def __init__(self, target: int = 0) -> None:
        self.target = target
        """The port at the other end, which may be told later."""
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port: int = self._listening.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wire", daemon=True)
        self._flows = {UP: asyncio.Event(), DOWN: asyncio.Event()}
        self._is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # --- what a test tells it ------------------------------------------------------------------

    def stall(self, *directions: str) -> None:
        """From now on nothing arrives any more, in these directions or in both."""
        self._call(lambda: self._stall(directions or (UP, DOWN)))

    def cut(self) -> None:
        """Reset every connection and refuse new ones."""
        self._call(self._cut)

    def heal(self) -> None:
        """What was held up arrives, and everything flows."""
        self._call(self._heal)

    def _call(self, do: Callable[[], object]) -> None:
        async def done() -> None:
            do()

        self._do(done())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    # --- in its thread -------------------------------------------------------------------------

    async def _start(self) -> None:
        self._heal()
        self._server = await asyncio.start_server(self._connected, sock=self._listening)

    async def _close(self) -> None:
        assert self._server is not None
        self._server.close()
        self._cut()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _stall(self, directions: tuple[str, ...]) -> None:
        for direction in directions:
            self._flows[direction].clear()

    def _heal(self) -> None:
        self._is_cut = False
        for flow in self._flows.values():
            flow.set()

    def _cut(self) -> None:
        self._is_cut = True
        for writer in self._writers:
            _reset(writer)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        far: asyncio.StreamWriter | None = None
        try:
            if self._is_cut:
                _reset(writer)
                return
            await self._flows[UP].wait()
            far_reader, far = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(far)
            for end in (writer, far):
                end.transport.set_write_buffer_limits(0)
            pumps = [
                asyncio.ensure_future(self._pump(reader, far, UP)),
                asyncio.ensure_future(self._pump(far_reader, writer, DOWN)),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
        except OSError:
            pass
        finally:
            for one in (writer, far):
                if one is not None:
                    self._writers.discard(one)
                    one.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: str) -> None:
        """Pass on until an end closes; also that is heard only where something gets through."""
        with contextlib.suppress(OSError):
            while data := await reader.read(_MOST):
                await self._flows[direction].wait()
                writer.write(data)
                await writer.drain()  # until all of it has gone
        await self._flows[direction].wait()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close with a reset in place of a goodbye."""
    with contextlib.suppress(OSError):
        sock: socket.socket = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    writer.transport.abort()
