"""At a table before its game: seats, bots, set-up, consent, and the start."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lastcard.editions import Settings, edition
from lastcard.editions.settings import PRESETS
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import granting
from lastcard.server.table import requests as r
from lastcard.server.table.fold import Table
from lastcard.server.table.records import fold
from lastcard.server.table.setup import Setup
from tests.server.harness import FAST, Guest, Refused, Server, refused, room, run
from tests.server.players import read_log
from tests.server.turns import chair_of

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

            assert str((await bots("bot", seat=1))[1]).endswith("@medium")
            assert await bots("bot", seat=1, level="otto@hard") == [None, "otto@hard", None]
            assert (await refused(ann.ask("bot", seat=2, level="otto"))).code == "bot-taken"
            assert await bots("bot", seat=1, level="otto") == [None, "otto@medium", None]  # the same at another level
            assert await bots("bot", seat=2, level="random") == [None, "otto@medium", "random"]
            assert await bots("clear", seat=1) == [None, None, "random"]
            assert str((await bots("bot", seat=1, level="newcomer"))[1]).endswith("@easy")
            assert await bots("clear", seat=1) == [None, None, "random"]
            otto = await (await here.join(ann.code, "Otto")).enter()
            assert (await refused(ann.ask("bot", seat=1, level="otto"))).code == "bot-taken"
            await ann.seen(await otto.ask("leave"))
            bob = await (await here.join(ann.code)).enter()
            await ann.seen(await bob.ask("sit", seat=2))
            assert chair_of(ann, 2) == (bob.person, None, False)
            assert (await refused(ann.ask("clear", seat=2))).code == "seat-empty"
            assert (await refused(ann.ask("bot", seat=2))).code == "seat-taken"
            assert (await refused(ann.ask("bot", seat=3))).code == "no-seat"
            no = await refused(ann.ask("bot", seat=1, level="grandmaster"))
            assert no.code == "no-level"
            assert "easy, medium, hard, expert" in no.say

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


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"seats": 2},
        {"edition": "classic"},
        {"settings": {"target": 50}, "public": False},
        {"options": {**FAST, "clock": 45}},
        {"settings": {"preset": "booklet", "target": 50}},
    ],
)
def test_a_change_of_nothing_is_granted_without_a_line(server: Server, change: dict[str, Any]) -> None:
    """With the number of the last one, and whoever was ready still is."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False, settings={"target": 50})
            number = await bob.ask("ready", mix="aa")
            assert await ann.ask("change", **change) == number == await ann.ask("ping")
            await bob.seen(await ann.ask("start"))
            assert bob.table["mixes"] == ["", "aa"]

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


@pytest.mark.parametrize("mix", ["x", "abc", "0" * 66, "0" * 9000, "zz"])
def test_randomness_that_is_not_hexadecimal_is_refused(sqlite_server: Server, mix: str) -> None:
    """0 to 64 digits, an even number of them."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(seats=2, fill="simple")).enter()
            await ann.send_raw(f'{{"t":"ready","id":"a","mix":"{mix}"}}')
            await ann.until(lambda: any('"no"' in frame for frame in ann.frames))
            assert '"code":"bad-mix"' in ann.frames[-1]
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


def test_a_preset_is_written_into_the_log_as_what_it_stands_for(server: Server) -> None:
    """Where a table is made and where it is changed; what is given beside it wins, and everybody is told the same."""
    usual = {"stacking": "same", "seven_zero": True, "jump_in": True, "draw_until": True}

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(seats=4, settings={"preset": "party"})).enter()
            assert ann.table["setup"]["settings"] == usual
            await ann.seen(await ann.ask("change", settings={"preset": "party", "jump_in": False, "teams": True}))
            changed = {**usual, "jump_in": False, "teams": True}
            assert ann.table["setup"]["settings"] == changed
            await ann.seen(await ann.ask("change", settings={"preset": "booklet"}))
            assert ann.table["setup"]["settings"] == {}
            assert (await refused(ann.ask("change", settings={"preset": "feast"}))).code == "bad-setup"
            entries = [line.entry for line in read_log(server.database, ann.code)]
            setups = [entry.setup for entry in entries if isinstance(entry, e.Created | e.Changed)]
            assert [setup.settings for setup in setups] == [usual, changed, {}]

    run(test)


def test_a_log_that_names_a_preset_is_still_read() -> None:
    """Older logs do; a change writes out what they said."""
    table = Table(7, "ABCDEF")
    setup = Setup(settings={"preset": "party"}, seats=2)
    entries: list[e.AnyEntry] = [
        e.Created(setup=setup, secret="00" * 32, salt="00" * 32),
        e.Joined(person=1, name="Ann", token="0" * 64),
        e.Sat(by=1, seat=0),
    ]
    for number, entry in enumerate(entries, 1):
        table.apply(e.Line(number, 1000, entry))
    changed = granting.grant(table, table.people[1], r.Change(id="a", public=True), 1000)
    assert isinstance(changed, e.Changed)
    assert changed.setup.settings == PRESETS["party"]
    table.apply(e.Line(4, 1000, e.Started(mixes=["", ""])))
    assert table.game is not None
    assert table.game.settings == Settings.of(edition("classic"), PRESETS["party"])


def test_a_log_with_a_rule_that_is_refused_today_is_refused_in_words() -> None:
    """And not with a failure of the server: older versions took an empty rule for one."""
    setup = Setup(edition="house", settings={"custom": [";"]}, seats=2)
    created = e.Line(1, 1000, e.Created(setup=setup, secret="00" * 32, salt="00" * 32))
    for lines in ([created], [created, e.Line(2, 1000, e.Changed(setup=setup))]):
        with pytest.raises(RefusedError, match="not possible any more: custom rule 1: the rule ';' is empty") as caught:
            fold(Table(7, "ABCDEF"), lines)
        assert caught.value.code == "bad-setup"


def test_without_customizable_cards_nobody_is_asked(server: Server) -> None:
    """Also in the house edition, if its cards are left out."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (await here.create(edition="house", settings={"custom": []}, seats=2, fill="simple")).enter()
            await ann.seen(await ann.ask("start"))
            assert ann.table["phase"] == "playing"

    run(test)
