"""The ten suggested rules for Customizable cards."""

from __future__ import annotations

import pytest

from lastcard import Game
from tests.rules.table import bare, expect, play, refusal, table, told


@pytest.mark.rule("custom-1")
def test_custom_1_keeps_the_named_colour_apart_from_the_colour_in_play() -> None:
    """The next player draws to one colour and then plays under another; a wild is no colour."""
    game = table("house", ["W1 r1 r2", "b1 b2", "y1 y2"], discard="r5", draw="W g3 r9", custom=["custom-1"])
    play(game, "0 play W1", "0 color green")
    expect(game, hands=["r1 r2", "b1 b2 W g3", "y1 y2"], asks="0 color")
    play(game, "0 color yellow")
    expect(game, color="yellow", asks="1 play", moves=["1 play W", "1 draw"])


@pytest.mark.rule("custom-1")
def test_custom_1_leaves_the_colour_in_play_until_its_player_names_it_at_the_end() -> None:
    """The colour to be drawn to is in nobody's view the colour in play, and an earlier wild's colour stands too."""
    game = table("house", ["W1 r1 r2", "b1 b2", "y1 y2"], discard="r5", draw="g3", custom=["custom-1"])
    expect(play(game, "0 play W1"), asks="0 color", color="red")
    expect(play(game, "0 color green"), asks="0 color", color="red", turn=0)
    assert [game.view(seat).color for seat in range(3)] == ["red"] * 3
    expect(play(game, "0 color blue"), asks="1 play", color="blue")
    game = table("house", ["W1 r1 r2", "b1 b2"], discard="W", color="yellow", draw="g3", custom=["custom-1"])
    expect(play(game, "0 play W1", "0 color green"), asks="0 color", color="yellow")


@pytest.mark.rule("custom-1", "turn-5")
def test_custom_1_stops_when_the_colour_never_comes() -> None:
    """The next player takes all cards there are, and still has the turn."""
    game = table("house", ["W1 r1 r2", "b1 b2"], discard="b9 r5", draw="y1 y2", rest="none", custom=["custom-1"])
    play(game, "0 play W1", "0 color green")
    expect(game, hands=["r1 r2", "b1 b2 y1 y2 b9 r5"], draw_size=0, discard="W1")
    expect(play(game, "0 color green"), asks="1 play", moves=["1 pass"])


@pytest.mark.rule("custom-2", "effect-last")
def test_custom_2_lets_a_player_with_only_wilds_choose_which_go() -> None:
    """Unlike wilds are chosen one at a time, and one card always stays."""
    game = table("house", ["W1 r1 W", "W W+4 WX", "y1 y2"], discard="r5", custom=["custom-2"])
    play(game, "0 play W1")
    expect(
        game,
        asks="1 discard",
        moves=["1 discard W", "1 discard W+4", "1 discard WX"],
        illegal=["1 done", "0 color red"],
    )
    play(game, "1 discard WX")
    expect(game, asks="1 discard", moves=["1 discard W", "1 discard W+4"])
    assert Game.from_position(game.position()).position() == game.position()
    play(game, "1 discard W")
    expect(game, hands=["r1 W", "W+4", "y1 y2"], asks="0 color", discard="r5 WX W W1")


@pytest.mark.rule("custom-2", "effect-last")
def test_custom_2_does_not_ask_when_the_wilds_are_all_alike() -> None:
    """Of three plain Wilds two go by themselves."""
    game = table("house", ["W1 r1 r2", "W W W", "y1 y2"], discard="r5", custom=["custom-2"])
    expect(play(game, "0 play W1"), hands=["r1 r2", "W", "y1 y2"], asks="0 color", discard="r5 W W W1")


@pytest.mark.rule("custom-2")
def test_custom_2_stops_asking_once_the_wilds_left_are_alike() -> None:
    """After the one that differs has gone, the others go by themselves but for the last."""
    game = table("house", ["W1 r1 r2", "W W+4 W", "y1 y2"], discard="r5", custom=["custom-2"])
    play(game, "0 play W1", "1 discard W+4")
    expect(game, hands=["r1 r2", "W", "y1 y2"], asks="0 color", discard="r5 W+4 W W1")


