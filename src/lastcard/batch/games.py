"""Thousands of games as one array of states, stepped by one call.

Everything here is a thin layer over `engine/kernel/many.py`. Calls give up Python's lock, and large batches are
cut into parts for the threads that were asked for; what comes out does not depend on how they are cut.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lastcard.batch.arguments import Ints, as_array, minds_of, policy_numbers, positive, room_for
from lastcard.editions import Edition, Settings, compile_rules
from lastcard.editions import edition as find_edition
from lastcard.engine.kinds import QUESTIONS, Ask, Policy
from lastcard.engine.native import kernel
from lastcard.engine.room import Room
from lastcard.engine.rules import MAX_SEATS
from lastcard.engine.schema import MAX_MOVES, Log, Scratch, State, Workroom
from lastcard.engine.violations import VIOLATIONS
from lastcard.errors import BatchError, IllegalMoveError, InvariantError
from lastcard.game import Game, key_from_seed, key_words, seed_number
from lastcard.text.layout import check_deal, check_players
from lastcard.text.position import to_text
from lastcard.whole import whole_between

MOST_MOVES = 20_000_000
"""A game longer than this counts as one that does not end."""

_PART = 512
"""Games that are worth a thread."""
_SPARE = 8
"""Places in a list of actions that are left free, so that it need not grow with every card."""


class Batch:
    """Many games of one edition with the same settings and number of players.

    >>> games = Batch("classic", players=4, games=1000, seed=1, uno="auto")
    >>> mask = games.masks()
    >>> games.step(mask.argmax(axis=1))              # the first legal action in each game
    >>> games.play_out("sensible")
    >>> int(games.over.sum())
    1000
    """

    def __init__(
        self,
        edition: str | Path | Edition = "classic",
        players: int = 2,
        games: int = 1,
        *,
        seed: int | str | bytes | None = None,
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        """Games dealt from one seed, each from a part of its own of it."""
        self.edition = find_edition(edition)
        self.settings = Settings.of(self.edition, settings, ("edition", "players", "games", "seed", "threads"))
        Game(self.edition, players, seed=0, history=False, **settings)  # refuses what can't be dealt
        games = positive(games, "games")
        with room_for(games):
            self._begin(np.zeros(games, State.dtype()), threads)
        key = key_words(key_from_seed(seed))
        blank = np.frombuffer(
            State.pack({**State.blank(), "players": check_players(players), "key": key}), State.dtype()
        )
        self.states[:] = blank[0]
        self.states["key"][:, 3] += np.arange(games, dtype=np.uint64)
        self._dealt = len(self)
        self._start(self.states)

    def _start(self, states: npt.NDArray[Any]) -> None:
        lane = self._lanes[0]
        self._kernel.start_all(self._at(states), lane.rules, lane.log, len(states))

    def _begin(self, states: npt.NDArray[Any], threads: int | None) -> None:
        self.states = states
        """The games' records. Fields are read here, for example `states["scores"]`; only the engine writes them."""
        self.compiled = compile_rules(self.edition, self.settings)
        self.threads = positive(os.cpu_count() or 1 if threads is None else threads, "threads")
        self._kernel = kernel()
        self._rules = Room.holding(self.compiled.raw)
        self._anybody = np.full(len(states), -1, np.int32)
        self._room = _SPARE
        self._dealt = 0

    @classmethod
    def of(cls, games: Iterable[Game], *, threads: int | None = None) -> Batch:
        """A batch that goes on from where these games stand, which must be of the same edition and settings."""
        games = list(games) if isinstance(games, Iterable) else [games]
        wrong = [game for game in games if not isinstance(game, Game)]
        if wrong:
            msg = f"found {wrong[0]!r:.40}; a batch is made of games: Batch.of([game, …])"
            raise BatchError(msg)
        kinds = {(game.compiled.digest, game.players) for game in games}
        if len(kinds) != 1:
            msg = (
                f"found {len(games)} games of {len(kinds)} kinds; "
                "a batch needs at least one, all of the same edition and settings, for as many players"
            )
            raise BatchError(msg)
        self = cls.__new__(cls)
        self.edition, self.settings = games[0].edition, games[0].settings
        raw = b"".join(game.state.tobytes() for game in games)
        self._begin(np.frombuffer(bytearray(raw), State.dtype()), threads)
        return self

    def copy(self) -> Batch:
        """The same games, going their own way."""
        return self._with(self.states.copy())

    def repeated(self, times: int) -> Batch:
        """Each game so many times in a row: for thinking about one position in many ways."""
        times = positive(times, "times")
        with room_for(len(self) * times):
            return self._with(np.repeat(self.states, times))

    def _with(self, states: npt.NDArray[Any]) -> Batch:
        return _unpickled(self.edition, self.settings, states, self.threads, self._dealt)

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.edition.id}, {self.players} players, {int(self.over.sum())} over>"

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and deep copies, for example into other processes."""
        return _unpickled, (self.edition, self.settings, self.states, self.threads, self._dealt)

    # --- looking -------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play in each game."""
        return int(self.states["players"][0])

    @property
    def actions(self) -> int:
        """How many action numbers the edition has; `lastcard.batch.action_names` says what each means."""
        count: int = self.compiled.values["actions"]
        return count

    @property
    def asked(self) -> npt.NDArray[np.int8]:
        """Who must decide in each game; -1 when its round is over."""
        return _shown(self.states["asked"])

    @property
    def question(self) -> npt.NDArray[np.uint8]:
        """What is asked, as a number of `QUESTIONS`."""
        return _shown(self.states["ask"])

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self.states["ask"] == Ask.GAME_OVER)

    @property
    def round_over(self) -> npt.NDArray[np.bool_]:
        """Which rounds, or with them games, have ended."""
        return np.asarray(self.states["ask"] >= Ask.ROUND_OVER)

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """Points so far, a row for each game."""
        return _shown(self.states["scores"][:, : self.players])

    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has won, a row for each game."""
        bits = self.states["winners"][:, None] >> np.arange(self.players)
        return np.asarray((bits & 1).astype(bool))

    @property
    def round_winner(self) -> npt.NDArray[np.int8]:
        """Who went out last; -1: nobody yet, or the round was void."""
        return _shown(self.states["round_winner"])

    def questions(self) -> list[str]:
        """What is asked, in words."""
        return [QUESTIONS[number] for number in self.question.tolist()]

    def game(self, place: int) -> Game:
        """One of the games, as a copy; as in a list, -1 is the last."""
        number = whole_between(place, -len(self), len(self) - 1)
        if number is None:
            msg = f"there is no game {place!r:.40}; the games are 0 to {len(self) - 1}"
            raise BatchError(msg)
        return Game.on_state(self.edition, self.settings, self.states[number].tobytes())

    def masks(self, seats: Any = None, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.bool_]:
        """Which actions are legal, a row for each game: for the seat that is asked, or for `seats`.

        A row is all zero where that seat can do nothing. `out` is filled if it is given, as bytes.
        """
        mask = self._mask(out)
        self._list_actions(seats, mask, 0)
        return mask.view(np.bool_)

    def legal_actions(self, seats: Any = None) -> tuple[Ints, Ints]:
        """The same as lists: for each game its legal actions, and how many there are."""
        return self._list_actions(seats, None, self._room)

    def masks_and_actions(
        self, seats: Any = None, out: npt.NDArray[np.uint8] | None = None
    ) -> tuple[npt.NDArray[np.bool_], Ints, Ints]:
        """Both at once, for little more than one of them: the masks, the lists, and how many there are."""
        mask = self._mask(out)
        return mask.view(np.bool_), *self._list_actions(seats, mask, self._room)

    def _mask(self, out: npt.NDArray[np.uint8] | None) -> npt.NDArray[np.uint8]:
        """Room for masks, the caller's own if it will do."""
        shape = (len(self), self.actions)
        if out is None:
            return np.empty(shape, np.uint8)
        if not isinstance(out, np.ndarray):
            msg = f"out is {out!r:.40}; an array of {shape} bytes is needed"
            raise BatchError(msg)
        if (
            out.shape != shape
            or out.dtype not in {np.dtype(np.uint8), np.dtype(bool)}
            or not out.flags.c_contiguous
            or not out.flags.writeable
        ):
            msg = f"out has shape {out.shape} and type {out.dtype}; {shape} bytes in one piece are needed"
            raise BatchError(msg)
        return out

    def _list_actions(self, seats: Any, mask: npt.NDArray[np.uint8] | None, room: int) -> tuple[Ints, Ints]:
        who, counts, listed = self._seats(seats), np.empty(len(self), np.int32), np.empty((len(self), room), np.int32)
        self._run(
            lambda part, lane: self._kernel.actions_all(
                self._at(self.states[part]), lane.rules, lane.scratch, self._at(who[part]),
                mask is not None, self._at((counts if mask is None else mask)[part]),
                room, self._at(listed[part]), self._at(counts[part]), _size(part),
            )
        )  # fmt: skip
        most = max(1, int(counts.max(initial=0)))
        if most > room > 0:  # a hand has grown: this time, and from now on, with more room
            self._room = most + _SPARE
            return self._list_actions(seats, mask, self._room)
        return listed[:, :most], counts

    def legal_moves(self) -> tuple[Ints, Ints]:
        """The legal moves of all seats, as the engine's numbers for moves, and how many there are."""
        calls = self.players * (self.players + 1)
        room = min(MAX_MOVES, max(MAX_SEATS, int(self.states["held"].max())) + 2 + calls)
        found, counts = np.empty((len(self), room), np.int32), np.empty(len(self), np.int32)
        self._run(
            lambda part, lane: self._kernel.legal_all(
                self._at(self.states[part]), lane.rules, lane.scratch,
                self._at(found[part]), room, self._at(counts[part]), _size(part),
            )
        )  # fmt: skip
        return found[:, : max(1, int(counts.max(initial=0)))], counts

    def _seats(self, seats: Any) -> Ints:
        if seats is None:
            return self._anybody
        chosen = self._whole("seats", seats)
        if ((chosen < -1) | (chosen >= self.players)).any():
            msg = f"seats are 0 to {self.players - 1}, and -1 is the one that is asked"
            raise BatchError(msg)
        return chosen

    def _whole(self, name: str, values: Any) -> Ints:
        """A whole number for each game."""
        array = as_array(name, values)
        if array.dtype.kind not in "iu" or array.shape not in {(), (len(self),)}:
            msg = f"{name} have shape {array.shape} and type {array.dtype}; one whole number for each game is needed"
            raise BatchError(msg)
        bounded = array.clip(-(2**31), 2**31 - 1)  # what is far too large is illegal all the same
        return np.ascontiguousarray(np.broadcast_to(bounded, len(self)), np.int32)

    # --- moving --------------------------------------------------------------------------------

    def step(self, actions: Any, seats: Any = None) -> None:
        """Make an action in each game, by the seat that is asked or by `seats`; -1 leaves a game alone.

        If one of them is illegal, nothing happens in any game.
        """
        chosen = self._skips("action", self._whole("actions", actions))
        who, moves = self._seats(seats), np.empty(len(self), np.int32)
        self._check_all(
            lambda part, lane: self._kernel.moves_of_actions(
                self._at(self.states[part]), lane.rules, self._at(who[part]), self._at(chosen[part]),
                self._at(moves[part]), _size(part),
            ),
            lambda place: f"action {chosen[place]}",
        )  # fmt: skip
        self._make(moves)

    def step_moves(self, moves: Any) -> None:
        """The same with the engine's numbers for moves, as `legal_moves` lists them."""
        chosen = self._skips("move", self._whole("moves", moves))
        self._check_all(
            lambda part, lane: self._kernel.legal_moves_all(
                self._at(self.states[part]), lane.rules, self._at(chosen[part]), _size(part)
            ),
            lambda place: f"move {chosen[place]}",
        )
        self._make(chosen)

    def _skips(self, what: str, chosen: Ints) -> Ints:
        """Only -1 leaves a game alone."""
        if (chosen < -1).any():
            raise self._illegal(int((chosen < -1).argmax()), f"{what} {chosen.min()}")
        return chosen

    def _make(self, moves: Ints) -> None:
        self._run(
            lambda part, lane: self._kernel.step_all(
                self._at(self.states[part]), lane.rules, lane.log, self._at(moves[part]), _size(part)
            )
        )

    def _check_all(self, check: Callable[[slice, _Lane], int], said: Callable[[int], str]) -> None:
        wrong = [part.start + found for part, found in self._run(check) if found < _size(part)]
        if wrong:
            raise self._illegal(min(wrong), said(min(wrong)))

    def _illegal(self, place: int, what: str) -> IllegalMoveError:
        legal = ", ".join(str(move) for move in self.game(place).legal_moves())
        return IllegalMoveError(
            f"game {place}: {what} is illegal, so nothing was done in any game. Possible: {legal or 'nothing'}"
        )

    def restart(self, which: Any = None) -> None:
        """Begin a new game, dealt from other cards, in place of each that is over, or of those that `which` marks."""
        marked = self.over if which is None else as_array("which", which, bool)
        if marked.shape != (len(self),):
            msg = f"which has shape {marked.shape}; a mark for each of {len(self)} games is needed"
            raise BatchError(msg)
        check_deal(self.edition, self.settings, self.players)  # games from positions may be none that can be dealt
        places = np.flatnonzero(marked)
        states = self.states[places]
        self._dealt += 1
        states["key"][:, 2] += np.uint64(self._dealt)  # each time other cards,
        states["key"][:, 3] += places.astype(np.uint64)  # and for each place others, even if the games were alike
        self._start(states)
        self.states[places] = states

    def resample(self, seats: Any, *, seed: int | str | bytes | None = None) -> None:
        """In each game deal anew what its seat can't know, consistent with all that it does know (`Game.resample`)."""
        who = self._seats(seats)
        if (who < 0).any():
            msg = f"seats are 0 to {self.players - 1}"
            raise BatchError(msg)
        self._redeal((1 << who).astype(np.int32), seed)

    def freshen(self, *, seed: int | str | bytes | None = None) -> None:
        """Give each game another future (`Game.copy(fresh=True)`)."""
        self._redeal(np.full(len(self), (1 << self.players) - 1, np.int32), seed)

    def _redeal(self, knows: Ints, seed: int | str | bytes | None) -> None:
        number = seed_number(seed)
        self._run(
            lambda part, lane: self._kernel.redeal_all(
                self._at(self.states[part]), lane.rules, lane.scratch, lane.spare, lane.work,
                self._at(knows[part]), number,
                part.start, _size(part),
            )
        )  # fmt: skip

    def play_out(
        self,
        policy: str | Sequence[str] = "uniform",
        *,
        weights: Any = None,
        rounds: bool = False,
        seed: int | str | bytes | None = None,
        check: bool = False,
    ) -> None:
        """Play each game on to its end, or with `rounds` to the end of its round.

        All seats play by one policy, or each by its own. `weighted` takes a number for each action: a legal action is
        chosen in proportion to it. With `check` every state on the way is checked, and the first violation raises
        `InvariantError`.
        """
        hows = policy_numbers(policy, self.players)
        weighted = Policy.WEIGHTED in hows
        if weighted != (weights is not None):
            msg = 'the policy "weighted" needs weights' if weighted else 'weights are for the policy "weighted" alone'
            raise BatchError(msg)
        numbers = np.zeros(1, np.float32) if weights is None else as_array("weights", weights, np.float32)
        if weights is not None and (
            numbers.shape != (self.actions,) or not np.isfinite(numbers).all() or numbers.min() < 0
        ):
            msg = f"weights have the shape {numbers.shape}; {self.actions} numbers are needed, finite and not below 0"
            raise BatchError(msg)
        minds = minds_of(self.compiled, self.players, hows)
        number = seed_number(seed)
        done = self._run(
            lambda part, lane: self._kernel.play_out_all(
                self._at(self.states[part]), lane.rules, lane.log, lane.scratch, self._at(hows), self._at(numbers),
                self._at(minds), rounds, check, MOST_MOVES, number, part.start, _size(part),
            )
        )  # fmt: skip
        wrong = [part.start + found for part, found in done if found < _size(part)]
        if wrong:
            self._explain(min(wrong))

    def _explain(self, place: int) -> None:
        text = to_text(self.edition, self.settings, self.states[place].tobytes())
        found = self.violations()[place]
        msg = f"game {place}: {VIOLATIONS[found] or 'the game does not end'}, at this position: {text}"
        raise InvariantError(msg)

    def violations(self) -> Ints:
        """For each game the number of the first broken invariant, 0 if all is well."""
        found = np.empty(len(self), np.int32)
        self._run(
            lambda part, lane: self._kernel.check_all(
                self._at(self.states[part]), lane.rules, lane.scratch, self._at(found[part]), _size(part)
            )
        )
        return found

    # --- threads -------------------------------------------------------------------------------

    def _at(self, rows: npt.NDArray[Any]) -> Any:
        return self._kernel.at(rows)

    def _run(self, work: Callable[[slice, _Lane], Any]) -> list[tuple[slice, Any]]:
        """Do the work for all games, in parts on several threads if that is worth it."""
        count = len(self)
        parts = max(1, min(self.threads, count // _PART))
        cuts = [slice(count * i // parts, count * (i + 1) // parts) for i in range(parts)]
        if parts == 1:
            return [(cuts[0], work(cuts[0], self._lanes[0]))]
        return list(zip(cuts, self._pool.map(work, cuts, self._lanes), strict=False))

    @cached_property
    def _lanes(self) -> list[_Lane]:
        return [_Lane(self._rules) for _ in range(self.threads)]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)


def _unpickled(edition: Edition, settings: Settings, states: npt.NDArray[Any], threads: int, dealt: int) -> Batch:
    batch = Batch.__new__(Batch)
    batch.edition, batch.settings = edition, settings
    batch._begin(states, threads)  # noqa: SLF001 - our own
    batch._dealt = dealt  # noqa: SLF001
    return batch


class _Lane:
    """What one thread needs for itself."""

    def __init__(self, rules: Room) -> None:
        self.rules, self.log, self.scratch = rules.memory, Room(Log).memory, Room(Scratch).memory
        self.spare, self.work = Room(State).memory, Room(Workroom).memory


def _shown(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A look at what only the engine writes."""
    view = values.view()
    view.flags.writeable = False
    return view


def _size(part: slice) -> int:
    return int(part.stop - part.start)
