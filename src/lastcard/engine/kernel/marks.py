"""How kernel functions say what they are: marks for the build step, and types for their arguments.

Every function of the kernel is compiled once, for the types in its annotations; `engine/build.py`
reads them. As plain Python these marks do nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Protocol, TypeVar

from lastcard.engine.flat import F32, I32, I64, U8, Ints

F = TypeVar("F", bound=Callable[..., Any])
T_co = TypeVar("T_co", covariant=True)

Index = Annotated[int, "index"]
"""A seat, card, face or place that exists: unsigned when compiled. Count with plain `int`."""

Bytes = Annotated[Ints, U8]
Int32s = Annotated[Ints, I32]
Int64s = Annotated[Ints, I64]
Floats = Annotated[Ints, F32]
"""Rows of numbers that the caller owns, as long as the function's other arguments say."""


class Rows(Protocol[T_co]):
    """A row of records that the caller owns."""

    def __getitem__(self, place: int, /) -> T_co: ...


def inlined(function: F) -> F:
    """A few lines on the hot path that must not cost a call."""
    function.__dict__["inlined"] = True
    return function


def entry(function: F) -> F:
    """A function that Python calls."""
    function.__dict__["entry"] = True
    return function
