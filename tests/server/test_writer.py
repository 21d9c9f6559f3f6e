"""The process that writes SQLite for all workers: the same answers as from one's own, and doubt when it is gone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.commands import main
from lastcard.server import handing
from lastcard.server.errors import UnavailableError
from lastcard.server.log import remote
from lastcard.server.log.appending import Append
from lastcard.server.log.calls import Failed, MakeCall, encode, writing_calls
from lastcard.server.log.journal import Journal
from lastcard.server.log.owning import Claimed, Peer
from lastcard.server.log.process import WriterLoop
from lastcard.server.log.remote import RemoteWriter, WriterError
from lastcard.server.log.store import Store
from lastcard.server.table import entries as e
from tests.server.harness import run, sqlite_url

FIRST = e.Line(1, 1000, e.Said(by=1, id="a", text="ä \u2603"))
ROW: dict[str, Any] = {"created_at": 1, "public": False, "summary": "{}", "node": "one"}
ME = Peer("one", 0, "127.0.0.1:1", "secret")


def said(number: int, text: str = "") -> e.Line:
    """A line with this number."""
    return e.Line(number, number, e.Said(by=1, id=None, text=text))


async def a_table(journal: Journal, code: str = "ABCDEF") -> int:
    """A table with its first line."""
    table = await journal.write(journal.store.create, {**ROW, "code": code}, [FIRST])
    assert table is not None
    return table


class Pair:
    """A writer in this process and workers' journals, with real sockets between them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lock = Store(url)
        self.gives, self.takes = handing.pair()
        self.writer: WriterLoop | None = None
        self.journals: list[Journal] = []

    def start(self) -> None:
        """A writer begins, as after the one before it died."""
        self.writer = WriterLoop(Store(self.url, beside=True), self.takes)

    def journal(self) -> Journal:
        """That of another worker."""
        store = Store(self.url, beside=True)
        self.journals.append(Journal(store, RemoteWriter(store, self.gives)))
        return self.journals[-1]


@contextlib.asynccontextmanager
async def pair(folder: Path) -> AsyncIterator[Pair]:
    """A writer at work."""
    made = Pair(sqlite_url(folder))
    made.start()
    try:
        yield made
    finally:
        for journal in made.journals:
            await journal.close()
        if made.writer is not None:
            made.writer.close()
        await asyncio.sleep(0)
        made.lock.close()
        made.gives.close()
        made.takes.close()


def test_every_write_of_the_store_goes_over_the_wire(tmp_path: Path) -> None:
    """With its arguments and its answer as they are; and there is no other write that workers make."""

    async def test() -> None:
        async with pair(tmp_path) as made:
            one, other = made.journal(), made.journal()
            store = one.store
            await one.write(store.owners.succeed, ME)
            assert store.owners.nodes() == [ME]
            table = await one.write(store.create, {**ROW, "code": "ABCDEF"}, [FIRST, said(2)])
            assert table is not None
            assert await other.write(other.store.create, {**ROW, "code": "ABCDEF"}, [FIRST]) is None
            assert store.read(table) == [FIRST, said(2)]
            assert await one.write(store.owners.claim, table, "one") == Claimed(1, 2)
            assert await one.write(store.owners.claim, table, "two") is None
            await one.write(store.describe, table, True, '{"say": "ö"}')
            assert store.public(5) == [("ABCDEF", '{"say": "ö"}')]
            await one.write(store.keep_snapshot, table, 2, b"\x00\xff")
            assert store.snapshot(table, 0) == b"\x00\xff"
            await one.write(store.owners.mend, table, 1, 1)
            assert store.owners.standing(table) == ("one", Claimed(1, 1))
            await one.write(store.owners.release, table, 1)
            await one.write(store.owners.claim, table, "one")
            await one.write(store.owners.forget, "one")
            assert await one.write(store.owners.claim_lost, "two", 10, ["AA"]) == []
            assert await one.write(store.owners.claim_lost, "two", 10, ["AA", "EF"]) == ["ABCDEF"]
            assert await one.write(store.archive, 1, 2, "2026-11-19") == 0
            assert await one.write(store.quarantine, table, 5, "why") is True
            assert await one.write(store.quarantine, table, 5, "why") is False

    run(test)


