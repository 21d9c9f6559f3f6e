"""Playing a Wild Draw against the rule, and the challenge."""

from __future__ import annotations

import pytest

from tests.rules.table import expect, play, table, told


@pytest.mark.rule("bluff-1", "challenge-3")
@pytest.mark.parametrize("held", ["r1", "r+2", "rS", "r0 g1"])
def test_any_card_of_the_colour_in_play_makes_the_play_guilty(held: str) -> None:
    """Numbers and actions of the colour count alike."""
    game = table("classic", [f"W+4 {held}", "g3 g2", "y1 y2"], discard="r5")
    play(game, "0 play W+4", "0 color green", "1 challenge")
    expect(game, sizes=[len(held.split()) + 4, 2, 2], asks="1 play")


@pytest.mark.rule("bluff-1", "challenge-4")
@pytest.mark.parametrize("held", ["g5", "b+2 gS", "W", "W+4", "W W+4 y5"])
def test_number_symbol_and_other_wilds_are_no_match(held: str) -> None:
    """Outside Transformers a hand with these only is innocent."""
    top = "rS" if "S" in held else "r5"
    game = table("classic", [f"W+4 {held}", "g3 g2", "y1 y2"], discard=top)
    play(game, "0 play W+4", "0 color green", "1 challenge")
    expect(game, sizes=[len(held.split()), 8, 2], asks="2 play")


@pytest.mark.rule("bluff-1")
@pytest.mark.parametrize(
    ("name", "sizes", "turn"),
    [("flip", [1, 5, 1], 2), ("flip-marvel", [1, 5, 1], 2), ("flip-transformers", [3, 1, 1], 1)],
)
def test_a_second_wild_draw_in_hand_is_a_match_only_in_transformers(name: str, sizes: list[int], turn: int) -> None:
    """The twin of the card itself is a wild like any other."""
    game = table(name, ["W+2 W+2", "g1", "y1"], discard="r5")
    play(game, "0 play W+2", "0 color green", "1 challenge")
    expect(game, sizes=sizes, turn=turn)


@pytest.mark.rule("bluff-2")
def test_a_wild_draw_can_be_put_down_against_the_rule() -> None:
    """By default the card is playable beside a card of the colour, and unchallenged it works."""
    game = table("classic", ["W+4 r1 r2", "g1 g2"], discard="r5")
    expect(game, legal=["0 play W+4"])
    expect(play(game, "0 play W+4", "0 color red", "1 accept"), sizes=[2, 6], turn=0)


@pytest.mark.rule("bluff-2")
@pytest.mark.parametrize(
    ("name", "hand", "legal"),
    [
        ("classic", "W+4 r1", False),
        ("classic", "W+4 g5 W", True),
        ("flip", "W+2 r1", False),
        ("flip", "W+2 W", True),
        ("flip-transformers", "W+2 WP", False),
        ("flip-transformers", "W+2 W+2", False),
        ("flip-transformers", "W+2 g5", True),
    ],
)
def test_without_bluffing_the_play_itself_is_judged(name: str, hand: str, legal: bool) -> None:
    """What a challenge would find guilty is refused, what it would find innocent is allowed."""
    card = hand.split(maxsplit=1)[0]
    game = table(name, [hand, "g1 g2"], discard="r5", bluffing=False)
    expect(game, **{"legal" if legal else "illegal": [f"0 play {card}"]})


@pytest.mark.rule("bluff-2")
def test_without_bluffing_the_draw_follows_at_once() -> None:
    """Once the colour is named the cards are drawn; nobody is asked."""
    game = table("flip", ["W+C t1 t2", "u1 u2", "o1 o2"], discard="p5", draw="W u9 t9", side="dark", bluffing=False)
    play(game, "0 play W+C")
    expect(game, asks="0 color")
    expect(
        play(game, "0 color teal"), hands=["t1 t2", "u1 u2 W u9 t9", "o1 o2"], asks="2 play", illegal=["1 challenge"]
    )


@pytest.mark.rule("bluff-2", "turn-3")
def test_without_bluffing_a_drawn_wild_draw_is_judged_too() -> None:
    """Drawn beside a card of the colour it cannot be laid, and the turn passes."""
    game = table("classic", ["r1 b2", "g1 g2"], discard="r5", draw="W+4", bluffing=False)
    expect(play(game, "0 draw"), asks="1 play")
    game = table("classic", ["g1 b2", "g3 g2"], discard="r5", draw="W+4", bluffing=False)
    expect(play(game, "0 draw"), asks="0 drawn", legal=["0 play W+4"])


