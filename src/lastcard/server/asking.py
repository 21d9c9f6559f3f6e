"""What a person may ask of a table, and the entry that grants it.

Each function looks at the table and returns an entry, or raises a refusal; it changes
nothing. The entry is then appended to the log, and only then applied.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec

from lastcard.bots import LEVELS, character_of, sitter_called, somebody
from lastcard.checks.fairness import Shuffle, parse_mix
from lastcard.editions import by_id, printed
from lastcard.errors import IllegalMoveError, LastcardError, SettingsError
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.server import entries as e
from lastcard.server import requests as r
from lastcard.server.duties import grace_end
from lastcard.server.errors import RefusedError
from lastcard.server.races import LATE
from lastcard.server.setup import Setup
from lastcard.server.table import Person, Table

MAX_NAME = 20
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


def clean_name(text: str) -> str:
    """A name as it is shown, or a refusal."""
    name = " ".join(unicodedata.normalize("NFC", text).split()) if len(text) <= 200 else text
    if not 1 <= len(name) <= MAX_NAME or not _showable(name) or _pretends(name):
        raise RefusedError("bad-name", f"a name has 1 to {MAX_NAME} characters that can be shown; found {text!r:.60}")
    return name


def _showable(text: str) -> bool:
    """Whether a text can be seen, and has no characters that do harm.

    Those are control characters, lone surrogates and marks that turn the writing around.
    """
    kinds = [unicodedata.category(letter) for letter in text]
    return (
        any(kind[0] in "LNPS" for kind in kinds) and not _HIDDEN.intersection(kinds) and not _TURNING.intersection(text)
    )


def _pretends(name: str) -> bool:
    """Whether a name has marks that nobody sees, by which it could look like another's.

    They may join letters of some writings, and emoji.
    """
    unseen = {letter for letter in name if unicodedata.category(letter) == "Cf"}
    return bool(unseen) and (
        not unseen <= _JOINERS or "".join(letter for letter in name if letter not in unseen).isascii()
    )


_JOINERS = frozenset("\u200c\u200d")
_HIDDEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def create(setup: Setup) -> e.Created:
    """A new table."""
    shuffle = Shuffle.fresh()
    return e.Created(setup=setup.check(), secret=shuffle.secret.hex(), salt=shuffle.salt.hex())


def join(table: Table, name: str, token: str) -> e.Joined:
    """Another person comes in."""
    cleaned = clean_name(name)
    if len(table.here()) >= MAX_PEOPLE:
        raise RefusedError("table-full", f"{MAX_PEOPLE} people are at this table, which is the most there can be")
    free = any(seat.person is None for seat in table.seats) and table.phase == "lobby"
    if table.setup.options.watching == "off" and not free:
        raise RefusedError("table-full", "all seats are taken, and this table does not let people watch")
    return e.Joined(person=max(table.people, default=0) + 1, name=_own_name(table, cleaned), token=digest(token))


def _own_name(table: Table, name: str) -> str:
    """The name, with a number if somebody has it already."""
    taken = {*(person.name for person in table.here()), *table.names()}
    if name not in taken:
        return name
    number = 2
    while f"{name[: MAX_NAME - 3]} {number}" in taken:
        number += 1
    return f"{name[: MAX_NAME - 3]} {number}"


# --- requests --------------------------------------------------------------------------------------


def grant(table: Table, person: Person, request: r.Request, now: int) -> e.Entry:
    """The entry for a request, marked with who asked and the request's id."""
    entry: e.Entry = _GRANT[type(request)](table, person, request, now)
    return msgspec.structs.replace(entry, by=person.id, id=request.id)


def _move(table: Table, person: Person, request: r.Move, now: int) -> e.Entry:
    seat = _own_seat(person)
    game = _running(table, "no moves can be made")
    if request.decision is not None and request.decision != table.decision:
        raise _overtaken(table, seat, request.decision)
    made = _checked(table, game, seat, request.move.strip(), now)
    racing = made.kind == "catch" and game.settings.uno == "race"
    if racing and made.target is not None and now < grace_end(table, made.target):
        return e.Pressed(seat=seat, target=made.target)
    return e.Moved(seat=made.seat, move=str(made))


def _checked(table: Table, game: Game, seat: int, words: str, now: int) -> Move:
    """The move that is meant, or why it can't be made."""
    try:
        move = _meant(game, seat, words)
    except LastcardError as error:
        raise RefusedError(error.code, str(error)) from None
    if move.kind == "vote":
        _check_performed(table)
    try:
        return game.check_move(move, as_seen=True)
    except IllegalMoveError as error:
        raise _beaten(table, move, now) or RefusedError(error.code, str(error), rule=error.rule) from None
    except LastcardError as error:
        raise RefusedError(error.code, str(error)) from None


def _meant(game: Game, seat: int, words: str) -> Move:
    """The move of a seat from its words, whether or not it is legal."""
    return game.move("deal" if words == "deal" else f"{seat} {words}")


