"""Structured logs: one JSON object a line on standard error.

A line says what the server did, never what is on a card, what a token is, or what was said.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import Any, TextIO

logger = logging.getLogger("lastcard.server")

_process: dict[str, str] = {}
"""Which process of a server this is, if there are several."""


class _Json(logging.Formatter):
    """A record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **_process,
            **getattr(record, "more", {}),
        }
        if record.exc_info:
            line["error"] = _without_words(record.exc_info)
        return json.dumps(line)


def _not_our_fault(record: logging.LogRecord) -> bool:
    """Keep what a client did wrong, and was told by the socket's closing code, out of the errors."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def _without_words(failure: Any) -> str:
    """Where an error came from and its kind; not its message, which may name cards."""
    kind, _, trace = failure
    return "".join(traceback.format_tb(trace)) + (kind.__name__ if kind else "")


def log(level: int, what: str, /, *, failure: BaseException | None = None, **more: Any) -> None:
    """Note that something happened, with plain values about it."""
    logger.log(level, what, extra={"more": more}, exc_info=failure)


def name_process(name: str) -> None:
    """Have every line say which process of the server wrote it."""
    _process["process"] = name


def set_up(level: str = "info", out: TextIO | None = None) -> None:
    """Write logs to `out`, standard error if left out."""
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(_Json())
    for name in ("lastcard.server", "uvicorn.error"):
        target = logging.getLogger(name)
        target.handlers, target.propagate = [handler], False
        target.setLevel(level.upper())
    below = logging.getLogger("uvicorn.error")
    below.setLevel(max(logging.WARNING, logging.getLogger("lastcard.server").level))
    below.addFilter(_not_our_fault)
