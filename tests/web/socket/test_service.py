"""What the sockets tell the house: calls and who announced them, breaches, and consoles that lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.access.person import Person
from croupier.floor.clock import HouseClock
from croupier.journal.memory import MemoryJournal
from croupier.terms.people import Role
from croupier.web.socket.policy import Breach, BreachReport, SocketPolicy
from croupier.web.socket.service import Sockets
from tests.floor.tables import rules_of

PASSWORD = "a long password of dan"
BO = Person("bo", Role.PLAYER, "s-1")


class Terminal:
    """A player's connection at a seat."""

    audio, plays = True, True

    def __init__(self, seat: int | None) -> None:
        self.seat = seat


@pytest.fixture
def access(tmp_path: Path) -> AccessControl:
    return AccessControl.open(tmp_path, MemoryJournal(), HouseClock())


def kinds(access: AccessControl) -> list[str]:
    """What has been written into the logbook."""
    access.book.stop()
    return [record.kind for record in access.book.journal.read("premises")]


@pytest.mark.clause("CO 47.1-2201(7)")
def test_a_call_that_a_terminal_did_not_announce_is_on_record_and_an_alert(access: AccessControl) -> None:
    sockets = Sockets(access, HouseClock())
    hub = sockets.feed_of("7", rules_of("co-prison-terminals"))
    access.book.start()
    for seat in (1, 2, 4):
        hub.presence.move(Terminal(seat))
    hub.presence.called(12)
    hub.presence.announce(1, 12, audible=True, visual=True)
    hub.presence.announce(2, 12, audible=False, visual=True)
    hub.presence.over()
    access.tick()
    (alert,) = access.alerts.waiting()
    assert (alert.kind, alert.subject, alert.clause) == ("call-unheard", "table 7", "CO 47.1-2201(7)")
    assert "round 12" in alert.words
    assert "call-announced/1" in kinds(access)
    access.close()


@pytest.mark.parametrize(
    ("breach", "kind"),
    [
        (Breach.MALFORMED, "frame-refused/1"),
        (Breach.RATE, "frame-refused/1"),
        (Breach.ORIGIN, "access-denied/1"),
        (Breach.LOCKED, "access-denied/1"),
        (Breach.NOT_YOURS, "access-denied/1"),
    ],
)
def test_every_breach_is_on_record(access: AccessControl, breach: Breach, kind: str) -> None:
    sockets = Sockets(access, HouseClock())
    access.book.start()
    sockets.gateway.policy.report(BreachReport(breach, None if breach is Breach.ORIGIN else BO, "7", "details"))
    assert kind in kinds(access)
    access.close()


def test_an_alarm_that_fails_does_not_affect_the_table(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: BreachReport) -> None:
        raise LookupError("gone")

    SocketPolicy(alarm=fail).report(BreachReport(Breach.RATE, BO, "7", "more than 20 a second"))
    assert caplog.messages == ["could not report a breach: commands-too-often more than 20 a second"]


def test_who_is_named_for_a_table_has_an_enabled_account_in_that_role(access: AccessControl) -> None:
    sockets = Sockets(access, HouseClock())
    access.accounts.create(NewAccount("dan", Role.DEALER, PASSWORD), by="command-line:tests")
    has_role = sockets.gateway.policy.has_role
    assert has_role("dan", Role.DEALER)
    assert not has_role("dan", Role.SUPERVISOR)
    assert not has_role("ann", Role.DEALER)
    access.accounts.change("dan", "command-line:tests", "left us", enabled=False)
    assert not has_role("dan", Role.DEALER)
    access.close()
