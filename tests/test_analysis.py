"""Analysis: honest chances from what a seat may know, the same every time, and clear words where there are none."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard import Game, edition_names
from lastcard.analysis import analyse, thinking
from lastcard.analysis.tally import Outcomes
from lastcard.batch import Batch, action_number, weighing
from lastcard.batch.weighing import Weighing
from lastcard.bots import bot, decision
from lastcard.commands import main
from lastcard.engine.kinds import QUESTIONS, Ask
from lastcard.engine.mind import WIN
from lastcard.engine.plain import plain_entries
from lastcard.engine.schema import State
from lastcard.errors import AnalysisError, LastcardError, NotationError, SettingsError
from lastcard.game import seed_number
from tests.rules.table import play, table
from tests.test_minds import _Plain, random_positions

HERE = Path(__file__).resolve().parent
POSITION = "classic hands=r7,r1,g9,W+4/b2,b3,b4,b5/g1,g2,y8 discard=g5 turn=0"
FINISHED = "classic hands=/g1,g2 discard=r9 turn=1 ask=round-over asked=-1 round_winner=0"
EACH = 2
"""Positions with each kind of question in each edition."""
GAMES = 5
"""Random games of each edition; together they ask for everything."""


def some_positions(name: str) -> list[Game]:
    """A few positions with every kind of question that comes up in random games of an edition."""
    found: Counter[str] = Counter()
    games = []
    for game in random_positions(name, f"peeking {name}", GAMES):
        found[game.asks.kind] += 1
        if found[game.asks.kind] <= EACH:
            games.append(game.copy())
    return games


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `search` think less, for tests that are about the rest."""
    monkeypatch.setattr(thinking, "bot", lambda name, seed: bot(f"{name}@16", seed))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", edition_names())
def test_two_games_that_a_seat_cannot_tell_apart_have_one_analysis(name: str) -> None:
    """see-5: whatever lies hidden, every figure is the same, in every edition and for every kind of question."""
    for number, game in enumerate(some_positions(name)):
        other = game.resample(game.asks.seat, seed=number)
        other._past = game.copy()._past  # what everybody saw is the same
        assert game.analyse(playouts=16) == other.analyse(playouts=16), game.position()


def test_every_kind_of_question_is_among_them() -> None:
    """What is analysed in these tests is everything that can be asked."""
    asked = {game.asks.kind for name in edition_names() for game in some_positions(name)}
    assert asked >= set(QUESTIONS) - {"round over", "game over"}


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", edition_names())
def test_every_legal_move_is_in_an_analysis_and_search_makes_one_of_them(name: str) -> None:
    """The moves are those of the seat's view, each once, the best first."""
    for game in some_positions(name):
        before, seat = game.position(), game.asks.seat
        found = game.analyse(seat, playouts=1)
        assert game.position() == before
        assert {chance.move for chance in found.moves} == {*game.legal_moves(seat)}
        assert len(found.moves) == len(game.legal_moves(seat))
        assert found.search in game.legal_moves(seat)
        chances = [chance.wins.value for chance in found.moves]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance.wins.low <= chance.wins.value <= chance.wins.high <= 1 for chance in found.moves)
        assert [hand.seat for hand in found.hands] == [other for other in range(game.players) if other != seat]