@pytest.mark.rule("challenge-1")
def test_only_the_next_player_may_challenge_after_the_colour_is_named() -> None:
    """To the right of seat 0 that is the last seat; before the colour nobody may."""
    game = table("classic", ["W+4 r1 r2", "g1 g2", "b1 b2", "y1 y2"], discard="r5", direction="right")
    play(game, "0 play W+4")
    expect(game, illegal=["3 challenge", "3 accept"])
    play(game, "0 color blue")
    expect(game, asks="3 challenge", moves=["3 challenge", "3 accept"])
    expect(game, illegal=["1 challenge", "2 challenge", "0 challenge", "3 draw", "3 play y1"])
    expect(play(game, "3 challenge"), sizes=[6, 2, 2, 2], asks="3 play")


@pytest.mark.rule("challenge-1")
def test_no_other_card_can_be_challenged() -> None:
    """A plain Wild beside a card of the colour gives nothing to challenge."""
    game = table("classic", ["W r1 r2", "g1 g2"], discard="r5")
    expect(play(game, "0 play W", "0 color red"), asks="1 play", illegal=["1 challenge", "1 accept"])


@pytest.mark.rule("challenge-2")
@pytest.mark.parametrize(
    ("named", "held", "guilty"), [("green", "g1 g2", False), ("green", "r1 b2", True), ("red", "b1 g2", False)]
)
def test_the_hand_is_judged_against_the_colour_before_the_card(named: str, held: str, guilty: bool) -> None:
    """The colour named with the card does not matter."""
    game = table("classic", [f"W+4 {held}", "y1 y2", "b3 b4"], discard="r5")
    play(game, "0 play W+4", f"0 color {named}", "1 challenge")
    expect(game, sizes=[6, 2, 2] if guilty else [2, 8, 2], color=named)


@pytest.mark.rule("challenge-2")
def test_on_a_wild_the_named_colour_is_the_colour_in_play() -> None:
    """The hand is judged against the colour that an earlier wild was given."""
    game = table("classic", ["W b9 b8", "W+4 r1 y2", "g1 g2"], discard="r5")
    play(game, "0 play W", "0 color yellow", "1 play W+4", "1 color red", "2 challenge")
    expect(game, sizes=[2, 6, 2], asks="2 play", color="red")


@pytest.mark.rule("challenge-2", "turn-3")
def test_a_hand_that_drew_the_wild_draw_is_judged_without_it() -> None:
    """The rest of the hand counts also when the card was just drawn."""
    game = table("classic", ["r1 b2", "y1 y2", "g1 g2"], discard="r5", draw="W+4")
    play(game, "0 draw", "0 play W+4", "0 color green", "1 challenge")
    expect(game, sizes=[6, 2, 2], asks="1 play")


@pytest.mark.rule("challenge-2", "see-3", "see-5")
def test_the_hand_is_shown_to_the_challenger_and_to_no_one_else() -> None:
    """Neither the third player's view nor the story told to that player has the cards."""
    game = table("classic", ["W+4 r1 b2", "y1 y2", "g1 g2"], discard="r5", draw="r9 r8 r7 r6")
    play(game, "0 play W+4", "0 color green", "1 challenge")
    expect(game, sees=["1 of 0: r1 b2 ? ? ? ?", "2 of 0: ? ? ? ? ? ?"])
    assert "Seat 0 shows r1." in told(game, 1)
    assert not any("shows" in line for line in told(game, 2))


@pytest.mark.rule("challenge-2", "see-3", "see-5")
def test_a_hand_shown_in_a_challenge_is_told_to_the_challenger_alone() -> None:
    """Neither its holder nor a third player who knew its cards before is shown anything."""
    hands = ["W1 r8 r9", "W+4 r1 b2", "y1 y2", "g1 g2"]
    game = table("house", hands, discard="r5", draw="y3 y4 y6 y7 y8", custom=["custom-7"])
    play(game, "0 play W1", "0 color red", "1 play W+4", "1 color green", "2 challenge")
    assert [line for line in told(game, 2) if "shows" in line] == ["Seat 1 shows r1.", "Seat 1 shows b2."]
    assert not any("shows" in line for seat in (0, 1, 3) for line in told(game, seat))
    assert not any("shows" in event.text for event in game.events("public"))


