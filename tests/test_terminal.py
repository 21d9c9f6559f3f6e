"""The terminal game: it fits the screen, tells no secrets, refuses kindly, and comes to an end."""

from __future__ import annotations

import io
import re
from importlib import resources
from pathlib import Path

import pytest

from lastcard.bots import bot
from lastcard.bots.base import Bot
from lastcard.cards import Card
from lastcard.editions import Edition, Settings, edition, names
from lastcard.editions.load import parse
from lastcard.errors import SettingsError
from lastcard.events import Event
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.record import read_record
from lastcard.terminal import play, play_game, seat_names
from lastcard.terminal.answers import UnclearError, read_answer
from lastcard.terminal.booklet import HELP, rules_lines
from lastcard.terminal.console import Console
from lastcard.terminal.paint import painter
from lastcard.terminal.screen import listed, question, screen
from lastcard.terminal.sheet import sheet_lines
from lastcard.terminal.words import Words, clip, columns, pad, shared, wrap
from lastcard.text.layout import Layout
from lastcard.view import View

SNAPSHOTS = Path(__file__).parent / "snapshots"


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
    _, out = run(game, "help\nrules\nmoves\nhand\nlog\nquit\n")
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


# --- the screen ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 10])
@pytest.mark.parametrize("name", names())
def test_every_screen_fits_80_by_24(name: str, players: int) -> None:
    """With the prompt on the last line, for hands of 1 to 30 cards of which everything is known."""
    game = Game(name, players, seed=1)
    names = seat_names(players, [], ["Wide 名前名前名前名前", *["Bartholomew the Great"] * 9])
    words = Words(game.edition, tuple(names), 0)
    for count in range(1, 31):
        for ask in ("play", "drawn", "color", "challenge", "target", "discard", "vote", "dare", "uno", "catch"):
            view = _crowded(game, count, ask)
            lines = screen(view, words)
            assert len(lines) <= 23
            assert max(columns(line) for line in lines) <= 80


def _crowded(game: Game, count: int, ask: str) -> View:
    """A view with large hands of which all faces are known, and a move for every card."""
    view = game.view(0)
    faces = [side.faces for side in game.edition.sides]
    hand = tuple(Card(tuple(side[-1 - i % len(side)].text for side in faces)) for i in range(count))
    moves = tuple(Move(0, "discard" if ask == "discard" else "play", card) for card in hand)
    catches = (Move(0, "catch", target=seat) for seat in range(1, game.players))
    return View(
        **{
            **view.__dict__,
            "hand": hand,
            "hands": (hand,) * game.players,
            "sizes": (count,) * game.players,
            "scores": (1234,) * game.players,
            "moves": (*moves, Move(0, "draw"), Move(0, "uno"), *catches),
            "asks": (0, ask),
            "called": (1,),
            "liable": tuple(range(1, game.players)),
            "notices": ((1, "a notice of many words that goes on and on until it does not fit"),),
            "text": "Did anybody laugh at the joke? " * 6,
        }
    )


CAFE = "Cafe\u0301"
"""Five characters in four columns."""
HAN = "\u1112\u1161\u11ab"
"""Three characters that are one wide letter."""


@pytest.mark.parametrize(
    ("text", "wide"),
    [("Ann", 3), ("名前", 4), (CAFE, 4), ("שָׁלוֹם", 4), ("👩🏽", 2), ("❤️", 2), ("🇩🇪", 2), ("한글", 4), (HAN, 2)],
)
def test_a_text_takes_the_columns_that_a_terminal_gives_it(text: str, wide: int) -> None:
    """Marks take none, wide letters and pictures two, however many characters they are made of."""
    assert columns(text) == wide
    assert columns(pad(text, 12)) == 12
    assert pad(text, 12).startswith(text)


def test_a_text_is_cut_between_letters() -> None:
    """Never inside a wide one, nor between a letter and its mark."""
    assert clip("名前名前名前", 9) == "名前名.."
    assert clip(CAFE + CAFE, 6) == f"{CAFE}.."
    assert clip("👩🏽👩🏽👩🏽", 5) == "👩🏽.."
    assert clip(CAFE, 4) == CAFE


def test_sentences_with_wide_names_are_wrapped_by_columns() -> None:
    """Two names of six wide letters are twelve columns each, and a sentence without spaces is cut."""
    for text in ("名前名前名前 challenges 名前名前名前, who is guilty of it. " * 3, "長" * 100):
        lines = wrap(text)
        assert max(columns(line) for line in lines) <= 80
        assert len(lines) == 1 + columns(text) // 80
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_what_stands_beside_names_lines_up() -> None:
    """In the list of seats and on the score sheet, for names of any letters."""
    game = Game("classic", 4, seed=11, dealer=0)
    words = Words(game.edition, tuple(seat_names(4, [], ["Ann", "名前", CAFE, "👩🏽 नमस्ते"])), None)
    rows = [line for line in screen(game.view(0), words) if " pts" in line]
    totals = [line for line in sheet_lines(game.view(0), words, game.settings) if line.endswith(" 0")]
    for lines, word in ((rows, " cards"), (totals, " 0")):
        assert len(lines) == 4
        assert len({columns(line[: line.index(word)]) for line in lines}) == 1


