"""The HTTP part, described for programs (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

import msgspec

import lastcard
from lastcard.server.edge import game_shapes as g
from lastcard.server.edge import shapes as s
from lastcard.server.table.recalling import MOST_LINES
from lastcard.server.table.replays import MOST_STEPS

ANSWERS: dict[tuple[str, str], type] = {
    ("get", "/api/daily"): s.Daily,
    ("post", "/api/daily"): s.DailySeat,
    ("get", "/api/editions"): s.Editions,
    ("get", "/api/editions/{edition}"): s.Edition,
    ("get", "/api/language"): s.Language,
    ("post", "/api/rules"): s.TriedRule,
    ("get", "/api/levels"): s.Levels,
    ("get", "/api/tables"): s.PublicTables,
    ("post", "/api/tables"): s.Seat,
    ("get", "/api/tables/{code}"): s.Table,
    ("get", "/api/tables/{code}/invitation"): s.Invitation,
    ("get", "/api/tables/{code}/lines"): g.Lines,
    ("post", "/api/tables/{code}/people"): s.Seat,
    ("get", "/api/tables/{code}/replay"): g.Replay,
    ("get", "/api/openapi.json"): s.Description,
    ("get", "/api/asyncapi.json"): s.SocketDescription,
    ("get", "/healthz"): s.Health,
}
"""What is answered in JSON, by method and address."""

_BODIES: dict[str, type] = {
    "/api/daily": s.NewDaily,
    "/api/rules": s.NewRule,
    "/api/tables": s.NewTable,
    "/api/tables/{code}/people": s.NewPerson,
}
_REFERENCE = "#/components/schemas/{name}"
_GAME = {"type": "integer", "minimum": 1, "maximum": 999999}
_FIRST = {"type": "integer", "minimum": 0, "maximum": 999999}
_LATER = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer", "minimum": 1}}}


def description() -> dict[str, Any]:
    """The description, with the shapes of all that is sent and answered."""
    _, schemas = msgspec.json.schema_components(
        [*ANSWERS.values(), *_BODIES.values(), s.Refusal], ref_template=_REFERENCE
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Last Card",
            "version": lastcard.__version__,
            "description": "Playing goes over the socket, which /api/asyncapi.json describes; see docs/protocol.md.",
        },
        "paths": _paths(),
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _paths() -> dict[str, Any]:
    table = "/api/tables/{code}"
    return {
        "/api/daily": _daily("/api/daily"),
        "/api/editions": _get("/api/editions", "All editions"),
        "/api/editions/{edition}": _get("/api/editions/{edition}", "An edition with all its cards", 404),
        "/api/language": _get("/api/language", "The card language, for composing rules"),
        "/api/rules": _post("/api/rules", "Check a rule for a Customizable card, and take it apart", 404, status=200),
        "/api/levels": _get("/api/levels", "The levels of bots"),
        "/api/tables": {**_get("/api/tables", "Public tables"), **_post("/api/tables", "Make a table")},
        table: _get(table, "A table, as somebody with its code may know it", 400, 404, 410),
        f"{table}/invitation": _get(f"{table}/invitation", "The link to a table, also as a QR code", 400, 404, 410),
        f"{table}/lines": _lines(f"{table}/lines"),
        f"{table}/people": _post(f"{table}/people", "Join a table as a guest", 404, 409, 410),
        f"{table}/record": _asked(_get(f"{table}/record", "The record of a finished game", 400, 404, 409), game=_GAME),
        f"{table}/replay": _replay(f"{table}/replay"),
        "/api/openapi.json": _get("/api/openapi.json", "This description"),
        "/api/asyncapi.json": _get("/api/asyncapi.json", "The description of the socket"),
        "/healthz": _get("/healthz", "Whether the server can do its work"),
        "/metrics": _get("/metrics", "Figures for Prometheus"),
    }


def _content(shape: type | None) -> dict[str, Any]:
    """What a body is; without a shape it is text."""
    if shape is None:
        return {"text/plain": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": {"$ref": _REFERENCE.format(name=shape.__name__)}}}


def _answers(summary: str, status: int, shape: type | None, refused: tuple[int, ...]) -> dict[str, Any]:
    answered = {str(status): {"description": summary, "content": _content(shape)}}
    for number in sorted({*refused, 429, 503}):
        answered[str(number)] = {"description": "Refused; the answer says why", "content": _content(s.Refusal)}
        if number in {429, 503}:
            answered[str(number)]["headers"] = _LATER
    return answered


def _in_path(path: str) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _get(path: str, summary: str, *refused: int) -> dict[str, Any]:
    responses = _answers(summary, 200, ANSWERS.get(("get", path)), refused)
    return {"get": {"summary": summary, "parameters": _in_path(path), "responses": responses}}


def _post(path: str, summary: str, *refused: int, status: int = 201) -> dict[str, Any]:
    """Something that is sent; 201 if there is something new afterwards."""
    return {
        "post": {
            "summary": summary,
            "parameters": _in_path(path),
            "requestBody": {"required": True, "content": _content(_BODIES[path])},
            "responses": _answers(summary, status, ANSWERS["post", path], (400, 403, *refused, 413)),
        }
    }


def _replay(path: str) -> dict[str, Any]:
    eyes = {"type": "string", "pattern": "^(open|public|[0-9])$"}
    count = {"type": "integer", "minimum": 1, "maximum": MOST_STEPS}
    described = _get(path, "A finished game, step by step", 400, 404, 409)
    return _asked(described, game=_GAME, eyes=eyes, **{"from": _FIRST, "count": count})


def _lines(path: str) -> dict[str, Any]:
    count = {"type": "integer", "minimum": 1, "maximum": MOST_LINES}
    described = _asked(
        _get(path, "What a person was told, once more", 400, 401, 403, 404), **{"from": _FIRST, "count": count}
    )
    return {"get": {**described["get"], "security": [{"token": []}]}}


def _daily(path: str) -> dict[str, Any]:
    day = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
    described = _asked(_get(path, "How a day's deal stands", 400, 401, 404), day=day)
    stands = {**described["get"], "security": [{}, {"token": []}]}
    return {"get": stands, **_post(path, "Play today's deal, or go on with it")}


def _asked(described: dict[str, Any], **schemas: dict[str, Any]) -> dict[str, Any]:
    """A description with parameters in the address that may be left out."""
    more = [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in schemas.items()]
    get = described["get"]
    return {"get": {**get, "parameters": [*get["parameters"], *more]}}
