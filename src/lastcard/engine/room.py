"""Memory for one record, which entries of the kernel read and write."""

from __future__ import annotations

import ctypes
from typing import Any

from lastcard.engine.flat import Flat


class Room:
    """The bytes of a record of its own."""

    __slots__ = ("memory",)

    def __init__(self, record: type[Flat]) -> None:
        self.memory: Any = (ctypes.c_char * record.size)()
        """What an entry takes."""

    @classmethod
    def holding(cls, raw: bytes | bytearray) -> Room:
        """A room with these bytes in it, copied."""
        self = cls.__new__(cls)
        self.memory = (ctypes.c_char * len(raw)).from_buffer_copy(raw)
        return self

    @property
    def raw(self) -> bytes:
        """A copy of its bytes."""
        raw: bytes = self.memory.raw
        return raw
