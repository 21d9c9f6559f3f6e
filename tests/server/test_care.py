"""Limits, the same-origin check, what is logged and measured, and servers or databases that are not as they should be."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lastcard.commands import main
from lastcard.server import conversation
from lastcard.server import entries as e
from lastcard.server import requests as r
from lastcard.server.bus import Bus
from lastcard.server.config import Config
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.guard import Guard
from lastcard.server.journal import Journal
from lastcard.server.limits import Bucket, Count, Window
from lastcard.server.metrics import Metrics
from lastcard.server.node import Node
from lastcard.server.setup import Setup
from lastcard.server.store import Append, Store
from tests.server.harness import (
    PATIENCE,
    Guest,
    Refused,
    Server,
    begin,
    play_out,
    play_until,
    room,
    run,
    sqlite_url,
    take_turn,
)
from tests.services import Postgres, free_port

CALM: dict[str, Any] = {"clock": None}


async def _refused(asking: Any) -> Refused:
    """The refusal that must come."""
    with pytest.raises(Refused) as caught:
        await asking
    return caught.value


# --- counting, with a clock of our own ------------------------------------------------------------------------


class _Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    """What is not used is kept, up to the burst."""
    clock = _Clock()
    bucket = Bucket(5, clock=clock)
    assert [bucket.take() for _ in range(11)] == [True] * 10 + [False]
    clock.now += 0.4
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 1000
    assert sum(bucket.take() for _ in range(20)) == 10
    assert bucket.empty()


def test_a_rate_of_zero_never_says_no() -> None:
    """As every limit of zero."""
    bucket, window, count = Bucket(0), Window(0, 60), Count(0)
    assert all(bucket.take() and window.take("here") and count.take("here") for _ in range(1000))


def test_a_window_counts_each_address_for_its_time() -> None:
    """What is refused does not count, and old ones are forgotten one by one."""
    clock = _Clock()
    window = Window(2, 60, clock=clock)
    assert window.take("a")
    clock.now += 30
    assert [window.take("a"), window.take("a"), window.take("b")] == [True, False, True]
    assert window.full("a")
    clock.now += 30
    assert [window.take("a"), window.take("a")] == [True, False]


def test_a_window_does_not_remember_addresses_for_ever() -> None:
    """However many come, those of long ago are dropped."""
    clock = _Clock()
    window = Window(2, 60, clock=clock)
    for number in range(10_000):
        window.take(str(number))
    clock.now += 61
    window.take("new")
    window.take("newer")
    assert len(window._times) <= 2


def test_a_count_is_given_back() -> None:
    """And an address with nothing open is not remembered."""
    count = Count(2)
    assert [count.take("a"), count.take("a"), count.take("a"), count.take("b")] == [True, True, False, True]
    count.give_back("a")
    assert count.take("a")
    for address in ("a", "a", "b"):
        count.give_back(address)
    assert not count._open


# --- limits ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits that believes a proxy in front of it, so that each test has an address of its own."""
    limits = ("--rate", "5", "--sockets", "3", "--tables", "3", "--joins", "6", "--message", "2000")
    with Server(sqlite_url(tmp_path_factory.mktemp("strict")), "--behind-proxy", limits=limits) as server:
        yield server


