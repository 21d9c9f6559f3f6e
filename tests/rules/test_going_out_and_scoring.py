"""The end of a round, points, and the end of the game."""

from __future__ import annotations

import pytest

from tests.rules.table import expect, play, table


@pytest.mark.rule("out-1")
def test_a_player_without_cards_ends_the_round() -> None:
    """Nothing can be played, drawn, called or caught any more; the next round may be dealt."""
    game = table("classic", ["r1", "g1 g2", "y1"], discard="r5")
    play(game, "0 play r1")
    expect(
        game, asks="round over", round_winner=0, illegal=["1 play g1", "1 draw", "1 catch 0", "0 uno"], legal=["deal"]
    )


@pytest.mark.rule("out-1")
@pytest.mark.parametrize(
    ("name", "side", "card", "draw", "points"),
    [
        ("classic", "light", "r+2", "b9 b8 b7", 1 + 17),
        ("classic", "light", "W+4", "b9 b8 b7 b6 b4", 1 + 30),
        ("flip", "light", "r+1", "b9 b8", 1 + 9),
        ("flip", "light", "W+2", "b9 b8 b7", 1 + 17),
        ("flip", "dark", "p+5", "o9 o8 o7 o6 o4 o3", 1 + 34),
    ],
)
def test_the_next_player_still_draws_for_a_last_draw_card(
    name: str, side: str, card: str, draw: str, points: int
) -> None:
    """The cards drawn count, there is no challenge, and no colour is asked for."""
    dark = side == "dark"
    hands = [card, "t1" if dark else "g1", "t2" if dark else "g2"]
    game = table(name, hands, discard="p5" if dark else "r5", draw=draw, side=side)
    play(game, f"0 play {card}")
    expect(game, asks="round over", round_points=points + 2, scores=[points + 2, 0, 0])
    assert len(game.hands[2]) == 1


@pytest.mark.rule("out-1")
@pytest.mark.parametrize(
    ("name", "card", "count"),
    [
        ("classic", "r+2", 2),
        ("classic", "W+4", 4),
        ("house", "r+2", 2),
        ("house", "W+4", 4),
        *((name, "r+1", 1) for name in ("flip", "flip-marvel", "flip-transformers")),
        *((name, "W+2", 2) for name in ("flip", "flip-marvel", "flip-transformers")),
        *((name, "p+5", 5) for name in ("flip", "flip-marvel", "flip-transformers")),
    ],
)
def test_for_a_last_draw_card_the_next_player_draws_exactly_as_many_in_every_edition(
    name: str, card: str, count: int
) -> None:
    """Not one card more or less, and nobody else draws; the round is over at once."""
    dark = card.startswith("p")
    hands = [card, "t1 t2", "u1"] if dark else [card, "g1 g2", "y1"]
    game = table(name, hands, discard="p5" if dark else "r5", side="dark" if dark else "light", scoring="points")
    play(game, f"0 play {card}")
    expect(game, asks="round over", round_winner=0, sizes=[0, 2 + count, 1])


@pytest.mark.rule("out-1", "card-wild-draw-color")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_a_last_wild_draw_color_is_drawn_to_in_every_edition(name: str) -> None:
    """The colour is named by the winner, and the next player alone draws until it comes."""
    game = table(name, ["W+C", "t1 t2", "u1"], discard="p5", draw="o9 p8 t9 t8", side="dark", scoring="points")
    expect(play(game, "0 play W+C"), asks="0 color")
    expect(play(game, "0 color teal"), asks="round over", hands=["", "t1 t2 o9 p8 t9", "u1"])


@pytest.mark.rule("out-1", "card-wild-draw-color")
def test_a_last_wild_draw_color_has_its_colour_named_and_is_drawn_to() -> None:
    """The winner names, the next player draws, and nobody is asked to challenge."""
    game = table("flip", ["W+C", "t1 t2", "u1"], discard="p5", draw="W o9 t9 t8", side="dark")
    play(game, "0 play W+C")
    expect(game, asks="0 color", legal=["0 color teal"], illegal=["1 challenge", "0 color red"])
    play(game, "0 color teal")
    expect(game, asks="round over", hands=["", "t1 t2 W o9 t9", "u1"], round_points=3 + 40 + 18 + 1)


