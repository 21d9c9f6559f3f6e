"""Making, finding and running a table: seats, bots, set-up, consent, hosts, spectators."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from lastcard.bots import BOT_NAMES
from lastcard.editions import names
from lastcard.server import entries as e
from lastcard.server.live import Late
from lastcard.server.setup import Setup
from lastcard.server.table import Table
from tests.server.harness import FAST, Guest, Refused, Room, Server, begin, eventually, play_out, room, run

QUICK = {"scoring": "hand"}


async def _refused(asking: Any) -> Refused:
    """The refusal that must come."""
    with pytest.raises(Refused) as caught:
        await asking
    return caught.value


async def _listed(here: Room, code: str) -> dict[str, Any] | None:
    """What the public list says of a table."""
    tables = (await here.http.get("/api/tables")).json()["tables"]
    return next((table for table in tables if table["code"] == code), None)


async def _until_listed(here: Room, code: str, **wanted: Any) -> None:
    """Wait until the public list says so; it follows the table a moment later."""

    async def so() -> bool:
        found = await _listed(here, code) or {}
        return all(found.get(name) == value for name, value in wanted.items())

    await eventually(so)


def _chair(guest: Guest, seat: int) -> tuple[int | None, str | None, bool]:
    """Whose a seat is, which bot has it, and whether a bot stands in."""
    chair = guest.table["seats"][seat]
    return chair["person"], chair["bot"], chair["stand_in"]


# --- making a table ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", names())
def test_a_table_of_each_edition_can_be_made(sqlite_server: Server, edition: str) -> None:
    """Its host sits on the first seat and waits in the lobby."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(edition=edition, seats=3)).enter()
            assert ann.table["setup"]["edition"] == edition
            assert ann.table["phase"] == "lobby"
            assert ann.table["host"] == ann.person
            assert ann.seat == 0
            assert [seat["person"] for seat in ann.table["seats"]] == [ann.person, None, None]

    run(test)


def test_a_table_keeps_the_settings_it_was_made_with(server: Server) -> None:
    """Settings and options come back as they were sent, and what was left out has its default."""

    async def test() -> None:
        async with room(server) as here:
            settings = {"uno": "auto", "target": 100, "custom": ["custom-2", "words: sing a song"]}
            ann = await (await here.create(edition="house", settings=settings, seats=2, options={"clock": 7})).enter()
            setup = ann.table["setup"]
            assert setup["settings"] == settings
            assert setup["options"]["clock"] == 7
            assert setup["options"]["watching"] == "public"
            assert [rule["rule"] for rule in ann.table["custom"]] == settings["custom"]

    run(test)


@pytest.mark.parametrize("level", BOT_NAMES)
def test_a_table_can_be_filled_with_bots_of_a_level(sqlite_server: Server, level: str) -> None:
    """All seats but the host's have a bot of that level, so the game can begin at once."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seats=3, fill=level)).enter()
            assert [seat["bot"] for seat in ann.table["seats"]] == [None, level, level]
            await begin([ann])
            assert ann.table["phase"] == "playing"

    run(test)


def test_a_host_may_only_watch_at_first(sqlite_server: Server) -> None:
    """With no seat asked for, the host has none and takes one later."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seat=None, seats=2)).enter()
            assert ann.seat is None
            await ann.seen(await ann.ask("sit", seat=1))
            assert ann.seat == 1

    run(test)


