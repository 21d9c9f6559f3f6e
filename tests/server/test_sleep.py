"""Tables that nobody is at: they sleep, wake where they were, and are put away in the end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from lastcard.server.clock import milliseconds
from lastcard.server.log.appending import Append
from lastcard.server.log.store import Store
from lastcard.server.table import entries as e
from lastcard.server.table.setup import Setup
from tests.server.harness import Guest, Room, Server, eventually, refused, room, run, sqlite_url
from tests.server.test_being_away import CALM, kinds_of, who_is_asked
from tests.server.turns import idle, play_out, play_until, take_turn

_WOKEN = {"asleep_at": None, "archived_at": None}

# --- sleep --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def sleepy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that puts tables to sleep after a second."""
    options = ("--sleep-after", "1")
    if request.param == "sqlite":
        with Server(sqlite_url(tmp_path_factory.mktemp("sleepy")), *options) as server:
            yield server
        return
    postgres = request.getfixturevalue("shared_postgres")
    name = postgres.create_database()
    with Server(postgres.url(name), *options) as server:
        yield server
    postgres.drop_database(name)


async def _asleep(here: Room, code: str) -> None:
    """Wait until a public table sleeps: then it is no longer listed."""

    async def gone() -> bool:
        return code not in {table["code"] for table in (await here.http.get("/api/tables")).json()["tables"]}

    await eventually(gone)


def test_a_table_sleeps_while_nobody_is_there_and_wakes_where_it_was(sleepy: Server) -> None:
    """Nothing moves from the last one's going until the first one's return, and the clock starts anew."""

    async def test() -> None:
        async with room(sleepy) as here:
            options = {"clock": 600, "away_grace": 3600}  # else a bot may stand in for Bob before Ann has looked
            guests = await here.table_of(2, public=True, options=options)
            ann, bob = guests
            await take_turn(who_is_asked(guests))
            await ann.seen(bob.number)
            await bob.seen(ann.number)
            view, last = ann.view, ann.number
            await asyncio.gather(ann.drop(), bob.drop())
            await _asleep(here, ann.code)
            await asyncio.sleep(1)
            before = milliseconds()
            await ann.enter(last=last)
            after = milliseconds()
            assert ann.welcome["fresh"] is False
            kinds = kinds_of(ann.welcome["past"])
            assert kinds[:4] == ["dropped", "dropped", "slept", "arrived"]
            assert set(kinds) <= {"dropped", "slept", "arrived", "resumed"}
            assert {**ann.view, "clock": 0} == {**view, "clock": 0}
            assert ann.view["clock"] >= 600_000 - (after - before)  # no time has passed but that of coming in
            await bob.enter()
            await play_until(guests, lambda: ann.number > last + 20)
            assert (await here.http.get("/api/tables")).json()["tables"][0]["code"] == ann.code

    run(test)


def test_bots_sleep_too(sleepy: Server) -> None:
    """A table of one person and bots waits for the person."""

    async def test() -> None:
        async with room(sleepy) as here:
            ann = await (await here.create(seats=4, fill="simple", public=True, options={"clock": None})).enter()
            await ann.seen(await ann.ask("start"))
            await play_until([ann], lambda: ann.number > 25, idle)
            await ann.drop()
            await _asleep(here, ann.code)
            await ann.enter(last=ann.number)
            kinds = kinds_of(ann.told)
            dropped = len(kinds) - 1 - kinds[::-1].index("dropped")
            assert kinds[dropped : dropped + 3] == ["dropped", "slept", "arrived"]
            await play_until([ann], lambda: ann.number > 60, idle)

    run(test)


def test_a_sleeping_table_can_be_looked_up_and_watched(sleepy: Server) -> None:
    """It stays asleep until a person comes."""

    async def test() -> None:
        async with room(sleepy) as here:
            ann = await (await here.create(seats=2, public=True)).enter()
            await ann.drop()
            await _asleep(here, ann.code)
            assert (await here.http.get(f"/api/tables/{ann.code}")).json()["phase"] == "lobby"
            eve = await here.watch(ann.code).enter()
            assert kinds_of(eve.welcome["past"])[-1] == "slept"
            await ann.enter()
            await eve.seen(ann.number)
            assert eve.table["people"][0]["present"]

    run(test)


