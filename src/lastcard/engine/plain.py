"""The kernel's entries as plain Python on NumPy records: slow, and open to a debugger and to coverage.

They are called just like those of the library (`native.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from lastcard.engine.flat import Flat
from lastcard.engine.kernel import differences, entries, many, thinking


def plain_entries() -> dict[str, Callable[..., Any]]:
    """Every entry by its name."""
    functions = [
        f
        for module in (differences, entries, many, thinking)
        for f in vars(module).values()
        if getattr(f, "entry", False)
    ]
    return {function.__name__: _adapted(function) for function in functions}


def _adapted(function: Callable[..., Any]) -> Callable[..., Any]:
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return")
    readers = [_reader(hint) for hint in hints.values()]

    @wraps(function)
    def call(*arguments: Any) -> Any:
        # NumPy would warn of the overflows that randomness is made of.
        with np.errstate(over="ignore"):
            return function(*(read(value) for read, value in zip(readers, arguments, strict=True)))

    return call


def _reader(hint: Any) -> Callable[[Any], Any]:
    """How an argument that the library takes as a pointer or number becomes what the function works on."""
    if isinstance(hint, type) and issubclass(hint, Flat):
        dtype = hint.dtype()
        return lambda buffer: _rows(buffer, dtype)[0]
    if get_origin(hint) is Annotated and get_args(hint)[1] != "index":
        kind = np.dtype(get_args(hint)[1])
        return lambda buffer: _rows(buffer, kind)
    if get_args(hint) and get_origin(hint) is not Annotated:
        dtype = get_args(hint)[0].dtype()
        return lambda buffer: _rows(buffer, dtype)
    return lambda value: value


def _rows(buffer: Any, dtype: Any) -> Any:
    if isinstance(buffer, np.ndarray):
        return buffer.reshape(-1).view(dtype) if buffer.dtype != dtype else buffer.reshape(-1)
    return np.frombuffer(buffer, dtype=dtype)
