"""Our bots at RLCard's table, and RLCard's agents at ours: observations and moves in the words of the other side.

A bot of ours gets nothing but the state that RLCard hands to every agent. It is made into a position of `classic` as
that seat knows it, where unseen cards lie anywhere; `Game.imagined` deals them anew before a bot looks. RLCard itself
is imported only where one of its agents is made, so that the words can be tested without it. `docs/benchmarks.md` says
how its rules differ from the booklet's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Protocol, TypedDict

from lastcard import Game, Layout, edition
from lastcard.bots import Bot, decision, default_move
from lastcard.cards import Card
from lastcard.editions import Settings
from lastcard.game import seed_number
from lastcard.moves import Move
from lastcard.standing import NOTHING
from lastcard.text.layout import lay_out
from lastcard.view import View

DRAW = "draw"
COLORS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
SYMBOLS = {"skip": "S", "reverse": "R", "draw_2": "+2", "wild": "W", "wild_draw_4": "W+4"}
"""RLCard's names for what is no number, and ours."""
TRAITS = {**{str(number): str(number) for number in range(10)}, **{ours: theirs for theirs, ours in SYMBOLS.items()}}
"""Our symbols, and RLCard's names for them."""
ACTIONS = (*(f"{color}-{trait}" for color in COLORS for trait in TRAITS.values()), DRAW)
"""RLCard's actions in the order of their numbers."""
LIKE_RLCARD = {"uno": "auto", "bluffing": False, "scoring": "hand", "two_player_reverse": "turn"}
"""Settings with which our rules come close to RLCard's."""


class RawObservation(TypedDict):
    """What RLCard tells a player."""

    hand: list[str]
    target: str
    """The top card. Of a wild the colour is the one that it was made with, not the one that was named."""
    played_cards: list[str]
    """The discard pile, bottom to top; empty after a reshuffle, which takes the top card too."""
    legal_actions: list[str]
    num_cards: list[int]
    num_players: int
    current_player: int


class Agent(Protocol):
    """A player in RLCard's environment."""

    use_raw: bool

    def step(self, state: dict[str, Any]) -> Any:
        """An action: its text if `use_raw`, else its number."""
        ...


# --- words -------------------------------------------------------------------------------------


def face_of(action: str) -> str:
    """The face of one of RLCard's cards or actions: `r-skip` is `rS`, and any `wild` is `W`."""
    color, _, trait = action.partition("-")
    symbol = SYMBOLS.get(trait, trait)
    return symbol if symbol.startswith("W") else color + symbol


def card_of(face: str, color: str = "r") -> str:
    """One of our faces as RLCard writes it; a wild with a colour, which in a hand means nothing."""
    return f"{color}-{TRAITS[face]}" if face.startswith("W") else f"{face[0]}-{TRAITS[face[1:]]}"


def letter_of(color: str | None) -> str:
    """A colour's letter."""
    return next(letter for letter, name in COLORS.items() if name == color)


# --- ours at RLCard's table --------------------------------------------------------------------


def seen_game(raw: RawObservation, without: Collection[str] = (), *, must_play: str = "off") -> Game | None:
    """A game of ours that stands as the seat sees RLCard's; None if no deck of ours has such cards.

    Cards of the own hand whose faces are `without` are left out, for a bot that wants one where RLCard forbids it.
    """
    hand = [face_of(card) for card in raw["hand"]]
    discard, color = _discard(raw, hand)
    unseen = _deck() - Counter(hand) - Counter(discard)
    seat, sizes = raw["current_player"], raw["num_cards"]
    others = sum(sizes) - sizes[seat]
    if not discard or Counter([*hand, *discard]) - _deck() or others > unseen.total():
        return None
    kept, pool = [face for face in hand if face not in without], iter(unseen.elements())
    hands = [kept if one == seat else [next(pool) for _ in range(size)] for one, size in enumerate(sizes)]
    texts = [" ".join(cards) for cards in hands]
    layout = Layout(hands=texts, discard=" ".join(discard), turn=seat, color=COLORS[color])
    classic, settings = edition("classic"), _settings(must_play)
    # Game.from_layout also writes the position down, which takes longer than all the rest.
    return Game._on(classic, settings, lay_out(classic, settings, layout), NOTHING, history=False)  # noqa: SLF001


def _discard(raw: RawObservation, hand: Sequence[str]) -> tuple[list[str], str]:
    """The discard pile and the letter of the colour in play.

    After a reshuffle RLCard's top card lies in the draw pile as well, and may have been drawn again. Then another card
    of its colour stands for it where the own hand has all of its kind.
    """
    if raw["played_cards"]:
        return [face_of(card) for card in raw["played_cards"]], raw["played_cards"][-1][0]
    top, color = face_of(raw["target"]), raw["target"][0]
    free = _deck() - Counter(hand)
    fitting = [top, *(face for face in free if face.startswith(color))]
    return [face for face in fitting if free[face]][:1], color


@cache
def _deck() -> Counter[str]:
    """How often each face is in the deck."""
    twice = [symbol for symbol in TRAITS if symbol != "0" and not symbol.startswith("W")]
    coloured = {color + symbol: 2 for color in COLORS for symbol in twice}
    return Counter({**coloured, **{f"{color}0": 1 for color in COLORS}, "W": 4, "W+4": 4})


@cache
def _settings(must_play: str) -> Settings:
    return Settings.of(edition("classic"), {**LIKE_RLCARD, "must_play": must_play})


