"""Names and other texts of people, as they are shown: tidied, and refused if they hide something; and ids of faces."""

from __future__ import annotations

import re
import unicodedata

from lastcard.server.errors import RefusedError

MAX_NAME = 20
_FACE = re.compile(r"[a-z-]{1,16}")
_TOO_LONG = 2000
"""Characters of a text that are not even looked at."""


def clean_name(text: str) -> str:
    """A name as it is shown, or a refusal."""
    name = tidy(text)
    if not 1 <= len(name) <= MAX_NAME or not showable(name) or _pretends(name):
        raise RefusedError("bad-name", f"a name has 1 to {MAX_NAME} characters that can be shown; found {text!r:.60}")
    return name


def checked_face(face: str) -> str:
    """What a face is called, or a refusal. Which faces there are, and how they look, is the business of pages."""
    if face and not _FACE.fullmatch(face):
        raise RefusedError(
            "bad-face", f"a face is called by 1 to 16 letters a to z and hyphens, or by nothing; found {face!r:.40}"
        )
    return face


def tidy(text: str) -> str:
    """A text with its letters whole, single spaces and none around it."""
    return " ".join(unicodedata.normalize("NFC", text).split()) if len(text) <= _TOO_LONG else text


def showable(text: str) -> bool:
    """Whether a text can be seen, and has no characters that do harm.

    Those are control characters, lone surrogates and marks that turn the writing around.
    """
    kinds = [unicodedata.category(letter) for letter in text]
    return (
        any(kind[0] in "LNPS" for kind in kinds) and not _HIDDEN.intersection(kinds) and not _TURNING.intersection(text)
    )


def _pretends(name: str) -> bool:
    """Whether a name has marks that nobody sees, by which it could look like another's.

    They may join letters of some writings, and emoji.
    """
    unseen = {letter for letter in name if unicodedata.category(letter) == "Cf"}
    return bool(unseen) and (
        not unseen <= _JOINERS or "".join(letter for letter in name if letter not in unseen).isascii()
    )


_JOINERS = frozenset("\u200c\u200d")
_HIDDEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
