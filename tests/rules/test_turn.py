"""A turn: matching, drawing, an empty draw pile, and a round that nobody can end."""

from __future__ import annotations

import pytest

from tests.rules.table import bare, expect, play, refusal, table


@pytest.mark.rule("turn-1")
@pytest.mark.parametrize(
    ("top", "fits", "misses"),
    [
        ("r5", "r0 r9 g5 r+2 rR rS W W+4", "g4 b0 y+2 gR bS"),
        ("g0", "g1 r0 b0 gS", "r1 bS y+2"),
        ("b+2", "b3 r+2 g+2 bR", "r2 g2 yR"),
        ("yR", "y1 bR gR yS", "b1 gS r+2"),
        ("rS", "r1 gS r+2", "g1 bR y+2"),
    ],
)
def test_a_card_matches_by_colour_number_or_symbol(top: str, fits: str, misses: str) -> None:
    """Exactly the cards that share colour, number or symbol with the top card, and wilds, can be played."""
    game = table("classic", [f"{fits} {misses}", "y3 y4"], discard=top)
    expect(game, moves=[*(f"0 play {card}" for card in fits.split()), "0 draw"])
    expect(game, illegal=[f"0 play {card}" for card in misses.split()])


@pytest.mark.rule("turn-1")
def test_only_the_named_colour_counts_on_a_wild() -> None:
    """A card of the colour beneath the wild does not match, one of the named colour does."""
    game = table("classic", ["W r1 r2", "r3 g3 b3", "y1 y2"], discard="r3")
    play(game, "0 play W", "0 color blue")
    expect(game, moves=["1 play b3", "1 draw"])


@pytest.mark.rule("turn-1")
def test_on_the_dark_side_the_dark_faces_must_match() -> None:
    """The light faces of the same cards do not matter."""
    game = table("flip", ["r5|p1 g1|t5 r9|u9 b2|W", "o1 o2"], discard="r5|t1", side="dark")
    expect(game, moves=["0 play p1", "0 play t5", "0 play W", "0 draw"], illegal=["0 play u9"])


@pytest.mark.rule("turn-1")
def test_a_refusal_names_the_rule_and_what_is_possible() -> None:
    """A card that does not match is answered with the colour, the top card, the rule and the moves there are."""
    answer = refusal(table("classic", ["g4 r7", "y1 y2"], discard="r5"), "0 play g4")
    assert "(turn-1)" in answer
    assert "play r7, draw" in answer


@pytest.mark.rule("turn-2")
def test_a_drawn_card_that_fits_may_be_played_or_kept() -> None:
    """The player is asked; both answers end the turn."""
    for move, top, size in (("0 play r9", "r9", 2), ("0 pass", "r5", 3)):
        game = table("classic", ["b1 b2", "y1 y2"], discard="r5", draw="r9")
        expect(play(game, "0 draw"), asks="0 drawn", moves=["0 play r9", "0 pass"])
        expect(play(game, move), top=top, turn=1, sizes=[size, 2])


@pytest.mark.rule("turn-2")
def test_a_drawn_wild_may_be_played_at_once() -> None:
    """A wild fits always, so its drawer is asked."""
    game = table("classic", ["b1 b2", "y1 y2"], discard="r5", draw="W")
    play(game, "0 draw", "0 play W", "0 color yellow")
    expect(game, turn=1, color="yellow", hands=["b1 b2", "y1 y2"])


@pytest.mark.rule("turn-2")
def test_a_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    """Nothing is asked; the next player is on."""
    game = table("classic", ["b1 b2", "y1 y2"], discard="r5", draw="g9")
    expect(play(game, "0 draw"), asks="1 play", hands=["b1 b2 g9", "y1 y2"])


@pytest.mark.rule("turn-3")
def test_after_a_draw_by_choice_only_the_drawn_card_may_be_played() -> None:
    """A match held before the draw is refused now, and so is a second draw."""
    game = table("classic", ["r1 b2", "y1 y2"], discard="r5", draw="r9 r8")
    play(game, "0 draw")
    expect(game, moves=["0 play r9", "0 pass"], illegal=["0 play r1", "0 draw"])


