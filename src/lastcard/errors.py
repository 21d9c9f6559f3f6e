"""Errors by cause. Each has a stable `code` that programs can rely on.

Every message says what was asked, why it can't be, and what is possible instead.
No message tells a seat what it may not know.
"""

from __future__ import annotations


class LastcardError(ValueError):
    """The root of all errors that this package raises on purpose."""

    code = "error"


class EditionError(LastcardError):
    """An edition is unknown, or its file can't be understood."""

    code = "edition"


class RuleError(LastcardError):
    """A sentence of the card language can't be understood or can't work.

    `flaw` names what is wrong, for programs that say it in words of their own, and `about` has the figures of it:
    the number of the `sentence`, and what is allowed.
    """

    code = "rule"

    def __init__(self, message: str, flaw: str = "", **about: int) -> None:
        super().__init__(message)
        self.flaw, self.about = flaw, about


class SettingsError(LastcardError):
    """A setting is unknown, has a value that is not allowed, or does not fit the edition."""

    code = "settings"


class NotationError(LastcardError):
    """A card, move, position or record is not written as the notation asks."""

    code = "notation"


class PositionError(LastcardError):
    """A position is well written but can't exist, for example with a card twice."""

    code = "position"


class IllegalMoveError(LastcardError):
    """A move is well written but the rules don't allow it now. The game is unchanged.

    `rule` is the id of the rule, and `why` the sentence about it, for programs that say the rest in words of their own.
    """

    code = "illegal-move"

    def __init__(self, message: str, rule: str = "", why: str = "") -> None:
        super().__init__(message)
        self.rule, self.why = rule, why


class SaveError(LastcardError):
    """Saved bytes are damaged or were written by another version, or a game keeps no history to save."""

    code = "save"


class CaseError(LastcardError):
    """A conformance case is not written as the format asks."""

    code = "case"


class BatchError(LastcardError):
    """A batch was asked for something that it can't do: wrong arrays, seats or policies."""

    code = "batch"


class ArenaError(LastcardError):
    """The arena was asked for what it can't play or go on with: bots, seats or files that don't fit."""

    code = "arena"


class AnalysisError(LastcardError):
    """There is nothing to analyse: nobody is asked, or another seat than the one that was named."""

    code = "analysis"


class EngineError(LastcardError):
    """The engine's library does not fit its sources and can't be built here."""

    code = "engine"


class InvariantError(LastcardError):
    """A state broke an invariant: a bug in the engine, never the caller's fault."""

    code = "invariant"
