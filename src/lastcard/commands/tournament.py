"""`lastcard tournament`: every bot against every other, over editions and numbers of players."""

from __future__ import annotations

import argparse

from lastcard.commands.contest import add_contest, carry_out
from lastcard.commands.options import player_count


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "A round robin of all pairs of bots, for each edition and number of players; with more than two players each "
        "of a pair is once alone among the other's. Every deal is played from all seats, as in lastcard arena."
    )
    parser.epilog = (
        "examples:\n  lastcard tournament hard medium easy --games 200\n"
        "  lastcard tournament --editions classic,flip --players 2,4 sensible eager random --games 10000 "
        "--html cup.html"
    )
    parser.add_argument("--editions", default="classic", help="editions or files of them, a,b,c (default: classic)")
    parser.add_argument("--players", type=_counts, default=[2], help="numbers of players, such as 2,4 (default: 2)")
    add_contest(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report."""
    from lastcard.arena.plan import tournament_plan

    editions = list(dict.fromkeys(arguments.editions.split(",")))
    plan = tournament_plan(
        editions, arguments.players, arguments.bots, arguments.games, arguments.seed, arguments.setting
    )
    return carry_out(arguments, plan)


def _counts(text: str) -> list[int]:
    """Numbers of players, each once."""
    return sorted({player_count(word) for word in text.split(",")})
