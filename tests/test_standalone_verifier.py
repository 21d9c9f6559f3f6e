"""The verifier that has none of our code agrees with the engine about every card, and finds what was changed."""

from __future__ import annotations

import ast
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game, edition_names, write_record
from lastcard.bots import bot, next_move
from lastcard.checks.fairness import Shuffle
from tests.vectors import KEY

ROOT = Path(__file__).resolve().parents[1]
VERIFIER = ROOT / "verifier" / "verify_shuffle.py"
MIXES = (bytes.fromhex("c0ffee"), b"", bytes(range(200, 232)))
SHUFFLE = Shuffle(bytes(range(32)), bytes(range(32, 64)), MIXES)
NOTED = ["--commitment", SHUFFLE.commitment.upper(), "--mix", "0=C0FFEE"]

PARTY = {"preset": "party"}
WRITTEN = [f"custom-{number}" for number in range(1, 11)] + ["words: Did it rain?"]
RULES: dict[str, list[dict[str, Any]]] = {
    "classic": [{}, PARTY, {"bluffing": False, "draw_until": True, "dealer": 2, "uno": "ask"}],
    "house": [{}, PARTY],
    "flip": [{}, PARTY, {"pairing": "fixed", "stacking": "any", "uno": "auto"}],
    "flip-marvel": [{}, PARTY],
    "flip-transformers": [{"scoring": "points"}, PARTY],
}
Judge = Callable[..., tuple[int, list[str], str]]
CASES = [(name, settings) for name in edition_names() for settings in RULES[name]]


def run(record: str, *options: str, folder: Path) -> tuple[int, list[str], str]:
    """What a stranger sees: a Python that has no other package, in a folder of its own."""
    (folder / "game.txt").write_text(record, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), "game.txt", *options],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout.splitlines(), done.stderr


@cache
def record_of(name: str, settings: str) -> str:
    """A game as a live table records it, with its proof, played to its end by bots."""
    game = Game(name, 3, seed=SHUFFLE.key, **json.loads(settings))
    bots = {seat: bot(kind, seat) for seat, kind in enumerate(("simple", "medium", "random"))}
    while not game.over:
        game.play(next_move(game, bots))
    return write_record(game, ["Ann", "Bot", "Cem"], SHUFFLE)


def usual(name: str = "classic") -> str:
    """The same with the usual settings."""
    return record_of(name, "{}")


def changed(name: str, value: str | None, text: str) -> str:
    """The record with another value in a header, or without it."""
    new = "" if value is None else '[{} "{}"]\n'.format(name, value.replace('"', '\\"'))
    found, count = re.subn(rf'^\[{name} ".*"\]\n', lambda _: new, text, flags=re.MULTILINE)
    assert count == 1
    return found


@pytest.fixture(scope="module")
def verifier() -> Any:
    """The verifier as a module, to look at its cards."""
    spec = spec_from_file_location("verify_shuffle", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def judge(verifier: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Judge:
    """The same as `run`, without a process of its own: quicker, for the many ways to be wrong."""

    def judged(record: str, *options: str) -> tuple[int, list[str], str]:
        file = tmp_path / "game.txt"
        file.write_text(record, encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["verify_shuffle.py", str(file), *options])
        try:
            code = verifier.main()
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return judged


@pytest.mark.parametrize(("name", "settings"), CASES, ids=[f"{name}-{'-'.join(chosen)}" for name, chosen in CASES])
def test_games_of_every_edition_follow_from_their_key(name: str, settings: dict[str, Any], tmp_path: Path) -> None:
    """Records as live tables write them are accepted where this project can't be imported."""
    code, lines, err = run(record_of(name, json.dumps(settings)), *NOTED, folder=tmp_path)
    assert (code, err) == (0, "")
    assert lines[:4] == [
        "ok      Commitment is that of Secret and Salt",
        "ok      Seed is made of Secret and Mixes",
        "ok      Commitment is the one that you noted",
        "ok      Mixes has your 0=C0FFEE",
    ]
    assert lines[4].startswith("ok      the cards follow from the key (rounds: ")
    assert len(lines) == 5


def test_it_has_none_of_our_code() -> None:
    """It imports Python's own modules alone, and a Python without packages does not know ours."""
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "import lastcard"], cwd="/", capture_output=True, check=False, timeout=60
    )
    assert b"ModuleNotFoundError" in done.stderr


def random_settings(rng: random.Random, name: str, players: int) -> dict[str, Any]:
    """Some settings or other."""
    offered: dict[str, list[Any]] = {
        "uno": ["auto", "ask", "race"], "bluffing": [False], "two_player_reverse": ["turn"], "pairing": ["fixed"],
        "scoring": ["lowest", "points", "hand"], "dealer": list(range(players)), "stacking": ["same", "rising", "any"],
        "seven_zero": [True], "jump_in": [True], "draw_until": [True], "must_play": ["drawn", "always"],
    }  # fmt: skip
    chosen = {key: rng.choice(values) for key, values in offered.items() if rng.random() < 0.3}
    if name == "house":
        chosen |= {"swap_hands": rng.random() < 0.8, "custom": rng.choices(WRITTEN, k=rng.randrange(4))}
    return chosen | {"target": 100}