def waits(table: Table, person: Person, request: r.Request) -> bool:
    """Whether it is a catch that waits for the end of the grace already, however it is spelt."""
    waiting = table.races.waits(person.seat)
    if not isinstance(request, r.Move) or person.seat is None or table.game is None or not waiting:
        return False
    try:
        move = _meant(table.game, person.seat, request.move.strip())
    except LastcardError:
        return False
    return move.kind == "catch" and move.target in waiting


def _running(table: Table, say: str) -> Game:
    """The game that goes on."""
    if table.game is None or table.phase != "playing":
        raise RefusedError("not-now", f"the game {'is over' if table.phase == 'over' else 'has not begun'}; {say}")
    return table.game


def _overtaken(table: Table, seat: int, decision: int) -> RefusedError:
    """Why a move comes too late: somebody may have taken the turn that it was meant for (jump-2)."""
    taken = table.races.taken
    if taken is None or taken.decision != decision or taken.by == seat:
        return RefusedError("stale", "the decision that this move answers is over")
    say = f"{table.names()[taken.by]} was faster; you have all your cards"
    return RefusedError("too-late", say, rule="jump-2", seat=taken.by)


def _beaten(table: Table, move: Move, now: int) -> RefusedError | None:
    """Why a catch or a jump-in is not possible that was a moment ago; None if that is not so."""
    if move.kind == "catch" and move.target in table.races.settled:
        settled = table.races.settled[move.target]
        say = _TOO_LATE[settled.why].format(name=table.names()[move.target], by=table.names()[settled.by])
        return RefusedError("too-late", say, rule="uno-2", seat=settled.by) if now - settled.at < LATE else None
    taken = table.races.taken
    if move.kind == "play" and move.card is not None and move.seat != table.asked() and taken is not None:
        late = (taken.then, taken.face) == (table.decision, move.card.front) and taken.by != move.seat
        return _overtaken(table, move.seat, taken.decision) if late else None
    return None


_TOO_LATE = {
    "called": "{name} has called UNO in time",
    "caught": "{by} was faster: {name} is caught already",
    "turn": "{by} was faster: the next turn has begun",
    "more": "{name} has more than one card again",
    "over": "the round is over",
}
"""What is said of a catch that came a moment too late."""


def _check_performed(table: Table) -> None:
    if table.performer is not None:
        name = table.names()[table.performer]
        raise RefusedError("not-told", f"the vote opens when {name} says that it is told")


def _performed(table: Table, person: Person, _request: r.Performed, _now: int) -> e.Entry:
    seat = _own_seat(person)
    _running(table, "there is nothing to tell")
    if table.performer != seat:
        raise RefusedError("not-now", "no vote waits for something that you tell")
    return e.Performed(seat=seat)


def _sit(table: Table, person: Person, request: r.Sit, _now: int) -> e.Entry:
    _in_lobby(table, "seats are taken before the game")
    _check_seat(table, request.seat)
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
    _own_seat(person)
    _in_lobby(table, "in a game, leave the table instead and a bot plays on")
    return e.Stood()


def _bot(table: Table, person: Person, request: r.Bot, _now: int) -> e.Entry:
    _host(table, person)
    _in_lobby(table, "bots are seated before the game")
    _check_seat(table, request.seat)
    try:
        sitter = sitter_called(request.level)
    except SettingsError as error:
        raise RefusedError("no-level", str(error)) from error
    if table.seats[request.seat].person is not None:
        raise RefusedError("seat-taken", f"a person has seat {request.seat}; {_free(table)}")
    others = [seat.bot or "" for number, seat in enumerate(table.seats) if number != request.seat]
    others += [person.name.lower() for person in table.here()]  # two of the same name would be hard to tell apart
    if sitter.character is not None and sitter.character in map(character_of, others):
        msg = f"{sitter.character.name}, or a person of that name, is at the table already; ask for a level or another"
        raise RefusedError("bot-taken", msg)
    level = somebody(sitter.name, others, _CHANCE) if sitter.name in LEVELS else sitter.name
    return e.SeatedBot(seat=request.seat, level=level)


def _clear(table: Table, person: Person, request: r.Clear, _now: int) -> e.Entry:
    _host(table, person)
    _in_lobby(table, "bots are taken off their seats before the game")
    _check_seat(table, request.seat)
    if table.seats[request.seat].bot is None:
        raise RefusedError("seat-empty", f"there is no bot on seat {request.seat}")
    return e.Cleared(seat=request.seat)


def _remove(table: Table, person: Person, request: r.Remove, _now: int) -> e.Entry:
    _host(table, person)
    other = _other(table, person, request.person)
    return e.Removed(person=other.id)


