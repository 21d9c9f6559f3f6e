"""Random and nearly right input: a clear error, never a traceback, and never a state that the engine trips over."""

from __future__ import annotations

import os
import random
import string
import zlib
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastcard import Game, Move, edition, edition_names, read_record, write_record
from lastcard.cards import Card
from lastcard.checks.conformance import load_cases, run_case
from lastcard.editions import Settings
from lastcard.editions.language import SUBJECTS, VERBS, parse, split_sentences
from lastcard.editions.load import parse as parse_edition
from lastcard.editions.model import SIDES
from lastcard.errors import LastcardError

SOURCES = Path(__file__).resolve().parent.parent / "src" / "lastcard" / "editions" / "data"
MORE = int(os.environ.get("LASTCARD_FUZZ", "0"))
"""A factor for exploring with fresh randomness; 0 runs the same examples every time."""

fast = settings(
    max_examples=150 * max(1, MORE),
    derandomize=not MORE,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
EDITIONS = st.sampled_from(edition_names())


def damaged(text: str, rng: random.Random) -> str:
    """A text with a few characters, words or lines lost, doubled or changed."""
    for _ in range(rng.randint(1, 3)):
        cut = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:cut] + rng.choice(string.printable) + text[cut:]
        elif kind == 1:
            text = text[:cut] + text[cut + rng.randint(1, 6) :]
        elif kind == 2:
            words = text.split(" ")
            words[rng.randrange(len(words))] = rng.choice(words)
            text = " ".join(words)
        elif kind == 3:
            digits = [i for i, c in enumerate(text) if c.isdigit()]
            if digits:
                i = rng.choice(digits)
                text = text[:i] + rng.choice(["0", "9", "12", "-1", "127", "99999999999"]) + text[i + 1 :]
        else:
            text = text[:cut] + text[rng.randrange(len(text) + 1) :]
    return text


@fast
@given(EDITIONS, st.text(max_size=12), st.integers(0, 1))
def test_any_text_is_a_card_or_a_clear_error(name: str, text: str, side: int) -> None:
    """A card that is understood is written the same way again."""
    game = edition(name)
    try:
        card = Card.parse(text, game, SIDES[side if game.two_sided else 0])
    except LastcardError as error:
        assert str(error)
    else:
        assert text == str(card) or set(card.faces) == {"?"}


@fast
@given(
    st.one_of(
        st.text(max_size=30), st.from_regex(r"[0-9]{1,2} [a-z]{1,9}( [a-z0-9+|?]{1,6})?", fullmatch=True),
        st.from_regex(r"[0-9] (play|discard|color|target|catch|vote) [a-z0-9+|?]{1,6}", fullmatch=True),
    )
)  # fmt: skip
def test_any_text_is_a_move_or_a_clear_error(text: str) -> None:
    """A move that is understood round-trips."""
    flip = edition("flip")
    try:
        move = Move.parse(text, flip)
    except LastcardError as error:
        assert str(error)
    else:
        assert Move.parse(str(move), flip) == move


@fast
@given(EDITIONS, st.integers(0, 2**32), st.text(max_size=20))
def test_any_move_is_made_or_refused(name: str, seed: int, value: str) -> None:
    """Whatever is put into a move, it is made, or refused without a change."""
    game = Game(name, 3, seed=seed)
    before = game.state.tobytes()
    for kind in ("play", "discard", "color", "target", "catch", "vote"):
        try:
            game.play(f"{game.asks.seat} {kind} {value}")
        except LastcardError:
            assert game.state.tobytes() == before
        else:
            return


@fast
@given(st.text(max_size=80), st.booleans())
def test_any_text_is_a_sentence_or_a_clear_error(text: str, two_sided: bool) -> None:
    """Words that are no sentence are refused with what is allowed."""
    try:
        parse(split_sentences(text), two_sided=two_sided)
    except LastcardError as error:
        assert "allowed" in str(error) or "needs" in str(error) or "must be" in str(error) or "may stand" in str(error)


@st.composite
def near_sentences(draw: st.DrawFn) -> list[str]:
    """Sentences of the language with anything in their places."""
    result = []
    for _ in range(draw(st.integers(1, 4))):
        form = draw(st.sampled_from(VERBS)).form
        subject = draw(st.sampled_from([*SUBJECTS, "nobody", ""]))
        text = form.replace("{who}", subject).replace("{one}", subject)
        text = text.replace("{n}", draw(st.sampled_from(["0", "1", "7", "21", "-3", "x", "999"])))
        result.append(
            draw(st.sampled_from(["", "if yes: ", "if no: ", "if maybe: "]))
            + text.replace("{words}", draw(st.sampled_from(['"hum"', '""', "hum", '"' + "x" * 200 + '"'])))
        )
    return result


