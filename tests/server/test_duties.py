"""What a table does by itself, as plain functions: bots that leave time, clocks that run on, take-overs and hosts."""

from __future__ import annotations

import pytest

from lastcard.bots.pace import LONGEST, SHORTEST
from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table.duties import NOTICE, grace_end, next_due
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.showing import clock_left
from lastcard.server.table.tempo import DEAL_PAUSE, UNWATCHED_PACE, deal_pause
from tests.server.by_hand import SLEEP_AFTER, add, lobby, next_of, table_with

FORGETS = "classic hands=r7,g4/b2,r3,b4/y1,y2,y3 discard=r5 turn=0"
"""Seat 0 can leave one card, after which it is seat 1's turn."""

SALTS = [f"salt {number}" for number in range(40)]
"""Enough luck for bots to see whatever they may miss."""


def forgotten(position: str = FORGETS, **more: object) -> Table:
    """Seat 0 has just left one card and has not called."""
    table = table_with(Game.from_position(position, history=False), **more)  # type: ignore[arg-type]
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    assert list(table.races.liable) == [0]
    return table


def waits(table: Table) -> dict[str, set[float]]:
    """In how many milliseconds the table moves by itself, by kind of move, over all kinds of luck."""
    found: dict[str, set[float]] = {}
    for salt in SALTS:
        due = next_due(table, salt, SLEEP_AFTER)
        if due is None:
            continue  # the bot did not see it
        entry = due.entry()
        assert isinstance(entry, e.Moved)
        found.setdefault(entry.move.split()[1], set()).add(due.at - table.at)
    return found


# --- bots and the window for catches (uno-2, uno-3) ---------------------------------------------------------


@pytest.mark.parametrize(("grace", "pace"), [(1.0, 1.0), (5.0, 1.0), (5.0, 0.5), (5.0, 0.0)])
def test_a_bot_leaves_people_time_to_catch_before_its_turn_closes_the_window(grace: float, pace: float) -> None:
    """The whole grace, in which catches only wait, and then a moment more, however quickly it could play."""
    table = forgotten(bots={1: "simple"}, uno_grace=grace, pace=pace)
    least = (grace + NOTICE * pace) * 1000
    turns = waits(table)
    assert set(turns) == {"catch", "play"}
    assert min(turns["play"]) >= least
    assert grace < LONGEST or set(turns["play"]) == {least}


@pytest.mark.rule("uno-3")
@pytest.mark.parametrize("grace", [0.0, 1.0, 5.0])
def test_a_bot_gives_the_same_grace_as_people_before_it_catches(grace: float) -> None:
    """Its own time to react comes after that."""
    catches = waits(forgotten(bots={2: "simple"}, uno_grace=grace, clock=None))["catch"]
    quick = waits(forgotten(bots={2: "simple"}, uno_grace=0, clock=None))["catch"]
    assert min(catches) > grace * 1000
    assert catches == {wait + grace * 1000 for wait in quick}


@pytest.mark.rule("uno-3")
def test_a_bot_calls_for_itself_without_waiting_for_any_grace() -> None:
    """The grace is for those who forgot."""
    game = Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3 discard=r5 turn=0", history=False)
    table = table_with(game, bots={0: "medium"}, uno_grace=5, clock=None)
    add(table, e.Moved(seat=0, move="0 play r7", how="bot"))
    assert max(waits(table)["uno"]) < 5000


@pytest.mark.rule("uno-3")
def test_the_grace_begins_when_somebody_becomes_liable_and_no_later_move_moves_it() -> None:
    """Neither a colour that is named, nor another's call, nor talk."""
    game = Game.from_position("classic hands=W,g4/b2,r3/y1,y2,y3 discard=r5 turn=0", history=False)
    table = table_with(game)
    add(table, e.Moved(by=1, seat=0, move="0 play W"), later=100)
    end = table.at + 1000
    assert grace_end(table, 0) == end
    add(table, e.Moved(by=1, seat=0, move="0 color red"), later=200)
    assert (table.game.asks if table.game else None) == (1, "play")
    add(table, e.Moved(by=2, seat=1, move="1 uno"), later=200)
    add(table, e.Said(by=3, text="oh"), later=200)
    assert grace_end(table, 0) == end
    add(table, e.Pressed(by=3, seat=2, target=0), later=100)
    assert next_of(table) == (300, e.Moved(by=3, seat=2, move="2 catch 0"))