def test_a_game_of_bots_alone_is_refused(sqlite_server: Server) -> None:
    """Somebody must play."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seat=None, seats=2, fill="simple")).enter()
            no = await _refused(ann.ask("start"))
            assert no.code == "not-ready"
            assert "only bots" in no.say

    run(test)


BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "edition": ({"edition": "poker"}, "bad-setup", "poker"),
    "setting": ({"settings": {"speed": 1}}, "bad-setup", "no setting 'speed'"),
    "uno": ({"settings": {"uno": "never"}}, "bad-setup", "race, ask, auto"),
    "bluffing": ({"settings": {"bluffing": "yes"}}, "bad-setup", "true, false"),
    "target": ({"settings": {"target": 0}}, "bad-setup", "from 1 to 1000000"),
    "dealer": ({"settings": {"dealer": 3}, "seats": 3}, "bad-setup", "seats are 0 to 2"),
    "scoring": ({"settings": {"scoring": None}}, "bad-setup", "points, lowest, hand"),
    "swap": ({"settings": {"swap_hands": False}}, "bad-setup", "swap_hands"),
    "custom": ({"edition": "house", "settings": {"custom": ["custom-11"]}}, "bad-setup", "custom-11"),
    "too many custom": ({"edition": "house", "settings": {"custom": ["custom-1"] * 4}}, "bad-setup", "3 Customizable"),
    "a Game's own name": ({"settings": {"seed": 7}}, "bad-setup", "seed"),
    "another Game's own name": ({"settings": {"players": 7}}, "bad-setup", "players"),
    "keeping a history": ({"settings": {"history": False}}, "bad-setup", "history"),
    "one seat": ({"seats": 1}, "bad-message", ">= 2"),
    "eleven seats": ({"seats": 11}, "bad-message", "<= 10"),
    "host's seat": ({"seats": 2, "seat": 5}, "no-seat", "0 to 1"),
    "clock too short": ({"options": {"clock": 4}}, "bad-setup", "5 to 600"),
    "clock too long": ({"options": {"clock": 601}}, "bad-setup", "5 to 600"),
    "grace": ({"options": {"uno_grace": 5.1}}, "bad-setup", "uno_grace is 5.1; allowed: 0 to 5"),
    "away": ({"options": {"away_grace": 0}}, "bad-setup", "away_grace is 0; allowed: 1 to 3600"),
    "delay": ({"options": {"delay": 3601}}, "bad-setup", "delay is 3601; allowed: 1 to 3600"),
    "pace": ({"options": {"pace": -0.1}}, "bad-setup", "pace is -0.1; allowed: 0 to 3"),
    "watching": ({"options": {"watching": "all"}}, "bad-message", "options.watching"),
    "option": ({"options": {"colour": "red"}}, "bad-message", "colour"),
    "field": ({"password": "x"}, "bad-message", "password"),
    "bots": ({"fill": "grandmaster"}, "no-level", "simple"),
}


@pytest.mark.parametrize("bad", BAD)
def test_an_impossible_set_up_is_refused_with_what_is_possible(sqlite_server: Server, bad: str) -> None:
    """The refusal names what was wrong, and no table is made."""
    wanted, code, words = BAD[bad]

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post("/api/tables", json={"name": "Ann", **wanted})
            told = answer.json()
            assert answer.status_code == 400
            assert told["code"] == code
            assert words in told["say"]

    run(test)


# --- finding and joining ------------------------------------------------------------------------------


def test_a_public_table_is_listed_and_the_list_follows_it(server: Server) -> None:
    """Free seats, players and phase are those of the table."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2, public=True, settings=QUICK)).enter()
            await _until_listed(here, ann.code, edition="classic", phase="lobby", seats=2, free=1, players=["Ann"], watching="public")
            bob = await (await here.join(ann.code)).enter()
            await bob.ask("sit", seat=1)
            await _until_listed(here, ann.code, free=0, players=["Ann", "Bob"])
            await bob.ask("stand")
            await ann.ask("bot", seat=1, level="casual")
            await _until_listed(here, ann.code, free=1, players=["Ann", "Bot 1 (casual)"])
            await ann.ask("change", edition="flip", settings=QUICK)
            await _until_listed(here, ann.code, edition="flip")
            await begin([ann])
            await _until_listed(here, ann.code, phase="playing", free=0)
            await play_out([ann])
            await _until_listed(here, ann.code, phase="over")
            await ann.ask("rematch")
            await _until_listed(here, ann.code, phase="lobby")
            await ann.ask("change", public=False)
            await _until_listed(here, ann.code, edition=None)

    run(test)


def test_a_table_that_is_not_public_is_not_listed(server: Server) -> None:
    """Only who has the code finds it."""

    async def test() -> None:
        async with room(server) as here:
            ann = await here.create()
            assert await _listed(here, ann.code) is None
            found = await here.http.get(f"/api/tables/{ann.code}")
            assert found.json()["code"] == ann.code

    run(test)


