"""The command line. Each command is a module with `add` (its options) and `run` (what it does).

Bad input ends with one clear message on standard error and exit code 2; a check
that finds something wrong ends with 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from lastcard.commands import check, editions, load, perft, play, replay, serve, simulate, verify
from lastcard.commands.compiling import show_compiling
from lastcard.errors import LastcardError

BAD_INPUT = 2
INTERRUPTED = 130
_COMMANDS = (play, serve, editions, check, perft, replay, verify, simulate, load)


class _Parser(argparse.ArgumentParser):
    """Help with examples as they are written, and no abbreviated options."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **kwargs)  # type: ignore[arg-type]


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    from lastcard import __version__

    top = _Parser(
        prog="lastcard",
        description="Five UNO-family card games in one exact and very fast engine. Unofficial, not affiliated.",
        epilog="examples:\n  lastcard play --edition flip\n  lastcard editions\n  lastcard simulate --edition house --players 4 --games 10000 --check",
    )
    top.add_argument("--version", action="version", version=f"lastcard {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for module in _COMMANDS:
        module.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    arguments = parser().parse_args(argv)
    try:
        with show_compiling(sys.stderr):
            code: int = arguments.run(arguments)
        sys.stdout.flush()
    except LastcardError as error:
        print(f"lastcard {arguments.command}: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone, as in `lastcard … | head`: not an error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
