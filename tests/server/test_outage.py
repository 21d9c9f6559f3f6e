"""A database that goes away and comes back, and many who come at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from lastcard.server.config import Config
from lastcard.server.errors import UnavailableError
from lastcard.server.log.appending import Append
from lastcard.server.log.journal import Journal
from lastcard.server.log.schema import log
from lastcard.server.log.store import Store
from lastcard.server.metrics import Metrics
from lastcard.server.running.client import Allowance
from lastcard.server.running.node import Node
from lastcard.server.table import entries as e
from lastcard.server.table import requests as r
from lastcard.server.table.setup import Setup
from tests.server.harness import PATIENCE, Guest, Refused, Server, begin, refused, room, run, sqlite_url
from tests.server.turns import play_until, take_turn
from tests.services import Postgres

CALM: dict[str, Any] = {"clock": None}


# --- a database that goes away ----------------------------------------------------------------------------------------


def test_an_outage_of_the_database_loses_and_doubles_nothing(own_postgres: Postgres) -> None:
    """A move meanwhile is refused, the same move afterwards is granted, and whoever went meanwhile is away."""
    name = own_postgres.create_database()
    server = Server(own_postgres.url(name))

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(3, settings={"target": 100_000}, options={"clock": None, "away_grace": 2})
            ann, bob, cid = guests
            eve = await here.watch(ann.code).enter()
            await play_until(guests, lambda: ann.number > 30 and ann.view["asks"][0] >= 0)  # a deal is nobody's move
            asked = next(guest for guest in guests if guest.asked)
            before, view, move = ann.number, ann.view, asked.moves()[0]
            await asyncio.to_thread(own_postgres.stop)
            assert (await refused(asked.move(move, id="once"))).code == "unavailable"
            assert (await refused(asked.move(move, id="once"))).code == "unavailable"
            health = await here.http.get("/healthz")
            assert (health.status_code, health.json()["code"]) == (503, "unavailable")
            assert (await here.http.post("/api/tables", json={"name": "Dan"})).status_code == 503
            assert (await refused(here.watch("QQQQQQ").enter())).code == "unavailable"
            leaver = bob if asked is not bob else cid
            await leaver.drop()
            assert (ann.number, ann.view) == (before, view)
            await asyncio.to_thread(own_postgres.start)
            number = await _until_granted(asked, move)
            assert await asked.move(move, id="once") == number
            staying = [guest for guest in guests if guest is not leaver]
            for guest in (*staying, eve):
                await guest.seen(number)
            mine = [
                told
                for told in eve.told
                if told["n"] > before
                and told["what"] == {"t": "moved", "by": asked.person, "seat": asked.seat, "how": "player"}
            ]
            assert [told["n"] for told in mine] == [number]
            await eve.until(lambda: not eve.table["people"][leaver.seat or 0]["present"])
            await play_until(staying, lambda: staying[0].table["seats"][leaver.seat or 0]["stand_in"])
            await leaver.enter(last=leaver.number)
            await play_until(guests, lambda: ann.number > number + 20)

    with server:
        run(test)
        assert not [line for line in server.log if "Traceback" in line]


def test_a_node_that_stalls_while_it_writes_does_not_hold_up_the_others(postgres_url: str) -> None:
    """What it had not finished is undone, and the line that it would have written is another's."""
    server = Server(postgres_url)

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create()).enter()
            stalled = Store(postgres_url)
            writing = stalled.engine.connect()
            table = stalled.find(ann.code)
            assert table is not None
            unfinished = e.encode(e.Said(by=1, id="", text="unfinished"))
            writing.execute(sa.insert(log).values(table_id=table.id, number=ann.number + 1, at=0, entry=unfinished))
            try:
                number = await ann.ask("chat", text="hello")
                written = stalled.read(table.id, number - 1)
                assert [(one.number, one.entry.text) for one in written if isinstance(one.entry, e.Said)] == [
                    (number, "hello")
                ]
                with pytest.raises(sa.exc.DBAPIError, match="idle-in-transaction"):
                    writing.commit()
            finally:
                writing.invalidate()
                stalled.close()

    with server:
        run(test)


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

    def append(self, appends: Sequence[Append]) -> list[bool]:
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
        node = Node(Config(database=sqlite_url(tmp_path)), journal, Metrics())
        await node.start()
        try:
            code, person, _token = await node.create(Setup(), "Ann", 0, None)
            client: Any = type("Client", (), {"person": person, "shown_out": False, "allowed": Allowance(0)})()
            request = r.Chat(id="once", text="hello")
            async with node.table(code) as live:
                before = live.table.number
                store.forgets = True
                with pytest.raises(UnavailableError):
                    await node.sessions.request(live, client, request)
                assert (await node.sessions.request(live, client, request)).n == before + 1
                assert (await node.sessions.request(live, client, r.Chat(id="other", text="again"))).n == before + 2
                lines = store.read(live.table.id, before)
            assert [line.entry for line in lines] == [
                e.Said(by=1, id="once", text="hello"),
                e.Said(by=1, id="other", text="again"),
            ]
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


def test_many_tables_at_once_do_not_disturb_each_other(sqlite_server: Server) -> None:
    """Each is played at by itself."""

    async def test() -> None:
        async with room(sqlite_server) as here:

            async def one(number: int) -> str:
                ann = await (
                    await here.create(
                        f"Host {number}", seats=2, fill="simple", settings={"scoring": "hand"}, options={"pace": 0}
                    )
                ).enter()
                await begin([ann])
                for _ in range(3):
                    await play_until([ann], lambda: ann.asked)
                    if ann.asked:
                        await take_turn(ann)
                return ann.code

            codes = await asyncio.gather(*(one(number) for number in range(12)))
            assert len(set(codes)) == 12

    run(test)
