"""A table as its log tells it, and what is granted and told of it, as plain functions on lines made by hand."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from lastcard.game import Game
from lastcard.record import Record
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import granting, showing, telling
from lastcard.server.table import requests as r
from lastcard.server.table.changing import Teller, somebody_came, stand_of
from lastcard.server.table.fold import WINDOW, Table
from lastcard.server.table.races import LATE
from lastcard.server.table.records import record_of
from lastcard.server.table.replays import replay_of
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.showing import OPEN, PUBLIC
from tests.server.by_hand import Log, add, lobby, part_of, table_with

REMEMBERED = 8
"""How many ids of requests are remembered of each person, by the protocol."""


def quick(seats: int = 2, **more: Any) -> Setup:
    """A set-up for games of one round."""
    return Setup(seats=seats, settings={"scoring": "hand", "uno": "auto"}, **more)


def no(table: Table, person: int, request: r.Request) -> str:
    """The code with which a request is refused."""
    with pytest.raises(RefusedError) as caught:
        granting.grant(table, table.people[person], request, table.at)
    return caught.value.code


def told(table: Table, person: int | None, viewer: int = PUBLIC) -> list[dict[str, Any]]:
    """The lines that somebody who comes in is told."""
    who = None if person is None else table.people[person]
    welcome = json.loads(telling.encode(telling.welcome(table, who, None, viewer, table.at)))
    past: list[dict[str, Any]] = welcome["past"]
    return past


def seen(table: Table, viewer: int) -> dict[str, Any]:
    """The game as a viewer is told it."""
    told: dict[str, Any] = json.loads(msgspec.json.encode(showing.view_of(table, viewer, table.at)))
    return told


# --- several games ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_games() -> Log:
    """A table on its third game; after the first somebody left, came back to watch, and another took the seat."""
    log = Log(quick(3), people=3)
    log.play_out()
    log.add(e.Left(by=3, id="gone"))
    log.add(e.Arrived(person=3, node="n"))
    log.add(e.Rematched(by=1, secret="11" * 32, salt="11" * 32))
    log.add(e.Joined(person=4, name="Dana", token="4" * 64))
    log.add(e.Arrived(person=4, node="n"))
    log.add(e.Sat(by=4, seat=2))
    log.play_out()
    log.add(e.Rematched(by=1, secret="22" * 32, salt="22" * 32))
    log.add(e.Started(mixes=["", "", ""]))
    return log


def test_request_ids_of_older_games_are_remembered_by_whoever_reads_the_log(two_games: Log) -> None:
    """A node that reads the whole log at once answers a request sent again just as one that was there."""
    there, folded = two_games.table, two_games.folded()
    ids = {person.id: person.granted for person in there.people.values()}
    assert {person.id: person.granted for person in folded.people.values()} == ids
    assert [len(ids[person]) for person in (1, 2, 4)] == [REMEMBERED] * 3
    assert list(ids[3])[-1] == "gone"


def test_a_log_read_at_once_gives_the_same_table_as_line_by_line(two_games: Log) -> None:
    """Older games are not played again, and yet nothing differs."""
    there, folded = two_games.table, two_games.folded()
    for name in ("number", "told_number", "at", "phase", "games", "host", "decision", "decision_at", "changed"):
        assert getattr(folded, name) == getattr(there, name), name
    assert (folded.seats, folded.people, folded.shuffle) == (there.seats, there.people, there.shuffle)
    assert [past.line for past in folded.past] == [past.line for past in there.past]
    assert showing.table_of(folded) == showing.table_of(there)
    assert showing.view_of(folded, 0, there.at) == showing.view_of(there, 0, there.at)


def test_only_the_last_eight_request_ids_of_each_person_are_remembered() -> None:
    """The oldest is forgotten first, whatever others ask for."""
    table = lobby(2, Setup(seats=2))
    for number in range(REMEMBERED + 1):
        add(table, e.Said(by=1, id=f"a{number}", text="hm"))
        add(table, e.Said(by=2, id="same", text="hm"))
    assert list(table.people[1].granted) == [f"a{number}" for number in range(1, REMEMBERED + 1)]
    assert table.people[1].granted["a8"] == table.told_number - 1
    assert table.people[2].granted == {"same": table.told_number}


def test_the_numbers_that_clients_are_told_leave_silent_lines_out() -> None:
    """Those of requests that were granted and of decisions too, by which a gap would be seen."""
    table = table_with(Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3 discard=r5 turn=0", history=False))
    add(table, e.Moved(by=1, id="a", seat=0, move="0 play r7"))
    number = table.told_number
    add(table, e.Pressed(by=3, id="b", seat=2, target=0))
    add(table, e.Moved(by=2, id="c", seat=1, move="1 draw"))
    granted = {id_: line for person in table.people.values() for id_, line in person.granted.items()}
    assert granted == {"a": number, "b": number, "c": number + 1}
    assert (table.decision, table.changed, table.number) == (number + 1, number + 1, number + 2)


def test_each_game_has_its_own_record_with_the_names_of_its_players(two_games: Log) -> None:
    """Whoever took a seat afterwards did not play it, and the last game that was started is not over."""
    first, second = (Record.parse(record_of(part_of(two_games.lines, number)).decode()) for number in (1, 2))
    assert (first.names, second.names) == (["P1", "P2", "P3"], ["P1", "P2", "Dana"])
    moves = [line.entry.move for line in two_games.lines if isinstance(line.entry, e.Moved)]
    assert [*first.moves, *second.moves] == moves
    for number, code in ((0, "no-game"), (3, "game-running"), (None, "game-running"), (4, "no-game")):
        with pytest.raises(RefusedError) as caught:
            record_of(part_of(two_games.lines, number))
        assert caught.value.code == code


def test_a_replay_has_the_deal_and_every_move_of_its_game_and_no_more(two_games: Log) -> None:
    """What happened at the table between two games is no step, and neither is the next deal."""
    record = Record.parse(record_of(part_of(two_games.lines, 1)).decode())
    replay = json.loads(replay_of(part_of(two_games.lines, 1), "public", 0, 1000))
    assert replay["total"] == len(replay["steps"]) == len(record.moves) + 1
    assert [step["move"] for step in replay["steps"]][:1] == ["deal"]
    part = json.loads(replay_of(part_of(two_games.lines, 1), "public", 3, 2))
    assert part["steps"] == replay["steps"][3:5]
    assert (part["total"], part["from"], part["rounds"]) == (replay["total"], 3, [0])


def test_a_replay_names_a_card_by_the_face_that_was_in_play() -> None:
    """On either side, also of the card that turns everything over."""
    log = Log(Setup(edition="flip", seats=2, settings={"uno": "auto"}))
    log.play_out()
    steps = json.loads(replay_of(part_of(log.lines, 1), "open", 0, 1000))["steps"]
    sides = set()
    for before, step in pairwise(steps):
        played = next((event[2] for event in step["events"] if event[0] == "played"), None)
        if played is not None:
            side = before["view"]["side"]
            sides.add(side)
            assert step["move"] == f"play {played.split('|')[side == 'dark']}"
    assert sides == {"light", "dark"}


def test_what_was_told_of_an_older_game_is_told_without_its_cards(two_games: Log) -> None:
    """Lines of before the last deal have no events any more, for nobody."""
    table = two_games.table
    for viewer in (0, PUBLIC, OPEN):
        lines = told(table, 1, viewer)
        assert len(lines) == WINDOW
        assert [line["n"] for line in lines if line.get("events")] == [table.told_number]


# --- joining and going on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("watching", ["public", "off"])
def test_nobody_gets_the_seat_of_a_bot_in_a_running_game(watching: Any) -> None:
    """Before it a bot gives way; afterwards whoever comes could only watch, so where that is off nobody can join."""
    table = lobby(1, quick(options=Options(watching=watching)))
    add(table, e.SeatedBot(by=1, seat=1, level="simple"))
    assert granting.join(table, "Bob", "token").person == 2
    assert json.loads(showing.summary_of(table))["free"] == 1
    add(table, e.Started(by=1, mixes=["", ""]))
    assert json.loads(showing.summary_of(table))["free"] == 0
    if watching == "off":
        with pytest.raises(RefusedError) as caught:
            granting.join(table, "Bob", "token")
        assert caught.value.code == "table-full"
        return
    add(table, granting.join(table, "Bob", "token"))
    assert no(table, 2, r.Sit(id="a", seat=1)) == "not-now"
    assert (table.seats[1].bot, table.people[2].seat) == ("simple", None)


def test_a_rematch_is_asked_for_by_players_and_by_the_host_only() -> None:
    """Somebody without a seat can't end what the others are looking at."""
    log = Log(quick())
    table = log.table
    log.add(e.Joined(person=3, name="Cem", token="3" * 64))
    log.add(e.Arrived(person=3, node="n"))
    log.play_out()
    assert table.phase == "over"
    assert table.people[3].seat is None
    assert no(table, 3, r.Rematch(id="a")) == "not-seated"
    for person in (1, 2):
        assert isinstance(granting.grant(table, table.people[person], r.Rematch(id="a"), table.at), e.Rematched)
    for person in (1, 2):
        log.add(e.Left(by=person))
    assert (table.host, table.people[3].seat) == (3, None)
    assert isinstance(granting.grant(table, table.people[3], r.Rematch(id="a"), table.at), e.Rematched)


