"""A table whose log can't be read is put aside with the cause; everything else goes on, and it can be released."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from lastcard.commands import main
from lastcard.server.config import Config
from lastcard.server.log.store import Store
from lastcard.server.running.live import Live
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from tests.server.harness import Guest, Room, begin, eventually, refused, run, serving, sqlite_url
from tests.server.turns import play_out, take_turn

FAST: dict[str, Any] = {"seats": 2, "fill": "simple", "settings": {"scoring": "hand"}, "options": {"pace": 0}}


async def started(here: Room) -> Guest:
    """Somebody against a bot."""
    ann = await (await here.create(**FAST)).enter()
    await begin([ann])
    await ann.until(lambda: ann.asked)
    return ann


def rewrite(folder: Path, code: str, text: str) -> str:
    """Put other words into the last line of a table's log; what stood there."""
    with sqlite3.connect(folder / "tables.db") as database:
        (table,) = database.execute("SELECT id FROM tables WHERE code = ?", (code,)).fetchone()
        number, before = database.execute(
            "SELECT number, entry FROM log WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table,)
        ).fetchone()
        database.execute("UPDATE log SET entry = ? WHERE table_id = ? AND number = ?", (text, table, number))
    database.close()
    return str(before)


POISON = {
    "no JSON": "{",
    "an entry that there is not": json.dumps({"t": "exploded"}),
    "a move that can't be made": json.dumps({"t": "moved", "seat": 0, "move": "0 play z99"}),
    "a person that there is not": json.dumps({"t": "left", "by": 99}),
}


