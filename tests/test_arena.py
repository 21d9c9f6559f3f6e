"""The arena: duplicate deals, the same result however it is run, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game
from lastcard.arena import deals
from lastcard.arena.deals import Tables
from lastcard.arena.entrants import BOTS
from lastcard.arena.files import write_whole
from lastcard.arena.kernel import play_chunk
from lastcard.arena.plan import KERNEL_CHUNK, Match, arena_plan
from lastcard.arena.run import Course
from lastcard.arena.tally import GAME, Tally
from lastcard.batch import Batch
from lastcard.bots.random_bot import EagerBot
from lastcard.commands import main
from lastcard.editions.settings import PRESETS
from lastcard.engine.kinds import POLICIES
from lastcard.errors import ArenaError

FIRST = """
class bot:
    name = "first"
    def __init__(self, seed):
        pass
    def choose(self, view):
        return view.moves[0]
    def react(self, view):
        return None
"""
"""A bot without chance: it takes the first move."""


def match_of(*bots: str, players: int = 2, game: str = "classic", **choices: Any) -> Match:
    """One match."""
    return arena_plan(game, players, bots, 1, "t", choices).matches[0]


def played(match: Match, count: int = 1, limit: float = 60) -> Tally:
    """What some deals come to, with the processes of bots of the user's own."""
    whole, tables = Tally(len(match.entrants)), Tables(limit)
    for deal in range(count):
        whole.add(tables.play_deal(match, deal))
    tables.close()
    return whole


def figures(*words: str, folder: Path) -> Any:
    """What a command writes as JSON, without times."""
    target = folder / "out.json"
    assert main([*words, "--json", str(target)]) == 0
    found = json.loads(target.read_text("utf-8"))
    del found["time"]
    return found


@pytest.fixture
def first(tmp_path: Path) -> str:
    """The file of a bot without chance."""
    file = tmp_path / "first.py"
    file.write_text(FIRST, "utf-8")
    return str(file)


# --- duplicate deals ---------------------------------------------------------------------------


def test_every_bot_has_every_seat_of_a_deal() -> None:
    """The list of bots is turned once around the table."""
    match = match_of("simple", "casual", "newcomer", players=3)
    sitting = [match.sitting(rotation) for rotation in range(3)]
    assert sitting == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_two_bots_are_the_first_against_the_rest() -> None:
    """One seat for the first, all others for the second."""
    match = match_of("simple", "casual", players=4)
    assert match.seats == (1, 3)
    assert sorted(match.sitting(rotation).index(0) for rotation in range(4)) == [0, 1, 2, 3]
    assert match.title == "classic, 4 players: simple against 3 x casual"


def test_a_deal_is_the_same_for_objects_and_for_the_kernel() -> None:
    """The key of a game counts up as the keys of a batch do, also over the end of a word."""
    match = match_of("eager", "random")
    settings = match.settings.chosen(match.edition)
    batch = Batch("classic", 2, 5, seed=match.key(7), **settings)
    assert [batch.game(i) for i in range(5)] == [
        Game("classic", 2, seed=match.key(7 + i), **settings) for i in range(5)
    ]
    match.__dict__["_first_key"] = b"\0" * 24 + b"\xff" * 8
    assert match.key(1) == b"\0" * 32


def test_deals_do_not_depend_on_the_bots_but_on_seed_edition_and_players() -> None:
    """So two runs with other bots can be compared."""
    key = match_of("simple", "casual").key(3)
    assert match_of("eager", "random").key(3) == key
    assert match_of("simple", "casual", players=3).key(3) != key
    assert match_of("simple", "casual", game="flip").key(3) != key
    assert arena_plan("classic", 2, ["simple", "casual"], 1, "u", {}).matches[0].key(3) != key


def test_a_bot_without_chance_is_even_with_itself_in_every_deal(first: str) -> None:
    """Luck with the cards cancels out wholly: whoever wins a deal loses it from the other seat."""
    match = match_of(first, first)
    tally = played(match, 3)
    assert [one.name for one in match.entrants] == ["first.py", "first.py (2)"]
    assert (tally.wins, tally.products) == ([3, 3], [[3 * GAME * GAME] * 2] * 2)


