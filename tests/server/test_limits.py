"""How much one person or one address may ask for."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from lastcard.load.servers import UNLIMITED
from lastcard.server.config import Limits
from lastcard.server.limits import Bucket, Buckets, Count, Window
from tests.server.harness import (
    PATIENCE,
    Guest,
    Refused,
    Server,
    coming_from,
    refused,
    room,
    run,
    sqlite_url,
)
from tests.server.turns import play_out

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


def test_a_bucket_and_a_window_say_how_long_to_wait() -> None:
    """Not a moment less; nothing while there is room."""
    clock = _Clock()
    bucket, window = Bucket(0.5, 2, clock=clock), Window(2, 60, clock=clock)
    assert (bucket.wait(), window.wait("a")) == (0, 0)
    for _ in range(2):
        assert bucket.take()
        assert window.take("a")
        clock.now += 0.5
    assert bucket.wait() == pytest.approx(1)
    assert window.wait("a") == pytest.approx(59)
    assert window.wait("b") == 0
    clock.now += 0.99
    assert bucket.empty()
    clock.now += 0.02
    assert bucket.take()
    clock.now += 57.98
    assert window.full("a")
    clock.now += 0.02
    assert window.take("a")
    assert (Bucket(0).wait(), Window(0, 60).wait("a")) == (0, 0)


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


def test_each_address_has_a_bucket_of_its_own() -> None:
    """One says how long to wait, whatever others did; those that are full again are forgotten."""
    clock = _Clock()
    buckets = Buckets(0.5, 2, clock=clock)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, True, False, True]
    assert buckets.wait("a") == pytest.approx(2)
    assert (buckets.wait("b"), buckets.wait("c")) == (0, 0)
    for number in range(10_000):
        buckets.take(str(number))
    clock.now += 3
    buckets.take("late")
    assert set(buckets._buckets) == {"a", "late"}  # of the others nothing is used up
    assert [buckets.take("a"), buckets.take("a")] == [True, False]


def test_a_school_class_behind_one_address_plays_against_bots() -> None:
    """40 within a minute, and again every two minutes for an hour; whoever makes more and more is slowed down."""
    clock, limits = _Clock(), Limits()
    buckets = Buckets(limits.solo / 60, 4 * limits.solo, clock=clock)
    for second in range(3600):
        clock.now += 1
        if second % 120 < 40:
            assert buckets.take("school")
    flood = 0
    while buckets.take("school"):
        flood += 1
        clock.now += 0.1
    assert flood < 100
    assert 0 < buckets.wait("school") <= 3


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
    limits = (*("--rate", "5", "--sockets", "3", "--tables", "3", "--solo", "2", "--joins", "6", "--message", "2000"),)
    with Server(sqlite_url(tmp_path_factory.mktemp("strict")), "--behind-proxy", limits=limits) as server:
        yield server


def test_a_message_too_large_closes_the_socket(strict: Server) -> None:
    """With WebSocket's own code for it, and the table is unharmed."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.1")) as here:
            ann = await (await here.create()).enter()
            await ann.send_raw(json.dumps({"t": "chat", "id": "a", "text": "x" * 3000}))
            await ann.until(lambda: ann.closed)
            assert ann.close_code == 1009
            await ann.enter()

    run(test)


