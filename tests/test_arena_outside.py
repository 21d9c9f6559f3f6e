"""Bots of the user's own in the arena: files and programs, and what becomes of those that misbehave."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from lastcard.arena.entrants import entrant
from lastcard.arena.tally import GAME, Tally
from lastcard.commands import main
from tests.test_arena import FIRST, match_of, played

FIRST_PROGRAM = """
import json, sys
for line in sys.stdin:
    view = json.loads(line)
    assert view["want"] in {"choose", "react"} and view["hand"] and view["seed"]
    print(view["moves"][0] if view["want"] == "choose" else "null", flush=True)
"""


def faults(tally: Tally) -> dict[str, int]:
    """Those of the first bot, which are all that there are."""
    assert not any(tally.faults[1].values())
    return {kind: count for kind, count in tally.faults[0].items() if count}


def test_a_program_that_speaks_the_line_protocol_plays_as_the_same_bot_in_python(tmp_path: Path) -> None:
    """Both take the first move, so they have the same results and as many decisions."""
    file, program = tmp_path / "first.py", tmp_path / "program.py"
    file.write_text(FIRST, "utf-8")
    program.write_text(FIRST_PROGRAM, "utf-8")
    one = played(match_of(str(file), "simple", game="flip", players=3, uno="race"), 2)
    two = played(match_of(f"cmd:{sys.executable} {program}", "simple", game="flip", players=3, uno="race"), 2)
    assert (one.parts, one.moves, one.decisions) == (two.parts, two.moves, two.decisions)
    assert faults(one) == faults(two) == {}
    assert one.decisions[0] > 0


def test_a_bot_is_not_told_what_the_cards_are_dealt_from(tmp_path: Path) -> None:
    """see-5: from the seed that a bot gets, nobody can work out the key of the deal."""
    file = tmp_path / "teller.py"
    file.write_text("class bot:\n    def __init__(self, seed):\n        self.seed = seed\n"
                    "    def choose(self, view):\n        raise ValueError(f'<{self.seed}>')\n"
                    "    def react(self, view):\n        return None\n", "utf-8")  # fmt: skip
    match = match_of(str(file), "simple", game="flip", players=2)
    told = played(match, 1).first_fault[0].partition("<")[2].partition(">")[0]
    assert told.isdigit()
    assert len(told) > 12  # a number of 63 bits, and not the words that the key is made from


FAULTY = {
    "crash": ("raise KeyError('no idea')", {"crash"}, "KeyError: 'no idea'"),
    "cheat": ("return '0 play a moon'", {"illegal"}, "illegal: '0 play a moon' is none of"),
    "nothing": ("return None", {"illegal"}, "illegal: None is none of"),
    "dies": ("import os; os._exit(3)", {"crash", "away"}, "its process ended (exit code 3)"),
    "leaves": ("raise SystemExit", {"crash"}, "SystemExit"),
}


@pytest.mark.parametrize("case", FAULTY)
def test_a_bot_that_fails_is_stood_in_for_and_its_faults_are_counted(case: str, tmp_path: Path) -> None:
    """The run goes on, each decision is the default, and the first fault is told."""
    does, kinds, said = FAULTY[case]
    file = tmp_path / "faulty.py"
    file.write_text(FIRST.replace("return view.moves[0]", does), "utf-8")
    tally = played(match_of(str(file), "simple"))
    assert tally.wins == [0, 2]  # whoever always draws does not go out
    assert {*faults(tally)} == kinds
    assert sum(faults(tally).values()) == tally.decisions[0]
    assert case != "dies" or faults(tally)["crash"] == 2  # started again for the next game
    assert tally.first_fault[0].startswith("deal 0, rotation 0, seat 0: ")
    assert said in tally.first_fault[0]


def test_a_bot_that_hangs_is_killed_and_started_again_for_the_next_game(tmp_path: Path) -> None:
    """Once in each game it is late; afterwards it is away."""
    file = tmp_path / "hangs.py"
    file.write_text(FIRST.replace("return view.moves[0]", "\n        while True: pass"), "utf-8")
    tally = played(match_of(str(file), "simple"), limit=0.2)
    assert faults(tally)["late"] == 2
    assert faults(tally)["late"] + faults(tally)["away"] == tally.decisions[0]
    assert "no answer within 0.2 s" in tally.first_fault[0]


@pytest.mark.parametrize(
    ("does", "kinds"),
    [
        ("sys.exit(4)", {"crash", "away"}),
        ("print('0 play nothing', flush=True)", {"illegal"}),
        ("print('null', flush=True)", {"illegal"}),
        ("time.sleep(3000)", {"late", "away"}),
    ],
)
def test_a_program_that_fails_is_stood_in_for(does: str, kinds: set[str], tmp_path: Path) -> None:
    """As for a file: what it does wrong has a kind, and it is started again for the next game."""
    program = tmp_path / "program.py"
    program.write_text(f"import sys, time\nfor line in sys.stdin:\n    {does}\n", "utf-8")
    tally = played(match_of(f"cmd:{sys.executable} {program}", "simple"), limit=0.3 if "late" in kinds else 60)
    assert {*faults(tally)} == kinds
    assert sum(faults(tally).values()) == tally.decisions[0]
    assert "away" not in kinds or tally.decisions[0] - faults(tally)["away"] == 2


def test_a_table_where_all_bots_are_away_is_stopped(tmp_path: Path) -> None:
    """Nobody would go out, so its games are even."""
    file = tmp_path / "dies.py"
    file.write_text(FIRST.replace("return view.moves[0]", "import os; os._exit(3)"), "utf-8")
    tally = played(match_of(str(file), str(file)))
    assert (tally.even, tally.unfinished, tally.parts) == (2, 2, [GAME, GAME])


# --- bots that try to hold up a run -------------------------------------------------------------

STARTS_ANOTHER = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3000)'])"
HOLDING_UP = {
    "does not read": (
        "print(json.loads(sys.stdin.readline())['moves'][0], flush=True)\ntime.sleep(3000)",
        {"late", "away"},
    ),
    "floods": ("while True:\n    print('0 draw')", {"late", "illegal", "away"}),
    "says one endless line": ("while True:\n    print('x' * 1000, end='')", {"late", "illegal", "away"}),
    "leaves a child with its output": (f"{STARTS_ANOTHER}\nsys.exit(5)", {"late", "crash", "away"}),
    "is stopped": ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", {"late", "away"}),
    "closes its output": ("import os\nos.close(1)\ntime.sleep(3000)", {"crash", "away"}),
    "says what no letters are": ("for line in sys.stdin:\n    os.write(1, b'\\xff\\x00\\n')", {"illegal"}),
}


@pytest.mark.parametrize("case", HOLDING_UP)
def test_a_program_can_not_hold_up_a_run(case: str, tmp_path: Path) -> None:
    """Whatever it does not read or does not stop to say; and each fault has a kind."""
    does, kinds = HOLDING_UP[case]
    program = tmp_path / "program.py"
    program.write_text(f"import json, os, sys, time\n{does}\n", "utf-8")
    tally = played(match_of(f"cmd:{sys.executable} {program}", "simple"), limit=1 if "late" in kinds else 60)
    assert {*faults(tally)} <= kinds
    assert faults(tally)
    tally.first_fault[0].encode("utf-8")


OWN_PIPE = """
import os, gc
from multiprocessing.connection import Connection
[pipe] = [one for one in gc.get_objects() if isinstance(one, Connection)]
"""


@pytest.mark.parametrize(
    ("does", "kind", "said"),
    [
        (f"{OWN_PIPE}os.write(pipe.fileno(), b'\\0\\0\\0\\2{{}}')\nos._exit(3)", "crash", "wrote to the pipe"),
        (f"{OWN_PIPE}os.write(pipe.fileno(), b'\\0\\0')\nwhile True: pass", "late", "no answer within"),
        (f"{STARTS_ANOTHER}; import os; os._exit(3)", "crash", "its process ended (exit code 3)"),
        ("raise ValueError('half a letter: \\ud800')", "crash", "ValueError: half a letter: \ufffd (bad.py, line"),
        ("class Dumb(Exception):\n    def __str__(self): raise self\nraise Dumb", "crash", "Dumb (bad.py, line"),
    ],
)
def test_a_file_can_not_hold_up_a_run(does: str, kind: str, said: str, tmp_path: Path) -> None:
    """Whatever it writes where it should not; and a crash is told with its place."""
    body = textwrap.indent(does, " " * 8)
    file = tmp_path / "bad.py"
    file.write_text(FIRST.replace("        return view.moves[0]", body), "utf-8")
    tally = played(match_of(str(file), "simple"), limit=1 if kind == "late" else 60)
    assert faults(tally)[kind]
    assert said in tally.first_fault[0]
    tally.first_fault[0].encode("utf-8")


# --- what is refused, and names ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "the file defines no bot: write a class or function bot(seed)"),
        ("def bot(", "SyntaxError"),
        ("raise OSError('not today')", "OSError: not today"),
        ("def bot(): pass", "takes 0 positional arguments"),
    ],
)
def test_a_file_that_is_no_bot_is_refused(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is played."""
    file = tmp_path / "wrong.py"
    file.write_text(text, "utf-8")
    assert main(["arena", str(file), "simple"]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_files_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    """In two folders."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(FIRST + f"# {folder}", "utf-8")
    match = match_of(str(tmp_path / "one" / "mine.py"), str(tmp_path / "two" / "mine.py"))
    assert [one.name for one in match.entrants] == ["one/mine.py", "two/mine.py"]
    assert entrant(str(tmp_path / "one" / "mine.py")).digest != entrant(str(tmp_path / "two" / "mine.py")).digest