def test_parts_of_a_game_are_shared_by_its_winners() -> None:
    """Partners win together, and each game has the same worth."""
    match = match_of("sensible", "eager", "sensible", "eager", players=4, teams=True)
    tally = play_chunk(match, 0, 50)
    assert sum(tally.parts) == 50 * 4 * GAME
    assert sum(tally.wins) == tally.games == 200
    whole = played(match_of("simple", "casual", "simple", "casual", players=4, teams=True), 2)
    assert sum(whole.parts) == 2 * 4 * GAME
    assert sum(whole.wins) == 8


def test_a_game_that_does_not_end_is_stopped_and_even(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts for nobody."""
    monkeypatch.setattr(deals, "MOST_MOVES", 3)
    tally = played(match_of("simple", "casual"))
    assert (tally.games, tally.even, tally.unfinished, tally.wins) == (2, 2, 2, [0, 0])
    assert tally.parts == [GAME, GAME]


# --- the same result ----------------------------------------------------------------------------


def test_the_result_is_the_same_on_any_number_of_workers_and_resumed(tmp_path: Path) -> None:
    """Randomness comes from seed, deal, rotation and seat alone."""
    words = ["arena", "casual", "simple", "--players", "3", "--seed", "x"]
    saved = str(tmp_path / "run.json")
    whole = figures(*words, "--games", "6", "--workers", "1", folder=tmp_path)
    assert figures(*words, "--games", "6", "--workers", "3", folder=tmp_path) == whole
    assert figures(*words, "--games", "2", "--workers", "2", "--resume", saved, folder=tmp_path)["deals"] == 2
    assert figures(*words, "--games", "6", "--workers", "2", "--resume", saved, folder=tmp_path) == whole
    assert figures(*words, "--games", "6", "--resume", saved, folder=tmp_path) == whole  # there is nothing left to do


def test_the_kernel_gives_the_same_result_on_any_number_of_threads_and_resumed(tmp_path: Path) -> None:
    """Also when a run was stopped in the middle of a chunk of deals."""
    words = ["arena", "sensible", "eager", "--players", "4"]
    many = str(2 * KERNEL_CHUNK + 10)
    saved = str(tmp_path / "run.json")
    whole = figures(*words, "--games", many, "--workers", "1", folder=tmp_path)
    assert figures(*words, "--games", many, "--workers", "2", folder=tmp_path) == whole
    figures(*words, "--games", str(KERNEL_CHUNK + 100), "--resume", saved, folder=tmp_path)
    assert figures(*words, "--games", many, "--resume", saved, folder=tmp_path) == whole


def test_pieces_are_counted_in_by_their_numbers() -> None:
    """Whatever comes early waits, and what is still missing is known."""
    course = Course(match_of("simple", "casual"))
    for deal in (2, 0, 4):
        tally = Tally(2)
        tally.end_deal([deal, 0])
        course.add(deal, tally)
    assert (course.tally.deals, sorted(course.ahead), course.last) == (1, [2, 4], 5)
    assert list(course.missing(7)) == [(1, 2), (3, 4), (5, 6), (6, 7)]


def test_the_course_of_a_long_match_stays_short() -> None:
    """Points are thinned out evenly, and the last is always shown."""
    course = Course(match_of("simple", "casual"))
    for deal in range(1000):
        tally = Tally(2)
        tally.end_deal([GAME, GAME])
        course.add(deal, tally)
    assert 40 <= len(course.steps) <= 80
    gaps = {two[0] - one[0] for one, two in zip(course.steps, course.steps[1:], strict=False)}
    assert gaps == {course.every}


HANGING = """
import os, sys, time
games = 0
class bot:
    name = "hanging"
    def __init__(self, seed):
        global games
        games += 1
    def choose(self, view):
        if games == 9 and "HANG" in os.environ:
            print("hanging now", flush=True)  # a pipe would keep it
            while True:
                time.sleep(1)
        return view.moves[0]
    def react(self, view):
        return None
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_prints_and_saves_what_is_known_and_the_run_goes_on_later(tmp_path: Path) -> None:
    """Even while a bot hangs; the exit code is 130, and the whole result is as if nothing had been."""
    file, saved = tmp_path / "hanging.py", tmp_path / "run.json"
    file.write_text(HANGING, "utf-8")
    words = ["arena", str(file), "simple", "--workers", "1"]
    command = [sys.executable, "-m", "lastcard", *words, "--games", "8", "--limit", "3000", "--resume", str(saved)]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "HANG": "1"}
    )
    assert program.stderr is not None
    assert program.stderr.readline() == "hanging now\n"  # what a bot prints is no part of the result
    program.send_signal(signal.SIGINT)
    told, wrong = program.communicate()
    assert (program.returncode, wrong) == (130, "")
    assert "stopped: 4 deals have been played, 8 of each match were asked for" in told
    assert "4 deals, each from all seats: 8 games" in told
    whole = figures(*words, "--games", "8", folder=tmp_path)
    assert figures(*words, "--games", "8", "--resume", str(saved), folder=tmp_path) == whole


