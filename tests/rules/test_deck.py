"""Deck contents and points, against a table written from the booklets, and who can sit down."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from lastcard import Game, LastcardError, Settings, edition
from lastcard.errors import PositionError
from tests.rules.table import all_cards, expect, play, table

ONE_SIDED = {
    **{str(number): (2 if number else 1, number) for number in range(10)},
    "+2": (2, 20),
    "R": (2, 20),
    "S": (2, 20),
}
"""Symbol: how many in each colour, and points."""
LIGHT = {
    **{str(number): (2, number) for number in range(1, 10)},
    "+1": (2, 10),
    "R": (2, 20),
    "S": (2, 20),
    "F": (2, 20),
}
DARK = {
    **{str(number): (2, number) for number in range(1, 10)},
    "+5": (2, 20),
    "R": (2, 20),
    "A": (2, 30),
    "F": (2, 20),
}
CLASSIC_WILDS = {"W": (4, 50), "W+4": (4, 50)}
HOUSE_WILDS = {**CLASSIC_WILDS, "WX": (1, 40), "W1": (1, 40), "W2": (1, 40), "W3": (1, 40)}

BOOKLETS = {
    ("classic", "light"): ("rgby", ONE_SIDED, CLASSIC_WILDS, 108),
    ("house", "light"): ("rgby", ONE_SIDED, HOUSE_WILDS, 112),
    ("flip", "light"): ("rgby", LIGHT, {"W": (4, 40), "W+2": (4, 50)}, 112),
    ("flip", "dark"): ("ptou", DARK, {"W": (4, 40), "W+C": (4, 60)}, 112),
    ("flip-marvel", "light"): ("rgby", LIGHT, {"WH": (4, 40), "W+2": (4, 50)}, 112),
    ("flip-marvel", "dark"): ("ptou", DARK, {"WV": (4, 40), "W+C": (4, 60)}, 112),
    ("flip-transformers", "light"): ("rgby", LIGHT, {"WP": (4, 40), "W+2": (4, 50)}, 112),
    ("flip-transformers", "dark"): ("ptou", DARK, {"WM": (4, 40), "W+C": (4, 60)}, 112),
}
"""What each booklet prints: colours, coloured cards, wilds, and the number of cards."""

FACES = [
    (name, side, face, points)
    for (name, side), (letters, colored, wilds, _) in BOOKLETS.items()
    for face, points in [
        *((letter + symbol, points) for letter in letters for symbol, (_, points) in colored.items()),
        *((symbol, points) for symbol, (_, points) in wilds.items()),
    ]
]


def booklet_deck(name: str, side: str) -> Counter[str]:
    """The faces that the booklet lists for a side."""
    letters, colored, wilds, _ = BOOKLETS[name, side]
    deck = Counter({letter + symbol: count for letter in letters for symbol, (count, _) in colored.items()})
    deck.update({symbol: count for symbol, (count, _) in wilds.items()})
    return deck


def faces_in(game: Game, side: int) -> Counter[str]:
    """The faces of a game's whole deck on one side."""
    faces: Counter[str] = Counter()
    for card, count in all_cards(game).items():
        faces[card.split("|")[side]] += count
    return faces


@pytest.mark.rule("deck-1")
@pytest.mark.parametrize(("name", "side"), BOOKLETS)
def test_the_deck_has_the_cards_of_its_booklet(name: str, side: str) -> None:
    """Every face is in the dealt game as often as the booklet lists it."""
    game = Game(name, players=3, seed=1)
    wanted = booklet_deck(name, side)
    assert sum(wanted.values()) == BOOKLETS[name, side][3]
    assert faces_in(game, 0 if side == "light" else 1) == wanted


