"""What spectators see, and when."""

from __future__ import annotations

import time
from collections import Counter

from lastcard.server.running.live import Late
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Setup
from tests.server.harness import FAST, Server, refused, room, run
from tests.server.turns import play_out

QUICK = {"scoring": "hand"}


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
            for seat, hand in enumerate(eve.view["hands"]):
                shown = Counter(card for card in hand if card != "?")  # a challenge may have shown cards to everybody
                assert all(shown <= Counter(guest.view["hands"][seat]) for guest in guests)
                assert len(hand) == eve.view["sizes"][seat]
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
            assert (await refused(eve.move("draw"))).code == "not-seated"
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
            assert (await refused(here.watch(ann.code).enter())).code == "no-watching"
            bob = await (await here.join(ann.code)).enter()
            await bob.ask("sit", seat=1)
            await bob.ask("ready")
            await ann.ask("start")
            assert (await refused(here.join(ann.code, "Eve"))).code == "table-full"
            assert (await refused(here.watch(ann.code).enter())).code == "no-watching"

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


def test_a_shorter_delay_counts_at_once(sqlite_server: Server) -> None:
    """Whoever comes in after the change does not wait by the old one."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(options={**FAST, "watching": "delayed", "delay": 3600})).enter()
            await here.watch(ann.code).enter()
            await ann.ask("change", options={**FAST, "watching": "delayed", "delay": 1})
            eve = await here.watch(ann.code).enter()
            await eve.seen(await ann.ask("chat", text="hello"))

    run(test)


def test_a_delayed_spectator_sees_all_hands_but_only_late(server: Server) -> None:
    """No line comes before its time, and the record is refused during the game."""
    delay = 2

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(
                2, settings=QUICK, options={"watching": "delayed", "delay": delay, "clock": None}
            )
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
            assert {seat: sorted(eve.view["hands"][seat or 0]) for seat in hands} == {
                seat: sorted(hand) for seat, hand in hands.items()
            }
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
