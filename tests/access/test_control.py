"""Start and stop, the program's hash, the clock, alerts."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import __version__
from croupier.access import control
from croupier.access.alert_text import AlertKind
from croupier.access.alerts import KEPT_MAX, OPEN_MAX, Alert
from croupier.access.denial import Denial, Denied
from croupier.access.event import (
    AlertAcknowledged,
    AlertRaised,
    ClockChanged,
    IntegrityChecked,
    ServiceStarted,
    ServiceStopped,
)
from croupier.access.integrity import Fingerprint, fingerprint
from croupier.access.people_file import PeopleFile
from croupier.access.store import FILE
from croupier.terms.coded_message import Facts
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from tests.access.house import NOON, House, house

VERA = Actor("vera", Role.SUPERVISOR)
DAY = 24 * 3_600_000
UNHEARD: Facts = {"round": 3, "seats": "3", "count": 1, "more": 0}


def test_start_and_stop_are_on_record_with_the_programs_hash(tmp_path: Path) -> None:
    home = House(tmp_path)
    home.access.start()
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    home.access.stop("asked")
    home.restart_closed()
    assert home.access.sessions.by_token(opened.token) is not None
    events = home.events()
    assert events[0] == ServiceStarted(__version__, "ab" * 32, 3)
    assert events[-1] == ServiceStopped("asked")
    home.access.close()
    assert home.verify()


def test_the_hash_follows_every_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "a.py").write_text("a")
    (tmp_path / "pages" / "b.js").write_text("b")
    first = fingerprint(tmp_path)
    assert first.files == 2
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("cached")
    assert fingerprint(tmp_path) == first
    (tmp_path / "a.py").write_text("A")
    changed = fingerprint(tmp_path)
    assert changed.digest != first.digest
    (tmp_path / "a.py").write_text("a")
    assert fingerprint(tmp_path) == first
    (tmp_path / "a.py").rename(tmp_path / "c.py")
    assert fingerprint(tmp_path).digest != first.digest


def test_the_running_package_is_hashed() -> None:
    assert fingerprint().files > 100
    assert len(fingerprint().digest) == 64


def test_files_are_hashed_again_every_day_and_on_demand(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "TICK_SECONDS", 3_600)  # only the ticks of the test
    home.access.start()
    home.clock.pass_ms(DAY - 1)
    home.access.tick()
    assert "integrity-checked/1" not in home.kinds()
    home.clock.pass_ms(1)
    home.access.tick()
    home.program = Fingerprint("cd" * 32, 3)
    checked = home.access.check_program()
    assert checked == IntegrityChecked("cd" * 32, 3, False)
    assert [event for event in home.events() if isinstance(event, IntegrityChecked)] == [
        IntegrityChecked("ab" * 32, 3, True),
        checked,
    ]
    assert [alert.kind for alert in home.access.alerts.waiting()] == ["program-changed"]
    home.access.stop()
    home.restart_closed()


@pytest.mark.parametrize(("moved", "seen"), [(1_999, False), (2_000, True), (-1_999, False), (-2_000, True)])
def test_a_clock_that_was_moved_is_on_record(home: House, moved: int, seen: bool) -> None:
    home.clock.pass_ms(1_000)
    home.access.tick()
    home.wall_moved = moved
    home.access.tick()
    home.access.tick()
    expected = [ClockChanged(moved, NOON + 1_000 + moved)] if seen else []
    assert [event for event in home.events() if isinstance(event, ClockChanged)] == expected
    assert [alert.kind for alert in home.access.alerts.waiting()] == ["clock-changed"] * seen


def test_an_alert_stays_until_it_is_acknowledged(home: House) -> None:
    alerts = home.access.alerts
    raised = alerts.raise_(AlertKind.CALL_UNHEARD, "7", UNHEARD)
    home.clock.pass_ms(1_000)
    home.restart()
    alerts = home.access.alerts
    assert alerts.waiting() == [raised]
    again = alerts.raise_(AlertKind.CALL_UNHEARD, "7", {**UNHEARD, "seats": "4"})
    assert (again.id, again.count, again.raised, again.last) == (raised.id, 2, NOON, NOON + 1_000)
    done = alerts.acknowledge(raised.id, VERA)
    assert isinstance(done, Alert)
    assert (done.by, done.acknowledged) == ("pit-supervisor:vera", NOON + 1_000)
    assert alerts.waiting() == []
    assert alerts.acknowledged() == [done]
    home.clock.pass_ms(1)
    assert alerts.acknowledge(raised.id, Actor("ann", Role.SECURITY)) == done
    new = alerts.raise_(AlertKind.CALL_UNHEARD, "7", UNHEARD)
    assert new.id != raised.id
    assert [event for event in home.events() if isinstance(event, AlertRaised | AlertAcknowledged)] == [
        AlertRaised(raised.id, "call-unheard", "7", raised.words),
        AlertAcknowledged(raised.id, "call-unheard", "7"),
        AlertRaised(new.id, "call-unheard", "7", new.words),
    ]


def test_an_alert_may_be_left_for_the_next_tick(home: House) -> None:
    for _ in range(3):
        home.access.alert(AlertKind.CALL_UNHEARD, "7", UNHEARD, "CO 47.1-2201(7)")
    assert home.access.alerts.waiting() == []
    home.access.tick()
    (alert,) = home.access.alerts.waiting()
    assert (alert.subject, alert.clause, alert.count) == ("7", "CO 47.1-2201(7)", 1)
    home.access.alert(AlertKind.EVENTS_DROPPED, "", {"count": 2})
    home.restart()
    assert [each.kind for each in home.access.alerts.waiting()] == ["call-unheard", "events-dropped"]


def test_an_alert_that_is_not_there(home: House) -> None:
    denied = home.access.alerts.acknowledge(99, VERA)
    assert isinstance(denied, Denied)
    assert denied.code is Denial.NO_SUCH_ALERT


def test_alerts_are_bounded(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (OPEN_MAX, KEPT_MAX) == (1_000, 1_000)
    monkeypatch.setattr("croupier.access.alerts.OPEN_MAX", 3)
    monkeypatch.setattr("croupier.access.alerts.KEPT_MAX", 2)
    alerts = home.access.alerts
    for number in range(6):
        alerts.raise_(AlertKind.CALL_UNHEARD, str(number), UNHEARD)
    kinds = [(alert.kind, alert.subject, alert.count) for alert in alerts.waiting()]
    one_each = [("call-unheard", str(number), 1) for number in range(3)]
    assert kinds == [*one_each, ("too-many-alerts", "", 3)]
    for alert in alerts.waiting():
        alerts.acknowledge(alert.id, VERA)
    assert len(alerts.acknowledged()) == 2


def test_the_file_of_people_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        assert (home.directory / FILE).stat().st_mode & 0o777 == 0o600


def test_another_file_is_left_as_it_is(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"not a database, but quite long enough to be one" * 100)
    with pytest.raises(Fault, match="not a people file"):
        PeopleFile(text)
    assert text.read_bytes().startswith(b"not a database")
    with pytest.raises(Fault, match="cannot be created"):
        PeopleFile(tmp_path / "nowhere" / "people.sqlite")


def test_a_copy_is_whole(home: House, tmp_path: Path) -> None:
    home.add("ana", Role.DEALER)
    home.access.store.copy_to(tmp_path / "copy.sqlite")
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o777 == 0o600
    copy = PeopleFile(tmp_path / "copy.sqlite")
    assert copy.rows("SELECT name FROM accounts") == [("ana",)]
    copy.close()
    with pytest.raises(Fault, match="closed"):
        copy.rows("SELECT 1")
