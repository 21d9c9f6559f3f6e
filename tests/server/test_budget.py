"""What a person may cause in a log, and a table between its games: counted by hand."""

from __future__ import annotations

import pytest

from lastcard.game import Game
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import granting
from lastcard.server.table import requests as r
from lastcard.server.table.budget import AT_ONCE, budget, check_between, purse_of, spend, spend_visit
from lastcard.server.table.setup import Setup
from lastcard.server.table.snapshot import snapshot_of, table_from
from tests.server.by_hand import add, lobby, table_with

FREE: list[e.Entry] = [
    e.Moved(seat=0, move="0 draw"), e.Pressed(seat=0, target=1), e.Performed(seat=0), e.Started(mixes=[]),
    e.Rematched(secret="", salt=""), e.Left(), e.Removed(person=2),
]  # fmt: skip
COSTLY: list[e.Entry] = [
    e.Said(text="hi"), e.Reacted(reaction="wow"), e.Readied(on=True), e.Sat(seat=1), e.Stood(), e.Consented(),
    e.Muted(person=2, on=True), e.Changed(setup=Setup()), e.SeatedBot(seat=1, level="medium"), e.Cleared(seat=1),
    e.SeatedProgram(seat=1, person=3, name="HAL", token=""), e.Joined(person=4, name="Dana", token=""),
    e.Paced(speed=2), e.Faced(face="fox"),
]  # fmt: skip

NEEDED = [
    entry for entry in COSTLY if not isinstance(entry, e.Said | e.Reacted | e.Muted | e.Joined | e.Paced | e.Faced)
]


def kind(entry: e.Entry) -> str:
    """What kind of line it is."""
    return str(entry.__struct_config__.tag)


@pytest.mark.parametrize("entry", COSTLY, ids=kind)
def test_whatever_is_no_play_costs_a_line(entry: e.Entry) -> None:
    """Until the budget is used up; then it is said when there is one more."""
    left = budget(100)
    for _ in range(int(100 * AT_ONCE)):
        spend(left, entry)
    with pytest.raises(RefusedError) as caught:
        spend(left, entry)
    assert caught.value.code == "slow-down"
    assert caught.value.retry == pytest.approx(36, abs=1)


@pytest.mark.parametrize("entry", FREE, ids=kind)
def test_playing_leaving_and_removing_cost_nothing(entry: e.Entry) -> None:
    """Not even with nothing left, nor at a table that has reached its bound."""
    left = budget(10)
    for _ in range(1000):
        spend(left, entry)
    assert left.take()
    table = lobby(2, Setup(seats=2))
    check_between(table, entry, 1)


@pytest.mark.parametrize("entry", NEEDED, ids=kind)
def test_strangers_cant_use_up_what_a_game_needs_to_begin(entry: e.Entry) -> None:
    """However much has happened at a table since the last game."""
    check_between(lobby(2, Setup(seats=2)), entry, 1)


def test_lines_are_counted_for_each_seat_and_for_all_who_have_none() -> None:
    """Whoever leaves and comes anew, or changes places with a friend, gets no more by it."""
    table = lobby(2, Setup(seats=2))
    for person in (3, 4):
        add(table, e.Joined(person=person, name=f"P{person}", token=f"{person}" * 64))
    purses = {person: purse_of(table.people[person]) for person in table.people}
    assert purses[3] == purses[4]
    assert len({purses[1], purses[2], purses[3]}) == 3
    add(table, e.Left(by=2))
    add(table, e.Sat(by=4, seat=1))
    assert purse_of(table.people[4]) == purses[2]


def test_to_mute_somebody_who_is_muted_already_is_no_line() -> None:
    """Pressing the button all the time fills no log."""
    table = lobby(2, Setup(seats=2))
    mute = r.Mute(id="a", person=2, on=True)
    entry = granting.grant(table, table.people[1], mute, table.at)
    assert isinstance(entry, e.Muted)
    add(table, entry)
    assert granting.grant(table, table.people[1], mute, table.at) is None


def test_a_visit_costs_two_lines() -> None:
    """One for coming and one for going, which can't be refused."""
    left = budget(100)
    for _ in range(15):
        spend_visit(left)
    with pytest.raises(RefusedError):
        spend_visit(left)


def test_without_a_limit_nothing_is_refused() -> None:
    """As with every limit of zero."""
    left, table = budget(0), lobby(2, Setup(seats=2))
    for _ in range(1000):
        spend(left, COSTLY[0])
    check_between(table, COSTLY[0], 0)


def test_lines_between_two_games_are_counted_until_the_next_deal() -> None:
    """Also after a restart; in a game none is counted."""
    table = lobby(2, Setup(seats=2))
    before = table.between
    assert before == table.number
    add(table, e.Said(by=1, text="hi"))
    assert table.between == before + 1
    assert table_from(1, "A", snapshot_of(table)).between == table.between
    with pytest.raises(RefusedError) as caught:
        check_between(table, e.Said(text="hi"), table.between)
    assert (caught.value.code, caught.value.retry) == ("slow-down", 60)
    check_between(table, e.Said(text="hi"), table.between + 1)
    add(table, e.Started(mixes=["", ""]))
    assert table.between == 0
    add(table, e.Said(by=1, text="hi"))
    assert table.between == 0


def test_lines_after_a_game_count_for_the_next_time_between() -> None:
    """From the end of the game on, and not from the rematch."""
    position = 'classic settings={"scoring":"hand"} hands=r5/g3 discard=r7 turn=0'
    table = table_with(Game.from_position(position, history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    assert table.phase == "over"
    add(table, e.Said(by=1, text="well played"))
    add(table, e.Rematched(by=1, secret="00" * 32, salt="00" * 32))
    assert table.between == 2
