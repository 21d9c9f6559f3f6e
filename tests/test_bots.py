"""Bots: they play whole games everywhere, choose only legal moves, and have some sense.

Each level less than the one above.

Also their pace, and what happens for a player who is away.
"""

from __future__ import annotations

import random
import re
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from lastcard.batch.simulate import random_settings
from lastcard.bots import (
    BOT_NAMES,
    CHARACTERS,
    LEVELS,
    PLAYERS,
    Temper,
    bot,
    default_move,
    next_move,
    react_seconds,
    reaction,
    sitter_called,
    think_seconds,
    thinks_ahead,
)
from lastcard.bots.base import Bot
from lastcard.bots.erring_bot import ErringBot
from lastcard.bots.levels import Level, Mistakes
from lastcard.bots.pace import LONGEST, SHORTEST
from lastcard.editions import edition, names
from lastcard.engine.kinds import QUESTIONS
from lastcard.errors import IllegalMoveError, SettingsError
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.text.layout import Layout
from lastcard.view import View

QUICK = [name for name in BOT_NAMES if not thinks_ahead(name)]


def play_out(game: Game, bots: dict[int, Bot]) -> None:
    """Let bots play to the end, checking that each move is one of its view."""
    for _ in range(20_000):
        if game.over:
            return
        move = next_move(game, bots)
        assert move.seat == -1 or move in game.legal_moves(move.seat)
        game.play(move, as_seen=True)
    pytest.fail("the game does not end")


@pytest.mark.parametrize("players", [2, 4, 10])
@pytest.mark.parametrize("name", names())
def test_bots_play_whole_games_in_every_edition(name: str, players: int) -> None:
    """A table of all kinds of bots comes to an end, with an unbroken state."""
    game = Game(name, players, seed=players)
    play_out(game, {seat: bot(QUICK[(seat + players) % len(QUICK)], seat) for seat in range(players)})
    game.check()
    assert game.winners


@pytest.mark.parametrize(
    ("name", "kind"),
    [*((name, kind) for name in names() for kind in ("simple", "medium", "easy")), ("classic", "random")],
)
def test_a_table_of_one_kind_of_bot_ends(name: str, kind: str) -> None:
    """Each bot alone brings a single hand to its end."""
    game = Game(name, 3, seed=kind, scoring="hand")
    play_out(game, {seat: bot(kind, seat) for seat in range(3)})


@pytest.mark.parametrize("rule", [f"custom-{n}" for n in range(1, 11)] + ["words: Everybody sings"])
def test_bots_answer_every_custom_rule(rule: str) -> None:
    """Dares, votes, discards and named colours of written cards are answered."""
    for seed in range(3):
        game = Game("house", 3, seed=seed, custom=[rule] * 3, scoring="hand", uno="ask")
        play_out(game, {seat: bot(QUICK[(seat + seed) % 5], seat) for seat in range(3)})


@pytest.mark.parametrize(
    "settings",
    [
        {"uno": "ask"},
        {"uno": "auto"},
        {"bluffing": False},
        {"scoring": "lowest", "target": 100},
        {"two_player_reverse": "turn"},
        {"stacking": "any", "seven_zero": True, "jump_in": True, "must_play": "always"},
        {"preset": "party", "uno": "ask", "must_play": "drawn"},
        {"preset": "party", "uno": "auto", "teams": True},
    ],
)
def test_bots_play_under_every_setting(settings: dict[str, Any]) -> None:
    """Settings change what is asked, never whether there is an answer."""
    for pair in (("simple", "medium" if settings.get("preset") else "random"), ("medium", "easy")):
        names = pair * 2 if settings.get("teams") else pair
        game = Game("flip", len(names), seed=5, **settings)
        play_out(game, {seat: bot(name, seat) for seat, name in enumerate(names)})


