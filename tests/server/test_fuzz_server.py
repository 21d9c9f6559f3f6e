"""Random and nearly right frames and requests.

Always an answer, never a failure, and the next table plays on unharmed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from lastcard.editions.suggested import SUGGESTED
from lastcard.engine.kinds import MOVE_KINDS
from lastcard.server.errors import REFUSALS
from lastcard.server.table.fold import Table
from tests.server.documented import codes_of_request
from tests.server.following import ANSWERS, KINDS, VERSION, is_line
from tests.server.harness import FAST, PATIENCE, Room, Server
from tests.server.players import Crowd, check_log, check_table, read_log

MORE = int(os.environ.get("LASTCARD_FUZZ", "0"))
"""A factor for exploring with fresh randomness; 0 runs the same examples every time."""

few = settings(
    max_examples=25 * max(1, MORE),
    derandomize=not MORE,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

CLOSED_WELL = {1000, 1007, 1008, 1009, 1012, 1013}
"""The codes with which a server may close a socket on purpose."""


# --- a bystander -----------------------------------------------------------------------------------


@contextlib.contextmanager
def bystander(server: Server) -> Iterator[None]:
    """Somebody who plays at the same server all the while; at the end the server must not have failed at anything."""
    crowd = Crowd()
    ready, stop, wrong = threading.Event(), threading.Event(), []

    async def play() -> None:
        room = Room(server.url)
        await crowd.seat(room, 2, lambda: server.url, edition="flip", seats=3, options={**FAST, "away_grace": 30})
        for player in crowd.everybody():
            player.rest = 0.05
        crowd.begin()
        await crowd.further(5)
        ready.set()
        while not stop.is_set():
            crowd.check()
            await asyncio.sleep(0.05)
        await crowd.further(5)  # still playing
        await crowd.end()
        await room.close()

    def work() -> None:
        try:
            asyncio.run(play())
        except BaseException as error:  # noqa: BLE001 - told to the test
            wrong.append(error)
        ready.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield
    finally:
        stop.set()
        thread.join()
    if wrong:
        raise wrong[0]
    for code, players in crowd.players.items():
        check_table(server.database, code, players)
        assert all(not player.byes and len(player.visits) == 1 for player in players)
    check_unharmed(server)


def check_unharmed(server: Server) -> None:
    """The server has failed at nothing."""
    loud = [line for line in server.log if "Traceback" in line or '"level": "error"' in line]
    assert not loud, loud[0]
    figures = httpx.get(server.url + "/metrics", timeout=PATIENCE).text
    assert "\nlastcard_failures_total 0.0\n" in figures
    assert 'code="internal"' not in figures


# --- frames ----------------------------------------------------------------------------------------

TEXTS = [
    "", " ", "0", "-1", "r7", "W+4", "r7|tA", "?|?", "none", "red", "catch 1", "play", "deal", "simple", "flip",
    "house", "\0", "\x1b[31m",
    "\u202eabc", "é" * 50, "\U0001f600", "x" * 61, "x" * 5000, "../..", "' OR 1=1 --", "null", "AAAAAA", "\u017f" * 6,
    "K7QM2X",
]  # fmt: skip
NUMBERS = [0, 1, 2, 3, -1, 9, 10, 11, 127, 128, 255, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40, 0.5, -0.0, 1e308]
OTHERS: list[Any] = [None, True, False, [], {}, [[]], {"": {}}, ["custom-1"], {"t": "ping"}]
SETTINGS: dict[str, list[Any]] = {
    "uno": ["race", "ask", "auto", "x", 1],
    "scoring": ["points", "lowest", "hand", None],
    "target": [1, 500, 0, -1, 10**9, 10**30, "500", 1.5, True],
    "bluffing": [True, False, 0, "no"],
    "two_player_reverse": ["skip", "turn", []],
    "pairing": ["fixed", "shuffled", {}],
    "dealer": [None, 0, 1, 9, 10, -1, True, 10**20],
    "swap_hands": [True, False, 1],
    "custom": [
        [],
        list(SUGGESTED)[:3],
        ["custom-7"],
        ["custom-1"] * 4,
        ["custom-11"],
        [1],
        "custom-1",
        ["player draws 2"],
        ["x" * 3000],
        [[]],
        None,
    ],
    "history": [True, False],
    "seed": [1, "x"],
    "name": ["flip"],
    "players": [2],
    "self": [1],
    "": [""],
}


def any_value(rng: random.Random) -> Any:
    """Something that may or may not be what a field wants."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return rng.choice(OTHERS)
    if kind == 2:
        return {name: rng.choice(values) for name, values in SETTINGS.items() if rng.random() < 0.2}
    return rng.choice(TEXTS)


