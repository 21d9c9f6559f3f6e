"""Wild Swap Hands, and the ten suggested rules for Customizable cards."""

from __future__ import annotations

import pytest

from lastcard import LastcardError, Settings, edition
from tests.rules.table import bare, expect, play, refusal, table, told


@pytest.mark.rule("card-swap")
def test_swap_hands_changes_whole_hands_of_any_size() -> None:
    """Two cards for five, and then the colour is named by the card's player."""
    game = table("house", ["WX r1 r2", "g1 g2 g3", "y1 y2 y3 y4 y6"], discard="b5")
    play(game, "0 play WX", "0 target 2")
    expect(game, hands=["y1 y2 y3 y4 y6", "g1 g2 g3", "r1 r2"], asks="0 color", turn=0)
    expect(play(game, "0 color yellow"), asks="1 play")


@pytest.mark.rule("card-swap")
def test_swap_hands_between_two_players_may_be_declined() -> None:
    """The only opponent need not be chosen, and the own seat cannot be."""
    game = table("house", ["WX r1 r2", "g1 g2 g3"], discard="b5")
    play(game, "0 play WX")
    expect(game, moves=["0 target 1", "0 target none"], illegal=["0 target 0", "1 target 0"])
    play(game, "0 target none", "0 color red")
    expect(game, hands=["r1 r2", "g1 g2 g3"], turn=1, color="red")


@pytest.mark.rule("card-swap", "out-2")
def test_swap_hands_as_the_last_card_swaps_nothing() -> None:
    """The round is over; no one is chosen."""
    game = table("house", ["WX", "g1 g2"], discard="b5")
    expect(play(game, "0 play WX"), asks="round over", round_winner=0, hands=["", "g1 g2"], scores=[3, 0])


@pytest.mark.rule("card-custom")
def test_the_colour_is_named_after_the_rule() -> None:
    """The rule on the card happens first, then its player names the colour of play."""
    game = table("house", ["W1 r1 r2", "g1 g2"], discard="b5", draw="y1 y2 y3 y4 y6", custom=["custom-5"])
    play(game, "0 play W1")
    expect(game, sizes=[2, 7], asks="0 color", turn=0)


@pytest.mark.rule("card-custom", "out-2")
@pytest.mark.parametrize("number", range(1, 11))
def test_a_customizable_card_as_the_last_card_does_nothing(number: int) -> None:
    """Whatever is written on it, the round is over and everyone keeps the own cards."""
    game = table("house", ["W1", "W g2", "y1 y2"], discard="b5", custom=[f"custom-{number}"])
    expect(play(game, "0 play W1"), asks="round over", hands=["", "W g2", "y1 y2"], scores=[55, 0, 0], custom_notice=[])


@pytest.mark.rule("card-custom")
def test_a_rule_in_free_words_is_applied_by_vote() -> None:
    """Words that the engine cannot carry out are put to the table, and the colour is named as on every wild."""
    game = table("house", ["W1 r1 r2", "g1 g2"], discard="b5", custom=["words: Everybody stands up"])
    play(game, "0 play W1")
    asked = set()
    while game.asks[1] == "vote":
        assert game.view(game.asks[0]).text == "Everybody stands up"
        asked.add(game.asks[0])
        play(game, f"{game.asks[0]} vote no")
    assert asked
    expect(game, asks="0 color", hands=["r1 r2", "g1 g2"])


@pytest.mark.rule("card-custom")
def test_a_rule_can_be_composed_from_the_same_effects() -> None:
    """Sentences of the card language happen one after the other, and then the colour is named."""
    rule = "player draws 2; next player misses the turn"
    game = table("house", ["W1 r1 r2", "g1 g2", "b1 b2"], discard="b5", draw="y1 y2", custom=[rule])
    expect(play(game, "0 play W1"), hands=["r1 r2 y1 y2", "g1 g2", "b1 b2"], asks="0 color")
    expect(play(game, "0 color blue"), asks="2 play")


@pytest.mark.rule("card-custom")
def test_a_second_vote_on_a_card_is_counted_from_nothing() -> None:
    """A yes in the first vote is no yes in the second, and each has its own words and consequence."""
    rule = (
        'everyone else votes on "Sung?", one yes is enough; if yes: player draws 1; '
        'everyone else votes on "In tune?", one yes is enough; if yes: player draws 2; if no: next player draws 3'
    )
    hands = ["W1 r1 r2", "g1 g2", "b1 b2"]
    game = table("house", hands, discard="b5", draw="y1 y2 y3 y4 y6", custom=[rule])
    play(game, "0 play W1")
    assert game.view(2).text == "Sung?"
    play(game, "1 vote yes", "2 vote yes")
    expect(game, asks="1 vote", hands=["r1 r2 y1", "g1 g2", "b1 b2"])
    assert game.view(2).text == "In tune?"
    other = play(game.copy(), "1 vote no", "2 vote yes")
    expect(other, asks="0 color", hands=["r1 r2 y1 y2 y3", "g1 g2", "b1 b2"])
    play(game, "1 vote no", "2 vote no")
    expect(game, asks="0 color", hands=["r1 r2 y1", "g1 g2 y2 y3 y4", "b1 b2"])