def test_a_code_works_in_lower_case(server: Server) -> None:
    """Joining, looking and greeting understand it."""

    async def test() -> None:
        async with room(server) as here:
            ann = await here.create()
            lower = ann.code.lower()
            answer = await here.http.post(f"/api/tables/{lower}/people", json={"name": "Bob"})
            assert answer.status_code == 201
            assert answer.json()["table"] == ann.code
            assert (await here.http.get(f"/api/tables/{lower}")).status_code == 200
            bob = await here.with_token(lower, answer.json()["token"]).enter()
            assert bob.table["code"] == ann.code

    run(test)


@pytest.mark.parametrize("code", ["QQQQQQ", "A", "far-too-long-to-be-a-code", "%00", "é"])
def test_an_unknown_code_is_refused(server: Server, code: str) -> None:
    """There is no such table, over HTTP and over a socket."""

    async def test() -> None:
        async with room(server) as here:
            for answer in (
                await here.http.get(f"/api/tables/{code}"),
                await here.http.post(f"/api/tables/{code}/people", json={"name": "Bob"}),
                await here.http.get(f"/api/tables/{code}/record"),
            ):
                assert (answer.status_code, answer.json()["code"]) == (404, "no-table")
            if len(code) <= 20:
                assert (await _refused(here.watch(code).enter())).code == "no-table"

    run(test)


def test_a_name_that_is_taken_gets_a_number(server: Server) -> None:
    """The second Ann is Ann 2, the third Ann 3."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create("Ann")).enter()
            for _ in range(2):
                await here.join(ann.code, " Ann ")
            await ann.until(lambda: len(ann.table["people"]) == 3)
            assert [person["name"] for person in ann.table["people"]] == ["Ann", "Ann 2", "Ann 3"]

    run(test)


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "a\x00b", "a\x1b[31m", "\u202eevil", "\u200b", "\u0301" * 3, "x" * 200])
def test_a_name_that_can_not_be_shown_is_refused(sqlite_server: Server, name: str) -> None:
    """Too long, empty, with control characters, or turning the writing around."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await here.create()
            for address in (f"/api/tables/{ann.code}/people", "/api/tables"):
                answer = await here.http.post(address, json={"name": name})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad-name")

    run(test)


@pytest.mark.parametrize("name", ["x" * 20, "Żółć", "李小龍", "🂡 ace", "O'Neil & <b>"])
def test_a_name_in_any_writing_is_welcome(sqlite_server: Server, name: str) -> None:
    """Up to 20 characters, and markup is only text."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            guest = await (await here.create(name)).enter()
            assert guest.name == name

    run(test)


# --- seats --------------------------------------------------------------------------------------------


def test_a_person_takes_changes_and_gives_up_a_seat(server: Server) -> None:
    """Each is seen by everybody."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=3)).enter()
            bob = await (await here.join(ann.code)).enter()
            assert bob.seat is None
            for seat in (2, 1):
                await ann.seen(await bob.ask("sit", seat=seat))
                assert [chair["person"] for chair in ann.table["seats"]].index(bob.person) == seat
                assert sum(chair["person"] == bob.person for chair in ann.table["seats"]) == 1
            await ann.seen(await bob.ask("stand"))
            assert [chair["person"] for chair in ann.table["seats"]] == [ann.person, None, None]
            assert (await _refused(bob.ask("stand"))).code == "not-seated"
            assert (await _refused(bob.ask("ready"))).code == "not-seated"

    run(test)


def test_a_seat_that_somebody_has_is_refused(server: Server) -> None:
    """The refusal says who has it and what is free."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=3)).enter()
            bob = await (await here.join(ann.code)).enter()
            no = await _refused(bob.ask("sit", seat=0))
            assert no.code == "seat-taken"
            assert no.say == "Ann has seat 0; free are 1, 2"
            assert (await _refused(ann.ask("sit", seat=0))).code == "seat-taken"
            for seat in (-1, 3, 2**40):
                assert (await _refused(bob.ask("sit", seat=seat))).code == "no-seat"

    run(test)


def test_two_who_want_the_same_seat_do_not_both_get_it(server: Server) -> None:
    """One sits, the other is refused."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2)).enter()
            others = [await (await here.join(ann.code, name)).enter() for name in ("Bob", "Cid", "Dee")]
            answers = await asyncio.gather(*(guest.ask("sit", seat=1) for guest in others), return_exceptions=True)
            granted = [answer for answer in answers if isinstance(answer, int)]
            assert len(granted) == 1
            assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"seat-taken"}

    run(test)


