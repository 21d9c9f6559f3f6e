"""A table from a snapshot and the lines after it is the table from its whole log; and a long log opens by its end."""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from lastcard.bots import bot, decision
from lastcard.editions import printed
from lastcard.server.config import Config, Limits
from lastcard.server.edge.app import open_node
from lastcard.server.log.appending import Append
from lastcard.server.log.journal import Journal
from lastcard.server.log.store import Store
from lastcard.server.metrics import Metrics
from lastcard.server.running.live import Late
from lastcard.server.running.node import Node
from lastcard.server.running.reading import AnyReading, Readings, State
from lastcard.server.running.spectators import Spectators
from lastcard.server.table import entries as e
from lastcard.server.table import granting, showing, telling
from lastcard.server.table import requests as r
from lastcard.server.table.duties import next_due
from lastcard.server.table.fold import WINDOW, Table
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.snapshot import EVERY, Snapshot, snapshot_of, table_from
from tests.server.harness import run, serving, sqlite_url
from tests.server.turns import play_out


class Writer:
    """Writes the log of a table at which Ann plays two bots, talks, goes and comes back, game after game."""

    def __init__(self, edition: str, seed: int, **settings: object) -> None:
        self.table, self.lines, self._now = Table(1, "AAAAAA"), list[e.Line](), 1000
        self._random = random.Random(f"{edition} {seed}")
        setup = Setup(edition=edition, seats=3, settings={"scoring": "hand", **settings}, options=Options(pace=0))
        self._add(granting.create(setup))
        self._add(granting.join(self.table, "Ann", "token"))
        self._ask(r.Sit(id="sit", seat=0))
        self._ask(r.Bot(id="one", seat=1, level="hard"))
        self._ask(r.Bot(id="two", seat=2, level="otto"))
        self._add(e.Arrived(person=1, node="here"))

    def _add(self, entry: e.Entry) -> None:
        if isinstance(entry, e.Created | e.Rematched):  # the same log every time
            secret, salt = self._random.randbytes(32).hex(), self._random.randbytes(32).hex()
            entry = msgspec.structs.replace(entry, secret=secret, salt=salt)
        self.lines.append(e.Line(self.table.number + 1, self._now, entry))  # type: ignore[arg-type]
        self.table.apply(self.lines[-1])

    def _ask(self, request: r.Request) -> None:
        entry = granting.grant(self.table, self.table.people[1], request, self._now)
        assert entry is not None
        self._add(entry)

    def play(self, lines: int) -> None:
        """So many lines more, or a few over."""
        while self.table.number < lines:
            if self.table.phase == "lobby":
                if self.table.setup.custom:
                    self._ask(r.Consent(id="consent", rules=self.table.rules))
                self._ask(r.Start(id=f"start {self.table.games}", mix="c0ffee"))
            elif self.table.phase == "over":
                self._ask(r.Rematch(id=f"again {self.table.games}"))
            else:
                self._step()

    def _step(self) -> None:
        chance = self._random.random()
        if chance < 0.03:
            self._ask(r.Chat(id=f"chat {self.table.number}", text="hello"))
        elif chance < 0.05 and self.table.people[1].present:
            self._add(e.Dropped(person=1, node="here"))
            self._add(e.Arrived(person=1, node="there"))
            self._add(e.Dropped(person=1, node="there"))
            self._add(e.Arrived(person=1, node="here"))
        elif self.table.asked() == 0 and self.table.performer is None and self.table.game is not None:
            move = decision(self.table.game, bot("easy", self._random.getrandbits(32)))
            self._add(e.Moved(by=1, seat=0, move=str(move)))
        else:
            due = next_due(self.table, "salt", 1e9)
            assert due is not None
            self._now = max(self._now, int(due.at))
            self._add(due.entry())


def read(data: bytes) -> Snapshot:
    """What a snapshot says, whatever order its sets are in."""
    return msgspec.json.decode(data, type=Snapshot)


def told(table: Table) -> list[object]:
    """All that anybody could be told of a table."""
    seats = [showing.PUBLIC, showing.OPEN, *range(len(table.seats))]
    welcomes = [telling.welcome(table, table.people[1], None, viewer, table.at) for viewer in seats]
    return [msgspec.json.decode(telling.encode(welcome)) for welcome in welcomes]


@pytest.mark.parametrize("edition", printed())
@pytest.mark.parametrize("rules", [{}, {"preset": "party"}])
def test_a_table_goes_on_from_a_snapshot_as_from_its_log(edition: str, rules: dict[str, object]) -> None:
    """After any line, in every edition: the same bytes, and in the end the same words for everybody."""
    writer = Writer(edition, 1, **rules)
    kept: dict[int, bytes] = {}
    for number in range(9, 240, 7):
        writer.play(number)
        kept[writer.table.number] = snapshot_of(writer.table)
    writer.play(240 + WINDOW)
    whole = told(writer.table)
    for number, data in kept.items():
        table = table_from(1, "AAAAAA", data)
        assert read(snapshot_of(table)) == read(data)
        table.fold(writer.lines[number:])
        assert read(snapshot_of(table)) == read(snapshot_of(writer.table))
        assert told(table) == whole