@pytest.mark.rule("custom-2", "effect-last")
def test_custom_2_leaves_a_single_wild() -> None:
    """A last card is never discarded, so nobody is asked and nothing is owed."""
    game = table("house", ["W1 r1 r2", "W", "y1 y2"], discard="r5", custom=["custom-2"])
    expect(play(game, "0 play W1"), hands=["r1 r2", "W", "y1 y2"], asks="0 color", discard="r5 W1")
    expect(play(game, "0 color red"), liable=-1)


@pytest.mark.rule("custom-2", "effect-discard")
def test_custom_2_puts_the_wilds_down_in_order_longest_held_first() -> None:
    """The next player's wilds go first, the longest held at the bottom, and the card's player keeps the own."""
    game = table("house", ["W1 W r1", "W+4 g1 W", "y1 WX y2 W+4"], discard="r5", custom=["custom-2"])
    play(game, "0 play W1")
    expect(game, discard="r5 W+4 W WX W+4 W1", hands=["W r1", "g1", "y1 y2"], top="W1", asks="0 color")


@pytest.mark.rule("custom-2")
def test_custom_2_runs_in_playing_order_to_the_right() -> None:
    """With play to the right the last seat discards first."""
    game = table("house", ["W1 r1 r2", "W g1", "W+4 y1"], discard="r5", direction="right", custom=["custom-2"])
    expect(play(game, "0 play W1"), discard="r5 W+4 W W1")


@pytest.mark.rule("custom-3")
def test_custom_3_counts_for_a_player_who_could_have_played() -> None:
    """Three cards are taken also by choice, and only one of the three may be laid."""
    game = table("house", ["W1 r1 r2", "g1 b2", "y1 y2"], discard="r5", draw="g7 b9 g8 y9", custom=["custom-3"])
    play(game, "0 play W1", "0 color green", "1 draw")
    expect(game, sizes=[2, 5, 2], asks="1 drawn", moves=["1 play g7", "1 play g8", "1 pass"], illegal=["1 play g1"])
    expect(play(game, "1 play g8"), hands=["r1 r2", "g1 b2 g7 b9", "y1 y2"], turn=2)


@pytest.mark.rule("custom-3")
def test_custom_3_passes_the_turn_if_none_of_the_three_fits() -> None:
    """Three cards that do not match end the turn by themselves."""
    game = table("house", ["W1 r1 r2", "b1 b2", "y1 y2"], discard="r5", draw="b7 b8 b9", custom=["custom-3"])
    expect(play(game, "0 play W1", "0 color green", "1 draw"), sizes=[2, 5, 2], asks="2 play")


@pytest.mark.rule("custom-3")
@pytest.mark.parametrize("first", ["1 play g1", "1 draw"])
def test_custom_3_lapses_after_that_turn(first: str) -> None:
    """Whether the player played or drew, the next draw of that seat is one card again."""
    hands = ["W1 r1 r2 r3", "g1 b1 b2 b4"]
    game = table("house", hands, discard="r5", draw="b7 b8 b9 y1 y2 y3 y4 y6", custom=["custom-3"])
    play(game, "0 play W1", "0 color green", first, "0 draw")
    before = len(game.hands[1])
    play(game, "1 draw")
    assert len(game.hands[1]) == before + 1


@pytest.mark.rule("custom-3", "setup-5")
def test_custom_3_does_not_last_into_the_next_round() -> None:
    """Whoever goes out in the turn that would have cost three draws one card in the next round."""
    numbers = " ".join(f"{color}{number}" for color in "gb" for number in (1, 2, 3, 4, 6, 7, 8, 9))
    game = table("house", ["W1 r1", "y1"], discard="r5", draw=numbers, rest="none", custom=["custom-3"])
    play(game, "0 play W1", "0 color yellow", "1 play y1", "deal")
    if game.asks[1] == "color":
        play(game, "1 color red")
    expect(game, asks="1 play", sizes=[7, 7])
    expect(play(game, "1 draw"), sizes=[7, 8])


