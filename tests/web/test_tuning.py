"""Interpreter settings of a service: applied while it runs, restored afterwards; freeing without the collector."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import weakref

import pytest

from croupier.web import tuning
from croupier.web.tuning import SWITCH_S, leave_a_core, tuned
from tests.web.socket.house import ADAPTERS, House, run


class Circle:
    """References itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_collected_when_the_loop_is_calm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "EVERY_S", 0.01)
    monkeypatch.setattr(tuning, "CALM", 0.0)

    async def test() -> None:
        with tuned(asyncio.get_running_loop()):
            assert not gc.isenabled()
            circle = weakref.ref(Circle())
            for _ in range(20):
                await asyncio.sleep(0.005)
            assert circle() is not None, "never calm, so never collected"
            monkeypatch.setattr(tuning, "CALM", 1.0)
            while circle() is not None:
                await asyncio.sleep(0.005)

    run(test())


def test_afterwards_everything_is_as_before() -> None:
    async def test() -> None:
        with tuned(asyncio.get_running_loop()):
            assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
        assert gc.isenabled()
        assert not gc.get_freeze_count()
        assert sys.getswitchinterval() == before

    before = sys.getswitchinterval()
    run(test())


@pytest.mark.parametrize(("cores", "left"), [({0, 1, 2, 3}, {1, 2, 3}), ({2, 5}, {5}), ({3}, {3})])
def test_a_process_leaves_the_first_of_its_cores_unless_it_has_only_one(
    monkeypatch: pytest.MonkeyPatch, cores: set[int], left: set[int]
) -> None:
    used = {0: cores}
    monkeypatch.setattr(os, "sched_getaffinity", used.__getitem__)
    monkeypatch.setattr(os, "sched_setaffinity", used.__setitem__)
    leave_a_core()
    assert used == {0: left}


def test_a_process_that_may_not_choose_its_cores_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[set[int]] = []

    def forbid(_process: int, cores: set[int]) -> None:
        asked.append(cores)
        raise PermissionError

    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
    monkeypatch.setattr(os, "sched_setaffinity", forbid)
    leave_a_core()
    assert asked == [{1}]


def test_the_porter_leaves_a_core_to_the_floor() -> None:
    async def test() -> None:
        async with House("direct") as house:
            floor, porter = os.sched_getaffinity(0), os.sched_getaffinity(house.direct.pid)
        assert porter == (floor - {min(floor)} if len(floor) > 1 else floor)

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_connection_that_has_gone_leaves_nothing_for_the_collector(adapter: str) -> None:
    """A reference cycle that exists when objects are frozen would never be freed."""

    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.welcomed("player:bo"):
                (session,) = house.gateway
                gone: list[weakref.ref[object]] = [weakref.ref(session), weakref.ref(session.listener)]
                del session
            while any(each() is not None for each in gone):
                await asyncio.sleep(0.005)

    gc.disable()
    try:
        run(test(), 20)
    finally:
        gc.enable()
