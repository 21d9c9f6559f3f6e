"""The draw for the dealer, the deal, the card turned up, and later rounds."""

from __future__ import annotations

from collections import Counter

import pytest

from lastcard import Game, LastcardError
from tests.rules.table import all_cards, bare, expect, play, refusal, table

SEEDS = range(150)


def number_on(face: str) -> int:
    """What a card counts in the draw for the dealer."""
    return int(face[1:]) if face[1:].isdigit() else 0


def draws_of(game: Game) -> list[tuple[int, str]]:
    """The draw for the dealer: who drew which light face, in order."""
    events = [event for event in game.events() if event.kind == "dealer-draw"]
    return [(event.seat, event.card.face(0)) for event in events if event.seat is not None and event.card is not None]


def dealer_by_rule(draws: list[tuple[int, str]], players: int) -> tuple[int, int]:
    """Who deals by the draws, and how often players who tied drew again."""
    rivals, left, again = list(range(players)), list(draws), -1
    while len(rivals) > 1:
        drawn, left = left[: len(rivals)], left[len(rivals) :]
        assert [seat for seat, _ in drawn] == rivals
        best = max(number_on(face) for _, face in drawn)
        rivals = [seat for seat, face in drawn if number_on(face) == best]
        again += 1
    assert not left
    return rivals[0], again


@pytest.mark.rule("setup-1")
@pytest.mark.parametrize("name", ["classic", "flip", "flip-transformers"])
def test_the_highest_number_deals_and_players_who_tie_draw_again(name: str) -> None:
    """The dealer is the one whom the draws make it, symbols counting zero and ties drawn again among themselves."""
    ties = 0
    for seed in SEEDS:
        game = Game(name, players=4, seed=seed)
        dealer, again = dealer_by_rule(draws_of(game), 4)
        assert game.view(0).dealer == dealer
        ties += again
    assert ties > 0


@pytest.mark.rule("setup-1")
@pytest.mark.parametrize("name", ["classic", "house"])
def test_a_zero_and_a_symbol_tie_in_the_draw_for_the_deal(name: str) -> None:
    """Both count zero, so the two draw again, whoever has which."""
    seen = set()
    for seed in range(400):
        (first, mine), (second, theirs), *more = draws_of(Game(name, players=2, seed=seed))
        assert (first, second) == (0, 1)
        if "0" in {mine[1:], theirs[1:]} and number_on(mine) == number_on(theirs) == 0:
            assert [seat for seat, _ in more[:2]] == [0, 1]
            seen.add((mine[1:] == "0", theirs[1:] == "0"))
    assert seen >= {(True, False), (False, True)}


@pytest.mark.rule("setup-1")
def test_cards_drawn_for_the_dealer_go_back_before_the_shuffle() -> None:
    """After the draw all cards are in the game, and a drawn card can be dealt to anyone."""
    dealt = Counter[bool]()
    for seed in SEEDS:
        game = Game("classic", players=3, seed=seed)
        assert sum(all_cards(game).values()) == 108
        hands = {str(card) for hand in game.hands for card in hand}
        dealt[any(face in hands for _, face in draws_of(game))] += 1
    assert dealt[True] > 0


@pytest.mark.rule("setup-1")
def test_no_card_is_drawn_twice_in_the_draw_for_the_deal() -> None:
    """The cards drawn stay out until there is a dealer, so no face comes more often than the deck has it."""
    for seed in range(400):
        drawn = Counter(face for _, face in draws_of(Game("classic", players=10, seed=seed)))
        assert all(count <= (1 if face[1:] == "0" else 4 if face[0] == "W" else 2) for face, count in drawn.items())


@pytest.mark.rule("setup-1")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealer_can_be_a_setting(dealer: int) -> None:
    """With the setting nobody draws, and the seat chosen deals."""
    game = Game("classic", players=3, seed=4, dealer=dealer)
    assert draws_of(game) == []
    assert game.view(0).dealer == dealer


@pytest.mark.rule("setup-1")
def test_a_dealer_must_sit_at_the_table() -> None:
    """A dealer's seat that nobody has is refused."""
    with pytest.raises(LastcardError):
        Game("classic", players=3, dealer=3)


@pytest.mark.rule("setup-2")
def test_seven_cards_are_dealt_one_at_a_time_from_left_of_the_dealer() -> None:
    """With seat 1 dealing, seat 2 gets the first, fourth, seventh card, and so on."""
    cards = [f"{color}{number}" for number in range(1, 8) for color in "rgb"]
    game = table("classic", players=3, dealer=1, draw=" ".join([*cards, "y5", "y6"]))
    assert [bare(hand) for hand in game.hands] == [
        "g1 g2 g3 g4 g5 g6 g7",
        "b1 b2 b3 b4 b5 b6 b7",
        "r1 r2 r3 r4 r5 r6 r7",
    ]
    expect(game, top="y5", draw="y6", turn=2)


