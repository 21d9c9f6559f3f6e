"""The mutation run itself: which faults are made, and that a caught one and a survivor are told apart."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys

import pytest

from tests.mutants import kernel, planted, printed
from tests.mutants.__main__ import known_equivalents
from tests.mutants.mutant import ROOT, sample

_TURN = """def turn(state):
    state.turn = 1
    if state.turn == 2:
        tell(state)
"""

_CARD = """[[light.face]]
symbol = "+2"
points = 20
does = ["next player draws 2", "next player misses the turn"]
turned_up = "does"
as_last_card = ["next player draws 2"]
"""


def test_faults_of_the_kernel_are_small_and_of_many_kinds() -> None:
    """A number, a comparison, a condition and a statement are each changed once at a time."""
    found = {mutant.make(_TURN) for mutant in kernel.mutants_of("turn.py", _TURN)}
    assert {
        _TURN.replace("turn = 1", "turn = 2"),
        _TURN.replace("turn == 2", "turn == 1"),
        _TURN.replace("==", "!="),
        _TURN.replace("if state", "if not state"),
        _TURN.replace("state.turn = 1", "pass"),
        _TURN.replace("tell(state)", "pass"),
    } <= found
    assert _TURN not in found


def test_faults_of_an_edition_are_numbers_sentences_and_occasions() -> None:
    """Each number is one more and one less, each sentence is missing once, the occasions change places."""
    found = {mutant.make(_CARD) for mutant in printed.mutants_of("card.toml", _CARD)}
    assert {
        _CARD.replace("points = 20", "points = 21"),
        _CARD.replace('does = ["next player draws 2"', 'does = ["next player draws 3"'),
        _CARD.replace('"next player draws 2", ', ""),
        _CARD.replace('["next player draws 2"]', "[]"),
        _CARD.replace('turned_up = "does"', ""),
        _CARD.replace('"does"', "?")
        .replace('["next player draws 2"]', '"does"')
        .replace("?", '["next player draws 2"]'),
    } <= found
    assert _CARD not in found


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    """It can be repeated and made larger, and another seed takes others."""
    mutants = printed.edition_mutants()
    assert sample(mutants, 20, "a") == sample(mutants, 30, "a")[:20] != sample(mutants, 20, "b")
    assert len(sample(mutants, 0, "a")) == len(mutants)


def test_a_known_equivalent_stands_in_its_file_with_a_reason() -> None:
    """Code that has changed takes its entry along."""
    for (file, place, before, _), why in known_equivalents().items():
        lines = " ".join(line.strip() for line in (ROOT / file).read_text("utf-8").splitlines())
        assert before in lines, (file, before)
        assert place in lines, (file, place)
        assert why


@pytest.mark.parametrize("fault", planted.faults(), ids=lambda fault: fault.what)
def test_a_planted_fault_has_its_place_and_tests_that_are_there(fault: planted.Fault) -> None:
    """Code that has changed takes its fault along; with it the file is still Python, and other than it was."""
    assert fault.before != fault.after
    compile(fault.text, fault.file, "exec")
    assert fault.tests
    for test in fault.tests:
        file, _, name = test.partition("::")
        source = (ROOT / "tests" / file).read_text("utf-8")
        assert re.search(rf"^def {re.escape(name)}\(", source, re.MULTILINE), test


def test_each_planted_fault_has_a_sentence_of_its_own() -> None:
    """It is named by it where it is planted."""
    sentences = [fault.what for fault in planted.faults()]
    assert len(sentences) == len(set(sentences))


def test_a_planted_fault_is_noticed_and_a_change_of_nothing_is_not() -> None:
    """In a process of its own, without any change on disk."""
    fault = next(one for one in planted.faults() if one.what == "the next seat is the same whichever way play runs")
    assert planted.verdict(fault) == []
    same = dataclasses.replace(fault, tests=("test_habits.py::test_a_bluff_is_one_only_with_the_colour_in_hand",))
    assert [line.partition(":")[0] for line in planted.verdict(same)] == ["not noticed"]


_PLANTED = """
from functools import partial
from tests.mutants.__main__ import judged
from tests.mutants.mutant import Mutant

def replaced(text, old, new):
    assert old in text
    return text.replace(old, new)

SEATS, CLASSIC = "src/lastcard/engine/kernel/seats.py", "src/lastcard/editions/data/classic.toml"
judge = judged(
    [
        Mutant(SEATS, "obvious", partial(replaced, old="return ", new="return 1 + ")),
        Mutant(SEATS, "endless", partial(replaced, old="    return ", new="    while True: pass\\n    return ")),
        Mutant(SEATS, "equivalent", partial(replaced, old="return ", new="return  ")),
        Mutant(CLASSIC, "obvious", partial(replaced, old='"next player draws 2", ', new="")),
        Mutant(CLASSIC, "refused", partial(replaced, old="hand = 7", new="hand = -7")),
        Mutant(CLASSIC, "equivalent", partial(replaced, old='title = "Classic"', new='title = "Classical"')),
    ],
    ["rules/test_action_cards.py"], jobs=2, tell=False,
)
print(judge.broken)
for verdict in sorted(judge.verdicts, key=lambda verdict: (verdict.mutant.file, verdict.mutant.name)):
    print(verdict.mutant.name, verdict.by.split(":")[0] or "survived")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tried in forks")
def test_an_obvious_fault_is_caught_and_an_equivalent_one_survives() -> None:
    """In the kernel as in an edition; one that never ends is ended, one that can't be loaded is caught by that."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-c", _PLANTED], capture_output=True, text=True, check=True, env=env, cwd=ROOT, timeout=300
    )
    assert done.stdout.splitlines()[-7:] == [
        "[]",
        "equivalent survived",
        "obvious tests/rules/test_action_cards.py",
        "refused does not load",
        "endless never ends",
        "equivalent survived",
        "obvious tests/rules/test_action_cards.py",
    ], done.stdout + done.stderr
