"""A moving picture made of still ones: an animated WebP, whose frames a browser has packed.

Only the container is made here (RIFF, VP8X, ANIM, ANMF). Every frame is a whole picture without transparency.
"""

from __future__ import annotations

from collections.abc import Sequence

_ANIMATED = 0x02
"""The flag of a container that moves."""


def moving(frames: Sequence[tuple[bytes, int]], width: int, height: int) -> bytes:
    """A picture of `frames`, each a WebP file and the milliseconds for which it is seen; it begins again for ever."""
    canvas = _three(width - 1) + _three(height - 1)
    body = _chunk(b"VP8X", bytes([_ANIMATED, 0, 0, 0]) + canvas)
    body += _chunk(b"ANIM", bytes(6))
    for still, milliseconds in frames:
        place = _three(0) + _three(0) + canvas + _three(milliseconds) + bytes(1)
        body += _chunk(b"ANMF", place + _packed(still))
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def _packed(still: bytes) -> bytes:
    """The chunk of a WebP file that holds its pixels, without what else may stand beside it."""
    place = 12
    while place < len(still):
        length = int.from_bytes(still[place + 4 : place + 8], "little")
        if still[place : place + 4] == b"VP8 ":
            return _chunk(b"VP8 ", still[place + 8 : place + 8 + length])
        place += 8 + length + length % 2
    msg = f"a frame must be a lossy WebP file without transparency; it begins with {still[:16]!r}"
    raise ValueError(msg)


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
