"""`croupier demo`: a floor in the browser that starts from nothing, ends cleanly and continues where it was."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import demo
from croupier.floor.demonstration import PEOPLE
from croupier.floor.demonstration.director import TABLE
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

SECONDS = 60
MAIN = "import sys; from croupier.cli import main; sys.exit(main())"


@contextmanager
def running(directory: Path, *, end: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """The address of a demonstration; afterwards it has ended as it should."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "demo", "--no-browser", "--port", "0", "--data", str(directory)],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found, process.communicate(timeout=SECONDS)
        yield found[0]
    finally:
        process.send_signal(end)
        out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == ((0, "") if end is signal.SIGINT else (-end, ""))
    assert ("Stopped" in out) == (end is signal.SIGINT)


def lobby(address: str) -> Any:
    with urllib.request.urlopen(f"{address}/api/v1/tables", timeout=SECONDS) as answer:
        return json.load(answer)


def until_all_play(address: str) -> dict[str, int]:
    """Waits until every table is open and somebody sits there; the rounds they are in."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        tables = lobby(address)["tables"]
        dealt = [table for table in tables if table["electronic"] and table["number"] != TABLE]
        if all(table["round"] and table["taken"] for table in dealt):
            return {table["number"]: table["round"] for table in dealt}
        time.sleep(0.05)
    raise AssertionError(tables)


def test_it_starts_with_nothing_and_continues_where_it_was(tmp_path: Path) -> None:
    """After a stop, and after a crash; a table that its dealer has taken over stays with the dealer."""
    with running(tmp_path) as address:
        found = lobby(address)
        assert found["demonstration"] is True
        assert {each["name"] for each in found["logins"]} == {guest.name for guest in PEOPLE}
        assert [table["wheel"] for table in found["tables"]].count("big-six") == 1
        assert all(table["demonstration"] for table in found["tables"])
        assert all(table["automatic"] == table["electronic"] for table in found["tables"])
        assert [table["electronic"] for table in found["tables"]].count(False) == 1
        assert not any(table["findings"] for table in found["tables"])
        before = until_all_play(address)
        with urllib.request.urlopen(f"{address}/api/v1/tournaments", timeout=SECONDS) as answer:
            tournament = json.load(answer)["tournaments"][0]
        assert (tournament["id"], tournament["stage"]) == ("demo-1", "open")
    with running(tmp_path, end=signal.SIGKILL) as address:
        goes_on(address, before)
        before = until_all_play(address)
        login = next(each for each in lobby(address)["logins"] if each["role"] == "dealer")
        session, cookie = ask(address, "POST", "/session", {"name": login["name"], "password": login["password"]}, {})
        signed_in = {"Cookie": cookie, "X-CSRF-Token": session["csrf"]}
        answer, _ = ask(address, "POST", "/tables/4/dealing", {"automatic": False}, signed_in)
        assert answer == {"automatic": False}
        assert [each["number"] for each in lobby(address)["tables"] if not each["automatic"]] == ["7", "4"]
    with running(tmp_path) as address:
        assert [each["number"] for each in lobby(address)["tables"] if not each["automatic"]] == ["7", "4"]
        goes_on(address, before)


def goes_on(address: str, before: dict[str, int]) -> None:
    after = {table["number"]: table for table in lobby(address)["tables"]}
    assert all(after[number]["round"] >= round and after[number]["taken"] for number, round in before.items())


def ask(address: str, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[Any, str]:
    """The answer of the service and the cookie it set."""
    request = urllib.request.Request(
        f"{address}/api/v1{path}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Origin": address, **headers},
        method=method,
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def test_nothing_about_a_result_can_be_chosen() -> None:
    """All its options: none of them affects the wheel."""
    import argparse

    parser = argparse.ArgumentParser()
    demo.configure(parser)
    assert vars(parser.parse_args([])).keys() == {"port", "data", "no_browser"}


def test_records_are_kept_in_the_users_own_state_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert demo.state_directory() == tmp_path / "croupier" / "demo"
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert demo.state_directory() == tmp_path / ".local" / "state" / "croupier" / "demo"


def test_a_browser_is_opened_only_where_somebody_would_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not demo.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert demo.has_display()
