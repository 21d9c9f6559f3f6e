"""Editions, settings and the card language: what is refused, where, and with what hint."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game, edition, edition_names
from lastcard.editions import Settings, language, load
from lastcard.editions.load import parse
from lastcard.errors import EditionError, LastcardError, PositionError, RuleError, SettingsError

SOURCES = Path(__file__).resolve().parent.parent / "src" / "lastcard"
CLASSIC = (SOURCES / "editions" / "data" / "classic.toml").read_text("utf-8")
HOUSE = (SOURCES / "editions" / "data" / "house.toml").read_text("utf-8")
FLIP = (SOURCES / "editions" / "data" / "flip.toml").read_text("utf-8")


@pytest.mark.parametrize("name", edition_names())
def test_a_file_is_named_for_its_edition(name: str) -> None:
    """The id in a file is the file's name, by which positions and records find it."""
    assert edition(name).id == name


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (CLASSIC, "cards = 108", "cards = 107", "my.toml: light: its faces add up to 108 cards; the edition says 107"),
        (CLASSIC, "points = 20", "point = 20",
            "my.toml: light.face[0]: found the key 'point'; did you mean points? allowed: symbol, name, copies"),
        (CLASSIC, "copies = 1 ", 'copies = "one" ',
            "my.toml: light.numbers[0]: copies is 'one'; a whole number is needed"),
        (CLASSIC, "hand = 7", "hand = 70", "my.toml: hand is 70; allowed are 1 to 10"),
        (CLASSIC, "next player draws 2", "next player drinks 2",
            ("my.toml: light.face[0] (+2): does: sentence 1: found 'next player drinks 2'; "
            'did you mean "next player draws 2"? allowed here: ')),
        (CLASSIC, "target = 500", 'target = "x"', "my.toml: defaults: setting target is 'x'; allowed: a whole number"),
        (CLASSIC, "target = 500", "speed = 1", "my.toml: defaults: edition classic has no setting 'speed'"),
        (CLASSIC, 'turned_up = ["next player names the colour"]', "",
            "(W): turned_up must say that somebody names the colour"),
        (CLASSIC, 'symbol = "R"', 'symbol = "S"', "my.toml: light: the symbol S stands twice"),
        (CLASSIC, 'symbol = "R"', 'symbol = "WR"', "starting with W for a wild and for nothing else"),
        (CLASSIC, 'does = ["direction turns around"]', 'does = ["everything flips"]',
            "needs an edition with two-sided cards"),
        (CLASSIC, 'id = "classic"', "", "my.toml: id is missing"),
        (CLASSIC, 'id = "classic"', 'id = "Classic!"', "allowed are small letters"),
        (CLASSIC, "[light]", "light = 3", "my.toml: "),
        (CLASSIC, 'id = "classic"', 'id = "all"', "allowed are small letters, digits and hyphens, but not all"),
        (CLASSIC, 'title = "Classic"', 'title = "Classic\\u001b[2J"',
            "my.toml: title is 'Classic\\x1b[2J' (11 characters); allowed are 1 to 60 printable"),
        (CLASSIC, 'g = "green"', 'g = "red"', "my.toml: light.colors: the colour red stands twice"),
        (CLASSIC, 'symbol = "R"', 'symbol = "r"',
            "my.toml: light.face[1]: symbol is 'r'; did you mean R? allowed are 1 to 4 of A-Z"),
        (CLASSIC, 'symbol = "W+4"', 'symbol = "+4"', "symbol is '+4'; did you mean W+4? "),
        (CLASSIC, "[defaults]", "[default]",
            "my.toml: found the key 'default'; did you mean defaults? allowed: id, title"),
        (CLASSIC, "target = 500", "targets = 500",
            "my.toml: defaults: edition classic has no setting 'targets'; did you mean target? it has uno"),
        (CLASSIC, "target = 500", 'uno = "rase"', "setting uno is 'rase'; did you mean race? allowed: race, ask, auto"),
        (CLASSIC, "target = 500", "dealer = 2",
            "my.toml: defaults: dealer is 2, and a game of two has no such seat; allowed: 0, 1, or left out"),
        (CLASSIC, "target = 500", "target = 500.0", "setting target is 500.0; allowed: a whole number"),
        (CLASSIC, "target = 500", 'custom = ["custom-1"]', "edition classic has no setting 'custom'"),
        (CLASSIC, "target = 500", 'uno = ["race"]', "setting uno is ('race',); allowed: race, ask, auto"),
        (HOUSE, '"custom-7"]', '"custom-77"]', "my.toml: defaults: custom rule 3: there is no rule called 'custom-77'"),
        (HOUSE, '"custom-7"]', '"custom-7", "custom-8"]',
            "setting custom has 4 rules; edition house has 3 Customizable cards"),
        (HOUSE, 'in_deck = "swap_hands"', 'in_deck = "swap hands"',
            "in_deck is 'swap hands'; did you mean swap_hands? allowed: swap_hands"),
        (FLIP, ', u = "purple"', "", "my.toml: dark: it has 3 colours; the light side has 4"),
        (FLIP, 'p = "pink"', 'r = "rose"', "its colour letters must differ"),
        (FLIP, ', "player names the colour if the top is wild"]', "]", "as the flip may uncover a wild"),
        (FLIP, 'turned_up = "goes back"', 'turned_up = "go back"',
            "turned_up is 'go back'; did you mean goes back? allowed: a list"),
        (FLIP, 'turned_up = "goes back"', 'turned_up = "goes home"',
            'allowed: a list of sentences, "does", "goes back"'),
    ],
)  # fmt: skip
def test_a_wrong_edition_file_is_refused_with_its_place(text: str, old: str, new: str, message: str) -> None:
    """The message has the file, the place, what was found and what is allowed."""
    assert old in text
    with pytest.raises(EditionError) as caught:
        parse(text.replace(old, new, 1), "my.toml")
    assert message in str(caught.value)


