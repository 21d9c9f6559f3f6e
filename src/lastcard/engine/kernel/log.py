"""Writing down what happened in a step, for those who watch. Costs nothing while it is off."""

from __future__ import annotations

from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.schema import LOG_ROOM, Log, State


@inlined
def tell(log: Log, kind: int, seat: Index, first: int, second: int) -> None:
    """Note that `kind` happened to `seat`, with two numbers about it."""
    if log.on and log.used < LOG_ROOM:
        row = int(log.used)
        log.event[row, 0] = kind
        log.event[row, 1] = seat
        log.event[row, 2] = first
        log.event[row, 3] = second
        log.event[row, 4] = 0
        log.event[row, 5] = 0
        log.event[row, 6] = 0
        log.used = row + 1


@inlined
def tell_card(state: State, log: Log, kind: int, seat: Index, card: Index) -> None:
    """Note an event about a card, with who may know each of its faces at this moment."""
    if log.on:
        tell_card_to(state, log, kind, seat, card, -1, 0)


def tell_card_to(state: State, log: Log, kind: int, seat: Index, card: Index, to: int, other: int) -> None:
    """The same, for the eyes of the seats in the set `to` only, and with another seat that it is about."""
    if log.used < LOG_ROOM:
        row = int(log.used)
        log.event[row, 0] = kind
        log.event[row, 1] = seat
        log.event[row, 2] = card
        log.event[row, 3] = state.side
        log.event[row, 4] = int(state.know[0, card]) & to
        log.event[row, 5] = int(state.know[1, card]) & to
        log.event[row, 6] = other
        log.used = row + 1
