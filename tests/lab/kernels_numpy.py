"""The kernels once more, in numpy: a reference that plays the same sessions, bit for bit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.strategies import StrategyCode, step
from croupier.lab.streams import LANES, Words, advance

Lane = NDArray[np.int32]

_MASKS = (np.uint32(1) << np.arange(LANES, dtype=np.uint32))[:, None]


def draw(state: Words, digits: NDArray[np.uint8]) -> Words:
    """For each chance, the bits of the lanes whose uniform number is below it."""
    chances, words = len(digits), state.shape[1]
    below = np.zeros((chances, words), dtype=np.uint32)
    equal = np.full((chances, words), 0xFFFFFFFF, dtype=np.uint32)
    spare = np.empty((2, words), dtype=np.uint32)
    for place in range(digits.shape[1]):
        random = advance(state, spare)
        for row in range(chances):
            same = equal[row]
            if digits[row, place]:
                below[row] |= same & ~random
                same &= random
            else:
                same &= ~random
        if not equal.any():
            break
    return below


def _results(below: Words, nets: Lane) -> Lane:
    """The net result of one unit for each session of the block."""
    net: Lane = np.where(below[0] & _MASKS, nets[0], nets[1])
    for row in range(1, len(below)):
        net = np.where(below[row] & _MASKS, net, nets[row + 1])
    return net


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
    """See `kernels_numba.play`."""
    cost, goal, most, gain = (int(bound) for bound in bounds)
    system = StrategyCode(code)
    for number in range(len(playing)):
        net = _results(draw(state, digits), nets)
        able = np.where(bank < goal, np.minimum(bank if cost == 1 else bank // np.int32(cost), np.int32(most)), 0)
        able = np.maximum(able, 0)
        count = int(np.count_nonzero(able))
        staked = np.minimum(x, able)
        bank += staked * net
        x[:], y[:] = step(system, x, y, net, staked, most, cost, gain)
        if system is StrategyCode.OSCAR:
            units = staked.astype(np.int64)
            for row in range(len(units)):  # in the other kernel's order, so that the sums agree to the last bit
                action[0] += int(units[row].sum())
                action[1] += int((units[row] * units[row]).sum())
        playing[number] = count
        if count == 0:
            return


def open_lines(bank: Lane, opening: Lane, most: int) -> tuple[NDArray[np.int64], Lane]:
    """Every session's line with all the room it may need, and where the line begins and ends."""
    del most
    lines = np.zeros((bank.size, len(opening) + 1), dtype=np.int64)
    lines[:, :-1] = opening
    ends = np.zeros((2, bank.size), dtype=np.int32)
    ends[1] = len(opening)
    return lines, ends


def play_lines(
    state: Words,
    digits: NDArray[np.uint8],
    nets: Lane,
    bounds: Lane,
    bank: Lane,
    line: NDArray[np.int64],
    ends: Lane,
    filled: int,
    opening: Lane,
    playing: NDArray[np.int64],
    action: NDArray[np.float64],
) -> tuple[NDArray[np.int64], int]:
    """See `kernels_lines.play_lines`. Sessions stay in their places."""
    cost, goal, most = (int(bound) for bound in bounds[:3])
    held = bank.reshape(-1)
    first, last = ends
    everyone = np.arange(len(held))
    line = np.concatenate([line, np.zeros((len(held), len(playing)), dtype=np.int64)], axis=1)
    for number in range(len(playing)):
        net = _results(draw(state, digits), nets).reshape(-1)
        alive = (held >= cost) & (held < goal)
        playing[number] = np.count_nonzero(alive)
        ends_sum = line[everyone, first] + np.where(last - first > 1, line[everyone, last - 1], 0)
        units = np.where(alive, np.minimum(np.minimum(ends_sum, most), held // cost), 0)
        held += (units * net).astype(np.int32)
        action[0] += int(units.sum())
        action[1] += int((units**2).sum())
        won, lost = alive & (net > 0), alive & (net < 0)
        line[everyone[lost], last[lost]] = units[lost]
        first[won] += 1
        last += lost.astype(np.int32) - won.astype(np.int32)
        closed = last <= first
        first[closed], last[closed] = 0, len(opening)
        line[everyone[closed], : len(opening)] = opening
    return line, filled


def gather(
    finals: NDArray[np.int32], bounds: NDArray[np.int64], histogram: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """See `kernels_counts.gather`."""
    cost, goal, start, low, width = (int(bound) for bound in bounds)
    money = finals.astype(np.int64)
    squares = money * money
    sums += [
        np.count_nonzero(money < cost),
        np.count_nonzero(money >= goal),
        np.count_nonzero(money > start),
        money.sum(),
        (squares >> 32).sum(),
        (squares & 0xFFFFFFFF).sum(),
    ]
    places = np.clip((money - low) // width, 0, len(histogram) - 1)
    histogram += np.bincount(places, minlength=len(histogram))


def count_pairs(state: Words, square: int, fours: int, pairs: NDArray[np.int64]) -> None:
    """See `kernels_counts.count_pairs`."""
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
