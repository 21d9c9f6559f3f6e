"""What each seat may know, and that nothing else reaches it."""

from __future__ import annotations

import json
import random
from importlib import resources

import pytest

from lastcard import Game, Layout
from lastcard.editions.load import parse
from tests.rules.table import all_cards, bare, expect, play, refusal, table, told


def everything_told(game: Game, seat: int) -> str:
    """All that reaches a seat: its view and the events of the last move."""
    return json.dumps(game.view(seat).to_dict()) + "\n".join(told(game, seat))


def with_other_unknown_faces(game: Game, seat: int, chance: random.Random) -> Game:
    """A copy in which the faces that `seat` does not know are exchanged among themselves."""
    other = game.copy()
    cards = sum(all_cards(game).values())
    for side in range(len(game.edition.sides)):
        unknown = [card for card in range(cards) if not (int(game.state.know[side, card]) >> seat) & 1]
        faces = [int(game.state.face[side, card]) for card in unknown]
        chance.shuffle(faces)
        for card, face in zip(unknown, faces, strict=True):
            other.state.face[side, card] = face
    return other


@pytest.mark.rule("see-1")
def test_everyone_sees_sizes_top_direction_colour_and_scores() -> None:
    """Every seat's view has the same public part."""
    game = table("classic", ["r3 g7 g8", "r1 b2", "y1"], discard="b1 b5 r5", direction="right", scores=[5, 6, 7])
    for seat in range(3):
        view = game.view(seat)
        assert view.sizes == (3, 2, 1)
        assert (str(view.top), view.color, view.direction, view.scores) == ("r5", "red", "right", (5, 6, 7))
        assert [str(card) for card in view.discard] == ["b1", "b5", "r5"]
        assert view.draw_size == 99


@pytest.mark.rule("see-1", "see-5")
def test_only_the_drawer_is_told_which_card_was_drawn() -> None:
    """The others hear that a card was drawn."""
    game = table("classic", ["b1 b2", "y1 y2"], discard="r5", draw="g9")
    play(game, "0 draw")
    assert told(game, 0) == ["Seat 0 draws g9."]
    assert told(game, 1) == ["Seat 0 draws ?."]
    expect(game, sees=["0 of 0: b1 b2 g9", "1 of 0: ? ? ?", "0 of draw: ?"])


@pytest.mark.rule("see-2", "see-5")
@pytest.mark.parametrize(("side", "others"), [("light", "?|o8"), ("dark", "y8|?")])
def test_of_a_card_that_is_drawn_the_others_are_told_the_back_alone(side: str, others: str) -> None:
    """On either side; whoever draws knows the back too, as it lay on top of the draw pile."""
    hands = ["b1|t3 b2|t4", "y1|o1 y2|o2", "g1|p1 g2|p2"]
    game = play(table("flip", hands, discard="r5|p5", side=side, draw="y8|o8 g9|o9"), "0 draw")
    drawn = {seat: [str(event.card) for event in game.events(seat) if event.kind == "drew"] for seat in range(3)}
    assert drawn == {0: ["y8|o8"], 1: [others], 2: [others]}


@pytest.mark.rule("see-2")
@pytest.mark.parametrize("side", ["light", "dark"])
def test_the_side_not_in_play_is_seen_by_the_others_and_not_by_the_holder(side: str) -> None:
    """Hands and the top of the draw pile face the others with their backs, on either side."""
    game = table("flip", ["r1|u1 r2|uA", "g3|o1 g4|o2"], discard="b5|t3", draw="y1|p4 y2|p5", side=side)
    if side == "light":
        expect(game, sees=["0 of 0: r1|? r2|?", "1 of 0: ?|u1 ?|uA", "0 of draw: ?|p4", "1 of draw: ?|p4"])
    else:
        expect(game, sees=["0 of 0: ?|u1 ?|uA", "1 of 0: r1|? r2|?", "0 of draw: y1|?", "1 of draw: y1|?"])


@pytest.mark.rule("see-3", "card-swap")
def test_swapped_hands_are_known_to_both_and_stay_known_while_held() -> None:
    """A card from the swapped hand that is still held is known, a card drawn later is not."""
    game = table("house", ["WX r1 r2", "g4 b2 y7", "y1 y2"], discard="b5", draw="b9 g9")
    play(game, "0 play WX", "0 target 1", "0 color yellow", "1 draw")
    expect(game, sees=["0 of 1: r1 r2 ?", "1 of 0: g4 b2 y7", "2 of 1: ? ? ?", "2 of 0: ? ? ?"])


