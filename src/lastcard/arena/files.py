"""Files that are written whole or not at all: beside, and then renamed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from lastcard.errors import ArenaError


def check_files(chosen: Mapping[str, str | None]) -> None:
    """Refuse, before anything is played, files of options that can't be written afterwards, or twice the same."""
    seen: dict[Path, str] = {}
    for option, path in chosen.items():
        if path:
            other = seen.setdefault(Path(path).resolve(), option)
            if other != option:
                msg = f"{other} and {option} are the same file {path!r:.80}; name two"
                raise ArenaError(msg)
            _check_writable(option, path)


def _check_writable(option: str, path: str) -> None:
    try:
        if Path(path).is_dir():
            raise IsADirectoryError(None, "it is a folder")
        _remove(_beside(Path(path), b""))
    except OSError as error:
        msg = f"{option} {path!r:.80} can't be written: {error.strerror}; name a file in a folder that can be written"
        raise ArenaError(msg) from None


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file, or leave it as it was."""
    target = Path(path)
    try:
        made = _beside(target, content.encode("utf-8") if isinstance(content, str) else content)
        try:
            made.replace(target)
        except OSError:
            _remove(made)
            raise
    except OSError as error:
        msg = f"{path!r:.80} can't be written: {error.strerror}"
        raise ArenaError(msg) from None


def _beside(target: Path, content: bytes) -> Path:
    """A new file in the same folder, with the rights that any new file has."""
    number, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    made = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        made.chmod(0o666 & ~mask)
    except OSError:
        _remove(made)
        raise
    return made


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
