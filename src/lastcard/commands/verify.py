"""`lastcard verify`: whether the cards of a recorded game came from the secret and the randomness that were agreed on.

`docs/fairness.md` says what this proves and what not.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lastcard.checks.fairness import parse_mix
from lastcard.commands.options import add_known_editions, know_editions, text_file
from lastcard.errors import LastcardError, NotationError

if TYPE_CHECKING:
    from lastcard.record import Proof


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Check the proof in a record, a line for each check: ok or FAILED. The exit code is 0 if all is well, "
        "1 if a check fails, 2 if there is nothing to check.\n"
        "Give the commitment that you were shown before the deal and the randomness that your client sent: "
        "without them the record is only held against itself."
    )
    parser.epilog = (
        "examples:\n  lastcard verify game.txt\n  lastcard verify game.txt --mix 1=c0ffee "
        "--commitment 213f5c3542d3ae0804bf8795c240ac1356da3d4efed95d68b6a3e565b79eb147"
    )
    parser.add_argument("record", type=text_file, metavar="RECORD", help="the file with the record")
    add_known_editions(parser)
    parser.add_argument(
        "--commitment", metavar="HEX", help="the commitment that you noted before the deal, 64 hexadecimal digits"
    )
    parser.add_argument(
        "--mix", action="append", default=[], metavar="SEAT=HEX",
        help="the randomness that your client sent, and your seat; once for each seat",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit code 1 if a check fails."""
    from lastcard.record import read_proof

    know_editions(arguments.edition)

    path, text = arguments.record
    proof = read_proof(text)
    if proof is None:
        msg = (
            f"{path}: the record has no proof of its shuffle, so there is nothing to verify. "
            "Only games on a server have one, not those in the terminal; lastcard replay checks the moves"
        )
        raise NotationError(msg)
    noted = None if arguments.commitment is None else _commitment(arguments.commitment)
    mixes = _mixes(arguments.mix, len(proof.shuffle.mixes))
    failed = 0
    for fine, sentence in _checks(text, proof, noted, mixes):
        print(f"{'ok' if fine else 'FAILED':6}  {sentence}")
        failed += not fine
    for sentence in _notes(proof, noted, mixes):
        print(f"note    {sentence}")
    return 1 if failed else 0


def _commitment(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        msg = f"--commitment {text!r:.80}: it must be 64 hexadecimal digits"
        raise NotationError(msg)
    return text.lower()


def _mixes(words: list[str], players: int) -> dict[int, bytes]:
    mixes: dict[int, bytes] = {}
    for word in words:
        match = re.fullmatch("([0-9])=(.*)", word)
        if not match or int(match[1]) >= players or int(match[1]) in mixes:
            msg = f"--mix {word!r:.80}: write SEAT=HEX with a seat from 0 to {players - 1}, each once"
            raise NotationError(msg)
        mixes[int(match[1])] = parse_mix(match[2])
    return mixes


def _checks(text: str, proof: Proof, noted: str | None, mixes: dict[int, bytes]) -> Iterator[tuple[bool, str]]:
    """Each check in order: whether it holds, and what is or is not so."""
    shuffle = proof.shuffle
    if shuffle.commitment == proof.commitment:
        yield True, "Commitment is that of Secret and Salt"
    else:
        yield False, f"Commitment is not that of Secret and Salt, which give {shuffle.commitment}"
    if noted is not None:
        if noted == proof.commitment:
            yield True, "Commitment is the one you noted"
        else:
            yield False, f"Commitment is not the one you noted: the record has {proof.commitment}"
    for seat, mix in mixes.items():
        if shuffle.mixes[seat] == mix:
            yield True, f"Mixes has {'your' if mix else 'no'} randomness at seat {seat}"
        else:
            yield (
                False,
                (
                    f"Mixes does not have what you sent at seat {seat}: the record has "
                    f"{shuffle.mixes[seat].hex() or 'nothing'} there"
                ),
            )
    if shuffle.key == proof.seed:
        yield True, "Seed is made of Secret and Mixes"
    else:
        yield False, f"Seed is not made of Secret and Mixes, which give {shuffle.key.hex()}"
    yield _replays(text, proof)


def _replays(text: str, proof: Proof) -> tuple[bool, str]:
    from lastcard.record import read_record

    if proof.result is None:
        return False, "Result is missing, so the moves can't be held against it"
    try:
        read_record(text)
    except LastcardError as error:
        return False, f"Result does not follow from Seed and moves: {error}"
    return True, f"Result follows from Seed and moves: {proof.result}"


def _notes(proof: Proof, noted: str | None, mixes: dict[int, bytes]) -> Iterator[str]:
    """What the checks leave open."""
    seats = [str(seat) for seat, mix in enumerate(proof.shuffle.mixes) if mix]
    if seats:
        yield f"randomness came from the server and from seat{'s' * (len(seats) > 1)} {', '.join(seats)}"
    else:
        yield "no player added randomness: the server alone decided on the cards"
    if noted is None:
        yield "without --commitment the record is only held against itself: it could have been made up after the game"
    if seats and not any(mixes.values()):
        yield "without --mix nobody's randomness is known to be a player's own"
