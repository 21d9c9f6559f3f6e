"""Records: the text of a game comes back as the same game, whatever its table wrote on its cards, or it is refused.

The proof of a fair shuffle in a record is tested in `test_fairness.py`, damaged records in `test_fuzz.py`.
"""

from __future__ import annotations

import random
import re

import pytest

from lastcard import Game, Layout, Record, read_record, write_record
from lastcard.errors import NotationError, PositionError

SONG = 'player is dared to "Sing; loudly; now"; if yes: next player draws 2; if no: player draws 1'
VOTE = 'everyone else votes on "Back\\slash [and] {brace}; x", one yes is enough; if yes: everyone else draws 1'
NOTICE = 'next player is under notice "No; no: not, once" until someone calls UNO'
FREE = 'words: Say "cheese; please", then: smile \\o/'
ABROAD = "words: Où est la carte? 最後のカード; ¡olé!"


def laid_out(*custom: str) -> Game:
    """A table where seat 0 has a card with each of the rules in hand."""
    hands = ["W1 W2 W3 r1 r2 r3"[: 3 * len(custom)] + "r1 r2 r3", "g1 g2 g3", "b1 b2 b3"]
    return Game.from_layout("house", Layout(hands=hands, discard="r5", draw="y1 y2 y3 y4", turn=0), custom=list(custom))


def play_on(game: Game, count: int, seed: int) -> None:
    """Random moves, wilds whenever there is one."""
    rng = random.Random(seed)
    for _ in range(count):
        moves = [str(move) for move in game.legal_moves()]
        if not moves:
            return
        wilds = [move for move in moves if re.search(r" play W\d", move)]
        game.play(rng.choice(wilds or moves))


def same_story(one: Game, other: Game) -> bool:
    """Whether two games stand alike and have told the same last."""
    return (one.position(), one.settings, one.events(), one.view("open")) == (
        other.position(),
        other.settings,
        other.events(),
        other.view("open"),
    )


@pytest.mark.parametrize("rule", [SONG, VOTE, NOTICE, FREE, ABROAD])
def test_the_words_of_a_custom_rule_come_back_from_a_record_as_they_were_written(rule: str) -> None:
    """Quotation marks, semicolons, backslashes and brackets in a rule's words stand in the header and are read."""
    game = laid_out(rule)
    game.play("0 play W1")
    asked = game.view(1).text
    text = write_record(game)
    assert text.isascii()
    again = read_record(text)
    assert again.settings.custom == (rule,)
    assert again.view(1).text == asked
    assert same_story(again, game)
    assert write_record(again) == text


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("from_seed", [True, False])
def test_a_game_with_rules_in_quoted_words_replays_to_its_end(from_seed: bool, seed: int) -> None:
    """Dealt from its seed or laid out, every vote, dare and notice comes again with its words."""
    rules = random.Random(seed).sample([SONG, VOTE, NOTICE, FREE, ABROAD], 3)
    game = Game("house", 3, seed=seed, scoring="hand", custom=rules) if from_seed else laid_out(*rules)
    play_on(game, 250, seed)
    text = write_record(game, ["Ann", "Ben", "Cem"])
    again = read_record(text)
    assert same_story(again, game)
    assert [str(move) for move in again.history] == [str(move) for move in game.history]
    assert list(Record.parse(text).moves) == [str(move) for move in game.history]
    assert write_record(again, ["Ann", "Ben", "Cem"]) == text


def test_the_words_of_a_rule_are_told_in_a_replay() -> None:
    """The semicolons in a dare's words part no sentences."""
    game = laid_out(SONG)
    for move in ("0 play W1", "0 dare"):
        game.play(move)
    lines: list[str] = []
    for now in Record.parse(write_record(game)).games():
        lines += [event.text for event in now.events()]
    assert lines[-3:] == ["Seat 0 takes the dare: Sing; loudly; now.", "Seat 1 draws y1.", "Seat 1 draws y2."]


HEADERS = {
    "another rule": ("Settings", r"{\"custom\":[\"custom-2\"]}"),
    "no rule": ("Settings", "{}"),
    "another setting": ("Settings", r"{\"custom\":[\"custom-9\"],\"uno\":\"ask\"}"),
    "another target": ("Settings", r"{\"custom\":[\"custom-9\"],\"target\":499}"),
    "another edition": ("Edition", "classic"),
    "more players": ("Players", "4"),
    "fewer players": ("Players", "2"),
    "another seed": ("Seed", "1" + "0" * 63),
}
"""What may differ between the headers of a record and the position that it began with."""


@pytest.mark.parametrize("what", HEADERS)
def test_a_record_whose_headers_differ_from_its_position_is_refused(what: str) -> None:
    """Whichever of the two were believed, the reader of the other would be told another game."""
    game = laid_out("custom-9")
    game.play("0 play r1")
    text = write_record(game)
    assert same_story(read_record(text), game)
    name, value = HEADERS[what]
    changed = re.sub(rf'(?m)^\[{name} ".*"\]$', lambda _: f'[{name} "{value}"]', text)
    if what == "another edition":
        changed = re.sub(r'(?m)^\[Settings ".*"\]$', '[Settings "{}"]', changed)
    assert changed != text
    if name in {"Settings", "Edition"}:
        with pytest.raises(PositionError, match="the record was written under other rules"):
            read_record(changed)
        changed = without_digest(changed)
    with pytest.raises(NotationError, match="differ from those of the Position"):
        read_record(changed)


def without_digest(text: str) -> str:
    """A record that does not say under which rules it was written."""
    return re.sub(r'(?m)^\[Rules ".*"\]\n', "", text)


def test_a_record_says_the_same_settings_in_any_order_and_with_defaults_written_out() -> None:
    """What counts is what the settings are, not how they are written."""
    game = laid_out("custom-9")
    game.play("0 play r1")
    text = write_record(game)
    longer = text.replace(r"{\"custom\":", r"{\"uno\": \"race\", \"target\": 500, \"custom\": ", 1)
    assert longer != text
    assert same_story(read_record(longer), game)


def test_a_position_in_a_record_is_held_to_its_own_settings() -> None:
    """A position with a card that its settings leave out is refused, whatever the header says."""
    game = laid_out("custom-9", "custom-2")
    text = without_digest(write_record(game).replace(r",\"custom-2\"", ""))
    text = re.sub(" rules=[0-9a-f]+", "", text)
    with pytest.raises(PositionError, match="W2 stands too often"):
        read_record(text)
