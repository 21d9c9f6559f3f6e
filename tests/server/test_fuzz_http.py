"""Random and broken requests over HTTP: always an answer, never a failure, and the next table plays on unharmed."""

from __future__ import annotations

import contextlib
import socket
from typing import Any
from urllib.parse import urlsplit

import httpx
from hypothesis import given
from hypothesis import strategies as st

from tests.server.documented import codes_of_address
from tests.server.harness import PATIENCE, Server
from tests.server.test_fuzz_server import bystander, check_unharmed, few

# --- HTTP ------------------------------------------------------------------------------------------


def test_the_description_of_the_http_part_is_kept(fuzzed: Server) -> None:
    """Schemathesis asks for everything that the description allows and much that it does not.

    All answers are as described.
    """
    import schemathesis  # takes a second, which every worker would spend that only collects this
    from schemathesis import checks

    checks.load_all_checks()
    wanted = [
        checks.not_a_server_error,
        *(check for check in checks.CHECKS.get_all() if check.__name__ in {
            "status_code_conformance", "content_type_conformance", "response_headers_conformance",
            "response_schema_conformance",
            "negative_data_rejection", "unsupported_method",
        }),
    ]  # fmt: skip
    assert len(wanted) == 7
    host = httpx.post(fuzzed.url + "/api/tables", json={"name": "Ann", "fill": "simple"}, timeout=PATIENCE).json()
    schema = schemathesis.openapi.from_url(fuzzed.url + "/api/openapi.json")
    asked = 0

    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]

        @few
        @given(operation.as_strategy(), st.booleans())
        def ask(case: Any, real: bool) -> None:
            nonlocal asked
            if real and "code" in (case.path_parameters or {}):
                case.path_parameters["code"] = host["table"]
            token = {"Authorization": f"Bearer {host['token']}"} if real else {}
            response = case.call(timeout=PATIENCE, headers=token)
            case.validate_response(response, checks=wanted)
            if response.status_code >= 400 and response.request.method in {"GET", "POST"}:
                known = codes_of_address(case.operation.method.upper(), case.operation.path)
                assert response.json()["code"] in known, f"{response.request.url}: {response.text}"
            asked += 1

        ask()
    assert asked >= 100
    check_unharmed(fuzzed)


