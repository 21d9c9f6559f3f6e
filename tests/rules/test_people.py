"""Rules of the people: stacking, 7-0, jump-ins, drawing until a card fits, having to play, partners."""

from __future__ import annotations

from importlib import resources

import pytest

from lastcard import Game, Layout, edition_names
from lastcard.editions.load import parse
from lastcard.errors import IllegalMoveError, LastcardError, SettingsError
from tests.rules.table import expect, play, refusal, table

# --- stacking -------------------------------------------------------------------------------------------


@pytest.mark.rule("stack-1", "stack-2")
def test_two_players_hand_a_growing_penalty_to_and_fro() -> None:
    """Each answer asks the other player, and who accepts misses the turn."""
    game = table("classic", ["r+2 b+2 r1", "g+2 y1 y2"], discard="r5", stacking="same")
    expect(play(game, "0 play r+2"), asks="1 stack", moves=["1 play g+2", "1 accept"])
    expect(play(game, "1 play g+2"), asks="0 stack", moves=["0 play b+2", "0 accept"])
    expect(play(game, "0 play b+2"), asks="1 stack")
    assert (game.penalty, game.until) == (6, 0)
    expect(play(game, "1 accept"), sizes=[1, 8], asks="0 play")
    assert (game.penalty, game.until) == (0, 0)


@pytest.mark.rule("stack-4", "uno-2")
def test_a_call_before_an_answer_lapses_if_none_is_laid() -> None:
    """With two cards the asked player may call first; accepting makes nothing of it."""
    game = table("classic", ["r+2 y1 y2", "g+2 b1", "b3 b4"], discard="r5", stacking="same")
    expect(play(game, "0 play r+2"), legal=["1 uno"], illegal=["2 uno"])
    expect(play(game, "1 uno", "1 play g+2"), liable=-1, asks="2 stack")
    other = table("classic", ["r+2 y1 y2", "g+2 b1", "b3 b4"], discard="r5", stacking="same")
    expect(play(other, "0 play r+2", "1 uno", "1 accept"), sizes=[2, 4, 2], liable=-1)
    assert other.view(1).called == ()


@pytest.mark.rule("stack-4", "uno-3", "uno-4")
def test_asked_in_order_the_player_of_an_answered_card_is_not_looked_at() -> None:
    """The answer closed the window, so only the last player is asked to call."""
    game = table("classic", ["r+2 y1", "g+2 b1", "b3 b4"], discard="r5", stacking="same", uno="ask")
    expect(play(game, "0 play r+2"), asks="1 stack", liable=-1)
    expect(play(game, "1 play g+2", "2 accept"), asks="1 uno")


@pytest.mark.rule("stack-5", "stack-3", "out-1")
def test_a_draw_color_as_last_answer_names_its_colour_and_is_paid_at_once() -> None:
    """Five for the Draw Five, then until the colour that was named."""
    game = table(
        "flip", ["p+5 p1 p2", "W+C", "u8 u9"], discard="p5", draw="t1 t2 t3 t4 t6 u1 o7 p8", side="dark", stacking="any"
    )
    expect(play(game, "0 play p+5", "1 play W+C"), asks="1 color")
    expect(play(game, "1 color orange"), asks="round over", round_winner=1, sizes=[2, 0, 9])


@pytest.mark.rule("stack-2", "stack-3")
@pytest.mark.parametrize(
    ("moves", "number", "until", "said"),
    [
        (("0 play p+5",), 5, "", "5 cards"),
        (("0 play W+C", "0 color teal"), 0, "1", "until the colour comes"),
        (("0 play W+C", "0 color teal", "1 play W+C", "1 color teal"), 0, "2", "until the colour comes, 2 times"),
        (("0 play p+5", "1 play W+C", "1 color teal"), 5, "1", "5 cards and until the colour comes"),
    ],
)
def test_whoever_takes_a_penalty_is_said_to_take_all_of_it(
    moves: tuple[str, ...], number: int, until: str, said: str
) -> None:
    """The cards that are counted, and how often until the colour, as it was told when it was faced."""
    game = table("flip", ["p+5 W+C p1", "W+C p2 p3", "u8 u9"], discard="p5", side="dark", stacking="any")
    play(game, *moves)
    faced = game.events("public")[-1]
    accepted = game.play(f"{game.asks.seat} accept")[0]
    assert (accepted.kind, accepted.number, accepted.word) == ("accepted", number, until)
    assert (faced.kind, faced.number, faced.word) == ("stacked", number, until)
    assert accepted.text == f"Seat {accepted.seat} takes the penalty: {said}."


