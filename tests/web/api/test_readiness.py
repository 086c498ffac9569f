"""Readiness and metrics while the journal accepts no records, as docs/operations.md describes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import httpx
import pytest

from croupier.floor import journal_health
from croupier.floor.order import Order, UnansweredReason
from croupier.terms.people import Role
from tests.disk import Disk, disk
from tests.loops import asked
from tests.web.api.world import ANN, NAMES, PASSWORD, World, bet, opening

NOT_BEFORE_THE_END = 3600.0


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[tuple[Disk, World]]:
    """A house on a disk that can be full, with an open table."""
    with disk() as made:
        world = World(tmp_path / "data")
        world.do("1", *opening(ANN))
        yield made, world
        made.failure = None
        world.close()


def place(world: World, id: str) -> UnansweredReason | None:
    return asked(world.table("1").desk, Order(id, bet(ANN, 1, "17", 100))).unanswered


def wait_for(world: World, status: int) -> httpx.Response:
    """The first answer with this status, within a generous time."""
    end = time.monotonic() + 60
    while (answer := world.nobody.get("/readyz")).status_code != status:
        assert time.monotonic() < end, answer.text
    return answer


def trouble(answer: httpx.Response, table: str | None) -> Any:
    return next(each for each in answer.json()["troubles"] if each["table"] == table)


def test_a_full_disk_is_reported_with_the_table_and_what_to_do(on_disk: tuple[Disk, World]) -> None:
    full, world = on_disk
    assert world.nobody.get("/readyz").json() == {"status": "ready", "tables": [], "troubles": []}
    full.failure = apsw.FullError
    assert place(world, "a") is UnansweredReason.BUSY
    answer = world.nobody.get("/readyz")
    assert (answer.status_code, answer.json()["status"], answer.json()["tables"]) == (503, "failing", ["1"])
    said = trouble(answer, "1")
    assert said["what"] == "The disk is full."
    assert "Free some space" in said["do"]
    assert said["since"] <= world.service.premises.clock.now()
    assert str(world.service.premises.directory) not in answer.text  # anybody may ask
    assert world.nobody.get("/healthz").status_code == 200


def test_the_next_commit_that_is_taken_makes_it_ready_again(
    on_disk: tuple[Disk, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_health, "TRY_S", NOT_BEFORE_THE_END)
    full, world = on_disk
    full.failure = apsw.FullError
    assert place(world, "a") is UnansweredReason.BUSY
    wait_for(world, 503)
    full.failure = None
    assert place(world, "a") is None
    assert world.nobody.get("/readyz").status_code == 200


def test_without_any_order_it_becomes_ready_when_there_is_room(
    on_disk: tuple[Disk, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The 503 must end even if nobody sends orders because of it."""
    monkeypatch.setattr(journal_health, "TRY_S", 0.05)
    monkeypatch.setattr(journal_health, "LOOK_S", 0.02)
    full, world = on_disk
    full.failure = apsw.FullError
    assert place(world, "a") is UnansweredReason.BUSY
    wait_for(world, 503)
    full.failure = None
    wait_for(world, 200)
    assert place(world, "a") is None


def test_asking_often_writes_nothing(on_disk: tuple[Disk, World], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_health, "TRY_S", NOT_BEFORE_THE_END)
    monkeypatch.setattr(journal_health, "LOOK_S", 0.01)
    full, world = on_disk
    tried: list[int] = []
    over, write = threading.Event(), world.service.premises.health.attempt

    def attempt() -> None:
        tried.append(full.tried)
        try:
            write()
        finally:
            over.set()

    monkeypatch.setattr(world.service.premises.health, "attempt", attempt)
    full.failure = apsw.FullError
    place(world, "a")
    wait_for(world, 503)
    assert over.wait(60)
    world.service.access.book.stop()  # it tries the events of people again by itself
    before = full.tried
    for _ in range(50):
        assert world.nobody.get("/readyz").status_code == 503
        world.nobody.get("/metrics")
    assert full.tried == before
    assert len(tried) == 1  # and not again for an hour


@pytest.mark.parametrize(
    ("failure", "what"),
    [
        (apsw.ReadOnlyError, "The journal is read-only."),
        (apsw.IOError, "The disk is failing."),
    ],
)
def test_other_troubles_have_their_own_words(on_disk: tuple[Disk, World], failure: type[apsw.Error], what: str) -> None:
    broken, world = on_disk
    broken.failure = failure
    assert place(world, "a") is not None
    said = trouble(wait_for(world, 503), "1")
    assert said["what"] == what
    assert said["do"]


def test_the_records_of_people_count_too(on_disk: tuple[Disk, World]) -> None:
    full, world = on_disk
    full.failure = apsw.FullError
    asked = world.browser().post("/api/v1/session", json={"name": NAMES[Role.DEALER], "password": PASSWORD})
    assert asked.status_code == 503
    answer = wait_for(world, 503)
    assert trouble(answer, None)["what"] == "The disk is full."
    assert answer.json()["tables"] == []
    full.failure = None
    wait_for(world, 200)


def test_metrics_tell_who_records_and_how_much_room_is_left(on_disk: tuple[Disk, World]) -> None:
    full, world = on_disk

    def told() -> dict[str, float]:
        lines = [line for line in world.nobody.get("/metrics").text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

    assert told()['croupier_recording{stream="table/1"}'] == 1
    assert told()['croupier_recording{stream="premises"}'] == 1
    assert told()["croupier_disk_free_bytes"] > 0
    full.failure = apsw.FullError
    place(world, "a")
    assert told()['croupier_recording{stream="table/1"}'] == 0


def test_the_log_says_once_that_it_began_and_once_that_it_is_over(
    on_disk: tuple[Disk, World], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_health, "LOOK_S", 0.01)
    caplog.set_level(logging.INFO, "croupier.floor.journal_health")
    full, world = on_disk
    full.failure = apsw.FullError
    place(world, "a")
    place(world, "b")
    wait_for(world, 503)
    full.failure = None
    place(world, "c")
    wait_for(world, 200)
    told = [
        (record.levelname, record.getMessage())
        for record in caplog.records
        if record.name == "croupier.floor.journal_health" and "table/1" in record.getMessage()
    ]
    assert [level for level, _ in told] == ["ERROR", "INFO"]
    assert "The disk is full." in told[0][1]
