"""The terminal game: it refuses kindly, and comes to an end."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from lastcard.bots.base import Bot
from lastcard.editions import load, names
from lastcard.errors import SettingsError
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.record import read_record
from lastcard.terminal import play, play_game
from lastcard.terminal.console import Console
from lastcard.terminal.words import columns
from lastcard.text.layout import Layout
from lastcard.view import View
from tests.test_registry import HARBOUR


def ones() -> io.StringIO:
    """A person who always takes the first move."""
    return io.StringIO("1\n" * 20_000)


class Quiet:
    """A bot that plays the first move and does not speak out of turn."""

    name = "quiet"
    speaks = False

    def choose(self, view: View) -> Move:
        """The first move."""
        return view.moves[0]

    def react(self, view: View) -> Move | None:
        """The first call or catch, if it speaks at all."""
        return view.moves[0] if self.speaks else None


def run(game: Game, script: str, bots: dict[int, Bot] | None = None, people: tuple[int, ...] = (0,)) -> tuple[int, str]:
    """Play with scripted answers; the exit code and all that was printed."""
    out = io.StringIO()
    seated: dict[int, Bot] = {seat: Quiet() for seat in range(game.players) if seat not in people}
    code = play_game(game, people, bots or seated, ("Ann", "Bob", "Cy", "Dot"), io.StringIO(script), out)
    return code, out.getvalue()


def table(mine: str, theirs: str, name: str = "classic", **settings: object) -> Game:
    """Two hands, red 5 on the pile, seat 0 to play."""
    return Game.from_layout(name, Layout(hands=[mine, theirs], discard="r5", turn=0), **settings)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", names())
def test_a_person_can_play_to_the_end_by_numbers(name: str, players: int) -> None:
    """Whoever always takes the first move sees the end of the game in every edition."""
    out = io.StringIO()
    assert play(Game(name, players, seed=players, target=200), [0], ["simple"], ["Ann"], None, ones(), out) == 0
    assert re.search(r"wins? the game\.$", out.getvalue().rstrip())
    assert max(columns(line) for line in out.getvalue().splitlines()) <= 80


@pytest.mark.parametrize("name", names())
def test_two_people_and_forgetful_bots_play_to_the_end(name: str) -> None:
    """Several people at one terminal, catching the random bots that forget."""
    out = io.StringIO()
    assert play(Game(name, 4, seed=5, scoring="hand"), [0, 2], ["random", "simple"], [], None, ones(), out) == 0
    assert "look away" in out.getvalue()


@pytest.mark.parametrize("name", ["classic", "flip"])
def test_a_party_can_be_played_to_the_end(name: str) -> None:
    """With jump-ins, which a person who always takes the first move takes as well."""
    out = io.StringIO()
    game = Game(name, 4, seed=3, preset="party", target=200)
    assert play(game, [0], ["simple"], ["Ann"], None, ones(), out) == 0
    assert "Jump in? 1" in out.getvalue()
    assert max(columns(line) for line in out.getvalue().splitlines()) <= 80


def test_bots_alone_can_be_watched() -> None:
    """With no people the game runs through and shows nobody's cards."""
    out = io.StringIO()
    assert play(Game("classic", 3, seed=1, scoring="hand"), [], ["simple"], [], None, io.StringIO(), out) == 0
    assert not re.search(r"draws? [rgby]\d", out.getvalue())


def test_the_end_of_input_ends_the_game_with_a_message() -> None:
    """A closed pipe is no traceback."""
    code, out = run(Game("classic", 2, seed=1), "")
    assert code == 1
    assert "The input has ended" in out


def test_quit_leaves_the_game() -> None:
    """Leaving is no failure."""
    code, out = run(Game("classic", 2, seed=1), "quit\n")
    assert code == 0
    assert "left the game" in out