@pytest.mark.rule("challenge-1")
@pytest.mark.parametrize("stacking", ["off", "any"])
def test_a_wild_draw_that_is_not_challenged_is_no_penalty_of_nothing(stacking: str) -> None:
    """Without stacking the event has neither a number nor a word; with it, it has the number."""
    game = table("classic", ["W+4 r1", "g1 g2"], discard="b5", stacking=stacking)
    play(game, "0 play W+4", "0 color red")
    event = game.play("1 accept")[0]
    told = (None, "Seat 1 does not challenge.") if stacking == "off" else (4, "Seat 1 takes the penalty: 4 cards.")
    assert (event.number, event.text) == told
    assert event.word == ""


@pytest.mark.rule("stack-2", "see-5")
def test_a_stack_is_open_for_all_to_see_and_says_nothing_of_a_hand() -> None:
    """Everybody's view has the penalty; why a card is no answer is said with its rule."""
    game = table("classic", ["r+2 y1 y2", "r1 W+4", "b3 b4"], discard="r5", stacking="same")
    play(game, "0 play r+2")
    assert [game.view(seat).penalty for seat in range(3)] == [2, 2, 2]
    reason = game.why_not(1, "r1")
    assert reason is not None
    assert reason.rule == "stack-1"
    assert "2 cards" in reason.sentence
    assert [event.text for event in game.events(2)][-1] == "Seat 1 faces a penalty of 2 cards."


@pytest.mark.rule("stack-1")
def test_a_position_with_an_open_stack_reads_back() -> None:
    """Penalty, question and bluff stand in the text."""
    game = table("classic", ["W+4 r1 y2", "W+4 b1", "b3 b4"], discard="r5", stacking="same")
    play(game, "0 play W+4", "0 color blue")
    again = Game.from_position(game.position())
    assert again == game
    expect(play(again, "1 challenge"), sizes=[6, 2, 2], asks="1 play")


# --- 7 and 0 --------------------------------------------------------------------------------------------


@pytest.mark.rule("seven", "zero", "seven-zero-limits")
@pytest.mark.parametrize("players", [2, 3, 10])
def test_a_zero_hands_every_hand_to_the_next(players: int) -> None:
    """Whatever the number of players, each hand goes one seat on."""
    colors = "rgby"
    hands = ["r0 r1", *(f"{colors[seat % 4]}{2 + seat // 4}" for seat in range(1, players))]
    game = table("classic", hands, discard="r5", seven_zero=True)
    play(game, "0 play r0")
    expect(game, hands=[hands[-1], "r1", *hands[1:-1]])


@pytest.mark.rule("seven")
@pytest.mark.parametrize("edition", ["classic", "flip", "house"])
def test_a_refused_target_of_a_seven_names_the_rule_of_the_seven(edition: str) -> None:
    """Whatever is wrong with the answer: nobody, oneself, or something else than a choice."""
    game = play(table(edition, ["r7 r1 r2", "g1 g2", "b1 b2"], discard="r5", seven_zero=True), "0 play r7")
    for move in ("0 target none", "0 target 0", "0 draw"):
        with pytest.raises(IllegalMoveError) as refused:
            game.play(move)
        assert refused.value.rule == "seven"
    assert {reason.rule for reason in game.reasons(0) if reason} == {"seven"}


@pytest.mark.rule("seven", "card-swap")
def test_what_is_printed_on_a_card_is_not_taken_for_a_house_rule() -> None:
    """Wild Swap Hands asks for a target too."""
    game = play(table("house", ["WX r1 r2", "g1 g2", "b1 b2"], discard="r5", seven_zero=True), "0 play WX")
    with pytest.raises(IllegalMoveError) as refused:
        game.play("0 target 0")
    assert refused.value.rule != "seven"