def test_a_full_table_can_still_be_watched_unless_watching_is_off(server: Server) -> None:
    """With watching off, nobody more than the seats can join."""

    async def test() -> None:
        async with room(server) as here:
            ann, _bob = await here.table_of(2, start=False)
            cid = await (await here.join(ann.code, "Cid")).enter()
            no = await _refused(cid.ask("sit", seat=1))
            assert no.code == "seat-taken"
            assert "all seats are taken" in no.say
            await cid.leave()
            await ann.ask("change", options={**FAST, "watching": "off"})
            no = await _refused(here.join(ann.code, "Dee"))
            assert no.code == "table-full"

    run(test)


def test_bots_are_seated_replaced_and_cleared_by_the_host(server: Server) -> None:
    """A person may also take a bot's seat."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=3)).enter()

            async def bots(kind: str, **more: Any) -> list[str | None]:
                await ann.seen(await ann.ask(kind, **more))
                return [seat["bot"] for seat in ann.table["seats"]]

            assert await bots("bot", seat=1) == [None, "simple", None]
            assert await bots("bot", seat=1, level="newcomer") == [None, "newcomer", None]
            assert await bots("bot", seat=2, level="random") == [None, "newcomer", "random"]
            assert await bots("clear", seat=1) == [None, None, "random"]
            bob = await (await here.join(ann.code)).enter()
            await ann.seen(await bob.ask("sit", seat=2))
            assert _chair(ann, 2) == (bob.person, None, False)
            assert (await _refused(ann.ask("clear", seat=2))).code == "seat-empty"
            assert (await _refused(ann.ask("bot", seat=2))).code == "seat-taken"
            assert (await _refused(ann.ask("bot", seat=3))).code == "no-seat"
            no = await _refused(ann.ask("bot", seat=1, level="expert"))
            assert no.code == "no-level"
            assert "newcomer" in no.say

    run(test)


def test_only_the_host_runs_the_table(server: Server) -> None:
    """Everybody else is told who the host is."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            asked: list[tuple[str, dict[str, Any]]] = [
                ("bot", {"seat": 1}),
                ("clear", {"seat": 1}),
                ("change", {"seats": 4}),
                ("start", {}),
                ("remove", {"person": ann.person}),
            ]
            for kind, more in asked:
                no = await _refused(bob.ask(kind, **more))
                assert no.code == "not-host"
                assert "the host is Ann" in no.say

    run(test)


# --- set-up -------------------------------------------------------------------------------------------


def test_the_host_changes_the_set_up_before_the_game(server: Server) -> None:
    """What is left out stays; whoever was ready must be ready again."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False, settings={"target": 50})
            await bob.ask("ready")
            await bob.seen(await ann.ask("change", seats=4))
            assert len(bob.table["seats"]) == 4
            assert bob.table["setup"]["settings"] == {"target": 50}
            assert not any(person["ready"] for person in bob.table["people"])
            await bob.seen(await ann.ask("change", settings={"uno": "auto"}))
            assert bob.table["setup"]["settings"] == {"uno": "auto"}
            await bob.seen(await ann.ask("change", edition="flip-marvel"))
            assert bob.table["setup"]["edition"] == "flip-marvel"
            assert bob.table["setup"]["settings"] == {}
            await bob.seen(await ann.ask("change", options={**FAST, "clock": None}, public=True))
            assert bob.table["setup"]["options"]["clock"] is None
            assert bob.table["setup"]["public"] is True
            assert len(bob.table["seats"]) == 4

    run(test)


def test_an_impossible_change_is_refused_and_changes_nothing(server: Server) -> None:
    """Also a number of seats that leaves somebody standing."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=4)).enter()
            bob = await (await here.join(ann.code)).enter()
            await bob.ask("sit", seat=3)
            before = ann.table["setup"]
            for change in ({"seats": 1}, {"seats": 11}, {"edition": "poker"}, {"settings": {"uno": 1}}, {"options": {"clock": 1}}):
                assert (await _refused(ann.ask("change", **change))).code == "bad-setup"
            no = await _refused(ann.ask("change", seats=3))
            assert no.code == "seat-taken"
            assert "Bob" in no.say
            assert (await here.http.get(f"/api/tables/{ann.code}")).json()["setup"] == before

    run(test)


