"""The turns of the house: immediately after a pause, together and a few milliseconds apart under load."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from croupier.floor.slices import SLICE_S
from croupier.floor.turns import TURN_MAX_S, TURN_S, HouseTurns


class Loop:
    """A loop whose time is set by hand; it records when calls were scheduled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.due, self._call = 100.0, list[float](), list[Callable[[], None]]()
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self)

    def time(self) -> float:
        return self.now

    def call_soon(self, call: Callable[..., None], *args: object) -> None:
        self.call_later(0.0, partial(call, *args))

    def call_later(self, wait: float, call: Callable[[], None]) -> None:
        self.due.append(self.now + wait)
        self._call.append(call)

    def run(self, *, late: float = 0.0) -> None:
        """Calls what is due next, after other work that kept it from being on time."""
        self.now = self.due[-1] + late
        self._call.pop(0)()


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    return Loop(monkeypatch)


def test_all_who_wait_begin_together_and_the_first_after_a_pause_at_once(loop: Loop) -> None:
    turns, begun = HouseTurns(), list[str]()
    turns.next(lambda: begun.append("1"))
    turns.next(lambda: begun.append("2"))
    assert loop.due == [100.0]
    loop.run()
    assert begun == ["1", "2"]
    loop.now += 1.0
    turns.next(lambda: begun.append("1"))
    assert loop.due == [100.0, 101.0]


@pytest.mark.parametrize(
    ("late", "apart"),
    [
        (0.0, TURN_S),
        (0.001, TURN_S + 0.001),
        (TURN_MAX_S - TURN_S, TURN_MAX_S),
        (1.0, TURN_MAX_S),
    ],
)
def test_a_turn_that_begins_late_makes_the_next_wait_longer_by_as_much(loop: Loop, late: float, apart: float) -> None:
    turns = HouseTurns()
    for _ in range(3):
        turns.next(lambda: None)
        loop.run(late=late)
    turns.next(lambda: None)
    assert loop.due[-1] - loop.now == pytest.approx(apart)


def test_a_turn_on_time_after_a_late_one_keeps_nobody_waiting_longer(loop: Loop) -> None:
    turns = HouseTurns()
    for late in (5.0, 0.0):
        turns.next(lambda: None)
        loop.run(late=late)
    turns.next(lambda: None)
    assert loop.due[-1] - loop.now == pytest.approx(TURN_S)


def test_the_first_order_after_a_pause_is_not_late(loop: Loop) -> None:
    turns = HouseTurns()
    for pause in (0.0, 60.0):
        loop.now += pause
        turns.next(lambda: None)
        loop.run()
    turns.next(lambda: None)
    assert loop.due[-1] - loop.now == pytest.approx(TURN_S)


def test_those_of_a_loop_that_has_ended_are_not_called(loop: Loop) -> None:
    turns, begun = HouseTurns(), list[int]()
    turns.next(lambda: begun.append(1))
    turns.forget()
    loop.run()
    turns.next(lambda: begun.append(2))
    loop.run()
    assert begun == [2]


@pytest.mark.parametrize(("takes", "begun_first"), [(SLICE_S / 4, 4), (SLICE_S / 2, 2), (SLICE_S, 1)])
def test_tables_that_take_long_let_the_loop_run_in_between(
    loop: Loop, monkeypatch: pytest.MonkeyPatch, takes: float, begun_first: int
) -> None:
    """Nobody is left out, and nobody begins twice."""
    turns, begun, now = HouseTurns(), list[int](), [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def begin(table: int) -> None:
        begun.append(table)
        now[0] += takes

    for table in range(5):
        turns.next(partial(begin, table))
    loop.run()
    assert begun == list(range(begun_first))
    while len(begun) < 5:
        loop.run()
    assert begun == list(range(5))
