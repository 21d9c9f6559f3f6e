"""Tuning the weights of sharp players by games that they play against themselves.

A generation looks at many positions of such games. In each, every move is tried in many worlds that could be the one
at the table, and played out; then the weights are moved to where a player who goes by them gets the most out of all
these positions. `python benchmarks/tune.py` makes `src/lastcard/minds/sharp.json` anew: the same seed gives the same
weights. Its last lines, kept in the file, say what a sharp player with them wins against sensible ones.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lastcard.batch import Batch
from lastcard.engine.kinds import KIND_SHIFT, SEAT_SHIFT, Act, Ask, Policy
from lastcard.engine.mind import COUNTS, MOST_OPEN, SIZES, Mind, Past, Trait, Weight
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.schema import Log, Scratch, State
from lastcard.game import seed_number
from lastcard.minds import traits

HERE = Path(__file__).resolve().parent
FILE = HERE.parent / "src" / "lastcard" / "minds" / "sharp.json"
UNIT = 1000
"""A weight of one thing alone, to see how much of it a move has."""
ENOUGH = 100
"""A move that has more of something goes out, and is no question."""
BOLDER = 4000
"""By how many thousandths a challenge is made more often for each game that it wins more than accepting."""
FEW = 30
"""Challenges of hands of one size that tell nothing yet."""
COLD = 300.0
"""Moves whose worth differs by this are not told apart in the end; `--warm` says by how much more at first.

Without warmth a move that is never chosen teaches nothing; with it, chance teaches more where moves differ little.
"""
SHYEST, BOLDEST = 20, 900
"""How often a challenge is made at least and at most, in thousandths: whoever is sure of it can be used."""
SINGLE = {"uno": "auto", "scoring": "hand"}
PARTY = {**SINGLE, "preset": "party"}

Floats = npt.NDArray[np.float32]
Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Kind:
    """Games that share their weights."""

    name: str
    players: tuple[int, ...]
    editions: tuple[str, ...]
    settings: tuple[dict[str, Any], ...]


_ONE, _TWO = ("classic", "house"), ("flip", "flip-marvel", "flip-transformers")
KINDS = tuple(
    Kind(f"{sides}, {rules}, {players}", seats, editions, (settings,))
    for rules, settings in (("booklet", SINGLE), ("people", PARTY))
    for sides, editions in (("one-sided", _ONE), ("two-sided", _TWO))
    for players, seats in (("two players", (2,)), ("more players", (4, 3, 6)))
)


@dataclass(frozen=True)
class Example:
    """A position: what each move has of everything that is looked at, and what it came to."""

    features: Floats
    worth: Floats


class Table:
    """Games of one edition, with all that the kernel needs to think about them."""

    def __init__(self, edition: str, players: int, games: int, seed: str, settings: dict[str, Any]) -> None:
        self.batch = Batch(edition, players, games, seed=seed, threads=1, **settings)
        self.players, self.kernel = players, kernel()
        self.rules = self.batch._rules.memory  # noqa: SLF001 - a tool of the engine's own
        self.log, self.scratch = Room(Log).memory, Room(Scratch).memory
        self.rooms, self.pasts = np.zeros(2, State.dtype()), np.zeros(1, Past.dtype())
        self.hows, self.none = np.full(players, int(Policy.SHARP), np.int32), np.zeros(1, np.float32)
        self.kinds = np.array(traits(self.batch.compiled, players), np.uint8)

    def minds(self, weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A mind for each row of weights."""
        rows = np.zeros(len(weights), Mind.dtype())
        rows["trait"][:], rows["weight"][:] = self.kinds, weights
        return rows

    def features(self, state: npt.NDArray[Any], units: npt.NDArray[Any]) -> tuple[Floats, npt.NDArray[np.int32]]:
        """What each move of a position has of everything, and the moves."""
        at, scores = self.kernel.at, np.zeros(len(units) * 256, np.int32)
        count = self.kernel.score_moves(at(state), self.rules, at(units), len(units), self.scratch, at(scores))
        found = scores[: len(units) * count].reshape(len(units), count).T / UNIT
        place = Scratch.fields["move"].offset
        return found.astype(np.float32), np.frombuffer(self.scratch, np.int32, count=count, offset=place).copy()

    def worth(self, state: npt.NDArray[Any], moves: Any, minds: Any, worlds: int, seed: int) -> Floats:
        """What each move comes to, from 0 to 1."""
        return np.asarray(self.outcomes(state, moves, minds, worlds, seed).mean(axis=0) / 1000, np.float32)

    def outcomes(
        self, state: npt.NDArray[Any], moves: Any, minds: Any, worlds: int, seed: int
    ) -> npt.NDArray[np.int32]:
        """What each move comes to in each world, in thousandths: a row a world."""
        at, out = self.kernel.at, np.zeros((worlds, len(moves)), np.int32)
        self.kernel.weigh_moves(
            at(state), self.rules, self.log, self.scratch, at(self.rooms), at(self.hows), at(self.none), at(minds),
            at(self.pasts), 0, int(state["asked"][0]), at(moves), len(moves), seed, 0, worlds, at(out),
        )  # fmt: skip
        return out

    def wins(self, states: npt.NDArray[Any], act: Act, minds: Any, seed: int) -> npt.NDArray[np.float64]:
        """Whether whoever is asked wins by one answer, with all hands as they are."""
        at, ends, seats = self.kernel.at, states.copy(), states["asked"].astype(np.int32)
        moves = (seats << SEAT_SHIFT) | (int(act) << KIND_SHIFT)
        self.kernel.step_all(at(ends), self.rules, self.log, at(moves), len(ends))
        self.kernel.play_out_all(
            at(ends), self.rules, self.log, self.scratch, at(self.hows), at(self.none), at(minds),
            True, False, 100_000, seed, 0, len(ends),
        )  # fmt: skip
        return ((ends["winners"] >> seats) & 1).astype(np.float64)

    def step(self, minds: Any, random: np.random.Generator) -> None:
        """One move in each game: mostly the sharp player's, now and then any."""
        at, states = self.kernel.at, self.batch.states
        moves = np.zeros(len(states), np.int32)
        self.kernel.choose_all(
            at(states), self.rules, self.scratch, at(minds),
            int(random.integers(2**62)), 0, at(moves), len(states),
        )  # fmt: skip
        listed, counts = self.batch.legal_moves()
        for game in np.flatnonzero((random.random(len(states)) < 0.03) & (counts > 0)):
            moves[game] = listed[game, random.integers(counts[game])]
        moves[self.batch.over] = -1
        self.kernel.step_all(at(states), self.rules, self.log, at(moves), len(states))


