"""How guests play in the tests: what they choose, one turn, and games until something is so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.server.harness import Guest, Refused


def eager(guest: Guest) -> str:
    """A move that gets rid of cards."""
    return _first_of(guest, "play")


def idle(guest: Guest) -> str:
    """A move that keeps cards."""
    return _first_of(guest, "draw", "pass", "accept", "done")


def _first_of(guest: Guest, *kinds: str) -> str:
    """The first legal move of these kinds, else the first one that is no call and no catch, else the first."""
    moves = guest.moves()
    wanted = [move for move in moves if move.split()[0] in kinds]
    quiet = [move for move in moves if move.split()[0] not in {"uno", "catch"}]
    return (wanted or quiet or moves)[0]


async def take_turn(guest: Guest, choose: Callable[[Guest], str] = eager) -> None:
    """Answer what the guest is asked, and wait until it has been told; nothing if somebody else was quicker."""
    looked_at = guest.view
    try:
        number = await guest.move(choose(guest), decision=guest.view["decision"])
    except Refused:
        if guest.view is looked_at:  # else things have changed: the next try looks anew
            raise
    else:
        await guest.seen(number)


async def play_until(
    guests: list[Guest],
    done: Callable[[], bool],
    choose: Callable[[Guest], str] = eager,
    **by_name: Callable[[Guest], str],
) -> None:
    """Play on, each guest by `choose` or by what is given for the name, until something is so or the game is over."""
    while True:
        number = max(guest.number for guest in guests)
        for guest in guests:
            await guest.seen(number)
        if done() or guests[0].table["phase"] != "playing":
            return
        teller = next((guest for guest in guests if guest.tells), None)
        asked = next((guest for guest in guests if guest.asked and guest.view["telling"] is None), None)
        if teller is not None:
            await teller.seen(await teller.ask("told"))
        elif asked is None:
            await asyncio.sleep(0.005)  # bots are thinking
        else:
            await take_turn(asked, by_name.get(asked.name.lower(), choose))


async def play_out(guests: list[Guest], choose: Callable[[Guest], str] = eager) -> None:
    """Play to the end of the game."""
    await play_until(guests, lambda: False, choose)
    assert guests[0].table["phase"] == "over"


async def play_first(guest: Guest) -> int | None:
    """Make the first legal move if the guest is asked; the number of its line."""
    if not guest.asked or not guest.moves():
        return None
    try:
        return await guest.move(guest.moves()[0], decision=guest.view["decision"])
    except Refused as refused:
        if refused.code in {"stale", "illegal-move"}:
            return None
        raise


def chair_of(guest: Guest, seat: int) -> tuple[int | None, str | None, bool]:
    """Whose a seat is, which bot has it, and whether a bot stands in."""
    chair = guest.table["seats"][seat]
    return chair["person"], chair["bot"], chair["stand_in"]
