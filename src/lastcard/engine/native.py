"""Loading the built kernel, without Numba and without NumPy.

The library knows the digest of the sources that it was built from, and with other sources it is never used:
where the build tools are installed it is built anew, elsewhere the start is refused with a sentence that says
what to install. `LASTCARD_PLAIN=1` runs the same sources as plain Python, for a debugger.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, Any

from lastcard.errors import EngineError

SYMBOL = "lastcard_"
"""What the names of the library's functions begin with."""
DIGEST = SYMBOL + "digest"
ENTRIES = SYMBOL + "entries"
"""Texts in the library: of what sources it is, and which functions it has."""

_HERE = Path(__file__).resolve().parent
_SOURCES = (
    "kernel/*.py",
    *(f"{name}.py" for name in ("actions", "build", "flat", "kinds", "lowering", "mind", "rules", "schema")),
)
_SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
_NAME = f"kernel-{sys.platform}-{platform.machine().lower()}"
_TOOLS = ("numba", "llvmlite", "numpy")
_PATIENCE = 600.0
"""Seconds to wait for another process that builds the same."""

_C_TYPES: dict[str, Any] = {
    "P": ctypes.c_void_p, "q": ctypes.c_int64, "d": ctypes.c_double, "?": ctypes.c_bool, "v": None,
}  # fmt: skip


QUICK = frozenset({"allowed", "legal_moves", "make", "look", "check", "deal", "differences"})
"""Entries that take a few microseconds: they keep the interpreter, since getting it back would take longer."""


class Kernel:
    """The kernel's entries as attributes; each takes records and rows as buffers (see `at`), and numbers."""

    def __init__(self, entries: dict[str, Callable[..., Any]], *, plain: bool) -> None:
        self.__dict__.update(entries)
        self.plain = plain
        """Whether the entries are plain Python."""

    def at(self, rows: Any) -> Any:
        """A NumPy array as an entry takes it."""
        return rows if self.plain else ctypes.c_void_p(rows.ctypes.data)

    def __getattr__(self, name: str) -> Any:
        """Only for type checkers: an entry that there is has been found already."""
        raise AttributeError(name)


@cache
def kernel() -> Kernel:
    """The kernel, loaded at its first use."""
    with _LOADING:
        return _plain() if os.environ.get("LASTCARD_PLAIN", "") not in {"", "0"} else _load()


_LOADING = threading.Lock()


@cache
def source_digest() -> str:
    """A digest of every file that the library is built from."""
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for file in sorted(_HERE.glob(pattern)):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def places() -> list[Path]:
    """Where the library may be: beside its sources, or in the user's cache. `LASTCARD_CACHE` names another one."""
    return [_HERE / f"{_NAME}{_SUFFIX}", _cache() / f"{_NAME}-{source_digest()[:16]}{_SUFFIX}"]


def _cache() -> Path:
    chosen = os.environ.get("LASTCARD_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs  # noqa: PLC0415 - wanted only where the package's own library is not the right one

    return Path(platformdirs.user_cache_dir("lastcard"))


def _load() -> Kernel:
    found = _first_that_fits(places()[:1]) or _first_that_fits(places()[1:])
    if found is None:
        found = _first_that_fits([_build_somewhere()])
    if found is None:
        msg = "the engine was built, but can't be loaded: have its sources changed meanwhile? Then start again"
        raise EngineError(msg)
    return found


def fits(library: Path) -> bool:
    """Whether a file is the library of these sources."""
    return library.is_file() and _open_library(library) is not None


def _first_that_fits(libraries: list[Path]) -> Kernel | None:
    for library in libraries:
        for file, opened in ((library, _open_library), (library.with_suffix(".o"), _open_object)):
            if file.is_file():
                kernel = opened(file)
                if kernel is not None:
                    return kernel
    return None


def _open_library(file: Path) -> Kernel | None:
    """The entries of a library; None if it is not of these sources."""
    try:
        if source_digest().encode() not in file.read_bytes():
            return None  # and it is not loaded: a file that is replaced while it is loaded would be found again
        library, quick = ctypes.CDLL(str(file)), ctypes.PyDLL(str(file))
        return Kernel(
            _entries(
                _text(library, ENTRIES),
                lambda name: getattr(quick if name.removeprefix(SYMBOL) in QUICK else library, name),
            ),
            plain=False,
        )
    except (OSError, AttributeError, ValueError):  # damaged, of another system, or not ours
        return None


def _text(library: Any, name: str) -> str:
    return ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, name))).decode()


