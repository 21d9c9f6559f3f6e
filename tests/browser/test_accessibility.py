"""No page, state or dialog breaks a rule of accessibility that a program can check, in light and in dark.

Nothing is wider than the screen.
"""

from __future__ import annotations

import pytest

from tests.browser.harness import Browser, Theatre
from tests.browser.looks import COLORS, axe
from tests.browser.scenes import SCENES, At, showing
from tests.server.harness import Server


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing(name: str, theatre: Theatre, server: Server) -> None:
    """A scene on a desktop in light and in dark, and on small screens, then still dark, down to 320 pixels."""

    async def test(chromium: Browser) -> None:
        async with showing(name, At(chromium, server, 1280, 800)) as at:
            found = await axe(at.visitor)
            await at.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            found += await axe(at.visitor, tags=COLORS, off=["color-contrast-enhanced"])  # all else is as it was
            for width in (360, 320):
                await at.page.set_viewport_size({"width": width, "height": 740})
                wider = await at.page.evaluate(
                    "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
                )
                assert wider <= 0, f"the page is {wider} pixels wider than a screen of {width}"
            found += await axe(at.visitor)
            assert not found, "\n".join(found)

    theatre.run(test)
