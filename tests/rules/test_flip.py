"""The Flip card: piles and hands turn over."""

from __future__ import annotations

import pytest

from tests.rules.table import bare, expect, play, table

TWO_SIDED = ["flip", "flip-marvel", "flip-transformers"]


@pytest.mark.rule("card-flip")
@pytest.mark.parametrize("name", TWO_SIDED)
def test_flip_turns_the_discard_pile_over(name: str) -> None:
    """The card that lay at the bottom is now the top, and the Flip card is at the bottom."""
    game = table(name, ["rF|u2 r1|u1 r2|u3", "g3|o1 g4|o2"], discard="b1|t1 b2|t2 r5|t3")
    play(game, "0 play rF")
    expect(game, discard="rF|u2 r5|t3 b2|t2 b1|t1", top="b1|t1", color="teal", side="dark")


@pytest.mark.rule("card-flip", "see-1")
@pytest.mark.parametrize("name", TWO_SIDED)
def test_everyone_sees_the_new_top_and_not_what_is_beneath_it(name: str) -> None:
    """The dark face on top is known to every seat and to spectators; of the others only what was seen before."""
    game = table(name, ["rF|u2 r1|u1 r2|u3", "g3|o1 g4|o2"], discard="b1|t1 b2|t2 r5|t3")
    play(game, "0 play rF")
    for view in (game.view(0), game.view(1), game.view("public")):
        assert str(view.top) == "b1|t1"
        assert [str(card) for card in view.discard] == ["rF|?", "r5|?", "b2|?", "b1|t1"]


@pytest.mark.rule("card-flip")
def test_flip_turns_the_draw_pile_over() -> None:
    """Its bottom card is now the next to be drawn."""
    game = table("flip", ["rF r1 r2", "g3 g4"], discard="r5|t3", draw="y1|p1 y2|p2 y3|p3", rest="none")
    expect(play(game, "0 play rF"), draw="p3 p2 p1", draw_size=3)
    play(game, "1 draw")
    assert str(game.hands[1][-1]) == "y3|p3"


@pytest.mark.rule("card-flip")
def test_flip_turns_all_hands_over_and_the_next_player_is_on() -> None:
    """Every card keeps its back, and play goes on as after a number."""
    game = table("flip", ["rF|u2 r1|u1 r2|u3", "g3|t1 g4|o2", "b1|p1"], discard="r5|t3")
    play(game, "0 play rF")
    expect(game, hands=["u1 u3", "t1 o2", "p1"], asks="1 play", moves=["1 play t1", "1 draw"])


@pytest.mark.rule("card-flip")
def test_two_flips_bring_both_piles_back() -> None:
    """Light, dark, light: the piles lie as before but for the two Flip cards."""
    game = table(
        "flip",
        ["rF|u2 r1|u1 r2|u3", "g3|tF g4|o2 g6|o3"],
        discard="b1|t1 b2|t2 r5|t3",
        draw="y1|p1 y2|p2 y3|p3",
        rest="none",
    )
    play(game, "0 play rF", "1 play tF")
    expect(game, side="light", discard="g3 b1 b2 r5 rF", draw="y1 y2 y3", hands=["r1 r2", "g4 g6"], turn=0, color="red")


@pytest.mark.rule("card-flip")
@pytest.mark.parametrize("back", ["t+5", "tR", "tA", "tF"])
def test_the_new_top_of_a_flip_does_nothing(back: str) -> None:
    """Nobody draws, nothing turns, no one is skipped, and nothing flips again; only the colour counts."""
    game = table("flip", ["rF|u2 r1|u1 r2|u3", "g3|o1 g4|o2", "b3|p1 b4|p2"], discard=f"r5|{back}")
    play(game, "0 play rF")
    expect(game, side="dark", top=back, color="teal", direction="left", sizes=[2, 2, 2], asks="1 play")