@pytest.mark.rule("see-3", "see-5", "card-swap")
def test_a_swap_tells_each_player_the_new_hand_and_a_third_nothing() -> None:
    """Before it nobody knows another hand; after it both know both, themselves in the order they were held."""
    game = table("house", ["WX r1 r2", "g4 b2 y7", "y1 y2"], discard="b5")
    play(game, "0 play WX")
    expect(game, sees=["0 of 1: ? ? ?", "1 of 0: ? ?", "2 of 0: ? ?", "2 of 1: ? ? ?"])
    play(game, "0 target 1")
    expect(game, sees=["0 of 0: g4 b2 y7", "1 of 1: r1 r2", "0 of 1: r1 r2", "1 of 0: g4 b2 y7"])
    expect(game, sees=["2 of 0: ? ? ?", "2 of 1: ? ?", "2 of 2: y1 y2", "0 of 2: ? ?", "1 of 2: ? ?"])
    assert [bare(game.view(seat).hand) for seat in range(3)] == ["g4 b2 y7", "r1 r2", "y1 y2"]
    assert game.view("public").sizes == (3, 2, 2)
    assert {str(card) for hand in game.view("public").hands for card in hand} == {"?"}
    assert all(told(game, seat) == ["Seat 0 chooses seat 1.", "Seat 0 swaps hands with seat 1."] for seat in range(3))


@pytest.mark.rule("see-2", "see-3", "see-4", "card-swap")
@pytest.mark.parametrize("side", ["light", "dark"])
def test_in_a_two_sided_game_a_swap_shows_each_hand_from_both_sides_to_those_who_swapped(side: str) -> None:
    """Who gives a hand away sees its backs from then on, and remembers its faces; a third player sees backs only."""
    text = resources.files("lastcard.editions").joinpath("data", "flip.toml").read_text("utf-8")
    rule = '["player may choose another player", "player and chosen player swap hands", "player names the colour"]'
    text = text.replace('does = ["player names the colour"]', f"does = {rule}")
    swapping = parse(text.replace('id = "flip"', 'id = "swapping"'), "swapping.toml")
    hands = ["W|W r1|p1 r2|p2", "g4|t4 b2|t2 y7|t7", "y1|u1 y2|u2"]
    game = Game.from_layout(swapping, Layout(hands=hands, discard="b5|o5", turn=0, side=side))
    play(game, "0 play W", "0 target 1")
    for seat in (0, 1):
        expect(game, sees=[f"{seat} of 0: g4|t4 b2|t2 y7|t7", f"{seat} of 1: r1|p1 r2|p2"])
    seen = ["?|t4 ?|t2 ?|t7", "?|p1 ?|p2"] if side == "light" else ["g4|? b2|? y7|?", "r1|? r2|?"]
    expect(game, sees=[f"2 of {seat}: {cards}" for seat, cards in enumerate(seen)])
    game.check()


@pytest.mark.rule("see-3", "custom-7", "card-swap")
def test_hands_swapped_while_they_lie_open_are_known_to_all() -> None:
    """A third player still sees both hands, wherever they went."""
    hands = ["W1 r1 r2", "WX g4 b2 y7", "y1 y2"]
    game = table("house", hands, discard="b5", custom=["custom-7"])
    play(game, "0 play W1", "0 color red", "1 play WX", "1 target 0")
    for seat in range(3):
        expect(game, sees=[f"{seat} of 0: g4 b2 y7", f"{seat} of 1: r1 r2", f"{seat} of 2: y1 y2"])


@pytest.mark.rule("see-3", "see-4", "card-swap")
def test_knowledge_follows_cards_from_hand_to_hand() -> None:
    """A hand shown in a challenge is still known to the challenger after it was swapped to a third player."""
    hands = ["W+4 b1 b2", "y1 y2", "WX g7 g8"]
    game = table("house", hands, discard="r5", draw="g1 g2 g3 g4 g6 r9")
    play(game, "0 play W+4", "0 color green", "1 challenge", "2 play WX", "2 target 0", "2 color green")
    expect(game, sees=["1 of 2: b1 b2", "0 of 2: b1 b2", "2 of 0: g7 g8", "1 of 0: ? ?"])


