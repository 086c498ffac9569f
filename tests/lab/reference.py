"""Reference implementations of the systems, written as a player would explain them, to check the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from croupier.lab.sessions import SessionPlan
from croupier.lab.strategies import System
from croupier.lab.streams import WORDS, advance, stream

FIBONACCI = [1, 1]
while FIBONACCI[-1] < 10**9:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])

Memory = tuple[int, ...]


def first_memory(session: SessionPlan) -> Memory:
    return session.line if session.system is System.LABOUCHERE else (0, 0)


def asks(session: SessionPlan, memory: Memory) -> int:
    """The units that a system asks for."""
    match session.system:
        case System.MARTINGALE:
            return min(1 << memory[0], session.most)
        case System.DALEMBERT:
            return 1 + memory[0]
        case System.FIBONACCI:
            return FIBONACCI[memory[0]]
        case System.PAROLI:
            return 1 << memory[0]
        case System.OSCARS_GRIND:
            return 1 + memory[0]
        case System.LABOUCHERE:
            return memory[0] + memory[-1] if len(memory) > 1 else memory[0]
        case _:
            return 1


def after(session: SessionPlan, memory: Memory, staked: int, net: int) -> Memory:
    """A system's state after a round with result `net` per unit."""
    if net == 0:
        return memory
    won = net > 0
    match session.system:
        case System.MARTINGALE:
            return (0, 0) if won else (min(memory[0] + 1, session.most.bit_length()), 0)
        case System.DALEMBERT:
            return (max(0, memory[0] - 1), 0) if won else (min(memory[0] + 1, session.most - 1), 0)
        case System.FIBONACCI:
            if won:
                return max(0, memory[0] - 2), 0
            return (memory[0], 0) if FIBONACCI[memory[0]] >= session.most else (memory[0] + 1, 0)
        case System.PAROLI:
            return ((memory[0] + 1) % 3, 0) if won else (0, 0)
        case System.OSCARS_GRIND:
            profit = memory[1] + net * staked
            if profit >= session.cost:
                return 0, 0
            if not won:
                return memory[0], profit
            need = -((profit - session.cost) // session.nets[0])
            return max(1, min(memory[0] + 2, session.most, need)) - 1, profit
        case System.LABOUCHERE:
            return (memory[1:-1] or session.line) if won else (*memory, staked)
        case _:
            return memory


def play(session: SessionPlan, nets: Sequence[int]) -> tuple[int, int, int]:
    """Bankroll, rounds played and units staked of one session with these results."""
    bank, memory, rounds, action = session.bankroll, first_memory(session), 0, 0
    for net in nets:
        if not session.cost <= bank < session.goal:
            break
        staked = min(asks(session, memory), session.most, bank // session.cost)
        bank += staked * net
        memory = after(session, memory, staked, net)
        rounds += 1
        action += staked
    return bank, rounds, action


def law(session: SessionPlan) -> tuple[dict[int, Fraction], Fraction]:
    """The probability of every final bankroll, and the expected rounds, as fractions."""
    here: dict[tuple[int, Memory], Fraction] = {(session.bankroll, first_memory(session)): Fraction(1)}
    ended: defaultdict[int, Fraction] = defaultdict(Fraction)
    expected = Fraction(0)
    for _ in range(session.rounds):
        there: defaultdict[tuple[int, Memory], Fraction] = defaultdict(Fraction)
        for (bank, memory), chance in here.items():
            if not session.cost <= bank < session.goal:
                ended[bank] += chance
                continue
            expected += chance
            staked = min(asks(session, memory), session.most, bank // session.cost)
            for net, weight in zip(session.nets, session.chances, strict=True):
                there[bank + staked * net, after(session, memory, staked, net)] += chance * weight
        here = dict(there)
    for (bank, _), chance in here.items():
        ended[bank] += chance
    return dict(ended), expected


def outcomes(session: SessionPlan, key: int, block: int, rounds: int, sessions: Sequence[int]) -> list[list[int]]:
    """The net results of these sessions of a block, from the block's words, one uniform number at a time."""
    state = stream(key, block)
    bounds = [sum(session.chances[: at + 1], start=Fraction(0)) for at in range(len(session.chances) - 1)]
    met: list[list[int]] = [[] for _ in sessions]
    for _ in range(rounds):
        words: list[list[int]] = []
        alike = [[2**32 - 1] * WORDS for _ in bounds]
        while any(any(row) for row in alike) and len(words) < 64:
            words.append(advance(state).tolist())
            for row, bound in zip(alike, bounds, strict=True):
                digit = (bound.numerator << len(words)) // bound.denominator & 1
                for word, drawn in enumerate(words[-1]):
                    row[word] &= drawn if digit else ~drawn
        for at, number in enumerate(sessions):
            lane, word = divmod(number, WORDS)
            digits = [drawn[word] >> lane & 1 for drawn in words]
            uniform = sum((Fraction(digit, 2 ** (place + 1)) for place, digit in enumerate(digits)), start=Fraction(0))
            met[at].append(session.nets[sum(uniform >= _cut(bound, len(words)) for bound in bounds)])
    return met


def _cut(bound: Fraction, digits: int) -> Fraction:
    """The bound truncated to this many binary digits; comparing it is decisive once the digits differ."""
    return Fraction((bound.numerator << digits) // bound.denominator, 2**digits)
