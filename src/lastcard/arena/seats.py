"""What sits at the arena's tables: bots with a watch, which counts their decisions and the time that they take.

A bot of the user's own is also held to the rules: an answer that is late, missing or illegal is made by
`default_move` in its place, and counted.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from lastcard.arena.outside import FaultError, Outside
from lastcard.arena.tally import Tally
from lastcard.bots import Bot, default_move
from lastcard.moves import Move
from lastcard.view import View


class Timed:
    """A bot of ours."""

    def __init__(self, bot: Bot, tally: Tally, number: int) -> None:
        self._bot, self._tally, self._number = bot, tally, number
        self.name = bot.name

    def choose(self, view: View) -> Move:
        """What the bot chooses."""
        begun = perf_counter()
        move = self._bot.choose(view)
        self._count(begun)
        return move

    def react(self, view: View) -> Move | None:
        """How the bot reacts."""
        begun = perf_counter()
        move = self._bot.react(view)
        self._count(begun)
        return move

    def _count(self, begun: float) -> None:
        self._tally.thinking[self._number] += perf_counter() - begun
        self._tally.decisions[self._number] += 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)  # whatever else a bot can do


class Guarded:
    """A bot of the user's own, for one game."""

    def __init__(self, outside: Outside, tally: Tally, number: int, place: str, seed: str) -> None:
        self._outside, self._tally, self._number, self._place = outside, tally, number, place
        self.name = "own"
        self.away = False
        """Whether it is not asked any more in this game."""
        try:
            outside.begin(seed)
        except FaultError as fault:
            self._fault(fault.kind, fault.said)
            self.away = True

    def choose(self, view: View) -> Move:
        """The bot's answer, or the default."""
        return self._ask("choose", view) or default_move(view)

    def react(self, view: View) -> Move | None:
        """The bot's reaction, or silence."""
        return self._ask("react", view)

    def _ask(self, want: str, view: View) -> Move | None:
        begun = perf_counter()
        try:
            return self._answer(want, view)
        except FaultError as fault:
            self._fault(fault.kind, fault.said)
            self.away = self.away or not self._outside.running
            return None
        finally:
            self._tally.thinking[self._number] += perf_counter() - begun
            self._tally.decisions[self._number] += 1

    def _answer(self, want: str, view: View) -> Move | None:
        if self.away:
            kind, said = "away", "it was late or had died before in this game"
            raise FaultError(kind, said)
        text = self._outside.ask(want, view)
        if text is None and want == "react":
            return None
        move = next((move for move in view.moves if text in {move.text, move.short}), None)
        if move is None:
            kind, said = "illegal", f"{text!r:.60} is none of {', '.join(map(str, view.moves))}"
            raise FaultError(kind, said)
        return move

    def _fault(self, kind: str, said: str) -> None:
        self._tally.fault(self._number, kind, f"{self._place}: {kind}: {said}"[:400])
