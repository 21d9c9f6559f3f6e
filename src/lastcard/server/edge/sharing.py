"""Pages of other sites that may use the HTTP part (CORS): those that `--origin` names, and no others.

A browser asks first whether a page may send JSON or a token, and lets the page read an answer
only if that says so. Whether something is done for a page at all is the guard's question.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastcard.server.edge.guard import Guard

_PART = "/api/"
_DIFFERS = (b"vary", b"Origin")
"""Nothing on the way may keep an answer for one site and give it to another."""
_READABLE = (b"access-control-expose-headers", b"Content-Disposition, Retry-After")
_MAY = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"Authorization, Content-Type"),
    (b"access-control-max-age", b"600"),
]


class Sharing:
    """Tells browsers which pages may read what the HTTP part answers."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the question of a browser, or let the application answer and say who may read it."""
        if scope["type"] != "http" or not scope["path"].startswith(_PART) or not self._guard.has_friends:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        friend = [(b"access-control-allow-origin", origin.encode("latin-1"))] if self._guard.is_friend(origin) else []
        if friend and scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            await send({"type": "http.response.start", "status": 204, "headers": [*friend, *_MAY, _DIFFERS]})
            await send({"type": "http.response.body", "body": b""})
            return

        async def send_shared(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *friend, *([_READABLE] if friend else []), _DIFFERS]
            await send(message)

        await self._app(scope, receive, send_shared)
