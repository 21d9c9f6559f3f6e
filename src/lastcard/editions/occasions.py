"""Whether sentences can work on the occasion on which they are said: played, turned up first, or as a last card.

`language.py` knows what a sentence is and what it needs. Here every way through a card is followed, with all answers
and choices, to see that none leads to a state that can't be: a game without a colour in play, a colour in play that
the top card does not have, or somebody who has won the round and is given cards or asked what only a player can
answer. `tests/test_random_editions.py` plays what is allowed here, and shows what comes of the rest.
What a card does on the two rarer occasions is put in words here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lastcard.editions.language import VERBS, Step, take_apart
from lastcard.editions.model import GOES_BACK, SIDES, FaceKind
from lastcard.engine import rules as t

AS_PLAYED = "the same as when played"
NOTHING = "nothing"

_OPS = {verb.form: verb.op for verb in VERBS}
_YES_OR_NO = frozenset({t.VOTE, t.DARE})
_COMPARISONS = frozenset({t.COMPARE_HIGHEST, t.COMPARE_LOWEST})
_AT_THE_END = frozenset({
    t.DRAW, t.DRAW_UNTIL, t.NAME, t.NAME_ANY, t.FLIP, t.NOTICE,
    t.MISS, t.AGAIN, t.TURN_AROUND, t.TAKE_INSTEAD, t.OPEN_HANDS,
})  # fmt: skip
"""Verbs that a last card may have: they ask nothing, or only for the colour until which somebody draws."""
_SOMEBODY_ELSE = ("next player", "everyone else", "player with most cards")
"""Who is never the player of a last card, whose hand is empty."""


class _Way(NamedTuple):
    """How far one way through a card has come."""

    colour: bool
    """Whether there is a colour in play."""
    wild: bool
    """Whether the top card is wild for certain."""
    answer: str = ""
    chosen: bool = False
    compared: bool = False

    def reaches(self, who: str) -> bool:
        """Whether there is anybody whom a sentence is about; "that player" was picked before, as the language asks."""
        if who == "chosen player":
            return self.chosen
        return self.compared if who in {"winner", "loser"} else True


def when_turned_up(kind: FaceKind, side: str) -> str:
    """What a card does when it starts the discard pile, in words; a round starts on the light side (setup-3)."""
    if side != SIDES[0]:
        return AS_PLAYED
    if kind.turned_up == GOES_BACK:
        return "goes back into the deck, and another is turned up"
    return _in_words(kind, tuple(kind.turned_up))


def when_last(kind: FaceKind) -> str:
    """What a card does when it was its player's last one, in words."""
    return _in_words(kind, kind.as_last_card)


def _in_words(kind: FaceKind, sentences: tuple[str, ...]) -> str:
    if sentences == kind.does and not kind.written:
        return AS_PLAYED
    return "; ".join(sentences) or NOTHING


def problem_when_played(sentences: Sequence[str], *, wild: bool) -> str:
    """Why a card can't do this when it is played; empty if it can. A wild that names no colour leaves the old one."""
    return _colour_problem(_taken_apart(sentences), wild=wild, colour=True)


def problem_when_turned_up(sentences: Sequence[str], *, wild: bool) -> str:
    """Why a card can't do this when it is the first of the discard pile; empty if it can."""
    steps = _taken_apart(sentences)
    for step in steps:
        if _OPS[step.form] == t.CHALLENGE:
            return f'"{step.sentence}" can\'t be said there: nobody has laid the card and could be guilty'
    return _colour_problem(steps, wild=wild, colour=not wild)


def problem_as_last_card(sentences: Sequence[str], *, wild: bool) -> str:
    """Why a card can't do this when it was its player's last one; empty if it can. The round ends with it."""
    steps = _taken_apart(sentences)
    picked = ""
    for number, step in enumerate(steps):
        op, who = _OPS[step.form], _subject(step)
        picked = who if who.startswith("player with") else picked
        who = picked if who == "that player" else who
        if op not in _AT_THE_END:
            return _not_at_the_end(step, "the player has no cards left and the round is won")
        if op in {t.DRAW, t.DRAW_UNTIL} and who not in _SOMEBODY_ELSE:
            return _not_at_the_end(step, "it would give cards to the player, who has won the round")
        later = {_OPS[after.form] for after in steps[number + 1 :]}
        if op in {t.NAME, t.NAME_ANY} and t.DRAW_UNTIL not in later:
            return _not_at_the_end(step, "nothing would come of the colour")
    return _naming_problem(steps, wild=wild)


def _not_at_the_end(step: Step, why: str) -> str:
    others = ", ".join(f'"{who}"' for who in _SOMEBODY_ELSE)
    return (
        f"{step.sentence!r} can't be said there: {why}; allowed are draws by somebody else ({others}), "
        'the naming of the colour until which they draw, "everything flips", a notice, '
        "and what has no effect any more, such as a missed turn"
    )


def _colour_problem(steps: list[Step], *, wild: bool, colour: bool) -> str:
    """In the end there must be a colour in play, and it must be that of the top card."""
    naming = _naming_problem(steps, wild=wild)
    if naming or all(way.colour for way in _ways(steps, wild=wild, colour=colour)):
        return naming
    if any(_OPS[step.form] == t.FLIP for step in steps):
        return (
            'must have "… names the colour if the top is wild" after "everything flips", about somebody who is there '
            "whatever is answered and chosen, as the flip may uncover a wild"
        )
    return (
        "must say that somebody names the colour, about somebody who is there whatever is answered and chosen, "
        'or "goes back": a wild has none'
    )


def _naming_problem(steps: list[Step], *, wild: bool) -> str:
    """Only on a wild can a colour be named: else the colour in play is the top card's."""
    for number, step in enumerate(steps):
        if _OPS[step.form] == t.NAME and not all(way.wild for way in _ways(steps[:number], wild=wild, colour=True)):
            return (
                f'"{step.sentence}" can\'t be said there: the top card may have a colour, which is the one in play; '
                f'allowed: "{step.sentence} if the top is wild", or "… names a colour" for a later draw'
            )
    return ""


def _ways(steps: Iterable[Step], *, wild: bool, colour: bool) -> set[_Way]:
    """How every way through the sentences may end."""
    ways = {_Way(colour, wild)}
    for step in steps:
        ways = {after for way in ways for after in _after(way, step)}
    return ways


def _after(way: _Way, step: Step) -> set[_Way]:
    """What one sentence may lead to."""
    op = _OPS[step.form]
    if (step.when and step.when != way.answer) or not way.reaches(_subject(step)):
        return {way}
    if op == t.FLIP:
        return {way._replace(colour=False, wild=False)}
    if op in {t.NAME, t.NAME_IF_WILD}:
        return {way._replace(colour=True)}
    if op in _YES_OR_NO:
        return {way._replace(answer="yes"), way._replace(answer="no")}
    if op in {t.CHOOSE, t.MAY_CHOOSE}:
        return {way._replace(chosen=True), *([way._replace(chosen=False)] if op == t.MAY_CHOOSE else [])}
    if op in _COMPARISONS:
        return {way._replace(compared=way.compared or way.chosen)}
    return {way}


def _taken_apart(sentences: Iterable[str]) -> list[Step]:
    return [take_apart(sentence) for sentence in sentences]


def _subject(step: Step) -> str:
    """Whom a sentence is about."""
    return step.who or ("next player" if step.form.startswith("next player") else "player")
