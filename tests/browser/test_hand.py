"""The own hand under a finger and a mouse: dragging plays, sliding magnifies, and its order is the player's choice."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from lastcard.game import Game
from tests.browser.fingers import Finger, strip_of
from tests.browser.harness import Browser, Theatre
from tests.browser.staging import Staged, habit, stage
from tests.browser.table_page import YOUR_TURN, Player, say, seated, words
from tests.browser.test_cards import sent_moves
from tests.browser.wanted import Wanted, asked, at_least, can_play, cards_in_hand, face_of, side_is
from tests.server.harness import Server

FAR, NEAR = -150, -30
"""How far a card is dragged that shall be played, and one that shall not."""


def plain(game: Game) -> list[str]:
    """The faces that Ann can play by one press, which she holds once: no wilds."""
    hand = [face_of(game, card.text).text for card in game.hands[0]]
    moves = [face_of(game, move.value) for move in game.legal_moves(0) if move.kind == "play"]
    return [face.text for face in moves if not face.kind.wild and hand.count(face.text) == 1]


def idle(game: Game) -> list[str]:
    """The faces that Ann holds once and can't play."""
    hand = [face_of(game, card.text).text for card in game.hands[0]]
    can = {face_of(game, move.value).text for move in game.legal_moves(0) if move.kind == "play"}
    return [face for face in hand if face not in can and hand.count(face) == 1]


MIXED = Wanted("some cards can be played and some can't", lambda game: bool(plain(game) and idle(game)))


def mixed(server: Server, cards: int = 5) -> Staged:
    """Ann is asked to play and has cards of both kinds."""
    return stage(server.database, "classic", 2, asked(0) & cards_in_hand(0, cards) & MIXED, people=1)


def air(player: Player) -> Locator:
    """The card that hangs in the air."""
    return player.page.locator("[data-air]")


async def take(player: Player, face: str, by: str) -> Finger | None:
    """A finger comes down on a card and goes up a little, or a mouse does so."""
    x, y = await strip_of(player.card(face))
    if by == "mouse":
        await player.page.mouse.move(x, y)
        await player.page.mouse.down()
        await player.page.mouse.move(x + 2, y + NEAR, steps=4)
        return None
    finger = await Finger.on(player.page)
    await finger.down(x, y)
    await finger.move_by(2, NEAR)
    return finger


async def drag_on(player: Player, finger: Finger | None, face: str) -> None:
    """Higher up."""
    if finger:
        await finger.move_by(0, FAR - NEAR)
    else:
        x, y = await strip_of(player.card(face))
        await player.page.mouse.move(x, y + FAR, steps=4)


async def let_go(player: Player, finger: Finger | None) -> None:
    """The finger is lifted, or the button of the mouse."""
    await (finger.up() if finger else player.page.mouse.up())


BY = pytest.mark.parametrize("by", ["finger", "mouse"])


# --- dragging -----------------------------------------------------------------------------------------------


@BY
@pytest.mark.parametrize("moving", [True, False])
def test_a_card_that_is_dragged_up_is_played(theatre: Theatre, server: Server, by: str, moving: bool) -> None:
    """Once, as by a press; from far above it shows where it would go."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server)
        card = plain(staged.game)[0]
        async with seated(chromium, server, staged, 0, phone=by == "finger", moving=moving) as ann:
            finger = await take(ann, card, by)
            await expect(air(ann)).to_have_attribute("data-air", card)
            await expect(ann.page.locator(".goal.far")).to_have_count(0)
            await drag_on(ann, finger, card)
            await expect(ann.page.locator(".goal.far")).to_have_count(1)
            await let_go(ann, finger)
            await ann.logged(f"You play {words(card)}.")
            await expect(air(ann)).to_have_count(0)
            assert sent_moves(ann) == [f"play {card}"]

    theatre.run(test)


@BY
@pytest.mark.parametrize("moving", [True, False])
def test_a_card_that_is_let_go_near_the_hand_goes_back(theatre: Theatre, server: Server, by: str, moving: bool) -> None:
    """Nothing is sent, and it was no press: with a motion back to its place, and without."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server)
        card = plain(staged.game)[0]
        async with seated(chromium, server, staged, 0, phone=by == "finger", moving=moving) as ann:
            finger = await take(ann, card, by)
            await expect(air(ann)).to_have_count(1)
            await let_go(ann, finger)
            await expect(air(ann)).to_have_count(0)
            await expect(ann.page.locator("[data-anchor=hand] .gone")).to_have_count(0)
            await ann.says(YOUR_TURN)
            assert sent_moves(ann) == []
            await ann.press(card)
            await ann.logged(f"You play {words(card)}.")

    theatre.run(test)


