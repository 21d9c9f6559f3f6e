"""`lastcard simulate`: many random games on all cores."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from lastcard.commands.options import add_setting, player_counts, whole


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = "Play random games on all cores and show how long they are, who wins and with how many points."
    parser.epilog = (
        "examples:\n  lastcard simulate --edition classic --players 4 --games 10000\n"
        "  lastcard simulate --edition all --players 2-10 --any-settings --games 1000000 --check"
    )
    parser.add_argument("--edition", default="classic", help="an edition, its file, or all (default: classic)")
    parser.add_argument(
        "--players", type=player_counts, default=[2], help="2 to 10, or a range such as 2-10 (default: 2)"
    )
    parser.add_argument("--games", type=whole(1, 1_000_000_000), default=1000, help="how many (default: 1000)")
    parser.add_argument("--check", action="store_true", help="check the invariants after every move")
    parser.add_argument(
        "--policy", choices=("uniform", "eager", "sensible"),
        help="how all seats play: any legal move; any, but drawing only when they must; by habits of people "
        "(default: uniform, and eager where draw_until would let games last for ever)",
    )  # fmt: skip
    parser.add_argument("--any-settings", action="store_true", help="all kinds of settings, drawn at random")
    parser.add_argument("--seed", default="0", help="any text; the same seed plays the same games (default: 0)")
    add_setting(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report."""
    from tqdm import tqdm

    from lastcard.batch import simulate as simulation
    from lastcard.editions import Settings, edition, printed
    from lastcard.text.layout import check_deal

    games = arguments.games
    editions = [edition(name) for name in (printed() if arguments.edition == "all" else [arguments.edition])]
    for one in editions:
        settings = Settings.of(one, arguments.setting)
        for players in arguments.players:
            check_deal(one, settings, players)  # refuse before the progress bar
    batches = simulation.plan(
        editions, arguments.players, games, arguments.seed, arguments.setting, any_settings=arguments.any_settings
    )
    summary = simulation.Summary()
    begun = time.perf_counter()
    with tqdm(total=games, unit=" games", file=sys.stderr, mininterval=0.5) as bar:
        for batch, results in simulation.run(batches, checked=arguments.check, policy=arguments.policy):
            summary.add(batch, results)
            bar.update(len(results))
    for line in report(summary, time.perf_counter() - begun, checked=arguments.check):
        print(line)
    return 0


def report(summary: Any, seconds: float, *, checked: bool) -> list[str]:
    """The result as lines."""
    import numpy as np

    moves = np.concatenate(summary.moves)
    lines = [
        (
            f"{summary.games} games, {int(moves.sum())} moves in {seconds:.1f} s: "
            f"{summary.games / seconds:,.0f} games/s, {moves.sum() / seconds:,.0f} moves/s"
        ),
        _spread("moves a game", moves),
        _spread("rounds a game", np.concatenate(summary.rounds)),
        _spread("points of the winner", np.concatenate(summary.points)),
    ]
    for players, wins in sorted(summary.wins.items()):
        shares = "  ".join(f"{seat}: {count / max(1, sum(wins)):.1%}" for seat, count in enumerate(wins))
        lines.append(f"wins by seat, {players} players   {shares}")
    if checked:
        lines.append(f"{summary.games} games checked after every move: no violation")
    return lines


def _spread(name: str, values: Any) -> str:
    import numpy as np

    low, quarter, half, most, high = (int(x) for x in np.percentile(values, [1, 25, 50, 75, 99]))
    return f"{name:21} mean {values.mean():.1f}   1% {low}   25% {quarter}   50% {half}   75% {most}   99% {high}"
