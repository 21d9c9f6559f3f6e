"""Players that weigh and think ahead: they know only their seat, decide alike everywhere, and see what wins."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lastcard import Game, edition, edition_names
from lastcard.batch import Batch
from lastcard.batch.simulate import random_settings
from lastcard.batch.weighing import Weighing
from lastcard.bots import bot, decision, next_move, sight
from lastcard.bots.effort import Effort, effort_of
from lastcard.bots.search_bot import SearchBot, candidates
from lastcard.engine.kinds import QUESTIONS
from lastcard.engine.mind import Did, Past, Trait
from lastcard.engine.plain import plain_entries
from lastcard.errors import BatchError, SaveError, SettingsError
from lastcard.minds import traits
from lastcard.minds.answering import Answering
from tests.rules.table import play, table

GAMES = 5
"""Random games of each edition; together they ask for everything."""
ALL = ("random", "easy", "medium", "simple", "eager", "sharp", "search@16", "hazel", "mina@hard")
"""Every way of deciding."""


def random_positions(name: str, seed: str, games: int) -> Any:
    """Positions of random games under random settings, at every kind of decision that comes up."""
    rng = random.Random(seed)
    for _ in range(games):
        players = rng.randint(2, 7)
        settings = random_settings(edition(name), players, rng) | {"uno": rng.choice(["race", "ask"])}
        if name == "house":
            settings["custom"] = ["custom-8", "custom-10", "everyone else gives 1 to player"]
        game = Game(name, players, seed=rng.getrandbits(32), **settings)
        for _ in range(40):
            moves = game.legal_moves()
            if not moves or game.over:
                break
            if not game.round_over:
                yield game
            active = [move for move in moves if move.kind not in {"draw", "pass"}] or moves
            wild = [move for move in active if move.card is not None and move.card.wild]
            game.play(rng.choice(wild or active if rng.random() < 0.8 else moves))


@pytest.mark.parametrize("name", edition_names())
def test_two_games_that_a_seat_cannot_tell_apart_are_one_to_it(name: str) -> None:
    """see-5: whatever lies hidden, the game that a seat imagines is the same to the byte."""
    for number, game in enumerate(random_positions(name, f"imagined {name}", 4)):
        seat = number % game.players
        other = game.resample(seat, seed=number)
        assert game.imagined(seat, seed=7) == other.imagined(seat, seed=7), game.position()
        assert game.imagined(seat, seed=7) != game.imagined(seat, seed=8) or not game.draw


@pytest.mark.parametrize("name", edition_names())
def test_no_bot_peeks(name: str) -> None:
    """see-5: two games that differ only in what the seat can't know, and the same luck: the same move."""
    for number, game in enumerate(random_positions(name, f"peeking {name}", GAMES)):
        seat = game.asks.seat
        seen = sight(game, seat)
        other = replace(sight(game.resample(seat, seed=number), seat), past=seen.past)
        for kind in ALL:
            assert bot(kind, number).choose(seen) == bot(kind, number).choose(other), (kind, game.position())
        watcher = (seat + 1) % game.players
        if game.legal_moves(watcher):
            views = game.view(watcher), game.resample(watcher, seed=1).view(watcher)
            for kind in ALL:
                assert bot(kind, 1).react(views[0]) == bot(kind, 1).react(views[1])


def test_every_kind_of_decision_is_among_them() -> None:
    """The positions in which nobody may peek ask for everything that there is to ask."""
    asked = {g.asks.kind for name in edition_names() for g in random_positions(name, f"peeking {name}", GAMES)}
    assert asked >= set(QUESTIONS) - {"round over", "game over"}


@pytest.mark.parametrize("name", edition_names())
def test_the_game_that_is_imagined_looks_the_same_to_the_seat(name: str) -> None:
    """It is one that could be at the table: the seat's view of it is its own."""
    for number, game in enumerate(random_positions(name, f"views {name}", 2)):
        seat = number % game.players
        world = Game.on_state(game.edition, game.settings, game.imagined(seat, seed=number))
        world.check()
        assert world.view(seat) == game.view(seat), game.position()


