"""What a seat may not know never reaches it (see-5): every byte sent is rebuilt from what its receiver may know.

Games of every edition are played over real sockets, and every frame is kept. Afterwards
the log is replayed beside a second, independent account of who may know which face
(`knowledge.py`), and each frame must be just what that account yields.
"""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import pytest

from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from tests.server.following import is_line
from tests.server.harness import Guest, Refused, Room, Server, room, run
from tests.server.players import SEED, Crowd, Player, read_log, told_lines
from tests.server.rebuilding import Rebuilt
from tests.server.secrecy import Secrets

OPTIONS: dict[str, Any] = {"pace": 0.01, "uno_grace": 0.1, "away_grace": 30, "clock": 60}
LATE: dict[str, Any] = {**OPTIONS, "watching": "delayed", "delay": 1}
LINES = 200
"""How many lines each table plays at least."""
MOST_LINES = 3000
"""By then everything must have happened that is waited for."""

GRACE: dict[str, Any] = {**OPTIONS, "uno_grace": 0.6, "pace": 0.02}
"""Catches wait for a while, and bots take long enough for others to act out of turn."""

WAITS = "a catch that waits"
"""Something to be seen that is no event: only its presser is told."""

PLAYED: dict[str, tuple[list[dict[str, Any]], set[str]]] = {
    "classic": (
        [
            {"people": 3, "seats": 3, "watchers": 1},
            {
                "people": 2,
                "seats": 4,
                "watchers": 1,
                "options": LATE,
                "settings": {"scoring": "lowest", "target": 60, "uno": "ask"},
            },
        ],
        {"challenged", "showed", "called", "drew", "reshuffled"},
    ),
    "classic party": (
        [
            {
                "people": 2,
                "seats": 4,
                "watchers": 1,
                "options": GRACE,
                "settings": {"preset": "party", "teams": True, "must_play": "drawn"},
            }
        ],
        {"stacked", "jumped", "swapped", "hands-moved", WAITS},
    ),
    "house": (
        [
            {"people": 3, "seats": 3, "watchers": 1, "settings": {"custom": ["custom-7", "custom-7", "custom-8"]}},
            {
                "people": 2,
                "seats": 3,
                "watchers": 1,
                "options": LATE,
                "settings": {"custom": ["custom-9", "custom-10", "custom-5"]},
            },
            {
                "people": 2,
                "seats": 2,
                "watchers": 1,
                "settings": {"custom": ["custom-1", "custom-2", "custom-6"], "bluffing": False},
            },
            {
                "people": 3,
                "seats": 3,
                "watchers": 1,
                "settings": {"custom": ["everyone else gives 1 to player"] * 3},
            },
        ],
        {"swapped", "hands-open", "hands-closed", "discarded", "voted", "dared", "notice", "showed", "gave"},
    ),
    "flip": (
        [
            {"people": 3, "seats": 3, "watchers": 1},
            {
                "people": 2,
                "seats": 3,
                "watchers": 1,
                "options": LATE,
                "settings": {"scoring": "hand", "pairing": "fixed"},
            },
        ],
        {"flipped", "challenged", "showed", "reshuffled"},
    ),
    "flip party": (
        [{"people": 3, "seats": 4, "watchers": 1, "settings": {"preset": "party", "uno": "ask"}}],
        {"flipped", "swapped", "stacked", "jumped"},
    ),
    "flip-marvel": (
        [{"people": 4, "seats": 4, "watchers": 1}, {"people": 2, "seats": 2, "watchers": 1, "options": LATE}],
        {"flipped", "discarded", "challenged"},
    ),
    "flip-transformers": (
        [
            {"people": 3, "seats": 3, "watchers": 1, "settings": {"scoring": "points"}},
            {"people": 2, "seats": 3, "watchers": 1, "options": LATE},
        ],
        {"flipped", "won-duel", "showed", "discarded", "chose"},
    ),
}
"""For each edition its tables, and what must have happened at them to make the proof worth something.

The rules of the people have tables of their own, for races too.
"""


# --- playing --------------------------------------------------------------------------------------


async def play(server: Server, here: Room, name: str) -> Crowd:
    """The tables of an edition, played until enough has happened."""
    tables, wanted = PLAYED[name]
    edition, crowd = name.partition(" ")[0], Crowd()
    for i, table in enumerate(tables):
        code = await crowd.seat(here, where=lambda: server.url, edition=edition, **{"options": OPTIONS, **table})
        crowd.players[code].append(Player(await here.join(code, "Eve"), lambda: server.url))  # a name, but no seat
        for player in crowd.players[code]:
            player.eager = 0.25 if i == 0 and tables[1:] else 0.7  # hands grow, and the draw pile is used up
            player.calls = WAITS not in wanted
    crowd.begin()
    seen: set[str] = set()
    read = least = 0
    while least < MOST_LINES:
        await crowd.further(10)
        least = min(player.guest.number for player in crowd.everybody())
        if least > LINES:
            fresh = [len(player.guest.told) for player in crowd.everybody()]
            if sum(fresh) > read:
                seen |= {
                    event["kind"]
                    for player in crowd.everybody()
                    for told in player.guest.told
                    for event in told.get("events", ())
                }
                seen |= {WAITS for player in crowd.everybody() if player.again}
                read = sum(fresh)
            if seen >= wanted:
                break
        if read == 0:
            await ask_http(here, crowd)
    assert seen >= wanted, f"never seen: {wanted - seen}"
    await crowd.end()
    return crowd


