"""How engine functions are compiled, and how compiled code is kept between starts.

Numba's own cache looks only at the file of the function it keeps, but our entry
points contain code of every engine file. So they are stamped with a digest of
all files they are built from: a change in any of them makes the kept code stale.
With `NUMBA_DISABLE_JIT=1` everything here steps aside and plain Python runs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

F = TypeVar("F", bound=Callable[..., Any])

JIT = not numba.config.DISABLE_JIT
"""Whether the engine is compiled; False when it runs as plain Python."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Python never calls the inside, so it needs no wrappers, which would take most of the compile time."""

_KEEP_SECONDS = 30 * 24 * 3600
_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (_PACKAGE / "engine", _PACKAGE / "editions")


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
    result: F = numba.njit(**_OPTIONS, **_NO_WRAPPERS)(function)
    return result


def inlined(function: F) -> F:
    """Like `compiled`, for a few lines on the hot path that must not cost a call."""
    result: F = numba.njit(**_OPTIONS, **_NO_WRAPPERS, forceinline=True)(function)
    return result


def entry(function: F) -> F:
    """A function that Python calls: compiled code is kept on disk for the next start."""
    dispatcher = numba.njit(**_OPTIONS)(function)
    if JIT:
        dispatcher._cache = _StampedCache(function)
    result: F = dispatcher
    return result


def cache_folder() -> Path:
    """Where compiled code is kept: `LASTCARD_CACHE`, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("LASTCARD_CACHE")
    folder = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("lastcard"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"lastcard-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def source_digest() -> str:
    """A digest of every file that compiled code depends on."""
    digest = hashlib.sha256()
    for folder in _SOURCES:
        for file in sorted(folder.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


class _Locator(_CacheLocator):  # type: ignore[misc]  # numba has no types
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


class _StampedImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]  # noqa: RUF012 - numba's interface


class _StampedCache(FunctionCache):  # type: ignore[misc]
    """Numba's file cache with our stamp, and with a word to the user before a long compile."""

    _impl_class = _StampedImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            result = super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a damaged file is as good as none: compile again
            result = None
        if result is None:
            notice.started(self._name)
        return result

    def save_overload(self, sig: Any, data: Any) -> None:
        super().save_overload(sig, data)
        notice.finished(self._name)