@pytest.mark.rule("out-1")
def test_the_next_player_for_a_last_draw_card_is_the_next_in_direction() -> None:
    """With play to the right the seat on the right draws."""
    game = table("classic", ["r+2", "g1", "b1", "y1"], discard="r5", draw="b9 b8", direction="right")
    expect(play(game, "0 play r+2"), sizes=[0, 1, 1, 3], round_points=20)


@pytest.mark.rule("out-1", "turn-5")
def test_a_last_draw_card_draws_short_when_cards_run_out() -> None:
    """Only what there is counts."""
    game = table("classic", ["r+2", "g1"], discard="b9 r5", draw="", rest="none")
    expect(play(game, "0 play r+2"), sizes=[0, 3], round_points=15)


@pytest.mark.rule("out-1", "bluff-1")
def test_an_empty_hand_is_innocent_so_the_last_wild_draw_may_always_be_played() -> None:
    """Without bluffing too, a last Wild Draw Four is lawful."""
    game = table("classic", ["W+4", "g1"], discard="r5", draw="b1 b2 b3 b4", bluffing=False)
    expect(play(game, "0 play W+4"), asks="round over", round_points=11)


@pytest.mark.rule("out-2")
@pytest.mark.parametrize("card", ["rR", "rS", "W", "r7"])
def test_other_last_cards_have_no_effect(card: str) -> None:
    """No colour is asked for and nobody gets a card."""
    game = table("classic", [card, "g1", "g2"], discard="r5")
    expect(play(game, f"0 play {card}"), asks="round over", sizes=[0, 1, 1], round_points=3)


@pytest.mark.rule("out-2")
def test_skip_everyone_as_the_last_card_ends_the_round() -> None:
    """There is no turn to come back to."""
    game = table("flip", ["pA", "t1 t2"], discard="p5", side="dark")
    expect(play(game, "0 play pA"), asks="round over", round_winner=0, round_points=3)


@pytest.mark.rule("out-2", "score-1", "card-flip")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_points_after_a_last_flip_are_by_the_other_side(name: str) -> None:
    """Light faces before, dark faces counted, and no colour is asked for though the new top is wild."""
    game = table(name, ["rF|u2", "r1|W+C g1|pA", "y9|t2"], discard="r5|W+C", scoring="points")
    play(game, "0 play rF")
    expect(game, side="dark", asks="round over", round_points=60 + 30 + 2, scores=[92, 0, 0])


@pytest.mark.rule("out-2", "score-1")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_points_after_a_last_dark_flip_are_by_the_light_side(name: str) -> None:
    """The same from dark to light."""
    game = table(name, ["r1|pF", "r3|W+C W+2|t1"], discard="r5|p5", side="dark", scoring="points")
    expect(play(game, "0 play pF"), side="light", round_points=53)


@pytest.mark.rule("score-1")
def test_the_winner_gets_the_points_of_all_others() -> None:
    """All hands but the empty one are added up on top of earlier points."""
    game = table("classic", ["r1", "g9 W", "y0 y+2", "bS"], discard="r5", scores=[7, 1, 2, 3])
    expect(play(game, "0 play r1"), round_points=[99, 0, 0, 0], scores=[106, 1, 2, 3], asks="round over")


@pytest.mark.rule("score-1")
@pytest.mark.parametrize(("before", "over"), [(490, False), (491, True), (495, True)])
def test_the_first_to_reach_the_target_wins_the_game(before: int, over: bool) -> None:
    """Exactly 500 is enough, one less is not."""
    game = table("classic", ["r1", "g9"], discard="r5", scores=[before, 480])
    play(game, "0 play r1")
    expect(game, asks="game over" if over else "round over", game_winners=[0] if over else [])
    if over:
        expect(game, illegal=["deal"])


@pytest.mark.rule("score-1")
def test_the_target_can_be_set() -> None:
    """A game to 20 ends at 20."""
    game = table("classic", ["r1", "g+2"], discard="r5", target=20)
    expect(play(game, "0 play r1"), asks="game over", game_winners=[0], scores=[20, 0])


@pytest.mark.rule("score-1", "score-3")
def test_transformers_can_be_scored_to_the_target() -> None:
    """With the setting the game goes on after a hand."""
    game = table("flip-transformers", ["r1", "WP g9"], discard="r5", scoring="points")
    expect(play(game, "0 play r1"), asks="round over", scores=[49, 0], game_winners=[])