@pytest.mark.rule("turn-3")
def test_the_drawn_card_and_not_its_twin_in_hand_may_be_played() -> None:
    """Of two cards with one face only the copy just drawn can be laid."""
    game = table("flip", ["r7|tA b2|p2", "y1|u1 y2|u2"], discard="r5|o5", draw="r7|p1 g1|o1")
    play(game, "0 draw")
    expect(game, illegal=["0 play r7|tA"], legal=["0 play r7", "0 play r7|p1"])
    play(game, "0 play r7")
    expect(game, top="r7|p1", hands=["r7|tA b2|p2", "y1|u1 y2|u2"])


@pytest.mark.rule("turn-4")
def test_the_new_draw_pile_is_made_only_when_a_card_is_needed() -> None:
    """Taking the last card leaves the draw pile empty; the next draw shuffles all but the top card."""
    game = table("classic", ["b1 b2", "y1 y2"], discard="g1 g2 g3 r5", draw="g9", rest="none")
    expect(play(game, "0 draw"), draw_size=0, discard_size=4)
    play(game, "1 draw")
    expect(game, draw_size=2, discard="r5", sizes=[3, 3])
    drawn = game.hands[1][-1]
    assert {str(card) for card in [drawn, *game.draw]} == {"g1", "g2", "g3"}


@pytest.mark.rule("turn-4")
def test_the_order_of_the_new_draw_pile_comes_from_the_key() -> None:
    """The same position with other keys reshuffles in other ways."""
    pile = "g1 g2 g3 g4 g6 g7 g8 g9 b3 b4 b6 b7"
    orders = set()
    for key in range(5):
        game = table("classic", ["b1 b2", "y1 y2"], discard=f"{pile} r5", draw="", rest="none", key=(key, 7, 7, 7))
        orders.add(bare(play(game, "0 draw").draw))
    assert len(orders) > 1


@pytest.mark.rule("turn-4", "card-draw")
def test_a_forced_draw_goes_on_with_the_new_pile() -> None:
    """A Draw Two that finds one card takes the second from the reshuffled discard pile, never its top."""
    game = table("classic", ["r+2 b1 b2", "y1 y2", "y3 y4"], discard="g1 g2 r5", draw="g9", rest="none")
    play(game, "0 play r+2")
    expect(game, sizes=[2, 4, 2], top="r+2", discard_size=1, draw_size=2, turn=2)


@pytest.mark.rule("turn-4", "card-flip")
def test_a_reshuffle_on_the_dark_side_keeps_the_dark_top() -> None:
    """After a flip too, the card on top of the discard pile stays and the others are drawn from."""
    game = table("flip", ["rF|o2 b1|p1 b2|p2", "y1|u1 y2|u2"], discard="r1|t1 r2|t2 r5|t5", draw="", rest="none")
    play(game, "0 play rF")
    expect(game, top="t1", discard="o2 t5 t2 t1")
    play(game, "1 draw")
    expect(game, top="t1", discard_size=1, draw_size=2, sizes=[2, 3])


@pytest.mark.rule("turn-5")
def test_with_nothing_to_draw_a_player_who_can_play_must_play() -> None:
    """Neither a draw nor a pass is offered."""
    game = table("classic", ["r1 b2", "y1 y2"], discard="r5", draw="", rest="none")
    expect(game, moves=["0 play r1"], illegal=["0 draw", "0 pass"])


@pytest.mark.rule("turn-5")
def test_with_nothing_to_draw_a_wild_in_hand_must_be_played() -> None:
    """A wild can always be played, so its holder cannot pass."""
    game = table("classic", ["W b2", "y1 y2"], discard="r5", draw="", rest="none")
    expect(game, moves=["0 play W"], illegal=["0 pass"])


@pytest.mark.rule("turn-5")
def test_a_card_beneath_the_top_can_still_be_drawn() -> None:
    """As long as the discard pile has a second card there is something to draw, so no one may pass."""
    game = table("classic", ["b1 b2", "y1 y2"], discard="g1 r5", draw="", rest="none")
    expect(game, moves=["0 draw"], illegal=["0 pass"])


