"""Mutants of the edition files: another number, a sentence that is missing, the occasions of a card mixed up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from tests.mutants.mutant import ROOT, Mutant

DATA = "src/lastcard/editions/data"

_VALUE = re.compile(r"^\w+ = (\d+)", re.MULTILINE)
_FLAG = re.compile(r"^\w+ = (true)", re.MULTILINE)
_PROGRAM = re.compile(r"^(?:does|turned_up|as_last_card) = (\[[^\]]*\])", re.MULTILINE)
_SENTENCE = re.compile(r'"[^"]*"(?:,\s*)?')
_NUMBER = re.compile(r"\d+")
_OCCASION = re.compile(r'^(turned_up|as_last_card) = ("[^"]*"|\[[^\]]*\])', re.MULTILINE)
_HEADING = re.compile(r"^\[", re.MULTILINE)

Edit = tuple[int, int, str]
"""From where to where in the text, and what stands there instead."""


def mutants_of(file: str, text: str) -> list[Mutant]:
    """Every mutant of one edition file."""
    kinds = {"number": _numbers(text), "flag": _flags(text), "sentence": _sentences(text), "occasion": _occasions(text)}
    return [
        Mutant(file, f"{kind} {i}", partial(_edited, edits=edits))
        for kind, found in kinds.items()
        for i, edits in enumerate(found)
    ]


def _edited(text: str, edits: list[Edit]) -> str:
    for begin, end, new in sorted(edits, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def _numbers(text: str) -> Iterator[list[Edit]]:
    """One more, and one less if that is a number; of keys and inside sentences."""
    spans = [found.span(1) for found in _VALUE.finditer(text)]
    for program in _PROGRAM.finditer(text):
        spans += [found.span() for found in _NUMBER.finditer(text, *program.span(1))]
    for begin, end in spans:
        number = int(text[begin:end])
        yield from ([(begin, end, str(new))] for new in (number + 1, number - 1) if new >= 0)


def _flags(text: str) -> Iterator[list[Edit]]:
    yield from ([(*found.span(1), "false")] for found in _FLAG.finditer(text))


def _sentences(text: str) -> Iterator[list[Edit]]:
    """Each sentence of a card left out."""
    for program in _PROGRAM.finditer(text):
        yield from ([(*found.span(), "")] for found in _SENTENCE.finditer(text, *program.span(1)))


def _occasions(text: str) -> Iterator[list[Edit]]:
    """What a card does turned up and what it does as the last card change places; where there is one, it is missing."""
    headings = [found.start() for found in _HEADING.finditer(text)]
    for begin, end in zip(headings, [*headings[1:], len(text)], strict=True):
        found = [*_OCCASION.finditer(text, begin, end)]
        if len(found) == 2:
            one, other = found
            yield [(*one.span(2), other[2]), (*other.span(2), one[2])]
        for one in found:
            yield [(one.start(), one.end(), "")]


def edition_mutants() -> list[Mutant]:
    """Every mutant of the editions that come with the package."""
    files = sorted((ROOT / DATA).glob("*.toml"))
    return [mutant for file in files for mutant in mutants_of(f"{DATA}/{file.name}", file.read_text("utf-8"))]
