"""`lastcard serve`: live tables for people and bots."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lastcard.commands.options import number, whole
from lastcard.errors import SettingsError

if TYPE_CHECKING:
    from lastcard.server.config import Config


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Serve live tables. Without options everything is kept in a file of your own; Ctrl-C stops, and every table "
        "goes on at the next start."
    )
    parser.epilog = (
        "examples:\n  lastcard serve --open\n  lastcard serve --port 80 --origin https://cards.example\n"
        "  lastcard serve --database postgresql://me@localhost/cards\n"
        "  lastcard serve --editions my-editions"
    )
    parser.add_argument(
        "--host",
        default="0.0.0.0",  # noqa: S104 - tables are for the people in the house
        help="the address to listen on (default: 0.0.0.0, everywhere; 127.0.0.1 is only this machine)",
    )
    parser.add_argument("--port", type=whole(0), help="the port (default: 8470, or the next free one; 0: any free one)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME (default: a file in your data directory)",
    )
    parser.add_argument("--redis", metavar="URL", help="not needed any more: several nodes need only a PostgreSQL")
    parser.add_argument(
        "--internal", metavar="HOST:PORT", default="",
        help="where other nodes on the same PostgreSQL reach this one (default: its host and port; workers take PORT, "
        "PORT + 1 and so on, and by default free ones)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=whole(1), metavar="N",
        help="processes that serve tables (default: one for each core on Linux, on PostgreSQL 8 at most; 1 elsewhere)",
    )  # fmt: skip
    parser.add_argument(
        "--editions", metavar="FOLDER", action="append", default=[],
        help="offer the editions in the *.toml files of this folder too, or the one in this file",
    )  # fmt: skip
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another site whose pages may connect; may be given more than once",
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="take a client's address from the headers of the proxy in front"
    )
    parser.add_argument("--open", action="store_true", help="open a browser, if there is one")
    parser.add_argument(
        "--log", default="info", choices=("debug", "info", "warning", "error"), help="how much to log (default: info)"
    )
    parser.add_argument(
        "--sleep-after", type=number(zero=True), default=30, metavar="SECONDS",
        help="put a table to sleep when nobody is there for so long (default: 30)",
    )  # fmt: skip
    parser.add_argument(
        "--archive-after", type=number(zero=True), default=24, metavar="HOURS",
        help="put a sleeping table away after so long (default: 24)",
    )  # fmt: skip
    limits = parser.add_argument_group("limits (0 turns one off)")
    limits.add_argument(
        "--rate", type=number(zero=True), default=20, help="messages a second for each person (default: 20)"
    )
    limits.add_argument("--sockets", type=whole(0), default=50, help="open sockets for each address (default: 50)")
    limits.add_argument("--tables", type=whole(0), default=30, help="new tables an hour for each address (default: 30)")
    limits.add_argument(
        "--solo", type=whole(0), default=20,
        help="games against bots alone a minute for each address, four times as many at once (default: 20)",
    )  # fmt: skip
    limits.add_argument("--daily", type=whole(0), default=200, help="daily deals a day for each address (default: 200)")
    limits.add_argument(
        "--joins", type=whole(0), default=120,
        help="tables looked up or joined a minute for each address (default: 120)",
    )  # fmt: skip
    limits.add_argument(
        "--lines", type=whole(0), default=1000,
        help="lines of a table's log an hour for each person, moves not counted (default: 1000)",
    )  # fmt: skip
    limits.add_argument(
        "--between", type=whole(0), default=5000,
        help="lines of a table's log between two games (default: 5000)",
    )  # fmt: skip
    limits.add_argument("--message", type=whole(0), default=16_384, help="bytes in a message (default: 16384)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from lastcard.server import logs
        from lastcard.server.config import Config, Limits, default_database
        from lastcard.server.operating.run import serve
    except ModuleNotFoundError as error:
        msg = f"the server needs more packages ({error.name} is missing): pip install 'lastcard[server]'"
        raise SettingsError(msg) from None

    limits = Limits(
        rate=arguments.rate,
        sockets=arguments.sockets,
        tables=arguments.tables,
        solo=arguments.solo,
        daily=arguments.daily,
        joins=arguments.joins,
        message=arguments.message,
        lines=arguments.lines,
        between=arguments.between,
    )
    config = Config(
        host=arguments.host,
        port=8470 if arguments.port is None else arguments.port,
        database=default_database() if arguments.database is None else arguments.database,
        redis=arguments.redis,
        internal=_internal(arguments.internal),
        workers=_workers(arguments.workers, arguments.database or ""),
        origins=tuple(arguments.origin),
        behind_proxy=arguments.behind_proxy,
        sleep_after=arguments.sleep_after,
        archive_after=arguments.archive_after,
        editions=tuple(arguments.editions),
        limits=limits,
    )
    if config.redis and config.database.startswith("sqlite"):
        msg = "--redis is for several nodes, which need a PostgreSQL: give its address with --database"
        raise SettingsError(msg)
    own = _own_editions(arguments.editions)
    logs.set_up(arguments.log)
    serve(
        config,
        any_port=arguments.port is None,
        ready=lambda port: _welcome(config, port, browse=arguments.open, own=own),
    )
    print("Stopped. Every table goes on at the next start.")
    return 0


def _workers(wanted: int | None, database: str) -> int:
    """How many there shall be, if that is possible here."""
    from lastcard.server.codes import MOST_WORKERS
    from lastcard.server.config import can_share, default_workers

    if wanted is None:
        return default_workers(database)
    if wanted > MOST_WORKERS:
        msg = f"--workers {wanted}: allowed are 1 to {MOST_WORKERS}"
        raise SettingsError(msg)
    if wanted > 1 and not can_share():
        msg = f"--workers {wanted}: this system can't pass sockets from one process to another; allowed is 1"
        raise SettingsError(msg)
    return wanted


def _internal(text: str) -> str:
    """HOST:PORT, also if it is written as an address on the web."""
    from urllib.parse import urlsplit

    bare = text.removeprefix("http://").rstrip("/")
    try:
        parts = urlsplit(f"//{bare}")
        right = bool(parts.hostname and parts.port and parts.netloc == bare and parts.username is None)
    except ValueError:
        right = False
    if text and not right:
        msg = f"--internal {text!r:.80} is no address of a node; write HOST:PORT"
        raise SettingsError(msg)
    return bare


def _own_editions(folders: list[str]) -> list[str]:
    """Make the editions of these folders known; their titles. A file that is not right stops the start."""
    from lastcard.editions import load_folder
    from lastcard.errors import EditionError

    try:
        return [one.title for folder in folders for one in load_folder(folder)]
    except EditionError as error:
        msg = f"--editions: {error}"
        raise SettingsError(msg) from None


def _welcome(config: Config, port: int, *, browse: bool, own: Sequence[str] = ()) -> None:
    """Say where the tables are."""
    import webbrowser

    from lastcard.server.edge.addresses import addresses, has_browser, qr_code
    from lastcard.server.edge.pages import NOT_BUILT, Page

    here, network = addresses(config.host, port)
    print(f"\nLast Card is ready.\n\n  on this machine      {here}")
    if network:
        print(f"  in your network      {network}\n")
        if sys.stdout.isatty():
            print(qr_code(network))
    if own:
        print(f"Editions of your own: {', '.join(own)}.\n")
    if not Page(config.page).built:
        print(f"Note: {NOT_BUILT}.\n")
    print("Ctrl-C stops; no table is lost.\n", flush=True)
    if browse and has_browser():
        webbrowser.open(here)
