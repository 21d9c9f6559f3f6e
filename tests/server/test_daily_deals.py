"""The daily deal on a server: counted once, the same at all nodes, and no card of it told before the day is over."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from lastcard.checks.fairness import commitment_of
from lastcard.server.log.store import Store
from lastcard.server.table import daily
from lastcard.server.table import entries as e
from tests.server.dealing import (
    ANN,
    BOB,
    CEM,
    DAY,
    HOUR,
    NOON,
    Clock,
    begin,
    counted,
    day_at,
    forward,
    note,
    standing,
)
from tests.server.harness import Guest, Server, refused, room, run
from tests.server.turns import play_until


def test_two_people_have_the_same_cards_on_a_day_and_others_on_the_next(url: str) -> None:
    """Each at a table of their own, against the same bots, and with nobody's own randomness."""

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            first = [await (await begin(here, key, name)).enter() for key, name in ((ANN, "Ann"), (BOB, "Bob"))]
            clock.at += 24 * HOUR
            later = await (await begin(here, ANN)).enter()
            ann, bob = first
            assert ann.code != bob.code
            assert ann.table["daily"] == bob.table["daily"] == DAY
            assert later.table["daily"] == "2026-11-20"
            for field_ in ("commitment", "mixes"):
                assert ann.table[field_] == bob.table[field_]
            assert ann.table["mixes"] == [""] * 4
            assert later.table["commitment"] != ann.table["commitment"]
            bots = (await standing(here, day=DAY))["bots"]
            for guest in first:
                assert [chair["bot"] for chair in guest.table["seats"]][1:] == [f"{bot}@medium" for bot in bots]
            deals = [next(line for line in guest.told if line["what"]["t"] == "started") for guest in first]
            assert deals[0]["events"] == deals[1]["events"] != []

    run(test)


def test_whoever_asks_again_has_the_same_table(url: str) -> None:
    """A try can't be had twice by asking twice, nor lost by an answer that got lost; also after a restart."""

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            body = {"name": "Ann", "player": ANN}
            answers = await asyncio.gather(*[here.http.post("/api/daily", json=body) for _ in range(6)])
            seats = [here._guest(answer) for answer in answers]
            assert len({(guest.code, guest.token) for guest in seats}) == 1
            assert (await standing(here, ANN))["mine"] == {"table": seats[0].code}
            assert (await standing(here, BOB))["mine"] is None
            assert (await standing(here))["mine"] is None
        async with day_at(url, clock) as here:
            again = await begin(here, ANN, "Somebody else")
            assert (again.code, again.token) == (seats[0].code, seats[0].token)
            await again.enter()
            assert again.name == "Ann"

    run(test)