@pytest.mark.rule("see-4")
def test_whoever_draws_knows_the_back_that_lay_on_top() -> None:
    """All cards of a forced draw were on top one after the other, so their backs are known to the drawer."""
    game = table("flip", ["W+2|p9 b1|p1", "y1|u1 y2|u2"], discard="r5|o5", draw="b7|u7 b8|u8 b9|uA")
    play(game, "0 play W+2", "0 color blue", "1 accept")
    expect(game, sees=["1 of 1: y1|? y2|? b7|u7 b8|u8", "0 of 1: ?|u1 ?|u2 ?|u7 ?|u8", "1 of draw: ?|uA"])


@pytest.mark.rule("see-4", "setup-2")
def test_the_backs_of_dealt_cards_are_not_known_to_their_holder() -> None:
    """Knowledge starts once the first card is turned up: what lay on the pile before is not remembered."""
    light = [f"{color}{number}" for number in range(1, 8) for color in "rg"]
    dark = [f"{color}{number}" for number in range(1, 8) for color in "pt"]
    cards = " ".join(f"{a}|{b}" for a, b in zip(light, dark, strict=True))
    game = table("flip", players=2, dealer=1, draw=f"{cards} b9|o9 y1|u1")
    expect(game, sees=["0 of 0: r1 r2 r3 r4 r5 r6 r7", "1 of 0: ?|p1 ?|p2 ?|p3 ?|p4 ?|p5 ?|p6 ?|p7", "0 of draw: ?|u1"])


@pytest.mark.rule("see-4", "setup-3")
def test_a_card_drawn_for_a_start_draw_one_was_seen_from_the_back() -> None:
    """The first card is turned up before the penalty is drawn, so its back is known to the drawer."""
    game = table("flip", ["r1|p1 r2|p2", "g1|t1 g2|t2"], draw="r+1|o4 y1|u1 y2|u2")
    expect(game, sees=["0 of 0: r1|? r2|? y1|u1", "0 of draw: ?|u2"])


@pytest.mark.rule("see-4", "setup-3", "setup-4")
def test_a_start_flip_shows_both_sides_of_all_cards_dealt() -> None:
    """Every seat knows both faces of every hand, the own included, and the light face of the next card."""
    game = table("flip", ["r1|p1 r2|p2", "g1|t1 g2|t2", "b1|u1"], draw="rF|o4 y1|u2 y2|u3", rest="none")
    for seat in range(3):
        expect(game, sees=[f"{seat} of 0: r1|p1 r2|p2", f"{seat} of 1: g1|t1 g2|t2", f"{seat} of 2: b1|u1"])
        expect(game, sees=f"{seat} of draw: y2|?")


@pytest.mark.rule("see-4", "card-flip")
def test_after_a_flip_everyone_knows_both_sides_of_cards_held_since_before() -> None:
    """The holder knows the earlier faces, the others had seen the new ones; two flips change nothing."""
    hands = ["rF|u2 r1|u1 r2|t3", "g3|tF g4|o2 g6|o3", "b1|p1 b2|p2"]
    game = table("flip", hands, discard="r5|t5")
    play(game, "0 play rF")
    for seat in range(3):
        expect(game, sees=[f"{seat} of 0: r1|u1 r2|t3", f"{seat} of 1: g3|tF g4|o2 g6|o3", f"{seat} of 2: b1|p1 b2|p2"])
    play(game, "1 play tF")
    for seat in range(3):
        expect(game, sees=[f"{seat} of 0: r1|u1 r2|t3", f"{seat} of 1: g4|o2 g6|o3"])


@pytest.mark.rule("see-4", "see-2", "card-flip")
def test_a_flip_buries_the_card_that_was_on_top_of_the_draw_pile() -> None:
    """Its back is forgotten, the new top is seen from its other side, and coming back it is seen afresh."""
    hands = ["rF|u2 r1|u1 r2|t3", "g3|tF g4|o2 g6|o3"]
    game = table("flip", hands, discard="r5|t5", draw="y1|p1 y2|p2 y3|p3", rest="none")
    expect(game, sees=["0 of draw: ?|p1", "1 of draw: ?|p1"])
    play(game, "0 play rF")
    expect(game, sees=["0 of draw: y3|?", "1 of draw: y3|?"])
    play(game, "1 play tF")
    expect(game, sees=["0 of draw: ?|p1", "1 of draw: ?|p1"])
    play(game, "0 draw")
    expect(game, sees=["0 of 0: r1|u1 r2|t3 y1|p1", "1 of 0: r1|u1 r2|t3 ?|p1"])
    play(game, "1 draw", "0 draw")
    expect(game, sees="1 of 0: r1|u1 r2|t3 ?|p1 ?|p3")


