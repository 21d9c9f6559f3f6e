"""How a server comes up, says where it is, and goes; what it never shows on the way; and who is only a guest there."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from lastcard.commands import main, parser
from lastcard.server.edge import addresses
from lastcard.server.errors import RefusedError, without_password
from lastcard.server.table.names import clean_name
from tests.server.harness import Refused, Room, Server, room, run, sqlite_url


async def _failures(here: Room) -> float:
    """How many errors of its own the server has counted."""
    found = re.search(r"^lastcard_failures_total (\S+)", (await here.http.get("/metrics")).text, re.MULTILINE)
    assert found is not None
    return float(found[1])


# --- starting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "nonsense", "postgres//cards:hunter2@127.0.0.1/cards", "postgresql://cards:hunter2@127.0.0.1:port/cards",
        "postgresql://cards:hunt@hunter2@127.0.0.1:port/cards", "mysql://cards:hunter2@127.0.0.1/cards",
    ],
)  # fmt: skip
def test_an_address_that_is_no_database_is_said_without_its_password(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line with the exit code 2, and with how one is written."""
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--database", address]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME" in said[0]
    assert "hunter2" not in said[0]


def test_only_what_may_be_a_password_is_left_out_of_an_address() -> None:
    """Where the server is can be shown."""
    assert without_password("redis://me:hunter2@there:1/0") == "redis://***@there:1/0"
    assert without_password("hunter2@there") == "***@there"
    assert without_password("redis://there:1/0") == "redis://there:1/0"


@pytest.mark.parametrize(
    "address",
    ["sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:?uri=true", "sqlite:///file:x?mode=memory&uri=true"],
)
def test_a_database_in_memory_is_refused_however_it_is_written(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every table would be lost; and nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--database", address]) == 2
    assert "would lose every table" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "option",
    [
        ("--port", "-1"),
        ("--rate", "nan"),
        ("--rate", "-1"),
        ("--sockets", "x"),
        ("--message", "1.5"),
        ("--log", "loud"),
        ("--nonsense",),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(option: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """With exit code 2 and the option's name."""
    assert main(["serve", *option]) == 2
    assert option[0] in capsys.readouterr().err


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with what it does."""
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    commands = next(action for action in parser("serve")._actions if isinstance(action, argparse._SubParsersAction))
    actions = commands.choices["serve"]._actions
    names = {name for action in actions for name in action.option_strings}
    assert names >= {
        *(
            "--host",
            "--port",
            "--database",
            "--redis",
            "--workers",
            "--origin",
            "--behind-proxy",
            "--open",
            "--log",
            "--sleep-after",
            "--archive-after",
        ),
        *("--rate", "--sockets", "--tables", "--solo", "--joins", "--lines", "--between", "--message"),
    }
    assert all(name in shown for name in names)
    assert all(action.help for action in actions)


# --- stopping, and floods ------------------------------------------------------------------------------


def test_a_flood_is_no_failure_of_the_server_and_ctrl_c_ends_in_order(tmp_path: Path) -> None:
    """A client that never stops talking is shown out and may come back; at the end everybody hears of the restart."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            with contextlib.suppress(Exception):  # the socket closes while we talk
                for number in range(20_000):
                    await ann.send_raw(json.dumps({"t": "ping", "id": f"{number}"}))
                    await asyncio.sleep(0.001)  # a flood need not come all at once
            await ann.until(lambda: ann.closed)
            assert ann.bye is not None
            assert ann.bye["code"] == "slow-down"
            assert ann.close_code == 1008
            await ann.enter()
            await asyncio.sleep(1)  # a new socket does not bring a new allowance
            assert await ann.ask("ping")
            assert await _failures(here) == 0
            assert await asyncio.to_thread(server.stop) == 0
            for guest in (ann, bob):
                await guest.until(lambda guest=guest: guest.closed)  # type: ignore[misc]
                assert guest.bye is not None
                assert guest.bye["code"] == "restart"
                assert guest.close_code == 1012

    with Server(sqlite_url(tmp_path), limits=("--rate", "5")) as server:
        run(test)
    assert server.log[-1] == "Stopped. Every table goes on at the next start."
    assert not [line for line in server.log if "Traceback" in line]


# --- guests ------------------------------------------------------------------------------------------------


def test_somebody_who_only_watches_can_ask_for_nothing_but_a_sign_of_life(sqlite_server: Server) -> None:
    """Every request is refused, and nobody hears of it."""
    wanted: list[tuple[str, dict[str, Any]]] = [
        ("move", {"move": "draw"}), ("move", {"move": "catch 0"}), ("sit", {"seat": 0}), ("bot", {"seat": 0}),
        ("remove", {"person": 1}),
        ("start", {}), ("leave", {}), ("chat", {"text": "hello"}), ("react", {"reaction": "wow"}),
        ("mute", {"person": 1}), ("rematch", {}),
    ]  # fmt: skip

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann, _bob = await here.table_of(2, options={"clock": None})
            eve = await here.watch(ann.code).enter()
            number = await ann.ask("ping")
            for kind, more in wanted:
                with pytest.raises(Refused) as caught:
                    await eve.ask(kind, **more)
                assert caught.value.code == "not-seated", kind
            assert await eve.ask("ping") == await ann.ask("ping") == number

    run(test)


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 21, "a\x00b", "a\x1bb", "\u200b", "\u202eevil", "a\u2067b", "\ud800", "a\ue000", "x" * 10_000],
)
def test_a_name_that_can_not_be_shown_is_refused(name: str) -> None:
    """Also one that turns the writing around, or is nothing but what can't be seen."""
    with pytest.raises(RefusedError) as caught:
        clean_name(name)
    assert caught.value.code == "bad-name"
    assert len(caught.value.say) < 200


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("x" * 20, "x" * 20),
        ("Zoe\u0308", "Zo\u00eb"),
        ("李小龍", "李小龍"),
        ("نور", "نور"),
        ("🐢", "🐢"),
        ("7", "7"),
    ],
)
def test_a_name_is_tidied_up(name: str, shown: str) -> None:
    """Spaces become one, letters whole; every writing is welcome."""
    assert clean_name(name) == shown


