"""A trial whether a small network that learned by self-play chooses better than the sharp player's weights.

Positions are those of `tune.py`: games of sharp players, every move tried in many worlds and played out by sharp
players. The network sees all that the sharp player looks at and much besides, such as which cards nobody has seen yet,
and learns to name the moves that came to most. Held-out positions and games on duplicate deals then tell what it is
worth. Nothing here is part of the product: `docs/bots.md` has the figures and what follows from them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from tune import COLD, ENOUGH, SINGLE, UNIT, Example, Floats, Table, Weights, examples, fitted

from lastcard.bots.search_bot import CAUTION, LEAST_WORLDS
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, Act, Ask, Policy
from lastcard.engine.mind import Trait, Weight
from lastcard.engine.rules import MAX_FACES
from lastcard.game import seed_number
from lastcard.minds import weights_for

GOING_OUT = 100
"""No move has so much of anything unless it goes out."""
OTHER_WORLDS = 0x5DEECE66D
"""Keeps the worlds that a choice is judged in apart from those that it was made in."""
ALL = 10**9
"""Positions are taken from every game to its end, so that no part of a game is missing."""
MOST_MOVES = 5000
"""After so many moves a game counts for nobody."""
HIDDEN, SAME = 32, 0.04
"""Units of the network; moves whose worth differs by less are hardly told apart while it learns."""
STOPPING = 10
"""Of so many positions one is kept from learning, to know when to stop."""
BATCH, PACE, DECAY = 256, 0.001, 1.0
"""Positions a step of learning, its pace, and how fast the network forgets what is of no use."""
ROUNDS, WAIT = 80, 6
"""Rounds of learning at most, and rounds without a gain after which it stops."""
THINKING = 100
"""Worlds a decision of a player that thinks."""

Ints = npt.NDArray[np.int64]
Moves = npt.NDArray[np.int32]
Chooser = Callable[["Seen", npt.NDArray[Any], Floats, Moves], int]
"""Says which of the moves of a position is made, by its place in the list."""
Player = Callable[["Seen", int, Policy, int], None]
"""Plays all games of a table to their end from one seat, against others of a policy, with a seed."""


class Seen(Table):
    """Games whose positions are looked at more closely than the sharp player does, within what the seat may know."""

    def __init__(self, players: int, games: int, seed: str, checks: int = 0) -> None:
        super().__init__("classic", players, games, seed, SINGLE)
        values = self.batch.compiled.values
        self.color, self.points = np.array(values["color"][0]), np.array(values["points"][0])
        symbols = np.array(values["symbol_mask"][0], np.uint64)
        self.alike = (symbols[:, None] >> np.arange(MAX_FACES, dtype=np.uint64) & np.uint64(1)).astype(np.int64)
        self.of_color = np.array([self.color == color for color in range(values["colors"])], np.int64)
        self.acts = ((self.kinds[0] != Trait.NUMBER) & (self.color >= 0)).astype(np.int64)
        self.weights = np.array(weights_for(self.batch.compiled, players), float)
        self.mind_of_all = self.minds(np.tile(np.rint(self.weights).astype(np.int32), (players, 1)))
        self.units = self.minds(np.eye(Weight.END, dtype=np.int32) * UNIT)
        self.cards: int = values["cards"]
        self.checks, self.again = checks, list[Floats]()

    def features(self, state: npt.NDArray[Any], units: npt.NDArray[Any]) -> tuple[Floats, Moves]:
        """What the sharp player looks at, and the rest."""
        found, moves = super().features(state, units)
        found[(found > GOING_OUT).any(axis=1)] = 2 * ENOUGH  # no question, and left out
        return np.concatenate((found, self.further(state[0], moves)), axis=1), moves

    def further(self, state: Any, moves: Moves) -> Floats:
        """What else the seat may know: its whole hand after each move, all hands' sizes, cards that nobody showed."""
        seat, face = int(state["asked"]), state["face"][0]
        held = np.bincount(face[state["hand"][seat, : state["held"][seat]]], minlength=MAX_FACES)
        unknown = (state["know"][0, : self.cards] >> seat & 1) == 0
        hidden = np.bincount(face[: self.cards][unknown], minlength=MAX_FACES)
        order = (seat + int(state["direction"]) * np.arange(1, self.players)) % self.players
        sizes = state["held"][order].astype(float)
        common = [*(np.minimum(sizes, 10) / 5), sizes.min() / 5, state["count"][0] / 50, len(moves) / 5]
        rows = [[*common, *self.after(int(move), state, held, hidden, sizes[0])] for move in moves]
        return np.array(rows, np.float32)

    def after(self, move: int, state: Any, held: Ints, hidden: Ints, next_size: float) -> list[float]:
        """What a move leaves: the own hand, and how well the next player could answer."""
        kind, what = move >> KIND_SHIFT & KIND_MASK, move & ARGUMENT_MASK
        color, fits = int(state["color"]), np.zeros(MAX_FACES, np.int64)
        if kind == Act.PLAY:
            face = int(state["face"][0, what])
            color, fits, held = int(self.color[face]), self.alike[face], held.copy()
            held[face] -= 1
        elif kind == Act.COLOR:
            color = what
        by_color = self.of_color @ held
        color = int(by_color.argmax()) if color < 0 else color
        fits = np.maximum(fits, self.of_color[color])
        wilds = held[self.color < 0].sum()
        unseen = max(1, int(hidden.sum()))
        fitting, shared = hidden @ fits / unseen, hidden @ self.of_color[color] / unseen
        others = np.sort(np.delete(by_color, color))[::-1]
        return [
            held.sum() / 5, by_color[color] / 3, *(others / 3), (by_color > 0).sum() / 2, wilds / 2,
            held @ self.acts / 3, held @ self.points / 50, held @ fits / 3, fitting * 3, shared * 3,
            hidden[self.color < 0].sum() / unseen * 10, (1 - fitting) ** next_size,
            float(kind == Act.DRAW), float(kind == Act.PASS), float(kind == Act.COLOR),
            float(state["ask"] == Ask.DRAWN),
        ]  # fmt: skip

    def worth(self, state: npt.NDArray[Any], moves: Any, minds: Any, worlds: int, seed: int) -> Floats:
        """What each move comes to; held-out positions are looked at once more, in worlds of their own."""
        if self.checks:
            self.again.append(super().worth(state, moves, minds, self.checks, seed ^ OTHER_WORLDS))
        return super().worth(state, moves, minds, worlds, seed)