def first_weights() -> Weights:
    """Where tuning begins: the habits of a sensible player."""
    weights = np.zeros(Weight.END)
    kept_back = {Trait.WILD: -4000, Trait.WILD_DRAW: -5000, Trait.OTHER_WILD: -4000, Trait.SWAP: -2000}
    for trait in Trait:
        weights[Weight.TRAIT + trait] = kept_back.get(trait, 0) + (200 if trait in _STRIKES else 0)
        if trait in {*_STRIKES, Trait.WILD_DRAW}:  # while the next player has few cards
            first = Weight.NEXT + trait * SIZES
            weights[first : first + SIZES - 1] = 3000
    for count in range(COUNTS):
        weights[Weight.FOLLOW + count] = 400 * count
        weights[Weight.COLOR + count] = 500 * count
    for size in range(SIZES):
        weights[Weight.DRAW + size] = weights[Weight.KEEP + size] = -20000
    for held in range(1, MOST_OPEN + 1):
        weights[Weight.CHALLENGE + held] = 20 * held
    weights[Weight.BLUFF] = -3000
    weights[Weight.FINISH] = 20000
    return weights


_STRIKES = (Trait.SKIP, Trait.DRAW, Trait.AGAIN)


def examples(table: Table, weights: Weights, wanted: int, worlds: int, random: np.random.Generator) -> list[Example]:
    """Positions of games of sharp players against each other."""
    units = table.minds(np.eye(Weight.END, dtype=np.int32) * UNIT)
    minds = table.minds(np.tile(np.rint(weights).astype(np.int32), (table.players, 1)))
    found: list[Example] = []
    while len(found) < wanted and not table.batch.over.all():
        for game in np.flatnonzero(table.batch.states["ask"] <= Ask.COLOR):
            if random.random() < 0.12 and len(found) < wanted:
                state = table.batch.states[game : game + 1]
                features, moves = table.features(state, units)
                if len(moves) > 1 and not (features > ENOUGH).any():
                    seed = int(random.integers(2**62))
                    found.append(Example(features, table.worth(state, moves, minds, worlds, seed)))
        table.step(minds, random)
    return found


def fitted(found: list[Example], weights: Weights, warm: float, rounds: int = 300, pace: float = 60.0) -> Weights:
    """Weights with which a player gets more out of these positions (Adam on the expected worth, ever colder)."""
    most, count, size = max(len(one.worth) for one in found), len(found), len(weights)
    features = np.zeros((count, most, size), np.float32)
    worth, missing = np.zeros((count, most), np.float32), np.full((count, most), -1e9, np.float32)
    for i, one in enumerate(found):
        moves = len(one.worth)
        features[i, :moves], worth[i, :moves], missing[i, :moves] = one.features, one.worth - one.worth.mean(), 0
    flat = features.reshape(-1, size)
    first, second = np.zeros(size), np.zeros(size)
    for t in range(1, rounds + 1):
        heat = warm * (COLD / warm) ** (t / rounds)
        scores = (flat @ weights.astype(np.float32)).reshape(count, most) / heat + missing
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        gains = chances * (worth - (chances * worth).sum(axis=1, keepdims=True))
        slope = (flat.T @ gains.reshape(-1)) / count / heat
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope * slope
        change = (first / (1 - 0.9**t)) / (np.sqrt(second / (1 - 0.99**t)) + 1e-12)
        weights = weights + pace * (1 - 0.9 * t / rounds) * change
    return weights


