"""What somebody probably meant: the nearest of some words, and the nearest sentence of the card language.

These only make an error kinder. Nothing is ever taken for what it was not written as.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

_NEAR = 0.84
"""How alike a sentence and what was found must be, 0 to 1."""
_WRONG_SUBJECT = 0.95
"""What the likeness of a sentence counts that can't be about whom it was found to be about."""
_LONGEST = 240
"""Characters of a sentence that are worth comparing."""
_WRITTEN_FOR = {
    "colou?rs?": "colour", "everybody|all players": "everyone", "you": "player",
    "(?:all )?other players|(?:all |the )?others": "everyone else", r"(?:a|one)(?= cards?\b)": "1", "two": "2",
    "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
"""What is often written for the words of the language."""
_GAP = '"…"'
"""Stands for free words while sentences are compared."""


@dataclass(frozen=True)
class Forms:
    """The forms that a sentence can have, each with the limits of its number, and whom it can be about."""

    forms: tuple[tuple[str, tuple[int, int]], ...]
    subjects: tuple[str, ...]
    groups: tuple[str, ...]

    def of(self, form: str) -> tuple[str, ...]:
        """Whom a form can be about; a form that names its subject itself has none to choose."""
        if "votes on" in form:
            return self.groups
        if "{who}" in form:
            return self.subjects
        return tuple(one for one in self.subjects if one not in self.groups) if "{one}" in form else ("",)


def did_you_mean(found: str, allowed: Iterable[str]) -> str:
    """`did you mean points? `, to be put before what is allowed; empty if nothing is near."""
    by_small_letters = {word.lower(): word for word in allowed}
    near = get_close_matches(found[:_LONGEST].strip().lower(), by_small_letters, n=1, cutoff=0.7)
    return f"did you mean {by_small_letters[near[0]]}? " if near else ""


def nearest_sentence(found: str, language: Forms) -> str:
    """The sentence that is most like what was found, with its condition, subject, number and words; or empty."""
    if len(found) > _LONGEST:
        return ""
    when, text, words = _plain(found)
    subject = max((one for one in language.subjects if text.startswith(f"{one} ")), key=len, default="")
    best, likeness = "", _NEAR
    for form, limits in language.forms:
        said = words or _unquoted(form, found)
        for sentence, looks, weight in _filled(form, _number(text, limits), said, subject, language):
            for shown in (looks.replace("{words}", _GAP), looks.replace("{words}", said.lower())):
                alike = weight * SequenceMatcher(None, shown, text, autojunk=False).ratio()
                if alike > likeness:
                    best, likeness = sentence, alike
    return when + best if best else ""


def _plain(found: str) -> tuple[str, str, str]:
    """What was found, as far as it can be put right at once: its condition, its text with a gap, and its free words."""
    quoted = re.search(r'"([^"]*)"', found)
    text = re.sub(r'"[^"]*"', _GAP, found).lower()
    condition = re.match(r"\s*if\s+(yes|no)\s*[:,]?\s*", text)
    text = re.sub(r"\s+", " ", text[condition.end() if condition else 0 :]).strip(" .;").removeprefix("the ")
    for wrong, right in _WRITTEN_FOR.items():
        text = re.sub(rf"\b(?:{wrong})\b", right, text)
    text = re.sub(r"([0-9]) cards?\b", r"\1", text)
    return (f"if {condition[1]}: " if condition else ""), text, quoted[1] if quoted else ""


def _number(text: str, limits: tuple[int, int]) -> str:
    """The number in a text, or the least one that can stand there; empty if it is out of its limits."""
    found = re.search(r"[0-9]{1,3}", text)
    if not found:
        return str(limits[0])
    return found[0] if limits[0] <= int(found[0]) <= limits[1] else ""


def _filled(form: str, number: str, words: str, subject: str, language: Forms) -> Iterator[tuple[str, str, float]]:
    """The sentences of a form, each with how it may have been written, and how much their likeness counts."""
    if ("{n}" in form and not number) or ("{words}" in form and not words):
        return
    form = form.replace("{n}", number, 1)
    subjects = language.of(form)
    for one in subjects:
        looks = form.replace("{who}", one).replace("{one}", one)
        yield looks.replace("{words}", f'"{words}"'), looks, 1.0
    own = max((one for one in language.subjects if form.startswith(f"{one} ")), key=len, default="")
    rest = form.removeprefix("{who} ").removeprefix("{one} ").removeprefix(f"{own} ")
    if subject and subject not in (own, *subjects) and rest != form:
        sentence = form.replace("{who}", subjects[0]).replace("{one}", subjects[0])
        yield sentence.replace("{words}", f'"{words}"'), f"{subject} {rest}", _WRONG_SUBJECT


def _unquoted(form: str, found: str) -> str:
    """The free words of a sentence that has forgotten its quotation marks."""
    before, gap, after = form.partition("{words}")
    before, after = re.escape(before.split("} ")[-1].strip()), re.escape(after.strip(" ,"))
    match = re.search(rf"\b{before} (.+?)(?:,? {after})?$", found, re.IGNORECASE) if gap else None
    return match[1].strip("'") if match else ""
