"""What strangers and colleagues tried with other people's accounts."""

from __future__ import annotations

import os
from pathlib import Path

from croupier.access.denial import Denial, Denied
from croupier.access.event import STREAM, ServiceStopped, to_draft
from croupier.access.failed_sign_ins import NAME_FAILURES_MAX
from croupier.access.sessions import Opened
from croupier.cli.round import write_new
from croupier.floor.clock import HouseClock
from croupier.floor.premises import LAST_FILE, Premises
from croupier.journal.key import create_key
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.sqlite import SqliteJournal
from croupier.records.script import read_script
from croupier.terms.people import Actor, Role
from tests.access.conftest import home
from tests.access.house import PASSWORD, House
from tests.records.days import played

__all__ = ["home"]
WRONG = "not the password"
PIT, STREET = "192.0.2.10", "203.0.113.7"
NAMES = {"ana": Role.DEALER, "vera": Role.SUPERVISOR, "sid": Role.SURVEILLANCE, "kim": Role.KEY_MANAGER}


def code(answer: object) -> Denial | None:
    return answer.code if isinstance(answer, Denied) else None


def test_strangers_lock_nobody_out_of_the_pit(home: House) -> None:
    desk = home.access.sign_in_desk
    for name, role in NAMES.items():
        home.add(name, role)
        for _ in range(5):
            desk.sign_in(name, WRONG, STREET)
        assert code(desk.sign_in(name, PASSWORD, STREET)) is Denial.LOCKED_OUT, "where it was guessed it is locked"
        assert isinstance(desk.sign_in(name, PASSWORD, PIT), Opened)
    kinds = [alert.subject for alert in home.access.alerts.waiting() if alert.kind == "locked-out"]
    assert sorted(kinds) == sorted(NAMES), "the alert is kept"


def test_guesses_from_everywhere_are_stopped_but_not_where_the_name_is_known(home: House) -> None:
    desk = home.access.sign_in_desk
    home.add("ana", Role.DEALER)
    assert isinstance(desk.sign_in("ana", PASSWORD, PIT), Opened)
    for number in range(NAME_FAILURES_MAX):
        desk.sign_in("ana", WRONG, f"198.51.100.{number}")
    assert code(desk.sign_in("ana", PASSWORD, "198.51.100.200")) is Denial.LOCKED_OUT
    assert isinstance(desk.sign_in("ana", PASSWORD, PIT), Opened)
    assert home.access.sign_in_desk.locked_until("ana")


def test_a_key_manager_lifts_the_lockout_everywhere(home: House) -> None:
    desk = home.access.sign_in_desk
    home.add("ana", Role.DEALER)
    for _ in range(3):
        desk.sign_in("ana", WRONG, STREET)
    desk.lift("ana", Actor("kim", Role.KEY_MANAGER), "it was her brother")
    assert isinstance(desk.sign_in("ana", PASSWORD, STREET), Opened)


def test_the_clock_is_compared_with_the_records_of_people_too(tmp_path: Path) -> None:
    """Nobody has played; somebody signed in, and then the clock was set back by a day."""
    (tmp_path / "data").mkdir()
    later = HouseClock().now() + 86_400_000
    with SqliteJournal(tmp_path / "data" / "journal.sqlite") as journal:
        journal.append(STREAM, 0, [to_draft(ServiceStopped("asked"), "service", later)])
        create_key(tmp_path / "data" / "checkpoint.key")
    LastCheckpointFile(tmp_path / "data" / LAST_FILE).begin()
    premises = Premises.claim(tmp_path / "data")
    try:
        assert premises.last_at == later
    finally:
        premises.close()


SCRIPT = """
table 7 under nj, wheel american
date 2026-11-15
09:00 supervisor sue opens, dealer ana, float $1,000
09:01 pat takes seat 1
09:01 lee takes seat 2
09:02 pat takes seat 2
  ! refused seat-taken
09:03 pat sets chips blue worth $1
09:04 ana sells seat 1 $20 for cash
09:05 pat bets $5 on red
  => seat 1 has $5 on the layout
"""


def test_a_refused_seat_in_a_script_moves_nobody() -> None:
    journal, lines = played(read_script(SCRIPT.lstrip()))
    assert [failure.found for line in lines for failure in line.failures] == []
    assert journal.head("table/7").version


def test_an_export_is_readable_by_the_owner_only_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_new(str(tmp_path / "round.toml"), "names of players")
    finally:
        os.umask(before)
    assert (tmp_path / "round.toml").stat().st_mode & 0o777 == 0o600
