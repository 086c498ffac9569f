"""Random words keyed by block, and exact chances made from them.

A block of sessions has `WORDS` generators, each a xoshiro128++ seeded by SplitMix64 from the key, the number of the
block and the number of the generator. A block draws the same words on any machine and in any order. These streams are
for the laboratory only; none feeds a live table.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

WORDS = 256
"""Generators per block; each draws bits for 32 sessions at once."""
LANES = 32
BLOCK = WORDS * LANES
"""Sessions per block."""
PRECISION = 64
"""Bits of a chance that are compared before a tie is declared: the bias is below 2^-64."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_STEPS = np.arange(1, 2 * WORDS + 1, dtype=np.uint64) * _GOLDEN
_WORD = 2**64 - 1
_DOMAIN = {"sessions": 1, "spins": 2, "plain": 3}

Words = NDArray[np.uint32]


def _mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    value = (value ^ (value >> np.uint64(30))) * _MIX[0]
    value = (value ^ (value >> np.uint64(27))) * _MIX[1]
    return value ^ (value >> np.uint64(31))


def _mix_one(value: int) -> int:
    """`_mix` for one number."""
    value &= _WORD
    value = (value ^ (value >> 30)) * int(_MIX[0]) & _WORD
    value = (value ^ (value >> 27)) * int(_MIX[1]) & _WORD
    return value ^ (value >> 31)


def stream(key: int, block: int, purpose: str = "sessions") -> Words:
    """The states of a block's generators: four rows, one column per generator.

    >>> stream(1, 0).shape, bool((stream(1, 0) == stream(1, 1)).any())
    ((4, 256), False)
    """
    root = 0
    for part in (key, block, _DOMAIN[purpose]):
        root = _mix_one(root + part + int(_GOLDEN))
    words = _mix(_STEPS + np.uint64(root))
    return np.ascontiguousarray(words.view(np.uint32).reshape(WORDS, 4).T)


def advance(state: Words, spare: Words | None = None) -> Words:
    """Draws one word from every generator, updating the states in place. `spare` avoids allocating two rows."""
    s0, s1, s2, s3 = state
    rows: Words = np.empty_like(state[:2]) if spare is None else spare
    word: Words = rows[0]
    shifted: Words = rows[1]
    np.add(s0, s3, out=word)
    np.right_shift(word, 25, out=shifted)
    np.left_shift(word, 7, out=word)
    np.bitwise_or(word, shifted, out=word)
    np.add(word, s0, out=word)
    np.left_shift(s1, 9, out=shifted)
    np.bitwise_xor(s2, s0, out=s2)
    np.bitwise_xor(s3, s1, out=s3)
    np.bitwise_xor(s1, s2, out=s1)
    np.bitwise_xor(s0, s3, out=s0)
    np.bitwise_xor(s2, shifted, out=s2)
    np.right_shift(s3, 21, out=shifted)
    np.left_shift(s3, 11, out=s3)
    np.bitwise_or(s3, shifted, out=s3)
    return word


def expansion(chances: Sequence[Fraction]) -> NDArray[np.uint8]:
    """The binary digits of each chance, one row per chance.

    >>> expansion([Fraction(5, 8)])[0, :4].tolist()
    [1, 0, 1, 0]
    """
    digits = np.zeros((len(chances), PRECISION), dtype=np.uint8)
    for row, chance in enumerate(chances):
        scaled = (chance.numerator << PRECISION) // chance.denominator
        digits[row] = [(scaled >> (PRECISION - 1 - place)) & 1 for place in range(PRECISION)]
    return digits


def draw_below(state: Words, bound: int, count: int) -> NDArray[np.int64]:
    """Unbiased integers below a bound, in generator order; rejected words are redrawn."""
    threshold = np.uint64(2**32 % bound)
    found: list[NDArray[np.int64]] = []
    have = 0
    while have < count:
        product = advance(state).astype(np.uint64) * np.uint64(bound)
        kept = product[(product & np.uint64(0xFFFFFFFF)) >= threshold] >> np.uint64(32)
        found.append(kept.astype(np.int64))
        have += len(kept)
    return np.concatenate(found)[:count]