@dataclass(frozen=True)
class Positions:
    """The moves of many positions, one below the other."""

    features: Floats
    worth: Floats
    counts: Ints
    first: Ints
    """Where the moves of each position begin."""

    @staticmethod
    def of(found: list[Example]) -> Positions:
        """The positions of these examples."""
        counts = np.array([len(one.worth) for one in found])
        worth = np.concatenate([one.worth - one.worth.mean() for one in found])
        return Positions(np.concatenate([one.features for one in found]), worth, counts, np.cumsum(counts) - counts)

    def part(self, begin: int, end: int) -> Positions:
        """Some of the positions."""
        rows = slice(self.first[begin], self.first[end - 1] + self.counts[end - 1])
        first = self.first[begin:end] - self.first[begin]
        return Positions(self.features[rows], self.worth[rows], self.counts[begin:end], first)

    def chances(self, scores: Floats) -> Floats:
        """Scores as chances, for each position by itself."""
        found = np.exp(scores - np.repeat(np.maximum.reduceat(scores, self.first), self.counts))
        return np.asarray(found / np.repeat(np.add.reduceat(found, self.first), self.counts), np.float32)

    def best(self, scores: npt.NDArray[Any]) -> Ints:
        """The row of the move with the highest score in each position; of several the first."""
        ends = self.first + self.counts
        return np.array([a + scores[a:z].argmax() for a, z in zip(self.first, ends, strict=True)])


