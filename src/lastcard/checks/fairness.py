"""A shuffle that nobody has to be trusted with: commitment, everybody's randomness, and the key made of both.

Only bytes and SHA-256. It neither deals nor keeps anything: a server draws the secret,
shows the commitment, collects the mixes and starts `Game(seed=shuffle.key)`.
`docs/fairness.md` has the scheme in words, and what it proves and what not.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from lastcard.errors import LastcardError

SIZE = 32
"""Bytes of a secret and of a salt, and at most of a mix."""
COMMITMENT_PREFIX = b"lastcard commitment 1\n"
SHUFFLE_PREFIX = b"lastcard shuffle 1\n"

_MIX = re.compile(f"(?:[0-9a-fA-F]{{2}}){{0,{SIZE}}}")


class FairnessError(LastcardError):
    """A secret, salt or mix does not have the form that a shuffle needs, or does not fit the game."""

    code = "fairness"


@dataclass(frozen=True)
class Shuffle:
    r"""What the cards of a game come from. Secret and salt are not in its `repr`, so that no log tells them.

    Sizes are checked when commitment or key are asked for.

    >>> shuffle = Shuffle(bytes(32), bytes(32), (bytes.fromhex("c0ffee"), b""))
    >>> shuffle.commitment
    '7babdab1507ac31ae59ae1d60e81391c8a799cfe5f84b27faedce1c7d30d047d'
    >>> shuffle
    Shuffle(mixes=(b'\xc0\xff\xee', b''))
    """

    secret: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    mixes: tuple[bytes, ...]
    """Each seat's own randomness; empty where it gave none."""

    @classmethod
    def fresh(cls, mixes: tuple[bytes, ...] = ()) -> Shuffle:
        """A shuffle with a new secret and a new salt; the mixes usually come later."""
        return cls(*new_secret(), mixes)

    @property
    def commitment(self) -> str:
        """What everybody is shown before the deal, 64 hexadecimal digits."""
        return commitment_of(self.secret, self.salt)

    @property
    def key(self) -> bytes:
        """The seed of the game, 32 bytes."""
        return mix_key(self.secret, self.mixes)


def new_secret() -> tuple[bytes, bytes]:
    """A fresh secret and a fresh salt."""
    return secrets.token_bytes(SIZE), secrets.token_bytes(SIZE)


def commitment_of(secret: bytes, salt: bytes) -> str:
    """The commitment to a secret: it fixes the secret and tells nothing about it."""
    _check_size("secret", secret)
    _check_size("salt", salt)
    return hashlib.sha256(COMMITMENT_PREFIX + salt + secret).hexdigest()


def mix_key(secret: bytes, mixes: Sequence[bytes]) -> bytes:
    """The key of a game: made of the secret and of each seat's mix in order, each after its length."""
    _check_size("secret", secret)
    _check_mixes(mixes)
    return hashlib.sha256(SHUFFLE_PREFIX + secret + b"".join(bytes([len(mix)]) + mix for mix in mixes)).digest()


def parse_mix(text: object) -> bytes:
    """The randomness that a player's client sent, written in hexadecimal digits.

    >>> parse_mix("C0ffee").hex()
    'c0ffee'
    """
    if not isinstance(text, str) or not _MIX.fullmatch(text):
        msg = f"a mix is {text!r:.80}; it must be 0 to {2 * SIZE} hexadecimal digits, an even number of them"
        raise FairnessError(msg)
    return bytes.fromhex(text)


def _check_size(name: str, value: bytes) -> None:
    # The value stays out of the message: it may be a secret.
    if not isinstance(value, bytes):
        msg = f"the {name} is of the type {type(value).__name__}; {SIZE} bytes are needed"
        raise FairnessError(msg)
    if len(value) != SIZE:
        msg = f"the {name} has {len(value)} bytes; it must have {SIZE}"
        raise FairnessError(msg)


def _check_mixes(mixes: Sequence[bytes]) -> None:
    if not isinstance(mixes, tuple | list) or not all(isinstance(mix, bytes) for mix in mixes):
        msg = f"mixes are {mixes!r:.60}; a tuple is needed, of bytes for each seat"
        raise FairnessError(msg)
    for seat, mix in enumerate(mixes):
        if len(mix) > SIZE:
            msg = f"the mix of seat {seat} has {len(mix)} bytes; at most {SIZE} are allowed"
            raise FairnessError(msg)
