"""Long logs are read in a process of their own: the same answers, refusals too, whatever becomes of that process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.editions import load_edition, registry
from lastcard.server.config import Config
from lastcard.server.edge.app import open_node
from lastcard.server.errors import RefusedError
from lastcard.server.log.store import Store
from lastcard.server.running import reading
from lastcard.server.running.reading import AnyReading, Lines, Reading, Readings, Record, Replay
from tests.server.harness import eventually, run, sqlite_url
from tests.server.test_own_editions import HARBOUR
from tests.server.test_snapshots import Writer, stored

WANTED: list[AnyReading] = [
    Record(1, 1),
    Replay(1, 1, "open", 0, 50),
    Lines(1, "token", 1, 100),
    Record(1, 99),
    Replay(1, 1, "7", 0, 50),
    Lines(1, "wrong", 1, 100),
]
"""Three that there are, and three that are refused."""


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a table of several games."""
    writer = Writer("classic", 3)
    writer.play(400)
    assert writer.table.games > 1
    stored(sqlite_url(tmp_path), writer.lines, {})
    return sqlite_url(tmp_path)


async def _answers(readings: Readings) -> list[tuple[str, Any]]:
    """What is answered to everything that is wanted."""
    found: list[tuple[str, Any]] = []
    for wanted in WANTED:
        try:
            found.append(("ok", await readings.read(wanted)))
        except RefusedError as error:
            found.append((error.code, error.say))
    return found


def test_what_is_read_beside_the_server_is_what_is_read_in_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the process was killed: then another one is asked."""

    async def test() -> None:
        node = await open_node(Config(database=database), Store(database))
        try:
            here = await _answers(node.readings)
            assert [code for code, _ in here] == ["ok", "ok", "ok", "no-game", "bad-message", "wrong-token"]
            assert node.readings._process is None, "a short log needs no process"
            monkeypatch.setattr(reading, "SHORT", 100)
            for _ in range(2):
                assert await _answers(node.readings) == here
                process = node.readings._process
                assert process is not None
                process.kill()
        finally:
            await node.stop()
        assert node.readings._process is None

    run(test)


def test_a_process_that_reads_ends_with_whoever_asks_it(database: str) -> None:
    """However that one ended: nobody holds the other end of its pipe any more."""

    async def test() -> None:
        node = await open_node(Config(database=database), Store(database))
        try:
            await node.readings.read_beside(Record(1, 1))
            process = node.readings._process
            assert process is not None
            assert process.stdin is not None
            process.stdin.close()

            async def ended() -> bool:
                return process.poll() == 0

            await eventually(ended)
        finally:
            await node.stop()

    run(test)


def test_what_can_not_be_read_there_is_read_here(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process, no harm: it only takes longer for the others."""
    monkeypatch.setattr(reading, "SHORT", 100)
    monkeypatch.setattr("lastcard.server.running.reading.sys.executable", "/nonexistent/python")

    async def test() -> None:
        node = await open_node(Config(database=database), Store(database))
        try:
            assert [code for code, _ in await _answers(node.readings)][:3] == ["ok"] * 3
        finally:
            await node.stop()

    run(test)


def test_an_edition_of_ones_own_is_known_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process gets the same files as the server."""
    monkeypatch.setattr(registry, "_known", {})
    load_edition(HARBOUR)
    database = sqlite_url(tmp_path)
    writer = Writer("harbour", 1)
    writer.play(250)
    stored(database, writer.lines, {})

    async def test() -> None:
        node = await open_node(Config(database=database, editions=(str(HARBOUR),)), Store(database))
        try:
            assert await node.readings.read_beside(Record(1, 1)) == reading.read(node.journal.store, Record(1, 1))
        finally:
            await node.stop()

    run(test)


def test_every_kind_of_reading_comes_over_whole() -> None:
    """What is asked is what is read."""
    for wanted in WANTED:
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(wanted), type=AnyReading) == wanted
        assert isinstance(wanted, Reading)