class Net:
    """Scores moves: a layer of units that look for something, and beside it every input by itself."""

    def __init__(self, inputs: int, random: np.random.Generator) -> None:
        self.parts: list[Floats] = [
            random.normal(0, 0.13, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            random.normal(0, 0.02, HIDDEN).astype(np.float32),
            np.zeros(inputs, np.float32),
        ]
        self._slopes = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def score(self, features: Floats) -> Floats:
        """What each row is worth."""
        inward, bias, outward, straight = self.parts
        return np.asarray(np.maximum(features @ inward + bias, 0) @ outward + features @ straight)

    def learn(self, seen: Positions) -> None:
        """One step towards choosing as the worth of the moves tells (Adam on the cross-entropy)."""
        inward, bias, outward, straight = self.parts
        found = seen.features @ inward + bias
        units = np.maximum(found, 0)
        scores = units @ outward + seen.features @ straight
        wrong = (seen.chances(scores) - seen.chances(seen.worth / SAME)) / len(seen.counts)
        back = wrong[:, None] * outward * (found > 0)
        slopes = seen.features.T @ back, back.sum(axis=0), units.T @ wrong, seen.features.T @ wrong
        self._move([np.asarray(slope, np.float32) for slope in slopes])

    def _move(self, slopes: list[Floats]) -> None:
        self._steps += 1
        for i, slope in enumerate(slopes):
            self._slopes[i] = 0.9 * self._slopes[i] + 0.1 * slope
            self._squares[i] = 0.999 * self._squares[i] + 0.001 * slope * slope
            spread = np.sqrt(self._squares[i] / (1 - 0.999**self._steps)) + 1e-8
            change = self._slopes[i] / (1 - 0.9**self._steps) / spread
            self.parts[i] = ((1 - PACE * DECAY) * self.parts[i] - PACE * change).astype(np.float32)


def learned(seen: Positions, random: np.random.Generator) -> Net:
    """A network that was stopped when it got no better on positions that it does not learn from."""
    count = len(seen.counts)
    kept = seen.part(count - count // STOPPING, count)
    wanted = kept.chances(kept.worth / SAME)
    net = Net(seen.features.shape[1], random)
    best, parts, since = -np.inf, net.parts, 0
    begins = np.arange(0, count - count // STOPPING, BATCH)
    for _ in range(ROUNDS):
        for begin in random.permutation(begins):
            net.learn(seen.part(begin, min(begin + BATCH, count - count // STOPPING)))
        found = float((wanted * np.log(kept.chances(net.score(kept.features)) + 1e-9)).sum())
        best, parts, since = (found, list(net.parts), 0) if found > best else (best, parts, since + 1)
        if since == WAIT:
            break
    net.parts = parts
    return net


def by_net(net: Net) -> Chooser:
    """Whoever follows a network."""
    return lambda _table, _state, features, _moves: int(net.score(features).argmax())


def by_weights(weights: Weights) -> Chooser:
    """Whoever follows a sharp player's weights."""
    return lambda _table, _state, features, _moves: int((features[:, : Weight.END] @ weights).argmax())


def thinking(worlds: int, habit: Chooser, random: np.random.Generator) -> Chooser:
    """Whoever tries each move in so many worlds, and leaves a habit only for what is clearly better, as `search`."""

    def choose(table: Seen, state: npt.NDArray[Any], features: Floats, moves: Moves) -> int:
        usual = habit(table, state, features, moves)
        came = table.outcomes(state, moves, table.mind_of_all, worlds, int(random.integers(2**62)))
        ahead = came - came[:, usual : usual + 1]
        clear = ahead.mean(axis=0) - CAUTION * ahead.std(axis=0) / worlds**0.5
        clear[usual] = 0
        return int(clear.argmax())

    return choose


def stepwise(chooser: Chooser) -> Player:
    """Whoever asks a chooser, and leaves challenges to the sharp player."""

    def play(table: Seen, seat: int, others: Policy, seed: int) -> None:
        hows = policies(table, seat, others)
        for number in range(MOST_MOVES):
            games = np.flatnonzero(~table.batch.over)
            if not len(games):
                return
            for game in games:
                state = table.batch.states[game : game + 1]
                if state["asked"][0] == seat and state["ask"][0] <= Ask.COLOR:
                    make_move(table, state, chooser)
                else:
                    inside_kernel(table, state, hows, table.mind_of_all, 1, seed + number, int(game))

    return play


def make_move(table: Seen, state: npt.NDArray[Any], chooser: Chooser) -> None:
    """Make the chooser's move, unless there is nothing to choose."""
    features, moves = table.features(state, table.units)
    out = np.flatnonzero(features[:, 0] > ENOUGH)
    place = int(out[0]) if len(out) else chooser(table, state, features, moves) if len(moves) > 1 else 0
    at = table.kernel.at
    table.kernel.step_all(at(state), table.rules, table.log, at(moves[place : place + 1]), 1)


def at_once(weights: Weights) -> Player:
    """A sharp player with these weights, inside the kernel."""

    def play(table: Seen, seat: int, others: Policy, seed: int) -> None:
        minds = table.mind_of_all.copy()
        minds["weight"][seat] = np.rint(weights)
        inside_kernel(table, table.batch.states, policies(table, seat, others), minds, MOST_MOVES, seed, 0)

    return play


def policies(table: Seen, seat: int, others: Policy) -> Moves:
    """Who plays how inside the kernel."""
    hows = np.full(table.players, int(others), np.int32)
    hows[seat] = int(Policy.SHARP)
    return hows


def inside_kernel(table: Seen, states: Any, hows: Moves, minds: Any, most: int, seed: int, first: int) -> None:
    """So many moves at most in each of these games; a game that does not end leaves those after it alone."""
    at = table.kernel.at
    table.kernel.play_out_all(
        at(states), table.rules, table.log, table.scratch, at(hows), at(table.none), at(minds),
        False, False, most, seed, first, len(states),
    )  # fmt: skip


def wins(players: int, deals: int, seed: str, player: Player, others: Policy) -> str:
    """What one player wins against others, every deal from every seat."""
    shares = np.zeros(deals)
    for seat in range(players):
        table = Seen(players, deals, f"{seed}/deals/{players}")
        player(table, seat, others, seed_number(f"{seed}/luck/{seat}") % 2**40)
        shares += table.batch.winners[:, seat] / players
    return between(100 * shares)


def between(values: npt.NDArray[Any]) -> str:
    """A mean with its 95 % interval."""
    return f"{values.mean():.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


def regret(seen: Positions, judged: Floats, scores: dict[str, npt.NDArray[Any]]) -> Iterator[str]:
    """What each way to choose gets out of held-out positions, and how much more that is than the sharp player's."""
    sharp = judged[seen.best(scores["sharp"])]
    for name, found in scores.items():
        got = judged[seen.best(found)]
        yield f"{name:28}{100 * got.mean():8.2f} %{between(100 * (got - sharp)):>18}"


def took(work: Callable[[], Any], times: int, count: int) -> float:
    """Microseconds for each of `count` things that are done at once; the quickest of several times."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return 1e6 * min(found) / count


def times(table: Seen, seen: Positions, net: Net, games: int = 2000) -> Iterator[str]:
    """How long one decision takes, of those that are a question."""
    minds, random = table.mind_of_all, np.random.default_rng(1)
    for _ in range(10):
        table.step(minds, random)
    asked = np.flatnonzero((table.batch.states["ask"] <= Ask.COLOR) & (table.batch.masks().sum(axis=1) > 1))[:games]
    states, moves, at = table.batch.states[asked].copy(), np.zeros(len(asked), np.int32), table.kernel.at

    def sharp() -> None:
        table.kernel.choose_all(
            at(states), table.rules, table.scratch, at(minds), 1, 0, at(moves), len(states)
        )  # fmt: skip

    one = table.features(states[:1], table.units)[0]
    many = seen.part(0, min(2000, len(seen.counts)))
    rows, used = len(many.features) / len(many.counts), (many.features != 0).sum(axis=1).mean()
    yield f"sharp, in the engine: {took(sharp, 20, len(states)):.2f} µs"
    yield f"network, batched, features given: {took(lambda: net.score(many.features), 20, len(many.counts)):.2f} µs"
    yield f"network, one by one: {took(lambda: net.score(one), 200, 1):.0f} µs"
    yield f"features, one by one: {took(lambda: table.features(states[:1], table.units), 200, 1):.0f} µs"
    yield (
        f"multiply-adds: {rows * (one.shape[1] + 1) * HIDDEN:,.0f}, or {rows * used * HIDDEN:,.0f} "
        f"if zeros are left out ({rows:.1f} moves, {used:.0f} of {one.shape[1]} inputs)"
    )
    yield f"file: {sum(part.nbytes for part in net.parts) / 1000:.0f} kB"


def trial(players: int, games: int, chosen: argparse.Namespace) -> None:
    """Learn, and measure, for one number of players."""
    name, begun = f"{chosen.seed}/{players}", time.monotonic()
    random = np.random.default_rng(seed_number(name))
    table, apart = Seen(players, games, name), Seen(players, chosen.held, f"{name}/held out", chosen.judges)
    found = examples(table, table.weights, ALL, chosen.worlds, random)
    held = examples(apart, table.weights, ALL, chosen.judges, random)
    say([f"\n{players} players: {len(found):,} positions, {len(held):,} held out; {time.monotonic() - begun:.0f} s"])
    refitted = fitted([Example(one.features[:, : Weight.END], one.worth) for one in found], table.weights, COLD)
    mixed = [found[place] for place in random.permutation(len(found))]  # they came in the order of their moves
    net, seen = learned(Positions.of(mixed), random), Positions.of(held)
    looks = seen.features[:, : Weight.END]
    scores = {
        "any move": random.random(len(looks)),
        "sharp": looks @ table.weights,
        "sharp, refitted": looks @ refitted,
        "network": net.score(seen.features),
        f"best in {chosen.judges} other worlds": seen.worth,
    }
    say([f"{'held-out positions':28}{'worth':>10}{'over sharp':>18}"])
    say(regret(seen, np.concatenate(apart.again), scores))
    say(times(Seen(players, 4000, f"{name}/times"), seen, net))
    say(matches(players, chosen, refitted, net, random))
    say([f"{time.monotonic() - begun:.0f} s in all"])


def matches(
    players: int, chosen: argparse.Namespace, refitted: Weights, net: Net, random: np.random.Generator
) -> Iterator[str]:
    """What each of them wins."""
    weights = Seen(players, 1, "").weights
    sharp, learner, deals, few = by_weights(weights), by_net(net), chosen.deals, max(2, chosen.deals // 6)
    rows: list[tuple[str, Player, Policy, int]] = [
        ("network", stepwise(learner), Policy.SHARP, deals),
        ("sharp, refitted", at_once(refitted), Policy.SHARP, 4 * deals),
        ("network", stepwise(learner), Policy.SENSIBLE, deals // 2),
        ("sharp", at_once(weights), Policy.SENSIBLE, 4 * deals),
        ("sharp, refitted", at_once(refitted), Policy.SENSIBLE, 4 * deals),
    ]
    if players == 2:  # the least that search does, and with the network in the sharp player's place
        rows += [
            (f"{who}, {worlds} worlds", stepwise(thinking(worlds, habit, random)), Policy.SHARP, count)
            for who, habit, worlds, count in (
                ("sharp", sharp, LEAST_WORLDS, 2 * few),
                ("sharp", sharp, THINKING, few),
                ("network", learner, THINKING, few),
            )
        ]
    yield f"{'who':22}{'against':12}{'deals':>8}{'wins, %':>16}"
    for who, player, others, count in rows:
        won = wins(players, count, chosen.seed, player, others)
        yield f"{who:22}{others.name.lower():12}{count:8,}{won:>16}"


def say(lines: Iterable[str]) -> None:
    """Print lines as they come."""
    for line in lines:
        print(line, flush=True)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Does a network that learned beat the sharp player?")
    parser.add_argument("--seed", default="learn")
    parser.add_argument("--games", type=int, default=25_000, help="games between two to learn from; of four fewer")
    parser.add_argument("--worlds", type=int, default=40, help="worlds a position")
    parser.add_argument("--held", type=int, default=2000, help="games of held-out positions")
    parser.add_argument("--judges", type=int, default=200, help="worlds of held-out positions, twice")
    parser.add_argument("--deals", type=int, default=9000, help="deals of a match, each played from every seat")
    chosen = parser.parse_args()
    for players, games in ((2, chosen.games), (4, chosen.games * 2 // 3)):
        trial(players, games, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
