"""The HTTP part, described for programs (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

import msgspec

import lastcard
from lastcard.server.replays import MOST_STEPS


def description(new_table: type, new_person: type, new_rule: type, seat: type) -> dict[str, Any]:
    """The description, with the schemas of what is sent and answered."""
    _, schemas = msgspec.json.schema_components(
        [new_table, new_person, new_rule, seat], ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Last Card",
            "version": lastcard.__version__,
            "description": "Playing goes over the socket /ws; see docs/protocol.md.",
        },
        "paths": {
            "/api/editions": {"get": _get("All editions", _object())},
            "/api/editions/{edition}": {"get": _get("An edition with all its cards", _object(), "edition", 404)},
            "/api/language": {"get": _get("The card language, for composing rules", _object())},
            "/api/rules": {
                "post": _post("Check a rule for a Customizable card, and take it apart", new_rule.__name__, "", "", 404)
            },
            "/api/levels": {"get": _get("The levels of bots", _object())},
            "/api/tables": {
                "get": _get("Public tables", _object()),
                "post": _post("Make a table", new_table.__name__, seat.__name__),
            },
            "/api/tables/{code}": {
                "get": _get("A table, as somebody with its code may know it", _object(), "code", 404, 410)
            },
            "/api/tables/{code}/invitation": {
                "get": _get("The link to a table, also as a QR code", _object(), "code", 400, 404, 410)
            },
            "/api/tables/{code}/people": {
                "post": _post("Join a table as a guest", new_person.__name__, seat.__name__, "code", 404, 409, 410)
            },
            "/api/tables/{code}/record": {"get": _record()},
            "/api/tables/{code}/replay": {"get": _replay()},
            "/api/openapi.json": {"get": _get("This description", _object())},
            "/healthz": {"get": _get("Whether the server can do its work", _object())},
            "/metrics": {"get": _get("Figures for Prometheus", {"text/plain": {"schema": {"type": "string"}}})},
        },
        "components": {
            "schemas": {
                **schemas,
                "Refusal": {
                    "type": "object",
                    "properties": {"code": {"type": "string"}, "say": {"type": "string"}},
                    "required": ["code", "say"],
                },
            }
        },
    }


def _object() -> dict[str, Any]:
    return {"application/json": {"schema": {"type": "object"}}}


def _refusals(*statuses: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    return {str(status): {"description": "Refused; the answer says why", "content": content} for status in statuses}


def _path(parameter: str) -> list[dict[str, Any]]:
    return [{"name": parameter, "in": "path", "required": True, "schema": {"type": "string"}}] if parameter else []


def _get(summary: str, content: dict[str, Any], parameter: str = "", *refused: int) -> dict[str, Any]:
    done = {"200": {"description": summary, "content": content}}
    return {"summary": summary, "parameters": _path(parameter), "responses": {**done, **_refusals(*refused, 429, 503)}}


def _post(summary: str, body: str, made: str, parameter: str = "", *refused: int) -> dict[str, Any]:
    """Something that is sent; `made` is what there is afterwards, empty if nothing is."""
    schema = {"application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{made}"}}} if made else _object()
    done = {"201" if made else "200": {"description": summary, "content": content}}
    return {
        "summary": summary,
        "parameters": _path(parameter),
        "requestBody": {"required": True, "content": schema},
        "responses": {**done, **_refusals(400, 403, *refused, 413, 429, 503)},
    }


def _record() -> dict[str, Any]:
    text = {"text/plain": {"schema": {"type": "string"}}}
    return _asked(_get("The record of a finished game", text, "code", 404, 409), game=_GAME)


def _replay() -> dict[str, Any]:
    eyes = {"type": "string", "pattern": "^(open|public|[0-9])$"}
    first, count = (
        {"type": "integer", "minimum": 0, "maximum": 999999},
        {"type": "integer", "minimum": 1, "maximum": MOST_STEPS},
    )
    described = _get("A finished game, step by step", _object(), "code", 400, 404, 409)
    return _asked(described, game=_GAME, eyes=eyes, **{"from": first, "count": count})


_GAME = {"type": "integer", "minimum": 1, "maximum": 999999}


def _asked(described: dict[str, Any], **schemas: dict[str, Any]) -> dict[str, Any]:
    """A description with parameters in the address that may be left out."""
    more = [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in schemas.items()]
    return {**described, "parameters": [*described["parameters"], *more]}