@pytest.mark.parametrize("case", POISON)
def test_a_poisoned_line_puts_its_table_aside_and_nothing_else(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Its people are told, the operator sees the cause and can release it; other tables don't notice."""
    config, database = Config(database=sqlite_url(tmp_path)), ["--database", sqlite_url(tmp_path)]
    told: list[Guest] = []

    async def before() -> None:
        async with serving(config) as here:
            told.extend([await started(here), await started(here)])

    async def aside() -> None:
        async with serving(config) as here:
            for _ in range(2):  # the second time it is known
                no = await refused(here.with_token(ann.code, ann.token, ann.person).enter())
                assert no.code == "quarantined"
                assert "nothing is lost" in no.say
            answer = await here.http.get(f"/api/tables/{ann.code}")
            assert (answer.status_code, answer.json()["code"]) == (503, "quarantined")
            answer = await here.http.get(f"/api/tables/{ann.code}/record")
            assert (answer.status_code, answer.json()["code"]) == (503, "quarantined")
            other = await here.with_token(bob.code, bob.token, bob.person).enter()
            await play_out([other])
            assert main(["admin", "aside", *database]) == 0  # beside the running server
            rewrite(tmp_path, ann.code, good)
            assert main(["admin", "release", ann.code.lower(), *database]) == 0
            back = await here.with_token(ann.code, ann.token, ann.person).enter()
            await play_out([back])

    run(before)
    ann, bob = told
    good = rewrite(tmp_path, ann.code, POISON[case])
    run(aside)
    said = capsys.readouterr().out
    assert f"{ann.code}  " in said
    assert ": " in said.split("line ")[1]
    assert f"table {ann.code} can be opened again" in said
    assert [record.getMessage() for record in caplog.records].count("table quarantined") == 1


def test_when_telling_fails_the_line_counts_and_everybody_gets_a_fresh_view(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that nothing happened; whoever asked again with the same id is answered from the log."""
    config = Config(database=sqlite_url(tmp_path))
    tell = Live.tell
    broken: list[int] = []

    def fails_once(live: Live, past: Any) -> None:
        if isinstance(past.line.entry, e.Said) and not broken:
            broken.append(past.line.number)
            msg = "no words"
            raise RuntimeError(msg)
        tell(live, past)

    async def test() -> None:
        async with serving(config) as here:
            ann = await started(here)
            monkeypatch.setattr(Live, "tell", fails_once)
            with pytest.raises(ConnectionError):
                await ann.ask("chat", id="once", text="hello")
            assert ann.bye is not None
            assert ann.bye["code"] == "restart"
            await ann.drop()
            back = await here.with_token(ann.code, ann.token, ann.person).enter()
            number = await back.ask("chat", id="once", text="hello")
            said = [line for line in back.told if (line["what"] or {}).get("t") == "said"]
            assert [line["n"] for line in said] == [number]  # written once, and told in the welcome
            await play_out([back])

    run(test)


def test_a_table_that_was_dropped_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bots play on though nobody has come back yet: the node takes it on again."""
    config = Config(database=sqlite_url(tmp_path))
    apply = Live.apply
    broken: list[int] = []

    def fails_once(live: Live, line: e.Line) -> Any:
        past = apply(live, line)
        if isinstance(line.entry, e.Moved) and not broken:
            broken.append(line.number)
            msg = "out of memory"
            raise RuntimeError(msg)
        return past

    async def test() -> None:
        async with serving(config) as here:
            ann = await started(here)
            monkeypatch.setattr(Live, "apply", fails_once)
            with pytest.raises(ConnectionError):
                await take_turn(ann)
            assert broken
            watching = here.watch(ann.code)

            async def resumed() -> bool:
                await watching.enter()
                await watching.drop()
                return any((line["what"] or {}).get("t") == "resumed" for line in watching.told)

            await eventually(resumed)
            back = await here.with_token(ann.code, ann.token, ann.person).enter()
            await play_out([back])

    run(test)


def test_a_game_is_not_read_by_rules_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused with a sentence as long as the rules are others, and goes on under its own."""
    config = Config(database=sqlite_url(tmp_path))
    told: list[Guest] = []

    async def before() -> None:
        async with serving(config) as here:
            told.append(await started(here))

    async def later() -> None:
        async with serving(config) as here:
            no = await refused(here.with_token(ann.code, ann.token, ann.person).enter())
            assert no.code == "bad-setup"
            assert "has changed since" in no.say

    async def back() -> None:
        async with serving(config) as here:
            await play_out([await here.with_token(ann.code, ann.token, ann.person).enter()])

    run(before)
    (ann,) = told
    store = Store(sqlite_url(tmp_path))
    found = store.find(ann.code)
    assert found is not None
    (deal,) = [line.entry for line in store.read(found.id) if isinstance(line.entry, e.Started)]
    store.close()
    assert deal.version == 1
    assert deal.rules
    assert deal.digest
    with monkeypatch.context() as patch:
        patch.setattr("lastcard.server.table.fold.RULES_VERSION", 2)
        run(later)
    run(back)


def test_older_logs_say_nothing_of_their_rules_and_are_read() -> None:
    """A deal without digests is folded as ever."""
    table = Table(1, "AAAAAA")
    table.apply(e.Line(1, 1, e.Created(setup=table.setup, secret="00" * 32, salt="00" * 16)))
    table.apply(e.Line(2, 2, e.Started(mixes=["", "", "", ""])))
    assert table.phase == "playing"


BAD = {
    "a table that is not aside": (["release", "AAAAAA"], "table 'AAAAAA' is not put aside"),
    "no such table": (["lines", "AAAAAA"], "there is no table 'AAAAAA'"),
    "no code": (["lines"], "which table? write lastcard admin lines CODE"),
    "a code too many": (["aside", "AAAAAA"], "aside takes no code"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_an_operator_gets_wrong_is_said(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit code 2; and no database is made where there is none."""
    words, said = BAD[case]
    Store(sqlite_url(tmp_path)).close()
    assert main(["admin", *words, "--database", sqlite_url(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert main(["admin", "aside", "--database", sqlite_url(tmp_path / "nowhere")]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


def test_lines_are_shown_as_they_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Number, time and text, after a number."""
    config = Config(database=sqlite_url(tmp_path))
    codes: list[str] = []

    async def test() -> None:
        async with serving(config) as here:
            codes.append((await here.create(**FAST)).code)
            await asyncio.to_thread(
                main, ["admin", "lines", codes[0], "--after", "1", "--database", sqlite_url(tmp_path)]
            )

    run(test)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2  ")
    assert json.loads(lines[0].split("  ", 2)[2])["t"] == "joined"
