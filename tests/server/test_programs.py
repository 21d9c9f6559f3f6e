"""Other people's programs at live tables: their tokens, their time, and games that never wait for them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from lastcard.server.table import entries as e
from lastcard.server.table.granting import digest
from tests.server.harness import Guest, Refused, Room, Server, begin, eventually, refused, room, run, sqlite_url
from tests.server.players import read_log
from tests.server.turns import chair_of, eager, play_out, play_until, take_turn

QUICK: dict[str, Any] = {"scoring": "hand"}
PATIENT: dict[str, Any] = {"clock": None, "program_time": 60}
"""Nobody is hurried."""


async def seat_program(host: Guest, seat: int, name: str = "HAL", ask: str = "p1") -> dict[str, Any]:
    """Ask for a program's seat: the answer."""
    await host.seen(await host.ask("program", id=ask, seat=seat, name=name))
    answers = [json.loads(frame) for frame in host.frames]
    return next(answer for answer in reversed(answers) if answer["t"] == "ok" and answer["id"] == ask)


async def with_program(here: Room, seats: int = 2, **more: Any) -> tuple[Guest, Guest]:
    """A table whose host plays with a program on the last seat; both have come in. Other seats have bots."""
    host = await (await here.create(seats=seats, **more)).enter()
    for seat in range(1, seats - 1):
        await host.ask("bot", seat=seat)
    answer = await seat_program(host, seats - 1)
    return host, await here.with_token(host.code, answer["token"], answer["person"]).enter()


def hows(guest: Guest, seat: int) -> set[str]:
    """In which ways moves of a seat were made."""
    return {told["what"]["how"] for told in guest.told if told["what"]["t"] == "moved" and told["what"]["seat"] == seat}


# --- the token -----------------------------------------------------------------------------------------------


def test_a_program_plays_a_whole_game_and_is_marked_for_everybody(server: Server) -> None:
    """From the lobby to the end, and in the rematch it has its seat."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, 3, settings=QUICK, options={"program_time": 60})
            assert (hal.seat, hal.name) == (2, "HAL")
            await begin([ann])
            await hal.seen(ann.number)
            assert hal.view["seat"] == 2
            await play_out([ann, hal])
            assert hows(ann, 2) == {"program"}
            assert [person["program"] for person in ann.table["people"]] == [False, True]
            assert (await refused(hal.ask("rematch"))).code == "only-people"
            await hal.seen(await ann.ask("rematch"))
            assert chair_of(ann, 2) == (hal.person, None, False)
            await hal.seen(await ann.ask("start"))
            assert hal.view["seat"] == 2

    run(test)


def test_the_token_is_told_to_the_host_alone_and_only_once(server: Server) -> None:
    """No line, no view, no table, nobody else's message and nothing in the log has it, nor has anybody its digest."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            await ann.seen(await ann.ask("change", seats=3))
            watcher = await here.watch(ann.code).enter()
            twin = await here.twin(ann).enter()
            answer = await seat_program(ann, 2)
            token = answer["token"]
            hal = await here.with_token(ann.code, token, answer["person"]).enter()
            again = await seat_program(ann, 2)
            assert "token" not in again
            assert again["n"] == answer["n"]
            await begin([ann, bob])
            for guest in (ann, bob, watcher, twin, hal):
                await guest.seen(ann.number)
            late = await here.join(ann.code, "Late")
            await late.enter()
            lines = await here.http.get(
                f"/api/tables/{ann.code}/lines", headers={"Authorization": f"Bearer {hal.token}"}
            )
            assert lines.json()["lines"][0]["t"] == "seated-program"
            told = [frame for guest in here.guests for frame in guest.frames] + [lines.text]
            assert [frame for frame in told if token in frame] == [frame for frame in ann.frames if token in frame]
            assert len([frame for frame in told if token in frame]) == 1
            assert not any(digest(token) in frame for frame in told)
            log = [e.encode(line.entry) for line in read_log(server.database, ann.code)]
            assert not any(token in line for line in log)
            assert len([line for line in log if "seated-program" in line]) == 1
            assert not any(token in line for line in server.log)

    run(test)


