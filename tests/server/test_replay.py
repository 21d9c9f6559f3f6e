"""Stepping through a finished game: through whose eyes, how much at once, and never before the game is over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table.records import record_of
from lastcard.server.table.replays import MOST_STEPS, replay_of
from tests.server.by_hand import part_of
from tests.server.following import event_of
from tests.server.harness import Guest, Room, Server, begin, room, run
from tests.server.players import read_log, told_lines
from tests.server.rebuilding import Rebuilt, Viewer, difference
from tests.server.turns import play_out, play_until

QUICK: dict[str, Any] = {"scoring": "hand"}
CALM: dict[str, Any] = {"clock": None, "uno_grace": 0}
WHOLE = {"count": MOST_STEPS}


async def asked(here: Room, code: str, **wanted: Any) -> dict[str, Any]:
    """A replay that is granted."""
    answer = await here.http.get(f"/api/tables/{code}/replay", params=wanted)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def no(here: Room, code: str, **wanted: Any) -> tuple[int, str, str]:
    """A replay that is refused."""
    answer = await here.http.get(f"/api/tables/{code}/replay", params=wanted)
    told = answer.json()
    assert set(told) == {"code", "say"}
    return answer.status_code, told["code"], told["say"]


async def whole(here: Room, code: str, **wanted: Any) -> dict[str, Any]:
    """A game from its first to its last step, however many answers it takes."""
    told = await asked(here, code, **wanted, **WHOLE)
    while len(told["steps"]) < told["total"]:
        more = await asked(here, code, **wanted, **WHOLE, **{"from": len(told["steps"])})
        assert more["from"] == len(told["steps"])
        assert {**more, "from": 0, "steps": told["steps"]} == told
        told["steps"] += more["steps"]
    return told


def move_of(step: dict[str, Any], events: list[dict[str, Any]], side: str, entry: e.Entry) -> str:
    """A step's move as its viewer may know it, worked out from what the viewer was told."""
    if not isinstance(entry, e.Moved) or entry.seat < 0:
        return "deal"
    kind, *values = entry.move.split()[1:]
    if kind not in {"play", "discard"}:
        return " ".join([kind, *values])
    wanted = "played" if kind == "play" else "discarded"
    card = next(event["card"] for event in events if event["kind"] == wanted and event["seat"] == step["seat"])
    faces = card.split("|")
    return f"{kind} {faces[0 if len(faces) == 1 or side == 'light' else 1]}"


def check(told: dict[str, Any], rebuilt: Rebuilt, lines: list[e.Line], viewer: Viewer) -> None:
    """Every step is just what the rules of knowledge yield for its viewer."""
    lines = told_lines(lines)
    numbers = [number for number, line in enumerate(lines, 1) if isinstance(line.entry, e.Started | e.Moved)]
    assert len(told["steps"]) == told["total"] == len(numbers)
    side = "light"
    for i, (step, number) in enumerate(zip(told["steps"], numbers, strict=True)):
        line, events = lines[number - 1], rebuilt.events[number - 1][viewer]
        of_table = {"telling", "catching"}
        view = {name: value for name, value in rebuilt.views[number - 1][viewer].items() if name not in of_table}
        view["moves"] = []
        how = line.entry.how if isinstance(line.entry, e.Moved) else "player"
        seat = line.entry.seat if isinstance(line.entry, e.Moved) else -1
        expected = {
            "seat": seat,
            "move": move_of(step, [event_of(event) for event in events], side, line.entry),
            "how": how,
            "at": line.at,
            "events": events,
            "view": view,
        }
        expected = json.loads(json.dumps(expected))
        assert json.dumps(step, sort_keys=True) == json.dumps(expected, sort_keys=True), (
            f"step {i} to {viewer!r}: {difference(step, expected)}"
        )
        kinds = {event[0] for event in events}
        assert (i in told["rounds"]) == ("dealt" in kinds)
        assert (i in told["flips"]) == ("flipped" in kinds)
        side = step["view"]["side"]


@pytest.mark.parametrize(
    ("edition", "settings", "seats"),
    [
        ("classic", {"target": 60}, 3),
        ("house", {"scoring": "hand", "custom": ["custom-7", "custom-8", "custom-5"]}, 3),
        ("flip", {"target": 80}, 3),
        ("flip-marvel", QUICK, 4),
        ("flip-transformers", QUICK, 3),
    ],
)
def test_every_step_is_told_as_its_viewer_might_know_it(
    sqlite_server: Server, edition: str, settings: dict[str, Any], seats: int
) -> None:
    """A seat, the public and open eyes get exactly what the rules of knowledge yield (see-5).

    They get the same from step to step.
    """

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(edition=edition, settings=settings, seats=seats, fill="simple")).enter()
            await begin([ann])
            await play_out([ann])
            lines = read_log(sqlite_server.database, ann.code)
            rebuilt = Rebuilt(lines, ann.code)
            viewers: list[tuple[str, Viewer]] = [
                ("open", "open"),
                ("public", None),
                *((str(seat), seat) for seat in range(seats)),
            ]
            for eyes, viewer in viewers:
                told = await whole(here, ann.code, eyes=eyes)
                check(told, rebuilt, lines, viewer)
                assert told["eyes"] == (viewer if isinstance(viewer, int) else eyes)
                assert told["names"] == [seat["name"] for seat in ann.table["seats"]]
                assert (told["game"], told["edition"]) == (1, edition)
                assert (told["setup"], told["custom"]) == (ann.table["setup"], ann.table["custom"])
            assert told["rounds"][0] == 0
            if edition.startswith("flip"):
                assert (await asked(here, ann.code, eyes="0", count=1))["steps"][0]["view"]["hands"] != (
                    await asked(here, ann.code, count=1)
                )["steps"][0]["view"]["hands"]

    run(test, 180)


