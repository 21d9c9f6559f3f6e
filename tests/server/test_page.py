"""The page: which address gives which file, and how long it may be kept.

Also what an old page can notice, and the link for friends.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from lastcard.commands import serve
from lastcard.server.config import Config, Limits
from lastcard.server.edge import addresses
from lastcard.server.edge.pages import ADDRESSES, NOT_BUILT, Page
from tests.server.harness import Room, refused, run, serving, sqlite_url

INDEX = (
    '<!doctype html><html><head><script src="/early.js"></script>'
    '<script type="module" crossorigin src="/assets/index-Ab12.js"></script></head></html>'
)
SCRIPT = "console.log('a page');\n" * 200
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small built page."""
    built = tmp_path / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(INDEX)
    (built / "sw.js").write_text("// a worker")
    (built / "manifest.webmanifest").write_text("{}")
    (built / "icon-192.png").write_bytes(b"\x89PNG" + bytes(2000))
    (built / "assets" / "index-Ab12.js").write_text(SCRIPT)
    (tmp_path / "secret.txt").write_text("secret")
    return built


def config(folder: Path, **more: Any) -> Config:
    """A server with this page and its own database."""
    return Config(
        **{
            "host": "127.0.0.1",
            "database": sqlite_url(folder.parent),
            "page": folder,
            "limits": Limits(rate=0, sockets=0, tables=0, solo=0, joins=0),
            **more,
        }
    )


async def get(here: Room, path: str, **headers: str) -> httpx.Response:
    """What a client gets that takes everything as it is unless it says otherwise."""
    return await here.http.get(path, headers={"accept-encoding": "identity", **headers})


@pytest.mark.parametrize("address", ["/", "/new", "/t/K7QM2X", "/t/K7QM2X/replay", "/help", "/help/flip", "/daily"])
def test_every_address_of_the_page_gives_the_page(folder: Path, address: str) -> None:
    """It is asked for again each time, and told to have not changed if it has not."""

    async def test() -> None:
        async with serving(config(folder)) as here:
            answer = await get(here, address)
            assert (answer.status_code, answer.text) == (200, INDEX)
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"].startswith("text/html")
            again = await get(here, address, **{"if-none-match": answer.headers["etag"], "accept-encoding": "gzip"})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["cache-control"] == "no-cache"
            assert "content-encoding" not in again.headers
            wrong = await here.http.post(address)
            assert (wrong.status_code, wrong.json()["code"]) == (405, "method")

    run(test)


def test_the_addresses_are_those_of_the_page() -> None:
    """A new one needs a line above."""
    assert len(ADDRESSES) == 8


def test_files_with_a_digest_are_kept_for_good_and_others_are_asked_for_again(folder: Path) -> None:
    """Each under its own name, with its own type."""
    kept = "public, max-age=31536000, immutable"
    wanted = {
        "/assets/index-Ab12.js": (kept, "text/javascript"),
        "/sw.js": ("no-cache", "text/javascript"),
        "/icon-192.png": ("no-cache", "image/png"),
        "/manifest.webmanifest": ("no-cache", "application/manifest+json"),
    }

    async def test() -> None:
        async with serving(config(folder)) as here:
            for path, (keep, kind) in wanted.items():
                answer = await get(here, path)
                assert (answer.status_code, answer.content) == (200, (folder / path[1:]).read_bytes())
                assert answer.headers["cache-control"] == keep
                assert answer.headers["content-type"].startswith(kind)
                again = await get(here, path, **{"if-none-match": answer.headers["etag"]})
                assert (again.status_code, again.headers["cache-control"]) == (304, keep)

    run(test)