def test_nothing_of_the_set_up_changes_during_a_game(server: Server) -> None:
    """Seats, bots, readiness and set-up belong to the lobby."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2)
            asked: list[tuple[Guest, str, dict[str, Any]]] = [
                (ann, "change", {"seats": 3}),
                (ann, "bot", {"seat": 1}),
                (ann, "clear", {"seat": 1}),
                (ann, "start", {}),
                (bob, "sit", {"seat": 0}),
                (bob, "stand", {}),
                (bob, "ready", {}),
                (bob, "consent", {"rules": 1}),
                (bob, "rematch", {}),
            ]
            for guest, kind, more in asked:
                assert (await _refused(guest.ask(kind, **more))).code == "not-now"

    run(test)


# --- starting -----------------------------------------------------------------------------------------


def test_a_game_starts_only_with_full_seats_and_ready_players(server: Server) -> None:
    """The refusal says what is missing."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=3)).enter()
            no = await _refused(ann.ask("start"))
            assert no.code == "not-ready"
            assert "seat 1, 2 is empty" in no.say
            bob = await (await here.join(ann.code)).enter()
            await bob.ask("sit", seat=1)
            await ann.ask("bot", seat=2)
            no = await _refused(ann.ask("start"))
            assert no.say == "not ready yet: Bob"
            await bob.ask("ready")
            await bob.ask("ready", on=False)
            assert (await _refused(ann.ask("start"))).code == "not-ready"
            await bob.ask("ready")
            await bob.seen(await ann.ask("start"))
            assert bob.table["phase"] == "playing"
            assert bob.view["sizes"][0] >= 7

    run(test)


@pytest.mark.parametrize("mix", ["x", "abc", "0" * 66, "zz"])
def test_randomness_that_is_not_hexadecimal_is_refused(sqlite_server: Server, mix: str) -> None:
    """0 to 64 digits, an even number of them."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seats=2, fill="simple")).enter()
            await ann.send_raw(f'{{"t":"ready","id":"a","mix":"{mix}"}}')
            await ann.until(lambda: any('"no"' in frame for frame in ann.frames))
            assert '"code":"bad-mix"' in ann.frames[-1] or '"code":"bad-message"' in ann.frames[-1]
            assert ann.table["phase"] == "lobby"

    run(test)


def test_customizable_cards_need_everybodys_consent(server: Server) -> None:
    """The host's too; bots agree to everything."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False, edition="house")
            assert [rule["rule"] for rule in bob.table["custom"]] == ["custom-1", "custom-4", "custom-7"]
            assert all(rule["says"] for rule in bob.table["custom"])
            await bob.ask("ready")
            no = await _refused(ann.ask("start"))
            assert (no.code, no.rule) == ("no-consent", "card-custom")
            assert no.say.endswith("missing: Ann, Guest 1")
            await ann.ask("consent", rules=ann.table["rules"])
            assert (await _refused(ann.ask("start"))).say.endswith("missing: Guest 1")
            await bob.ask("consent", rules=bob.table["rules"])
            await bob.seen(await ann.ask("start"))
            assert bob.table["phase"] == "playing"

    run(test)