@pytest.mark.rule("card-custom")
def test_a_second_vote_can_say_yes_where_the_first_said_no() -> None:
    """The consequence of the first answer is over once the second is asked for."""
    rule = (
        'everyone else votes on "Sung?", one yes is enough; if no: player draws 1; '
        'everyone votes on "Again?", most votes decide; if yes: next player draws 2; if no: player draws 3'
    )
    game = table("house", ["W1 r1 r2", "g1 g2"], discard="b5", draw="y1 y2 y3 y4 y6", custom=[rule])
    play(game, "0 play W1", "1 vote no", "1 vote yes", "0 vote yes")
    expect(game, asks="0 color", hands=["r1 r2 y1", "g1 g2 y2 y3"])


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize(
    ("who", "votes", "answer"),
    [
        ("everyone", "yes yes no no", "no"),
        ("everyone", "yes yes yes no", "yes"),
        ("everyone", "no no no yes", "no"),
        ("everyone", "yes no", "no"),
        ("everyone", "yes yes no", "yes"),
        ("everyone else", "yes no", "no"),
        ("everyone else", "yes no yes", "yes"),
        ("everyone else", "no yes no", "no"),
        ("everyone else", "yes no yes no", "no"),
    ],
)
def test_most_votes_decide_and_a_tie_is_no(who: str, votes: str, answer: str) -> None:
    """More than half of those who were asked must say yes, with or without the card's player."""
    rule = f'{who} votes on "Was that a song?", most votes decide; if yes: player draws 1; if no: player draws 2'
    answers = votes.split()
    players = len(answers) + (who == "everyone else")
    others = [f"{color}1 {color}2" for color in "gbyr"][: players - 1]
    game = table("house", ["W1 r3 r4", *others], discard="b5", draw="y6 y7", custom=[rule])
    play(game, "0 play W1")
    for place, vote in enumerate(answers, 1):
        expect(game, asks=f"{place % players} vote")
        play(game, f"{place % players} vote {vote}")
    expect(game, asks="0 color", sizes=[3 if answer == "yes" else 4, *[2] * (players - 1)])
    assert f"The vote says {answer}." in told(game)


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize(
    ("players", "direction", "times", "turn", "missed"),
    [
        (4, "left", 2, 3, [1, 2]),
        (4, "right", 2, 1, [3, 2]),
        (4, "left", 3, 0, [1, 2, 3]),
        (3, "left", 2, 0, [1, 2]),
        (2, "left", 2, 1, [1, 0]),
        (3, "right", 4, 1, [2, 1, 0, 2]),
    ],
)
def test_missed_turns_on_one_card_add_up(
    players: int, direction: str, times: int, turn: int, missed: list[int]
) -> None:
    """Said twice, two players are passed over, one after the other in playing order."""
    hands = ["W1 r3 r4", *(f"{color}1 {color}2" for color in "gby"[: players - 1])]
    rule = "; ".join(["next player misses the turn"] * times)
    game = table("house", hands, discard="b5", direction=direction, custom=[rule])
    events = game.play("0 play W1")
    assert [event.seat for event in events if event.kind == "missed"] == missed
    expect(play(game, "0 color red"), asks=f"{turn} play")


@pytest.mark.rule("card-custom", "card-reverse-2p")
def test_a_turn_around_and_a_missed_turn_add_up_between_two() -> None:
    """The Reverse between two is a skip as well, so two turns are missed and the other player is on."""
    rule = "direction turns around; next player misses the turn"
    game = table("house", ["W1 r3 r4", "g1 g2"], discard="b5", custom=[rule])
    expect(play(game, "0 play W1", "0 color red"), asks="1 play", direction="right")
    bare_turn = table("house", ["W1 r3 r4", "g1 g2"], discard="b5", custom=[rule], two_player_reverse="turn")
    expect(play(bare_turn, "0 play W1", "0 color red"), asks="0 play", direction="right")


@pytest.mark.rule("card-custom", "effect-next")
@pytest.mark.parametrize(
    "rule",
    ["player plays again; next player misses the turn", "next player misses the turn; player plays again"],
)
def test_playing_again_comes_before_missed_turns(rule: str) -> None:
    """In either order the card's player is on, and then the next player, who missed nothing more."""
    game = table("house", ["W1 r3 r4", "g1 g2", "b1 b2"], discard="b5", draw="y6", custom=[rule])
    expect(play(game, "0 play W1", "0 color red"), asks="0 play")
    expect(play(game, "0 draw"), asks="1 play")


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize(
    "rest",
    [
        "chosen player draws 2",
        "chosen player discards 1",
        "player and chosen player swap hands",
        "player and chosen player compare highest numbers; winner may discard up to 2; loser draws 3",
        "player and chosen player show hands and compare lowest numbers; loser draws 2; winner draws 1",
    ],
)
def test_where_nobody_was_chosen_sentences_about_the_chosen_do_not_happen(rest: str) -> None:
    """Nobody draws, discards, swaps or shows a card; sentences about others do happen."""
    rule = f"player may choose another player; {rest}; next player draws 1"
    hands = ["W1 r3 r4", "g1 g2", "b1 b2"]
    game = table("house", hands, discard="b5", draw="y6 y7 y8", custom=[rule])
    play(game, "0 play W1", "0 target none")
    assert told(game) == ["Seat 0 chooses nobody.", "Seat 1 draws y6."]
    expect(game, hands=["r3 r4", "g1 g2 y6", "b1 b2"], asks="0 color", sees=["1 of 0: ? ?", "0 of 2: ? ?"])


