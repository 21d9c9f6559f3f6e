"""The command line. Each command is a module here with `add` (its options) and `run` (what it does).

The module of a command is imported only when the command is wanted, so that the rest costs nothing.
Bad input ends with one clear message on standard error and exit code 2; a check
that finds something wrong ends with 1.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from lastcard import __version__
from lastcard.errors import LastcardError

BAD_INPUT = 2
INTERRUPTED = 130
COMMANDS = {
    "play": "play in the terminal against bots",
    "serve": "live tables for people and bots, in the browser",
    "editions": "list the editions, or show one with all its cards",
    "check": "run conformance cases",
    "perft": "count the move sequences from a position",
    "analyse": "what each move of a position is worth, and what the others may hold",
    "replay": "replay a recorded game",
    "verify": "check that the cards of a recorded game were not chosen",
    "simulate": "play many random games",
    "arena": "let bots play each other on duplicate deals",
    "tournament": "a round robin of bots over editions and player counts",
    "bots": "list the bots: players, levels and characters",
    "admin": "look after the tables of a server",
    "load": "a load test of a table server",
}
"""The commands, each with what it is for; its module has the same name."""


class _UsageError(Exception):
    """What was written is no command line."""


class _Parser(argparse.ArgumentParser):
    """Help with examples as they are written, no abbreviated options, and one line about what is wrong."""

    def __init__(self, **kwargs: object) -> None:
        as_written = argparse.RawDescriptionHelpFormatter
        super().__init__(formatter_class=as_written, allow_abbrev=False, **kwargs)  # type: ignore[arg-type]

    command: argparse.ArgumentParser | None = None
    """The command that is wanted; its help names its options."""

    def error(self, message: str) -> NoReturn:
        """The line; `main` prints it."""
        msg = f"{self.prog}: {message}; {self._meant(message)}see {self.prog} --help"
        raise _UsageError(msg)

    def _meant(self, message: str) -> str:
        """The command or option that was probably meant, if the message is about one that there is not."""
        if re.search("unrecognized arguments: [^-]", message):
            return "names that belong together stand side by side, options before or after all of them; "
        found = re.search(r"COMMAND: invalid choice: '(.*?)'|unrecognized arguments: (--[^\s=]*)", message)
        if not found:
            return ""
        from lastcard.editions.nearest import did_you_mean

        options = re.findall("--[a-z-]+", self.command.format_help()) if self.command else []
        return did_you_mean(found[1] or found[2], COMMANDS if found[1] else options)


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """The whole command line, with the options of the command that is wanted."""
    top = _Parser(
        prog="lastcard",
        description="Five UNO-family card games in one exact and very fast engine. Unofficial, not affiliated.",
        epilog="examples:\n  lastcard play --edition flip\n  lastcard editions\n"
        "  lastcard simulate --edition house --players 4 --games 10000 --check",
    )
    top.add_argument("--version", action="version", version=f"lastcard {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about)
        if name == wanted:
            import_module(f"{__name__}.{name}").add(command)
            top.command = command
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    words = sys.argv[1:] if argv is None else argv
    wanted = next((word for word in words if not word.startswith("-")), None)
    try:
        arguments = parser(wanted).parse_args(words)
    except _UsageError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    try:
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