@pytest.mark.rule("zero", "see-4")
def test_who_saw_a_hand_follows_it_when_hands_move_on() -> None:
    """A challenger knows the hand that was shown, wherever it goes."""
    game = table("classic", ["W+4 g1 g2", "r0 b9", "y1 y2 y3"], discard="r5", seven_zero=True, draw="g3 g4 g6 g7 g8 g9")
    play(game, "0 play W+4", "0 color red", "1 challenge")
    expect(game, sees=["1 of 0: g1 g2"], asks="2 play")
    game.play("2 draw")
    play(game, *(["2 pass"] if game.asks.kind == "drawn" else []), "0 draw")
    play(game, *(["0 pass"] if game.asks.kind == "drawn" else []), "1 play r0")
    hand = {str(card) for card in game.view(1).hands[1] if str(card) != "?"}
    assert {"g1", "g2"} <= hand


@pytest.mark.rule("seven", "party-order")
def test_a_customizable_card_may_move_all_hands_on() -> None:
    """What house rules say is said in the card language, so the table can write it on a card too."""
    game = table("house", ["W1 r1", "g1 g2", "b1 b2 b3"], discard="r5", custom=["all hands move on"])
    expect(play(game, "0 play W1"), hands=["b1 b2 b3", "r1", "g1 g2"], asks="0 color")


# --- jump-ins -------------------------------------------------------------------------------------------


@pytest.mark.rule("jump-1", "jump-3")
def test_always_called_jump_ins_are_moves_at_any_time() -> None:
    """With `auto` as with `race`."""
    game = table("classic", ["r5 y1 y2", "b1 b2", "r5 g1"], discard="r8", jump_in=True, uno="auto")
    expect(play(game, "0 play r5"), asks="1 play", legal=["2 play r5"])
    expect(play(game, "2 play r5"), asks="0 play")
    assert next(event.text for event in game.events("open")) == "Seat 2 jumps in."


@pytest.mark.rule("jump-2", "party-order")
def test_a_jump_in_with_a_seven_swaps_hands() -> None:
    """It does all that it does."""
    game = table("classic", ["r7 y1 y2", "b1 b2", "r7 g1"], discard="r8", jump_in=True, seven_zero=True)
    play(game, "0 play r7", "0 target 1")
    expect(play(game, "2 play r7"), asks="2 target", turn=2)
    expect(play(game, "2 target 0"), hands=["g1", "y1 y2", "b1 b2"], asks="0 play", liable=-1)


@pytest.mark.rule("stack-2", "challenge-4")
def test_a_card_laid_in_a_stack_may_be_challenged_whatever_a_lost_challenge_costs() -> None:
    """Here one card more than the penalty, on a Wild Draw Four of another edition."""
    text = resources.files("lastcard.editions").joinpath("data", "classic.toml").read_text("utf-8")
    text = text.replace("may challenge for 2 more", "may challenge for 1 more")
    cheaper = parse(text.replace('id = "classic"', 'id = "cheaper"'), "cheaper.toml")
    game = Game.from_layout(cheaper, Layout(hands=["W+4 b1 b2", "g1 g2"], discard="r5", turn=0), stacking="same")
    expect(play(game, "0 play W+4", "0 color blue"), asks="1 stack", moves=["1 challenge", "1 accept"])
    expect(play(game, "1 challenge"), sizes=[2, 7], asks="0 play")


# --- drawing and playing --------------------------------------------------------------------------------


@pytest.mark.rule("draw-until", "custom-3")
def test_with_three_in_place_of_one_more_come_only_while_none_fits() -> None:
    """At least three, and any of those that fit may be played."""
    settings = {"custom": ["custom-3"], "draw_until": True}
    enough = table("house", ["W1 y1 y2", "g1 g2"], discard="r5", draw="b1 b7 b3 b4", **settings)
    play(enough, "0 play W1", "0 color blue", "1 draw")
    expect(enough, sizes=[2, 5], moves=["1 play b1", "1 play b7", "1 play b3", "1 pass"])
    more = table("house", ["W1 y1 y2", "g1 g2"], discard="r5", draw="y3 y4 y6 y7 b4 b6", **settings)
    play(more, "0 play W1", "0 color blue", "1 draw")
    expect(more, sizes=[2, 7], moves=["1 play b4", "1 pass"])