def test_changed_rules_ask_for_consent_again_and_other_changes_do_not(server: Server) -> None:
    """And consent to rules that have changed meanwhile is refused."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False, edition="house")
            old = bob.table["rules"]
            for guest in (ann, bob):
                await guest.ask("consent", rules=old)
            await bob.seen(await ann.ask("change", settings={"target": 100}))
            assert bob.table["rules"] == old
            assert all(person["consented"] for person in bob.table["people"])
            await bob.seen(await ann.ask("change", settings={"target": 100, "custom": ["custom-2"]}))
            assert bob.table["rules"] > old
            assert not any(person["consented"] for person in bob.table["people"])
            assert (await _refused(bob.ask("consent", rules=old))).code == "old-rules"
            await bob.ask("ready")
            assert (await _refused(ann.ask("start"))).code == "no-consent"
            for guest in (ann, bob):
                await guest.ask("consent", rules=guest.table["rules"])
            await bob.seen(await ann.ask("start"))
            assert bob.table["phase"] == "playing"

    run(test)


def test_without_customizable_cards_nobody_is_asked(server: Server) -> None:
    """Also in the house edition, if its cards are left out."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(edition="house", settings={"custom": []}, seats=2, fill="simple")).enter()
            await ann.seen(await ann.ask("start"))
            assert ann.table["phase"] == "playing"

    run(test)


# --- hosts, leaving and removing ------------------------------------------------------------------------


def test_a_removed_person_is_shown_out_and_not_let_in_again(server: Server) -> None:
    """In the lobby the seat is free afterwards."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            await ann.seen(await ann.ask("remove", person=bob.person))
            await bob.until(lambda: bob.closed)
            assert bob.bye is not None
            assert bob.bye["code"] == "removed"
            assert _chair(ann, 1) == (None, None, False)
            assert [person["name"] for person in ann.table["people"]] == ["Ann"]
            assert (await _refused(bob.enter())).code == "removed"
            assert (await _refused(ann.ask("remove", person=bob.person))).code == "no-person"
            assert (await _refused(ann.ask("remove", person=ann.person))).code == "no-person"
            assert (await _refused(ann.ask("remove", person=99))).code == "no-person"

    run(test)


def test_a_bot_plays_on_for_whoever_is_removed_from_a_game(server: Server) -> None:
    """And the game comes to its end."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, settings=QUICK)
            await ann.seen(await ann.ask("remove", person=bob.person))
            await bob.until(lambda: bob.closed)
            assert _chair(ann, 1) == (None, "simple", False)
            assert (await _refused(bob.enter())).code == "removed"
            await play_out([ann])
            assert len(ann.view["winners"]) == 1

    run(test)


def test_what_a_removed_person_still_sends_is_refused(server: Server) -> None:
    """Messages that were on their way change nothing any more."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            many = [bob.send_raw(f'{{"t":"chat","id":"c{i}","text":"{i}"}}') for i in range(5)]
            removing = asyncio.create_task(ann.ask("remove", person=bob.person))
            for sending in many:
                await sending
            number = await removing
            await bob.until(lambda: bob.closed)
            await ann.ask("ping")
            late = [told for told in ann.told if told["n"] > number and told["what"].get("by") == bob.person]
            assert late == []

    run(test)


def test_whoever_leaves_does_nothing_more(server: Server) -> None:
    """A seat asked for in the same breath is not taken."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2)).enter()
            bob = await (await here.join(ann.code)).enter()
            await bob.send_raw('{"t":"leave","id":"a"}')
            await bob.send_raw('{"t":"sit","id":"b","seat":1}')
            await bob.until(lambda: bob.closed)
            await ann.ask("bot", seat=1)
            assert ann.table["seats"][1]["person"] is None

    run(test)


def test_the_next_player_is_host_when_the_host_leaves(server: Server) -> None:
    """By seat after the old host, and the old one is host no more after a return."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cid = await here.table_of(3, start=False)
            await ann.leave()
            await bob.until(lambda: bob.table["host"] == bob.person)
            assert bob.table["seats"][0]["person"] is None
            await ann.enter()
            assert ann.table["host"] == bob.person
            assert (await _refused(ann.ask("bot", seat=0))).code == "not-host"
            await cid.seen(await bob.ask("bot", seat=0))
            assert cid.table["seats"][0]["bot"] == "simple"

    run(test)


def test_the_next_player_is_host_when_the_host_stays_away(server: Server) -> None:
    """After the grace for being away, in the lobby and in a game."""

    async def test() -> None:
        async with room(server) as here:
            for start in (False, True):
                ann, bob = await here.table_of(2, start=start)
                await ann.drop()
                await bob.until(lambda bob=bob: bob.table["host"] == bob.person)  # type: ignore[misc]
                kinds = [told["what"]["t"] for told in bob.told]
                assert kinds[-1] == ("took-over" if start else "host-away")
                await ann.enter()
                assert ann.table["host"] == bob.person

    run(test)


def test_an_empty_table_makes_the_next_one_who_comes_its_host(server: Server) -> None:
    """When everybody has left, the table waits for somebody."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2)).enter()
            await ann.leave()
            bob = await (await here.join(ann.code)).enter()
            assert bob.table["host"] == bob.person

    run(test)


