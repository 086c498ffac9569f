"""Lockstep kernels compiled by numba: a block of sessions in lanes, advanced one spin at a time.

Session `lane * WORDS + word` is in row `lane` and column `word` of every array, and uses bit `lane` of random word
`word`. Each row is its own view, so that the inner loops run over contiguous arrays and are vectorized. The
tests' reference in numpy uses the same bits in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.lab.strategies import PAROLI_TOP, StrategyCode

F = TypeVar("F", bound=Callable[..., object])
Lane = NDArray[np.int32]
Words = NDArray[np.uint32]


def compiled(function: F) -> F:
    """Compiles the function to machine code that releases the GIL, cached by numba."""
    return cast("F", numba.njit(cache=True, nogil=True, boundscheck=False)(function))


FLAT = int(StrategyCode.FLAT)
MARTINGALE = int(StrategyCode.MARTINGALE)
DALEMBERT = int(StrategyCode.DALEMBERT)
FIBONACCI = int(StrategyCode.FIBONACCI)
OSCAR = int(StrategyCode.OSCAR)
PAROLI = int(StrategyCode.PAROLI)
TOP = np.int32(PAROLI_TOP)
ONE, NONE = np.int32(1), np.int32(0)
CLEAR, FULL = np.uint32(0), np.uint32(0xFFFFFFFF)


@compiled
def _draw_word(s0: Words, s1: Words, s2: Words, s3: Words, i: int) -> np.uint32:
    """The next word of a generator."""
    a, b, c, d = s0[i], s1[i], s2[i], s3[i]
    total = np.uint32(a + d)
    c ^= a
    d ^= b
    s1[i] = b ^ c
    s0[i] = a ^ d
    s2[i] = c ^ np.uint32(b << np.uint32(9))
    s3[i] = np.uint32((d << np.uint32(11)) | (d >> np.uint32(21)))
    return np.uint32(np.uint32((total << np.uint32(7)) | (total >> np.uint32(25))) + a)


@compiled
def draw(state: Words, digits: NDArray[np.uint8], below: Words, equal: Words) -> None:
    """Sets, bit by bit, whether each lane's uniform number is below each chance."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    words = s0.shape[0]
    chances = digits.shape[0]
    for row in range(chances):
        low, same = below[row], equal[row]
        for i in range(words):
            low[i] = np.uint32(0)
            same[i] = np.uint32(0xFFFFFFFF)
    random, low, same = equal[chances], below[0], equal[0]
    for place in range(digits.shape[1]):
        left = np.uint32(0)
        if chances == 1:  # in one pass
            one = FULL if digits[0, place] else CLEAR
            for i in range(words):
                still = np.uint32(same[i] & ~np.uint32(_draw_word(s0, s1, s2, s3, i) ^ one))
                low[i] |= np.uint32(np.uint32(same[i] ^ still) & one)
                same[i] = still
                left |= still
        else:
            for i in range(words):
                random[i] = _draw_word(s0, s1, s2, s3, i)
            for row in range(chances):
                one = FULL if digits[row, place] else CLEAR
                low, same = below[row], equal[row]
                for i in range(words):
                    still = np.uint32(same[i] & ~np.uint32(random[i] ^ one))
                    low[i] |= np.uint32(np.uint32(same[i] ^ still) & one)
                    same[i] = still
                    left |= still
        if left == 0:
            break


# The systems for one session: the numbers after a round, given its net per unit.


@compiled
def _after_martingale(x: np.int32, net: np.int32, most: np.int32) -> np.int32:
    double = min(np.int32(x + x), most)
    return ONE if net > NONE else double if net < NONE else x


@compiled
def _after_dalembert(x: np.int32, net: np.int32, most: np.int32) -> np.int32:
    more, less = min(np.int32(x + ONE), most), max(np.int32(x - ONE), ONE)
    return less if net > NONE else more if net < NONE else x


@compiled
def _after_paroli(x: np.int32, net: np.int32) -> np.int32:
    double = ONE if x >= TOP else np.int32(x + x)
    return double if net > NONE else ONE if net < NONE else x


@compiled
def _after_fibonacci(x: np.int32, y: np.int32, net: np.int32, most: np.int32) -> tuple[np.int32, np.int32]:
    back, before = np.int32(x - y), np.int32(y + y - x)
    whole = (back >= ONE) & (before >= NONE)
    on = (net < NONE) & (x < most)
    won_x, won_y = back if whole else ONE, before if whole else NONE
    lost_x, lost_y = np.int32(x + y) if on else x, x if on else y
    return won_x if net > NONE else lost_x, won_y if net > NONE else lost_y


