"""Our bots in RLCard's UNO, by its rules and its observation; and RLCard's agents in our arena, by the booklet.

Every deal is played twice with the seats exchanged, and is the unit of the 95 % intervals, on both sides alike.
`rlcard_seats` has the words in between.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rlcard_seats import ACTIONS, Agent, OurAgent, rlcard_agent, seed_rlcard

from lastcard.arena.figures import Interval, share
from lastcard.arena.plan import arena_plan
from lastcard.arena.results import results
from lastcard.arena.run import Run
from lastcard.bots import bot

HERE = Path(__file__).resolve().parent
SEARCH = "search@1000"
FILES = {"random": "rlcard_random.py", "uno-rule-v1": "uno_rule_v1.py"}
"""RLCard's agents as bots of the arena."""
MATCHES = (
    ("uno-rule-v1", "random"),
    *((name, other) for other in FILES for name in ("simple", "sharp", SEARCH)),
)
PUBLISHED = {"uno-rule-v1": 54.5, "DeepSARSA": 57, "DMC": 60, "PPO": 60}
"""What others say that an agent wins of 100 games against RLCard's random one."""
SLOWER = 3
"""Of so many deals, search plays one."""
APART = 1_000_000
"""How far the deals of two seeds are apart."""
LIMIT = 60.0
"""Seconds that an agent may think: more than any does, so that a busy machine changes no result."""

Match = Callable[[str, str, int, int], Interval]
"""Plays one bot against another, so many deals from a seed: the share of games that the first wins."""


def agent(name: str, seed: int) -> Agent:
    """A player in RLCard's environment."""
    return rlcard_agent(name) if name in FILES else OurAgent(bot(name, seed))


def environment() -> Any:
    """RLCard's UNO for two."""
    import rlcard
    from rlcard.games.uno.utils import ACTION_LIST

    assert tuple(ACTION_LIST) == ACTIONS, "this RLCard numbers its actions in another way"
    return rlcard.make("uno")


def won(env: Any, agents: list[Agent], seed: int) -> int:
    """Play one game; the seat that won it."""
    env.seed(seed)
    state, seat = env.reset()
    while not env.is_over():
        one = agents[seat]
        state, seat = env.step(one.step(state), one.use_raw)
    return int(env.get_payoffs().argmax())


def in_environment(one: str, two: str, deals: int, seed: int) -> Interval:
    """The share of games that one agent wins against another in RLCard's environment."""
    env, agents = environment(), [agent(one, seed), agent(two, seed + 1)]
    seed_rlcard(seed)
    total = squares = 0
    for deal in range(deals):
        first = won(env, agents, seed * APART + deal) == 0
        second = won(env, agents[::-1], seed * APART + deal) == 1
        total += first + second
        squares += (first + second) ** 2
    return share(deals, total, squares, 2)


def in_arena(one: str, two: str, deals: int, seed: int) -> Interval:
    """The same in our arena; a fault of an agent is an error of ours."""
    names = [str(HERE / FILES[name]) if name in FILES else name for name in (one, two)]
    run = Run(arena_plan("classic", 2, names, deals, str(seed), {}), workers=1, limit=LIMIT)
    run.check_bots()
    for _ in run.go():
        pass
    first, second = results(run).matches[0].bots
    for found in (first, second):
        if found.faults:
            msg = f"{found.name}: {found.first_fault}"
            raise RuntimeError(msg)
    return first.share


def table(title: str, play: Match, chosen: argparse.Namespace) -> None:
    """Play all matches that were chosen, a line each."""
    print(f"{title}\n\n{'bot':14}{'against':14}{'games':>8}{'wins':>10}{'95 %':>16}")
    for one, two in MATCHES:
        if chosen.bots and one not in chosen.bots.split(","):
            continue
        deals = max(2, chosen.games // SLOWER) if one == SEARCH else chosen.games
        found = play(one, two, deals, chosen.seed).times(100)
        between = f"{found.low:.1f} to {found.high:.1f}"
        print(f"{one:14}{two:14}{2 * deals:8,}{found.value:8.1f} %{between:>16}", flush=True)
    print()


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(description="Our bots in RLCard's UNO, and RLCard's agents in our arena.")
    parser.add_argument("--games", type=int, default=300, metavar="DEALS", help="deals of a match, each played twice")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same result")
    parser.add_argument("--only", choices=["environment", "arena"], help="one of the two tables")
    parser.add_argument("--bots", help="only matches of these, with commas, such as sharp,search@1000")
    chosen = parser.parse_args()
    if chosen.games < 2:
        parser.error("at least 2 deals are needed")
    if chosen.only != "arena":
        table("in RLCard's environment, by its rules", in_environment, chosen)
        said = ", ".join(f"{who} {wins:g} %" for who, wins in PUBLISHED.items())
        print(f"published by others, against random in this environment: {said}\n")
    if chosen.only != "environment":
        table("in our arena, classic by the booklet, single hands", in_arena, chosen)


if __name__ == "__main__":
    main()
