"""Wild Swap Hands, and Customizable cards with rules of any kind."""

from __future__ import annotations

import pytest

from lastcard import LastcardError, Settings, edition
from tests.rules.table import expect, play, table, told


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


@pytest.mark.rule("card-custom")
def test_a_zero_is_the_lowest_number() -> None:
    """It loses against a one."""
    compare = "player and chosen player show hands and compare lowest numbers"
    rule = f"player chooses another player; {compare}; loser draws 1"
    game = table("house", ["W1 y0 g9", "b1 r1", "r9 r8"], discard="b5", draw="y6", custom=[rule])
    expect(play(game, "0 play W1", "0 target 1"), hands=["y0 g9 y6", "b1 r1", "r9 r8"])


@pytest.mark.rule("card-custom")
def test_discarding_down_to_a_number_leaves_that_many() -> None:
    """Two of four here."""
    game = table("house", ["W1 r1", "b1 b2 b3 b4"], discard="b5", custom=["next player discards down to 2"])
    expect(play(game, "0 play W1", "1 discard b1", "1 discard b2"), hands=["r1", "b3 b4"], asks="0 color")


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize("hand", ["b1 b2 b3", "b1 b2"])
def test_whoever_has_no_more_than_that_many_discards_nothing_down_to_it(hand: str) -> None:
    """Three cards or fewer stay as they are."""
    game = table("house", ["W1 r1", hand], discard="b5", custom=["next player discards down to 3"])
    expect(play(game, "0 play W1"), hands=["r1", hand], asks="0 color")


@pytest.mark.rule("custom-2")
def test_custom_2_leaves_cards_of_every_colour() -> None:
    """Red, the first colour, is a colour like the others."""
    game = table("house", ["W1 W r1", "r0 W g0 b0 y0", "rS W+4 r+2"], discard="r5", custom=["custom-2"])
    play(game, "0 play W1")
    expect(game, hands=["W r1", "r0 g0 b0 y0", "rS r+2"], discard="r5 W W+4 W1")