@pytest.mark.rule("score-2")
def test_lowest_scoring_adds_up_everyones_own_leftovers() -> None:
    """The winner of the round gets nothing, the others what they hold, a forced last draw included."""
    game = table("classic", ["r+2", "g9 W", "y0 y3"], discard="r5", draw="b1 b2", scoring="lowest", scores=[10, 20, 30])
    play(game, "0 play r+2")
    expect(game, round_points=[0, 62, 3], scores=[10, 82, 33], asks="round over", round_winner=0)


@pytest.mark.rule("score-2")
def test_lowest_scoring_is_not_always_won_by_the_winner_of_the_round() -> None:
    """When someone reaches 500, the lowest total wins, whoever went out."""
    game = table("classic", ["r1", "g9", "y1"], discard="r5", scoring="lowest", scores=[300, 491, 120])
    expect(play(game, "0 play r1"), asks="game over", scores=[300, 500, 121], game_winners=[2])


@pytest.mark.rule("score-2")
def test_equal_lowest_totals_share_the_win() -> None:
    """Two winners are two winners."""
    game = table("classic", ["r1", "g9", "y1", "b5"], discard="r5", scoring="lowest", scores=[100, 495, 99, 101])
    expect(play(game, "0 play r1"), asks="game over", scores=[100, 504, 100, 106], game_winners=[0, 2])


@pytest.mark.rule("score-2")
@pytest.mark.parametrize(("scores", "winner"), [([90, 500, 99], 0), ([491, 0, 99], 1), ([491, 495, 20], 2)])
def test_the_lowest_total_wins_at_whichever_seat_it_is(scores: list[int], winner: int) -> None:
    """The first seat and the last one too; and it is told of no single seat, as several may win."""
    game = table("classic", ["g9", "r1", "y8"], discard="r5", turn=1, scoring="lowest", scores=[*scores])
    events = game.play("1 play r1")
    expect(game, asks="game over", game_winners=[winner])
    assert [(event.seat, event.word) for event in events if event.kind == "game-won"] == [(None, f"seat {winner}")]


@pytest.mark.rule("score-2")
def test_lowest_scoring_goes_on_below_the_target() -> None:
    """At 499 nobody has reached 500."""
    game = table("classic", ["r1", "g9"], discard="r5", scoring="lowest", scores=[0, 490])
    expect(play(game, "0 play r1"), asks="round over", scores=[0, 499], game_winners=[], legal=["deal"])


@pytest.mark.rule("setup-2")
def test_a_round_that_cant_be_dealt_and_a_game_that_is_over_have_no_moves() -> None:
    """With too few cards for every hand there is no deal, and nothing is counted either."""
    short = play(table("classic", ["r1", "g9"], discard="r5", draw="", rest="none"), "0 play r1")
    expect(short, asks="round over", moves=[], illegal=["deal"])
    over = play(table("classic", ["r1", "g9"], discard="r5", target=5), "0 play r1")
    expect(over, asks="game over", moves=[], illegal=["deal"])
    assert [game.perft(1) for game in (short, over)] == [0, 0]


@pytest.mark.rule("score-2", "out-2")
def test_lowest_scoring_counts_by_the_side_in_play_at_the_end() -> None:
    """After a last Flip the other side's points are added."""
    game = table("flip", ["rF|u2", "r1|W+C", "y9|t2"], discard="r5|t1", scoring="lowest")
    expect(play(game, "0 play rF"), round_points=[0, 60, 2])


@pytest.mark.rule("score-3")
@pytest.mark.parametrize("name", ["classic", "house", "flip", "flip-marvel", "flip-transformers"])
def test_a_single_hand_is_the_whole_game_and_keeps_no_points(name: str) -> None:
    """Whoever goes out has won, and scores stay at zero."""
    game = table(name, ["r1", "g9 g8"], discard="r5", scoring="hand")
    play(game, "0 play r1")
    expect(game, asks="game over", game_winners=[0], scores=[0, 0], round_points=[0, 0], illegal=["deal"])


@pytest.mark.rule("score-3")
def test_a_transformers_game_is_one_hand_by_default() -> None:
    """No setting is needed, and a last Draw One is still drawn."""
    game = table("flip-transformers", ["r+1", "g9 g8"], discard="r5")
    expect(play(game, "0 play r+1"), asks="game over", game_winners=[0], sizes=[0, 3], scores=[0, 0])