# Two outcomes and a cost of one: a round of the whole block in one pass.


@compiled
def bit(lane: int) -> np.uint32:
    return np.uint32(np.uint32(1) << np.uint32(lane))


@compiled
def _fast_flat(bits: Words, up: np.int32, down: np.int32, banks: Lane, goal: np.int32) -> int:
    playing = 0
    for lane in range(banks.shape[0]):
        bank, mask, here = banks[lane], bit(lane), NONE
        for i in range(bank.shape[0]):
            held = bank[i]
            able = min(held, ONE) if held < goal else NONE
            net = down if np.uint32(bits[i] & mask) == CLEAR else up
            bank[i] = np.int32(held + np.int32(able * net))
            here = np.int32(here + able)
        playing += int(here)
    return playing


@compiled
def _fast_martingale(
    bits: Words, up: np.int32, down: np.int32, banks: Lane, goal: np.int32, xs: Lane, most: np.int32
) -> int:
    playing = 0
    for lane in range(banks.shape[0]):
        bank, mask, here = banks[lane], bit(lane), NONE
        x = xs[lane]
        for i in range(bank.shape[0]):
            held = bank[i]
            able = min(held, most) if held < goal else NONE
            net = down if np.uint32(bits[i] & mask) == CLEAR else up
            asked = x[i]
            bank[i] = np.int32(held + np.int32(min(asked, able) * net))
            x[i] = _after_martingale(asked, net, most)
            here = np.int32(here + np.int32(able > NONE))
        playing += int(here)
    return playing


@compiled
def _fast_dalembert(
    bits: Words, up: np.int32, down: np.int32, banks: Lane, goal: np.int32, xs: Lane, most: np.int32
) -> int:
    playing = 0
    for lane in range(banks.shape[0]):
        bank, mask, here = banks[lane], bit(lane), NONE
        x = xs[lane]
        for i in range(bank.shape[0]):
            held = bank[i]
            able = min(held, most) if held < goal else NONE
            net = down if np.uint32(bits[i] & mask) == CLEAR else up
            asked = x[i]
            bank[i] = np.int32(held + np.int32(min(asked, able) * net))
            x[i] = _after_dalembert(asked, net, most)
            here = np.int32(here + np.int32(able > NONE))
        playing += int(here)
    return playing


@compiled
def _fast_paroli(
    bits: Words, up: np.int32, down: np.int32, banks: Lane, goal: np.int32, xs: Lane, most: np.int32
) -> int:
    playing = 0
    for lane in range(banks.shape[0]):
        bank, mask, here = banks[lane], bit(lane), NONE
        x = xs[lane]
        for i in range(bank.shape[0]):
            held = bank[i]
            able = min(held, most) if held < goal else NONE
            net = down if np.uint32(bits[i] & mask) == CLEAR else up
            asked = x[i]
            bank[i] = np.int32(held + np.int32(min(asked, able) * net))
            x[i] = _after_paroli(asked, net)
            here = np.int32(here + np.int32(able > NONE))
        playing += int(here)
    return playing


@compiled
def _fast_fibonacci(
    bits: Words, up: np.int32, down: np.int32, banks: Lane, goal: np.int32, xs: Lane, ys: Lane, most: np.int32
) -> int:
    playing = 0
    for lane in range(banks.shape[0]):
        bank, mask, here = banks[lane], bit(lane), NONE
        x, y = xs[lane], ys[lane]
        for i in range(bank.shape[0]):
            held = bank[i]
            able = min(held, most) if held < goal else NONE
            net = down if np.uint32(bits[i] & mask) == CLEAR else up
            asked = x[i]
            bank[i] = np.int32(held + np.int32(min(asked, able) * net))
            x[i], y[i] = _after_fibonacci(asked, y[i], net, most)
            here = np.int32(here + np.int32(able > NONE))
        playing += int(here)
    return playing


# Any outcomes and any cost: first the row's results and means, then the system.


@compiled
def results(below: Words, mask: np.uint32, nets: Lane, net: Lane) -> None:
    """The net result of one unit for each session of the row: the first outcome whose chance exceeds the draw."""
    bits, first, second = below[0], nets[0], nets[1]
    for i in range(net.shape[0]):
        net[i] = second if np.uint32(bits[i] & mask) == CLEAR else first
    for row in range(1, below.shape[0]):
        bits, value = below[row], nets[row + 1]
        for i in range(net.shape[0]):
            net[i] = value if np.uint32(bits[i] & mask) == CLEAR else net[i]


