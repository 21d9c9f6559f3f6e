"""The card language: what a card does, as short sentences.

`parse` turns sentences into instructions and refuses, with the reason and what
is allowed, everything that is not a sentence or can't work; `take_apart` shows a
sentence as the blocks that it is made of. It knows nothing of files and decks;
`docs/cards.md` lists every sentence with an example.
A rule has no way to go back to an earlier sentence, so every rule ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from lastcard.editions.nearest import Forms, nearest_sentence
from lastcard.engine import rules as t
from lastcard.errors import RuleError

MAX_WORDS = 120
"""How long the free words on a card may be."""
MAX_SENTENCES = 20


class Instruction(NamedTuple):
    """One step of a card, as the engine runs it."""

    op: int
    who: int = t.PLAYER
    number: int = 0
    when: int = t.ALWAYS
    words: str = ""
    to: int = t.PLAYER
    """Who gets the cards."""


@dataclass(frozen=True)
class Verb:
    """A kind of sentence: its form, what it gives and what must have come before."""

    form: str
    op: int
    means: str
    count: tuple[int, int] = (0, 0)
    fixed_count: int = 0
    gives: str = ""
    needs: str = ""
    to: str = "player"
    """Who gets the cards, where some are given."""
    two_sided: bool = False
    """Whether it needs an edition with two-sided cards."""


class Step(NamedTuple):
    """A sentence taken apart: the form of its verb, what stands in the form's gaps, and its condition."""

    form: str
    who: str = ""
    n: int | None = None
    words: str | None = None
    when: str = ""
    """`yes` or `no`: the answer after which it happens; empty: always."""

    @property
    def sentence(self) -> str:
        """The sentence again."""
        who, words = self.who, f'"{self.words}"'
        text = self.form.replace("{who}", who).replace("{one}", who)
        text = text.replace("{n}", str(self.n)).replace("{words}", words)
        return f"if {self.when}: {text}" if self.when else text

    def to_dict(self) -> dict[str, str | int]:
        """Plain values; what the sentence has not is left out."""
        return {name: value for name, value in self._asdict().items() if value not in {None, ""}}


SUBJECTS = {
    "player": t.PLAYER,
    "next player": t.NEXT,
    "chosen player": t.CHOSEN,
    "that player": t.THAT,
    "winner": t.WINNER,
    "loser": t.LOSER,
    "player with most cards": t.THAT,
    "player with fewest cards": t.THAT,
    "everyone": t.EVERYONE,
    "everyone else": t.OTHERS,
}
"""Whom a sentence may be about. The two "with … cards" pick a seat, which is "that player" from then on."""

PICKED = "a picked player"
COLOUR = "a colour"
FLIPPED = "a flip"
PICKS = {"player with most cards": t.PICK_MOST, "player with fewest cards": t.PICK_FEWEST}
"""Subjects that give a picked player."""
GROUPS = ("everyone", "everyone else")
"""Subjects that are more than one player; they stand for {who}, but not for {one}."""
SUBJECT_NEEDS = {
    "chosen player": "a choice",
    "that player": PICKED,
    "winner": "a comparison",
    "loser": "a comparison",
}
"""What must have come before a sentence about these."""
_NEEDS_HINT = {
    "a choice": '"player chooses another player" or "player may choose another player"',
    PICKED: '"player with most cards …" or "player with fewest cards …"',
    "a comparison": '"player and chosen player compare highest numbers" '
    'or "player and chosen player show hands and compare lowest numbers"',
    COLOUR: '"… names the colour" or "… names a colour"',
    "an answer": 'a vote ("… votes on …") or a dare ("… is dared to …")',
}
_MISSING = {
    "a choice": "no-choice",
    PICKED: "no-picked-player",
    "a comparison": "no-comparison",
    COLOUR: "no-colour",
    "an answer": "no-answer",
}
FLAWS = (
    *_MISSING.values(),
    "no-sentence",
    "number",
    "words",
    "too-many-sentences",
    "one-sided",
    "challenge-twice",
    "challenge-without-draw",
    "vote-of-one",
    "to-oneself",
    "too-long",
    "no-rule",
    "too-much",
)
"""What can be wrong with a rule; a `RuleError` names one of these."""

