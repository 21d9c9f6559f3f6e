"""The first page is small."""

from __future__ import annotations

from tests.browser.harness import Browser, Theatre
from tests.browser.measure import transferred
from tests.server.harness import Server


def test_the_first_page_is_under_150_kilobytes(theatre: Theatre, server: Server) -> None:
    """All that comes over the network for a first visit, compressed as it is sent."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(None, service_workers="allow") as visitor:
            size = await transferred(visitor, server.url)
            assert 10_000 < size < 150_000, f"it is {size} bytes"

    theatre.run(test)
