"""What a player may ask for in a game: moves, races among them, and that something was performed.

Like `granting.py`, which uses it, these look at the table and return an entry, or refuse.
"""

from __future__ import annotations

from lastcard.errors import IllegalMoveError, LastcardError
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table import requests as r
from lastcard.server.table.conditions import check_person, own_seat
from lastcard.server.table.duties import grace_end
from lastcard.server.table.fold import Table
from lastcard.server.table.people import Person
from lastcard.server.table.races import LATE

MAX_MOVE = 60


def move(table: Table, person: Person, request: r.Move, now: int) -> e.Entry:
    """A move of the own seat, or a catch that waits for the end of the grace."""
    seat = own_seat(person)
    game = _running(table, "no moves can be made")
    if request.decision is not None and request.decision != table.decision:
        raise _overtaken(table, seat, request.decision)
    made = _checked(table, game, seat, request.move.strip(), now)
    if made.kind == "deal":  # people look at the end of a round as long as they like
        check_person(person)
    racing = made.kind == "catch" and game.settings.uno == "race"
    if racing and made.target is not None and now < grace_end(table, made.target):
        return e.Pressed(seat=seat, target=made.target, how=_how(person))
    return e.Moved(seat=made.seat, move=str(made), how=_how(person))


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
    if len(words) > MAX_MOVE:
        raise RefusedError("notation", f"a move has at most {MAX_MOVE} characters; this one has {len(words)}")
    return game.move("deal" if words == "deal" else f"{seat} {words}")


def waits(table: Table, person: Person, request: r.Request) -> bool:
    """Whether it is a catch that waits for the end of the grace already, however it is spelt."""
    if not table.races.waiting or not isinstance(request, r.Move) or person.seat is None or table.game is None:
        return False
    waiting = table.races.waits(person.seat)
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


def performed(table: Table, person: Person, _request: r.Performed, _now: int) -> e.Entry:
    """What the others vote on was performed."""
    seat = own_seat(person)
    _running(table, "there is nothing to tell")
    if table.performer != seat:
        raise RefusedError("not-now", "no vote waits for something that you tell")
    return e.Performed(seat=seat, how=_how(person))


def _how(person: Person) -> e.By:
    return "program" if person.program else "player"