def test_the_same_seed_and_number_give_the_same_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many worlds are counted at a time; another seed deals others."""
    game = Game.from_position(POSITION)
    found = game.analyse(playouts=300, seed="a")
    monkeypatch.setattr(thinking, "CHUNK", 7)
    assert game.analyse(playouts=300, seed="a") == found
    assert game.analyse(playouts=300, seed="b") != found


def test_the_effort_is_about_the_number_of_playouts() -> None:
    """They are shared out to the moves; each is tried in a few worlds at least."""
    game = Game.from_position(POSITION)
    assert (game.analyse(playouts=300).worlds, game.analyse(playouts=300).playouts) == (100, 300)
    assert game.analyse(playouts=1).worlds == thinking.LEAST_WORLDS


def test_the_effort_may_be_a_time() -> None:
    """Worlds are dealt until it is over, and some are dealt in any case."""
    found = Game.from_position(POSITION).analyse(seconds=0.001)
    assert found.worlds >= thinking.CHUNK
    assert found.worlds % thinking.CHUNK == 0
    assert found.playouts == found.worlds * len(found.moves)


def test_a_move_that_wins_at_once_wins_in_every_world() -> None:
    """Its interval is open to below all the same, and the others are clearly worse."""
    game = table("classic", ["r5", "g1 g2 g3", "b1 b2"], discard="r9", uno="auto", scoring="hand")
    best, other = game.analyse(playouts=400).moves
    assert (best.move.short, best.wins.value, best.wins.high) == ("play r5", 1.0, 1.0)
    assert 0.97 < best.wins.low < 1
    assert (best.behind, best.clear) == (0.0, False)
    assert other.move.short == "draw"
    assert other.behind == pytest.approx(1 - other.wins.value)
    assert other.clear


def test_chances_are_those_of_deals_that_are_played_out_elsewhere() -> None:
    """Another way to the same figures: a batch, dealt anew and played out by sharp players."""
    game = Game.from_position(POSITION)
    found = {chance.move.short: chance.wins for chance in game.analyse(playouts=18_000).moves}
    deals = Batch.of([game]).repeated(6000)
    deals.resample(0, seed=1)
    for move, wins in found.items():
        games = deals.copy()
        games.step(action_number("classic", move))
        games.play_out("sharp", rounds=True, seed=2)
        assert wins.value == pytest.approx(float((games.round_winner == 0).mean()), abs=0.035), move
        assert 0.005 < wins.high - wins.value < 0.015


def test_chances_are_those_that_search_goes_by() -> None:
    """With single hands, what the kernel counts for a move is the share of the rounds that it wins."""
    game = table("classic", ["r7 r1 g9 W+4", "b2 b3 b4", "g1 g2 y8"], discard="g5", uno="auto", scoring="hand")
    found = {chance.move.short: chance.wins.value for chance in game.analyse(playouts=9000).moves}
    weighed = Weighing(game.compiled, 0, game.imagined(0), seed=3)
    worth = weighed.weigh(np.array(weighed.moves(), np.int32), 3000).mean(axis=0) / WIN
    for move, value in zip(game.legal_moves(0), worth, strict=True):
        assert found[move.short] == pytest.approx(value, abs=0.045)


def test_search_is_the_bot_with_the_same_seed() -> None:
    """What it is said to do is what it does."""
    for seed in range(3):
        game = Game("flip", 3, seed=seed)
        assert game.analyse(playouts=1, seed=seed).search == decision(game, bot("search", seed_number(seed)))


def test_points_are_those_of_the_scoring() -> None:
    """score-1, score-2, score-3: gained by who goes out, held against who did not, or not counted."""
    hands = ["r5", "g1 g2 g3", "b1 b2"]
    for scoring in ("points", "lowest", "hand"):
        game = table("classic", hands, discard="r9", uno="auto", scoring=scoring, target=500)
        best = game.analyse(playouts=200).moves[0]
        assert best.move.short == "play r5"
        if scoring == "hand":
            assert (best.points, best.lead) == (None, None)
            continue
        assert best.points is not None
        assert best.lead is not None
        if scoring == "points":
            assert best.points.value > 20
            assert best.lead == best.points
        else:
            assert best.points.value == 0
            assert best.lead.value > 5


def ends(*rounds: tuple[int, int, list[int]]) -> Any:
    """States at the end of rounds: what is asked, who went out, and the points of each seat."""
    states = np.zeros(len(rounds), State.dtype())
    for state, (ask, winner, points) in zip(states, rounds, strict=True):
        state["ask"], state["round_winner"], state["round_points"][: len(points)] = ask, winner, points
    return states


@pytest.mark.parametrize("teams", [False, True])
def test_a_team_wins_and_leads_together(teams: bool) -> None:
    """teams-2: who sits opposite wins with the seat, and is nobody to be ahead of."""
    game = Game("classic", 4, seed=1, teams=teams)
    found = Outcomes(game.compiled, 4, 0, 1)
    found.add([ends((Ask.ROUND_OVER, 2, [40, 0, 40, 0]), (Ask.GAME_OVER, 1, [0, 30, 0, 30]))])
    assert found.wins(0).value == (0.5 if teams else 0)
    assert found.points.of(0).value == 20
    assert found.lead.of(0).value == (5 if teams else -15)


def test_a_round_that_is_void_or_does_not_end_is_nobodys() -> None:
    """turn-5: neither a win nor points come of it, whatever an earlier round left behind."""
    game = Game("classic", 2, seed=1)
    found = Outcomes(game.compiled, 2, 0, 1)
    found.add([ends((Ask.ROUND_OVER, -1, [0, 0]), (Ask.PLAY, 0, [90, 0]))])
    assert (found.wins(0).value, found.points.of(0).value, found.lead.of(0).value) == (0, 0, 0)


def test_a_playout_that_does_not_end_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up after as many moves as in the kernel; those after it are played."""
    game = table("classic", ["r5 r6 r7", "g1 g2 g3 g4"], discard="r9", uno="auto", scoring="hand")
    weighed = Weighing(game.compiled, 0, game.imagined(0), seed=1)
    worlds, move = weighed.deal(60), weighed.answers()[0]
    whole = weighed.ends(worlds, move, first=0)
    assert (whole["ask"] == Ask.GAME_OVER).all()
    monkeypatch.setattr(weighing, "PATIENCE", int(np.median(whole["moves"])))
    short = weighed.ends(worlds, move, first=0)
    over = short["ask"] == Ask.GAME_OVER
    assert 0 < over.sum() < len(worlds)
    assert (short[over] == whole[over]).all()


