"""The conformance cases as tests of their own, for the judge of mutants; `make test` runs them by their command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard.checks.conformance import load_cases, run_case

_CASES = [
    case
    for file in sorted((Path(__file__).resolve().parent.parent / "conformance").glob("*.toml"))
    for case in load_cases(file)
]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["id"])
def test_a_rule_case_holds(case: dict[str, Any]) -> None:
    """Every step of the case does what it says."""
    assert run_case(case) == ""