@pytest.mark.rule("custom-3", "custom-4")
def test_custom_3_lapses_also_for_a_player_who_plays_again() -> None:
    """The turn that would have cost three is over with the play; the turn won by it costs one."""
    hands = ["W1 r1 r2", "W2 b1 b2", "y1 y2"]
    game = table("house", hands, discard="r5", draw="g7 b9 b8", custom=["custom-3", "custom-4"])
    play(game, "0 play W1", "0 color green", "1 play W2", "1 color green")
    expect(game, asks="1 play")
    expect(play(game, "1 draw"), sizes=[2, 3, 2])


@pytest.mark.rule("custom-3", "turn-1", "turn-3")
def test_custom_3_gives_each_card_the_reason_why_it_cannot_be_laid() -> None:
    """After three were drawn, cards held before are out by the draw, and of the three only what does not match."""
    game = table("house", ["W1 r1 r2", "g1 b2 b9", "y1 y2"], discard="r5", draw="g7 b9 g8", custom=["custom-3"])
    play(game, "0 play W1", "0 color green", "1 draw")
    expect(game, asks="1 drawn")
    assert bare(game.view(1).hand) == "g1 b2 b9 g7 b9 g8"
    wanted = {"g1": "turn-3", "b2": "turn-3", "b9": "turn-1", "g7": None, "g8": None}
    assert [reason and reason.rule for reason in game.reasons(1)] == [wanted[str(card)] for card in game.view(1).hand]
    for card, rule in wanted.items():
        reason = game.why_not(1, card)
        assert (reason and reason.rule) == rule
    assert "(turn-3)" in refusal(game, "1 play g1")
    assert "(turn-1)" in refusal(game, "1 play b9")
    assert {reason.sentence for reason in game.reasons(0) if reason} == {
        "it is for seat 1 to play the drawn card or keep it now"
    }


@pytest.mark.rule("custom-3")
def test_custom_3_is_for_the_next_player_only() -> None:
    """The player after draws one card."""
    game = table("house", ["W1 r1 r2", "g1 b2 b3", "y1 y2"], discard="r5", draw="b7 b8 b9", custom=["custom-3"])
    expect(play(game, "0 play W1", "0 color green", "1 play g1", "2 draw"), sizes=[2, 2, 3])


@pytest.mark.rule("custom-3", "turn-5")
def test_custom_3_takes_fewer_when_fewer_are_left() -> None:
    """With two cards to be had, two are taken and either may be laid if it fits."""
    game = table("house", ["W1 r1 r2", "b1 b2"], discard="r5", draw="g7", rest="none", custom=["custom-3"])
    play(game, "0 play W1", "0 color green", "1 draw")
    expect(game, hands=["r1 r2", "b1 b2 g7 r5"], asks="1 drawn", moves=["1 play g7", "1 pass"])


@pytest.mark.rule("custom-3", "turn-3", "turn-5")
def test_custom_3_with_fewer_cards_left_leaves_the_cards_held_before_alone() -> None:
    """Two are to be had in place of three, and a card that fits but was held before cannot be laid."""
    game = table("house", ["W1 r1 r2", "g1 g2"], discard="r5", draw="g7", rest="none", custom=["custom-3"])
    play(game, "0 play W1", "0 color green", "1 draw")
    expect(game, asks="1 drawn", moves=["1 play g7", "1 pass"], illegal=["1 play g1", "1 play g2", "1 play r5"])


@pytest.mark.rule("custom-4")
def test_custom_4_gives_one_extra_turn_in_which_drawing_is_allowed() -> None:
    """The extra turn is a turn like any other, and then the next player is on."""
    game = table("house", ["W1 r1 r2", "g1 b2", "y1 y2"], discard="r5", draw="b7", custom=["custom-4"])
    expect(play(game, "0 play W1", "0 color yellow"), asks="0 play", moves=["0 draw"])
    expect(play(game, "0 draw"), asks="1 play")


