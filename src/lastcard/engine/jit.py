"""How engine functions are compiled, and how compiled code is kept between starts.

Numba's own cache looks only at the file of the function it keeps, but our entry
points contain code of every engine file. So they are kept under a digest of all
files they are built from: after a change in any of them nothing old is found.
With `NUMBA_DISABLE_JIT=1` everything here steps aside and plain Python runs.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from lastcard.locks import hold

F = TypeVar("F", bound=Callable[..., Any])

JIT = not getattr(config, "DISABLE_JIT", 0)
"""Whether the engine is compiled; False when it runs as plain Python."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_NO_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Python never calls the inside, so it needs no wrappers, which would take most of the compile time."""

_KEEP_SECONDS = 30 * 24 * 3600
_PATIENCE = 300.0
"""Seconds to wait for another process that compiles the same: it may have been stopped."""
_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (_PACKAGE / "engine",)


class CompileNotice:
    """Told when compiling starts and ends. Commands replace its methods to show that they are alive."""

    def started(self, name: str) -> None:
        """`name` was not in the cache and is being compiled."""

    def finished(self, name: str) -> None:
        """`name` is compiled and kept."""


notice = CompileNotice()


def set_notice(new: CompileNotice) -> None:
    """Have `new` told about compiling from now on."""
    global notice  # noqa: PLW0603 - one listener for the process, as with logging
    notice = new


def compiled(function: F) -> F:
    """A function of the engine's inside: compiled as part of the entry points that use it."""
    result: F = _widened(_jit(function, **_NO_WRAPPERS))
    return result


def _jit(function: Any, **options: Any) -> Any:
    make: Any = numba.njit  # its types don't know every option
    return make(**_OPTIONS, **options)(function)


def _widened(dispatcher: Any) -> Any:
    """Have one compiled version for whole numbers of every width, where Numba would make one for each.

    The fields of a state are of several widths and many arguments are constants; without
    this there are half again as many functions to compile.
    """
    if JIT:
        resolve = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: resolve(tuple(map(_widen, args)), kws)
    return dispatcher


def _widen(kind: Any) -> Any:
    unliteral: Any = types.unliteral
    plain = unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain != types.uint64 else plain


def inlined(function: F) -> F:
    """Like `compiled`, for a few lines on the hot path that must not cost a call."""
    result: F = _widened(_jit(function, **_NO_WRAPPERS, forceinline=True))
    return result


def entry(function: F) -> F:
    """A function that Python calls: compiled code is kept on disk for the next start."""
    if not JIT:
        return _plain(function)
    dispatcher = _jit(function)
    make_cache: Any = _StampedCache
    dispatcher._cache = make_cache(function)  # noqa: SLF001 - numba has no public way to bring an own cache
    result: F = dispatcher
    return result


def _plain(function: F) -> F:
    """The function in plain Python, where NumPy would warn of the overflows that randomness is made of."""

    @wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    result: Any = quiet
    return cast("F", result)


def cache_folder() -> Path:
    """Where compiled code is kept: `LASTCARD_CACHE`, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("LASTCARD_CACHE")
    folder = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("lastcard"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        # A folder of a name that nobody could have put something into beforehand.
        folder = Path(tempfile.mkdtemp(prefix="lastcard-"))
    return folder


@cache
def source_digest() -> str:
    """A digest of every file that compiled code depends on."""
    digest = hashlib.sha256()
    for folder in _SOURCES:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


class _Locator(_CacheLocator):
    """Keeps entry points in a folder named for the digest, so that no other source can ever find them."""

    def get_cache_path(self) -> str:
        return str(_digest_folder())

    def get_source_stamp(self) -> str:
        return source_digest()

    def get_disambiguator(self) -> str:
        return "entry"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:  # noqa: ARG003
        return cls()


@cache
def _digest_folder() -> Path:
    parent = cache_folder() / "engine"
    folder = parent / source_digest()[:20]
    if not folder.exists():
        _remove_old(parent)
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _remove_old(parent: Path) -> None:
    """Remove compiled code of earlier sources that has not been touched for a month."""
    for old in parent.glob("*"):
        if time.time() - old.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


class _StampedImpl(CompileResultCacheImpl):
    _locator_classes: Any = [_Locator]  # noqa: RUF012 - numba's interface


class _StampedCache(FunctionCache):
    """Numba's file cache with our stamp, with a word to the user before a long compile, and compiled by one process at a time."""

    _impl_class = _StampedImpl
    _turn: IO[str] | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = self._load(sig, target_context)
        if result is None:
            notice.started(self._name)
            self._wait_for_turn()
            result = self._load(sig, target_context)  # another process may have compiled it meanwhile
            if result is not None:
                self._finished()
        return result

    def save_overload(self, sig: Any, data: Any) -> None:
        parent: Any = super()
        parent.save_overload(sig, data)
        self._finished()

    def _load(self, sig: Any, target_context: Any) -> Any:
        parent: Any = super()
        try:
            return parent.load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a damaged file is as good as none: compile again
            parent.flush()
            return None

    def _wait_for_turn(self) -> None:
        with contextlib.suppress(OSError):  # then it is compiled more than once, which costs only time
            self._turn = hold(_digest_folder() / f"{self._impl.filename_base}.lock", _PATIENCE)

    def _finished(self) -> None:
        if self._turn is not None:
            self._turn.close()
            self._turn = None
        notice.finished(self._name)
