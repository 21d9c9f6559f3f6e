"""What is said between a worker and the process that writes SQLite for all of them.

Messages have a length in front. A line is written as it comes; another call is one of a short list, by name, and its
arguments and answer are read strictly as the store's annotations say. Only processes of one server talk so, over
pairs of sockets that they hand each other (`handing.py`): nobody outside can reach them.
"""

from __future__ import annotations

import asyncio
import typing
from collections.abc import Callable
from typing import Any, cast

import msgspec

from lastcard.server.log.appending import Append
from lastcard.server.log.store import Store
from lastcard.server.table import entries as e

_LENGTH = 4


class WriteLine(msgspec.Struct, array_like=True, tag=0):
    """A line that shall be appended; its entry is text already."""

    id: int
    table: int
    number: int
    at: int
    entry: str
    epoch: int
    changes: dict[str, Any] | None = None

    def append(self) -> Append:
        """As the store takes it; the text is not read once more."""
        raw = cast(e.AnyEntry, msgspec.Raw(self.entry))
        return Append(self.table, e.Line(self.number, self.at, raw), self.epoch, self.changes)


class MakeCall(msgspec.Struct, array_like=True, tag=1):
    """A call of the store."""

    id: int
    name: str
    arguments: msgspec.Raw


class Done(msgspec.Struct, array_like=True, tag=0):
    """What came of it."""

    id: int
    result: msgspec.Raw


class Failed(msgspec.Struct, array_like=True, tag=1):
    """It failed; whether only because the database can't be used at the moment."""

    id: int
    kind: str
    away: bool


encode = msgspec.msgpack.Encoder().encode
decode_request = msgspec.msgpack.Decoder(WriteLine | MakeCall).decode
decode_answer = msgspec.msgpack.Decoder(Done | Failed).decode
decode_taken = msgspec.msgpack.Decoder(bool).decode


class Call:
    """A call of the store that writes, with what it takes and gives."""

    def __init__(self, name: str, do: Callable[..., Any]) -> None:
        self.name, self.do = name, do
        hints = typing.get_type_hints(do)
        self.decode_result = msgspec.msgpack.Decoder(hints.pop("return")).decode
        self._decode_arguments = msgspec.msgpack.Decoder(tuple[*hints.values()]).decode  # type: ignore[misc]

    def make(self, arguments: msgspec.Raw) -> Any:
        """Make it with arguments as they came."""
        return self.do(*self._decode_arguments(arguments))


def writing_calls(store: Store) -> dict[str, Call]:
    """Everything that workers have written except lines, by name."""
    owners, deals = store.owners, store.deals
    calls = (
        store.create, store.describe, store.archive, store.quarantine, store.keep_snapshot,
        deals.begin_daily, deals.finish_daily, deals.forget_daily,
        owners.succeed, owners.forget, owners.claim, owners.claim_lost, owners.release, owners.mend,
    )  # fmt: skip
    return {do.__name__: Call(do.__name__, do) for do in calls}


class Messages(asyncio.Protocol):
    """One end of a connection over which such messages go."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is open."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Take every message that is whole."""
        buffer = self._buffer
        buffer += data
        start, end = 0, len(buffer)
        while end - start >= _LENGTH:
            stop = start + _LENGTH + int.from_bytes(buffer[start : start + _LENGTH], "big")
            if stop > end:
                break
            self.received(bytes(buffer[start + _LENGTH : stop]))
            start = stop
        del buffer[:start]

    def received(self, message: bytes) -> None:
        """One came."""
        raise NotImplementedError

    def send(self, message: msgspec.Struct) -> None:
        """Send one, if the other side is still there."""
        if self.transport.is_closing():
            return
        data = encode(message)
        self.transport.write(len(data).to_bytes(_LENGTH, "big") + data)
