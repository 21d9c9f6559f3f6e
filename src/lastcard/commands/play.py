"""`lastcard play`: a game in the terminal."""

from __future__ import annotations

import argparse
import sys
from random import Random

from lastcard.commands.options import add_setting, player_count
from lastcard.errors import SettingsError


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = "Play in the terminal. You sit at seat 0 unless you say otherwise; bots have the other seats."
    parser.epilog = (
        "examples:\n  lastcard play\n  lastcard play --edition flip-marvel --players 4 --bot hard\n"
        "  lastcard play --players 4 --bot otto --bot hazel@expert --bot easy\n"
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
        help="a level: easy, medium, hard or expert; somebody in particular: pip, dot, bruno (easy), wilma, otto, "
        "fern, hazel (medium), rocco, mina, ivo (hard), sol, vega (expert), or otto@hard at another level; a player "
        "without habits: random, simple, sharp or search. Once for all bots, or once for each (default: medium)",
    )
    parser.add_argument("--name", default="You", help="your name (default: You)")
    parser.add_argument("--seed", help="any text; the same seed deals the same cards")
    parser.add_argument("--record", metavar="FILE", help="write the record of the game to a file at the end")
    add_setting(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play a game."""
    from lastcard.bots import seat_all
    from lastcard.editions import Settings, edition
    from lastcard.game import Game
    from lastcard.terminal import play

    players = arguments.players
    people = _people(arguments.people, players)
    bots = [seat for seat in range(players) if seat not in people]
    one = edition(arguments.edition)
    chosen = Settings.of(one, arguments.setting).chosen(one)  # none of them is a keyword that a game has besides
    game = Game(one, players, seed=arguments.seed, **chosen)
    bot_names = seat_all(_wishes(arguments.bot or ["medium"], len(bots)), Random(f"{game.key.hex()} seats"))
    sitting = dict(zip(bots, bot_names, strict=True))
    names = [_name(arguments.name, seat, people, sitting.get(seat, "")) for seat in range(players)]
    return play(game, people, bot_names, names, arguments.record, sys.stdin, sys.stdout)


def _people(text: str, players: int) -> list[int]:
    words = text.split(",")
    seats = sorted({int(word) for word in words if word.isascii() and word.isdigit()})
    if len(seats) != len(words) or any(seat >= players for seat in seats):
        msg = f"--people {text!r:.40}: allowed are seats from 0 to {players - 1}, each once, separated by commas"
        raise SettingsError(msg)
    return seats


def _wishes(given: list[str], bots: int) -> list[str]:
    """What is wished for each of the bots' seats."""
    if len(given) not in {1, bots}:
        msg = f"--bot is given {len(given)} times; once for all bots, or once for each of the {bots}"
        raise SettingsError(msg)
    return given if len(given) == bots else given * bots


def _name(own: str, seat: int, people: list[int], sitting: str) -> str:
    from lastcard.bots import character_of

    if seat in people:
        return own if seat == people[0] else f"Player {seat}"
    character = character_of(sitting)
    return f"Bot {seat}" if character is None else character.name
