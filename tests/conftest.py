"""What all tests share: the marker by which a test names the rules it proves, and real servers to test with."""

from __future__ import annotations

import pytest

pytest_plugins = ["tests.services"]


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker `rule` known."""
    config.addinivalue_line("markers", "rule(id, ...): ids of docs/rules.md that the test proves")