def _entries(described: str, find: Callable[[str], Any]) -> dict[str, Callable[..., Any]]:
    entries = {}
    for line in described.split():
        name, arguments, result = line.split(":")
        function = find(SYMBOL + name)
        function.argtypes = [_C_TYPES[kind] for kind in arguments]
        function.restype = _C_TYPES[result]
        entries[name] = function
    return entries


def _open_object(file: Path) -> Kernel | None:
    """The same from an object file that was never linked, for systems without a linker: llvmlite loads it."""
    if source_digest().encode() not in file.read_bytes():
        return None
    try:
        import llvmlite.binding as llvm  # noqa: PLC0415 - needed only here
    except ImportError:
        return None
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(str(file))
    engine.finalize_object()
    _KEPT.append(engine)

    def text(name: str) -> str:
        address = engine.get_global_value_address(name)
        return ctypes.string_at(address).decode() if address else ""

    kinds = {line.split(":")[0]: line.split(":")[1:] for line in text(ENTRIES).split()}

    def find(name: str) -> Any:
        arguments, result = kinds[name.removeprefix(SYMBOL)]
        kind = ctypes.PYFUNCTYPE if name.removeprefix(SYMBOL) in QUICK else ctypes.CFUNCTYPE
        return kind(_C_TYPES[result], *(_C_TYPES[letter] for letter in arguments))(engine.get_function_address(name))

    return Kernel(_entries(text(ENTRIES), find), plain=False)


_KEPT: list[Any] = []
"""What must live as long as the process: code in memory."""


def _build_somewhere() -> Path:
    """Build the library beside its sources if they are somebody's own to change, else in the cache."""
    missing = [tool for tool in _TOOLS if importlib.util.find_spec(tool) is None]
    if missing:
        msg = (
            "the engine's library does not belong to these sources (or is missing), and it can't be built here: "
            f"{', '.join(missing)} is not installed. Install lastcard from a wheel, which has the library in it, "
            "or the build tools: pip install 'lastcard[build]', and a C compiler"
        )
        raise EngineError(msg)
    for library in places():
        if _writable(library.parent):
            build_into(library)
            return library
    folders = " or ".join(str(library.parent) for library in places())
    msg = f"the engine must be built, but nothing can be written to {folders}; name a folder in LASTCARD_CACHE"
    raise EngineError(msg)


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def build_into(library: Path, out: IO[str] | None = None) -> None:
    """Build the library in a process of its own, telling `out` so; of several processes one builds, the others wait."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - wanted only where something is built

    out = sys.stderr if out is None else out
    try:
        with FileLock(f"{library}.lock", timeout=_PATIENCE):
            if _first_that_fits([library]) is None:
                _build(library, out)
    except Timeout:
        msg = (
            f"another process has been building the engine at {library} for {_PATIENCE:.0f} s; wait for it, or stop it"
        )
        raise EngineError(msg) from None


def _build(library: Path, out: IO[str]) -> None:
    words = "lastcard: building the engine for these sources, which takes up to a minute "
    print(words, end="", file=out, flush=True)
    begun = time.monotonic()
    paths = [str(_HERE.parent.parent), os.environ.get("PYTHONPATH")]
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "lastcard.engine.build", str(library)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    ) as process:  # fmt: skip
        lines: list[str] = []
        reading = threading.Thread(target=lambda: lines.extend(process.stdout or ()), daemon=True)
        reading.start()
        while True:
            try:
                code = process.wait(1)
                break
            except subprocess.TimeoutExpired:
                print(".", end="", file=out, flush=True)
        reading.join()
    if code:
        print(" failed", file=out, flush=True)
        msg = "the engine could not be built: " + "".join(lines)[-2000:].strip()
        raise EngineError(msg)
    print(f" done in {time.monotonic() - begun:.0f} s", file=out, flush=True)


def _plain() -> Kernel:
    from lastcard.engine.plain import plain_entries  # noqa: PLC0415 - needs NumPy and the kernel's sources

    return Kernel(plain_entries(), plain=True)
