"""What the server answers over HTTP: making and finding tables, finished games, editions, rules, health and figures.

`openapi.py` describes it. A seat's token is given once, in the answer to whoever joins, and never
stands in an address.
"""

from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lastcard.bots import CHARACTERS, LEVELS, Character
from lastcard.editions import by_id, names
from lastcard.server import metrics
from lastcard.server.edge import messages
from lastcard.server.edge.addresses import invitation
from lastcard.server.edge.figures import figures
from lastcard.server.edge.forwarding import forward
from lastcard.server.edge.guard import Guard
from lastcard.server.edge.openapi import description
from lastcard.server.edge.shapes import DailySeat, NewDaily, NewPerson, NewRule, NewTable, Seat
from lastcard.server.errors import ElsewhereError, RefusedError, UnavailableError, UnreadableError
from lastcard.server.keeping import Kept
from lastcard.server.locks import Locks
from lastcard.server.log.games import game_count
from lastcard.server.log.store import Found
from lastcard.server.running.node import Node, check_readable, quarantined
from lastcard.server.running.reading import Lines, Record, Replay
from lastcard.server.table import catalogue, showing
from lastcard.server.table.daily import checked_key
from lastcard.server.table.names import clean_name
from lastcard.server.table.recalling import MOST_LINES
from lastcard.server.table.replays import MOST_STEPS
from lastcard.server.table.setup import Setup

T = TypeVar("T")

BODY_SECONDS = 10

_json = msgspec.json.Encoder()

_STATUS = {
    "no-table": 404, "not-found": 404, "no-game": 404, "archived": 410, "game-running": 409, "table-full": 409,
    "seat-taken": 409, "slow-down": 429, "too-many": 429, "too-large": 413, "origin": 403, "unavailable": 503,
    "quarantined": 503, "method": 405, "internal": 500, "wrong-token": 401, "removed": 403,
    "withheld": 409,
}  # fmt: skip
"""HTTP's number for a refusal; 400 for all others."""


# --- answering ------------------------------------------------------------------------------------


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(_json.encode(value), status, media_type="application/json", headers={"cache-control": "no-store"})


def refusal(error: RefusedError) -> Response:
    """A refusal as JSON, with its code and sentence, and when to try again if that is known."""
    told: dict[str, Any] = {"code": error.code, "say": error.say}
    headers: dict[str, str] = {}
    if error.retry is not None:
        told["retry"] = math.floor(error.retry) + 1  # whole seconds, as the header has them, and never too few
        headers["retry-after"] = str(told["retry"])
    response = answer(told, _STATUS.get(error.code, 400))
    if response.status_code == 401:
        headers["www-authenticate"] = "Bearer"
    response.headers.update(headers)
    return response


Handler = Callable[["Http", Request], Awaitable[Response]]


def _careful(handler: Handler) -> Handler:
    """A handler whose refusals are answered, and whose failures tell the client nothing."""

    @functools.wraps(handler)
    async def careful(http: Http, request: Request) -> Response:
        try:
            return await handler(http, request)
        except RefusedError as error:
            http.node.metrics.refusals.labels(error.code).inc()
            return refusal(error)
        except UnreadableError:
            return refusal(quarantined(request.path_params["code"]))
        except UnavailableError as error:
            http.node.tasks.failed("a request could not be served", error)
            return refusal(RefusedError("unavailable", str(error), retry=error.retry))
        except ElsewhereError:
            return await http.elsewhere(request)
        except HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - logged here, and nothing of it reaches the client
            http.node.tasks.failed("a request failed", error, path=request.url.path)
            return refusal(RefusedError("internal", "the server failed; the table is unharmed"))

    return careful


