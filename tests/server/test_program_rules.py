"""Other people's programs on a seat, folded by hand: who may what, and how long a table waits for them."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.game import Game
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import granting, showing, telling
from lastcard.server.table import requests as r
from lastcard.server.table.duties import PERFORMANCE, clock_of
from lastcard.server.table.fold import Table
from lastcard.server.table.people import PROGRAM_STAND_IN
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.snapshot import snapshot_of, table_from
from tests.server.by_hand import SLEEP_AFTER, add, lobby, next_of, table_with

TOKEN = "a token of a program"  # noqa: S105 - of nobody
HOST, PROGRAM = 1, 9


def seated(table: Table, seat: int, *, present: bool = True) -> None:
    """A program on a seat."""
    add(table, e.SeatedProgram(by=HOST, seat=seat, person=PROGRAM, name="HAL", token=granting.digest(TOKEN)))
    if present:
        add(table, e.Arrived(person=PROGRAM, node="n"))


def playing(position: str, *, present: bool = True, **options: Any) -> Table:
    """A game that stands just so, with a program on the last seat."""
    game = Game.from_position(position)
    setup = Setup(edition=game.edition.id, seats=game.players, options=Options(**{"clock": 20, **options}))
    table = lobby(game.players - 1, setup)
    seated(table, game.players - 1, present=present)
    add(table, e.Started(mixes=[""] * game.players))
    table.game = game
    return table


HAL_IS_ASKED = "classic hands=r5,g3/b1,y2,g8 discard=r7 turn=1"
TURN_OVER = "classic hands=r5/g3 discard=r7 turn=0"


def asked(table: Table, person: int, request: r.Request) -> str:
    """The code with which a request is refused; empty if it is granted."""
    try:
        if isinstance(request, r.Program):
            granting.seat_program(table, table.people[person], request, TOKEN)
        else:
            granting.grant(table, table.people[person], request, table.at)
    except RefusedError as refusal:
        return refusal.code
    return ""


# --- who may what --------------------------------------------------------------------------------------------


def test_only_the_host_gives_a_program_a_seat_and_only_one_that_no_person_has() -> None:
    """In the lobby, in place of nobody or of a bot."""
    table = lobby(2, Setup(seats=4))
    add(table, e.SeatedBot(by=HOST, seat=3, level="otto@medium"))
    codes = [asked(table, person, r.Program(id="a", seat=seat, name="HAL")) for person, seat in
             [(2, 2), (1, 1), (1, 7), (1, 2), (1, 3)]]  # fmt: skip
    assert codes == ["not-host", "seat-taken", "no-seat", "", ""]
    assert asked(table, 1, r.Program(id="a", seat=2, name=" ")) == "bad-name"


@pytest.mark.parametrize("on", [True, False])
def test_in_a_game_a_program_can_only_be_given_a_new_token(on: bool) -> None:
    """Nobody comes to a seat in the middle of a game; but a token may be lost in it."""
    table = playing(HAL_IS_ASKED) if on else table_with(Game.from_position(HAL_IS_ASKED), bots={1: "hard"})
    assert asked(table, HOST, r.Program(id="a", seat=1, name="HAL")) == ("" if on else "not-now")


def test_a_program_is_always_ready_and_consents_to_everything() -> None:
    """Also after a change of the rules, and in a rematch: its host answers for it."""
    table = lobby(1, Setup(edition="house", seats=2))
    seated(table, 1, present=False)
    custom = Setup(edition="house", seats=2, settings={"custom": ["custom-8"]})
    add(table, e.Changed(by=HOST, setup=custom))
    add(table, e.Consented(by=HOST))
    assert (table.people[PROGRAM].ready, table.people[PROGRAM].consented) == (True, True)
    assert asked(table, HOST, r.Start(id="a")) == ""
    add(table, e.Rematched(secret="00" * 32, salt="00" * 32))
    assert (table.people[PROGRAM].ready, table.people[HOST].ready) == (True, False)
    assert table.people[PROGRAM].seat == 1


@pytest.mark.parametrize(
    "request_",
    [
        r.Chat(id="a", text="I'm sorry, Dave."), r.React(id="a", reaction="sorry"), r.Mute(id="a", person=1),
        r.Ready(id="a"), r.Sit(id="a", seat=0), r.Stand(id="a"), r.Leave(id="a"), r.Rematch(id="a"),
        r.Start(id="a"), r.Remove(id="a", person=1), r.Program(id="a", seat=1, name="HAL 2"),
    ],
    ids=lambda request: type(request).__name__,
)  # fmt: skip
def test_a_program_may_ask_for_nothing_but_moves(request_: r.Request) -> None:
    """Whatever else is for people."""
    assert asked(playing(HAL_IS_ASKED), PROGRAM, request_) == "only-people"


def test_a_programs_moves_are_marked_as_such() -> None:
    """Catches that wait too."""
    table = playing(HAL_IS_ASKED)
    made = granting.grant(table, table.people[PROGRAM], r.Move(id="a", move="draw"), table.at)
    assert isinstance(made, e.Moved)
    assert made.how == "program"
    table = playing("classic hands=r5,g3/b1,y2,g8 discard=r7 turn=0")
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    pressed = granting.grant(table, table.people[PROGRAM], r.Move(id="a", move="catch 0"), table.at)
    assert isinstance(pressed, e.Pressed)
    add(table, pressed)
    assert table.races.waiting[0].entry().how == "program"


def test_a_program_deals_no_cards_and_is_not_offered_it() -> None:
    """So that people can look at the end of a round."""
    table = playing(TURN_OVER)
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    assert asked(table, PROGRAM, r.Move(id="a", move="deal")) == "only-people"
    assert asked(table, HOST, r.Move(id="a", move="deal")) == ""
    assert showing.moves_by_seat(table)[:2] == [["deal"], []]


def test_nobody_takes_a_programs_seat_but_the_host_may_clear_it_or_seat_a_bot() -> None:
    """Then its token opens nothing any more."""
    table = lobby(1, Setup(seats=3))
    add(table, e.Joined(person=2, name="Bob", token="2" * 64))
    seated(table, 1)
    assert asked(table, 2, r.Sit(id="a", seat=1)) == "seat-taken"
    cleared = granting.grant(table, table.people[HOST], r.Clear(id="a", seat=1), table.at)
    assert isinstance(cleared, e.Removed)
    bot = granting.grant(table, table.people[HOST], r.Bot(id="a", seat=1), table.at)
    for entry in (cleared, bot):
        other = table_from(7, "ABCDEF", snapshot_of(table))
        add(other, entry)  # type: ignore[arg-type]
        assert other.people[PROGRAM].removed
        assert (other.people[PROGRAM].seat, other.seats[1].person) == (None, None)
        with pytest.raises(RefusedError, match="removed"):
            granting.person_with(other, TOKEN)


def test_there_must_be_a_person_among_the_players() -> None:
    """Programs and bots don't play among themselves at a live table."""
    table = lobby(1, Setup(seats=2))
    add(table, e.Stood(by=HOST))
    seated(table, 0)
    add(table, e.SeatedBot(by=HOST, seat=1, level="medium"))
    assert asked(table, HOST, r.Start(id="a")) == "not-ready"


