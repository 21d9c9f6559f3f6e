"""The shuffle that can be checked: its arithmetic, its place in a record, and `lastcard verify`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard import Game, commands, read_record, write_record
from lastcard.checks.fairness import FairnessError, Shuffle, commitment_of, mix_key, new_secret, parse_mix
from lastcard.errors import LastcardError, NotationError
from lastcard.record import Proof, read_proof, result, write_record_of

SECRET, SALT = bytes(range(32)), bytes(range(32, 64))
MIXES = (bytes.fromhex("c0ffee"), b"", b"\xff" * 32)
SHUFFLE = Shuffle(SECRET, SALT, MIXES)
PROOF = ("Commitment", "Secret", "Salt", "Mixes")

Verify = Callable[..., tuple[int, list[str], str]]

steady = settings(max_examples=200, derandomize=True, database=None, deadline=None)
mixes_of_a_table = st.lists(st.binary(max_size=32), min_size=2, max_size=10).map(tuple)


def played(shuffle: Shuffle = SHUFFLE) -> Game:
    """A short game that was dealt from a shuffle, to its end."""
    game = Game("classic", len(shuffle.mixes), seed=shuffle.key, scoring="hand", uno="auto")
    while not game.over:
        moves = game.legal_moves()
        game.play(next((move for move in moves if move.kind == "play"), moves[0]))
    return game


RECORD = write_record(played(), ["Ann", "Bot", "Cem"], SHUFFLE)


def header(name: str, text: str = RECORD) -> str:
    """A header's value."""
    found = re.search(rf'^\[{name} "(.*)"\]$', text, re.MULTILINE)
    assert found
    return found[1].replace('\\"', '"')


def changed(name: str, value: str | None, text: str = RECORD) -> str:
    """The record with another value in a header, or without it."""
    escaped = "" if value is None else '[{} "{}"]\n'.format(name, value.replace('"', '\\"'))
    new, count = re.subn(rf'^\[{name} ".*"\]\n', lambda _: escaped, text, flags=re.MULTILINE)
    assert count == 1
    return new


