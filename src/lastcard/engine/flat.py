"""Flat records: a class body is the one table of a record's fields.

From it come the places of the fields in memory, reading and writing them without NumPy,
the NumPy type for those who have many records, and the tables in the documentation.
The values of the class attributes are for type checkers; a record itself is only bytes.
"""

from __future__ import annotations

import collections
import functools
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    import numpy as np

I8, U8, I16, U16, I32, U32, I64, U64, F32 = "bBhHiIqQf"
"""Types of numbers by their letters in `struct`: whole ones, signed and unsigned, and one with a fraction."""

_WIDTH = {I8: 1, U8: 1, I16: 2, U16: 2, I32: 4, U32: 4, I64: 8, U64: 8}


class Ints(Protocol):
    """A row or grid of whole numbers inside a record, as functions on it see it."""

    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...


@dataclass(frozen=True)
class Span:
    """How far a number may go. A limit that depends on the game is given by its name."""

    low: int = 0
    high: int = 0
    within: str = ""
    """`seat`: a seat at the table · `seats`: a set of them, as bits · `texts`: a set of words of notices."""


SEAT = Span(0, 0, "seat")
SEAT_OR_NONE = Span(-1, 0, "seat")
SEATS = Span(0, 0, "seats")
TEXTS = Span(0, 0, "texts")
YES_OR_NO = Span(0, 1)


@dataclass(frozen=True)
class Field:
    """One field of a record."""

    name: str
    kind: str
    shape: tuple[int, ...]
    means: str
    span: Span
    usual: int
    word: str
    """Its key in a position; empty if a position has it in other words."""
    offset: int

    @property
    def items(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.items * _WIDTH[self.kind]

    @property
    def room(self) -> slice:
        """Where it lies in the bytes of a record."""
        return slice(self.offset, self.offset + self.size)

    @property
    def end(self) -> int:
        """Where its bytes end."""
        return self.offset + self.size


@dataclass(frozen=True)
class _Spec:
    kind: str
    shape: tuple[int, ...]
    means: str
    span: Span
    usual: int
    word: str


def one(kind: str, means: str, span: Span = Span(), *, usual: int = 0, word: str = "") -> Any:  # noqa: B008 - frozen
    """A field that is one number."""
    return _Spec(kind, (), means, span, usual, word)


def many(kind: str, shape: tuple[int, ...], means: str, span: Span = Span(), *, word: str = "") -> Any:  # noqa: B008
    """A field that is a row or grid of numbers."""
    return _Spec(kind, shape, means, span, 0, word)


class Flat:
    """The base of all records. A subclass lists its fields, which lie in memory in that order, aligned as in C."""

    fields: ClassVar[dict[str, Field]]
    size: ClassVar[int]

    def __init_subclass__(cls) -> None:
        """Give each field its place."""
        cls.fields = {}
        at, widest = 0, 1
        for name, spec in list(vars(cls).items()):
            if isinstance(spec, _Spec):
                width = _WIDTH[spec.kind]
                at = -(-at // width) * width
                field = Field(name, spec.kind, spec.shape, spec.means, spec.span, spec.usual, spec.word, at)
                cls.fields[name] = field
                at, widest = field.end, max(widest, width)
                delattr(cls, name)
        cls.size = -(-at // widest) * widest

    @classmethod
    def blank(cls) -> dict[str, Any]:
        """A record's values in which every number is its usual one, ready to be changed and packed."""
        return {name: _blank(field.shape, field.usual) for name, field in cls.fields.items()}

    @classmethod
    def pack(cls, values: Mapping[str, Any]) -> bytearray:
        """The bytes of a record with these values."""
        raw = bytearray(cls.size)
        for name, field in cls.fields.items():
            _struct(field).pack_into(raw, field.offset, *_flattened(values[name], field.shape))
        return raw

    @classmethod
    def unpack(cls, raw: Any) -> dict[str, Any]:
        """The values of a record from its bytes, rows and grids as lists."""
        return {
            name: _folded(list(_struct(field).unpack_from(raw, field.offset)), field.shape)
            for name, field in cls.fields.items()
        }

    @classmethod
    def layout(cls) -> str:
        """Which field lies where, in 16 letters: bytes of a record mean the same only under the same layout."""
        places = [(field.name, field.kind, field.shape, field.offset) for field in cls.fields.values()]
        return hashlib.sha256(repr(places).encode()).hexdigest()[:16]

    @classmethod
    @functools.cache
    def dtype(cls) -> np.dtype[Any]:
        """The NumPy type of such a record, its fields as attributes."""
        import numpy as np  # noqa: PLC0415 - only for whoever has many records

        fields = cls.fields.values()
        plain = np.dtype(
            {
                "names": [field.name for field in fields],
                "formats": [(np.dtype(field.kind), field.shape) for field in fields],
                "offsets": [field.offset for field in fields],
                "itemsize": cls.size,
            },
            align=True,
        )
        return np.dtype((np.record, plain))


def _blank(shape: tuple[int, ...], usual: int) -> Any:
    return usual if not shape else [_blank(shape[1:], usual) for _ in range(shape[0])]


def _flattened(value: Any, shape: tuple[int, ...]) -> list[int]:
    if not shape:
        return [value]
    if len(shape) == 1:
        return list(value)
    return [number for row in value for number in row]


def _folded(values: list[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    return [values[i : i + shape[1]] for i in range(0, len(values), shape[1])]


@cache
def _struct(field: Field) -> Struct:
    return Struct(f"={field.items}{field.kind}")


def reader(record: type[Flat]) -> Callable[[Any], Any]:
    """A quick way to read all single numbers of a record at once, as a named tuple."""
    singles = [field for field in record.fields.values() if not field.shape]
    at, parts = 0, ["="]
    for field in singles:
        parts.append(f"{field.offset - at}x{field.kind}")
        at = field.end
    names = [field.name for field in singles]
    kind: Any = collections.namedtuple(record.__name__, names)  # type: ignore[misc] # noqa: PYI024 - from the table
    make = kind._make
    unpack = Struct("".join(parts)).unpack_from
    return lambda raw: make(unpack(raw))