def test_a_new_token_keeps_the_program_and_ends_the_old_one() -> None:
    """The same number and seat; whoever had the old token is not there any more, and its requests are forgotten."""
    table = playing(HAL_IS_ASKED)
    add(table, e.Moved(by=PROGRAM, id="x", seat=1, move="1 draw", how="program"))
    made = granting.seat_program(table, table.people[HOST], r.Program(id="n", seat=1, name="HAL"), "another")
    add(table, made)
    assert (made.person, made.name) == (PROGRAM, "HAL")
    assert granting.person_with(table, "another").seat == 1
    assert (table.people[PROGRAM].present, table.people[PROGRAM].granted) == (False, {})
    with pytest.raises(RefusedError) as refusal:
        granting.person_with(table, TOKEN)
    assert refusal.value.code == "wrong-token"


def test_a_program_is_never_host() -> None:
    """Neither when the host leaves nor when it is the only one who comes."""
    table = lobby(2, Setup(seats=3))
    seated(table, 2)
    add(table, e.Left(by=HOST))
    assert table.host == 2
    add(table, e.Left(by=2))
    assert table.host is None
    add(table, e.Dropped(person=PROGRAM, node="n"))
    add(table, e.Arrived(person=PROGRAM, node="n"))
    assert table.host is None


def test_a_program_removed_from_a_game_leaves_its_seat_to_a_bot() -> None:
    """Of the level that answered for it."""
    table = playing(HAL_IS_ASKED)
    add(table, e.Removed(by=HOST, person=PROGRAM))
    assert (table.seats[1].person, table.seats[1].bot) == (None, PROGRAM_STAND_IN)


# --- time ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [20, None])
def test_a_program_has_its_own_time_and_then_a_bot_answers_for_it_once(clock: int | None) -> None:
    """Whatever the clock of people is; the next decision is the program's again."""
    table = playing(HAL_IS_ASKED, clock=clock, program_time=3)
    assert clock_of(table) == 3
    wait, entry = next_of(table)
    assert wait == 3000
    assert isinstance(entry, e.Moved)
    assert (entry.seat, entry.how, entry.by) == (1, "bot", None)
    add(table, entry, later=3000)
    assert not table.seats[1].stand_in
    assert table.level_at(1) is None


