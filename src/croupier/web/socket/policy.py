"""What sockets need from access control: who may send, how often, and where breaches are reported."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from croupier.access.person import Person
from croupier.terms.people import Role

MALFORMED, NOT_SIGNED_IN, NOT_ALLOWED, NO_TABLE, TOO_OFTEN = 4400, 4401, 4403, 4404, 4429
"""Close codes of the protocol; the floor defines the others."""

_log = logging.getLogger(__name__)


class Breach(StrEnum):
    """Breaches that are recorded as significant events."""

    ORIGIN = "origin-refused"
    MALFORMED = "frame-malformed"
    RATE = "commands-too-often"
    SOCKETS = "sockets-too-often"
    LOCKED = "command-while-locked"
    NOT_YOURS = "terminal-elsewhere"
    FORGED = "device-forged"
    REPEATED = "device-repeated"


class BreachReport(Struct, frozen=True):
    """A breach, the person (None if not signed in), and the table."""

    breach: Breach
    person: Person | None
    table: str
    detail: str
    address: str = ""
    """The address it came from, if known."""
    count: int = 1
    """Number of occurrences in one report."""


def _nothing(_alarm: BreachReport) -> None:
    pass


class SocketPolicy(Struct, frozen=True):
    """Callbacks into access control; none of them blocks."""

    current: Callable[[Person], Person | None] = lambda person: person
    """The sender of a command as the session is now; None if it has ended."""
    alarm: Callable[[BreachReport], None] = _nothing
    device_key: Callable[[str], bytes | None] = lambda _name: None
    """The public key enrolled for a device."""
    has_role: Callable[[str, Role], bool] = lambda _name, _role: True
    """Whether there is an enabled account of that name with this role."""

    def report(self, report: BreachReport) -> None:
        """Raises the alarm; one that fails does not affect the table."""
        try:
            self.alarm(report)
        except Exception:
            _log.exception("could not report a breach: %s %s", report.breach, report.detail)


class SocketLimits(Struct, frozen=True):
    """Limits of a connection."""

    commands_per_second: int = 20
    """The burst is twice as many."""
    heartbeat_ms: int = 15_000
    """A connection that misses two heartbeats is closed."""
    spectators_max: int = 100
    """Maximum number of spectators of one table who are not signed in."""
    malformed_max: int = 3
    """Number of malformed messages that are answered; the next one closes the connection."""
