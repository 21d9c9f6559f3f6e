"""The database: its steps lead to the schema that the code expects, on both kinds, however servers start."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from lastcard.checks.fairness import Shuffle
from lastcard.server.errors import StartError
from lastcard.server.log.appending import Append
from lastcard.server.log.migrate import newest, upgrade
from lastcard.server.log.owning import Claimed, Peer
from lastcard.server.log.schema import VERSION, metadata, tables
from lastcard.server.log.store import Store
from lastcard.server.table import entries as e
from lastcard.server.table import granting
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Setup

FIRST = e.Line(1, 1000, e.Created(setup=Setup(), secret="00" * 32, salt="11" * 32))
ROW = {"created_at": 1000, "public": False, "summary": "{}", "node": None}


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        yield request.getfixturevalue("postgres_url")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store in an empty database."""
    opened = Store(url)
    yield opened
    opened.close()


def _revision(store: Store) -> str:
    with store.engine.connect() as connection:
        return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one())


def test_the_migrations_lead_to_the_schema_of_the_code(store: Store) -> None:
    """Alembic finds nothing to add, to change or to take away."""
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


def test_every_table_of_the_schema_is_there(store: Store) -> None:
    """And nothing else but the number of the last step."""
    names = set(sa.inspect(store.engine).get_table_names())
    assert names == {*metadata.tables, "alembic_version"}


def test_migrating_twice_is_harmless(url: str) -> None:
    """A server that starts again finds everything as it was."""
    first = Store(url)
    table = first.create({**ROW, "code": "ABCDEF"}, [FIRST])
    before = _revision(first)
    first.close()
    second = Store(url)
    assert table is not None
    assert _revision(second) == before
    assert second.read(table) == [FIRST]
    second.close()