def test_a_new_token_ends_the_old_ones_sockets_at_once(server: Server) -> None:
    """In a game too. What the old program still sends is refused, and it is not let in again."""

    async def test() -> None:
        async with room(server) as here:
            ann, old = await with_program(here, options=PATIENT)
            await begin([ann])
            sending = asyncio.create_task(_pester(old))
            answer = await seat_program(ann, 1, ask="p2")
            assert answer["person"] == old.person
            await old.until(lambda: old.closed)
            assert old.bye is not None
            assert old.bye["code"] == "wrong-token"
            await sending
            assert (await refused(old.enter())).code == "wrong-token"
            new = await here.with_token(ann.code, answer["token"], answer["person"]).enter()
            assert new.view["seat"] == 1
            await play_until([ann, new], lambda: "program" in hows(ann, 1))
            assert [told["what"]["t"] for told in ann.told].count("dropped") == 0

    run(test)


async def _pester(program: Guest) -> None:
    """Send moves for as long as anybody listens."""
    while not program.closed:
        try:
            await program.ask("ping")
            await program.move("draw", decision=-1)
        except Refused:
            continue
        except Exception:  # noqa: BLE001 - the socket is gone, as it should be
            return


@pytest.mark.parametrize("how", ["clear", "bot", "remove"])
def test_a_program_that_is_taken_off_is_shown_out(server: Server, how: str) -> None:
    """Its token opens nothing any more, and its number is gone from the people."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here)
            more = {"person": hal.person} if how == "remove" else {"seat": 1}
            await ann.seen(await ann.ask(how, **more))
            await hal.until(lambda: hal.closed)
            assert hal.bye is not None
            assert hal.bye["code"] == "removed"
            assert (await refused(hal.enter())).code == "removed"
            assert [person["name"] for person in ann.table["people"]] == ["Ann"]
            assert chair_of(ann, 1)[0] is None

    run(test)


def test_a_table_goes_on_without_a_program_that_was_removed_from_its_game(server: Server) -> None:
    """A bot has the seat then."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, settings=QUICK, options=PATIENT)
            await begin([ann])
            await ann.seen(await ann.ask("remove", person=hal.person))
            assert chair_of(ann, 1) == (None, "medium", False)
            await play_out([ann])
            assert hows(ann, 1) <= {"bot"}

    run(test)


# --- time ----------------------------------------------------------------------------------------------------


def test_a_program_that_never_answers_holds_up_nobody(server: Server) -> None:
    """It is connected and reads, and says nothing: a bot answers each decision when its time is up."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, settings=QUICK, options={"clock": None, "program_time": 0.1})
            await begin([ann])
            await play_out([ann])
            assert hows(ann, 1) == {"bot"}
            kinds = {told["what"]["t"] for told in ann.told}
            assert not kinds & {"took-over", "slept"}
            await hal.until(lambda: hal.table["phase"] == "over")

    run(test)


def test_a_late_answer_of_a_program_is_stale_and_the_next_decision_is_its_own(server: Server) -> None:
    """A bot stood in for the one decision only."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, options={"clock": None, "program_time": 1})
            await begin([ann])
            await play_until([ann], lambda: hal.asked)
            missed = hal.view["decision"]
            await ann.until(lambda: "bot" in hows(ann, 1))
            await hal.seen(ann.number)
            assert (await refused(hal.move("draw", decision=missed))).code == "stale"
            await play_until([ann, hal], lambda: "program" in hows(ann, 1))
            assert "program" in hows(ann, 1)

    run(test)


def test_everybody_sees_how_much_time_a_program_has(server: Server) -> None:
    """Its own and not that of people; no clock runs while a bot plays for it."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, options={"clock": None, "program_time": 50, "pace": 3})
            await begin([ann])
            await play_until([ann], lambda: hal.asked)
            assert 45_000 < ann.view["clock"] <= 50_000
            await hal.drop()
            await ann.until(lambda: ann.view["clock"] is None or not hal.asked)
            assert not ann.table["people"][1]["present"]

    run(test)


def test_a_game_begins_and_ends_without_a_program_that_never_came(server: Server) -> None:
    """A bot plays for it throughout."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2, settings=QUICK, options={"program_time": 60})).enter()
            await seat_program(ann, 1)
            await begin([ann])
            await play_out([ann])
            assert hows(ann, 1) == {"bot"}
            assert not any(told["what"]["t"] == "took-over" for told in ann.told)

    run(test)