def cards_of(game: Game) -> tuple[list[str], list[str], list[str], int]:
    """Hands, draw pile from the top, discard pile from the bottom, and blocks used, as the engine has them."""
    words = dict(word.split("=", 1) for word in game.position().split()[1:])
    hands, draw, discard = words["hands"].replace("/", ","), words.get("draw", ""), words["discard"]
    found = [[card for card in cards.split(",") if card] for cards in (hands, draw, discard)]
    return found[0], found[1], found[2], int(words["counter"])


@pytest.mark.parametrize("number", range(15))
def test_it_has_every_card_where_the_engine_has_it(verifier: Any, tmp_path: Path, number: int) -> None:
    """Random games under all kinds of settings: hands, piles and what was used of the random words."""
    rng = random.Random(number)
    name, players = edition_names()[number % 5], rng.choice([2, 3, 4, 10])
    shuffle = Shuffle(
        rng.randbytes(32), rng.randbytes(32), tuple(rng.randbytes(rng.randrange(33)) for _ in range(players))
    )
    game = Game(name, players, seed=shuffle.key, **random_settings(rng, name, players))
    while not game.over and len(game.history) < 400:
        game.play(rng.choice(game.legal_moves()))
    file = tmp_path / "game.txt"
    file.write_text(write_record(game, shuffle=shuffle), encoding="utf-8")
    headers, moves = verifier.read(str(file))
    mine = verifier.game_of(headers)
    assert {mark for mark, _ in verifier.check_proof(headers, None, [])} == {"ok"}
    mine.follow(moves)
    piles = [card for hand in mine.hands for card in hand], mine.draw_pile[::-1], mine.discard_pile
    assert (*([mine.names(card)[0] for card in pile] for pile in piles), mine.random.counter) == cards_of(game)


def test_it_reshuffles_on_both_sides(verifier: Any, tmp_path: Path) -> None:
    """A long game in which cards are mostly drawn comes to new draw piles, also on the dark side."""
    rng = random.Random(4)
    game = Game("flip", 4, seed=KEY, uno="auto")
    sides = set()
    while len(game.history) < 800 and not game.over:
        moves = game.legal_moves()
        before = sum(event.kind == "reshuffled" for event in game.events())
        game.play(next((move for move in moves if move.kind == "draw" and rng.random() < 0.8), rng.choice(moves)))
        if sum(event.kind == "reshuffled" for event in game.events()) > before:
            sides.add(game.side)
    file = tmp_path / "game.txt"
    file.write_text(write_record(game), encoding="utf-8")
    headers, words = verifier.read(str(file))
    mine = verifier.game_of(headers)
    mine.follow(words)
    assert sides == {"light", "dark"}
    assert mine.reshuffles > 3
    assert mine.random.counter == cards_of(game)[3]


def other_card(text: str) -> str:
    """The record with another card in the first play of seat 0: one that it does not have."""
    found = re.search(r"\b0 play (\S+?)(?=,|\n)", text)
    assert found
    light = "r9" if "|" not in found[1] else "r9|p9"
    return text[: found.start(1)] + (light if found[1] != light else light.replace("9", "8")) + text[found.end(1) :]


def without_a_draw(text: str) -> str:
    """The record without its first draw, so that all later cards come one too early."""
    return re.sub(r"\b\d draw(, |\n)", "", text, count=1)


SWAPPED = json.dumps([mix.hex() for mix in (MIXES[2], MIXES[1], MIXES[0])])
TAMPERED: dict[str, tuple[Callable[[str], str], list[str]]] = {
    "card": (other_card, ["the cards do not follow from the key: move "]),
    "draw": (without_a_draw, ["the cards do not follow from the key: move "]),
    "mixes": (lambda text: changed("Mixes", SWAPPED, text), ["Seed is not made of Secret and Mixes", "Mixes does not"]),
    "key": (
        lambda text: changed("Seed", "ab" * 32, text),
        ["Seed is not made of Secret and Mixes", "the cards do not follow from the key: move "],
    ),
    "secret": (
        lambda text: changed("Secret", "ab" * 32, text),
        ["Commitment is not that of Secret and Salt", "Seed is not made of Secret and Mixes"],
    ),
    "salt": (lambda text: changed("Salt", "ab" * 32, text), ["Commitment is not that of Secret and Salt"]),
    "commitment": (
        lambda text: changed("Commitment", "ab" * 32, text),
        ["Commitment is not that of Secret and Salt", "Commitment is not the one that you noted"],
    ),
    "move": (lambda text: text + "0 dance\n", ["the cards do not follow from the key: move "]),
}


