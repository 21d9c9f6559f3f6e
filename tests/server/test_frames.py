"""However a client cuts its messages into frames and its frames into packets, each is read once and in order."""

from __future__ import annotations

import base64
import json
import os
import random
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from lastcard.server.edge.relay import wants_answer
from lastcard.server.table.requests import PROTOCOL
from tests.server.harness import PATIENCE, Server, room, run


def ping(number: int, size: int = 0) -> bytes:
    """A message that asks whether the server is there, of at least so many bytes."""
    return json.dumps({"t": "ping", "id": str(number)}).encode().ljust(size)


def frame(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, payload, fin).serialize(mask=mask)


HELLO = frame(json.dumps({"t": "hello", "v": PROTOCOL}).encode())


class Raw:
    """A socket whose every byte the test chooses, and the answers to it."""

    def __init__(self, server: Server, code: str) -> None:
        address = urlsplit(server.url)
        self._wire = socket.create_connection((address.hostname, address.port), timeout=PATIENCE)
        self._wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /ws/{code} HTTP/1.1", f"Host: {address.netloc}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            "", "",
        ]  # fmt: skip
        self._wire.sendall("\r\n".join(lines).encode())
        self._read = self._wire.makefile("rb")
        assert b"101" in self._read.readline()
        while self._read.readline().strip():
            pass
        self.send(HELLO)
        welcome = self.answer()
        assert welcome["t"] == "welcome", welcome

    def send(self, data: bytes) -> None:
        """Send bytes at once."""
        self._wire.sendall(data)

    def next(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode and payload."""
        head = self._read.read(2)
        assert head, "the connection ended without a goodbye"
        first, size = head
        if size == 126:
            size = int.from_bytes(self._read.read(2), "big")
        elif size == 127:
            size = int.from_bytes(self._read.read(8), "big")
        return first & 15, self._read.read(size)

    def answer(self) -> dict[str, object]:
        """The next message."""
        opcode, payload = self.next()
        assert opcode == Opcode.TEXT, (opcode, payload)
        answer: dict[str, object] = json.loads(payload)
        return answer

    def close(self) -> None:
        """Hang up."""
        self._read.close()
        self._wire.close()


@pytest.fixture
def raw(sqlite_server: Server) -> Iterator[Raw]:
    """A spectator's socket."""
    codes: list[str] = []

    async def create() -> None:
        async with room(sqlite_server) as here:
            codes.append((await here.create()).code)

    run(create)
    raw = Raw(sqlite_server, codes[0])
    yield raw
    raw.close()


def test_an_owner_owes_no_answer_to_the_answer_to_a_ping() -> None:
    """A socket that is passed on may be quiet for as long as it likes; everything else is answered."""
    pong = frame(b"ping", Opcode.PONG)
    assert not wants_answer(pong)
    assert not wants_answer(pong + pong)
    for data in (frame(ping(1)), frame(b"", Opcode.PING), pong + frame(ping(1)), frame(ping(1))[:9], HELLO):
        assert wants_answer(data)


@pytest.mark.parametrize("seed", range(8))
def test_every_message_is_read_once_and_in_order_however_it_is_cut(raw: Raw, seed: int) -> None:
    """Short and long ones, in one frame or several, with pings between; frames alone, together, and in pieces."""
    chance = random.Random(seed)
    sent = b""
    for number in range(30):
        message = ping(number, chance.choice((0, 0, 0, 125, 126, 300)))
        cut = chance.randrange(1, len(message)) if chance.random() < 0.2 else len(message)
        sent += frame(message[:cut], fin=cut == len(message))
        if chance.random() < 0.2:
            sent += frame(b"", Opcode.PONG)
        if cut < len(message):
            sent += frame(message[cut:], Opcode.CONT)
    while sent:
        size = chance.choice((len(sent), 1, 2, 6, 7, 8, 40, 41, 42, 100))
        raw.send(sent[:size])
        sent = sent[size:]
    answers = [raw.answer() for _ in range(30)]
    assert [answer["t"] for answer in answers] == ["ok"] * 30
    assert [int(str(answer["id"])) for answer in answers] == [*range(30)]


def test_frames_that_come_whole_are_read_between_pings_and_long_messages(raw: Raw) -> None:
    """Each in a packet of its own, as most clients send them."""
    for number in range(20):
        if number % 3 == 0:
            raw.send(frame(b"%d" % number, Opcode.PING))
            assert raw.next() == (Opcode.PONG, b"%d" % number)
        if number % 5 == 0:
            raw.send(frame(ping(100, 10_000)))
            assert raw.answer()["id"] == "100"
        raw.send(frame(ping(number)))
        answer = raw.answer()
        assert (answer["t"], answer["id"]) == ("ok", str(number))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b'{"t":"ping","id":"\xff"}'), 1007),
        (frame(ping(1), mask=False), 1002),
        (bytes((0xC1,)) + frame(ping(1))[1:], 1002),
        (frame(ping(1), fin=False) + frame(ping(2)), 1002),
        (frame(b"y" * 20_000), 1009),
    ],
    ids=["no UTF-8", "no mask", "a reserved bit", "a text in a text", "too long"],
)
def test_what_is_no_frame_ends_the_connection_with_its_code(raw: Raw, data: bytes, code: int) -> None:
    """Also after frames that were read without a detour; a good one before it is answered."""
    raw.send(frame(ping(0)))
    assert raw.answer()["t"] == "ok"
    raw.send(data)
    opcode, payload = raw.next()
    assert (opcode, int.from_bytes(payload[:2], "big")) == (Opcode.CLOSE, code)


def test_a_line_and_the_answer_to_who_asked_for_it_go_out_in_that_order(raw: Raw) -> None:
    """A goodbye of the client is answered with one, and nothing comes after it."""
    raw.send(frame(ping(0)) + frame((1000).to_bytes(2, "big"), Opcode.CLOSE) + frame(ping(1)))
    heard = [raw.next()]
    while heard[-1][0] != Opcode.CLOSE:
        heard.append(raw.next())
    assert b'"id":"1"' not in b"".join(payload for _, payload in heard)