@pytest.mark.rule("uno-3")
def test_the_grace_begins_anew_with_a_server_that_takes_the_table_on() -> None:
    """And with one that wakes it: nobody could call meanwhile."""
    table = forgotten()
    add(table, e.Resumed(node="m"), later=60_000)
    assert grace_end(table, 0) == table.at + 1000
    for person in (1, 2, 3):
        add(table, e.Dropped(person=person, node="n"), later=500)
    add(table, e.Slept(), later=30_000)
    add(table, e.Arrived(person=2, node="n"), later=60_000)
    assert grace_end(table, 0) == table.at + 1000


# --- clocks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loud", ["0 uno", "2 catch 0"])
def test_a_call_or_a_catch_gives_the_asked_seat_no_more_time(loud: str) -> None:
    """Its clock runs on, what it is asked stays the same question, and its move is taken as before."""
    table = forgotten()
    decision, begun = table.decision, table.at
    seat = int(loud[0])
    add(table, e.Moved(by=seat + 1, seat=seat, move=loud), later=3000)
    assert (table.decision, table.decision_at) == (decision, begun)
    assert clock_left(table, table.at) == 17_000
    assert next_of(table) == (17_000, e.Moved(seat=1, move="1 draw", how="clock"))
    add(table, e.Moved(by=2, seat=1, move="1 draw"), later=1000)
    assert (table.decision, table.decision_at) == (table.told_number, table.at)


def test_an_answer_to_another_question_of_the_same_seat_begins_a_new_clock() -> None:
    """Whoever is asked twice in a row has the time twice."""
    game = Game.from_position("classic hands=g7,g4/b2,b3 discard=r5 draw=r1 turn=0", history=False)
    table = table_with(game)
    add(table, e.Moved(by=1, seat=0, move="0 draw"), later=8000)
    assert table.asked() == 0
    assert next_of(table)[0] == 20_000


def test_talk_changes_neither_when_a_bot_moves_nor_what_it_does() -> None:
    """It has made up its mind, and nobody can hold it up by talking."""
    table = table_with(Game("classic", 2, seed=3, history=False), bots={0: "simple", 1: "simple"})
    add(table, e.Joined(person=3, name="Cem", token="3" * 64))
    add(table, e.Arrived(person=3, node="n"))
    wait, entry = next_of(table)
    add(table, e.Said(by=3, text="hurry"), later=50)
    add(table, e.Muted(by=3, person=1, on=True), later=50)
    assert next_of(table) == (wait - 100, entry)


@pytest.mark.parametrize("watched", [True, False])
def test_bots_play_quickly_for_people_who_want_it_and_slowly_where_nobody_plays(watched: bool) -> None:
    """Whoever only watches waits for no move."""
    game = Game.from_position(FORGETS, history=False)
    table = table_with(game, bots={0: "simple", 1: "simple"}, pace=0)
    if not watched:
        add(table, e.Dropped(person=3, node="n"))
        add(table, e.TookOver(seat=2))
        add(table, e.Joined(person=4, name="Dana", token="4" * 64))
        add(table, e.Arrived(person=4, node="n"))
    wait = next_of(table)[0]
    assert wait == 0 if watched else wait >= SHORTEST * UNWATCHED_PACE * 1000


