"""Labouchere in lockstep, compiled by numba: sessions that each keep a line of numbers.

The results of up to 32 rounds are drawn for the whole block and transposed, so that each session has its own in one
word per chance. Sessions in play fill slots without gaps, `WIDTH` slots to a group. The numbers at one position of all
lines of a group are adjacent, which keeps the lines of a group in the first-level cache. A round of a group takes three
passes: read both ends of every line, play, and write the stake after the end of every line, where it counts only
after a loss. The reads and writes are scalar, everything else is vectorized.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels_numba import CLEAR, NONE, ONE, Lane, Words, bit, compiled, draw, means, results

CHUNK = 32
"""Rounds drawn ahead: one bit each in a session's word."""
WIDTH = 512
"""Sessions that play together."""
ROOM = 128
"""Numbers that a line has room for at first."""
SHORT_MAX = 2**16 - 1
"""The highest stake in units with lines of 16 bits."""
FIRST, LAST, SESSION, HELD = range(4)
"""Rows of `slots`: where a slot's line begins and ends in its group, its session, and that session's bankroll."""
_STEP = np.int32(WIDTH)
_HALF = np.uint32(0x0000FFFF)

Lines = NDArray[np.uint16] | NDArray[np.int32]


def open_lines(bank: Lane, opening: Lane, most: int) -> tuple[Lines, Lane]:
    """The lines and slots of a block in which every session that has a bankroll is about to play.

    A number above `most` asks for `most` like any other, so it is stored as `most`.
    """
    held = bank.reshape(-1)
    sessions = np.flatnonzero(held)
    columns = np.arange(len(sessions)) % WIDTH
    slots = np.empty((4, len(sessions)), dtype=np.int32)
    slots[FIRST], slots[LAST] = columns, (len(opening) - 1) * WIDTH + columns
    slots[SESSION], slots[HELD] = sessions, held[sessions]
    groups = -(-len(sessions) // WIDTH)
    shape = groups, ROOM, WIDTH
    lines: Lines = np.empty(shape, dtype=np.uint16) if most <= SHORT_MAX else np.empty(shape, dtype=np.int32)
    lines[:, : len(opening)] = np.minimum(opening, most)[:, None]
    return lines, slots


@compiled
def _transpose(below: Words, row: int, own: Words) -> None:
    """Turns a word per round with a bit per lane into a word per lane with a bit per round."""
    words = own.shape[1]
    for lane in range(CHUNK):
        source, target = below[lane, row], own[lane]
        for i in range(words):
            target[i] = source[i]
    half, mask = 16, _HALF
    while half:
        shift, lane = np.uint32(half), 0
        while lane < CHUNK:
            low, high = own[lane], own[lane + half]
            for i in range(words):
                swapped = np.uint32(np.uint32(np.uint32(low[i] >> shift) ^ high[i]) & mask)
                high[i] ^= swapped
                low[i] ^= np.uint32(swapped << shift)
            lane = (lane + half + 1) & ~half
        half >>= 1
        mask = np.uint32(mask ^ np.uint32(mask << np.uint32(half)))


@compiled
def _ask(line: Lines, first: Lane, last: Lane, asked: Lane) -> None:
    for i in range(asked.shape[0]):  # unsigned, because numba lets a negative index count from the end
        asked[i] = np.int32(np.int32(line[np.uint32(first[i])]) + np.int32(line[np.uint32(last[i])]))


@compiled
def _write(line: Lines, behind: Lane, units: Lane) -> None:
    for i in range(units.shape[0]):
        line[np.uint32(behind[i])] = units[i]


@compiled
def _reopen(numbers: Lines, value: np.int32, closed: NDArray[np.bool_]) -> None:
    for i in range(closed.shape[0]):
        numbers[i] = value if closed[i] else numbers[i]


@compiled
def _units(asked: np.int32, able: np.int32, first: np.int32, last: np.int32) -> np.int32:
    """The stake: a line of one number was read at both ends, and asks for that number once."""
    return min(np.int32(asked >> ONE) if first == last else asked, able)


@compiled
def _after(first: np.int32, last: np.int32, net: np.int32) -> tuple[np.int32, np.int32]:
    """The ends of a line after a round: a win strikes out both ends, a loss adds the stake behind the last."""
    longer, shorter = np.int32(last + _STEP), np.int32(last - _STEP)
    struck = np.int32(first + _STEP)
    return struck if net > NONE else first, shorter if net > NONE else longer if net < NONE else last


@compiled
def _fast_round(
    word: Words,
    mask: np.uint32,
    up: np.int32,
    down: np.int32,
    goal: np.int32,
    most: np.int32,
    bank: Lane,
    first: Lane,
    last: Lane,
    asked: Lane,
    behind: Lane,
    closed: NDArray[np.bool_],
    end: np.int32,
) -> tuple[int, int, int]:
    """Two outcomes, a cost of one and lines of 16 bits.

    Returns how many play, the units staked and the sum of their squares.
    """
    playing, staked, squares = NONE, NONE, np.uint64(0)
    for i in range(bank.shape[0]):
        held, begin, tail = bank[i], first[i], last[i]
        able = min(held, most) if held < goal else NONE
        units = _units(asked[i], able, begin, tail)
        lost = np.uint32(word[i] & mask) == CLEAR
        net = down if lost else up
        bank[i] = np.int32(held + np.int32(units * net))
        playing = np.int32(playing + np.int32(able > NONE))
        staked = np.int32(staked + units)
        squares += np.uint64(np.uint32(units)) * np.uint64(np.uint32(units))
        asked[i], behind[i] = units, np.int32(tail + _STEP)
        begin = begin if lost else np.int32(begin + _STEP)
        tail = np.int32(tail + _STEP) if lost else np.int32(tail - _STEP)
        over = begin > tail
        closed[i] = over
        first[i] = np.int32(i) if over else begin
        last[i] = np.int32(end + i) if over else tail
    return int(playing), int(staked), int(squares)


@compiled
def _any_round(
    net: Lane,
    able: Lane,
    bank: Lane,
    first: Lane,
    last: Lane,
    asked: Lane,
    behind: Lane,
    closed: NDArray[np.bool_],
    end: np.int32,
) -> tuple[int, int]:
    """Any outcomes and any cost. Returns the units staked and the sum of their squares."""
    staked, squares = 0, 0
    for i in range(bank.shape[0]):
        begin, tail = first[i], last[i]
        units = _units(asked[i], able[i], begin, tail)
        bank[i] = np.int32(bank[i] + np.int32(units * net[i]))
        staked += int(units)
        squares += int(units) * int(units)
        asked[i], behind[i] = units, np.int32(tail + _STEP)
        begin, tail = _after(begin, tail, net[i])
        over = begin > tail
        closed[i] = over
        first[i] = np.int32(i) if over else begin
        last[i] = np.int32(end + i) if over else tail
    return staked, squares


@compiled
def _play_group(
    lines: Lines,
    opening: Lane,
    words: Words,
    nets: Lane,
    bounds: Lane,
    bank: Lane,
    first: Lane,
    last: Lane,
    asked: Lane,
    behind: Lane,
    net: Lane,
    able: Lane,
    closed: NDArray[np.bool_],
    playing: NDArray[np.int64],
    action: NDArray[np.float64],
) -> None:
    """Plays one round per element of `playing` with the sessions of one group."""
    cost, goal, most = bounds[0], bounds[1], bounds[2]
    flat, end = lines.reshape(-1), np.int32((opening.shape[0] - 1) * WIDTH)
    fast = cost == 1 and words.shape[0] == 1 and most <= SHORT_MAX
    for number in range(playing.shape[0]):
        _ask(flat, first, last, asked)
        if fast:
            count, staked, squares = _fast_round(
                words[0],
                bit(number),
                nets[0],
                nets[1],
                goal,
                most,
                bank,
                first,
                last,
                asked,
                behind,
                closed,
                end,
            )
        else:
            results(words, bit(number), nets, net)
            count = int(means(bank, cost, goal, most, able))
            staked, squares = _any_round(net, able, bank, first, last, asked, behind, closed, end)
        _write(flat, behind, asked)
        for place in range(opening.shape[0]):
            _reopen(lines[place], opening[place], closed)
        playing[number] += count
        action[0] += staked
        action[1] += squares


@compiled
def _make_room(lines: Lines, slots: Lane, filled: int, rounds: int) -> Lines:
    """Moves lines to the front where they might outgrow their room; returns the lines, in more room if need be."""
    room, longest = lines.shape[1], 0
    limit = np.int32((room - rounds - 1) * WIDTH)
    for slot in range(filled):
        if slots[LAST, slot] >= limit:
            line, column = lines[slot // WIDTH], slot % WIDTH
            first, last = slots[FIRST, slot] // WIDTH, slots[LAST, slot] // WIDTH
            for place in range(first, last + 1):
                line[place - first, column] = line[place, column]
            slots[FIRST, slot] = column
            slots[LAST, slot] = (last - first) * WIDTH + column
            longest = max(longest, last - first)
    if longest + rounds + 1 < room:
        return lines
    more = np.empty((lines.shape[0], 2 * room, WIDTH), lines.dtype)
    more[:, :room] = lines
    return more


@compiled
def _fill_gaps(lines: Lines, slots: Lane, filled: int, cost: np.int32, goal: np.int32) -> int:
    """Moves sessions from the last slots to those of finished sessions; returns how many slots are filled."""
    held = slots[HELD]
    gap, end = 0, filled
    while True:
        while gap < end and cost <= held[gap] < goal:
            gap += 1
        while gap < end and not cost <= held[end - 1] < goal:
            end -= 1
        if gap >= end:
            return end
        end -= 1
        source, target = lines[end // WIDTH], lines[gap // WIDTH]
        column, to = end % WIDTH, gap % WIDTH
        first, last = slots[FIRST, end] // WIDTH, slots[LAST, end] // WIDTH
        for place in range(first, last + 1):
            target[place - first, to] = source[place, column]
        slots[FIRST, gap] = to
        slots[LAST, gap] = (last - first) * WIDTH + to
        slots[SESSION, gap], held[gap] = slots[SESSION, end], held[end]


@compiled
def play_lines(
    state: Words,
    digits: NDArray[np.uint8],
    nets: Lane,
    bounds: Lane,
    bank: Lane,
    lines: Lines,
    slots: Lane,
    filled: int,
    opening: Lane,
    playing: NDArray[np.int64],
    action: NDArray[np.float64],
) -> tuple[Lines, int]:
    """Plays one round per element of `playing`, stores there how many sessions played it, and the bankrolls in `bank`.

    `bounds` holds cost, goal and most, as in `kernels_numba.play`. `action` accumulates units staked and their squares.
    Returns the lines and how many slots hold a session that still plays, for the next call.
    """
    rows, columns = digits.shape[0], state.shape[1]
    cost, goal = bounds[0], bounds[1]
    banks = bank.reshape(-1)
    below, equal = np.zeros((CHUNK, rows, columns), np.uint32), np.empty((rows + 1, columns), np.uint32)
    own, words = np.empty((rows, CHUNK, columns), np.uint32), np.empty((rows, WIDTH), np.uint32)
    asked, behind, closed = np.empty(WIDTH, np.int32), np.empty(WIDTH, np.int32), np.empty(WIDTH, np.bool_)
    net, able = np.empty(WIDTH, np.int32), np.empty(WIDTH, np.int32)
    rounds = playing.shape[0]
    for begin in range(0, rounds, CHUNK):
        if filled == 0:
            break
        size = min(CHUNK, rounds - begin)
        lines = _make_room(lines, slots, filled, size)
        for number in range(size):
            draw(state, digits, below[number], equal)
        for row in range(rows):
            _transpose(below, row, own[row])
        for start in range(0, filled, WIDTH):
            end = min(start + WIDTH, filled)
            count = end - start
            session, held = slots[SESSION, start:end], slots[HELD, start:end]
            for row in range(rows):
                mine, everyone = words[row], own[row].reshape(-1)
                for i in range(count):
                    mine[i] = everyone[session[i]]
            _play_group(
                lines[start // WIDTH],
                opening,
                words,
                nets,
                bounds,
                held,
                slots[FIRST, start:end],
                slots[LAST, start:end],
                asked[:count],
                behind[:count],
                net[:count],
                able[:count],
                closed[:count],
                playing[begin : begin + size],
                action,
            )
            for i in range(count):
                banks[session[i]] = held[i]
        filled = _fill_gaps(lines, slots, filled, cost, goal)
    return lines, filled
