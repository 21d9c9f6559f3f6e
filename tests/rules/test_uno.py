"""Calling UNO and being caught."""

from __future__ import annotations

import pytest

from tests.rules.table import expect, play, refusal, table, told


@pytest.mark.rule("uno-1")
def test_a_silent_player_who_is_caught_draws_two() -> None:
    """Any other player may catch, also one who is not next, and the turn goes on."""
    game = table("classic", ["r3 g7", "r1 b2", "y1 y2", "b6 b7"], discard="r5", draw="b3 b4")
    play(game, "0 play r3", "3 catch 0")
    expect(game, hands=["g7 b3 b4", "r1 b2", "y1 y2", "b6 b7"], liable=-1, asks="1 play")


@pytest.mark.rule("uno-1", "turn-5")
def test_a_catch_draws_short_when_cards_run_out() -> None:
    """With one card to be had, one is drawn, and that settles it."""
    game = table("classic", ["r3 g7", "r1 b2"], discard="r5", draw="", rest="none")
    play(game, "0 play r3", "1 catch 0")
    expect(game, hands=["g7 r5", "r1 b2"], liable=-1, illegal=["1 catch 0"])


@pytest.mark.rule("uno-2")
@pytest.mark.parametrize("begin", ["1 play r1", "1 draw"])
def test_the_window_closes_with_the_first_play_or_draw_of_the_next_turn(begin: str) -> None:
    """From then on neither call nor catch is possible, without a penalty for trying."""
    game = table("classic", ["r3 g7", "r1 b2 b3", "y1 y2"], discard="r5", draw="r9")
    play(game, "0 play r3", begin)
    sizes = [len(hand) for hand in game.hands]
    expect(game, liable=-1, illegal=["0 uno", "1 catch 0", "2 catch 0"], sizes=sizes)


@pytest.mark.rule("uno-2", "turn-5")
def test_the_window_closes_with_the_pass_of_a_player_who_can_do_neither() -> None:
    """Such a pass begins, and ends, a turn."""
    game = table("classic", ["r+2 g9", "b1 b2", "y1 y2"], discard="r5", draw="y7", rest="none")
    play(game, "0 play r+2")
    expect(game, liable=0, moves=["2 pass"], legal=["1 catch 0", "0 uno"], hands=["g9", "b1 b2 y7 r5", "y1 y2"])
    expect(play(game, "2 pass"), liable=-1, illegal=["1 catch 0", "0 uno"], asks="0 play")


@pytest.mark.rule("uno-2")
def test_naming_answering_and_penalty_draws_leave_the_window_open() -> None:
    """After a Wild Draw Four with its colour, its answer and its four cards, the player can still be caught."""
    game = table("classic", ["W+4 b9", "g1 g2", "y1 y2"], discard="r5")
    play(game, "0 play W+4", "0 color blue", "1 accept")
    expect(game, liable=0, turn=2, sizes=[1, 6, 2])
    expect(play(game, "1 catch 0"), sizes=[3, 6, 2], turn=2)


@pytest.mark.rule("uno-2")
def test_the_call_may_come_while_the_colour_is_still_to_be_named() -> None:
    """After laying the next-to-last card, a wild, its player may call before naming."""
    game = table("classic", ["W g7", "r1 b2"], discard="r5")
    play(game, "0 play W")
    expect(game, legal=["0 uno"], illegal=["1 uno"])
    play(game, "0 uno")
    expect(game, asks="0 color", illegal=["0 uno"])
    expect(play(game, "0 color green"), liable=-1, illegal=["1 catch 0"], turn=1)


@pytest.mark.rule("uno-2")
def test_the_call_may_come_while_a_challenge_is_still_to_be_answered() -> None:
    """A call between the colour and the answer holds, if one card is left in the end."""
    game = table("classic", ["W+4 g7", "r1 b2"], discard="r5")
    play(game, "0 play W+4", "0 color green", "0 uno", "1 challenge")
    expect(game, sizes=[1, 8], liable=-1, turn=0)


@pytest.mark.rule("uno-2")
def test_an_early_call_needs_two_cards_but_no_playable_one() -> None:
    """On one's own turn with two cards that do not fit the call is accepted; with three or one it is not."""
    expect(table("classic", ["b1 b2", "r1 g2"], discard="r5"), legal=["0 uno"], illegal=["1 uno"])
    expect(table("classic", ["r1 b2 b3", "r1 g2"], discard="r5"), illegal=["0 uno", "1 uno"])
    expect(table("classic", ["r1", "r1 g2"], discard="r5"), illegal=["0 uno", "1 uno"])


