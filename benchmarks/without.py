"""What each part of `search` brings: the same player without it, against `sharp`.

`python benchmarks/without.py` plays single hands of classic for two, every deal from both seats and the same deals for
every variant, and prints what each wins. `--only` takes a part of a variant's name.
"""

from __future__ import annotations

import argparse
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from lastcard import Game
from lastcard.batch.weighing import Weighing
from lastcard.bots import bot, next_move, search_bot
from lastcard.bots.effort import Effort
from lastcard.bots.search_bot import SearchBot, Tally
from lastcard.bots.sight import Sight
from lastcard.engine.kinds import Act, Ask, Policy
from lastcard.engine.mind import Did, Past
from lastcard.moves import Move


@dataclass(frozen=True)
class Variant:
    """A search without one of its parts."""

    name: str
    silent: tuple[Act, ...] = ()
    """Acts of others that tell it nothing."""
    playouts_by: Policy = Policy.SHARP
    same_worlds: bool = True
    halving: bool = True
    caution: float = search_bot.CAUTION
    hopeless: float = search_bot.HOPELESS


VARIANTS = (
    Variant("with everything"),
    Variant("without what others did", silent=(Act.DRAW, Act.PLAY, Act.COLOR)),
    Variant("without who drew", silent=(Act.DRAW,)),
    Variant("without what was played", silent=(Act.PLAY,)),
    Variant("without colours that were named", silent=(Act.COLOR,)),
    Variant("with play-outs by sensible players", playouts_by=Policy.SENSIBLE),
    Variant("with play-outs by eager players", playouts_by=Policy.EAGER),
    Variant("with other worlds for every move", same_worlds=False),
    Variant("without giving moves up by halves", halving=False),
    Variant("without caution", caution=0.0),
    Variant("without an early end", hopeless=1e9),
)


class Without(SearchBot):
    """`search` as a variant has it."""

    def __init__(self, variant: Variant, playouts: int, seed: int) -> None:
        super().__init__("search", Effort(playouts=playouts), seed)
        self._variant = variant

    def answer(self, sight: Sight) -> Move:
        """The same answer, to a sight that leaves out what says nothing."""
        search_bot.CAUTION, search_bot.HOPELESS = self._variant.caution, self._variant.hopeless
        return super().answer(replace(sight, past=silenced(sight.past, self._variant.silent)))

    def _best(self, weighing: Weighing, moves: npt.NDArray[np.int32]) -> int:
        weighing._hows[:] = int(self._variant.playouts_by)  # noqa: SLF001 - a tool of the engine's own
        if self._variant.halving:
            return super()._best(weighing, moves)
        tally, alive = Tally(len(moves)), np.arange(len(moves))
        self._look(weighing, moves, alive, tally, search_bot.Share(self.effort.playouts // len(moves), math.inf))
        return int(moves[search_bot.clearly_best(tally, alive)])

    def _look(
        self,
        weighing: Weighing,
        moves: npt.NDArray[np.int32],
        alive: npt.NDArray[np.intp],
        tally: Tally,
        share: search_bot.Share,
    ) -> None:
        if self._variant.same_worlds:
            super()._look(weighing, moves, alive, tally, share)
            return
        worlds = share.worlds or 0
        columns = [weighing.weigh(moves[k : k + 1], worlds)[:, 0] for k in alive]
        tally.add(alive, np.stack(columns, axis=1))


def silenced(past: bytes, acts: tuple[Act, ...]) -> bytes:
    """A past in which some acts are of a kind that says nothing; what was played is still known."""
    if not past:
        return past
    rows = np.frombuffer(past, Past.dtype()).copy()
    did = rows["did"][0]
    silent = np.isin(did[:, Did.ACT], [int(act) for act in acts])
    laid = did[:, Did.ACT] == int(Act.PLAY)
    did[silent & laid, Did.ASK] = int(Ask.JUMP)
    did[silent & ~laid, Did.ACT] = int(Act.PASS)
    return rows.tobytes()


def share_of(variant: Variant, playouts: int, deal: int) -> float:
    """The part of a deal that a variant wins, from both seats."""
    won = 0
    for seat in range(2):
        game = Game("classic", 2, seed=f"without {deal}", scoring="hand", uno="auto", history=False)
        bots = {seat: Without(variant, playouts, 2 * deal + seat), 1 - seat: bot("sharp", 2 * deal + seat)}
        while not game.over:
            game.make(next_move(game, bots))
        won += seat in game.winners
    return won / 2


def figures(shares: list[float]) -> str:
    """The mean and its 95 % interval, in per cent."""
    found = 100 * np.array(shares)
    return f"{found.mean():.1f} ± {1.96 * found.std(ddof=1) / math.sqrt(len(found)):.1f}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="What each part of search brings, measured by leaving it out.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=1000, help="play-outs a decision")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="", help="only variants with this in their name")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.workers) as pool:
        for variant in VARIANTS:
            if options.only in variant.name:
                shares = pool.map(partial(share_of, variant, options.playouts), range(options.deals), chunksize=8)
                print(f"{variant.name:38}{figures(list(shares))} % of {options.deals} deals", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
