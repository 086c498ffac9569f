"""Counts of a wheel's results over many spins, drawn without bias: four spins from each 32-bit word.

A word times n^4 gives four base-n digits in its upper part. A word whose remainder is below 2^32 mod n^4 is rejected,
so all sequences of four spins are exactly equally likely (Lemire 2019).
"""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from croupier.lab.simulate import in_order, kernel_of, pool_of
from croupier.lab.streams import WORDS, Words, advance, stream
from croupier.terms.problem import Problem, Problems

Ints = NDArray[np.int64]

COUNT_BLOCK = 2**22
"""Spins per block: a multiple of four times `WORDS`."""
SIZE_MAX = 200
SPINS_MAX = 10**13


def count_block(size: int, spins: int, key: int, block: int, kernel: str) -> Ints:
    """How often each of `size` equally likely compartments comes up in the first `spins` spins of the block."""
    state = stream(key, block, "spins")
    pairs = np.zeros(size * size, dtype=np.int64)
    whole = spins // 4
    if kernel == "numba":
        from croupier.lab.kernels_counts import count_pairs

        count_pairs(state, size * size, whole, pairs)
    else:
        _count_pairs(state, size * size, whole, pairs)
    square = pairs.reshape(size, size)
    counts: Ints = square.sum(axis=0) + square.sum(axis=1)
    for digit in _digits(state, size, spins % 4):
        counts[digit] += 1
    return counts


def _digits(state: Words, size: int, count: int) -> list[int]:
    from croupier.lab.streams import draw_below

    return draw_below(state, size, count).tolist() if count else []


def _count_pairs(state: Words, square: int, fours: int, pairs: Ints) -> None:
    """Draws `fours` accepted words and counts the two pairs of spins in each."""
    rejected = np.uint64(2**32 % (square * square))
    low = np.uint64(0xFFFFFFFF)
    shift, times = np.uint64(32), np.uint64(square)
    while fours > 0:
        first = advance(state).astype(np.uint64) * times
        second = (first & low) * times
        kept = (second & low) >= rejected
        first, second = first[kept][:fours], second[kept][:fours]
        pairs += np.bincount((first >> shift).astype(np.int64), minlength=square)
        pairs += np.bincount((second >> shift).astype(np.int64), minlength=square)
        fours -= len(first)


def spin_counts(
    size: int,
    spins: int,
    *,
    key: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    kernel: str = "auto",
) -> Ints:
    """How often each of `size` equally likely compartments comes up; independent of the number of workers.

    >>> int(spin_counts(37, 10_000, kernel="numpy").sum())
    10000
    """
    if not 2 <= size <= SIZE_MAX or not 1 <= spins <= SPINS_MAX:
        wrong = f"{spins:,} spins of {size} compartments are out of range"
        raise Problems([Problem("spins", wrong, f"Give 1 to {SPINS_MAX:,} spins and 2 to {SIZE_MAX} compartments.")])
    chosen = kernel_of(kernel).name
    blocks = -(-spins // COUNT_BLOCK)
    total = np.zeros(size, dtype=np.int64)
    with pool_of(executor, workers) as (pool, width):
        calls = (
            pool.submit(count_block, size, min(COUNT_BLOCK, spins - block * COUNT_BLOCK), key, block, chosen)
            for block in range(blocks)
        )
        for counts in in_order(calls, 2 * width):
            total += counts
    return total


__all__ = ["COUNT_BLOCK", "WORDS", "count_block", "spin_counts"]