@pytest.mark.rule("uno-2")
def test_an_early_call_may_come_after_drawing() -> None:
    """With two cards after the draw, the call before laying the drawn card counts."""
    game = table("classic", ["b1", "g1 g2"], discard="r5", draw="r9")
    expect(game, illegal=["0 uno"])
    play(game, "0 draw", "0 uno", "0 play r9")
    expect(game, hands=["b1", "g1 g2"], liable=-1, illegal=["1 catch 0", "0 uno"])


@pytest.mark.rule("uno-2")
def test_a_second_catch_is_refused_without_penalty() -> None:
    """Once caught, nobody can catch again, and the catcher draws nothing."""
    game = table("classic", ["r3 g7", "r1 b2", "y1 y2"], discard="r5")
    play(game, "0 play r3", "1 catch 0")
    refusal(game, "2 catch 0")
    refusal(game, "1 catch 0")
    refusal(game, "0 uno")
    expect(game, sizes=[3, 2, 2])


@pytest.mark.rule("uno-2")
def test_nobody_catches_themselves_and_a_second_call_is_refused() -> None:
    """A liable player can only call, and once is enough."""
    game = table("classic", ["r3 g7", "r1 b2"], discard="r5")
    play(game, "0 play r3")
    refusal(game, "0 catch 0")
    play(game, "0 uno")
    refusal(game, "0 uno")
    refusal(game, "1 catch 0")


@pytest.mark.rule("uno-2", "card-skip")
def test_a_player_who_is_on_again_can_be_caught_until_that_turn_begins() -> None:
    """After a two-player Skip the same player's next play or draw closes the window."""
    game = table("classic", ["rS g7", "r1 b2"], discard="r5", draw="b9")
    play(game, "0 play rS")
    expect(game, turn=0, liable=0, legal=["1 catch 0", "0 uno"])
    expect(play(game, "0 draw"), liable=-1, illegal=["1 catch 0"], turn=1)


@pytest.mark.rule("uno-3")
def test_an_early_call_lapses_if_the_turn_leaves_more_than_one_card() -> None:
    """Called with two cards, then drawn and kept: on the next turn the duty is there again."""
    game = table("classic", ["b1 b2", "r1 g2 g3"], discard="r5", draw="b9 g9 r9")
    play(game, "0 uno")
    assert game.view(1).called == (0,)
    play(game, "0 draw")
    assert game.view(1).called == ()
    play(game, "1 play r1")
    expect(game, asks="0 play", sizes=[3, 2], illegal=["0 uno"])


@pytest.mark.rule("uno-3")
def test_an_early_call_lapses_when_the_drawn_card_is_played() -> None:
    """Two cards are left, and the call is used up: it does not hold for the turn after."""
    game = table("classic", ["b1 r8", "g2 g3 r4"], discard="r5", draw="r9 y9")
    play(game, "0 uno", "0 draw", "0 play r9")
    expect(game, sizes=[2, 3], liable=-1)
    play(game, "1 play r4", "0 play r8")
    expect(game, liable=0, legal=["1 catch 0"])


@pytest.mark.rule("uno-3", "card-swap")
def test_a_player_is_liable_for_one_card_that_a_swap_brought() -> None:
    """Four cards given for one: the player of the swap must call, the other need not."""
    game = table("house", ["WX r1 r2 r3", "g7", "y1 y2"], discard="r5")
    play(game, "0 play WX", "0 target 1", "0 color red")
    expect(game, hands=["g7", "r1 r2 r3", "y1 y2"], liable=0, legal=["0 uno", "1 catch 0", "2 catch 0"])


@pytest.mark.rule("uno-3", "card-swap")
def test_the_other_player_of_a_swap_is_not_liable() -> None:
    """One card received is no card left by a play; the player of the swap has more and is free too."""
    game = table("house", ["WX r1", "g7 g8 g9", "y1 y2"], discard="b5")
    play(game, "0 uno", "0 play WX", "0 target 1", "0 color yellow")
    expect(game, hands=["g7 g8 g9", "r1", "y1 y2"], liable=-1, illegal=["1 uno", "0 uno", "0 catch 1", "2 catch 0"])


