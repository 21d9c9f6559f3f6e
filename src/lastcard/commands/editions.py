"""`lastcard editions`: what can be played."""

from __future__ import annotations

import argparse

from lastcard.editions import Edition, FaceKind, Side, edition, printed
from lastcard.editions.occasions import AS_PLAYED, when_last, when_turned_up


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = "List the editions, or show one with its cards and what each does."
    parser.epilog = (
        "examples:\n  lastcard editions\n  lastcard editions flip-marvel\n  lastcard editions my-edition.toml"
    )
    parser.add_argument("edition", nargs="?", help="an edition, or a path to an edition file to check")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """List, or show one."""
    if arguments.edition is None:
        for name in printed():
            one = edition(name)
            print(f"{name:18} {one.cards} cards  {one.about}")
        return 0
    show(edition(arguments.edition))
    return 0


def show(one: Edition) -> None:
    """An edition with all its cards."""
    print(f"{one.title} ({one.id}): {one.cards} cards, {one.hand} dealt to each player")
    print(one.about)
    for side in one.sides:
        print(f"\n{side.called}: {', '.join(side.colors)}")
        numbers = [kind.symbol for kind in side.kinds if kind.number is not None]
        if numbers:
            print(f"  {numbers[0]}-{numbers[-1]:4} numbers, worth their face")
        for kind in side.kinds:
            if kind.number is None:
                show_kind(kind, side)


def show_kind(kind: FaceKind, side: Side) -> None:
    """A kind of card: what it does when played, and as first or last card where that is something else."""
    copies = f"{kind.copies} in all" if kind.wild else f"{kind.copies} of each colour"
    print(f"  {kind.symbol:6} {kind.name}, {copies}, {kind.points} points")
    for sentence in ("what the table writes on it (setting custom)",) if kind.written else kind.does:
        print(f"           {sentence}")
    for occasion, does in (("turned up first", when_turned_up(kind, side.name)), ("as last card", when_last(kind))):
        if does != AS_PLAYED:
            print(f"           {occasion}: {does}")