def _from(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_a_message_too_large_closes_the_socket(strict: Server) -> None:
    """With WebSocket's own code for it, and the table is unharmed."""

    async def test() -> None:
        async with room(strict, _from("10.0.0.1")) as here:
            ann = await (await here.create()).enter()
            await ann.send_raw(json.dumps({"t": "chat", "id": "a", "text": "x" * 3000}))
            await ann.until(lambda: ann.closed)
            assert ann.close_code == 1009
            await ann.enter()

    run(test)


def test_a_body_too_large_is_refused(strict: Server) -> None:
    """Before it is read to its end."""

    async def test() -> None:
        async with room(strict, _from("10.0.0.2")) as here:
            answer = await here.http.post("/api/tables", json={"name": "x" * 3000})
            assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    run(test)


def test_messages_over_the_rate_are_refused_and_a_flood_is_shown_out(strict: Server) -> None:
    """First with `slow-down` for each, then with a goodbye."""

    async def test() -> None:
        async with room(strict, _from("10.0.0.3")) as here:
            ann = await (await here.create()).enter()
            for number in range(30):
                await ann.send_raw(json.dumps({"t": "ping", "id": f"{number}"}))
            await ann.until(lambda: sum('"t":"no"' in frame for frame in ann.frames) >= 5)
            answers = [json.loads(frame) for frame in ann.frames]
            assert sum(answer["t"] == "ok" for answer in answers) >= 10
            assert {answer["code"] for answer in answers if answer["t"] == "no"} == {"slow-down"}
            with contextlib.suppress(ConnectionClosed):
                for _ in range(20_000):
                    await ann.send_raw('{"t":"ping","id":"x"}')
            await ann.until(lambda: ann.closed)
            assert ann.bye is not None
            assert (ann.bye["code"], ann.close_code) == ("slow-down", 1008)

    run(test)


def test_only_so_many_sockets_are_open_from_one_address(strict: Server) -> None:
    """One more is told so; when one closes there is room again, and other addresses are not concerned."""

    async def test() -> None:
        async with room(strict, _from("10.0.0.4")) as here, room(strict, _from("10.0.0.5")) as elsewhere:
            code = (await here.create()).code
            watchers = [await here.watch(code).enter() for _ in range(3)]
            no = here.watch(code)
            assert (await _refused(no.enter())).code == "too-many"
            await no.until(lambda: no.closed)
            assert no.close_code == 1013
            await elsewhere.watch(code).enter()
            await watchers[0].drop()
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        await here.watch(code).enter()
                        break
                    except Refused:
                        await asyncio.sleep(0.05)

    run(test)


def test_only_so_many_tables_are_made_from_one_address(strict: Server) -> None:
    """A set-up that is refused does not count."""

    async def test() -> None:
        async with room(strict, _from("10.0.0.6")) as here, room(strict, _from("10.0.0.7")) as elsewhere:
            for _ in range(5):
                assert (await _refused(here.create(edition="poker"))).code == "bad-setup"
            for _ in range(3):
                await here.create()
            answer = await here.http.post("/api/tables", json={"name": "Ann"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
            await elsewhere.create()

    run(test)


def test_only_so_many_tables_are_looked_up_from_one_address(strict: Server) -> None:
    """Looking, joining and records count together; sockets count by themselves, and only those that guess wrong."""

    async def test() -> None:
        async with room(strict, _from("10.0.0.8")) as here:
            ann = await here.create()
            for _ in range(2):
                await here.http.get(f"/api/tables/{ann.code}")
                await here.http.get(f"/api/tables/{ann.code}/record")
                await here.http.get("/api/tables/QQQQQQ")
            for answer in (
                await here.http.get(f"/api/tables/{ann.code}"),
                await here.http.get(f"/api/tables/{ann.code}/record"),
                await here.http.post(f"/api/tables/{ann.code}/people", json={"name": "Bob"}),
            ):
                assert (answer.status_code, answer.json()["code"]) == (429, "slow-down")
            for _ in range(10):
                await ann.enter()
                await ann.drop()
            for _ in range(3):
                assert (await _refused(here.watch("QQQQQQ").enter())).code == "no-table"
                assert (await _refused(here.with_token(ann.code, "guess").enter())).code == "wrong-token"
            assert (await _refused(here.with_token(ann.code, "guess").enter())).code == "slow-down"

    run(test)


def test_an_address_that_a_client_made_up_does_not_count(strict: Server) -> None:
    """Only what the proxy itself added last is believed."""

    async def test() -> None:
        for number in range(3):
            async with room(strict, _from(f"1.2.3.{number}, 10.0.0.9")) as here:
                await here.create()
        async with room(strict, _from("1.2.3.99, 10.0.0.9")) as here:
            assert (await _refused(here.create())).code == "too-many"

    run(test)


# --- who may come in --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_to_one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a proxy that lets the pages of one other site in."""
    limits = ("--tables", "4", "--rate", "0")
    with Server(sqlite_url(tmp_path_factory.mktemp("open")), "--origin", "https://cards.example/", limits=limits) as server:
        yield server


async def _opens(server: Server, origin: str) -> bool:
    try:
        async with connect(f"{server.url.replace('http', 'ws')}/ws", additional_headers={"Origin": origin}, open_timeout=PATIENCE):
            return True
    except InvalidStatus as refused:
        assert refused.response.status_code == 403  # noqa: PT017 - whether it is refused is what is asked
        return False


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://[", "", "https://cards.example.evil.example"])
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
            async with room(open_to_one, _from(f"10.9.9.{number}")) as here:
                codes.append((await here.http.post("/api/tables", json={"name": "Eve"})).status_code)
        assert codes[-2:] == [429, 429]

    run(test)


# --- the first words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"t":"ping","id":"a"}', "hello-first"),
        ('{"t":"hello","v":2,"table":"QQQQQQ"}', "version"),
        ('{"t":"hello","v":1}', "bad-message"),
        ('{"t":"hello","v":1,"table":"QQQQQQ","admin":true}', "bad-message"),
        ('{"t":"hello","v":1,"table":"QQQQQQ","last":-1}', "bad-message"),
        ('{"t":"hello","v":1,"table":"QQQQQQ"}', "no-table"),
        ("hello", "bad-message"),
        ("", "bad-message"),
        ("[" * 5000, "bad-message"),
    ],
)
def test_a_first_message_that_is_no_good_hello_ends_the_conversation(server: Server, first: str, code: str) -> None:
    """With a goodbye that says why."""

    async def test() -> None:
        async with connect(f"{server.url.replace('http', 'ws')}/ws", open_timeout=PATIENCE) as talking:
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
                '{"t":"hello","v":1,"table":"QQQQQQ"}',
                "{",
                '{"t":"chat","id":"","text":"x"}',
                b"\xff\xfe",
                '{"t":"sit","id":"a","seat":"0"}',
            ]
            for number, text in enumerate(bad):
                await ann.send_raw(text)
                await ann.until(lambda number=number: sum('"t":"no"' in frame for frame in ann.frames) == number + 1)  # type: ignore[misc]
                assert json.loads(ann.frames[-1])["code"] == "bad-message"
            await ann.ask("ping")

    run(test)