@BY
def test_a_card_that_does_not_fit_comes_back_and_says_why(theatre: Theatre, server: Server, by: str) -> None:
    """As a press on it does."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server)
        card = idle(staged.game)[0]
        async with seated(chromium, server, staged, 0, phone=by == "finger") as ann:
            finger = await take(ann, card, by)
            await drag_on(ann, finger, card)
            await expect(air(ann)).to_have_count(1)
            await expect(ann.page.locator(".goal")).to_have_count(0)
            await let_go(ann, finger)
            await expect(ann.why).to_contain_text(f"Not {words(card)}: ")
            await expect(air(ann)).to_have_count(0)
            assert sent_moves(ann) == []

    theatre.run(test)


@BY
def test_a_wild_that_is_dragged_up_is_raised_with_its_colours(theatre: Theatre, server: Server, by: str) -> None:
    """card-wild: the colour is the second press; it stays raised although the mouse was let go over the board."""

    async def test(chromium: Browser) -> None:
        staged = stage(server.database, "classic", 2, asked(0) & can_play(0, "W") & at_least(0, 3))
        async with seated(chromium, server, staged, 0, phone=by == "finger") as ann:
            finger = await take(ann, "W", by)
            await drag_on(ann, finger, "W")
            await let_go(ann, finger)
            await expect(ann.card("W")).to_have_attribute("aria-pressed", "true")
            await expect(ann.answers).to_have_count(4)
            assert sent_moves(ann) == []
            await ann.answer("green")
            await ann.logged("You play Wild.", "You name green.")

    theatre.run(test)


def test_escape_lets_a_dragged_card_go_back(theatre: Theatre, server: Server) -> None:
    """Letting the button go afterwards is neither a drag nor a press."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server)
        card = plain(staged.game)[0]
        async with seated(chromium, server, staged, 0) as ann:
            await take(ann, card, "mouse")
            await drag_on(ann, None, card)
            await expect(air(ann)).to_have_count(1)
            await ann.page.keyboard.press("Escape")
            await expect(air(ann)).to_have_count(0)
            x, y = await strip_of(ann.card(card))
            await ann.page.mouse.move(x, y)
            await ann.page.mouse.up()
            await ann.says(YOUR_TURN)
            assert sent_moves(ann) == []
            await ann.press(card)
            await ann.logged(f"You play {words(card)}.")

    theatre.run(test)


def test_a_touch_that_is_taken_away_plays_nothing(theatre: Theatre, server: Server) -> None:
    """The card goes back, and the next touch counts."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server)
        card = plain(staged.game)[0]
        async with seated(chromium, server, staged, 0, phone=True) as ann:
            finger = await take(ann, card, "finger")
            assert finger is not None
            await drag_on(ann, finger, card)
            await expect(air(ann)).to_have_count(1)
            await finger.cancel()
            await expect(air(ann)).to_have_count(0)
            assert sent_moves(ann) == []
            await ann.card(card).tap(position={"x": 22, "y": 24})
            await ann.logged(f"You play {words(card)}.")

    theatre.run(test)


def test_a_card_that_is_dragged_moves_nothing_else(theatre: Theatre, server: Server) -> None:
    """While the finger moves, the browser lays out nothing anew: only the card's transform changes."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server)
        async with seated(chromium, server, staged, 0, phone=True) as ann:
            devtools = await ann.page.context.new_cdp_session(ann.page)
            await devtools.send("Performance.enable")

            async def layouts() -> float:
                figures = (await devtools.send("Performance.getMetrics"))["metrics"]
                return next(float(figure["value"]) for figure in figures if figure["name"] == "LayoutCount")

            finger = await take(ann, plain(staged.game)[0], "finger")
            assert finger is not None
            await expect(air(ann)).to_have_count(1)
            await finger.move_by(0, NEAR)
            before = await layouts()
            for _ in range(5):
                await finger.move_by(10, -20)
            await expect(ann.page.locator(".goal.far")).to_have_count(1)
            assert await layouts() == before
            await finger.up()

    theatre.run(test)


