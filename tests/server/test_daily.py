"""The daily deal as plain functions: the same for everybody on a day, and other cards on another one."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.server.errors import RefusedError
from lastcard.server.table import daily, granting
from lastcard.server.table import entries as e
from lastcard.server.table import requests as r
from lastcard.server.table.fold import Table
from lastcard.server.table.snapshot import snapshot_of, table_from
from tests.server.by_hand import part_of
from tests.server.dealing import ANN, BOB, DAY, NOON, SECRET, Played

# --- days -----------------------------------------------------------------------------------------


def test_a_day_is_the_same_everywhere() -> None:
    """It begins and ends at midnight UTC."""
    end = daily.end_of(DAY)
    assert [daily.day_at(at) for at in (NOON, end - 1, end)] == [DAY, DAY, "2026-11-20"]
    assert daily.day_at(0) == "1970-01-01"


@pytest.mark.parametrize(
    "text", ["", "today", "2026-11-31", "20261119", "2026-W47-4", "2026-11-19 ", "\uff12026-11-19"]
)
def test_a_day_that_is_none_is_refused(text: str) -> None:
    """However nearly it is one."""
    with pytest.raises(RefusedError, match="is written like 2026-11-19") as caught:
        daily.kept_day(text, NOON)
    assert caught.value.code == "bad-message"


@pytest.mark.parametrize(
    ("text", "kept"), [(DAY, True), ("2026-10-20", True), ("2026-10-19", False), ("2026-11-20", False)]
)
def test_only_days_of_which_something_is_known_can_be_asked_for(text: str, *, kept: bool) -> None:
    """Those of the last weeks, and none that is still to come."""
    if kept:
        assert daily.kept_day(text, NOON) == text
        return
    with pytest.raises(RefusedError, match="from 2026-10-20 to 2026-11-19") as caught:
        daily.kept_day(text, NOON)
    assert caught.value.code == "not-found"


@pytest.mark.parametrize("key", ["", "A" * 21, "A" * 65, "A" * 30 + "!", "A" * 30 + "\n", "é" * 30])
def test_a_browser_says_something_random_of_itself(key: str) -> None:
    """Long enough that nobody guesses it, and nothing that could be anything else."""
    with pytest.raises(RefusedError) as caught:
        daily.checked_key(key)
    assert caught.value.code == "bad-message"


def test_nothing_of_a_day_can_be_told_from_another_one() -> None:
    """Bots, players and tokens come from the server's secret and the day, and differ with both."""
    others = (SECRET, "2026-11-20"), (bytes(32), DAY)
    for make in (daily.player_of, daily.token_of):
        assert make(SECRET, DAY, ANN) == make(SECRET, DAY, ANN)
        assert make(SECRET, DAY, ANN) not in {make(SECRET, DAY, BOB), *(make(*other, ANN) for other in others)}
        assert ANN not in make(SECRET, DAY, ANN)
    days = [f"2026-11-{number:02}" for number in range(1, 31)]
    seated = [tuple(daily.bots_of(SECRET, day)) for day in days]
    assert all(len(set(bots)) == 3 for bots in seated)
    assert len(set(seated)) > 5


# --- a table without a server ------------------------------------------------------------------------


def test_the_same_moves_make_the_same_game_for_everybody_on_a_day() -> None:
    """Whatever their tables are called, whichever node has them, and whatever else happens at them."""

    def chatter(here: Played) -> None:
        here.add(e.Said(by=1, text="hm"))
        if here.table.number % 3 == 0:
            here.add(e.Dropped(person=1, node="n"))
            here.add(e.Slept())
            here.add(e.Resumed(node="m"))
            here.add(e.Arrived(person=1, node="n"))

    first, second = Played(), Played(number=8, salt="other")
    moves = first.play()
    assert len(moves) > 60
    assert second.play(between=chatter) == moves
    assert first.table.game is not None
    assert second.table.game is not None
    assert first.table.game.position() == second.table.game.position()
    assert max(first.table.game.scores) >= daily.TARGET


