"""Health, readiness, metrics, backup and logs."""

from __future__ import annotations

import io
import json
import logging

import pytest

from croupier.access.event import STREAM
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.terms.people import Role
from croupier.web import logs
from croupier.web.api import ops
from tests.web.api.world import ANN, PASSWORD, World, opening


def test_a_service_that_stops_is_not_ready(world: World) -> None:
    assert world.nobody.get("/readyz").status_code == 200
    world.close_betting()
    answer = world.nobody.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "stopping")
    assert world.nobody.get("/healthz").status_code == 200
    world.stop_desks()
    assert world.nobody.get("/api/v1/tables").status_code == 503


def test_a_desk_that_does_not_answer_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops, "READY_S", 0.05)
    with world.waiting_for_the_disk("1"):
        answer = world.nobody.get("/readyz")
    assert (answer.status_code, answer.json()["status"], answer.json()["tables"]) == (503, "waiting", ["1"])
    (trouble,) = answer.json()["troubles"]
    assert trouble["table"] == "1"
    assert "does not answer" in trouble["what"]


def test_metrics_are_for_this_machine_and_for_those_who_look_after_it(world: World) -> None:
    world.do("1", *opening(ANN))
    assert "croupier_orders_total" in world.nobody.get("/metrics").text
    assert world.browser("192.0.2.7").get("/metrics").status_code == 403
    assert world.browser("2001:db8::7").get("/metrics").status_code == 403


def test_a_key_manager_backs_up_the_journal_and_the_people(world: World) -> None:
    world.do("1", *opening(ANN))
    for role in Role:
        if role is not Role.KEY_MANAGER:
            assert world.signed_in(role).post("/api/v1/backup").status_code == 403
    answer = world.signed_in(Role.KEY_MANAGER).post("/api/v1/backup")
    assert answer.status_code == 201
    made = answer.json()
    copy = world.service.premises.directory / made["file"]
    report = verify_file(copy)
    assert report.ok
    assert (report.records, copy.stat().st_size) == (made["records"], made["bytes"])
    people = world.service.premises.directory / made["people"]
    assert people.stat().st_mode & 0o077 == 0
    assert PASSWORD.encode() not in people.read_bytes()
    world.service.access.book.stop()
    with SqliteJournal(world.service.premises.journal_path, read_only=True) as journal:
        kinds = [record.kind for record in journal.read(STREAM)]
    assert kinds[-1] == "backup-made/1"


def test_logs_are_lines_of_json_without_secrets(world: World) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    written = io.StringIO()
    try:
        logs.configure("info", written)
        world.browser().post("/api/v1/session", json={"name": "ann", "password": PASSWORD})
        world.nobody.get("/api/v1/tables?ticket=a-secret-ticket")
        world.nobody.get("/api/v1/no%0Anewline")
        logging.getLogger("croupier.tests").warning("one\nline")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    every = [json.loads(line) for line in written.getvalue().splitlines()]
    lines = [line for line in every if line["from"] != "httpx"]  # the browser's own
    requests = [line for line in lines if line["message"] == "request"]
    assert [(each["method"], each["status"]) for each in requests[:2]] == [("POST", 200), ("GET", 400)]
    assert requests[1]["path"] == "/api/v1/tables"
    assert lines[-1]["message"] == "one\nline"
    assert not any(secret in str(line) for line in lines for secret in (PASSWORD, "a-secret-ticket"))
