"""Why a move is refused: the rule's id and a sentence, from nothing but what the seat may know."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from lastcard.cards import Card, Printed
from lastcard.editions import Compiled
from lastcard.engine.kinds import Ask
from lastcard.engine.rules import COUNT
from lastcard.moves import WITH_CARD, Move
from lastcard.reading import Reading
from lastcard.sentences import said_penalty


class Reason(NamedTuple):
    """Why not."""

    rule: str
    sentence: str


_QUESTIONS: dict[int, tuple[str, str]] = {
    Ask.PLAY: ("turn-2", "play or draw"),
    Ask.DRAWN: ("turn-2", "play the drawn card or keep it"),
    Ask.COLOR: ("card-wild", "name a colour"),
    Ask.CHALLENGE: ("challenge-1", "challenge or accept"),
    Ask.TARGET: ("effect-next", "choose a player"),
    Ask.DISCARD: ("effect-discard", "discard"),
    Ask.VOTE: ("card-custom", "vote"),
    Ask.DARE: ("custom-10", "take the dare or chicken out"),
    Ask.UNO: ("uno-4", "call UNO or stay silent"),
    Ask.CATCH: ("uno-4", "catch or stay silent"),
    Ask.STACK: ("stack-2", "answer the Draw card, challenge or accept"),
    Ask.JUMP: ("jump-3", "jump in or stay silent"),
    Ask.GIVE: ("card-custom", "give a card"),
}
"""For each question, the rule behind it and what must be done."""


def _question(compiled: Compiled, reading: Reading) -> tuple[str, str]:
    """The rule behind the question that is asked, a house rule where that asks it, and what must be done."""
    rule, what = _QUESTIONS[reading.now.ask]
    return compiled.house_rule_at.get(reading.now.pc, rule), what


def why_not_play(
    printed: Printed, compiled: Compiled, reading: Reading, seat: int, card: Card, *, legal: bool
) -> Reason | None:
    """Why `seat` can't play a card of its hand now; None if it can."""
    if legal:
        return None
    return _not_now(compiled, reading, seat, "play") or _not_this_card(printed, compiled, reading, seat, card)


def why_not_each(
    printed: Printed, compiled: Compiled, reading: Reading, seat: int, playable: Collection[str]
) -> list[Reason | None]:
    """The same for every card of the hand, longest held first; `playable` are the faces that it can play."""
    side = reading.now.side
    texts, face = printed.texts[side], reading.face[side]
    reason = _not_now(compiled, reading, seat, "play")
    if reason is not None:
        return [None if texts[face[card]] in playable else reason for card in reading.hands[seat]]
    hand = [face[card] for card in reading.hands[seat]]
    found = {
        number: None if texts[number] in playable else _not_this_face(printed, compiled, reading, seat, number)
        for number in set(hand)
    }
    return [found[number] for number in hand]


def _not_now(compiled: Compiled, reading: Reading, seat: int, doing: str) -> Reason | None:
    if reading.now.ask == Ask.GAME_OVER:
        return Reason("score-1", "the game is over")
    if reading.now.ask == Ask.ROUND_OVER:
        return Reason("setup-5", "the round is over; the next one must be dealt")
    if seat >= reading.now.players:
        return Reason("deck-3", f"there is no seat {seat}; the seats are 0 to {reading.now.players - 1}")
    rule, what = _question(compiled, reading)
    if reading.now.ask == Ask.STACK:
        what = f"answer {_open_penalty(reading)} with a Draw card{_or_accept(compiled, reading)}"
    if seat != reading.now.asked:
        return Reason(
            rule if reading.now.ask == Ask.STACK else "turn-1", f"it is for seat {reading.now.asked} to {what} now"
        )
    if doing == "play" and reading.now.ask not in _WITH_CARDS:
        return Reason(rule, f"you must {what} first")
    return None


_WITH_CARDS = {Ask.PLAY, Ask.DRAWN, Ask.STACK, Ask.JUMP}
"""Questions that a card may answer."""


def _may_challenge(compiled: Compiled, reading: Reading) -> bool:
    """stack-2: whether the card just laid in a stack may be challenged."""
    rules = compiled.values
    return bool(rules["bluffing"]) and rules["code"][reading.now.pc][COUNT] > 0


def _or_accept(compiled: Compiled, reading: Reading) -> str:
    return ", challenge or accept" if _may_challenge(compiled, reading) else " or accept"


def _open_penalty(reading: Reading) -> str:
    return f"the penalty of {said_penalty(reading.now.penalty, reading.now.until)}"


def _not_this_card(printed: Printed, compiled: Compiled, reading: Reading, seat: int, card: Card) -> Reason:
    """Why a card, which may not even be in the hand, can't be played by a seat that is asked to play."""
    side = reading.now.side
    number = printed.numbers[side].get(card.face(side))
    if number is None or number not in {reading.face[side][held] for held in reading.hands[seat]}:
        return Reason("turn-1", f"there is no {card.face(side) if card.bare else card} in the hand")
    return _not_this_face(printed, compiled, reading, seat, number)


def _not_an_answer(compiled: Compiled, reading: Reading) -> Reason | None:
    """Why a face in the hand does not answer a Draw card, or can't be jumped in with."""
    if reading.now.ask == Ask.STACK:
        answer = f"answer it{_or_accept(compiled, reading)}"
        why = f"it does not answer the Draw card; {_open_penalty(reading)} is open: {answer}"
        return Reason("stack-1", why)
    if reading.now.ask == Ask.JUMP:
        return Reason("jump-1", "only the very same card as the top one may be jumped in with")
    return None