def _change(table: Table, person: Person, request: r.Change, _now: int) -> e.Entry:
    _host(table, person)
    _in_lobby(table, "the set-up is changed before the game")
    given: dict[str, Any] = {
        name: getattr(request, name) for name in Setup.__struct_fields__ if getattr(request, name) is not None
    }
    if "edition" in given and given["edition"] != table.setup.edition:
        given.setdefault("settings", {})  # settings belong to an edition
    setup = msgspec.structs.replace(table.setup, **given).check()
    people = [seat.person for seat in table.seats[setup.seats :] if seat.person is not None]
    if people:
        names = ", ".join(table.people[id_].name for id_ in people)
        raise RefusedError(
            "seat-taken", f"with {setup.seats} seats there is none for {names}; move or remove them first"
        )
    return e.Changed(setup=setup)


def _consent(table: Table, person: Person, request: r.Consent, _now: int) -> e.Entry:
    _own_seat(person)
    _in_lobby(table, "consent is given before the game")
    if request.rules != table.rules:
        raise RefusedError("old-rules", f"the rules have changed; the present ones are number {table.rules}")
    return e.Consented()


def _ready(table: Table, person: Person, request: r.Ready, _now: int) -> e.Entry:
    _own_seat(person)
    _in_lobby(table, "the game has begun already")
    return e.Readied(on=request.on, mix=_mix(request.mix))


def _mix(text: str) -> str:
    try:
        return parse_mix(text).hex()
    except LastcardError as error:
        raise RefusedError("bad-mix", str(error)) from None


def _start(table: Table, person: Person, request: r.Start, _now: int) -> e.Entry:
    _host(table, person)
    _in_lobby(table, "the game has begun already")
    empty = [str(number) for number, seat in enumerate(table.seats) if seat.empty]
    if empty:
        raise RefusedError(
            "not-ready", f"seat {', '.join(empty)} is empty: wait, seat a bot, or change the number of seats"
        )
    players = table.seated()
    if not players:
        raise RefusedError("not-ready", "there are only bots: somebody must take a seat")
    waiting = [player.name for player in players if not player.ready and player.id != person.id]
    if waiting:
        raise RefusedError("not-ready", f"not ready yet: {', '.join(waiting)}")
    silent = [player.name for player in players if not player.consented] if table.setup.custom else []
    if silent:
        raise RefusedError(
            "no-consent",
            f"everybody must consent to the rules on the Customizable cards first; missing: {', '.join(silent)}",
            rule="card-custom",
        )
    own = _mix(request.mix)
    mixes = [_mix_at(table, number, person, own) for number in range(len(table.seats))]
    edition = table.setup.edition
    return e.Started(mixes=mixes, digest="" if edition in printed() else by_id(edition).digest)


def _mix_at(table: Table, seat: int, host: Person, own: str) -> str:
    player = table.person_at(seat)
    if player is None:
        return ""
    return own or player.mix if player.id == host.id else player.mix


def _rematch(table: Table, person: Person, _request: r.Rematch, _now: int) -> e.Entry:
    if table.host != person.id:  # a host without a seat may have nobody left who could ask
        _own_seat(person)
    if table.phase != "over":
        raise RefusedError("not-now", "a rematch comes after the game")
    shuffle = Shuffle.fresh()
    return e.Rematched(secret=shuffle.secret.hex(), salt=shuffle.salt.hex())


def _leave(_table: Table, _person: Person, _request: r.Leave, _now: int) -> e.Entry:
    return e.Left()


def _chat(_table: Table, _person: Person, request: r.Chat, _now: int) -> e.Entry:
    text = " ".join(unicodedata.normalize("NFC", request.text).split())
    if not 1 <= len(text) <= MAX_CHAT or not _showable(text):
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


def _mute(table: Table, person: Person, request: r.Mute, _now: int) -> e.Entry:
    return e.Muted(person=_other(table, person, request.person).id, on=request.on)


_GRANT: dict[type[r.Request], Callable[[Table, Person, Any, int], e.Entry]] = {
    r.Move: _move,
    r.Performed: _performed,
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
}


# --- what many requests need ---------------------------------------------------------------------


def _own_seat(person: Person) -> int:
    if person.seat is None:
        raise RefusedError("not-seated", "you have no seat at this table")
    return person.seat


def _host(table: Table, person: Person) -> None:
    if table.host != person.id:
        name = table.people[table.host].name if table.host is not None else "nobody"
        raise RefusedError("not-host", f"only the host may do this; the host is {name}")


def _in_lobby(table: Table, say: str) -> None:
    if table.phase == "over":
        raise RefusedError("not-now", "the game is over; ask for a rematch first")
    if table.phase != "lobby":
        raise RefusedError("not-now", say)


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise RefusedError("no-seat", f"there is no seat {seat}; the seats are 0 to {len(table.seats) - 1}")


def _other(table: Table, person: Person, wanted: int) -> Person:
    if wanted == person.id:
        raise RefusedError("no-person", "this is meant for somebody else, not for yourself")
    if wanted not in table.people or table.people[wanted].removed:
        raise RefusedError("no-person", f"there is no person {wanted} at this table")
    return table.people[wanted]