@pytest.mark.parametrize(
    ("better", "worse", "games", "share"),
    [("simple", "medium", 400, 0.56), ("medium", "easy", 300, 0.65), ("easy", "random", 100, 0.8)],
)
def test_each_level_beats_the_next(better: str, worse: str, games: int, share: float) -> None:
    """Over many single hands between two, each deal from both seats, the better level wins clearly more than half."""
    won = 0
    for number in range(games):
        game = Game("classic", 2, seed=f"tournament {number // 2}", scoring="hand")
        seat = number % 2
        play_out(game, {seat: bot(better, number), 1 - seat: bot(worse, number)})
        won += game.winners == (seat,)
    assert won / games > share


@pytest.mark.parametrize("kind", [*LEVELS, *PLAYERS, "otto@hard"])
def test_the_same_seed_plays_the_same_game(kind: str) -> None:
    """A bot has its own generator and no other source of chance."""
    games = [Game("house", 4, seed=9, scoring="hand") for _ in range(2)]
    for game in games:
        play_out(game, {seat: bot(kind, seat) for seat in range(4)})
    assert games[0].history == games[1].history


def test_an_unknown_bot_is_refused_with_what_there_is() -> None:
    """The error lists the bots."""
    with pytest.raises(
        SettingsError, match=r"levels easy, medium, hard, expert, .* random, simple, sharp, .* pip, dot"
    ):
        bot("clever", 1)
    for name in ("otto@clever", "simple@hard", "oto", "", "@", "otto@"):
        with pytest.raises(SettingsError, match=r"there is no bot|Otto has no level"):
            bot(name, 1)


def test_simple_calls_before_its_next_to_last_card() -> None:
    """With two cards and one to play it calls first."""
    assert _asked("r7 r9", "g1 g2 g3").kind == "uno"


def test_simple_keeps_wilds_while_it_has_another_card() -> None:
    """A coloured card goes before a wild."""
    assert _asked("W W+4 r9 b1", "g1 g1 g2 g2 g5").value == "r9"


def test_simple_hits_a_next_player_with_few_cards() -> None:
    """A Draw Two goes out when the next player is close to winning."""
    assert _asked("r9 r8 r+2 r1", "g1 g2").value == "r+2"


def test_simple_names_the_colour_it_holds_most_of() -> None:
    """Three blue cards make it blue."""
    game = _table("W b1 b2 b5 y1", "g1 g2 g3")
    game.play("0 play W")
    assert bot("simple", 1).choose(game.view(0)) == Move(0, "color", color="blue")


def test_simple_swaps_only_when_it_gains() -> None:
    """The smallest hand is taken if it is smaller than the own one, else nobody's."""
    for other, wanted in (("g1 g2", "1"), ("g1 g2 g3 g4 g5", "none")):
        game = _table("WX b1 b2 b5", other, "house")
        game.play("0 play WX")
        assert bot("simple", 1).choose(game.view(0)).value == wanted


# --- levels ------------------------------------------------------------------------------------


def test_levels_have_a_name_and_a_sentence_and_err_more_and_more() -> None:
    """What a page can show is there for every level; an easy bot makes each mistake more often than a medium one."""
    assert tuple(LEVELS) == ("easy", "medium", "hard", "expert")
    assert tuple(PLAYERS) == ("random", "simple", "sharp")
    assert (*LEVELS, *PLAYERS, *CHARACTERS) == BOT_NAMES
    everybody = {**LEVELS, **PLAYERS}
    assert all(name == level.name == bot(name).name and level.says.endswith(".") for name, level in everybody.items())
    medium, easy = LEVELS["medium"].mistakes, LEVELS["easy"].mistakes
    assert medium is not None
    assert easy is not None
    often = asdict(easy)
    assert all(0 < chance < often[mistake] < 1 for mistake, chance in asdict(medium).items())


@pytest.mark.parametrize(("former", "now"), [("newcomer", "easy"), ("casual", "medium")])
def test_a_level_is_known_by_its_former_name(former: str, now: str) -> None:
    """Tables that were kept still find their bots, who play as they did."""
    view = Game("classic", 3, seed=1).view(1)
    assert sitter_called(former) == sitter_called(now)
    assert [bot(former, seed).choose(view) for seed in range(9)] == [bot(now, seed).choose(view) for seed in range(9)]