@pytest.mark.rule("turn-5")
def test_a_round_is_void_only_when_all_pass_in_a_row() -> None:
    """A play between the passes starts the count anew."""
    game = table("classic", ["b1 b2", "g1 g2", "r9 y1 y2"], discard="r5", draw="", rest="none")
    play(game, "0 pass", "1 pass", "2 play r9")
    expect(game, asks="0 play", moves=["0 draw"])
    game = table("classic", ["b1 b2", "g1 g2", "r+2 y1 y2"], discard="r5", draw="", rest="none")
    play(game, "0 pass", "1 pass", "2 play r+2", "1 pass")
    expect(game, asks="2 play", hands=["b1 b2 r5", "g1 g2", "y1 y2"])
    expect(play(game, "2 pass"), asks="0 play", moves=["0 play r5"])


@pytest.mark.rule("turn-5")
def test_a_void_round_brings_no_points_and_the_same_dealer_deals_again() -> None:
    """Nobody wins, scores stay, and the dealer stays as well."""
    hands = ["b1 b2 b3 b4 b6 b7 b8 b9", "g1 g2 g3 g4 g6 g7 g8"]
    game = table("classic", hands, discard="r5", draw="", rest="none", dealer=0, turn=1, scores=[30, 40])
    play(game, "1 pass", "0 pass")
    expect(game, asks="round over", round_winner=-1, round_points=[0, 0], scores=[30, 40])
    play(game, "deal")
    assert game.view(0).dealer == 0
    expect(game, sizes=[7, 7], scores=[30, 40])


@pytest.mark.rule("turn-5", "score-2")
def test_a_void_round_adds_nothing_to_lowest_scores() -> None:
    """Leftover cards do not count when the round is void."""
    game = table("classic", ["b1 b2", "g1 g2"], discard="r5", draw="", rest="none", scoring="lowest", scores=[499, 3])
    play(game, "0 pass", "1 pass")
    expect(game, asks="round over", scores=[499, 3], game_winners=[])


@pytest.mark.rule("turn-5", "score-3")
def test_a_void_round_does_not_end_a_single_hand_game() -> None:
    """No one won, so another round can follow."""
    game = table("flip-transformers", ["b1|p1 b2|p2", "g1|t1 g2|t2"], discard="r5|o5", draw="", rest="none")
    play(game, "0 pass", "1 pass")
    expect(game, asks="round over", round_winner=-1, game_winners=[])


@pytest.mark.rule("turn-5", "card-draw")
def test_a_forced_draw_stops_short_and_the_turn_is_missed_all_the_same() -> None:
    """A Draw Five with two cards to be had gives two."""
    game = table(
        "flip", ["r1|p+5 r2|p2 r3|p3", "g1|t1 g2|t2", "y1|u1"], discard="b5|p5", draw="b1|o1", rest="none", side="dark"
    )
    play(game, "0 play p+5")
    expect(game, sizes=[2, 4, 1], turn=2, draw_size=0, discard_size=1)


@pytest.mark.rule("turn-5", "turn-4")
def test_a_draw_until_a_colour_stops_when_there_is_no_card_left() -> None:
    """The next player takes all there is, the reshuffled discard pile too, and misses the turn."""
    game = table(
        "flip",
        ["r1|W+C r2|p2 r3|p3", "g1|t1 g2|t2", "y1|u1"],
        discard="b6|o7 b5|o5",
        draw="b1|o1 b2|W",
        rest="none",
        side="dark",
    )
    play(game, "0 play W+C", "0 color purple", "1 accept")
    expect(game, hands=["p2 p3", "t1 t2 o1 W o7 o5", "u1"], discard="W+C", draw_size=0, turn=2, color="purple")


@pytest.mark.rule("turn-1")
def test_cards_alike_are_one_move_in_the_order_they_are_held() -> None:
    """Of two red sevens and two wilds one each is listed, the one longest held; the draw comes last."""
    game = table("classic", ["W r7 b1 r2 r7 W", "y1 y2"], discard="r5")
    assert [str(move) for move in game.legal_moves(0)] == ["0 play W", "0 play r7", "0 play r2", "0 draw"]