# --- bots of ours -------------------------------------------------------------------------------


def test_the_table_of_bots_names_policies_that_there_are() -> None:
    """And every one can play against itself."""
    assert {way.policy for way in BOTS.values() if way.policy} <= set(POLICIES)
    for name in BOTS:
        assert match_of(name, name).seats == (1, 1)


def test_policies_play_in_the_kernel_and_others_do_not() -> None:
    """A table where all have a policy, unless somebody would do otherwise there than elsewhere."""
    assert match_of("random", "eager").policies == ("uniform", "eager")
    assert match_of("random", "simple").policies is None
    assert match_of("random", "eager", uno="race").policies is None
    assert match_of("sensible", "eager", uno="race").policies == ("sensible", "eager")
    assert match_of("eager", "sensible", preset="party").settings.stacking == PRESETS["party"]["stacking"]


def test_the_eager_bot_draws_only_when_it_must() -> None:
    """It has the habits of the policy of that name."""
    game = Game.from_position("classic hands=r7,g4,W/b2,b3 discard=r5 turn=0")
    assert {EagerBot(seed).choose(game.view(0)).kind for seed in range(20)} == {"play"}
    game = Game.from_position("classic hands=g4,b1,b1/b2,b3 discard=r5 turn=0")
    assert EagerBot(1).choose(game.view(0)).kind == "draw"


# --- bad input ----------------------------------------------------------------------------------

