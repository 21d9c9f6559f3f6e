"""A player with the simple bot's habits who makes the mistakes of people, as often as its level says.

It keeps nothing from one decision to the next, so whoever runs a table may make a new
one for each. All it does is legal: a mistake is a worse choice, never a refused one.
"""

from __future__ import annotations

from lastcard.bots.levels import Level, Mistakes
from lastcard.bots.simple_bot import SimpleBot, first, pick
from lastcard.bots.temper import CALM, Temper, shows
from lastcard.moves import Move
from lastcard.view import View


class ErringBot(SimpleBot):
    """Plays by habit, and errs."""

    def __init__(self, level: Level, seed: int | str | None = None, temper: Temper = CALM) -> None:
        super().__init__(seed, temper)
        self.name = level.name
        self._mistakes = level.mistakes or Mistakes()

    def _own(self, view: View) -> Move:
        """The simple bot's move, or a mistake."""
        seat, question = view.asks
        if seat == view.seat and question == "uno":
            return pick(view, "uno" if self._remembers() else "silent")
        if seat == view.seat and question == "catch":
            return pick(view, "catch" if self._notices() else "silent")
        return super()._own(view)

    def _errs(self, chance: float) -> bool:
        return self._random.random() < chance

    def _remembers(self) -> bool:
        return not self._errs(self._mistakes.forgets_call) and super()._remembers()

    def _notices(self) -> bool:
        slips = shows(self._temper.misses_catch, self._random)
        return not self._errs(self._mistakes.misses_catch) and not slips

    def _seen(self, plays: list[Move], view: View) -> list[Move]:
        """Nobody overlooks a last card or the card just called for.

        Where there is no way around it, one looks again.
        """
        if len(view.hand) == 1 or view.seat in view.called:
            return plays
        if view.asks[1] == "drawn":
            return [] if first(view, "pass") is not None and self._errs(self._mistakes.keeps_drawn) else plays
        seen = [move for move in plays if not self._errs(self._mistakes.overlooks_card)]
        return seen if seen or first(view, "draw") is not None else plays

    def _card(self, plays: list[Move], view: View) -> Move:
        wilds = [move for move in plays if move.card is not None and move.card.wild]
        if wilds and self._errs(self._mistakes.wastes_wild):
            return self._random.choice(wilds)
        colored = [move for move in plays if move not in wilds]
        if colored and self._errs(self._mistakes.any_card):
            return self._random.choice(colored)
        return super()._card(plays, view)

    def _color(self, view: View) -> Move:
        best = super()._color(view)
        if self._errs(self._mistakes.wrong_color):
            return self._random.choice([move for move in view.moves if move.kind == "color" and move != best])
        return best

    def _challenge(self, view: View) -> Move:
        if self._errs(self._mistakes.challenges_wildly):
            return pick(view, "challenge")
        if self._errs(self._mistakes.never_challenges):
            return pick(view, "accept")
        return super()._challenge(view)

    def _target(self, view: View) -> Move:
        if self._errs(self._mistakes.any_target):
            return self._random.choice([move for move in view.moves if move.kind == "target"])
        return super()._target(view)

    def _discard(self, view: View) -> Move:
        if self._errs(self._mistakes.any_discard):
            return self._random.choice([move for move in view.moves if move.kind in {"discard", "give"}])
        return super()._discard(view)
