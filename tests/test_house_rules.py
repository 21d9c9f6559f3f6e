"""House rules as data files: read strictly, and known wherever a person or a program looks for them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lastcard import edition
from lastcard.batch.simulate import random_settings
from lastcard.editions.house_rules import house_rules, read_house_rules
from lastcard.errors import EditionError
from lastcard.terminal.opening import HOUSE_RULES

GOOD = 'setting = "seven_zero"\n[[adds]]\nrule = "seven"\nface = "7"\ndoes = ["all hands move on"]\n'


def test_a_file_says_which_cards_do_what() -> None:
    """By what stands on them."""
    assert read_house_rules(GOOD, "good.toml") == [("seven_zero", "seven", "7", ("all hands move on",))]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"seven_zero"', '"nine_gift"', "bad.toml: found setting = 'nine_gift'; allowed are .*seven_zero"),
        (
            'face = "7"',
            "face = 7",
            r"bad.toml, adds 1: found .*; needed are rule \(text\), face \(text\), does \(a list\)",
        ),
        ('rule = "seven"\n', "", r"bad.toml, adds 1: found .*; needed are rule \(text\)"),
        ('face = "7"', 'face = "7"\ncolour = "x"', "bad.toml, adds 1: found .*, and nothing else"),
        (
            "all hands move on",
            "all hands go on",
            'bad.toml, adds 1, does: sentence 1: .*did you mean "all hands',
        ),
        ("[[adds]]", "[[add]]", "bad.toml: found .*; needed are setting"),
        ("[[adds]]", "[[adds", "bad.toml: "),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_place(before: str, after: str, message: str) -> None:
    """When it is read, not when a table turns the rule on."""
    with pytest.raises(EditionError, match=message):
        read_house_rules(GOOD.replace(before, after), "bad.toml")


def test_every_house_rule_has_the_id_of_a_rule() -> None:
    """By which a refusal names it."""
    rules = (Path(__file__).resolve().parents[1] / "docs" / "rules.md").read_text("utf-8")
    assert [rule.rule for rule in house_rules() if f"- `{rule.rule}` " not in rules] == []


@pytest.mark.parametrize("setting", sorted({rule.setting for rule in house_rules()}))
def test_every_house_rule_is_known_everywhere(setting: str) -> None:
    """To the terminal, to the page and to random games."""
    page = Path(__file__).resolve().parents[1] / "web" / "src" / "arriving" / "house.ts"
    assert setting in HOUSE_RULES
    assert f'"{setting}"' in page.read_text("utf-8") or f"{setting}:" in page.read_text("utf-8")
    assert setting in random_settings(edition("classic"), 4, random.Random(1))
