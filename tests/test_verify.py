"""`lastcard verify`: what it checks of a shuffle, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lastcard import Game, commands, write_record
from lastcard.checks.fairness import Shuffle
from tests.test_fairness import MIXES, RECORD, SALT, SECRET, SHUFFLE, changed, flipped, header, played

Verify = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """`lastcard verify` on a text: the exit code, the lines it prints, and what it says on standard error."""

    def run(text: str, *options: str) -> tuple[int, list[str], str]:
        file = tmp_path / "game.txt"
        file.write_text(text, "utf-8")
        code = commands.main(["verify", str(file), *options])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


# --- lastcard verify ---------------------------------------------------------------------------


def test_verify_says_ok_to_each_check(verify: Verify) -> None:
    """With commitment and mix there are five lines, and no doubt is left open."""
    code, lines, err = verify(RECORD, "--commitment", SHUFFLE.commitment.upper(), "--mix", "0=C0ffee")
    assert (code, err) == (0, "")
    assert lines == [
        "ok      Commitment is that of Secret and Salt",
        "ok      Commitment is the one you noted",
        "ok      Mixes has your randomness at seat 0",
        "ok      Seed is made of Secret and Mixes",
        f"ok      Result follows from Seed and moves: {header('Result')}",
        "note    randomness came from the server and from seats 0, 2",
    ]


def test_verify_says_what_it_leaves_open(verify: Verify) -> None:
    """Without notes of one's own a record is only held against itself."""
    code, lines, _ = verify(RECORD)
    assert code == 0
    assert [line.split()[0] for line in lines] == ["ok", "ok", "ok", "note", "note", "note"]
    assert "without --commitment the record is only held against itself" in lines[-2]
    assert "without --mix" in lines[-1]


def test_verify_says_when_the_server_was_alone(verify: Verify) -> None:
    """Without any mix nothing bound the server."""
    shuffle = Shuffle(SECRET, SALT, (b"", b""))
    code, lines, _ = verify(
        write_record(played(shuffle), shuffle=shuffle), "--commitment", shuffle.commitment, "--mix", "1="
    )
    assert code == 0
    assert "ok      Mixes has no randomness at seat 1" in lines
    assert lines[-1] == "note    no player added randomness: the server alone decided on the cards"


@pytest.mark.parametrize(
    ("name", "failing"),
    [
        ("Commitment", ["Commitment is not that of", "Commitment is not the one you noted"]),
        ("Secret", ["Commitment is not that of Secret", "Seed is not made of Secret"]),
        ("Salt", ["Commitment is not that of Secret and Salt"]),
        (
            "Mixes",
            [
                "Mixes does not have what you sent at seat 0: the record has c0ffef there",
                "Seed is not made of Secret and Mixes",
            ],
        ),
        ("Seed", ["Seed is not made of", "Result does not follow from Seed"]),
        ("Result", ["Result does not follow from Seed and moves: record: the result says"]),
    ],
)
def test_a_changed_header_is_found_by_name(verify: Verify, name: str, failing: list[str]) -> None:
    """Each check that does not hold is FAILED, the others are still ok."""
    value = {"Mixes": header("Mixes").replace("ee", "ef"), "Result": "won by 1; scores 0 0 0"}.get(name) or flipped(
        header(name)
    )
    assert value != header(name)
    code, lines, err = verify(changed(name, value), "--commitment", SHUFFLE.commitment, "--mix", "0=c0ffee")
    assert (code, err) == (1, "")
    found = [line.removeprefix("FAILED  ") for line in lines if line.startswith("FAILED")]
    assert len(found) == len(failing)
    assert all(line.startswith(words) for line, words in zip(found, failing, strict=True))
    assert any(name in line for line in found)
    assert len([line for line in lines if line.startswith("ok ")]) == 5 - len(failing)


