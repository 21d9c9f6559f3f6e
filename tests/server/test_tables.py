"""Making and finding a table: editions, settings, names and codes."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.bots import LEVELS
from lastcard.editions import names
from tests.server.harness import Room, Server, begin, eventually, refused, room, run
from tests.server.turns import play_out

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


@pytest.mark.parametrize("level", LEVELS)
def test_a_table_can_be_filled_with_bots_of_a_level(sqlite_server: Server, level: str) -> None:
    """Everybody but the host is somebody else who plays at that level, so the game can begin at once."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seats=10, fill=level)).enter()
            own, *bots = ann.table["seats"]
            assert own["bot"] is None
            faces, levels = zip(*(seat["bot"].split("@") for seat in bots), strict=True)
            assert set(levels) == {level}
            assert len(set(faces)) == 9
            assert [seat["name"].lower() for seat in bots] == list(faces)
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
    "empty custom": ({"edition": "house", "settings": {"custom": [";"]}}, "bad-setup", "custom rule 1: the rule ';'"),
    "too many custom": ({"edition": "house", "settings": {"custom": ["custom-1"] * 4}}, "bad-setup", "3 Customizable"),
    "a Game's own name": ({"settings": {"seed": 7}}, "bad-setup", "seed"),
    "another Game's own name": ({"settings": {"players": 7}}, "bad-setup", "players"),
    "keeping a history": ({"settings": {"history": False}}, "bad-setup", "history"),
    "one seat": ({"seats": 1}, "bad-setup", "2 to 10"),
    "eleven seats": ({"seats": 11}, "bad-setup", "2 to 10"),
    "host's seat": ({"seats": 2, "seat": 5}, "no-seat", "0 to 1"),
    "clock too short": ({"options": {"clock": 4}}, "bad-setup", "5 to 600"),
    "clock too long": ({"options": {"clock": 601}}, "bad-setup", "5 to 600"),
    "grace": ({"options": {"uno_grace": 5.1}}, "bad-setup", "uno_grace is 5.1; allowed: 0 to 5"),
    "away": ({"options": {"away_grace": 0}}, "bad-setup", "away_grace is 0; allowed: 1 to 3600"),
    "delay": ({"options": {"delay": 3601}}, "bad-setup", "delay is 3601; allowed: 1 to 3600"),
    "pace": ({"options": {"pace": -0.1}}, "bad-setup", "pace is -0.1; allowed: 0 to 3"),
    "watching": ({"options": {"watching": "all"}}, "bad-setup", "public, delayed, off"),
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
            await ann.ask("bot", seat=1, level="otto@hard")
            await _until_listed(here, ann.code, free=1, players=["Ann", "Otto"])
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


def test_a_long_name_that_is_taken_is_cut_so_that_a_number_fits(sqlite_server: Server) -> None:
    """With one space before it; capital and small letters make different names."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create("Anna of the lake Too")).enter()
            for name in ("  Anna of  the lake Too ", "anna of the lake Too"):
                await here.join(ann.code, name)
            await ann.until(lambda: len(ann.table["people"]) == 3)
            names = [person["name"] for person in ann.table["people"]]
            assert names == ["Anna of the lake Too", "Anna of the lake 2", "anna of the lake Too"]

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
