"""Our engine and RLCard's UNO in one run, on one core; many games at once; play-outs; and what starting up costs.

Both play uniformly random legal moves, drawing only when nothing can be played, one
hand to the end. RLCard has no calls, challenges or scores, so the comparison is
made with `uno = auto`, `bluffing = false`, `scoring = hand`; the editions are then
measured with all rules on. Sides take turns, and the medians are compared.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from lastcard import Game
from lastcard.batch import Batch
from lastcard.batch.simulate import Games, play_batch
from lastcard.batch.weighing import Weighing
from lastcard.bots import bot, next_move
from lastcard.editions import Settings, edition, printed
from lastcard.engine.schema import State

ROUNDS = 5
SECONDS = 1.5
LIKE_RLCARD = {"uno": "auto", "bluffing": False, "scoring": "hand"}
ALL_RULES = {"uno": "race", "bluffing": True, "scoring": "hand"}

Side = Callable[[float], tuple[float, float]]
"""Plays for some seconds: games a second, moves a second."""


def ours(name: str, players: int, choices: dict[str, Any]) -> Side:
    """Random games by this engine."""
    one = edition(name)
    settings, number = Settings.of(one, choices), 0

    def play(seconds: float) -> tuple[float, float]:
        nonlocal number
        games = moves = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            number += 1
            results = play_batch(
                Games(one, settings, players, 10_000, (1, 2, number, 4)), checked=False, policy="eager"
            )
            games += len(results)
            moves += int(results[:, 0].sum())
        passed = time.perf_counter() - begun
        return games / passed, moves / passed

    play(0.1)
    return play


def rlcard_bare(players: int) -> Side:
    """RLCard's `Game` alone."""
    from rlcard.games.uno import Game

    def play(seconds: float) -> tuple[float, float]:
        games = moves = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            game = Game(num_players=players)
            game.init_game()
            while not game.is_over():
                game.step(random.choice(game.get_legal_actions()))
                moves += 1
            games += 1
        passed = time.perf_counter() - begun
        return games / passed, moves / passed

    return play


def rlcard_env(players: int) -> Side:
    """RLCard's `env.run` with its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno")
    env.game.num_players = env.num_players = players  # its configuration can't do this for UNO
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(players)])

    def play(seconds: float) -> tuple[float, float]:
        games = moves = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            trajectories, _ = env.run(is_training=False)
            moves += sum(len(t) // 2 for t in trajectories)
            games += 1
        passed = time.perf_counter() - begun
        return games / passed, moves / passed

    return play


def compare(sides: dict[str, Side]) -> dict[str, tuple[float, float]]:
    """The median speed of each side, the sides taking turns."""
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, side in sides.items():
            speeds[name].append(side(SECONDS))
    return {name: (median(s[0] for s in found), median(s[1] for s in found)) for name, found in speeds.items()}


def against_rlcard() -> None:
    """The comparison for two and four players."""
    print("classic, random play, one hand, one core (medians of turns taken)\n")
    print(f"{'players':8}{'':22}{'games/s':>12}{'moves/s':>14}{'this engine is':>18}")
    for players in (2, 4):
        found = compare(
            {
                "RLCard env.run": rlcard_env(players),
                "RLCard bare Game": rlcard_bare(players),
                "this engine": ours("classic", players, LIKE_RLCARD),
            }
        )
        mine = found["this engine"][0]
        for name, (games, moves) in found.items():
            ratio = "" if name == "this engine" else f"{mine / games:,.0f} x"
            print(f"{players:<8}{name:22}{games:12,.0f}{moves:14,.0f}{ratio:>18}")
    print()


def editions() -> None:
    """Every edition with all rules and knowledge on."""
    print("all rules on (calls and catches, bluffs and challenges, knowledge), one hand\n")
    print(f"{'players':8}{'edition':22}{'games/s':>12}{'moves/s':>14}{'classic is':>18}")
    for players in (2, 4):
        found = compare({name: ours(name, players, ALL_RULES) for name in printed()})
        for name, (games, moves) in found.items():
            print(f"{players:<8}{name:22}{games:12,.0f}{moves:14,.0f}{found['classic'][0] / games:>16.2f} x")
    print()


def stepping(looking: str) -> float:
    """Moves a second by a caller's actions, with the time for looking at what is legal in a way that is asked for."""
    games = Batch("classic", players=4, games=4096, seed=1, threads=1, **LIKE_RLCARD)
    rng, rows = np.random.default_rng(1), np.arange(len(games))
    mask = np.empty((len(games), games.actions), np.uint8)
    looks: dict[str, Callable[[], object]] = {
        "masks": lambda: games.masks(out=mask),
        "masks and lists": lambda: games.masks_and_actions(out=mask),
    }
    spent, moves, until = 0.0, 0, time.perf_counter() + 2 * SECONDS
    while time.perf_counter() < until:
        begun = time.perf_counter()
        if looking:
            looks[looking]()
        looked = time.perf_counter()
        actions, counts = games.legal_actions()
        chosen = actions[rows, (rng.random(len(games)) * counts).astype(np.int64)]
        ready = time.perf_counter()
        games.step(chosen)
        spent += time.perf_counter() - ready + looked - begun
        moves += len(games)
        games.restart()
    return moves / spent


