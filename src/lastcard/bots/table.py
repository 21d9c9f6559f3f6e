"""A table of bots: whose word comes next.

After each move every seat that is not asked may call or catch once, those who could
be caught first; then the asked seat decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lastcard.bots.base import Bot
from lastcard.bots.sight import sight
from lastcard.game import Game
from lastcard.moves import Move


def reaction(game: Game, bots: Mapping[int, Bot], seats: Collection[int]) -> Move | None:
    """The first call, catch or jump-in that a bot in one of `seats` wants to make out of turn."""
    settings = game.settings
    if settings.uno == "ask" or (settings.uno == "auto" and not settings.jump_in):  # nobody acts out of turn
        return None
    asked = game.asks[0]
    able = {move.seat for move in game.legal_moves()} - {asked, -1}
    for seat in sorted(able & set(seats), key=lambda seat: (seat not in game.liable, (seat - asked) % game.players)):
        move = bots[seat].react(game.view(seat))
        if move is not None:
            return move
    return None


def decision(game: Game, bot: Bot) -> Move:
    """What a bot in the seat that is asked answers. It gets what its seat may know, and nothing else."""
    seat = game.asks.seat
    return bot.choose(sight(game, seat) if getattr(bot, "thinks", False) else game.view(seat))


def next_move(game: Game, bots: Mapping[int, Bot]) -> Move:
    """The next move at a table where every seat has a bot and the game is not over."""
    if game.round_over:
        return Move(-1, "deal")
    move = reaction(game, bots, bots)
    if move is not None:
        return move
    return decision(game, bots[game.asks.seat])
