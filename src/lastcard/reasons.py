"""Why a move is refused: the rule's id and a sentence, from nothing but what the seat may know."""

from __future__ import annotations

from typing import Any, NamedTuple

from lastcard.editions import Compiled, Edition
from lastcard.engine import layout as s
from lastcard.notation import ASKS, UNKNOWN, Card, Move
from lastcard.position import hand_cards, pile_cards


class Reason(NamedTuple):
    """Why not."""

    rule: str
    sentence: str


_QUESTIONS = {
    s.PLAY: ("turn-2", "play or draw"),
    s.DRAWN: ("turn-2", "play the drawn card or keep it"),
    s.COLOR: ("card-wild", "name a colour"),
    s.CHALLENGED: ("challenge-1", "challenge or accept"),
    s.TARGET: ("effect-next", "choose a player"),
    s.DISCARDS: ("effect-discard", "discard"),
    s.VOTES: ("card-custom", "vote"),
    s.DARED: ("custom-10", "take the dare or chicken out"),
    s.CALL: ("uno-4", "call UNO or stay silent"),
    s.CATCHING: ("uno-4", "catch or stay silent"),
}
"""For each question, the rule behind it and what must be done."""


def why_not_play(game: Edition, compiled: Compiled, state: Any, seat: int, card: Card, legal: bool) -> Reason | None:
    """Why `seat` can't play a card of its hand now; None if it can."""
    if legal:
        return None
    return _not_now(state, seat, "play") or _not_this_card(game, compiled, state, seat, card)


def _not_now(state: Any, seat: int, doing: str) -> Reason | None:
    if state.ask == s.GAME_OVER:
        return Reason("score-1", "the game is over")
    if state.ask == s.ROUND_OVER:
        return Reason("setup-5", "the round is over; the next one must be dealt")
    if seat >= state.players:
        return Reason("deck-3", f"there is no seat {seat}; the seats are 0 to {int(state.players) - 1}")
    rule, what = _QUESTIONS[int(state.ask)]
    if seat != state.asked:
        return Reason("turn-1", f"it is for seat {int(state.asked)} to {what} now")
    if doing == "play" and state.ask > s.DRAWN:
        return Reason(rule, f"you must {what} first")
    return None


def _not_this_card(game: Edition, compiled: Compiled, state: Any, seat: int, card: Card) -> Reason:
    side = int(state.side)
    hand = hand_cards(state, seat)
    face = card.face(side)
    texts = [game.sides[side].faces[int(state.face[side, c])].text for c in hand]
    if face == UNKNOWN or face not in texts:
        return Reason("turn-1", f"there is no {face if UNKNOWN in card.faces else card} in the hand")
    drawn = texts[len(texts) - int(state.drawn) :]
    if state.ask == s.DRAWN and face not in drawn:
        return Reason("turn-3", "after drawing, only a card just drawn may be played")
    number = [f.text for f in game.sides[side].faces].index(face)
    if compiled.rules.bluffs[side, number] and not compiled.rules.bluffing:
        return Reason("bluff-2", f"bluffing is off and the hand has another card that matches the colour in play, {_color(game, state)}")
    top = game.sides[side].faces[int(state.face[side, pile_cards(state, s.DISCARD_PILE)[0]])]
    return Reason("turn-1", f"the colour in play is {_color(game, state)} and the top card is {top.text}")


def _color(game: Edition, state: Any) -> str:
    return game.sides[int(state.side)].colors[int(state.color)] if state.color >= 0 else "not named yet"


def why_not(game: Edition, compiled: Compiled, state: Any, move: Move, card: Card | None, *, found: bool) -> Reason:
    """Why a move that was refused is not possible; `found` says whether the card it names is in the hand."""
    if move.kind == "uno" and state.ask not in {s.CALL, s.GAME_OVER, s.ROUND_OVER}:
        return Reason("uno-2", "a call is for a player about to leave, or having just left, one card")
    if move.kind == "catch" and state.ask not in {s.CATCHING, s.GAME_OVER, s.ROUND_OVER}:
        return Reason("uno-2", f"seat {move.value} can't be caught now")
    if move.kind == "deal":
        return _why_not_deal(state)
    reason = _not_now(state, move.seat, move.kind)
    if reason is None and not found and move.kind in {"play", "discard"}:
        reason = Reason("turn-1", f"there is no {move.value} in the hand, as far as its holder knows")
    if reason is None and move.kind == "play" and card is not None:
        reason = _not_this_card(game, compiled, state, move.seat, card)
    if reason is None:
        reason = _wrong_answer(state, move)
    return reason


def _why_not_deal(state: Any) -> Reason:
    if state.ask == s.ROUND_OVER:
        return Reason("setup-2", "there are too few cards to deal another round")
    return Reason("setup-5", "the game is over" if state.ask == s.GAME_OVER else "the round is not over")


def _wrong_answer(state: Any, move: Move) -> Reason:
    rule, what = _QUESTIONS[int(state.ask)]
    if move.kind == "draw" and state.ask == s.DRAWN:
        return Reason("turn-3", "only one draw is allowed in a turn")
    if move.kind == "draw" and state.ask == s.PLAY:
        return Reason("turn-5", "there is nothing left to draw")
    if move.kind == "pass" and state.ask == s.PLAY:
        return Reason("turn-2", "you must play or draw; passing is for after a draw, or when there is nothing to draw and nothing to play")
    if move.kind == "done" and state.ask == s.DISCARDS:
        return Reason("effect-discard", "this discard is not optional")
    if move.kind == "discard" and state.ask == s.DISCARDS:
        return Reason("effect-discard", f"there is no {move.value} in the hand")
    if ASKS[int(state.ask)] == move.kind:
        return Reason(rule, f"{move.value} can't be chosen")
    return Reason(rule, f"you must {what} now")