def test_the_luck_of_a_world_does_not_depend_on_those_before_it() -> None:
    """A world is played out alike, alone or among others."""
    game = Game("flip", 3, seed=2)
    weighed = Weighing(game.compiled, game.asks.seat, game.imagined(game.asks.seat), seed=1)
    worlds, move = weighed.deal(5), weighed.answers()[0]
    assert (weighed.ends(worlds, move, first=0)[3:] == weighed.ends(worlds[3:], move, first=3)).all()


def test_built_and_plain_worlds_and_ends_agree() -> None:
    """The library and the plain Python of the same source deal and play out alike, to the number."""
    game = table("classic", ["r5 r6", "g1 g2"], discard="r9", uno="auto", scoring="hand")
    both = [Weighing(game.compiled, 0, game.imagined(0), seed=1) for _ in range(2)]
    both[1]._kernel = _Plain(plain_entries())  # type: ignore[assignment]
    worlds, plain = (one.deal(2) for one in both)
    assert (worlds == plain).all()
    move = both[0].answers()[0]
    assert (both[0].ends(worlds, move, first=0) == both[1].ends(plain, move, first=0)).all()


@pytest.mark.parametrize(("for_it", "against", "clear"), [(6, 0, True), (5, 0, False), (60, 40, False), (65, 35, True)])
def test_a_difference_is_clear_if_a_fair_coin_would_hardly_bring_it(for_it: int, against: int, clear: bool) -> None:
    """Worlds in which both moves win, or neither, make no difference."""
    found = Outcomes(Game("classic", 2, seed=1).compiled, 2, 0, 2)
    one, other = [0] * for_it + [1] * against + [0] * 50 + [1] * 50, [1] * for_it + [0] * against + [0] * 50 + [1] * 50
    found.add([ends(*((Ask.GAME_OVER, winner, []) for winner in winners)) for winners in (one, other)])
    assert found.is_clear(0, 1) is clear
    assert not found.is_clear(1, 0)
    assert not found.is_clear(0, 0)
    assert found.behind(0, 1) == pytest.approx((for_it - against) / (for_it + against + 100))