def test_the_title_is_as_wide_as_the_screen_in_any_letters() -> None:
    """Also of an edition with a name of its own."""
    wide = changed("classic", ('title = "Classic"', 'title = "名前の" '))
    game = Game(wide, 2, seed=1)
    title = screen(game.view(0), Words(wide, ("Ann", "Bob"), 0))[0]
    assert columns(title) == 80


@pytest.mark.parametrize("name", names())
def test_help_and_rules_fit(name: str) -> None:
    """Both are at most one screen."""
    game = edition(name)
    for side in game.sides:
        for lines in (HELP, rules_lines(Words(game, ("Ann", "Bob")), Settings.of(game), side.name)):
            assert len(lines) <= 23
            assert max(columns(line) for line in lines) <= 80


@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("flip", 3)])
def test_the_screen_is_the_reviewed_one(name: str, players: int) -> None:
    """Compare with the text in tests/snapshots. To accept a change, put the new text there after reading it."""
    game = Game(name, players, seed=11, dealer=0)
    for _ in range(4):
        game.play(next(move for move in game.legal_moves() if move.kind != "uno"))
    words = Words(game.edition, ("Ann", "Bob", "Cy", "Dot")[:players], game.asks[0])
    text = "\n".join(screen(game.view(game.asks[0]), words)) + "\n"
    path = SNAPSHOTS / f"screen-{name}.txt"
    assert text == path.read_text("utf-8")


# --- numbers that the edition decides ----------------------------------------------------------