class OurAgent:
    """A bot of ours as an agent of RLCard's."""

    use_raw = True

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def step(self, state: dict[str, Any]) -> str:
        """The bot's choice among RLCard's legal actions, from the seat's own state alone."""
        legal: list[str] = state["raw_legal_actions"]
        return legal[0] if len(legal) == 1 else self._choice(state["raw_obs"], legal)

    def eval_step(self, state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The same; RLCard wants to be told more, which its environment does not read."""
        return self.step(state), {}

    def _choice(self, raw: RawObservation, legal: Sequence[str]) -> str:
        """What the bot plays, asked again without what RLCard forbids; who would rather draw must play."""
        for must_play in ("off", "always"):
            without: set[str] = set()
            while (game := seen_game(raw, without, must_play=must_play)) is not None:
                move = decision(game, self.bot)
                if move.kind != "play":
                    break
                face = str(move.card)
                actions = [action for action in legal if face_of(action) == face]
                if actions:
                    return self._with_color(game, move, actions)
                without.add(face)
        return legal[0]

    def _with_color(self, game: Game, move: Move, actions: Sequence[str]) -> str:
        """The action with the colour that the bot names once the card lies; a last card needs none."""
        game.make(move)
        if game.asks.kind != "color":
            return actions[0]
        letter = letter_of(decision(game, self.bot).color)
        return next(action for action in actions if action[0] == letter)


# --- RLCard's at our table -----------------------------------------------------------------------


def observation(view: View) -> RawObservation:
    """What RLCard would tell a player who sees this and is asked for a card."""
    color = letter_of(view.color)
    hand = [face_text(card) for card in view.hand]
    played = [card_of(face_text(card), color) for card in view.discard]
    return {
        "hand": [card_of(face) for face in hand],
        "target": played[-1],
        "played_cards": played,
        "legal_actions": legal_actions(hand, {face_text(move.card) for move in view.moves if move.card is not None}),
        "num_cards": list(view.sizes),
        "num_players": view.players,
        "current_player": view.seat,
    }


def face_text(card: Card) -> str:
    """A card's face in play."""
    return str(card.front)


def legal_actions(hand: Sequence[str], playable: Collection[str]) -> list[str]:
    """RLCard's list: a card as often as it is held, wilds once with every colour, a Wild Draw only without another."""
    coloured_and_wild: list[str] = []
    wild_draws: list[str] = []
    for place, face in enumerate(hand):
        if face not in playable:
            continue
        if not face.startswith("W"):
            coloured_and_wild.append(card_of(face))
        elif face not in hand[:place]:
            found = wild_draws if face == "W+4" else coloured_and_wild
            found += [card_of(face, color) for color in COLORS]
    return coloured_and_wild or wild_draws or [DRAW]


def agent_state(raw: RawObservation) -> dict[str, Any]:
    """The state around an observation, as far as the agents here read it: they don't look at its planes (`obs`)."""
    actions = raw["legal_actions"]
    return {
        "raw_obs": raw,
        "raw_legal_actions": list(actions),
        "legal_actions": dict.fromkeys(ACTIONS.index(action) for action in actions),
    }


class TheirBot:
    """An agent of RLCard's as a bot of the arena."""

    def __init__(self, name: str, agent: Agent, seed: str) -> None:
        self.name, self._agent = name, agent
        self._random, self._color = random.Random(seed), ""

    def choose(self, view: View) -> Move:
        """The agent's card and colour. It knows no other question: it calls, catches and does not challenge."""
        question = view.asks.kind
        if question in {"play", "drawn"}:
            return self._card(view)
        if question == "color":
            return self._named(view)
        return self.react(view) or default_move(view)

    def react(self, view: View) -> Move | None:
        """A call or a catch."""
        return next((move for move in view.moves if move.kind in {"uno", "catch"}), None)

    def _card(self, view: View) -> Move:
        chosen = self._agent.step(agent_state(observation(view)))
        action = str(chosen) if self._agent.use_raw else ACTIONS[int(chosen)]
        if action == DRAW:
            return next(move for move in view.moves if move.kind in {"draw", "pass"})
        face = face_of(action)
        self._color = action[0] if face.startswith("W") else ""
        return next(move for move in view.moves if move.kind == "play" and move.card and face_text(move.card) == face)

    def _named(self, view: View) -> Move:
        """The colour that came with the card; of a wild that was turned up, any, as RLCard itself does."""
        letter, self._color = self._color or self._random.choice([*COLORS]), ""
        return next(move for move in view.moves if move.color == COLORS[letter])


def rlcard_agent(name: str) -> Agent:
    """RLCard's own `random` or `uno-rule-v1`."""
    from rlcard import models
    from rlcard.agents import RandomAgent

    agent: Agent = RandomAgent(len(ACTIONS)) if name == "random" else models.load(name).agents[0]
    return agent


def seed_rlcard(seed: int | str) -> None:
    """RLCard's agents take chance from NumPy's one generator for all."""
    import numpy as np

    np.random.seed(seed_number(seed) % 2**32)  # noqa: NPY002


def their_bot(name: str) -> Callable[[str], TheirBot]:
    """What a bot file of the arena defines: one for each game."""

    def bot(seed: str) -> TheirBot:
        seed_rlcard(seed)
        return TheirBot(name, rlcard_agent(name), seed)

    return bot
