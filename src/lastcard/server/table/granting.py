"""What a person may ask of a table, and the entry that grants it.

Each function looks at the table and returns an entry, or raises a refusal; it changes
nothing. The entry is then appended to the log, and only then applied.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Callable
from typing import Any, overload

import msgspec

from lastcard.bots import LEVELS, character_of, sitter_called, somebody
from lastcard.checks.fairness import Shuffle, parse_mix
from lastcard.errors import LastcardError, SettingsError
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import moving
from lastcard.server.table import requests as r
from lastcard.server.table.beginning import begun, check_can_begin
from lastcard.server.table.conditions import check_host, check_lobby, check_person, check_seat, other_person, own_seat
from lastcard.server.table.fold import Table
from lastcard.server.table.names import MAX_NAME, checked_face, clean_name, showable, tidy
from lastcard.server.table.people import Person
from lastcard.server.table.setup import Setup
from lastcard.server.table.tempo import SPEEDS

MAX_CHAT = 200
MAX_PEOPLE = 50
REACTIONS = ("hello", "thanks", "well-played", "oops", "laugh", "wow", "hurry", "sorry")
_TOKEN_BYTES = 32
_CHANCE = random.SystemRandom()
"""Which bot comes to a table."""


# --- people and their tokens -----------------------------------------------------------------------


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def digest(token: str) -> str:
    """What the server keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def person_with(table: Table, token: str) -> Person:
    """Whose token it is."""
    wanted = digest(token)
    for person in table.people.values():
        if hmac.compare_digest(person.token, wanted):
            if person.removed:
                raise RefusedError("removed", "the host removed you from this table")
            return person
    raise RefusedError("wrong-token", "this token belongs to nobody at this table; join it again by its code")


def program_with(table: Table, token: str) -> Person | None:
    """The program that has just been given this token, if one was."""
    wanted = digest(token)
    return next((person for person in table.people.values() if person.program and person.token == wanted), None)


def create(setup: Setup) -> e.Created:
    """A new table."""
    shuffle = Shuffle.fresh()
    return e.Created(setup=setup.check(), secret=shuffle.secret.hex(), salt=shuffle.salt.hex())


def join(table: Table, name: str, token: str) -> e.Joined:
    """Another person comes in."""
    cleaned = clean_name(name)
    _check_room(table)
    free = any(seat.person is None for seat in table.seats) and table.phase == "lobby"
    if table.setup.options.watching == "off" and not free:
        raise RefusedError("table-full", "all seats are taken, and this table does not let people watch")
    return e.Joined(person=_next_person(table), name=_own_name(table, cleaned), token=digest(token))


def _check_room(table: Table) -> None:
    if len(table.here()) >= MAX_PEOPLE:
        raise RefusedError("table-full", f"{MAX_PEOPLE} people are at this table, which is the most there can be")


def _next_person(table: Table) -> int:
    return max(table.people, default=0) + 1


def seat_program(table: Table, person: Person, request: r.Program, token: str) -> e.SeatedProgram:
    """Somebody's program gets a seat; or one that has it, a new token, also in a game."""
    check_person(person)
    check_host(table, person)
    check_seat(table, request.seat)
    program, sitting = table.program_at(request.seat), table.person_at(request.seat)
    if program is None:
        check_lobby(table, "programs are seated before the game")
        _check_room(table)
    if sitting is not None and program is None:
        raise RefusedError("seat-taken", f"a person has seat {request.seat}; {_free(table)}")
    return e.SeatedProgram(
        by=person.id,
        id=request.id,
        seat=request.seat,
        person=_next_person(table) if program is None else program.id,
        name=_own_name(table, clean_name(request.name), but=request.seat),
        token=digest(token),
    )


def _own_name(table: Table, name: str, *, but: int | None = None) -> str:
    """The name, with a number if somebody has it already; whoever is on the seat `but` makes room."""
    people = (person.name for person in table.here() if but is None or person.seat != but)
    taken = {*people, *(name for seat, name in enumerate(table.names()) if seat != but)}
    if name not in taken:
        return name
    short, number = name[: MAX_NAME - 3].rstrip(), 2
    while f"{short} {number}" in taken:
        number += 1
    return f"{short} {number}"


# --- requests --------------------------------------------------------------------------------------

_OF_PROGRAMS = (r.Move, r.Performed)
"""What programs may ask for, too."""


