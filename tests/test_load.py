"""The load test: what it reports, what it refuses, and that its checks find what is wrong."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard import Game, edition, edition_names
from lastcard.events import Event
from lastcard.load.checks import Agreement, CheckError, Watch, faces_of, hides
from lastcard.load.figures import Figures, percentile
from lastcard.load.following import Following, digest
from lastcard.load.servers import Node
from lastcard.load.wire import Message, decoder


def load(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "lastcard", "load", *arguments], capture_output=True, text=True, check=False, timeout=300
    )


# --- the command ----------------------------------------------------------------------------------


def test_a_small_run_plays_all_editions_without_errors() -> None:
    """Five tables of three play flat out on a private server; the figures are printed as JSON."""
    done = load("--tables", "5", "--seats", "3", "--seconds", "3", "--flat-out", "--edition", "all", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["errors"] == {}
    assert told["tables"] == 5
    assert told["sockets"] == 15
    assert told["moves"] > 0
    assert told["lines"] >= 3 * told["moves"]
    assert 50 < told["bytes_per_move_and_seat"] < 1000
    assert 0 < told["latency_ms"]["p50"] <= told["latency_ms"]["p99"] <= told["latency_ms"]["max"]


def test_a_paced_run_keeps_its_pace() -> None:
    """With a rate, a table makes about so many moves a second, and the report is made of words."""
    done = load("--tables", "2", "--seats", "2", "--seconds", "2", "--rate", "5")
    assert done.returncode == 0, done.stdout + done.stderr
    for words in (
        "2, with 4 sockets",
        "moves/s (10 asked for)",
        "p99",
        "bytes for each move and seat",
        "errors     none",
    ):
        assert words in done.stdout
    moves = int(done.stdout.split("moves      ")[1].split()[0])
    assert 1 <= moves <= 24  # calls and catches at once are a few more


def test_a_server_of_several_processes_is_measured_as_one() -> None:
    """The small run again, over two workers."""
    done = load("--workers", "2", "--tables", "4", "--seats", "2", "--seconds", "2", "--flat-out", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["errors"] == {}
    assert told["moves"] > 0
    assert told["server_memory"] > 0


@pytest.mark.skipif(sys.platform != "linux", reason="only there the system tells")
def test_the_processor_time_of_a_server_is_that_of_all_its_processes(tmp_path: Path) -> None:
    """Those that are there, and those that have gone."""
    busy = "import time\nwhile time.process_time() < 1: pass\n"
    parent = f"import subprocess, sys\nfor _ in range(2): subprocess.run([sys.executable, '-c', {busy!r}])\ninput()"
    with subprocess.Popen([sys.executable, "-c", parent], stdin=subprocess.PIPE) as process:
        node, seen = Node(process, "", tmp_path / "log"), 0.0
        while seen < 2:
            seen = max(seen, node.cpu() or 0)
            assert process.poll() is None
            time.sleep(0.05)
        assert node.memory()
        process.communicate(b"\n")
    assert node.cpu() is None


def test_bots_play_with_one_person_at_each_table() -> None:
    """Only the person has a socket; every move of theirs comes after those of the bots, and nothing is refused."""
    done = load("--tables", "2", "--seats", "3", "--seconds", "3", "--bots", "expert", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["errors"] == {}
    assert told["sockets"] == 2
    assert told["moves"] >= 2
    assert told["lines"] > told["moves"]


def test_idle_tables_report_their_memory() -> None:
    """Each idle table's share of the server's memory is told."""
    done = load("--idle", "30", "--seats", "2", "--json")
    if done.returncode == 2 and "can't be read on this system" in done.stderr:
        pytest.skip("this system does not tell the memory of a process")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["idle_tables"] == 30
    assert "kb_per_table" in told


def test_long_tables_are_opened_and_read_while_others_are_played() -> None:
    """Each is opened twice and read once, and the live tables are measured without and with that."""
    done = load("--long", "2", "--lines", "10000", "--tables", "2", "--seats", "2", "--seconds", "1", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert (told["long_tables"], told["errors"]) == (2, {})
    assert 10_000 <= told["lines_each"] < 12_000
    assert {kind: took["count"] for kind, took in told["meanwhile_ms"].items()} == dict.fromkeys(
        ("opened", "record", "replay", "lines"), 2
    )
    for part in ("live_before", "live_meanwhile"):
        assert told[part]["moves"] > 0
    assert 0 < told["opened_alone_ms"]["p50"] <= told["opened_alone_ms"]["max"]


BAD_INPUT = {
    "no number of tables": (["--tables", "many"], "--tables: 'many': allowed are 1 to"),
    "one seat": (["--seats", "1"], "--seats: '1': allowed are 2 to 10"),
    "no time": (["--seconds", "0"], "--seconds: '0': a number above 0"),
    "no rate": (["--rate", ""], "--rate: '': a number above 0"),
    "rate": (["--rate", "nan"], "--rate: 'nan': a number above 0"),
    "two paces": (["--rate", "1", "--flat-out"], "not allowed with argument"),
    "unknown edition": (["--edition", "uno"], "there is no edition 'uno'; there are classic, house"),
    "no address": (["--url", "somewhere"], "--url 'somewhere': write http://HOST:PORT"),
    "nobody there": (["--url", "http://127.0.0.1:9"], "http://127.0.0.1:9 can't be reached"),
    "a database of somebody else's server": (
        ["--url", "http://127.0.0.1:9", "--nodes", "2"],
        "--url is a running server",
    ),
    "unknown bots": (["--bots", "hrad"], "there is no bot 'hrad'; did you mean hard?"),
    "bots at idle tables": (["--bots", "hard", "--idle", "5"], "--bots play, and nobody does at --idle tables"),
    "long tables at a running server": (["--url", "http://127.0.0.1:9", "--long", "2"], "--url is a running server"),
    "long tables and idle ones": (["--long", "2", "--idle", "2"], "--long is measured on one node"),
    "short long tables": (["--long", "2", "--lines", "10"], "--lines: '10': allowed are 10000 to"),
    "several nodes on a file": (["--nodes", "2"], "several nodes share a PostgreSQL"),
    "unknown database": (["--database", "oracle://x"], "the server did not start"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_answered_with_a_sentence(case: str) -> None:
    """The exit code is 2, and standard error says what is wrong."""
    arguments, words = BAD_INPUT[case]
    done = load(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


# --- the figures ----------------------------------------------------------------------------------


def test_percentiles_are_values_that_occurred() -> None:
    """Of a hundred values the 99th is the 99th percentile; of one value it is that one."""
    values = [float(value) for value in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50, 95, 99, 100]
    assert percentile([7.0], 0.5) == 7


def test_errors_are_counted_and_the_first_ones_are_told() -> None:
    """A report with errors names their kinds and quotes some."""
    figures = Figures(tables=1, sockets=2, seconds=1.0)
    for number in range(9):
        figures.error("hidden", f"case {number}")
    report = "\n".join(figures.report())
    assert "9 hidden" in report
    assert "case 0" in report
    assert "case 8" not in report


# --- the checks -----------------------------------------------------------------------------------


def told(game: Game, seat: int, number: int) -> Message:
    """What a server might tell a seat after a move, with the whole view."""
    return message({"t": "moved", "n": number, "at": 0, "seat": 0, "events": happened(game, seat),
                    "view": view_of(game, seat, number)})  # fmt: skip


def view_of(game: Game, seat: int, decision: int) -> dict[str, Any]:
    """A view as it goes over the wire."""
    view = {**game.view(seat).to_dict(), "decision": decision, "clock": None, "telling": None, "catching": []}
    view["moves"] = [move if move == "deal" else move.partition(" ")[2] for move in view["moves"]]
    return {name: value for name, value in view.items() if name not in {"top", "sizes", "hand"}}


def happened(game: Game, seat: int) -> list[list[Any]]:
    """What the last move brought about, as it goes over the wire."""
    return [list(_cut(event)) for event in game.tell(game.happened(), seat)]


def _cut(event: Event) -> Iterator[Any]:
    parts = [event.kind, event.seat, event.card and event.card.text, event.other, event.number, event.word or None]
    yield from parts[: max(place for place, part in enumerate(parts) if part is not None) + 1]


def message(values: dict[str, Any]) -> Message:
    """A message out of plain values."""
    return decoder.decode(json.dumps(values))


def some_games(luck: random.Random, games: int) -> Iterator[tuple[Game, bool]]:
    """Random games of all editions."""
    for number in range(games):
        name = edition_names()[number % len(edition_names())]
        settings: dict[str, Any] = {"target": 200}
        if name == "house":
            settings["custom"] = [f"custom-{rule}" for rule in luck.sample(range(1, 11), 3)]
        yield Game(name, luck.choice((2, 3, 5)), seed=number, history=False, **settings), edition(name).two_sided


def play_on(game: Game, luck: random.Random) -> None:
    """Any move, rather a play than anything else."""
    if game.round_over:
        game.make("deal")
        return
    moves = (
        [move for seat in range(game.players) for move in game.view(seat).moves]
        if luck.random() < 0.2
        else game.legal_moves()
    )
    plays = [move for move in moves if move.kind == "play"]
    game.make(luck.choice(plays if plays and luck.random() < 0.7 else moves))


def test_true_views_pass_the_checks_and_leaks_do_not() -> None:
    """In games of all editions no true view is complained of, and a hidden card that is shown nearly always is."""
    luck = random.Random(1)
    leaks = found = 0
    for game, two_sided in some_games(luck, 15):
        watches = [Watch(seat, two_sided=two_sided) for seat in range(game.players)]
        for number in range(1, 400):
            agreement = Agreement(game.players)
            for watch in watches:
                if leaked := leak(game, watch, number, luck):
                    leaks += 1
                    found += complains(watch, leaked)
                line = told(game, watch.seat, number)
                watch.line(line)
                assert agreement.seen(number, watch.view) == (watch is watches[-1])
            if game.over:
                break
            play_on(game, luck)
    assert leaks > 200
    assert found >= 0.99 * leaks  # a card just like one that has gone in the same moment is not told from it


def leak(game: Game, watch: Watch, number: int, luck: random.Random) -> Message | None:
    """Now and then, a line in which a card of another hand shows its face."""
    seat = luck.randrange(game.players)
    if seat == watch.seat or luck.random() > 0.05:
        return None
    line = told(game, watch.seat, number)
    assert not isinstance(line.view, msgspec.UnsetType)
    side = 0 if line.view["side"] == "light" else 1
    hand = line.view["hands"][seat]
    hidden = [place for place, card in enumerate(hand) if hides(card, side)]
    if not hidden:
        return None
    hand[luck.choice(hidden)] = str(luck.choice(game.hands[seat]))
    return line


def complains(watch: Watch, line: Message) -> bool:
    """Whether a line is found wrong by somebody who has seen what `watch` has."""
    other = Watch(watch.seat, two_sided=watch.two_sided)
    other.number, other._following.view = watch.number, watch.view
    other._following.room = watch.room
    try:
        other.line(line)
    except CheckError as error:
        return error.kind == "hidden"
    return False


def begun() -> tuple[Watch, dict[str, Any]]:
    """A seat that has seen the deal, and the next line as plain values to spoil."""
    game = Game("classic", 2, seed=5, history=False, uno="auto")
    watch = Watch(0, two_sided=False)
    watch.begin(message({"t": "welcome", "n": 0, "table": {"phase": "playing", "rules": 1, "custom": []}}))
    watch.line(told(game, 0, 1))
    game.make("0 draw" if game.asks[0] == 0 else "1 draw")
    line = {"t": "moved", "n": 2, "seat": 0, "events": happened(game, 0), "view": view_of(game, 0, 2)}
    return watch, json.loads(json.dumps(line))


def test_a_gap_in_the_numbers_is_found() -> None:
    """Line 3 after line 1 is wrong, and so is the same line twice."""
    watch, values = begun()
    with pytest.raises(CheckError, match="numbering: seat 0: after line 1 came line 3"):
        watch.line(message({**values, "n": 3}))
    watch.number = 2
    with pytest.raises(CheckError, match="numbering"):
        watch.line(message(values))


def test_a_true_line_passes() -> None:
    """The line that the next tests spoil is right as it is."""
    watch, values = begun()
    watch.line(message(values))
    assert watch.number == 2


SPOILS = {
    "another hand": lambda values: values["view"]["hands"][1].__setitem__(0, "r7"),
    "the top of the draw pile": lambda values: values["view"].__setitem__("draw_top", "W+4"),
    "the view of another seat": lambda values: values["view"].__setitem__("seat", 1),
    "moves of another seat": lambda values: values["view"]["moves"].append("1 play r7"),
    "a card that another drew": lambda values: values["events"].append(["drew", 1, "r7"]),
    "a hand shown for nothing": lambda values: values["events"].append(["showed", 1, "r7"]),
    "the whole move": lambda values: values.__setitem__("move", "1 play r7"),
    "the secret": lambda values: values.__setitem__("table", {"secret": "00"}),
    "the secret of the next game": lambda values: values.__setitem__("table", {"phase": "lobby", "salt": "00"}),
}


@pytest.mark.parametrize("case", SPOILS)
def test_what_is_hidden_may_not_be_told(case: str) -> None:
    """Whatever tells too much is found."""
    watch, values = begun()
    SPOILS[case](values)
    with pytest.raises(CheckError, match="hidden"):
        watch.line(message(values))


BROKEN: dict[str, dict[str, Any]] = {
    "a change of no list": {"edit": {"turn": [0, 1]}},
    "a change of a hand that there is not": {"edit": {"hands.7": [0, 1]}},
    "a change of a field that there is not": {"edit": {"cards": [0, 0, "r7"]}},
    "a view without hands": {"view": {"seat": 0, "moves": []}},
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_does_not_fit_is_found(case: str) -> None:
    """A change that can't be made, and a view that is none, are counted and don't stop the client."""
    watch, values = begun()
    del values["view"]
    with pytest.raises(CheckError, match="unreadable"):
        watch.line(message({**values, **BROKEN[case]}))


def test_a_view_that_is_not_the_servers_is_found() -> None:
    """The number in a line, or in a welcome, must be that of the rebuilt view; the clock is not in it."""
    watch, values = begun()
    watch.line(message({**values, "check": digest(values["view"])}))
    assert watch.view is not None
    changed = {**watch.view, "turn": 1 - watch.view["turn"]}
    watch.line(message({"t": "moved", "n": 3, "set": {"turn": changed["turn"], "clock": 5}, "check": digest(changed)}))
    with pytest.raises(CheckError, match="digest: seat 0, line 4"):
        watch.line(message({"t": "moved", "n": 4, "set": {"round": 2}, "check": digest(changed)}))
    with pytest.raises(CheckError, match="digest"):
        watch.begin(message({"t": "welcome", "n": 4, "table": {"phase": "playing"}, "view": changed, "check": 1}))
    with pytest.raises(CheckError, match="digest"):
        watch.begin(message({"t": "welcome", "n": 4, "table": {"phase": "lobby"}, "check": 1}))


# --- following ------------------------------------------------------------------------------------


def following(**more: Any) -> Following:
    """Somebody who has been welcomed."""
    here = Following()
    view = {"turn": 0, "asks": [0, "play"], "decision": 4, "discard": ["b2", "r5"], "hands": [["r7", "g4"], ["?"]]}
    table = {"phase": "over", "host": 1, "mixes": [], "secret": "00", "salt": "11"}
    here.begin(message({"t": "welcome", "n": 8, "table": table, "view": view} | more))
    return here


def test_changes_are_applied_and_leave_what_was_before() -> None:
    """Fields are set, lists spliced, and a question begins a decision; the view before stays as it was."""
    here = following()
    before = json.dumps(here.view)
    old = here.view
    here.line(message({
        "t": "moved", "n": 9, "set": {"turn": 1, "asks": [1, "play"]},
        "edit": {"discard": [2, 0, "r7"], "hands.0": [0, 1], "hands.1": [0, 1, "?", "?"]},
    }))  # fmt: skip
    assert here.view == {
        "turn": 1, "asks": [1, "play"], "decision": 9, "discard": ["b2", "r5", "r7"], "hands": [["g4"], ["?", "?"]],
    }  # fmt: skip
    assert json.dumps(old) == before
    here.line(message({"t": "moved", "n": 10, "set": {"turn": 0}}))
    assert here.view["decision"] == 9
    here.line(message({"t": "moved", "n": 11, "view": {"turn": 5}}))
    assert here.view == {"turn": 5}


def test_a_new_lobby_has_neither_game_nor_shuffle() -> None:
    """Other fields of the table stay until they change."""
    here = following()
    here.line(message({"t": "host-away", "n": 9, "table": {"host": 2}}))
    assert here.room == {"phase": "over", "host": 2, "mixes": [], "secret": "00", "salt": "11"}
    here.line(message({"t": "rematched", "n": 10, "table": {"phase": "lobby", "commitment": "c0"}}))
    assert here.room == {"phase": "lobby", "host": 2, "commitment": "c0"}
    assert here.view is None


def test_seats_that_are_told_different_things_are_found() -> None:
    """The sizes of hands are public, so all seats must be told the same."""
    game = Game("classic", 2, seed=5, history=False)
    agreement = Agreement(2)
    assert not agreement.seen(1, view_of(game, 0, 1))
    other = view_of(game, 1, 1)
    other["hands"][0].append("?")
    with pytest.raises(CheckError, match="disagreement"):
        agreement.seen(1, other)


def test_faces_of_cards_are_read_as_they_are_written() -> None:
    """A one-sided card has a light face; a question mark alone hides both."""
    assert faces_of("r7|tA") == ("r7", "tA")
    assert faces_of("?") == ("?", "?")
    assert faces_of("W+4") == ("W+4", "?")
    assert [hides(card, 0) for card in ("?", "r7", "?|tA", "r7|?")] == [True, False, True, False]
    assert [hides(card, 1) for card in ("?", "r7", "?|tA", "r7|?")] == [True, True, False, True]
