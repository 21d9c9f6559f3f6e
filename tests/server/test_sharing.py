"""Pages of other sites: those that are allowed can use the HTTP part, and no others."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.server.harness import PATIENCE, Server, sqlite_url

FRIEND, STRANGER = "https://cards.example", "https://evil.example"
QUESTION = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets the pages of one other site in."""
    with Server(sqlite_url(tmp_path_factory.mktemp("sharing")), "--origin", FRIEND + "/") as server:
        yield server


@pytest.fixture
def http(open_server: Server) -> Iterator[httpx.Client]:
    """A browser of sorts."""
    with httpx.Client(base_url=open_server.url, timeout=PATIENCE) as client:
        yield client


def shared(answer: httpx.Response) -> dict[str, str]:
    """What an answer says to browsers about other sites."""
    return {name: value for name, value in answer.headers.items() if name.startswith("access-control-")}


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/AAAAAA/people", "/api/rules", "/api/editions"])
def test_a_browser_is_told_that_a_page_may_ask(http: httpx.Client, path: str) -> None:
    """Before it sends JSON or a token for it."""
    answer = http.options(path, headers={"origin": FRIEND, **QUESTION})
    assert (answer.status_code, answer.content) == (204, b"")
    assert shared(answer) == {
        "access-control-allow-origin": FRIEND,
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "Authorization, Content-Type",
        "access-control-max-age": "600",
    }
    assert answer.headers["vary"] == "Origin"


def test_a_page_that_is_allowed_reads_all_answers(http: httpx.Client) -> None:
    """Refusals as well, with when to try again."""
    asked = {"origin": FRIEND}
    for answer, status in (
        (http.post("/api/tables", json={"name": "Ann"}, headers=asked), 201),
        (http.post("/api/tables", json={"name": ""}, headers=asked), 400),
        (http.get("/api/editions/classic", headers=asked), 200),
        (http.get("/api/tables/AAAAAA", headers=asked), 404),
        (http.get("/api/nothing", headers=asked), 404),
        (http.delete("/api/tables", headers=asked), 405),
    ):
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == FRIEND
        assert "Retry-After" in answer.headers["access-control-expose-headers"]
        assert "Origin" in answer.headers["vary"]


@pytest.mark.parametrize("origin", [STRANGER, "null", FRIEND + ".evil.example", "http://cards.example", ""])
def test_no_other_page_is_told_anything(http: httpx.Client, origin: str) -> None:
    """Nor is a table made for it; but no answer may be kept for the wrong site."""
    asked = {"origin": origin}
    question = http.options("/api/tables", headers={**asked, **QUESTION})
    assert (question.status_code, shared(question)) == (405, {})
    answer = http.get("/api/editions", headers=asked)
    assert (answer.status_code, shared(answer)) == (200, {})
    assert "Origin" in answer.headers["vary"]
    made = http.post("/api/tables", json={"name": "Eve"}, headers=asked)
    assert (made.status_code, shared(made)) == (403, {})


def test_only_the_http_part_is_shared(http: httpx.Client) -> None:
    """Figures, health and the page are not for other sites."""
    for path in ("/metrics", "/healthz", "/"):
        assert shared(http.get(path, headers={"origin": FRIEND})) == {}


def test_without_friends_nothing_is_shared(sqlite_server: Server) -> None:
    """As it is by default."""
    with httpx.Client(base_url=sqlite_server.url, timeout=PATIENCE) as http:
        assert shared(http.get("/api/editions", headers={"origin": FRIEND})) == {}
        assert http.options("/api/tables", headers={"origin": FRIEND, **QUESTION}).status_code == 405