@pytest.mark.rule("setup-2")
def test_a_round_needs_enough_cards_to_deal() -> None:
    """Seven each and one to turn up, or the next round is refused."""
    cards = "b1 b2 b3 b4 b6 b7 b8 b9 g1 g2 g3"
    short = table("classic", ["r1", "y1"], discard="r5", draw=cards, rest="none")
    play(short, "0 play r1")
    refusal(short, "deal")
    enough = table("classic", ["r1", "y1"], discard="r5", draw=cards + " g4", rest="none")
    expect(play(enough, "0 play r1", "deal"), discard_size=1)


@pytest.mark.rule("setup-3")
@pytest.mark.parametrize(
    ("name", "card", "turn", "direction", "drawn"),
    [
        *((name, "r+2", 2, "left", 2) for name in ("classic", "house")),
        *((name, "r+1", 2, "left", 1) for name in ("flip", "flip-marvel", "flip-transformers")),
        *((name, "rR", 0, "right", 0) for name in ("classic", "house", "flip", "flip-marvel", "flip-transformers")),
        *((name, "rS", 2, "left", 0) for name in ("classic", "house", "flip", "flip-marvel", "flip-transformers")),
        *((name, "r7", 1, "left", 0) for name in ("classic", "house", "flip", "flip-marvel", "flip-transformers")),
    ],
)
def test_a_coloured_card_turned_up_does_the_same_in_every_edition(
    name: str, card: str, turn: int, direction: str, drawn: int
) -> None:
    """With seat 0 dealing, seat 1 draws or is skipped, or the dealer goes first; the card's colour is in play."""
    game = table(name, ["b1 b2", "g1 g2", "y1 y2"], dealer=0, draw=f"{card} y6 y7 y8")
    expect(game, asks=f"{turn} play", direction=direction, sizes=[2, 2 + drawn, 2], color="red", side="light")


@pytest.mark.rule("setup-3")
def test_a_draw_two_turned_up_with_two_players_lets_the_dealer_start() -> None:
    """Left of the dealer draws two and misses; the player after that is the dealer."""
    game = table("classic", ["b1 b2", "g1 g2"], draw="r+2 y1 y2 y3")
    expect(game, hands=["b1 b2 y1 y2", "g1 g2"], turn=1, color="red", direction="left")


@pytest.mark.rule("setup-3")
@pytest.mark.parametrize("reverse", ["skip", "turn"])
def test_a_reverse_turned_up_with_two_players_lets_the_dealer_start(reverse: str) -> None:
    """The dealer goes first and play runs to the right, whatever a Reverse does later."""
    game = table("classic", ["b1 b2", "g1 g2"], draw="rR", two_player_reverse=reverse)
    expect(game, turn=1, asks="1 play", direction="right")


@pytest.mark.rule("setup-3")
def test_a_reverse_turned_up_makes_play_go_on_to_the_right_of_the_dealer() -> None:
    """With seat 0 dealing, seat 0 plays first and then the last seat."""
    game = table("classic", ["r1 b2", "r2 g1", "r3 y1"], dealer=0, draw="rR")
    expect(game, turn=0, direction="right")
    expect(play(game, "0 play r1"), turn=2)


@pytest.mark.rule("setup-3")
def test_a_skip_turned_up_with_two_players_lets_the_dealer_start() -> None:
    """Left of the dealer is skipped."""
    game = table("classic", ["b1 b2", "g1 g2"], dealer=0, draw="rS")
    expect(game, turn=0, direction="left", sizes=[2, 2])


@pytest.mark.rule("setup-3", "card-wild")
@pytest.mark.parametrize(
    ("name", "wild"),
    [
        ("classic", "W"),
        ("house", "WX"),
        ("house", "W"),
        ("house", "W1"),
        ("house", "W2"),
        ("house", "W3"),
        ("flip", "W"),
        ("flip-marvel", "WH"),
        ("flip-transformers", "WP"),
    ],
)
def test_a_wild_turned_up_has_its_colour_named_by_left_of_the_dealer(name: str, wild: str) -> None:
    """Left of the dealer names any colour, nothing else happens, and that same player takes the first turn."""
    game = table(name, ["b1 b2", "g1 g2", "y1 y2"], dealer=0, draw=f"{wild} r1")
    colors = [f"1 color {color}" for color in ("red", "green", "blue", "yellow")]
    expect(game, asks="1 color", moves=colors, illegal=["0 color red", "1 draw", "1 uno"])
    play(game, "1 color green")
    expect(game, asks="1 play", color="green", sizes=[2, 2, 2], legal=["1 play g1"], illegal=["1 play b1"])


