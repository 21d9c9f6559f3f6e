"""One deal at a time, by bots that are objects or processes; `kernel` plays many at once by policies."""

from __future__ import annotations

from time import perf_counter

from lastcard.arena.outside import Outside, outside
from lastcard.arena.plan import Match
from lastcard.arena.seats import Guarded, Timed
from lastcard.arena.seeing import SeeingBot
from lastcard.arena.tally import GAME, Tally
from lastcard.bots import Bot, next_move
from lastcard.game import Game, seed_number

MOST_MOVES = 20_000
"""A game of bots that is longer than this is stopped, and even: a bot that never plays a card never goes out."""


class Tables:
    """What a worker keeps from one deal to the next: the processes of bots of the user's own."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._outside: dict[tuple[str, int], Outside] = {}

    def close(self) -> None:
        """End all processes."""
        for one in self._outside.values():
            one.close()

    def play_deal(self, match: Match, deal: int) -> Tally:
        """All rotations of a deal."""
        tally = Tally(len(match.entrants))
        parts = [0] * len(match.entrants)
        begun = perf_counter()
        for rotation in range(match.players):
            sitting = match.sitting(rotation)
            won = self._play_game(match, deal, rotation, sitting, tally)
            for seat, bot in enumerate(sitting):
                parts[bot] += won[seat]
        tally.end_deal(parts)
        tally.seconds = perf_counter() - begun
        return tally

    def _play_game(self, match: Match, deal: int, rotation: int, sitting: tuple[int, ...], tally: Tally) -> list[int]:
        """One game; the parts of it that each seat has won."""
        chosen = match.settings.chosen(match.edition)
        game = Game(match.edition, match.players, seed=match.key(deal), history=False, **chosen)
        bots: dict[int, Bot] = {
            seat: self._sit(match, sitting, (deal, rotation, seat), tally, game) for seat in range(match.players)
        }
        moves = 0
        while not game.over and moves < MOST_MOVES and not _nobody_there(bots):
            game.play(next_move(game, bots))
            moves += 1
        tally.games += 1
        tally.moves += moves
        tally.rounds += game.round
        tally.even += not game.winners
        tally.unfinished += not game.over
        for bot in {sitting[seat] for seat in game.winners}:
            tally.wins[bot] += 1
        for seat, points in enumerate(game.scores):
            tally.points[sitting[seat]] += points
        winners = game.winners or range(match.players)
        return [GAME // len(winners) if seat in winners else 0 for seat in range(match.players)]

    def _sit(
        self, match: Match, sitting: tuple[int, ...], place: tuple[int, int, int], tally: Tally, game: Game
    ) -> Bot:
        deal, rotation, seat = place
        # Hashed: what a bot is given must not tell it the key that the cards were dealt from.
        seed = str(seed_number(f"player/{match.stream}/{deal}/{rotation}/{seat}"))
        number = sitting[seat]
        entrant = match.entrants[number]
        make = entrant.way.make
        if make is not None:
            made = make(seed)
            if isinstance(made, SeeingBot):  # nobody else is given the game itself
                made.watch(game)
            return Timed(made, tally, number)
        key = entrant.text, [match.entrants[who].text for who in sitting[:seat]].count(entrant.text)
        if key not in self._outside:
            self._outside[key] = outside(entrant, self._limit)
        return Guarded(self._outside[key], tally, number, f"deal {deal}, rotation {rotation}, seat {seat}", seed)


def _nobody_there(bots: dict[int, Bot]) -> bool:
    """Whether all bots are away; such a game would not end."""
    return all(isinstance(bot, Guarded) and bot.away for bot in bots.values())
