"""Whether a state that came from outside can be trusted.

The compiled engine checks nothing, so a state from text or bytes is looked over
here first: a number out of range would lead the engine out of its arrays.
"""

from __future__ import annotations

from collections import Counter

from lastcard.editions import Compiled, Edition, Settings, compile_rules
from lastcard.engine import rules as t
from lastcard.engine.flat import Field
from lastcard.engine.kinds import Ask
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.rules import MAX_SEATS, MAX_TEXTS
from lastcard.engine.schema import RING, Scratch, State
from lastcard.engine.violations import VIOLATIONS
from lastcard.errors import PositionError
from lastcard.reading import Reading
from lastcard.text.pairing import why_none

_ASKED_BY = {
    Ask.COLOR: {t.NAME, t.NAME_IF_WILD, t.NAME_ANY, t.END},
    Ask.CHALLENGE: {t.CHALLENGE},
    Ask.TARGET: {t.CHOOSE, t.MAY_CHOOSE},
    Ask.DISCARD: {t.MAY_DISCARD, t.DISCARD, t.DISCARD_DOWN, t.DISCARD_WILDS, t.LEVEL},
    Ask.GIVE: {t.GIVE},
    Ask.VOTE: {t.VOTE},
    Ask.DARE: {t.DARE},
    Ask.STACK: {t.STACK},
}
"""Which instructions ask which question. A start card that could not go back asks without one."""


def check_state(game: Edition, settings: Settings, raw: bytes) -> None:
    """Refuse a state on which the engine could go astray, wherever it came from."""
    compiled, reading = compile_rules(game, settings), Reading(raw)
    problem = _range_problem(compiled, reading) or _pairing_problem(game, compiled, reading)
    if not problem:
        state, rules, scratch = Room.holding(raw), Room.holding(compiled.raw), Room(Scratch)
        cards = len(reading.all_cards())
        problem = VIOLATIONS[kernel().check(state.memory, rules.memory, cards, scratch.memory)]
    if problem:
        msg = f"the position can't exist: {problem}"
        raise PositionError(msg)


def bounds(field: Field, players: int) -> tuple[int, int]:
    """The lowest and highest value of a field in a game of so many players."""
    span = field.span
    if span.within == "seat":
        return span.low, players - 1
    if span.within == "seats":
        return 0, (1 << players) - 1
    if span.within == "texts":
        return 0, (1 << (MAX_TEXTS + 1)) - 1
    return span.low, span.high


def _range_problem(compiled: Compiled, reading: Reading) -> str:
    """Numbers that would lead the compiled engine out of its arrays, or tell of seats and words that there are not."""
    now, rules = reading.now, compiled.values
    if not 2 <= now.players <= MAX_SEATS:
        return f"it has {now.players} players"
    for field in State.fields.values():
        if field.span.high == field.span.low == 0 and not field.span.within:
            continue  # cards and randomness have checks of their own
        low, high = bounds(field, now.players)
        values = reading.row(field.name) if field.shape else (getattr(now, field.name),)
        if any(not low <= value <= high for value in values):
            return f"{field.name} is out of range; allowed are {low} to {high}"
        if field.span.within == "texts" and any(value & ~compiled.notices for value in values):
            return f"{field.name} is about words that no notice of this game has"
    if now.side >= rules["sides"] or now.color >= rules["colors"] or now.named >= rules["colors"] or not now.direction:
        return "its side, colour or direction is out of range"
    return (
        _card_problem(compiled, reading) or _question_problem(compiled, reading) or _people_problem(compiled, reading)
    )


def _people_problem(compiled: Compiled, reading: Reading) -> str:
    """What the rules of the people leave behind is there only where they are on."""
    now, rules = reading.now, compiled.values
    if (now.penalty or now.until) and (rules["stacking"] == t.STACK_OFF or now.pc == 0):
        return "a penalty is open, but no Draw card that could be answered is being carried out"
    if now.ask == Ask.STACK:
        top = reading.face[now.side][reading.discard[0]]
        if now.penalty < rules["penalty"][now.side][top] or now.until < rules["penalty_until"][now.side][top]:
            return "the open penalty is smaller than that of the card on top"
    if now.laid and not rules["jump_in"]:
        return "laid is for games with jump-ins"
    if (now.idle or now.caught) and not (rules["draw_until"] or rules["must_play"]):
        return "idle and caught are for games with draw_until or must_play"
    scores, half = reading.row("scores"), now.players // 2
    if rules["teams"] and list(scores[:half]) != list(scores[half : now.players]):
        return "partners have different scores"
    return ""


def _card_problem(compiled: Compiled, reading: Reading) -> str:
    values, rules = State.unpack(reading.raw), compiled.values
    limit, players = rules["cards"], reading.now.players
    if any(not 0 <= x < RING for x in values["start"]) or any(not 0 <= x <= limit for x in values["count"]):
        return "a pile is out of range"
    if any(not 0 <= x <= limit for x in values["held"][:players]):
        return "a hand is out of range"
    cards = reading.all_cards()
    if len(cards) > limit or len(set(cards)) != len(cards) or any(not 0 <= card < limit for card in cards):
        return "a card is missing or in two places"
    for side in range(rules["sides"]):
        faces = Counter(reading.face[side][card] for card in cards)
        if any(face >= rules["faces"][side] for face in faces):
            return "a card has a face that the deck does not have"
        if faces - Counter(rules["deck"][side][:limit]):
            return "a face stands more often than the deck has it"
    return ""


def _pairing_problem(game: Edition, compiled: Compiled, reading: Reading) -> str:
    """deck-2: with a fixed pairing not every face is on every back."""
    if not compiled.fixed_cards:
        return ""
    cards = Counter((reading.face[0][card], reading.face[1][card]) for card in reading.all_cards())
    wrong = cards - Counter(compiled.fixed_cards)
    return why_none(game, compiled.fixed_cards, next(iter(wrong))) if wrong else ""


def _question_problem(compiled: Compiled, reading: Reading) -> str:
    """The question must be one that the instruction at `pc` asks."""
    now, rules = reading.now, compiled.values
    if now.ask in _ASKED_BY and rules["code"][now.pc][t.OP] not in _ASKED_BY[Ask(now.ask)]:
        return "what is asked does not fit the card that is being carried out"
    if now.ask in {Ask.UNO, Ask.CATCH} and (now.suspect < 0 or rules["uno"] != t.UNO_ASK):
        return "nobody is suspected of not having called"
    if now.ask == Ask.JUMP and (not rules["jump_in"] or rules["uno"] != t.UNO_ASK or now.asked == now.turn):
        return "nobody is asked to jump in"
    if now.ask == Ask.DRAWN and (now.drawn == 0 or now.drawn > reading.sizes[now.asked]):
        return "no card was drawn"
    if now.ask in {Ask.PLAY, Ask.DRAWN} and now.asked != now.turn:
        return "the seat asked is not the seat whose turn it is"
    if now.bluff_held > reading.sizes[now.actor]:
        return "the hand that a Wild Draw was laid from was larger than it is"
    return ""
