"""`lastcard perft`: count move sequences, as chess engines do, to compare engines and find bugs."""

from __future__ import annotations

import argparse

from lastcard.commands.options import add_known_editions, know_editions, whole

MAX_DEPTH = 30


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Count the sequences of DEPTH legal moves, of all seats, from a position. Draws come in the position's order."
    )
    parser.epilog = (
        'examples:\n  lastcard perft "classic hands=r1,g2/b3,y4 discard=r5 turn=0" 4\n'
        '  lastcard perft "flip hands=r1,gF/b3,y4 discard=r5 turn=0" 3 --divide\n'
        '  lastcard perft --edition mine.toml "mine hands=r1,g2/b3,y4 discard=r5 turn=0" 4'
    )
    parser.add_argument("position", metavar="POSITION", help="a position, as docs/notation.md describes")
    parser.add_argument("depth", type=whole(1, MAX_DEPTH), metavar="DEPTH", help=f"1 to {MAX_DEPTH}")
    add_known_editions(parser)
    parser.add_argument("--divide", action="store_true", help="also show the count below each first move")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the count."""
    from lastcard.game import Game

    know_editions(arguments.edition)
    game = Game.from_position(arguments.position)
    if arguments.divide:
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            print(f"{move}: {after.perft(arguments.depth - 1)}")
    print(game.perft(arguments.depth))
    return 0
