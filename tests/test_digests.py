"""Ten thousand random games still end as they did."""

from __future__ import annotations

import pytest

from lastcard import edition_names
from tests.golden.digests import BATCHES, FILE, PLAYERS, digest, written


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", sorted({name for name, _ in written()}))
def test_random_games_end_as_they_always_did(name: str, players: int) -> None:
    """225 whole games with settings of all kinds have the lengths, rounds, winners and points that they had."""
    assert digest(name, players) == written()[name, players]


def test_the_file_has_every_number_of_players_and_ten_thousand_games() -> None:
    """No line is missing, and none stands twice."""
    digests = written()
    assert len(digests) == len(FILE.read_text("utf-8").splitlines()) == len(set(digests.values()))
    names = {name for name, _ in digests}
    assert {*digests} == {(name, players) for name in names for players in PLAYERS}
    assert names <= {*edition_names()}
    assert len(digests) * sum(BATCHES) > 10_000
