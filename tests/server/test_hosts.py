"""Hosts, whoever leaves, is removed or comes back, and another game with the same people."""

from __future__ import annotations

import asyncio

import pytest

from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Setup
from tests.server.harness import Refused, Server, begin, refused, room, run
from tests.server.turns import chair_of, play_out

QUICK = {"scoring": "hand"}


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
            assert chair_of(ann, 1) == (None, None, False)
            assert [person["name"] for person in ann.table["people"]] == ["Ann"]
            assert (await refused(bob.enter())).code == "removed"
            assert (await refused(ann.ask("remove", person=bob.person))).code == "no-person"
            assert (await refused(ann.ask("remove", person=ann.person))).code == "no-person"
            assert (await refused(ann.ask("remove", person=99))).code == "no-person"

    run(test)


def test_a_bot_plays_on_for_whoever_is_removed_from_a_game(server: Server) -> None:
    """And the game comes to its end."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, settings=QUICK)
            await ann.seen(await ann.ask("remove", person=bob.person))
            await bob.until(lambda: bob.closed)
            assert chair_of(ann, 1) == (None, "simple", False)
            assert (await refused(bob.enter())).code == "removed"
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
            assert (await refused(ann.ask("bot", seat=0))).code == "not-host"
            await cid.seen(await bob.ask("bot", seat=0))
            assert cid.table["seats"][0]["bot"].endswith("@medium")

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
                assert ("took-over" if start else "host-away") in kinds  # a bot may have moved since
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
            await ann.until(lambda: chair_of(ann, 1) == (bob.person, None, True))
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
                await asked.seen(
                    number := await asked.move(asked.moves()[-1] if "draw" not in asked.moves() else "draw")
                )
                await ann.seen(number)
                await bob.seen(number)

    run(test)


# --- another game -------------------------------------------------------------------------------------


def test_a_rematch_keeps_the_people_and_takes_a_new_secret(server: Server) -> None:
    """Everybody must be ready again; who left is not waited for."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cid = await here.table_of(3, settings=QUICK)
            assert (await refused(ann.ask("rematch"))).code == "not-now"
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
            assert (await refused(ann.ask("start"))).code == "not-ready"
            await begin([ann, bob])
            assert bob.table["games"] == 2
            await play_out([ann, bob])

    run(test)


def test_a_host_without_a_seat_can_ask_for_a_rematch(server: Server) -> None:
    """Else a table whose only player left after the game and came back could never be played at again."""

    async def test() -> None:
        async with room(server) as here:
            ann = await (
                await here.create(seats=2, fill="simple", settings={"scoring": "hand"}, options={"pace": 0})
            ).enter()
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


# --- who keeps what -----------------------------------------------------------------------------------


def _table_of_three() -> Table:
    """Ann, Bob and Cid at a table with rules to consent to, all ready; Ann is host."""
    table = Table(7, "ABCDEF")
    setup = Setup(edition="house", settings={"custom": ["custom-4"], "scoring": "hand"}, seats=3)
    _take(table, e.Created(setup=setup, secret="00" * 32, salt="00" * 32))
    for person, name in enumerate(("Ann", "Bob", "Cid"), 1):
        _take(table, e.Joined(person=person, name=name, token=str(person) * 64))
        _take(table, e.Sat(by=person, seat=person - 1))
        _take(table, e.Consented(by=person))
        _take(table, e.Readied(by=person, on=True, mix="aa"))
    return table


def _take(table: Table, entry: e.AnyEntry) -> None:
    table.apply(e.Line(table.number + 1, 1000, entry))


def _play(table: Table) -> None:
    _take(table, e.Started(mixes=["", "", ""]))
    game = table.game
    assert game is not None
    while table.phase == "playing":
        move = game.legal_moves()[0]
        _take(table, e.Moved(seat=move.seat, move=str(game.check_move(move))))


def test_a_rematch_keeps_consent_to_the_same_rules_and_nothing_else() -> None:
    """Whoever has read them has read them; ready and mixes belong to the shuffle."""
    table = _table_of_three()
    rules = table.rules
    _play(table)
    _take(table, e.Rematched(by=1, secret="11" * 32, salt="11" * 32))
    assert [(person.consented, person.ready, person.mix) for person in table.seated()] == [(True, False, "")] * 3
    assert table.rules == rules


def test_whoever_leaves_in_a_game_keeps_the_seat_until_the_rematch() -> None:
    """Coming back before it is enough; whoever is not back then loses seat and consent, and may sit down again."""
    table = _table_of_three()
    _take(table, e.Started(mixes=["", "", ""]))
    for person in (2, 3):
        _take(table, e.Left(by=person))
    assert [seat.person for seat in table.seats] == [1, 2, 3]
    _take(table, e.Arrived(person=2, node="a"))
    assert [seat.stand_in for seat in table.seats] == [False, False, True]
    _take(table, e.Rematched(by=1, secret="11" * 32, salt="11" * 32))
    assert [seat.person for seat in table.seats] == [1, 2, None]
    assert not table.people[3].consented


def test_whoever_leaves_before_or_after_a_game_gives_the_seat_up() -> None:
    """And consent, readiness and mix with it; so does whoever changes seats."""
    table = _table_of_three()
    _take(table, e.Left(by=3))
    _take(table, e.Sat(by=2, seat=2))
    assert [seat.person for seat in table.seats] == [1, None, 2]
    assert (table.people[2].consented, table.people[2].ready, table.people[2].mix) == (False, False, "")
    _take(table, e.SeatedBot(by=1, seat=1, level="otto@medium"))
    _play(table)
    _take(table, e.Left(by=2))
    assert [seat.person for seat in table.seats] == [1, None, None]