def valid(rng: random.Random) -> dict[str, Any]:
    """A message of the protocol that a client could well send."""
    move = rng.choice(
        [
            *MOVE_KINDS,
            "play r7",
            "play W+4",
            "color red",
            "target 1",
            "catch 1",
            "catch 0",
            "discard g1",
            "vote yes",
            "target none",
        ]
    )
    messages: list[dict[str, Any]] = [
        {"t": "move", "move": move, **({"decision": rng.randrange(9)} if rng.random() < 0.3 else {})},
        {"t": "sit", "seat": rng.randrange(4)},
        {"t": "stand"},
        {"t": "bot", "seat": rng.randrange(4), "level": rng.choice(["simple", "casual", "random", "strong"])},
        {"t": "clear", "seat": rng.randrange(4)},
        {"t": "remove", "person": rng.randrange(2, 5)},
        {
            "t": "change",
            "settings": {name: rng.choice(values) for name, values in SETTINGS.items() if rng.random() < 0.15},
        },
        {
            "t": "change",
            "edition": rng.choice(["classic", "house", "flip", "flip-marvel"]),
            "seats": rng.randrange(1, 6),
        },
        {
            "t": "change",
            "options": {
                "watching": rng.choice(["public", "delayed", "off"]),
                "delay": rng.choice([1, 3600, 0]),
                "pace": 0,
            },
        },
        {"t": "consent", "rules": rng.randrange(12)},
        {"t": "ready", "on": rng.random() < 0.8, "mix": rng.choice(["", "c0ffee", "0" * 64, "0", "xyz"])},
        {"t": "start", "mix": rng.choice(["", "c0ffee"])},
        {"t": "start"},
        {"t": "rematch"},
        {"t": "leave"} if rng.random() < 0.1 else {"t": "ping"},
        {"t": "chat", "text": rng.choice(TEXTS)},
        {"t": "react", "reaction": rng.choice(["wow", "laugh", "x"])},
        {"t": "mute", "person": rng.randrange(4), "on": rng.random() < 0.5},
        {"t": "hello", "v": VERSION},
        {"t": "why", "card": rng.choice(["r7", "W", "?", "r7|tA", "", "x" * 100, "\0"])},
    ]
    return {**rng.choice(messages), "id": f"f{rng.randrange(10**6)}"}