@pytest.mark.parametrize("kind", [*LEVELS, *PLAYERS, "otto@hard"])
def test_a_new_bot_for_each_decision_plays_on_as_well(kind: str) -> None:
    """A bot keeps nothing between decisions, so a table may make one whenever it is asked."""
    game = Game("house", 3, seed=kind, scoring="hand")
    for number in range(5000):
        if game.over:
            break
        move = next_move(game, {seat: bot(kind, f"{number} {seat}") for seat in range(3)})
        assert move in game.legal_moves(move.seat)
        game.play(move, as_seen=True)
    assert game.over


def test_easy_bots_forget_calls_and_the_simple_bot_does_not() -> None:
    """With a next-to-last card to play, and then once more after it, an easy bot often says nothing."""
    forgotten = {
        name: sum(_stays_silent(name, seed) for seed in range(300)) / 300 for name in ("simple", "medium", "easy")
    }
    assert forgotten["simple"] == 0
    assert 0.02 < forgotten["medium"] < forgotten["easy"] - 0.15
    assert forgotten["easy"] < 0.7


def _stays_silent(name: str, seed: int) -> bool:
    game = _table("r7 r9", "g1 g2 g3")
    move = bot(name, f"{seed} before").choose(game.view(0))
    if move.kind != "play":
        return False
    game.play(move)
    return reaction(game, {0: bot(name, f"{seed} after")}, [0]) is None


def _always(mistake: str) -> Bot:
    return ErringBot(Level("careless", "Makes one mistake always.", "simple", 1, Mistakes(**{mistake: 1})), 1)


@pytest.mark.parametrize(
    ("mistake", "position", "moves", "answer"),
    [
        ("overlooks_card", "classic hands=r7,r9,g1/b1,b2,b3 discard=r5 turn=0", "", "0 draw"),
        ("keeps_drawn", "classic hands=g1,g2,g4/b1,b2,b3 discard=r5 draw=r1 turn=0", "0 draw", "0 pass"),
        ("any_card", "classic hands=r7,g1,g2/b1,b2,b3 discard=r5 turn=0", "", "0 play r7"),
        ("wastes_wild", "classic hands=r7,r9,g1,W/b1,b2,b3 discard=r5 turn=0", "", "0 play W"),
        ("forgets_call", "classic hands=r7,g1/b1,b2,b3 discard=r5 turn=0", "", "0 play r7"),
        (
            "forgets_call",
            'classic settings={"uno":"ask"} hands=r7,g1/b1,b2,b3 discard=r5 turn=0',
            "0 play r7",
            "0 silent",
        ),
        ("misses_catch", "classic hands=r7,g1/b1,b2,b3 discard=r5 turn=0", "0 play r7", "1 draw"),
        (
            "misses_catch",
            'classic settings={"uno":"ask"} hands=r7,g1/b1,b2,b3 discard=r5 turn=0',
            "0 play r7, 0 silent",
            "1 silent",
        ),
        (
            "challenges_wildly",
            "classic hands=W+4,g1/b1,b2,b3 discard=r5 turn=0",
            "0 play W+4, 0 color red",
            "1 challenge",
        ),
        ("never_challenges", "classic hands=W+4,g1/b1,b2,b3 discard=r5 turn=0", "0 play W+4, 0 color red", "1 accept"),
    ],
)
def test_mistakes_look_like_those_of_people(mistake: str, position: str, moves: str, answer: str) -> None:
    """A bot that always makes one mistake makes it where it can."""
    game = _after(position, moves)
    assert str(_always(mistake).choose(game.view(game.asks[0]))) == answer