def changed(name: str, *changes: tuple[str, str]) -> Edition:
    """An edition of the package with other words in its file."""
    text = resources.files("lastcard.editions").joinpath("data", f"{name}.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse(text, f"{name}.toml")


DEARER = ("challenge for 2 more", "challenge for 5 more")


def challenge_asked(game: Game, *moves: str) -> str:
    """The question that the last of some moves leads to, as whoever is asked reads it."""
    for move in moves:
        game.play(move)
    seat, kind = game.asks
    assert kind == "challenge"
    words = Words(game.edition, ("Ann", "Bob"), seat, game.settings.custom)
    return " ".join(" ".join(question(game.view(seat), words)).split())


@pytest.mark.parametrize(("name", "more"), [(edition("classic"), 2), (changed("classic", DEARER), 5)])
def test_a_wrong_challenge_costs_what_the_card_says(name: Edition, more: int) -> None:
    """challenge-4: the number is the edition's, not the booklet's that everybody knows."""
    game = Game.from_layout(name, Layout(hands=["W+4 g1 g2", "b1 b2"], discard="r5", turn=0))
    asked = challenge_asked(game, "0 play W+4", "0 color green")
    assert asked == f"Ann played W+4; the colour is green. Do you challenge? If wrongly, you draw {more} more."


def test_a_card_of_the_tables_own_says_what_a_challenge_costs() -> None:
    """The number is in the rule that the table wrote."""
    mine = "player names the colour; next player may challenge for 3 more; next player draws 6"
    game = table("W1 g1 g2", "b1 b2", "house", custom=[mine])
    assert challenge_asked(game, "0 play W1", "0 color blue").endswith("If wrongly, you draw 3 more.")


def test_a_challenge_before_a_colour_is_named_tells_the_colour_in_play() -> None:
    """Nobody has named one yet."""
    game = table("W1 g1 g2", "b1 b2", "house", custom=["next player may challenge for 3 more; next player draws 6"])
    assert challenge_asked(game, "0 play W1").startswith("Ann played W1; the colour is red.")


@pytest.mark.parametrize(
    ("draws", "said"),
    [
        (2, "Call UNO as you play your next-to-last card, or draw 2 if caught."),
        (5, "Call UNO as you play your next-to-last card, or draw 5 if caught."),
        (0, "Call UNO as you play your next-to-last card."),
    ],
)
def test_the_rules_say_what_it_costs_to_be_caught(draws: int, said: str) -> None:
    """uno-1: the number is the edition's."""
    one = changed("classic", ("caught_draws = 2", f"caught_draws = {draws}"))
    assert said in rules_lines(Words(one, ("Ann", "Bob")), Settings.of(one), "light")


# --- secrets ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_what_is_printed_does_not_depend_on_hidden_cards(name: str) -> None:
    """see-5: the same transcript after hidden faces changed places."""
    script = "hand\nlog\nmoves\nwhy r7\nwhy W\nplay g4\nplay b9\nrules\nquit\n"
    game = Game(name, 3, seed=6, dealer=2)
    other = game.copy()
    _exchange_hidden(other)
    assert other.hands != game.hands
    assert game.view(0) == other.view(0)
    assert run(game, script) == run(other, script)


def _exchange_hidden(game: Game) -> None:
    """Let the cards of seats 1 and 2 change their light faces, unknown to seat 0, with cards deep in the draw pile."""
    state = game.state
    held = {int(card) for seat in range(3) for card in state.hand[seat, : int(state.held[seat])]}
    pile = [card for card in range(game.edition.cards) if card not in held and not int(state.know[0, card]) & 1]
    for seat in (1, 2):
        for card in state.hand[seat, : int(state.held[seat])]:
            deep = pile.pop()
            state.face[0, [int(card), deep]] = state.face[0, [deep, int(card)]]


def test_people_at_one_terminal_do_not_see_each_others_draws() -> None:
    """The shared lines show only what all of them may know."""
    game = Game.from_layout("classic", Layout(hands=["g4 g9", "b1 b2 b3"], discard="r5", draw="y1 y2", turn=0))
    _, out = run(game, "\ndraw\n\nquit\n", people=(0, 1))
    assert "Ann draws a card." in out
    assert "y1" not in out.split("Ann draws a card.")[1]
    assert out.index("only Bob can see") < out.index("Your hand: b1 b2 b3")


def test_shared_events_hide_what_one_of_them_does_not_know() -> None:
    """A hand shown to one person is not told on a screen for two."""
    shown, drew = Event("showed", 2, Card(("r7",))), Event("drew", 0, Card(("g1",)))
    assert shared([[shown, drew], [Event("drew", 0, Card(("?",)))]]) == [Event("drew", 0, Card(("?",)))]


# --- words -----------------------------------------------------------------------------------


def test_runs_of_draws_are_one_sentence() -> None:
    """Own cards by name, others' by number, with the backs that are seen."""
    words = Words(edition("flip"), ("Ann", "Bob"), 0)
    mine = [Event("drew", 0, Card((face, "?"))) for face in ("r7", "gS")]
    theirs = [Event("drew", 1, Card(("?", back))) for back in ("u3", "?")]
    told = words.sentences([*mine, *theirs], "light")
    assert told == ["You draw r7, gS (green Skip).", "Bob draws 2 cards (backs u3)."]


def test_a_flip_changes_the_face_that_is_told() -> None:
    """The Flip card is told by its light face, what comes after by its dark one."""
    words = Words(edition("flip"), ("Ann", "Bob"), None)
    played, drawn = Event("played", 0, Card(("rF", "p1"))), Event("drew", 1, Card(("r1", "t5")))
    told = words.sentences([played, Event("flipped", word="dark"), drawn], "light")
    assert told == ["Ann plays rF (red Flip).", "Everything flips to the dark side.", "Bob draws t5."]


def test_colour_only_adds_to_what_is_written() -> None:
    """Without its codes a painted line is the line."""
    line = "Ann plays r+2 (red Draw Two) on W+4, r7 and bred."
    painted = painter(edition("classic"))(line)
    assert re.sub(r"\x1b\[\d+m", "", painted) == line
    assert "\x1b[91mr+2\x1b[0m" in painted
    assert "bred" in painted


def test_names_are_clean_short_and_different() -> None:
    """A name can't move the cursor, and every seat can be told from the others."""
    assert seat_names(4, [0], ["", "\x1b[2Jx", "Ada", "ada"]) == ["You", "[2Jx", "Ada", "Ben"]
    assert columns(seat_names(2, [], ["名前" * 9])[0]) <= 12


def test_only_whoever_is_alone_is_called_you() -> None:
    """Among several people each has a name: "You plays r7" is no English, and nobody knows who it is."""
    assert seat_names(2, [0], ["You"]) == ["You", "Ada"]
    assert seat_names(2, [0, 1], ["You", "Player 1"]) == ["Ada", "Player 1"]


def test_a_name_that_the_terminal_can_not_show_is_no_error() -> None:
    """An ASCII terminal shows `?` instead."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert play_game(Game("classic", 2, seed=1), [0], {1: bot("simple", 1)}, ["Zoë"], io.StringIO("quit\n"), out) == 0


def test_a_card_can_be_written_as_it_stands_on_the_screen() -> None:
    """`front/back` on either side, capitals or not."""
    game = Game("flip", 2, seed=1)
    words = Words(game.edition, ("Ann", "Bob"), 0)
    assert read_answer("r7/T5", game.view(0), words).move == game.move("0 play r7|t5")
    dark = View(**{**game.view(0).__dict__, "side": "dark"})
    assert read_answer("t5/r7", dark, words).move == game.move("0 play r7|t5")
    with pytest.raises(UnclearError):
        read_answer("t5/r7", game.view(0), words)


def test_every_listed_move_has_one_number() -> None:
    """The numbers name exactly the legal moves."""
    view = Game("flip-marvel", 3, seed=2, dealer=2).view(0)
    assert sorted(map(str, listed(view))) == sorted(map(str, view.moves))
