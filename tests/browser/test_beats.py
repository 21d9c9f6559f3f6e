"""Beats: what moves when something happens, what is said of it where nothing moves, and that nobody waits for either.

Motion is held where it begins, so that a test looks at it for as long as it likes; captions go by the page's clock.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from lastcard.game import Game
from tests.browser.harness import Browser, Theatre
from tests.browser.people import make_table, start
from tests.browser.staging import Staged, stage
from tests.browser.table_page import Player, say, seated
from tests.browser.wanted import (
    Wanted,
    after,
    asked,
    at_least,
    bluff,
    can_play,
    can_win,
    cards_in_hand,
    face_of,
    honest,
    leads_to,
    may_jump,
    next_after,
    round_over,
    side_is,
    two_cards,
)
from tests.server.harness import Server

HOLD = """() => {
    const real = Element.prototype.animate;
    window.held = [];
    Element.prototype.animate = function (frames, time) {
        const one = real.call(this, frames, time);
        one.pause();
        const name = this.dataset?.anchor ?? this.getAttribute("class") ?? this.tagName;
        window.held.push({one, name: name.split(" ")[0], frames: JSON.stringify(frames), delay: time.delay ?? 0});
        return one;
    };
}"""
"""From now on whatever begins to move stands still, and is noted."""

PARTY = {"preset": "party"}
NO_WILD = Wanted("the last card is no wild", lambda game: not face_of(game, game.hands[0][0].text).kind.wild)


async def hold(*players: Player) -> None:
    """Let what moves stand still where it begins, and the page's own time too."""
    for player in players:
        await player.page.evaluate(HOLD)
        await player.page.clock.install()
        await player.page.clock.pause_at(await player.page.evaluate("() => Date.now() + 1000"))


async def held(player: Player, name: str) -> list[dict[str, Any]]:
    """What was about to move, by the name of the element."""
    all_of_it: list[dict[str, Any]] = await player.page.evaluate(
        "() => window.held.map(({name, frames, delay}) => ({name, frames, delay}))"
    )
    return [one for one in all_of_it if one["name"] == name]


async def end(player: Player) -> None:
    """Let all of it come to its end."""
    await player.page.evaluate("() => window.held.forEach(({one}) => one.playState === 'paused' && one.finish())")


def stamp(player: Player, seat: int) -> Any:
    """What is stamped on somebody."""
    return (player.page.locator(".me") if player.seat == seat else player.plate(seat)).locator(".stamp")


def dealt(game: Game) -> Game:
    """The game after the next deal."""
    later = game.copy()
    later.make(next(move for move in later.legal_moves() if move.kind == "deal"))
    return later


# --- dealing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "side"), [("classic", "light"), ("flip", "dark")])
def test_a_new_round_is_dealt_and_never_turned_over(theatre: Theatre, server: Server, edition: str, side: str) -> None:
    """Seven cards to each of four, 45 ms apart, then one is turned up; also after a round that ended on the dark side.

    Any press ends it.
    """

    async def test(chromium: Browser) -> None:
        light = Wanted("the next round begins on the light side", lambda game: dealt(game).side == "light")
        over = round_over() & side_is(side) & light
        staged = stage(server.database, edition, 4, over, people=1, options={"pace": 3})
        async with seated(chromium, server, staged, 0, moving=True) as ann:
            await ann.page.evaluate(HOLD)
            await ann.page.get_by_role("button", name="Deal the next round").click()
            await ann.logged("Everybody gets 7 cards.")
            flown = await held(ann, "ghost")
            assert len(flown) >= 29
            assert [round(one["delay"]) for one in flown[:4]] == [0, 45, 90, 135]
            assert not [one for one in await ann.page.evaluate("() => window.held") if "scaleX" in one["frames"]]
            await expect(ann.page.locator("html")).to_have_attribute("data-room", "day")
            assert len(await ann.hand()) >= 7
            await ann.page.keyboard.press("Shift")
            await expect(ann.page.locator(".ghost")).to_have_count(0)
            hidden = "(all) => all.filter((one) => getComputedStyle(one).opacity !== '1').length"
            assert await ann.page.locator("[data-anchor=hand] li, .plate .slot, [data-top]").evaluate_all(hidden) == 0

    theatre.run(test)


