"""What all tests share.

The marker by which a test names the rules it proves, the order of tests, and real servers to test with.
"""

from __future__ import annotations

import os
import signal

import pytest

pytest_plugins = ["tests.services"]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A run that a shell put into the background ignores Ctrl-C, and all that it starts would: some tests send one.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known."""
    config.addinivalue_line("markers", "rule(id, ...): ids of docs/rules.md that the test proves")
    config.addinivalue_line("markers", "long: takes half a minute or more, and so begins early")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, or all but one worker wait for it in the end.

    Each worker begins with an equal part of the list.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    rest = [item for item in items if not item.get_closest_marker("long")]
    long = [item for item in items if item.get_closest_marker("long")]
    share = -(-len(rest) // workers)
    items[:] = [
        item
        for worker in range(workers)
        for item in (*long[worker::workers], *rest[worker * share : (worker + 1) * share])
    ]