def flipped(digits: str) -> str:
    """Other hexadecimal digits of the same length."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


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


# --- the arithmetic ----------------------------------------------------------------------------


def test_commitment_and_key_are_as_documented() -> None:
    """Both are SHA-256 of the documented bytes, written out here by hand."""
    prefix = bytes.fromhex("6c6173746361726420636f6d6d69746d656e7420310a")
    assert SHUFFLE.commitment == hashlib.sha256(prefix + SALT + SECRET).hexdigest()
    parts = (
        bytes.fromhex("6c617374636172642073687566666c6520310a")
        + SECRET
        + b"\x03\xc0\xff\xee"
        + b"\x00"
        + b"\x20"
        + b"\xff" * 32
    )
    assert SHUFFLE.key == hashlib.sha256(parts).digest()


def test_the_key_is_the_seed_of_the_game_as_it_is() -> None:
    """A game that is started with the key has it as its key."""
    assert Game("classic", 3, seed=SHUFFLE.key).key == SHUFFLE.key == mix_key(SECRET, MIXES)
    assert SHUFFLE.commitment == commitment_of(SECRET, SALT)


def test_secrets_are_fresh() -> None:
    """Secret and salt are 32 bytes each and never the same."""
    drawn = {value for _ in range(50) for value in new_secret()}
    drawn |= {value for _ in range(50) for shuffle in [Shuffle.fresh()] for value in (shuffle.secret, shuffle.salt)}
    assert len(drawn) == 200
    assert {len(value) for value in drawn} == {32}


def test_a_shuffle_does_not_show_its_secret() -> None:
    """What a log would print of a shuffle holds neither secret nor salt."""
    shuffle = Shuffle(b"S" * 32, b"T" * 32, (b"", b""))
    assert "SS" not in repr(shuffle) + str(shuffle)
    assert "TT" not in repr(shuffle) + str(shuffle)


@steady
@given(mixes_of_a_table, mixes_of_a_table)
def test_other_mixes_give_another_key(some: tuple[bytes, ...], others: tuple[bytes, ...]) -> None:
    """No two lists of mixes run together into the same bytes."""
    assert (mix_key(SECRET, some) == mix_key(SECRET, others)) == (some == others)


def test_a_byte_that_moves_to_another_seat_changes_the_key() -> None:
    """The length before each mix keeps the seats apart."""
    keys = {mix_key(SECRET, mixes) for mixes in ((b"ab", b""), (b"a", b"b"), (b"", b"ab"), (b"ab",), (b"ab", b"", b""))}
    assert len(keys) == 5


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_or_salt_of_another_size_is_refused(size: int) -> None:
    """Each must have 32 bytes, and the message does not tell them."""
    wrong = b"x" * size
    tries: list[Callable[[], object]] = [
        lambda: Shuffle(wrong, SALT, ()).commitment,
        lambda: Shuffle(SECRET, wrong, ()).commitment,
        lambda: Shuffle(wrong, SALT, ()).key,
        lambda: mix_key(wrong, ()),
        lambda: commitment_of(SECRET, wrong),
    ]
    for attempt in tries:
        with pytest.raises(FairnessError, match=f"has {size} bytes; it must have 32") as caught:
            attempt()
        assert "xx" not in str(caught.value)


def test_a_mix_that_is_too_long_is_refused_with_its_seat() -> None:
    """32 bytes are the most."""
    mixes = (b"", b"x" * 33)
    tries: list[Callable[[], object]] = [lambda: Shuffle(SECRET, SALT, mixes).key, lambda: mix_key(SECRET, mixes)]
    for attempt in tries:
        with pytest.raises(FairnessError, match="the mix of seat 1 has 33 bytes; at most 32"):
            attempt()


@steady
@given(st.binary(max_size=32), st.booleans())
def test_a_mix_is_read_in_small_and_capital_letters(mix: bytes, capital: bool) -> None:
    """0 to 32 bytes round-trip."""
    assert parse_mix(mix.hex().upper() if capital else mix.hex()) == mix


@steady
@given(
    st.one_of(
        st.text(max_size=70),
        st.text("0123456789abcdefABCDEF", max_size=70),
        st.none(),
        st.integers(),
        st.binary(),
        st.lists(st.text()),
    )
)
def test_anything_is_a_mix_or_a_clear_error(text: object) -> None:
    """What is not 0 to 64 hexadecimal digits of even number is refused with a stable code."""
    good = (
        isinstance(text, str) and len(text) <= 64 and len(text) % 2 == 0 and set(text) <= set("0123456789abcdefABCDEF")
    )
    if good:
        assert isinstance(text, str)
        assert parse_mix(text).hex() == text.lower()
        return
    with pytest.raises(FairnessError, match="it must be 0 to 64 hexadecimal digits, an even number of them") as caught:
        parse_mix(text)
    assert caught.value.code == "fairness"
    assert isinstance(caught.value, LastcardError)


@pytest.mark.parametrize("text", ["a", "abc", "0x12", "12 34", " 12", "12\n", "gg", "\u0660\u0660", "a" * 66])
def test_what_only_looks_like_a_mix_is_refused(text: str) -> None:
    """Blanks, prefixes, odd lengths and other scripts' digits are no mixes."""
    with pytest.raises(FairnessError):
        parse_mix(text)


# --- the record --------------------------------------------------------------------------------


def test_a_record_with_a_proof_round_trips() -> None:
    """Shuffle, commitment and game come out as they went in."""
    assert read_proof(RECORD) == Proof(SHUFFLE.commitment, SHUFFLE, SHUFFLE.key, header("Result"))
    assert write_record(read_record(RECORD), ["Ann", "Bot", "Cem"], SHUFFLE) == RECORD


@steady
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), mixes_of_a_table)
def test_any_shuffle_round_trips(secret: bytes, salt: bytes, mixes: tuple[bytes, ...]) -> None:
    """Whatever the secret, the salt and the mixes."""
    shuffle = Shuffle(secret, salt, mixes)
    proof = read_proof(write_record(Game("classic", len(mixes), seed=shuffle.key), shuffle=shuffle))
    assert proof is not None
    assert (proof.shuffle, proof.commitment, proof.seed) == (shuffle, shuffle.commitment, shuffle.key)


def test_a_record_without_a_proof_is_as_before() -> None:
    """No header of a proof is written, and none is found."""
    text = write_record(played())
    assert not any(f"[{name} " in text for name in PROOF)
    assert read_proof(text) is None


def test_a_record_can_be_written_from_its_parts() -> None:
    """Whoever keeps the moves elsewhere writes the very same record."""
    game = played()
    moves = [str(move) for move in game.history]
    text = write_record_of("classic", game.settings, 3, game.key, moves, result(game), ["Ann", "Bot", "Cem"], SHUFFLE)
    assert text == RECORD
    plain = write_record_of(game.edition, game.settings, 3, game.key, moves, result(game))
    assert plain == write_record(game)


