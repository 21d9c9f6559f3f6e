"""`lastcard analyse`: what each move of a position is worth, and what the others may hold."""

from __future__ import annotations

import argparse
import json

from lastcard.commands.options import add_known_editions, duration, know_editions, whole


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "For the seat that is asked in a position: how likely each of its moves wins the round, what the others may "
        "hold, and what the strongest bot would do. Only what the seat may know is used, though the position has "
        "every card. What is hidden is dealt anew many times, and sharp players play each deal to its end."
    )
    parser.epilog = (
        'examples:\n  lastcard analyse "classic hands=r7,r1,g9,W+4/b2,b3,b4,b5/g1,g2,y8 discard=g5 turn=0"\n'
        '  lastcard analyse "flip hands=r1,gF/b3,y4 discard=r5 turn=0" --seat 0 --time 500ms\n'
        '  lastcard analyse "classic hands=r1,g2/b3,y4 discard=r5 turn=0" --playouts 100000 --json\n'
        '  lastcard analyse --edition mine.toml "mine hands=r1,g2/b3,y4 discard=r5 turn=0"'
    )
    parser.add_argument("position", metavar="POSITION", help="a position, as docs/notation.md describes")
    parser.add_argument("--seat", type=whole(0), help="the seat to think for (default: the one that is asked)")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--playouts", type=whole(1), metavar="N", help="about so many play-outs (default: 20000)")
    effort.add_argument("--time", type=duration, metavar="TIME", help="as many as can be made in 500ms, 2s or the like")
    parser.add_argument(
        "--seed", default="0", help="any text; the same seed and number give the same result (default: 0)"
    )
    parser.add_argument("--json", action="store_true", help="everything as JSON, in place of the text")
    add_known_editions(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Analyse and print."""
    from lastcard.game import Game

    know_editions(arguments.edition)
    game = Game.from_position(arguments.position)
    found = game.analyse(arguments.seat, playouts=arguments.playouts, seconds=arguments.time, seed=arguments.seed)
    print(json.dumps(found.to_dict(), indent=2, ensure_ascii=False) if arguments.json else found)
    return 0