def batch() -> None:
    """Thousands of games stepped with a caller's actions, on one core."""
    print("4096 games of classic for 4 at once, one core, a caller's actions\n")
    for looking in ("", "masks", "masks and lists"):
        print(f"{'step' + (looking and ' with ' + looking):30}{stepping(looking):14,.0f} moves/s")
    print()


def middle_of_a_game(seed: int) -> Game:
    """A single hand of classic for 4 after the first 20 moves of sharp players; the first that is so long."""
    for attempt in range(seed * 100, seed * 100 + 100):
        game = Game("classic", 4, seed=attempt, uno="auto", scoring="hand", history=False)
        bots = {seat: bot("sharp", seat) for seat in range(4)}
        for _ in range(20):
            if not game.over:
                game.make(next_move(game, bots))
        if not game.over:
            break
    return game


def playouts_a_second(games: list[Game], *, with_past: bool) -> float:
    """Rounds that sharp players play to their end a second, by the time of the processor; the best of several runs."""
    tables = []
    for game in games:
        seat = game.asks.seat
        weighing = Weighing(game.compiled, seat, game.imagined(seat), game.past if with_past else b"", seed=1)
        tables.append((weighing, np.array(weighing.answers(), np.int32)))
    speeds = []
    for _ in range(2 * ROUNDS):
        begun = time.thread_time()
        made = sum(weighing.weigh(moves, 64).size for weighing, moves in tables)
        speeds.append(made / (time.thread_time() - begun))
    return max(speeds)


def playouts() -> None:
    """How fast worlds are dealt and played out for those who think ahead."""
    games = [middle_of_a_game(seed) for seed in range(64)]
    print("play-outs by sharp players, a hand of classic for 4 after 20 moves, one core (best of runs)\n")
    for name, with_past in (("in any world", False), ("in worlds that fit the past", True)):
        print(f"{name:30}{playouts_a_second(games, with_past=with_past):14,.0f} play-outs/s")
    print()


def one_game() -> None:
    """What a single game costs a Python program, also when several are looked at in turn."""
    table = [Game("classic", 4, seed=seed, scoring="hand", history=False) for seed in range(16)]
    begun, made, spent = time.perf_counter(), 0, {"listing the moves": 0.0, "making a move": 0.0}
    while time.perf_counter() - begun < SECONDS:
        for place, game in enumerate(table):
            if game.over:
                table[place] = Game("classic", 4, seed=made, scoring="hand", history=False)
                continue
            start = time.perf_counter()
            moves = game.legal_moves()
            listed = time.perf_counter()
            game.play(moves[made % len(moves)])
            spent["listing the moves"] += listed - start
            spent["making a move"] += time.perf_counter() - listed
            made += 1
    print("one game at a time, 16 in turn\n")
    for name, seconds in spent.items():
        print(f"{name:30}{seconds / made * 1e6:14.1f} us")
    print()


def first_output(command: list[str], folder: str) -> float:
    """Seconds until a command's first output, with an empty cache at first."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "lastcard", *command],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        env={**os.environ, "LASTCARD_CACHE": folder},
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.read(1)
    passed = time.perf_counter() - begun
    process.stdout.close()
    process.wait()
    return passed


def starting() -> None:
    """What the first and the second start of each command cost."""
    position = "classic hands=r1,g2/b3,y4 discard=r5 turn=0"
    commands = {
        "--version": ["--version"],
        "editions": ["editions"],
        "play": ["play", "--seed", "1"],
        "check": ["check", "tests/conformance", "--verbose"],
        "perft": ["perft", position, "3"],
        "simulate": ["simulate", "--games", "10"],
    }
    print("seconds to the first output: at the first start, and at the second\n")
    with tempfile.TemporaryDirectory() as folder:
        for name, command in commands.items():
            print(f"{name:12}{first_output(command, folder):8.2f}{first_output(command, folder):8.2f}")
    print(f"\nbytes per state: {State.size}")


def main() -> None:
    """Run everything."""
    against_rlcard()
    editions()
    batch()
    playouts()
    one_game()
    starting()


if __name__ == "__main__":
    main()
