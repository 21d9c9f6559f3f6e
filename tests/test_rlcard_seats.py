"""Our words for RLCard's observations and actions, and back. RLCard itself is not needed."""

from __future__ import annotations

from typing import Any

import pytest
from rlcard_seats import (
    ACTIONS,
    DRAW,
    Agent,
    OurAgent,
    RawObservation,
    TheirBot,
    agent_state,
    card_of,
    face_of,
    legal_actions,
    observation,
    seen_game,
)

from lastcard import Game, Move
from lastcard.bots import bot
from lastcard.view import View


def seen(hand: str, played: str, legal: str = "", *, target: str = "", sizes: tuple[int, ...] = ()) -> RawObservation:
    """An observation of seat 0, cards with spaces between them."""
    cards, pile = hand.split(), played.split()
    return {
        "hand": cards,
        "target": target or pile[-1],
        "played_cards": pile,
        "legal_actions": legal.split(),
        "num_cards": list(sizes or (len(cards), 5)),
        "num_players": 2,
        "current_player": 0,
    }


def looked(game: Game | None) -> View:
    """What seat 0 sees of a game that there must be."""
    assert game is not None
    return game.view(0)


class Wants:
    """A bot that makes the first of its wishes that it can."""

    name = "wants"

    def __init__(self, *wishes: str) -> None:
        self.wishes = wishes
        self.asked: list[str] = []

    def choose(self, view: View) -> Move:
        """The first wish that is a legal move."""
        self.asked.append(view.asks.kind)
        return next(move for wish in self.wishes for move in view.moves if move.short == wish)

    def react(self, view: View) -> Move | None:  # noqa: ARG002 - it never does
        """Silence."""
        return None


class Says:
    """An agent that always says the same, and keeps what it was told."""

    def __init__(self, action: str | int) -> None:
        self.use_raw = isinstance(action, str)
        self.action = action
        self.state: dict[str, Any] = {}

    def step(self, state: dict[str, Any]) -> str | int:
        """What it always says."""
        self.state = state
        return self.action


def answer(position: str, agent: Agent, seat: int = 0) -> str:
    """What an agent does in a position of ours."""
    return TheirBot("theirs", agent, "1").choose(Game.from_position(position).view(seat)).short


@pytest.mark.parametrize(
    ("theirs", "ours"), [("r-7", "r7"), ("g-skip", "gS"), ("b-reverse", "bR"), ("y-draw_2", "y+2"), ("b-0", "b0")]
)
def test_a_coloured_card_has_one_name_on_each_side(theirs: str, ours: str) -> None:
    """Colours and numbers are written alike, symbols by name."""
    assert face_of(theirs) == ours
    assert card_of(ours) == theirs


def test_a_wild_has_a_colour_there_and_none_here() -> None:
    """RLCard names the colour with the card."""
    assert {face_of(f"{color}-wild") for color in "rgby"} == {"W"}
    assert card_of("W+4", "b") == "b-wild_draw_4"


def test_there_are_61_actions_and_each_card_comes_back() -> None:
    """Fifteen for each colour, and drawing."""
    assert len(set(ACTIONS)) == 61
    assert ACTIONS[60] == DRAW
    assert all(card_of(face_of(action), action[0]) == action for action in ACTIONS[:60])


def test_a_position_has_all_that_the_seat_sees() -> None:
    """Hand, discard pile, colour, sizes and whose turn it is; the own hand of another seat lies in its place."""
    raw = seen("r-7 g-skip b-wild", "y-1 r-1", sizes=(4, 3))
    raw["current_player"] = 1
    game = seen_game(raw)
    assert game is not None
    view = game.view(1)
    assert [str(card) for card in view.hand] == ["r7", "gS", "W"]
    assert [str(card) for card in view.discard] == ["y1", "r1"]
    assert (view.color, view.sizes, view.asks.seat, view.draw_size) == ("red", (4, 3), 1, 108 - 9)
    game.check()


def test_the_colour_of_a_wild_is_the_one_that_was_named() -> None:
    """RLCard's target still has the colour that the card was made with; the pile has the right one."""
    view = looked(seen_game(seen("r-7 g-2", "y-1 g-wild", target="r-wild")))
    assert (str(view.top), view.color) == ("W", "green")


def test_after_a_reshuffle_the_target_is_the_discard_pile() -> None:
    """RLCard's pile is empty then."""
    view = looked(seen_game(seen("r-7 g-2", "", target="b-5")))
    assert ([str(card) for card in view.discard], view.color) == (["b5"], "blue")


def test_after_a_reshuffle_a_card_held_too_often_is_stood_in_for() -> None:
    """RLCard shuffles the top card in, so it can be in hand and on top; ours is another one of the colour."""
    view = looked(seen_game(seen("b-0 g-2", "", target="b-0")))
    assert (str(view.top) != "b0", view.color) == (True, "blue")
    assert [str(card) for card in view.hand] == ["b0", "g2"]


def test_what_no_deck_has_is_no_position() -> None:
    """Two red zeros there are not, nor a hundred unseen cards in a hand."""
    assert seen_game(seen("r-0 g-2", "r-0")) is None
    assert seen_game(seen("r-1 g-2", "r-3", sizes=(2, 106))) is None


def test_a_bot_names_the_colour_once_the_card_lies() -> None:
    """First the card, then the colour, as our game asks; RLCard gets both in one action."""
    legal = "r-wild g-wild b-wild y-wild"
    wants = Wants("play W", "color blue")
    assert OurAgent(wants).step(agent_state(seen("r-wild b-1 b-2", "y-5", legal))) == "b-wild"
    assert wants.asked == ["play", "color"]


