"""The table's page as a player uses it: what there is to read on it, and what there is to touch.

    async with seated(chromium, server, staged, 0) as ann:
        await ann.says("Your turn: play a card or draw.")
        await ann.play("r7")
        await ann.logged("You play red 7.")

Everything goes through what a person has: buttons by their names, cards where they lie. Nothing here knows a rule.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.browser.harness import Browser, Visitor
from tests.browser.oracle import assert_no_hidden_card
from tests.browser.staging import Staged
from tests.server.harness import PATIENCE, Server, eventually

expect.set_options(timeout=PATIENCE * 1000)

CATALOGUE = Path(__file__).parents[2] / "web" / "src" / "i18n" / "en"


@functools.cache
def _catalogue() -> dict[str, str]:
    files = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(CATALOGUE.glob("*.json"))]
    return {key: message for file in files for key, message in file.items()}


def say(key: str, /, **values: object) -> str:
    """A message of the page's catalogue: `say("status.other.play", name="Bob")`.

    For those that are longer than a name.
    """
    return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), _catalogue()[key])


YOUR_TURN = say("status.yours.play")

IN_SIGHT = """(all) => all.map((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    return [[0.1, 0.08], [0.9, 0.08], [0.5, 0.5], [0.1, 0.92], [0.9, 0.92]].every(([across, down]) => {
        const hit = document.elementFromPoint(left + across * width, top + down * height);
        return one.contains(hit) || hit?.contains(one);
    });
})"""
"""Of each thing, whether nothing lies over its middle or its corners."""

COLORS = dict(zip("rgbyptou", ("red", "green", "blue", "yellow", "pink", "teal", "orange", "purple"), strict=True))
KINDS = {
    "+1": "Draw One",
    "+2": "Draw Two",
    "+5": "Draw Five",
    "A": "Skip Everyone",
    "F": "Flip",
    "R": "Reverse",
    "S": "Skip",
    "W": "Wild",
    "W+2": "Wild Draw Two",
    "W+4": "Wild Draw Four",
    "W+C": "Wild Draw Color",
    "WX": "Wild Swap Hands",
    "WH": "Wild Super Hero",
    "WV": "Wild Villain",
    "WP": "The Might of Optimus Prime",
    "WM": "The Tyranny of Megatron",
}


def words(face: str) -> str:
    """A face as the page says it: "red 5". A Customizable card also has its rule's words, which are not known here."""
    return KINDS[face] if face.startswith("W") else f"{COLORS[face[0]]} {KINDS.get(face[1:], face[1:])}"


def seen(card: str, side: str) -> str:
    """A card of a view as the page says it: by its face in play, else by its back."""
    faces = card.split("|")
    front = faces[side == "dark"] if len(faces) > 1 else card
    if front != "?":
        return words(front)
    behind = faces[side == "light"] if len(faces) > 1 else "?"
    return "a card" if behind == "?" else f"back: {words(behind)}"