def challenged(table: Table, weights: Weights, random: np.random.Generator) -> Weights:
    """The same weights with a better mind about challenges, by the size of the hand that is judged.

    Whoever bluffs too often is found out by this, and learns it in the next generation; so both settle in a mixture.
    """
    minds = table.minds(np.tile(np.rint(weights).astype(np.int32), (table.players, 1)))
    found = []
    while not table.batch.over.all():
        found.append(table.batch.states[table.batch.states["ask"] == Ask.CHALLENGE].copy())
        table.step(minds, random)
    asked = np.concatenate(found)
    luck = int(random.integers(2**62))
    ahead = [table.wins(asked, act, minds, luck) for act in (Act.CHALLENGE, Act.ACCEPT)]
    better = weights.copy()
    for held in range(MOST_OPEN + 1):
        here = np.minimum(asked["bluff_held"], MOST_OPEN) == held
        if here.sum() >= FEW:
            place = Weight.CHALLENGE + held
            gain = float((ahead[0][here] - ahead[1][here]).mean())
            better[place] = np.clip(weights[place] + BOLDER * gain, SHYEST, BOLDEST)
    return better


def against_sensible(edition: str, players: int, weights: Weights, settings: dict[str, Any], deals: int) -> str:
    """What one sharp player wins against sensible ones, every deal from every seat."""
    shares = np.zeros(deals)
    for seat in range(players):
        table = Table(edition, players, deals, "against sensible", settings)
        minds = table.minds(np.tile(np.rint(weights).astype(np.int32), (players, 1)))
        hows = np.full(players, int(Policy.SENSIBLE), np.int32)
        hows[seat] = int(Policy.SHARP)
        at = table.kernel.at
        table.kernel.play_out_all(
            at(table.batch.states), table.rules, table.log, table.scratch, at(hows), at(table.none), at(minds),
            True, False, 100_000, seat, 0, deals,
        )  # fmt: skip
        shares += table.batch.winners[:, seat] / players
    even = 100 / players
    return f"{100 * shares.mean():.2f} ± {196 * shares.std() / deals**0.5:.2f} % (even: {even:.1f} %)"


def tuned(kind: Kind, options: argparse.Namespace) -> tuple[Weights, dict[str, str]]:
    """The weights of one kind of games, and what they win."""
    seed, positions = options.seed, options.positions
    weights = first_weights()
    kept: list[Example] = []
    tables = [(e, p, s) for e in kind.editions for p in kind.players for s in kind.settings]
    for generation in range(options.generations):
        begun, new = time.monotonic(), []
        for number, (edition, players, settings) in enumerate(tables):
            name = f"{seed}/{kind.name}/{generation}/{number}"
            share = positions // len(tables)
            table = Table(edition, players, max(64, share // 3), name, settings)
            new += examples(table, weights, share, options.worlds, np.random.default_rng(seed_number(name)))
        kept = [*kept[-2 * positions :], *new]
        weights = fitted(kept, weights, options.warm)
        edition, players, settings = tables[0]
        table = Table(edition, players, positions, f"{seed}/{kind.name}/{generation}/challenges", settings)
        weights = challenged(table, weights, np.random.default_rng(seed_number(f"{seed}/{generation}")))
        said = against_sensible(kind.editions[0], kind.players[0], weights, kind.settings[0], 5000)
        print(
            f"{kind.name}: generation {generation}, {len(kept)} positions, {time.monotonic() - begun:.0f} s: {said}",
            flush=True,
        )
    results = {
        f"{edition}, {players} players{', party' if settings is PARTY else ''}": against_sensible(
            edition, players, weights, settings, 10_000
        )
        for edition, players, settings in tables
    }
    return weights, results


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Tune the weights of sharp players.")
    parser.add_argument("--seed", default="sharp")
    parser.add_argument("--positions", type=int, default=9000, help="positions a generation")
    parser.add_argument("--worlds", type=int, default=100, help="worlds a position")
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--warm", type=float, default=8000, help="how warm fitting begins, see the source")
    parser.add_argument("--only", default="", help="only kinds of games with this in their name; the others stay")
    options = parser.parse_args()
    for kind in KINDS:
        if options.only in kind.name:
            weights, results = tuned(kind, options)
            print(json.dumps(results, indent=1, ensure_ascii=False), flush=True)
            command = (
                f"python benchmarks/tune.py --only {kind.name!r} --seed {options.seed} "
                f"--positions {options.positions} --worlds {options.worlds} --generations {options.generations} "
                f"--warm {options.warm:.0f}"
            )
            keep(kind.name, [int(weight) for weight in np.rint(weights)], results, command)
    return 0


def keep(name: str, weights: list[int], wins: dict[str, str], made_by: str) -> None:
    """Write the weights of one kind of games into the file; those of the others stay."""
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"weights": {}, "wins": {}, "made_by": {}}
    kept["weights"][name], kept["wins"][name], kept["made_by"][name] = weights, wins, made_by
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
