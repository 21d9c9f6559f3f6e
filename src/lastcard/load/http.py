"""What a load test asks over HTTP: tables, seats at them, and the server's own figures."""

from __future__ import annotations

import asyncio
import http.client
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import msgspec

from lastcard.load.errors import LoadError

_SECONDS = 60.0
_THREADS = 8


class Pass(msgspec.Struct):
    """What whoever joins a table gets."""

    table: str
    person: int
    token: str


class Desk:
    """Makes tables and joins them, in a few threads."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="desk")

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown()

    async def create(self, url: str, table: dict[str, Any]) -> Pass:
        """A new table; the pass of its host."""
        return await self._post(url, "/api/tables", table)

    async def join(self, url: str, code: str, name: str) -> Pass:
        """Another person at a table."""
        return await self._post(url, f"/api/tables/{code}/people", {"name": name})

    async def _post(self, url: str, path: str, body: dict[str, Any]) -> Pass:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _post, url, path, msgspec.json.encode(body))


def figure(url: str, name: str) -> float:
    """One of the figures that the server keeps itself, of all its workers together."""
    _status, text = exchange(url, "GET", "/metrics")
    found = re.findall(rf"^{name}(?:\{{[^}}]*\}})? ([0-9.e+]+)$", text.decode("utf-8", "replace"), re.MULTILINE)
    if not found:
        msg = f"{url} does not tell {name}"
        raise LoadError(msg)
    return sum(map(float, found))


def _post(url: str, path: str, body: bytes) -> Pass:
    status, text = exchange(url, "POST", path, body)
    if status != http.client.CREATED:
        msg = (
            f"{url} refused a table or a seat: {text.decode('utf-8', 'replace'):.200}; "
            "a server under load needs --rate 0 --sockets 0 --tables 0 --solo 0 --joins 0"
        )
        raise LoadError(msg)
    try:
        return msgspec.json.decode(text, type=Pass)
    except msgspec.DecodeError:
        msg = f"{url} is no table server: it answered {text.decode('utf-8', 'replace')!r:.80}"
        raise LoadError(msg) from None


def exchange(
    url: str, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    """What is answered to a request: the status and the body."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        connection = kind(parts.netloc, timeout=_SECONDS)
        try:
            connection.request(method, path, body, {"content-type": "application/json", **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()
    except (OSError, http.client.HTTPException) as error:
        msg = f"{url} can't be reached: {error or type(error).__name__}"
        raise LoadError(msg) from None
