"""What the sockets tell the house: calls and who announced them, breaches, and consoles that lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.access.entrance import Entrance
from croupier.access.person import Person
from croupier.floor.clock import HouseClock
from croupier.floor.presence import Announcement
from croupier.journal.memory import MemoryJournal
from croupier.terms.people import Role
from croupier.web.security import GateSettings
from croupier.web.socket.policy import Breach
from croupier.web.socket.service import Sockets
from tests.floor.tables import rules_of

BO = Person("bo", Role.PLAYER, "s-1")


@pytest.fixture
def entrance(tmp_path: Path) -> Entrance:
    return Entrance.open(tmp_path, MemoryJournal(), HouseClock())


def kinds(entrance: Entrance) -> list[str]:
    """What has been written into the logbook."""
    entrance.book.stop()
    return [record.kind for record in entrance.book.journal.read("premises")]


@pytest.mark.clause("CO 47.1-2201(7)")
def test_a_call_that_a_terminal_did_not_announce_is_on_record_and_an_alert(entrance: Entrance) -> None:
    sockets = Sockets(entrance, HouseClock(), GateSettings())
    hub = sockets.feed_of("7", rules_of("co-prison-terminals"))
    entrance.book.start()
    hub.presence._report(Announcement("7", 12, "no-more-bets", (1,), (1, 2), (4,)))  # type: ignore[misc]
    entrance.tick()
    (alert,) = entrance.alerts.waiting()
    assert (alert.kind, alert.subject, alert.clause) == ("call-unheard", "table 7", "CO 47.1-2201(7)")
    assert "round 12" in alert.words
    assert "call-announced/1" in kinds(entrance)
    entrance.close()


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
def test_every_breach_is_on_record(entrance: Entrance, breach: Breach, kind: str) -> None:
    sockets = Sockets(entrance, HouseClock(), GateSettings())
    entrance.book.start()
    sockets.gateway.alarm(breach, None if breach is Breach.ORIGIN else BO, "7", "details")
    assert kind in kinds(entrance)
    entrance.close()