def test_a_wrong_colour_is_one_that_is_not_held_most() -> None:
    """It names any other colour."""
    game = _after("classic hands=W,b1,b2,b5,y1/g1,g2,g3 discard=r5 turn=0", "0 play W")
    assert _always("wrong_color").choose(game.view(0)).value in {"red", "green", "yellow"}


def test_a_last_card_and_a_card_called_for_are_not_overlooked() -> None:
    """Even who overlooks everything plays the last card, the card called for, and where there is nothing to draw."""
    bad = _always("overlooks_card")
    for position, moves in (
        ("classic hands=r7/b1,b2 discard=r5 turn=0", ""),
        ("classic hands=r7,g1/b1,b2 discard=r5 turn=0", "0 uno"),
        ("classic hands=r7,g1,g2/b1,b2 discard=r5 rest=none turn=0", ""),
    ):
        assert bad.choose(_after(position, moves).view(0)) == _after(position, moves).move("0 play r7")


# --- pace --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("level", BOT_NAMES)
def test_no_bot_is_too_quick_or_too_slow(name: str, level: str) -> None:
    """Whatever is asked of whom, the time is within the bounds, and the same generator gives the same time."""
    game, rng = Game(name, 4, seed=level, uno="race"), random.Random(level)
    bots = {seat: bot("medium", seat) for seat in range(4)}
    for number in range(150):
        view = game.view(max(game.asks[0], 0))
        seconds = think_seconds(level, view, random.Random(number))
        assert SHORTEST <= seconds <= LONGEST
        assert seconds == think_seconds(level, view, random.Random(number))
        assert SHORTEST <= react_seconds(level, rng) <= LONGEST
        if game.over:
            break
        game.play(next_move(game, bots))


def test_weaker_bots_take_longer() -> None:
    """On average a weaker player reacts and thinks more slowly, and so does whoever is slow by temper."""
    view = _table("r1 r2 r3 g5", "g1 g2 g3").view(0)
    for better, worse in pairwise(("hard", "simple", "medium", "easy", "random")):
        assert (
            _mean_thought(f"rocco@{better}", view) < _mean_thought(better, view) < _mean_thought(f"ivo@{better}", view)
        )
        assert _mean_thought(better, view) < _mean_thought(worse, view)
        assert mean(react_seconds(better, random.Random(n)) for n in range(300)) < mean(
            react_seconds(worse, random.Random(n)) for n in range(300)
        )


def test_a_step_takes_less_than_a_second_and_what_comes_with_a_card_comes_at_once() -> None:
    """More cards take longer; whoever called knows which card comes next; a colour, or no challenge, keeps nobody."""
    called = _after("classic hands=r7,r9/b1,b2,b3 discard=r5 turn=0", "0 uno").view(0)
    few = _table("r7 g2 g3", "b1 b2 b3").view(0)
    many = _table("r1 r2 r3 r4 r6 r7 r8", "b1 b2 b3").view(0)
    color = _after("classic hands=W,b1,b2/g1,g2,g3 discard=r5 turn=0", "0 play W").view(0)
    bluffed = _after("classic hands=W+4,b1,b2/g1,g2,g3 discard=r5 turn=0", "0 play W+4, 0 color blue").view(1)
    assert bluffed.asks.kind == "challenge"
    for level in BOT_NAMES:
        assert _mean_thought(level, called) < _mean_thought(level, few) < _mean_thought(level, many)
        assert all(0.6 <= seconds <= 1 for view in (few, many) for seconds in _thoughts(level, view))
        assert all(0.2 <= seconds <= 0.35 for view in (color, bluffed) for seconds in _thoughts(level, view))


def test_a_wait_does_not_tell_what_a_bot_holds() -> None:
    """see-1: with no card to play, one, or all of them, a bot takes the same time."""
    hands = ("g1 g2 g3", "r7 g2 g3", "r1 r2 r3", "W W W+4")
    for level in BOT_NAMES:
        assert len({think_seconds(level, _table(hand, "b1 b2 b3").view(0), random.Random(5)) for hand in hands}) == 1