def test_whoever_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket without a hello does not stay open."""
    monkeypatch.setattr(conversation, "HELLO_SECONDS", 0.05)

    class Silent:
        async def receive(self) -> dict[str, Any]:
            await asyncio.sleep(60)
            return {}

    async def test() -> None:
        talk = conversation.Conversation(Silent(), None, Guard(Config(database="")))  # type: ignore[arg-type]
        with pytest.raises(RefusedError, match="no hello came") as refused:
            await talk._hello()
        assert refused.value.code == "hello-first"

    run(test)


# --- the HTTP part ----------------------------------------------------------------------------------------------


def test_unknown_addresses_and_methods_are_answered_in_json(sqlite_server: Server) -> None:
    """With a code and a sentence, and the methods that there are."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for address in ("/nothing", "/api", "/api/tables/ABC/x", "/page/../../pyproject.toml", "/api/editions/poker"):
                answer = await here.http.get(address)
                assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
                assert answer.json()["say"]
            for method, address, allowed in (("DELETE", "/api/tables", "POST"), ("GET", "/api/tables/QQQQQQ/people", "POST"), ("POST", "/healthz", "GET")):
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
            answer = await here.http.post("/api/tables", content=b'{"name":"Ann"}', headers={"content-type": "Application/JSON; charset=utf-8"})
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
            levels = (await here.http.get("/api/levels")).json()["levels"]
            assert {level["name"] for level in levels} >= {"simple", "random"}

    run(test)


def _figures(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"(?m)^(lastcard_\S+) (\S+)$", text)}


def test_health_and_figures_are_told(server: Server) -> None:
    """Moves, lines, refusals, sockets and tables go up with what happens, and nobody is named."""

    async def test() -> None:
        async with room(server) as here:
            assert (await here.http.get("/healthz")).json() == {"status": "ok"}
            before = _figures((await here.http.get("/metrics")).text)
            ann = await (await here.create("Somebody Special", seats=2, fill="simple", settings={"scoring": "hand"})).enter()
            await begin([ann])
            await play_out([ann])
            await _refused(ann.move("draw"))
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


# --- servers that can't start ---------------------------------------------------------------------------------------


