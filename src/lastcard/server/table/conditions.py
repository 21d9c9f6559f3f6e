"""What many requests need: a seat, being host, the lobby, somebody to whom it can happen."""

from __future__ import annotations

from lastcard.server.errors import RefusedError
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person


def own_seat(person: Person) -> int:
    """The seat of whoever asks."""
    if person.seat is None:
        raise RefusedError("not-seated", "you have no seat at this table")
    return person.seat


def check_host(table: Table, person: Person) -> None:
    """Refuse everybody but the host."""
    if table.host != person.id:
        name = table.people[table.host].name if table.host is not None else "nobody"
        raise RefusedError("not-host", f"only the host may do this; the host is {name}")


def check_lobby(table: Table, say: str) -> None:
    """Refuse what belongs before a game."""
    if table.phase == "over":
        raise RefusedError("not-now", "the game is over; ask for a rematch first")
    if table.phase != "lobby":
        raise RefusedError("not-now", say)


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat that there is not."""
    if not 0 <= seat < len(table.seats):
        raise RefusedError("no-seat", f"there is no seat {seat!r:.20}; the seats are 0 to {len(table.seats) - 1}")


def other_person(table: Table, person: Person, wanted: int) -> Person:
    """Somebody else at the table."""
    if wanted == person.id:
        raise RefusedError("no-person", "this is meant for somebody else, not for yourself")
    if wanted not in table.people or table.people[wanted].removed:
        raise RefusedError("no-person", f"there is no person {wanted!r:.20} at this table")
    return table.people[wanted]


def check_person(person: Person) -> None:
    """Refuse what is not for programs."""
    if person.program:
        raise RefusedError("only-people", "a program makes moves and says what it told; all else is for people")