def mutated(message: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The message with a field lost, changed, or one too many."""
    kind, name = rng.randrange(5), rng.choice(list(message))
    if kind == 0:
        return {key: value for key, value in message.items() if key != name}
    if kind == 1:
        return {**message, rng.choice(["x", "T", "seat", "move", "", "id"]): any_value(rng)}
    if kind == 2:
        return {**message, "t": rng.choice(["", "PING", "event", "ok", "welcome", 1, None, rng.choice(TEXTS)])}
    return {**message, name: any_value(rng)}


def broken(text: str, rng: random.Random) -> str | bytes:
    """The text cut off, doubled, too deep or in the wrong letters."""
    cut = rng.randrange(len(text) + 1)
    choices: list[Callable[[], str | bytes]] = [
        lambda: text[:cut],
        lambda: text[cut:],
        lambda: text + text,
        text.encode,
        lambda: text[:cut].encode() + rng.randbytes(3),
        lambda: text.encode("utf-16"),
        lambda: text[:cut] + rng.choice(["\\ud800", "\\u0000", '"', "}", "NaN", "\ufeff", "\0", "1e999"]) + text[cut:],
        lambda: text.replace('"id": "', '"id": "\\ud83d'),
        lambda: '{"t": "change", "id": "deep", "settings": ' + '{"a":' * rng.choice([50, 1500]),
        lambda: '{"t": "change", "id": "deep", "settings": ' + '{"a":' * 900 + "1" + "}" * 901,
        lambda: "[" * rng.choice([10, 5000]) + "]" * 5000,
        lambda: '{"t": "chat", "id": "' + "x" * 15_000 + '"}',
        lambda: '{"t": "ping", "t": "ping", "id": "a", "id": "b"}',
    ]
    return rng.choice(choices)()


def frame_of(seed: int) -> str | bytes:
    """A frame: valid, nearly valid, or far from it."""
    rng = random.Random(seed)
    message, kind = valid(rng), rng.randrange(8)
    if kind < 3:
        return json.dumps(message)
    if kind < 6:
        return json.dumps(mutated(message, rng))
    return broken(json.dumps(message), rng)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=8
)  # fmt: skip
FRAMES = (
    st.integers(0, 2**48).map(frame_of)
    | st.integers(0, 2**48).map(frame_of)
    | JSON_VALUES.map(json.dumps)
    | st.text(max_size=40)
    | st.binary(max_size=40)
)


def check_code(frame: str | bytes, answer: dict[str, Any]) -> None:
    """A request is refused with nothing that the page of the protocol does not say of it."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return
    if answer["t"] == "no" and isinstance(message, dict):
        assert answer["code"] in codes_of_request(str(message.get("t"))), f"{frame!r:.200}: {answer}"


class Fuzzer:
    """A socket whose every frame must be answered."""

    def __init__(self, server: Server, table: str, hello: dict[str, Any] | None = None) -> None:
        self._open = contextlib.ExitStack()
        address = f"{server.url.replace('http', 'ws', 1)}/ws/{quote(table, safe='')}"
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, open_timeout=PATIENCE, close_timeout=PATIENCE, ping_interval=None)
        )
        self.probes = 0
        if hello is not None:
            assert self.enter(hello)

    def enter(self, hello: dict[str, Any]) -> bool:
        """Say hello; False if it was refused: removed, or nobody may watch any more."""
        self.socket.send(json.dumps({"t": "hello", "v": VERSION, **hello}))
        if self.read()["t"] == "welcome":
            return True
        self.close()
        return False

    def read(self) -> dict[str, Any]:
        """The next message, which must be one that the protocol knows."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        assert message["t"] in ANSWERS | KINDS
        if message["t"] in {"no", "bye"}:
            assert message["code"] in {*REFUSALS, "left", "changed"} - {"internal", "unavailable"}, message
            assert message["say"]
        return message

    def send(self, frame: str | bytes, *, text: bool | None = None) -> bool:
        """Send a frame and see that it is answered exactly once.

        False if the socket was closed, which must be for a reason.
        """
        self.probes += 1
        probe = f"probe-{self.probes}-{os.urandom(4).hex()}"
        answers: list[dict[str, Any]] = []
        with contextlib.suppress(ConnectionClosed):  # what was said before the end can still be read
            self.socket.send(frame, text=text)
            self.socket.send(json.dumps({"t": "ping", "id": probe}))
        closed: ConnectionClosed | None = None
        try:
            while not answers or answers[-1].get("id") != probe:
                message = self.read()
                if not is_line(message):
                    answers.append(message)
        except ConnectionClosed as end:
            closed = end
        kinds = [message["t"] for message in answers]
        if closed is None:
            assert kinds[:-1] in (["ok"], ["no"]), f"{frame!r:.200} was answered with {answers[:-1]}"
            check_code(frame, answers[0])
            return True
        assert closed.rcvd is not None, f"the socket was cut off after {frame!r:.200}"
        assert closed.rcvd.code in CLOSED_WELL, closed
        assert closed.rcvd.code in {1007, 1009} or kinds[-1:] == ["bye"], f"no goodbye after {frame!r:.200}: {answers}"
        return False

    def end(self) -> int:
        """Read until the server closes, and with which code it does."""
        try:
            while True:
                self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        """Go."""
        self._open.close()


T = TypeVar("T")


def examples(strategy: st.SearchStrategy[T], count: int) -> list[T]:
    """What Hypothesis thinks of, before anything is sent: it wants to be alone with its randomness."""
    found: list[T] = []

    @settings(few, max_examples=count * max(1, MORE))
    @given(strategy)
    def collect(value: T) -> None:
        found.append(value)

    collect()
    return found


def people_of(server: Server) -> tuple[str, list[dict[str, Any]]]:
    """A new table, the hellos of its host and of a guest, and that of a spectator."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        host = http.post(
            "/api/tables", json={"name": "Ann", "seats": 3, "fill": "simple", "edition": "house", "options": FAST}
        ).json()
        guest = http.post(f"/api/tables/{host['table']}/people", json={"name": "Bob"}).json()
    return host["table"], [{"token": seat["token"]} if seat else {} for seat in (host, guest, None)]