@overload
def grant(table: Table, person: Person, request: r.Sit | r.Bot, now: int) -> e.Entry: ...
@overload
def grant(table: Table, person: Person, request: r.Request, now: int) -> e.Entry | None: ...
def grant(table: Table, person: Person, request: r.Request, now: int) -> e.Entry | None:
    """The entry for a request, marked with who asked and the request's id; None if all is as it asks already."""
    if not isinstance(request, _OF_PROGRAMS):
        check_person(person)
    entry: e.Entry | None = _GRANT[type(request)](table, person, request, now)
    if entry is not None:
        entry.by, entry.id = person.id, request.id
    return entry


def _sit(table: Table, person: Person, request: r.Sit, _now: int) -> e.Entry:
    check_lobby(table, "seats are taken before the game")
    check_seat(table, request.seat)
    owner = table.seats[request.seat].person
    if owner == person.id:
        raise RefusedError("seat-taken", f"seat {request.seat} is yours already")
    if owner is not None:
        raise RefusedError("seat-taken", f"{table.people[owner].name} has seat {request.seat}; {_free(table)}")
    return e.Sat(seat=request.seat)


def _free(table: Table) -> str:
    free = [str(number) for number, seat in enumerate(table.seats) if seat.person is None]
    return f"free are {', '.join(free)}" if free else "all seats are taken"


def _stand(table: Table, person: Person, _request: r.Stand, _now: int) -> e.Entry:
    own_seat(person)
    check_lobby(table, "in a game, leave the table instead and a bot plays on")
    return e.Stood()


def _bot(table: Table, person: Person, request: r.Bot, _now: int) -> e.Entry:
    check_host(table, person)
    check_lobby(table, "bots are seated before the game")
    check_seat(table, request.seat)
    try:
        sitter = sitter_called(request.level)
    except SettingsError as error:
        raise RefusedError("no-level", str(error)) from error
    program = table.program_at(request.seat)
    if table.seats[request.seat].person is not None and program is None:
        raise RefusedError("seat-taken", f"a person has seat {request.seat}; {_free(table)}")
    others = [seat.bot or "" for number, seat in enumerate(table.seats) if number != request.seat]
    others += [
        person.name.lower() for person in table.here() if person is not program
    ]  # two of the same name would be hard to tell apart
    if sitter.character is not None and sitter.character in map(character_of, others):
        msg = f"{sitter.character.name}, or a person of that name, is at the table already; ask for a level or another"
        raise RefusedError("bot-taken", msg)
    level = somebody(sitter.name, others, _CHANCE) if sitter.name in LEVELS else sitter.name
    return e.SeatedBot(seat=request.seat, level=level)


def _clear(table: Table, person: Person, request: r.Clear, _now: int) -> e.Entry:
    check_host(table, person)
    check_lobby(table, "bots are taken off their seats before the game")
    check_seat(table, request.seat)
    program = table.program_at(request.seat)
    if program is not None:
        return e.Removed(person=program.id)
    if table.seats[request.seat].bot is None:
        raise RefusedError("seat-empty", f"there is no bot on seat {request.seat}")
    return e.Cleared(seat=request.seat)


def _remove(table: Table, person: Person, request: r.Remove, _now: int) -> e.Entry:
    check_host(table, person)
    other = other_person(table, person, request.person)
    return e.Removed(person=other.id)


def _change(table: Table, person: Person, request: r.Change, _now: int) -> e.Entry | None:
    check_host(table, person)
    check_lobby(table, "the set-up is changed before the game")
    given: dict[str, Any] = {
        name: getattr(request, name) for name in Setup.__struct_fields__ if getattr(request, name) is not None
    }
    if "edition" in given and given["edition"] != table.setup.edition:
        given.setdefault("settings", {})  # settings belong to an edition
    setup = msgspec.structs.replace(table.setup, **given).check()
    if setup == table.setup:  # nobody has to be ready again for nothing
        return None
    people = [seat.person for seat in table.seats[setup.seats :] if seat.person is not None]
    if people:
        names = ", ".join(table.people[id_].name for id_ in people)
        raise RefusedError(
            "seat-taken", f"with {setup.seats} seats there is none for {names}; move or remove them first"
        )
    return e.Changed(setup=setup)


def _consent(table: Table, person: Person, request: r.Consent, _now: int) -> e.Entry:
    own_seat(person)
    check_lobby(table, "consent is given before the game")
    if request.rules != table.rules:
        raise RefusedError("old-rules", f"the rules have changed; the present ones are number {table.rules}")
    return e.Consented()