def test_a_record_from_parts_keeps_the_position_it_began_with() -> None:
    """A game that was laid out by hand replays from its position."""
    game = Game.from_position("classic hands=r7,g4/b2,b3 discard=y5,r5 draw=y1 rest=none turn=0")
    game.play("0 play r7")
    text = write_record_of(game.edition, game.settings, 2, game.key, ["0 play r7"], result(game), start=game.start)
    assert text == write_record(game)
    assert read_record(text).position() == game.position()


def test_a_proof_that_would_not_hold_is_not_written() -> None:
    """The shuffle must be the game's own, with a mix for each seat."""
    with pytest.raises(FairnessError, match="its key is another one"):
        write_record(Game("classic", 3, seed=1), shuffle=SHUFFLE)
    with pytest.raises(FairnessError, match="has 3 mixes; it must have one for each of the 2 seats"):
        write_record(Game("classic", 2, seed=SHUFFLE.key), shuffle=SHUFFLE)
    key = Shuffle(SECRET, SALT, (b"", b""))
    laid_out = Game.from_position(f"classic hands=r7,g4/b2,b3 discard=r5 turn=0 key={key.key.hex()}")
    with pytest.raises(FairnessError, match="began with a position"):
        write_record(laid_out, shuffle=key)


@pytest.mark.parametrize("name", PROOF)
def test_a_proof_is_whole_or_not_there(name: str) -> None:
    """A missing header is named."""
    for read in (read_record, read_proof):
        with pytest.raises(NotationError, match=f"the header {name} is missing; a proof needs all of"):
            read(changed(name, None))


@pytest.mark.parametrize("name", ["Commitment", "Secret", "Salt"])
@pytest.mark.parametrize("value", ["", "00", "0" * 63, "0" * 65, "A" * 64, "g" * 64, " " + "0" * 63])
def test_a_proof_must_be_well_written(name: str, value: str) -> None:
    """64 hexadecimal digits with small letters are needed."""
    for read in (read_record, read_proof):
        with pytest.raises(NotationError, match=f"{name} is .*; it must be 64 hexadecimal digits"):
            read(changed(name, value))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", "it must be a list in JSON"),
        ("{}", "it must be a list in JSON"),
        ("[" * 5000, "it must be a list in JSON"),
        ("[1, 2, 3]", "it must be a list in JSON"),
        ('["", "", "f"]', "an even number"),
        ('["", "", "FF"]', "small letters"),
        (json.dumps(["", "", "ff" * 33]), "0 to 64 hexadecimal digits"),
        ('["", ""]', "has 2 entries; it must have one for each of the 3 players"),
        ("[]", "has 0 entries"),
    ],
)
def test_mixes_must_be_well_written(value: str, words: str) -> None:
    """A list in JSON is needed, with an entry for each seat."""
    for read in (read_record, read_proof):
        with pytest.raises(NotationError, match=f"record: Mixes .*{words}"):
            read(changed("Mixes", value))


def test_a_game_that_began_with_a_position_has_no_proof() -> None:
    """Its cards are not those of the key, though the key in the position may be right."""
    shuffle = Shuffle(SECRET, SALT, (b"", b""))
    game = Game.from_position(f"classic hands=r7,g4/b2,b3 discard=r5 turn=0 key={shuffle.key.hex()}")
    dealt = write_record(Game("classic", 2, seed=shuffle.key), shuffle=shuffle)
    text = dealt.replace("[Result", f'[Position "{game.start}"]\n[Result')
    for read in (read_record, read_proof):
        with pytest.raises(NotationError, match="began with a Position has no shuffle to prove"):
            read(text)


@pytest.mark.parametrize("name", PROOF)
def test_a_proof_that_is_not_true_still_replays(name: str) -> None:
    """Reading looks at the form only, so that the game can be looked at."""
    value = '["c0ffef", "", ""]' if name == "Mixes" else flipped(header(name))
    assert read_record(changed(name, value)).over


@steady
@given(st.data())
def test_a_damaged_proof_is_a_clear_error_or_found_untrue(data: st.DataObject) -> None:
    """No change of a character in the proof goes unnoticed, and none leads to another error."""
    start, end = RECORD.index("[Commitment"), RECORD.index("[Names")
    place = data.draw(st.integers(start, end - 1))
    new = data.draw(st.sampled_from([*'0123456789abcdefF"\\[] ,', "", "\u00e9"]))
    text = RECORD[:place] + new + RECORD[place + 1 :]
    try:
        proof = read_proof(text)
    except NotationError as error:
        assert str(error).startswith("record: ")  # noqa: PT017 - whether an error comes at all is up to the input
    else:
        assert proof is not None
        same = proof == read_proof(RECORD)
        assert same or proof.commitment != proof.shuffle.commitment or proof.seed != proof.shuffle.key


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
