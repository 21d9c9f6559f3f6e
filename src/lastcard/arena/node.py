"""What a node of a cluster does for a run: it looks whether it can play as all others do, and plays pieces.

Nothing here knows the cluster's software. A node that would play otherwise, because its lastcard is another one or a
bot's program is not there, says so and ends the run: a wrong result would look like a right one.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import platform
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from platformdirs import user_cache_path

import lastcard
from lastcard import __version__
from lastcard.arena.deals import Tables
from lastcard.arena.entrants import Entrant
from lastcard.arena.files import write_whole
from lastcard.arena.kernel import play_chunk
from lastcard.arena.outside import try_out
from lastcard.arena.plan import Match
from lastcard.arena.tally import Tally
from lastcard.errors import ArenaError


@dataclass(frozen=True)
class Brief:
    """All that a node is told of a run."""

    matches: tuple[Match, ...]
    limit: float
    folder: str
    """Where the run was started; programs run in a folder of this name, if the node has one."""
    contents: dict[str, bytes]
    """What is in the bots' Python files, by their digests."""
    needed: tuple[str, ...]
    """Files that the command lines of bots name."""


@lru_cache(maxsize=1)
def made_of() -> tuple[str, str]:
    """What must be the same on all nodes: the version, and every file that decides how something is played."""
    package, digest = Path(lastcard.__file__).parent, hashlib.sha256()
    for file in sorted(path for pattern in ("*.py", "*.json", "*.toml") for path in package.rglob(pattern)):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return __version__, digest.hexdigest()


def packed(matches: Sequence[Match], limit: float) -> bytes:
    """A brief as bytes, which a node reads only after it has compared `made_of`."""
    own = [one for match in matches for one in match.entrants if one.own]
    contents = {one.digest: Path(one.file).read_bytes() for one in own if one.file is not None}
    needed = dict.fromkeys(word for one in own for word in one.words[1:] if Path(word).is_file())
    return pickle.dumps(Brief(tuple(matches), limit, str(Path.cwd()), contents, tuple(needed)))


def play_piece(wanted: tuple[str, str], brief: bytes, number: int, first: int, end: int) -> Tally:
    """Play deals of a match, on whatever node this is."""
    if wanted != made_of():
        msg = f"the node {_here()} has another lastcard ({__version__}) than this run; install the same on all nodes"
        raise ArenaError(msg)
    matches, tables = _desk(brief)
    match = matches[number]
    if match.policies is not None:
        return play_chunk(match, first, end)
    tally = Tally(len(match.entrants))
    for deal in range(first, end):
        tally.add(tables.play_deal(match, deal))
    return tally


@lru_cache(maxsize=1)
def _desk(brief: bytes) -> tuple[tuple[Match, ...], Tables]:
    """The matches as they can be played here, and tables to play them at: made once in each process of a node."""
    told: Brief = pickle.loads(brief)  # noqa: S301 - by whoever has started this run
    if Path(told.folder).is_dir():
        os.chdir(told.folder)
    _begin_plainly()
    matches = tuple(
        replace(match, entrants=tuple(_at_hand(one, told) for one in match.entrants)) for match in told.matches
    )
    for one in {one.text: one for match in matches for one in match.entrants if one.own}.values():
        try_out(one, told.limit, f" on the node {_here()}")
    tables = Tables(told.limit)
    atexit.register(tables.close)
    return matches, tables


def _begin_plainly() -> None:
    """Let processes of bots begin without this process's main module, which would import the cluster's software."""
    main = sys.modules["__main__"]
    if main.__spec__ is None and hasattr(main, "__file__"):
        del main.__file__


def _at_hand(one: Entrant, told: Brief) -> Entrant:
    """A bot as this node can run it."""
    if one.file is not None:
        return replace(one, file=_file_here(one.file, told.contents[one.digest], one.digest))
    missing = [word for word in one.words[:1] if shutil.which(word) is None]
    missing += [word for word in one.words[1:] if word in told.needed and not Path(word).is_file()]
    if missing:
        msg = (
            f"the node {_here()} has no {missing[0]!r:.300}, which {one.text!r:.80} needs; "
            "a program and the files that it is started with must be at the same place on all nodes"
        )
        raise ArenaError(msg)
    return one


def _file_here(path: str, content: bytes, digest: str) -> str:
    """The file itself where the node has it, with whatever lies beside it; otherwise a copy."""
    if _holds(Path(path), content):
        return path
    copy = user_cache_path("lastcard") / "bots" / digest / Path(path).name
    if not _holds(copy, content):
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(copy), content)
    return str(copy)


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def _here() -> str:
    return platform.node()
