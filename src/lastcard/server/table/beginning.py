"""How a game begins: who must still do what, and the deal."""

from __future__ import annotations

from lastcard.editions import RULES_VERSION, Settings, by_id, compile_rules
from lastcard.server.errors import RefusedError
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table


def check_can_begin(table: Table, ready: int | None = None) -> None:
    """Refuse a deal for which somebody is missing; the person `ready` says so by asking."""
    empty = [str(number) for number, seat in enumerate(table.seats) if seat.empty]
    if empty:
        raise RefusedError(
            "not-ready", f"seat {', '.join(empty)} is empty: wait, seat a bot, or change the number of seats"
        )
    players = table.seated()
    if all(player.program for player in players):
        raise RefusedError("not-ready", "there are only bots: somebody must take a seat")
    waiting = [player.name for player in players if not player.ready and player.id != ready]
    if waiting:
        raise RefusedError("not-ready", f"not ready yet: {', '.join(waiting)}")
    silent = [player.name for player in players if not player.consented] if table.setup.custom else []
    if silent:
        raise RefusedError(
            "no-consent",
            f"everybody must consent to the rules on the Customizable cards first; missing: {', '.join(silent)}",
            rule="card-custom",
        )


def begun(table: Table, mixes: dict[int, str] | None = None) -> e.Started:
    """The deal, by the players' randomness as they gave it; `mixes` are those of people who give theirs only now."""
    given = {person.id: person.mix for person in table.seated()} | (mixes or {})
    edition = by_id(table.setup.edition)
    rules = compile_rules(edition, Settings.of(edition, table.setup.settings)).digest
    return e.Started(
        mixes=["" if seat.person is None else given[seat.person] for seat in table.seats],
        digest=edition.digest,
        rules=rules,
        version=RULES_VERSION,
    )


def begins_again(table: Table) -> bool:
    """Whether all who wanted another game at once are ready for it."""
    if not table.again or table.phase != "lobby":
        return False
    try:
        check_can_begin(table)
    except RefusedError:
        return False
    return True