def test_a_rematch_frees_the_seats_of_those_who_left_and_hands_back_those_of_the_absent() -> None:
    """Bots keep theirs, everybody must be ready again, and nothing of the old races is left."""
    table = table_with(Game("classic", 4, seed=1, history=False), bots={3: "simple"})
    add(table, e.Left(by=2))
    add(table, e.Dropped(person=3, node="n"))
    add(table, e.TookOver(seat=2))
    assert [seat.stand_in for seat in table.seats] == [False, True, True, False]
    table.phase = "over"
    add(table, e.Rematched(by=1, secret="11" * 32, salt="11" * 32))
    assert [(seat.person, seat.bot, seat.stand_in) for seat in table.seats] == [
        (1, None, False),
        (None, None, False),
        (3, None, False),
        (None, "simple", False),
    ]
    assert (table.phase, table.game, table.people[2].seat, table.people[3].seat) == ("lobby", None, None, 2)


def test_a_seat_given_up_takes_readiness_and_consent_along() -> None:
    """Whoever sits down elsewhere is asked anew, and the old seat is free."""
    table = lobby(1, Setup(seats=3))
    add(table, e.Readied(by=1, on=True, mix="aa"))
    add(table, e.Consented(by=1))
    add(table, e.Sat(by=1, seat=2))
    person = table.people[1]
    assert (person.seat, person.ready, person.mix, person.consented) == (2, False, "", False)
    assert [seat.person for seat in table.seats] == [None, None, 1]


