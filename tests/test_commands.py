"""The command line, run as a user runs it: what it prints, and how it answers bad input."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard import Game, commands, write_record

HERE = Path(__file__).resolve().parent


def lastcard(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "lastcard", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, timeout=300)


def test_editions_lists_all_five() -> None:
    """Each edition has a line."""
    done = lastcard("editions")
    assert done.returncode == 0
    listed = [line.split()[0] for line in done.stdout.splitlines()]
    assert listed == ["classic", "house", "flip", "flip-marvel", "flip-transformers"]


def test_editions_shows_one_with_its_cards() -> None:
    """A single edition is shown with both sides and what its cards do."""
    done = lastcard("editions", "flip-marvel")
    assert "Villains side: pink, teal, orange, purple" in done.stdout
    assert "WH     Wild Super Hero, 4 in all, 40 points" in done.stdout
    assert "player with most cards may discard up to 1" in done.stdout


def test_editions_shows_what_cards_do_as_first_and_last_card_where_it_is_something_else() -> None:
    """A Draw Two does the same when it is turned up; a rule of the table's own is for played cards only."""
    shown = lastcard("editions", "house").stdout
    cards = dict(card.split(maxsplit=1) for card in re.findall(r"^  (\S.*(?:\n {11}.*)*)", shown, re.MULTILINE))
    assert [line.strip() for line in cards["+2"].splitlines()[1:]] == [
        "next player draws 2",
        "next player misses the turn",
        "as last card: next player draws 2",
    ]
    assert "turned up first: direction turns around; player plays again\n" in cards["R"]
    assert "turned up first: goes back into the deck, and another is turned up\n" in cards["W+4"]
    assert [line.strip() for line in cards["W1"].splitlines()[1:]] == [
        "what the table writes on it (setting custom)",
        "turned up first: next player names the colour",
        "as last card: nothing",
    ]
    assert "turned up" not in lastcard("editions", "flip").stdout.partition("Dark side")[2]


def test_check_passes_every_case_and_counts_them() -> None:
    """The last line has the numbers of passed and failed cases."""
    done = lastcard("check", str(HERE / "conformance"))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    assert int(done.stdout.split()[0]) >= 139


def test_check_names_a_failing_case(tmp_path: Path) -> None:
    """A case that does not hold is printed with what was expected and found, and the exit code is 1."""
    text = (HERE / "conformance" / "classic-cards.toml").read_text("utf-8")
    (tmp_path / "wrong.toml").write_text(text.replace("expect.turn = 2", "expect.turn = 1", 1), "utf-8")
    done = lastcard("check", str(tmp_path))
    assert done.returncode == 1
    assert "FAILED" in done.stdout
    assert "classic-draw-two: step 1 (0 play r+2): turn: expected 1, found 2" in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" passed, 1 failed")


PERFT = [sys.executable, "-m", "lastcard", "perft", "classic hands=r1,g2/b3,y4 discard=r5 turn=0"]


def test_perft_counts_and_divides() -> None:
    """The counts below the first moves add up to the count."""
    position = "classic hands=r1,g2/b3,y4 discard=r5 turn=0"
    done = lastcard("perft", position, "4", "--divide")
    *parts, total = done.stdout.splitlines()
    assert sum(int(line.rsplit(" ", 1)[1]) for line in parts) == int(total) == Game.from_position(position).perft(4)


def test_replay_tells_a_recorded_game(tmp_path: Path) -> None:
    """Each move is told, and the last line is the result."""
    game = Game("classic", 2, seed=3)
    for _ in range(20):
        game.play(game.legal_moves()[0])
    file = tmp_path / "game.txt"
    file.write_text(write_record(game), "utf-8")
    done = lastcard("replay", str(file), "--position")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 22
    assert done.stdout.splitlines()[-2].startswith("unfinished")
    assert done.stdout.splitlines()[-1] == game.position()


def test_simulate_reports_distributions() -> None:
    """Lengths, winners and points are reported, and with --check that nothing was violated."""
    done = lastcard("simulate", "--edition", "all", "--players", "2-3", "--games", "50", "--check", "--policy", "eager")
    assert done.returncode == 0, done.stderr
    for words in ("50 games", "moves a game", "rounds a game", "points of the winner", "wins by seat, 3 players"):
        assert words in done.stdout
    assert "no violation" in done.stdout
    again = lastcard("simulate", "--edition", "all", "--players", "2-3", "--games", "50", "--policy", "eager")
    assert again.stdout.splitlines()[1:] == done.stdout.splitlines()[1:-1]