HTTP: dict[str, list[tuple[int, str]]] = {}
"""By table, what HTTP answered while the game went on, and the last number seen then."""


async def ask_http(here: Room, crowd: Crowd) -> None:
    """Ask for everything that HTTP has about the tables."""
    for code, players in crowd.players.items():
        of_table = [
            f"/api/tables/{code}{path}" for path in ("", "/record", "/replay", "/replay?eyes=0&game=1", "/invitation")
        ]
        for path in (*of_table, "/api/tables", "/metrics"):
            answer = await here.http.get(path)
            HTTP.setdefault(code, []).append((players[0].guest.number, answer.text + str(answer.headers)))


def check_secrets(lines: list[e.Line], players: list[Player], said: list[str], code: str) -> None:
    """No token, digest or node's name is in anything sent.

    What the shuffle is made of only after the game, mixes only with the deal.
    """
    secrets = Secrets(lines, code)
    secrets.never |= {player.guest.token for player in players if player.guest.token}
    for player in players:
        for text in player.guest.frames:
            message = json.loads(text)
            secrets.check(text, message["n"] if is_line(message) or message["t"] == "welcome" else -math.inf)
    for number, text in HTTP[code]:
        secrets.check(text, number + 20)  # sockets may lag a little behind
    for text in said:
        secrets.check(text, -math.inf)


def check_delay(guest: Guest, lines: list[e.Line], delay: int) -> None:
    """A late spectator gets nothing younger than the delay."""
    assert guest.heard
    for number, heard in guest.heard.items():
        assert heard * 1000 >= lines[number - 1].at + delay - 20, f"line {number} came too early"
    first = json.loads(guest.frames[0])
    began = min(guest.heard.values()) * 1000
    assert first["n"] == 1 or lines[first["n"] - 1].at + delay <= began


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYED)
def test_every_byte_sent_is_built_from_what_its_receiver_may_know(sqlite_server: Server, name: str) -> None:
    """Seats, spectators and late spectators get exactly the messages that the rules of knowledge yield.

    No secret is in any.
    """

    async def test() -> None:
        print(f"LASTCARD_SEED={SEED}")  # noqa: T201 - shown if it fails
        async with room(sqlite_server) as here:
            crowd = await play(sqlite_server, here, name)
        for code, players in crowd.players.items():
            lines = read_log(sqlite_server.database, code)
            created = lines[0].entry
            assert isinstance(created, e.Created)
            late = created.setup.options.watching == "delayed"
            rebuilt = Rebuilt(lines, code)
            for player in players:
                assert rebuilt.check(player.guest, late=late) > 100
                if late and player.guest.person is None:
                    check_delay(player.guest, told_lines(lines), created.setup.options.delay * 1000)
            assert rebuilt.compared > 100
            assert rebuilt.tried > 100
            check_secrets(lines, players, list(sqlite_server.log), code)
            assert bool(rebuilt.pressed) == any(player.again for player in players)

    run(test, 600)


def test_guessing_the_back_of_an_own_card_tells_nothing(sqlite_server: Server) -> None:
    """Whether a guess is right or wrong, and whosever card it is, the refusal is the same."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            guests: list[Guest] = []
            while not guests or guests[0].view["side"] == "dark":  # a first card that flips everything leaves no secret
                guests = await here.table_of(2, edition="flip", options={"clock": None, "uno_grace": 0})
            tried = 0
            while tried < 6:
                asked = next(guest for guest in guests if guest.asked)
                tried += await guess(sqlite_server, asked, guests)
                await asked.move(asked.moves()[-1] if asked.moves()[-1] != "uno" else asked.moves()[0])
                await asyncio.gather(*(guest.seen(asked.number) for guest in guests))

    run(test)


async def guess(server: Server, asked: Guest, guests: list[Guest]) -> int:
    """Try all backs for the cards of both hands; for how many cards it was done."""
    table = Table(0, asked.code)
    table.fold(read_log(server.database, asked.code))
    assert table.game is not None
    side = 0 if table.game.side == "light" else 1
    backs = [face.text for face in table.game.edition.sides[1 - side].faces]
    done = 0
    for guest in guests:
        assert guest.seat is not None
        hand = table.game.hands[guest.seat]
        known = [card for card in guest.view["hand"] if "?" not in card]
        fronts = {card.face(side) for card in hand} - {card.split("|")[side] for card in known}
        for front in sorted(fronts)[:2]:
            true = [card.face(1 - side) for card in hand if card.face(side) == front]
            says = set()
            for back in [*true, *backs[::7]]:
                faces = (front, back) if side == 0 else (back, front)
                with pytest.raises(Refused) as refused:
                    await guest.move("play " + "|".join(faces))
                says.add((refused.value.code, refused.value.rule, refused.value.say.replace("|".join(faces), "*")))
            assert len(says) == 1, says
            done += 1
    return done
