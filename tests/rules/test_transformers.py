"""The Might of Optimus Prime and The Tyranny of Megatron."""

from __future__ import annotations

import pytest

from tests.rules.table import expect, play, table, told

NAME = "flip-transformers"


@pytest.mark.rule("card-prime")
@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("r9 r1", "g8 g1", 0),
        ("r7 r1", "g8 g1", 1),
        ("r8 r1", "g8 g1", 0),
        ("r1 rS", "gS W+2", 0),
        ("rS W+2", "g1 gS", 1),
        ("rS rR", "gS W+2", 0),
        ("W+2 rF", "g+1 g1", 1),
    ],
)
def test_the_higher_number_wins_for_prime(mine: str, theirs: str, winner: int) -> None:
    """Equal, or the chosen player has no number: the card's player wins; only the chosen player has one: that one."""
    game = table(NAME, [f"WP {mine}", theirs, "y1 y2"], discard="b5")
    expect(play(game, "0 play WP", "0 target 1"), asks=f"{winner} discard", turn=0)


@pytest.mark.rule("card-prime")
def test_prime_asks_for_its_target_also_with_two_players() -> None:
    """The one opponent must be chosen; no one is not an answer."""
    game = table(NAME, ["WP r1 r2", "g1 g2"], discard="b5")
    expect(play(game, "0 play WP"), asks="0 target", moves=["0 target 1"], illegal=["0 target none", "0 target 0"])


@pytest.mark.rule("card-prime")
@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_that_nobody_sits_at_cant_be_chosen(players: int) -> None:
    """The seat after the last one is no player."""
    game = table(NAME, ["WP r1 r2", "g1 g2", "y1 y2", "b1 b2"][:players], discard="b5")
    expect(play(game, "0 play WP"), moves=[f"0 target {seat}" for seat in range(1, players)])
    expect(game, illegal=[f"0 target {players}", f"0 target {players + 1}"])


@pytest.mark.rule("card-prime", "see-3")
@pytest.mark.parametrize(
    ("mine", "theirs", "shown"),
    [("rS rR", "gS g+1", []), ("rS rR", "gS g1", ["Seat 1 shows g1"]), ("rS r1", "gS gR", ["Seat 0 shows r1"])],
)
def test_a_hand_without_a_number_shows_no_card_for_prime(mine: str, theirs: str, shown: list[str]) -> None:
    """No card of such a hand comes to light, and none that lies elsewhere either."""
    game = table(NAME, [f"WP {mine}", theirs, "r9 r8 y1"], discard="b5")
    play(game, "0 play WP", "0 target 1")
    assert [line.split("|")[0] for line in told(game, 2) if "shows" in line] == shown


@pytest.mark.rule("card-prime", "see-3")
def test_of_equal_highest_cards_the_first_in_colour_order_is_shown() -> None:
    """Red before green before blue before yellow, wherever they are in the hand."""
    game = table(NAME, ["WP y9 b9 r3", "y8 g8 r1", "b1 b2"], discard="b5")
    play(game, "0 play WP", "0 target 1")
    shown = [line.split("|")[0] for line in told(game, 2) if "shows" in line]
    assert shown == ["Seat 0 shows b9", "Seat 1 shows g8"]
    faces = [[card.face(0) for card in hand] for hand in game.view(2).hands]
    assert sorted(faces[0]) == ["?", "?", "b9"]
    assert sorted(faces[1]) == ["?", "?", "g8"]


@pytest.mark.rule("card-prime", "see-3")
def test_of_equal_faces_the_one_longest_in_hand_is_shown() -> None:
    """Of two red nines the first one held comes to light."""
    game = table(NAME, ["WP|p1 r9|p2 r1|p3 r9|p4", "g8|t1 g1|t2", "b1|o1 b2|o2"], discard="b5|o5")
    play(game, "0 play WP", "0 target 1")
    expect(game, sees="2 of 0: r9|p2 ?|p3 ?|p4")


@pytest.mark.rule("card-prime", "effect-discard")
def test_the_winner_of_prime_may_discard_two_one_or_none() -> None:
    """Discards go under the card, a later one above an earlier one, and then the winner names the colour."""
    start = table(NAME, ["WP r9 r1 r2 rS", "g8 g1", "y1 y2"], discard="b5")
    play(start, "0 play WP", "0 target 1")
    two = play(start.copy(), "0 discard rS", "0 discard r1")
    expect(two, asks="0 color", discard="b5 rS r1 WP", hands=["r9 r2", "g8 g1", "y1 y2"], turn=0)
    one = play(start.copy(), "0 discard r9", "0 done")
    expect(one, asks="0 color", discard="b5 r9 WP", sizes=[3, 2, 2])
    none = play(start.copy(), "0 done")
    expect(none, asks="0 color", discard="b5 WP", sizes=[4, 2, 2])
    expect(play(two, "0 color red"), asks="1 play", color="red")


@pytest.mark.rule("card-prime", "effect-last", "uno-3")
def test_a_winner_of_prime_with_two_cards_may_discard_only_one() -> None:
    """After the first discard one card is left, so the colour is asked for, and the winner must call."""
    game = table(NAME, ["WP r1 r2 r3", "g9 g1", "y1 y2"], discard="b5")
    play(game, "0 play WP", "0 target 1", "1 discard g9")
    expect(game, asks="1 color", illegal=["1 discard g1", "0 color red"])
    play(game, "1 color green")
    expect(game, asks="1 play", liable=1, hands=["r1 r2 r3", "g1", "y1 y2"])