def stored(database: str, lines: list[e.Line], snapshots: dict[int, bytes]) -> None:
    """A database with one table."""
    store = Store(database)
    row = {"created_at": 0, "public": False, "summary": "{}", "node": None, "code": "AAAAAA"}
    made = store.create(row, lines)
    assert made is not None
    for number, data in snapshots.items():
        store.keep_snapshot(made, number, data)
    store.close()


async def _opened(database: str) -> Table:
    """The table, as a node reads it."""
    config = Config(database=database)
    node = Node(config, Journal(Store(database)), Metrics())
    try:
        table = node.opening.fold(1, "AAAAAA")
        assert table is not None
        return table
    finally:
        await node.stop()


def opened(database: str) -> Table:
    """The same, from outside of an event loop."""
    found: list[Table] = []

    async def test() -> None:
        found.append(await _opened(database))

    run(test)
    return found[0]


@pytest.fixture(scope="module")
def long() -> tuple[list[e.Line], dict[int, bytes]]:
    """A log, and snapshots on the way."""
    writer, kept = Writer("flip", 2), {}
    for number in (100, 200, 300):
        writer.play(number)
        kept[writer.table.number] = snapshot_of(writer.table)
    last = max(kept) + WINDOW - 1
    writer.play(last)
    return writer.lines[:last], kept


Long = tuple[list[e.Line], dict[int, bytes]]


def test_a_table_is_opened_by_its_newest_snapshot_that_leaves_the_last_lines(long: Long, tmp_path: Path) -> None:
    """Clients that come back are told what they missed, so the newest one is too new. What came before is not read."""
    lines, kept = long
    used = sorted(kept)[1]
    stored(sqlite_url(tmp_path), lines, kept)
    store = Store(sqlite_url(tmp_path))
    assert store.snapshot(1, WINDOW) == kept[used]
    store.close()
    written, looked = Store.written, list[int]()

    def noted(store: Store, table: int, after: int = 0) -> list[tuple[int, int, str]]:
        looked.append(after)
        return written(store, table, after)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "written", noted)
        table = opened(sqlite_url(tmp_path))
    assert looked == [used]
    whole = Table(1, "AAAAAA")
    whole.fold(lines)
    assert told(table) == told(whole)


@pytest.mark.parametrize("spoilt", ["no JSON", "another format", "other rules", "from after the end"])
def test_a_snapshot_that_is_of_no_use_does_no_harm(spoilt: str, long: Long, tmp_path: Path) -> None:
    """The log is read from its beginning; also if its last lines were lost, to which the snapshots belong."""
    lines, kept = long
    number = sorted(kept)[1]
    data = kept[number]
    if spoilt == "no JSON":
        data = b"{"
    elif spoilt == "another format":
        data, changed = re.subn(rb'"format":\d+', b'"format":99', data)
        assert changed == 1
    elif spoilt == "other rules":
        data = msgspec.json.encode(
            {**msgspec.json.decode(data), "game": "classic hands=r1/b2 discard=r5 turn=0 rules=00"}
        )
    else:
        lines = lines[: number - 5]
    stored(sqlite_url(tmp_path), lines, {number: data})
    whole = Table(1, "AAAAAA")
    whole.fold(lines)
    assert told(opened(sqlite_url(tmp_path))) == told(whole)


def test_two_snapshots_are_kept(tmp_path: Path, long: Long) -> None:
    """The newest ones."""
    lines, kept = long
    stored(sqlite_url(tmp_path), lines, kept)
    store = Store(sqlite_url(tmp_path))
    assert store.snapshot(1, 0) == kept[max(kept)]
    assert store.snapshot(1, len(lines) - sorted(kept)[1]) == kept[sorted(kept)[1]]
    assert store.snapshot(1, len(lines) - min(kept)) is None
    store.close()


def test_a_server_takes_snapshots_by_itself_and_goes_on_from_them(tmp_path: Path) -> None:
    """A table that has been played at for long is opened by one after a restart, and everybody goes on."""
    config = Config(database=sqlite_url(tmp_path), limits=Limits(rate=0))
    seat: list[tuple[str, str | None, int | None]] = []

    async def before() -> None:
        async with serving(config) as here:
            ann = await (
                await here.create(seats=2, fill="simple", settings={"scoring": "hand"}, options={"pace": 0})
            ).enter()
            seat.append((ann.code, ann.token, ann.person))
            while ann.number < EVERY + WINDOW + 10:
                await ann.seen(await ann.ask("start"))
                await play_out([ann])
                await ann.seen(await ann.ask("rematch"))

    async def after() -> None:
        async with serving(config) as here:
            ann = await here.with_token(*seat[0]).enter()
            await ann.seen(await ann.ask("start"))
            await play_out([ann])

    run(before)
    store = Store(config.database)
    assert store.snapshot(1, 0) is not None
    store.close()
    run(after)


