"""Sentences taken apart into the blocks that they are made of, and put together again."""

from __future__ import annotations

import pytest

from lastcard import edition, edition_names
from lastcard.editions.language import VERBS, Step, Verb, parse, take_apart
from lastcard.editions.settings import custom_sentences
from lastcard.editions.suggested import SUGGESTED
from lastcard.errors import RuleError


def printed_sentences() -> list[str]:
    """Every sentence of every edition and of every suggested rule, once."""
    kinds = [kind for name in edition_names() for side in edition(name).sides for kind in side.kinds]
    printed = [part for kind in kinds for part in (kind.does, kind.turned_up, kind.as_last_card) if isinstance(part, tuple)]
    return list(dict.fromkeys(sentence for part in [*printed, *map(custom_sentences, SUGGESTED)] for sentence in part))


@pytest.mark.parametrize("sentence", printed_sentences())
def test_a_sentence_taken_apart_can_be_put_together_again(sentence: str) -> None:
    """Nothing is lost, and its form is one of the language's."""
    step = take_apart(sentence)
    assert step.sentence == sentence
    assert step.form in {verb.form for verb in VERBS}
    assert Step(**step.to_dict()).sentence == sentence  # type: ignore[arg-type]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.form)
def test_every_form_is_found_again(verb: Verb) -> None:
    """Whoever fills the gaps of a form gets a sentence of that form and of no other."""
    form = verb.form
    step = Step(
        form,
        "everyone" if "{who}" in form else "loser" if "{one}" in form else "",
        3 if "{n}" in form else None,
        "Sing {n}; {who} first" if "{words}" in form else None,
        "no",
    )
    assert take_apart(step.sentence) == step


def test_what_a_sentence_has_not_is_left_out() -> None:
    """A page gets only the gaps that there are."""
    assert take_apart("next player draws 2").to_dict() == {"form": "{who} draws {n}", "who": "next player", "n": 2}
    assert take_apart("player plays again").to_dict() == {"form": "player plays again"}
    assert take_apart('if no: loser is dared to "sing"').to_dict() == {"form": "{one} is dared to {words}", "who": "loser", "words": "sing", "when": "no"}


def test_what_is_no_sentence_can_not_be_taken_apart() -> None:
    """It is refused in the words of `parse`."""
    with pytest.raises(RuleError) as apart:
        take_apart("next player drinks 2")
    with pytest.raises(RuleError) as parsed:
        parse(["next player drinks 2"], two_sided=False)
    assert str(parsed.value) == f"sentence 1: {apart.value}"