def test_a_body_too_large_is_refused(strict: Server) -> None:
    """Before it is read to its end."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.2")) as here:
            answer = await here.http.post("/api/tables", json={"name": "x" * 3000})
            assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    run(test)


def test_messages_over_the_rate_are_refused_and_a_flood_is_shown_out(strict: Server) -> None:
    """First with `slow-down` for each, then with a goodbye."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.3")) as here:
            ann = await (await here.create()).enter()
            for number in range(30):
                await ann.send_raw(json.dumps({"t": "ping", "id": f"{number}"}))
            await ann.until(lambda: sum('"t":"no"' in frame for frame in ann.frames) >= 5)
            answers = [json.loads(frame) for frame in ann.frames]
            assert sum(answer["t"] == "ok" for answer in answers) >= 10
            assert {answer["code"] for answer in answers if answer["t"] == "no"} == {"slow-down"}
            assert all(0 < answer["retry"] <= 0.21 for answer in answers if answer["t"] == "no")
            assert sorted(int(answer["id"]) for answer in answers if answer["t"] in {"ok", "no"}) == list(
                range(sum(answer["t"] in {"ok", "no"} for answer in answers))
            )
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
        async with room(strict, coming_from("10.0.0.4")) as here, room(strict, coming_from("10.0.0.5")) as elsewhere:
            code = (await here.create()).code
            watchers = [await here.watch(code).enter() for _ in range(3)]
            no = here.watch(code)
            assert (await refused(no.enter())).code == "too-many"
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
        async with room(strict, coming_from("10.0.0.6")) as here, room(strict, coming_from("10.0.0.7")) as elsewhere:
            for _ in range(5):
                assert (await refused(here.create(edition="poker"))).code == "bad-setup"
            for _ in range(3):
                await here.create()
            answer = await here.http.post("/api/tables", json={"name": "Ann"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
            assert 1 <= answer.json()["retry"] <= 3600
            assert answer.headers["retry-after"] == str(answer.json()["retry"])
            await elsewhere.create()

    run(test)


def test_solo_games_have_a_limit_of_their_own(strict: Server) -> None:
    """They use up no tables and tables none of them; one that others may come to is a table like any."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.13")) as here:
            for _ in range(3):
                await here.create()
            for count in range(8):
                await here.create(seats=2 + count % 3, fill="simple")
            assert (await refused(here.create())).code == "too-many"
            answer = await here.http.post("/api/tables", json={"name": "Ann", "fill": "simple"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
            assert 1 <= answer.json()["retry"] <= 31
            assert answer.headers["retry-after"] == str(answer.json()["retry"])
        async with room(strict, coming_from("10.0.0.14")) as here:
            for more in ({"public": True}, {"seat": None}, {"public": True, "seat": None}):
                await here.create(fill="simple", **more)
            assert (await refused(here.create())).code == "too-many"
            ann = await (await here.create(fill="simple")).enter()
            assert (await refused(ann.ask("change", public=True))).code == "too-many"
            await ann.ask("change", seats=3)
            assert not ann.table["setup"]["public"]

    run(test)


def test_only_so_many_tables_are_looked_up_from_one_address(strict: Server) -> None:
    """Looking, joining and records count together; sockets count by themselves, and only those that guess wrong."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.8")) as here:
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
                assert 1 <= answer.json()["retry"] <= 60
                assert answer.headers["retry-after"] == str(answer.json()["retry"])
            for _ in range(10):
                await ann.enter()
                await ann.drop()
            for _ in range(3):
                assert (await refused(here.watch("QQQQQQ").enter())).code == "no-table"
                assert (await refused(here.with_token(ann.code, "guess").enter())).code == "wrong-token"
            no = await refused(here.with_token(ann.code, "guess").enter())
            assert no.code == "slow-down"
            assert 0 < no.retry <= 60

    run(test)


def test_whoever_comes_and_goes_all_the_time_is_slowed_down(strict: Server) -> None:
    """Each time is a line that everybody is told; other addresses are not concerned."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.10")) as here, room(strict, coming_from("10.0.0.11")) as elsewhere:
            ann = await here.create()
            for _ in range(30):
                await ann.enter(last=ann.number or None)
                await ann.drop()
            no = await refused(ann.enter(last=ann.number))
            assert no.code == "slow-down"
            assert 0 < no.retry <= 60
            await elsewhere.watch(ann.code).enter()

    run(test)


def test_whoever_talks_too_much_is_told_how_long_to_wait(strict: Server) -> None:
    """And whoever catches nobody again and again; then it is granted."""

    async def test() -> None:
        async with room(strict, coming_from("10.0.0.12")) as here:
            ann = await (await here.create(seats=2, fill="simple")).enter()
            first = await ann.ask("chat", id="first", text="hello")
            no = None
            while no is None:
                try:
                    await ann.ask("chat", text="hello")
                except Refused as refusal:
                    no = refusal
            assert no.code == "slow-down"
            assert 0 < no.retry <= 2.01
            assert await ann.ask("chat", id="first", text="hello") == first  # an answer that got lost is given again
            await asyncio.sleep(no.retry)
            await ann.ask("chat", text="hello")

    run(test)


def test_a_network_of_ipv6_counts_as_one_address(strict: Server) -> None:
    """Whoever has one has more addresses in it than there are in all of IPv4."""

    async def test() -> None:
        for number in range(3):
            async with room(strict, coming_from(f"2001:db8:0:1::{number}")) as here:
                await here.create()
        async with (
            room(strict, coming_from("2001:db8:0:1:ffff::9")) as here,
            room(strict, coming_from("2001:db8:0:2::9")) as elsewhere,
        ):
            assert (await refused(here.create())).code == "too-many"
            await elsewhere.create()

    run(test)


def test_an_address_that_a_client_made_up_does_not_count(strict: Server) -> None:
    """Only what the proxy itself added last is believed."""

    async def test() -> None:
        for number in range(3):
            async with room(strict, coming_from(f"1.2.3.{number}, 10.0.0.9")) as here:
                await here.create()
        async with room(strict, coming_from("1.2.3.99, 10.0.0.9")) as here:
            assert (await refused(here.create())).code == "too-many"

    run(test)


# --- lines of the log -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def thrifty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which a person may cause 40 lines an hour, and so 12 at once."""
    limits = (*UNLIMITED, "--lines", "40", "--between", "60")
    with Server(sqlite_url(tmp_path_factory.mktemp("thrifty")), limits=limits) as server:
        yield server