def test_a_browser_gets_the_page_where_there_is_nothing_and_a_program_gets_json(folder: Path) -> None:
    """The page says so; under /api nothing is ever a page, and no file outside of the folder is given."""

    async def test() -> None:
        async with serving(config(folder)) as here:
            for path in (
                "/nothing",
                "/t/K7QM2X/more",
                "/assets/old.js",
                "/..%2fsecret.txt",
                "/assets/..%2f..%2fsecret.txt",
                "/assets/",
                "/%00",
                "/ws",
            ):
                page = await get(here, path, **BROWSER)
                assert (page.status_code, page.text) == (404, INDEX), path
                assert page.headers["cache-control"] == "no-cache"
                plain = await get(here, path)
                assert (plain.status_code, plain.json()["code"]) == (404, "not-found"), path
            for path in ("/api", "/api/nothing", "/api/editions/poker", "/api/tables/AAAAAA"):
                answer = await get(here, path, **BROWSER)
                assert answer.status_code == 404
                assert answer.json()["code"] in {"not-found", "no-table"}
            posted = await here.http.post("/nothing", headers=BROWSER)
            assert (posted.status_code, posted.json()["code"]) == (404, "not-found")

    run(test)


def test_large_answers_are_compressed_for_whoever_wants_it(folder: Path) -> None:
    """Scripts and data, not small ones and no pictures; the careful headers stand on each, and HEAD has no body."""

    async def test() -> None:
        async with serving(config(folder)) as here:
            for path, large in (
                ("/assets/index-Ab12.js", True),
                ("/api/editions/flip", True),
                ("/healthz", False),
                ("/icon-192.png", False),
                ("/sw.js", False),
            ):
                plain, packed = await get(here, path), await get(here, path, **{"accept-encoding": "gzip"})
                assert packed.content == plain.content
                assert packed.headers.get("content-encoding") == ("gzip" if large else None), path
                assert packed.headers.get("vary") == ("Accept-Encoding" if large else None)
                head = await here.http.head(path)
                assert (head.status_code, head.content) == (200, b"")
                for answer in (plain, packed, head):
                    assert answer.headers["x-content-type-options"] == "nosniff"
                    assert answer.headers["cache-control"] == plain.headers["cache-control"]
                    assert answer.headers["content-security-policy"].startswith("default-src 'self'; ")

    run(test)


def test_the_welcome_names_the_script_of_the_page(folder: Path) -> None:
    """As it is when somebody comes, also if it was built anew meanwhile; for people and for those who watch."""

    async def test() -> None:
        async with serving(config(folder)) as here:
            ann = await (await here.create()).enter()
            assert ann.welcome["page"] == "/assets/index-Ab12.js"
            (folder / "index.html").write_text(INDEX.replace("Ab12", "Cd34"))
            assert (await here.watch(ann.code).enter()).welcome["page"] == "/assets/index-Cd34.js"

    run(test)


@pytest.mark.parametrize(
    "index", ["", "<script>1</script>", '<script src="/assets/a.js"></script>', "<script type=module></script>"]
)
def test_an_index_without_a_module_has_no_script(folder: Path, index: str) -> None:
    """Only the entry of the page counts."""
    (folder / "index.html").write_text(index)
    assert Page(folder).script == ""


# --- without a built page -----------------------------------------------------------------------------------------


def test_without_a_page_the_rest_works_and_says_what_to_do(tmp_path: Path) -> None:
    """The addresses of the page say how it is built; tables can be made and played at."""
    nowhere = tmp_path / "page"

    async def test() -> None:
        async with serving(config(nowhere)) as here:
            for address in ("/", "/new", "/t/K7QM2X", "/help/flip"):
                answer = await get(here, address, **BROWSER)
                assert (answer.status_code, answer.text) == (503, NOT_BUILT + "\n")
                assert answer.headers["content-type"].startswith("text/plain")
            for address in ("/nothing", "/assets/index-Ab12.js", "/sw.js"):
                answer = await get(here, address, **BROWSER)
                assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
            ann = await (await here.create()).enter()
            assert "page" not in ann.welcome

    run(test)