@pytest.mark.rule("turn-1", "see-4")
def test_two_sided_cards_alike_are_one_move_until_their_holder_can_tell_them_apart() -> None:
    """The one longest held is written bare, one whose back is known whole, and two known alike are one again."""
    game = table("flip", ["W|tA W|p1 b1|p1", "y4|o1 y6|o2"], discard="y5|t3", draw="W|p2 g9|u1 W|p2 g8|u2")
    assert [str(move) for move in game.legal_moves(0)] == ["0 play W", "0 draw"]
    play(game, "0 draw", "0 pass", "1 draw", "0 draw", "0 pass", "1 play y4")
    assert [str(card) for card in game.view(0).hand] == ["W|?", "W|?", "b1|?", "W|p2", "W|p2"]
    assert [str(move) for move in game.legal_moves(0)] == ["0 play W", "0 play W|p2", "0 draw"]


@pytest.mark.rule("effect-discard", "see-4")
def test_cards_to_be_discarded_are_told_apart_as_far_as_their_holder_knows() -> None:
    """Two green sevens are one discard, and two once the back of one was seen on the draw pile."""
    alike = table("flip-marvel", ["WH|p1 r1|p2 r2|p3", "g7|t1 g1|t4 g7|t2 g8|t3"], discard="b5|o5")
    play(alike, "0 play WH")
    assert [str(move) for move in alike.legal_moves(1)] == ["1 discard g7", "1 discard g1", "1 discard g8", "1 done"]
    known = table("flip-marvel", ["WH|p1 r1|p2 r2|p3", "g7|t1 g1|t4"], discard="b5|o5", draw="g7|t2", turn=1)
    play(known, "1 draw", "0 play WH")
    moves = [str(move) for move in known.legal_moves(1)]
    assert moves == ["1 discard g7", "1 discard g1", "1 discard g7|t2", "1 done"]
    play(known, "1 discard g7|t2")
    expect(known, discard="b5 g7|t2 WH", hands=["r1 r2", "g7|t1 g1|t4"])


@pytest.mark.rule("turn-2", "turn-3", "see-4")
def test_a_drawn_card_is_offered_though_one_held_before_looks_the_same() -> None:
    """Both backs are known and alike, so the two look the same to their holder; the one just drawn may be laid."""
    game = table("flip", ["b1|p1 b2|p2", "r4|o1 y6|o2 y8|o3"], discard="g4|t3", draw="r7|p3 r7|p3 b9|u2")
    play(game, "0 draw", "1 play r4")
    expect(game, asks="0 play", legal=["0 play r7"])
    play(game, "0 draw")
    expect(game, asks="0 drawn", moves=["0 play r7", "0 pass"], sees="0 of 0: b1|? b2|? r7|p3 r7|p3")


@pytest.mark.rule("turn-1", "effect-discard")
@pytest.mark.parametrize("move", ["0 discard r1", "0 discard b2", "0 vote yes", "0 color red", "0 target 1", "0 done"])
def test_answers_to_questions_that_nobody_asked_are_refused(move: str) -> None:
    """Asked to play, or what to do with the card drawn, a player cannot discard, vote, name or choose."""
    game = table("house", ["r1 b2", "y1 y2"], discard="r5", draw="r9")
    refusal(game, move)
    refusal(play(game, "0 draw"), move)


@pytest.mark.rule("turn-5")
def test_a_second_void_round_in_a_row_is_void_too() -> None:
    """Passes are counted anew in each round: all must pass again, and then it is over."""
    hands = ["b1 b2 b3 b4 b6 b7 b8", "g1 g2 g3 g4 g6 g7 g8"]
    for key in range(100):
        game = table("classic", hands, discard="r5", draw="", rest="none", key=(key, 0, 0, 0))
        play(game, "0 pass", "1 pass", "deal")
        if bare(game.discard) == "r5":
            break
    expect(game, asks="0 play", moves=["0 pass"], sizes=[7, 7])
    expect(play(game, "0 pass"), asks="1 play")
    expect(play(game, "1 pass"), asks="round over", round_winner=-1)
