"""For whoever runs a server: tables whose log can't be read. All of it works beside a running server."""

from __future__ import annotations

import time

from lastcard.server.errors import StartError
from lastcard.server.log.store import Store


class Admin:
    """A look into the database of a server."""

    def __init__(self, database: str) -> None:
        self._store = Store(database, beside=True)

    def close(self) -> None:
        """Let go of the database."""
        self._store.close()

    def aside(self) -> list[str]:
        """A line for each table that was put aside: its code, since when, and why."""
        return [
            f"{one.code}  {time.strftime('%Y-%m-%d %H:%M:%SZ', time.gmtime(one.at / 1000))}  {one.cause}"
            for one in self._store.quarantined()
        ]

    def lines(self, code: str, after: int) -> list[str]:
        """The log of a table after a number, as it is written."""
        found = self._store.find(code)
        if found is None:
            msg = f"there is no table {code!r:.20}"
            raise StartError(msg)
        return [f"{number}  {at}  {text}" for number, at, text in self._store.written(found.id, after)]

    def release(self, code: str) -> None:
        """Let a table be opened again."""
        if not self._store.release(code):
            msg = f"table {code!r:.20} is not put aside; lastcard admin aside lists those that are"
            raise StartError(msg)