def test_the_command_says_that_the_page_is_not_built(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing of it if it is."""
    serve._welcome(config(tmp_path / "nowhere"), 8470, browse=False)
    assert NOT_BUILT in capsys.readouterr().out
    serve._welcome(config(folder), 8470, browse=False)
    assert NOT_BUILT not in capsys.readouterr().out


# --- the link for friends -----------------------------------------------------------------------------------------


async def link(here: Room, code: str, **headers: str) -> Any:
    """The link that a client is told."""
    answer = await here.http.get(f"/api/tables/{code}/invitation", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["link"]


def test_an_invitation_has_the_address_that_its_reader_came_by(folder: Path) -> None:
    """With the code as it is written, and as a QR code: square, with its three corners."""

    async def test() -> None:
        async with serving(config(folder)) as here:
            ann = await here.create()
            assert (
                await link(here, ann.code.lower(), host="cards.example:81") == f"http://cards.example:81/t/{ann.code}"
            )
            assert await link(here, ann.code, host="[2001:db8::1]:81") == f"http://[2001:db8::1]:81/t/{ann.code}"
            assert await link(here, ann.code) == f"{here.url}/t/{ann.code}"
            assert await link(here, ann.code, **{"x-forwarded-proto": "https"}) == f"{here.url}/t/{ann.code}"
            qr = (await here.http.get(f"/api/tables/{ann.code}/invitation")).json()["qr"]
            assert {len(row) for row in qr} == {len(qr)}
            assert {cell for row in qr for cell in row} == {"0", "1"}
            assert qr[0][:8] == qr[-1][:8] == "11111110"
            assert qr[0][-8:] == "01111111"

    run(test)


def test_an_invitation_from_this_machine_has_its_address_in_the_network(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server listens to others and there is a network."""
    found: list[str | None] = ["192.0.2.7"]
    monkeypatch.setattr(addresses, "local_network", lambda: found[0])

    async def test() -> None:
        everywhere = "0.0.0.0"  # noqa: S104 - what a user may give
        async with serving(config(folder, host=everywhere)) as here:
            ann, port = await here.create(), here.url.rpartition(":")[2]
            for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", "[::1]", "my.localhost:7"):
                assert await link(here, ann.code, host=host) == f"http://192.0.2.7:{port}/t/{ann.code}"
            assert await link(here, ann.code, host="cards.example") == f"http://cards.example/t/{ann.code}"
            found[0] = None
            assert await link(here, ann.code, host=f"localhost:{port}") == f"http://localhost:{port}/t/{ann.code}"

    run(test)


def test_behind_a_proxy_the_link_has_the_scheme_that_the_proxy_tells(folder: Path) -> None:
    """And nothing else that it may say."""

    async def test() -> None:
        async with serving(config(folder, behind_proxy=True)) as here:
            ann = await here.create()
            for told, scheme in (("https", "https"), ("HTTPS", "https"), ("http", "http"), ("javascript", "http")):
                assert (
                    await link(here, ann.code, host="cards.example", **{"x-forwarded-proto": told})
                    == f"{scheme}://cards.example/t/{ann.code}"
                )

    run(test)


def test_an_invitation_is_refused_as_the_table_is(folder: Path) -> None:
    """Without a table, too often, and with a host that is none."""

    async def test() -> None:
        async with serving(config(folder, limits=Limits(rate=0, sockets=0, tables=0, joins=3))) as here:
            nothing = await here.http.get("/api/tables/QQQQQQ/invitation")
            assert (nothing.status_code, nothing.json()["code"]) == (404, "no-table")
            ann = await here.create()
            bad = await here.http.get(f"/api/tables/{ann.code}/invitation", headers={"host": 'a"><b>'})
            assert (bad.status_code, bad.json()["code"]) == (400, "bad-message")
            await here.http.get(f"/api/tables/{ann.code}/invitation")
            slow = await here.http.get(f"/api/tables/{ann.code}/invitation")
            assert (slow.status_code, slow.json()["code"]) == (429, "slow-down")
            assert (await refused(here.join(ann.code))).code == "slow-down"

    run(test)
