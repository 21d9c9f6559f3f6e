"""Opening a table: its fold, from a snapshot and the lines after it, or from the whole log."""

from __future__ import annotations

import contextlib
import logging

from lastcard.server.log.journal import Journal
from lastcard.server.logs import log
from lastcard.server.running.reading import SHORT, ReadingError, Readings, State
from lastcard.server.table.fold import WINDOW, Table
from lastcard.server.table.records import fold
from lastcard.server.table.snapshot import table_from


class Opening:
    """Reads tables from their logs, so that no live table waits for it."""

    def __init__(self, journal: Journal, readings: Readings) -> None:
        self._journal, self._store, self._readings = journal, journal.store, readings

    async def table(self, id_: int, code: str) -> Table:
        """A table as its log says."""
        table = await self._journal.call(self.fold, id_, code, SHORT)
        if table is None:
            with contextlib.suppress(ReadingError):  # then it is folded here, where it shows what is wrong
                return await self._from_afar(id_, code)
            table = await self._journal.slowly(self.fold, id_, code)
        assert table is not None
        return table

    async def _from_afar(self, id_: int, code: str) -> Table:
        """A table whose long log has no snapshot that is of use: such a one is made in another process."""
        last = await self._journal.call(self._store.last, id_)
        data = await self._readings.read_beside(State(id_, last - WINDOW))
        table = await self._journal.call(lambda: self._gone_on(table_from(id_, code, data), None))
        assert table is not None
        return table

    def fold(self, id_: int, code: str, most: int | None = None) -> Table | None:
        """A table from its newest snapshot that leaves the last lines, and the lines after it; None if too many."""
        data = self._store.snapshot(id_, WINDOW)
        if data is not None:
            try:
                return self._gone_on(table_from(id_, code, data), most)
            except Exception as failure:  # noqa: BLE001 - the log itself says the same, if only more slowly
                log(logging.INFO, "a snapshot is of no use", table=code, kind=type(failure).__name__)
        return self._gone_on(Table(id_, code), most)

    def _gone_on(self, table: Table, most: int | None) -> Table | None:
        """A table with all lines that came after it; None if they are more than so many."""
        if most is not None and self._store.last(table.id) - table.number > most:
            return None
        fold(table, self._store.read(table.id, table.number))
        return table
