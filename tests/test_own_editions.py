"""An edition that a newcomer wrote, in every command as a user runs them, and what is said when it is not right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HARBOUR = Path(__file__).resolve().parent / "data" / "harbour.toml"
TEXT = HARBOUR.read_text("utf-8")
POSITION = "harbour hands=n1,s2/c3,n4 discard=n5 draw=c1 rest=none turn=0"
CASE = """
[[case]]
id = "crane"
edition = "harbour"
given.hands = ["n+3 s1", "c1 c2"]
given.discard = "n5"
given.turn = 0
[[case.step]]
do = "0 play n+3"
expect.sizes = [1, 5]
"""


def lastcard(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "lastcard", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game in the terminal, which answers with the first of what is offered."""
    file = tmp_path_factory.mktemp("played") / "game.txt"
    options = ("--edition", str(HARBOUR), "--players", "3", "--seed", "1", "-s", "scoring=hand", "--record", str(file))
    done = lastcard("play", *options, stdin="1\n" * 500)
    assert done.returncode == 0, done.stderr + done.stdout[-500:]
    assert "Harbour" in done.stdout
    assert "Crane" in done.stdout
    return file


def test_it_is_played_in_the_terminal_and_its_record_replays(record: Path) -> None:
    """The record names the edition by its id, so whoever replays it gives the file."""
    assert '[Edition "harbour"]' in record.read_text("utf-8")
    done = lastcard("replay", str(record), "--edition", str(HARBOUR))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("won by ")


def test_a_record_without_its_edition_says_how_to_give_it(record: Path) -> None:
    """In one line, with exit code 2."""
    done = lastcard("replay", str(record))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "there is no edition 'harbour'" in done.stderr
    assert "--edition FILE.toml" in done.stderr


def test_it_is_simulated_with_every_state_checked() -> None:
    """With every number of players that there can be."""
    done = lastcard("simulate", "--edition", str(HARBOUR), "--players", "2-10", "--games", "90", "--check")
    assert "90 games checked after every move: no violation" in done.stdout


def test_it_is_shown_with_its_cards() -> None:
    """Like a printed one."""
    done = lastcard("editions", str(HARBOUR))
    assert done.stdout.startswith("Harbour (harbour): 96 cards, 7 dealt to each player\n")
    assert "+3     Crane, 4 of each colour, 20 points" in done.stdout


def test_its_positions_are_counted() -> None:
    """With the file given before or after the position."""
    for words in (("--edition", str(HARBOUR), POSITION, "3"), (POSITION, "3", "--edition", str(HARBOUR))):
        done = lastcard("perft", *words)
        assert (done.returncode, done.stdout.strip().isdigit()) == (0, True), done.stderr


def test_its_cases_are_checked(tmp_path: Path) -> None:
    """Several files may be given."""
    cases = tmp_path / "cases.toml"
    cases.write_text(CASE, "utf-8")
    other = tmp_path / "docks.toml"
    other.write_text(TEXT.replace('"harbour"', '"docks"'), "utf-8")
    done = lastcard("check", str(cases), "--edition", str(other), "--edition", str(HARBOUR))
    assert (done.returncode, done.stdout) == (0, "1 passed, 0 failed\n"), done.stdout


def test_verify_reads_its_records_too(record: Path) -> None:
    """A game in the terminal has no proof; that is all that is wrong with it."""
    done = lastcard("verify", str(record), "--edition", str(HARBOUR))
    assert done.returncode == 2
    assert "the record has no proof of its shuffle" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("play",),
        ("simulate",),
        ("perft", POSITION, "2"),
        ("replay", __file__),
        ("verify", __file__),
        ("check", "x"),
        ("load",),
    ],
)
def test_a_file_that_is_not_right_stops_every_command(tmp_path: Path, command: tuple[str, ...]) -> None:
    """In one line that names the file, the place, what was found and what was meant."""
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(TEXT.replace('"next player draws 3", "next', '"Next player draws 3", "next'), "utf-8")
    done = lastcard(*command, "--edition", str(wrong))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert f"{wrong}: light.face[0] (+3): does: sentence 1: found 'Next player draws 3'; did you mean" in done.stderr
