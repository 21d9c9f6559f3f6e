"""Answers that are kept to be given again: the last used ones, within so many bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable


class Kept:
    """What can't change any more and took long to make. Any thread may look."""

    def __init__(self, most: int) -> None:
        """With room for so many bytes; 0: nothing is kept."""
        self._most, self.size = most, 0
        self._found: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> bytes | None:
        """What is kept under a key."""
        with self._lock:
            data = self._found.get(key)
            if data is not None:
                self._found.move_to_end(key)
            return data

    def put(self, key: Hashable, data: bytes) -> None:
        """Keep something, and forget what was not asked for longest if there is no room."""
        with self._lock:
            if key in self._found or len(data) > self._most:
                return
            self._found[key] = data
            self.size += len(data)
            while self.size > self._most:
                self.size -= len(self._found.popitem(last=False)[1])
