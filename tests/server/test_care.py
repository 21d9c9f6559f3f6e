"""Who may come in, the first words, the HTTP part, and what is logged and measured."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lastcard.server.config import Config
from lastcard.server.edge import conversation
from lastcard.server.edge.guard import Guard
from lastcard.server.errors import RefusedError
from lastcard.server.running.client import RECEIVE
from tests.server.harness import PATIENCE, Refused, Server, begin, coming_from, refused, room, run, sqlite_url
from tests.server.turns import play_out, play_until

CALM: dict[str, Any] = {"clock": None}


# --- who may come in --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_to_one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a proxy that lets the pages of one other site in."""
    limits = ("--tables", "4", "--rate", "0")
    with Server(
        sqlite_url(tmp_path_factory.mktemp("open")), "--origin", "https://cards.example/", limits=limits
    ) as server:
        yield server


async def _opens(server: Server, origin: str) -> bool:
    try:
        async with connect(
            f"{server.url.replace('http', 'ws')}/ws", additional_headers={"Origin": origin}, open_timeout=PATIENCE
        ):
            return True
    except InvalidStatus as refused:
        assert refused.response.status_code == 403  # noqa: PT017 - whether it is refused is what is asked
        return False


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1:1", "http://[", "", "https://cards.example.evil.example"],
)
def test_pages_of_other_sites_are_refused(open_to_one: Server, origin: str) -> None:
    """Sockets do not open, and nothing is made or joined."""

    async def test() -> None:
        assert not await _opens(open_to_one, origin)
        async with room(open_to_one, {"Origin": origin}) as here:
            for address in ("/api/tables", "/api/tables/QQQQQQ/people"):
                answer = await here.http.post(address, json={"name": "Eve"})
                assert (answer.status_code, answer.json()["code"]) == (403, "origin")

    run(test)


def test_the_own_page_and_the_sites_that_are_allowed_may_connect(open_to_one: Server) -> None:
    """And programs, which send no origin."""

    async def test() -> None:
        for origin in (open_to_one.url, "https://cards.example", "HTTPS://Cards.Example"):
            assert await _opens(open_to_one, origin)
        async with room(open_to_one, {"Origin": "https://cards.example"}) as here:
            await (await here.create()).enter()

    run(test)


def test_without_a_proxy_nobody_chooses_an_address(open_to_one: Server) -> None:
    """The header that a proxy would add is not looked at."""

    async def test() -> None:
        codes = []
        for number in range(6):
            async with room(open_to_one, coming_from(f"10.9.9.{number}")) as here:
                codes.append((await here.http.post("/api/tables", json={"name": "Eve"})).status_code)
        assert codes[-2:] == [429, 429]

    run(test)


# --- the first words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"t":"ping","id":"a"}', "hello-first"),
        ('{"t":"hello","v":3}', "version"),
        ('{"t":"hello","v":1,"table":"QQQQQQ"}', "version"),
        ('{"t":"hello","v":2,"table":"QQQQQQ"}', "bad-message"),
        ('{"t":"hello","v":2,"admin":true}', "bad-message"),
        ('{"t":"hello","v":2,"last":-1}', "bad-message"),
        ('{"t":"hello","v":2}', "no-table"),
        ("hello", "bad-message"),
        ("", "bad-message"),
        ("[" * 5000, "bad-message"),
    ],
)
@pytest.mark.parametrize("address", ["/ws/QQQQQQ", "/ws"])
def test_a_first_message_that_is_no_good_hello_ends_the_conversation(
    server: Server, address: str, first: str, code: str
) -> None:
    """With a goodbye that says why; where older clients come in too, at an address that names no table."""

    async def test() -> None:
        async with connect(server.url.replace("http", "ws") + address, open_timeout=PATIENCE) as talking:
            await talking.send(first)
            bye = json.loads(await asyncio.wait_for(talking.recv(), PATIENCE))
            assert (bye["t"], bye["code"]) == ("bye", code)
            assert bye["say"]
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(talking.recv(), PATIENCE)
            assert talking.close_code == 1008

    run(test)