def test_the_first_cards_of_a_game_are_dealt_too(theatre: Theatre, server: Server) -> None:
    """The table comes with them: they are dealt as soon as it is there."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(server.url, moving=True) as visitor:
            await make_table(visitor, seats=3)
            await visitor.page.evaluate(HOLD)
            await start(visitor)
            ann = Player(visitor, 0)
            await expect(ann.cards).to_have_count(7)
            await expect(ann.page.locator(".ghost").first).to_be_attached()
            assert len(await held(ann, "ghost")) >= 21

    theatre.run(test)


def test_an_opening_hand_does_not_slide_in_bunched(theatre: Theatre, server: Server) -> None:
    """Every card is where it belongs from the first moment on."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & cards_in_hand(0, 7), people=2)
        async with chromium.visitor(None, storage=staged.storage(0), moving=True) as visitor:
            await visitor.context.add_init_script(
                "window.slid = []; addEventListener('transitionrun', (event) => "
                "event.target.tagName === 'LI' && window.slid.push(event.propertyName), true)"
            )
            await visitor.page.goto(server.url + staged.path)
            ann = Player(visitor, 0)
            await expect(ann.cards).to_have_count(7)
            await ann.arrived()
            assert await ann.page.evaluate("() => window.slid") == []

    theatre.run(test)


# --- cards that do something ------------------------------------------------------------------------------


def test_drawn_cards_are_counted_at_the_face_of_whoever_is_hit(theatre: Theatre, server: Server) -> None:
    """They come 70 ms apart after the card has landed; who wants no motion reads the end of it at once."""

    async def test(chromium: Browser) -> None:
        hits = asked(0) & can_play(0, "+2") & next_after(0, 1) & at_least(0, 3)
        staged = stage(server.database, "classic", 3, hits, people=3)
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1, moving=True) as bob,
            seated(chromium, server, staged, 2) as cem,
        ):
            await hold(ann, bob)
            await ann.play(staged.playable(0, "+2"))
            await expect(stamp(cem, 1)).to_have_text("+2 turn missed")
            for player in (ann, bob):
                await player.logged("You miss the turn." if player is bob else "Bob misses the turn.")
                delays = [one["delay"] for one in await held(player, "ghost")]
                assert len(delays) == 3
                assert 320 <= delays[1] == delays[2] - 70
                await expect(stamp(player, 1)).to_have_count(0)
                await player.page.clock.run_for(650)
                await expect(stamp(player, 1)).to_have_text("+1")
                await player.page.clock.run_for(60)
                await expect(stamp(player, 1)).to_have_text("+2")
                await player.page.clock.run_for(100)
                await expect(stamp(player, 1)).to_have_text("+2 turn missed")
                await player.page.clock.run_for(2000)
                await expect(stamp(player, 1)).to_have_count(0)
            assert await cem.page.locator(".ghost").count() == 0

    theatre.run(test)


def test_a_reverse_sweeps_the_inlay(theatre: Theatre, server: Server) -> None:
    """card-reverse: its chevrons grow one after the other; without motion a stamp says so."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, asked(0) & can_play(0, "R") & at_least(0, 3), people=2)
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            await hold(ann)
            await ann.play(staged.playable(0, "R"))
            await expect(stamp(bob, 0)).to_have_text(say("stamp.turns"))
            await ann.logged("Play now runs to the right.")
            swept = [one for one in await ann.page.evaluate("() => window.held") if "scale(2.4)" in one["frames"]]
            assert len(swept) == 14
            assert len({one["delay"] for one in swept}) == 14

    theatre.run(test)


def test_a_colour_wipes_around_the_ring(theatre: Theatre, server: Server) -> None:
    """card-wild: a picture of the old colour goes away; the ring below it has the new one at once."""

    async def test(chromium: Browser) -> None:
        other = Wanted("another colour is in play", lambda game: game.color not in {None, "green"})
        staged = stage(server.database, "classic", 2, asked(0) & can_play(0, "W") & other & at_least(0, 3))
        async with seated(chromium, server, staged, 0) as ann, seated(chromium, server, staged, 1, moving=True) as bob:
            await hold(bob)
            await ann.play("W", "green")
            await bob.logged("Ann names green.")
            await expect(bob.color).to_have_attribute("data-color", "green")
            pictures = bob.page.locator(".discards .halo:not([data-ring])")
            await expect(pictures).to_have_attribute("data-color", str(staged.game.color))
            assert any("polygon" in one["frames"] for one in await held(bob, "halo"))
            await end(bob)
            await expect(pictures).to_have_count(0)
            await expect(stamp(ann, 0)).to_have_text("green")

    theatre.run(test)


@pytest.mark.parametrize(("wanted", "verdict"), [(bluff, "A bluff!"), (honest, "No bluff")], ids=["bluff", "honest"])
def test_a_challenged_hand_opens_to_whoever_may_see_it(
    theatre: Theatre, server: Server, wanted: Any, verdict: str
) -> None:
    """challenge-2: cards for the challenger, backs for others; then a stamp. Who wants no motion has it, too."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 3, wanted(0, "W+4") & next_after(0, 1) & at_least(0, 3), people=3)
        async with (
            seated(chromium, server, staged, 0) as ann,
            seated(chromium, server, staged, 1) as bob,
            seated(chromium, server, staged, 2, moving=True) as cem,
        ):
            for player in (ann, bob, cem):
                await player.page.clock.install()
            await ann.play("W+4", "red")
            await bob.says(say("status.yours.challenge"))
            await expect(bob.page.locator(".evidence .unseen")).to_contain_text("red")
            for player in (ann, bob, cem):
                await player.page.clock.pause_at(await player.page.evaluate("() => Date.now() + 1000"))
            await bob.answer("Challenge")
            kept = len(staged.game.hands[0]) - 1
            for player, seen in ((ann, kept), (bob, kept), (cem, 0)):
                shown = player.page.locator(".showdown")
                await expect(shown.locator(".verdict")).to_have_text(verdict)
                await expect(shown.locator(".card")).to_have_count(min(16, kept))
                await expect(shown.locator(".card[data-color]")).to_have_count(min(16, seen))
                await player.page.clock.run_for(2400)
                await expect(shown).to_have_count(0)

    theatre.run(test)


