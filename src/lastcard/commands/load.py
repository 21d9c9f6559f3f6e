"""`lastcard load`: a load test of a table server."""

from __future__ import annotations

import argparse
import json
from typing import Any

from lastcard.engine.rules import MAX_SEATS
from lastcard.errors import SettingsError


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "load", help="a load test of a table server",
        description="Play at many tables at once over real sockets, check every message, and report how long moves take. Without --url a private server is started.",
        epilog="examples:\n  lastcard load --tables 500 --seats 4 --seconds 60\n  lastcard load --tables 50 --flat-out --edition all\n"
        "  lastcard load --url http://127.0.0.1:8470 --tables 10\n  lastcard load --idle 1000",
    )  # fmt: skip
    parser.add_argument("--tables", default="10", help="how many tables (default: 10)")
    parser.add_argument("--seats", default="4", help="seats at each table, 2 to 10, each with a socket (default: 4)")
    parser.add_argument("--seconds", default="10", help="how long to play (default: 10)")
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument("--rate", metavar="MOVES", help="moves a second at each table (default: 1)")
    pace.add_argument("--flat-out", action="store_true", help="the next move as soon as every seat has seen the last one")
    pace.add_argument("--idle", metavar="TABLES", help="instead: leave so many tables behind and report their memory")
    parser.add_argument(
        "--edition", default="classic", help="an edition, its file, or all the printed ones (default: classic)"
    )
    parser.add_argument("--url", action="append", default=[], help="a running server; several times for several nodes of it")
    parser.add_argument("--nodes", default="1", help="how many private servers to start on one database (default: 1)")
    parser.add_argument("--database", metavar="URL", help="of the private server (default: an SQLite file that is deleted afterwards)")
    parser.add_argument("--redis", metavar="URL", help="of the private servers")
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
    result: Any = load.run_idle(wanted) if arguments.idle is not None else load.run(wanted)
    told = result.to_dict()
    print(json.dumps(told, indent=2) if arguments.json else "\n".join(result.report()))
    return 1 if told["errors"] else 0


def _plan(arguments: argparse.Namespace) -> dict[str, Any]:
    from lastcard.editions import edition, printed

    if arguments.url and (arguments.database or arguments.redis or arguments.nodes != "1" or arguments.idle is not None):
        msg = "--url is a running server; --nodes, --database, --redis and --idle are for private ones"
        raise SettingsError(msg)
    for url in arguments.url:
        if not url.startswith(("http://", "https://")):
            msg = f"--url {url!r:.80}: write http://HOST:PORT"
            raise SettingsError(msg)
    nodes = _whole("--nodes", arguments.nodes, 100)
    if nodes > 1 and not (arguments.database and arguments.redis):
        msg = "--nodes: several nodes share a PostgreSQL and a Redis; give them with --database and --redis"
        raise SettingsError(msg)
    chosen = printed() if arguments.edition == "all" else [edition(arguments.edition).id]
    own = arguments.edition if chosen[0] not in printed() else None
    return {
        "tables": _whole("--tables", arguments.tables, 100_000) if arguments.idle is None else _whole("--idle", arguments.idle, 100_000),
        "seats": _whole("--seats", arguments.seats, MAX_SEATS, least=2),
        "seconds": _number("--seconds", arguments.seconds, 86_400),
        "rate": None if arguments.flat_out else _number("--rate", "1" if arguments.rate is None else arguments.rate, 1000),
        "editions": tuple(chosen),
        "edition_file": own,
        "urls": tuple(url.rstrip("/") for url in arguments.url),
        "nodes": nodes,
        "database": arguments.database,
        "redis": arguments.redis,
    }


def _whole(option: str, text: str, most: int, least: int = 1) -> int:
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
        msg = f"{option} {text!r:.20}: allowed are {least} to {most}"
        raise SettingsError(msg)
    return int(text)


def _number(option: str, text: str, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= most:
        msg = f"{option} {text!r:.20}: a number above 0 and up to {most:g} is needed"
        raise SettingsError(msg)
    return value
