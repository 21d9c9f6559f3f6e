"""An analysis in words."""

from __future__ import annotations

from lastcard.analysis.results import Analysis, LikelyHand, MoveChance
from lastcard.arena.figures import Interval
from lastcard.cards import UNKNOWN

_LIKELIEST = 6
"""How many faces of a hand are named."""


def report(found: Analysis) -> list[str]:
    """The lines of it."""
    return [
        f"{found.edition}, {found.players} players; seat {found.seat} is asked: {found.question}",
        f"{found.worlds:,} worlds with {_number(len(found.moves), 'move')} each: {found.playouts:,} play-outs",
        "",
        *_table(found.moves),
        "",
        f"search would choose: {found.search.short}",
        "",
        "what the others may hold, as chances that there is at least one:",
        *(line for hand in found.hands for line in _hand(hand)),
    ]


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _table(moves: tuple[MoveChance, ...]) -> list[str]:
    """A line for each move under a line that says what is what; points only where they are counted."""
    rows = [["move", "wins", "95 %", *(["points", "lead"] if moves[0].points else []), ""]]
    rows += [_row(one, first=one is moves[0]) for one in moves]
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for name, *cells, remark in rows:
        right = [f"{cell:>{width}}" for cell, width in zip(cells, wide[1:], strict=False)]
        lines.append("  ".join([f"{name:{wide[0]}}", *right, remark]).rstrip())
    return lines


def _row(one: MoveChance, *, first: bool) -> list[str]:
    wins = one.wins.times(100)
    points = [_points(one.points, "")] if one.points else []
    lead = [_points(one.lead, "+")] if one.lead else []
    remark = "" if first else "clearly worse" if one.clear else "not clearly worse"
    return [one.move.short, f"{wins.value:.1f} %", f"{wins.low:.1f} to {wins.high:.1f}", *points, *lead, remark]


def _points(found: Interval, sign: str) -> str:
    return f"{found.value:{sign}.1f} ± {found.high - found.value:.1f}"


def _hand(hand: LikelyHand) -> list[str]:
    kinds = {**hand.colors, "a wild": hand.wild, "a Draw card": hand.draw_card}
    likeliest = sorted(hand.faces.items(), key=lambda one: -one[1].chance)[:_LIKELIEST]
    faces = {face: held.chance for face, held in likeliest if held.chance > 0}
    seen = [card.text for card in hand.seen if card.text != UNKNOWN]
    return [
        f"seat {hand.seat}, {_number(hand.size, 'card')}: {_chances(kinds)}",
        *([f"    likeliest: {_chances(faces)}"] if faces else []),
        *([f"    seen: {' '.join(seen)}"] if seen else []),
    ]


def _chances(found: dict[str, float]) -> str:
    return ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in found.items())
