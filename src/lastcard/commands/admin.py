"""`lastcard admin`: for whoever runs a server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from lastcard.commands.options import whole
from lastcard.errors import SettingsError

if TYPE_CHECKING:
    from lastcard.server.operating.admin import Admin


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Look after a server's tables, also while it runs. A table whose log can't be read is put aside, and all "
        "others go on: look at its lines, mend what was wrong, and release it. Lines hold every secret of a table."
    )
    parser.epilog = (
        "examples:\n  lastcard admin aside\n  lastcard admin lines K7QM2X --after 120\n"
        "  lastcard admin release K7QM2X --database postgresql://me@localhost/cards"
    )
    parser.add_argument(
        "what", choices=("aside", "lines", "release"),
        help="list the tables that were put aside; show the log of a table; let one be opened again",
    )  # fmt: skip
    parser.add_argument("code", nargs="?", help="the code of the table")
    parser.add_argument("--after", type=whole(0), default=0, metavar="NUMBER", help="only lines after this one")
    parser.add_argument(
        "--database", metavar="URL", help="as for lastcard serve (default: its file in your data directory)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    try:
        from lastcard.server.config import default_database
        from lastcard.server.operating.admin import Admin
    except ModuleNotFoundError as error:
        msg = f"the server needs more packages ({error.name} is missing): pip install 'lastcard[server]'"
        raise SettingsError(msg) from None
    if (arguments.code is None) != (arguments.what == "aside"):
        msg = "aside takes no code" if arguments.code else f"which table? write lastcard admin {arguments.what} CODE"
        raise SettingsError(msg)
    admin = Admin(arguments.database or default_database())
    try:
        for line in _done(admin, arguments):
            print(line)
    finally:
        admin.close()
    return 0


def _done(admin: Admin, arguments: argparse.Namespace) -> list[str]:
    if arguments.what == "aside":
        return admin.aside() or ["no table is put aside"]
    code = arguments.code.strip().upper()
    if arguments.what == "lines":
        return admin.lines(code, arguments.after)
    admin.release(code)
    return [f"table {code} can be opened again"]
