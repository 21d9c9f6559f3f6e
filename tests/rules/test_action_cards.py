"""Draw cards, Reverse, Skip and Skip Everyone."""

from __future__ import annotations

import pytest

from lastcard import IllegalMoveError
from lastcard.batch import Batch
from tests.rules.table import expect, play, table


@pytest.mark.rule("card-draw")
@pytest.mark.parametrize(
    ("name", "side", "card", "count"),
    [
        ("classic", "light", "r+2", 2),
        ("house", "light", "r+2", 2),
        ("flip", "light", "r+1", 1),
        ("flip-marvel", "light", "r+1", 1),
        ("flip-transformers", "light", "r+1", 1),
        ("flip", "dark", "p+5", 5),
        ("flip-marvel", "dark", "p+5", 5),
        ("flip-transformers", "dark", "p+5", 5),
    ],
)
def test_the_next_player_draws_and_misses_the_turn(name: str, side: str, card: str, count: int) -> None:
    """Only the next player gets cards, and the one after plays."""
    color = card[0]
    hands = [f"{card} {color}1 {color}2", f"{color}3 {color}4", f"{color}6 {color}7"]
    game = table(name, hands, discard=f"{color}5", side=side)
    play(game, f"0 play {card}")
    expect(game, sizes=[2, 2 + count, 2], asks="2 play")


@pytest.mark.rule("card-draw")
def test_draw_two_to_the_right_hits_the_seat_on_the_right() -> None:
    """With play running to the right the next player of seat 0 is the last seat."""
    game = table("classic", ["r+2 r1 r2", "g1 g2", "b1 b2", "y1 y2"], discard="r5", direction="right")
    expect(play(game, "0 play r+2"), sizes=[2, 2, 2, 4], turn=2)


@pytest.mark.rule("card-draw")
def test_draw_two_with_two_players_brings_the_turn_back() -> None:
    """The other player draws and misses, so the same player is on again."""
    game = table("classic", ["r+2 r1 r2", "g1 g2"], discard="r5")
    expect(play(game, "0 play r+2"), sizes=[2, 4], turn=0)


@pytest.mark.rule("card-reverse")
def test_reverse_turns_direction_around_each_time() -> None:
    """Right after one Reverse, left again after the next."""
    game = table("classic", ["rR r1 r2", "r3 r4", "r6 r7", "gR rR r8 r9"], discard="r5")
    expect(play(game, "0 play rR"), direction="right", turn=3)
    expect(play(game, "3 play gR"), direction="left", turn=0)


@pytest.mark.rule("card-reverse-2p")
@pytest.mark.parametrize(
    ("name", "side", "card"), [("classic", "light", "rR"), ("flip", "light", "rR"), ("flip-marvel", "dark", "pR")]
)
def test_reverse_between_two_players_is_a_skip_that_turns_direction(name: str, side: str, card: str) -> None:
    """Whoever laid it plays again, and the direction has turned."""
    color = card[0]
    game = table(name, [f"{card} {color}1 {color}2", f"{color}3 {color}4"], discard=f"{color}5", side=side)
    expect(play(game, f"0 play {card}"), turn=0, direction="right")


@pytest.mark.rule("card-reverse-2p")
def test_reverse_between_two_players_can_be_left_as_a_bare_turn() -> None:
    """With the setting at turn the other player is next, and the direction has turned."""
    game = table("classic", ["rR r1 r2", "r3 r4"], discard="r5", two_player_reverse="turn")
    expect(play(game, "0 play rR"), turn=1, direction="right")


@pytest.mark.rule("card-reverse", "card-reverse-2p")
@pytest.mark.parametrize("setting", ["skip", "turn"])
def test_the_two_player_setting_changes_nothing_at_a_larger_table(setting: str) -> None:
    """With three players a Reverse only turns direction."""
    game = table("classic", ["rR r1 r2", "r3 r4", "r6 r7"], discard="r5", two_player_reverse=setting)
    expect(play(game, "0 play rR"), turn=2, direction="right")


@pytest.mark.rule("card-skip")
@pytest.mark.parametrize(("direction", "turn"), [("left", 2), ("right", 1)])
def test_skip_passes_over_the_next_player_in_either_direction(direction: str, turn: int) -> None:
    """The seat after the next is on, and nobody draws."""
    game = table("classic", ["rS r1 r2", "r3 r4", "r6 r7"], discard="r5", direction=direction)
    expect(play(game, "0 play rS"), turn=turn, sizes=[2, 2, 2])


@pytest.mark.rule("card-skip")
def test_skip_between_two_players_brings_the_turn_back() -> None:
    """The other player misses the turn."""
    game = table("classic", ["rS r1 r2", "r3 r4"], discard="r5")
    expect(play(game, "0 play rS"), turn=0, direction="left")


@pytest.mark.rule("card-skip-everyone")
@pytest.mark.parametrize("players", [2, 3, 10])
def test_skip_everyone_brings_the_turn_straight_back(players: int) -> None:
    """However many play, the same player is on again, with a full turn."""
    others = [f"{color}{number}" for number in (1, 2, 3) for color in "tou"][: players - 1]
    game = table("flip", ["pA p1 p2", *others], discard="p5", side="dark")
    play(game, "0 play pA")
    expect(game, asks="0 play", moves=["0 play p1", "0 play p2", "0 draw"])


@pytest.mark.rule("card-skip-everyone")
def test_two_skip_everyone_in_a_row_bring_two_more_turns() -> None:
    """The second one may be laid in the turn that the first one gave."""
    game = table("flip", ["pA tA p1 t2", "t1 t3", "u1 u2"], discard="p5", side="dark")
    expect(play(game, "0 play pA", "0 play tA"), turn=0, color="teal", hands=["p1 t2", "t1 t3", "u1 u2"])


@pytest.mark.rule("card-skip-everyone", "turn-1")
def test_a_card_that_was_laid_cannot_be_laid_a_second_time() -> None:
    """It would match itself, and its player is on again, but it is in no hand; also where moves are numbers."""
    games = Batch.of([table("flip", ["pA p1 p2", "t1 t3"], discard="p5", side="dark")])
    assert str(games.game(0).legal_moves()[0]) == "0 play pA"
    laid = games.legal_moves()[0][:, 0]
    games.step_moves(laid)
    expect(games.game(0), asks="0 play", top="pA", illegal=["0 play pA"])
    with pytest.raises(IllegalMoveError):
        games.step_moves(laid)
