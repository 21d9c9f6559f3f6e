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
    printed = [
        part for kind in kinds for part in (kind.does, kind.turned_up, kind.as_last_card) if isinstance(part, tuple)
    ]
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
    assert take_apart('if no: loser is dared to "sing"').to_dict() == {
        "form": "{one} is dared to {words}",
        "who": "loser",
        "words": "sing",
        "when": "no",
    }


NEAR_MISSES = [
    ("Next player draws 2", "next player draws 2"),
    ("next player  draws 2 ", "next player draws 2"),
    ("nextplayer draws 2", "next player draws 2"),
    ("next player draw 2", "next player draws 2"),
    ("next player draws 2.", "next player draws 2"),
    ("next player draws 2 cards", "next player draws 2"),
    ("next player draws two cards", "next player draws 2"),
    ("the next player draws a card", "next player draws 1"),
    ("nxet player draws 12", "next player draws 12"),
    ("everybody draws 3", "everyone draws 3"),
    ("all other players draw 3", "everyone else draws 3"),
    ("player with the most cards draws 3", "player with most cards draws 3"),
    ("player names the color", "player names the colour"),
    ("loser names a color", "loser names a colour"),
    ("next player draws until that color", "next player draws until that colour"),
    ("everyone names the colour", "player names the colour"),
    ("winner misses the turn", "next player misses the turn"),
    ("everyone else miss the turn", "everyone else misses the turn"),
    ("direction turns round", "direction turns around"),
    ("Everything flip", "everything flips"),
    ("If yes, player draws 2", "if yes: player draws 2"),
    ("player and chosen player swap hand", "player and chosen player swap hands"),
    ("next player may challenge for 2", "next player may challenge for 2 more"),
    ("next player is dared to Sing a song", 'next player is dared to "Sing a song"'),
    ('Everyone votes on "Was it good?", most votes decides', 'everyone votes on "Was it good?", most votes decide'),
]


@pytest.mark.parametrize(("found", "meant"), NEAR_MISSES)
def test_a_near_miss_is_named_as_it_should_be_written(found: str, meant: str) -> None:
    """With the subject, number, words and condition that were given; and what is named is a sentence."""
    with pytest.raises(RuleError) as caught:
        take_apart(found)
    quoted = f"'{meant}'" if '"' in meant else f'"{meant}"'
    assert f"found {found!r}; did you mean {quoted}? allowed here: " in str(caught.value)
    assert take_apart(meant).sentence == meant


@pytest.mark.parametrize("found", ["", "hello", "everything turns over", "Next player draws 99", "x" * 5000])
def test_what_is_near_to_nothing_is_only_told_what_there_is(found: str) -> None:
    """No guess is better than a wild one, and none is made that would be refused."""
    with pytest.raises(RuleError) as caught:
        take_apart(found)
    assert "did you mean" not in str(caught.value)
    assert "allowed here: " in str(caught.value)


SINGLE = (
    "player, next player, chosen player, that player, winner, loser, player with most cards, player with fewest cards"
)
GROUPS = "everyone, everyone else"
FREE = "{words}: free words in double quotation marks"


@pytest.mark.parametrize(
    ("found", "gaps"),
    [
        ("somebody names it", f"({{one}}: {SINGLE})"),
        ("somebody discards it", f"({{who}}: {SINGLE}, {GROUPS}; {{n}}: a whole number)"),
        ("somebody under notice", f"({{one}}: {SINGLE}; {FREE})"),
        ("hello", f"({{who}}: {SINGLE}, {GROUPS}; {{one}}: the same without {GROUPS}; {{n}}: a whole number; {FREE})"),
        ("everything turns over", '"everything flips"'),
    ],
)
def test_the_gaps_of_the_forms_that_are_named_are_explained_and_no_others(found: str, gaps: str) -> None:
    """Whoever reads a form knows what may stand in it."""
    with pytest.raises(RuleError) as caught:
        take_apart(found)
    assert str(caught.value).endswith(gaps)


def test_what_is_no_sentence_can_not_be_taken_apart() -> None:
    """It is refused in the words of `parse`."""
    with pytest.raises(RuleError) as apart:
        take_apart("next player drinks 2")
    with pytest.raises(RuleError) as parsed:
        parse(["next player drinks 2"], two_sided=False)
    assert str(parsed.value) == f"sentence 1: {apart.value}"