BAD = {
    "a bot nearly right": (["simpel", "casual"], "there is no bot 'simpel'; did you mean simple? there are search"),
    "no file": (["no_such.py", "casual"], "the bot 'no_such.py' can't be read: No such file"),
    "no program": (["cmd:no-such-program x", "casual"], "there is no such program; write cmd:PROGRAM ARGS"),
    "an empty program": (["cmd:", "casual"], "there is no such program"),
    "no command line": (["cmd:'", "casual"], "is no command line: No closing quotation"),
    "one bot": (["simple"], "1 bots can't share the seats of 2 players; allowed: 2, one for each seat"),
    "too many bots": (
        ["simple", "casual", "random", "--players", "4"],
        "3 bots can't share the seats of 4 players; allowed: 2, the first against 3 of the second; 4, one for each",
    ),
    "no games": (["simple", "casual", "--games", "0"], "--games: '0': allowed are 1 to"),
    "no workers": (["simple", "casual", "--workers", "0"], "--workers: '0': allowed are 1 to"),
    "no place": (["simple", "casual", "--on", "moon"], "--on: 'moon': allowed are ray and ray://HOST:PORT"),
    "no limit": (["simple", "casual", "--limit", "0"], "--limit: '0': a number above 0"),
    "one player": (["simple", "casual", "--players", "1"], "allowed are 2 to 10"),
    "no edition": (["simple", "casual", "--edition", "clasic"], "there is no edition 'clasic'"),
    "no setting": (["simple", "casual", "-s", "unno=ask"], "has no setting 'unno'; did you mean uno?"),
    "no folder": (
        ["simple", "casual", "--json", "nowhere/x.json"],
        "--json 'nowhere/x.json' can't be written: No such",
    ),
    "one file twice": (
        ["simple", "casual", "--json", "x.json", "--resume", "./x.json"],
        "--json and --resume are the same file './x.json'; name two",
    ),
    "no level": (["otto@moon", "simple"], "Otto has no level 'moon'; allowed: easy, medium, hard, expert"),
    "bots apart": (["simple", "--games", "3", "casual"], "names that belong together stand side by side"),
    "a folder": (["simple", "casual", "--html", "."], "--html '.' can't be written: it is a folder"),
    "a policy beside an object": (
        ["sensible", "simple"],
        "sensible plays inside the kernel and can't sit at a table with simple; allowed beside it: sharp, sensible",
    ),
    "a game without end": (["random", "eager", "-s", "draw_until=true"], "with draw_until its games need not end"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_a_clear_message_before_anything_is_played(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that says what is allowed, exit code 2, and no file."""
    monkeypatch.chdir(tmp_path)
    words, said = BAD[case]
    assert main(["arena", *words]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_run_goes_on_only_from_a_file_of_the_same_run(
    first: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Foreign, broken, changed or longer: each is said, and the file stays as it is."""
    saved = tmp_path / "run.json"
    words = ["arena", "sensible", "eager", "--games", "20", "--resume", str(saved)]
    assert main(words) == 0
    good = saved.read_text("utf-8")
    for text, more, said in (
        ("{", [], "is no run of the arena; name a file that --resume has written, or a new one"),
        ('{"format": "other"}', [], "is no run of the arena"),
        (json.dumps({**json.loads(good), "lastcard": "0"}), [], "was written by lastcard 0; this is"),
        (good, ["--seed", "other"], "is another run, with a difference in seed"),
        (good, ["--players", "3"], "is another run"),
        (good, ["--games", "10"], "holds 20 deals already; allowed are --games from 20"),
    ):
        saved.write_text(text, "utf-8")
        capsys.readouterr()
        assert main([*words, *more]) == 2
        assert said in capsys.readouterr().err
        assert saved.read_text("utf-8") == text
    mine = ["arena", first, "simple", "--games", "1", "--resume", str(tmp_path / "own.json")]
    assert main(mine) == 0
    Path(first).write_text(FIRST + "\n# changed\n", "utf-8")
    assert main(mine) == 2
    assert "a difference in the content of the bots' files" in capsys.readouterr().err


DAMAGED: dict[str, Callable[[Any], Any]] = {
    "a win that is no number": lambda course: course["tally"]["wins"].__setitem__(0, "x"),
    "more wins than games": lambda course: course["tally"]["wins"].__setitem__(0, 41),
    "fewer games than deals": lambda course: course["tally"].update(games=1),
    "parts that are not all": lambda course: course["tally"]["parts"].__setitem__(0, 0),
    "a spread below none": lambda course: course["tally"]["products"].__setitem__(0, [0, 0]),
    "more games without winner than games": lambda course: course["tally"].update(even=41),
    "a deal twice": lambda course: course["ahead"].append([3, course["tally"]]),
    "a step after the end": lambda course: course["steps"].append([21, 0, 0, 0, 0]),
    "half a step": lambda course: course["steps"].append([20]),
    "no pace": lambda course: course.update(every=0),
    "no course": lambda course: course.clear(),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_file_is_not_gone_on_with(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers that no deals can have come to are seen."""
    saved = tmp_path / "run.json"
    words = ["arena", "sensible", "eager", "--games", "20", "--resume", str(saved)]
    assert main(words) == 0
    data = json.loads(saved.read_text("utf-8"))
    DAMAGED[case](data["courses"][0])
    saved.write_text(json.dumps(data), "utf-8")
    capsys.readouterr()
    assert main([*words[:3], "--games", "30", "--resume", str(saved)]) == 2
    assert "is damaged; begin again with a new file" in capsys.readouterr().err


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """If it can't be renamed into its place, nothing is left behind."""
    (tmp_path / "taken").mkdir()
    with pytest.raises(ArenaError, match="can't be written"):
        write_whole(str(tmp_path / "taken"), "text")
    write_whole(str(tmp_path / "file"), "text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken"]