@pytest.mark.parametrize("name", edition_names())
@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_refused_by_name(judge: Judge, what: str, name: str) -> None:
    """Exit code 1, and each line that failed says what is wrong."""
    change, sentences = TAMPERED[what]
    code, lines, err = judge(change(usual(name)), *NOTED)
    assert (code, err) == (1, "")
    failed = [line.removeprefix("FAILED  ") for line in lines if line.startswith("FAILED")]
    assert [line[: len(words)] for line, words in zip(failed, sentences, strict=True)] == sentences


@pytest.mark.parametrize("name", edition_names())
def test_a_card_that_the_key_did_not_deal_is_named(name: str, tmp_path: Path) -> None:
    """The line has the move, the seat, the card and the hand as it is by the key."""
    code, lines, _ = run(other_card(usual(name)), folder=tmp_path)
    assert code == 1
    said = r"FAILED  the cards do not follow from the key: move \d+: seat 0 has r\S+, but by the key that hand is: .+"
    assert re.fullmatch(said, lines[-1])


def test_a_record_without_a_proof_is_held_against_its_seed(judge: Judge) -> None:
    """A note says so; with notes of one's own there is nothing to compare them with."""
    bare = usual()
    for name in ("Commitment", "Secret", "Salt", "Mixes"):
        bare = changed(name, None, bare)
    code, lines, _ = judge(bare)
    assert code == 0
    assert lines[0].startswith("note    the record has no proof")
    assert judge(other_card(bare))[0] == 1
    assert judge(bare, *NOTED)[:2] == (2, [])


NOTHING: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda _: "", "the header Lastcard is missing"),
    "nonsense": (lambda _: "nonsense\n\nmore", "the header Lastcard is missing"),
    "version": (lambda text: changed("Lastcard", "2", text), "a record of version 2"),
    "edition": (lambda text: changed("Edition", "classy", text), "edition classy is not known"),
    "players": (lambda text: changed("Players", "11", text), "Players is 11"),
    "seed": (lambda text: changed("Seed", "1", text), "Seed is '1'"),
    "settings": (lambda text: changed("Settings", "[1", text), "there is no setting"),
    "a setting": (lambda text: changed("Settings", '{"x":1}', text), "there is no setting x = 1"),
    "dealer": (lambda text: changed("Settings", '{"dealer":"0"}', text), "there is no setting dealer = '0'"),
    "proof": (lambda text: changed("Secret", None, text), "Commitment, Secret, Salt and Mixes are not as"),
    "mixes": (lambda text: changed("Mixes", '["00"]', text), "Commitment, Secret, Salt and Mixes are not as"),
    "position": (
        lambda _: write_record(Game.from_position("classic hands=r7,g4/b2,b3 discard=r5 turn=0")),
        "the game began with a Position",
    ),
}


@pytest.mark.parametrize("case", NOTHING)
def test_what_can_not_be_checked_ends_with_2_and_one_line(judge: Judge, case: str) -> None:
    """Neither right nor wrong, and the line says why."""
    change, words = NOTHING[case]
    code, lines, err = judge(change(usual()))
    assert (code, lines) == (2, [])
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_rule_of_the_tables_own_is_not_followed(judge: Judge) -> None:
    """The verifier says at which move it has to stop; as long as nobody lays the card, it goes on."""
    for seed in range(50):
        game = Game("house", 2, seed=seed, custom=["everyone else draws 1"], scoring="hand", uno="auto")
        rng = random.Random(seed)
        while not game.over:
            game.play(rng.choice(game.legal_moves()))
        text = write_record(game)
        if " play W1" in text:
            break
    code, lines, err = judge(text)
    assert (code, lines) == (2, [])
    assert re.fullmatch(r"verify_shuffle: move \d+: this program can't follow the table's own rule on W1\n", err)


def test_a_missing_file_ends_with_2(verifier: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So does a folder."""
    for file in (tmp_path / "no-such-file", tmp_path):
        with pytest.raises(SystemExit) as stopped:
            verifier.read(str(file))
        assert stopped.value.code == 2
        assert capsys.readouterr().err == f"verify_shuffle: {file}: there is no such file\n"


def test_the_example_on_the_page_is_what_it_says(tmp_path: Path) -> None:
    """The record is the worked example of the page about fairness."""
    shuffle = Shuffle(bytes(range(32)), bytes(range(32, 64)), (bytes.fromhex("c0ffee"), b"", bytes.fromhex("57")))
    game = Game("classic", players=3, seed=shuffle.key, scoring="hand", uno="auto")
    while not game.over:
        moves = game.legal_moves()
        game.play(next((move for move in moves if move.kind == "play"), moves[0]))
    page = (ROOT / "docs" / "shuffle.md").read_text(encoding="utf-8")
    shown = re.search(r"^python verify_shuffle\.py game\.txt (.*)\n((?:ok .*\n)+)", page, re.MULTILINE)
    assert shown
    code, lines, _ = run(write_record(game, shuffle=shuffle), *shown[1].split(), folder=tmp_path)
    assert code == 0
    assert lines == shown[2].splitlines()