def test_the_pace_of_an_unknown_level_is_refused() -> None:
    """The error lists the levels."""
    with pytest.raises(SettingsError, match="medium"):
        react_seconds("clever", random.Random(1))


def _mean_thought(level: str, view: View) -> float:
    return mean(_thoughts(level, view))


def _thoughts(level: str, view: View) -> list[float]:
    return [think_seconds(level, view, random.Random(number)) for number in range(300)]


# --- a player who is away ----------------------------------------------------------------------

JOKE = 'house settings={"custom":["custom-8"]} hands=W1,r1,r2/g1,g2/b1,b2 discard=r5 turn=0'
ASKED = 'classic settings={"uno":"ask"} hands=r7,g1/b1,b2,b3 discard=r5 turn=0'
DUEL = "flip-transformers hands=WP,r1,r2/g1,g2,g3/b7,b8,b9/y1,y2,y3 discard=r5 turn=0"


@pytest.mark.parametrize(
    ("position", "moves", "answer"),
    [
        pytest.param("classic hands=r7,g4/b2,b3 discard=r5 turn=0", "", "0 draw",
            id="play: draw, even with a card to play"),
        pytest.param("classic hands=g4,g7/b2,b3 discard=r5 rest=none turn=0", "", "0 pass",
            id="play: pass, with nothing to draw or play"),
        pytest.param("classic hands=g4,r9,r7/b2,b3 discard=r5 rest=none turn=0", "", "0 play r9",
            id="play: the first play, with nothing to draw"),
        pytest.param("classic hands=r7,g4/b2,b3,b4 discard=r5 turn=0", "0 play r7", "1 draw",
            id="play: draw, with a catch on offer"),
        pytest.param("classic hands=g7,g4/b2,b3 discard=r5 draw=r1 turn=0", "0 draw", "0 pass", id="drawn: pass"),
        pytest.param("classic hands=W,b1,y1,y2/b2,b3 discard=r5 turn=0", "0 play W", "0 color yellow",
            id="color: held most"),
        pytest.param("classic hands=W,y1,g1/b2,b3 discard=r5 turn=0", "0 play W", "0 color green",
            id="color: the first among equals"),
        pytest.param("classic hands=W,W,W+4/b2,b3 discard=r5 turn=0", "0 play W", "0 color red",
            id="color: the first of all, with only wilds"),
        pytest.param("flip side=dark hands=r1|W,r2|u1,r3|u2,g1|t1/p1,p2 discard=p5 turn=0", "0 play W",
            "0 color purple", id="color: on the side in play"),
        pytest.param("classic hands=W+4,g1/b1,b2 discard=r5 turn=0", "0 play W+4, 0 color red", "1 accept",
            id="challenge: accept"),
        pytest.param("house hands=WX,b1,b2/g1,g2 discard=r5 turn=0", "0 play WX", "0 target none", id="target: none"),
        pytest.param(DUEL, "0 play WP", "0 target 1", id="target: the next seat"),
        pytest.param(DUEL + " direction=right", "0 play WP", "0 target 3", id="target: the next seat to the right"),
        pytest.param(DUEL, "0 play WP, 0 target 2", "2 done", id="discard: done"),
        pytest.param('house settings={"custom":["custom-6"]} hands=W1,r1/g1,g2,g3,y9/b1,b2 discard=r5 turn=0',
            "0 play W1", "1 discard y9", id="discard: the newest"),
        pytest.param('house settings={"custom":["custom-6"]} hands=W1,r1/g1,g2,g3,g1/b1,b2 discard=r5 turn=0',
            "0 play W1", "1 discard g1", id="discard: one like the newest"),
        pytest.param(JOKE, "0 play W1", "1 vote no", id="vote: no"),
        pytest.param('house settings={"custom":["custom-10"]} hands=W1,r1,r2/g1,g2 discard=r5 turn=0', "0 play W1",
            "1 chicken", id="dare: chicken"),
        pytest.param(ASKED, "0 play r7", "0 silent", id="uno: silent"),
        pytest.param(ASKED, "0 play r7, 0 silent", "1 silent", id="catch: silent"),
        pytest.param("classic hands=r7/b1,b2 discard=r5 turn=0", "0 play r7", "deal", id="round over: deal"),
    ],
)  # fmt: skip
def test_the_default_for_an_absent_player(position: str, moves: str, answer: str) -> None:
    """Each question has one defined answer, which is legal."""
    game = _after(position, moves)
    move = default_move(game.view(max(game.asks[0], 0)))
    assert str(move) == answer
    game.play(move)