def test_hands_are_as_likely_as_the_deck_makes_them() -> None:
    """Of 103 cards that seat 0 has not seen, 3 are Wild Draw Fours, and 4 or 3 of all are in a hand."""
    found = Game.from_position(POSITION).analyse(playouts=12_000)
    assert [(hand.seat, hand.size) for hand in found.hands] == [(1, 4), (2, 3)]
    for hand in found.hands:
        for face, copies in (("W+4", 3), ("W", 4), ("r7", 1), ("b3", 2)):
            expected = 1 - comb(103 - copies, hand.size) / comb(103, hand.size)
            assert hand.faces[face].chance == pytest.approx(expected, abs=0.025), face
        assert hand.wild == pytest.approx(1 - comb(96, hand.size) / comb(103, hand.size), abs=0.03)
        assert hand.draw_card == pytest.approx(1 - comb(92, hand.size) / comb(103, hand.size), abs=0.03)
        assert hand.colors["red"] == pytest.approx(1 - comb(80, hand.size) / comb(103, hand.size), abs=0.03)
        assert sum(held.copies for held in hand.faces.values()) == pytest.approx(hand.size)
        assert len(hand.faces) == 54


def test_a_card_that_was_seen_is_surely_there() -> None:
    """see-3: and of one that lies elsewhere there is none."""
    game = table(
        "classic", ["r0 g0", "b7 y4 y5", "W+4 g3 g2"], discard="r9", draw="b1 b2 y1", uno="auto", seven_zero=True
    )
    play(game, "0 play r0")  # all hands move on: seat 0 knows what it gave to seat 1
    given = game.view(0).hands[1]
    assert [card.text for card in given] == ["g0"]
    play(game, "1 draw", "2 draw")
    [first, _] = game.analyse(playouts=300).hands
    assert first.faces["g0"].chance == 1
    assert first.faces["r0"].chance == 0  # there is one, and it lies on the discard pile
    assert "g0" in [card.text for card in first.seen]


def test_what_people_did_makes_hands_likelier() -> None:
    """Who drew on green hardly has a green card; without the past of the game that is not known."""
    game = table("classic", ["b1 b2 b3", "r1 r2 r3 r4"], discard="g9", draw="y1 y2 y3 y4", turn=1, uno="auto")
    game.play("1 draw")
    position = Game.from_position(game.position())
    [with_past], [without] = game.analyse(playouts=3000).hands, position.analyse(playouts=3000).hands
    assert with_past.colors["green"] < without.colors["green"] - 0.1


def test_the_faces_of_a_hand_are_those_of_the_side_in_play() -> None:
    """card-flip: on the dark side they are dark, and the backs are seen."""
    game = table("flip", ["r1|p1 r2|p2", "b1|t1 b2|t2"], discard="r9|p9", side="dark", uno="auto")
    [hand] = game.analyse(playouts=100).hands
    assert set(hand.colors) == {*game.edition.sides[1].colors}
    assert set(hand.faces) == {face.text for face in game.edition.sides[1].faces}
    assert {card.back for card in hand.seen} == {"b1", "b2"}


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        ({"seat": 1}, AnalysisError, "seat 1 is not asked now, so it has no moves to compare; seat 0 is asked: play"),
        ({"seat": 3}, NotationError, "there is no seat 3; the seats are 0 to 2"),
        ({"seat": -1}, NotationError, "there is no seat -1; the seats are 0 to 2"),
        ({"seat": "0"}, NotationError, "there is no seat '0'; the seats are 0 to 2"),
        ({"playouts": 5, "seconds": 1.0}, SettingsError, "found 5 play-outs and 1.0 seconds; one of the two is needed"),
        ({"playouts": 0}, SettingsError, "playouts is 0; allowed are whole numbers from 1 to"),
        ({"playouts": 2.5}, SettingsError, "playouts is 2.5; allowed are whole numbers"),
        ({"playouts": 10**12}, SettingsError, "playouts is 1000000000000; allowed are whole numbers"),
        ({"seconds": 0}, SettingsError, "seconds is 0; allowed are numbers above 0 and up to 3600"),
        ({"seconds": float("nan")}, SettingsError, "seconds is nan; allowed are numbers above 0"),
        ({"seconds": "2s"}, SettingsError, "seconds is '2s'; allowed are numbers above 0"),
        ({"seed": 1.5}, SettingsError, "seed is 1.5; allowed: a whole number, a text, bytes, or None"),
    ],
)
def test_what_can_not_be_analysed_is_refused(arguments: dict[str, Any], kind: type[LastcardError], says: str) -> None:
    """The error says what was wrong and what is allowed."""
    with pytest.raises(kind) as caught:
        Game.from_position(POSITION).analyse(**arguments)
    assert says in str(caught.value)


