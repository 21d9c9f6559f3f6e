"""Whatever edition the loader takes can be played to the end, and what it refuses would go wrong, each in its way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lastcard import Game
from lastcard.batch import simulate as simulation
from lastcard.editions import Edition, occasions, registry
from lastcard.editions.load import from_data
from lastcard.engine.schema import GUILTY
from lastcard.errors import EditionError, InvariantError
from tests.composing import EMPTY_HAND, HOLDS_CARDS, OTHER_COLOUR, compose, play_checked

DARE = 'player is dared to "Sing"'


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes known is forgotten after it."""
    monkeypatch.setattr(registry, "_known", {})


# --- what is allowed ------------------------------------------------------------------------------


def played_out(one: Edition, players: list[int], games: int, seed: str) -> bool:
    """Play checked games with all kinds of settings: whether all ended soon, as those with many draws may not."""
    batches = simulation.plan([one], players, games, seed, {"scoring": "hand"}, any_settings=True)
    try:
        for _ in simulation.run(batches, checked=True, policy="eager"):
            pass
    except InvariantError as error:
        if not str(error).startswith("the game does not end"):
            raise
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_a_random_edition_that_is_allowed_plays_to_the_end(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten editions a seed, with any number of players and all kinds of settings; every state is checked."""
    monkeypatch.setattr(simulation, "MOST_MOVES", 50_000)
    rng = random.Random(f"allowed {seed}")
    ended = 0
    for number in range(10):
        one = from_data(compose(rng), "composed.toml")
        ended += played_out(one, [rng.randint(2, min(10, (one.cards - 1) // one.hand))], 20, f"{seed} {number}")
    assert ended >= 7


@pytest.mark.parametrize("seed", range(8))
def test_in_a_random_edition_only_empty_hands_win_and_positions_are_exact(seed: int) -> None:
    """The same through a `Game`: views, saved games and positions, and the hand of whoever wins a round."""
    rng = random.Random(f"looked at {seed}")
    one = from_data(compose(rng), "composed.toml")
    players = rng.randint(2, min(6, (one.cards - 1) // one.hand))
    for game in play_checked(one, players, str(seed), uno=rng.choice(["race", "ask", "auto"])):
        assert game.edition == one


# --- what is refused, and why ---------------------------------------------------------------------


def data_with(face: dict[str, Any], *, two_sided: bool = True) -> dict[str, Any]:
    """A small edition in which one kind of card comes often, and on the dark side wilds do."""
    wild = face.get("wild", False)
    mine = {"symbol": "WQ" if wild else "Q", "name": "Question", "copies": 12 if wild else 4, "points": 5, **face}
    again: dict[str, Any] = {"called": "Dark", "numbers": [{"from": 1, "to": 4, "copies": 1}]}
    again["face"] = [{"symbol": s, "name": "Wild", "wild": True, "copies": 12, "points": 5} for s in ("WY", "WZ")]
    return {
        "id": "questions", "title": "Questions", "about": "For a test.", "cards": 36, "hand": 3, "caught_draws": 1,
        "defaults": {"scoring": "hand"},
        "light": {
            "called": "Light", "colors": {"a": "amber", "b": "blue", "c": "coral"},
            "numbers": [{"from": 1, "to": 4, "copies": 2}], "face": [mine],
        },
    } | ({"dark": {**again, "colors": {"p": "pink", "t": "teal", "u": "umber"}}} if two_sided else {})  # fmt: skip


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loader that takes any sentence anywhere."""
    for name in ("problem_when_played", "problem_when_turned_up", "problem_as_last_card"):
        monkeypatch.setattr(occasions, name, lambda *_, **__: "")


def what_goes_wrong(one: Edition) -> str:
    """The first thing that a checked random game stumbles over; empty if nothing."""
    try:
        for seed in range(60):
            for game in play_checked(one, 2 + seed % 3, str(seed), most=60, uno="auto"):
                assert game.edition == one
    except (InvariantError, AssertionError) as error:
        return str(error)
    return ""


NO_COLOUR = "the colour in play is not a colour"
FLIP_IF_ASKED = ["player may choose another player", "everything flips"]

GOES_WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"does": ["everything flips"]}, "does must have", NO_COLOUR),
    ({"does": [DARE, "if yes: everything flips"]}, "does must have", NO_COLOUR),
    (
        {"does": [DARE, "if yes: everything flips", "if no: player names the colour if the top is wild"]},
        "does must have",
        NO_COLOUR,
    ),
    ({"does": ["player names the colour if the top is wild", "everything flips"]}, "does must have", NO_COLOUR),
    ({"does": [*FLIP_IF_ASKED, "chosen player names the colour if the top is wild"]}, "does must have", NO_COLOUR),
    ({"turned_up": ["everything flips"]}, "turned_up must have", NO_COLOUR),
    ({"wild": True}, "turned_up must say that somebody names the colour", NO_COLOUR),
    ({"wild": True, "turned_up": [DARE, "if yes: player names the colour"]}, "turned_up must say", NO_COLOUR),
    (
        {"wild": True, "turned_up": ["player may choose another player", "chosen player names the colour"]},
        "turned_up must say",
        NO_COLOUR,
    ),
    (
        {"does": ["player names the colour"]},
        'does: "player names the colour" can\'t be said there: the top card may have a colour',
        OTHER_COLOUR,
    ),
    (
        {"turned_up": ["next player names the colour"]},
        'turned_up: "next player names the colour" can\'t be said there',
        OTHER_COLOUR,
    ),
    (
        {"wild": True, "turned_up": "goes back", "does": ["everything flips", "player names the colour"]},
        "can't be said there",
        OTHER_COLOUR,
    ),
    ({"as_last_card": ["player draws 2"]}, "it would give cards to the player", HOLDS_CARDS),
    ({"as_last_card": ["everyone draws 1"]}, "it would give cards to the player", HOLDS_CARDS),
    ({"as_last_card": ["player with fewest cards draws 1"]}, "it would give cards to the player", HOLDS_CARDS),
    (
        {
            "as_last_card": [
                'player with fewest cards is under notice "x" until someone calls UNO',
                "that player draws 1",
            ]
        },
        "it would give cards to the player",
        HOLDS_CARDS,
    ),
    ({"as_last_card": ["player draws or discards to 2"]}, "the player has no cards left", HOLDS_CARDS),
    (
        {"as_last_card": ["player chooses another player", "player and chosen player swap hands"]},
        "the player has no cards left",
        EMPTY_HAND,
    ),
    ({"as_last_card": ["next player discards 1"]}, "the player has no cards left", EMPTY_HAND),
    ({"as_last_card": ["next player may discard up to 2"]}, "the player has no cards left", EMPTY_HAND),
    ({"as_last_card": ["everyone else draws or discards to 1"]}, "the player has no cards left", EMPTY_HAND),
    ({"as_last_card": ['everyone else votes on "x", most votes decide']}, "the player has no cards left", EMPTY_HAND),
    ({"as_last_card": ['next player is dared to "x"']}, "the player has no cards left", EMPTY_HAND),
    (
        {"as_last_card": ["player chooses another player", "chosen player draws 1"]},
        "the player has no cards left",
        EMPTY_HAND,
    ),
]


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(("face", "message", "wrong"), GOES_WRONG)
def test_what_is_refused_goes_wrong_if_it_is_played(face: dict[str, Any], message: str, wrong: str) -> None:
    """Without the refusal a random game comes to a state that can't be."""
    del message
    assert what_goes_wrong(from_data(data_with(face), "my.toml")).startswith(wrong)