def test_play_works_over_a_pipe() -> None:
    """A game fed from a pipe ends with a word, not a traceback, when the input ends."""
    done = lastcard("play", "--seed", "1", stdin="help\n1\n1\n")
    assert "Traceback" not in done.stderr + done.stdout
    assert done.stdout


BAD_INPUT = {
    "no command": ([], "COMMAND; see lastcard --help"),
    "unknown command": (["dance"], "invalid choice: 'dance' (choose from"),
    "a command nearly right": (["paly"], "; did you mean play? see lastcard --help"),
    "unknown option": (["play", "--dance"], "unrecognized arguments: --dance; see lastcard --help"),
    "an option nearly right": (["play", "--player", "3"], "--player 3; did you mean --players? see lastcard --help"),
    "a bot nearly right": (["play", "--bot", "simpel"], "there is no bot 'simpel'; did you mean simple? there are"),
    "no depth": (["perft", "classic hands=r1/b1 discard=r5"], "required: DEPTH; see lastcard perft --help"),
    "unknown edition": (["play", "--edition", "uno"], "there is no edition 'uno'; there are classic, house"),
    "one player": (["play", "--players", "1"], "allowed are 2 to 10"),
    "a range of players at one table": (["play", "--players", "2-4"], "one number is needed"),
    "no number of players": (["play", "--players", "%s"], "--players: '%s': one number is needed; allowed are 2 to 10"),
    "a range that runs backwards": (["simulate", "--players", "4-2"], "'4-2': allowed are 2 to 10, or a range such as"),
    "eleven players": (["simulate", "--players", "11"], "allowed are 2 to 10"),
    "no number of games": (["simulate", "--games", "many"], "allowed are 1 to"),
    "more games than a number has digits": (["simulate", "--games", "9" * 5000], "allowed are 1 to 1000000000"),
    "a setting without a value": (["play", "-s", "uno"], "--setting/-s: 'uno': write NAME=VALUE"),
    "a setting twice": (["play", "-s", "uno=ask", "-s", "uno=auto"], "--setting/-s: 'uno' stands twice: write"),
    "a setting without an end": (["simulate", "-s", "target=" + "[" * 100_000], "setting target is '[[[["),
    "no port": (["serve", "--port", "x"], "--port: 'x': allowed are whole numbers from 0"),
    "no rate": (["serve", "--rate", "inf"], "--rate: 'inf': a number from 0 is needed"),
    "unknown setting": (["play", "-s", "speed=9"], "has no setting 'speed'; it has uno"),
    "an option as a setting": (["play", "-s", "seed=3"], "edition classic has no setting 'seed'; it has uno"),
    "setting of another edition": (["play", "-s", "swap_hands=true"], "has no setting 'swap_hands'"),
    "a dealer who is not there": (
        ["simulate", "--players", "2-3", "-s", "dealer=2", "--games", "2"],
        "setting dealer is 2; with 2 players the seats are 0 to 1",
    ),
    "bad value": (["simulate", "-s", "uno=shout"], "setting uno is 'shout'; allowed: race, ask, auto"),
    "custom rule": (
        ["play", "--edition", "house", "-s", 'custom=["next player sleeps 2"]'],
        "sentence 1: found 'next player sleeps 2'; allowed here",
    ),
    "unknown bot": (["play", "--bot", "genius"], "genius"),
    "seat that is not there": (["play", "--people", "7"], "allowed are seats from 0 to 2"),
    "missing case file": (["check", "no-such-file.toml"], "there is no such file or folder"),
    "broken position": (["perft", "classic hands", "3"], "a position is an edition and KEY=VALUE words"),
    "unknown face": (["perft", "classic hands=r1/zz discard=r5", "3"], "'zz' is no face of edition classic"),
    "a card too often": (["perft", "classic hands=r1,r1,r1/b1 discard=r5", "3"], "r1 stands too often"),
    "depth": (["perft", "classic hands=r1/b1 discard=r5", "0"], "allowed are 1 to 30"),
    "no hands": (["perft", "classic", "2"], "there are neither hands nor a number of players; give hands"),
    "one hand": (["perft", "classic hands=r1 discard=r5", "2"], "1 players can't play; allowed are 2 to 10"),
    "missing record": (["replay", "no-such-record.txt"], "can't be read"),
    "edition file": (["editions", "no-such-edition.toml"], "can't be read"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_clear_message_and_exit_code_2(case: str) -> None:
    """The message names what was wrong and what is allowed."""
    arguments, words = BAD_INPUT[case]
    done = lastcard(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("[Edition", "[Editing"), "a header like"),
        (lambda text: text.replace('"classic"', '"classy"'), "there is no edition 'classy'"),
        (lambda text: text.replace("0 draw", "0 dance", 1), "is no kind of move"),
        (lambda text: text + "5 draw\n", "there is no seat 5"),
        (lambda text: text.replace("unfinished", "won by 0"), "the result says"),
        (lambda _: "", "is missing"),
        (lambda _: "\x00\xff", "found"),
    ],
)
def test_a_broken_record_is_refused(tmp_path: Path, change: object, words: str) -> None:
    """Whatever is wrong with a record is named with its place."""
    assert callable(change)
    game = Game("classic", 2, seed=3)
    for _ in range(6):
        game.play(next(m for m in game.legal_moves() if m.kind in {"draw", "pass"}))
    file = tmp_path / "record.txt"
    file.write_text(change(write_record(game)), "utf-8")
    done = lastcard("replay", str(file))
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "is not TOML"),
        ("[[case]]\nid = 1", "an id is needed, which is a text"),
        ("[[cases]]", "a case file is a list of [[case]] tables; found cases"),
        ("", "found nothing"),
    ],
)
def test_a_broken_case_file_is_refused(tmp_path: Path, text: str, words: str) -> None:
    """A file that is no case file is refused with the place."""
    file = tmp_path / "cases.toml"
    file.write_text(text, "utf-8")
    done = lastcard("check", str(file))
    assert done.returncode == 2
    assert words.replace("is not TOML", "can't be read") in done.stderr


