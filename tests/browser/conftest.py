"""The server and the browser that browser tests share, one for each worker.

Tests stage their tables in the server's database.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.harness import Theatre
from tests.server.harness import Server, sqlite_url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as a user would run it."""
    with Server(sqlite_url(tmp_path_factory.mktemp("tables"))) as running:
        yield running


@pytest.fixture(scope="session")
def theatre() -> Iterator[Theatre]:
    """The Chromium of this worker, for tests that need no special one."""
    opened = Theatre()
    yield opened
    opened.close()