def test_a_last_wild_needs_no_colour() -> None:
    """The game is over when it lies, so any of its actions will do."""
    legal = "r-wild g-wild b-wild y-wild"
    assert OurAgent(Wants("play W")).step(agent_state(seen("r-wild", "y-5", legal))) == "r-wild"


def test_who_wants_a_wild_draw_that_is_forbidden_is_asked_without_it() -> None:
    """RLCard allows it only when nothing else fits; the booklet looks at the colour alone."""
    state = agent_state(seen("r-wild_draw_4 g-5 y-5", "r-5", "g-5 y-5"))
    assert OurAgent(Wants("play W+4", "play y5")).step(state) == "y-5"


def test_who_would_rather_draw_must_play() -> None:
    """RLCard knows no drawing by choice."""
    state = agent_state(seen("g-5 y-5", "r-5", "g-5 y-5"))
    assert OurAgent(Wants("draw", "play g5")).step(state) == "g-5"


def test_what_can_be_done_in_one_way_only_is_not_thought_about() -> None:
    """Above all drawing."""
    wants = Wants()
    assert OurAgent(wants).eval_step(agent_state(seen("g-6", "r-5", DRAW))) == (DRAW, {})
    assert wants.asked == []


@pytest.mark.parametrize("name", ["simple", "sharp", "search@100"])
def test_our_bots_choose_one_of_the_legal_actions(name: str) -> None:
    """Also with a wild, of which they name the colour that they hold."""
    agent = OurAgent(bot(name, 1))
    legal = "r-7 r-skip r-wild g-wild b-wild y-wild"
    assert agent.step(agent_state(seen("r-7 r-skip g-wild b-1", "r-3 r-5", legal))) in legal.split()
    assert agent.step(agent_state(seen("g-wild b-1 b-2", "r-3 r-5", "r-wild g-wild b-wild y-wild"))) == "b-wild"


def test_their_list_has_cards_as_often_as_they_are_held() -> None:
    """Wilds stand once, with each colour, where the first is held."""
    playable = {"r7", "W", "W+4"}
    wilds = ["r-wild", "g-wild", "b-wild", "y-wild"]
    assert legal_actions(["r7", "W", "W", "g1", "r7", "W+4"], playable) == ["r-7", *wilds, "r-7"]
    assert legal_actions(["W+4", "g1"], playable) == [f"{color}-wild_draw_4" for color in "rgby"]
    assert legal_actions(["g1"], playable) == [DRAW]


def test_an_observation_has_what_the_seat_sees() -> None:
    """Our view in RLCard's words, with the numbers of its actions."""
    view = Game.from_position("classic hands=r7,W,g4/b2,b3 discard=r5,W turn=0 color=green").view(0)
    raw = observation(view)
    assert (raw["hand"], raw["target"]) == (["r-7", "r-wild", "g-4"], "g-wild")
    assert (raw["num_cards"], raw["num_players"], raw["current_player"]) == ([3, 2], 2, 0)
    assert raw["legal_actions"] == ["r-wild", "g-wild", "b-wild", "y-wild", "g-4"]
    assert [ACTIONS[number] for number in agent_state(raw)["legal_actions"]] == raw["legal_actions"]


def test_an_agent_plays_by_text_or_by_number() -> None:
    """As `use_raw` says."""
    position = "classic hands=r7,r9,g4/b2,b3 discard=r5 turn=0"
    assert answer(position, Says("r-9")) == "play r9"
    assert answer(position, Says(ACTIONS.index("r-9"))) == "play r9"


def test_an_agent_draws_and_keeps_what_does_not_fit() -> None:
    """Its draw is our draw, and then our pass."""
    game = Game.from_position("classic hands=g4,g6/b2,b3 discard=r5 draw=y1 turn=0")
    theirs = TheirBot("theirs", Says(DRAW), "1")
    assert theirs.choose(game.view(0)).short == "draw"
    assert answer("classic hands=g4,r6/b2,b3 discard=r5 turn=0 ask=drawn drawn=1", Says("r-6")) == "play r6"
    assert answer("classic hands=r4,g6/b2,b3 discard=r5 turn=0 ask=drawn drawn=1", Says(DRAW)) == "pass"


def test_an_agents_colour_comes_with_its_card() -> None:
    """It is asked once; the colour is remembered, and forgotten when it was named."""
    game = Game.from_position("classic hands=W,r9,g4/b2,b3 discard=r5 turn=0")
    theirs = TheirBot("theirs", Says("y-wild"), "1")
    game.play(theirs.choose(game.view(0)))
    assert theirs.choose(game.view(0)).short == "color yellow"


def test_an_agent_names_any_colour_for_a_wild_turned_up() -> None:
    """RLCard does so itself."""
    game = Game.from_position('classic settings={"dealer":1} players=2 draw=' + ",".join([*_DEALT, "W"]))
    assert game.asks.kind == "color"
    theirs = TheirBot("theirs", Says(DRAW), "1")
    assert theirs.choose(game.view(game.asks.seat)).kind == "color"


_DEALT = [f"{color}{number}" for number in range(1, 8) for color in "rg"]


def test_an_agent_calls_catches_and_does_not_challenge() -> None:
    """What RLCard does not know gets the natural answer."""
    game = Game.from_position('classic settings={"uno":"ask"} hands=r7,r8/b2,b3 discard=r5 turn=0')
    game.play("0 play r7")
    theirs = TheirBot("theirs", Says(DRAW), "1")
    assert theirs.choose(game.view(0)).short == "uno"
    game.play("0 silent")
    assert theirs.choose(game.view(1)).short == "catch 0"
    game = Game.from_position("classic hands=W+4,r8,r9/b2,b3 discard=r5 turn=0")
    for move in ("0 play W+4", "0 color blue"):
        game.play(move)
    assert theirs.choose(game.view(1)).short == "accept"
