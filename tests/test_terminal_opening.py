"""Before a game in the terminal: what is played otherwise than in the booklet, and who agrees to it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from lastcard.editions import Settings, edition, names
from lastcard.errors import SettingsError
from lastcard.game import Game
from lastcard.terminal import play_game
from lastcard.terminal.opening import HOUSE_RULES, house_rule_lines
from lastcard.terminal.words import Words, columns
from tests.test_terminal import Quiet, run, table

JOKE = "Tell a joke: if it gets a laugh, discard down to one card; if not, draw four."
TOLD = "Press Enter when it is told or done. "


def lines(name: str, players: int, **settings: Any) -> str:
    """What is told of the house rules at a table."""
    names = tuple(f"Player {seat}" for seat in range(players))
    return "\n".join(house_rule_lines(Settings.of(edition(name), settings), Words(edition(name), names)))


# --- house rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_nothing_is_said_where_all_is_as_in_the_booklet(name: str) -> None:
    """Settings that are no house rules don't count."""
    assert lines(name, 4, uno="ask", target=100) == ""


def test_every_house_rule_that_differs_is_said() -> None:
    """By its setting, as it is written on the command line, and in words; Party by its name."""
    said = lines("flip", 4, preset="party", must_play="drawn")
    assert said.startswith("House rules of this table (party):")
    for setting in ("stacking=same", "seven_zero=true", "jump_in=true", "draw_until=true", "must_play=drawn"):
        assert f"  {setting}: " in said
    assert "teams" not in said
    assert "(party)" not in lines("flip", 4, preset="party", jump_in=False)
    assert max(columns(line) for line in said.splitlines()) <= 80


def test_partners_are_named() -> None:
    """teams: those opposite each other."""
    assert "Partners: Player 0 and Player 2; Player 1 and Player 3." in lines("classic", 4, teams=True)


def test_every_value_of_a_house_rule_has_words() -> None:
    """The refusal of a wrong value names all that there are."""
    for name, says in HOUSE_RULES.items():
        with pytest.raises(SettingsError) as refusal:
            Settings.of(edition("classic"), {name: "nonsense"})
        allowed = str(refusal.value).rpartition("allowed: ")[2].split(", ")
        assert sorted(str(value).lower() for value in says) == sorted(allowed)


def test_house_rules_are_shown_before_the_game_and_among_the_rules() -> None:
    """To everybody at the terminal, without a question."""
    _, out = run(Game("classic", 4, seed=1, jump_in=True), "rules\nquit\n")
    said = "  jump_in=true: the very same card as the one just played may be played out of"
    assert out.startswith("House rules of this table:\n" + said)
    assert out.count(said) == 2


# --- consent --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("yes", ["1", "yes", "Y", " agree "])
def test_everybody_at_the_terminal_is_asked_to_agree(yes: str) -> None:
    """card-custom: the rules are shown, and each person says yes before the cards are dealt."""
    out = run(Game("house", 3, seed=1, custom=["custom-4", "words: Sing"]), f"{yes}\n{yes}\nquit\n", people=(0, 2))[1]
    before, _, after = out.partition("Answer with the number of a move")
    assert "  W1: You play again. Then name the colour." in before
    assert '  W2: Everyone votes on "Sing". Then name the colour.' in before
    assert before.index("Ann, do you agree to these rules?") < before.index("Cy, do you agree to these rules?")
    assert "agree" not in after


@pytest.mark.parametrize("no", ["2", "no", "N"])
def test_without_a_yes_of_everybody_there_is_no_game(no: str, tmp_path: Path) -> None:
    """It is said who does not agree; the exit code is 1, no card is dealt, and no record is written."""
    record = tmp_path / "game.txt"
    game = Game("house", 3, seed=1, custom=["custom-4"])
    out = io.StringIO()
    script = io.StringIO(f"yes\n{no}\n")
    code = play_game(game, (0, 1), {2: Quiet()}, ("Ann", "Bob", "Cy"), script, out, record_path=record)
    assert code == 1
    assert "Bob does not agree to the rules on the cards: the game does not begin." in out.getvalue()
    assert "gets 7 cards" not in out.getvalue()
    assert not record.exists()
    assert not game.history


def test_whoever_is_alone_is_called_you() -> None:
    """Nobody else is meant."""
    game = Game("house", 2, seed=1, custom=["custom-4"])
    out = io.StringIO()
    assert play_game(game, (0,), {1: Quiet()}, ("You",), io.StringIO("no\n"), out) == 1
    assert "Do you agree to these rules?" in out.getvalue()
    assert "You do not agree to the rules on the cards: the game does not begin." in out.getvalue()


def test_nonsense_is_no_consent() -> None:
    """It is asked again; quit leaves, and the end of the input is said."""
    game = Game("house", 2, seed=1, custom=["custom-4"])
    code, out = run(game, "perhaps\n\nquit\n")
    assert (code, out.count("Do you agree")) == (0, 3)
    assert "Type yes or no" in out
    code, out = run(game, "perhaps\n")
    assert code == 1
    assert "The input has ended" in out
    assert not game.history


def test_bots_alone_agree() -> None:
    """With no people at the terminal nobody is asked."""
    game = Game("house", 2, seed=1, custom=["custom-4"], scoring="hand")
    code, out = run(game, "", people=())
    assert code == 0
    assert "agree" not in out


def test_without_customizable_cards_nobody_is_asked() -> None:
    """Neither in an edition that has none, nor at a table that leaves them out."""
    for game in (Game("classic", 2, seed=1), Game("house", 2, seed=1, custom=[])):
        assert "agree" not in run(game, "quit\n")[1]


# --- something to perform -------------------------------------------------------------------------------


def test_a_joke_is_told_before_the_vote() -> None:
    """custom-8: its player says when; the others are asked after that, and only once."""
    game = table("W1 r2 r3", "b1 b2 b3", "house", custom=["custom-8"])
    _, out = run(game, "yes\nyes\n\nW1\n\n\nyes\nquit\n", people=(0, 1))
    assert out.count(TOLD) == 1
    assert f"Ann: {JOKE}" in " ".join(out.split())
    assert out.index(TOLD) < out.index("Vote: Did anybody laugh at the joke?")


def test_a_bot_needs_no_time_for_a_joke() -> None:
    """Nobody waits for what it can't do."""
    game = table("r1 r2 r3", "W1 b2 b3", "house", custom=["custom-8"])
    code, out = run(game, "yes\nr1\nyes\nquit\n")
    assert code == 0
    assert "Vote: Did anybody laugh at the joke?" in out
    assert TOLD not in out


def test_nobody_performs_where_everyone_votes() -> None:
    """Free words are for the whole table; the vote opens at once."""
    game = table("W1 r2 r3", "b1 b2 b3", "house", custom=["words: Shall we sing?"])
    _, out = run(game, "yes\nW1\nyes\nquit\n")
    assert "Vote: Shall we sing?" in out
    assert TOLD not in out


def test_the_input_may_end_while_something_is_performed() -> None:
    """A closed pipe is no traceback."""
    code, out = run(table("W1 r2 r3", "b1 b2 b3", "house", custom=["custom-8"]), "yes\nW1\n")
    assert code == 1
    assert out.rstrip().endswith("The input has ended: the game stops here.")
