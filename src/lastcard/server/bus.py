"""How nodes tell each other that a table's log has grown: Redis publish/subscribe.

Only numbers are sent, never what happened, and a message that is lost does no harm: the
log is the truth, and every node looks there from time to time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from lastcard.server.errors import StartError, without_password

Hear = Callable[[int, int], None]

_CHANNEL = "lastcard:log"
_RETRY = 1.0
_PATIENCE = 5.0


class Bus:
    """A single node has nobody to tell."""

    async def start(self, hear: Hear) -> None:
        """Begin to listen; `hear` gets a table's id and the number that its log has reached."""

    def tell(self, table: int, number: int) -> None:
        """Tell all other nodes."""

    async def close(self) -> None:
        """Stop."""


class RedisBus(Bus):
    """Nodes that share a Redis."""

    def __init__(self, url: str, node: str) -> None:
        try:
            from redis import RedisError  # noqa: PLC0415 - only for many nodes
            from redis import asyncio as redis  # noqa: PLC0415
        except ModuleNotFoundError:
            msg = "Redis needs another package: pip install 'lastcard[nodes]'"
            raise StartError(msg) from None
        try:
            self._redis: Any = redis.from_url(url, socket_connect_timeout=5)
        except ValueError:
            msg = f"--redis {without_password(url)!r:.80} is no Redis address; write redis://HOST:PORT/NUMBER"
            raise StartError(msg) from None
        self._url, self._node, self._error = url, node, RedisError
        self._outbox: dict[int, int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        """Connect, or say that it can't be done."""
        try:
            await self._redis.ping()
        except (OSError, self._error) as error:
            await self._redis.aclose()
            msg = f"the Redis at {without_password(self._url)} can't be reached: {error}"
            raise StartError(msg) from None
        self._tasks = [asyncio.create_task(self._listen(hear)), asyncio.create_task(self._send())]

    def tell(self, table: int, number: int) -> None:
        """Tell all other nodes, soon."""
        self._outbox[table] = number
        self._wake.set()

    async def _send(self) -> None:
        """Send what has gathered since the last time in one message."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            reached, self._outbox = self._outbox, {}
            words = " ".join(f"{table}:{number}" for table, number in reached.items())
            with contextlib.suppress(Exception):  # lost messages are healed by looking at the log
                async with asyncio.timeout(_PATIENCE):
                    await self._redis.publish(_CHANNEL, f"{self._node} {words}")

    async def _listen(self, hear: Hear) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(_CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._read(message["data"].decode(), hear)
            except asyncio.CancelledError:
                raise
            except Exception:  # noqa: BLE001 - Redis is away; it will come back
                await asyncio.sleep(_RETRY)

    def _read(self, text: str, hear: Hear) -> None:
        node, *words = text.split()
        if node == self._node:
            return
        for word in words:
            table, _, number = word.partition(":")
            hear(int(table), int(number))

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