VERBS = (
    Verb("{who} draws {n}", t.DRAW, "draws that many cards", (1, 20)),
    Verb(
        "{who} draws until that colour", t.DRAW_UNTIL,
        "draws until a card of the colour named last comes; a wild is no colour", needs="a colour",
    ),
    Verb(
        "{who} draws or discards to {n}", t.LEVEL,
        "draws, or chooses cards to discard, until the hand has exactly that many", (1, 20),
    ),
    Verb(
        "{who} may discard up to {n}", t.MAY_DISCARD,
        "may discard cards of the own choice, never the last one", (1, 20),
    ),
    Verb("{who} discards {n}", t.DISCARD, "must discard cards of the own choice, never the last one", (1, 20)),
    Verb(
        "{who} discards down to {n}", t.DISCARD_DOWN,
        "must discard cards of the own choice until that many are left", (1, 20),
    ),
    Verb(
        "{who} discards all wilds", t.DISCARD_WILDS,
        "discards every wild, but keeps one card of a hand that is all wild",
    ),
    Verb(
        "{who} gives {n} to player", t.GIVE,
        "must give cards of the own choice, never the last one, to the player of the card; only the two know which",
        (1, 20),
    ),
    Verb("{who} gives {n} to next player", t.GIVE, "the same, to the next player", (1, 20), to="next player"),
    Verb(
        "{who} gives {n} to chosen player", t.GIVE, "the same, to the chosen player", (1, 20),
        needs="a choice", to="chosen player",
    ),
    Verb("next player misses the turn", t.MISS, "the next player is passed over"),
    Verb("everyone else misses the turn", t.AGAIN, "the same player plays again"),
    Verb("player plays again", t.AGAIN, "the same player plays again (for a card turned up first: the dealer begins)"),
    Verb(
        "direction turns around", t.TURN_AROUND,
        "play runs the other way; between two players it also works as a skip, unless the setting says otherwise",
    ),
    Verb("{one} names the colour", t.NAME, "chooses the colour in play", gives="a colour"),
    Verb(
        "{one} names the colour if the top is wild", t.NAME_IF_WILD,
        "chooses the colour in play if the top card of the discard pile has none",
    ),
    Verb(
        "{one} names a colour", t.NAME_ANY,
        "chooses a colour for a later sentence; the colour in play stays", gives="a colour",
    ),
    Verb(
        "next player may challenge for {n} more", t.CHALLENGE,
        "makes the card lawful only without a card of the colour in play in hand, "
        "and lets the next player challenge it", (1, 20),
    ),
    Verb("player chooses another player", t.CHOOSE, "must choose an opponent", gives="a choice"),
    Verb(
        "player may choose another player", t.MAY_CHOOSE,
        "chooses an opponent or nobody; with nobody, sentences about the chosen player do not happen", gives="a choice",
    ),
    Verb("player and chosen player swap hands", t.SWAP, "the two hands change places", needs="a choice"),
    Verb("all hands move on", t.MOVE_HANDS, "every hand goes to the next player in the direction of play"),
    Verb(
        "player and chosen player compare highest numbers", t.COMPARE_HIGHEST,
        "both show their highest number; the higher one wins, "
        "and the player wins if they are equal or the chosen player has none",
        needs="a choice", gives="a comparison",
    ),
    Verb(
        "player and chosen player show hands and compare lowest numbers", t.COMPARE_LOWEST,
        "both show their hands; whoever holds the lowest number loses, "
        "and the chosen player loses if they are equal or nobody has one",
        needs="a choice", gives="a comparison",
    ),
    Verb("everything flips", t.FLIP, "both piles and all hands turn over to the other side", two_sided=True),
    Verb(
        "all hands lie open until player's next turn", t.OPEN_HANDS,
        "everybody sees every hand until the player begins the next turn",
    ),
    Verb(
        "next player draws {n} in place of 1", t.TAKE_INSTEAD,
        "a draw in the next player's coming turn is that many cards, one of which may be played", (2, 20),
    ),
    Verb(
        "{who} votes on {words}, one yes is enough", t.VOTE,
        "each is asked yes or no, in playing order; a single yes makes it a yes", fixed_count=1, gives="an answer",
    ),
    Verb(
        "{who} votes on {words}, most votes decide", t.VOTE,
        "each is asked yes or no, in playing order; more than half make it a yes", gives="an answer",
    ),
    Verb("{one} is dared to {words}", t.DARE, "takes the dare (yes) or chickens out (no)", gives="an answer"),
    Verb(
        "{one} is under notice {words} until someone calls UNO", t.NOTICE,
        "a notice for all to see, lifted when anybody calls UNO",
    ),
)  # fmt: skip
"""Every sentence there is. A new verb is one line here and one function in `engine/kernel/verbs.py`."""