def test_an_interrupt_ends_the_game_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is no traceback."""

    def interrupted(_: Console, prompt: str) -> str:
        raise KeyboardInterrupt(prompt)

    monkeypatch.setattr(Console, "read", interrupted)
    code, out = run(Game("classic", 2, seed=1), "")
    assert code == 1
    assert "Interrupted" in out


def test_a_refused_move_says_the_rule_and_changes_nothing() -> None:
    """turn-1: the reason is printed, the question stands."""
    game = table("r7 g4 g9", "b1 b2 b3")
    before = game.position()
    code, out = run(game, "g4\nplay g4\npass\nuno\ncatch bob\nquit\n")
    assert code == 0
    assert out.count("Ann can't play g4: the colour in play is red and the top card is r5 (turn-1).") == 2
    assert "(turn-2)" in out
    assert out.count("(uno-2)") == 2
    assert "seat" not in out
    assert game.position() == before


NONSENSE = (
    "99", "0", "x y z", "", "blue!", "play", "play zz", "play r7|r7", "r7/p1", "catch", "catch 99", "color", "٣",
    "\x1b[2J", "9" * 5000, "|", "uno uno uno",
)  # fmt: skip


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_is_answered_and_asked_again(line: str) -> None:
    """No input can break the game or lose the hand."""
    game = table("r7 g4 g9", "b1 b2 b3")
    before = game.position()
    code, out = run(game, f"{line}\nquit\n")
    assert code == 0
    assert game.position() == before
    assert "\x1b" not in out.split("\n> ")[-1]


NOT_MEANT = {
    "play": "Type play and a card of yours, for example: play r7",
    "play zz": "'zz' is no face of edition classic; allowed: a colour (r g b y) with a symbol",
    "play r7 g4": "'r7 g4' is no face of edition classic",
    "color": "The colours are red, green, blue, yellow.",
    "color purple": "'purple' is no colour here; the colours are red, green, blue, yellow.",
    "colour grn": "'grn' is no colour here; did you mean green? the colours are",
    "catch": "Type catch and a name: the others are Bob.",
    "catch eve": "There is no player 'eve'; the others are Bob.",
    "catch 7": "There is no player '7'; the others are Bob.",
    "catch none": "There is no player 'none'; the others are Bob.",
    "catch bob": "Ann can't catch Bob: Bob can't be caught now (uno-2).",
    "choose bobb": "There is no player 'bobb'; did you mean Bob? the others are Bob.",
    "choose bob": "Ann can't choose Bob: you must play or draw now (turn-2).",
    "vote": "A vote is yes or no; found nothing. Type vote yes, or vote no.",
    "vote maybe": "A vote is yes or no; found 'maybe'.",
    "draw 3": "Nothing comes after draw; found '3'. Type draw alone.",
    "color red": "Ann can't name red: you must play or draw now (turn-2).",
    "uno": "Ann can't call UNO: a call is for a player about to leave",
    "hlep": "'hlep' is no card, move or command here. Did you mean help? Type help to see what can be typed.",
    "why": "Type why and a card of yours, for example: why g4",
    "rules dark": "There is no side 'dark'; the cards have one side; type rules.",
}


@pytest.mark.parametrize("line", NOT_MEANT)
def test_what_is_typed_wrongly_is_answered_with_what_was_wrong_and_what_there_is(line: str) -> None:
    """In the words of the table: with its colours, names and cards, and not in notation."""
    _, out = run(table("r7 g4 g9", "b1 b2 b3"), f"{line}\nquit\n")
    answer = " ".join(out.split(f"> {line}\n")[1].split("\n> quit")[0].split())
    assert answer.startswith(NOT_MEANT[line])
    assert not re.search(r"\b(seat|target)\b", answer)


def test_a_colour_that_is_not_there_is_answered_with_those_that_are() -> None:
    """On the side in play; by its letter, too."""
    game = Game.from_layout("flip", Layout(hands=["W p1 p2", "t1 t2 t3"], discard="p5", turn=0, side="dark"))
    _, out = run(game, "W\nred\nr\nteel\nT\n")
    assert "'red' is no colour here; the colours are pink, teal, orange, purple." in out
    assert "'r' is no colour here; the colours are pink, teal, orange, purple." in out
    assert "'teel' is no colour here; did you mean teal? the colours are" in out
    assert "You name teal." in out


def test_help_speaks_of_cards_colours_and_players_that_there_are() -> None:
    """Of an edition without r7 and red, too; and what it shows can be typed."""
    game = Game.from_layout(load(HARBOUR), Layout(hands=["s7 c4", "n1 n2"], discard="s5", turn=0))
    _, out = run(game, "help\nwhy\ns7 uno\n")
    helped = out.split("> help\n")[1].split("> why")[0]
    typed = [re.split("  +", line.strip())[0] for line in helped.splitlines() if line.startswith("  ")]
    assert typed == [
        "s7 or play s7", "draw, keep", "navy or n", "Bob, none", "s7 uno", "uno, catch Bob", "yes, no",
        "hand", "log", "moves", "why c4", "rules", "quit",
    ]  # fmt: skip
    assert "for example: why c4" in out
    assert "You call UNO." in out


def test_why_tells_the_rule() -> None:
    """`why` explains an own card, and says so when it can be played."""
    _, out = run(table("r7 g4 g9", "b1 b2 b3"), "why g4\nwhy R7\nwhy b1\nwhy\nwhy q9\nquit\n")
    assert "g4 can't be played: the colour in play is red and the top card is r5 (turn-1)." in out
    assert "r7 can be played now." in out
    assert "there is no b1 in the hand" in out
    assert "is no face of edition classic" in out


def test_commands_look_without_moving() -> None:
    """Help, rules, moves, hand and log leave the question open."""
    game = Game("house", 2, seed=2, dealer=1)
    before = game.position()
    _, out = run(game, "yes\nhelp\nrules\nmoves\nhand\nlog\nquit\n")
    assert game.position() == before
    assert "Wild Swap Hands, 40 points" in out
    assert "You play again." in out
    assert out.count("Everybody gets 7 cards.") == 2


@pytest.mark.parametrize("answer", ["r7 uno", "uno r7", "R7, UNO!", "1 uno", "uno\nr7"])
def test_a_call_can_go_with_the_play(answer: str) -> None:
    """uno-2: playing the next-to-last card and calling in one line."""
    game = table("r7 g4", "b1 b2 b3")
    _, out = run(game, f"{answer}\n", {1: _Catcher()})
    assert "You call UNO." in out
    assert "caught" not in out


def test_a_bot_may_catch_a_person_who_forgot() -> None:
    """uno-1: no call, two cards."""
    _, out = run(table("r7 g4", "b1 b2 b3"), "r7\n", {1: _Catcher()})
    assert "You did not call UNO and are caught by Bob." in out


def test_a_person_is_told_when_nobody_noticed() -> None:
    """A missed catch is told, so that it can be understood."""
    _, out = run(table("r7 g4", "r1 b2 b3"), "r7\n")
    assert "Nobody noticed that you did not call UNO." in out


def test_a_person_who_is_next_can_catch_a_bot() -> None:
    """The move stands in the list and goes by name."""
    game = Game.from_layout("classic", Layout(hands=["g1 g2 g3", "r7 g4"], discard="r5", turn=1))
    _, out = run(game, "catch bob\n")
    assert "catch Bob" in out
    assert "Bob did not call UNO and is caught by you." in out


def test_a_person_who_is_not_next_is_offered_the_catch() -> None:
    """Before the next bot closes the window, people have a word."""
    for answer, caught in (("yes\n", True), ("1\n", True), ("what\n\n", False)):
        game = Game.from_layout("classic", Layout(hands=["g1 g2 g3", "r7 g4", "r8 r9 r1"], discard="r5", turn=1))
        _, out = run(game, answer)
        assert "Bob: one card left and no call of UNO!" in out
        assert ("caught by you" in out) is caught


class _Catcher(Quiet):
    """A bot that catches whenever it can."""

    speaks = True

    def choose(self, view: View) -> Move:
        """A catch, or the first move."""
        return next((move for move in view.moves if move.kind == "catch"), view.moves[0])


JUMP = "{} lies on top: you have the very same card and may jump in."
ALL_JUMP = "r5 lies on top: whoever has the very same card may jump in."


def jumping(hands: list[str], name: str = "classic", **settings: object) -> Game:
    """Bob is to play, and the very same card may be played out of turn."""
    return Game.from_layout(name, Layout(hands=hands, discard="r8", turn=1), jump_in=True, **settings)


@pytest.mark.parametrize("uno", ["race", "auto"])
@pytest.mark.parametrize("answer", ["yes", "1", "r5", "Play R5"])
def test_a_person_is_offered_a_jump_in(uno: str, answer: str) -> None:
    """jump-1: before the bot whose turn it is plays; and then play goes on from that person."""
    _, out = run(jumping(["r5 g1 g2", "r5 b1 b2", "b3 b4 b6"], uno=uno), f"{answer}\n")
    assert JUMP.format("r5") in out
    assert out.index("Bob plays r5.") < out.index("You jump in.") < out.index("You play r5.")
    assert "Bob draws" in out


@pytest.mark.parametrize("answer", ["", "no"])
def test_a_jump_in_may_be_let_go(answer: str) -> None:
    """It is asked once for a card, and what is no answer is asked again."""
    _, out = run(jumping(["r5 g1 g2", "r5 b1 b2", "b3 b4 b6"]), f"what\n2\nr8\n{answer}\nquit\n")
    assert out.count("lies on top") == 1
    assert out.count("Type a number from 1 to 1, or Enter alone to let it go.") == 3
    assert "You jump in." not in out
    assert "Cy draws" in out


def test_a_person_is_asked_once_for_a_card_also_when_a_bot_is_caught() -> None:
    """A catch between leaves the question as it was."""
    game = jumping(["r5 g1 g2", "r5 b1", "b3 b4 b6"])
    _, out = run(game, "\n\nquit\n", {1: Quiet(), 2: _Catcher()})
    assert "Bob did not call UNO and is caught by Cy." in out
    assert out.count("lies on top") == 1


def test_a_person_alone_is_asked_about_a_jump_in_only_with_the_card() -> None:
    """Nobody else reads the question, so it tells nothing."""
    _, out = run(jumping(["r6 g1 g2", "r5 b1 b2", "b3 b4 b6"]), "quit\n")
    assert "lies on top" not in out


def test_a_call_can_go_with_a_jump_in() -> None:
    """jump-2: a jump-in with two cards in hand needs the call like any play."""
    game = jumping(["r5 g1", "r5 b1 b2", "b3 b4 b6"])
    _, out = run(game, "1 uno\n", {1: _Catcher(), 2: _Catcher()})
    assert "    1 uno: jump in and call UNO" in out
    assert out.index("You play r5.") < out.index("You call UNO.")
    assert "caught" not in out


@pytest.mark.parametrize("hand", ["r5 g1 g2", "r6 g1 g2"])
@pytest.mark.parametrize(("people", "others"), [((0, 3), ["  1 Ann", "  2 Dot"]), ((0, 2), ["  1 Ann"])])
def test_several_people_are_asked_about_a_jump_in_whoever_has_the_card(
    hand: str, people: tuple[int, ...], others: list[str]
) -> None:
    """see-5: the question is the same with and without it. It is for all but the one whose turn it is, here Cy."""
    _, out = run(jumping([hand, "r5 b1 b2", "b3 b4 b6", "y1 y2 y3"]), "\n", people=people)
    asked = out.split(ALL_JUMP + "\n")[1].split("Jump in? ")[0]
    assert asked.splitlines() == [*others, "    Enter: let it go"]


def test_no_hand_is_on_the_screen_when_all_are_asked_about_a_jump_in() -> None:
    """Everybody looks at it then. Whoever is next says anew when nobody else does."""
    _, out = run(jumping(["r5 g1", "r5 b1 b2", "b3 b4 b6"]), "\nr5\n2 uno\n\n\n", people=(1, 0, 2))
    asked = out.split(ALL_JUMP)
    assert asked[0].endswith("Bob plays r5.\n" + "\n" * 24)
    assert "  1 Bob\n  2 Ann\n    1 uno: jump in and call UNO\n    Enter: let it go\n" in asked[1]
    assert asked[1].index("Ann jumps in.") < asked[1].index("Ann calls UNO.")
    assert "Bob, it is for you to decide." in asked[2]


def test_a_jump_in_without_the_card_is_refused_and_asked_again() -> None:
    """It tells no more than what was claimed."""
    game = jumping(["r6 g1 g2", "r5 b1 b2", "b3 b4 b6", "r5 y1 y2"])
    _, out = run(game, "1\n2\n", people=(0, 3))
    assert "Ann can't jump in: only the very same card may be played out of turn (jump-1)." in out
    assert out.index("Ann can't jump in") < out.index("Dot jumps in.")


def test_a_card_of_the_dark_side_can_be_jumped_in_on() -> None:
    """By its face in play."""
    layout = Layout(hands=["p5 t1 t4", "p5 t2 t3", "o1 o2 o3"], discard="p8", turn=1, side="dark")
    _, out = run(Game.from_layout("flip", layout, jump_in=True), "1\n")
    assert JUMP.format("p5") in out
    assert "You jump in." in out


def test_the_score_sheet_stands_between_rounds(tmp_path: Path) -> None:
    """Points of the round and in all, then the next deal, and a record that replays."""
    game = Game("classic", 2, seed=3, target=100)
    out = io.StringIO()
    path = tmp_path / "game.txt"
    assert play(game, [0], ["simple"], ["Ann"], path, ones(), out) == 0
    assert "this round   total" in out.getvalue()
    assert "Press Enter to deal the next round." in out.getvalue()
    assert read_record(path.read_text("utf-8")).position() == game.position()


def test_a_record_that_can_not_be_written_is_said_before_the_game(tmp_path: Path) -> None:
    """Nobody plays for an hour to lose the record."""
    out = io.StringIO()
    assert play(Game("classic", 2, seed=3), [0], ["simple"], [], tmp_path / "no" / "game.txt", ones(), out) == 1
    assert "there is no folder" in out.getvalue()
    assert play(Game("classic", 2, seed=3, scoring="hand"), [0], ["simple"], [], tmp_path, ones(), out) == 1


def test_every_seat_needs_somebody() -> None:
    """A seat with neither a person nor a bot is refused."""
    with pytest.raises(SettingsError, match="each of the seats"):
        play_game(Game("classic", 3, seed=1), [0], {1: Quiet()}, (), io.StringIO(), io.StringIO())
    with pytest.raises(SettingsError, match="neither a person nor a bot"):
        play(Game("classic", 3, seed=1), [0], [], [], None, io.StringIO(), io.StringIO())