@pytest.mark.rule("custom-8")
def test_a_person_who_performs_too_long_has_performed_and_the_first_voter_has_a_whole_clock() -> None:
    """One clock bounds each of the two."""
    position = 'house settings={"custom":["custom-8"]} hands=W1,r1,r2/g1,g2/b1,b2 discard=r5 turn=0'
    table = table_with(Game.from_position(position, history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play W1"), later=5000)
    assert clock_left(table, table.at + 1) == 19_999
    assert next_of(table) == (20_000, e.Performed(seat=0, how="clock"))
    add(table, e.Performed(seat=0, how="clock"), later=20_000)
    assert next_of(table) == (20_000, e.Moved(seat=1, move="1 vote no", how="clock"))


# --- take-overs ---------------------------------------------------------------------------------------------


def take_overs(table: Table, lines: int) -> list[int]:
    """The seats that are taken over while so many things happen by themselves, each when it is due."""
    seats = []
    for _ in range(lines):
        wait, entry = next_of(table)
        add(table, entry, later=max(0, int(wait)))  # type: ignore[arg-type]
        if isinstance(entry, e.TookOver):
            seats.append(entry.seat)
    return seats


def test_each_absent_player_is_taken_over_once() -> None:
    """After that moves are made, and no line is written that says the same again."""
    table = table_with(Game("classic", 3, seed=1, history=False), away_grace=10)
    for person in (2, 3):
        add(table, e.Dropped(person=person, node="n"), later=1000)
    assert take_overs(table, 30) == [1, 2]
    assert [seat.stand_in for seat in table.seats] == [False, True, True]


def test_whoever_returns_and_goes_again_is_given_the_grace_again() -> None:
    """And is taken over once more, not at once."""
    table = table_with(Game("classic", 2, seed=1, history=False), away_grace=10, clock=None)
    add(table, e.Dropped(person=2, node="n"))
    add(table, e.TookOver(seat=1), later=10_000)
    add(table, e.Arrived(person=2, node="n"), later=500)
    assert not table.seats[1].stand_in
    add(table, e.Dropped(person=2, node="n"), later=500)
    assert next_of(table) == (10_000, e.TookOver(seat=1))


def test_the_grace_of_somebody_who_is_away_is_not_lengthened_by_others() -> None:
    """Neither by a node that goes, to which only others were connected, nor by whoever comes."""
    table = table_with(Game("classic", 3, seed=1, history=False), away_grace=10, clock=None)
    add(table, e.Dropped(person=2, node="n"))
    add(table, e.Arrived(person=1, node="m"), later=3000)
    add(table, e.Resumed(node="m", gone=["n"]), later=3000)
    assert [person.away_since - table.at for person in table.people.values()][1:] == [-6000, 0]
    assert next_of(table) == (4000, e.TookOver(seat=1))


def test_somebody_with_a_socket_at_another_node_is_not_away() -> None:
    """Only the last one counts."""
    table = table_with(Game("classic", 2, seed=1, history=False), away_grace=10, clock=None)
    add(table, e.Arrived(person=2, node="m"))
    before = next_due(table, "salt", SLEEP_AFTER)
    add(table, e.Dropped(person=2, node="n"), later=3000)
    assert table.people[2].present
    assert before == next_due(table, "salt", SLEEP_AFTER) is None


def test_a_seat_of_a_bot_is_never_taken_over() -> None:
    """Nor an empty one before a game."""
    table = table_with(Game("classic", 2, seed=1, history=False), bots={1: "simple"}, away_grace=1)
    assert take_overs(table, 10) == []


# --- hosts --------------------------------------------------------------------------------------------------


def test_an_absent_player_is_passed_over_as_host() -> None:
    """The next seat is of somebody who is away: the one after it is host, and no other is due."""
    table = lobby(4, Setup(seats=4, options=Options(away_grace=10)))
    add(table, e.Dropped(person=2, node="n"))
    add(table, e.Dropped(person=1, node="n"))
    assert next_of(table) == (10_000, e.HostAway())
    add(table, e.HostAway(), later=10_000)
    assert table.host == 3
    assert next_due(table, "salt", SLEEP_AFTER) is None


@pytest.mark.parametrize("going", ["leaves", "is taken over", "stays away"])
def test_the_host_after_the_host_is_the_next_by_seat(going: str) -> None:
    """Around the table, from wherever the old one sat; whoever only watches comes after all who sit."""
    game = Game("classic", 3, seed=1, history=False)
    table = table_with(game)
    add(table, e.Joined(person=4, name="Dana", token="4" * 64))
    add(table, e.Arrived(person=4, node="n"))
    hosts = []
    for _ in range(3):
        host = table.host
        assert host is not None
        if going == "leaves":
            add(table, e.Left(by=host))
        else:
            add(table, e.Dropped(person=host, node="n"))
            add(table, e.TookOver(seat=host - 1) if going == "is taken over" else e.HostAway())
        hosts.append(table.host)
    assert hosts == [2, 3, 4]


def test_a_host_who_leaves_before_the_game_is_followed_by_the_next_seat_too() -> None:
    """The seat that becomes empty still says who comes next; after the last one it is the first."""
    table = lobby(4, Setup(seats=4))
    add(table, e.Dropped(person=1, node="n"))
    add(table, e.HostAway())
    add(table, e.Arrived(person=1, node="n"))
    hosts = [table.host]
    for person in (2, 3, 4):
        add(table, e.Left(by=person))
        hosts.append(table.host)
    assert hosts == [2, 3, 4, 1]


def test_nobody_is_host_in_place_of_the_host_while_nobody_is_there() -> None:
    """The table is put to sleep and keeps its host."""
    table = lobby(2, Setup(seats=2, options=Options(away_grace=1)))
    for person in (1, 2):
        add(table, e.Dropped(person=person, node="n"))
    assert next_of(table) == (SLEEP_AFTER * 1000, e.Slept())
    assert table.host == 1


# --- sleep --------------------------------------------------------------------------------------------------


def test_a_table_falls_asleep_by_when_the_last_one_went() -> None:
    """Whoever joins by name without coming in does not keep it awake."""
    table = lobby(1, Setup(seats=2))
    add(table, e.Dropped(person=1, node="n"), later=1000)
    add(table, e.Joined(person=2, name="Bob", token="2" * 64), later=10_000)
    assert next_of(table) == (20_000, e.Slept())


def test_whoever_wakes_a_table_finds_the_others_taken_over_at_once() -> None:
    """They have been away for long; on a turn of theirs the whole clock that begins ends with the take-over."""
    table = table_with(Game("classic", 2, seed=1, history=False), away_grace=10)
    asked = table.asked()
    first, other = 2 - asked, asked + 1
    for person in (1, 2):
        add(table, e.Dropped(person=person, node="n"), later=1000)
    add(table, e.Slept(), later=SLEEP_AFTER * 1000)
    add(table, e.Arrived(person=first, node="n"), later=60_000)
    add(table, e.Resumed(node="n"))
    assert clock_left(table, table.at) == 20_000
    wait, entry = next_of(table)
    assert wait < 0
    assert entry == e.TookOver(seat=asked)
    add(table, e.TookOver(seat=asked))
    assert clock_left(table, table.at) is None
    add(table, e.Arrived(person=other, node="n"), later=400)
    assert clock_left(table, table.at) == 20_000


def test_a_round_that_nobody_is_left_to_deal_is_dealt_soon() -> None:
    """Somebody who is away, or only watches, is waited for by nobody."""
    table = table_with(Game("classic", 2, seed=1, history=False), bots={1: "simple"}, clock=100)
    assert deal_pause(table) == 100
    add(table, e.Dropped(person=1, node="n"))
    assert deal_pause(table) == DEAL_PAUSE
    add(table, e.Arrived(person=1, node="n"))
    add(table, e.TookOver(seat=0))
    assert deal_pause(table) == DEAL_PAUSE