STEP = 'edition = "classic"\ngiven.hands = ["r1", "r2"]\ngiven.discard = "r5"\n[[case.step]]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('edition = "classic"\nstep = []\nfoo = 1', "found the key 'foo'; allowed"),
        ('edition = "classic"', "step is None; it must be a list"),
        ('edition = "classy"\nstep = []', "there is no edition 'classy'"),
        (f'{STEP}expect.topp = "r5"', "found the key 'topp'; did you mean top? allowed"),
        (f'{STEP}expect.sees = "1 of"', "write it as 'SEAT of SEAT: CARDS'"),
        ('edition = "classic"\ngiven.hands = ["r1", "r1 r1"]\ngiven.discard = "r5"\nstep = []', "r1 stands too often"),
        (f'{STEP}do = "0 play r9"', "there is no r9 in the hand"),
    ],
)  # fmt: skip
def test_a_broken_case_fails_alone(tmp_path: Path, text: str, words: str) -> None:
    """What is wrong with one case is told, and the others are still run."""
    file = tmp_path / "cases.toml"
    good = (HERE / "conformance" / "classic-cards.toml").read_text("utf-8")
    file.write_text(f'[[case]]\nid = "a"\n{text}\n\n{good}', "utf-8")
    done = lastcard("check", str(file))
    assert done.returncode == 1
    assert words in done.stdout
    assert re.fullmatch(r"[0-9]+ passed, 1 failed", done.stdout.splitlines()[-1])


@pytest.mark.parametrize("command", ["", *commands.COMMANDS])
def test_help_has_examples(command: str) -> None:
    """Every command explains itself with examples."""
    done = lastcard(*([command] if command else []), "--help")
    assert done.returncode == 0
    assert "examples:\n  lastcard " in done.stdout


def test_the_next_start_has_nothing_to_compile() -> None:
    """Whether the first one had or not, it ends with the same count."""
    for quiet in (False, True):
        done = subprocess.run([*PERFT, "2"], capture_output=True, text=True, check=True)
        assert done.stdout == "8\n"
        assert not (quiet and done.stderr)


def test_output_into_a_closed_pipe_is_no_error() -> None:
    """`lastcard … | head -1` ends quietly."""
    command = f"{sys.executable} -m lastcard check {HERE / 'conformance'} --verbose | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602
    assert done.stdout.startswith("passed")
    assert "Traceback" not in done.stderr


def test_settings_are_values_or_bare_words() -> None:
    """JSON where it is JSON, else a word as it is written; none is nothing."""
    words = ["-s", "uno=auto", "-s", "target=200", "-s", 'custom=["custom-2"]', "-s", "dealer=none"]
    arguments = commands.parser("play").parse_args(["play", *words])
    assert arguments.setting == {"uno": "auto", "target": 200, "custom": ["custom-2"], "dealer": None}
    assert commands.parser("play").parse_args(["play"]).setting == {}


def test_bad_input_from_a_program_is_no_exit(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever calls a command from a program gets the exit code."""
    assert commands.main(["play", "--players", "1"]) == 2
    assert capsys.readouterr().err.startswith("lastcard play: argument --players: ")