@pytest.mark.rule("uno-3", "card-swap")
def test_an_early_call_holds_for_a_single_card_that_a_swap_brought() -> None:
    """Two single cards changed hands; the call was made before the play."""
    game = table("house", ["WX r1", "g7", "y1 y2"], discard="b5")
    play(game, "0 uno", "0 play WX", "0 target 1", "0 color yellow")
    expect(game, hands=["g7", "r1", "y1 y2"], liable=-1)


@pytest.mark.rule("uno-3", "custom-2")
def test_a_player_whose_discards_left_one_card_is_liable() -> None:
    """Also discards that went by themselves, and also out of turn."""
    game = table("house", ["W1 r1 r2", "y1 y2", "W g2 W+4"], discard="r5", custom=["custom-2"])
    play(game, "0 play W1")
    expect(game, asks="0 color", legal=["2 uno"], illegal=["0 uno", "1 uno"])
    early = play(game.copy(), "2 uno", "0 color red")
    expect(early, liable=-1, illegal=["1 catch 2"])
    play(game, "0 color red")
    expect(game, sizes=[2, 2, 1], liable=2, legal=["2 uno", "1 catch 2", "0 catch 2"])


@pytest.mark.rule("uno-3", "custom-2")
def test_two_players_can_be_liable_and_are_caught_or_call_one_by_one() -> None:
    """Catching one leaves the other liable, whose call settles the rest."""
    game = table("house", ["W1 r1", "W g2", "y1 y2"], discard="r5", draw="b1 b2", custom=["custom-2"])
    play(game, "0 play W1", "0 color red")
    expect(game, liable=[0, 1])
    expect(play(game, "1 catch 0"), liable=1, hands=["r1 b1 b2", "g2", "y1 y2"])
    expect(play(game, "1 uno"), liable=-1, illegal=["2 catch 1", "2 catch 0"])


@pytest.mark.rule("uno-3", "custom-2")
def test_two_players_who_did_not_lay_the_card_can_be_liable_at_once() -> None:
    """Both discarded to one card, its player holds more: each calls or is caught alone."""
    hands = ["W1 r1 r2", "W g2", "b1 b2", "W+4 y2"]
    game = table("house", hands, discard="r5", draw="b3 b4 b6", custom=["custom-2"])
    play(game, "0 play W1")
    expect(game, asks="0 color", legal=["1 uno", "3 uno"], illegal=["0 uno", "2 uno", "2 catch 1", "2 catch 3"])
    early = play(game.copy(), "3 uno", "0 color red")
    expect(early, liable=1, illegal=["0 catch 3", "3 uno"])
    play(game, "0 color red")
    expect(game, sizes=[2, 1, 2, 1], liable=[1, 3], legal=["3 catch 1", "1 catch 3", "0 catch 1", "2 catch 3"])
    expect(game, illegal=["1 catch 1", "3 catch 3", "2 catch 0", "1 catch 2"])
    expect(play(game, "3 catch 1"), liable=3, sizes=[2, 3, 2, 1], illegal=["0 catch 1", "1 uno"])
    expect(play(game, "1 catch 3"), liable=-1, sizes=[2, 3, 2, 3], asks="1 play")


@pytest.mark.rule("uno-4", "uno-3", "custom-2")
@pytest.mark.parametrize(("direction", "first", "second"), [("left", 1, 3), ("right", 3, 1)])
def test_asked_in_order_two_discarders_are_asked_from_the_next_player_on(
    direction: str, first: int, second: int
) -> None:
    """The card's player owes no call, so the nearer discarder is asked first, and to the end."""
    hands = ["W1 r1 r2", "W g2", "b1 b2", "W+4 y2"]
    game = table("house", hands, discard="r5", direction=direction, custom=["custom-2"], uno="ask")
    play(game, "0 play W1", "0 color red")
    expect(game, asks=f"{first} uno", turn=first)
    expect(play(game, f"{first} silent"), asks="2 catch", liable=first)
    expect(play(game, "2 silent"), asks=f"{second} catch")
    expect(play(game, f"{second} silent", f"0 catch {first}"), asks=f"{second} uno")
    expect(play(game, f"{second} uno"), asks=f"{first} play", liable=-1)
    assert [len(hand) for hand in game.hands] == [2, *((3, 2, 1) if first == 1 else (1, 2, 3))]


