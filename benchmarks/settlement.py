"""Settles one round of a million wagers: our batch call compared with a plain loop over sets, in CPU time."""

from __future__ import annotations

import time
from functools import partial

import numpy as np

import croupier
from benchmarks.report import Row, best_of
from croupier.rules.batch import VERDICTS, Batch
from tests.vocabulary import EVEN_MONEY

WAGERS = 1_000_000
RUNS = 7
GOAL = 20


def plain_loop(
    result: str,
    wagers: list[tuple[int, int]],
    numbers: list[frozenset[str]],
    pays: list[int],
    even_money: frozenset[int],
) -> list[tuple[str, int, int]]:
    """The obvious loop: looks up, tests and pays each wager in turn (half back at zero)."""
    settled = []
    for spot, stake in wagers:
        if result in numbers[spot]:
            settled.append(("win", stake * pays[spot], stake))
        elif result in {"0", "00"} and spot in even_money:
            settled.append(("half", 0, (stake + 1) // 2))
        else:
            settled.append(("lose", 0, 0))
    return settled


def rows() -> list[Row]:
    rules = croupier.rulebook("nj").table("american", zero="half")
    batch = Batch(rules)
    spots = rules.layout.spots
    random = np.random.default_rng(22)
    codes = random.integers(0, len(spots), WAGERS)
    stakes = random.integers(1, 100_000, WAGERS)
    wagers = list(zip(codes.tolist(), stakes.tolist(), strict=True))
    numbers = [frozenset(spot.numbers) for spot in spots]
    pays = [int(rules.pays(spot.wager)) for spot in spots]
    even_money = frozenset(code for code, spot in enumerate(spots) if spot.wager in EVEN_MONEY)
    found = []
    for result in ("17", "0"):
        ours, columns = best_of(RUNS, partial(batch.settle, result, codes, stakes), time.thread_time)
        plain, expected = best_of(3, partial(plain_loop, result, wagers, numbers, pays, even_money), time.thread_time)
        winnings, returned = columns.every()
        verdicts = [VERDICTS[code].value for code in columns.verdict]
        same = list(zip(verdicts, winnings.tolist(), returned.tolist(), strict=True)) == expected
        if not same:
            raise AssertionError(f"the batch call and the plain loop differ on {result}")
        found.append(
            Row(
                f"settle 1,000,000 wagers, result {result}",
                WAGERS / ours,
                WAGERS / plain,
                "wagers/s",
                "plain loop",
                GOAL,
            )
        )
    return found
