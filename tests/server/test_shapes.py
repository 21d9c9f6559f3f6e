"""Every answer over HTTP has the shape that the OpenAPI description gives it, with no field more or less."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from lastcard.server.edge.openapi import ANSWERS, description
from lastcard.server.edge.shapes import Refusal
from tests.server.harness import Guest, Room, Server, room, run
from tests.server.turns import play_out

OPTIONS: dict[str, Any] = {"clock": None, "away_grace": 60}


def fits(answer: httpx.Response, shape: type) -> None:
    """Refuse an answer with a field that its shape has not; or without one that it must have."""
    told = answer.json()
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(told, type=shape))) == told


async def get(here: Room, path: str, address: str = "", token: str | None = None, **asked: Any) -> None:
    """Ask at a path of the description, and look at the answer."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = await here.http.get(address or path, params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    fits(answer, ANSWERS["get", path])


def test_every_answer_about_what_there_is_has_its_shape(sqlite_server: Server) -> None:
    """Editions, the language, rules, bots, and the description itself."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for path in (
                "/api/daily",
                "/api/editions",
                "/api/language",
                "/api/levels",
                "/api/openapi.json",
                "/healthz",
            ):
                await get(here, path)
            for name in [one["id"] for one in (await here.http.get("/api/editions")).json()["editions"]]:
                await get(here, "/api/editions/{edition}", f"/api/editions/{name}")
            for rule in (
                "custom-4",
                "words: sing",
                "player draws 2; player draws 21",
                "x" * 601,
                "if yes: player draws 1",
            ):
                answer = await here.http.post("/api/rules", json={"edition": "house", "rule": rule})
                fits(answer, ANSWERS["post", "/api/rules"])

    run(test)


@pytest.mark.parametrize("edition", ["house", "flip"])
def test_every_answer_about_a_table_has_its_shape(sqlite_server: Server, edition: str) -> None:
    """In the lobby, in a game and after it."""

    async def look(here: Room, ann: Guest) -> None:
        code = ann.code
        await get(here, "/api/tables")
        await get(here, "/api/tables/{code}", f"/api/tables/{code}")
        await get(here, "/api/tables/{code}/invitation", f"/api/tables/{code}/invitation")
        await get(here, "/api/tables/{code}/lines", f"/api/tables/{code}/lines", ann.token, count=200)

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann, bob = await here.table_of(
                2, start=False, edition=edition, public=True, settings={"scoring": "hand"}, options=OPTIONS
            )
            await ann.ask("mute", person=bob.person)
            await ann.ask("react", reaction="wow")
            await look(here, ann)
            for guest in (ann, bob):
                await guest.ask("consent", rules=ann.table["rules"])
            await bob.ask("ready", mix="c0ffee")
            number = await ann.ask("start")
            for guest in (ann, bob):
                await guest.seen(number)
            await look(here, ann)
            await play_out([ann, bob])
            await look(here, ann)
            replay = "/api/tables/{code}/replay"
            for eyes in ("open", "public", "1"):
                await get(here, replay, replay.format(code=ann.code), eyes=eyes, count=200)
            joined = await here.http.post(f"/api/tables/{ann.code}/people", json={"name": "Eve"})
            fits(joined, ANSWERS["post", "/api/tables/{code}/people"])

    run(test)


def test_a_refusal_has_its_shape(sqlite_server: Server) -> None:
    """The same everywhere."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for path in ("/api/tables/QQQQQQ", "/api/editions/poker", "/api/nothing", "/api/tables/QQQQQQ/lines"):
                fits(await here.http.get(path), Refusal)

    run(test)


def test_nothing_is_described_as_a_bare_object() -> None:
    """Every body that is sent or answered in JSON names a shape, and every shape has fields."""
    told = description()
    shapes = told["components"]["schemas"]
    seen = set()
    for methods in told["paths"].values():
        for operation in methods.values():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            contents = [body["content"] for body in bodies if body]
            for schema in (
                content["application/json"]["schema"] for content in contents if "application/json" in content
            ):
                name = schema["$ref"].rpartition("/")[2]
                seen.add(name)
                assert shapes[name]["properties"]
    assert {shape.__name__ for shape in ANSWERS.values()} | {
        "Refusal",
        "NewTable",
        "NewPerson",
        "NewRule",
        "NewDaily",
    } == seen


def test_what_can_be_chosen_is_in_the_description() -> None:
    """Settings with their values, options with their ranges."""
    shapes = description()["components"]["schemas"]
    settings = shapes["NewTable"]["properties"]["settings"]["properties"]
    assert settings["uno"]["enum"] == ["race", "ask", "auto"]
    assert (settings["target"]["minimum"], settings["dealer"]["type"]) == (1, ["integer", "null"])
    options = shapes["Options"]["properties"]
    assert options["watching"]["enum"] == ["public", "delayed", "off"]
    assert (options["delay"]["minimum"], options["delay"]["maximum"]) == (1, 3600)
