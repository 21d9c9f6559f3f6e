"""An edition from a file at a live table: three colours that no printed edition has, no wilds, and a new draw card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from lastcard import load_edition
from tests.browser.harness import Browser, Theatre
from tests.browser.oracle import assert_no_hidden_card
from tests.browser.people import assert_nothing_was_refused
from tests.browser.table_page import Player
from tests.browser.test_whole_games import begin, play_together
from tests.server.harness import Server, sqlite_url

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers the editions in a folder, which are known here too."""
    load_edition(DATA / "harbour.toml")
    with Server(sqlite_url(tmp_path_factory.mktemp("own")), "--editions", str(DATA)) as running:
        yield running


def test_a_game_of_an_edition_from_a_file_is_played_to_its_end(theatre: Theatre, own: Server) -> None:
    """It is chosen like a printed one, its cards are drawn and its rules explained; nothing hidden reaches a page."""

    async def test(chromium: Browser) -> None:
        async with chromium.visitor(own.url) as ann, chromium.visitor(own.url) as bob:
            code = await begin(own, ann, bob, edition="harbour", target=20)
            players = [Player(ann, 0), Player(bob, 1)]
            await players[0].arrived()
            assert ann.view["edition"] == "harbour"
            await play_together(*players)
            for player in players:
                assert_no_hidden_card(player.visitor, own.database, code, player.seat)
                assert_nothing_was_refused(player.visitor)
            await ann.open(f"{own.url}/help/harbour")
            await expect(ann.page.get_by_text("Crane").first).to_be_visible()

    theatre.run(test, seconds=400)
