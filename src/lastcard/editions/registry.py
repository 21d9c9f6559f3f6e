"""Every edition that this process knows, by its id: the printed ones, and those from files of one's own.

Whatever looks for an edition comes here. Reading and checking a file is `load.py`.
An id means one edition only, as positions, records and tables name nothing else.
"""

from __future__ import annotations

import os
import threading
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from lastcard.editions.load import as_path, parse, read_file
from lastcard.editions.model import Edition
from lastcard.editions.nearest import did_you_mean
from lastcard.errors import EditionError

_ORDER = ("classic", "house", "flip", "flip-marvel", "flip-transformers")
"""The printed editions as people list them; any other one comes after these."""


class _Known(NamedTuple):
    """An edition that did not come with the package, and where it is from."""

    edition: Edition
    path: Path | None
    """Its file, or None if a program made it known."""
    text: str

    @property
    def origin(self) -> str:
        return str(self.path) if self.path else "a program"


_known: dict[str, _Known] = {}
_lock = threading.RLock()


@cache
def printed() -> tuple[str, ...]:
    """The ids of the editions that come with the package."""
    found = {file.name.removesuffix(".toml") for file in _files().iterdir() if file.name.endswith(".toml")}
    return tuple(sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)))


def names() -> tuple[str, ...]:
    """The ids of all editions that are known: the printed ones, then the others in the order of the alphabet."""
    return (*printed(), *sorted(_known.copy()))


def edition(which: str | Path | Edition) -> Edition:
    """The edition with this id, or the one in this file: a path, or a text that ends in .toml or has a / in it."""
    if isinstance(which, Edition):
        return which
    return load_edition(which) if _is_path(which) else by_id(which)


def by_id(name: Any) -> Edition:
    """The edition with this id. Text from outside is looked up here, so that it can't name a file."""
    if not isinstance(name, str):
        msg = f"{name!r:.60} is no edition; an id is needed, such as {printed()[0]}, a path to a file, or an Edition"
        raise EditionError(msg)
    found = find(name)
    if found is None:
        msg = (
            f"there is no edition {name!r:.60}; {did_you_mean(name[:60], names())}there are {', '.join(names())}. "
            "One of your own is known once its file is loaded: --edition FILE.toml with a command, "
            "load_edition(path) in Python"
        )
        raise EditionError(msg)
    return found


def find(name: str) -> Edition | None:
    """The edition with this id, or None."""
    if name in printed():
        return _printed(name)
    known = _known.get(name)
    return known.edition if known else None


def load_edition(path: str | Path) -> Edition:
    """The edition in a file, known by its id from now on.

    A file that was loaded before and has changed since is read anew, for new games.
    """
    file = as_path(path)
    text = read_file(file)
    with _lock:
        same = next((known for known in _known.values() if known.path == file.resolve() and known.text == text), None)
        return same.edition if same else _keep(_Known(parse(text, str(file)), file.resolve(), text))


def register(one: Edition) -> Edition:
    """Make an edition known by its id; the one that is known from now on, which is equal to it."""
    if not isinstance(one, Edition):
        msg = f"{one!r:.60} is no Edition; load_edition(path) makes the one in a file known"
        raise EditionError(msg)
    with _lock:
        return _keep(_Known(one, None, ""))


def _keep(new: _Known) -> Edition:
    one = new.edition
    if one.id in printed():
        if one == _printed(one.id):
            return _printed(one.id)
        msg = (
            f"{new.origin}: its id is {one.id!r}, which is that of a printed edition, but it has other cards or rules; "
            f"give it an id that none of {', '.join(printed())} has"
        )
        raise EditionError(msg)
    old = _known.get(one.id)
    if old is not None and old.path != new.path:
        if old.edition == one:
            return old.edition
        msg = (
            f"{new.origin}: its id is {one.id!r}, which is that of another edition, from {old.origin}; "
            "give one of the two another id"
        )
        raise EditionError(msg)
    _forget_file(new.path)
    _known[one.id] = new
    return one


def _forget_file(path: Path | None) -> None:
    """A file has one edition: if its id has changed, the old id is free again."""
    for name in [name for name, known in _known.items() if path is not None and known.path == path]:
        del _known[name]


def load_folder(folder: str | Path) -> tuple[Edition, ...]:
    """All editions in a folder's *.toml files, or the one in a file."""
    place = as_path(folder)
    if place.is_file():
        return (load_edition(place),)
    files = sorted(place.glob("*.toml"))
    if not files:
        reason = "has no edition file, which would end in .toml" if place.is_dir() else "is no folder and no file"
        msg = f"{place} {reason}"
        raise EditionError(msg)
    return tuple(load_edition(file) for file in files)


def _is_path(which: Any) -> TypeGuard[str | Path]:
    if not isinstance(which, str):
        return isinstance(which, os.PathLike)
    return which.endswith(".toml") or any(mark in which for mark in ("/", os.sep, os.altsep) if mark)


@cache
def _printed(name: str) -> Edition:
    return parse((_files() / f"{name}.toml").read_text("utf-8"), f"{name}.toml")


def _files() -> Traversable:
    """The folder of the editions that come with the package."""
    return resources.files(__package__) / "data"
