"""Which cards are Draw cards, and what they become where one may be answered with another (`stacking`).

A Draw card is a printed card whose sentences make the next player draw and miss the turn, and nothing else but
naming the colour and the challenge. Where stacking is on, its sentences give way to three instructions: the
question to the next player, the payment of the whole penalty, and the turn missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lastcard.editions.language import Instruction, parse
from lastcard.editions.model import FaceKind, Side
from lastcard.engine import rules as t

STACKING = {"off": t.STACK_OFF, "same": t.STACK_SAME, "rising": t.STACK_RISING, "any": t.STACK_ANY}
"""The values of the setting `stacking`."""

_BEFORE = {t.NAME, t.CHALLENGE}
_DRAWS = {t.DRAW, t.DRAW_UNTIL}


class Penalty(NamedTuple):
    """What a Draw card makes the next player draw; of two, the larger one draws more (`stack-1`)."""

    until: int
    """How often until the colour comes."""
    number: int


def penalty_of(kind: FaceKind, does: Sequence[Instruction]) -> Penalty | None:
    """The penalty of a Draw card; None if the card is none."""
    draws = [i for i in does if i.op in _DRAWS and i.who == t.NEXT]
    others = [i for i in does if i not in draws and i.op not in _BEFORE]
    misses = [i for i in others if i.op == t.MISS]
    if kind.written or not draws or len(misses) != 1 or others != misses or any(i.when != t.ALWAYS for i in does):
        return None
    return Penalty(sum(i.op == t.DRAW_UNTIL for i in draws), sum(i.number for i in draws))


def may_answer(stacking: int, laid: tuple[str, Penalty], answer: tuple[str, Penalty]) -> bool:
    """stack-1: whether a Draw card, by its symbol and penalty, may be laid on another."""
    if stacking == t.STACK_SAME:
        return laid[0] == answer[0]
    return stacking == t.STACK_ANY or answer[1] >= laid[1]


def answers(side: Side, stacking: str) -> dict[str, list[str]]:
    """For each Draw card of a side, by its symbol, those that may be laid on it."""
    found = {kind.symbol: penalty_of(kind, parse(list(kind.does), two_sided=True)) for kind in side.kinds}
    cards = [(symbol, penalty) for symbol, penalty in found.items() if penalty is not None]
    return {laid[0]: [answer[0] for answer in cards if may_answer(STACKING[stacking], laid, answer)] for laid in cards}


def when_played(does: Sequence[Instruction]) -> list[Instruction]:
    """stack-2: the colour named, the question with what a lost challenge costs, the payment, the turn missed."""
    extra = sum(i.number for i in does if i.op == t.CHALLENGE)
    named = [i for i in does if i.op == t.NAME]
    return [*named, Instruction(t.STACK, t.NEXT, extra), Instruction(t.PAY, t.NEXT), Instruction(t.MISS, t.NEXT)]


def as_last_card(does: Sequence[Instruction]) -> list[Instruction]:
    """stack-5: nobody is asked, the next player draws the whole penalty; what else the card says stands."""
    return [*(i for i in does if i.op not in _DRAWS), Instruction(t.PAY, t.NEXT)]