def test_a_proof_made_up_afterwards_is_found_by_the_noted_commitment(verify: Verify) -> None:
    """A record that fits itself, but not what was shown before the deal."""
    other = Shuffle(SALT, SECRET, MIXES)
    text = write_record(played(other), shuffle=other)
    assert verify(text)[0] == 0
    code, lines, _ = verify(text, "--commitment", SHUFFLE.commitment)
    assert code == 1
    assert [line for line in lines if "FAILED" in line] == [
        f"FAILED  Commitment is not the one you noted: the record has {other.commitment}"
    ]


def test_a_mix_that_was_left_out_is_found(verify: Verify) -> None:
    """A server that did not use a player's randomness can't hide it."""
    code, lines, _ = verify(RECORD, "--mix", "1=abcd", "--mix", "0=c0ffee")
    assert code == 1
    assert lines[1:3] == [
        "FAILED  Mixes does not have what you sent at seat 1: the record has nothing there",
        "ok      Mixes has your randomness at seat 0",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace(" play ", " draw "), "record: move 1: "),
        (lambda text: re.sub(r"\n\n\d play \S+, ", "\n\n", text), "record: move 1: "),
        (lambda text: text + "0 dance\n", "is no kind of move"),
        (lambda text: changed("Result", None, text), "Result is missing"),
        (lambda text: changed("Rules", None, changed("Settings", "{}", text)), "Result does not follow"),
    ],
)
def test_moves_that_do_not_fit_are_found(verify: Verify, change: Callable[[str], str], words: str) -> None:
    """The last check names the move."""
    code, lines, _ = verify(change(RECORD))
    assert code == 1
    failing = [line for line in lines if line.startswith("FAILED")]
    assert len(failing) == 1
    assert words in failing[0]


BAD_OPTIONS = {
    "short commitment": (["--commitment", "abc"], "--commitment 'abc': it must be 64 hexadecimal digits"),
    "no digits": (["--commitment", "x" * 64], "it must be 64 hexadecimal digits"),
    "mix without seat": (["--mix", "c0ffee"], "--mix 'c0ffee': write SEAT=HEX with a seat from 0 to 2, each once"),
    "no such seat": (["--mix", "3=c0ffee"], "with a seat from 0 to 2"),
    "a seat twice": (["--mix", "0=c0ffee", "--mix", "0=c0ffee"], "each once"),
    "no mix": (["--mix", "0=coffee"], "a mix is 'coffee'; it must be 0 to 64 hexadecimal digits"),
}


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_bad_options_end_with_2(verify: Verify, case: str) -> None:
    """One clear message, and no check is claimed to be ok."""
    options, words = BAD_OPTIONS[case]
    code, lines, err = verify(RECORD, *options)
    assert (code, lines) == (2, [])
    assert words in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            write_record(Game("classic", 2, seed=1)),
            (
                "the record has no proof of its shuffle, so there is nothing to verify. "
                "Only games on a server have one, not those in the terminal"
            ),
        ),
        ("", "is missing"),
        ("nonsense", "a header like"),
        (changed("Salt", None), "the header Salt is missing"),
        (changed("Salt", "00"), "Salt is '00'"),
        (changed("Players", "4"), "Mixes has 3 entries"),
        (changed("Edition", "classy"), "there is no edition 'classy'"),
    ],
)
def test_a_record_with_nothing_to_verify_ends_with_2(verify: Verify, text: str, words: str) -> None:
    """A record without a proof, or one that can't be read, is neither right nor wrong."""
    code, lines, err = verify(text)
    assert (code, lines) == (2, [])
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_missing_file_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there, a folder, and bytes that are no text can't be read."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("no-such-file", ".", "bytes"):
        assert commands.main(["verify", str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "can't be read as text" in err


def test_replay_does_not_judge_the_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game with an untrue proof can still be looked at."""
    file = tmp_path / "game.txt"
    file.write_text(changed("Commitment", "0" * 64), "utf-8")
    assert commands.main(["replay", str(file), "--quiet"]) == 0
    assert capsys.readouterr().out.splitlines() == [header("Result")]
    assert commands.main(["verify", str(file)]) == 1


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """The command explains itself."""
    with pytest.raises(SystemExit) as caught:
        commands.main(["verify", "--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "examples:\n  lastcard verify " in out
    assert out.isascii()
