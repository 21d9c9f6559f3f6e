"""How a refusal looks from outside: whose it is, why, and by which code of the protocol."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lastcard.errors import IllegalMoveError, NotationError
from lastcard.server import errors
from lastcard.server.edge import web
from lastcard.server.errors import REFUSALS, UnavailableError
from tests.server.documented import PAGE
from tests.server.harness import Guest, Server, refused, room, run


async def answer_to(guest: Guest, text: str) -> dict[str, Any]:
    """The answer to a frame, whatever is in it."""
    before = len(guest.frames)

    def answers() -> list[dict[str, Any]]:
        told = [json.loads(frame) for frame in guest.frames[before:]]
        return [message for message in told if message["t"] in {"ok", "no", "bye"}]

    await guest.send_raw(text)
    await guest.until(lambda: bool(answers()))
    return answers()[0]


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ('{"t": "ping", "id": "a1", "loud": true}', "a1"),
        ('{"t": "sit", "id": "a2", "seat": "first"}', "a2"),
        ('{"t": "sit", "id": "a3"}', "a3"),
        ('{"t": "dance", "id": "a4"}', "a4"),
        ('{"id": "a5"}', "a5"),
        ('{"t": "hello", "v": 2, "id": "a6"}', "a6"),
        ('{"t": "ping", "id": ""}', None),
        ('{"t": "ping", "id": 7}', None),
        (f'{{"t": "ping", "id": "{"x" * 41}"}}', None),
        ('{"t": "ping", "id": "a7"', None),
        ('["a8"]', None),
        ('{"t": "ping", "id": "\\ud800"}', None),
        ('{"t": "chat", "id": "a9", "text": "\\ud800"}', "a9"),
    ],
)
def test_a_refusal_has_the_id_whenever_it_can_be_read(sqlite_server: Server, text: str, id_: str | None) -> None:
    """However wrong the rest of the message is: a client waits for that answer."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create()).enter()
            no = await answer_to(ann, text)
            assert (no["t"], no["code"], no.get("id")) == ("no", "bad-message", id_)

    run(test)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"v": 1, "table": "K7QM2X"}, "version"),
        ({"v": 3}, "version"),
        ({"v": 3, "device": "phone"}, "version"),
        ({"v": 3, "last": -1, "token": 5}, "version"),
        ({"v": 0}, "version"),
        ({"v": 10**40, "device": "phone"}, "version"),
        ({"device": "phone"}, "bad-message"),
        ({"v": "2"}, "bad-message"),
        ({"v": True}, "bad-message"),
        ({"v": None, "device": "phone"}, "bad-message"),
    ],
)
def test_a_hello_of_another_version_is_told_so_whatever_else_it_has(
    sqlite_server: Server, more: dict[str, Any], code: str
) -> None:
    """A newer client may send what this server has never heard of, and must still learn why it is not let in."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await here.create()
            no = await refused(ann.enter(**more))
            assert no.code == code
            assert len(no.say) < 200

    run(test)


# --- codes ------------------------------------------------------------------------------------------------


SAID = ("RefusedError", "bye", "show_out", "Bye", "No")
"""What a code is handed to on its way to a client."""


def _codes_in(tree: ast.AST) -> Iterator[str]:
    """The codes that a module sends, as they stand there."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "code")]
        if name in SAID:
            texts = [value.value for value in given if isinstance(value, ast.Constant)]
            yield from (text for text in texts[:1] if isinstance(text, str))
            if name == "show_out":
                yield from (text for text in texts if isinstance(text, str) and " " not in text)


def test_the_codes_on_the_page_are_those_that_the_server_sends() -> None:
    """No more and no fewer: those in its code, and those of the engine's refusals of a move."""
    folder = Path(errors.__file__).parent
    sent = {code for file in folder.rglob("*.py") for code in _codes_in(ast.parse(file.read_text(encoding="utf-8")))}
    sent |= {UnavailableError.code, IllegalMoveError.code, NotationError.code}
    assert sent == set(REFUSALS)