@pytest.mark.rule("custom-5", "effect-discard")
def test_custom_5_makes_the_next_player_discard_down_to_seven() -> None:
    """Whoever must discard chooses which, cannot stop early, and still has the turn."""
    hands = ["W1 r1 r2", "b1 b2 b3 b4 b6 b7 b8 b9 g1", "y1 y2"]
    game = table("house", hands, discard="r5", custom=["custom-5"])
    play(game, "0 play W1")
    expect(game, asks="1 discard", illegal=["1 done", "0 discard r1"])
    play(game, "1 discard b9", "1 discard b1")
    expect(game, sizes=[2, 7, 2], asks="0 color", discard="r5 b9 b1 W1")
    expect(play(game, "0 color green"), asks="1 play", moves=["1 play g1", "1 draw"])


@pytest.mark.rule("custom-5")
def test_custom_5_leaves_a_hand_of_seven_as_it_is() -> None:
    """Nothing is drawn and nothing discarded."""
    game = table("house", ["W1 r1 r2", "b1 b2 b3 b4 b6 b7 b8"], discard="r5", custom=["custom-5"])
    expect(play(game, "0 play W1"), sizes=[2, 7], asks="0 color", discard_size=2)


@pytest.mark.rule("custom-6", "effect-discard")
def test_custom_6_goes_around_from_the_next_player_with_its_own_player_last() -> None:
    """Seat 2 is asked first, then seat 0, and seat 1, who laid the card, at the end."""
    hands = ["g1 g2 g3 g4", "W1 r1 r2 r3 r4", "b1 b2 b3 b4 b6"]
    game = table("house", hands, discard="y5", turn=1, custom=["custom-6"])
    expect(play(game, "1 play W1"), asks="2 discard")
    expect(play(game, "2 discard b1"), asks="2 discard")
    expect(play(game, "2 discard b2"), asks="0 discard")
    expect(play(game, "0 discard g4"), asks="1 discard", illegal=["1 done"])
    play(game, "1 discard r4")
    expect(game, asks="1 color", sizes=[3, 3, 3], discard="y5 b1 b2 g4 r4 W1")
    expect(play(game, "1 color red"), turn=2)


@pytest.mark.rule("custom-6")
def test_custom_6_runs_to_the_right_when_play_does() -> None:
    """With play to the right the seat on the right draws first."""
    game = table(
        "house", ["W1 r1 r2 r3", "g1 g2", "b1 b2"], discard="y5", draw="y1 y2", direction="right", custom=["custom-6"]
    )
    expect(play(game, "0 play W1"), hands=["r1 r2 r3", "g1 g2 y2", "b1 b2 y1"])


@pytest.mark.rule("custom-6", "uno-3")
def test_custom_6_brings_its_own_player_back_to_three_cards() -> None:
    """Whoever lays it as next-to-last card draws two and owes no call."""
    game = table("house", ["W1 r1", "g1 g2 g3"], discard="y5", draw="y1 y2", custom=["custom-6"])
    play(game, "0 play W1", "0 color red")
    expect(game, hands=["r1 y1 y2", "g1 g2 g3"], liable=-1)


@pytest.mark.rule("custom-7", "see-4")
def test_custom_7_shows_cards_drawn_while_hands_lie_open() -> None:
    """What is drawn before its player's next turn is seen, what is drawn in it is not."""
    game = table("house", ["W1 r1 r2", "b1 b2", "y1 y2"], discard="r5", draw="b7 b8 b9 g9", custom=["custom-7"])
    play(game, "0 play W1", "0 color green", "1 draw")
    expect(game, sees=["0 of 1: b1 b2 b7", "2 of 1: b1 b2 b7"])
    play(game, "2 draw", "0 draw")
    expect(game, sees=["1 of 0: r1 r2 ?", "1 of 2: y1 y2 b8"])


