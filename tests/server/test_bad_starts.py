"""Servers that can't start: each says why in one line."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa

from lastcard.commands import main
from lastcard.server.errors import StartError
from lastcard.server.log.store import Store
from tests.server.harness import (
    Server,
    room,
    run,
    sqlite_url,
)
from tests.services import free_port

# --- servers that can't start ---------------------------------------------------------------------------------------


def _start_in_vain(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The one line that is said by a server that can't start."""
    assert main(["serve", "--host", "127.0.0.1", *options]) == 2
    shown = capsys.readouterr()
    lines = [line for line in shown.err.splitlines() if line]
    assert len(lines) == 1
    assert lines[0].startswith("lastcard serve: ")
    assert "Traceback" not in shown.out + shown.err
    return lines[0]


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With what can be done about it."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = _start_in_vain(capsys, "--port", str(port), "--database", sqlite_url(tmp_path))
    assert f"port {port}" in said
    assert "--port" in said


def test_a_port_that_can_not_be_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Beyond the largest one."""
    assert "0 to 65535" in _start_in_vain(capsys, "--port", "70000", "--database", sqlite_url(tmp_path))


def test_a_file_in_use_by_another_server_is_said(capsys: pytest.CaptureFixture[str], sqlite_server: Server) -> None:
    """And the other server goes on."""
    said = _start_in_vain(capsys, "--port", "0", "--database", sqlite_server.database)
    assert "in use by another server" in said

    async def test() -> None:
        async with room(sqlite_server) as here:
            await here.create()

    run(test)


def test_a_file_is_free_again_whichever_thread_closes_it(tmp_path: Path) -> None:
    """And not before."""
    url = sqlite_url(tmp_path)
    store = Store(url)
    with pytest.raises(StartError, match="in use by another server"):
        Store(url)
    closing = threading.Thread(target=store.close)
    closing.start()
    closing.join()
    Store(url).close()


def test_a_lock_that_can_not_be_written_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It is not taken for a server that runs."""
    url = sqlite_url(tmp_path)
    Path(f"{url.removeprefix('sqlite:///')}.lock").mkdir()
    assert "can't be opened: Is a directory" in _start_in_vain(capsys, "--port", "0", "--database", url)


def test_a_folder_that_can_not_be_written_to_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Here it is a file, which stops even root."""
    (tmp_path / "file").write_text("no folder")
    said = _start_in_vain(capsys, "--port", "0", "--database", f"sqlite:///{tmp_path / 'file' / 'tables.db'}")
    assert "can't be opened" in said


def test_a_file_that_is_no_database_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And left as it was."""
    file = tmp_path / "tables.db"
    file.write_text("Dear diary, " * 1000)
    assert "not a database" in _start_in_vain(capsys, "--port", "0", "--database", sqlite_url(tmp_path))
    assert file.read_text().startswith("Dear diary")


def test_a_database_of_a_newer_version_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Instead of being damaged."""
    store = Store(sqlite_url(tmp_path))
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    assert "newer version" in _start_in_vain(capsys, "--port", "0", "--database", sqlite_url(tmp_path))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--database", "mysql://me@there/cards"), "not supported"),
        (("--database", "tables.db"), "no database address"),
        (("--database", "sqlite://"), "name a file"),
        (("--database", "sqlite:///x.db", "--redis", "redis://localhost"), "need a PostgreSQL"),
    ],
)
def test_an_address_that_is_none_is_said(
    capsys: pytest.CaptureFixture[str], options: Sequence[str], words: str
) -> None:
    """With what to write instead."""
    assert words in _start_in_vain(capsys, "--port", "0", *options)


def test_a_postgresql_that_is_not_there_is_said(tmp_path: Path) -> None:
    """In one line with the exit code 2, and without the password."""
    command = [
        sys.executable,
        "-m",
        "lastcard",
        "serve",
        "--port",
        "0",
        "--database",
        f"postgresql://me:pass-word@127.0.0.1:{free_port()}/cards",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert "can't be used" in lines[0]
    assert "refused" in lines[0]
    assert "pass-word" not in done.stderr + done.stdout