def test_the_statuses_of_codes_on_the_page_are_those_that_are_answered() -> None:
    """All that are not named have 400."""
    rows = re.findall(r"^\| ([0-9, ]+) \| (`.+`) \|$", PAGE, re.MULTILINE)
    told = {code: statuses.split(", ") for statuses, codes in rows for code in re.findall("`(.+?)`", codes)}
    assert {code for code in told if code not in web._STATUS} == set()
    assert {code: str(status) in told.get(code, ()) for code, status in web._STATUS.items()} == dict.fromkeys(
        web._STATUS, True
    )


TOO_MUCH: list[tuple[dict[str, Any], str]] = [
    ({"t": "ready", "mix": "0" * 66}, "bad-mix"),
    ({"t": "ready", "mix": "ab" * 5000}, "bad-mix"),
    ({"t": "start", "mix": "0" * 65}, "bad-mix"),
    ({"t": "chat", "text": "x" * 201}, "bad-text"),
    ({"t": "chat", "text": "x" * 9000}, "bad-text"),
    ({"t": "chat", "text": ""}, "bad-text"),
    ({"t": "react", "reaction": "x" * 9000}, "bad-text"),
    ({"t": "change", "edition": "x" * 9000}, "bad-setup"),
    ({"t": "change", "seats": 0}, "bad-setup"),
    ({"t": "change", "seats": 10**40}, "bad-setup"),
    ({"t": "change", "options": {"clock": 10**40}}, "bad-setup"),
    ({"t": "change", "options": {"pace": -1}}, "bad-setup"),
    ({"t": "change", "options": {"watching": "all"}}, "bad-setup"),
    ({"t": "bot", "seat": 1, "level": "x" * 9000}, "no-level"),
    ({"t": "bot", "seat": 10**40}, "no-seat"),
    ({"t": "sit", "seat": -1}, "no-seat"),
    ({"t": "clear", "seat": 10}, "no-seat"),
    ({"t": "remove", "person": 10**40}, "no-person"),
    ({"t": "mute", "person": 0}, "no-person"),
    ({"t": "consent", "rules": -1}, "old-rules"),
    ({"t": "sit", "seat": 1.5}, "bad-message"),
    ({"t": "change", "seats": "3"}, "bad-message"),
]


def test_too_much_and_out_of_range_has_the_code_of_what_it_is(sqlite_server: Server) -> None:
    """Not that of a message which can't be read: a client may show it beside the field."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seats=2)).enter()
            await ann.ask("bot", seat=1)
            got = [(await answer_to(ann, json.dumps({"id": "a", **message})))["code"] for message, _ in TOO_MUCH]
            assert got == [code for _, code in TOO_MUCH]
            await ann.ask("start")
            assert (await refused(ann.move("play " + "r7" * 4000))).code == "notation"
            assert (await refused(here.watch("Q" * 5000).enter())).code == "no-table"
            assert (await refused(here.with_token(ann.code, "x" * 5000).enter())).code == "wrong-token"

    run(test)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "x" * 201}, "bad-name"),
        ({"name": "x" * 9000}, "bad-name"),
        ({"seats": 11}, "bad-setup"),
        ({"seats": -(10**40)}, "bad-setup"),
        ({"edition": "x" * 41}, "bad-setup"),
        ({"seat": 10}, "no-seat"),
        ({"seat": -1}, "no-seat"),
        ({"fill": "x" * 21}, "no-level"),
        ({"options": {"delay": 0}}, "bad-setup"),
        ({"name": 7}, "bad-message"),
    ],
)
def test_a_table_that_can_not_be_made_is_refused_by_the_same_codes(
    sqlite_server: Server, body: dict[str, Any], code: str
) -> None:
    """As a change of one."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post("/api/tables", json={"name": "Ann", **body})
            assert (answer.status_code, answer.json()["code"]) == (400, code)
            assert len(answer.json()["say"]) < 900

    run(test)