def _bluffs(compiled: Compiled, reading: Reading) -> int:
    """The faces, as bits, that could be laid now if no other card matched the colour in play."""
    rules, side = compiled.values, reading.now.side
    if rules["bluffing"] or reading.now.ask == Ask.JUMP:
        return 0
    bluffs: int = rules["bluff_mask"][side]
    if reading.now.ask == Ask.STACK:
        bluffs &= rules["answers"][side][reading.face[side][reading.discard[0]]]
    return bluffs


def _not_this_face(printed: Printed, compiled: Compiled, reading: Reading, seat: int, number: int) -> Reason:
    """The same for a face that is in the hand."""
    side = reading.now.side
    face, hand = reading.face[side], reading.hands[seat]
    if reading.now.ask == Ask.DRAWN and number not in {face[held] for held in hand[len(hand) - reading.now.drawn :]}:
        return Reason("turn-3", "after drawing, only a card just drawn may be played")
    if (_bluffs(compiled, reading) >> number) & 1:
        why = (
            f"bluffing is off and the hand has another card that matches the colour in play, {_color(printed, reading)}"
        )
        return Reason("bluff-2", why)
    reason = _not_an_answer(compiled, reading)
    if reason is not None:
        return reason
    top = printed.texts[side][face[reading.discard[0]]]
    return Reason("turn-1", f"the colour in play is {_color(printed, reading)} and the top card is {top}")


def _color(printed: Printed, reading: Reading) -> str:
    now = reading.now
    return printed.edition.sides[now.side].colors[now.color] if now.color >= 0 else "not named yet"


def why_not(printed: Printed, compiled: Compiled, reading: Reading, move: Move, *, found: bool) -> Reason:
    """Why a move that was refused is not possible; `found` says whether the card it names is in the hand."""
    if move.kind == "uno" and reading.now.ask not in {Ask.UNO, Ask.GAME_OVER, Ask.ROUND_OVER}:
        return Reason("uno-2", "a call is for a player about to leave, or having just left, one card")
    if move.kind == "catch" and reading.now.ask not in {Ask.CATCH, Ask.GAME_OVER, Ask.ROUND_OVER}:
        return Reason("uno-2", f"seat {move.value} can't be caught now")
    if move.kind == "deal":
        return _why_not_deal(reading)
    reason = _not_now(compiled, reading, move.seat, move.kind)
    if reason is None and not found and move.kind in WITH_CARD:
        reason = Reason("turn-1", f"there is no {move.value} in the hand, as far as its holder knows")
    if reason is None and move.kind == "play" and move.card is not None:
        reason = _not_this_card(printed, compiled, reading, move.seat, move.card)
    if reason is None:
        reason = _wrong_answer(printed, compiled, reading, move)
    return reason


def _why_not_deal(reading: Reading) -> Reason:
    if reading.now.ask == Ask.ROUND_OVER:
        return Reason("setup-2", "there are too few cards to deal another round")
    return Reason("setup-5", "the game is over" if reading.now.ask == Ask.GAME_OVER else "the round is not over")


def _why_not_draw_or_pass(reading: Reading, move: Move) -> Reason:
    """Why the asked seat may not draw, or not pass, in its turn."""
    if reading.now.ask == Ask.DRAWN:
        if move.kind == "draw":
            return Reason("turn-3", "only one draw is allowed in a turn")
        return Reason("must-play", "the card just drawn may be played, so it must be")
    if move.kind == "pass":
        why = "you must play or draw; passing is for after a draw, or when there is nothing to draw and nothing to play"
        return Reason("turn-2", why)
    if len(reading.draw) + len(reading.discard) > 1:
        return Reason("must-play", "the hand has a card that may be played, so one must be")
    return Reason("turn-5", "there is nothing left to draw")


def _nothing_to_challenge(compiled: Compiled) -> Reason:
    if not compiled.values["bluffing"]:
        return Reason("bluff-2", "bluffing is off, so there is nothing to challenge")
    return Reason("challenge-1", "only a Wild Draw may be challenged")


def _wrong_answer(printed: Printed, compiled: Compiled, reading: Reading, move: Move) -> Reason:
    rule, what = _question(compiled, reading)
    if reading.now.ask == Ask.STACK:
        if move.kind == "challenge":
            return _nothing_to_challenge(compiled)
        what = f"answer the Draw card{_or_accept(compiled, reading)}"
    if move.kind in {"draw", "pass"} and reading.now.ask <= Ask.DRAWN:
        return _why_not_draw_or_pass(reading, move)
    if move.kind == "done" and reading.now.ask == Ask.DISCARD:
        return Reason("effect-discard", "this discard is not optional")
    if move.kind == "discard" and reading.now.ask == Ask.DISCARD:
        return Reason("effect-discard", f"there is no {move.value} in the hand")
    if move.kind == "color" and reading.now.ask == Ask.COLOR:
        colors = printed.edition.sides[reading.now.side].colors
        return Reason(rule, f"{move.value} is no colour of the side in play; the colours are {', '.join(colors)}")
    if move.kind == "target" and reading.now.ask == Ask.TARGET:
        return Reason(rule, "somebody must be chosen" if move.target is None else f"seat {move.value} can't be chosen")
    if move.kind == "catch" and reading.now.ask == Ask.CATCH:
        return Reason(rule, f"seat {move.value} can't be caught now")
    return Reason(rule, f"you must {what} now")