async def _until_refused(guest: Guest, *requests: dict[str, Any]) -> tuple[int, Refused]:
    """Ask for one thing after the other, again and again: how many were granted, and the refusal."""
    for count in range(1000):
        request = dict(requests[count % len(requests)])
        try:
            await guest.ask(request.pop("t"), **request)
        except Refused as refusal:
            return count, refusal
    pytest.fail("nothing was refused")


def test_pressing_buttons_all_the_time_is_refused_and_playing_is_not(thrifty: Server) -> None:
    """Each person has a budget; who has used it up can still play a whole game, again, and leave."""

    async def test() -> None:
        async with room(thrifty) as here:
            ann, bob = await here.table_of(2, start=False, settings={"scoring": "hand"})
            on, off = {"t": "ready", "on": True}, {"t": "ready", "on": False}
            count, refusal = await _until_refused(bob, off, on)
            assert (count, refusal.code) == (12, "slow-down")  # coming, and taking a seat, are paid for elsewhere
            assert 80 < refusal.retry < 91
            assert (await refused(bob.ask("mute", person=1, on=True))).code == "slow-down"
            await ann.ask("ping")
            assert (await _until_refused(ann, {"t": "change", "public": True}, {"t": "change", "public": False}))[0] > 5
            assert (await refused(bob.ask("ready", on=True))).code == "slow-down"

    run(test)


def test_a_used_up_budget_keeps_nobody_from_playing(thrifty: Server) -> None:
    """Moves, deals and rematches cost nothing."""

    async def test() -> None:
        async with room(thrifty) as here:
            ann = await (await here.create(settings={"scoring": "hand"}, seats=2, fill="medium")).enter()
            _, refusal = await _until_refused(ann, {"t": "mute", "person": 1}, {"t": "change", "public": True},
                                              {"t": "change", "public": False})  # fmt: skip
            assert refusal.code == "no-person"
            await _until_refused(ann, {"t": "change", "public": True}, {"t": "change", "public": False})
            for _ in range(2):
                await ann.seen(await ann.ask("start"))
                await play_out([ann])
                await ann.seen(await ann.ask("rematch"))
            assert (await refused(ann.ask("change", public=ann.table["setup"]["public"] is False))).code == "slow-down"
            await ann.leave()

    run(test)


def test_coming_and_going_all_the_time_is_refused_at_the_door(thrifty: Server) -> None:
    """With a goodbye that says when to come back; a second socket of somebody who is there costs nothing."""

    async def test() -> None:
        async with room(thrifty) as here:
            ann = await (await here.create(seats=2)).enter()
            for _ in range(8):
                await (await here.twin(ann).enter()).drop()
            bob = await (await here.join(ann.code)).enter()
            for _ in range(5):
                await ann.drop()
                await bob.until(lambda: not bob.table["people"][0]["present"])
                await ann.enter()
            await ann.drop()
            await bob.until(lambda: not bob.table["people"][0]["present"])
            refusal = await refused(ann.enter())
            assert refusal.code == "slow-down"
            assert refusal.retry > 60
            await bob.ask("ping")
            assert not bob.table["people"][0]["present"]

    run(test)


def test_a_table_without_games_has_an_end_of_its_log(thrifty: Server) -> None:
    """However many people come and press buttons there; what a game needs still works, and a game makes room again."""

    async def test() -> None:
        async with room(thrifty) as here:
            ann = await (await here.create(seats=2, fill="medium")).enter()
            refusals: list[Refused] = []
            while not refusals or "since the last game" not in refusals[-1].say:
                try:
                    guest = await (await here.join(ann.code, "Guest")).enter()
                    await guest.ask("mute", person=1)
                except Refused as found:
                    refusals.append(found)
            assert {found.code for found in refusals} == {"slow-down"}
            assert 60 <= refusals[-1].retry < 61
            assert (await refused(here.join(ann.code, "More"))).code == "slow-down"
            assert (await refused(ann.ask("chat", text="Hello?"))).code == "slow-down"
            await ann.seen(await ann.ask("clear", seat=1))
            await ann.seen(await ann.ask("bot", seat=1, level="medium"))
            await ann.seen(await ann.ask("remove", person=2))
            await ann.seen(await ann.ask("start"))
            assert (await refused(ann.ask("clear", seat=1))).code == "not-now"
            assert (await here.join(ann.code, "More")).person is not None

    run(test)