@pytest.mark.rule("see-4", "card-flip")
def test_a_draw_pile_of_one_card_is_known_from_both_sides_after_a_flip() -> None:
    """It stayed on top, so what was seen of it before is remembered."""
    game = table("flip", ["rF|u2 r1|u1 r2|t3", "g3|o1 g4|o2"], discard="r5|t5", draw="y1|p1", rest="none")
    play(game, "0 play rF")
    expect(game, sees=["0 of draw: y1|p1", "1 of draw: y1|p1"])


@pytest.mark.rule("see-4", "turn-4")
def test_cards_shuffled_into_the_draw_pile_are_lost_from_sight() -> None:
    """Only the back that now lies on top is known, and what is drawn is hidden from the others but for it."""
    game = table("flip", ["b1|p1 b2|p2", "y1|u1 y2|u2"], discard="g1|o1 g2|o2 g3|o3 r5|o5", draw="", rest="none")
    play(game, "0 draw")
    drawn = game.hands[0][-1]
    top = game.draw[0]
    expect(game, sees=[f"1 of 0: ?|p1 ?|p2 ?|{drawn.face(1)}", f"1 of draw: ?|{top.face(1)}"])
    expect(game, sees=[f"0 of 0: b1|? b2|? {drawn}"])


@pytest.mark.rule("see-4", "card-flip")
def test_a_card_drawn_after_a_flip_shows_only_its_back_to_the_others() -> None:
    """The drawer knows both sides, the others the side not in play."""
    game = table("flip", ["rF|u2 r1|u1 r2|u3", "g3|o1 g4|o2"], discard="r5|t5", draw="y1|p1 y2|p2 y3|p3", rest="none")
    play(game, "0 play rF", "1 draw")
    expect(game, sees=["1 of 1: g3|o1 g4|o2 y3|p3", "0 of 1: g3|o1 g4|o2 y3|?"])


@pytest.mark.rule("see-4", "custom-7")
def test_what_was_seen_of_open_hands_is_remembered() -> None:
    """After hands are closed the cards seen are still known, a new one is not."""
    game = table("house", ["W1 r1 r2", "b1 b2"], discard="r5", draw="y1 y2 y3", custom=["custom-7"])
    play(game, "0 play W1", "0 color green", "1 draw", "0 draw", "1 draw")
    expect(game, sees=["0 of 1: b1 b2 y1 ?", "1 of 0: r1 r2 ?"])


@pytest.mark.rule("see-4", "setup-5")
def test_a_new_round_forgets_what_was_known_in_the_last() -> None:
    """All cards are shuffled, so nothing of the other hand is known in a one-sided game."""
    game = table("house", ["W1 r1 r2", "g1"], discard="r5", custom=["custom-7"])
    play(game, "0 play W1", "0 color green", "1 play g1", "deal")
    expect(game, sees=["0 of 1: ? ? ? ? ? ? ?", "1 of 0: ? ? ? ? ? ? ?"])


@pytest.mark.rule("see-5")
def test_a_view_does_not_depend_on_the_others_cards() -> None:
    """Two games that differ only in a hidden hand and the hidden pile look the same, word for word."""
    one = table("classic", ["r3 g7 g8", "r1 b2", "y1 W"], discard="r5", draw="b9 y8", rest="none")
    two = table("classic", ["r3 g7 g8", "y1 W", "b9 y8"], discard="r5", draw="r1 b2", rest="none")
    assert everything_told(one, 0) == everything_told(two, 0)
    play(one, "0 play r3")
    play(two, "0 play r3")
    assert one.view(0) == two.view(0)
    assert told(one, 0) == told(two, 0)


@pytest.mark.rule("see-5", "see-2")
def test_a_view_in_flip_does_not_depend_on_what_faces_away() -> None:
    """The own backs, the others' faces and the pile beneath its top may be anything."""
    one = table("flip", ["r1|u1 r2|u2", "g3|o1 g4|o2"], discard="b5|t3", draw="y1|p4 y2|p5", rest="none")
    two = table("flip", ["r1|p5 r2|u1", "y2|o1 y1|o2"], discard="b5|u2", draw="g4|p4 g3|t3", rest="none")
    assert everything_told(one, 0) == everything_told(two, 0)


