"""How long games against three bots take somebody who answers in two seconds, by the times that bots take; no browser.

`python -m tests.browser.measure_games [GAMES]`: classic, to 500 points, three bots of medium level at the usual tempo,
the person played by `simple`. One game says little, as it may have 3 rounds or 20; `measure_table tempo` plays one.
"""

from __future__ import annotations

import random
import statistics
import sys

from lastcard import Game
from lastcard.bots import bot, decision, think_seconds
from tests.browser.measure_table import THINKS

BOTS = ("wilma", "otto", "fern")
BETWEEN = 8.0
"""Seconds until the next round is dealt by itself, as the page asks for it."""


def minutes_of(number: int) -> tuple[float, float, list[float]]:
    """Minutes of a whole game, those of them for the own answers, and each wait for the own turn in seconds."""
    game, chance = Game("classic", players=4, seed=number, uno="auto"), random.Random(number)
    bots = [bot(name, seed=4 * number + seat) for seat, name in enumerate(("simple", *BOTS))]
    taken, own, waited = 0.0, 0.0, 0.0
    waits: list[float] = []
    while not game.over:
        seat, kind = game.asks
        if kind == "round over":
            taken, waited = taken + BETWEEN, 0.0
            game.play(game.legal_moves()[0])
            continue
        if seat != 0:
            seconds = think_seconds(BOTS[seat - 1], game.view(seat), chance)
            taken, waited = taken + seconds, waited + seconds
        elif kind != "color":  # it is pressed along with the card
            waits += [waited] if waited else []
            taken, own, waited = taken + THINKS, own + THINKS, 0.0
        game.play(decision(game, bots[seat]))
    return taken / 60, own / 60, waits


def main(games: int) -> None:
    """Play so many games, and tell."""
    played = [minutes_of(number) for number in range(games)]
    lasted = statistics.quantiles([taken for taken, _, _ in played], n=10)
    waits = [wait for _, _, waits in played for wait in waits]
    print(  # noqa: T201 - a command tells what it found
        f"{games} games to 500 points: median {lasted[4]:.1f} minutes, a tenth under {lasted[0]:.1f}, "
        f"a tenth over {lasted[8]:.1f}; the own answers alone take {statistics.mean(own for _, own, _ in played):.1f}\n"
        f"wait for the own turn: median {statistics.median(waits):.1f} s, "
        f"95 % within {statistics.quantiles(waits, n=20)[-1]:.1f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
