"""The short clients of `clients/`, which know nothing but the protocol, play whole games as other people's programs."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from lastcard.editions import names
from tests.server.harness import Guest, Server, begin, room, run
from tests.server.turns import play_out

CLIENTS = Path(__file__).parents[2] / "clients"
PYTHON = [sys.executable, str(CLIENTS / "play.py")]
JAVASCRIPT = [str(shutil.which("node")), "--experimental-websocket", "--no-warnings", str(CLIENTS / "play.mjs")]
OPTIONS: dict[str, Any] = {"clock": None, "program_time": 60}
"""Nobody is hurried, so every answer is the program's own."""


async def seat(host: Guest, number: int, name: str, command: list[str]) -> asyncio.subprocess.Process:
    """Start a client with the token that the host got for it, and wait until it is at the table."""
    answer = await host.answer("program", seat=number, name=name)
    program = await asyncio.create_subprocess_exec(
        *command, host.url, host.code, answer["token"], stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    await host.until(lambda: any(p["id"] == answer["person"] and p["present"] for p in host.table["people"]))
    return program


@pytest.mark.parametrize("edition", names())
def test_two_short_clients_play_a_whole_game(sqlite_server: Server, edition: str) -> None:
    """One in Python and one in JavaScript, with a person: each decision of theirs is their own."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (
                await here.create(edition=edition, seats=3, settings={"scoring": "hand"}, options=OPTIONS)
            ).enter()
            programs = [await seat(ann, 1, "Python", PYTHON), await seat(ann, 2, "Script", JAVASCRIPT)]
            await begin([ann])
            await play_out([ann])
            for program in programs:
                told, _ = await program.communicate()
                assert (program.returncode, told.decode()) == (0, "")
            hows = {(line["what"]["seat"], line["what"].get("how")) for line in ann.told if is_move(line)}
            assert {(1, "program"), (2, "program")} <= hows
            assert not {(seat, how) for seat, how in hows if seat > 0 and how != "program"}

    run(test)


def is_move(line: dict[str, Any]) -> bool:
    """Whether a line is a move of somebody."""
    return bool(line.get("what", {}).get("t") == "moved")