@pytest.mark.rule("see-5")
def test_others_cards_are_in_no_order_that_could_be_followed() -> None:
    """A hidden card's place in the other hand tells nothing of when it came."""
    one = table("flip", ["r1|u1 r2|u2", "g3|o1 g4|o2"], discard="b5|t3", draw="y1|p4")
    two = table("flip", ["r1|u1 r2|u2", "g4|o2 g3|o1"], discard="b5|t3", draw="y1|p4")
    assert one.view(0).hands == two.view(0).hands


@pytest.mark.rule("see-5", "see-2")
def test_a_move_as_its_player_sees_it_never_tells_a_back() -> None:
    """A right and a wrong guess of an own card's back are answered with the same words."""
    game = table("flip", ["r7|tA r1|p1", "g3|o1 g4|o2"], discard="r5|t3")
    right = refusal(game, "0 play r7|tA", as_seen=True)
    wrong = refusal(game, "0 play r7|p2", as_seen=True)
    assert right.replace("tA", "*") == wrong.replace("p2", "*")
    game.play("0 play r7|?", as_seen=True)
    expect(game, top="r7|tA")


@pytest.mark.rule("see-5")
@pytest.mark.parametrize("name", ["flip", "flip-marvel", "flip-transformers"])
def test_a_refusal_does_not_tell_the_others_cards(name: str) -> None:
    """Whatever another hand is, an impossible move is answered alike."""
    one = table(name, ["r1|u1 b2|u2", "g3|o1 g4|o2"], discard="b5|t3", draw="y1|p4 y2|p5", rest="none")
    two = table(name, ["r1|p5 b2|u1", "y2|o1 y1|o2"], discard="b5|u2", draw="g4|p4 g3|t3", rest="none")
    for move in ("0 play r1", "0 play g3", "0 play y2", "0 catch 1", "1 uno", "0 color red", "0 pass"):
        assert refusal(one, move, as_seen=True) == refusal(two, move, as_seen=True)


@pytest.mark.rule("see-5", "setup-5")
def test_a_refused_deal_does_not_tell_anybodys_moves() -> None:
    """A deal is nobody's move, so its refusal lists no cards: not those of seat 0 either."""
    game = table("classic", ["r3 g7 g8", "r1 b2"], discard="r5")
    assert refusal(game, "deal") == "no new round: the round is not over (setup-5)."


@pytest.mark.rule("see-5")
@pytest.mark.parametrize("name", ["classic", "house", "flip", "flip-marvel", "flip-transformers"])
def test_a_view_stays_the_same_whatever_the_unknown_faces_are(name: str) -> None:
    """In random play, exchanging the faces that a seat does not know changes nothing in its view."""
    chance = random.Random(name)
    game = Game(name, players=3, seed=1, scoring="points")
    for _ in range(60):
        for seat in range(3):
            other = with_other_unknown_faces(game, seat, chance)
            assert other.view(seat) == game.view(seat)
        moves = game.legal_moves()
        if not moves:
            break
        play(game, str(chance.choice(moves)))


@pytest.mark.rule("see-5", "see-3")
def test_the_moves_in_a_view_are_written_as_far_as_its_seat_knows_the_cards() -> None:
    """Two cards with one face are one move while their backs are unknown, and two once one back is known."""
    alike = table("flip", ["r7|tA r7|p2", "g3|o1 g4|o2"], discard="r5|t3")
    assert [str(move) for move in alike.view(0).moves] == ["0 play r7", "0 draw", "0 uno"]
    game = table("flip", ["b7|tA b1|p1", "r3|o1 r4|o2 r6|o3"], discard="r5|t3", draw="b7|p2 g9|u1")
    play(game, "0 draw", "1 play r3")
    assert not any(move.kind == "play" for move in game.view(0).moves)
    game = table("flip", ["b7|tA b1|p1", "b3|o1 r4|o2 r6|o3"], discard="y3|t3", draw="b7|p2 g9|u1")
    play(game, "0 draw", "1 play b3")
    plays = [str(move) for move in game.view(0).moves if move.kind == "play"]
    assert plays == ["0 play b7", "0 play b1", "0 play b7|p2"]
    game.play("0 play b7|p2", as_seen=True)
    expect(game, top="b7|p2")
