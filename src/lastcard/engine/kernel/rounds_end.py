"""The end of a round and of the game: points and winners."""

from __future__ import annotations

from lastcard.engine import rules as t
from lastcard.engine.kernel.log import tell
from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.kinds import Ask, Tell
from lastcard.engine.rules import Rules
from lastcard.engine.schema import Log, State


def hand_points(state: State, rules: Rules, seat: Index) -> int:
    """score-1: the points of a hand, by the faces on the side in play."""
    side = int(state.side)
    total = 0
    for i in range(state.held[seat]):
        total += int(rules.points[side, int(state.face[side, int(state.hand[seat, i])])])
    return total


def close_round(state: State, winner: int) -> None:
    """Nothing is open any more."""
    state.ask = Ask.ROUND_OVER
    state.asked = -1
    state.round_winner = winner
    state.liable = 0
    state.called = 0
    state.last_card = 0


def void_round(state: State, log: Log) -> None:
    """turn-5: nobody could play or draw; no points, and the same dealer deals again."""
    close_round(state, -1)
    tell(log, Tell.ROUND_VOID, -1, 0, 0)


@inlined
def partner(state: State, rules: Rules, seat: Index) -> Index:
    """teams: who sits opposite; without teams, the seat itself."""
    if not rules.teams:
        return seat
    half = int(state.players) // 2
    return seat + half if seat < half else seat - half


def end_round(state: State, rules: Rules, log: Log, winner: Index) -> None:
    """out-1: `winner` has no cards left."""
    close_round(state, winner)
    mate = partner(state, rules, winner)
    if rules.scoring == t.SCORE_HAND:  # score-3
        tell(log, Tell.ROUND_WON, winner, 0, 0)
        end_game(state, log, (1 << winner) | (1 << mate))
        return
    total = 0
    for seat in range(state.players):
        points = hand_points(state, rules, seat)
        if rules.scoring == t.SCORE_LOWEST:  # score-2
            total += points
            gain(state, seat, points)
            if rules.teams:
                gain(state, partner(state, rules, seat), points)
        elif seat != mate:
            total += points
    if rules.scoring == t.SCORE_POINTS:  # score-1
        gain(state, winner, total)
        if rules.teams:
            gain(state, mate, total)
    tell(log, Tell.ROUND_WON, winner, total, 0)
    judge_game(state, rules, log, winner)


@inlined
def gain(state: State, seat: Index, points: int) -> None:
    """Points of this round for a seat."""
    state.round_points[seat] = int(state.round_points[seat]) + points
    state.scores[seat] = int(state.scores[seat]) + points


def judge_game(state: State, rules: Rules, log: Log, winner: Index) -> None:
    """Whether the round also ended the game, and for whom."""
    if rules.scoring == t.SCORE_POINTS:
        if state.scores[winner] >= rules.target:
            end_game(state, log, (1 << winner) | (1 << partner(state, rules, winner)))
        return
    highest, lowest = int(state.scores[0]), int(state.scores[0])
    for seat in range(1, int(state.players)):
        highest = max(highest, int(state.scores[seat]))
        lowest = min(lowest, int(state.scores[seat]))
    if highest >= rules.target:
        winners = 0
        for seat in range(state.players):
            if state.scores[seat] == lowest:
                winners |= 1 << seat
        end_game(state, log, winners)


def end_game(state: State, log: Log, winners: int) -> None:
    state.ask = Ask.GAME_OVER
    state.winners = winners
    tell(log, Tell.GAME_WON, -1, winners, 0)
