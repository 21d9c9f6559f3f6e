"""`lastcard replay`: a recorded game, move by move."""

from __future__ import annotations

import argparse

from lastcard.commands.options import add_known_editions, know_editions, text_file


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Replay a record, check every move, and tell what happened. All hands are open: a record is of a finished game."
    )
    parser.epilog = (
        "examples:\n  lastcard replay game.txt\n  lastcard replay game.txt --quiet --position\n"
        "  lastcard replay game.txt --edition mine.toml"
    )
    parser.add_argument("record", type=text_file, metavar="RECORD", help="the file with the record")
    add_known_editions(parser)
    parser.add_argument("--quiet", "-q", action="store_true", help="only the result")
    parser.add_argument("--position", action="store_true", help="end with the last position on one line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell the game."""
    from lastcard.record import Record, result

    know_editions(arguments.edition)
    record = Record.parse(arguments.record.text)
    for number, game in enumerate(record.games()):
        if number and not arguments.quiet:
            _tell(number, record.moves[number - 1], [event.text for event in game.events()])
    print(result(game))
    if arguments.position:
        print(game.position())
    return 0


def _tell(number: int, move: str, sentences: list[str]) -> None:
    print(f"{number:4} {move:24} {' '.join(sentences)}")