def test_a_line_written_between_looking_and_reading_is_read(tmp_path: Path, long: Long) -> None:
    """The snapshot and the lines are two reads; whatever comes between is among the lines."""
    lines, kept = long
    stored(sqlite_url(tmp_path), lines[:-1], kept)
    store = Store(sqlite_url(tmp_path))
    data = store.snapshot(1, WINDOW)
    assert data is not None
    store.append([Append(1, lines[-1])])
    table = table_from(1, "AAAAAA", data)
    table.fold(store.read(1, table.number))
    store.close()
    assert table.number == len(lines)


# --- what takes long -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("snapshots", [True, False])
def test_a_long_log_without_a_snapshot_is_folded_where_no_live_table_waits(
    snapshots: bool, long: Long, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another process; and one that has a snapshot, or is short, is not held up by what takes long."""
    lines, kept = long
    stored(sqlite_url(tmp_path), lines, kept if snapshots else {})
    beside: list[AnyReading] = []
    read_beside = Readings.read_beside

    async def noted(readings: Readings, wanted: AnyReading) -> bytes:
        beside.append(wanted)
        return await read_beside(readings, wanted)

    monkeypatch.setattr(Readings, "read_beside", noted)
    monkeypatch.setattr("lastcard.server.running.opening.SHORT", 200)
    found: list[Table] = []

    async def test() -> None:
        node = await open_node(Config(database=sqlite_url(tmp_path)), Store(sqlite_url(tmp_path)))
        try:
            found.append(await node.opening.table(1, "AAAAAA"))
        finally:
            await node.stop()

    run(test)
    assert beside == ([] if snapshots else [State(1, len(lines) - WINDOW)])
    whole = Table(1, "AAAAAA")
    whole.fold(lines)
    assert told(found[0]) == told(whole)


@pytest.mark.parametrize(("back", "used"), [(0, True), (20, True), (200, False), (10_000, False)])
def test_a_late_copy_is_made_from_a_snapshot_if_that_is_old_enough(
    back: int, used: bool, long: Long, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the table as it was then, whichever it was made from, and knows all lines since."""
    lines = [e.Line(line.number, 1000 * line.number, line.entry) for line in long[0]]
    then = Table(1, "AAAAAA")
    then.fold(lines[:200])
    stored(sqlite_url(tmp_path), lines, {200: snapshot_of(then)})
    store, now, delay = Store(sqlite_url(tmp_path)), lines[-1].at, 1000 * back
    live = SimpleNamespace(
        table=SimpleNamespace(id=1, code="AAAAAA", setup=Setup(options=Options(delay=back))),
        clock=SimpleNamespace(now=lambda: now),
    )
    monkeypatch.setattr("lastcard.server.running.spectators.EVERY", 100)
    spectators = Spectators(SimpleNamespace(journal=SimpleNamespace(store=store)))  # type: ignore[arg-type]
    try:
        base = spectators._base(1, "AAAAAA", now - delay)
        assert base.number == (200 if used else 0)
        late = spectators._read(live, base)  # type: ignore[arg-type]
    finally:
        store.close()
    whole = Late(Table(1, "AAAAAA"), lines, delay, now)
    assert late.newest == whole.newest == len(lines)
    assert late.table.number == whole.table.number
    assert read(snapshot_of(late.table)) == read(snapshot_of(whole.table))
    assert late.due() == whole.due()


@pytest.mark.parametrize("back", [0, 20, 200, 10_000])
def test_a_late_copy_of_a_long_log_begins_in_another_process(
    back: int, long: Long, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the same copy; if hardly any line is old enough there is nothing to do there."""
    lines = [e.Line(line.number, 1000 * line.number, line.entry) for line in long[0]]
    stored(sqlite_url(tmp_path), lines, {})
    now, delay = lines[-1].at, 1000 * back
    monkeypatch.setattr("lastcard.server.running.spectators.SHORT", 50)
    found: list[Late] = []

    async def test() -> None:
        node = await open_node(Config(database=sqlite_url(tmp_path)), Store(sqlite_url(tmp_path)))
        live: Any = SimpleNamespace(
            table=SimpleNamespace(id=1, code="AAAAAA", setup=Setup(options=Options(delay=back))),
            clock=SimpleNamespace(now=lambda: now),
        )
        try:
            base = await node.spectators._begun(live)
            assert base.number == max(0, len(lines) - back)
            found.append(node.spectators._read(live, base))
        finally:
            await node.stop()

    run(test)
    whole = Late(Table(1, "AAAAAA"), lines, delay, now)
    assert found[0].newest == whole.newest
    assert found[0].table.number == whole.table.number
    assert read(snapshot_of(found[0].table)) == read(snapshot_of(whole.table))
