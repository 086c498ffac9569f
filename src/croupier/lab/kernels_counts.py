"""Counting kernels compiled by numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels_numba import compiled
from croupier.lab.streams import Words


@compiled
def count_pairs(state: Words, square: int, fours: int, pairs: NDArray[np.int64]) -> None:
    """Draws `fours` accepted words, generator by generator, and counts the two pairs of spins in each."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    words = s0.shape[0]
    random = np.empty(words, np.uint32)
    times, low, shift = np.uint64(square), np.uint64(0xFFFFFFFF), np.uint64(32)
    rejected = np.uint64(2**32 % (square * square))
    other = np.zeros_like(pairs)  # a second table avoids stalls when consecutive pairs are equal
    while fours > 0:
        for i in range(words):
            a, b, c, d = s0[i], s1[i], s2[i], s3[i]
            total = np.uint32(a + d)
            random[i] = np.uint32(np.uint32((total << np.uint32(7)) | (total >> np.uint32(25))) + a)
            c ^= a
            d ^= b
            s1[i] = b ^ c
            s0[i] = a ^ d
            s2[i] = c ^ np.uint32(b << np.uint32(9))
            s3[i] = np.uint32((d << np.uint32(11)) | (d >> np.uint32(21)))
        for i in range(words):
            first = np.uint64(random[i]) * times
            second = (first & low) * times
            if (second & low) >= rejected and fours > 0:
                pairs[first >> shift] += 1
                other[second >> shift] += 1
                fours -= 1
    pairs += other


@compiled
def gather(
    finals: NDArray[np.int32], bounds: NDArray[np.int64], histogram: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """Summarizes final bankrolls in one pass; `bounds` holds cost, goal, start, and the low end and width of the bins.

    `sums` receives ruined, at the goal, ahead, the total, and the sum of squares split into multiples of 2^32 and the
    rest.
    """
    cost, goal, start, low, width = bounds[0], bounds[1], bounds[2], bounds[3], bounds[4]
    last = histogram.shape[0] - 1
    inverse = 1.0 / width
    for i in range(finals.shape[0]):
        money = np.int64(finals[i])
        sums[0] += money < cost
        sums[1] += money >= goal
        sums[2] += money > start
        sums[3] += money
        sums[4] += (money * money) >> 32
        sums[5] += (money * money) & 0xFFFFFFFF
        away = max(money - low, 0)
        place = np.int64(away * inverse)
        rest = away - place * width
        histogram[min(last, place + (rest >= width) - (rest < 0))] += 1