@pytest.mark.parametrize("start", [False, True], ids=["lobby", "game"])
def test_every_frame_is_answered_whatever_is_in_it(fuzzed: Server, start: bool) -> None:
    """Three sockets of a table send anything.

    Each frame gets one answer or a proper end, and the table's log can be folded.
    """
    codes: set[str] = set()
    plays = examples(st.lists(st.tuples(st.integers(0, 2), FRAMES), min_size=10, max_size=30), 40)
    with bystander(fuzzed):
        for frames in plays:
            code, hellos = people_of(fuzzed)
            codes.add(code)
            sockets: list[Fuzzer | None] = [Fuzzer(fuzzed, code, hello) for hello in hellos]
            if start and sockets[0]:
                assert sockets[0].send(json.dumps({"t": "consent", "id": "c", "rules": 1}))
                assert sockets[0].send(json.dumps({"t": "start", "id": "s"}))
            for who, frame in frames:
                one = sockets[who] or Fuzzer(fuzzed, code)
                if not sockets[who]:
                    sockets[who] = one if one.enter(hellos[who]) else None
                if sockets[who] and not one.send(frame):
                    sockets[who] = None
                    one.close()
            for left in sockets:
                if left:
                    left.close()
    for code in codes:
        lines = read_log(fuzzed.database, code)
        check_log(lines)
        Table(0, code).fold(lines)


def test_nothing_but_a_hello_opens_a_table(fuzzed: Server) -> None:
    """Whatever comes first, if it is no hello for a table there is, the server says why and closes the socket."""
    frames = [("AAAAAA", frame) for frame in examples(FRAMES, 60)]
    frames += [
        (table, json.dumps({"t": "hello", "v": VERSION, "token": token, "last": last, **more}))
        for table in ("AAAAAA", "A\0AAAA", "%", "ßßß", "AAAAAA\n")
        for token in (None, "", "x" * 100, "\0")
        for last, more in ((None, {}), (2**70, {}), (-1, {}), (0, {"v": 3}), (0, {"v": "2"}), (0, {"x": 1}))
    ]
    with bystander(fuzzed):
        for table, frame in frames:
            one = Fuzzer(fuzzed, table)
            assert not one.send(frame)
            one.close()


def test_frames_that_are_not_even_text_close_the_socket_with_the_right_code(fuzzed: Server) -> None:
    """Bytes that are no UTF-8 are 1007, a message that is too large 1009; a client can come back at once."""
    with bystander(fuzzed):
        host = httpx.post(fuzzed.url + "/api/tables", json={"name": "Ann", "fill": "simple"}, timeout=PATIENCE).json()
        hello = {"token": host["token"]}
        for frame, code in (
            (b"\xff\xfe{}", 1007),
            (b'{"t": "chat", "text": "\xc3("}', 1007),
            (b" " * 16_385, 1009),
            (b"x" * 1_000_000, 1009),
        ):
            one = Fuzzer(fuzzed, host["table"], hello)
            one.socket.send(frame, text=True)
            assert one.end() == code
            one.close()
        one = Fuzzer(fuzzed, host["table"], hello)
        assert one.send(" " * 16_000 + '{"t": "ping", "id": "a"}')
        one.close()


def test_whatever_id_a_client_gives_its_request_is_its_own(fuzzed: Server) -> None:
    """A request is known again by its id and its sender.

    No id is used up by what the server itself or somebody else did.
    """
    table, (host, guest, _) = people_of(fuzzed)
    ann, bob = Fuzzer(fuzzed, table, host), Fuzzer(fuzzed, table, guest)
    for number, id_ in enumerate(("sit", "bot-1", "bot-2", "start", "null", "0")):
        numbers = []
        for one in (ann, bob, bob):
            mute = {"t": "mute", "id": id_, "person": 2 if one is ann else 1, "on": number % 2 == 0}
            one.socket.send(json.dumps(mute))
            while is_line(answer := one.read()):
                pass
            assert (answer["t"], answer["id"]) == ("ok", id_)
            numbers.append(answer["n"])
        assert numbers[0] < numbers[1] == numbers[2], "only the second time is it the same request"
        assert numbers[0] > 6, "a line from before was taken for the answer"
    ann.close()
    bob.close()
