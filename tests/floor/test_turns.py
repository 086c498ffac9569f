"""The turns of the house: at once after a pause, together and some milliseconds apart under load."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from croupier.floor.turns import BUSY_SHARE, TURN_MAX_S, TURN_S, HouseTurns


class Loop:
    """A loop whose time is set by hand; it notes when it was asked to call."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.due, self._call = 100.0, list[float](), list[Callable[[], None]]()
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self)

    def time(self) -> float:
        return self.now

    def call_soon(self, call: Callable[[], None]) -> None:
        self.call_later(0.0, call)

    def call_later(self, wait: float, call: Callable[[], None]) -> None:
        self.due.append(self.now + wait)
        self._call.append(call)

    def run(self) -> None:
        """Calls what is due next."""
        self.now = self.due[-1]
        self._call.pop(0)()


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    return Loop(monkeypatch)


def test_all_who_wait_begin_together_and_the_first_after_a_pause_at_once(loop: Loop) -> None:
    turns, begun = HouseTurns(lambda: 0.0), list[str]()
    turns.next(lambda: begun.append("1"))
    turns.next(lambda: begun.append("2"))
    assert loop.due == [100.0]
    loop.run()
    assert begun == ["1", "2"]
    loop.now += 1.0
    turns.next(lambda: begun.append("1"))
    assert loop.due == [100.0, 101.0]


@pytest.mark.parametrize(
    ("worked", "apart"),
    [
        (0.0, TURN_S),
        (TURN_S * BUSY_SHARE, TURN_S),
        (TURN_S * BUSY_SHARE * 1.5, TURN_S * 1.5),
        (TURN_MAX_S * BUSY_SHARE, TURN_MAX_S),
        (1.0, TURN_MAX_S),
    ],
)
def test_turns_are_further_apart_the_more_work_there_is_in_between(loop: Loop, worked: float, apart: float) -> None:
    used = 0.0
    turns = HouseTurns(lambda: used)
    for _ in range(3):
        turns.next(lambda: None)
        loop.run()
        used += worked
    turns.next(lambda: None)
    assert loop.due[-1] - loop.now == pytest.approx(apart)


def test_work_of_long_ago_counts_for_one_turn(loop: Loop) -> None:
    used = 0.0
    turns = HouseTurns(lambda: used)
    for worked in (0.0, 5.0, 0.0):
        used += worked
        turns.next(lambda: None)
        loop.run()
    turns.next(lambda: None)
    assert loop.due[-1] - loop.now == pytest.approx(TURN_S)


def test_those_of_a_loop_that_has_ended_are_not_called(loop: Loop) -> None:
    turns, begun = HouseTurns(lambda: 0.0), list[int]()
    turns.next(lambda: begun.append(1))
    turns.forget()
    loop.run()
    turns.next(lambda: begun.append(2))
    loop.run()
    assert begun == [2]
