"""Why a load test can't be run at all; what goes wrong during one is counted instead."""

from __future__ import annotations

from lastcard.errors import LastcardError


class LoadError(LastcardError):
    """The server can't be started, reached or used for a load test."""

    code = "load"