def test_a_bot_stands_in_for_whoever_leaves_a_game_until_the_return(server: Server) -> None:
    """The seat stays theirs."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, settings={"target": 5000}, options={"clock": None})
            await bob.leave()
            await ann.until(lambda: _chair(ann, 1) == (bob.person, None, True))
            bots = 0
            while not bots:
                bots = sum(told["what"].get("how") == "bot" for told in ann.told)
                if ann.asked:
                    await ann.seen(await ann.move("draw" if "draw" in ann.moves() else ann.moves()[-1]))
                await asyncio.sleep(0.01)
            await bob.enter()
            assert bob.seat == 1
            assert bob.table["seats"][1]["stand_in"] is False
            await ann.seen(bob.number)
            for _ in range(20):
                asked = ann if ann.asked else bob
                assert asked.asked
                await asked.seen(number := await asked.move(asked.moves()[-1] if "draw" not in asked.moves() else "draw"))
                await ann.seen(number)
                await bob.seen(number)

    run(test)


# --- another game -------------------------------------------------------------------------------------


def test_a_rematch_keeps_the_people_and_takes_a_new_secret(server: Server) -> None:
    """Everybody must be ready again; who left is not waited for."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cid = await here.table_of(3, settings=QUICK)
            assert (await _refused(ann.ask("rematch"))).code == "not-now"
            first = ann.table["commitment"]
            await cid.leave()
            await play_out([ann, bob])
            await ann.seen(await bob.ask("rematch"))
            assert ann.table["phase"] == "lobby"
            assert ann.table["commitment"] != first
            assert "secret" not in ann.table
            assert [seat["person"] for seat in ann.table["seats"]] == [ann.person, bob.person, None]
            assert not any(person["ready"] for person in ann.table["people"])
            await ann.ask("bot", seat=2)
            assert (await _refused(ann.ask("start"))).code == "not-ready"
            await begin([ann, bob])
            assert bob.table["games"] == 2
            await play_out([ann, bob])

    run(test)


# --- spectators ---------------------------------------------------------------------------------------


def test_a_spectator_sees_what_everybody_may_see(server: Server) -> None:
    """No hand, no moves, and every line as it happens."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(3, settings=QUICK)
            ann = guests[0]
            eve = await here.watch(ann.code).enter()
            assert eve.welcome["you"] is None
            await play_out(guests)
            await eve.seen(ann.number)
            for frame in eve.frames:
                assert "secret" not in frame or '"phase":"over"' in frame
            assert eve.view["seat"] is None
            assert eve.view["hand"] == []
            assert eve.view["moves"] == []
            assert eve.view["sizes"] == ann.view["sizes"]
            assert set(eve.view["hands"][ann.view["sizes"].index(max(ann.view["sizes"]))]) == {"?"}
            drawn = [event["card"] for told in eve.told for event in told.get("events", ()) if event["kind"] == "drew"]
            assert set(drawn) <= {"?"}
            assert [told["n"] for told in eve.told] == list(range(eve.told[0]["n"], eve.number + 1))

    run(test)


def test_a_spectator_may_come_with_a_name_and_go(server: Server) -> None:
    """Everybody sees them come and go, and they have no moves."""

    async def test() -> None:
        async with room(server) as here:
            ann, _bob = await here.table_of(2)
            eve = await (await here.join(ann.code, "Eve")).enter()
            assert eve.view["hand"] == []
            assert (await _refused(eve.move("draw"))).code == "not-seated"
            await ann.seen(eve.number)
            assert ann.table["people"][-1]["name"] == "Eve"
            await eve.leave()
            await ann.until(lambda: [person["name"] for person in ann.table["people"]] == ["Ann", "Guest 1"])

    run(test)


def test_a_table_without_watching_lets_nobody_watch(server: Server) -> None:
    """Players still join with a name until the game begins."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2, options={"watching": "off"})).enter()
            assert (await _refused(here.watch(ann.code).enter())).code == "no-watching"
            bob = await (await here.join(ann.code)).enter()
            await bob.ask("sit", seat=1)
            await bob.ask("ready")
            await ann.ask("start")
            assert (await _refused(here.join(ann.code, "Eve"))).code == "table-full"
            assert (await _refused(here.watch(ann.code).enter())).code == "no-watching"

    run(test)


