"""Every rule of the rule page has a test, and no test names a rule that does not exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from lastcard import edition_names

HERE = Path(__file__).resolve().parent
RULES = HERE.parents[1] / "docs" / "rules.md"


def rule_ids(text: str) -> set[str]:
    """The ids in backticks on the rule page, ranges written out. Edition names look alike and are left out."""
    ids = set(re.findall(r"`([a-z]+(?:-[a-z0-9]+)+)`", text)) - set(edition_names())
    ids |= set(re.findall(r"^- `([a-z]+)` ", text, re.MULTILINE))
    for stem, first, last in re.findall(r"`([a-z-]+-)(\d+)` … `\1(\d+)`", text):
        ids |= {f"{stem}{number}" for number in range(int(first), int(last) + 1)}
    return ids


def is_test(node: ast.AST) -> bool:
    """Whether a node of a file is a test function."""
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def marked_ids(function: ast.FunctionDef) -> list[str]:
    """The ids in the `rule` markers of a test."""
    calls = [node for node in function.decorator_list if isinstance(node, ast.Call)]
    markers = [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]
    return [str(ast.literal_eval(argument)) for marker in markers for argument in marker.args]


def rule_tests() -> dict[str, ast.FunctionDef]:
    """Every rule test by its full name."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and is_test(node):
                found[f"{path.name}::{node.name}"] = node
    return found


def test_the_rule_page_is_read_as_it_is_meant() -> None:
    """The reader finds plain ids, ids with words, and the middle of a range."""
    ids = rule_ids(RULES.read_text(encoding="utf-8"))
    assert {"setup-1", "card-reverse-2p", "effect-next", "bluff-2", "see-5", "deck-2", "score-3", "custom-6"} <= ids
    assert "flip-marvel" not in ids
    assert rule_ids("`new-1` and `old-2` … `old-4`") == {"new-1", "old-2", "old-3", "old-4"}


def test_every_rule_has_a_test() -> None:
    """An id of the rule page that no test names is a rule nobody checks."""
    named = {rule for test in rule_tests().values() for rule in marked_ids(test)}
    assert sorted(rule_ids(RULES.read_text(encoding="utf-8")) - named) == []


def test_every_rule_that_a_test_names_exists() -> None:
    """A marker with an id that the rule page does not have proves nothing."""
    ids = rule_ids(RULES.read_text(encoding="utf-8"))
    wrong = {name: sorted(set(marked_ids(test)) - ids) for name, test in rule_tests().items()}
    assert {name: unknown for name, unknown in wrong.items() if unknown} == {}


def test_every_rule_test_names_its_rules_and_says_a_sentence() -> None:
    """A test in this folder has a marker and a docstring of one sentence."""
    bad = [
        name
        for name, test in rule_tests().items()
        if not marked_ids(test) or not (ast.get_docstring(test) or "").endswith(".")
    ]
    assert bad == []