def test_a_second_hello_is_refused_and_the_conversation_goes_on(server: Server) -> None:
    """As everything else that is no request."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create()).enter()
            bad: list[str | bytes] = [
                '{"t":"hello","v":2}',
                "{",
                '{"t":"chat","id":"","text":"x"}',
                b"\xff\xfe",
                '{"t":"sit","id":"a","seat":"0"}',
            ]

            def refused() -> int:
                return sum('"t":"no"' in frame for frame in ann.frames)

            for number, text in enumerate(bad):
                await ann.send_raw(text)
                await ann.until(lambda number=number: refused() == number + 1)  # type: ignore[misc]
                assert json.loads(ann.frames[-1])["code"] == "bad-message"
            await ann.ask("ping")

    run(test)


def test_whoever_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket without a hello does not stay open."""
    monkeypatch.setattr(conversation, "HELLO_SECONDS", 0.05)

    class Silent:
        def __init__(self) -> None:
            self.scope = {"extensions": {RECEIVE: {"receive": self.receive}}}

        async def receive(self) -> dict[str, Any]:
            await asyncio.sleep(60)
            return {}

    async def test() -> None:
        talk = conversation.Conversation(Silent(), None, Guard(Config(database="")), "")  # type: ignore[arg-type]
        with pytest.raises(RefusedError, match="no hello came") as refused:
            await talk._hello()
        assert refused.value.code == "hello-first"

    run(test)


# --- the HTTP part ----------------------------------------------------------------------------------------------


def test_unknown_addresses_and_methods_are_answered_in_json(sqlite_server: Server) -> None:
    """With a code and a sentence, and the methods that there are."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for address in (
                "/nothing",
                "/api",
                "/api/tables/ABC/x",
                "/assets/../../pyproject.toml",
                "/..%2fnode.py",
                "/assets/nothing.js",
                "/api/editions/poker",
            ):
                answer = await here.http.get(address)
                assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
                assert answer.json()["say"]
            for method, address, allowed in (
                ("DELETE", "/api/tables", "POST"),
                ("GET", "/api/tables/QQQQQQ/people", "POST"),
                ("POST", "/healthz", "GET"),
            ):
                answer = await here.http.request(method, address)
                assert (answer.status_code, answer.json()["code"]) == (405, "method")
                assert allowed in answer.headers["allow"]

    run(test)


def test_a_body_must_be_json_and_say_so(sqlite_server: Server) -> None:
    """So that no form of another site can make tables."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"):
                answer = await here.http.post("/api/tables", content=b'{"name":"Ann"}', headers={"content-type": kind})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
            for body in (b"", b"{", b"[]", b'{"name":1}', b"\xff", b'{"name":"\\ud800"}'):
                answer = await here.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
                assert answer.status_code == 400
                assert answer.json()["code"] in {"bad-message", "bad-name"}
            answer = await here.http.post(
                "/api/tables", content=b'{"name":"Ann"}', headers={"content-type": "Application/JSON; charset=utf-8"}
            )
            assert answer.status_code == 201
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["cache-control"] == "no-store"

    run(test)


def test_every_answer_tells_browsers_to_be_careful(sqlite_server: Server) -> None:
    """Pages, data and refusals."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for address in ("/", "/t/QQQQQQ", "/api/editions", "/nothing"):
                answer = await here.http.get(address)
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["referrer-policy"] == "no-referrer"
                assert "default-src 'self'" in answer.headers["content-security-policy"]
                assert "server" not in answer.headers

    run(test)


def test_editions_and_levels_can_be_looked_up(sqlite_server: Server) -> None:
    """With everything that a page needs to show them."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            brief = (await here.http.get("/api/editions")).json()["editions"]
            assert [edition["cards"] for edition in brief if edition["id"] == "classic"] == [108]
            for edition in brief:
                whole = (await here.http.get(f"/api/editions/{edition['id']}")).json()
                assert whole["hand"] == 7
                assert len(whole["faces"]) == len(edition["sides"]) or not edition["sides"]
            bots = (await here.http.get("/api/levels")).json()
            assert [level["name"] for level in bots["levels"]] == ["easy", "medium", "hard", "expert"]
            assert {"id": "otto", "name": "Otto", "level": "medium"}.items() <= bots["characters"][4].items()

    run(test)


