"""`lastcard arena`: bots against bots on duplicate deals."""

from __future__ import annotations

import argparse

from lastcard.commands.contest import add_contest, carry_out
from lastcard.commands.options import player_count


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Let bots play each other. Every deal is played from all seats in turn, so that luck with the cards cancels "
        "out. Two bots: the first against as many of the second as there are seats left; or one bot for each seat. "
        "Single hands (scoring=hand) with calls and catches in a fixed order (uno=ask), unless chosen with -s."
    )
    parser.epilog = (
        "examples:\n  lastcard arena simple medium --games 500\n"
        "  lastcard arena --edition flip --players 4 my_bot.py simple --games 2000 --html result.html\n"
        "  lastcard arena --players 3 sensible eager random --games 100000 -s preset=party\n"
        "  lastcard arena 'cmd:python3 my_program.py' simple --limit 2 --resume run.json"
    )
    parser.add_argument("--edition", default="classic", help="an edition, or the file of one (default: classic)")
    parser.add_argument("--players", type=player_count, default=2, help="2 to 10 (default: 2)")
    add_contest(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report."""
    from lastcard.arena.plan import arena_plan

    plan = arena_plan(
        arguments.edition, arguments.players, arguments.bots, arguments.games, arguments.seed, arguments.setting
    )
    return carry_out(arguments, plan)