def test_a_new_edition_needs_no_code(tmp_path: Path) -> None:
    """A file with other cards plays at once."""
    text = CLASSIC.replace('id = "classic"', 'id = "mine"').replace("next player draws 2", "everyone else draws 2")
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    game = Game(load(file), 4, seed=2)
    for _ in range(200):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(moves[0])
        game.check()


def with_numbers(numbers: str, face: str = "", hand: int = 7) -> str:
    """An edition of 40 cards in two colours."""
    return f"""
        id = "few"\ntitle = "Few"\nabout = "Few numbers."\ncards = 40\nhand = {hand}\ncaught_draws = 2
        [light]\ncalled = "Cards"\ncolors = {{ r = "red", g = "green" }}\nface = [{face}]\nnumbers = [{numbers}]
    """


SWAP = '{ symbol = "WX", name = "Swap", wild = true, copies = 4, points = 9, turned_up = "goes back"'
SKIP = '{ symbol = "S", name = "Skip", copies = 2, points = 9 }'


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (with_numbers("{ from = 5, to = 5, copies = 20 }"), "5"),
        (with_numbers("{ from = 0, to = 0, copies = 18 }", SKIP), "0"),
        (with_numbers("", SKIP.replace("copies = 2", "copies = 20")), "0"),
        (with_numbers("{ from = 5, to = 5, copies = 18 }", SWAP + ', in_deck = "swap_hands" }'), "5"),
        (with_numbers("{ from = 5, to = 5, copies = 18 }", SWAP + ", written = 1 }"), "5"),
    ],
)  # fmt: skip
@pytest.mark.rule("setup-1")
def test_an_edition_in_which_nobody_could_ever_deal_is_refused(text: str, values: str) -> None:
    """In the draw for the dealer somebody must be able to draw higher.

    Also without the cards that settings take out.
    """
    with pytest.raises(EditionError) as caught:
        parse(text, "my.toml")
    found = f"my.toml: light: all cards that are always in the deck count {values} in the draw for the dealer"
    assert str(caught.value).startswith(found)
    assert "two different numbers are needed, or a number from 1 on and a symbol" in str(caught.value)


@pytest.mark.parametrize("numbers", ["{ from = 4, to = 5, copies = 10 }", "{ from = 5, to = 5, copies = 18 }"])
@pytest.mark.rule("setup-1")
def test_two_values_are_enough_to_draw_for_the_dealer(numbers: str) -> None:
    """Two numbers, or a number and a symbol, which counts zero."""
    one = parse(with_numbers(numbers, SKIP if "18" in numbers else ""), "my.toml")
    assert {Game(one, 3, seed=seed).state.dealer.item() for seed in range(30)} == {0, 1, 2}


