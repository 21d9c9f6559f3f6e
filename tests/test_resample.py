"""Another deal of everything that a seat can't know.

The seat notices nothing, and every deal that fits is as likely.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from lastcard import Game, IllegalMoveError, edition, edition_names
from lastcard.batch import Batch
from lastcard.batch.simulate import random_settings
from lastcard.errors import NotationError

POSITIONS = 2000
"""In each edition, so 10,000 in all."""


@pytest.mark.parametrize("name", edition_names())
def test_a_seat_and_a_spectator_notice_nothing(name: str) -> None:
    """see-5: on thousands of random positions the seat's view and the public one stay the same.

    All invariants hold.
    """
    rng = random.Random(name)
    looked = 0
    while looked < POSITIONS:
        players = rng.randint(2, 10)
        game = Game(name, players, seed=rng.getrandbits(32), **random_settings(edition(name), players, rng))
        for _ in range(40):
            for _ in range(rng.randint(1, 12)):
                moves = game.legal_moves()
                if moves:
                    active = [move for move in moves if move.kind not in {"draw", "pass"}] or moves
                    game.play(rng.choice(active if rng.random() < 0.7 else moves))
            seat = rng.randrange(players)
            other = game.resample(seat, seed=looked)
            other.check()
            assert other.view(seat) == game.view(seat), game.position()
            assert other.view("public") == game.view("public")
            assert other.reasons(seat) == game.reasons(seat)
            looked += 1


@pytest.mark.parametrize("name", edition_names())
@pytest.mark.parametrize("pairing", ["shuffled", "fixed"])
def test_a_fresh_copy_looks_the_same_to_everybody_and_goes_on_differently(name: str, pairing: str) -> None:
    """What nobody can know is dealt anew, and nothing else."""
    game = Game(name, 4, seed=5, pairing=pairing)
    futures = set()
    for seed in range(20):
        other = game.copy(fresh=True, seed=seed)
        other.check()
        assert [other.view(seat) for seat in range(4)] == [game.view(seat) for seat in range(4)]
        assert other.hands == game.hands
        futures.add(other.draw)
    assert len(futures) == 20
    assert game.copy(fresh=True, seed=1) == game.copy(fresh=True, seed=1) != game.copy(fresh=True, seed=2)


def test_the_same_seed_deals_the_same_and_the_original_is_left_alone() -> None:
    """Deals are repeatable."""
    game = Game("flip-marvel", 3, seed=2)
    before = game.position()
    assert game.resample(1, seed="x").position() == game.resample(1, seed="x").position()
    assert game.resample(1, seed="x") != game.resample(1, seed="y")
    assert game.position() == before
    with pytest.raises(NotationError, match="there is no seat 3"):
        game.resample(3)


def excess(found: Counter[str], expected: dict[str, float]) -> float:
    """How far chi-squared is above what chance gives, in standard deviations."""
    assert set(found) <= set(expected)
    total = sum((found[key] - much) ** 2 / much for key, much in expected.items())
    freedom = len(expected) - 1
    return float((total - freedom) / (2 * freedom) ** 0.5)


DEALS = 6000


def dealt(game: Game, seat: int) -> Batch:
    """Many deals that fit what a seat knows."""
    games = Batch.of([game], threads=1).repeated(DEALS)
    games.resample(seat, seed=1)
    return games


def in_place(games: Batch, seat: int, place: int, side: int) -> list[int]:
    """The face in one place of a hand, in each game."""
    cards = games.states["hand"][:, seat, place]
    faces: list[int] = games.states["face"][np.arange(len(games)), side, cards].tolist()
    return faces


@pytest.mark.parametrize("name", edition_names())
def test_each_hidden_card_takes_every_place_it_could(name: str) -> None:
    """The last card of an opponent's hand and the deepest of the draw pile.

    Each hidden face as often as there are such cards.
    """
    game = Game(name, 3, seed=3)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    seat = game.asks.seat
    other = (seat + 1) % 3
    side = int(game.state.side)
    hidden = [c for c in range(game.compiled.values["cards"]) if not (int(game.state.know[side, c]) >> seat) & 1]
    copies = Counter(int(game.state.face[side, card]) for card in hidden)
    expected = {str(face): DEALS * many / len(hidden) for face, many in copies.items()}
    games = dealt(game, seat)
    in_pile = games.states["ring"][:, 0, game.draw_size // 2]
    drawable = games.states["face"][np.arange(len(games)), side, in_pile].tolist()
    for faces in (in_place(games, other, game.sizes[other] - 1, side), drawable):
        assert excess(Counter(map(str, faces)), expected) < 5


def test_with_a_fixed_pairing_a_back_that_is_seen_tells_which_fronts_are_possible() -> None:
    """deck-2: the opponent's card has one of the fronts that are paired with its back.

    Each comes as often as it is unseen.
    """
    game = Game("flip", 2, seed=1, pairing="fixed")
    fixed = {(str(card.face(0)), str(card.face(1))) for hand in game.hands for card in hand}
    fixed |= {(card.face(0), card.face(1)) for card in (*game.draw, *game.discard)}
    games = dealt(game, 0)
    for place in range(3):
        back = games.game(0).hands[1][place].face(1)
        fronts = {front for front, behind in fixed if behind == back}
        found = Counter(edition("flip").sides[0].faces[face].text for face in in_place(games, 1, place, 0))
        assert set(found) <= fronts
        assert len(found) > 1 or len(fronts) == 1
        pairs = {(game_of.face(0), game_of.face(1)) for game_of in games.game(0).draw}
        assert pairs <= fixed


def test_a_card_just_drawn_that_is_asked_about_can_be_played() -> None:
    """see-1: everybody knows that it could be.

    In every deal it can, and each such face comes as often as it is unseen.
    """
    game = Game.from_position("classic hands=g1,g2/b3,b4 discard=r5 draw=r7,y1 turn=0")
    game.play("0 draw")
    assert game.asks == (0, "drawn")
    games = dealt(game, 1)
    faces = [face.text for face in edition("classic").sides[0].faces]
    found = Counter(faces[face] for face in in_place(games, 0, 2, 0))
    seen = {"b3", "b4", "r5"}
    deck = Counter(faces[face] for face in game.compiled.values["deck"][0][:108])
    deck.subtract(seen)
    playable = {face: many for face, many in deck.items() if face[0] == "r" or face[1:] == "5" or face[0] == "W"}
    total = sum(playable.values())
    assert excess(found, {face: DEALS * many / total for face, many in playable.items() if many}) < 5
    assert (games.violations() == 0).all()


def test_a_wild_draw_is_judged_by_the_hand_that_is_dealt_anew() -> None:
    """challenge-2: who thinks about a challenge must find guilty and innocent hands, each judged for itself."""
    game = Game.from_position("classic hands=W+4,r1,g2/b3,b4 discard=r5 turn=0")
    game.play("0 play W+4")
    game.play("0 color blue")
    verdicts: Counter[bool] = Counter()
    for seed in range(200):
        other = game.resample(1, seed=seed)
        guilty = any(card.color == "red" for card in other.hands[0])
        told = other.copy()
        told.play("1 challenge")
        verdicts[guilty] += 1
        assert ("guilty" in " ".join(map(str, told.events()))) == guilty
    assert verdicts[True] > 20
    assert verdicts[False] > 20


def test_with_bluffing_off_a_wild_draw_tells_that_its_player_has_no_such_colour() -> None:
    """bluff-2: while the colour is asked for, no deal gives that hand a card of the colour before."""
    game = Game.from_position('classic settings={"bluffing":false} hands=W+4,g1,g2,g3/b3,b4 discard=r5 turn=0')
    game.play("0 play W+4")
    assert game.asks == (0, "color")
    for seed in range(100):
        assert not any(card.color == "red" for card in game.resample(1, seed=seed).hands[0])


def test_a_hand_without_the_colour_is_dealt_at_once_however_large_it_is() -> None:
    """bluff-2: fifty cards without a red one are found without trying."""
    others = [f"{color}{number}" for color in "gby" for number in range(1, 10) for _ in range(2)][:50]
    position = f"classic hands=W+4,{','.join(others)}/r3,r4 discard=r5 turn=0"
    game = Game.from_position(position.replace("classic ", 'classic settings={"bluffing":false} '))
    game.play("0 play W+4")
    other = game.resample(1, seed=1)
    assert len(other.hands[0]) == 50
    assert not any(card.color == "red" for card in other.hands[0])


def test_with_a_fixed_pairing_a_long_round_of_changes_is_found_too() -> None:
    """No two of these cards could change places alone; all six together can."""
    hands = "b1|o9,gF|W,b2|t3/gF|o9,b2|W,b1|t3"
    text = f'flip settings={{"pairing":"fixed"}} hands={hands} discard=r9|t9 rest=none turn=0'
    game = Game.from_position(text)
    deals = Counter(" ".join(map(str, game.resample(0, seed=seed).hands[0])) for seed in range(200))
    assert len(deals) == 2
    assert min(deals.values()) > 60


def test_who_is_asked_which_wild_to_discard_holds_only_wilds() -> None:
    """custom-2: everybody can tell; in every deal the hand is all wild and not all alike."""
    game = Game.from_position('house settings={"custom":["custom-2"]} hands=W1,r1,r2/W,W+4,W+4/g1,g2 discard=r5 turn=0')
    game.play("0 play W1")
    assert game.asks == (1, "discard")
    hands = {tuple(sorted(map(str, game.resample(2, seed=seed).hands[1]))) for seed in range(200)}
    assert all(all(card.startswith("W") for card in hand) and len(set(hand)) > 1 for hand in hands)
    assert len(hands) > 3


def test_hands_laid_open_to_be_counted_stay() -> None:
    """score-1: when the round is over, everybody has seen them."""
    game = Game.from_position("classic hands=r1/b3,b4 discard=r5 turn=0")
    game.play("0 play r1")
    assert game.round_over
    assert all(game.resample(0, seed=seed).hands == game.hands for seed in range(20))


def test_a_position_that_no_game_would_ask_can_still_be_dealt_anew() -> None:
    """Laid out by hand, a drawn card may be one that can't be played; then nothing holds the deal to it."""
    text = "classic hands=r7,g4/b2,b3 discard=y5,r5 draw=y1 rest=none turn=0 ask=drawn drawn=1"
    game = Game.from_position(text)
    assert game.resample(1, seed=1).view(1) == game.view(1)


def test_a_dealt_game_plays_on() -> None:
    """A game dealt anew is a game like any other, and has no past."""
    game = Game("flip-transformers", 4, seed=8, scoring="points")
    for _ in range(10):
        game.play(game.legal_moves()[0])
    other = game.resample(2)
    assert other.history == []
    assert list(other.events()) == []
    while not other.round_over:
        other.play(other.legal_moves()[0])
    with pytest.raises(IllegalMoveError):
        other.play("0 draw")
