"""`lastcard load`: a load test of a table server."""

from __future__ import annotations

import argparse
import json
from typing import Any

from lastcard.commands.options import number, whole
from lastcard.engine.rules import MAX_SEATS
from lastcard.errors import SettingsError


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Play at many tables at once over real sockets, check every message, and report how long moves take. "
        "Without --url a private server is started."
    )
    parser.epilog = (
        "examples:\n  lastcard load --tables 500 --seats 4 --seconds 60\n"
        "  lastcard load --tables 50 --flat-out --edition all\n"
        "  lastcard load --url http://127.0.0.1:8470 --tables 10\n  lastcard load --idle 1000\n"
        "  lastcard load --tables 500 --bots hard --seconds 60"
    )
    parser.add_argument("--tables", type=whole(1, 100_000), default=10, help="how many tables (default: 10)")
    parser.add_argument(
        "--seats", type=whole(2, MAX_SEATS), default=4,
        help="seats at each table, 2 to 10, each with a socket (default: 4)",
    )  # fmt: skip
    parser.add_argument(
        "--bots", metavar="BOT",
        help="one person at each table and bots on the other seats, at the pace of people: a level, such as hard",
    )  # fmt: skip
    parser.add_argument("--seconds", type=number(86_400), default=10.0, help="how long to play (default: 10)")
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--rate", type=number(1000), default=1.0, metavar="MOVES", help="moves a second at each table (default: 1)"
    )
    pace.add_argument(
        "--flat-out", action="store_true", help="the next move as soon as every seat has seen the last one"
    )
    pace.add_argument(
        "--idle", type=whole(1, 100_000), metavar="TABLES",
        help="instead: leave so many tables behind and report their memory",
    )  # fmt: skip
    parser.add_argument(
        "--long", type=whole(1, 1000), metavar="TABLES",
        help="besides: so many tables with very long logs, which are opened and read while the others are played",
    )  # fmt: skip
    parser.add_argument(
        "--lines", type=whole(10_000, 10_000_000), default=200_000, help="lines of each of those (default: 200000)"
    )
    parser.add_argument(
        "--edition", default="classic", help="an edition, its file, or all the printed ones (default: classic)"
    )
    parser.add_argument(
        "--url", action="append", default=[], help="a running server; several times for several nodes of it"
    )
    parser.add_argument(
        "--nodes", type=whole(1, 100), default=1,
        help="how many private servers to start on one database (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--routed", action="store_true", help="all seats of a table come to one node, as from a proxy that routes"
    )
    parser.add_argument(
        "--workers", type=whole(1, 256), default=1, metavar="N",
        help="processes of each private server that serve tables (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--database", metavar="URL", help="of the private server (default: an SQLite file that is deleted afterwards)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report; 1 if anything went wrong."""
    plan = _plan(arguments)
    try:
        from lastcard.load import run as load
    except ModuleNotFoundError as error:
        msg = f"the load test needs more packages ({error.name} is missing): pip install 'lastcard[server]'"
        raise SettingsError(msg) from None

    wanted = load.Plan(**plan)
    result: Any
    if arguments.long is not None:
        from lastcard.load.long import run_long

        result = run_long(wanted, arguments.long, arguments.lines)
    else:
        result = load.run_idle(wanted) if arguments.idle is not None else load.run(wanted)
    told = result.to_dict()
    print(json.dumps(told, indent=2) if arguments.json else "\n".join(result.report()))
    return 1 if told["errors"] else 0


def _bots(name: str | None) -> str | None:
    """The name of bots, checked before a server is started."""
    from lastcard.bots import sitter_called

    if name is not None:
        sitter_called(name)
    return name


def _plan(arguments: argparse.Namespace) -> dict[str, Any]:
    from lastcard.editions import edition, printed

    private = arguments.idle is not None or arguments.long is not None
    if arguments.url and (arguments.database or arguments.nodes != 1 or arguments.workers != 1 or private):
        msg = "--url is a running server; --nodes, --workers, --database, --idle and --long are for private ones"
        raise SettingsError(msg)
    if arguments.long is not None and (arguments.idle is not None or arguments.nodes != 1):
        msg = "--long is measured on one node, beside tables that are played; leave --idle and --nodes out"
        raise SettingsError(msg)
    for url in arguments.url:
        if not url.startswith(("http://", "https://")):
            msg = f"--url {url!r:.80}: write http://HOST:PORT"
            raise SettingsError(msg)
    if arguments.bots is not None and arguments.idle is not None:
        msg = "--bots play, and nobody does at --idle tables; leave one of them out"
        raise SettingsError(msg)
    if arguments.nodes > 1 and not arguments.database:
        msg = "--nodes: several nodes share a PostgreSQL; give it with --database"
        raise SettingsError(msg)
    chosen = printed() if arguments.edition == "all" else [edition(arguments.edition).id]
    own = arguments.edition if chosen[0] not in printed() else None
    return {
        "tables": arguments.tables if arguments.idle is None else arguments.idle,
        "seats": arguments.seats,
        "seconds": arguments.seconds,
        "rate": None if arguments.flat_out else arguments.rate,
        "editions": tuple(chosen),
        "edition_file": own,
        "urls": tuple(url.rstrip("/") for url in arguments.url),
        "nodes": arguments.nodes,
        "routed": arguments.routed,
        "workers": arguments.workers,
        "database": arguments.database,
        "bots": _bots(arguments.bots),
    }
