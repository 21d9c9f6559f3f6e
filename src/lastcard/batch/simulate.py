"""Many random games on all cores, with or without checking every state.

A simulation is a list of batches, each with its edition, settings and number of
players; the engine plays a batch without coming back to Python, so threads do.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from lastcard.batch.arguments import minds_of, policy_numbers
from lastcard.batch.games import MOST_MOVES
from lastcard.editions import Edition, Settings, compile_rules
from lastcard.editions.settings import FEWEST_IN_TEAMS
from lastcard.editions.suggested import SUGGESTED
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.schema import Log, Scratch, State
from lastcard.engine.violations import VIOLATIONS
from lastcard.errors import InvariantError
from lastcard.text.layout import check_deal, new_state
from lastcard.text.position import to_text

BATCH = 200


@dataclass(frozen=True)
class Games:
    """Games that are alike but for their seed."""

    edition: Edition
    settings: Settings
    players: int
    games: int
    key: tuple[int, int, int, int]


@dataclass
class Summary:
    """What came out of a simulation."""

    games: int = 0
    moves: list[npt.NDArray[np.int32]] = field(default_factory=list)
    rounds: list[npt.NDArray[np.int32]] = field(default_factory=list)
    points: list[npt.NDArray[np.int32]] = field(default_factory=list)
    wins: dict[int, list[int]] = field(default_factory=dict)
    """For each number of players, how often each seat won."""

    def add(self, batch: Games, results: npt.NDArray[np.int32]) -> None:
        """Count a batch in."""
        self.games += len(results)
        self.moves.append(results[:, 0])
        self.rounds.append(results[:, 1])
        self.points.append(results[:, 3])
        wins = self.wins.setdefault(batch.players, [0] * batch.players)
        for seat in range(batch.players):
            wins[seat] += int(((results[:, 2] >> seat) & 1).sum())


def plan(
    editions: Sequence[Edition],
    players: Sequence[int],
    games: int,
    seed: str,
    choices: dict[str, Any],
    *,
    any_settings: bool,
) -> Iterator[Games]:
    """Batches that spread `games` evenly over editions and numbers of players."""
    pairs = [(edition, count) for edition in editions for count in players]
    share, rest = divmod(games, len(pairs))
    for number, (edition, count) in enumerate(pairs):
        left = share + (1 if number < rest else 0)
        part = 0
        while left > 0:
            size = min(BATCH, left)
            name = f"{seed}/{edition.id}/{count}/{part}"
            picked = random_settings(edition, count, random.Random(name)) if any_settings else {}
            settings = Settings.of(edition, {**picked, **choices})
            yield Games(edition, settings, check_deal(edition, settings, count), size, _key(name))
            left -= size
            part += 1


def _key(name: str) -> tuple[int, int, int, int]:
    digest = hashlib.sha256(name.encode()).digest()
    a, b, c, d = (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8))
    return a, b, c, d


_WRITTEN_RULES = (
    "words: Everybody hums a tune",
    "next player draws 2; player draws 1; direction turns around",
    "everyone else gives 1 to player; all hands move on",
    "player may choose another player; everyone gives 2 to chosen player",
)
"""Rules of a table's own, besides the suggested ones."""


def random_settings(edition: Edition, players: int, rng: random.Random) -> dict[str, Any]:
    """Any settings that the edition allows."""
    values: dict[str, Any] = {
        "uno": rng.choice(["race", "ask", "auto"]),
        "bluffing": rng.random() < 0.7,
        "two_player_reverse": rng.choice(["skip", "turn"]),
        "pairing": rng.choice(["shuffled", "fixed"]),
        "scoring": rng.choice(["points", "lowest", "hand"]),
        "target": rng.choice([100, 200, 500]),
        "dealer": rng.choice([None, rng.randrange(players)]),
    }
    values |= {
        "stacking": rng.choice(["off", "same", "rising", "any"]),
        "seven_zero": rng.random() < 0.5,
        "jump_in": rng.random() < 0.5,
        "draw_until": rng.random() < 0.5,
        "must_play": rng.choice(["off", "drawn", "always"]),
        "teams": players >= FEWEST_IN_TEAMS and players % 2 == 0 and rng.random() < 0.5,
    }
    if "swap_hands" in edition.own_settings:
        values["swap_hands"] = rng.random() < 0.7
    if edition.custom_slots:
        rules = [*SUGGESTED, *_WRITTEN_RULES]
        values["custom"] = [rng.choice(rules) for _ in range(rng.randint(0, edition.custom_slots))]
    return values


def run(
    batches: Iterator[Games], *, checked: bool, policy: str | None = None, workers: int | None = None
) -> Iterator[tuple[Games, npt.NDArray[np.int32]]]:
    """Play all batches on all cores, giving each as it is done. Raises `InvariantError` at the first violation."""
    workers = workers or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        pending: dict[Future[npt.NDArray[np.int32]], Games] = {}
        more = True
        while more or pending:
            while more and len(pending) < 2 * workers:
                batch = next(batches, None)
                more = batch is not None
                if batch is not None:
                    how = policy or usual_policy(batch)
                    pending[pool.submit(play_batch, batch, checked=checked, policy=how)] = batch
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield pending.pop(future), future.result()


def usual_policy(batch: Games) -> str:
    """Any legal move; but whoever draws on a whim until a card fits (draw-until) never goes out."""
    return "eager" if batch.settings.draw_until else "uniform"


def play_batch(batch: Games, *, checked: bool, policy: str = "uniform") -> npt.NDArray[np.int32]:
    """One row a game: moves, rounds, winners as bits, points of the winner."""
    compiled, entries = compile_rules(batch.edition, batch.settings), kernel()
    rules, log = Room.holding(compiled.raw), Room(Log)
    state = Room.holding(State.pack(new_state(batch.players, batch.key)))
    scratch = Room.holding(Scratch.pack({**Scratch.blank(), "word": batch.key[0]}))
    hows = policy_numbers(policy, batch.players)
    minds = minds_of(compiled, batch.players, hows)
    results, none = np.zeros((batch.games, 4), np.int32), np.zeros(1, np.float32)
    played = entries.play_games(
        state.memory, rules.memory, log.memory, scratch.memory, entries.at(hows), entries.at(none),
        entries.at(minds), checked, MOST_MOVES, entries.at(results), batch.games,
    )  # fmt: skip
    if played < batch.games:
        found = entries.check(state.memory, rules.memory, compiled.values["cards"], scratch.memory)
        problem = VIOLATIONS[found] or "the game does not end"
        msg = f"{problem}, at this position: {to_text(batch.edition, batch.settings, state.raw)}"
        raise InvariantError(msg)
    return results
