"""Whether a state that came from outside can be trusted.

The compiled engine checks nothing, so a state from text or bytes is looked over
here first: a number out of range would lead the engine out of its arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastcard.editions import Edition, Settings, compile_rules
from lastcard.engine import layout as s
from lastcard.engine import rules as t
from lastcard.engine.kernel import entries
from lastcard.engine.layout import SCRATCH_DTYPE
from lastcard.engine.rules import MAX_CODE, MAX_SEATS, MAX_TEXTS, new_record
from lastcard.errors import PositionError
from lastcard.position import all_cards

SCALARS: dict[str, tuple[int, int, int]] = {
    # name: usual value, lowest, highest
    "asked": (0, -1, 9), "drawn": (0, 0, 112), "passes": (0, 0, 9), "actor": (0, 0, 9), "pc": (0, 0, MAX_CODE - 1),
    "member": (0, 0, 10), "left": (-1, -1, 112), "chosen": (-1, -1, 9), "that": (-1, -1, 9), "winner": (-1, -1, 9),
    "loser": (-1, -1, 9), "named": (-1, -1, 7), "answer": (0, 0, 2), "yes": (0, 0, 10), "misses": (0, 0, 100),
    "again": (0, 0, 1), "bluff": (0, 0, 1), "verdict": (0, 0, 2), "extra": (0, 0, 20), "starting": (0, 0, 1),
    "last_card": (0, 0, 1), "called": (0, 0, 1023), "liable": (0, 0, 1023), "discarders": (0, 0, 1023),
    "suspect": (-1, -1, 9), "open_until": (0, 0, 1023), "moves": (0, 0, 10**9), "round_number": (1, 0, 30000),
    "winners": (0, 0, 1023), "round_winner": (-1, -1, 9),
}  # fmt: skip
"""The small numbers of a state: what they usually are and how far they may go."""
LISTS = {"instead": (0, 20), "notice": (0, (1 << (MAX_TEXTS + 1)) - 1), "round_points": (0, 10**8)}
_ASKED_BY = {
    s.COLOR: {t.NAME, t.NAME_IF_WILD, t.NAME_ANY, t.END},
    s.CHALLENGED: {t.CHALLENGE},
    s.TARGET: {t.CHOOSE, t.MAY_CHOOSE},
    s.DISCARDS: {t.MAY_DISCARD, t.DISCARD, t.DISCARD_DOWN, t.DISCARD_WILDS, t.LEVEL},
    s.VOTES: {t.VOTE},
    s.DARED: {t.DARE},
}
"""Which instructions ask which question. A start card that could not go back asks without one."""
_SEAT_FIELDS = ("asked", "actor", "chosen", "that", "winner", "loser", "suspect", "round_winner")


def check_state(game: Edition, settings: Settings, state: Any) -> None:
    """Refuse a state on which the engine could go astray, wherever it came from."""
    rules = compile_rules(game, settings).rules
    problem = _range_problem(game, state, rules)
    if not problem:
        found = entries.check(state, rules, len(all_cards(state)), new_record(SCRATCH_DTYPE))
        problem = entries.VIOLATIONS[found]
    if problem:
        msg = f"the position can't exist: {problem}"
        raise PositionError(msg)


def _range_problem(game: Edition, state: Any, rules: Any) -> str:
    """Numbers that would lead the compiled engine out of its arrays."""
    players = int(state.players)
    if not 2 <= players <= MAX_SEATS:
        return f"it has {players} players"
    if not (0 <= state.side < len(game.sides) and 0 <= state.turn < players and 0 <= state.dealer < players):
        return "its side, turn or dealer is out of range"
    if not (0 <= state.ask <= s.GAME_OVER and -1 <= state.color < rules.colors and abs(int(state.direction)) == 1):
        return "its question, colour or direction is out of range"
    for name, (_, low, high) in SCALARS.items():
        top = players - 1 if name in _SEAT_FIELDS else high
        if not low <= int(getattr(state, name)) <= top:
            return f"{name} is out of range"
    for name, (low, high) in LISTS.items():
        if any(not low <= int(x) <= high for x in getattr(state, name)[:players]):
            return f"{name} is out of range"
    return _card_problem(state, rules) or _question_problem(state, rules)


def _card_problem(state: Any, rules: Any) -> str:
    players, limit = int(state.players), int(rules.cards)
    if any(not 0 <= int(x) < s.RING for x in state.start) or any(not 0 <= int(x) <= limit for x in state.count):
        return "a pile is out of range"
    if any(not 0 <= int(x) <= limit for x in state.held[:players]):
        return "a hand is out of range"
    cards = all_cards(state)
    if len(cards) > limit or len(set(cards)) != len(cards) or any(not 0 <= card < limit for card in cards):
        return "a card is missing or in two places"
    for side in range(int(rules.sides)):
        deck = np.bincount(rules.deck[side, :limit], minlength=64)
        faces = [int(state.face[side, card]) for card in cards]
        if any(not 0 <= face < rules.faces[side] for face in faces):
            return "a card has a face that the deck does not have"
        if (np.bincount(faces, minlength=64) > deck).any():
            return "a face stands more often than the deck has it"
    if state.drawn > max(state.held[:players]):
        return "more cards were drawn than are in hand"
    return ""


def _question_problem(state: Any, rules: Any) -> str:
    """The question must be one that the instruction at `pc` asks."""
    ask = int(state.ask)
    if ask in _ASKED_BY:
        op = int(rules.code[int(state.pc), t.OP])
        if op not in _ASKED_BY[ask]:
            return "what is asked does not fit the card that is being carried out"
    if ask in {s.CALL, s.CATCHING} and (state.suspect < 0 or rules.uno != t.UNO_ASK):
        return "nobody is suspected of not having called"
    if ask == s.DRAWN and state.drawn == 0:
        return "no card was drawn"
    if ask < s.ROUND_OVER and ask in {s.PLAY, s.DRAWN} and state.asked != state.turn:
        return "the seat asked is not the seat whose turn it is"
    return ""
