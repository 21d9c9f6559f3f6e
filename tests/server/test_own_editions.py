"""Editions from a folder at live tables: offered, played with bots over real sockets, recorded and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lastcard import read_record
from lastcard.commands import main
from lastcard.editions import load_edition, registry
from tests.server.harness import Server, begin, refused, room, run, sqlite_url
from tests.server.turns import play_out

HARBOUR = Path(__file__).resolve().parents[1] / "data" / "harbour.toml"
TEXT = HARBOUR.read_text("utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an edition."""
    place = tmp_path_factory.mktemp("editions")
    (place / "harbour.toml").write_text(TEXT, "utf-8")
    return place


@pytest.fixture(scope="module")
def harbour_server(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Server]:
    """A server that offers it."""
    with Server(sqlite_url(tmp_path_factory.mktemp("tables")), "--editions", str(folder)) as server:
        yield server


def test_an_edition_of_a_folder_is_offered_like_a_printed_one(harbour_server: Server) -> None:
    """In the list, with all its cards, and at the start of the server."""

    async def test() -> None:
        async with room(harbour_server) as here:
            listed = (await here.http.get("/api/editions")).json()["editions"]
            assert [one["id"] for one in listed][-2:] == ["flip-transformers", "harbour"]
            told = (await here.http.get("/api/editions/harbour")).json()
            assert (told["title"], told["faces"][0]["colors"]) == ("Harbour", ["navy", "sand", "coral"])
            assert told["settings"]["target"] == 150

    run(test)
    assert "Editions of your own: Harbour." in harbour_server.log


def test_an_edition_of_a_folder_is_played_with_bots_recorded_and_replayed(
    harbour_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two people and two bots, over sockets, to the end; then its record, its proof and its replay are there."""
    monkeypatch.setattr(registry, "_known", {})
    load_edition(HARBOUR)

    async def test() -> None:
        async with room(harbour_server) as here:
            guests = await here.table_of(2, start=False, settings={"scoring": "hand"}, public=True)
            host = guests[0]
            await host.ask("change", seats=4, edition="harbour", settings={"scoring": "hand"})
            for seat, level in ((2, "simple"), (3, "newcomer")):
                await host.ask("bot", seat=seat, level=level)
            for guest in guests:
                await guest.seen(await host.ask("ping"))
            await begin(guests)
            assert host.view["edition"] == "harbour"
            public = (await here.http.get("/api/tables")).json()["tables"]
            assert [one["edition"] for one in public if one["code"] == host.code] == ["harbour"]
            await play_out(guests)
            text = (await here.http.get(f"/api/tables/{host.code}/record")).text
            assert read_record(text).over
            (tmp_path / "record.txt").write_text(text, "utf-8")
            assert main(["verify", str(tmp_path / "record.txt"), "--edition", str(HARBOUR)]) == 0
            replay = (await here.http.get(f"/api/tables/{host.code}/replay", params={"eyes": "open"})).json()
            assert (replay["edition"], replay["setup"]["edition"]) == ("harbour", "harbour")

    run(test)


@pytest.mark.parametrize("name", ["docks", str(HARBOUR), "../harbour.toml"])
def test_a_client_can_not_name_a_file(harbour_server: Server, name: str) -> None:
    """An edition that the server does not offer is refused, whether or not there is such a file."""

    async def test() -> None:
        async with room(harbour_server) as here:
            answer = await refused(here.create(edition=name[:40]))
            assert answer.code == "bad-setup"
            assert answer.say.startswith(f"there is no edition {name[:40]!r:.40} on this server; there are classic")
            host = await (await here.create()).enter()
            assert (await refused(host.ask("change", edition=name[:40]))).code == "bad-setup"
            tried = await here.http.post("/api/rules", json={"edition": name[:40], "rule": "custom-1"})
            assert tried.json()["code"] == "not-found"

    run(test)


@pytest.mark.parametrize("change", ["gone", "changed"])
def test_a_table_whose_edition_is_gone_or_changed_is_refused_and_comes_back_with_it(
    tmp_path: Path, change: str
) -> None:
    """Its game is not read by other rules, and nothing is lost."""
    place = tmp_path / "editions"
    place.mkdir()
    file = place / "mine.toml"
    file.write_text(TEXT, "utf-8")
    codes: list[str] = []

    async def begun(server: Server) -> None:
        async with room(server) as here:
            host = await (await here.create(edition="harbour", seats=2, seat=0, fill="simple")).enter()
            await begin([host])
            codes.append(host.code)

    async def refused_now(server: Server) -> None:
        async with room(server) as here:
            answer = await here.http.get(f"/api/tables/{codes[0]}")
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-setup")
            assert (
                "'harbour', an edition that the server does not have any more, or that has changed"
                in answer.json()["say"]
            )
            await here.create()

    async def back(server: Server) -> None:
        async with room(server) as here:
            answer = await here.http.get(f"/api/tables/{codes[0]}")
            assert (answer.status_code, answer.json()["phase"]) == (200, "playing")

    database = sqlite_url(tmp_path)
    with Server(database, "--editions", str(place)) as server:
        run(lambda: begun(server))
        server.stop()
    file.write_text(TEXT.replace("draws 3", "draws 2"), "utf-8")
    with Server(database, *(("--editions", str(place)) if change == "changed" else ())) as server:
        run(lambda: refused_now(server))
        server.stop()
    file.write_text(TEXT.replace("Three colours", "Still three colours"), "utf-8")
    with Server(database, "--editions", str(place)) as server:
        run(lambda: back(server))


# --- servers that can't start ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (
            {"a.toml": TEXT.replace("copies = 4", "copys = 4", 1)},
            "a.toml: light.face[0]: found the key 'copys'; did you mean copies?",
        ),
        (
            {"a.toml": TEXT, "b.toml": TEXT.replace("draws 3", "draws 2")},
            "b.toml: its id is 'harbour', which is that of another edition, from",
        ),
        (
            {"a.toml": TEXT.replace('"harbour"', '"house"')},
            "a.toml: its id is 'house', which is that of a printed edition",
        ),
        ({"notes.txt": "nothing"}, "has no edition file, which would end in .toml"),
    ],
)
def test_a_file_that_is_not_right_stops_the_start(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    files: dict[str, str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one line that names the file and its fault, and exit code 2."""
    monkeypatch.setattr(registry, "_known", {})
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    options = ("--host", "127.0.0.1", "--port", "0", "--database", sqlite_url(tmp_path), "--editions", str(tmp_path))
    assert main(["serve", *options]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if line]
    assert len(said) == 1
    assert said[0].startswith("lastcard serve: --editions: ")
    assert words in said[0]
