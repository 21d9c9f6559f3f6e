"""kill -9 in the middle of everything.

What was acknowledged is in the log, once, and every table goes on where it was. `make chaos` does the same at length.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from lastcard.server.log.schema import log
from lastcard.server.table import entries as e
from tests.server.harness import Server, room, run, sqlite_url
from tests.server.players import SEED, Player, check_table, read_log
from tests.server.storm import Storm, Tally, compared, mixed, sit_down
from tests.services import Postgres

MORE = float(os.environ.get("LASTCARD_KILLS", "1"))
"""A factor for the number of kills."""


def storm(database: str, nodes: Sequence[Server], kills: int, name: object, postgres: Postgres | None = None) -> Tally:
    """Some kills; nothing may be wrong afterwards."""
    kills = round(kills * MORE)
    print(f"LASTCARD_SEED={SEED}, {name}, {kills} kills")  # noqa: T201 - shown if it fails
    tally = Tally()
    for node in nodes:
        node.start()
    try:
        found = Storm(database, nodes, mixed(SEED, name), tally, postgres=postgres)
        run(lambda: found.rounds(kills), 120 + 30 * kills)
    finally:
        for node in nodes:
            node.kill()
    assert not tally.faults, tally.faults
    assert tally.kills.total() == kills
    assert tally.acknowledged > 100
    assert tally.again > 0, "no kill left a request without an answer"
    return tally


@pytest.mark.long
@pytest.mark.parametrize("part", [1, 2])
def test_whatever_was_acknowledged_outlives_every_kill_of_the_only_node(tmp_path: Path, part: int) -> None:
    """Killed again and again at any moment, the server loses no line it told of and does nothing twice."""
    database = sqlite_url(tmp_path)
    storm(database, [Server(database)], 12, part)


@pytest.mark.long
def test_nodes_and_their_database_are_killed_again_and_again(own_postgres: Postgres) -> None:
    """Whichever process is hit, PostgreSQL's own ones too, sometimes two at once: every table goes on."""
    database = own_postgres.url(own_postgres.create_database())
    tally = storm(database, [Server(database) for _ in range(2)], 18, "nodes", own_postgres)
    assert {kind.partition(",")[0].removeprefix("whole ") for kind in tally.kills} == {"node", "PostgreSQL"}


# --- the comparison itself --------------------------------------------------------------------------------------------


def _without(lines: list[e.Line], place: int) -> list[e.Line]:
    """A log that lacks a line in its middle."""
    return lines[:place] + lines[place + 1 :]


def _renumbered(lines: list[e.Line], place: int) -> list[e.Line]:
    """A log that lacks a line without a gap, as after a server that acknowledged before it wrote."""
    return [msgspec.structs.replace(line, number=number) for number, line in enumerate(_without(lines, place), 1)]


def _doubled(lines: list[e.Line], place: int) -> list[e.Line]:
    """A log in which a request was carried out twice."""
    again = msgspec.structs.replace(lines[place], number=len(lines) + 1, at=lines[-1].at)
    return [*lines, again]


def _late(lines: list[e.Line], place: int) -> list[e.Line]:
    """A log whose time goes back."""
    return [*lines[:place], msgspec.structs.replace(lines[place], at=lines[0].at - 1), *lines[place + 1 :]]


def test_the_comparison_finds_what_was_lost_and_what_was_doubled(tmp_path: Path) -> None:
    """Logs of a real game are spoilt in each of these ways, and one in the database itself."""
    database = sqlite_url(tmp_path)
    server = Server(database)

    async def test() -> None:
        async with room(server) as here:
            crowd = await sit_down(here, lambda: server.url)
            await crowd.further(10)
            await crowd.end()
            server.kill()
            code, players = next(iter(crowd.players.items()))
            lines = read_log(database, code)
            assert compared(lines, players, code)[1] == []
            place = _acknowledged(lines, players)
            for spoil, kinds in (
                (_without, {"gap", "lost"}),
                (_renumbered, {"lost"}),
                (_doubled, {"doubled"}),
                (_late, {"time"}),
            ):
                faults = compared(spoil(lines, place), players, code)[1]
                found = {
                    kind for kind in ("gap", "lost", "doubled", "time") for fault in faults if f"{kind}: " in fault
                }
                assert found >= kinds, (spoil.__name__, faults)
            tally = Tally()
            _forget_the_last_line(database)
            Storm(database, [server], mixed(SEED, 0), tally).compare(crowd)
            assert any("lost: " in fault for fault in tally.faults)
            assert tally.report()[3] == f"verdict       {len(tally.faults)} faults"

    with server:
        run(test)


def _acknowledged(lines: list[e.Line], players: Sequence[Player]) -> int:
    """Where a line stands, in the middle, that somebody asked for and was granted."""
    granted = {(player.guest.person, id_) for player in players for id_ in player.granted}
    mine = [place for place, line in enumerate(lines) if (line.entry.by, line.entry.id) in granted]
    return mine[len(mine) // 2]


def _forget_the_last_line(database: str) -> None:
    engine = sa.create_engine(database)
    last = sa.select(sa.func.max(log.c.number)).where(log.c.table_id == 1).scalar_subquery()
    with engine.begin() as connection:
        connection.execute(sa.delete(log).where(log.c.table_id == 1, log.c.number == last))
    engine.dispose()


def test_a_stop_in_order_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    """Ctrl-C in the middle of the game: exit code 0, everybody is told to come back, and the game goes on."""
    server = Server(sqlite_url(tmp_path))

    async def test() -> None:
        async with room(server) as here:
            crowd = await sit_down(here, lambda: server.url)
            for stop in range(1, 3):
                await crowd.further(20)
                assert await asyncio.to_thread(server.stop) == 0
                await asyncio.to_thread(server.start)
                await crowd.further(20)
                for player in crowd.everybody():
                    assert player.byes == ["restart"] * stop
            await crowd.end()
            assert server.stop() == 0
            for code, players in crowd.players.items():
                check_table(server.database, code, players)
            assert not any("Traceback" in line or '"level": "error"' in line for line in server.log)

    with server:
        run(test)