@pytest.mark.rule("custom-7", "uno-2")
def test_custom_7_lasts_until_its_players_turn_begins_with_a_play_or_draw() -> None:
    """While seat 0 only could play, hands are still open."""
    game = table("house", ["W1 r1 r2", "b1 b2"], discard="r5", draw="b7 g9", custom=["custom-7"])
    play(game, "0 play W1", "0 color green", "1 draw")
    assert game.view(1).hands_open
    play(game, "0 draw")
    assert not game.view(1).hands_open


@pytest.mark.rule("custom-7")
def test_two_open_hands_cards_last_until_both_players_were_on_again() -> None:
    """With the rule on two cards, the turn of the first player ends only the first one's spell."""
    hands = ["W1 r1 r2", "W2 g1 g2", "b1 b2"]
    game = table("house", hands, discard="r5", draw="y1 y2 y3 y4", custom=["custom-7", "custom-7"])
    play(game, "0 play W1", "0 color red", "1 play W2", "1 color red", "2 draw", "0 draw")
    expect(game, sees=["1 of 0: r1 r2 y2", "2 of 0: r1 r2 y2"])
    play(game, "1 draw")
    expect(game, sees=["0 of 1: g1 g2 ?", "2 of 1: g1 g2 ?"])


@pytest.mark.rule("custom-7")
def test_hands_are_said_to_be_closed_once_and_when_they_are() -> None:
    """While a second card keeps them open, the first player's turn closes nothing and nobody is told so."""
    hands = ["W1 r1 r2", "W2 g1 g2", "b1 b2"]
    game = table("house", hands, discard="r5", draw="y1 y2 y3 y4 y6", custom=["custom-7", "custom-7"])
    play(game, "0 play W1", "0 color red", "1 play W2", "1 color red", "2 draw", "0 draw")
    assert told(game, 2) == ["Seat 0 draws y2."]
    assert game.view(2).hands_open
    play(game, "1 draw")
    assert told(game, 2) == ["Hands are closed again.", "Seat 1 draws ?."]
    assert told(play(game, "2 draw"), 2) == ["Seat 2 draws y4."]


@pytest.mark.rule("custom-7", "card-reverse")
def test_an_open_hands_card_lasts_beyond_one_that_was_played_after_it() -> None:
    """A Reverse brings the second player on again first, and hands stay open until the first one's turn."""
    hands = ["W1 r1 r2", "W2 g1 g2", "rR b1 b2"]
    game = table("house", hands, discard="r5", draw="y1 y2 y3 y4", custom=["custom-7", "custom-7"])
    play(game, "0 play W1", "0 color red", "1 play W2", "1 color red", "2 play rR", "1 draw")
    expect(game, turn=0, sees=["0 of 1: g1 g2 y1", "2 of 1: g1 g2 y1"])
    play(game, "0 draw")
    expect(game, sees=["1 of 0: r1 r2 ?", "2 of 0: r1 r2 ?"])


@pytest.mark.rule("custom-7", "card-skip")
def test_a_missed_turn_does_not_close_open_hands() -> None:
    """Its player is skipped, so the next turn has not begun."""
    game = table(
        "house", ["W1 r1 r2", "gS b2 b3", "y1 y2"], discard="r5", draw="b7 b8", direction="right", custom=["custom-7"]
    )
    play(game, "0 play W1", "0 color green", "2 draw", "1 play gS")
    expect(game, asks="2 play")
    play(game, "2 draw")
    expect(game, sees=["0 of 2: y1 y2 b7 b8", "1 of 2: y1 y2 b7 b8"])


@pytest.mark.rule("custom-8")
def test_custom_8_asks_all_others_even_after_a_yes() -> None:
    """The vote goes round in playing order to the end, and one yes is enough."""
    game = table("house", ["g1 g2", "W1 r1 r2", "b1 b2", "y1 y2"], discard="r5", turn=1, custom=["custom-8"])
    expect(play(game, "1 play W1"), asks="2 vote", illegal=["1 vote yes", "3 vote yes"])
    expect(play(game, "2 vote yes"), asks="3 vote")
    expect(play(game, "3 vote no"), asks="0 vote")
    expect(play(game, "0 vote no"), asks="1 discard", moves=["1 discard r1", "1 discard r2"])