def _pattern(verb: Verb) -> re.Pattern[str]:
    groups = "|".join(sorted(map(re.escape, SUBJECTS), key=len, reverse=True))
    ones = "|".join(sorted((re.escape(s) for s in SUBJECTS if s not in GROUPS), key=len, reverse=True))
    text = re.escape(verb.form).replace(r"\{", "{").replace(r"\}", "}")
    text = text.replace("{who}", f"(?P<who>{groups})").replace("{one}", f"(?P<who>{ones})")
    text = text.replace("{n}", r"(?P<n>[0-9]{1,3})").replace("{words}", r'"(?P<words>[^"]*)"')
    return re.compile(text)


_PATTERNS = [(verb, _pattern(verb)) for verb in VERBS]


def split_sentences(text: str) -> list[str]:
    """Cut a rule at its semicolons, leaving those inside quotation marks alone."""
    parts = re.findall(r'(?:[^;"]|"[^"]*"|")+', text)
    return [part.strip() for part in parts]


def parse(sentences: list[str], *, two_sided: bool) -> tuple[Instruction, ...]:
    """The instructions for `sentences`, or a `RuleError` that says what can't be and what can."""
    if len(sentences) > MAX_SENTENCES:
        msg = f"the rule has {len(sentences)} sentences; at most {MAX_SENTENCES} are allowed"
        raise RuleError(msg, "too-many-sentences", most=MAX_SENTENCES)
    known: dict[str, int] = {}
    instructions: list[Instruction] = []
    for number, sentence in enumerate(sentences, 1):
        try:
            instructions += _parse_one(sentence, known)
        except RuleError as error:
            msg = f"sentence {number}: {error}"
            raise RuleError(msg, error.flaw, **error.about, sentence=number) from None
    _check(instructions, two_sided=two_sided)
    return tuple(instructions)


@lru_cache(maxsize=1024)
def take_apart(sentence: str) -> Step:
    """A sentence as a `Step`, or a `RuleError` if it is none; whether it can work there is for `parse` to say."""
    when, text = _condition(sentence)
    verb, found = _match(sentence, text)
    count = found.get("n")
    return Step(verb.form, found.get("who") or "", None if count is None else int(count), found.get("words"), when)


def _parse_one(sentence: str, known: dict[str, int]) -> list[Instruction]:
    condition, text = _condition(sentence)
    when = _WHEN[condition]
    if when != t.ALWAYS:
        _require(known, "an answer", t.ALWAYS, sentence)
    verb, found = _match(sentence, text)
    return _instructions(verb, found, when, known, sentence)


_WHEN = {"": t.ALWAYS, "yes": t.IF_YES, "no": t.IF_NO}


def _condition(sentence: str) -> tuple[str, str]:
    """The answer after which a sentence happens, empty if it always does, and the rest of it."""
    for when in ("yes", "no"):
        prefix = f"if {when}: "
        if sentence.startswith(prefix):
            return when, sentence.removeprefix(prefix)
    return "", sentence


def _match(sentence: str, text: str) -> tuple[Verb, dict[str, str | None]]:
    """The verb of a sentence and what stands in its gaps; `text` is the sentence without its condition."""
    for verb, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            return verb, match.groupdict()
    msg = f"found {sentence!r:.200}; {_suggestion(text, sentence)}"
    raise RuleError(msg, "no-sentence")


def _instructions(
    verb: Verb, found: dict[str, str | None], when: int, known: dict[str, int], sentence: str
) -> list[Instruction]:
    subject = found.get("who") or ("next player" if verb.form.startswith("next player") else "player")
    _require(known, SUBJECT_NEEDS.get(subject, ""), when, sentence)
    _require(known, verb.needs, when, sentence)
    count = _count(verb, found.get("n"), sentence)
    if verb.op == t.GIVE and subject == verb.to:
        msg = f"{sentence!r} lets somebody give cards to themselves"
        raise RuleError(msg, "to-oneself")
    words = found.get("words")
    if words is not None:
        check_words(words)
    result = []
    if subject in PICKS:
        result.append(Instruction(PICKS[subject], when=when))
        _learn(known, PICKED, when)
    result.append(Instruction(verb.op, SUBJECTS[subject], count, when, words or "", SUBJECTS[verb.to]))
    _learn(known, verb.gives, when)
    if verb.op == t.FLIP:
        known.pop(COLOUR, None)  # it was one of the side that is turned away
        known[FLIPPED] = when
    return result