@pytest.mark.rule("card-custom", "card-prime")
def test_of_two_zeros_that_are_compared_the_first_in_colour_order_is_shown() -> None:
    """A zero is a number like the others, also where it is the highest one, and it beats none."""
    rule = "player may choose another player; player and chosen player compare highest numbers; loser draws 1"
    game = table("house", ["W1 y0 g0", "b0 r0", "r9 r8"], discard="b5", draw="y6", custom=[rule])
    play(game, "0 play W1", "0 target 1")
    assert [line for line in told(game, 2) if "shows" in line] == ["Seat 0 shows g0.", "Seat 1 shows r0."]
    expect(game, hands=["y0 g0", "b0 r0 y6", "r9 r8"])
    none = table("house", ["W1 yS gS", "b0 rS", "r9 r8"], discard="b5", draw="y6", custom=[rule])
    expect(play(none, "0 play W1", "0 target 1"), hands=["yS gS y6", "b0 rS", "r9 r8"])


@pytest.mark.rule("card-custom", "challenge-3", "challenge-4")
@pytest.mark.parametrize(
    ("held", "answer", "sizes", "turn"),
    [
        ("r1 b2", "challenge", [7, 3, 4], 1),
        ("g1 b2", "challenge", [4, 9, 4], 2),
        ("r1 b2", "accept", [4, 6, 4], 2),
    ],
)
def test_a_challenge_on_a_card_of_the_tables_own_is_about_what_the_next_player_draws(
    held: str, answer: str, sizes: list[int], turn: int
) -> None:
    """What others draw stays theirs; guilty, the card's player draws in the next one's place, innocent: three more."""
    rule = (
        "player names the colour; next player may challenge for 3 more; player with fewest cards draws 1; "
        "player draws 2; that player draws 1; next player draws 3; next player misses the turn"
    )
    game = table("house", [f"W1 {held}", "y1 y2 y3", "y4 y6"], discard="r5", custom=[rule])
    play(game, "0 play W1", "0 color green", f"1 {answer}")
    expect(game, sizes=sizes, asks=f"{turn} play")


@pytest.mark.rule("card-custom", "effect-discard")
def test_everyone_discards_the_same_number_whatever_the_one_before_had() -> None:
    """A hand that ran down to its last card owes nothing, and the next one is asked from the start."""
    game = table("house", ["W1 r1 r2 r3", "g1 g2", "b1 b2 b3"], discard="y5", custom=["everyone discards 2"])
    expect(play(game, "0 play W1"), asks="1 discard", illegal=["1 done"])
    expect(play(game, "1 discard g1"), asks="2 discard")
    expect(play(game, "2 discard b1"), asks="2 discard")
    expect(play(game, "2 discard b3"), asks="0 discard")
    expect(play(game, "0 discard r1", "0 discard r2"), asks="0 color", hands=["r3", "g2", "b2"])


@pytest.mark.rule("card-custom", "effect-discard")
def test_two_optional_discards_on_one_card_are_asked_each_anew() -> None:
    """Whoever is done with the first may still discard for the second."""
    rule = "everyone else may discard up to 2; player may discard up to 1"
    game = table("house", ["W1 r1 r2 r3", "g1 g2 g3", "b1 b2 b3"], discard="y5", custom=[rule])
    expect(play(game, "0 play W1", "1 done"), asks="2 discard")
    expect(play(game, "2 discard b1", "2 done"), asks="0 discard")
    expect(play(game, "0 discard r1"), asks="0 color", sizes=[2, 3, 2], discard="y5 b1 r1 W1")


@pytest.mark.rule("card-custom")
def test_a_rule_that_nobody_can_carry_out_is_refused() -> None:
    """An unknown name is no rule."""
    with pytest.raises(LastcardError):
        Settings.of(edition("house"), custom=["custom-11"])


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
def test_custom_2_leaves_cards_of_every_colour() -> None:
    """Red, the first colour, is a colour like the others."""
    game = table("house", ["W1 W r1", "r0 W g0 b0 y0", "rS W+4 r+2"], discard="r5", custom=["custom-2"])
    play(game, "0 play W1")
    expect(game, hands=["W r1", "r0 g0 b0 y0", "rS r+2"], discard="r5 W W+4 W1")


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
