"""What the commands `arena` and `tournament` have in common: their options, and how a run is carried out."""

from __future__ import annotations

import argparse
import json
import re
import time
from typing import Any

from lastcard.commands.options import add_setting, number, whole

INTERRUPTED = 130
_SAVE_SECONDS = 60.0


def add_contest(parser: argparse.ArgumentParser) -> None:
    """The options that both have."""
    parser.add_argument(
        "bots", nargs="+", metavar="BOT",
        help="the name of a bot, such as simple (lastcard bots lists them), a file my_bot.py, "
        "or 'cmd:PROGRAM ARGS'",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=whole(1, 100_000_000), default=1000, metavar="DEALS",
        help="how many deals; each is played once for every seat (default: 1000)",
    )  # fmt: skip
    parser.add_argument("--seed", default="0", help="any text; the same seed gives the same result (default: 0)")
    parser.add_argument("--workers", type=whole(1, 1024), help="how many cores to use (default: all)")
    parser.add_argument(
        "--on", type=_place, metavar="PLACE",
        help="ray: play on a Ray cluster, the one at RAY_ADDRESS or of this machine, or one started for this run; "
        "ray://HOST:PORT: on the cluster there (default: on this machine, without Ray)",
    )  # fmt: skip
    parser.add_argument(
        "--limit", type=number(3600), default=10.0, metavar="SECONDS",
        help="how long a bot of your own may think about one decision (default: 10)",
    )  # fmt: skip
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots to a file")
    parser.add_argument(
        "--resume", metavar="FILE", help="keep the run in a file, and go on with the one that is there already"
    )
    add_setting(parser)


def carry_out(arguments: argparse.Namespace, plan: Any) -> int:
    """Play a plan, show what comes out, and write the files that were named."""
    from lastcard.arena.files import check_files
    from lastcard.arena.results import results
    from lastcard.arena.run import Run
    from lastcard.arena.saved import resume, save
    from lastcard.arena.text import Progress, report

    run = Run(plan, workers=arguments.workers, limit=arguments.limit, on=arguments.on)
    check_files({f"--{option}": getattr(arguments, option) for option in ("json", "html", "resume")})
    if arguments.resume:
        resume(run, arguments.resume)
    run.check_bots()
    progress, saved, stopped = Progress(run), time.monotonic(), False
    pieces = run.go()
    try:
        progress.show()  # the first deal may take long
        for _ in pieces:
            progress.show()
            if arguments.resume and time.monotonic() - saved > _SAVE_SECONDS:
                save(run, arguments.resume)
                saved = time.monotonic()
    except KeyboardInterrupt:
        stopped = True
    finally:
        pieces.close()
        progress.end()
    if arguments.resume:
        save(run, arguments.resume)
    found = results(run)
    _write(arguments, found)
    for line in report(found):
        print(line)
    return INTERRUPTED if stopped else 0


def _write(arguments: argparse.Namespace, found: Any) -> None:
    from lastcard.arena.files import write_whole

    if arguments.json:
        write_whole(arguments.json, json.dumps(found.to_dict(), indent=2, ensure_ascii=False) + "\n")
    if arguments.html:
        from lastcard.arena.page import page

        write_whole(arguments.html, page(found))


def _place(text: str) -> str:
    """Where a run is played."""
    if text != "ray" and not re.fullmatch(r"ray://[^/\s]+:[0-9]{1,5}", text):
        msg = f"{text!r:.60}: allowed are ray and ray://HOST:PORT"
        raise argparse.ArgumentTypeError(msg)
    return text
