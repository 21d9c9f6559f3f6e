"""What the terminal shows: it fits the screen, says the right numbers and words, and tells no secrets."""

from __future__ import annotations

import io
import re
from importlib import resources
from pathlib import Path

import pytest

from lastcard.bots import bot
from lastcard.cards import Card
from lastcard.editions import Edition, Settings, edition, load, names
from lastcard.editions.load import parse
from lastcard.events import Event
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.terminal import play_game, seat_names
from lastcard.terminal.answers import UnclearError, read_answer
from lastcard.terminal.booklet import help_lines, rules_lines
from lastcard.terminal.paint import painter
from lastcard.terminal.screen import hand_lines, listed, question, screen
from lastcard.terminal.sheet import sheet_lines
from lastcard.terminal.words import Words, clip, columns, pad, shared, wrap
from lastcard.text.layout import Layout
from lastcard.view import View
from tests.test_registry import HARBOUR
from tests.test_terminal import run, table

SNAPSHOTS = Path(__file__).parent / "snapshots"


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
    """Both are at most one screen, with the longest names."""
    game, view = edition(name), Game(name, 2, seed=1).view(0)
    words = Words(game, ("Ann", "Bartholomew…"))
    for side in game.sides:
        helped = help_lines(View(**{**view.__dict__, "side": side.name}), words)
        for lines in (helped, rules_lines(words, Settings.of(game), side.name)):
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
DRAWN_BEFORE = (
    '"next player may challenge for 2 more",\n    "next player draws until',
    '"next player draws 1",\n    "next player may challenge for 2 more",\n    "next player draws until',
)
ANOTHER_AS_FIRST = (
    'as_last_card = ["player names',
    'turned_up = ["next player may challenge for 9 more", "next player draws 1"]\nas_last_card = ["player names',
)


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


def test_what_a_card_would_do_as_a_first_card_is_no_part_of_a_challenge() -> None:
    """Also if the discard pile was shuffled into the draw pile meanwhile and has one card again."""
    one = changed("flip", DRAWN_BEFORE, ANOTHER_AS_FIRST)
    layout = Layout(hands=["W+C p1 p2", "t1 t2"], discard="o1 o2 o5", draw="", rest="none", turn=0, side="dark")
    game = Game.from_layout(one, layout)
    asked = challenge_asked(game, "0 play W+C", "0 color pink")
    assert len(game.discard) == 1
    assert asked.endswith("If wrongly, you draw 2 more.")


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


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (edition("classic"), (
            "Turned up first, R: direction turns around; player plays again. W: next player names the colour. "
            "W+4: goes back into the deck, and another is turned up. Any other does what it does when played. "
            "As a last card, +2: next player draws 2. W+4: next player draws 4. Any other does nothing.")),
        (changed("house", ('as_last_card = ["next player draws 2"]', 'as_last_card = "does"')), (
            "W, WX, W1, W2, W3: next player names the colour. "
            "W+4: goes back into the deck, and another is turned up. Any other does what it does when played. "
            "As a last card, +2: the same as when played. W+4: next player draws 4. Any other does nothing.")),
    ],
)  # fmt: skip
def test_the_rules_say_what_cards_do_as_first_and_last_card(name: Edition, said: str) -> None:
    """setup-3: those that do the same are named together."""
    assert said in " ".join(" ".join(rules_lines(Words(name, ("Ann", "Bob")), Settings.of(name), "light")).split())


def test_the_dark_side_says_nothing_of_first_cards() -> None:
    """A round starts on the light side."""
    flip = edition("flip")
    dark = " ".join(rules_lines(Words(flip, ("Ann", "Bob")), Settings.of(flip), "dark"))
    assert "Turned up first" not in dark
    assert "As a last card, +5: next player draws 5. F: everything flips." in dark


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


def test_a_hand_is_sorted_by_the_colours_of_its_edition() -> None:
    """Colours in the order of the file, each with its numbers before its symbols; the list of moves likewise."""
    hands = ["sS n9 cR c1 s2 n+3 c+3 n0", "n1"]
    game = Game.from_layout(load(HARBOUR), Layout(hands=hands, discard="s+3", turn=0))
    assert hand_lines(game.view(0)) == ["Your hand: n0 n9 n+3 s2 sS c1 c+3 cR"]
    assert [move.short for move in listed(game.view(0))] == ["play n+3", "play s2", "play sS", "play c+3", "draw"]


def test_every_listed_move_has_one_number() -> None:
    """The numbers name exactly the legal moves."""
    view = Game("flip-marvel", 3, seed=2, dealer=2).view(0)
    assert sorted(map(str, listed(view))) == sorted(map(str, view.moves))
