"""The edge of a server with several workers: what it reads out of a request, and whom it lets wait."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import socket

import pytest

from lastcard.server import handing
from lastcard.server.codes import Share
from lastcard.server.edge import door
from lastcard.server.operating.listening import bind
from tests.server.harness import eventually, run


def test_who_never_asks_is_let_go_and_so_is_who_waited_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some seconds, or at once when more wait than there is room for; who asks in time is handed on."""
    monkeypatch.setattr(door, "MOST_WAITING", 3)
    monkeypatch.setattr(door, "FIRST_LINE_SECONDS", 1.0)

    async def test() -> None:
        with bind("127.0.0.1", 0) as listening:
            pairs = [handing.pair() for _ in range(2)]
            edge = door.Door(listening, [gives for gives, _ in pairs])
            address = listening.getsockname()
            silent = [await asyncio.open_connection(*address) for _ in range(4)]
            assert await silent[0][0].read() == b"", "there was room for three"
            silent[1][1].write(b"GET /ws/")
            wanted = Share(1, 2).new_code()
            silent[2][1].write(f"GET /ws/{wanted} HTTP/1.1\r\n".encode())

            async def handed() -> bool:
                taken.extend(handing.take(pairs[1][1]))
                return bool(taken)

            taken: list[socket.socket] = []
            await eventually(handed)
            assert taken[0].recv(100) == f"GET /ws/{wanted} HTTP/1.1\r\n".encode()
            with contextlib.suppress(ConnectionResetError):  # it had sent something that nobody read
                assert await silent[1][0].read() == b""
            assert await silent[3][0].read() == b""
            assert handing.take(pairs[0][1]) == []
            edge.close()
            for _, writer in silent:
                writer.close()
            for one in (*taken, *itertools.chain(*pairs)):
                one.close()

    run(test)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (b"GET /ws/abcdef HTTP/1.1\r\n", "ABCDEF"),
        (b"POST /api/tables/ABCDEF/people", "ABCDEF"),
        (b"GET /t/ABCDEF?x=1", "ABCDEF"),
        (b"GET /ws/ABCDEF", None),
        (b"GET /api/tab", None),
        (b"GE", None),
        (b"GET /api/tables HTTP/1.1\r\n", ""),
        (b"GET /metrics HTTP/1.1\r\n", ""),
        (b"GET /ws/ABCDEFGHIJKLMNOP HTTP/1.1\r\n", ""),
        (b"PRI * HTTP/2.0", ""),
        (b"A" * 1000, ""),
        (b"\x16\x03\x01\x02", ""),
        (b"GET /ws/%41BCDEF HTTP/1.1\r\n", ""),
    ],
)
def test_the_first_bytes_of_a_request_say_whose_it_is(request_: bytes, code: str | None) -> None:
    """Its table, that there is none, or that too few have come; of more than is looked at, nothing more is expected."""
    assert door.table_of(request_, whole=False) == code
    assert door.table_of(request_, whole=True) == (code or "")
