"""The shuffle that nobody has to be trusted with: shown before, revealed after, and checked with `lastcard verify`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lastcard.checks.fairness import Shuffle, commitment_of
from lastcard.commands import main
from lastcard.game import Game
from tests.server.harness import Server, refused, room, run
from tests.server.turns import play_out

MIXES = ("c0ffee", "0123456789abcdef" * 4)


def test_the_cards_come_from_what_was_shown_before_the_deal(server: Server) -> None:
    """The commitment in the lobby is that of the secret and salt revealed after the game.

    Nothing reveals them sooner.
    """

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False, settings={"scoring": "hand"}, options={"clock": None})
            noted = bob.table["commitment"]
            assert re.fullmatch("[0-9a-f]{64}", noted)
            assert (await here.http.get(f"/api/tables/{ann.code}")).json()["commitment"] == noted
            await bob.ask("ready", mix=MIXES[1])
            assert not any(MIXES[1] in frame for frame in ann.frames), "a mix is told only after all are in"
            number = await ann.ask("start", mix=MIXES[0])
            for guest in (ann, bob):
                await guest.seen(number)
            first = ann.view
            assert ann.table["mixes"] == list(MIXES)
            running = len(ann.frames)
            await play_out([ann, bob])
            table = bob.table
            assert (
                table["commitment"]
                == noted
                == commitment_of(bytes.fromhex(table["secret"]), bytes.fromhex(table["salt"]))
            )
            assert not any(
                table["secret"] in frame or table["salt"] in frame
                for frame in ann.frames[:running] + ann.frames[running:-3]
            )
            shuffle = Shuffle(
                bytes.fromhex(table["secret"]), bytes.fromhex(table["salt"]), tuple(bytes.fromhex(mix) for mix in MIXES)
            )
            dealt = Game("classic", 2, seed=shuffle.key, scoring="hand")
            assert [card.text for card in dealt.view(0).hand] == first["hand"]

    run(test)


def test_a_mix_that_was_given_stays(server: Server) -> None:
    """A second one is refused and none leaves it alone; so what a player noted down is in the shuffle."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            await bob.ask("ready")
            await bob.ask("ready", mix="aa")
            twin = await here.twin(bob).enter()
            assert (await refused(twin.ask("ready", mix="bb"))).code == "bad-mix"
            await bob.ask("ready", mix="AA")
            await bob.ask("ready", on=False)
            await bob.ask("ready")
            await ann.ask("ready", mix="cc")
            assert (await refused(ann.ask("start", mix="dd"))).code == "bad-mix"
            await bob.seen(await ann.ask("start"))
            assert bob.table["mixes"] == ["cc", "aa"]

    run(test)


def test_a_mix_is_forgotten_with_the_seat_and_with_a_change(server: Server) -> None:
    """Then another one may be sent; and a seat gets nobody else's."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            await bob.ask("ready", mix="aa")
            await bob.ask("stand")
            await bob.ask("sit", seat=1)
            await bob.ask("ready", mix="bb")
            await ann.ask("change", settings={"target": 100})
            await bob.ask("ready")
            await bob.seen(await ann.ask("start", mix="cc"))
            assert bob.table["mixes"] == ["cc", ""]

    run(test)


def test_the_record_verifies_after_the_game_and_can_not_be_had_before(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`lastcard verify` finds the noted commitment and everybody's own randomness in it.

    A rematch has a record of its own.
    """
    noted: list[str] = []
    file = tmp_path / "game.txt"

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False, settings={"scoring": "hand"}, edition="flip")
            address = f"/api/tables/{ann.code}/record"
            none = await here.http.get(address)
            assert (none.status_code, none.json()["code"]) == (404, "no-game")
            for game in (1, 2):
                noted.append(ann.table["commitment"])
                await bob.ask("ready", mix=MIXES[1])
                number = await ann.ask("start", mix=MIXES[0])
                for guest in (ann, bob):
                    await guest.seen(number)
                for wanted in (address, f"{address}?game={game}"):
                    running = await here.http.get(wanted)
                    assert (running.status_code, running.json()["code"]) == (409, "game-running")
                await play_out([ann, bob])
                if game == 1:
                    await ann.seen(await ann.ask("rematch"))
            answer = await here.http.get(f"{address.lower().replace('/api/tables', '/api/tables')}?game=1")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/plain")
            assert ann.code in answer.headers["content-disposition"]
            file.write_text(answer.text)
            last = await here.http.get(address)
            assert last.text == (await here.http.get(f"{address}?game=2")).text != answer.text
            for wrong in ("0", "3", "x", "-1", "9" * 9):
                missing = await here.http.get(f"{address}?game={wrong}")
                assert (missing.status_code, missing.json()["code"]) == (404, "no-game")

    run(test)
    assert (
        main(["verify", str(file), "--commitment", noted[0], "--mix", f"0={MIXES[0]}", "--mix", f"1={MIXES[1]}"]) == 0
    )
    shown = capsys.readouterr().out
    assert "FAILED" not in shown
    assert "Commitment is the one you noted" in shown
    assert "Mixes has your randomness at seat 1" in shown
    assert main(["verify", str(file), "--commitment", noted[1]]) == 1
    assert main(["verify", str(file), "--mix", "1=c0ffee"]) == 1
    assert main(["replay", str(file)]) == 0
