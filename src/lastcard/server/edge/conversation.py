"""One client's conversation over its WebSocket, from the hello to the end."""

from __future__ import annotations

import asyncio
import logging
import math
import time

from starlette.types import Receive
from starlette.websockets import WebSocket, WebSocketDisconnect

from lastcard.server.edge.guard import Guard
from lastcard.server.errors import ElsewhereError, GivenUpError, RefusedError, UnavailableError
from lastcard.server.logs import log
from lastcard.server.running.client import POLICY, RECEIVE, RESTART, SLOW, Client, is_catch
from lastcard.server.running.live import Live
from lastcard.server.running.node import Node
from lastcard.server.table import requests as r
from lastcard.server.table import telling

HELLO_SECONDS = 10
_PATIENCE = 200
"""Messages over the rate, less those within it, after which a client is shown out."""


class Conversation:
    """A socket's reader."""

    def __init__(self, socket: WebSocket, node: Node, guard: Guard, code: str) -> None:
        self._socket, self._node, self._guard, self._code = socket, node, guard, code
        self._receives: Receive = socket.scope["extensions"][RECEIVE]["receive"]
        self._over_rate = 0

    async def run(self) -> None:
        """Talk until the client goes."""
        try:
            self._guard.check_origin(self._socket)
        except RefusedError:
            await self._socket.close(POLICY)  # before it is accepted: HTTP 403
            return
        await self._socket.accept()
        client = Client(self._socket, self._guard.config.rate)
        here = self._guard.address(self._socket)
        if not self._guard.sockets.take(here):
            client.bye("too-many", f"at most {self._guard.config.sockets} sockets can be open from one address", SLOW)
            await client.finish()
            return
        self._node.metrics.sockets.inc()
        try:
            # a task of its own: with each message the one around it would go through all layers of the application
            await asyncio.create_task(self._talk(client))
        except WebSocketDisconnect:
            pass
        except Exception as failure:  # noqa: BLE001 - logged here, and nothing of it reaches the client
            self._node.tasks.failed("a socket failed", failure)
        finally:
            self._node.metrics.sockets.dec()
            self._node.closed += 1
            self._guard.sockets.give_back(here)
            await client.finish()

    async def _talk(self, client: Client) -> None:
        try:
            hello = await self._hello()
            self._guard.check_hello(self._socket)
            async with self._node.table(self._code) as live:
                await self._stay(live, client, hello)
        except GivenUpError as error:
            client.bye("restart", str(error), RESTART)
        except (RefusedError, UnavailableError) as error:
            if error.code in {"no-table", "wrong-token"}:
                self._guard.guessed_wrong(self._socket)
            self._node.metrics.refusals.labels(error.code).inc()
            _show_out(client, error.code, str(error), error.retry)
        except ElsewhereError:
            client.bye("restart", "the table is at another node now; come back in a moment", RESTART)

    async def _stay(self, live: Live, client: Client, hello: r.Hello) -> None:
        try:
            await self._node.sessions.attach(live, client, hello)
            log(logging.DEBUG, "client attached", table=live.table.code, person=client.person)
            while True:
                await self._answer(live, client, await self._receive())
        finally:
            await self._node.sessions.detach(live, client)

    async def _hello(self) -> r.Hello:
        try:
            first = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
        except TimeoutError:
            raise RefusedError("hello-first", f"no hello came within {HELLO_SECONDS} seconds") from None
        return r.decode_hello(first)

    async def _receive(self) -> str | bytes:
        message = await self._receives()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    # --- after the hello -----------------------------------------------------------------------

    async def _answer(self, live: Live, client: Client, text: str | bytes) -> None:
        """Carry out one message and answer it; no message ends the conversation but a flood."""
        begun = time.perf_counter()
        try:
            self._check_rate(client)  # what can't be read counts as well
            granted = await self._carry_out(live, client, _request(text))
        except RefusedError as error:
            self._node.metrics.refusals.labels(error.code).inc()
            self._refuse(client, text, error)
        except WebSocketDisconnect:
            raise
        except UnavailableError as error:
            self._refuse(client, text, RefusedError(error.code, str(error), retry=error.retry))
        except Exception as failure:  # noqa: BLE001 - logged here, and nothing of it reaches the client
            self._node.tasks.failed("a request failed", failure, table=live.table.code)
            self._refuse(client, text, RefusedError("internal", "the server failed; the table is unharmed"))
        else:
            client.send(telling.encode(granted))
            if not granted.waits:  # uno-3: whoever sees the figures could count along
                self._node.metrics.latency.observe(time.perf_counter() - begun)

    @staticmethod
    def _refuse(client: Client, text: str | bytes, error: RefusedError) -> None:
        """Answer a request with no; with its id, which can be read also where the rest of it can't."""
        no = telling.No(id=r.id_of(text), code=error.code, say=error.say, rule=error.rule, seat=error.seat)
        no.retry = _shown(error.retry)
        client.send(telling.encode(no))

    def _check_rate(self, client: Client) -> None:
        if client.allowed.rate.take():
            self._over_rate = max(0, self._over_rate - 1)
            return
        self._over_rate += 1
        if self._over_rate > _PATIENCE:
            _show_out(client, "slow-down", "far too many messages; come back later", client.allowed.rate.wait())
            raise WebSocketDisconnect(POLICY)
        say = f"more than {self._guard.config.rate:g} messages a second; this one was not carried out"
        raise RefusedError("slow-down", say, retry=client.allowed.rate.wait())

    async def _carry_out(self, live: Live, client: Client, request: r.Request) -> telling.Ok:
        if isinstance(request, r.Ping):
            shown = live.late.table if live.late is not None and client in live.late.clients else live.table
            return telling.Ok(id=request.id, n=shown.told_number)
        if client.person is None:
            raise RefusedError("not-seated", "you only watch; join the table to take part")
        if isinstance(request, r.Why):
            return self._node.sessions.why(live, client, request)
        if is_catch(request):
            return await self._catch(live, client, request)
        if isinstance(request, r.Change) and request.public and not live.table.setup.public:
            self._guard.check_tables(self._socket)  # so that no solo game gets into the list for less
        return await self._node.sessions.request(live, client, request)

    async def _catch(self, live: Live, client: Client, request: r.Request) -> telling.Ok:
        """A catch; whoever clicks it all the time at nobody must wait."""
        try:
            return await self._node.sessions.request(live, client, request)
        except RefusedError as error:
            if error.code == "illegal-move":  # too late is no catch of nobody
                client.allowed.wrong_catches.take()
            raise


def _show_out(client: Client, code: str, say: str, retry: float | None) -> None:
    """Say why a client is not let in or must go, and when it may come back; and close."""
    client.send(telling.encode(telling.Bye(code=code, say=say, retry=_shown(retry))))
    client.close(POLICY)


def _shown(retry: float | None) -> float | None:
    """Seconds as they are told: a little more than needed, so that whoever waits so long does not come too early."""
    return None if retry is None else math.floor(retry * 100 + 1) / 100


def _request(text: str | bytes) -> r.Request:
    message = r.decode(text)
    if isinstance(message, r.Hello):
        raise RefusedError("bad-message", "a hello comes only once, at the start")
    return message
