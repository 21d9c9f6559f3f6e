"""`lastcard bots`: who can play."""

from __future__ import annotations

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    """The command has no options."""
    parser.description = "List the bots that play, arena and tournament know by name."
    parser.epilog = "examples:\n  lastcard bots\n  lastcard play --bot otto@hard\n  lastcard arena sharp simple"
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print them."""
    from lastcard.arena.entrants import BOTS
    from lastcard.bots import CHARACTERS, LEVELS

    _show("levels, weakest first", {name: level.says for name, level in LEVELS.items()})
    _show(
        "characters, with the level at which each usually plays; otto@hard is Otto at another",
        {name: f"{who.level:8}{who.says}" for name, who in CHARACTERS.items()},
    )
    _show("players for the arena, without mistakes or temper", {name: way.says for name, way in BOTS.items()})
    print("The arena also takes a Python file of your own, my_bot.py, and any program, 'cmd:PROGRAM ARGS'.")
    return 0


def _show(title: str, rows: dict[str, str]) -> None:
    print(title)
    for name, says in rows.items():
        print(f"  {name:10}{says}")
    print()