def test_a_bot_plays_at_its_pace_for_a_program_that_is_not_there() -> None:
    """Nobody waits for the program's time, nor is told of a stand-in."""
    table = playing(HAL_IS_ASKED, present=False, program_time=60, away_grace=1)
    wait, entry = next_of(table)
    assert 0 < wait < 15_000
    assert isinstance(entry, e.Moved)
    assert (entry.seat, entry.how) == (1, "bot")
    assert clock_of(table) is None


def test_coming_and_going_gives_a_program_no_more_time() -> None:
    """Else one that hangs up again and again would hold up the table."""
    table = playing(HAL_IS_ASKED, program_time=3)
    begun = table.at
    for _ in range(4):
        add(table, e.Dropped(person=PROGRAM, node="n"), later=500)
        add(table, e.Arrived(person=PROGRAM, node="n"))
    wait, _ = next_of(table)
    assert table.at + wait == begun + 3000


def test_a_slow_program_does_not_close_the_window_for_a_catch_at_once() -> None:
    """The bot that answers for it leaves people the same moment as any bot does."""
    table = playing("classic hands=r5,g3/b1,y2,g8 discard=r7 turn=0", program_time=0.1, uno_grace=2)
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    assert table.asked() == 1
    assert next_of(table)[0] > 2000


def test_a_program_that_should_perform_has_performed_when_its_time_is_up() -> None:
    """And one that is not there, as a bot has."""
    for present, wait, how in ((True, 3000, "clock"), (False, PERFORMANCE * 1000, "bot")):
        table = playing(HAL_IS_ASKED, present=present, program_time=3)
        table.performer = 1
        waited, entry = next_of(table)
        assert (waited, entry) == (wait, e.Performed(seat=1, how=how))  # type: ignore[arg-type]


def test_a_bot_calls_for_a_program_that_is_not_there() -> None:
    """As it would for itself."""
    table = playing("classic hands=r5,g3,b2/r1,g9 discard=r7 turn=1")
    add(table, e.Moved(by=PROGRAM, seat=1, move="1 play r1", how="program"))
    assert next_of(table)[1] == e.Moved(seat=0, move="0 draw", how="clock")
    add(table, e.Dropped(person=PROGRAM, node="n"))
    assert next_of(table)[1] == e.Moved(seat=1, move="1 uno", how="bot")


# --- sleep ---------------------------------------------------------------------------------------------------


def test_a_program_neither_keeps_a_table_awake_nor_wakes_it() -> None:
    """Only people do."""
    table = playing(HAL_IS_ASKED)
    add(table, e.Dropped(person=HOST, node="n"))
    assert next_of(table) == (SLEEP_AFTER * 1000, e.Slept())
    add(table, e.Slept())
    add(table, e.Dropped(person=PROGRAM, node="n"))
    add(table, e.Arrived(person=PROGRAM, node="n"), later=1000)
    assert table.asleep
    add(table, e.Arrived(person=HOST, node="n"))
    assert not table.asleep


def test_only_bots_and_programs_wait_the_short_while_before_the_next_deal() -> None:
    """There is no player who could deal."""
    table = playing(TURN_OVER, clock=None)
    add(table, e.Moved(by=1, seat=0, move="0 play r5"))
    assert clock_of(table) is None
    add(table, e.Dropped(person=HOST, node="n"))
    add(table, e.TookOver(seat=0))
    assert clock_of(table) == 5


def test_a_program_is_the_same_after_a_snapshot() -> None:
    """With all that a table keeps of it."""
    table = playing(HAL_IS_ASKED)
    again = table_from(table.id, table.code, snapshot_of(table))
    assert again.people == table.people
    assert again.people[PROGRAM].program


# --- what is told --------------------------------------------------------------------------------------------


def test_everybody_is_told_that_it_is_a_program_and_nobody_its_digest() -> None:
    """In the table, and in the line with which it came."""
    table = lobby(1, Setup(seats=2))
    seated(table, 1)
    told = telling.encode(showing.table_of(table))
    assert b'"name":"HAL","seat":1,"present":true,"ready":true,"consented":true,"program":true' in told
    came = next(past for past in table.past if isinstance(past.line.entry, e.SeatedProgram))
    what = telling.head_of(came, heard=True)
    assert what.items() >= {"t": "seated-program", "by": HOST, "seat": 1, "person": PROGRAM, "name": "HAL"}.items()
    assert set(what) == {"t", "n", "at", "by", "seat", "person", "name"}
    assert granting.digest(TOKEN).encode() not in told
