"""What is read from logs for people who ask for it: records, replays, and lines once more.

Short logs are read in a thread. Long ones are read in a process of its own, which ends with this one: whatever takes
long in Python would hold up everybody who plays, in whichever thread it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import IO

import msgspec
import sqlalchemy as sa

from lastcard.server.config import Config
from lastcard.server.errors import RefusedError, UnavailableError
from lastcard.server.log.games import read_game
from lastcard.server.log.journal import Journal
from lastcard.server.log.store import Store
from lastcard.server.table.fold import Table
from lastcard.server.table.recalling import lines_of
from lastcard.server.table.records import fold, record_of
from lastcard.server.table.replays import replay_of
from lastcard.server.table.snapshot import snapshot_of

SHORT = 2000
"""Lines that are read where live tables are; a longer log is read elsewhere."""
_PATIENCE = 120.0
"""Seconds after which a process that reads does it no more."""
_IDLE = 60.0
"""Seconds after which one that has nothing to read ends."""
_POLITE = 10
"""By how much it gives way to those that serve people."""
_SIZE = 4


# --- what is asked for ------------------------------------------------------------------------------------------------


class Reading(msgspec.Struct, frozen=True):
    """Something to be read from a table's log."""

    table: int


class Record(Reading, tag="record", frozen=True):
    """The record of a finished game."""

    game: int


class Replay(Reading, tag="replay", frozen=True):
    """Some steps of a finished game, through somebody's eyes."""

    game: int
    eyes: str
    first: int
    count: int


class Lines(Reading, tag="lines", frozen=True):
    """What a person was told, once more."""

    token: str
    first: int
    count: int


class State(Reading, tag="state", frozen=True):
    """The table after a line, as a snapshot."""

    number: int


AnyReading = Record | Replay | Lines | State


def read(store: Store, wanted: AnyReading) -> bytes:
    """Read it here."""
    match wanted:
        case Record():
            return record_of(read_game(store, wanted.table, wanted.game))
        case Replay():
            return replay_of(read_game(store, wanted.table, wanted.game), wanted.eyes, wanted.first, wanted.count)
        case Lines():
            return bytes(lines_of(store.read(wanted.table), wanted.token, wanted.first, wanted.count))
        case State():
            table = Table(0, "")
            fold(table, [line for line in store.read(wanted.table) if line.number <= wanted.number])
            return snapshot_of(table)


# --- between the two processes ----------------------------------------------------------------------------------------


class _Begin(msgspec.Struct):
    """What a process that reads must know."""

    database: str
    editions: tuple[str, ...]


class _Done(msgspec.Struct, tag="done"):
    data: bytes


class _Refused(msgspec.Struct, tag="refused"):
    code: str
    say: str


class _Away(msgspec.Struct, tag="away"):
    """The database is."""


class _Failed(msgspec.Struct, tag="failed"):
    say: str


_Answer = _Done | _Refused | _Away | _Failed


class ReadingError(Exception):
    """Something could not be read, for a reason that is no fault of whoever asked."""


def _send(pipe: IO[bytes], message: msgspec.Struct) -> None:
    data = msgspec.msgpack.encode(message)
    pipe.write(len(data).to_bytes(_SIZE, "big") + data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    """The next message; EOFError if the other side is gone."""
    size = pipe.read(_SIZE)
    data = pipe.read(int.from_bytes(size, "big")) if len(size) == _SIZE else b""
    if not data:
        raise EOFError
    return data


# --- here -------------------------------------------------------------------------------------------------------------


class Readings:
    """Reads, without holding up those who play."""

    def __init__(self, config: Config, journal: Journal) -> None:
        self._journal = journal
        self._begin = _Begin(journal.store.url.render_as_string(hide_password=False), config.editions)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="long reads")
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    async def read(self, wanted: AnyReading) -> bytes:
        """Read from a log, short or long."""
        store = self._journal.store
        if await self._journal.slowly(store.last, wanted.table) > SHORT:
            with contextlib.suppress(ReadingError):  # then it is read here, where it shows what is wrong
                return await self.read_beside(wanted)
        return await self._journal.slowly(read, store, wanted)

    async def read_beside(self, wanted: AnyReading) -> bytes:
        """Read in the other process, one thing at a time."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._thread, self._asked, wanted)
        match answer:
            case _Done():
                return answer.data
            case _Refused(code="bad-setup"):  # it read the files of editions later than this server did
                raise ReadingError(answer.say)
            case _Refused():
                raise RefusedError(answer.code, answer.say)
            case _Away():
                msg = "the database can't be reached at the moment; try again"
                raise UnavailableError(msg)
            case _Failed():
                raise ReadingError(answer.say)

    def close(self) -> None:
        """Read no more."""
        self._closed = True
        self._end()
        self._thread.shutdown(cancel_futures=True)

    def _asked(self, wanted: AnyReading) -> _Answer:
        """The answer of a process that is there, or of a new one if it was not."""
        with contextlib.suppress(OSError, EOFError):
            if self._process is not None:
                return self._exchanged(self._process, wanted)
        self._end()
        if self._closed:
            return _Away()
        try:
            self._process = self._started()
            return self._exchanged(self._process, wanted)
        except (OSError, EOFError):
            self._end()
            return _Failed("the process that reads long logs has ended")

    def _started(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=None if os.name == "nt" else 0,  # Ctrl-C is for the server, with which it ends
        )
        assert process.stdin is not None
        _send(process.stdin, self._begin)
        return process

    @staticmethod
    def _exchanged(process: subprocess.Popen[bytes], wanted: AnyReading) -> _Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        end = threading.Timer(_PATIENCE, process.kill)
        end.daemon = True
        end.start()
        try:
            _send(process.stdin, wanted)
            answer: _Answer = msgspec.msgpack.decode(_receive(process.stdout), type=_Answer)
        finally:
            end.cancel()
        return answer

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


# --- there ------------------------------------------------------------------------------------------------------------


def main() -> None:
    """Read what is asked for until nobody is there to ask, or nobody has for a while."""
    from lastcard.editions import load_folder  # noqa: PLC0415

    wanted, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not print into the answers
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_POLITE)
    with contextlib.suppress(EOFError, BrokenPipeError):
        begin = msgspec.msgpack.decode(_receive(wanted), type=_Begin)
        for folder in begin.editions:
            load_folder(folder)
        store = Store(begin.database, beside=True)
        while True:
            idle = threading.Timer(_IDLE, os._exit, (0,))
            idle.daemon = True
            idle.start()
            task = msgspec.msgpack.decode(_receive(wanted), type=AnyReading)
            idle.cancel()
            _send(answers, _answer(store, task))


def _answer(store: Store, task: AnyReading) -> _Answer:
    try:
        return _Done(read(store, task))
    except RefusedError as refused:
        return _Refused(refused.code, refused.say)
    except sa.exc.SQLAlchemyError:
        return _Away()
    except Exception as failure:  # noqa: BLE001 - whoever asked must be told, whatever it was
        return _Failed(f"{type(failure).__name__}: {failure}")


if __name__ == "__main__":
    main()