def test_hands_that_move_on_are_seen_on_their_way(theatre: Theatre, server: Server) -> None:
    """zero: from everybody to the next one, a few cards for all of them."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & can_play(0, "0") & at_least(0, 4)
        staged = stage(server.database, "classic", 4, wanted, people=2, settings=PARTY, options={"pace": 3})
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            await hold(ann)
            await ann.play(staged.playable(0, "0"))
            await ann.logged("All hands move on.")
            moving = [one for one in await held(ann, "ghost") if one["delay"] > 0]
            assert 8 <= len(moving) <= 16
            await expect(stamp(bob, 0)).to_have_text(say("stamp.hands-move"))

    theatre.run(test)


def test_whoever_jumps_in_leaps(theatre: Theatre, server: Server) -> None:
    """jump-1: the face leaps and the card flies high."""

    async def test(chromium: Browser) -> None:
        wanted = asked(1) & may_jump(0) & at_least(0, 5)
        staged = stage(server.database, "classic", 3, wanted, people=2, settings=PARTY)
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1, moving=True) as bob,
        ):
            await hold(ann, bob)
            await ann.page.locator("[data-anchor=hand] .jump button").first.click(position={"x": 22, "y": 24})
            await bob.logged("Ann jumps in.")
            for player in (ann, bob):
                await expect(stamp(player, 0)).to_have_text("Jump-in!")
                assert len(await held(player, "face")) == 1
                assert len(await held(player, "ghost")) >= 1

    theatre.run(test)


def test_paper_flies_where_somebody_wins(theatre: Theatre, server: Server) -> None:
    """In the eight shapes, for a moment, after the last card has landed slowly; not where nothing moves."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, can_win(0) & NO_WILD, settings={"target": 20})
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            await hold(ann)
            await ann.play((await ann.hand())[0])
            await ann.says("You win the game!")
            await expect(ann.page.locator(".confetti svg")).to_have_count(40)
            shapes = "(all) => new Set(all.map((one) => one.getAttribute('d'))).size"
            assert await ann.page.locator(".confetti path").evaluate_all(shapes) == 8
            await end(ann)
            await expect(ann.page.locator(".confetti")).to_have_count(0)
            await bob.says("The game is won by Ann.")
            assert await bob.page.locator(".confetti").count() == 0
            await expect(stamp(bob, 0)).to_have_text("Out of cards!")

    theatre.run(test)


# --- nobody waits ------------------------------------------------------------------------------------------