@pytest.mark.rule("card-prime", "effect-last")
def test_a_winner_of_prime_with_one_card_is_not_asked_to_discard() -> None:
    """The last card stays; the colour is asked for at once."""
    game = table(NAME, ["WP r9", "g1 g2"], discard="b5")
    expect(play(game, "0 play WP", "0 target 1"), asks="0 color", hands=["r9", "g1 g2"])


@pytest.mark.rule("card-prime", "effect-next")
def test_play_goes_on_from_the_player_of_prime_whoever_wins() -> None:
    """The chosen player two seats on wins and names, and the next seat in direction plays."""
    game = table(NAME, ["WP r1 r2", "g1 g2", "y9 y2", "b1 b2"], discard="b5", direction="right")
    play(game, "0 play WP", "0 target 2", "2 done", "2 color yellow")
    expect(game, asks="3 play", color="yellow")


@pytest.mark.rule("card-prime")
def test_the_prime_card_itself_is_not_discarded_or_counted() -> None:
    """The card lies on the discard pile during the duel, and a second Prime in hand is no number."""
    game = table(NAME, ["WP WP rS", "g1 g2", "b1 b2"], discard="b5")
    play(game, "0 play WP", "0 target 1")
    expect(game, asks="1 discard", hands=["WP rS", "g1 g2", "b1 b2"], top="WP")


@pytest.mark.rule("card-prime", "uno-3")
def test_prime_can_leave_two_players_liable() -> None:
    """Its player by playing, the winner by discarding."""
    game = table(NAME, ["WP r1", "g9 g2", "b1 b2"], discard="b5")
    play(game, "0 play WP", "0 target 1", "1 discard g9", "1 color green")
    expect(game, liable=[0, 1], turn=1)


@pytest.mark.rule("card-megatron")
@pytest.mark.parametrize(
    ("mine", "theirs", "loser"),
    [
        ("p9 p2", "t3 t8", 0),
        ("p9 p4", "t3 t8", 1),
        ("p3 p4", "t3 t8", 1),
        ("pA pR", "t9 tA", 1),
        ("p9 pR", "tA tF", 0),
        ("pA p+5", "tA W+C", 1),
    ],
)
def test_the_lowest_number_draws_two_for_megatron(mine: str, theirs: str, loser: int) -> None:
    """Equal, or no number on either hand: the chosen player draws; a hand without a number never has the lowest."""
    game = table(NAME, [f"WM {mine}", theirs, "u1 u2"], discard="o5", side="dark")
    play(game, "0 play WM", "0 target 1")
    expect(game, sizes=[4, 2, 2] if loser == 0 else [2, 4, 2], asks=f"{1 - loser} color", turn=0)


@pytest.mark.rule("card-megatron")
def test_megatron_asks_for_its_target_also_with_two_players() -> None:
    """The one opponent must be chosen."""
    game = table(NAME, ["WM p1 p2", "t1 t2"], discard="o5", side="dark")
    expect(play(game, "0 play WM"), asks="0 target", moves=["0 target 1"], illegal=["0 target none", "0 target 0"])


@pytest.mark.rule("card-megatron", "effect-next")
def test_play_goes_on_from_the_player_of_megatron_whoever_names_the_colour() -> None:
    """Seat 3 names the colour and seat 1 is next."""
    game = table(NAME, ["WM p1 p2", "t1 t2", "u1 u2", "o8 o9"], discard="o5", side="dark")
    play(game, "0 play WM", "0 target 3")
    expect(game, asks="3 color", sizes=[4, 2, 2, 2])
    expect(play(game, "3 color orange"), asks="1 play", color="orange")


@pytest.mark.rule("card-megatron", "see-3")
def test_megatron_shows_both_hands_but_not_the_cards_drawn() -> None:
    """All know the two hands as they were; the two cards the loser draws are seen only from the back."""
    hands = ["r1|WM r9|p9 r8|p8", "g7|t2 g6|t8", "b1|o3 b2|o4"]
    game = table(NAME, hands, discard="b5|u5", draw="y3|u1 y4|u2 y6|u3", side="dark")
    play(game, "0 play WM", "0 target 1")
    expect(game, sees=["2 of 0: r9|p9 r8|p8", "2 of 1: g7|t2 g6|t8 y3|? y4|?", "0 of 1: g7|t2 g6|t8 y3|? y4|?"])
    expect(game, sees=["0 of 2: b1|? b2|?", "1 of 2: b1|? b2|?"])


@pytest.mark.rule("card-megatron", "uno-3")
def test_a_player_of_megatron_who_draws_is_no_longer_liable() -> None:
    """Three cards are held after losing with the last one."""
    game = table(NAME, ["WM p1", "t8 t9"], discard="o5", side="dark")
    play(game, "0 play WM", "0 target 1", "1 color teal")
    expect(game, sizes=[3, 2], liable=-1)


@pytest.mark.rule("card-prime", "card-megatron", "out-2")
def test_prime_and_megatron_as_last_cards_start_no_duel() -> None:
    """The game of one hand is won at once."""
    prime = table(NAME, ["WP", "g1 g2"], discard="b5")
    expect(play(prime, "0 play WP"), asks="game over", game_winners=[0])
    megatron = table(NAME, ["WM", "t1 t2"], discard="o5", side="dark")
    expect(play(megatron, "0 play WM"), asks="game over", hands=["", "t1 t2"])
