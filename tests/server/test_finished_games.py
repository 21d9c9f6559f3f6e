"""Finished games are read without the rest of a long log, and kept for the next who asks, within a bound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard.server.config import Config, Limits
from lastcard.server.errors import RefusedError
from lastcard.server.keeping import Kept
from lastcard.server.log.games import game_count, read_game
from lastcard.server.log.store import Store
from lastcard.server.running import reading
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from lastcard.server.table.records import Finished, Part, record_of
from tests.server.by_hand import Log, part_of
from tests.server.harness import begin, run, serving, sqlite_url
from tests.server.test_folding import quick
from tests.server.turns import play_out
from tests.services import Postgres

GAMES = 3
QUICK: dict[str, Any] = {"scoring": "hand"}


@pytest.fixture
def long_log() -> Log:
    """Three games: in the first somebody leaves in the middle, after the second somebody else, who comes back."""
    log = Log(quick(3), people=3)
    for game in range(GAMES):
        if game == 0:
            log.add(e.Started(mixes=["", "", ""]))
            log.add(e.Left(by=3))
            _finish(log)
            log.add(e.Pressed(by=1, seat=0, target=1))  # nobody is told of it, and it has a number all the same
        else:
            log.play_out()
        log.add(e.Said(by=1, text="again"))
        if game == 1:
            log.add(e.Left(by=2))
            log.add(e.Arrived(person=2, node="n"))
        log.add(e.Rematched(secret=f"{game:02}" * 32, salt="00" * 32))
        if game == 0:
            log.add(e.SeatedBot(by=1, seat=2, level="otto@medium"))
        if game == 1:
            log.add(e.Sat(by=2, seat=1))
    return log


def _finish(log: Log) -> None:
    game = log.table.game
    assert game is not None
    while not game.over:
        made = game.check_move(game.legal_moves()[0])
        log.add(e.Moved(seat=made.seat, move=str(made), how="bot"))


def _stored(store: Store, lines: list[e.Line]) -> int:
    row = {"code": "AAAAAA", "created_at": 1, "public": False, "summary": "{}", "node": None}
    made = store.create(row, lines)
    assert made is not None
    return made


def _check(store: Store, log: Log) -> None:
    table = _stored(store, log.lines)
    assert game_count(store, table) == GAMES
    for game in range(1, GAMES + 1):
        part = read_game(store, table, game)
        assert part._replace(ends=[]) == part_of(log.lines, game)._replace(ends=[])
        assert set(part.ends) <= set(part_of(log.lines, game).ends)
        assert not any(isinstance(line.entry, e.Moved) for line in part.before)
        _check_deal(part, log.lines)
    for game in (0, GAMES + 1):
        with pytest.raises(RefusedError) as caught:
            read_game(store, table, game)
        assert caught.value.code == "no-game"


def _check_deal(part: Part, lines: list[e.Line]) -> None:
    """The table is the same at the deal as if every line had been folded."""
    whole = Table(0, "")
    whole.fold(lines[: part.lines[0].number])
    table = Finished(part).table
    assert table.game is not None
    assert whole.game is not None
    assert table.game.position() == whole.game.position()
    for name in ("number", "told_number", "decision", "phase", "games", "seats", "setup", "host", "shuffle"):
        assert getattr(table, name) == getattr(whole, name), name
    assert {id_: (who.seat, who.gone) for id_, who in table.people.items()} == {
        id_: (who.seat, who.gone) for id_, who in whole.people.items()
    }


def test_a_game_is_read_without_the_moves_of_the_others(long_log: Log, tmp_path: Path) -> None:
    """And is the same as one that is found in the whole log, whoever left in between."""
    store = Store(sqlite_url(tmp_path))
    try:
        _check(store, long_log)
    finally:
        store.close()


def test_a_game_is_read_from_postgres_in_the_same_way(long_log: Log, shared_postgres: Postgres) -> None:
    """With the same words."""
    name = shared_postgres.create_database()
    store = Store(shared_postgres.url(name))
    try:
        _check(store, long_log)
    finally:
        store.close()
        shared_postgres.drop_database(name)


# --- keeping -------------------------------------------------------------------------------------------------


def test_what_is_kept_never_has_more_bytes_than_it_may() -> None:
    """What was not asked for longest goes first, and what is larger than all of it is not kept at all."""
    kept = Kept(100)
    for name in "abc":
        kept.put(name, name.encode() * 40)
        assert kept.size <= 100
        assert kept.get("a" if name != "c" else "c") is not None
    assert (kept.get("b"), kept.get("a"), kept.size) == (None, b"a" * 40, 80)
    kept.put("large", b"x" * 101)
    kept.put("a", b"other")
    assert (kept.get("large"), kept.get("a"), kept.size) == (None, b"a" * 40, 80)
    nothing = Kept(0)
    nothing.put("a", b"a")
    assert nothing.get("a") is None


def test_a_finished_game_is_read_once_and_one_that_goes_on_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is asked for by its number or as the last one; a later game is another one."""
    read: list[int] = []

    def counted(store: Store, table: int, game: int) -> Part:
        read.append(game)
        return read_game(store, table, game)

    monkeypatch.setattr(reading, "read_game", counted)
    limits = Limits(rate=0, sockets=0, tables=0, solo=0, joins=0)

    async def test() -> None:
        async with serving(Config(port=0, database=sqlite_url(tmp_path), limits=limits)) as here:
            ann = await (await here.create(settings=QUICK, seats=2, fill="medium")).enter()
            await begin([ann])
            path = f"/api/tables/{ann.code}"
            assert (await here.http.get(f"{path}/replay")).status_code == 409
            await play_out([ann])
            read.clear()
            answers = {(await here.http.get(f"{path}/replay{more}")).text for more in ("", "?game=1", "?game=1", "")}
            assert (len(answers), read) == (1, [1])
            records = {(await here.http.get(f"{path}/record{more}")).text for more in ("", "?game=1")}
            assert (len(records), read) == (1, [1, 1])
            other = await here.http.get(f"{path}/replay?eyes=public")
            assert other.json()["eyes"] == "public"
            await ann.seen(await ann.ask("rematch"))
            await begin([ann])
            assert (await here.http.get(f"{path}/replay")).json()["code"] == "game-running"
            assert (await here.http.get(f"{path}/replay?game=1")).text in answers
            await play_out([ann])
            assert (await here.http.get(f"{path}/record")).text not in records

    run(test)


def test_a_record_of_one_game_of_a_long_log_is_that_of_the_whole(long_log: Log, tmp_path: Path) -> None:
    """With the names that its players had."""
    store = Store(sqlite_url(tmp_path))
    try:
        table = _stored(store, long_log.lines)
        records = [record_of(read_game(store, table, game)).decode() for game in range(1, GAMES + 1)]
    finally:
        store.close()
    assert [name for name in ("P3", "Otto") if name in records[0]] == ["P3"]
    assert [name for name in ("P3", "Otto") if name in records[1]] == ["Otto"]