@pytest.mark.rule("custom-8")
def test_custom_8_is_about_what_its_player_performs_and_a_vote_of_all_is_not() -> None:
    """Everybody may know whose performance is voted on, as long as it is."""
    game = table("house", ["g1 g2", "W1 r1 r2", "b1 b2"], discard="r5", turn=1, custom=["custom-8"])
    assert not game.view(0).teller
    play(game, "1 play W1")
    assert [game.teller, *(game.view(viewer).teller for viewer in (0, 1, 2, "public"))] == [1] * 5
    play(game, "2 vote yes")
    assert (game.teller, game.asks) == (1, (0, "vote"))
    assert play(game, "0 vote no").teller is None
    game = table("house", ["W1 r1 r2", "b1 b2"], discard="r5", custom=["words: hum"])
    assert play(game, "0 play W1").asks.kind == "vote"
    assert game.teller is None


@pytest.mark.rule("custom-8", "effect-last", "uno-3")
def test_custom_8_leaves_the_last_card() -> None:
    """A teller with one card left keeps it, is not asked, and must call."""
    game = table("house", ["W1 r1", "b1 b2"], discard="r5", custom=["custom-8"])
    play(game, "0 play W1", "1 vote yes")
    expect(game, hands=["r1", "b1 b2"], asks="0 color")
    expect(play(game, "0 color red"), liable=0)


@pytest.mark.rule("custom-8", "effect-last")
def test_custom_8_lets_a_teller_with_only_wilds_choose_what_stays() -> None:
    """The discards are asked one by one until a single card is left."""
    game = table("house", ["W1 W W+4 W", "b1 b2"], discard="r5", custom=["custom-8"])
    play(game, "0 play W1", "1 vote yes", "0 discard W", "0 discard W")
    expect(game, hands=["W+4", "b1 b2"], asks="0 color", discard="r5 W W W1")


@pytest.mark.rule("custom-8", "uno-3")
def test_custom_8_without_a_laugh_takes_the_teller_back_above_one_card() -> None:
    """Four cards are drawn, so an early call was for nothing and nobody is liable."""
    game = table("house", ["W1 r1", "b1 b2"], discard="r5", draw="g1 g2 g3 g4", custom=["custom-8"])
    play(game, "0 uno", "0 play W1", "1 vote no", "0 color red")
    expect(game, hands=["r1 g1 g2 g3 g4", "b1 b2"], liable=-1, turn=1)


@pytest.mark.rule("custom-9")
def test_custom_9_has_no_other_effect() -> None:
    """The next player plays as always."""
    game = table("house", ["W1 r1 r2", "g1 b2", "y1 y2"], discard="r5", custom=["custom-9"])
    play(game, "0 play W1", "0 color green")
    expect(game, custom_notice=["1 custom-9"], asks="1 play", moves=["1 play g1", "1 draw"], sizes=[2, 2, 2])
    assert all(game.view(seat).notices == ((1, "Elbows straight"),) for seat in range(3))


@pytest.mark.rule("custom-9")
def test_custom_9_is_lifted_by_any_call_also_an_early_one() -> None:
    """The player under notice may be the one who calls, before the play."""
    game = table("house", ["W1 r1 r2", "g1 b2", "y1 y2"], discard="r5", custom=["custom-9"])
    play(game, "0 play W1", "0 color green", "1 uno")
    expect(game, custom_notice=[])


@pytest.mark.rule("custom-9", "uno-4")
def test_custom_9_is_lifted_by_an_automatic_call() -> None:
    """Where UNO is always called, the first hand of one card ends the notice."""
    game = table("house", ["W1 r1 r2", "g1 b2 b3", "g3 y2"], discard="r5", custom=["custom-9"], uno="auto")
    play(game, "0 play W1", "0 color green", "1 play g1")
    expect(game, custom_notice=["1 custom-9"])
    expect(play(game, "2 play g3"), custom_notice=[])