@pytest.mark.rule("setup-3")
@pytest.mark.parametrize(
    ("name", "wild"),
    [("classic", "W+4"), ("house", "W+4"), ("flip", "W+2"), ("flip-marvel", "W+2"), ("flip-transformers", "W+2")],
)
@pytest.mark.parametrize("key", [1, 2, 3])
def test_a_wild_draw_turned_up_goes_back_and_the_deck_is_shuffled(name: str, wild: str, key: int) -> None:
    """Another card starts the discard pile, no card is lost, and the pile no longer lies as it did."""
    order = "r1 r2 r3 r4 r6 r7 r8 r9 g1 g2 g3 g4 g6 g7 g8 g9"
    game = table(name, ["b1 b2", "y1 y2"], draw=f"{wild} {order}", key=(key, 0, 0, 0))
    assert bare(game.discard[-1:]) != wild
    assert sum(all_cards(game).values()) == (108 if name == "classic" else 112)
    assert not bare(game.draw).startswith(order[:20])
    assert next(event.kind for event in game.events()) == "went-back"


@pytest.mark.rule("setup-3")
def test_several_wild_draws_in_a_row_all_go_back() -> None:
    """With three Wild Draw Fours and one other card left, it is the other one that starts."""
    for key in range(6):
        game = table("classic", ["b1 b2", "y1 y2"], draw="W+4 W+4 W+4 r7", rest="none", key=(key, 0, 0, 0))
        expect(game, top="r7", draw_size=3, draw="W+4 W+4 W+4", asks="0 play")


@pytest.mark.rule("setup-3", "card-wild")
def test_a_wild_draw_stays_if_there_is_nothing_else_to_turn_up() -> None:
    """Left of the dealer names its colour and begins; nobody draws, and nobody is asked to challenge."""
    game = table("classic", ["b1 b2", "y1 y2"], draw="W+4 W+4", rest="none")
    expect(game, top="W+4", draw_size=1, asks="0 color", legal=["0 color red"], illegal=["1 color red", "0 play b1"])
    expect(play(game, "0 color yellow"), asks="0 play", sizes=[2, 2], color="yellow", moves=["0 draw"])


@pytest.mark.rule("setup-3", "card-flip")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_a_flip_turned_up_turns_everything_to_the_dark_side(name: str) -> None:
    """Hands and draw pile turn over, and left of the dealer starts on the dark face of the Flip."""
    game = table(name, ["r1|p1 r2|p2", "g1|t1 g2|t2"], draw="rF|o4 y1|u1 y2|u2 y3|u3", rest="none")
    expect(game, side="dark", hands=["p1 p2", "t1 t2"], draw="u3 u2 u1", discard="o4", color="orange", asks="0 play")


@pytest.mark.rule("setup-4")
@pytest.mark.parametrize("back", ["o+5", "oR", "oA", "oF"])
def test_a_coloured_back_of_a_start_flip_gives_its_colour_and_does_nothing(back: str) -> None:
    """No one draws, play runs to the left, no one is skipped, and nothing flips a second time."""
    game = table("flip", ["r1|p1 r2|p2", "g1|t1 g2|t2", "b1|u1 b2|u2"], draw=f"rF|{back} y1|p3 y2|p4")
    expect(game, side="dark", color="orange", direction="left", asks="0 play", sizes=[2, 2, 2], top=back)


@pytest.mark.rule("setup-4")
@pytest.mark.parametrize(
    ("name", "back"),
    [("flip", "W"), ("flip", "W+C"), ("flip-marvel", "WV"), ("flip-transformers", "WM"), ("flip-transformers", "W+C")],
)
def test_a_wild_back_of_a_start_flip_has_its_colour_named_by_left_of_the_dealer(name: str, back: str) -> None:
    """A dark colour is named, nothing else happens, and the namer takes the first turn."""
    game = table(name, ["r1|p1 r2|p2", "g1|t1 g2|t2", "b1|u1 b2|u2"], dealer=1, draw=f"rF|{back} y1|p3 y2|p4")
    moves = [f"2 color {color}" for color in ("pink", "teal", "orange", "purple")]
    expect(game, side="dark", asks="2 color", moves=moves, illegal=["2 color red", "0 color pink"])
    play(game, "2 color purple")
    expect(game, asks="2 play", color="purple", sizes=[2, 2, 2])


