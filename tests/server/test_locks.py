"""Locks by name, as tables are opened and records are read under."""

from __future__ import annotations

import asyncio

import pytest

from lastcard.server.locks import Locks


def test_nobody_comes_in_beside_those_who_waited_for_one_that_failed() -> None:
    """Neither who waited already nor who came just after it; and nothing is kept afterwards."""
    inside: list[str] = []
    order: list[str] = []

    async def enter(locks: Locks, name: str, *, fails: bool = False) -> None:
        async with locks.of("K7QM2X"):
            assert not inside, f"{name} comes in beside {inside}"
            inside.append(name)
            order.append(name)
            await asyncio.sleep(0)
            inside.remove(name)
            if fails:
                raise ConnectionError

    async def test() -> None:
        locks = Locks()
        first = asyncio.create_task(enter(locks, "first", fails=True))
        waiting = asyncio.create_task(enter(locks, "second"))
        with pytest.raises(ConnectionError):
            await first
        await asyncio.gather(waiting, *(enter(locks, name) for name in ("third", "fourth")))
        assert order == ["first", "second", "third", "fourth"]
        assert not locks._locks

    asyncio.run(test())


def test_different_names_do_not_wait_for_each_other() -> None:
    """Who holds one does not keep others from another."""

    async def test() -> None:
        locks = Locks()
        async with locks.of("one"), locks.of("another"):
            assert len(locks._locks) == 2

    asyncio.run(test())