def test_all_nodes_of_a_server_agree(postgres_url: str) -> None:
    """Whichever is asked: one table for a player, and the same cards for all."""

    async def test() -> None:
        clock = Clock()
        async with day_at(postgres_url, clock) as one, day_at(postgres_url, clock) as two:
            body = {"name": "Ann", "player": ANN}
            answers = await asyncio.gather(*[here.http.post("/api/daily", json=body) for here in (one, two) * 4])
            assert len({answer.json()["table"] for answer in answers}) == 1
            ann = one._guest(answers[0])
            store = Store(postgres_url, beside=True)
            there = [store.find((await begin(here, key)).code) for here, key in ((one, BOB), (two, CEM))]
            logs = [store.read(found.id) for found in (store.find(ann.code), *there) if found is not None]
            store.close()
            made = [lines[0].entry for lines in logs]
            assert len(made) == 3
            assert len({(entry.secret, entry.salt) for entry in made if isinstance(entry, e.Created)}) == 1
            assert await standing(one, ANN) == await standing(two, ANN)

    run(test)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_all_workers_of_a_server_agree(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Each makes tables of its own, from the same secret."""
    url = f"sqlite:///{tmp_path / 'tables.db'}" if kind == "sqlite" else request.getfixturevalue("postgres_url")

    async def test() -> None:
        async with room(server) as here:
            by_day: dict[str, set[str]] = {}
            for number in range(12):
                seat = (await here.http.post("/api/daily", json={"name": "Ann", "player": f"{number:0>22}"})).json()
                table = (await here.http.get(f"/api/tables/{seat['table']}")).json()
                by_day.setdefault(seat["day"], set()).add(table["commitment"])
            assert all(len(found) == 1 for found in by_day.values())  # midnight may pass
            assert sum(map(len, by_day.values())) in {1, 2}

    with Server(url, "--workers", "2") as server:
        run(test)


def test_a_game_counts_when_it_is_over_and_only_once(url: str) -> None:
    """However often its player comes back; and everybody hears how they did against the others."""

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            ann, bob = [await begin(here, key) for key in (ANN, BOB)]
            await forward(url, ann.code, leave=2)
            await ann.enter()
            await ann.ask("tempo", speed=4)
            assert (await standing(here, ANN))["count"] == 0
            await play_until([ann], lambda: False, _by_rule)
            first = await counted(here, ANN)
            assert sum(one["count"] for one in (await standing(here))["spread"]) == 1
            assert (first["place"], first["better"]) == (1, 0)
            assert first["points"] == ann.view["scores"][0]
            assert first["lead"] == ann.view["scores"][0] - max(ann.view["scores"][1:])
            assert len(first["rounds"]) == ann.view["round"]
            await ann.drop()
            await forward(url, bob.code)
            await (await begin(here, BOB)).enter()  # its table is opened, as after a restart at the wrong moment
            assert await counted(here, BOB)
            again = await (await begin(here, ANN)).enter()
            assert (await refused(again.ask("rematch"))).code == "not-now"
            now = await standing(here, ANN)
            assert now["count"] == 2
            leads = [first["lead"], (await counted(here, BOB))["lead"]]
            assert now["wins"] == sum(lead > 0 for lead in leads)
            note(url, CEM, lead=first["lead"] + 5)
            clock.ticks += 1
            now = await standing(here, ANN)
            assert (now["count"], now["mine"]["result"]["place"] >= 2) == (3, True)

    run(test)


def _by_rule(guest: Guest) -> str:
    """Anything: the end is near."""
    moves = guest.moves()
    return next((move for move in moves if move.startswith("play")), moves[0])


def test_a_game_that_ends_too_late_does_not_count(url: str) -> None:
    """An hour after its day; until then it does."""

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            soon, late = [await begin(here, key) for key in (ANN, BOB)]
            clock.at = daily.told_from(DAY) - 1
            await forward(url, soon.code)
            await soon.enter()
            await counted(here, ANN, day=DAY)
            clock.at += 1
            await forward(url, late.code)
            await late.enter()
            assert late.table["phase"] == "over"
            assert (await standing(here, BOB, day=DAY))["mine"] == {"table": late.code}
            assert (await standing(here, day=DAY))["count"] == 1
            today = await standing(here)
            assert (today["day"], today["count"], today["left"]) == ("2026-11-20", 0, 23 * HOUR)
            assert (today["told"], (await standing(here, day=DAY))["told"]) == (24 * HOUR, 0)

    run(test)


def test_no_card_is_told_before_the_day_is_over(url: str) -> None:
    """Neither record nor replay nor the secret of the shuffle; then all of it can be checked by anybody."""

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            ann = await begin(here, ANN)
            await forward(url, ann.code)
            await ann.enter()
            assert ann.table["phase"] == "over"
            table = (await here.http.get(f"/api/tables/{ann.code}")).json()
            assert not {"secret", "salt"} & (set(table) | set(ann.table))
            for now in (NOON, daily.told_from(DAY) - 1):
                clock.at = now
                for path in ("record", "replay", "replay?eyes=public", "record?game=1"):
                    answer = await here.http.get(f"/api/tables/{ann.code}/{path}")
                    told = answer.json()
                    assert (answer.status_code, told["code"]) == (409, "withheld"), path
                    assert told["retry"] == (daily.told_from(DAY) - clock.at) // 1000 + 1
                    assert DAY in told["say"]
            clock.at += 1
            record = (await here.http.get(f"/api/tables/{ann.code}/record")).text
            headers = dict(re.findall(r'^\[(Secret|Salt) "([0-9a-f]+)"\]$', record, re.MULTILINE))
            secret, salt = (bytes.fromhex(headers[name]) for name in ("Secret", "Salt"))
            assert commitment_of(secret, salt) == ann.table["commitment"]
            assert (await here.http.get(f"/api/tables/{ann.code}/replay")).status_code == 200

    run(test)


def test_nobody_looks_on(url: str) -> None:
    """A discard pile would tell which cards are to come."""

    async def test() -> None:
        async with day_at(url, Clock()) as here:
            ann = await begin(here, ANN)
            assert (await refused(here.watch(ann.code).enter())).code == "no-watching"
            assert (await refused(here.join(ann.code))).code == "table-full"
            assert (await here.http.get("/api/tables")).json() == {"tables": []}

    run(test)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "Ann"}, "bad-message"),
        ({"name": "Ann", "player": 7}, "bad-message"),
        ({"name": "Ann", "player": "short"}, "bad-message"),
        ({"name": "Ann", "player": "A" * 5000}, "bad-message"),
        ({"name": "Ann", "player": ANN, "day": DAY}, "bad-message"),
        ({"name": "", "player": ANN}, "bad-name"),
        ({"name": "A" * 21, "player": ANN}, "bad-name"),
        ({"name": "A" * 20_000, "player": ANN}, "too-large"),
    ],
)
def test_what_can_not_be_is_refused(sqlite_server: Server, body: dict[str, Any], code: str) -> None:
    """With the code that belongs to it; and nothing was begun."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post("/api/daily", json=body)
            assert answer.json()["code"] == code

    run(test)


@pytest.mark.parametrize(
    ("asked", "headers", "code"),
    [
        ({"day": "yesterday"}, {}, "bad-message"),
        ({"day": "1999-12-31"}, {}, "not-found"),
        ({"day": "9999-12-31"}, {}, "not-found"),
        ({}, {"authorization": "Bearer"}, "wrong-token"),
        ({}, {"authorization": "Bearer short"}, "bad-message"),
    ],
)
def test_a_day_that_can_not_be_told_is_refused(
    sqlite_server: Server, asked: dict[str, str], headers: dict[str, str], code: str
) -> None:
    """The key of a player stands in a header, never in an address."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.get("/api/daily", params=asked, headers=headers)
            assert answer.json()["code"] == code

    run(test)


def test_other_sites_begin_nothing(sqlite_server: Server) -> None:
    """As with any table."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            body = {"name": "Ann", "player": ANN}
            answer = await here.http.post("/api/daily", json=body, headers={"origin": "https://elsewhere.example"})
            assert answer.json()["code"] == "origin"

    run(test)


def test_an_address_begins_only_so_many_a_day(url: str) -> None:
    """Who goes on with a deal counts once."""

    async def test() -> None:
        async with day_at(url, Clock(), daily=2) as here:
            for _ in range(3):
                await begin(here, ANN)
            await begin(here, BOB)
            error = await refused(begin(here, CEM))
            assert (error.code, error.retry > 86_000) == ("too-many", True)
            assert (await begin(here, ANN)).code

    run(test)


def test_old_days_are_forgotten(url: str) -> None:
    """After some weeks nothing is left of them but the tables, whose cards can be had."""
    Store(url).close()

    async def test() -> None:
        clock = Clock()
        async with day_at(url, clock) as here:
            await begin(here, ANN)
            note(url, CEM, lead=5, day="2026-10-19")
            note(url, BOB, lead=5, day="2026-10-20")
        store = Store(url)
        assert store.deals.forget_daily(daily.oldest_kept(NOON)) == 1
        assert store.deals.forget_daily(daily.oldest_kept(NOON)) == 0
        assert (store.deals.leads("2026-10-19"), store.deals.leads("2026-10-20")) == ({}, {5: 1})
        store.close()

    run(test)


def test_a_server_keeps_its_secret(url: str, tmp_path: Path) -> None:
    """Over all restarts, and no other server has the same one."""
    found = []
    for address in (url, url, f"sqlite:///{tmp_path / 'other.db'}"):
        store = Store(address)
        found.append(store.deals.secret())
        store.close()
    assert found[0] == found[1] != found[2]
    assert all(len(secret) == 32 for secret in found)
