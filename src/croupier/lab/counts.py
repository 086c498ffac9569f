"""Counts of a wheel's results over many spins, drawn without bias: four spins from each 32-bit word.

A word times n^4 gives four base-n digits in its upper part. A word whose remainder is below 2^32 mod n^4 is rejected,
so all sequences of four spins are exactly equally likely (Lemire 2019).
"""

from __future__ import annotations

from concurrent.futures import Executor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from croupier.lab.simulate import in_order, kernels, pool_of
from croupier.lab.streams import WORDS, Words, stream
from croupier.terms.problem import Problem, Problems

Ints = NDArray[np.int64]

COUNT_BLOCK = 2**22
"""Spins per block: a multiple of four times `WORDS`."""
SIZE_MAX = 200
SPINS_MAX = 10**13


def count_block(size: int, spins: int, key: int, block: int) -> Ints:
    """How often each of `size` equally likely compartments comes up in the first `spins` spins of the block."""
    state = stream(key, block, "spins")
    pairs = np.zeros(size * size, dtype=np.int64)
    whole = spins // 4
    compiled_counts().count_pairs(state, size * size, whole, pairs)
    square = pairs.reshape(size, size)
    counts: Ints = square.sum(axis=0) + square.sum(axis=1)
    for digit in _digits(state, size, spins % 4):
        counts[digit] += 1
    return counts


def _digits(state: Words, size: int, count: int) -> list[int]:
    from croupier.lab.streams import draw_below

    return draw_below(state, size, count).tolist() if count else []


def compiled_counts() -> ModuleType:
    from croupier.lab import kernels_counts

    return kernels_counts


def spin_counts(
    size: int,
    spins: int,
    *,
    key: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
) -> Ints:
    """How often each of `size` equally likely compartments comes up; independent of the number of workers.

    >>> int(spin_counts(37, 10_000).sum())
    10000
    """
    if not 2 <= size <= SIZE_MAX or not 1 <= spins <= SPINS_MAX:
        wrong = f"{spins:,} spins of {size} compartments are out of range"
        raise Problems([Problem("spins", wrong, f"Give 1 to {SPINS_MAX:,} spins and 2 to {SIZE_MAX} compartments.")])
    kernels()
    blocks = -(-spins // COUNT_BLOCK)
    total = np.zeros(size, dtype=np.int64)
    with pool_of(executor, workers) as (pool, width):
        calls = (
            pool.submit(count_block, size, min(COUNT_BLOCK, spins - block * COUNT_BLOCK), key, block)
            for block in range(blocks)
        )
        for counts in in_order(calls, 2 * width):
            total += counts
    return total


__all__ = ["COUNT_BLOCK", "WORDS", "count_block", "spin_counts"]
