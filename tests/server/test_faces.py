"""The face that a person chooses: everybody at the table is told its name, and it stays theirs."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import granting
from lastcard.server.table import requests as r
from lastcard.server.table.setup import Setup
from lastcard.server.table.showing import table_of
from lastcard.server.table.snapshot import snapshot_of, table_from
from tests.server.by_hand import add, lobby
from tests.server.harness import Server, refused, room, run


def worn(table: dict[str, Any]) -> list[str]:
    """The faces of the people, as a table tells them."""
    return [person["face"] for person in table["people"]]


def test_everybody_is_told_which_face_a_person_chose(server: Server) -> None:
    """Players and spectators at once, whoever comes later with the table, and none can be chosen again."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            eve = await here.watch(ann.code).enter()
            assert worn(ann.welcome["table"]) == [""]
            assert worn(bob.welcome["table"]) == ["", ""]
            number = await bob.ask("face", face="fox")
            for guest in (ann, bob, eve):
                await guest.seen(number)
                assert guest.told[-1]["what"] == {"t": "faced", "by": bob.person, "face": "fox"}
                assert worn(guest.table) == ["", "fox"]
            late = await here.watch(ann.code).enter()
            assert worn(late.welcome["table"]) == ["", "fox"]
            number = await bob.ask("face", face="")
            await ann.seen(number)
            assert worn(ann.table) == ["", ""]

    run(test)


def test_a_face_stays_when_its_person_goes_and_comes_back(server: Server) -> None:
    """Also in a game, and into the next one."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2)
            await bob.ask("face", face="cactus")
            await bob.drop()
            await bob.enter()
            assert worn(bob.welcome["table"]) == ["", "cactus"]
            await ann.drop()
            await ann.enter()
            assert worn(ann.welcome["table"]) == ["", "cactus"]

    run(test)


@pytest.mark.parametrize("face", ["Fox", "fox2", "a fox", "x" * 17, "füchse", "<b>", "fox\n", " ", "🦊", "fox/../owl"])
def test_what_is_no_name_of_a_face_is_refused(face: str) -> None:
    """It is 1 to 16 letters a to z and hyphens; that is said, and nothing is written."""
    table = lobby(2, Setup(seats=2))
    with pytest.raises(RefusedError) as caught:
        granting.grant(table, table.people[1], r.Face(id="a", face=face), table.at)
    assert caught.value.code == "bad-face"
    assert "1 to 16 letters a to z and hyphens" in str(caught.value)


@pytest.mark.parametrize("face", ["f", "fox", "snow-owl", "-", "x" * 16])
def test_any_short_name_is_taken_and_the_same_one_again_is_no_line(face: str) -> None:
    """Which faces there are is up to the page."""
    table = lobby(2, Setup(seats=2))
    asked = r.Face(id="a", face=face)
    entry = granting.grant(table, table.people[1], asked, table.at)
    assert entry == e.Faced(by=1, id="a", face=face)
    add(table, e.Faced(by=1, face=face))
    assert granting.grant(table, table.people[1], asked, table.at) is None
    assert granting.grant(table, table.people[2], r.Face(id="b", face=""), table.at) is None


def test_only_a_text_can_be_the_name_of_a_face(sqlite_server: Server) -> None:
    """Anything else is no message at all, and a bad name is answered in words."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create()).enter()
            no = await refused(ann.ask("face", face="Fox!"))
            assert no.code == "bad-face"
            assert "'Fox!'" in no.say
            assert (await refused(ann.ask("face", face=7))).code == "bad-message"

    run(test)


def test_snapshots_keep_faces() -> None:
    """A table that goes on from one shows the same."""
    table = lobby(2, Setup(seats=2))
    add(table, e.Faced(by=2, face="owl"))
    again = table_from(table.id, table.code, snapshot_of(table))
    assert again is not None
    assert worn(table_of(again)) == worn(table_of(table)) == ["", "owl"]