def test_built_and_plain_minds_agree() -> None:
    """The library and the plain Python of the same source choose, deal and weigh alike, to the number."""
    plain = plain_entries()
    for name in ("classic", "flip"):
        games = Batch(name, 3, 2, seed=4, threads=1, preset="party", uno="ask", scoring="hand")
        for _ in range(12):
            games.step(games.masks().argmax(axis=1))
        for place in range(len(games)):
            game = games.game(place)
            seat = game.asks.seat
            weighing = Weighing(game.compiled, seat, game.imagined(seat), game.past, seed=3)
            answers = np.array(weighing.answers()[:2], np.int32)
            found = weighing.choice(), weighing.weigh(answers, 1, sweeps=2).tolist()
            again = Weighing(game.compiled, seat, game.imagined(seat), game.past, seed=3)
            again._kernel = _Plain(plain)  # type: ignore[assignment]
            assert (again.choice(), again.weigh(answers, 1, sweeps=2).tolist()) == found


class _Plain:
    """The plain entries, called as the library's are."""

    plain = True

    def __init__(self, entries: dict[str, Any]) -> None:
        self.__dict__.update(entries)

    def at(self, rows: Any) -> Any:
        return rows


@pytest.mark.parametrize("settings", [{}, {"preset": "party"}, {"teams": True, "uno": "ask"}])
@pytest.mark.parametrize("name", edition_names())
def test_sharp_players_play_every_edition_to_the_end(name: str, settings: dict[str, Any]) -> None:
    """Whole games, every move and every state on the way legal."""
    games = Batch(name, 4, 40, seed=2, **settings)
    games.play_out("sharp", seed=1, check=True)
    assert games.over.all()


@pytest.mark.parametrize(("name", "players", "least"), [("classic", 2, 0.55), ("flip", 2, 0.52), ("classic", 4, 0.26)])
def test_a_sharp_player_beats_sensible_ones(name: str, players: int, least: float) -> None:
    """Over thousands of deals, each from every seat, it wins more than its share."""
    deals = Batch(name, players, 4000, seed="sharp", uno="auto", scoring="hand")
    won = 0
    for seat in range(players):
        games = deals.copy()
        games.play_out(["sharp" if other == seat else "sensible" for other in range(players)], seed=seat)
        won += int(games.winners[:, seat].sum())
    assert won / (4000 * players) > least


def test_the_same_seed_and_number_of_playouts_give_the_same_move() -> None:
    """A search by number does not depend on the machine."""
    game = Game("flip", 3, seed=5, scoring="hand")
    games = []
    for _ in range(2):
        copy = game.copy()
        bots = {seat: bot("search@60", seat) for seat in range(3)}
        while not copy.over:
            copy.make(next_move(copy, bots))
        games.append(copy.history)
    assert games[0] == games[1]


@pytest.mark.parametrize("kind", ["sharp", "search"])
def test_a_skip_before_the_last_card_wins(kind: str) -> None:
    """With two players a Skip brings the turn back: it goes first, and the other card after it."""
    game = table("classic", ["r5 rS", "g1 g2 g3 g4 g5"], discard="r9", uno="auto", scoring="hand")
    game.make(decision(game, bot(kind, 1)))
    assert game.top.text == "rS"
    game.make(decision(game, bot(kind, 1)))
    assert game.winners == (0,)


def test_a_bot_that_thinks_ahead_needs_more_than_a_view() -> None:
    """The error says what to give it."""
    with pytest.raises(SettingsError, match="sight"):
        bot("sharp", 1).choose(Game("classic", 2, seed=1).view(0))


@pytest.mark.parametrize("name", ["search@", "search@0", "search@fast", "search@-5", "search@5s", "search@@5"])
def test_an_effort_that_cannot_be_is_refused(name: str) -> None:
    """The error says what is allowed."""
    with pytest.raises(SettingsError, match="search@500"):
        bot(name, 1)
    for playouts, seconds in ((0, 0.0), (-5, 0.0), (5, -1.0), (-5, 1.0)):
        with pytest.raises(SettingsError, match="one of them must be above 0"):
            Effort(playouts=playouts, seconds=seconds)