# --- sliding ------------------------------------------------------------------------------------------------


def test_sliding_along_a_crowded_hand_magnifies_what_is_under_the_thumb(theatre: Theatre, server: Server) -> None:
    """Above the thumb and large; lifting it plays nothing, sliding up from there does."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & cards_in_hand(0, 12) & MIXED
        staged = stage(server.database, "classic", 2, wanted, people=1, policy=habit(plays=0.2))
        card = plain(staged.game)[0]
        async with seated(chromium, server, staged, 0, phone=True, width=360, height=740) as ann:
            hand = await ann.hand()
            other = next(face for face in hand if abs(hand.index(face) - hand.index(card)) == 1)
            start, goal = await strip_of(ann.card(other)), await strip_of(ann.card(card))
            finger = await Finger.on(ann.page)
            await finger.down(*start)
            await finger.move_by(16 if goal[0] > start[0] else -16, 0)
            await finger.move_by(goal[0] - finger.x, goal[1] - finger.y)
            await expect(air(ann)).to_have_attribute("data-air", card)
            box, small = await air(ann).bounding_box(), await ann.card(card).bounding_box()
            assert box is not None
            assert small is not None
            assert box["width"] > 1.5 * small["width"]
            assert box["y"] + box["height"] < finger.y
            await finger.up()
            await expect(air(ann)).to_have_count(0)
            await ann.says(YOUR_TURN)
            assert sent_moves(ann) == []
            await finger.down(*start)
            await finger.move_by(16 if goal[0] > start[0] else -16, 0)
            await finger.move_by(goal[0] - finger.x, goal[1] - finger.y)
            await expect(air(ann)).to_have_attribute("data-air", card)
            await finger.move_by(0, FAR)
            await expect(ann.page.locator(".goal.far")).to_have_count(1)
            await finger.up()
            await ann.logged(f"You play {words(card)}.")
            assert sent_moves(ann) == [f"play {card}"]

    theatre.run(test)


# --- more than there is room for ------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [25, 30])
def test_a_hand_that_scrolls_shows_that_there_is_more(theatre: Theatre, server: Server, cards: int) -> None:
    """How many cards, and on which side; a finger that moves up or down scrolls, one that slides first plays."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & cards_in_hand(0, cards) & MIXED
        staged = stage(server.database, "classic", 2, wanted, people=1, policy=habit(plays=0.2))
        async with seated(chromium, server, staged, 0, phone=True, width=360, height=740) as ann:
            above, below = ann.page.locator(".more.above"), ann.page.locator(".more.below")
            hand = ann.page.locator(".lie")
            await hand.evaluate("(hand) => hand.scrollTo({top: 0})")
            await expect(below).to_have_text(re.compile(r"^\d+$"))
            await expect(below).to_be_in_viewport(ratio=1)
            await expect(above).to_have_count(0)
            unseen = int(await below.inner_text())
            assert 0 < unseen < cards
            finger = await Finger.on(ann.page)
            await finger.down(*await strip_of(ann.cards.nth(8)))
            await finger.move_by(0, -120)
            await finger.up()
            await expect(above).to_have_text(re.compile(r"^\d+$"))
            assert sent_moves(ann) == []
            await hand.evaluate("(hand) => hand.scrollTo({top: hand.scrollHeight})")
            await expect(below).to_have_count(0)
            await expect(above).to_be_in_viewport(ratio=1)
            card = plain(staged.game)[-1]
            await ann.card(card).scroll_into_view_if_needed()
            finger = await Finger.on(ann.page)
            x, y = await strip_of(ann.card(card))
            await finger.down(x - 4, y)
            await finger.move_by(16, 0)
            await finger.move_by(x - finger.x, 0)
            await expect(air(ann)).to_have_attribute("data-air", card)
            await finger.move_by(0, FAR)
            await finger.up()
            await ann.logged(f"You play {words(card)}.")

    theatre.run(test)