def test_a_part_of_a_game_is_that_part_of_the_whole(sqlite_server: Server) -> None:
    """From any step, as many as are wanted; after the end there is nothing."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(settings=QUICK, seats=3, fill="simple")).enter()
            await begin([ann])
            await play_out([ann])
            game = await whole(here, ann.code)
            for first, count in ((0, 1), (1, 1), (3, 7), (game["total"] - 2, 5), (game["total"], 5), (999_999, 1)):
                part = await asked(here, ann.code, count=count, **{"from": first})
                assert part == {**game, "from": first, "steps": game["steps"][first : first + count]}
            assert len((await asked(here, ann.code))["steps"]) == min(100, game["total"])
            last = game["steps"][-1]
            assert last["view"]["asks"] == [-1, "game over"]
            assert [len(hand) for hand in last["view"]["left"]] == [len(hand) for hand in last["view"]["hands"]]
            assert game["steps"][0] | {"events": [], "view": {}} == {
                "seat": -1,
                "move": "deal",
                "how": "player",
                "at": game["steps"][0]["at"],
                "events": [],
                "view": {},
            }

    run(test)


BAD = [
    *({"eyes": eyes} for eyes in ("", "2", "-1", "all", "OPEN", "1.0", "٣", "0" * 9)),
    *({"from": first} for first in ("", "-1", "x", "1000000", "1.5", "²")),
    *({"count": count} for count in ("", "0", "201", "-1", "x", "9" * 40)),
]


def test_what_makes_no_sense_is_refused_with_what_does(sqlite_server: Server) -> None:
    """Eyes that nobody has, and steps that can't be counted."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(settings=QUICK, seats=2, fill="simple")).enter()
            await begin([ann])
            await play_out([ann])
            for wanted in BAD:
                status, code, say = await no(here, ann.code, **wanted)
                assert (status, code) == (400, "bad-message"), wanted
                assert f"{next(iter(wanted))} is " in say
                assert "allowed: " in say
            for game in ("0", "2", "x", "-1", ""):
                assert (await no(here, ann.code, game=game))[:2] == (404, "no-game")
            assert (await no(here, "QQQQQQ"))[:2] == (404, "no-table")
            assert (await no(here, "x"))[:2] == (404, "no-table")

    run(test)


def test_a_game_that_goes_on_can_not_be_replayed(server: Server) -> None:
    """Not the first, not a rematch, whichever eyes and however it is asked; a finished one before it can."""

    async def test() -> None:
        async with room(server) as here:
            guests = await here.table_of(
                2, start=False, settings={"target": 250}, options=CALM
            )  # a single round may be over too soon
            code = guests[0].code
            assert (await no(here, code))[:2] == (404, "no-game")
            await begin(guests)
            await never(here, code, guests, 1)
            await play_out(guests)
            first = await whole(here, code)
            number = await guests[0].ask("rematch")
            for guest in guests:
                await guest.seen(number)
            assert await whole(here, code) == first
            await begin(guests)
            await never(here, code, guests, 2)
            assert await whole(here, code, game=1) == first
            await play_out(guests)
            second = await whole(here, code)
            assert second["game"] == 2
            assert second["steps"][0]["view"]["hands"] != first["steps"][0]["view"]["hands"]

    run(test)


async def never(here: Room, code: str, guests: list[Guest], game: int) -> None:
    """The game is refused from the deal on."""
    for after in (0, 4, 8):
        number = guests[0].number
        await play_until(
            guests,
            lambda number=number, after=after: guests[0].number >= number + after,  # type: ignore[misc]
        )
        for wanted in ({}, {"game": game}, {"eyes": "public"}, {"eyes": "0", "count": 1}, {"from": 999}):
            assert (await no(here, code, **wanted))[:2] == (409, "game-running")


def test_no_beginning_of_a_log_gives_a_game_away(sqlite_server: Server) -> None:
    """Cut after any line before the last move, neither record nor replay is told."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create(settings=QUICK, seats=2, fill="simple")).enter()
            await begin([ann])
            await play_out([ann])
            await ann.seen(await ann.ask("rematch"))
            lines = read_log(sqlite_server.database, ann.code)
            last = max(i for i, line in enumerate(lines) if isinstance(line.entry, e.Moved))
            for end in range(last + 1):
                for read in (lambda part: replay_of(part, "open", 0, 1), record_of):
                    with pytest.raises(RefusedError) as caught:
                        read(part_of(lines[:end]))
                    assert caught.value.code in {"no-game", "game-running"}
            for end in range(last + 1, len(lines) + 1):
                assert b'"total"' in replay_of(part_of(lines[:end], 1), "open", 0, 1)
                assert record_of(part_of(lines[:end], 1)) == record_of(part_of(lines))

    run(test)
