"""Requests over HTTP for tables of other nodes: asked there once more, and answered with what is answered there."""

from __future__ import annotations

import asyncio
import http.client
import io

from starlette.requests import Request
from starlette.responses import Response

from lastcard.server.edge.guard import CLIENT, RELAYED
from lastcard.server.edge.relay import host_and_port, told
from lastcard.server.log.owning import Peer

ANSWER_SECONDS = 10.0
_LEFT_OUT = frozenset({
    CLIENT, RELAYED, "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect",
    "content-length", "accept-encoding", "if-none-match",
})  # fmt: skip
"""Headers that are between two machines only, or are made anew."""
_KEPT = ("content-type", "content-disposition", "cache-control", "retry-after", "www-authenticate")
"""Headers of the answer; all others are added here as to every answer."""


async def forward(request: Request, body: bytes, peer: Peer, address: str) -> Response:
    """What another node answers to a request; OSError if it does not."""
    async with asyncio.timeout(ANSWER_SECONDS):
        reader, writer = await asyncio.open_connection(*host_and_port(peer.address))
        try:
            writer.write(_head(request, len(body), told(peer, address)) + body)
            head = await reader.readuntil(b"\r\n\r\n")
            answered = await reader.read()
        except asyncio.IncompleteReadError as error:
            msg = "the node has gone"
            raise ConnectionError(msg) from error
        finally:
            writer.close()
    status_line, _, rest = head.partition(b"\r\n")
    headers = http.client.parse_headers(io.BytesIO(rest))
    if len(answered) != int(headers.get("content-length", "0")) and request.method != "HEAD":
        msg = "the answer is not whole"
        raise ConnectionError(msg)
    kept = {name: headers[name] for name in _KEPT if name in headers}
    return Response(answered, int(status_line.split()[1]), headers=kept)


def _head(request: Request, length: int, more: list[tuple[str, str]]) -> bytes:
    target = request.scope["raw_path"].decode("latin-1")
    if query := request.scope["query_string"].decode("latin-1"):
        target += f"?{query}"
    headers = [(name, value) for name, value in request.headers.items() if name not in _LEFT_OUT]
    lines = [
        f"{name}: {value}" for name, value in (*headers, *more, ("content-length", length), ("connection", "close"))
    ]
    return "\r\n".join([f"{request.method} {target} HTTP/1.1", *lines, "", ""]).encode("latin-1")
