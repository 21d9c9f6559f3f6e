"""Making, finding and running a table: seats, bots, set-up, consent, hosts, spectators."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lastcard.bots import BOT_NAMES
from lastcard.editions import names
from tests.server.harness import (
    FAST,
    Guest,
    Refused,
    Room,
    Server,
    begin,
    chair_of,
    eventually,
    play_out,
    refused,
    room,
    run,
)

QUICK = {"scoring": "hand"}


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
            no = await refused(ann.ask("start"))
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
            await _until_listed(
                here, ann.code, edition="classic", phase="lobby", seats=2, free=1, players=["Ann"], watching="public"
            )
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
                assert (await refused(here.watch(code).enter())).code == "no-table"

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


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 21,
        "a\x00b",
        "a\x1b[31m",
        "\u202eevil",
        "\u200b",
        "Ann\u200b",
        "Ann\u200d",
        "A\u00adnn",
        "\u0301" * 3,
        "x" * 200,
    ],
)
def test_a_name_that_can_not_be_shown_is_refused(sqlite_server: Server, name: str) -> None:
    """Too long, empty, with control characters, or turning the writing around.

    Or looking like another by marks that nobody sees.
    """

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await here.create()
            for address in (f"/api/tables/{ann.code}/people", "/api/tables"):
                answer = await here.http.post(address, json={"name": name})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad-name")

    run(test)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 20,
        "Żółć",
        "李小龍",
        "علی\u200cرضا",  # noqa: RUF001
        "👩\u200d🚀 Eva",
        "🂡 ace",
        "O'Neil & <b>",
    ],
)
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
            assert (await refused(bob.ask("stand"))).code == "not-seated"
            assert (await refused(bob.ask("ready"))).code == "not-seated"

    run(test)


def test_a_seat_that_somebody_has_is_refused(server: Server) -> None:
    """The refusal says who has it and what is free."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=3)).enter()
            bob = await (await here.join(ann.code)).enter()
            no = await refused(bob.ask("sit", seat=0))
            assert no.code == "seat-taken"
            assert no.say == "Ann has seat 0; free are 1, 2"
            assert (await refused(ann.ask("sit", seat=0))).code == "seat-taken"
            for seat in (-1, 3, 2**40):
                assert (await refused(bob.ask("sit", seat=seat))).code == "no-seat"

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
            no = await refused(cid.ask("sit", seat=1))
            assert no.code == "seat-taken"
            assert "all seats are taken" in no.say
            await cid.leave()
            await ann.ask("change", options={**FAST, "watching": "off"})
            no = await refused(here.join(ann.code, "Dee"))
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
            assert chair_of(ann, 2) == (bob.person, None, False)
            assert (await refused(ann.ask("clear", seat=2))).code == "seat-empty"
            assert (await refused(ann.ask("bot", seat=2))).code == "seat-taken"
            assert (await refused(ann.ask("bot", seat=3))).code == "no-seat"
            no = await refused(ann.ask("bot", seat=1, level="expert"))
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
                no = await refused(bob.ask(kind, **more))
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
            for change in (
                {"seats": 1},
                {"seats": 11},
                {"edition": "poker"},
                {"settings": {"uno": 1}},
                {"options": {"clock": 1}},
            ):
                assert (await refused(ann.ask("change", **change))).code == "bad-setup"
            no = await refused(ann.ask("change", seats=3))
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
                assert (await refused(guest.ask(kind, **more))).code == "not-now"

    run(test)


# --- starting -----------------------------------------------------------------------------------------


def test_a_game_starts_only_with_full_seats_and_ready_players(server: Server) -> None:
    """The refusal says what is missing."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=3)).enter()
            no = await refused(ann.ask("start"))
            assert no.code == "not-ready"
            assert "seat 1, 2 is empty" in no.say
            bob = await (await here.join(ann.code)).enter()
            await bob.ask("sit", seat=1)
            await ann.ask("bot", seat=2)
            no = await refused(ann.ask("start"))
            assert no.say == "not ready yet: Bob"
            await bob.ask("ready")
            await bob.ask("ready", on=False)
            assert (await refused(ann.ask("start"))).code == "not-ready"
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
            no = await refused(ann.ask("start"))
            assert (no.code, no.rule) == ("no-consent", "card-custom")
            assert no.say.endswith("missing: Ann, Guest 1")
            await ann.ask("consent", rules=ann.table["rules"])
            assert (await refused(ann.ask("start"))).say.endswith("missing: Guest 1")
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
            assert (await refused(bob.ask("consent", rules=old))).code == "old-rules"
            await bob.ask("ready")
            assert (await refused(ann.ask("start"))).code == "no-consent"
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