# --- the order ------------------------------------------------------------------------------------------------


def test_the_hand_lies_in_the_order_that_its_player_wants(theatre: Theatre, server: Server) -> None:
    """By colour, by number, playable cards first: by a button, a key or the preferences; the browser keeps it."""

    async def test(chromium: Browser) -> None:
        staged = mixed(server, 7)
        async with seated(chromium, server, staged, 0) as ann:
            button = ann.page.get_by_role("button", name=re.compile("^Order of your hand: "))
            await expect(button).to_have_accessible_name(say("hand.sort.color"))
            by_color = await ann.hand()
            await button.click()
            await expect(button).to_have_accessible_name(say("hand.sort.number"))
            numbers = [face[1:] for face in await ann.hand() if face[1:].isdigit()]
            assert numbers == sorted(numbers)
            await ann.page.keyboard.press("s")
            await expect(button).to_have_accessible_name(say("hand.sort.playable"))
            await expect(ann.dock.get_by_role("status").filter(has_text=say("hand.sort.playable"))).to_have_count(1)
            can = await ann.cards.evaluate_all("(cards) => cards.map((card) => card.matches('.can'))")
            assert can == sorted(can, reverse=True)
            await ann.page.reload()
            await expect(button).to_have_accessible_name(say("hand.sort.playable"))
            await ann.page.get_by_role("button", name="Preferences").click()
            await ann.page.get_by_role("radio", name=say("help.sort.color")).check()
            await ann.page.keyboard.press("Escape")
            assert await ann.hand() == by_color

    theatre.run(test)


def test_the_dark_side_has_an_order_of_its_own(theatre: Theatre, server: Server) -> None:
    """By the faces of the side in play."""

    async def test(chromium: Browser) -> None:
        wanted = asked(0) & side_is("dark") & at_least(0, 6) & MIXED
        staged = stage(server.database, "flip", 2, wanted, people=1)
        async with seated(chromium, server, staged, 0, preferences={"sort": "number"}) as ann:
            hand = await ann.hand()
            numbers = [face[1:] for face in hand if face[1:].isdigit()]
            assert numbers == sorted(numbers)
            assert hand == [*(face for face in hand if face[0] != "W"), *(face for face in hand if face[0] == "W")]

    theatre.run(test)


def test_nothing_jumps_in_a_hand_with_the_focus(theatre: Theatre, server: Server) -> None:
    """Playable cards come first when it is the player's turn, but not while the keyboard is among the cards."""

    async def test(chromium: Browser) -> None:
        wanted = asked(1) & at_least(0, 6) & at_least(1, 4)
        staged = stage(server.database, "classic", 2, wanted)
        async with (
            seated(chromium, server, staged, 0, preferences={"sort": "playable"}) as ann,
            seated(chromium, server, staged, 1) as bob,
        ):
            before = await ann.hand()
            await ann.page.keyboard.press("h")
            await ann.page.keyboard.press("End")
            await bob.draw()
            if (await bob.visitor.until(lambda view: view["asks"] != [1, "play"]))["asks"] == [1, "drawn"]:
                await bob.do("Keep it")
            await ann.says(YOUR_TURN)
            assert await ann.hand() == before
            assert await ann.page.evaluate("() => document.activeElement.dataset.card") == before[-1]
            await ann.page.keyboard.press("s")
            await ann.page.keyboard.press("s")
            await ann.page.keyboard.press("s")
            can = await ann.cards.evaluate_all("(cards) => cards.map((card) => card.matches('.can'))")
            assert can == sorted(can, reverse=True)
            assert await ann.page.evaluate("() => document.activeElement.dataset.card") == before[-1]

    theatre.run(test)
