"""Who is at a table: people, with or without a seat, and the seats themselves.

Only what a table keeps of each; what happens to them is folded in `fold.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

STAND_IN = "simple"
"""The bot that plays for people who are away."""
PROGRAM_STAND_IN = "medium"
"""The bot that answers for a program that is not there, or too slow."""


@dataclass(slots=True)
class Person:
    """Somebody at the table, with or without a seat."""

    id: int
    name: str
    token: str
    """The digest of the token."""
    seat: int | None = None
    nodes: set[str] = field(default_factory=set)
    """The nodes to which this person is connected; none: away."""
    away_since: int = 0
    ready: bool = False
    mix: str = ""
    consented: bool = False
    gone: bool = False
    """Left on purpose; a token still opens the door."""
    removed: bool = False
    muted: set[int] = field(default_factory=set)
    granted: dict[str, int] = field(default_factory=dict)
    """The last requests that were granted, and the line of each."""
    tempo: int = 1
    """How many times as fast as usual this person wants bots to play."""
    face: str = ""
    """Which face this person chose; empty: none."""
    program: bool = False
    """Somebody's program, which the host gave a seat: a bot from outside."""

    @property
    def present(self) -> bool:
        """Whether a socket is open."""
        return bool(self.nodes)

    @property
    def attends(self) -> bool:
        """Whether somebody is there for whom a table is kept awake: a program is not."""
        return bool(self.nodes) and not self.program

    def unready(self) -> None:
        """Another game, or another set-up: nobody is ready for it, but programs, for which the host answers."""
        self.ready, self.mix = self.program, ""


@dataclass(slots=True)
class Seat:
    """A chair: a person's, a bot's, or empty."""

    person: int | None = None
    bot: str | None = None
    stand_in: bool = False
    """A bot plays for the person."""

    @property
    def empty(self) -> bool:
        """Whether nobody has it."""
        return self.person is None and self.bot is None

    @property
    def level(self) -> str | None:
        """The bot that plays here now."""
        return STAND_IN if self.stand_in else self.bot


def next_host(people: Iterable[Person], start: int, seats: int) -> int | None:
    """Who is host after somebody on the seat `start`: those who are present first, by seat; then those who watch."""

    def order(person: Person) -> tuple[bool, bool, int, int]:
        place = seats if person.seat is None else (person.seat - start) % seats
        return not person.present, person.seat is None, place, person.id

    found = min((person for person in people if not person.program), key=order, default=None)
    return None if found is None else found.id