@pytest.mark.rule("uno-4", "uno-3", "custom-2")
def test_called_automatically_two_discarders_both_call() -> None:
    """Each hand of one card is announced, in the order of the seats, and the card's player with two is not."""
    game = table("house", ["W1 r1 r2", "W g2", "b1 b2", "W+4 y2"], discard="r5", custom=["custom-2"], uno="auto")
    play(game, "0 play W1", "0 color red")
    assert told(game) == ["Seat 0 names red.", "Seat 1 calls UNO.", "Seat 3 calls UNO."]
    expect(game, liable=-1, asks="1 play")


@pytest.mark.rule("uno-3")
def test_a_call_by_one_liable_player_does_not_help_the_other() -> None:
    """Each calls alone."""
    game = table("flip-marvel", ["WH r1", "g1 g2", "y1"], discard="b5")
    play(game, "0 play WH", "1 discard g1", "1 color green", "0 uno")
    expect(game, liable=1, illegal=["2 catch 0"], legal=["2 catch 1", "0 catch 1"])


@pytest.mark.rule("uno-3", "challenge-3")
def test_a_guilty_player_who_drew_back_above_one_card_is_not_liable() -> None:
    """The four cards end the duty, and an early call has lapsed."""
    game = table("classic", ["W+4 r1", "g1 g2", "y1 y2"], discard="r5")
    play(game, "0 uno", "0 play W+4", "0 color green", "1 challenge")
    expect(game, sizes=[5, 2, 2], liable=-1, illegal=["1 catch 0", "0 uno"])
    assert game.view(1).called == ()


@pytest.mark.rule("uno-3", "challenge-4")
def test_a_player_is_liable_from_the_moment_the_card_lies() -> None:
    """While the colour and the challenge are open, and still after the challenger drew."""
    game = table("classic", ["W+4 b1", "g1 g2", "y1 y2"], discard="r5")
    expect(play(game, "0 play W+4"), asks="0 color", liable=0, legal=["1 catch 0", "2 catch 0", "0 uno"])
    expect(play(game, "0 color green"), asks="1 challenge", liable=0)
    play(game, "1 challenge")
    expect(game, sizes=[1, 8, 2], liable=0, turn=2, legal=["1 catch 0", "2 catch 0", "0 uno"])


@pytest.mark.rule("uno-3", "challenge-3")
def test_a_guilty_player_who_drew_is_no_longer_liable() -> None:
    """Four cards for the bluff leave more than one."""
    game = table("classic", ["W+4 r1", "g1 g2", "y1 y2"], discard="r5")
    expect(play(game, "0 play W+4", "0 color green"), liable=0)
    expect(play(game, "1 challenge"), sizes=[5, 2, 2], liable=-1, illegal=["1 catch 0", "0 uno"])


@pytest.mark.rule("uno-3", "card-villain")
def test_who_draws_back_above_one_card_while_the_card_is_open_is_let_off_at_once() -> None:
    """The Villain's own player holds the fewest cards, draws three and then names the colour."""
    game = table("flip-marvel", ["WV p2", "t1 t2 t3"], discard="p5", side="dark")
    expect(play(game, "0 play WV"), asks="0 color", sizes=[4, 3], liable=-1, illegal=["1 catch 0", "0 uno"])


@pytest.mark.rule("uno-3", "card-swap")
def test_a_caught_player_owes_the_call_anew_for_a_card_that_a_swap_brought() -> None:
    """Caught while the target is open, then swapped into one card: liable again when the card is done."""
    game = table("house", ["WX g7", "r1 b2", "y1"], discard="r5", draw="b5 b6")
    expect(play(game, "0 play WX", "1 catch 0"), sizes=[3, 2, 1], liable=-1, asks="0 target")
    expect(play(game, "0 target 2"), sizes=[1, 2, 3], liable=-1, asks="0 color", legal=["0 uno"])
    expect(play(game, "0 color red"), liable=0, legal=["1 catch 0", "2 catch 0", "0 uno"], illegal=["1 catch 2"])