@pytest.mark.rule("card-flip")
@pytest.mark.parametrize(
    ("name", "back"),
    [("flip", "W"), ("flip", "W+C"), ("flip-marvel", "WV"), ("flip-marvel", "W+C"), ("flip-transformers", "WM")],
)
def test_a_wild_uncovered_by_a_flip_has_its_colour_named_by_the_player_of_the_flip(name: str, back: str) -> None:
    """A dark colour is named; no one draws, duels or is asked to challenge."""
    game = table(name, ["rF|u2 r1|u1 r2|u3", "g3|o1 g4|o2", "b3|p1 b4|p2"], discard=f"r5|{back}")
    play(game, "0 play rF")
    expect(game, asks="0 color", turn=0, illegal=["1 color pink", "0 color red"])
    expect(play(game, "0 color pink"), asks="1 play", color="pink", sizes=[2, 2, 2])


@pytest.mark.rule("card-flip")
def test_a_light_wild_uncovered_by_a_dark_flip_has_a_light_colour_named() -> None:
    """From dark to light the same holds."""
    game = table("flip", ["r1|pF r2|u1 r3|u3", "g3|o1 g4|o2"], discard="W+2|p5", side="dark")
    play(game, "0 play pF")
    expect(game, side="light", asks="0 color", illegal=["0 color pink"])
    expect(play(game, "0 color blue"), asks="1 play", color="blue", sizes=[2, 2])


@pytest.mark.rule("card-flip", "card-reverse")
def test_a_flip_does_not_change_direction() -> None:
    """Play to the right goes on to the right."""
    game = table("flip", ["rF r1 r2", "g3 g4", "b3 b4"], discard="r5|t3", direction="right")
    expect(play(game, "0 play rF"), direction="right", turn=2)


@pytest.mark.rule("card-flip", "turn-3")
def test_a_drawn_flip_may_be_played_at_once() -> None:
    """It is at the bottom of the discard pile afterwards."""
    game = table("flip", ["b1|p1 b2|p2", "g3|o1 g4|o2"], discard="r5|t3", draw="rF|u9 y1|u1 y2|u2", rest="none")
    play(game, "0 draw", "0 play rF")
    expect(game, side="dark", discard="u9 t3", draw="u2 u1", hands=["p1 p2", "o1 o2"])


@pytest.mark.rule("card-flip", "effect-discard")
def test_cards_discarded_by_an_effect_are_turned_over_with_the_pile() -> None:
    """They come to lie above the Hero they were put under."""
    game = table(
        "flip-marvel",
        ["WH|u9 r1|u1 r2|u2", "rF|u7 r3|o1 r4|o2 r6|o3"],
        discard="r5|t3",
        draw="y1|p1 y2|p2",
        rest="none",
    )
    play(game, "0 play WH", "1 discard r6", "1 color red", "1 play rF")
    expect(game, discard="u7 u9 o3 t3", side="dark")


@pytest.mark.rule("card-flip", "turn-1")
def test_whole_cards_tell_cards_with_one_face_apart() -> None:
    """Of two red sevens the one written whole is played; a bare face means the one longest in hand."""
    start = table("flip", ["r7|tA r1|p1 r7|p3", "g3|o1 g4|o2"], discard="r5|t3")
    whole = play(start.copy(), "0 play r7|p3")
    expect(whole, top="r7|p3", hands=["r7|tA r1|p1", "g3|o1 g4|o2"])
    face = play(start.copy(), "0 play r7")
    expect(face, top="r7|tA", hands=["r1|p1 r7|p3", "g3|o1 g4|o2"])
    expect(start, illegal=["0 play r7|p1", "0 play r1|tA"])


@pytest.mark.rule("card-flip", "turn-1")
def test_a_flip_in_hand_needs_a_match_on_either_side() -> None:
    """Colour or another Flip; a Flip of another colour on a number is refused."""
    game = table("flip", ["r1|tF r2|uF r3|p1", "g3|o1"], discard="b5|t5", side="dark")
    expect(game, moves=["0 play tF", "0 draw"], illegal=["0 play uF"])
    assert bare(game.hands[0], "dark") == "tF uF p1"