@pytest.mark.rule("custom-9", "uno-4")
def test_custom_9_is_lifted_by_a_call_that_was_asked_for() -> None:
    """Silence leaves the notice, a call lifts it."""
    for answer, left in (("0 silent", ["1 custom-9"]), ("0 uno", [])):
        game = table("house", ["W1 r1", "g1 b2"], discard="r5", custom=["custom-9"], uno="ask")
        play(game, "0 play W1", "0 color green", answer)
        expect(game, custom_notice=left)


@pytest.mark.rule("custom-9", "uno-1")
def test_custom_9_is_not_lifted_by_a_catch() -> None:
    """A catch is no call."""
    game = table("house", ["W1 r1", "g1 b2"], discard="r5", custom=["custom-9"])
    play(game, "0 play W1", "0 color green", "1 catch 0")
    expect(game, custom_notice=["1 custom-9"], sizes=[3, 2])


@pytest.mark.rule("custom-9")
def test_custom_9_is_carried_into_the_next_round() -> None:
    """A round that ends without a call leaves the notice in force."""
    game = table("house", ["W1 r1", "g1"], discard="r5", custom=["custom-9"])
    play(game, "0 play W1", "0 color green", "1 play g1", "deal")
    expect(game, custom_notice=["1 custom-9"])


@pytest.mark.rule("custom-9")
def test_two_notices_on_one_seat_are_both_in_force_until_one_call_lifts_both() -> None:
    """Notices of two cards, and two on one card, stand side by side; what is lifted is told once."""
    two = "; ".join(f'next player is under notice "{words}" until someone calls UNO' for words in ("Hum", "Stand"))
    game = table("house", ["W1 W2 r1 r2", "g1 g2"], discard="r5", draw="b7 b8", custom=["custom-9", two])
    play(game, "0 play W1", "0 color yellow", "1 draw", "0 play W2", "0 color yellow")
    expect(game, custom_notice=["1 custom-9", "1 W2"])
    in_force = ((1, "Elbows straight"), (1, "Hum"), (1, "Stand"))
    assert [view.notices for view in (game.view(0), game.view(1), game.view("public"))] == [in_force] * 3
    play(game, "1 draw", "0 uno")
    assert told(game) == ["Seat 0 calls UNO.", "Seat 1 is no longer under notice."]
    expect(game, custom_notice=[])


@pytest.mark.rule("custom-9")
def test_notices_on_two_seats_are_lifted_by_one_call() -> None:
    """Each seat has its own, and the call is told once and the lifting for each."""
    rules = ["custom-9", "custom-9"]
    hands = ["W1 r1 r2", "W2 g1 g2", "b1 b2 b3"]
    game = table("house", hands, discard="r5", draw="y1 y2 y3", custom=rules)
    play(game, "0 play W1", "0 color red", "1 play W2", "1 color red")
    expect(game, custom_notice=["1 custom-9", "2 custom-9"])
    play(game, "2 draw", "0 uno")
    assert told(game) == ["Seat 0 calls UNO.", "Seat 1 is no longer under notice.", "Seat 2 is no longer under notice."]
    expect(game, custom_notice=[])


@pytest.mark.rule("custom-10")
def test_custom_10_lets_the_next_player_perform_and_keep_the_turn() -> None:
    """Whoever performs draws nothing, and the dare is put to the next player alone."""
    game = table("house", ["W1 r1 r2", "g1 b2", "y1 y2"], discard="r5", custom=["custom-10"])
    play(game, "0 play W1")
    expect(game, asks="1 dare", illegal=["2 dare", "0 chicken", "1 draw"])
    expect(play(game, "1 dare"), asks="0 color", sizes=[2, 2, 2])
    expect(play(game, "0 color green"), asks="1 play", moves=["1 play g1", "1 draw"])


@pytest.mark.rule("custom-10", "turn-5")
def test_custom_10_draws_short_when_cards_run_out() -> None:
    """With two cards to be had, chickening out costs two."""
    game = table("house", ["W1 r1 r2", "g1 b2"], discard="r5", draw="y1", rest="none", custom=["custom-10"])
    play(game, "0 play W1", "1 chicken")
    assert bare(game.hands[1]) == "g1 b2 y1 r5"