def _figures(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"(?m)^(lastcard_\S+) (\S+)$", text)}


def test_health_and_figures_are_told(server: Server) -> None:
    """Moves, lines, refusals, sockets and tables go up with what happens, and nobody is named."""

    async def test() -> None:
        async with room(server) as here:
            assert (await here.http.get("/healthz")).json() == {"status": "ok"}
            before = _figures((await here.http.get("/metrics")).text)
            ann = await (
                await here.create("Somebody Special", seats=2, fill="simple", settings={"scoring": "hand"})
            ).enter()
            await begin([ann])
            await play_out([ann])
            await refused(ann.move("draw"))
            answer = await here.http.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain")
            after = _figures(answer.text)
            grown = {name for name in after if after[name] > before.get(name, 0)}
            assert grown >= {
                'lastcard_moves_total{how="player"}',
                'lastcard_moves_total{how="bot"}',
                "lastcard_lines_total",
                'lastcard_refusals_total{code="not-now"}',
                "lastcard_request_seconds_count",
            }
            assert after["lastcard_sockets"] >= 1
            assert after["lastcard_tables"] >= 1
            assert "Special" not in answer.text
            assert ann.code not in answer.text

    run(test)


# --- what is logged -----------------------------------------------------------------------------------------------


def test_nothing_secret_is_ever_logged(tmp_path: Path) -> None:
    """No token, secret, salt, card, name or text, however much is logged; and every line is JSON."""
    server = Server(sqlite_url(tmp_path), "--log", "debug")
    secrets: set[str] = set()
    cards: set[str] = set()

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, name="Xaverina", settings={"scoring": "hand"}, edition="flip", options=CALM)
            await guests[0].ask("chat", text="a-secret-text")
            await play_until(guests, lambda: guests[0].number > 20)
            await guests[1].drop()
            await guests[1].enter()
            for bad in ("play zz", "play b7|o3", "catch 1"):
                with contextlib.suppress(Refused):
                    await guests[0].move(bad)
            await guests[0].send_raw('{"t":"nonsense a-secret-text"}')
            with contextlib.suppress(Refused):
                await here.with_token(guests[0].code, "a-token-that-is-wrong").enter()
            await here.http.post("/api/tables", json={"name": "a-secret-text" * 9})
            await play_out(guests)
            await here.http.get(f"/api/tables/{guests[0].code}/record")
            secrets.update((str(guest.token) for guest in guests), (guests[0].table["secret"], guests[0].table["salt"]))
            secrets.update(("a-secret-text", "a-token-that-is-wrong", "Xaverina"))
            for told in guests[0].told:
                cards.update(event["card"] for event in told.get("events", ()) if "card" in event)
                cards.update(told.get("view", {}).get("hand", ()))

    with server:
        run(test)
        assert server.stop() == 0
    written = "\n".join(server.log)
    assert len(cards) > 10
    assert [secret for secret in secrets if secret in written] == []
    lines = [json.loads(line) for line in server.log if line.startswith("{")]
    assert {line["what"] for line in lines} >= {"table created", "client attached"}
    assert "error" not in {line["level"] for line in lines}
    words = {str(value) for line in lines for name, value in line.items() if name not in {"at", "number"}}
    faces = {face for card in cards for face in card.split("|")} - {"?"}
    assert not {word for text in words for word in text.split()} & (faces | cards)