@pytest.mark.parametrize(("scoring", "words"), [("hand", "game over"), ("points", "round over")])
def test_a_round_that_is_over_has_nothing_to_analyse(scoring: str, words: str) -> None:
    """Nobody has a move to compare with others."""
    game = play(table("classic", ["r5", "g1 g2"], discard="r9", uno="auto", scoring=scoring), "0 play r5")
    with pytest.raises(AnalysisError, match=rf"nobody is asked to move \({words}\)"):
        analyse(game)


def test_the_command_prints_what_the_library_finds(capsys: pytest.CaptureFixture[str]) -> None:
    """As text and as JSON, the same each time."""
    words = ["analyse", POSITION, "--seat", "0", "--playouts", "600", "--seed", "x"]
    found = Game.from_position(POSITION).analyse(0, playouts=600, seed="x")
    assert main(words) == 0
    assert capsys.readouterr().out == f"{found}\n"
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.to_dict()))


def test_the_text_says_what_there_is_to_know() -> None:
    """Every move with its chance, which are clearly worse, what search does, and what the others may hold."""
    lines = str(Game.from_position(POSITION).analyse(playouts=6000)).splitlines()
    assert lines[0] == "classic, 3 players; seat 0 is asked: play"
    assert lines[1] == "2,000 worlds with 3 moves each: 6,000 play-outs"
    assert lines[3].split() == ["move", "wins", "95", "%", "points", "lead"]
    assert lines[4].startswith("play g9   6")
    assert lines[5].endswith("clearly worse")
    assert "search would choose: play g9" in lines
    assert any(line.startswith("seat 1, 4 cards: red ") and "a Draw card " in line for line in lines)


def test_points_that_are_not_counted_are_not_shown() -> None:
    """score-3: with single hands there is only winning; a forced move is compared with nothing."""
    game = table("classic", ["g1 g2", "b3"], discard="r9", uno="auto", scoring="hand")
    lines = str(game.analyse(playouts=50)).splitlines()
    assert lines[1] == "50 worlds with 1 move each: 50 play-outs"
    assert lines[3].split() == ["move", "wins", "95", "%"]
    assert any(line.startswith("seat 1, 1 card: ") for line in lines)


def test_an_edition_from_a_file_can_be_analysed(capsys: pytest.CaptureFixture[str]) -> None:
    """Its id is known once its file was named; an edition without wilds has none to be held."""
    words = ["--edition", str(HERE / "data" / "harbour.toml"), "--time", "1ms", "--json"]
    assert main(["analyse", "harbour hands=n1,s2/c3,n4 discard=n5 turn=0", *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["edition"] == "harbour"
    [hand] = found["hands"]
    assert set(hand["colors"]) == {"navy", "sand", "coral"}
    assert hand["wild"] == 0
    assert hand["draw_card"] > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["classic hands"], "a position is an edition and KEY=VALUE words"),
        ([POSITION, "--seat", "2"], "seat 2 is not asked now"),
        ([POSITION, "--seat", "9"], "there is no seat 9; the seats are 0 to 2"),
        ([POSITION, "--seat", "one"], "--seat: 'one': allowed are whole numbers from 0"),
        ([POSITION, "--playouts", "0"], "--playouts: '0': allowed are whole numbers from 1"),
        ([POSITION, "--playouts", "5", "--time", "1s"], "argument --time: not allowed with argument --playouts"),
        ([POSITION, "--time", "fast"], "--time: 'fast': a time above 0 is needed, such as 500ms or 2s"),
        ([POSITION, "--time", "0ms"], "--time: '0ms': a time above 0 is needed"),
        ([POSITION, "--time", "7200s"], "seconds is 7200.0; allowed are numbers above 0 and up to 3600"),
        ([FINISHED], "nobody is asked to move (round over), so there is nothing to analyse; a round that goes on"),
        ([], "required: POSITION; see lastcard analyse --help"),
    ],
)
def test_a_command_that_can_not_be_is_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line about what was wrong and what is allowed, and exit code 2."""
    assert main(["analyse", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert says in shown.err
    assert shown.err.count("\n") == 1
