"""Why the server refuses something: a stable code for programs and a sentence for people."""

from __future__ import annotations

from lastcard.errors import LastcardError


class RefusedError(LastcardError):
    """What was asked can't be granted. Nothing has changed."""

    def __init__(
        self, code: str, say: str, *, rule: str = "", seat: int | None = None, retry: float | None = None
    ) -> None:
        super().__init__(say)
        self.code = code
        self.say = say
        self.rule = rule
        self.seat = seat
        """Who was faster, if it was a race."""
        self.retry = retry
        """Seconds after which it may be asked again, where that is known."""


class UnavailableError(LastcardError):
    """The database can't be reached at the moment."""

    code = "unavailable"
    retry = 2.0
    """Seconds after which it may be asked again: a guess, as nobody knows when it is back."""


class GivenUpError(UnavailableError):
    """The table was dropped from memory while somebody waited for it; whoever comes again finds it."""


class ElsewhereError(LastcardError):
    """Another node owns the table; what is asked for must be asked there."""

    def __init__(self, node: str) -> None:
        super().__init__(f"node {node} owns the table")
        self.node = node


class UnreadableError(LastcardError):
    """A line of a table's log that can't be read or folded, though it was written."""

    def __init__(self, number: int, cause: Exception) -> None:
        super().__init__(f"line {number} can't be read: {type(cause).__name__}")
        self.number, self.cause = number, cause


class StartError(LastcardError):
    """The server can't start as it was told to."""

    code = "start"


def without_password(url: str) -> str:
    """An address as it may be shown, however it is written: whatever stands before the last @ may be a password."""
    head, at, tail = url.rpartition("@")
    scheme, slashes, _ = head.partition("://")
    return f"{scheme + slashes if slashes else ''}***@{tail}" if at else url


REFUSALS = {
    "bad-message": "not JSON, or not a message of the protocol",
    "version": "the client speaks another version of the protocol",
    "hello-first": "the first message must be a hello",
    "no-table": "no table has this code",
    "archived": "the table was put away",
    "quarantined": "the table's log can't be read, until whoever runs the server has looked at it; nothing is lost",
    "wrong-token": "the token belongs to nobody at this table",
    "removed": "the host removed this person from the table",
    "no-watching": "this table does not let people watch",
    "table-full": "no more people can join this table",
    "bad-name": "a name is too long, empty, or has characters that can't be shown",
    "bad-text": "a chat text is too long, empty, or has characters that can't be shown; or there is no such reaction",
    "bad-tempo": "bots can play 1, 2 or 4 times as fast as usual",
    "bad-face": "a face is not called by 1 to 16 letters a to z and hyphens, or by nothing",
    "bad-setup": "the edition, a setting, an option or the number of seats is not possible",
    "bad-mix": "a player's own randomness is not 0 to 64 hexadecimal digits, or another one was given before",
    "not-host": "only the host may do this",
    "only-people": "only a person may do this, not a program",
    "not-seated": "only somebody with a seat may do this",
    "not-now": "the table is in another phase",
    "no-seat": "there is no such seat",
    "seat-taken": "somebody has this seat",
    "seat-empty": "nobody has this seat",
    "no-person": "there is no such person at the table",
    "no-level": "there is no such level of bots, nor a bot with this name",
    "bot-taken": "this bot, or a person of its name, is at the table already",
    "not-ready": "a seat is empty or somebody is not ready",
    "no-consent": "somebody has not consented to the rules on the Customizable cards",
    "old-rules": "the rules have changed since they were shown",
    "illegal-move": "the rules don't allow this move now",
    "notation": "a move is not written as the notation asks",
    "stale": "the decision that this move answers is over",
    "too-late": "somebody else was faster, which is nobody's fault",
    "not-told": "the vote opens when its player has told what it is about",
    "game-running": "not before the game is over",
    "withheld": "the cards of a daily deal are told when its day is over",
    "no-game": "no such game was played to its end at this table",
    "slow-down": "too many messages, catches or tables in a short time",
    "too-many": "too many tables or sockets from one address",
    "too-large": "a message or body is too large",
    "origin": "the page comes from another site",
    "unavailable": "the server can't save anything at the moment",
    "not-found": "there is nothing at this address",
    "method": "this address answers another method",
    "left": "this person left the table",
    "changed": "what spectators may see has changed",
    "restart": "the server is stopping; come back in a moment",
    "internal": "the server failed; the table is unharmed",
}
"""Every code that a client can meet, and what it stands for. `docs/protocol.md` lists them."""
