"""Cards that are given from hand to hand, by rules on Customizable cards."""

from __future__ import annotations

import pytest

from lastcard import LastcardError, edition
from lastcard.editions import Settings
from tests.rules.table import expect, play, refusal, table, told


@pytest.mark.rule("card-custom")
def test_everyone_else_gives_a_card_of_the_own_choice() -> None:
    """In playing order, one card each; the player of the card gets them all and then names the colour."""
    game = table("house", ["W1 r1", "g1 g2", "b1 b2 b3"], discard="y5", custom=["everyone else gives 1 to player"])
    play(game, "0 play W1")
    expect(game, asks="1 give", moves=["1 give g1", "1 give g2"], illegal=["1 discard g1", "2 give b1"])
    expect(play(game, "1 give g2"), asks="2 give", hands=["r1 g2", "g1", "b1 b2 b3"])
    expect(play(game, "2 give b1"), asks="0 color", hands=["r1 g2 b1", "g1", "b2 b3"])


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize(
    ("to", "answers", "hands"),
    [
        ("next player", ["0 give r1", "0 give r2"], ["r3", "g1 g2 r1 r2", "b1 b2"]),
        ("chosen player", ["0 target 2", "0 give r3", "0 give r1"], ["r2", "g1 g2", "b1 b2 r3 r1"]),
    ],
)
def test_a_player_gives_several_cards_one_by_one(to: str, answers: list[str], hands: list[str]) -> None:
    """To the next player, or to whom the player chose."""
    choice = "player chooses another player; " if to == "chosen player" else ""
    rule = f"{choice}player gives 2 to {to}"
    game = table("house", ["W1 r1 r2 r3", "g1 g2", "b1 b2"], discard="y5", custom=[rule])
    expect(play(game, "0 play W1", *answers), hands=hands, asks="0 color")


@pytest.mark.rule("effect-last")
def test_the_last_card_is_never_given() -> None:
    """Whoever is to give two of two cards gives one; of one card none."""
    game = table("house", ["W1 r1", "g1 g2", "b1"], discard="y5", custom=["everyone else gives 2 to player"])
    expect(play(game, "0 play W1", "1 give g1"), hands=["r1 g1", "g2", "b1"], asks="0 color")


@pytest.mark.rule("card-custom")
def test_where_nobody_was_chosen_nothing_is_given() -> None:
    """Without a chosen player there is nobody to give to."""
    rule = "player may choose another player; everyone gives 1 to chosen player"
    game = table("house", ["W1 r1 r2", "g1 g2", "b1 b2"], discard="y5", custom=[rule])
    expect(play(game, "0 play W1", "0 target none"), hands=["r1 r2", "g1 g2", "b1 b2"], asks="0 color")
    game = table("house", ["W1 r1 r2", "g1 g2", "b1 b2"], discard="y5", custom=[rule])
    play(game, "0 play W1", "0 target 1")
    expect(play(game, "2 give b1", "0 give r1"), hands=["r2", "g1 g2 b1 r1", "b2"], asks="0 color")


@pytest.mark.rule("uno-3")
def test_who_gave_down_to_one_card_must_call() -> None:
    """As after discards: when all is done, giver and player of the card can be caught."""
    game = table("house", ["W1 r1 r2", "g1 g2", "b1 b2 b3"], discard="y5", custom=["next player gives 1 to player"])
    play(game, "0 play W1", "1 give g1", "0 color red")
    expect(game, hands=["r1 r2 g1", "g2", "b1 b2 b3"], legal=["0 catch 1", "2 catch 1", "1 uno"])


@pytest.mark.rule("see-4")
def test_only_giver_and_receiver_know_which_card_was_given() -> None:
    """Whoever had seen the giver's hand before can't say what is left of it."""
    rule = "player chooses another player; player and chosen player swap hands; player gives 1 to next player"
    game = table("house", ["W1 r1 r2", "g1 g2", "b1 b2"], discard="y5", custom=[rule])
    play(game, "0 play W1", "0 target 2")
    assert [card.text for card in game.view(2).hands[0]] == ["b1", "b2"]  # it was the own hand before
    play(game, "0 give b2")
    assert [card.text for card in game.view(0).hands[1]] == ["?", "?", "b2"]
    assert [card.text for card in game.view(1).hands[0]] == ["?"]
    assert [card.text for card in game.view(2).hands[0]] == ["?"]
    assert [card.text for card in game.view(2).hands[1]] == ["?", "?", "?"]
    assert told(game, 2)[0] == "Seat 0 gives ? to seat 1."
    assert told(game, 1)[0] == "Seat 0 gives b2 to seat 1."


@pytest.mark.rule("card-custom")
def test_a_gift_that_is_not_asked_for_is_refused() -> None:
    """With the reason: in a turn, and with a card that is not held."""
    game = table("house", ["W1 r1", "g1 g2"], discard="y5", custom=["next player gives 1 to player"])
    assert "turn-2" in refusal(game, "0 give r1")
    play(game, "0 play W1")
    assert "there is no b1 in the hand" in refusal(game, "1 give b1")
    assert "give a card" in refusal(game, "1 draw")


@pytest.mark.rule("card-custom")
@pytest.mark.parametrize("rule", ["player gives 1 to player", "next player gives 2 to next player"])
def test_nobody_gives_to_themselves(rule: str) -> None:
    """Such a rule is refused when it is written."""
    with pytest.raises(LastcardError, match="to themselves"):
        Settings.of(edition("house"), {"custom": [rule]})
