"""The machines of a Ray cluster as a crew: every piece is a task of Ray's, which plays it again if a node is lost.

Ray is imported only here and only when it is asked for. Its types are left out: they would be checked with ours.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from time import monotonic
from typing import Any

from lastcard.arena.crew import Piece, Pieces, handed_out
from lastcard.arena.node import made_of, packed, play_piece
from lastcard.arena.plan import Match
from lastcard.arena.tally import Tally
from lastcard.cores import cores
from lastcard.errors import ArenaError

_RETRIES = 10
"""How often a piece is played again, each time because whoever played it was lost."""
_AHEAD = 2
"""Pieces for each core, so that none waits for the next."""
_LOOK_SECONDS = 5.0
"""Between two looks at how many cores the cluster has: nodes come and go."""
_WAIT_SECONDS = 1.0
_KNOCK_SECONDS = 10.0
_NEW = "local"
"""In place of an address: a cluster of this machine alone, started for the run."""
_OBJECTS = 100_000_000
"""Bytes for what processes share; of ours that is next to nothing."""


class RayCrew:
    """The cores of a cluster."""

    def __init__(self, matches: Sequence[Match], workers: int | None, limit: float, on: str) -> None:
        if find_spec("ray") is None:
            msg = f"--on {on:.60} needs Ray, which is not installed; install it with: pip install 'lastcard[ray]'"
            raise ArenaError(msg)
        self._brief, self._workers = packed(matches, limit), workers
        self._address = on if on.startswith("ray://") else None
        self._looked, self._cores = -_LOOK_SECONDS, 0
        self._ray: Any = None

    def play(self, tasks: Iterator[Piece]) -> Pieces:
        """Join the cluster for as long as there is something to play."""
        first = next(tasks, None)
        if first is None:
            return
        self._ray = import_module("ray")
        try:
            self._join()
            task = self._ray.remote(max_retries=_RETRIES)(play_piece)
            wanted, brief = made_of(), self._ray.put(self._brief)
            yield from handed_out(
                chain([first], tasks), self._room, lambda piece: task.remote(wanted, brief, *piece), self._finished
            )
        finally:
            self._ray.shutdown()  # whatever is still being played ends with our part in the cluster

    def _join(self) -> None:
        """Find a cluster, or start one that ends with this run."""
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        named = self._address or os.environ.get("RAY_ADDRESS")
        try:
            if named != _NEW:
                _knock(named or "")
                self._ray.init(address=named or "auto", **quiet)
                return
        except (OSError, RuntimeError, ValueError) as error:
            if named or not isinstance(error, ConnectionError):  # without a name it says that there is none here
                msg = f"no Ray cluster answers at {named!r:.80}: {_first_line(error):.200}"
                raise ArenaError(msg) from None
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a run tells nobody of itself
        self._ray.init(
            address=_NEW, num_cpus=self._workers or cores(), include_dashboard=False, object_store_memory=_OBJECTS,
            **quiet,
        )  # fmt: skip

    def _room(self) -> int:
        if self._workers is not None:
            return self._workers
        if monotonic() - self._looked >= _LOOK_SECONDS:
            self._cores, self._looked = int(self._ray.cluster_resources().get("CPU", 0)), monotonic()
        return _AHEAD * max(1, self._cores)

    def _finished(self, pending: list[Any]) -> Iterable[tuple[Any, Tally]]:
        done, _ = self._ray.wait(pending, timeout=_WAIT_SECONDS)
        return [(one, self._taken(one)) for one in done]

    def _taken(self, one: Any) -> Tally:
        errors = self._ray.exceptions
        try:
            tally: Tally = self._ray.get(one)
        except errors.RayTaskError as error:
            raise _refusal(error) from None
        except errors.RayError as error:
            msg = f"a piece of the run was lost {_RETRIES + 1} times, the last time so: {_first_line(error):.200}"
            raise ArenaError(msg) from None
        return tally


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _knock(address: str) -> None:
    """Look whether anybody is there at all: Ray itself tries for minutes, and in many words."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_SECONDS).close()


def _refusal(error: Any) -> Exception:
    """What a node has said, in our words if it is something that the user can change."""
    if isinstance(error.cause, ArenaError):
        return ArenaError(str(error.cause))
    if "No module named 'lastcard" in str(error):
        version, _ = made_of()
        return ArenaError(f"a node has no lastcard, or an older one; install lastcard {version} on all nodes")
    return RuntimeError(f"a node failed:\n{error}")