@pytest.mark.parametrize(("face", "message", "wrong"), GOES_WRONG)
def test_what_goes_wrong_is_refused_with_its_place(face: dict[str, Any], message: str, wrong: str) -> None:
    """The file, the card and the occasion, what is said there, and what may be."""
    del wrong
    with pytest.raises(EditionError) as caught:
        from_data(data_with(face), "my.toml")
    assert str(caught.value).startswith(f"my.toml: light.face[0] ({'WQ' if face.get('wild') else 'Q'}): ")
    assert message in str(caught.value)


CHALLENGE = ["next player may challenge for 2 more", "next player draws 2"]


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize("occasion", ["turned_up", "as_last_card"])
def test_a_card_that_nobody_holds_cards_beside_can_not_be_a_bluff(occasion: str) -> None:
    """Nobody is ever found guilty, so there is nothing to challenge: it is asked in vain."""
    one = from_data(data_with({"does": CHALLENGE, occasion: "does"}), "my.toml")
    asked = guilty = 0
    for seed in range(80):
        game = Game(one, 2, seed=seed)
        for _ in range(80):
            moves = game.legal_moves()
            if not moves:
                break
            happening = game.state.starting or game.state.last_card
            if game.asks[1] == "challenge" and happening:
                asked += 1
                game.play(moves[0])
                guilty += int(game.state.verdict == GUILTY)
            else:
                game.play(([move for move in moves if move.kind == "play"] or moves)[0])
    assert asked > 0
    assert guilty == 0


