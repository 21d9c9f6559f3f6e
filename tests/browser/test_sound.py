"""What is heard and felt: sounds are made in the browser with the first one, as loud as the player wants."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.harness import Browser, Theatre
from tests.browser.staging import stage
from tests.browser.table_page import seated
from tests.browser.wanted import asked, can_only_draw, can_play
from tests.server.harness import Server, eventually

LISTEN = """() => {
    window.heard = [];
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...more) {
        const samples = this.buffer.getChannelData(0);
        window.heard.push(Math.max(...samples.map(Math.abs)));
        return start.apply(this, more);
    };
    window.shaken = [];
    Navigator.prototype.vibrate = (pattern) => window.shaken.push(pattern);
}"""
"""Notes how loud each sound is that is started, and every shake."""


def test_sounds_are_made_with_the_first_one(theatre: Theatre, server: Server) -> None:
    """Nothing of them is loaded on the first page, nor while sound is switched off."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & can_only_draw(0))
        async with chromium.visitor(server.url, preferences={"sound": True}) as eve:
            await expect(eve.page.get_by_role("button", name="Play now")).to_be_visible()
            await eve.page.get_by_role("heading", level=1).click()
            assert not [address for address in eve.addresses if "/render-" in address]
        async with seated(chromium, server, staged, 0, preferences={"sound": True}) as ann:
            await ann.page.evaluate(LISTEN)
            await ann.draw()

            async def heard() -> bool:
                return bool(await ann.page.evaluate("() => window.heard.length"))

            await eventually(heard)
            assert 0.5 < await ann.page.evaluate("() => window.heard[0]") <= 1
            assert [address for address in ann.visitor.addresses if "/render-" in address]
        async with seated(chromium, server, staged, 1) as bob:
            await bob.page.evaluate(LISTEN)
            await bob.status.click()
            assert not [address for address in bob.visitor.addresses if "/render-" in address]

    theatre.run(test)


def test_a_phone_shakes_when_it_is_the_own_turn(theatre: Theatre, server: Server) -> None:
    """Unless that is switched off."""

    async def test(chromium: Browser) -> None:
        for wanted in (True, False):
            staged = stage(server.database, "classic", 2, asked(0) & can_play(0, "number"))
            async with (
                seated(chromium, server, staged, 0) as ann,
                seated(chromium, server, staged, 1, phone=True, preferences={"vibration": wanted}) as bob,
            ):
                await bob.page.evaluate(LISTEN)
                await bob.status.click()  # a browser lets a page shake only after a touch
                await ann.play(staged.playable(0, "number"))
                await bob.says("Your turn: play a card or draw.")
                await bob.page.evaluate("new Promise(requestAnimationFrame)")
                assert await bob.page.evaluate("() => window.shaken") == ([[35]] if wanted else [])

    theatre.run(test)


def test_volume_and_shaking_are_preferences_that_are_kept(theatre: Theatre, server: Server) -> None:
    """A slider and a box, beside the box for sounds; without sound there is nothing to slide."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url, preferences={"sound": True}) as ann:
            for time in (1, 2):
                await ann.page.get_by_role("button", name="Preferences").click()
                volume = ann.page.get_by_role("slider", name="Volume")
                shaking = ann.page.get_by_role("checkbox", name="Vibrate")
                if time == 1:
                    await expect(volume).to_have_value("70")
                    await volume.fill("35")
                    await shaking.uncheck()
                    await ann.page.reload()
            await expect(volume).to_have_value("35")
            await expect(shaking).not_to_be_checked()
            await ann.page.get_by_role("checkbox", name="Sounds").uncheck()
            await expect(volume).to_be_disabled()

    theatre.run(test)
