"""The web application: a node with its HTTP part, its sockets and the page."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from lastcard.server.config import Config
from lastcard.server.edge.conversation import Conversation
from lastcard.server.edge.guard import Guard
from lastcard.server.edge.pages import Page
from lastcard.server.edge.sharing import Sharing
from lastcard.server.edge.web import Http, refusal
from lastcard.server.errors import RefusedError
from lastcard.server.log.journal import Journal
from lastcard.server.log.store import Store
from lastcard.server.log.writing import Writer
from lastcard.server.metrics import Metrics
from lastcard.server.running.node import Node

_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        (
            b"default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; "
            b"base-uri 'none'"
        ),
    ),
]


async def open_node(config: Config, store: Store, writer: Writer | None = None) -> Node:
    """A node at work; without a writer it writes itself."""
    journal = Journal(store, writer)
    try:
        page = Page(config.page)
        node = Node(config, journal, Metrics(), lambda: page.script)
        await node.start()
    except BaseException:
        await journal.close()
        raise
    return node


def make_app(node: Node) -> Starlette:
    """The application for a node that is at work."""
    guard, page = Guard(node.config, node.peers.me.secret), Page(node.config.page)

    async def socket(websocket: WebSocket) -> None:
        await Conversation(websocket, node, guard, websocket.path_params.get("code", "")).run()

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            return _wrong_method((error.headers or {}).get("Allow", ""))
        return await page.elsewhere(request) or refusal(RefusedError("not-found", "there is nothing at this address"))

    sockets = [WebSocketRoute("/ws/{code}", socket), WebSocketRoute("/ws", socket)]  # older pages come to the last
    routes = [*sockets, *Http(node, guard).routes(), *page.routes()]
    app = Starlette(routes=routes, exception_handlers={HTTPException: http_error})
    app.state.node, app.state.guard = node, guard  # for sockets that are passed on before there is a request
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)
    app.add_middleware(Sharing, guard=guard)
    app.add_middleware(_SafeHeaders)
    return app


def _wrong_method(allowed: str) -> Response:
    response = refusal(RefusedError("method", f"this address answers {allowed or 'another method'}"))
    response.headers["allow"] = allowed
    return response


class _SafeHeaders:
    """Headers that tell a browser to be careful, on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self._app(scope, receive, send if scope["type"] != "http" else send_safely)
