"""Wild, Wild Draw Four, Wild Draw Two and Wild Draw Color."""

from __future__ import annotations

import pytest

from tests.rules.table import expect, play, table


@pytest.mark.rule("card-wild")
def test_the_player_of_a_wild_may_name_the_present_colour() -> None:
    """Red can be named on red."""
    game = table("classic", ["W b1 b2", "r1 g1"], discard="r5")
    play(game, "0 play W")
    expect(game, asks="0 color", turn=0, illegal=["1 color red", "0 draw", "0 play b1"])
    expect(play(game, "0 color red"), color="red", turn=1, moves=["1 play r1", "1 draw"])


@pytest.mark.rule("card-wild")
def test_only_colours_of_the_side_in_play_can_be_named() -> None:
    """Dark colours on the dark side, light ones on the light side."""
    for side, mine, other in (("light", "red", "pink"), ("dark", "pink", "red")):
        top = "r5" if side == "light" else "p5"
        game = table("flip", ["W", "W"], discard=top, side=side, draw="W")
        play(game, "0 draw", "0 play W")
        expect(game, legal=[f"0 color {mine}"], illegal=[f"0 color {other}", "0 color white"])


@pytest.mark.rule("card-wild-draw")
@pytest.mark.parametrize(
    ("name", "card", "count"),
    [
        ("classic", "W+4", 4),
        ("house", "W+4", 4),
        ("flip", "W+2", 2),
        ("flip-marvel", "W+2", 2),
        ("flip-transformers", "W+2", 2),
    ],
)
def test_an_accepted_wild_draw_costs_the_cards_and_the_turn(name: str, card: str, count: int) -> None:
    """The colour is named first, then the next player answers, draws and misses the turn."""
    game = table(name, [f"{card} b1 b2", "g1 g2", "y1 y2"], discard="r5")
    expect(play(game, f"0 play {card}"), asks="0 color", turn=0)
    expect(play(game, "0 color green"), asks="1 challenge", turn=0, color="green", sizes=[2, 2, 2])
    expect(play(game, "1 accept"), asks="2 play", color="green", sizes=[2, 2 + count, 2])


@pytest.mark.rule("card-wild-draw")
def test_a_wild_draw_between_two_players_brings_the_turn_back() -> None:
    """The other player draws four and misses."""
    game = table("classic", ["W+4 b1 b2", "g1 g2"], discard="r5")
    expect(play(game, "0 play W+4", "0 color blue", "1 accept"), asks="0 play", sizes=[2, 6])


@pytest.mark.rule("card-wild-draw-color")
def test_wild_draw_color_is_drawn_to_the_named_colour_and_that_colour_is_in_play() -> None:
    """Wilds and other colours are kept on the way, and the card of the colour ends it."""
    game = table("flip", ["W+C p1 p2", "t1 t2", "u1 u2"], discard="o5", draw="W t3 W+C oA p9 p8", side="dark")
    play(game, "0 play W+C", "0 color pink", "1 accept")
    expect(game, hands=["p1 p2", "t1 t2 W t3 W+C oA p9", "u1 u2"], draw="p8", color="pink", turn=2)


@pytest.mark.rule("card-wild-draw-color")
def test_wild_draw_color_may_stop_at_the_first_card() -> None:
    """If the first card has the colour, one is all there is to draw."""
    game = table("flip-marvel", ["W+C p1 p2", "t1 t2"], discard="o5", draw="oF p9", side="dark")
    play(game, "0 play W+C", "0 color orange", "1 accept")
    expect(game, hands=["p1 p2", "t1 t2 oF"], color="orange", turn=0, side="dark")


@pytest.mark.rule("card-wild-draw-color")
def test_wild_draw_color_counts_the_dark_face_only() -> None:
    """The light face of a drawn card is no colour of the dark side."""
    game = table("flip", ["b1|W+C b2|p2 b3|p3", "g1|t1"], discard="y5|o5", draw="r1|u1 r2|W r3|t3", side="dark")
    play(game, "0 play W+C", "0 color teal", "1 accept")
    expect(game, hands=["p2 p3", "t1 u1 W t3"])