def test_little_time_means_few_playouts() -> None:
    """With next to no time every move is tried in a handful of worlds, however many moves there are."""
    game = Game.from_position("classic hands=r1,r2,r3,r4,r5,r6,r7,r8,r9,r+2,rS,rR,r0,W,W+4/b1,b2,b3 discard=r5 turn=0")
    quick, slow = SearchBot("quick", Effort(seconds=1e-9), 1), SearchBot("slow", Effort(playouts=4000), 1)
    for one in (quick, slow):
        one.choose(sight(game, 0))
    assert 0 < quick.playouts < 200 < slow.playouts


def test_an_effort_is_a_number_of_playouts_or_a_time() -> None:
    """The name says which."""
    assert effort_of("search@250") == Effort(playouts=250)
    assert effort_of("search@40ms") == Effort(seconds=0.04)


def test_kinds_of_cards_follow_from_what_they_do() -> None:
    """Which traits the faces of an edition have is read off its sentences."""
    game = Game("flip", 2, seed=1)
    faces = [face.text for face in game.edition.sides[0].faces]
    found = {text: Trait(trait) for text, trait in zip(faces, traits(game.compiled, 2)[0], strict=False)}
    assert found["r7"] == Trait.NUMBER
    assert found["rS"] == Trait.SKIP
    assert found["rR"] == Trait.SKIP  # card-reverse-2p
    assert found["r+1"] == Trait.DRAW
    assert found["rF"] == Trait.FLIP
    assert found["W"] == Trait.WILD
    assert found["W+2"] == Trait.WILD_DRAW


def test_what_people_did_is_held_against_a_deal() -> None:
    """Somebody who drew has, in most worlds, no card that would have fitted."""
    game = table("classic", ["b1 b2 b3", "r1 r2 r3 r4"], discard="g9", draw="y1 y2 y3 y4", turn=1, uno="auto")
    game.play("1 draw")
    seat = game.asks.seat
    assert seat == 0
    fits = [_fits_green(game, past) for past in (b"", game.past)]
    assert fits[1] < 0.6 * fits[0]


def _fits_green(game: Game, past: bytes) -> float:
    """In how many worlds the other player held a green card or a 9 when it drew."""
    weighing = Weighing(game.compiled, 0, game.imagined(0), past, seed=1)
    held = 0
    for _ in range(400):
        weighing.weigh(np.array(weighing.answers()[:1], np.int32), 1)
        world = Game.on_state(game.edition, game.settings, weighing.dealt())
        held += any(card.color == "green" or card.symbol == "9" for card in world.hands[1][:4])
    return held / 400


def test_guessed_hands_come_nearer_to_the_true_ones_by_what_people_did() -> None:
    """Over many positions of sharp players, how often each face is expected in a hand and how often it is there."""
    by_chance, guessed = 0.0, 0.0
    for seed in range(40):
        game = Game("classic", 2, seed=seed, uno="auto", scoring="hand")
        bots = {seat: bot("sharp", seat) for seat in range(2)}
        for _ in range(16):
            if not game.over:
                game.make(next_move(game, bots))
        if not game.over and game.asks.kind == "play":
            by_chance += _wrong_by(game, b"")
            guessed += _wrong_by(game, game.past)
    assert guessed < 0.97 * by_chance


def _wrong_by(game: Game, past: bytes) -> float:
    """How far the other hand is from the average over worlds, face by face."""
    seat = game.asks.seat
    weighing, other = Weighing(game.compiled, seat, game.imagined(seat), past, seed=1), 1 - seat
    expected: Counter[str] = Counter()
    for _ in range(60):
        weighing.weigh(np.empty(0, np.int32), 4)
        expected.update(str(card) for card in Game.on_state(game.edition, game.settings, weighing.dealt()).hands[other])
    true = Counter(str(card) for card in game.hands[other])
    return sum((expected[face] / 60 - true[face]) ** 2 for face in expected | true)