@pytest.mark.rule("deck-1")
def test_transformers_has_prime_and_megatron_in_place_of_the_wilds() -> None:
    """The Transformers deck is the Flip deck with four Prime and four Megatron where the plain Wilds are."""
    flip, transformers = Game("flip", seed=1), Game("flip-transformers", seed=1)
    for side, wild in ((0, "WP"), (1, "WM")):
        swapped = Counter({wild if face == "W" else face: count for face, count in faces_in(flip, side).items()})
        assert faces_in(transformers, side) == swapped
        assert swapped[wild] == 4


@pytest.mark.rule("score-1", "deck-1")
@pytest.mark.parametrize(("name", "side", "face", "points"), FACES)
def test_a_card_left_in_hand_is_worth_what_the_booklet_says(name: str, side: str, face: str, points: int) -> None:
    """Going out against a single card scores exactly that card's points."""
    top, last = ("b9", "b8") if side == "light" else ("o9", "o8")
    game = table(name, [last, face], discard=top, side=side, scoring="points")
    play(game, f"0 play {last}")
    expect(game, round_winner=0, scores=[points, 0])


@pytest.mark.rule("deck-2")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_the_pairing_is_shuffled_from_the_seed(name: str) -> None:
    """Two seeds pair the faces differently, and one seed always pairs them alike."""
    assert all_cards(Game(name, seed=1)) != all_cards(Game(name, seed=2))
    assert all_cards(Game(name, seed=1)) == all_cards(Game(name, seed=1))


@pytest.mark.rule("deck-2")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_the_fixed_pairing_is_one_for_each_edition(name: str) -> None:
    """With the setting at fixed every seed and every number of players has the same cards."""
    decks = [all_cards(Game(name, players=players, seed=players, pairing="fixed")) for players in (2, 3, 7)]
    assert decks[0] == decks[1] == decks[2]
    assert decks[0] != all_cards(Game(name, seed=2))


@pytest.mark.rule("deck-2")
def test_the_pairing_stays_for_the_whole_game() -> None:
    """The next round is dealt from the very same cards."""
    game = table("flip", ["r1", "g1"], discard="r5", key=(1, 2, 3, 4))
    before = all_cards(game)
    play(game, "0 play r1", "deal")
    assert all_cards(game) == before


FIXED = 'flip settings={"pairing":"fixed"} discard=r5 turn=0'


@pytest.mark.rule("deck-2")
@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ("r7|tA,g1/b2,b3", "r7|tA is no card of flip with the fixed pairing; with one of its faces it has W+2|tA, "),
        ("g1,?/r7|tA,b3", "r7|tA is no card of flip with the fixed pairing"),
        ("r9|u2,r9|u2/b2,b3", "no card is left for r9|u2: with the fixed pairing flip has only r9|u2"),
        ("r8,r8|u2/r9,r9,?|u2", "no card is left for "),
    ],
)  # fmt: skip
def test_a_position_has_only_cards_of_the_fixed_pairing(hands: str, says: str) -> None:
    """A light face on a back where it never is, is no card; the message says which it is and which there are."""
    with pytest.raises(PositionError) as caught:
        Game.from_position(f"{FIXED} hands={hands}")
    assert says in str(caught.value)
    Game.from_position(f"flip discard=r5 turn=0 hands={hands}")


@pytest.mark.rule("deck-2")
@pytest.mark.parametrize(
    "hands", ["r9,r9,b1/?|u2", "?|u2,?|u2/r9,r8", "?,?,r7/?,b1,b1", "b1|o9,?|o9/b1,gF", "?|t9,b3/b2"]
)
def test_what_a_position_leaves_open_is_filled_with_cards_of_the_fixed_pairing(hands: str) -> None:
    """Backs and whole cards: each is one of the deck, none twice, and with the rest they are all of it."""
    game = Game.from_position(f"{FIXED} hands={hands}")
    assert all_cards(game) == all_cards(Game("flip", seed=1, pairing="fixed"))
    assert Game.from_position(game.position()) == game