@pytest.mark.rule("uno-3", "card-swap")
def test_a_call_before_the_swap_holds_for_the_card_that_it_brings() -> None:
    """Called since the card was laid: the second look finds it."""
    game = table("house", ["WX g7", "r1 b2", "y1"], discard="r5")
    play(game, "0 play WX", "0 uno", "0 target 2", "0 color red")
    expect(game, sizes=[1, 2, 1], liable=-1, illegal=["1 catch 0", "2 catch 0", "0 uno"])


@pytest.mark.rule("uno-3", "card-custom")
def test_after_a_swap_only_those_are_liable_whose_discards_left_the_card_they_hold() -> None:
    """Two players discarded; the one who then swapped holds another's card, the third still holds the own last one."""
    rule = "player chooses another player; everyone else discards 1; player and chosen player swap hands"
    game = table("house", ["W1 r1", "g1 g2", "b1 b2"], discard="r5", custom=[rule])
    play(game, "0 play W1", "0 target 1", "1 discard g2", "2 discard b2", "0 color red")
    expect(game, hands=["g1", "r1", "b1"], liable=[0, 2], illegal=["0 catch 1", "2 catch 1", "1 uno"])


@pytest.mark.rule("uno-3")
def test_always_called_nobody_is_liable_while_the_card_is_open() -> None:
    """With `auto` the call comes by itself when the card is done."""
    game = table("classic", ["W g7", "r1 b2"], discard="r5", uno="auto")
    expect(play(game, "0 play W"), asks="0 color", liable=-1, illegal=["1 catch 0", "0 uno"])
    expect(play(game, "0 color green"), asks="1 play", liable=-1)


@pytest.mark.rule("uno-3", "card-flip")
def test_a_flip_as_next_to_last_card_makes_its_player_liable() -> None:
    """While the colour of a wild that it brought up is open, and after it."""
    game = table("flip", ["rF|u2 r1|u1", "g3|o1 g4|o2"], discard="r5|W")
    play(game, "0 play rF")
    expect(game, liable=0, asks="0 color")
    expect(play(game, "0 color teal"), liable=0, legal=["1 catch 0"])


@pytest.mark.rule("uno-3")
def test_a_player_with_one_card_who_only_draws_owes_nothing() -> None:
    """Holding one card for a round or drawing up to two is no play."""
    game = table("classic", ["b1", "g1 g2", "y1 y2"], discard="r5", draw="b9")
    expect(game, liable=-1, illegal=["1 catch 0"])
    expect(play(game, "0 draw"), sizes=[2, 2, 2], liable=-1, illegal=["1 catch 0"])


@pytest.mark.rule("uno-3", "turn-2")
def test_playing_a_drawn_card_back_to_one_makes_its_player_liable_again() -> None:
    """One card, drawn to two, played to one: the call is due anew."""
    game = table("classic", ["b1", "g1 g2"], discard="r5", draw="r9")
    expect(play(game, "0 draw", "0 play r9"), sizes=[1, 2], liable=0, legal=["1 catch 0"])


@pytest.mark.rule("uno-4")
def test_asked_in_order_nobody_may_call_early() -> None:
    """Calls are answers to a question and not moves at any time."""
    game = table("classic", ["r3 g7", "r1 b2"], discard="r5", uno="ask")
    expect(game, illegal=["0 uno"])
    expect(play(game, "0 play r3"), asks="0 uno", moves=["0 uno", "0 silent"], turn=1, liable=-1, illegal=["1 catch 0"])


@pytest.mark.rule("uno-4")
@pytest.mark.parametrize(("direction", "order"), [("left", [1, 2, 3]), ("right", [3, 2, 1])])
def test_asked_in_order_the_others_may_catch_in_playing_order(direction: str, order: list[int]) -> None:
    """Each is asked once, the next player first, and if all are silent play goes on."""
    game = table("classic", ["r3 g7", "r1 b2", "y1 y2", "b6 b7"], discard="r5", direction=direction, uno="ask")
    play(game, "0 play r3", "0 silent")
    for seat in order:
        expect(game, asks=f"{seat} catch", moves=[f"{seat} catch 0", f"{seat} silent"], liable=0, turn=order[0])
        play(game, f"{seat} silent")
    expect(game, asks=f"{order[0]} play", sizes=[1, 2, 2, 2], liable=-1)


@pytest.mark.rule("uno-4")
def test_asked_in_order_the_first_catch_ends_the_matter() -> None:
    """The caught player draws two and nobody else is asked."""
    game = table("classic", ["r3 g7", "r1 b2", "y1 y2"], discard="r5", uno="ask")
    expect(play(game, "0 play r3", "0 silent", "1 catch 0"), asks="1 play", sizes=[3, 2, 2])


