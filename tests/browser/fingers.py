"""A finger on a touch screen, as the browser itself gets it: it comes down, moves and is lifted.

finger = await Finger.on(ann.page)
await finger.down(*await middle_of(ann.card("r7")))
await finger.move_by(0, -120)
await finger.up()
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import CDPSession, Locator, Page

STEPS = 8
"""A way is made of so many small movements."""


@dataclass
class Finger:
    """One finger, and where it is."""

    session: CDPSession
    x: float = 0
    y: float = 0

    @classmethod
    async def on(cls, page: Page) -> Finger:
        """A finger for this page, which must have a touch screen."""
        return cls(await page.context.new_cdp_session(page))

    async def _tell(self, kind: str) -> None:
        points = [{"x": self.x, "y": self.y}] if kind in {"touchStart", "touchMove"} else []
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def down(self, x: float, y: float) -> None:
        """It comes down here."""
        self.x, self.y = x, y
        await self._tell("touchStart")

    async def move_by(self, right: float, down: float) -> None:
        """It moves on, by so many pixels in all."""
        for _ in range(STEPS):
            self.x += right / STEPS
            self.y += down / STEPS
            await self._tell("touchMove")

    async def up(self) -> None:
        """It is lifted."""
        await self._tell("touchEnd")

    async def cancel(self) -> None:
        """The system takes the touch away: a call comes in."""
        await self._tell("touchCancel")


async def strip_of(card: Locator) -> tuple[float, float]:
    """A point of the strip of a card that no other card covers, once it lies still."""
    await (await card.element_handle()).wait_for_element_state("stable")
    box = await card.bounding_box()
    assert box is not None
    return box["x"] + 20, box["y"] + 24