def test_an_edition_that_not_even_two_can_be_dealt_is_refused() -> None:
    """Everybody gets a hand, and a card is turned up."""
    few = with_numbers("{ from = 1, to = 5, copies = 2 }", hand=10).replace("cards = 40", "cards = 20")
    with pytest.raises(EditionError, match="hand is 10; two players need 21 cards to deal and turn up, there are 20"):
        parse(few, "my.toml")


def test_an_edition_with_too_many_votes_is_refused_when_it_is_loaded() -> None:
    """Not first when somebody would like to play."""
    many = ", ".join(["'everyone votes on \"x\", most votes decide'"] * 16)
    face = f'{{ symbol = "S", name = "Skip", copies = 2, points = 9, does = [{many}], turned_up = "does" }}'
    with pytest.raises(EditionError, match="all cards together have more than 30 votes, dares and notices"):
        parse(with_numbers("{ from = 1, to = 9, copies = 2 }", face), "my.toml")


def test_too_many_players_for_the_deck_are_refused() -> None:
    """Everybody must get a hand, and a card must be left to turn up."""
    small = parse(
        CLASSIC.replace("copies = 2 ", "copies = 1 ")
        .replace("copies = 2\n", "copies = 1\n")
        .replace("cards = 108", "cards = 60"),
        "my.toml",
    )
    with pytest.raises(PositionError, match="9 players need 64 cards to deal and turn up; classic has 60"):
        Game(small, 9)


CAN_NOT_WORK: list[tuple[str, str, dict[str, int], str]] = [
    ("custom-11", "no-rule", {}, "there is no rule called 'custom-11'; there are custom-1"),
    ("", "no-rule", {}, "there is no rule called ''"),
    ("next player drinks 2", "no-sentence", {"sentence": 1}, "sentence 1: found 'next player drinks 2'; did you mean"),
    ("next player draws 0", "number", {"low": 1, "high": 20, "sentence": 1}, "has the number 0; allowed are 1 to 20"),
    ("player draws 1; chosen player draws 2", "no-choice", {"sentence": 2}, "needs a choice in an earlier sentence"),
    ("that player draws 2", "no-picked-player", {"sentence": 1}, "needs a picked player in an earlier sentence"),
    ("winner draws 2", "no-comparison", {"sentence": 1}, "needs a comparison in an earlier sentence"),
    ("next player draws until that colour", "no-colour", {"sentence": 1}, "needs a colour in an earlier sentence"),
    ("if yes: player draws 1", "no-answer", {"sentence": 1}, "needs an answer in an earlier sentence"),
    (
        'player is dared to "x"; if yes: player names a colour; next player draws until that colour',
        "no-colour",
        {"sentence": 3},
        "that happens whenever this one does",
    ),
    ("everything flips; player draws 1", "one-sided", {}, "needs an edition with two-sided cards"),
    (
        "next player may challenge for 2 more",
        "challenge-without-draw",
        {},
        "needs a later sentence in which the next player draws",
    ),
    (
        "next player may challenge for 2 more; next player may challenge for 2 more; next player draws 4",
        "challenge-twice",
        {},
        "may stand once in a rule",
    ),
    ('player votes on "x", most votes decide', "vote-of-one", {}, 'a vote is for "everyone" or "everyone else"'),
    ("player gives 1 to player", "to-oneself", {"sentence": 1}, "lets somebody give cards to themselves"),
    ("words: " + "x" * 200, "words", {"most": 120}, "free words must be 1 to 120 printable characters"),
    ("words:   ", "words", {"most": 120}, "free words must be 1 to 120 printable characters"),
    (
        'player is dared to " "',
        "words",
        {"most": 120, "sentence": 1},
        "free words must be 1 to 120 printable characters",
    ),
    ("player draws 1; " * 25, "too-many-sentences", {"most": 20}, "at most 20 are allowed"),
    ("x" * 601, "too-long", {"most": 600}, "the rule is 601 characters long; at most 600 are allowed"),
]


