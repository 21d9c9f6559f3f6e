"""The game's own randomness: Threefry-4x64 with 20 rounds, keyed with 256 bits.

The generator is part of the state, so the same seed and moves give the same game
everywhere. It is a block cipher in counter mode: cards that were seen tell
nothing about the rest, even to someone who knows this code.
"""

from __future__ import annotations

import numpy as np

from lastcard.engine.kernel.marks import Index, inlined
from lastcard.engine.schema import State

_PARITY = np.uint64(0x1BD11BDAA9FC1A22)
_64 = np.uint64(64)
_1 = np.uint64(1)
_ROTATIONS = np.array([[14, 16], [52, 57], [23, 40], [5, 37], [25, 33], [46, 12], [58, 22], [32, 32]], dtype=np.uint64)

FRACTION_BITS = np.uint64(57)
_FRACTION_MASK = np.uint64((1 << 57) - 1)
_SPARE_BITS = np.uint64(7)
_ZERO = np.uint64(0)
PER_WORD = 7
"""Numbers below 113 that one 64-bit word gives; more would be rejected too often."""
_LARGEST_PRODUCT = np.uint64(112**7)
"""What is left of a word is nearly always more than this, and then there is nothing to test."""


@inlined
def _rotate(word: np.uint64, by: np.uint64) -> np.uint64:
    return (word << by) | (word >> (_64 - by))


def threefry(state: State) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Block number `counter` of the stream of the state's key."""
    k0, k1, k2, k3 = state.key[0], state.key[1], state.key[2], state.key[3]
    k4 = _PARITY ^ k0 ^ k1 ^ k2 ^ k3
    x0, x1, x2, x3 = np.uint64(state.counter) + k0, k1, k2, k3
    for group in range(5):
        for i in range(4):
            row = (4 * group + i) & 7
            if i & 1 == 0:
                x0 = x0 + x1
                x1 = _rotate(x1, _ROTATIONS[row, 0]) ^ x0
                x2 = x2 + x3
                x3 = _rotate(x3, _ROTATIONS[row, 1]) ^ x2
            else:
                x0 = x0 + x3
                x3 = _rotate(x3, _ROTATIONS[row, 0]) ^ x0
                x2 = x2 + x1
                x1 = _rotate(x1, _ROTATIONS[row, 1]) ^ x2
        k0, k1, k2, k3, k4 = k1, k2, k3, k4, k0
        x0, x1, x2, x3 = x0 + k0, x1 + k1, x2 + k2, x3 + k3 + np.uint64(group + 1)
    return x0, x1, x2, x3


@inlined
def next_block(state: State) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Four fresh random words."""
    block = threefry(state)
    state.counter = np.uint64(state.counter) + _1  # type: ignore[assignment]
    return block


@inlined
def _accept(fraction: np.uint64, product: np.uint64) -> bool:
    """Whether a word gives exactly uniform numbers for bounds with this product (Lemire's test, for a batch)."""
    low = (fraction * product) & _FRACTION_MASK
    if low >= product:
        return True
    return bool(low >= (_FRACTION_MASK - product + _1) % product)


@inlined
def swap(state: State, pile: Index, one: Index, other: Index) -> None:
    """Two cards in a pile's room change places."""
    card = state.ring[pile, one]
    state.ring[pile, one] = state.ring[pile, other]
    state.ring[pile, other] = card


@inlined
def _scaled(fraction: np.uint64, bound: int) -> tuple[int, np.uint64]:
    """A number below `bound` from a word's fraction, and what is left of it for the next one."""
    scaled = fraction * np.uint64(bound)
    return int(scaled >> FRACTION_BITS), scaled & _FRACTION_MASK


def shuffle(state: State, pile: Index, count: int) -> None:
    """Put the first `count` cards in a pile's room into random order, every order equally likely."""
    bound = count
    while bound > 1:
        w0, w1, w2, w3 = next_block(state)
        for which in range(4):
            word = w0 if which == 0 else w1 if which == 1 else w2 if which == 2 else w3
            if bound > PER_WORD:
                bound -= place_seven(state, pile, bound, word >> _SPARE_BITS)
            elif bound > 1:
                bound -= place_rest(state, pile, bound, word >> _SPARE_BITS)


@inlined
def place_seven(state: State, pile: Index, bound: int, fraction: np.uint64) -> int:
    """Draw the cards for the last seven of `bound` places by one word; 7, or 0 if the word can't be used."""
    a, left = _scaled(fraction, bound)
    b, left = _scaled(left, bound - 1)
    c, left = _scaled(left, bound - 2)
    d, left = _scaled(left, bound - 3)
    e, left = _scaled(left, bound - 4)
    f, left = _scaled(left, bound - 5)
    g, left = _scaled(left, bound - 6)
    if left < _LARGEST_PRODUCT and not _accept(fraction, product_below(bound, PER_WORD)):
        return 0
    swap(state, pile, bound - 1, a)
    swap(state, pile, bound - 2, b)
    swap(state, pile, bound - 3, c)
    swap(state, pile, bound - 4, d)
    swap(state, pile, bound - 5, e)
    swap(state, pile, bound - 6, f)
    swap(state, pile, bound - 7, g)
    return PER_WORD


def product_below(bound: int, batch: int) -> np.uint64:
    """How many ways there are to draw `batch` cards from `bound`."""
    product = _1
    for i in range(batch):
        product = product * np.uint64(bound - i)
    return product


def place_rest(state: State, pile: Index, bound: int, fraction: np.uint64) -> int:
    """The same for the last few cards; how many places were filled."""
    batch = bound - 1
    if not _accept(fraction, product_below(bound, batch)):
        return 0
    for i in range(batch):
        place, fraction = _scaled(fraction, bound - i)
        swap(state, pile, bound - i - 1, place)
    return batch


def below(state: State, bound: int) -> int:
    """One random number from 0 to bound - 1, for bounds up to 112."""
    while True:
        w0, w1, w2, w3 = next_block(state)
        for which in range(4):
            word = w0 if which == 0 else w1 if which == 1 else w2 if which == 2 else w3
            fraction = word >> _SPARE_BITS
            if _accept(fraction, np.uint64(bound)):
                return int((fraction * np.uint64(bound)) >> FRACTION_BITS)