def _start_in_vain(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The one line that is said by a server that can't start."""
    assert main(["serve", "--host", "127.0.0.1", *options]) == 2
    shown = capsys.readouterr()
    lines = [line for line in shown.err.splitlines() if line]
    assert len(lines) == 1
    assert lines[0].startswith("lastcard serve: ")
    assert "Traceback" not in shown.out + shown.err
    return lines[0]


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With what can be done about it."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = _start_in_vain(capsys, "--port", str(port), "--database", sqlite_url(tmp_path))
    assert f"port {port}" in said
    assert "--port" in said


def test_a_port_that_can_not_be_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Beyond the largest one."""
    assert "0 to 65535" in _start_in_vain(capsys, "--port", "70000", "--database", sqlite_url(tmp_path))


def test_a_file_in_use_by_another_server_is_said(capsys: pytest.CaptureFixture[str], sqlite_server: Server) -> None:
    """And the other server goes on."""
    said = _start_in_vain(capsys, "--port", "0", "--database", sqlite_server.database)
    assert "in use by another server" in said

    async def test() -> None:
        async with room(sqlite_server) as here:
            await here.create()

    run(test)


def test_a_folder_that_can_not_be_written_to_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Here it is a file, which stops even root."""
    (tmp_path / "file").write_text("no folder")
    said = _start_in_vain(capsys, "--port", "0", "--database", f"sqlite:///{tmp_path / 'file' / 'tables.db'}")
    assert "can't be opened" in said


def test_a_file_that_is_no_database_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And left as it was."""
    file = tmp_path / "tables.db"
    file.write_text("Dear diary, " * 1000)
    assert "not a database" in _start_in_vain(capsys, "--port", "0", "--database", sqlite_url(tmp_path))
    assert file.read_text().startswith("Dear diary")


def test_a_database_of_a_newer_version_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Instead of being damaged."""
    store = Store(sqlite_url(tmp_path))
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    assert "newer version" in _start_in_vain(capsys, "--port", "0", "--database", sqlite_url(tmp_path))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--database", "mysql://me@there/cards"), "not supported"),
        (("--database", "tables.db"), "no database address"),
        (("--database", "sqlite://"), "name a file"),
        (("--database", "sqlite:///x.db", "--redis", "redis://localhost"), "need a PostgreSQL"),
    ],
)
def test_an_address_that_is_none_is_said(capsys: pytest.CaptureFixture[str], options: Sequence[str], words: str) -> None:
    """With what to write instead."""
    assert words in _start_in_vain(capsys, "--port", "0", *options)


def test_a_postgresql_that_is_not_there_is_said(tmp_path: Path) -> None:
    """In one line with the exit code 2, and without the password."""
    command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--database", f"postgresql://me:pass-word@127.0.0.1:{free_port()}/cards"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert "can't be used" in lines[0]
    assert "refused" in lines[0]
    assert "pass-word" not in done.stderr + done.stdout


def test_a_redis_that_is_not_there_is_said(tmp_path: Path, postgres_url: str) -> None:
    """In one line with the exit code 2, and without the password."""
    redis = f"redis://me:pass-word@127.0.0.1:{free_port()}/0"
    command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--database", postgres_url, "--redis", redis]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert "the Redis at" in lines[0]
    assert "pass-word" not in done.stderr + done.stdout


# --- a database that goes away ------------------------------------------------------------------------------------------


def test_an_outage_of_the_database_loses_and_doubles_nothing(own_postgres: Postgres) -> None:
    """A move meanwhile is refused, the same move afterwards is granted, and whoever went meanwhile is away."""
    name = own_postgres.create_database()
    server = Server(own_postgres.url(name))

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(3, settings={"target": 100_000}, options={"clock": None, "away_grace": 2})
            ann, bob, cid = guests
            eve = await here.watch(ann.code).enter()
            await play_until(guests, lambda: ann.number > 30)
            asked = next(guest for guest in guests if guest.asked)
            before, view, move = ann.number, ann.view, asked.moves()[0]
            await asyncio.to_thread(own_postgres.stop)
            assert (await _refused(asked.move(move, id="once"))).code == "unavailable"
            assert (await _refused(asked.move(move, id="once"))).code == "unavailable"
            health = await here.http.get("/healthz")
            assert (health.status_code, health.json()["code"]) == (503, "unavailable")
            assert (await here.http.post("/api/tables", json={"name": "Dan"})).status_code == 503
            assert (await _refused(here.watch("QQQQQQ").enter())).code == "unavailable"
            leaver = bob if asked is not bob else cid
            await leaver.drop()
            assert (ann.number, ann.view) == (before, view)
            await asyncio.to_thread(own_postgres.start)
            number = await _until_granted(asked, move)
            assert await asked.move(move, id="once") == number
            staying = [guest for guest in guests if guest is not leaver]
            for guest in (*staying, eve):
                await guest.seen(number)
            mine = [told for told in eve.told if told["n"] > before and told["what"] == {"t": "moved", "by": asked.person, "seat": asked.seat, "how": "player"}]
            assert [told["n"] for told in mine] == [number]
            await eve.until(lambda: not eve.table["people"][leaver.seat or 0]["present"])
            await play_until(staying, lambda: staying[0].table["seats"][leaver.seat or 0]["stand_in"])
            await leaver.enter(last=leaver.number)
            await play_until(guests, lambda: ann.number > number + 20)

    with server:
        run(test)
        assert not [line for line in server.log if "Traceback" in line]


