"""Tables that stand just where a test wants them, over sockets with everybody come in; and reading what they tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import httpx

from lastcard.game import Game
from tests.browser.staging import Policy, Staged, habit, stage
from tests.browser.wanted import Wanted, asked, cards_in_hand, leads_to, liable
from tests.server.harness import PATIENCE, Guest, Room, Server

SILENT = habit(calls=0.0)
"""Nobody calls or catches on the way."""

LEAVES_ONE = cards_in_hand(0, 2) & asked(0) & leads_to(asked(1) & liable(0), "0 play number")
"""Ann can leave one card with a number, after which it is Bob's turn."""


def staged_at(
    database: str,
    players: int,
    wanted: Wanted | Callable[[Game], bool],
    *,
    edition: str = "classic",
    policy: Policy | None = SILENT,
    **more: Any,
) -> Staged:
    """A table at which everybody is a person and something is so."""
    more.setdefault("people", players)
    return stage(database, edition, players, wanted, policy=policy, **more)


async def come_in(here: Room, staged: Staged, urls: Sequence[str] = ()) -> list[Guest]:
    """Everybody opens a socket, each at the server of this address if there are several; by seat."""
    guests = []
    for i, (_, sitter) in enumerate(sorted(staged.people.items())):
        guest = here.with_token(staged.code, sitter.token, sitter.person)
        if urls:
            guest.url = urls[i % len(urls)]
        guests.append(await guest.enter())
    for guest in guests:
        await guest.seen(guests[-1].number)
    return guests


async def ann_forgets(here: Room, staged: Staged, urls: Sequence[str] = ()) -> list[Guest]:
    """Ann has played her next-to-last card without a word, as everybody saw."""
    guests = await come_in(here, staged, urls)
    number = await guests[0].move(f"play {staged.playable(0, 'number')}")
    for guest in guests:
        await guest.seen(number)
        assert guest.view["liable"] == [0]
    return guests


def kinds(told: dict[str, Any]) -> list[str]:
    """What happened in a line."""
    return [event["kind"] for event in told.get("events", ())]


def figure(node: Server, name: str) -> float:
    """One of a node's figures."""
    lines = httpx.get(node.url + "/metrics", timeout=PATIENCE).text.splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith((name + " ", name + "{")))
