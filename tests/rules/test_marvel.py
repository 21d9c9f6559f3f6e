"""Wild Super Hero and Wild Villain."""

from __future__ import annotations

import pytest

from tests.rules.table import expect, play, table


@pytest.mark.rule("card-hero")
def test_the_hero_counts_hands_without_itself() -> None:
    """Two cards are left beside the Hero, the next player has three and is the one."""
    game = table("flip-marvel", ["WH r1 r2", "g1 g2 g3", "y1"], discard="b5")
    expect(play(game, "0 play WH"), asks="1 discard", moves=["1 discard g1", "1 discard g2", "1 discard g3", "1 done"])


@pytest.mark.rule("card-hero")
def test_the_player_of_the_hero_may_have_the_most_cards() -> None:
    """Then that player discards one at most and names the colour."""
    game = table("flip-marvel", ["WH r1 r2 r3", "g1 g2", "y1"], discard="b5")
    expect(play(game, "0 play WH"), asks="0 discard")
    expect(play(game, "0 discard r2"), asks="0 color", hands=["r1 r3", "g1 g2", "y1"], discard="b5 r2 WH")
    expect(play(game, "0 color red"), asks="1 play")


@pytest.mark.rule("card-hero")
@pytest.mark.parametrize(
    ("hands", "direction", "seat"),
    [
        (["WH r1 r2", "g1 g2", "y1 y2"], "left", 1),
        (["WH r1 r2", "g1 g2", "y1 y2"], "right", 2),
        (["WH r1 r2", "g1", "y1 y2"], "left", 2),
        (["WH r1 r2", "g1", "y1"], "left", 0),
        (["WH r1 r2 r3", "g1 g2", "y1 y2 y3"], "left", 2),
    ],
)
def test_of_equal_largest_hands_the_first_in_playing_order_with_the_own_player_last(
    hands: list[str], direction: str, seat: int
) -> None:
    """The next player comes before the others, and the Hero's player only if no one else has as many."""
    game = table("flip-marvel", hands, discard="b5", direction=direction)
    expect(play(game, "0 play WH"), asks=f"{seat} discard")


@pytest.mark.rule("card-hero", "effect-last")
def test_a_hero_among_single_cards_asks_for_no_discard() -> None:
    """The next player has as many as anyone, cannot give the last card, and names the colour at once."""
    game = table("flip-marvel", ["WH r1", "g1", "y1"], discard="b5")
    expect(play(game, "0 play WH"), asks="1 color", turn=0)
    expect(play(game, "1 color green"), asks="1 play", hands=["r1", "g1", "y1"])


@pytest.mark.rule("card-hero", "effect-last", "uno-3")
def test_a_hero_between_two_players_can_leave_both_liable() -> None:
    """One card is left to each, by playing and by discarding."""
    game = table("flip-marvel", ["WH r1", "g1 g2"], discard="b5")
    play(game, "0 play WH", "1 discard g1", "1 color green")
    expect(game, hands=["r1", "g2"], liable=[0, 1], legal=["0 uno", "1 uno", "0 catch 1", "1 catch 0"])


@pytest.mark.rule("card-hero", "effect-next")
def test_play_goes_on_from_the_player_of_the_hero() -> None:
    """Seat 3 discards and names the colour, and seat 1 is next all the same."""
    game = table("flip-marvel", ["WH r1", "g1", "b1", "y1 y2 y3"], discard="b5")
    play(game, "0 play WH")
    expect(game, asks="3 discard", turn=0)
    play(game, "3 discard y3")
    expect(game, asks="3 color", turn=0, illegal=["0 color red"])
    expect(play(game, "3 color blue"), asks="1 play", color="blue")


@pytest.mark.rule("effect-discard", "card-hero")
@pytest.mark.parametrize("card", ["gS", "gR", "g+1", "gF", "W+2", "WH"])
def test_nothing_printed_on_a_card_discarded_for_the_hero_happens(card: str) -> None:
    """No one draws or is skipped, nothing turns, and the Hero stays the top card."""
    game = table("flip-marvel", ["WH r1 r2", f"g1 g2 {card}", "y1 y2"], discard="b5")
    play(game, "0 play WH", f"1 discard {card}", "1 color yellow")
    expect(
        game, discard=f"b5 {card} WH", side="light", direction="left", sizes=[2, 2, 2], asks="1 play", color="yellow"
    )


@pytest.mark.rule("effect-discard", "see-1")
def test_a_card_discarded_by_an_effect_is_seen_by_all() -> None:
    """Every seat finds its face in the discard pile, and no one its back."""
    game = table("flip-marvel", ["WH|p1 r1|p2 r2|p3", "g1|t1 g2|t2 gS|t3", "y1|u1"], discard="b5|o5")
    play(game, "0 play WH", "1 discard gS")
    for seat in range(3):
        assert [card.face(0) for card in game.view(seat).discard] == ["b5", "gS", "WH"]
        assert str(game.view(seat).discard[1]) == "gS|?"


@pytest.mark.rule("card-villain")
@pytest.mark.parametrize(
    ("hands", "direction", "seat"),
    [
        (["WV p1 p2", "t1 t2", "u1 u2"], "left", 1),
        (["WV p1 p2", "t1 t2", "u1 u2"], "right", 2),
        (["WV p1 p2", "t1 t2 t3", "u1 u2"], "left", 2),
        (["WV p1", "t1 t2", "u1 u2"], "left", 0),
        (["WV p1", "t1 t2", "u1"], "left", 2),
    ],
)
def test_of_equal_smallest_hands_the_first_in_playing_order_with_the_own_player_last(
    hands: list[str], direction: str, seat: int
) -> None:
    """The Villain itself is not counted, and whoever has the fewest draws three and names the colour."""
    game = table("flip-marvel", hands, discard="o5", side="dark", direction=direction)
    play(game, "0 play WV")
    sizes = [len(hand.split()) - (place == 0) + 3 * (place == seat) for place, hand in enumerate(hands)]
    expect(game, asks=f"{seat} color", sizes=sizes, turn=0)


@pytest.mark.rule("card-villain", "effect-next")
def test_play_goes_on_from_the_player_of_the_villain() -> None:
    """The one who drew three still has the turn when it comes."""
    game = table("flip-marvel", ["WV p1 p2", "t1", "u1 u2"], discard="o5", draw="t2 t3 u4", side="dark")
    play(game, "0 play WV", "1 color teal")
    expect(game, asks="1 play", moves=["1 play t1", "1 play t2", "1 play t3", "1 draw"])


@pytest.mark.rule("card-villain", "uno-3")
def test_a_villain_that_hits_its_own_player_lifts_the_duty_to_call() -> None:
    """With four cards in hand nobody is liable, and an early call has lapsed."""
    game = table("flip-marvel", ["WV p1", "t1 t2"], discard="o5", side="dark")
    play(game, "0 uno", "0 play WV", "0 color pink")
    expect(game, sizes=[4, 2], liable=-1)
    assert game.view(1).called == ()


@pytest.mark.rule("card-hero", "card-villain", "out-2")
def test_hero_and_villain_as_last_cards_do_nothing() -> None:
    """Nobody discards, draws or names a colour."""
    hero = table("flip-marvel", ["WH", "g1 g2"], discard="b5")
    expect(play(hero, "0 play WH"), asks="round over", hands=["", "g1 g2"])
    villain = table("flip-marvel", ["WV", "t1 t2"], discard="o5", side="dark")
    expect(play(villain, "0 play WV"), asks="round over", hands=["", "t1 t2"])