@fast
@given(near_sentences())
def test_nearly_right_rules_are_compiled_or_refused(sentences: list[str]) -> None:
    """A rule that passes the check can be dealt with; one that does not has a reason."""
    house = edition("house")
    rule = "; ".join(sentences)
    try:
        Settings.of(house, custom=[rule])
    except LastcardError as error:
        assert str(error).startswith("custom rule 1: ")
    else:
        Game("house", 2, seed=1, custom=[rule]).check()


@fast
@given(st.one_of(st.text(max_size=200), st.binary(max_size=200).map(lambda b: b.decode("latin-1"))))
def test_any_text_is_an_edition_or_a_clear_error(text: str) -> None:
    """Random text is no edition, and the error names the file."""
    try:
        parse_edition(text, "my.toml")
    except LastcardError as error:
        assert str(error).startswith("my.toml: ")


@fast
@given(EDITIONS, st.integers(0, 2**32))
def test_a_damaged_edition_file_is_loaded_or_refused(name: str, seed: int) -> None:
    """A printed edition with a few characters changed either still adds up or is refused with its place."""
    text = damaged((SOURCES / f"{name}.toml").read_text("utf-8"), random.Random(seed))
    try:
        found = parse_edition(text, "my.toml")
    except LastcardError as error:
        assert str(error).startswith("my.toml: ")
    else:
        try:
            game = Game(found, 3, seed=seed)
        except LastcardError:
            return
        for _ in range(20):
            moves = game.legal_moves()
            if not moves:
                break
            game.play(moves[seed % len(moves)])
        game.check()


@cache
def some_position(name: str, seed: int) -> str:
    """A position in the middle of a game."""
    game = Game(name, 2 + seed % 4, seed=seed)
    rng = random.Random(seed)
    for _ in range(seed % 60):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
    return game.position()


@settings(fast, max_examples=600 * max(1, MORE))
@given(EDITIONS, st.integers(0, 400), st.integers(0, 2**32))
def test_a_damaged_position_is_refused_or_can_be_played(name: str, which: int, seed: int) -> None:
    """A position that is accepted round-trips, and the engine can play on from it."""
    rng = random.Random(seed)
    text = damaged(some_position(name, which), rng)
    try:
        game = Game.from_position(text)
    except LastcardError as error:
        assert str(error)
        return
    assert Game.from_position(game.position()).position() == game.position()
    for _ in range(30):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
        for seat in range(game.players):
            game.view(seat)


@settings(fast, max_examples=300 * max(1, MORE))
@given(EDITIONS, st.integers(0, 2**32), st.booleans())
def test_damaged_bytes_are_refused_or_can_be_played(name: str, seed: int, mended: bool) -> None:
    """A saved game with bytes changed is refused; even with a matching checksum it can't lead the engine astray."""
    rng = random.Random(seed)
    data = bytearray(Game(name, 3, seed=seed % 50).save())
    for _ in range(rng.randint(1, 4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    if mended:
        start = data.index(b"\n") + 1
        data[start : start + 4] = zlib.crc32(data[start + 4 :]).to_bytes(4, "big")
    try:
        game = Game.load(bytes(data))
    except LastcardError as error:
        assert str(error)
        return
    for _ in range(30):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
        game.events()


@fast
@given(EDITIONS, st.integers(0, 2**32))
def test_a_damaged_record_is_replayed_or_refused(name: str, seed: int) -> None:
    """A record with a few characters changed is told to its end, or refused with the place."""
    game = Game(name, 3, seed=seed % 20)
    rng = random.Random(seed)
    for _ in range(25):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
    text = damaged(write_record(game), rng)
    try:
        read_record(text)
    except LastcardError as error:
        assert str(error)


@fast
@given(st.integers(0, 2**32))
def test_a_damaged_case_file_is_run_or_refused(seed: int) -> None:
    """A case file with a few characters changed is refused, or its cases pass or fail with a reason."""
    import tempfile

    files = sorted((Path(__file__).resolve().parent / "conformance").glob("*.toml"))
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.toml"
        file.write_text(damaged(rng.choice(files).read_text("utf-8"), rng), "utf-8", errors="surrogateescape")
        try:
            cases = load_cases(file)
        except LastcardError as error:
            assert str(error).startswith(str(file))
        else:
            for case in cases[:10]:
                assert isinstance(run_case(case), str)
