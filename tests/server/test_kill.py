"""kill -9 in the middle of everything.

What was acknowledged is in the log, once, and every table goes on where it was.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Room, Server, room, run, sqlite_url
from tests.server.players import SEED, Crowd, check_table

MORE = float(os.environ.get("LASTCARD_KILLS", "1"))
"""A factor for the number of kills."""

CALM: dict[str, Any] = {"pace": 0.02, "uno_grace": 0.1, "away_grace": 5}
TABLES: list[dict[str, Any]] = [
    {"people": 2, "watchers": 1, "edition": "classic", "seats": 3},
    {"people": 3, "edition": "house", "seats": 3, "settings": {"custom": ["custom-7", "custom-8", "custom-6"]}},
    {"people": 2, "edition": "flip", "seats": 4},
    {"people": 2, "edition": "flip-marvel", "seats": 2, "settings": {"scoring": "hand"}},
]
"""People's seats come first, bots take the rest."""


async def sit_down(room: Room, where: Callable[[], str]) -> Crowd:
    """The tables of these tests, everybody playing."""
    crowd = Crowd()
    for wanted in TABLES:
        await crowd.seat(room, where=where, options=CALM, **wanted)
    crowd.begin()
    await crowd.further(10)
    return crowd


def check_all(database: str, crowd: Crowd) -> None:
    """Hold what everybody was told against the log."""
    for code, players in crowd.players.items():
        lines = check_table(database, code, players)
        assert len(lines) > 50
    assert sum(len(player.granted) for player in crowd.everybody()) > 300


@pytest.mark.long
@pytest.mark.parametrize("part", [1, 2])
def test_whatever_was_acknowledged_outlives_every_kill_of_the_only_node(tmp_path: Path, part: int) -> None:
    """Killed again and again at any moment, the server loses no line it told of and does nothing twice."""
    kills = round(15 * MORE)
    rng = random.Random(f"{SEED} {part}")
    print(f"LASTCARD_SEED={SEED}, part {part}, {kills} kills")  # noqa: T201 - shown if it fails
    server = Server(sqlite_url(tmp_path))

    async def test() -> None:
        async with room(server) as here:
            crowd = await sit_down(here, lambda: server.url)
            for kill in range(kills):
                await asyncio.sleep(rng.choice([0, 0.02, 0.2, 0.5, 0.8]) * rng.random())
                server.kill()
                await asyncio.to_thread(server.start)
                if kill % 3:  # else it may be killed while people are still coming back
                    await crowd.further(rng.randint(1, 15))
                crowd.check()
            await crowd.further(10)
            await crowd.end()
            assert sum(player.resent for player in crowd.everybody()) > 0, "no kill left a request without an answer"
            server.kill()
            check_all(server.database, crowd)

    with server:
        run(test, 60 + 15 * kills)


@pytest.mark.long
def test_one_of_two_nodes_is_killed_again_and_again(postgres_url: str, redis_url: str) -> None:
    """Clients go to the other node with their request and find everything as they left it."""
    kills = round(22 * MORE)
    rng = random.Random(f"{SEED} nodes")
    print(f"LASTCARD_SEED={SEED}, {kills} kills")  # noqa: T201 - shown if it fails
    nodes = [Server(postgres_url, "--redis", redis_url) for _ in range(2)]

    async def test() -> None:
        alive = list(nodes)
        async with room(nodes[0]) as here:
            crowd = await sit_down(here, lambda: rng.choice(alive).url)
            for kill in range(kills):
                await asyncio.sleep(rng.random() * 0.6)
                victim = rng.choice(nodes)
                alive.remove(victim)
                victim.kill()
                crowd.rest(0.1)  # so that starting takes less long
                await asyncio.to_thread(victim.start)
                crowd.rest(0)
                alive.append(victim)
                if kill % 5 == 0:
                    await crowd.further(3)
                crowd.check()
            await crowd.further(10)
            await crowd.end()
            assert sum(player.resent for player in crowd.everybody()) > 0, "no kill left a request without an answer"
            check_all(postgres_url, crowd)

    with nodes[0], nodes[1]:
        run(test, 60 + 20 * kills)


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
            check_all(server.database, crowd)
            assert not any("Traceback" in line or '"level": "error"' in line for line in server.log)

    with server:
        run(test)
