"""What an operator meets: options that do not fit, a full disk, a wrong clock, a failed start."""

from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from croupier.access.alert_text import AlertKind
from croupier.cli.errors import guarded
from croupier.cli.exit_codes import ExitCode
from croupier.cli.serve import configure, run, wrong_addresses
from croupier.cli.stored_house import HOUSE_FILE, keep_house, read_house_text
from croupier.floor.clock import HouseClock
from croupier.floor.lock import DirectoryLock
from croupier.journal.key import BadKey, create_key, load_key
from croupier.rules.house import HouseText
from croupier.terms.fault import Fault
from croupier.web.service import Service
from croupier.web.serving import welcome
from tests.passwords import QUICK
from tests.web.api.world import ANN, NEW_JERSEY, World, opening, serving

HOUSE = ["--data", "d", "--house", "h"]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start in this process leaves the logs of the tests alone."""
    monkeypatch.setattr("croupier.web.logs.configure", lambda *_: None)


def options(*more: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    configure(parser)
    return parser.parse_args([*HOUSE, *more])


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        ([], []),
        (["--tls-cert", "c", "--tls-key", "k", "--host", "0.0.0.0"], []),
        (["--url", "https://tables.example", "--proxy", "127.0.0.1"], []),
        (["--url", "https://tables.example:8443", "--proxy", "10.0.0.0/24", "--proxy", "::1"], []),
        (["--url", "https://tables.example", "--tls-cert", "c", "--tls-key", "k"], []),
        (["--socket-port", "1", "--socket-url", "wss://tables.example:8443"], []),
        (["--host", "0.0.0.0"], ["--host"]),
        (["--tls-key", "k"], ["--tls-cert"]),
        (["--host", "192.0.2.1", "--url", "https://x.example", "--proxy", "10.0.0.1"], ["--host"]),
        (["--url", "https://tables.example"], ["--url"]),
        (["--url", "http://tables.example", "--proxy", "127.0.0.1"], ["--url"]),
        (["--url", "https://tables.example/floor", "--proxy", "127.0.0.1"], ["--url"]),
        (["--url", "https://", "--proxy", "127.0.0.1"], ["--url"]),
        (["--proxy", "127.0.0.1"], ["--proxy"]),
        (["--url", "https://x.example", "--proxy", "everybody"], ["--proxy"]),
        (["--url", "https://x.example", "--proxy", "0.0.0.0/0"], ["--proxy"]),
        (["--url", "https://x.example", "--proxy", "::/0"], ["--proxy"]),
        (["--socket-url", "wss://tables.example"], ["--socket-url"]),
        (["--socket-port", "1", "--socket-url", "https://tables.example"], ["--socket-url"]),
        (["--name", "tables.example:80"], ["--name"]),
        (["--name", "two words", "--proxy", "x"], ["--name", "--proxy", "--proxy"]),
    ],
)
def test_options_that_do_not_fit_are_all_reported(given: list[str], keys: list[str]) -> None:
    assert [problem.key for problem in wrong_addresses(options(*given))] == keys


@pytest.mark.parametrize(
    ("port", "fits"), [("0", True), ("65535", True), ("65536", False), ("-1", False), ("٣", False)]
)
def test_a_port_is_a_number_of_a_port(port: str, fits: bool, capsys: pytest.CaptureFixture[str]) -> None:
    if fits:
        assert options("--port", port).port == int(port)
        return
    with pytest.raises(SystemExit):
        options("--port", port)
    assert "is not a port" in capsys.readouterr().err


def test_a_start_that_is_refused_changes_no_house_file(tmp_path: Path) -> None:
    """Neither under a service that runs, nor for the next start."""
    data, other = tmp_path / "data", tmp_path / "other.toml"
    data.mkdir()
    keep_house(data, HouseText(NEW_JERSEY))
    other.write_text(NEW_JERSEY.replace("Boardwalk", "Other"))
    lock = DirectoryLock(data)
    args = options("--port", "0")
    args.data, args.house = str(data), str(other)
    assert guarded(lambda _: run(args), []) == ExitCode.BROKEN
    lock.release()
    assert read_house_text(data, None).text == NEW_JERSEY


@pytest.mark.parametrize("kind", ["missing", "directory", "latin-1", "empty"])
def test_a_house_file_that_cannot_be_read_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    file = tmp_path / "house.toml"
    if kind == "directory":
        file.mkdir()
    elif kind != "missing":
        file.write_bytes({"latin-1": NEW_JERSEY.replace("Boardwalk", "Caf\xe9").encode("latin-1"), "empty": b""}[kind])
    args = options("--port", "0")
    args.data, args.house = str(tmp_path / "data"), str(file)
    assert guarded(lambda _: run(args), []) == ExitCode.BAD_INPUT
    told = capsys.readouterr().err
    assert str(file) in told
    assert "Traceback" not in told
    assert not (tmp_path / "data").exists()


def no_room(*_: object, **__: object) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for call in ("open", "write"):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, no_room)
            with pytest.raises(Fault, match=f"{tmp_path} cannot be written to"):
                DirectoryLock(tmp_path)
    DirectoryLock(tmp_path).release()


@pytest.mark.parametrize("full_from", [1, 2])
def test_half_a_key_is_left_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full_from: int) -> None:
    """A full disk at the first start must not prevent the second."""
    path, sync, calls = tmp_path / "checkpoint.key", os.fsync, 0

    def fills_up(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls >= full_from:
            no_room()
        sync(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fills_up)
        with pytest.raises(BadKey, match="cannot be written"):
            create_key(path)
    assert list(tmp_path.iterdir()) == []
    assert create_key(path).public == load_key(path).public


def test_a_stop_without_room_frees_everything_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service.open(serving(tmp_path), QUICK)

    def full(*_: object) -> None:
        raise Fault("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("croupier.journal.sqlite.SqliteJournal.append", full)
        with pytest.raises(Fault, match="Every round is saved, but the last records could not be written") as told:
            service.close()
    assert "1 event of the premises could not be written" in str(told.value)
    Service.open(serving(tmp_path), QUICK).close()


class Shifted(HouseClock):
    """A clock that was set back between two starts."""

    by = 0

    def now(self) -> int:
        return super().now() + self.by


@pytest.mark.parametrize(("by", "told"), [(-3_600_000, True), (3_600_000, False)])
def test_a_clock_before_the_last_record_is_reported_at_startup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: int, told: bool
) -> None:
    world = World(tmp_path)
    world.do("1", *opening(ANN))
    world.close()
    monkeypatch.setattr("croupier.web.service.HouseClock", Shifted)
    monkeypatch.setattr(Shifted, "by", by)
    with Service.open(serving(tmp_path), QUICK) as service:
        lines = [line for line in welcome(service) if line.startswith("The clock is")]
        service.access.tick()
        alerts = [alert.words for alert in service.access.alerts.waiting() if alert.kind == AlertKind.CLOCK_BEHIND]
    assert len(lines) == told
    assert len(alerts) == told
    if told:
        assert "behind the last record" in lines[0]
        assert 3_590 <= float(lines[0].split()[3].replace(",", "")) <= 3_600


def test_the_kept_house_file_is_read_again(tmp_path: Path) -> None:
    keep_house(tmp_path, HouseText(NEW_JERSEY))
    assert read_house_text(tmp_path, None).text == NEW_JERSEY
    assert sorted(path.name for path in tmp_path.iterdir()) == [HOUSE_FILE, f"{HOUSE_FILE}.sha256"]