def test_a_game_goes_on_alike_from_its_log_and_from_a_snapshot() -> None:
    """So it does on another node."""
    played, read = Played(), Played()
    played.play(30)
    read.play(30)
    read.table = Table(9, "ABCDEF")
    read.table.fold(played.lines)
    kept = Played()
    kept.lines, kept.table = list(played.lines), table_from(10, "ABCDEF", snapshot_of(played.table))
    assert (kept.table.daily, read.table.daily) == (DAY, DAY)
    rest = played.play()
    assert read.play() == kept.play() == rest


@pytest.mark.parametrize("other", [{"day": "2026-11-20"}, {"secret": bytes(32)}])
def test_another_day_and_another_server_have_other_cards(other: dict[str, Any]) -> None:
    """Nobody is dealt what others had."""
    one, two = Played().table, Played(**other).table
    assert one.game is not None
    assert two.game is not None
    assert one.game.hands[0] != two.game.hands[0]
    assert one.shuffle.commitment != two.shuffle.commitment


def test_other_moves_make_another_game_from_the_same_cards() -> None:
    """The bots answer what is played, and are no tape."""
    one, two = Played(), Played()
    assert one.table.game is not None
    assert two.table.game is not None
    assert one.table.game.hands == two.table.game.hands
    while two.table.asked() != daily.SEAT:
        one.play(1)
        two.play(1)
    two.ask(r.Move(id="d", move="draw"))
    assert one.play() != two.play()


def test_nothing_of_a_daily_deal_can_be_changed() -> None:
    """It has begun when its player comes, nobody can join, and there is no rematch."""
    played = Played()
    table, ann = played.table, played.table.people[1]
    assert (table.phase, table.setup.public, table.setup.options.watching) == ("playing", False, "off")
    for request in (r.Change(id="c", seats=3), r.Start(id="s", mix="c0ffee"), r.Stand(id="t"), r.Clear(id="b", seat=1)):
        with pytest.raises(RefusedError) as caught:
            granting.grant(table, ann, request, 0)
        assert caught.value.code == "not-now"
    with pytest.raises(RefusedError, match="does not let people watch"):
        granting.join(table, "Bob", "token")
    played.play()
    with pytest.raises(RefusedError, match="the next day has another"):
        granting.grant(table, ann, r.Rematch(id="r"), 0)
    with pytest.raises(RefusedError, match="does not let people watch"):
        granting.join(table, "Bob", "token")


def test_a_player_who_is_called_like_a_bot_gets_a_number() -> None:
    """As at any table."""
    table = Table(1, "ABCDEF")
    bot = daily.bots_of(SECRET, DAY)[0].capitalize()
    for entry in daily.opening(SECRET, DAY, bot, "token", table):
        table.apply(e.Line(table.number + 1, 1000, entry))  # type: ignore[arg-type]
    assert table.names()[:2] == [f"{bot} 2", bot]


def test_a_result_has_the_lead_and_who_won_each_round() -> None:
    """The lead is more than 0 for the winner alone."""
    played = Played()
    played.play()
    game = played.table.game
    assert game is not None
    rounds = daily.rounds_of(part_of(played.lines))
    assert len(rounds) == game.round
    assert rounds[-1] == str(game.winners[0])
    result = daily.result_of(game.scores, rounds)
    assert (result.lead > 0) == (game.winners == (daily.SEAT,))
    assert daily.result_of((90, 230, 0, 10), "11") == (-140, 90, "11")
    assert daily.result_of((212, 30, 80, 10), "020") == (132, 212, "020")


def test_every_lead_is_in_one_class() -> None:
    """From the worst to the best."""
    spread = daily.spread_of(dict.fromkeys(range(-300, 301), 1))
    assert [one["count"] for one in spread] == [150, 50, 50, 50, 50, 50, 50, 151]
    assert (spread[0]["low"], spread[0]["high"], spread[3]["high"], spread[4]["low"]) == (None, -151, -1, 0)
    assert (spread[-1]["low"], spread[-1]["high"]) == (150, None)
