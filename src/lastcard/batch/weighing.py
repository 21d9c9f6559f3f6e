"""What comes of each move of a seat, tried in many worlds that could be the one at the table.

A thin layer over `engine/kernel/thinking.py`, for players that think ahead (`bots/search_bot.py`) and for analysis. It
begins from a game as one seat knows it (`Game.imagined`), so nothing that the seat may not know is in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lastcard.batch.arguments import Ints
from lastcard.editions import Compiled
from lastcard.engine.kinds import Policy
from lastcard.engine.mind import PATIENCE, Mind, Past
from lastcard.engine.room import Room
from lastcard.engine.schema import Log, State
from lastcard.errors import BatchError
from lastcard.minds.answering import Answering

_LUCK = 0x2545F4914F6CDD1D
"""Keeps the luck of a play-out apart from that of its deal."""
SWEEPS = 6
"""With how much care a world is made to suit what the others did; 0: not at all."""


class Weighing(Answering):
    """The moves of the seat that is asked, in worlds that are dealt one after the other."""

    def __init__(self, compiled: Compiled, seat: int, world: bytes, past: bytes = b"", *, seed: int = 0) -> None:
        super().__init__(compiled, seat, world, seed=seed)
        if past and len(past) != Past.size:
            msg = f"the past has {len(past)} bytes; {Past.size} are needed, or none"
            raise BatchError(msg)
        self._past, self._log = Room.holding(past or bytes(Past.size)), Room(Log)
        self._rooms, self._none = np.zeros(2, State.dtype()), np.zeros(1, np.float32)
        self._minds = np.frombuffer(self._mind * self.players, Mind.dtype())
        self._hows = np.full(self.players, int(Policy.SHARP), np.int32)
        self.worlds = 0
        """How many worlds were dealt so far."""

    def weigh(self, moves: npt.NDArray[np.int32], worlds: int, *, sweeps: int = SWEEPS) -> Ints:
        """What each move comes to in so many further worlds, from 0 to `WIN` of `engine/mind.py`: a row a world."""
        chosen, worth = np.ascontiguousarray(moves, np.int32), np.empty((worlds, len(moves)), np.int32)
        self._kernel.weigh_moves(
            self._root.memory, self._rules.memory, self._log.memory, self._scratch.memory, self._at(self._rooms),
            self._at(self._hows), self._at(self._none), self._at(self._minds), self._past.memory, sweeps, self.seat,
            self._at(chosen), len(chosen), self.seed, self.worlds, worlds, self._at(worth),
        )  # fmt: skip
        self.worlds += worlds
        return worth

    def deal(self, worlds: int, *, sweeps: int = SWEEPS) -> npt.NDArray[Any]:
        """So many further worlds themselves, before any move in them: their states."""
        nothing, found = np.empty(0, np.int32), np.zeros(worlds, State.dtype())
        for place in range(worlds):
            self.weigh(nothing, 1, sweeps=sweeps)
            found[place] = self._rooms[0]
        return found

    def ends(self, worlds: npt.NDArray[Any], move: int, *, first: int) -> npt.NDArray[Any]:
        """How the round ends in each of these worlds after a move: their last states.

        `first` is the number of the first of them. The luck of a world is the same for every move.
        """
        states, count = worlds.copy(), len(worlds)
        moves = np.full(count, move, np.int32)
        self._kernel.step_all(self._at(states), self._rules.memory, self._log.memory, self._at(moves), count)
        done = 0
        while done < count:  # the kernel stops at a play-out that does not end; the next one is played all the same
            done += 1 + self._kernel.play_out_all(
                self._at(states[done:]), self._rules.memory, self._log.memory, self._scratch.memory,
                self._at(self._hows), self._at(self._none), self._at(self._minds),
                True, False, PATIENCE, self.seed ^ _LUCK, first + done, count - done,
            )  # fmt: skip
        return states

    def dealt(self) -> bytes:
        """The last world that was dealt, before any move in it."""
        return bytes(self._rooms[0].tobytes())

    def _at(self, rows: npt.NDArray[Any]) -> Any:
        return self._kernel.at(rows)