def _learn(known: dict[str, int], thing: str, when: int) -> None:
    """From here on there is `thing`: always, or only under a condition, until another answer is asked for."""
    if thing == "an answer":
        for name in [name for name, condition in known.items() if condition != t.ALWAYS]:
            del known[name]
    if thing and known.get(thing) != t.ALWAYS:
        known[thing] = when


def _require(known: dict[str, int], need: str, when: int, sentence: str) -> None:
    if need and known.get(need) not in {t.ALWAYS, when}:
        where = "in an earlier sentence"
        if need == COLOUR and FLIPPED in known:
            where = 'in a sentence after "everything flips"'
        msg = f"{sentence!r} needs {need} {where} that happens whenever this one does: {_NEEDS_HINT[need]}"
        raise RuleError(msg, _MISSING[need])


def _count(verb: Verb, found: str | None, sentence: str) -> int:
    if found is None:
        return verb.fixed_count
    low, high = verb.count
    if not low <= int(found) <= high:
        msg = f"{sentence!r} has the number {found}; allowed are {low} to {high}"
        raise RuleError(msg, "number", low=low, high=high)
    return int(found)


def check_words(words: str) -> None:
    """Refuse free words that a table could not show."""
    if not words.strip() or len(words) > MAX_WORDS or not words.isprintable():
        found = f"found {words[:40]!r} ({len(words)} characters)"
        msg = f"free words must be 1 to {MAX_WORDS} printable characters; {found}"
        raise RuleError(msg, "words", most=MAX_WORDS)


def _suggestion(text: str, sentence: str) -> str:
    """The sentence that was likely meant, and the forms that are near, or all of them."""
    meant = nearest_sentence(sentence, _FORMS)
    words = set(re.findall(r"[a-z]+", text.lower())) - {"player", "next", "the", "to", "or", "and", "until"}
    near = [verb.form for verb in VERBS if words & set(re.findall(r"[a-z]+", verb.form))]
    forms = near if 0 < len(near) <= 8 else [verb.form for verb in VERBS]
    allowed = "; ".join(f'"{form}"' for form in forms)
    question = f"did you mean {meant!r}? " if '"' in meant else f'did you mean "{meant}"? ' if meant else ""
    gaps = _gaps(allowed)
    return f"{question}allowed here: {allowed}{f' ({gaps})' if gaps else ''}"


def _gaps(forms: str) -> str:
    """What may stand in the gaps that some forms have."""
    singles = ", ".join(subject for subject in SUBJECTS if subject not in GROUPS)
    says = {
        "{who}": ", ".join(SUBJECTS),
        "{one}": f"the same without {', '.join(GROUPS)}" if "{who}" in forms else singles,
        "{n}": "a whole number",
        "{words}": "free words in double quotation marks",
    }
    return "; ".join(f"{gap}: {said}" for gap, said in says.items() if gap in forms)


_FORMS = Forms(tuple((verb.form, verb.count) for verb in VERBS), tuple(SUBJECTS), GROUPS)


def _check(instructions: list[Instruction], *, two_sided: bool) -> None:
    ops = [i.op for i in instructions]
    turning = [verb.form for verb in VERBS if verb.two_sided and verb.op in ops]
    if turning and not two_sided:
        msg = f'"{turning[0]}" needs an edition with two-sided cards'
        raise RuleError(msg, "one-sided")
    if ops.count(t.CHALLENGE) > 1:
        msg = '"next player may challenge" may stand once in a rule'
        raise RuleError(msg, "challenge-twice")
    if t.CHALLENGE in ops:
        rest = instructions[ops.index(t.CHALLENGE) + 1 :]
        if not any(i.op in {t.DRAW, t.DRAW_UNTIL} and i.who == t.NEXT for i in rest):
            msg = '"next player may challenge" needs a later sentence in which the next player draws'
            raise RuleError(msg, "challenge-without-draw")
    if ops.count(t.VOTE) and any(i.op == t.VOTE and i.who not in {t.EVERYONE, t.OTHERS} for i in instructions):
        msg = 'a vote is for "everyone" or "everyone else"'
        raise RuleError(msg, "vote-of-one")
