"""The figures of a wheel: what was counted, over which span, and the monitor, which may be checked after every spin."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import pytest

from croupier.floor.history import History
from croupier.journal.stores import SqliteStore
from croupier.lab.fairness import Monitor, ring_of
from croupier.records.spins import LAST
from croupier.table import command as c
from croupier.table.values import BallFate, NoSpinReason
from croupier.table.view import HOUSE
from croupier.terms.people import Role
from croupier.web.api import wheel
from tests.web.api.world import ANN, BOSS, DEALER, World, opening, spin

PATH = "/api/v1/tables/1/wheel"


def ask(world: World, span: str = "") -> Any:
    answer = world.signed_in(Role.SUPERVISOR).get(PATH + (f"?span={span}" if span else ""))
    assert answer.status_code == 200, answer.text
    return answer.json()


def counts(figures: Any) -> dict[str, int]:
    return {each["label"]: each["count"] for each in figures["counts"] if each["count"]}


def close_and_open(world: World) -> None:
    world.do("1", c.CloseTable(by=BOSS, at=0, float_count=5_000_000), *opening())


def test_the_figures_are_for_the_house(world: World) -> None:
    for role in Role:
        assert world.signed_in(role).get(PATH).status_code == (200 if role in HOUSE else 403)
    assert world.nobody.get(PATH).status_code == 401
    assert world.signed_in(Role.SUPERVISOR).get(f"{PATH}?span=today").status_code == 400


def test_a_wheel_without_results_has_nothing_to_tell(world: World) -> None:
    told = ask(world)
    assert (told["span"], told["spins"], told["since"], told["until"]) == ("all", 0, None, None)
    assert len(told["counts"]) == 38
    assert (told["monitor"]["spins"], told["monitor"]["evidence"], told["monitor"]["alarm"]) == (0, 1.0, None)


def test_spans_count_what_they_say(world: World) -> None:
    """A day of 3 spins, then one of 102: the last hundred, those since the opening, and all of them."""
    world.do("1", *opening())
    first, second = ["17", "17", "0"], [str(number % 36 + 1) for number in range(LAST + 2)]
    for number in first:
        world.do("1", *spin(number))
    assert counts(ask(world)) == counts(ask(world, "opening")) == counts(ask(world, "last")) == Counter(first)
    close_and_open(world)
    assert (ask(world, "opening")["spins"], ask(world)["spins"]) == (0, 3)
    for number in second:
        world.do("1", *spin(number))
    assert counts(ask(world, "all")) == Counter([*first, *second])
    assert counts(ask(world, "opening")) == Counter(second)
    assert counts(ask(world, "last")) == Counter(second[-LAST:])
    every, since = ask(world), ask(world, "opening")
    assert every["since"] < since["since"] <= since["until"] == every["until"]
    (one,) = [each for each in every["counts"] if each["label"] == "17"]
    assert one["expected"] == pytest.approx(len([*first, *second]) / 38)


def test_the_monitor_equals_the_laboratorys_over_all_numbers(world: World) -> None:
    world.do("1", *opening())
    drawn, numbers = random.Random(7), []
    ring = ring_of(world.table("1").rules.betting.game.wheel)
    for size in (1, 4, 15):
        for number in drawn.choices(ring.outcomes, k=size):
            numbers.append(number)
            world.do("1", *spin(number))
        alone = Monitor(ring, wheel.LEVEL)
        alone.replay(numbers)
        for span in ("all", "opening", "last"):
            told = ask(world, span)["monitor"]
            assert told["spins"] == len(numbers)
            assert told["evidence"] == pytest.approx(alone.evidence)
            assert told["peak"] == pytest.approx(alone.peak)
        assert "It may be checked after every spin." in told["words"]
        assert "does not prove that the wheel is fair" in told["words"]


def test_a_wheel_that_always_stops_at_one_number_raises_an_alarm_that_stays(world: World) -> None:
    world.do("1", *opening())
    for _ in range(40):
        world.do("1", *spin("17"))
    told = ask(world)["monitor"]
    assert told["alarm"]["spin"] <= 40
    assert "17" in told["alarm"]["points_to"]
    assert "Inspect the wheel" in told["words"]
    assert "at most 1%" in told["words"]
    world.do("1", *spin("4"))
    assert ask(world)["monitor"]["alarm"]["spin"] == told["alarm"]["spin"]


def test_a_corrected_number_is_counted_as_corrected(world: World) -> None:
    world.do("1", *opening())
    for number in ("4", "17"):
        world.do("1", *spin(number))
    assert counts(ask(world)) == {"4": 1, "17": 1}
    world.do("1", c.CorrectNumber(by=BOSS, at=0, number="20", why="the ball lay in 20"))
    told = ask(world)
    assert counts(told) == {"4": 1, "20": 1}
    assert told["monitor"]["spins"] == 2
    world.do("1", *spin("5"))
    assert counts(ask(world)) == {"4": 1, "20": 1, "5": 1}


def test_a_question_reads_only_what_came_since_the_last(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.do("1", *opening())
    for number in ("4", "17", "20"):
        world.do("1", *spin(number))
    ask(world)
    told: list[int] = []
    spun = History.spun

    def noted(self: History, *more: Any) -> Any:
        found = spun(self, *more)
        told.append(len(found.numbers))
        return found

    monkeypatch.setattr(History, "spun", noted)
    ask(world)
    world.do("1", *spin("5"))
    ask(world)
    assert told == [0, 1]


def test_what_is_kept_in_the_file_gives_the_same_figures(world: World) -> None:
    world.do("1", *opening(ANN))
    for number in ("4", "17", "20"):
        world.do("1", *spin(number))
    path, kind = world.service.premises.journal_path, world.table("1").rules.betting.game.wheel
    first = History(SqliteStore(path), "table/1", path.parent)
    wanted = first.spun(kind, lambda *_: 0)
    first.close()
    world.do("1", c.CorrectNumber(by=BOSS, at=0, number="21", why="the ball lay in 21"))
    again = History(SqliteStore(path), "table/1", path.parent)
    found = again.spun(kind, lambda *_: 0)
    again.close()
    assert wanted.numbers == ["4", "17", "20"]
    assert (found.numbers, found.times) == (["4", "17", "21"], wanted.times)


def test_numbers_of_another_kind_of_wheel_are_not_this_ones(world: World) -> None:
    world.do("1", *opening())
    world.do("1", *spin("17"))
    other = world.table("B-2").rules.betting.game.wheel
    history = History(SqliteStore(world.service.premises.journal_path), "table/1", world.service.premises.directory)
    assert history.spun(other, lambda *_: 0).numbers == []
    history.close()


def test_a_spin_that_was_called_off_has_no_number(world: World) -> None:
    world.do("1", *opening(), spin("17")[0], spin("17")[1])
    off = c.CallNoSpin(by=DEALER, at=0, reason=NoSpinReason.FOREIGN_OBJECT, ball=BallFate.REMOVED)
    world.do("1", off)
    world.do("1", *spin("17"))
    assert counts(ask(world)) == {"17": 1}


def test_without_the_laboratory_the_counts_are_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "croupier.lab.fairness", None)
    world.do("1", *opening())
    world.do("1", *spin("17"))
    told = ask(world)
    assert (counts(told), told["monitor"]) == ({"17": 1}, None)
