"""Random small editions in the card language, and playing them with everything checked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from lastcard import Game
from lastcard.editions import Edition, occasions, register
from lastcard.editions.language import GROUPS, SUBJECTS, VERBS, parse
from lastcard.editions.model import SIDES
from lastcard.errors import RuleError

HOLDS_CARDS = "whoever won the round holds cards"
EMPTY_HAND = "somebody is asked while a hand is empty"
OTHER_COLOUR = "the colour in play is not that of the top card"
COLORS = {"light": "abcdefgh", "dark": "pqrstuvw"}
Problem = Callable[..., str]
WORDS = ("Sing", "Was it good?", "Stand up")
_SINGLE = [subject for subject in SUBJECTS if subject not in GROUPS]


def compose(rng: random.Random) -> dict[str, Any]:
    """The data of an edition whose sentences are allowed where they stand."""
    two_sided = rng.random() < 0.5
    colors = rng.randint(2, 8)
    kinds = [(rng.random() < 0.4, rng.randint(1, 2)) for _ in range(rng.randint(1, 4))]
    most = min(9, 60 // colors - len(kinds) - 1)
    numbers = {"from": rng.randint(0, 1), "to": max(2, rng.randint(2, most)), "copies": rng.randint(1, 3)}
    coloured = numbers["copies"] * (numbers["to"] - numbers["from"] + 1) + sum(n for wild, n in kinds if not wild)
    cards = colors * coloured + sum(n for wild, n in kinds if wild)
    if not 20 <= cards <= 112:
        return compose(rng)
    data: dict[str, Any] = {
        "id": "composed", "title": "Composed", "about": "Made up by a test.", "cards": cards,
        "hand": rng.randint(1, min(7, (cards - 1) // 2 - 1)), "caught_draws": rng.randint(0, 2),
        "defaults": {"scoring": rng.choice(["hand", "points", "lowest"]), "target": 30},
    }  # fmt: skip
    for side in ("light", "dark")[: 1 + two_sided]:
        letters = COLORS[side][:colors]
        data[side] = {
            "called": side,
            "colors": {letter: f"{letter}color" for letter in letters},
            "numbers": [numbers],
            "face": [_face(rng, number, *kind, two_sided=two_sided) for number, kind in enumerate(kinds)],
        }
    return data


def _face(rng: random.Random, number: int, wild: bool, copies: int, *, two_sided: bool) -> dict[str, Any]:
    def sentences(most: int, problem: Problem) -> list[str]:
        while True:
            found = list(rule(rng, rng.randint(0, most), two_sided=two_sided))
            if rng.random() < 0.5:
                found.append("next player names the colour if the top is wild")
            if not problem(found, wild=wild):
                return found

    return {
        "symbol": f"{'W' if wild else 'K'}{number}",
        "name": f"Kind {number}",
        "wild": wild,
        "copies": copies,
        "points": 10,
        "does": sentences(5, occasions.problem_when_played),
        "turned_up": "goes back" if wild and rng.random() < 0.3 else sentences(4, occasions.problem_when_turned_up),
        "as_last_card": sentences(3, occasions.problem_as_last_card),
    }


def rule(rng: random.Random, count: int, *, two_sided: bool) -> Iterator[str]:
    """Sentences each of which can be read after those before it."""
    before: list[str] = []
    while len(before) < count:
        more = [sentence(rng, two_sided=two_sided)]
        if "may challenge" in more[0]:
            more.append("next player draws 1")
        try:
            parse([*before, *more], two_sided=two_sided)
        except RuleError:
            continue
        before += more
    yield from before


def sentence(rng: random.Random, *, two_sided: bool) -> str:
    """Anything that has the form of a sentence, flips above all where they can be."""
    if two_sided and rng.random() < 0.15:
        text = "everything flips"
    else:
        form = rng.choice(VERBS).form
        text = form.replace("{who}", rng.choice(list(SUBJECTS))).replace("{one}", rng.choice(_SINGLE))
        text = text.replace("{n}", str(rng.randint(2, 3))).replace("{words}", f'"{rng.choice(WORDS)}"')
    return rng.choice(["", "", "", "if yes: ", "if no: "]) + text


def play_checked(edition: Edition, players: int, seed: str, most: int = 400, **settings: Any) -> Iterator[Game]:
    """A random game after each of its moves, with every invariant checked and every text read back."""
    register(edition)
    rng = random.Random(seed)
    game = Game(edition, players, seed=seed, **settings)
    while True:
        check(game, rng)
        yield game
        moves = game.legal_moves()
        if not moves or most == 0:
            return
        eager = [move for move in moves if move.kind == "play"] or moves
        game.play(rng.choice(eager if rng.random() < 0.7 else moves))
        most -= 1


def check(game: Game, rng: random.Random) -> None:
    """What must be so of every game: the engine's invariants, what positions rely on, and exact texts."""
    game.check()
    asks, held = game.asks[1], [int(size) for size in game.state.held[: game.players]]
    if asks in {"round over", "game over"}:
        winner = int(game.state.round_winner)
        assert winner < 0 or held[winner] == 0, HOLDS_CARDS
    elif asks != "color":  # a last card asks at most for the colour that somebody draws
        assert min(held) > 0, EMPTY_HAND
    if asks in {"play", "drawn"}:
        side = game.edition.sides[SIDES.index(game.side)]
        letter = str(game.view(0).top.face(SIDES.index(game.side)))[0]
        assert letter not in side.letters or side.colors[side.letters.index(letter)] == game.color, OTHER_COLOUR
    if asks in {"play", "round over"} and rng.random() < 0.1:
        assert Game.from_position(game.position()).position() == game.position()
        assert Game.load(game.save()).position() == game.position()
        for seat in range(game.players):
            game.view(seat)