def raw(server: Server, request: bytes) -> bytes:
    """Send bytes, and what came back until the server closed or fell silent."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(65_536):
                answer += part
    return answer


def get(path: str, headers: str = "", method: str = "GET", body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    return f"{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n".encode("latin-1") + body


PATHS = [
    "/api/tables/%00", "/api/tables/A%00AAAA", "/api/tables/A%2fB%2fC", "/api/tables/%2e%2e%2f", "/api/tables/../../x",
    "/api/tables/%ff%fe%fd",
    "/api/tables/%ED%A0%80AAA", "/api/tables/" + "A" * 10_000, "/api/tables/%", "/api/tables/%zz",
    "/api/tables//people", "/api/tables/AAAAAA/record?game=%00",
    "/api/tables/AAAAAA/record?game=99999999999999999999", "/api/tables/AAAAAA/record?game=-1",
    "/api/tables/A%00AAAA/record", "/api/tables/%F0%9F%98%80AAAAA/record",
    "/api/editions/%00", "/api/editions/..%2fflip", "/api/editions/flip%2f", "/assets/..%2f..%2fnode.py",
    "/assets/%2e%2e/node.py", "/assets/%00", "/assets/" + "a" * 5000,
    "/assets/", "/assets", "/..%2fnode.py", "/%2e%2e", "/%00", "/" + "a" * 5000, "/%ff", "/help/%00", "/t/%00/replay",
    "/api/tables/AAAAAA/replay?eyes=%00&from=-1", "/api/tables/AAAAAA/lines?from=%00", "/api/tables/%00/lines",
    "/api/tables/AAAAAA/invitation", "/t/%00", "/t/%2f", "//", "*", "/../../etc/passwd", "/%", "?",
    "/api/tables?" + "a=b&" * 5000, "/ws", "/ws/", "/metrics/%00", "/api/openapi.json%00",
]  # fmt: skip


def test_broken_http_is_refused_and_harms_nobody(fuzzed: Server) -> None:
    """Bad paths, methods, headers, bodies and upgrades get an answer below 500, or the connection is closed."""
    json_type = "Content-Type: application/json\r\n"

    def post(path: str, body: bytes, headers: str = json_type) -> bytes:
        return get(path, f"{headers}Content-Length: {len(body)}\r\n", "POST", body)

    bodies = [
        b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe\xfd", b'{"name": "\xc3("}', b'{"name": "\\ud800"}',
        b'{"name": 1}', b'{"name": "Ann", "name": "Bob", "x": 1}',
        b'{"name": "Ann", "settings": {"history": true}}', b'{"name": "Ann", "settings": {"custom": [' + b"[" * 3000,
        b"[" * 10_000, b'{"name": "Ann", "seats": 1e400}',
        b'{"name": "Ann", "seats": 4.0}', b'{"name": "Ann", "options": {"pace": 1e308}}',
        b'{"name": "Ann", "options": {"clock": 99999999999999999999999}}', b"x" * 1_000_000,
    ]  # fmt: skip
    methods = ("DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "HEAD", "PUT")
    types = ("", "Content-Type: text/plain\r\n", "Content-Type: application/xml\r\n", "Content-Type: \xff\r\n")
    origins = ("http://evil.example", "null", "http://[", "\xff")
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    requests = [
        *(get(path) for path in PATHS),
        *(get("/api/tables", method=method) for method in methods),
        *(get("/ws", method=method) for method in ("POST", "HEAD")),
        *(post("/api/tables", body) for body in bodies),
        *(post("/api/tables/AAAAAA/people", body) for body in bodies),
        *(post("/api/rules", body) for body in [*bodies, b'{"edition": "house", "rule": "' + b'\\"' * 900 + b'"}']),
        *(post("/api/tables", b'{"name": "Ann"}', headers) for headers in types),
        *(post("/api/tables", b'{"name": "Ann"}', json_type + f"Origin: {origin}\r\n") for origin in origins),
        get("/", "X-Long: " + "x" * 300_000 + "\r\n"),
        get("/", "".join(f"X-{i}: y\r\n" for i in range(3000))),
        get("/", "X-Null: a\0b\r\n"),
        get("/", "Content-Length: -1\r\n"),
        get("/api/tables", json_type + "Content-Length: 99999999999999999999\r\n", "POST", b"{}"),
        get("/api/tables", json_type + "Content-Length: 100\r\n", "POST", b'{"name"'),
        get("/api/tables", json_type + "Transfer-Encoding: chunked\r\n", "POST", b"zz\r\n{}\r\n0\r\n\r\n"),
        get("/api/tables", json_type + "Transfer-Encoding: chunked\r\n", "POST", b'5\r\n{"nam'),
        get("/api/tables", json_type + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "POST", b"0\r\n\r\n"),
        get("/ws", "Upgrade: websocket\r\n"),
        get("/ws", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 7\r\nSec-WebSocket-Key: x\r\n"),
        get("/ws", upgrade + "Origin: http://[\r\n"),
        get("/api/tables", upgrade),
        b"", b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n", b"\0" * 100, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]  # fmt: skip
    with bystander(fuzzed):
        for request in requests:
            answer = raw(fuzzed, request)
            if b"the page is not built" in answer:
                continue  # which is well said
            assert not answer or b"200" <= answer.split(b" ", 2)[1] < b"500", (
                f"{request!r:.150} was answered with {answer!r:.300}"
            )
            assert b"Traceback" not in answer


def test_a_body_may_not_be_too_large(fuzzed: Server) -> None:
    """A megabyte is refused with its code, and the connection still serves."""
    with httpx.Client(base_url=fuzzed.url, timeout=PATIENCE) as http:
        for _ in range(2):
            answer = http.post(
                "/api/tables", content=b'{"name": "' + b"x" * 1_000_000, headers={"content-type": "application/json"}
            )
            assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
        assert http.get("/healthz").json() == {"status": "ok"}
    check_unharmed(fuzzed)
