"""The game's randomness: which words of the generator are used, and for what.

A word is refused so seldom that no game would show it, so words are given here by hand. The module is taken in by
each test for itself, so that a mutant of it (`make mutants`) can take its place.
"""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lastcard.engine.schema import DRAW_PILE, State

BITS = 57
"""Of a word so many bits are used."""


@pytest.fixture(autouse=True)
def overflow() -> Iterator[None]:
    """Numbers run over on purpose."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture
def randomness() -> Any:
    """The kernel's module."""
    return importlib.import_module("lastcard.engine.kernel.randomness")


@pytest.fixture
def state() -> Any:
    """A pile of 112 cards in order."""
    record = np.zeros(1, State.dtype())[0]
    record.ring[DRAW_PILE, :112] = range(112)
    return record


def fractions(product: int) -> list[int]:
    """Those that are just refused or just used, and some others, for numbers with this product of bounds."""
    rng = random.Random(product)
    near = [math.ceil(k * 2**BITS / product) for k in (0, 1, 2, rng.randrange(product), product - 1)]
    found = {max(0, fraction + step) for fraction in near for step in (-1, 0, 1)}
    return sorted(fraction for fraction in found if fraction < 2**BITS) + [rng.randrange(2**BITS) for _ in range(5)]


def is_used(fraction: int, product: int) -> bool:
    """Whether all numbers below the product are equally likely if words such as this one are used."""
    return bool(fraction * product % 2**BITS >= 2**BITS % product)


def order_after(fraction: int, bound: int, batch: int) -> list[int]:
    """112 cards of which the last `batch` of the first `bound` were drawn by a word."""
    cards = list(range(112))
    for last in range(bound - 1, bound - 1 - batch, -1):
        place, fraction = divmod(fraction * (last + 1), 2**BITS)
        cards[last], cards[place] = cards[place], cards[last]
    return cards


@pytest.mark.parametrize("bound", [8, 13, 54, 108, 112])
def test_a_word_places_seven_cards_or_is_refused(randomness: Any, state: Any, bound: int) -> None:
    """Exactly those words are refused that would make some orders likelier than others."""
    product = math.prod(range(bound - 6, bound + 1))
    for fraction in fractions(product):
        state.ring[DRAW_PILE, :112] = range(112)
        placed = randomness.place_seven(state, DRAW_PILE, bound, np.uint64(fraction))
        assert placed == (7 if is_used(fraction, product) else 0)
        if placed:
            assert state.ring[DRAW_PILE, :112].tolist() == order_after(fraction, bound, 7)
        else:
            assert state.ring[DRAW_PILE, :112].tolist() == list(range(112))


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7])
def test_a_word_places_the_last_cards_or_is_refused(randomness: Any, state: Any, bound: int) -> None:
    """The last card is where it is when all others are placed."""
    product = math.factorial(bound)
    for fraction in fractions(product):
        state.ring[DRAW_PILE, :112] = range(112)
        placed = randomness.place_rest(state, DRAW_PILE, bound, np.uint64(fraction))
        assert placed == (bound - 1 if is_used(fraction, product) else 0)
        if placed:
            assert state.ring[DRAW_PILE, :112].tolist() == order_after(fraction, bound, bound - 1)


@pytest.mark.parametrize("place", range(8))
def test_a_number_is_made_of_the_first_word_that_can_be_used(
    randomness: Any, state: Any, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    """A word that is refused is passed over, into the next block if need be."""
    words = [0] * 8
    words[place] = 0xFEDCBA9876543210
    blocks = iter([words[:4], words[4:]])
    monkeypatch.setattr(randomness, "next_block", lambda _state: tuple(map(np.uint64, next(blocks))))
    assert not is_used(0, 108)
    assert randomness.below(state, 108) == (words[place] >> 7) * 108 >> BITS


@pytest.mark.parametrize("place", range(4))
def test_a_shuffle_uses_its_words_in_order(
    randomness: Any, state: Any, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    """Each word places seven cards, the last one the rest; one that is refused is passed over."""
    words = [0] * 4
    words[place] = 0xFEDCBA9876543210
    monkeypatch.setattr(randomness, "next_block", lambda _state: tuple(map(np.uint64, words)))
    randomness.shuffle(state, DRAW_PILE, 7)
    assert state.ring[DRAW_PILE, :112].tolist() == order_after(words[place] >> 7, 7, 6)