# --- what is told -------------------------------------------------------------------------------------------


def test_nobody_is_told_whom_others_have_muted() -> None:
    """The line is there, so that no number is missing, but says nothing; spectators and the muted one learn nothing."""
    table = lobby(3, Setup(seats=3))
    before = stand_of(table)
    add(table, e.Muted(by=1, person=2, on=True))
    line = table.past[-1]
    for person in (1, 2, 3, None):
        who = None if person is None else table.people[person]
        heard = telling.heard_by(who, line.line.entry)
        sent = json.loads(Teller(table, line, before).text(PUBLIC, heard=heard))
        what = {"t": "muted", "by": 1, "person": 2, "on": True} if person == 1 else {"t": "other"}
        assert sent == {"n": table.told_number, "at": table.at} | what
        assert told(table, person)[-1] == sent
    assert b"muted" not in msgspec.json.encode(showing.table_of(table))


def test_whom_one_has_muted_is_told_to_oneself_at_every_return() -> None:
    """And not to the one who is muted."""
    table = lobby(2, Setup(seats=2))
    add(table, e.Muted(by=1, person=2, on=True))
    welcomes = [telling.welcome(table, table.people[person], None, PUBLIC, table.at) for person in (1, 2)]
    assert [welcome.muted for welcome in welcomes] == [[2], []]
    add(table, e.Muted(by=1, person=2, on=False))
    assert telling.welcome(table, table.people[1], None, PUBLIC, table.at).muted == []


