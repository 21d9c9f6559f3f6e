"""How a position is analysed: worlds are dealt, every move is tried in each, and all is counted.

It begins from a `Sight`, which two games that the seat can't tell apart share to the byte; the game itself is only
asked who sits where. So nothing that the seat may not know can come out.
"""

from __future__ import annotations

import time
from math import isfinite
from typing import TYPE_CHECKING, Any

from lastcard.analysis.results import Analysis, Held, LikelyHand, MoveChance
from lastcard.analysis.tally import Hands, Outcomes
from lastcard.batch.weighing import Weighing
from lastcard.bots import bot
from lastcard.bots.effort import Effort
from lastcard.bots.sight import Sight, sight
from lastcard.editions.model import SIDES, Edition
from lastcard.engine.rules import SCORE_HAND
from lastcard.errors import AnalysisError, NotationError, SettingsError
from lastcard.game import Game, seed_number
from lastcard.whole import whole_between

if TYPE_CHECKING:
    from lastcard.editions import Settings

USUAL = Effort(playouts=20_000)
MOST_PLAYOUTS, MOST_SECONDS = 100_000_000, 3600
LEAST_WORLDS = 8
"""Worlds that each move is tried in at least."""
CHUNK = 64
"""Worlds between two looks at the time."""


def analyse(
    game: Game,
    seat: int | None = None,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int | str | bytes | None = 0,
) -> Analysis:
    """What `Game.analyse` gives: for the seat that is asked, which is the only one that may be named.

    With a number of play-outs the same seed gives the same result on every machine.
    """
    effort = _effort(playouts, seconds)
    asked = _asked(game, seat)
    return _analysed(sight(game, asked), game.edition, game.settings, effort, seed_number(seed))


def _effort(playouts: Any, seconds: Any) -> Effort:
    if playouts is not None and seconds is not None:
        msg = f"found {playouts!r:.40} play-outs and {seconds!r:.40} seconds; one of the two is needed"
        raise SettingsError(msg)
    if playouts is None and seconds is None:
        return USUAL
    if playouts is not None and whole_between(playouts, 1, MOST_PLAYOUTS) is None:
        msg = f"playouts is {playouts!r:.40}; allowed are whole numbers from 1 to {MOST_PLAYOUTS}"
        raise SettingsError(msg)
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
        msg = f"seconds is {seconds!r:.40}; allowed are numbers above 0 and up to {MOST_SECONDS}"
        raise SettingsError(msg)
    return Effort(int(playouts or 0), float(seconds or 0))


def _asked(game: Game, seat: Any) -> int:
    """The seat that is asked, which must be the one that was named, if one was."""
    asked, question = game.asks
    if game.round_over:
        msg = f"nobody is asked to move ({question}), so there is nothing to analyse; a round that goes on is needed"
        raise AnalysisError(msg)
    if seat is None:
        return asked
    number = whole_between(seat, 0, game.players - 1)
    if number is None:
        msg = f"there is no seat {seat!r:.20}; the seats are 0 to {game.players - 1}"
        raise NotationError(msg)
    if number != asked:
        msg = f"seat {number} is not asked now, so it has no moves to compare; seat {asked} is asked: {question}"
        raise AnalysisError(msg)
    return asked


def _analysed(seen: Sight, edition: Edition, settings: Settings, effort: Effort, seed: int) -> Analysis:
    side = SIDES.index(seen.side)
    weighing = Weighing(seen.rules, seen.seat, seen.world, seen.past, seed=seed)
    codes = weighing.moves()
    outcomes = Outcomes(seen.rules, seen.players, seen.seat, len(codes))
    hands = Hands(edition.sides[side], side, [other for other in range(seen.players) if other != seen.seat])
    _think(weighing, codes, effort, outcomes, hands)
    return Analysis(
        edition=seen.edition,
        players=seen.players,
        seat=seen.seat,
        question=seen.asks.kind,
        scoring=settings.scoring,
        side=seen.side,
        worlds=outcomes.worlds,
        playouts=outcomes.worlds * len(codes),
        moves=_ranked(seen, outcomes),
        search=bot("search", seed).choose(seen),
        hands=_likely(seen, edition, hands),
    )


def _think(weighing: Weighing, codes: list[int], effort: Effort, outcomes: Outcomes, hands: Hands) -> None:
    """Deal worlds and try every move in them until the effort is spent."""
    until = time.perf_counter() + effort.seconds
    wanted = max(LEAST_WORLDS, effort.playouts // len(codes))
    while outcomes.worlds < wanted if effort.playouts else not outcomes.worlds or time.perf_counter() < until:
        first = weighing.worlds
        worlds = weighing.deal(min(CHUNK, wanted - first) if effort.playouts else CHUNK)
        outcomes.add([weighing.ends(worlds, code, first=first) for code in codes])
        hands.add(worlds)


def _ranked(seen: Sight, outcomes: Outcomes) -> tuple[MoveChance, ...]:
    """The moves by their chance to win; of several alike those that are listed first."""
    counts = seen.rules.values["scoring"] != SCORE_HAND
    order = sorted(range(len(seen.moves)), key=lambda number: -outcomes.together[number, number])
    return tuple(
        MoveChance(
            move=seen.moves[number],
            wins=outcomes.wins(number),
            points=outcomes.points.of(number) if counts else None,
            lead=outcomes.lead.of(number) if counts else None,
            behind=outcomes.behind(order[0], number),
            clear=outcomes.is_clear(order[0], number),
        )
        for number in order
    )


def _likely(seen: Sight, edition: Edition, hands: Hands) -> tuple[LikelyHand, ...]:
    side = edition.sides[SIDES.index(seen.side)]
    found = []
    for place, seat in enumerate(hands.seats):
        *colors, wild, draw_card = (hands.has_kind[place] / hands.worlds).tolist()
        chances, copies = (hands.has[place] / hands.worlds).tolist(), (hands.copies[place] / hands.worlds).tolist()
        faces = {face.text: Held(*held) for face, *held in zip(side.faces, chances, copies, strict=True)}
        by_color = dict(zip(side.colors, colors, strict=True))
        found.append(LikelyHand(seat, seen.sizes[seat], seen.hands[seat], by_color, wild, draw_card, faces))
    return tuple(found)