@pytest.mark.rule("must-play")
def test_why_nobody_may_draw_or_keep_is_said_with_the_rule() -> None:
    """The reason names what is so, and nothing of other hands."""
    game = table("classic", ["r1 y1", "g1 g2"], discard="r5", draw="r9 b8", must_play="always")
    with pytest.raises(IllegalMoveError, match="must-play"):
        game.play("0 draw")
    drawn = table("classic", ["b1 y1", "g1 g2"], discard="r5", draw="r9 b8", must_play="drawn")
    play(drawn, "0 draw")
    with pytest.raises(IllegalMoveError, match="must-play"):
        drawn.play("0 pass")


@pytest.mark.rule("turn-5", "must-play", "draw-until")
def test_a_round_in_which_nobody_gets_anywhere_is_void() -> None:
    """Two Reverses that are all there is to draw would go to and fro for ever."""
    game = Game.from_position(
        'classic settings={"draw_until":true,"must_play":"drawn","uno":"auto"} '
        "hands=g1,g2/b1,b2/y1,y2 discard=rR,rR draw= rest=none turn=0"
    )
    turns = 0
    while not game.round_over:
        game.play(game.legal_moves()[0])
        turns += game.asks.kind == "play"
    assert 90 < turns < 110
    expect(game, asks="round over", round_winner=-1, scores=[0, 0, 0])


@pytest.mark.rule("turn-5", "must-play")
@pytest.mark.parametrize("uno", ["race", "ask"])
@pytest.mark.parametrize(
    ("hands", "turn"), [("gF|t9/b1|o2,b2|o3/y1|u1,y2|u2", 0), ("b1|o2,b2|o3/gF|t9/y1|u1,y2|u2", 1)]
)
def test_catching_does_not_keep_a_round_going_in_which_nobody_gets_anywhere(hands: str, turn: int, uno: str) -> None:
    """Two Skip Everyones are all there is to draw: their player must play them, and is caught each time."""
    game = Game.from_position(
        f'flip settings={{"must_play":"drawn","uno":"{uno}"}} hands={hands} '
        f"discard=gR|pA,g1|pA draw= rest=none turn={turn} side=dark"
    )
    for _ in range(1000):
        catches = [move for move in game.legal_moves() if move.kind == "catch"]
        others = [move for move in game.legal_moves() if move.kind != "uno"]
        game.play((catches or others)[0])
        if game.round_over:
            break
    expect(game, asks="round over", round_winner=-1, scores=[0, 0, 0])
    assert "suspect" not in game.position()


@pytest.mark.rule("draw-until", "turn-5")
def test_drawing_until_a_card_fits_ends_when_there_is_nothing_left_to_draw() -> None:
    """All there is to draw goes into the hand, and the turn passes."""
    game = table("classic", ["g1 g2", "b1 b2"], discard="y7 r5", draw="y1 b3", rest="none", draw_until=True)
    expect(play(game, "0 draw"), hands=["g1 g2 y1 b3 y7", "b1 b2"], asks="1 play")


@pytest.mark.rule("draw-until", "custom-3")
def test_of_three_cards_and_all_drawn_after_them_one_may_be_played() -> None:
    """Where a draw is three cards, drawing goes on after them until one fits; here it is the fifth."""
    game = table(
        "house", ["W1 r1 r2", "b1 b2"], discard="r5", draw="y1 y2 y3 y4 g6 r9", custom=["custom-3"], draw_until=True
    )
    play(game, "0 play W1", "0 color green", "1 draw")
    expect(game, hands=["r1 r2", "b1 b2 y1 y2 y3 y4 g6"], asks="1 drawn", moves=["1 play g6", "1 pass"])
    assert "(turn-1)" in refusal(game, "1 play y1")
    assert "(turn-3)" in refusal(game, "1 play b1")