def test_what_happens_next_overtakes_what_still_moves(theatre: Theatre, server: Server) -> None:
    """Cards that were to be dealt are not, once somebody plays; every card is in sight."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 4, round_over(), people=4)
        async with (
            seated(chromium, server, staged, 0, moving=True) as ann,
            seated(chromium, server, staged, 1) as bob,
            seated(chromium, server, staged, 2) as cem,
            seated(chromium, server, staged, 3) as dana,
        ):
            await ann.page.evaluate(HOLD)
            await ann.page.clock.install()
            await ann.page.clock.pause_at(await ann.page.evaluate("() => Date.now() + 1000"))
            await bob.page.get_by_role("button", name="Deal the next round").click()
            await expect(ann.page.locator(".ghost").nth(20)).to_be_attached()
            view = await ann.visitor.until(lambda view: view["asks"][1] in {"play", "drawn", "color"})
            others = {0: ann, 1: bob, 2: cem, 3: dana}
            asked_one = others[view["asks"][0]]
            if asked_one is not ann and view["asks"][1] == "play":
                await asked_one.draw()
                await ann.visitor.until(lambda now: now["decision"] != view["decision"])
                await expect(ann.page.locator(".ghost").nth(4)).to_have_count(0)

    theatre.run(test)


def test_the_page_keeps_its_colours_until_a_flip_has_turned(theatre: Theatre, server: Server) -> None:
    """card-flip: the surface of the new side spreads from the piles, and what lies on it changes when it is there."""

    async def test(chromium: Browser) -> None:
        flips = asked(0) & side_is("light") & leads_to(side_is("dark"), "0 play F") & at_least(0, 3)
        staged = stage(server.database, "flip", 2, flips & after(4))
        async with seated(chromium, server, staged, 0, moving=True) as ann:
            await ann.page.evaluate(HOLD)
            await ann.play(staged.playable(0, "F"))
            await ann.logged("Everything flips: Dark side.")
            await expect(ann.page.locator(".cloth")).to_have_attribute("data-room", "night")
            for part in ("html", ".side"):
                await expect(ann.page.locator(part)).to_have_attribute("data-room", "day")
            await end(ann)
            for part in ("html", ".side"):
                await expect(ann.page.locator(part)).to_have_attribute("data-room", "night")

    theatre.run(test)


# --- nothing jumps -----------------------------------------------------------------------------------------


BOXES = """(all) => all.map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("screen", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_nothing_moves_when_somebody_gets_a_badge(theatre: Theatre, server: Server, screen: tuple[int, int]) -> None:
    """A call, and what happened last, change no place on the table."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 4, two_cards(1) & after(6), people=2)
        width, height = screen
        size = {"width": width, "height": height, "phone": width < 960}
        async with seated(chromium, server, staged, 0, **size) as ann, seated(chromium, server, staged, 1) as bob:
            parts = ann.page.locator(".plate, .middle, [data-anchor=draw], [data-anchor=discard]")
            before = await parts.evaluate_all(BOXES)
            await bob.uno()
            await expect(ann.plate(1).locator(".states .call")).to_be_visible()
            assert await parts.evaluate_all(BOXES) == before

    theatre.run(test)


def first_game(server: Server) -> Staged:
    """Somebody's first game, in which something can be played."""
    return stage(server.database, "classic", 4, asked(0) & after(8), people=1, bots="casual")


@pytest.mark.parametrize("screen", [(740, 360), (390, 844), (360, 640)], ids=lambda one: "x".join(map(str, one)))
def test_the_guide_covers_neither_cards_nor_piles(theatre: Theatre, server: Server, screen: tuple[int, int]) -> None:
    """On a phone on its side the hand, upright the opponents and both piles."""

    async def test(chromium: Browser) -> None:
        width, height = screen
        staged = first_game(server)
        look = {"width": width, "height": height, "phone": True, "preferences": {"guide": ""}}
        async with seated(chromium, server, staged, 0, **look) as ann:
            hint = ann.page.locator(".hint-strip")
            await expect(hint).to_be_visible()
            at = await hint.evaluate("(one) => one.getBoundingClientRect().toJSON()")
            for part in (ann.cards, ann.page.locator(".plate"), ann.draw_pile, ann.top):
                for x, y, wide, high in await part.evaluate_all(BOXES):
                    apart = (
                        x >= at["right"] or x + wide <= at["left"] or y >= at["bottom"] - 1 or y + high <= at["top"] + 1
                    )
                    assert apart, part
                    assert y >= 0
            for x, y, wide, high in await ann.cards.evaluate_all(BOXES):
                assert y + high <= height + 16, "a card is out of reach"
                assert 0 <= x <= x + wide <= width + 16

    theatre.run(test)


async def recap_shown(page: Page) -> int:
    """How many of the last things that happened can be seen in full."""
    count: int = await page.locator(".recap p").evaluate_all(
        """(all) => all.filter((one) => {
            const room = one.closest(".recap").getBoundingClientRect(), box = one.getBoundingClientRect();
            return box.width > 0 && box.top >= room.top - 2 && box.bottom <= room.bottom + 2;
        }).length"""
    )
    return count


@pytest.mark.parametrize(
    ("screen", "most"),
    [((1440, 900), 4), ((390, 844), 4), ((360, 740), 2), ((360, 640), 1)],
    ids=["wide", "a tall phone", "a usual phone", "a short phone"],
)
def test_the_last_things_that_happened_stand_under_the_piles(
    theatre: Theatre, server: Server, screen: tuple[int, int], most: int
) -> None:
    """All four where there is room for them, else at least the last one, in words."""

    async def test(chromium: Browser) -> None:
        width, height = screen
        staged = first_game(server)
        size = {"width": width, "height": height, "phone": width < 960}
        async with seated(chromium, server, staged, 0, **size) as ann:
            await expect(ann.recap).to_have_count(4)
            assert await recap_shown(ann.page) >= most
            await expect(ann.recap.last.locator(".words")).to_be_visible()

    theatre.run(test)