@pytest.mark.rule("deck-2")
def test_a_saved_game_has_only_cards_of_the_fixed_pairing() -> None:
    """Two backs that have changed places are found."""
    game = Game("flip", seed=1, pairing="fixed", history=False)
    game.state.face[1, [0, 50]] = game.state.face[1, [50, 0]]
    with pytest.raises(LastcardError, match="is no card of flip with the fixed pairing"):
        pickle.loads(pickle.dumps(game))  # noqa: S301 - our own bytes


@pytest.mark.rule("deck-1")
def test_a_position_has_no_more_cards_than_the_deck() -> None:
    """However little is said of them."""
    with pytest.raises(PositionError, match="there are 110 cards; classic with these settings has 108"):
        Game.from_position(f"classic hands={'?,' * 107}?/? discard=? turn=0")


@pytest.mark.rule("deck-3")
@pytest.mark.parametrize("players", [2, 10])
def test_two_to_ten_can_play(players: int) -> None:
    """The smallest and the largest table are dealt seven cards each."""
    for name in ("classic", "flip"):
        assert [len(hand) for hand in Game(name, players=players, seed=3).hands] == [7] * players


@pytest.mark.rule("deck-3")
@pytest.mark.parametrize("players", [0, 1, 11, -2])
def test_fewer_than_two_or_more_than_ten_cannot_play(players: int) -> None:
    """Any other number of players is refused."""
    with pytest.raises(LastcardError):
        Game("classic", players=players)


@pytest.mark.rule("card-swap", "card-custom")
def test_the_house_deck_without_its_four_cards_is_the_classic_deck() -> None:
    """With Swap Hands off and no rule written, both editions have the same cards and points."""
    house = Game("house", players=3, seed=5, swap_hands=False, custom=[])
    assert all_cards(house) == booklet_deck("classic", "light")
    game = table("house", ["r1", "W W+4 r+2"], discard="r5", swap_hands=False, custom=[])
    expect(play(game, "0 play r1"), scores=[120, 0])


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_there_is_one_customizable_card_for_each_rule(count: int) -> None:
    """As many Customizable cards are in the deck as rules are written."""
    rules = ["custom-4", "custom-9", "custom-10"][:count]
    deck = all_cards(Game("house", seed=1, custom=rules))
    assert [deck[card] for card in ("W1", "W2", "W3")] == [int(slot < count) for slot in range(3)]
    assert sum(deck.values()) == 109 + count


@pytest.mark.rule("card-custom")
def test_more_than_three_rules_are_refused() -> None:
    """There are only three cards to write on."""
    with pytest.raises(LastcardError):
        Game("house", custom=["custom-1", "custom-2", "custom-3", "custom-4"])


@pytest.mark.rule("card-swap")
def test_swap_hands_can_be_left_out_alone() -> None:
    """Without Swap Hands the three Customizable cards are still there."""
    deck = all_cards(Game("house", seed=1, swap_hands=False))
    assert (deck["WX"], deck["W1"], deck["W2"], deck["W3"]) == (0, 1, 1, 1)
    assert sum(deck.values()) == 111


@pytest.mark.rule("custom-1", "custom-4", "custom-7")
def test_the_rules_written_by_default_are_the_first_fourth_and_seventh() -> None:
    """A table that writes nothing plays with custom-1, custom-4 and custom-7."""
    assert Settings.of(edition("house")).custom == ("custom-1", "custom-4", "custom-7")


@pytest.mark.rule("score-1", "score-3", "uno-4", "bluff-2", "card-reverse-2p", "deck-2", "setup-1")
@pytest.mark.parametrize("name", ["classic", "house", "flip", "flip-marvel", "flip-transformers"])
def test_settings_left_out_have_the_default_of_the_rules(name: str) -> None:
    """Transformers ends after one hand, all others at 500 points; the rest is alike everywhere."""
    chosen = Settings.of(edition(name))
    assert chosen.scoring == ("hand" if name == "flip-transformers" else "points")
    assert chosen.target == 500
    assert (chosen.uno, chosen.bluffing, chosen.two_player_reverse) == ("race", True, "skip")
    assert (chosen.pairing, chosen.dealer) == ("shuffled", None)