@compiled
def means(bank: Lane, cost: np.int32, goal: np.int32, most: np.int32, able: Lane) -> np.int32:
    """The most units each session may stake, 0 if it is over; returns how many still play."""
    playing = NONE
    for i in range(bank.shape[0]):
        units = np.int32(bank[i] / cost)  # exact: a quotient of integers below 2^31 does not round across an integer
        units = min(units, most) if bank[i] < goal else NONE
        able[i] = units
        playing = np.int32(playing + np.int32(units > NONE))
    return playing


@compiled
def _any_row(code: int, net: Lane, able: Lane, bank: Lane, x: Lane, y: Lane, most: np.int32) -> None:
    words = bank.shape[0]
    for i in range(words):
        bank[i] = np.int32(bank[i] + np.int32(min(x[i], able[i]) * net[i]))
    if code == MARTINGALE:
        for i in range(words):
            x[i] = _after_martingale(x[i], net[i], most)
    elif code == DALEMBERT:
        for i in range(words):
            x[i] = _after_dalembert(x[i], net[i], most)
    elif code == PAROLI:
        for i in range(words):
            x[i] = _after_paroli(x[i], net[i])
    elif code == FIBONACCI:
        for i in range(words):
            x[i], y[i] = _after_fibonacci(x[i], y[i], net[i], most)


@compiled
def _oscar_row(
    net: Lane, able: Lane, bank: Lane, x: Lane, y: Lane, cost: np.int32, gain: np.int32, most: np.int32
) -> tuple[int, int]:
    """Plays the row; returns the units staked and the sum of their squares."""
    staked, squares = 0, 0
    for i in range(bank.shape[0]):
        units = min(x[i], able[i])
        won = np.int32(units * net[i])
        bank[i] = np.int32(bank[i] + won)
        profit = np.int32(y[i] + won)
        done = profit >= cost
        need = max(np.int32(np.ceil((cost - profit) / gain)), ONE)
        more = min(np.int32(x[i] + ONE), most, need)
        x[i] = ONE if done else more if net[i] > NONE else x[i]
        y[i] = NONE if done else profit
        staked += int(units)
        squares += int(units) * int(units)
    return staked, squares


@compiled
def play(
    code: int,
    state: Words,
    digits: NDArray[np.uint8],
    nets: Lane,
    bounds: Lane,
    bank: Lane,
    x: Lane,
    y: Lane,
    playing: NDArray[np.int64],
    action: NDArray[np.float64],
) -> None:
    """Plays one round per element of `playing`, and stores there how many sessions played it.

    `bounds` holds cost, goal, most and gain. `action` accumulates units staked and their squares, for Oscar's grind.
    """
    words = bank.shape[1]
    below = np.empty((digits.shape[0], words), np.uint32)
    equal = np.empty((digits.shape[0] + 1, words), np.uint32)
    net, able = np.empty(words, np.int32), np.empty(words, np.int32)
    cost, goal, most, gain = bounds[0], bounds[1], bounds[2], bounds[3]
    up, down, bits = nets[0], nets[1], below[0]
    fast = cost == 1 and digits.shape[0] == 1
    for number in range(playing.shape[0]):
        draw(state, digits, below, equal)
        count = 0
        if fast and code == FLAT:
            count = _fast_flat(bits, up, down, bank, goal)
        elif fast and code == MARTINGALE:
            count = _fast_martingale(bits, up, down, bank, goal, x, most)
        elif fast and code == DALEMBERT:
            count = _fast_dalembert(bits, up, down, bank, goal, x, most)
        elif fast and code == PAROLI:
            count = _fast_paroli(bits, up, down, bank, goal, x, most)
        elif fast and code == FIBONACCI:
            count = _fast_fibonacci(bits, up, down, bank, goal, x, y, most)
        else:
            for lane in range(bank.shape[0]):
                results(below, bit(lane), nets, net)
                count += int(means(bank[lane], cost, goal, most, able))
                if code == OSCAR:
                    staked, squares = _oscar_row(net, able, bank[lane], x[lane], y[lane], cost, gain, most)
                    action[0] += staked
                    action[1] += squares
                else:
                    _any_row(code, net, able, bank[lane], x[lane], y[lane], most)
        playing[number] = count
        if count == 0:
            return