@pytest.mark.rule("draw-until")
def test_of_cards_drawn_until_one_fits_only_the_last_may_be_played() -> None:
    """And the others are held as ever."""
    game = table("classic", ["g1 g2", "b1 b2"], discard="r5", draw="y1 y2 r9", draw_until=True)
    expect(play(game, "0 draw"), hands=["g1 g2 y1 y2 r9", "b1 b2"], moves=["0 play r9", "0 pass"])
    assert all("(turn-3)" in refusal(game, f"0 play {card}") for card in ("g1", "y1", "y2"))


@pytest.mark.rule("jump-1", "jump-3")
def test_nobody_is_asked_to_jump_in_on_a_wild() -> None:
    """Only a card with a colour can be the very same."""
    game = table("classic", ["W r1 r2", "W b1 b2", "W y1 y2"], discard="r5", jump_in=True, uno="ask")
    expect(play(game, "0 play W", "0 color red"), asks="1 play")


@pytest.mark.rule("uno-3", "jump-2")
def test_a_call_for_a_jump_in_that_was_not_made_lapses_with_the_next_turn() -> None:
    """So whoever then discards down to one card must call anew."""
    game = table(
        "house",
        ["r7 g1 g2", "W1 b1 b2", "r7 y2"],
        discard="r5",
        jump_in=True,
        custom=["next player discards 1"],
    )
    play(game, "0 play r7", "2 uno", "1 play W1", "2 discard y2", "1 color blue")
    expect(game, legal=["0 catch 2", "1 catch 2"])


@pytest.mark.rule("uno-2", "turn-5")
def test_nobody_calls_when_a_round_was_void() -> None:
    """Also not with one card left."""
    game = table("classic", ["g1", "b1 b2"], discard="r6", draw="", rest="none")
    expect(play(game, "0 pass", "1 pass"), asks="round over", round_winner=-1, illegal=["0 uno"])
    assert [move.kind for move in game.legal_moves()] == []  # there are too few cards to deal


# --- partners and presets -------------------------------------------------------------------------------


@pytest.mark.rule("teams")
@pytest.mark.parametrize("players", [2, 3, 5, 7, 9])
def test_partners_need_an_even_table_of_four_or_more(players: int) -> None:
    """The message says how many may play."""
    with pytest.raises(SettingsError, match="4, 6, 8 or 10 players"):
        Game("classic", players, teams=True)


@pytest.mark.rule("teams")
@pytest.mark.parametrize("winner", range(4))
def test_partners_win_a_single_hand_together(winner: int) -> None:
    """Whoever of the two was out of cards."""
    hands = ["g1 g2", "b1 b2", "g3 g4", "y1 y2"]
    hands[winner] = "r1"
    game = table("classic", hands, discard="r5", turn=winner, teams=True, scoring="hand")
    expect(play(game, f"{winner} play r1"), asks="game over", game_winners=sorted([winner, (winner + 2) % 4]))


@pytest.mark.rule("teams", "score-2")
def test_the_lowest_team_wins_together() -> None:
    """When a team reaches the target, the other one wins."""
    game = table("classic", ["r1", "W b9", "g4 g5", "yS y2"], discard="r5", teams=True, scoring="lowest", target=60)
    expect(play(game, "0 play r1"), asks="game over", scores=[9, 81, 9, 81], game_winners=[0, 2])


@pytest.mark.rule("party-order")
@pytest.mark.parametrize("name", edition_names())
def test_a_party_is_four_settings_in_every_edition(name: str) -> None:
    """A setting given beside the preset wins."""
    settings = Game(name, 4, preset="party", jump_in=False).settings
    chosen = (settings.stacking, settings.seven_zero, settings.jump_in, settings.draw_until, settings.must_play)
    assert chosen == ("same", True, False, True, "off")


@pytest.mark.rule("party-order")
def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    """And the near miss is named."""
    with pytest.raises(LastcardError, match=r"did you mean party\?.*allowed: booklet, party"):
        Game("classic", 2, preset="Party")
