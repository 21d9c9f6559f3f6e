"""The page has words of its own, and so in every language, for everything that the server can name.

`web/src/i18n/catalogue.test.ts` sees to it that the other languages have every message of the English catalogue.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from lastcard.bots import CHARACTERS, LEVELS, PLAYERS
from lastcard.editions import edition, names
from lastcard.editions.language import FLAWS, SUBJECTS, VERBS
from lastcard.editions.settings import custom_sentences
from lastcard.editions.suggested import SUGGESTED
from lastcard.engine.kinds import QUESTIONS
from lastcard.events import KINDS
from lastcard.server.errors import REFUSALS
from lastcard.server.table.catalogue import steps
from lastcard.server.table.granting import REACTIONS

CATALOGUE = Path(__file__).resolve().parents[1] / "web" / "src" / "i18n" / "en"
MESSAGES: dict[str, str] = {
    key: text for part in CATALOGUE.glob("*.json") for key, text in json.loads(part.read_text(encoding="utf-8")).items()
}

EDITIONS = [edition(name) for name in names()]
SIDES = [side for one in EDITIONS for side in one.sides]
ASKED = [ask for ask in QUESTIONS if not ask.endswith("over")]
"""What somebody is asked."""
BY_WORD = {
    "direction": ("left", "right"),
    "challenged": ("guilty", "innocent"),
    "voted": ("yes", "no"),
    "vote-result": ("yes", "no"),
}
"""Events that are told in other words for each of theirs."""

NAMED: dict[str, Iterable[str]] = {
    "refusal": REFUSALS,
    "flaw": FLAWS,
    "verb": [verb.form for verb in VERBS],
    "who": SUBJECTS,
    "rule": SUGGESTED,
    "words": [str(step["words"]) for rule in SUGGESTED for step in steps(custom_sentences(rule)) if "words" in step],
    "edition": [
        name
        for one in EDITIONS
        for name in (one.id, f"{one.id}.about", *(f"{one.id}.{side.name}" for side in one.sides if side.called))
    ],
    "color": [color for side in SIDES for color in side.colors],
    "card": [kind.symbol for side in SIDES for kind in side.kinds if kind.number is None],
    "event": [
        name for kind in KINDS for name in ([f"{kind}.{word}" for word in BY_WORD[kind]] if kind in BY_WORD else [kind])
    ],
    "status.yours": ASKED,
    "status.other": ASKED,
    "level": [*(name for level in LEVELS for name in (level, f"{level}.says")), *PLAYERS],
    "character": [f"{name}.says" for name in CHARACTERS],
    "reaction": REACTIONS,
}


@pytest.mark.parametrize("part", NAMED)
def test_everything_that_the_server_names_has_words_on_the_page(part: str) -> None:
    """Without them the page would show what the server says, which is English in every language."""
    named = list(NAMED[part])
    assert named
    assert [name for name in named if not _has_words(f"{part}.{name}")] == []


def _has_words(key: str) -> bool:
    """Words for it, or words for each number of cards."""
    return bool(MESSAGES.get(key) or (MESSAGES.get(f"{key}.one") and MESSAGES.get(f"{key}.other")))


def test_the_page_knows_which_sentences_ask_something() -> None:
    """It must know that before it has been told the language: to tell a rule that is nothing but a vote."""
    votes = (CATALOGUE.parents[1] / "lib" / "votes.ts").read_text(encoding="utf-8")
    found = re.search(r"const ASKS = /(.+)/;", votes)
    assert found
    asking = [verb.form for verb in VERBS if verb.gives == "an answer"]
    assert asking
    assert [verb.form for verb in VERBS if re.search(found[1], verb.form)] == asking
