"""The process in which a user's Python file runs. It is killed from outside if it does not answer."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import runpy
import sys
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

_LONGEST = 300
"""Letters of an answer or an error that are handed on."""


def host(path: str, pipe: Connection) -> None:
    """Make a bot for each game and hand its answers on, until nobody asks any more."""
    os.dup2(2, 1)  # what the bot prints is not the arena's result
    if hasattr(os, "setsid"):
        os.setsid()  # whatever it starts is ended with it
    end_with_parent()
    try:
        make = load(path)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a user's file does
        _send(pipe, False, _said(error, path))
        return
    _send(pipe, True, None)
    player: Any = None
    while True:
        try:
            what, value = pipe.recv()
        except EOFError:
            return
        try:
            if what == "begin":
                random.seed(value)
                player = make(value)
                answer = None
            else:
                answer = getattr(player, what)(value)
            ok, text = True, None if answer is None else str(answer)[:_LONGEST]
        except (Exception, SystemExit) as error:  # noqa: BLE001
            ok, text = False, _said(error, path)
        _send(pipe, ok, text)


def load(path: str) -> Callable[[str], Any]:
    """The `bot` of a file."""
    sys.path.insert(0, str(Path(path).parent))
    found = runpy.run_path(path, run_name="lastcard_bot").get("bot")
    if not callable(found):
        msg = "the file defines no bot: write a class or function bot(seed) with choose(view) and react(view)"
        raise TypeError(msg)
    make: Callable[[str], Any] = found
    return make


def end_with_parent(first: Callable[[], None] | None = None) -> None:
    """Don't live longer than whoever has started this process; `first` is done before the end."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        if first is not None:
            first()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _send(pipe: Connection, ok: bool, text: str | None) -> None:
    try:
        pipe.send_bytes(json.dumps([ok, text]).encode())
    except OSError:
        os._exit(0)  # nobody listens any more


def _said(error: BaseException, path: str) -> str:
    """What went wrong, and the last line of the user's file that led to it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    place = f" ({Path(path).name}, line {lines[-1]})" if lines else ""
    try:
        said = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - an error that can't even be told
        said = type(error).__name__
    return said[:_LONGEST] + place
