"""Whole numbers as callers hand them over: of Python, of NumPy, or of anything else that counts as one."""

from __future__ import annotations

from operator import index
from typing import Any


def whole(value: Any) -> int | None:
    """A whole number as Python has it; None for anything that is none, such as 1.5, "3" or True."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return int(index(value))
    except TypeError:
        return None


def whole_between(value: Any, low: int, high: int) -> int | None:
    """The same within limits."""
    number = whole(value)
    return number if number is not None and low <= number <= high else None
