"""`lastcard play`: a game in the terminal."""

from __future__ import annotations

import argparse
import sys

from lastcard.commands.options import add_setting, player_count
from lastcard.errors import SettingsError


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = "Play in the terminal. You sit at seat 0 unless you say otherwise; bots have the other seats."
    parser.epilog = (
        "examples:\n  lastcard play\n  lastcard play --edition flip-marvel --players 4 --bot random\n"
        "  lastcard play --players 4 -s preset=party -s teams=true\n"
        '  lastcard play --edition house -s \'custom=["custom-8","custom-10"]\' --record game.txt'
    )
    parser.add_argument(
        "--edition", default="classic",
        help="which edition (default: classic), see lastcard editions; or a file with one of your own, mine.toml",
    )  # fmt: skip
    parser.add_argument("--players", type=player_count, default=3, help="2 to 10 (default: 3)")
    parser.add_argument("--people", default="0", help="the seats of people, for example 0 or 0,2 (default: 0)")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        help="search (thinks ahead), sharp, simple, casual, newcomer or random, strongest first; "
        "once for all bots, or once for each (default: simple)",
    )
    parser.add_argument("--name", default="You", help="your name (default: You)")
    parser.add_argument("--seed", help="any text; the same seed deals the same cards")
    parser.add_argument("--record", metavar="FILE", help="write the record of the game to a file at the end")
    add_setting(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play a game."""
    from lastcard.editions import Settings, edition
    from lastcard.game import Game
    from lastcard.terminal import play

    players = arguments.players
    people = _people(arguments.people, players)
    bots = [seat for seat in range(players) if seat not in people]
    bot_names = arguments.bot or ["simple"]
    if len(bot_names) not in {1, len(bots)}:
        msg = f"--bot is given {len(bot_names)} times; once for all bots, or once for each of the {len(bots)}"
        raise SettingsError(msg)
    one = edition(arguments.edition)
    chosen = Settings.of(one, arguments.setting).chosen(one)  # none of them is a keyword that a game has besides
    game = Game(one, players, seed=arguments.seed, **chosen)
    names = [_name(arguments.name, seat, people) for seat in range(players)]
    return play(game, people, bot_names, names, arguments.record, sys.stdin, sys.stdout)


def _people(text: str, players: int) -> list[int]:
    words = text.split(",")
    seats = sorted({int(word) for word in words if word.isascii() and word.isdigit()})
    if len(seats) != len(words) or any(seat >= players for seat in seats):
        msg = f"--people {text!r:.40}: allowed are seats from 0 to {players - 1}, each once, separated by commas"
        raise SettingsError(msg)
    return seats


def _name(own: str, seat: int, people: list[int]) -> str:
    if seat == people[0]:
        return own
    return f"Player {seat}" if seat in people else f"Bot {seat}"
