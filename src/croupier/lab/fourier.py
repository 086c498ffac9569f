"""The law of many rounds by discrete Fourier transform, with a proved bound on every error.

docs/adr/0016 derives the bound. The roots of unity, the characteristic function, its power and the inverse transform
each add an error that is bounded by the unit roundoff and known quantities; Bernstein's inequality bounds what the
window omits. Probabilities are never reported below zero.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ROUNDOFF = 2.0**-53
LENGTH_MAX = 2**22
"""Longest transform: about 200 MB and a second."""
ROUNDS_MAX = 2**42
"""Up to this many rounds, the bound's own rounding error stays within its five percent margin."""
LEFT_OUT = 1e-22
"""Probability that each side of a window may omit."""

_ROOTS = 12 * ROUNDOFF
"""Error of a computed root of unity: 2π roundoffs of angle, four each of cosine and sine."""
_BUTTERFLY = 8 * ROUNDOFF
"""Higham's η for twiddle factors within two roundoffs, per factor of two of the length."""


class Window(Struct, frozen=True):
    """Probabilities of the lattice results `low`, `low` + 1, ..., with error bounds."""

    low: int
    chances: Floats
    bound: float
    """Bounds the error of every probability."""
    bound_sum: float
    """Bounds the error of every sum of adjacent probabilities, including what the window omits."""


def window_of(indices: Sequence[int], chances: Sequence[float], rounds: int) -> tuple[int, int, float]:
    """The first and last lattice result to compute, and the probability omitted, by Bernstein's inequality."""
    mean = math.fsum(k * p for k, p in zip(indices, chances, strict=True))
    variance = math.fsum((k - mean) ** 2 * p for k, p in zip(indices, chances, strict=True))
    reach, log = max(indices[-1] - mean, mean) / 3, -math.log(LEFT_OUT)
    away = reach * log + math.sqrt((reach * log) ** 2 + 2 * rounds * variance * log)
    slack = 2 + 8 * ROUNDOFF * rounds * indices[-1]
    low = max(0, math.floor(rounds * mean - away - slack))
    high = min(rounds * indices[-1], math.ceil(rounds * mean + away + slack))
    left_out = LEFT_OUT * ((low > 0) + (high < rounds * indices[-1]))
    return low, high, left_out


def fits(indices: Sequence[int], chances: Sequence[float], rounds: int) -> bool:
    """Whether the window fits the longest transform."""
    low, high, _ = window_of(indices, chances, rounds)
    return high - low < LENGTH_MAX and rounds <= ROUNDS_MAX


def fourier_power(indices: Sequence[int], chances: Sequence[float], rounds: int) -> Window:
    """The law of the sum of `rounds` rounds; indices ascend from 0, chances are rounded fractions."""
    low, high, left_out = window_of(indices, chances, rounds)
    length = 1 << (high - low).bit_length()
    turns = np.arange(length, dtype=np.int64)
    angles = np.where(turns < length // 2, turns, turns - length) * (-2 * math.pi / length)
    roots = np.cos(angles) + 1j * np.sin(angles)
    transform = np.full(length, complex(chances[0]))
    for index, chance in zip(indices[1:], chances[1:], strict=True):
        transform += chance * roots[(turns * (index % length)) % length]
    transform[0] = 1.0
    near = (len(indices) + 4) * ROUNDOFF + _ROOTS
    magnitude = np.abs(transform) + near
    spread = rounds * np.exp((rounds - 1) * np.log(magnitude)) * (near + 2.5 * ROUNDOFF) * 1.05
    spread[0] = 0.0  # the chances sum to one exactly
    powered = _power(transform, rounds)
    inverse = np.fft.ifft(powered).real
    norm = math.sqrt(float(np.mean(np.abs(powered) ** 2)))
    doublings = length.bit_length() - 1
    rounding = 1.05 * _BUTTERFLY * doublings * norm
    bound = float(np.mean(spread)) + rounding + left_out
    # a sum of adjacent results amplifies an error at frequency j at most 1 / sin(pi j / length) times
    reach = 1 / np.maximum(np.abs(np.sin(angles / 2)), 1 / length)
    bound_sum = float(np.mean(spread * reach)) * 1.05 + math.sqrt(length) * rounding + 2 * left_out
    bound_sum += length * ROUNDOFF
    kept = np.maximum(np.roll(inverse, -(low % length))[: high - low + 1], 0.0)
    return Window(low, kept, bound, bound_sum)


def _power(base: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """Repeated squaring: `exponent` - 1 relative errors of a complex product, whatever the bracketing."""
    result = np.ones_like(base)
    while exponent:
        if exponent & 1:
            result = result * base
        exponent >>= 1
        if exponent:
            base = base * base
    return result


def tilted_tail(
    indices: Sequence[int], chances: Sequence[float], rounds: int, edge: int, *, lower: bool
) -> tuple[float, float]:
    """The probability of a sum at most (lower) or at least (upper) `edge`, with its bound, however small.

    The law is tilted so that `edge` becomes its mean, where the transform is most accurate, and then tilted back.
    """
    if not lower:  # mirror the sum
        top = indices[-1]
        turned = [(top - k, p) for k, p in zip(indices, chances, strict=True)][::-1]
        return tilted_tail([k for k, _ in turned], [p for _, p in turned], rounds, top * rounds - edge, lower=True)
    if edge < 0:
        return 0.0, 0.0
    if edge == 0:
        value = chances[0] ** rounds
        return value, 4 * rounds * ROUNDOFF * value
    slope = _slope(indices, chances, edge / rounds)
    logs = [math.log(p) + slope * k for k, p in zip(indices, chances, strict=True)]
    peak = max(logs)
    cumulant = peak + math.log(math.fsum(math.exp(log - peak) for log in logs))
    window = fourier_power(indices, [math.exp(log - cumulant) for log in logs], rounds)
    count = edge - window.low + 1
    backwards = window.chances[:count][::-1]
    weights = np.exp(slope * np.arange(len(backwards)))
    exponent = rounds * cumulant - slope * edge
    scale = math.exp(exponent)
    value = scale * float(np.dot(weights, backwards))
    # each tilted chance is off by a few roundoffs, the exponent by a few times its size
    relative = 8 * rounds * (2 + abs(slope) * indices[-1] + abs(peak)) + 4 * abs(exponent) + len(backwards) + 8
    bound = scale * (window.bound * float(weights.sum()) + LEFT_OUT) + relative * ROUNDOFF * value
    return value, max(bound, sys.float_info.min)  # the scale may underflow


def _slope(indices: Sequence[int], chances: Sequence[float], mean: float) -> float:
    """The exponent that tilts the law to this mean, by bisection; at most 0, for lower tails."""

    def tilted(slope: float) -> float:
        top = max(slope * k for k in indices)
        weights = [p * math.exp(slope * k - top) for k, p in zip(indices, chances, strict=True)]
        return math.fsum(k * w for k, w in zip(indices, weights, strict=True)) / math.fsum(weights)

    low, high = -1.0, 0.0
    while tilted(low) > mean and low > -700:
        low *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if tilted(middle) < mean else (low, middle)
    return (low + high) / 2