@pytest.mark.parametrize(
    ("entry", "clock"),
    [
        (e.TookOver(seat=1), None),
        (e.Left(by=2), None),
        (e.Removed(by=1, person=2), None),
        (e.Resumed(node="n"), 20_000),
    ],
)
def test_a_line_that_changes_the_clock_says_so(entry: e.AnyEntry, clock: int | None) -> None:
    """Nobody looks at a clock that does not run any more, or not yet."""
    game = Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3 discard=r5 turn=1", history=False)
    table = table_with(game)
    before = stand_of(table)
    add(table, entry, later=3000)
    sent = json.loads(Teller(table, table.past[-1], before).text(0))
    assert sent["set"] == {"clock": clock}


def test_a_clock_that_begins_with_a_decision_is_told_where_not_all_know_how_long_it_is() -> None:
    """After that it begins again with each decision and is not told, until somebody has come who saw less of one."""
    game = Game.from_position("classic hands=r7,r4,g1/b2,b3/y1,y2,y3 discard=r5 turn=0", history=False)
    table = table_with(game, clock=45)
    stood = stand_of(table)
    clocks: list[Any] = []
    while len(clocks) < 5:
        if len(clocks) == 3:
            stood = somebody_came(table, stood)
        seat = table.asked()
        move = "pass" if game.asks.kind == "drawn" else "draw"
        add(table, e.Moved(by=seat + 1, seat=seat, move=f"{seat} {move}"), later=3000)
        teller = Teller(table, table.past[-1], stood)
        stood = teller.after
        clocks.append(json.loads(teller.text(PUBLIC))["set"].get("clock"))
    assert clocks == [45_000, None, None, 45_000, None]


def test_a_clock_that_has_run_out_shows_nothing_left() -> None:
    """Never less, however late a node comes to it."""
    table = table_with(Game("classic", 2, seed=1, history=False))
    assert [showing.clock_left(table, table.at + late) for late in (0, 19_999, 20_000, 90_000)] == [20_000, 1, 0, 0]


def test_a_client_that_has_seen_more_than_there_is_starts_anew() -> None:
    """After a backup was put back, for instance; one that has seen all is told nothing."""
    table = lobby(2, Setup(seats=2))
    for last, fresh in ((0, False), (table.told_number, False), (table.told_number + 1, True), (None, True)):
        welcome = telling.welcome(table, table.people[1], last, PUBLIC, table.at)
        assert (welcome.fresh, welcome.n) == (fresh, table.told_number)
        assert len(welcome.past) == (table.told_number if last in {0, None} or fresh else 0)


