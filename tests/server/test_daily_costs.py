"""What a daily deal costs a server: counted once, and nothing that is known is worked out anew or lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.requests import HTTPConnection

from lastcard.server.config import Config, Limits
from lastcard.server.edge.guard import Guard
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.log.deals import Deals
from lastcard.server.log.store import Store
from lastcard.server.running import node
from lastcard.server.table import daily
from lastcard.server.table.records import Part
from tests.server.dealing import ANN, BOB, CEM, DAY, Clock, begin, counted, day_at, forward, note, standing
from tests.server.harness import eventually, refused, run, serving


def test_asking_many_times_at_once_counts_once(url: str) -> None:
    """A key is one player, however often it is sent; and what could not be made has not been begun."""

    async def test() -> None:
        async with day_at(url, Clock(), daily=2) as here:
            body = {"name": "Ann", "player": ANN}
            answers = await asyncio.gather(*[here.http.post("/api/daily", json=body) for _ in range(20)])
            assert {answer.status_code for answer in answers} == {201}
            await begin(here, BOB)
            assert (await refused(begin(here, CEM))).code == "too-many"

    run(test)


def test_a_limit_for_what_is_begun_gives_back_what_was_not() -> None:
    """A database that is away uses up nobody's deals."""
    guard = Guard(Config(limits=replace(Limits(), daily=1)))
    somebody = HTTPConnection({"type": "http", "headers": [], "client": ("10.0.0.1", 1)})
    away = UnavailableError("the database is away")
    with pytest.raises(UnavailableError), guard.daily(somebody):
        raise away
    with guard.daily(somebody):
        pass
    with pytest.raises(RefusedError, match="at most 1 daily deals") as caught, guard.daily(somebody):
        pass
    assert caught.value.code == "too-many"


def test_whoever_asks_all_the_time_is_slowed_down(url: str) -> None:
    """How a day stands and for a deal that was begun: both count, five times as many as tables can be looked up."""

    async def test() -> None:
        async with day_at(url, Clock(), joins=1) as here:
            for _ in range(2):
                await begin(here, ANN)
                await standing(here, ANN)
            assert (await here.http.get("/api/daily", params={"day": "yesterday"})).status_code == 400
            for answer in (
                await here.http.get("/api/daily"),
                await here.http.post("/api/daily", json={"name": "Ann", "player": ANN}),
            ):
                assert (answer.status_code, answer.json()["code"]) == (429, "slow-down")

    run(test)


def test_results_are_counted_once_for_all_who_ask(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a second; but a player's own result is always among them."""
    asked: list[str] = []
    leads = Deals.leads

    def counting(deals: Deals, day: str) -> dict[int, int]:
        asked.append(day)
        return leads(deals, day)

    monkeypatch.setattr(Deals, "leads", counting)

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            ann = await begin(here, ANN)
            await asyncio.gather(*[standing(here) for _ in range(10)])
            assert asked == [DAY]
            note(url, BOB, lead=7)
            assert (await standing(here))["count"] == 0
            clock.ticks += 1
            assert (await standing(here))["count"] == 1
            assert asked == [DAY] * 2
            await forward(url, ann.code)
            await ann.enter()
            await counted(here, ANN)
            assert (await standing(here, ANN))["count"] == 2
            before = len(asked)
            await standing(here)
            await standing(here, day="2026-11-18")
            assert asked[before:] == ["2026-11-18"]

    run(test)


def test_a_result_that_is_kept_is_not_made_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finished table can be opened many times, and only the first one replays the game."""
    looked: list[bool] = []
    replayed: list[Part] = []
    is_open, rounds_of = Deals.is_open, daily.rounds_of

    def looking(deals: Deals, table: int) -> bool:
        looked.append(is_open(deals, table))
        return looked[-1]

    def replaying(part: Part) -> str:
        replayed.append(part)
        return rounds_of(part)

    monkeypatch.setattr(Deals, "is_open", looking)
    monkeypatch.setattr(daily, "rounds_of", replaying)

    async def known() -> bool:
        return looked == [True, False]

    async def test() -> None:
        async with day_at(url, Clock()) as here:
            ann = await begin(here, ANN)
            await forward(url, ann.code)
            await ann.enter()
            await counted(here, ANN)
        async with day_at(url, Clock()) as here:
            await (await begin(here, ANN)).enter()
            await eventually(known)
        assert len(replayed) == 1

    run(test)


def test_a_result_that_can_not_be_written_is_kept_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the database is back; the game was over in time, even if the day's grace has passed meanwhile."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    monkeypatch.setattr(node, "TIDY", 0.02)
    finish, away = Deals.finish_daily, [True]

    def finish_daily(deals: Deals, table: int, result: daily.Result) -> bool:
        if away[0]:
            raise sa.exc.OperationalError(None, None, OSError())
        return finish(deals, table, result)

    monkeypatch.setattr(Deals, "finish_daily", finish_daily)

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            ann = await begin(here, ANN)
            await forward(url, ann.code)
            await ann.enter()
            clock.at = daily.told_from(DAY)
            assert (await standing(here, ANN, day=DAY))["mine"] == {"table": ann.code}
            away[0] = False
            assert await counted(here, ANN, day=DAY)

    run(test)


def test_a_server_puts_away_no_deal_that_counts_and_forgets_old_days(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself, while it runs: by the day of the deals, and however soon other tables are put away."""
    monkeypatch.setattr(node, "TIDY", 0.02)

    async def test() -> None:
        clock = Clock()
        config = Config(database=url, clock=clock, sleep_after=0.05, archive_after=0, limits=Limits(joins=0))
        async with serving(config) as here:

            async def put_away(code: str) -> bool:
                return (await here.http.get(f"/api/tables/{code}")).status_code == 410

            ann, other = await begin(here, ANN), await here.create()
            note(url, CEM, lead=5, day="2026-10-20")
            await forward(url, ann.code)
            await eventually(lambda: put_away(other.code))
            await ann.enter()
            await counted(here, ANN)
            await ann.drop()
            clock.at = daily.told_from(DAY)
            await eventually(lambda: put_away(ann.code))
            store = Store(url, beside=True)

            async def forgotten() -> bool:
                return not store.deals.leads("2026-10-20")

            await eventually(forgotten)
            store.close()

    run(test)