@pytest.mark.parametrize(("rule", "flaw", "about", "message"), CAN_NOT_WORK)
def test_a_custom_rule_that_cannot_work_is_refused_before_the_game(
    rule: str, flaw: str, about: dict[str, int], message: str
) -> None:
    """The message says which rule, which sentence, and why; programs get the same by name."""
    with pytest.raises(RuleError) as caught:
        Game("house", 3, custom=["custom-4", rule])
    assert str(caught.value).startswith("custom rule 2: ")
    assert message in str(caught.value)
    assert (caught.value.flaw, caught.value.about) == (flaw, about)


def test_rules_that_are_too_much_together_are_refused() -> None:
    """What the cards of an edition can do has room in the engine's tables, or is not taken."""
    many = "; ".join(['everyone votes on "x", most votes decide'] * 14)
    with pytest.raises(RuleError, match="all cards together") as caught:
        Game("house", 3, custom=[many] * 3)
    assert caught.value.flaw == "too-much"


def test_every_flaw_of_a_rule_is_shown_above() -> None:
    """A new one needs an example."""
    assert {flaw for _, flaw, _, _ in CAN_NOT_WORK} | {"too-much"} == set(language.FLAWS)


def test_what_a_condition_gives_is_there_under_the_same_condition() -> None:
    """A choice made only on a yes can be used on that yes, and not after another question."""
    good = ['player is dared to "x"', "if yes: player chooses another player", "if yes: chosen player draws 2"]
    language.parse(good, two_sided=False)
    with pytest.raises(RuleError, match="needs a choice"):
        language.parse([*good[:2], "if no: chosen player draws 2"], two_sided=False)
    with pytest.raises(RuleError, match="needs a choice"):
        language.parse([*good[:2], 'player is dared to "y"', "if yes: chosen player draws 2"], two_sided=False)


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("classic", {"custom": []}, "edition classic has no setting 'custom'"),
        ("house", {"custom": ["custom-1"] * 4}, "has 4 rules; edition house has 3 Customizable cards"),
        ("house", {"custom": "custom-1"}, "setting custom is 'custom-1'; allowed: a list of rules"),
        ("flip", {"pairing": "mirror"}, "setting pairing is 'mirror'; allowed: shuffled, fixed"),
        ("flip", {"target": 0}, "setting target is 0; allowed: a whole number from 1"),
        ("flip", {"target": True}, "setting target is True"),
        ("flip", {"dealer": 5}, "setting dealer is 5; with 3 players the seats are 0 to 2"),
        ("flip", {"bluffing": "no"}, "setting bluffing is 'no'; allowed: true, false"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_refused(name: str, settings: dict[str, Any], message: str) -> None:
    """The message has the setting, its value and what is allowed."""
    with pytest.raises(SettingsError) as caught:
        Game(name, 3, **settings)
    assert message in str(caught.value)


@pytest.mark.parametrize("players", [1, 11, 0, -2])
def test_only_two_to_ten_can_play(players: int) -> None:
    """deck-3 for whoever builds a game."""
    with pytest.raises(PositionError, match="allowed are 2 to 10"):
        Game("classic", players)


def test_settings_round_trip_as_text() -> None:
    """What differs from the defaults is written, read back and equal."""
    house = edition("house")
    settings = Settings.of(house, uno="ask", custom=["words: Everybody sings «la»", "custom-2"], dealer=1)
    assert Settings.from_text(house, settings.to_text(house)) == settings
    assert Settings.of(house).to_text(house) == "{}"
    with pytest.raises(LastcardError, match="a JSON object is needed"):
        Settings.from_text(house, "[1]")


def test_no_edition_card_or_colour_is_named_in_the_engine() -> None:
    """The engine knows numbers only: a new edition needs no new code."""
    words = set()
    for name in edition_names():
        words.add(name)
        for side in edition(name).sides:
            words |= set(side.colors) | {kind.name.lower() for kind in side.kinds if kind.number is None}
    words -= {"flip", "reverse", "skip", "wild"}  # also words of the language and of rule ids
    for file in (SOURCES / "engine").glob("*.py"):
        text = file.read_text("utf-8").lower()
        assert [word for word in sorted(words) if re.search(rf"\b{re.escape(word)}\b", text)] == [], file.name
