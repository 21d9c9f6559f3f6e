"""`make chaos`: kill -9 of any process of servers and their database, as often as wanted, and nothing may be lost.

`python -m tests.server.chaos --kills 1000` shares the kills between one server on SQLite and nodes on PostgreSQL.
Whatever comes after `--` goes to `lastcard serve`. `--move 2000` measures how soon the tables of a killed node go on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.server.harness import Server, sqlite_url
from tests.server.moving import move
from tests.server.storm import Storm, Tally, mixed
from tests.services import Postgres

_ON_SQLITE = 0.4
"""The share of kills that one server on SQLite gets; the rest is for nodes on PostgreSQL."""


def main() -> int:
    """The command: 0 if nothing was lost or doubled and every table went on."""
    options = _options()
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell has put it into the background
        signal.signal(number, _stop)
    print(f"seed {options.seed}: `--seed {options.seed}` picks the same victims and moments again", flush=True)
    wrong = False
    if options.kills:
        tally = Tally()
        for database, kills in _shares(options.database, options.kills):
            if kills and not tally.faults:
                _storm(database, kills, options, tally)
        print("\n".join(tally.report()))
        wrong = bool(tally.faults)
    if options.move:
        moved = move(options.move, options.nodes, options.serve)
        print("\n".join(moved.report()))
        wrong = wrong or bool(moved.faults)
    return 1 if wrong else 0


def _stop(number: int, _frame: object) -> None:
    """End in order, and so everything that was started."""
    raise KeyboardInterrupt(signal.Signals(number).name)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.server.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="how many; 0: none (default: 1000)")
    parser.add_argument("--nodes", type=int, default=2, help="nodes on PostgreSQL (default: 2)")
    parser.add_argument("--seed", default=os.urandom(4).hex(), help="where all luck comes from")
    parser.add_argument(
        "--database", choices=["sqlite", "postgres", "both"], default="both", help="where the log is (default: both)"
    )
    parser.add_argument(
        "--move", type=int, default=0, metavar="TABLES",
        help="kill a node that owns so many tables, and measure how soon the others have them",
    )  # fmt: skip
    parser.add_argument("serve", nargs="*", metavar="-- OPTION", help="options for `lastcard serve`")
    return parser.parse_args()


def _shares(database: str, kills: int) -> list[tuple[str, int]]:
    on_sqlite = {"sqlite": kills, "postgres": 0, "both": round(kills * _ON_SQLITE)}[database]
    return [("SQLite", on_sqlite), ("PostgreSQL", kills - on_sqlite)]


def _storm(database: str, kills: int, options: argparse.Namespace, tally: Tally) -> None:
    begun = time.monotonic()

    def tell() -> None:
        print(
            f"{database}: {tally.kills.total():,} kills after {time.monotonic() - begun:,.0f} s, "
            f"{tally.acknowledged:,} requests acknowledged, {tally.tables} tables compared, {len(tally.faults)} faults",
            flush=True,
        )

    count = 1 if database == "SQLite" else options.nodes
    with _servers(database, count, options.serve) as (url, nodes, postgres):
        storm = Storm(url, nodes, mixed(options.seed, database), tally, postgres=postgres)
        asyncio.run(storm.rounds(kills, tell=tell))


@contextlib.contextmanager
def _servers(database: str, count: int, serve: Sequence[str]) -> Iterator[tuple[str, list[Server], Postgres | None]]:
    with contextlib.ExitStack() as stack:
        postgres = stack.enter_context(Postgres()) if database == "PostgreSQL" else None
        if postgres is not None:
            url = postgres.url(postgres.create_database())
        else:
            url = sqlite_url(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lastcard-chaos-"))))
        yield url, [stack.enter_context(Server(url, *serve)) for _ in range(count)], postgres


if __name__ == "__main__":
    sys.exit(main())