@pytest.mark.rule("uno-4")
def test_asked_in_order_only_the_silent_one_can_be_caught() -> None:
    """Another player with one card, the catcher, or a seat that does not exist are no answer; nor is a call."""
    game = table("classic", ["r3 g7", "r1", "y1 y2"], discard="r5", uno="ask")
    play(game, "0 play r3", "0 silent", "1 silent")
    expect(game, asks="2 catch", moves=["2 catch 0", "2 silent"])
    for move in ("2 catch 1", "2 catch 2", "2 catch 3", "2 uno", "0 uno", "1 catch 0", "0 silent", "2 draw"):
        refusal(game, move)


@pytest.mark.rule("uno-2", "setup-3")
def test_nobody_can_call_for_a_card_that_was_turned_up() -> None:
    """The dealer holds one card, but has not played to it; the first call is for the first play."""
    game = table("classic", ["b1 b2", "y1"], dealer=1, draw="W g4")
    expect(game, asks="0 color", illegal=["1 uno", "0 uno", "0 catch 1"])
    expect(play(game, "0 color blue"), asks="0 play", liable=-1, legal=["0 uno"], illegal=["1 uno"])


@pytest.mark.rule("uno-4", "uno-3")
def test_with_two_liable_the_cards_player_is_asked_first_and_to_the_end() -> None:
    """The matter of the Hero's player is settled, catches included, before the discarder is asked."""
    game = table("flip-marvel", ["g1 g2", "b1", "WH r1"], discard="b5", turn=2, uno="ask")
    play(game, "2 play WH", "0 discard g1", "0 color green")
    expect(game, asks="2 uno", turn=0)
    expect(play(game, "2 silent"), asks="0 catch", liable=2)
    expect(play(game, "0 silent"), asks="1 catch", liable=2)
    expect(play(game, "1 catch 2"), asks="0 uno", sizes=[1, 1, 3], turn=0)
    expect(play(game, "0 silent"), asks="1 catch", liable=0)
    expect(play(game, "1 silent"), asks="2 catch")
    expect(play(game, "2 silent"), asks="0 play", sizes=[1, 1, 3])


@pytest.mark.rule("uno-4", "uno-3")
def test_with_two_liable_a_call_of_the_first_leads_to_the_second() -> None:
    """The card's player calls, then the discarder is asked."""
    game = table("house", ["W1 r1", "y1 y2", "W g2"], discard="r5", custom=["custom-2"], uno="ask")
    play(game, "0 play W1", "0 color red")
    expect(game, asks="0 uno")
    expect(play(game, "0 uno"), asks="2 uno", illegal=["1 catch 0"])
    expect(play(game, "2 uno"), asks="1 play", sizes=[1, 2, 1])


@pytest.mark.rule("uno-4")
def test_asked_in_order_a_player_who_goes_out_is_not_asked() -> None:
    """The round is over with the last card."""
    game = table("classic", ["r3", "r1 b2"], discard="r5", uno="ask")
    expect(play(game, "0 play r3"), asks="round over")


@pytest.mark.rule("uno-4")
def test_called_automatically_nobody_calls_or_catches() -> None:
    """Also someone whose discards left one card is never liable, and no call is a move."""
    game = table("flip-marvel", ["WH r1", "g1 g2"], discard="b5", uno="auto")
    expect(game, illegal=["0 uno"])
    play(game, "0 play WH", "1 discard g1", "1 color green")
    expect(game, asks="1 play", liable=-1, illegal=["0 uno", "1 uno", "0 catch 1", "1 catch 0"])


@pytest.mark.rule("uno-4", "uno-2")
def test_in_a_race_calls_and_catches_are_moves_of_anyone() -> None:
    """They are listed for each seat that may make them, beside the move of whoever is on."""
    game = table("classic", ["r3 g7", "r1 b2", "y1 y2"], discard="r5")
    play(game, "0 play r3")
    assert [str(move) for move in game.legal_moves(0)] == ["0 uno"]
    assert [str(move) for move in game.legal_moves(2)] == ["2 catch 0"]
    assert "1 catch 0" in [str(move) for move in game.legal_moves(1)]
