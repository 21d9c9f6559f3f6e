"""A database put back from a backup lacks the last lines: tables say what was lost and go on."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from lastcard.server.config import Config
from tests.server.harness import Guest, run, serving, sqlite_url
from tests.server.test_quarantine import started
from tests.server.turns import play_out, take_turn


async def some_turns(ann: Guest, turns: int = 4) -> None:
    """Play on for a while."""
    for _ in range(turns):
        await ann.until(lambda: ann.asked or ann.table["phase"] == "over")
        if ann.table["phase"] == "over":
            return
        await take_turn(ann)


def test_a_backup_that_lacks_lines_that_people_were_told_says_how_many(tmp_path: Path) -> None:
    """Whoever comes back with more than the server has is told everything anew, and how much of it is gone."""
    config, then = Config(database=sqlite_url(tmp_path)), tmp_path / "then.db"
    known: list[Guest] = []

    async def before() -> None:
        async with serving(config) as here:
            ann = await started(here)
            with sqlite3.connect(tmp_path / "tables.db") as database, sqlite3.connect(then) as backup:
                database.backup(backup)
            await some_turns(ann)
            known.append(ann)

    async def after() -> None:
        async with serving(config) as here:
            back = here.with_token(ann.code, ann.token, ann.person)
            await back.enter(last=ann.number)
            assert back.welcome["fresh"] is True
            assert back.welcome["lost"] == ann.number - back.welcome["n"] > 0
            again = here.with_token(ann.code, ann.token, ann.person)
            await again.enter(last=back.number)
            assert "lost" not in again.welcome
            await play_out([back])

    run(before)
    (ann,) = known
    for file in tmp_path.glob("tables.db*"):
        file.unlink()
    shutil.copy(then, tmp_path / "tables.db")
    run(after)


@pytest.mark.parametrize("lost", [1, 3])
def test_a_log_that_is_cut_short_is_told_to_everybody_and_goes_on(
    tmp_path: Path, lost: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The table's row remembers how long its log was."""
    config = Config(database=sqlite_url(tmp_path))
    known: list[Guest] = []

    async def before() -> None:
        async with serving(config) as here:
            ann = await started(here)
            await some_turns(ann)
            known.append(ann)

    async def after() -> None:
        async with serving(config) as here:
            back = await here.with_token(ann.code, ann.token, ann.person).enter()
            resumed = [line["what"] for line in back.told if line["what"]["t"] == "resumed"]
            assert resumed[-1]["lost"] == lost
            await play_out([back])
            assert (await here.http.get(f"/api/tables/{ann.code}/record")).status_code == 200

    run(before)
    (ann,) = known
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("DELETE FROM log WHERE number > (SELECT max(number) - ? FROM log)", (lost,))
        assert database.total_changes == lost
    database.close()
    run(after)
    assert [record.getMessage() for record in caplog.records].count("the log ends elsewhere") == 1