@pytest.mark.rule("setup-5")
def test_the_deal_passes_to_the_left_and_direction_is_left_again() -> None:
    """After a round that ended running to the right, the next dealer is to the left and so is play."""
    numbers = " ".join(f"{color}{number}" for color in "gb" for number in (1, 2, 3, 4, 6, 7, 8, 9))
    game = table(
        "classic",
        ["r1", "y1", "y2"],
        discard="r5",
        draw=numbers + " y3 y4 y6 y7",
        rest="none",
        dealer=1,
        direction="right",
    )
    play(game, "0 play r1")
    expect(game, asks="round over", direction="right")
    play(game, "deal")
    assert game.view(0).dealer == 2
    expect(game, direction="left", turn=0, sizes=[7, 7, 7], discard_size=1)


@pytest.mark.rule("setup-5")
def test_the_deal_passes_from_the_last_seat_to_the_first() -> None:
    """Left of the last seat is seat 0."""
    numbers = " ".join(f"{color}{number}" for color in "gb" for number in (1, 2, 3, 4, 6, 7, 8, 9))
    game = table("classic", ["r1", "y1"], discard="r5", draw=numbers, rest="none", dealer=1)
    play(game, "0 play r1", "deal")
    assert game.view(0).dealer == 0
    expect(game, turn=1)


@pytest.mark.rule("setup-5")
def test_later_rounds_start_on_the_light_side() -> None:
    """After a round that ended on the dark side the hands are light again."""
    cards = " ".join(f"{a}{n}|{b}{n}" for a, b in (("g", "t"), ("b", "o")) for n in (1, 2, 3, 4, 6, 7, 8, 9))
    game = table("flip", ["r1|p1", "y1|u1"], discard="r5|p5", draw=cards, rest="none", side="dark")
    play(game, "0 play p1")
    expect(game, asks="round over", side="dark")
    expect(play(game, "deal"), side="light", sizes=[7, 7])
    assert game.color in {"red", "green", "blue", "yellow"}


@pytest.mark.rule("setup-5", "score-1")
def test_a_new_round_has_no_winner_and_no_points_yet() -> None:
    """The scores stay, what the last round brought does not, and the rounds are counted."""
    game = table("classic", ["r1", "y1 y2"], discard="r5")
    play(game, "0 play r1")
    expect(game, round_winner=0, round_points=[3, 0])
    assert game.view(1).round == 1
    play(game, "deal")
    expect(game, round_winner=-1, round_points=[0, 0], scores=[3, 0])
    assert (game.view(1).round, game.view(1).round_winner, game.view(1).round_points) == (2, None, (0, 0))


@pytest.mark.rule("setup-5", "custom-7")
def test_open_hands_are_closed_in_a_new_round() -> None:
    """Whoever laid the card has no next turn in the round that is over."""
    game = table("house", ["W1 r1 r2", "g1"], discard="r5", custom=["custom-7"])
    play(game, "0 play W1", "0 color green", "1 play g1", "deal")
    assert not game.view(0).hands_open


@pytest.mark.rule("setup-5")
def test_a_round_is_dealt_only_after_the_last_one() -> None:
    """While a round goes on, the deal is refused."""
    assert "(setup-5)" in refusal(table("classic", ["r1 r2", "y1"], discard="r5"), "deal")


@pytest.mark.rule("setup-5")
def test_the_next_round_is_shuffled() -> None:
    """The deal of a later round depends on the game's key, not on how the cards lay."""
    deals = set()
    for key in range(4):
        game = table("classic", ["r1", "y1"], discard="r5", key=(key, 1, 1, 1))
        deals.add(bare(play(game, "0 play r1", "deal").hands[0]))
    assert len(deals) == 4


@pytest.mark.rule("setup-2")
def test_hands_are_dealt_beside_a_discard_pile_that_is_already_there() -> None:
    """With a discard pile given and no hands, seven each are dealt off the draw pile and nothing is turned up."""
    draw = "r1 g1 r2 g2 r3 g3 r4 g4 r6 g5 r7 g6 r8 g7 b9 y1"
    game = table("classic", players=2, discard="r5", draw=draw)
    expect(game, hands=["r1 r2 r3 r4 r6 r7 r8", "g1 g2 g3 g4 g5 g6 g7"], discard="r5", draw="b9 y1", asks="0 play")
    dark = table(
        "flip", players=2, discard="p5", draw="p1 t1 p2 t2 p3 t3 p4 t4 p6 t5 p7 t6 p8 t7 o9 o8", side="dark", dealer=0
    )
    expect(
        dark,
        hands=["t1 t2 t3 t4 t5 t6 t7", "p1 p2 p3 p4 p6 p7 p8"],
        draw="o9 o8",
        asks="1 play",
        sees="0 of 0: t1 t2 t3 t4 t5 t6 t7",
    )