@pytest.mark.parametrize(
    ("face", "message"),
    [
        (
            {"turned_up": CHALLENGE},
            'turned_up: "next player may challenge for 2 more" can\'t be said there: nobody has laid the card',
        ),
        ({"as_last_card": ["next player names a colour"]}, "nothing would come of the colour"),
        ({"as_last_card": CHALLENGE}, "as_last_card: 'next player may challenge for 2 more' can't be said there"),
        (
            {"does": ["player names a colour", "everything flips", "next player draws until that colour"]},
            'needs a colour in a sentence after "everything flips"',
        ),
    ],
)
def test_what_can_have_no_meaning_is_refused(face: dict[str, Any], message: str) -> None:
    """A challenge where nobody could bluff, a colour for nothing, and one of the side that was turned away."""
    with pytest.raises(EditionError) as caught:
        from_data(data_with(face), "my.toml")
    assert message in str(caught.value)


STILL_ALLOWED: list[dict[str, Any]] = [
    {"does": [DARE, "if yes: everything flips", "player names the colour if the top is wild"]},
    {"does": [DARE, "if yes: everything flips", "if yes: next player names the colour if the top is wild"]},
    {"does": ["everything flips", "player names the colour if the top is wild", "everyone else draws 1"]},
    {
        "does": [
            "everything flips",
            "everyone discards all wilds",
            "everything flips",
            "player names the colour if the top is wild",
        ]
    },
    {
        "does": [
            "everything flips",
            "next player names a colour",
            "next player draws until that colour",
            "player names the colour if the top is wild",
        ]
    },
    {"turned_up": ["player chooses another player", "player and chosen player swap hands", "chosen player discards 1"]},
    {
        "turned_up": [
            "everyone draws or discards to 2",
            "everything flips",
            "player names the colour if the top is wild",
        ]
    },
    {"wild": True, "turned_up": [DARE, "if yes: player names the colour", "if no: next player names the colour"]},
    {"as_last_card": ["everything flips", "next player draws 2", "next player misses the turn", "player plays again"]},
    {"as_last_card": ["player names a colour", "everyone else draws until that colour"]},
    {"as_last_card": ["player with most cards draws 2", "that player draws 1", "direction turns around"]},
    {"as_last_card": ["all hands lie open until player's next turn", "next player draws 3 in place of 1"]},
    {"as_last_card": ['next player is under notice "x" until someone calls UNO']},
]


@pytest.mark.parametrize("face", STILL_ALLOWED)
def test_what_is_near_to_that_and_works_is_allowed(face: dict[str, Any]) -> None:
    """It plays to the end, every state checked."""
    one = from_data(data_with(face), "my.toml")
    assert played_out(one, [2, 3, 5], 150, "near")
    for game in play_checked(one, 3, "near", most=80):
        assert game.players == 3