async def _until_granted(guest: Guest, move: str) -> int:
    """The same request until the database is back."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await guest.move(move, id="once")
            except Refused as no:
                assert no.code == "unavailable"  # noqa: PT017 - sooner or later it is granted
                await asyncio.sleep(0.1)


class _Forgetful(Store):
    """A store that writes and then loses the connection before it can say so."""

    forgets = False

    def append(self, appends: Sequence[Append]) -> set[int]:
        written = super().append(appends)
        if self.forgets:
            self.forgets = False
            raise sa.exc.OperationalError("COMMIT", {}, Exception("gone"))  # noqa: EM101 - a fault of somebody else
        return written


def test_a_line_that_was_written_without_an_answer_is_not_written_again(tmp_path: Path) -> None:
    """The request is refused as unavailable, and the same request again is answered with the line that is there."""

    async def test() -> None:
        store = _Forgetful(sqlite_url(tmp_path))
        journal = Journal(store)
        node = Node(Config(database=sqlite_url(tmp_path)), journal, Bus(), Metrics())
        await node.start()
        try:
            code, person, _token = await node.create(Setup(), "Ann", 0, None)
            client: Any = type("Client", (), {"person": person})()
            request = r.Chat(id="once", text="hello")
            async with node.table(code) as live:
                before = live.table.number
                store.forgets = True
                with pytest.raises(UnavailableError):
                    await node.door.request(live, client, request)
                assert await node.door.request(live, client, request) == before + 1
                assert await node.door.request(live, client, r.Chat(id="other", text="again")) == before + 2
                lines = store.read(live.table.id, before)
            assert [line.entry for line in lines] == [e.Said(by=1, id="once", text="hello"), e.Said(by=1, id="other", text="again")]
        finally:
            await node.stop()

    run(test)


def test_a_room_can_be_left_and_entered_by_many_at_once(server: Server) -> None:
    """Everybody who stays sees all come and go, without a gap."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2, fill="simple")).enter()

            async def visit(number: int) -> None:
                guest = await here.join(ann.code, f"Visitor {number}")
                for _ in range(3):
                    await guest.enter(last=guest.number or None)
                    await guest.ask("ping")
                    await guest.drop()

            await asyncio.gather(*(visit(number) for number in range(10)))
            await ann.until(lambda: sum(person["present"] for person in ann.table["people"]) == 1)
            assert len(ann.table["people"]) == 11
            kinds = [told["what"]["t"] for told in ann.told]
            assert kinds.count("arrived") - 1 == kinds.count("dropped") >= 10

    run(test)


def test_a_new_room_is_cheap(sqlite_server: Server) -> None:
    """Many tables at once do not get in each other's way."""

    async def test() -> None:
        async with room(sqlite_server) as here:

            async def one(number: int) -> str:
                ann = await (await here.create(f"Host {number}", seats=2, fill="simple", settings={"scoring": "hand"}, options={"pace": 0})).enter()
                await begin([ann])
                for _ in range(3):
                    await play_until([ann], lambda: ann.asked)
                    if ann.asked:
                        await take_turn(ann)
                return ann.code

            codes = await asyncio.gather(*(one(number) for number in range(12)))
            assert len(set(codes)) == 12

    run(test)

