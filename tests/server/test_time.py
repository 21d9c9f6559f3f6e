"""A clock that is set, an hour on or back, gives nobody at a table more time or less."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from lastcard.server import clock
from lastcard.server.clock import TableClock, milliseconds
from lastcard.server.config import Config
from lastcard.server.log.store import Store
from lastcard.server.running import node
from tests.server.harness import eventually, run, serving, sqlite_url
from tests.server.turns import play_out, play_until, take_turn

HOUR = 3_600_000
HAND = {"scoring": "hand"}
OPTIONS = {"clock": 600, "pace": 0}
Set = Callable[[int], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Sets the machine's clock, as the server sees it, by so many milliseconds."""

    def set_by(step: int) -> None:
        wrong = SimpleNamespace(
            time_ns=lambda: time.time_ns() + step * 1_000_000, monotonic_ns=time.monotonic_ns, sleep=time.sleep
        )
        monkeypatch.setattr(clock, "time", wrong)

    return set_by


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_the_time_of_a_table_does_not_step(set_clock: Set, step: int) -> None:
    """The machine's clock was asked when the table was opened, and is not asked again."""
    at_table = TableClock(milliseconds())
    before = at_table.now()
    set_clock(step)
    assert abs(milliseconds() - before) > HOUR / 2
    assert 0 <= at_table.now() - before < HOUR / 2


def test_the_time_of_a_table_goes_on_from_its_last_line_if_the_clock_was_set_back(set_clock: Set) -> None:
    """Not frozen until the clock has caught up, as it would be if the later of the two counted."""
    last = milliseconds()
    set_clock(-HOUR)
    at_table = TableClock(last)
    first = at_table.now()
    assert first >= last
    while at_table.now() == first:  # it moves at once, and would else only in an hour
        pass


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_game_goes_on_when_the_clock_is_set_and_when_the_server_starts_anew(
    tmp_path: Path, set_clock: Set, step: int
) -> None:
    """Who is asked has the whole time, bots go on moving, and nobody is played for."""
    config = Config(database=sqlite_url(tmp_path))

    async def test() -> None:
        async with serving(config) as here:
            ann = await (await here.create(seats=2, fill="simple", settings=HAND, options=OPTIONS)).enter()
            await ann.ask("start")
            set_clock(step)
            for _ in range(3):
                await ann.until(lambda: ann.asked)
                assert ann.view["clock"] > 300_000
                await take_turn(ann)
        set_clock(-step)
        async with serving(config) as here:
            back = await here.with_token(ann.code, ann.token, ann.person).enter()
            await play_until([back], lambda: back.asked)
            assert back.table["phase"] == "over" or back.view["clock"] > 300_000
            await play_out([back])
            hows = {line["what"]["how"] for line in (*ann.told, *back.told) if line["what"]["t"] == "moved"}
            assert hows == {"player", "bot"}  # and none by the clock

    run(test)


@pytest.mark.parametrize("step", [25 * HOUR, -25 * HOUR])
def test_no_table_is_put_away_because_a_clock_was_set(
    tmp_path: Path, set_clock: Set, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """How long tables have slept is reckoned by a clock that nobody can set."""
    monkeypatch.setattr(node, "TIDY", 0.02)
    looks: list[int] = []
    archive = Store.archive

    def looked(store: Store, before: int, now: int, counting: str) -> int:
        looks.append(now)
        return archive(store, before, now, counting)

    monkeypatch.setattr(Store, "archive", looked)

    async def test() -> None:
        async with serving(Config(database=sqlite_url(tmp_path))):

            async def looked_twice() -> bool:
                return len(looks) > 1

            await eventually(looked_twice)
            set_clock(step)
            looks.clear()
            await eventually(looked_twice)

    began = time.time_ns() // 1_000_000
    run(test)
    assert all(abs(now - began) < HOUR for now in looks)
