"""The daily deal: for one day the same cards and the same bots for everybody on a server.

Everything is made of a secret of the server and of the day, so whoever knows the code can't work the cards out before
the day, and every process that knows the secret deals the same. Nothing here is kept or told; `log/deals.py` keeps the
results, and `running/dailies.py` deals.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from lastcard.bots import CHARACTERS
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table.beginning import begun
from lastcard.server.table.fold import Table
from lastcard.server.table.granting import digest
from lastcard.server.table.names import clean_name
from lastcard.server.table.records import Finished, Part
from lastcard.server.table.setup import Options, Setup

TARGET = 200
LEVEL = "medium"
SEAT = 0
"""Where its player sits."""
GRACE = 3_600_000
"""Milliseconds after its day in which a game that was begun still counts, and nobody is told the cards yet."""
KEPT_DAYS = 30
"""For how many days results are kept."""

NOBODY = "-"
"""In place of a seat: a round that nobody won."""

_BOTS = 3
_DAY = 86_400_000
_KEY = re.compile("[A-Za-z0-9_-]{22,64}")
_SHAPE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


# --- days -----------------------------------------------------------------------------------------


def day_at(now: int) -> str:
    """The day at a time in milliseconds since 1970, everywhere the same one: 2026-11-19."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * _DAY + _DAY


def told_from(day: str) -> int:
    """From when on the cards of a day are told."""
    return end_of(day) + GRACE


def oldest_kept(now: int) -> str:
    """The first of the days whose results are kept."""
    return (date.fromisoformat(day_at(now)) - timedelta(days=KEPT_DAYS)).isoformat()


def kept_day(text: str, now: int) -> str:
    """A day as somebody asks for it, or a refusal if there is nothing to be told of it."""
    try:
        if not _SHAPE.fullmatch(text):
            raise ValueError  # noqa: TRY301 - there are more ways to write a day than are wanted
        date.fromisoformat(text)
    except ValueError:
        raise RefusedError("bad-message", f"day is {text!r:.20}; a day is written like 2026-11-19") from None
    if not oldest_kept(now) <= text <= day_at(now):
        kept = f"those from {oldest_kept(now)} to {day_at(now)} can be had"
        raise RefusedError("not-found", f"nothing is known of the daily deal of {text}; {kept}")
    return text


# --- what a day's deal is made of -----------------------------------------------------------------


def _made(secret: bytes, day: str, *words: str) -> bytes:
    """32 bytes for a purpose; from one of them nothing can be told about another."""
    return hmac.digest(secret, "\n".join(("lastcard daily 1", day, *words)).encode(), "sha256")


def bots_of(secret: bytes, day: str) -> list[str]:
    """Who plays against everybody on a day, by seat."""
    there = [who for who, character in CHARACTERS.items() if character.level == LEVEL]
    return sorted(there, key=lambda who: _made(secret, day, "bot", who))[:_BOTS]


def checked_key(key: str) -> str:
    """What a browser says to be known again on the same day, or a refusal."""
    if not _KEY.fullmatch(key):
        raise RefusedError("bad-message", "player must be 22 to 64 random characters of A-Z, a-z, 0-9, - and _")
    return key


def player_of(secret: bytes, day: str, key: str) -> str:
    """What is kept of a player: it differs each day, and can't be turned back into the key."""
    return _made(secret, day, "player", key).hex()


def token_of(secret: bytes, day: str, key: str) -> str:
    """The token of a player's seat: the same one however often it is asked for, so an answer that is lost is no try."""
    return base64.urlsafe_b64encode(_made(secret, day, "token", key)).decode().rstrip("=")


def setup() -> Setup:
    """What is played. UNO is called for everybody: a race could not be the same for all."""
    options = Options(clock=None, watching="off", deal_after=8)
    return Setup(settings={"target": TARGET, "uno": "auto"}, seats=1 + _BOTS, options=options).check()


def opening(secret: bytes, day: str, name: str, token: str, table: Table) -> Iterator[e.Entry]:
    """The first entries of a table, to be applied one by one: it begins at once, so nothing of it can be changed.

    Nobody's own randomness is in the shuffle, or the cards would not be the same.
    """
    shuffle = (_made(secret, day, "secret").hex(), _made(secret, day, "salt").hex())
    yield e.Created(setup=setup(), secret=shuffle[0], salt=shuffle[1], daily=day)
    names = [CHARACTERS[who].name for who in bots_of(secret, day)]
    cleaned = clean_name(name)
    yield e.Joined(person=1, name=f"{cleaned[:17].rstrip()} 2" if cleaned in names else cleaned, token=digest(token))
    yield e.Sat(by=1, seat=SEAT)
    for seat, who in enumerate(bots_of(secret, day), SEAT + 1):
        yield e.SeatedBot(by=1, seat=seat, level=f"{who}@{LEVEL}")
    yield begun(table)


# --- what came of it ------------------------------------------------------------------------------


class Result(NamedTuple):
    """How a game ended for its player."""

    lead: int
    """Points more than the best of the others; never 0, and less than 0 for whoever lost."""
    points: int
    rounds: str
    """The seat that won each round, a letter each, or `NOBODY`."""


def result_of(scores: tuple[int, ...], rounds: str) -> Result:
    """The result of a game with these points."""
    own, others = scores[SEAT], (*scores[:SEAT], *scores[SEAT + 1 :])
    return Result(own - max(others), own, rounds)


def rounds_of(part: Part) -> str:
    """Who won each round of a finished game, a letter each."""
    found, winners, last = Finished(part), "", 0
    for _ in found.play():
        game = found.table.game
        assert game is not None
        winner = game.round_winner
        if winner is not None and game.round > last:
            last = game.round
            winners += NOBODY if winner < 0 else str(winner)
    return winners


_STEPS = (-150, -100, -50, 0, 50, 100, 150)
"""Where the classes of leads divide: the first one has all that are lower."""


def spread_of(leads: dict[int, int]) -> list[dict[str, int | None]]:
    """How many results are in each class of leads, from the worst to the best; both bounds belong to a class."""
    lows: list[int | None] = [None, *_STEPS]
    highs: list[int | None] = [*(step - 1 for step in _STEPS), None]
    return [
        {"low": low, "high": high, "count": sum(count for lead, count in leads.items() if _within(lead, low, high))}
        for low, high in zip(lows, highs, strict=True)
    ]


def _within(lead: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= lead) and (high is None or lead <= high)
