"""`lastcard replay`: a recorded game, move by move."""

from __future__ import annotations

import argparse
from typing import Any

from lastcard.commands.options import add_known_editions, know_editions, read_text


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "replay", help="replay a recorded game",
        description="Replay a record, check every move, and tell what happened. "
        "All hands are open: a record is of a finished game.",
        epilog="examples:\n  lastcard replay game.txt\n  lastcard replay game.txt --quiet --position\n"
        "  lastcard replay game.txt --edition mine.toml",
    )  # fmt: skip
    parser.add_argument("record", metavar="RECORD", help="the file with the record")
    add_known_editions(parser)
    parser.add_argument("--quiet", "-q", action="store_true", help="only the result")
    parser.add_argument("--position", action="store_true", help="end with the last position on one line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell the game."""
    from lastcard.record import read_record, result

    know_editions(arguments.edition)
    text = read_text(arguments.record)
    game = read_record(text, None if arguments.quiet else _tell)
    print(result(game))
    if arguments.position:
        print(game.position())
    return 0


def _tell(number: int, move: str, sentences: list[str]) -> None:
    print(f"{number:4} {move:24} {' '.join(sentences)}")