def test_spectators_are_shown_out_when_watching_changes(server: Server) -> None:
    """They come in again and see what they may see now."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2)).enter()
            eve = await here.watch(ann.code).enter()
            for watching in ("delayed", "off"):
                await ann.ask("change", options={**FAST, "watching": watching, "delay": 1})
                await eve.until(lambda: eve.closed)
                assert eve.bye is not None
                assert eve.bye["code"] == "changed"
                if watching == "delayed":
                    await eve.enter()

    run(test)


def test_a_delayed_spectator_sees_all_hands_but_only_late(server: Server) -> None:
    """No line comes before its time, and the record is refused during the game."""
    delay = 2

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(2, settings=QUICK, options={"watching": "delayed", "delay": delay, "clock": None})
            came = time.time()
            eve = await here.watch(guests[0].code).enter()
            assert all(told["at"] / 1000 + delay <= came + 1 for told in eve.told[1:])
            running = await here.http.get(f"/api/tables/{guests[0].code}/record")
            assert (running.status_code, running.json()["code"]) == (409, "game-running")
            begun = next(told["n"] for told in guests[0].told if told["what"]["t"] == "started")
            while guests[0].number < begun + 6:
                asked = next(guest for guest in guests if guest.asked)
                number = await asked.move(asked.moves()[0])
                for guest in guests:
                    await guest.seen(number)
            hands = {guest.seat: guest.view["hand"] for guest in guests}
            number = guests[0].number
            await eve.seen(number)
            ages = [eve.heard[told["n"]] - told["at"] / 1000 for told in eve.told if told["n"] in eve.heard]
            assert min(ages) >= delay
            assert {seat: sorted(eve.view["hands"][seat or 0]) for seat in hands} == {seat: sorted(hand) for seat, hand in hands.items()}
            assert eve.view["moves"] == []

    run(test)


def test_a_late_copy_takes_every_line_once() -> None:
    """Also when a line that was read with the others is told of afterwards, as another node may do."""
    created = e.Line(1, 1000, e.Created(setup=Setup(), secret="00" * 32, salt="00" * 32))
    joined = e.Line(2, 2000, e.Joined(person=1, name="Ann", token="0" * 64))
    said = e.Line(3, 3000, e.Said(by=1, text="hello"))
    late = Late(Table(1, "ABCDEF"), [created, joined], delay=5000, now=2500)
    assert late.table.number == 1
    for line in (joined, said, said):
        late.add(line)
    assert late.due() == 7000
    late.advance(7500)
    assert late.table.number == 2
    late.advance(9000)
    assert late.table.number == 3
    assert late.due() is None


def test_a_host_without_a_seat_can_ask_for_a_rematch(server: Server) -> None:
    """Else a table whose only player left after the game and came back could never be played at again."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=2, fill="simple", settings={"scoring": "hand"}, options={"pace": 0})).enter()
            await ann.ask("start")
            await play_out([ann])
            await ann.ask("leave")
            await ann.drop()
            await ann.enter()
            assert (ann.seat, ann.table["host"]) == (None, ann.person)
            with pytest.raises(Refused, match="rematch first"):
                await ann.ask("sit", seat=0)
            await ann.ask("rematch")
            await ann.ask("sit", seat=0)
            await ann.seen(await ann.ask("start"))
            assert ann.table["phase"] == "playing"

    run(test)