class Player:
    """Somebody at the table's page."""

    def __init__(self, visitor: Visitor, seat: int | None = None) -> None:
        self.visitor, self.seat = visitor, seat
        self._old_lines = 0
        self.dock = dock = self.page.get_by_role("region", name="Your hand and what is asked")
        """All that is under the thumb; it says which decision it shows."""
        self.status = dock.locator(".status")
        """Whose turn it is and what is asked."""
        self.why = dock.locator(".why")
        """Why something can't be done."""
        self.about = dock.locator(".about")
        """What the card says that a question is about."""
        self.facing = dock.locator(".facing")
        """The open penalty that threatens oneself."""
        self.own = dock.locator(".own")
        """How things stand with oneself."""
        self.answers = dock.get_by_role("group", name="Answers").get_by_role("button")
        self.shouts = dock.get_by_role("group", name="UNO and catching").get_by_role("button")
        self.cards = dock.locator("[data-anchor=hand] [data-card]")
        self.top = self.page.locator("[data-anchor=discard]")
        """The discard pile, which is named by its top card."""
        self.draw_pile = self.page.get_by_role("button", name="Draw pile")
        self.color = self.page.locator(".middle .note.color")
        """The colour in play, beside the discard pile."""
        self.ring = self.page.locator(".middle .ring")
        """The arrows that show the direction."""
        self.recap = self.page.locator(".recap p")
        """The last things that happened, each as cause and effect."""

    @property
    def page(self) -> Page:
        """The visitor's page."""
        return self.visitor.page

    @property
    def view(self) -> dict[str, Any]:
        """What the page was told last."""
        return self.visitor.view

    async def arrived(self) -> None:
        """Wait until the table is there; what happened before is old from now on."""
        await expect(self.status).not_to_be_empty()
        self._old_lines = len(await self.whole_log())

    # --- reading ------------------------------------------------------------------------------------

    async def says(self, status: str | re.Pattern[str]) -> None:
        """The status line is this."""
        await expect(self.status).to_have_text(status)

    async def hand(self) -> list[str]:
        """The faces of the own cards, as they lie."""
        faces: list[str] = await self.cards.evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
        return faces

    async def holds(self, faces: Sequence[str]) -> None:
        """The hand has just these faces, in whatever order."""

        async def the_same() -> bool:
            return sorted(await self.hand()) == sorted(faces)

        await self._becomes(the_same, f"the hand to be {sorted(faces)}")

    async def log(self) -> list[str]:
        """What happened since the player came, line by line."""
        return (await self.whole_log())[self._old_lines :]

    async def logged(self, *lines: str) -> None:
        """The log has got these lines since the player came, in this order; others may come between."""

        async def there() -> bool:
            told = iter(await self.log())
            return all(line in told for line in lines)

        await self._becomes(there, f"the log to have {lines}")

    async def whole_log(self) -> list[str]:
        """All that the log tells, line by line."""
        return [" ".join(text.split()) for text in await self.page.get_by_role("log").locator("p").all_text_contents()]

    async def _becomes(self, look: Callable[[], Awaitable[bool]], wanted: str) -> None:
        try:
            await eventually(look)
        except TimeoutError:
            seen = f"hand {await self.hand()}, log {await self.log()}, status {await self.status.text_content()!r}"
            msg = f"waited for {wanted}; there is {seen}"
            raise AssertionError(msg) from None

    def plate(self, seat: int) -> Locator:
        """Another player's plate."""
        return self.page.locator(f"[data-anchor=seat-{seat}]")

    async def looks_at(self, seat: int) -> list[str]:
        """Another player's cards as far as they may be known, in words, from the window that the plate opens."""
        await self.plate(seat).click()
        return await self._read_window()

    async def discards(self) -> list[str]:
        """The discard pile in words, newest first, from the window that the pile opens."""
        await self.top.click()
        return await self._read_window()

    async def _read_window(self) -> list[str]:
        window = self.page.get_by_role("dialog")
        names = await window.locator("li .unseen").all_text_contents()
        await window.get_by_role("button", name="Close").click()
        await expect(window).to_have_count(0)
        return names

    # --- touching -----------------------------------------------------------------------------------

    def card(self, face: str) -> Locator:
        """The first card of the hand with this face."""
        return self.page.locator(f'[data-anchor=hand] [data-card="{face}"]').first

    async def press(self, face: str, *, in_vain: bool = False) -> None:
        """Touch a card of the hand, on the strip that no other card covers, as soon as it does something.

        Or `in_vain`.
        """
        await self.card(face).click(position={"x": 22, "y": 24}, force=in_vain)

    async def play(self, face: str, color: str | None = None) -> None:
        """Play a card; a wild one with its colour, if it begins with one, and else confirmed."""
        await self.press(face)
        if color is not None:
            await self.answer(color)
        elif face.startswith("W"):
            await self.confirm()

    async def discard(self, face: str) -> None:
        """Choose a card to discard, and confirm it."""
        await self.press(face)
        await (
            self.page.get_by_role("button", name="Discard ", exact=False)
            .and_(self.page.locator("[data-key=confirm]"))
            .click()
        )

    async def confirm(self) -> None:
        """Let the raised card count."""
        await self.page.locator("[data-key=confirm]").click()

    async def undo(self) -> None:
        """Take the raised card back."""
        await self.page.get_by_role("button", name="Undo").click()

    async def answer(self, answer: str) -> None:
        """Press an answer, which counts at once."""
        await self.page.get_by_role("group", name="Answers").get_by_role("button", name=answer, exact=True).click()

    async def do(self, name: str, *, in_vain: bool = False) -> None:
        """Press a button of the dock by its name, as soon as it does something.

        `Draw a card`, `Keep it`, `No more discards`.
        """
        dock = self.page.get_by_role("region", name="Your hand and what is asked")
        await dock.get_by_role("button", name=name, exact=True).click(force=in_vain)

    async def draw(self) -> None:
        """Draw a card."""
        await self.do("Draw a card")

    async def uno(self) -> None:
        """Call UNO."""
        await self.do("UNO!")

    async def catch(self, name: str) -> None:
        """Press the button that catches somebody."""
        await self.do(f"Catch {name}!")


@contextlib.asynccontextmanager
async def seated(chromium: Browser, server: Server, staged: Staged, seat: int, **more: Any) -> AsyncIterator[Player]:
    """The person on a seat of a staged table, at a browser of their own.

    In the end nothing must have reached it that it may not know.

    `more` is for `Browser.visitor`.
    """
    async with chromium.visitor(server.url + staged.path, storage=staged.storage(seat), **more) as visitor:
        player = Player(visitor, seat)
        await player.arrived()
        yield player
        assert_no_hidden_card(visitor, staged.database, staged.code, seat)