def _ready(table: Table, person: Person, request: r.Ready, _now: int) -> e.Entry:
    own_seat(person)
    check_lobby(table, "the game has begun already")
    return e.Readied(on=request.on, mix=_own_mix(person, request.mix))


def _own_mix(person: Person, text: str) -> str:
    """A player's randomness for the coming shuffle: what was given first.

    Whoever noted it must find it in the record, so nothing that comes later may erase or replace it.
    """
    given = _mix(text)
    if person.mix and given not in {"", person.mix}:
        raise RefusedError(
            "bad-mix", "you gave another mix for this shuffle before, and it stays; send that one, or none"
        )
    return person.mix or given


def _mix(text: str) -> str:
    try:
        return parse_mix(text).hex()
    except LastcardError as error:
        raise RefusedError("bad-mix", str(error)) from None


def _start(table: Table, person: Person, request: r.Start, _now: int) -> e.Entry:
    check_host(table, person)
    check_lobby(table, "the game has begun already")
    check_can_begin(table, ready=person.id)
    return begun(table, {person.id: _own_mix(person, request.mix)})


def _rematch(table: Table, person: Person, request: r.Rematch, _now: int) -> e.Entry:
    if table.host != person.id:  # a host without a seat may have nobody left who could ask
        own_seat(person)
    if table.phase != "over":
        raise RefusedError("not-now", "a rematch comes after the game")
    if table.daily:
        raise RefusedError("not-now", "a daily deal is played once; the next day has another")
    shuffle = Shuffle.fresh()
    return e.Rematched(secret=shuffle.secret.hex(), salt=shuffle.salt.hex(), again=request.again)


def _leave(_table: Table, _person: Person, _request: r.Leave, _now: int) -> e.Entry:
    return e.Left()


def _chat(_table: Table, _person: Person, request: r.Chat, _now: int) -> e.Entry:
    text = tidy(request.text)
    if not 1 <= len(text) <= MAX_CHAT or not showable(text):
        raise RefusedError(
            "bad-text", f"a text has 1 to {MAX_CHAT} characters that can be shown; this one has {len(text)}"
        )
    return e.Said(text=text)


def _react(_table: Table, _person: Person, request: r.React, _now: int) -> e.Entry:
    if request.reaction not in REACTIONS:
        raise RefusedError(
            "bad-text", f"there is no reaction {request.reaction!r:.40}; there are {', '.join(REACTIONS)}"
        )
    return e.Reacted(reaction=request.reaction)


def _mute(table: Table, person: Person, request: r.Mute, _now: int) -> e.Entry | None:
    other = other_person(table, person, request.person).id
    return None if (other in person.muted) == request.on else e.Muted(person=other, on=request.on)


def _tempo(_table: Table, person: Person, request: r.Tempo, _now: int) -> e.Entry | None:
    if request.speed not in SPEEDS:
        allowed = ", ".join(map(str, SPEEDS))
        raise RefusedError("bad-tempo", f"there is no tempo {request.speed!r:.20}; there are {allowed}")
    return None if person.tempo == request.speed else e.Paced(speed=request.speed)


def _face(_table: Table, person: Person, request: r.Face, _now: int) -> e.Entry | None:
    face = checked_face(request.face)
    return None if person.face == face else e.Faced(face=face)


def _hold(table: Table, person: Person, request: r.Hold, _now: int) -> e.Entry | None:
    own_seat(person)
    if table.game is None or table.game.asks.kind != "round over":
        raise RefusedError("not-now", "only between two rounds there is a deal that can wait")
    return None if (person.id in table.held) == request.on else e.Held(on=request.on)


_GRANT: dict[type[r.Request], Callable[[Table, Person, Any, int], e.Entry | None]] = {
    r.Move: moving.move,
    r.Performed: moving.performed,
    r.Sit: _sit,
    r.Stand: _stand,
    r.Bot: _bot,
    r.Clear: _clear,
    r.Remove: _remove,
    r.Change: _change,
    r.Consent: _consent,
    r.Ready: _ready,
    r.Start: _start,
    r.Rematch: _rematch,
    r.Leave: _leave,
    r.Chat: _chat,
    r.React: _react,
    r.Mute: _mute,
    r.Tempo: _tempo,
    r.Face: _face,
    r.Hold: _hold,
}