def test_a_program_that_crashes_can_come_back_to_its_seat(server: Server) -> None:
    """A bot plays meanwhile, at once, and hands back the next decision."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, options={"program_time": 60, "clock": None})
            await begin([ann])
            await hal.drop()
            await play_until([ann], lambda: "bot" in hows(ann, 1))
            await hal.enter()
            await play_until([ann, hal], lambda: "program" in hows(ann, 1))
            assert "program" in hows(ann, 1)

    run(test)


# --- sleep and restarts --------------------------------------------------------------------------------------


def test_a_table_with_nobody_but_a_program_sleeps_and_the_program_does_not_wake_it(tmp_path: Path) -> None:
    """When a person comes, it goes on, and the program is still there."""

    async def test(server: Server) -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, options=PATIENT)
            await begin([ann])
            await ann.drop()
            await hal.until(lambda: hal.told[-1]["what"]["t"] == "slept")
            await hal.drop()
            await hal.enter()
            await asyncio.sleep(0.3)
            await ann.enter()
            await play_until([ann, hal], lambda: "program" in hows(ann, 1), eager)
            lines = [line.entry for line in read_log(server.database, ann.code)]
            slept = next(i for i, entry in enumerate(lines) if isinstance(entry, e.Slept))
            moves = [i for i, entry in enumerate(lines) if isinstance(entry, e.Moved) and i > slept]
            back = next(i for i, entry in enumerate(lines)
                        if i > slept and isinstance(entry, e.Arrived) and entry.person == ann.person)  # fmt: skip
            assert min(moves) > back

    with Server(sqlite_url(tmp_path), "--sleep-after", "0.5") as server:
        run(lambda: test(server))


def test_a_program_has_its_seat_and_its_token_after_a_restart(tmp_path: Path) -> None:
    """All of it is in the log."""

    async def test(server: Server) -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, options=PATIENT)
            await begin([ann])
            server.kill()
            await ann.until(lambda: ann.closed)
            await hal.until(lambda: hal.closed)
            server.start()
            for guest in (ann, hal):
                guest.url = server.url
                await guest.enter()
            assert hal.view["seat"] == 1
            assert [person["program"] for person in hal.table["people"]] == [False, True]

            async def played() -> bool:
                if hal.asked:
                    await take_turn(hal)
                elif ann.asked:
                    await take_turn(ann)
                return "program" in hows(ann, 1)

            await eventually(played)

    with Server(sqlite_url(tmp_path)) as server:
        run(lambda: test(server))


def test_a_record_and_a_replay_name_the_program_and_mark_its_moves(server: Server) -> None:
    """By the name that it had; a bot's answer in its place is a bot's."""

    async def test() -> None:
        async with room(server) as here:
            ann, hal = await with_program(here, settings=QUICK, options=PATIENT)
            await begin([ann])
            await play_out([ann, hal])
            record = (await here.http.get(f"/api/tables/{ann.code}/record")).text
            replay = (await here.http.get(f"/api/tables/{ann.code}/replay?count=200")).json()
            assert "HAL" in record
            assert replay["names"] == ["Ann", "HAL"]
            assert {step["how"] for step in replay["steps"] if step["seat"] == 1} == {"program"}

    run(test)


def test_a_public_table_with_a_program_has_its_name_and_no_free_seat_for_it(server: Server) -> None:
    """Nobody can take its seat, unlike a bot's."""

    async def test() -> None:
        async with room(server) as here:
            ann, _ = await with_program(here, 3, public=True)

            async def listed() -> bool:
                tables = (await here.http.get("/api/tables")).json()["tables"]
                mine = next(table for table in tables if table["code"] == ann.code)
                return (mine["players"][-1], mine["free"]) == ("HAL", 1)

            await eventually(listed)
            bob = await (await here.join(ann.code)).enter()
            assert (await refused(bob.ask("sit", seat=2))).code == "seat-taken"

    run(test)
