"""The states of a table that only the rules of the people bring about, as scenes: see `scenes.py`."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.scene import At, scene
from tests.browser.wanted import Wanted, after, asked, at_least, can, can_play, may_jump, penalty, round_over, won_by

PARTY = {"preset": "party"}
TEAMS = {"teams": True}
ANY = {"stacking": "any"}


@scene
async def penalty_at_me(at: At) -> None:
    """An open penalty threatens oneself, and there is a card to answer with."""
    wanted = asked(0, "stack") & penalty(6) & can_play(0, "W+4")
    await at.sit(at.stage("classic", 4, wanted & can("0 challenge"), people=2, settings=ANY))


@scene
async def penalty_without_answer(at: At) -> None:
    """An open penalty threatens oneself, and only drawing is left."""
    nothing = Wanted("no card answers", lambda game: {move.kind for move in game.legal_moves(0)} == {"accept"})
    await at.sit(at.stage("classic", 4, asked(0, "stack") & penalty(4) & nothing, people=2, settings=PARTY))


@scene
async def penalty_until_color(at: At) -> None:
    """The open penalty is only until the colour comes."""
    await at.sit(at.stage("flip", 4, asked(0, "stack") & penalty(0, 1), people=2, settings=ANY))


@scene
async def penalty_at_another(at: At) -> None:
    """An open penalty threatens somebody else."""
    await at.sit(at.stage("flip", 6, asked(2, "stack") & penalty(10, 1), people=[0, 2], settings=ANY))


@scene
async def jump_in(at: At) -> None:
    """While somebody else thinks, a card may be played out of turn."""
    await at.sit(at.stage("classic", 4, asked(1) & may_jump(0) & at_least(0, 6), people=2, settings=PARTY))


@scene
async def teams(at: At) -> None:
    """Partners sit opposite each other."""
    await at.sit(at.stage("classic", 6, asked(0) & after(14), people=2, bots="casual", settings=TEAMS))


@scene
async def seven(at: At) -> None:
    """A 7 was played, and somebody to swap hands with is chosen."""
    await at.sit(at.stage("classic", 5, asked(0, "target"), people=2, settings=PARTY))


JOKE = {"custom": ["custom-8"], "swap_hands": False}


async def _telling(at: At, seat: int) -> None:
    """A joke is told by the person on seat 0, and looked at from some seat."""
    staged = at.stage("house", 3, asked(0) & can_play(0, "W1"), people=2, settings=JOKE)
    async with at.chromium.visitor(at.server.url + staged.path, storage=staged.storage(0)) as teller:
        await teller.page.get_by_role("button", name="Wild Customizable").first.click()
        await teller.page.get_by_role("button", name="Play Wild Customizable").click()
        await expect(teller.page.get_by_role("button", name="Told!")).to_be_visible()
    await at.sit(staged, seat)
    await expect(at.page.get_by_role("status").filter(has_text="Did anybody laugh")).to_be_visible()


@scene
async def telling(at: At) -> None:
    """A joke has to be told before the others vote."""
    await _telling(at, 0)


@scene
async def listening(at: At) -> None:
    """Somebody else tells a joke."""
    await _telling(at, 1)


@scene
async def team_round_is_over(at: At) -> None:
    """The score sheet of a round that partners won."""
    await at.sit(at.stage("classic", 4, round_over(), people=2, settings=TEAMS))
    await expect(at.button("Deal the next round")).to_be_visible()


@scene
async def team_won(at: At) -> None:
    """The own team's win."""
    await at.sit(at.stage("classic", 4, won_by(0), people=2, settings=TEAMS | {"target": 100}))
    await expect(at.button("Play again")).to_be_visible()