def test_the_past_of_a_round_is_forgotten_when_hands_change_places() -> None:
    """seven: what was seen of a hand says nothing of who holds it now."""
    game = table("classic", ["b7 b2 b3", "r1 r2 r3"], discard="b9", uno="auto", seven_zero=True)
    blank = bytes(Past.size)
    assert game.past == blank
    game.play("0 play b7")
    assert game.past != blank
    game.play("0 target 1")
    used = Past.fields["used"]
    assert game.past[used.offset : used.end] == b"\0\0"


def test_who_else_knows_a_card_is_no_secret_way_to_follow_it() -> None:
    """see-4: whether a card that was played had been seen by somebody else in another hand is not to be found out."""
    swapped_in, drawn = _plays_r5("r5", "y8"), _plays_r5("y8", "r5")
    assert swapped_in.view(0) == drawn.view(0)
    assert swapped_in.past == drawn.past
    assert swapped_in.imagined(0, seed=1) == drawn.imagined(0, seed=1)


def _plays_r5(swapped: str, drawn: str) -> Game:
    """Seat 1 gets one of these by a seven, from a hand that seat 2 knows, draws the other, and plays the red five."""
    hands = ["g3 r1 y1 y2", "g7 r3 y4", f"{swapped} g6 g4"]
    game = table("classic", hands, discard="g9", draw=f"b1 {drawn} b2", turn=1, uno="auto", seven_zero=True)
    return play(game, "1 play g7", "1 target 2", "2 draw", "0 play g3", "1 draw", "2 play r3", "0 play r1", "1 play r5")


def test_a_past_of_another_side_or_round_says_nothing() -> None:
    """card-flip: what was played by its light face is not held against dark cards."""
    game = table("flip", ["rF|pF r1|p1 r2|p2", "b1|t1 b2|t2 b3|t3"], discard="r9|p9", uno="auto")
    game.play("0 play rF|pF")
    with_past = Weighing(game.compiled, 1, game.imagined(1), game.past, seed=1)
    without = Weighing(game.compiled, 1, game.imagined(1), seed=1)
    answers = np.array(with_past.answers(), np.int32)
    assert with_past.weigh(answers, 20).tolist() == without.weigh(answers, 20).tolist()


def test_a_jump_in_is_no_choice_among_all_cards() -> None:
    """jump-1: only the very same card could be laid, so it tells of no other."""
    game = table("classic", ["b7 b2 b3", "r1 r2 r3", "b7 b+2 W"], discard="b9", uno="auto", jump_in=True)
    game.play("0 play b7")
    game.play("2 play b7")
    row = np.frombuffer(game.past, Past.dtype())[0]["did"][1]
    assert QUESTIONS[row[Did.ASK]] == "jump"


def test_wrong_bytes_are_refused() -> None:
    """A world or a past of another length is none."""
    game = Game("classic", 2, seed=1)
    with pytest.raises(SaveError, match="bytes"):
        Answering(game.compiled, 0, b"short")
    with pytest.raises(BatchError, match="bytes"):
        Weighing(game.compiled, 0, game.imagined(0), b"short")


def test_search_does_not_think_about_challenges_in_a_stack_either() -> None:
    """challenge-1: worlds can't tell why a Wild Draw was laid, so it stays mixed."""
    game = table("classic", ["W+4 r1 r2", "W+4 b2 b3 b4"], discard="r9", uno="auto", stacking="same")
    game.play("0 play W+4")
    game.play("0 color blue")
    seen = sight(game, 1)
    moves, own = candidates(Weighing(seen.rules, 1, seen.world, seen.past, seed=1))
    kinds = [seen.moves[Weighing(seen.rules, 1, seen.world).moves().index(code)].kind for code in moves]
    assert kinds == ["play", "accept"]
    assert own == moves[0]


def test_answers_leave_out_what_is_said_out_of_turn() -> None:
    """uno-2: a call is no answer to whose turn it is."""
    game = table("classic", ["b7 b2", "r1 r2 r3"], discard="b9")
    answering = Answering(game.compiled, 0, game.imagined(0))
    assert len(answering.moves()) == len(answering.answers()) + 1
    assert answering.choice() in answering.answers()