def test_a_program_wakes_no_table_and_is_waited_for_no_longer_than_it_is_there(sleepy: Server) -> None:
    """It may come and go while the table sleeps: for the server's list, and after a restart, nothing has happened."""

    async def sleeping() -> Guest:
        async with room(sleepy) as here:
            ann = await (await here.create(seats=2, public=True, options={"pace": 0, "clock": None})).enter()
            token = (await ann.answer("program", seat=1, name="HAL"))["token"]
            hal = await here.with_token(ann.code, token).enter()
            await ann.seen(await ann.ask("start"))
            await ann.drop()
            await _asleep(here, ann.code)
            await hal.drop()
            await hal.enter()
            assert (await here.http.get("/api/tables")).json()["tables"] == []
            return ann

    async def awake(code: str, token: str) -> None:
        async with room(sleepy) as here:
            ann = await here.with_token(code, token).enter()
            present = {person["name"]: person["present"] for person in ann.table["people"]}
            assert present == {"Ann": True, "HAL": False}

    known: list[Guest] = []

    async def first() -> None:
        known.append(await sleeping())

    run(first)
    (ann,) = known
    sleepy.stop()
    sleepy.start()
    run(lambda: awake(ann.code, str(ann.token)))


def test_a_table_that_slept_too_long_is_put_away(tmp_path: Path) -> None:
    """It can't be joined any more, and the record of its finished game can still be had."""
    server = Server(sqlite_url(tmp_path), "--sleep-after", "0.2", "--archive-after", "0.0001")

    async def play() -> str:
        async with room(server) as here:
            guests = await here.table_of(2, public=True, settings={"scoring": "hand"})
            await play_out(guests)
            await asyncio.gather(*(guest.drop() for guest in guests))
            await _asleep(here, guests[0].code)
            await asyncio.sleep(0.5)
            tokens.extend(str(guest.token) for guest in guests)
            return guests[0].code

    async def come_back(code: str) -> None:
        async with room(server) as here:

            async def put_away() -> bool:
                answer = await here.http.get(f"/api/tables/{code}")
                return (answer.status_code, answer.json()["code"]) == (410, "archived")

            await eventually(put_away)
            joined = await here.http.post(f"/api/tables/{code}/people", json={"name": "Cid"})
            assert (joined.status_code, joined.json()["code"]) == (410, "archived")
            back = here.with_token(code, tokens[0])
            assert (await refused(back.enter())).code == "archived"
            assert (await refused(here.watch(code).enter())).code == "archived"
            record = await here.http.get(f"/api/tables/{code}/record")
            assert record.status_code == 200
            assert "Secret" in record.text

    tokens: list[str] = []
    codes: list[str] = []

    async def first() -> None:
        codes.append(await play())

    with server:
        run(first)
        assert server.stop() == 0
        server.start()  # what is old enough is put away at every start, and then once a minute
        run(lambda: come_back(codes[0]))


def test_a_table_that_is_put_away_while_somebody_comes_is_not(tmp_path: Path) -> None:
    """Whoever is already inside wakes it up, and it can be found again."""
    store = Store(sqlite_url(tmp_path))
    try:
        row = {"code": "ABCDEF", "created_at": 1, "public": False, "summary": "{}", "node": None, "asleep_at": 1}
        table = store.create(row, [e.Line(1, 1, e.Created(setup=Setup(), secret="00" * 32, salt="00" * 32))])
        assert table is not None
        assert store.archive(before=2, now=3, counting="2026-11-19") == 1
        claimed = store.owners.claim(table, "node")
        assert claimed is not None
        woken = Append(table, e.Line(2, 4, e.Arrived(person=1, node="node")), claimed.epoch, _WOKEN)
        assert store.append([woken]) == [True]
        found = store.find("ABCDEF")
        assert found is not None
        assert found.archived_at is None
    finally:
        store.close()


def test_a_server_that_stops_says_so_and_everything_goes_on_at_the_next_start(tmp_path: Path) -> None:
    """Clients get a goodbye `restart` and come back with their number."""
    server = Server(sqlite_url(tmp_path))
    left: list[Guest] = []

    async def before() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, settings={"target": 100_000}, options=CALM)
            await play_until(guests, lambda: guests[0].number > 30)
            assert server.process is not None
            server.process.send_signal(signal.SIGINT)
            for guest in guests:
                await guest.until(lambda guest=guest: guest.closed)  # type: ignore[misc]
                assert guest.bye is not None
                assert guest.bye["code"] == "restart"
                assert guest.close_code == 1012
            left.extend(guests)

    async def after() -> None:
        async with room(server) as here:
            for guest in left:
                again = await here.twin(guest).enter(last=guest.number)
                assert again.welcome["fresh"] is False
                assert {**again.view, "clock": 0} == {**guest.view, "clock": 0}
                assert "moved" not in kinds_of(again.welcome["past"])

    with server:
        run(before)
        assert server.stop() == 0
        assert any("Stopped" in line for line in server.log)
        server.start()
        run(after)