def test_many_servers_that_start_at_once_all_work(postgres_url: str) -> None:
    """They build the schema one after the other, and only once."""
    start = threading.Barrier(4)
    stores: list[Store] = []
    failures: list[BaseException] = []

    def open_store() -> None:
        start.wait(30)
        try:
            stores.append(Store(postgres_url))
        except BaseException as failure:  # noqa: BLE001 - shown below
            failures.append(failure)

    threads = [threading.Thread(target=open_store) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert len(stores) == 4
    table = stores[0].create({**ROW, "code": "ABCDEF"}, [FIRST])
    assert table is not None
    for number, store in enumerate(stores, start=2):
        line = e.Line(number, 1000 + number, e.Slept())
        assert store.append([Append(table, line)]) == [True]
    for store in stores:
        assert [line.number for line in store.read(table)] == [1, 2, 3, 4, 5]
        store.close()


def test_a_number_is_given_only_once(store: Store) -> None:
    """Of two lines with the same number the second one is not written, and nothing else fails with it."""
    one = store.create({**ROW, "code": "ABCDEF"}, [FIRST])
    other = store.create({**ROW, "code": "GHJKLM"}, [FIRST])
    assert one is not None
    assert other is not None
    said, late = e.Line(2, 2000, e.Said(by=1, text="first")), e.Line(2, 2001, e.Said(by=2, text="second"))
    assert store.append([Append(one, said)]) == [True]
    assert store.append([Append(other, late), Append(one, late, changes={"summary": "late"})]) == [True, False]
    assert store.read(one) == [FIRST, said]
    assert store.read(other, after=1) == [late]
    assert [store.owners.standing(table) for table in (one, other)] == [(None, Claimed(0, 2))] * 2
    with store.engine.connect() as connection:
        assert set(connection.execute(sa.select(tables.c.summary)).scalars()) == {"{}"}


def test_only_the_owner_writes(store: Store) -> None:
    """A claim raises the epoch, and whoever owned the table before is refused, whatever else is in the batch."""
    table, other = (store.create({**ROW, "code": code}, [FIRST]) for code in ("ABCDEF", "GHJKLM"))
    assert table is not None
    assert other is not None
    store.owners.beat(Peer("one", 0, "", ""))
    first, then = store.owners.claim(table, "one"), store.owners.claim(table, "one")
    assert (first, then) == (Claimed(1, 1), Claimed(2, 1))
    second, third = e.Line(2, 2000, e.Slept()), e.Line(3, 3000, e.Slept())
    assert store.append([Append(table, second, 1), Append(other, second, 0)]) == [False, True]
    assert store.append([Append(table, second, 2, {"asleep_at": 2000})]) == [True]
    assert store.append([Append(table, third, 1, {"asleep_at": 3000})]) == [False]
    assert store.read(table) == [FIRST, second]
    with store.engine.connect() as connection:
        assert connection.execute(sa.select(tables.c.asleep_at).where(tables.c.id == table)).scalar() == 2000
    store.owners.release(table, 1)
    assert store.owners.standing(table)[0] == "one"
    store.owners.release(table, 2)
    assert store.owners.standing(table)[0] is None


def test_a_table_whose_row_and_log_differ_does_not_hold_up_the_others(store: Store) -> None:
    """Its line is not taken, those of the same batch are; and its owner can put it right."""
    odd, other = (store.create({**ROW, "code": code}, [FIRST]) for code in ("ABCDEF", "GHJKLM"))
    assert odd is not None
    assert other is not None
    second, third = e.Line(2, 2000, e.Slept()), e.Line(3, 3000, e.Slept())
    assert store.append([Append(odd, second)]) == [True]
    store.owners.mend(odd, 0, 1)
    assert store.append([Append(odd, second), Append(other, second)]) == [False, True]
    store.owners.mend(odd, 0, 2)
    assert store.append([Append(odd, third), Append(other, third)]) == [True, True]
    assert store.read(odd) == store.read(other) == [FIRST, second, third]


def test_snapshots_of_lines_that_are_gone_are_forgotten(store: Store) -> None:
    """Other lines will have their numbers, and lead to another table."""
    odd, other = (store.create({**ROW, "code": code}, [FIRST]) for code in ("ABCDEF", "GHJKLM"))
    assert odd is not None
    assert other is not None
    for table in (odd, other):
        store.append([Append(table, e.Line(number, 2000, e.Slept())) for number in (2, 3)])
        for number in (1, 3):
            store.keep_snapshot(table, number, str(number).encode())
    store.owners.mend(odd, 1, 2)  # by somebody who does not own it
    assert store.snapshot(odd, 0) == b"3"
    store.owners.mend(odd, 0, 2)
    assert (store.snapshot(odd, 0), store.snapshot(other, 0)) == (b"1", b"3")


def test_old_tables_get_the_number_of_their_last_line(tmp_path: Path) -> None:
    """A database of the step before is filled in from the logs."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}", poolclass=sa.NullPool)
    with engine.begin() as connection:
        upgrade(connection, "0003")
        for text in (
            "INSERT INTO tables (id, code, created_at, public, summary) VALUES (1, 'ABCDEF', 1, 0, '{}')",
            "INSERT INTO tables (id, code, created_at, public, summary) VALUES (2, 'GHJKLM', 1, 0, '{}')",
            "INSERT INTO log VALUES (1, 1, 1, ''), (1, 2, 1, '')",
        ):
            connection.execute(sa.text(text))
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    assert [store.owners.standing(table)[1].last for table in (1, 2)] == [2, 0]
    store.close()


def test_a_code_is_given_only_once(store: Store) -> None:
    """A table with a code that is taken is not made, and leaves nothing behind."""
    assert store.create({**ROW, "code": "ABCDEF"}, [FIRST]) is not None
    assert store.create({**ROW, "code": "ABCDEF"}, [FIRST]) is None
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM log")).scalar() == 1


def test_a_line_needs_its_table(store: Store) -> None:
    """A line of no table is not taken."""
    assert store.append([Append(99, FIRST)]) == [False]


def test_a_table_is_taken_only_from_nodes_that_are_gone(store: Store) -> None:
    """A node that is there keeps its tables; one that said goodbye, or was silent, leaves them to others."""
    table = store.create({**ROW, "code": "ABCDEF", "node": "one"}, [FIRST])
    assert table is not None
    one, two = (Peer(name, 0, f"{name}:1", name) for name in ("one", "two"))
    owners = store.owners
    assert [owners.beat(one), owners.beat(one), owners.beat(two)] == [False, True, False]
    assert {peer.id: peer.beat for peer in owners.nodes()} == {"one": 1, "two": 0}
    assert owners.claim(table, "two") is None
    assert owners.claim_lost("two", 10) == []
    assert not owners.bury(one), "it has given a sign of life meanwhile"
    assert owners.bury(one._replace(beat=1))
    assert owners.claim_lost("two", 10) == ["ABCDEF"]
    assert owners.claim_lost("two", 10) == []
    assert owners.claim(table, "one") is None
    assert [(one.id, one.code, one.epoch, one.asleep) for one in owners.owned("two")] == [(table, "ABCDEF", 1, False)]
    three = Peer("three", 0, "two:1", "three")
    owners.succeed(three)
    assert owners.nodes() == [three], "whoever was at its address is gone"
    assert owners.claim(table, "one") == Claimed(2, 1)
    again = Peer("three", 0, "elsewhere:1", "new")
    owners.succeed(again)
    assert owners.nodes() == [again], "and whoever had its name"
    assert owners.claim_lost("three", 10, ["AB", "FE"]) == []
    assert owners.claim_lost("three", 10, ["AB", "EF"]) == ["ABCDEF"]


def test_the_newest_migration_is_named() -> None:
    """By which a start sees that there is nothing to do."""
    assert newest() == VERSION


def test_a_database_of_a_newer_version_is_refused(store: Store) -> None:
    """And nothing in it is changed."""
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    address = store.url.render_as_string(hide_password=False)
    store.close()
    with pytest.raises(StartError, match="was written by a newer version"):
        Store(address)
    engine = sa.create_engine(store.url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == "9999"


@pytest.mark.parametrize("when", ["playing", "over"])
@pytest.mark.parametrize("back", [False, True])
def test_a_table_read_from_its_log_is_the_table_that_was(when: str, *, back: bool) -> None:
    """Also if somebody left, came back or was removed in or after a game before the last one.

    The moves of such a game are not played again.
    """
    table, lines = Table(1, "ABCDEF"), []

    def add(entry: e.AnyEntry) -> None:
        lines.append(e.Line(table.number + 1, 1000 + table.number, entry))
        table.apply(lines[-1])

    def leave() -> None:
        add(e.Left(by=2, id="leave"))
        if back:
            add(e.Arrived(person=2, node="one"))
        add(e.Removed(by=1, id="remove", person=3))

    add(granting.create(Setup(seats=4, settings={"scoring": "hand", "uno": "auto"})))
    for person in (1, 2, 3):
        add(e.Joined(person=person, name=f"Guest {person}", token=f"{person}"))
        add(e.Sat(by=person, id=f"sit {person}", seat=person - 1))
        add(e.Arrived(person=person, node="one"))
    add(e.SeatedBot(by=1, id="bot", seat=3, level="simple"))
    for number in (1, 2, 3):
        add(e.Started(by=1, id=f"start {number}", mixes=["", "", "", ""]))
        assert table.game is not None
        if number == 1 and when == "playing":
            leave()
        while not table.game.over:
            moves = table.game.legal_moves()
            made = table.game.check_move(next((move for move in moves if move.kind == "play"), moves[0]))
            add(e.Moved(by=1, id=f"move {table.number}", seat=made.seat, move=str(made)))
        if number == 1 and when == "over":
            leave()
        shuffle = Shuffle.fresh()
        add(e.Rematched(by=1, id=f"rematch {number}", secret=shuffle.secret.hex(), salt=shuffle.salt.hex()))
        read = Table(1, "ABCDEF")
        read.fold(lines)
        for name in ("number", "at", "phase", "people", "seats", "host", "games", "shuffle", "decision", "asleep"):
            assert getattr(read, name) == getattr(table, name), name
        assert [past.line for past in read.past] == [past.line for past in table.past]