@pytest.mark.rule("uno-3")
def test_a_waiting_catch_is_known_to_its_presser_alone() -> None:
    """As long as it waits, and when it comes to nothing."""
    table = table_with(Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3 discard=r5 turn=0", history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    add(table, e.Pressed(by=3, seat=2, target=0))
    viewers = (0, 1, 2, PUBLIC, OPEN)
    views = {viewer: seen(table, viewer) for viewer in viewers}
    assert {viewer: view["catching"] for viewer, view in views.items() if view["catching"]} == {2: [0]}
    add(table, e.Moved(by=1, seat=0, move="0 uno"))
    missed = {viewer: telling.tell_line(table, table.past[-1], viewer).get("missed") for viewer in viewers}
    assert {viewer: some for viewer, some in missed.items() if some} == {2: [{"seat": 0, "why": "called"}]}


@pytest.mark.rule("uno-3")
def test_who_comes_in_while_a_catch_waits_is_told_when_it_does_not_any_more() -> None:
    """Nobody is told when it begins to wait, so who was here before and who came since know different things of it."""
    table = table_with(Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3 discard=r5 turn=0", history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    before = stand_of(table)
    add(table, e.Pressed(by=3, seat=2, target=0))
    came = somebody_came(table, before)
    add(table, e.Moved(by=1, seat=0, move="0 uno"))
    told = [json.loads(Teller(table, table.past[-1], came).text(viewer)) for viewer in (2, 1)]
    assert [line["set"].get("catching") for line in told] == [[], None]
    assert somebody_came(table, stand_of(table)) == stand_of(table)


@pytest.mark.rule("custom-8")
def test_votes_are_offered_when_the_performance_is_over() -> None:
    """The view says whom everybody waits for."""
    position = 'house settings={"custom":["custom-8"]} hands=W1,r1,r2/g1,g2/b1,b2 discard=r5 turn=0'
    table = table_with(Game.from_position(position, history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play W1"))
    views = [seen(table, 1)]
    add(table, e.Performed(by=1, seat=0))
    views.append(seen(table, 1))
    assert [(view["telling"], view["moves"]) for view in views] == [(0, []), (None, ["vote yes", "vote no"])]


def test_the_secret_of_a_shuffle_is_told_with_the_last_move_and_not_before(two_games: Log) -> None:
    """The table as everybody sees it comes with that move too."""
    table, shown = Table(7, "ABCDEF"), list[tuple[str, bool]]()
    for line in two_games.lines:
        before = stand_of(table) if table.number else None
        past = table.apply(line)
        assert past is not None
        assert ("secret" in showing.table_of(table)) == (table.phase == "over")
        if before is None:
            continue  # nobody is there yet
        sent = json.loads(Teller(table, past, before).text(PUBLIC))
        if isinstance(line.entry, e.Moved):
            shown.append((table.phase, "secret" in sent.get("table", {})))
    assert shown.count(("over", True)) == 2
    assert set(shown) == {("playing", False), ("over", True)}


def test_between_two_rounds_the_clock_is_that_of_the_deal() -> None:
    """Somebody who plays deals within the usual time; without anybody it is a pause."""
    position = "classic hands=r7/b2,b3/y1,y2 discard=r5 turn=0"
    table = table_with(Game.from_position(position, history=False))
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    assert table.asked() == -1
    assert showing.clock_left(table, table.at + 2000) == 18_000
    for person in (1, 2, 3):
        add(table, e.Left(by=person))
    assert showing.clock_left(table, table.at + 2000) == 3000


# --- catches that came too late -------------------------------------------------------------------------------


@pytest.mark.rule("uno-2")
@pytest.mark.parametrize(
    ("move", "say"),
    [
        ("0 uno", "P0 has called UNO in time"),
        ("2 catch 0", "P2 was faster: P0 is caught already"),
        ("1 draw", "P1 was faster: the next turn has begun"),
    ],
)
def test_a_catch_that_came_too_late_is_told_why_for_a_moment(move: str, say: str) -> None:
    """After that it is a catch of nobody, as any other."""
    game = Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3/b7,b8 discard=r5 turn=0", history=False)
    table = table_with(game)
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    seat = int(move[0])
    add(table, e.Moved(by=seat + 1, seat=seat, move=move), later=2000)
    for late, code in ((LATE - 1, "too-late"), (LATE, "illegal-move")):
        with pytest.raises(RefusedError) as caught:
            granting.grant(table, table.people[4], r.Move(id="a", move="catch 0"), table.at + late)
        assert caught.value.code == code
        assert (str(caught.value) == say) == (code == "too-late")


@pytest.mark.rule("uno-3")
def test_a_catch_waits_just_until_the_grace_is_over() -> None:
    """From then on it is carried out at once."""
    game = Game.from_position("classic hands=r7,g4/b2,b3/y1,y2,y3 discard=r5 turn=0", history=False)
    table = table_with(game)
    add(table, e.Moved(by=1, seat=0, move="0 play r7"))
    granted = [
        granting.grant(table, table.people[3], r.Move(id="a", move="catch 0"), table.at + ms) for ms in (999, 1000)
    ]
    assert granted == [e.Pressed(by=3, id="a", seat=2, target=0), e.Moved(by=3, id="a", seat=2, move="2 catch 0")]