@pytest.mark.rule("challenge-2", "see-3")
def test_in_flip_the_challenger_knows_both_sides_of_the_hand_shown() -> None:
    """The backs were in sight before; the faces are now."""
    game = table("flip", ["W+2|p9 b1|p1 g2|t2", "y1|u1 y2|u2", "g3|o1 g4|o2"], discard="r5|o5", draw="b7|u7 b8|u8")
    play(game, "0 play W+2", "0 color green", "1 challenge")
    expect(game, sees=["1 of 0: b1|p1 g2|t2", "2 of 0: ?|p1 ?|t2"])


@pytest.mark.rule("challenge-3")
def test_a_guilty_wild_draw_color_is_drawn_by_its_own_player() -> None:
    """Its player draws to the named colour, and the challenger takes a normal turn and may draw."""
    game = table("flip", ["W+C p1 p2", "u1 t2", "o1 o2"], discard="p5", draw="u9 W o9 t9 u8 u7", side="dark")
    play(game, "0 play W+C", "0 color teal", "1 challenge")
    expect(game, hands=["p1 p2 u9 W o9 t9", "u1 t2", "o1 o2"], draw="u8")
    expect(game, asks="1 play", moves=["1 play t2", "1 draw"], color="teal")


@pytest.mark.rule("challenge-3", "turn-5")
def test_a_guilty_wild_draw_color_stops_when_no_card_is_left() -> None:
    """Without a card of the colour its player takes everything."""
    game = table(
        "flip", ["r1|W+C r2|p2 r3|p3", "g1|u1 g2|u2"], discard="b5|p5", draw="b1|o1 b2|o2", rest="none", side="dark"
    )
    play(game, "0 play W+C", "0 color teal", "1 challenge")
    expect(game, hands=["p2 p3 o1 o2 p5", "u1 u2"], draw_size=0, discard="W+C", asks="1 play", moves=["1 pass"])


@pytest.mark.rule("challenge-3")
def test_after_a_rightful_challenge_two_players_go_on_with_the_challenger() -> None:
    """The challenger has the next turn and no card more."""
    game = table("classic", ["W+4 r1 r2", "g1 b2"], discard="r5")
    play(game, "0 play W+4", "0 color blue", "1 challenge")
    expect(game, sizes=[6, 2], asks="1 play", moves=["1 play b2", "1 draw"])


@pytest.mark.rule("challenge-4")
@pytest.mark.parametrize(
    ("name", "card", "count"),
    [("classic", "W+4", 6), ("flip", "W+2", 4), ("flip-marvel", "W+2", 4), ("flip-transformers", "W+2", 4)],
)
def test_a_wrong_challenge_costs_two_more_and_the_turn(name: str, card: str, count: int) -> None:
    """The challenger draws everything and misses the turn."""
    game = table(name, [f"{card} b1 b2", "g1 g2", "y1 y2"], discard="r5")
    play(game, f"0 play {card}", "0 color blue", "1 challenge")
    expect(game, sizes=[2, 2 + count, 2], asks="2 play")


@pytest.mark.rule("challenge-4", "card-wild-draw-color")
def test_a_wrong_challenge_of_wild_draw_color_costs_two_cards_after_the_colour() -> None:
    """First until the colour comes, then two more whatever they are."""
    game = table("flip-marvel", ["W+C t1 t2", "u1 u2", "o1 o2"], discard="p5", draw="u9 t9 t8 WV t7", side="dark")
    play(game, "0 play W+C", "0 color teal", "1 challenge")
    expect(game, hands=["t1 t2", "u1 u2 u9 t9 t8 WV", "o1 o2"], draw="t7", asks="2 play")


@pytest.mark.rule("challenge-5")
@pytest.mark.parametrize("name", ["classic", "flip-transformers"])
@pytest.mark.parametrize(("held", "guilty"), [("r1 b2", True), ("g1 b2", False)])
def test_the_named_colour_stands_either_way(name: str, held: str, guilty: bool) -> None:
    """Guilty or innocent, play goes on in the colour that was named."""
    card = "W+4" if name == "classic" else "W+2"
    game = table(name, [f"{card} {held}", "y1 y2", "y3 y4"], discard="r5")
    play(game, f"0 play {card}", "0 color yellow", "1 challenge")
    expect(game, color="yellow", turn=1 if guilty else 2)
    expect(game, legal=["1 play y1"] if guilty else ["2 play y3"])