def test_lines_of_all_workers_are_written_together_and_only_the_owners_are_taken(tmp_path: Path) -> None:
    """In the order in which each asks, and each hears of its own."""

    async def test() -> None:
        async with pair(tmp_path) as made:
            journals = [made.journal() for _ in range(3)]
            ids = []
            for number, code in enumerate(("ABCDEF", "GHJKLM", "NPQRST")):
                journal = journals[number]
                ids.append(await a_table(journal, code))

            async def fill(journal: Journal, table: int) -> list[bool]:
                asked = [journal.append(Append(table, said(number, f"{number}"))) for number in range(2, 60)]
                stale = journal.append(Append(table, said(2), 7))
                return [*await asyncio.gather(*asked), await stale]

            done = await asyncio.gather(*map(fill, journals, ids))
            assert done == [[True] * 58 + [False]] * 3
            for table in ids:
                lines = made.lock.read(table)
                assert [line.number for line in lines] == list(range(1, 60))
                assert lines[1:] == [said(number, f"{number}") for number in range(2, 60)]

    run(test)


@pytest.mark.parametrize("written", [True, False])
def test_what_was_asked_of_a_writer_that_died_is_in_doubt_and_the_next_one_goes_on(
    tmp_path: Path, written: bool
) -> None:
    """As when a database fails: the request fails, whether it was carried out or not, and nothing is written twice."""

    async def test() -> None:
        async with pair(tmp_path) as made:
            journal, dying = made.journal(), made.writer
            table = await a_table(journal)
            assert dying is not None
            carry_out = dying._carry_out

            def die() -> None:
                assert dying is not None
                for worker, _ in dying._requests:
                    worker.transport.abort()
                if written:
                    carry_out()
                dying._requests.clear()

            dying._carry_out = die  # type: ignore[method-assign]
            with pytest.raises(UnavailableError):
                await journal.append(Append(table, said(2, "doubtful")))
            dying.close()
            made.start()
            assert await journal.append(Append(table, said(2, "again"))) is not written
            assert await journal.append(Append(table, said(3)))
            assert made.lock.read(table)[1] == said(2, "doubtful" if written else "again")

    run(test)


def test_a_writer_that_does_not_answer_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds when it comes to itself is written if it still can be, and else not."""
    monkeypatch.setattr(remote, "_PATIENCE", 0.3)
    monkeypatch.setattr(remote, "_LOOK", 0.05)

    async def test() -> None:
        async with pair(tmp_path) as made:
            journal = made.journal()
            table = await a_table(journal)
            assert made.writer is not None
            made.writer.close()
            made.writer = None
            late = RemoteWriter(journal.store, made.gives)
            with pytest.raises(UnavailableError) as caught:
                await late.append(Append(table, said(2, "late")))
            assert isinstance(caught.value.__cause__, ConnectionError)
            again = asyncio.create_task(late.append(Append(table, said(2, "again"))))
            await asyncio.sleep(0.05)
            made.start()
            assert await again is False, "the first one waited in its socket and is there"
            assert made.lock.read(table) == [FIRST, said(2, "late")]
            assert await late.append(Append(table, said(3)))
            await late.close()

    run(test)


def test_a_call_that_fails_is_told_and_an_unknown_one_too(tmp_path: Path) -> None:
    """Whoever waits is told what kind of error it was, and the writer goes on."""

    async def test() -> None:
        async with pair(tmp_path) as made:
            journal = made.journal()
            with pytest.raises(WriterError, match="ValidationError"):
                await journal.write(journal.store.archive, "not a time", 1, "2026-11-19")
            with pytest.raises(UnavailableError):
                await journal.write(journal.store.create, {"code": None}, [FIRST])
            with pytest.raises(KeyError):
                await journal.write(journal.store.close)
            assert made.writer is not None
            unknown = MakeCall(1, "close", msgspec.Raw(encode(())))
            assert made.writer._called(unknown) == Failed(1, "KeyError", False)
            assert await journal.write(journal.store.archive, 1, 1, "2026-11-19") == 0
            assert "close" not in writing_calls(journal.store)

    run(test)


def test_the_admin_works_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another process may write a row while the writer is there."""

    async def test() -> None:
        async with pair(tmp_path) as made:
            journal = made.journal()
            table = await a_table(journal)
            await journal.write(journal.store.quarantine, table, 5, "why")
            assert main(["admin", "aside", "--database", made.url]) == 0
            assert main(["admin", "release", "ABCDEF", "--database", made.url]) == 0
            assert "table ABCDEF can be opened again" in capsys.readouterr().out
            assert await journal.append(Append(table, said(2)))

    run(test)