def test_a_default_is_only_for_the_seat_that_is_asked() -> None:
    """Another seat, and a game that is over, have none."""
    game = _table("r7 g1", "b1 b2")
    with pytest.raises(IllegalMoveError, match=r"seat 1: seat 0 is asked \(play\)"):
        default_move(game.view(1))
    over = _after('classic settings={"scoring":"hand"} hands=r7/b1,b2 discard=r5 turn=0', "0 play r7")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        default_move(over.view(0))


@pytest.mark.parametrize("name", names())
def test_the_default_is_legal_whenever_a_seat_is_asked(name: str) -> None:
    """Random games with any settings, in which some moves are defaults.

    There is always one, and it is one of the view.
    """
    asked = set()
    for seed in range(36):
        rng = random.Random(f"{name} {seed}")
        players = rng.choice([2, 2, 3, 4, 6, 10])
        game = Game(name, players, seed=seed, **random_settings(edition(name), players, rng))
        for _ in range(120):
            moves = game.legal_moves()
            if not moves:
                break
            seat, question = game.asks
            asked.add(question)
            view = game.view(max(seat, 0))
            move = default_move(view)
            assert move in view.moves
            active = [other for other in moves if other.kind not in {"draw", "pass"}]
            game.play(
                rng.choice([move, rng.choice(moves), *([rng.choice(active)] * 3 if active else [])]), as_seen=True
            )
    missing = set(QUESTIONS) - {"game over"} - asked
    assert missing <= ({"vote", "dare", "target", "discard", "give"} if name != "house" else set())


def test_the_page_about_bots_names_every_level_and_every_default() -> None:
    """The tables on the page are complete."""
    text = (Path(__file__).resolve().parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")
    rows: dict[str, str] = {}
    for name, words in re.findall(r"^\| `([^`]+)` \| (.+) \|$", text, re.MULTILINE):
        rows[name] = rows.get(name, "") + words
    habits = {name for name in Temper.__dataclass_fields__ if name != "slowness"}
    assert set(rows) >= {*BOT_NAMES, *habits, *Mistakes.__dataclass_fields__, *QUESTIONS} - {"game over"}
    for described in (LEVELS, PLAYERS, CHARACTERS):
        assert all(one.says in rows[name] for name, one in described.items())
    assert all(f"`{character.level}`" in rows[name] for name, character in CHARACTERS.items())
    for mistake in Mistakes.__dataclass_fields__:
        chances = [level.mistakes and f"{getattr(level.mistakes, mistake):.0%}" for level in reversed(LEVELS.values())]
        assert f" | {' | '.join(chance for chance in chances if chance)}" in rows[mistake], mistake


def test_the_help_of_play_lists_the_levels(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever asks for help sees what can be given for --bot."""
    from lastcard.commands import main

    with pytest.raises(SystemExit):
        main(["play", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert all(re.search(rf"\b{name}\b", words) for name in BOT_NAMES)


def _after(position: str, moves: str) -> Game:
    game = Game.from_position(position)
    for move in filter(None, moves.split(", ")):
        game.play(move)
    return game


def _table(mine: str, theirs: str, name: str = "classic") -> Game:
    return Game.from_layout(name, Layout(hands=[mine, theirs], discard="r5", turn=0))


def _asked(mine: str, theirs: str) -> Move:
    return bot("simple", 1).choose(_table(mine, theirs).view(0))
