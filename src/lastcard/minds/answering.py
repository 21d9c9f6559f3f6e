"""What a sharp player would answer in a seat's place, without NumPy, so that a table of bots starts at once.

It begins from a game as the seat knows it (`Game.imagined`), so nothing that the seat may not know is in it.
"""

from __future__ import annotations

from array import array
from typing import Any

from lastcard.editions.compile import Compiled
from lastcard.engine.flat import reader
from lastcard.engine.kinds import KIND_MASK, KIND_SHIFT, SEAT_SHIFT, Act, Ask
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.schema import Scratch, State
from lastcard.errors import SaveError
from lastcard.minds import sharp_mind

_LIST = Scratch.fields["move"]
_read = reader(State)


class Answering:
    """The moves of a seat in a game as it knows it; the engine's numbers stand for them."""

    def __init__(self, compiled: Compiled, seat: int, world: bytes, *, seed: int = 0) -> None:
        if len(world) != State.size:
            msg = f"the world has {len(world)} bytes; {State.size} are needed, as Game.imagined gives them"
            raise SaveError(msg)
        self._kernel, self.seat, self.seed = kernel(), seat, seed
        self._rules, self._root, self._scratch = Room.holding(compiled.raw), Room.holding(world), Room(Scratch)
        now = _read(world)
        self.players: int = now.players
        self.asked: int = now.ask
        self._mind = sharp_mind(compiled, self.players)

    def moves(self) -> list[int]:
        """All that the seat can do, in the order of `View.moves`."""
        count = self._kernel.legal_moves(self._root.memory, self._rules.memory, self._scratch.memory)
        listed = memoryview(self._scratch.memory).cast("B")[_LIST.offset : _LIST.end].cast("i")
        return [move for move in listed[:count] if move >> SEAT_SHIFT == self.seat]

    def answers(self) -> list[int]:
        """Those of them that answer what is asked: without calls and catches out of turn."""
        out_of_turn = () if self.asked in {Ask.UNO, Ask.CATCH} else (Act.UNO, Act.CATCH)
        return [move for move in self.moves() if (move >> KIND_SHIFT) & KIND_MASK not in out_of_turn]

    def choice(self) -> int:
        """What a sharp player would answer; -1 if the seat is not asked."""
        chosen: Any = array("i", [-1])
        self._kernel.choose_all(
            self._root.memory, self._rules.memory, self._scratch.memory, Room.holding(self._mind).memory,
            self.seed, 0, chosen if self._kernel.plain else chosen.buffer_info()[0], 1,
        )  # fmt: skip
        return int(chosen[0])
