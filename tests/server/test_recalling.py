"""A person's lines once more, over HTTP: just what was told at the table, and nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx

from lastcard.server.table.fold import WINDOW
from tests.server.following import is_line
from tests.server.harness import Guest, Room, Server, begin, room, run
from tests.server.players import read_log
from tests.server.secrecy import Secrets
from tests.server.turns import idle, play_out, play_until

OPTIONS: dict[str, Any] = {"clock": None, "away_grace": 60}
CHANGES = {"table", "people", "view", "set", "edit", "check"}


async def ask(here: Room, guest: Guest, token: str | None = None, **asked: Any) -> httpx.Response:
    """The lines of a guest."""
    headers = {"authorization": f"Bearer {token or guest.token}"}
    return await here.http.get(f"/api/tables/{guest.code}/lines", params=asked, headers=headers)


async def recalled(here: Room, guest: Guest, **asked: Any) -> list[dict[str, Any]]:
    """The lines themselves."""
    answer = await ask(here, guest, **asked)
    assert answer.status_code == 200, answer.text
    lines: list[dict[str, Any]] = answer.json()["lines"]
    return lines


def told(guest: Guest, first: int) -> list[dict[str, Any]]:
    """What a guest was told from a line on, without what changed by it."""
    messages = [json.loads(text) for text in guest.frames]
    lines = [line for sent in messages for line in sent.get("past", [sent] if is_line(sent) else [])]
    return [
        {field: value for field, value in line.items() if field not in CHANGES} for line in lines if line["n"] >= first
    ]


async def everything(here: Room, guest: Guest) -> list[dict[str, Any]]:
    """All lines of a guest, page by page."""
    found: list[dict[str, Any]] = []
    while some := await recalled(here, guest, count=50, **{"from": found[-1]["n"] + 1 if found else 0}):
        found += some
    return found


def test_everybody_gets_the_own_lines_again_and_no_others(server: Server) -> None:
    """Whatever was told live, to players and to somebody without a seat, is told again word for word."""

    async def test() -> None:
        async with room(server) as here:
            players = await here.table_of(3, start=False, edition="flip", settings={"target": 100}, options=OPTIONS)
            eve = await (await here.join(players[0].code, "Eve")).enter()
            joined = [2, *(guest.welcome["n"] - 1 for guest in (*players[1:], eve))]
            await begin(players)
            await players[0].ask("chat", text="Good luck!")
            await play_until(players, lambda: eve.number > joined[-1] + WINDOW, idle)  # a game may be short
            await play_out(players)
            last = await players[0].ask("ping")
            for guest, first in zip([*players, eve], joined, strict=True):
                await guest.seen(last)
                again = await everything(here, guest)
                assert again[0]["n"] == first
                assert again == told(guest, first)
                assert all(CHANGES.isdisjoint(line) for line in again)
            assert len(again) > WINDOW, "more than what the table remembers"
            hands = [[line.get("events", []) for line in await everything(here, guest)][-30:] for guest in players]
            assert hands[0] != hands[1], "each seat has its own eyes"

    run(test)


def test_no_secret_is_in_them_while_the_game_goes_on(server: Server) -> None:
    """Neither tokens nor what the shuffle is made of."""

    async def test() -> None:
        async with room(server) as here:
            players = await here.table_of(2, options=OPTIONS)
            number = await players[0].ask("ping")
            texts = [(await ask(here, guest)).text for guest in players]
            lines = await asyncio.to_thread(read_log, server.database, players[0].code)
            secrets = Secrets(lines, players[0].code)
            for text, guest in zip(texts, players, strict=True):
                assert str(guest.token) not in text
                secrets.check(text, number)

    run(test)


def test_lines_from_before_one_came_are_somebody_elses(sqlite_server: Server) -> None:
    """What was said then was said to others; and talk of people who are muted is left out."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create()).enter()
            await ann.ask("chat", text="Nobody here yet?")
            bob = await (await here.join(ann.code)).enter()
            said = await ann.ask("chat", text="Hello Bob")
            assert [line["t"] for line in await recalled(here, bob)] == ["joined", "arrived", "said"]
            answer = (await ask(here, bob, None, **{"from": 1, "count": 1})).json()
            assert answer["first"] == answer["lines"][0]["n"]
            await bob.ask("mute", person=ann.person)
            (line,) = await recalled(here, bob, count=1, **{"from": said})
            assert line == {"t": "other", "n": said, "at": line["at"]}

    run(test)


def test_after_a_rematch_the_events_of_old_games_are_not_told(sqlite_server: Server) -> None:
    """The lines themselves are, with the same numbers."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann, bob = await here.table_of(2, settings={"scoring": "hand"}, options=OPTIONS)
            await play_out([ann, bob])
            await bob.seen(await ann.ask("rematch"))
            lobby = await everything(here, bob)
            assert [line["n"] for line in lobby] == [line["n"] for line in told(bob, lobby[0]["n"])]
            assert not any("events" in line for line in lobby)
            await begin([ann, bob])
            again = await everything(here, bob)
            assert again[: len(lobby)] == lobby
            assert [line["t"] for line in again if "events" in line] == ["started"]

    run(test)


def test_only_whoever_has_a_token_of_the_table_is_told(sqlite_server: Server) -> None:
    """Somebody who was removed has none any more."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann, bob = await here.table_of(2, start=False)
            other = await here.create("Eve")
            address = f"/api/tables/{ann.code}/lines"
            for headers in ({}, {"authorization": "Bearer"}, {"authorization": f"Basic {ann.token}"}):
                answer = await here.http.get(address, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (401, "wrong-token")
                assert answer.headers["www-authenticate"] == "Bearer"
            answer = await here.http.get(address, params={"token": ann.token})
            assert answer.status_code == 401, "a token in an address counts for nothing"
            for token in ("guess", other.token, "\u00e9"):
                answer = await here.http.get(address, headers=[(b"authorization", f"Bearer {token}".encode("latin-1"))])
                assert (answer.status_code, answer.json()["code"]) == (401, "wrong-token")
            await ann.ask("remove", person=bob.person)
            answer = await ask(here, bob)
            assert (answer.status_code, answer.json()["code"]) == (403, "removed")
            answer = await here.http.get("/api/tables/QQQQQQ/lines", headers={"authorization": f"Bearer {ann.token}"})
            assert (answer.status_code, answer.json()["code"]) == (404, "no-table")
            for asked in ({"from": "-1"}, {"from": "x"}, {"count": "0"}, {"count": "201"}):
                answer = await ask(here, ann, **asked)
                assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
            assert (await ask(here, ann, **{"from": "999999"})).json()["lines"] == []

    run(test)