# --- where people find it ----------------------------------------------------------------------------------


def test_the_addresses_are_those_that_people_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for this machine, and one for the others if there is a network and the server listens to it."""
    monkeypatch.setattr(addresses, "local_network", lambda: "192.0.2.7")
    for everywhere in ("0.0.0.0", "::"):  # noqa: S104 - what a user may give
        assert addresses.addresses(everywhere, 8470) == ("http://localhost:8470", "http://192.0.2.7:8470")
    for own in ("127.0.0.1", "localhost"):
        assert addresses.addresses(own, 80) == (f"http://{own}:80", None)
    assert addresses.addresses("::1", 80) == ("http://[::1]:80", None)
    assert addresses.addresses("192.0.2.9", 80) == ("http://192.0.2.9:80", "http://192.0.2.9:80")
    monkeypatch.setattr(addresses, "local_network", lambda: None)
    assert addresses.addresses("0.0.0.0", 8470) == ("http://localhost:8470", None)  # noqa: S104 - what a user may give


def test_the_own_address_in_the_network_is_one_that_others_can_reach() -> None:
    """Or there is none."""
    found = addresses.local_network()
    assert found is None or re.fullmatch(r"(?!127\.)[0-9]+(\.[0-9]+){3}", found)


def test_the_qr_code_is_square_and_made_of_half_blocks() -> None:
    """Each line has two rows of the code, with a margin around it."""
    code = addresses.qr_code("http://192.0.2.7:8470")
    lines = [line for line in (re.sub("\x1b\\[[0-9;]*m", "", line) for line in code.splitlines()) if line]
    assert set("".join(lines)) <= set(" ▀▄█")
    width = len(lines[0])
    assert {len(line) for line in lines} == {width}
    assert len(lines) == (width + 1) // 2
    assert code != addresses.qr_code("http://192.0.2.7:8471")
