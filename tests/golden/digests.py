"""Ten thousand random games come out as they did: their lengths, rounds, winners and points, by digest.

`digests.txt` has a line for each edition and number of players. The games have settings of all
kinds; which ones is kept here and does not change when the product learns new settings, so that
the same games are played for ever. A digest that differs is a change of behaviour, wanted or not.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

from lastcard import edition
from lastcard.batch import simulate as simulation
from lastcard.editions import Settings

FILE = Path(__file__).resolve().parent / "digests.txt"
PLAYERS = range(2, 11)
BATCHES = (200, 25)
"""How many games of each edition and number of players have the same settings."""

CUSTOM = (
    *(f"custom-{number}" for number in range(1, 11)),
    "words: Everybody hums a tune",
    "next player draws 2; player draws 1; direction turns around",
)


def settings_of_all_kinds(name: str, players: int, rng: random.Random) -> dict[str, Any]:
    """Settings as the games of the file have them. Nothing here may change: the values are drawn in this order."""
    values: dict[str, Any] = {
        "uno": rng.choice(["race", "ask", "auto"]),
        "bluffing": rng.random() < 0.7,
        "two_player_reverse": rng.choice(["skip", "turn"]),
        "pairing": rng.choice(["shuffled", "fixed"]),
        "scoring": rng.choice(["points", "lowest", "hand"]),
        "target": rng.choice([100, 200, 500]),
        "dealer": rng.choice([None, rng.randrange(players)]),
    }
    if name == "house":
        values["swap_hands"] = rng.random() < 0.7
        values["custom"] = [rng.choice(CUSTOM) for _ in range(rng.randint(0, 3))]
    return values


def batches(name: str, players: int) -> list[simulation.Games]:
    """The games of one edition and number of players, each batch with its settings and its key."""
    found = []
    for part, games in enumerate(BATCHES):
        seed = f"golden/{name}/{players}/{part}"
        settings = Settings.of(edition(name), settings_of_all_kinds(name, players, random.Random(seed)))
        key = hashlib.sha256(seed.encode()).digest()
        a, b, c, d = (int.from_bytes(key[i : i + 8], "big") for i in range(0, 32, 8))
        found.append(simulation.Games(edition(name), settings, players, games, (a, b, c, d)))
    return found


def results_of(batch: simulation.Games) -> bytes:
    """How the games of a batch ended, four numbers of 32 bits for each: moves, rounds, winners as bits, points."""
    return simulation.play_batch(batch, checked=False).astype("<i4").tobytes()


def digest(name: str, players: int) -> str:
    """The digest of all games of one edition and number of players."""
    found = hashlib.sha256()
    for batch in batches(name, players):
        found.update(results_of(batch))
    return found.hexdigest()[:32]


def written() -> dict[tuple[str, int], str]:
    """The digests of the file."""
    rows = (line.split() for line in FILE.read_text("utf-8").splitlines())
    return {(name, int(players)): value for name, players, value in rows}


def text() -> str:
    """All digests, written anew."""
    return "".join(f"{name} {players} {digest(name, players)}\n" for name, players in written())