class Http:
    """The handlers, for one node."""

    def __init__(self, node: Node, limits: Guard) -> None:
        self.node, self.limits = node, limits
        self._kept = Kept(node.config.kept)
        self._reading = Locks()

    def routes(self) -> list[Route]:
        """Every address and what answers there."""
        return [
            self._route("/api/daily", self.daily, post=self.begin_daily),
            self._route("/api/editions", self.editions),
            self._route("/api/editions/{edition}", self.edition),
            self._route("/api/language", self.language),
            self._route("/api/levels", self.levels),
            self._route("/api/rules", None, post=self.rule),
            self._route("/api/tables", self.public_tables, post=self.create),
            self._route("/api/tables/{code}", self.table),
            self._route("/api/tables/{code}/invitation", self.invitation),
            self._route("/api/tables/{code}/lines", self.lines),
            self._route("/api/tables/{code}/people", None, post=self.join),
            self._route("/api/tables/{code}/record", self.record),
            self._route("/api/tables/{code}/replay", self.replay),
            self._route("/api/openapi.json", self.openapi),
            self._route("/api/asyncapi.json", self.asyncapi),
            self._route("/healthz", self.healthz),
            self._route("/metrics", self.metrics),
        ]

    @staticmethod
    def _route(path: str, get: Any, post: Any = None) -> Route:
        handlers = {"GET": get, "HEAD": get, "POST": post}

        async def handle(request: Request) -> Response:
            response: Response = await handlers[request.method](request)
            return response

        return Route(path, handle, methods=[method for method, handler in handlers.items() if handler])

    async def _body(self, request: Request, kind: type[T]) -> T:
        """The body of a request, checked, or a refusal."""
        if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            raise RefusedError("bad-message", "the body must be JSON, with the content type application/json")
        most = self.limits.config.message
        data = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for chunk in request.stream():
                    data += chunk
                    if most and len(data) > most:
                        raise RefusedError("too-large", f"the body is larger than {most} bytes")
        except ClientDisconnect:
            raise RefusedError("bad-message", "the body ended too soon") from None
        except TimeoutError:
            raise RefusedError("bad-message", f"the body did not come within {BODY_SECONDS} seconds") from None
        try:
            request.state.body = bytes(data)
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RefusedError("bad-message", f"the body is not as it should be: {error}") from None

    async def elsewhere(self, request: Request) -> Response:
        """What the table's owner answers. A request that comes from another node already goes no further."""
        try:
            peer = None if self.limits.is_relayed(request) else await self.node.whereabouts(request.path_params["code"])
            if peer is not None:
                return await forward(request, getattr(request.state, "body", b""), peer, self.limits.address(request))
        except (OSError, ValueError, TimeoutError, UnavailableError):
            pass
        return refusal(RefusedError("unavailable", "the table is at another node now; try again", retry=1))

    # --- tables --------------------------------------------------------------------------------

    @_careful
    async def create(self, request: Request) -> Response:
        """Make a table."""
        self.limits.check_origin(request)
        wanted = await self._body(request, NewTable)
        setup = Setup(
            edition=wanted.edition,
            settings=wanted.settings,
            seats=wanted.seats,
            public=wanted.public,
            options=wanted.options,
        )
        setup.check()
        (self.limits.check_solo if wanted.solo else self.limits.check_tables)(request)
        code, person, token = await self.node.create(setup, wanted.name, wanted.seat, wanted.fill)
        return answer(Seat(table=code, person=person, token=token), 201)

    @_careful
    async def public_tables(self, _request: Request) -> Response:
        """Tables that anybody may join or watch."""
        tables = await self.node.public_tables()
        return answer({"tables": [{"code": code, **msgspec.json.decode(summary)} for code, summary in tables]})

    @_careful
    async def table(self, request: Request) -> Response:
        """What somebody with the code may know before joining."""
        self.limits.check_joins(request)
        async with self.node.table(request.path_params["code"]) as live:
            return answer(showing.table_of(live.table))

    @_careful
    async def join(self, request: Request) -> Response:
        """Join a table as a guest."""
        self.limits.check_origin(request)
        self.limits.check_joins(request)
        wanted = await self._body(request, NewPerson)
        async with self.node.table(request.path_params["code"]) as live:
            person, token = await self.node.sessions.join(live, wanted.name)
        return answer(Seat(table=live.table.code, person=person, token=token), 201)

    @_careful
    async def invitation(self, request: Request) -> Response:
        """The address to give to friends, also as a QR code."""
        self.limits.check_joins(request)
        code = (await self.node.find_open(request.path_params["code"])).code
        host, server = request.headers.get("host", ""), request.scope.get("server")
        found = invitation(
            self.limits.scheme(request), host, self.node.config.host, server[1] if server else None, f"/t/{code}"
        )
        if found is None:
            raise RefusedError("bad-message", f"the host is {host!r:.80}; no link can be made of it")
        return answer(found)

    @_careful
    async def record(self, request: Request) -> Response:
        """The record of a finished game."""
        self.limits.check_joins(request)
        game = _game(request)
        text = await self._finished(request, game, Record)
        code = request.path_params["code"].strip().upper()
        headers = {"content-disposition": f'attachment; filename="lastcard-{code}.txt"', "cache-control": "no-store"}
        return PlainTextResponse(text, headers=headers)

    @_careful
    async def replay(self, request: Request) -> Response:
        """A finished game, step by step."""
        self.limits.check_joins(request)
        game, eyes = _game(request), request.query_params.get("eyes", "open")
        first, count = _number(request, "from", 0, 0, 999_999), _number(request, "count", 100, 1, MOST_STEPS)
        made = await self._finished(request, game, lambda table, number: Replay(table, number, eyes, first, count))
        return answer(msgspec.Raw(made))

    @_careful
    async def lines(self, request: Request) -> Response:
        """What a person was told at a table, once more."""
        self.limits.check_joins(request)
        token = _token(request)
        first, count = _number(request, "from", 0, 0, 999_999), _number(request, "count", 100, 1, MOST_LINES)
        found = await self._readable(request)
        async with self._reading.of(found.id):  # who asks for much of one table holds up nobody at others
            return answer(msgspec.Raw(await self.node.readings.read(Lines(found.id, token, first, count))))

    async def _finished(
        self, request: Request, game: int | None, reading: Callable[[int, int], Record | Replay]
    ) -> bytes:
        """What is made of a finished game, whose table may be put away; kept for the next who asks."""
        found, journal = await self._readable(request), self.node.journal
        if game is None:
            game = await journal.slowly(game_count, journal.store, found.id)
        await self.node.dailies.check_told(found.id)
        wanted = reading(found.id, game)
        async with self._reading.of(wanted):  # whoever asks meanwhile gets the same
            made = self._kept.get(wanted)
            if made is None:
                made = await self.node.readings.read(wanted)
                self._kept.put(wanted, made)
            return made

    async def _readable(self, request: Request) -> Found:
        """The row of a table, put away or not, whose log can be read."""
        found = await self.node.find(request.path_params["code"].strip().upper())
        check_readable(found)
        return found

    # --- the daily deal ------------------------------------------------------------------------

    @_careful
    async def begin_daily(self, request: Request) -> Response:
        """Play today's deal, or go on with it."""
        self.limits.check_origin(request)
        self.limits.check_daily_asked(request)
        wanted = await self._body(request, NewDaily)
        name, key = clean_name(wanted.name), checked_key(wanted.player)
        day, code, token = await self.node.dailies.begin(name, key, lambda: self.limits.daily(request))
        return answer(DailySeat(table=code, person=1, token=token, day=day), 201)

    @_careful
    async def daily(self, request: Request) -> Response:
        """How today's deal stands, or another day's, and where one player is in it."""
        self.limits.check_daily_asked(request)
        key = _token(request) if "authorization" in request.headers else None
        return answer(await self.node.dailies.standing(request.query_params.get("day"), key))

    # --- what there is -------------------------------------------------------------------------

    @_careful
    async def editions(self, _request: Request) -> Response:
        """All editions, shortly."""
        return answer({"editions": [catalogue.brief(by_id(name)) for name in names()]})

    @_careful
    async def edition(self, request: Request) -> Response:
        """An edition with all its cards."""
        return answer(catalogue.whole(catalogue.find(request.path_params["edition"])))

    @_careful
    async def language(self, _request: Request) -> Response:
        """The card language, for composing rules."""
        return answer(catalogue.language())

    @_careful
    async def rule(self, request: Request) -> Response:
        """Whether a rule can be written on a Customizable card, and how it is read. Nothing is kept."""
        self.limits.check_origin(request)
        wanted = await self._body(request, NewRule)
        return answer(catalogue.checked_rule(catalogue.find(wanted.edition), wanted.rule))

    @_careful
    async def levels(self, _request: Request) -> Response:
        """The levels of bots, weakest first, and who plays at them."""
        levels = [{"name": level.name, "says": level.says} for level in LEVELS.values()]
        return answer({"levels": levels, "characters": [_introduced(one) for one in CHARACTERS.values()]})

    @_careful
    async def openapi(self, _request: Request) -> Response:
        """What this module answers, for programs."""
        return answer(description())

    @_careful
    async def asyncapi(self, _request: Request) -> Response:
        """What is said over the socket, for programs."""
        return answer(messages.description())

    # --- for those who run the server ------------------------------------------------------------

    @_careful
    async def healthz(self, _request: Request) -> Response:
        """Whether the server can do its work."""
        await self.node.journal.call(self.node.journal.store.ping)
        return answer({"status": "ok"})

    @_careful
    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus."""
        return Response(await figures(self.node, self.limits, request), media_type=metrics.CONTENT_TYPE)


def _introduced(character: Character) -> dict[str, str]:
    """A character, for whoever picks an opponent."""
    return {"id": character.id, "name": character.name, "level": character.level, "says": character.says}


def _token(request: Request) -> str:
    """Whose request it is; never from the address, which is kept in many places."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise RefusedError(
            "wrong-token", "this is for people at the table; send the header Authorization: Bearer TOKEN"
        )
    return token.strip()


def _game(request: Request) -> int | None:
    """Which of a table's games is meant; None: the last one."""
    game = request.query_params.get("game")
    if game is not None and not _is_number(game):
        raise RefusedError("no-game", f"game is {game!r:.20}; a number from 1 is needed")
    return None if game is None else int(game)


def _number(request: Request, name: str, usual: int, low: int, high: int) -> int:
    """A number in an address."""
    text = request.query_params.get(name, str(usual))
    if not _is_number(text) or not low <= int(text) <= high:
        raise RefusedError("bad-message", f"{name} is {text!r:.20}; allowed: {low} to {high}")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
